"""Who may what with leagues: anybody with the link may look, organisers change them."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tourmanager.leagues.models import League, Organiser
from tourmanager.web.access import ANYONE, OWNER, SIGNED_IN, Page, Role, Subject


def is_organiser(user: Any, league: League) -> bool:
    """Return True where the user organises the league."""
    return bool(
        user.is_authenticated and Organiser.objects.filter(league=league, user=user.pk).exists()
    )


class AnyLeague(Subject[League]):
    """A league; its organisers have the owner's role."""

    words = "league"
    roles = ANYONE | SIGNED_IN | OWNER
    refusal = _("Only an organiser of this league can do that.")

    def find(self, request: HttpRequest, address: dict[str, Any]) -> League | None:
        return League.objects.filter(slug=address.pop("slug")).first()

    def has_role(self, request: HttpRequest, thing: League, role: Role) -> bool:
        if role is OWNER:
            return is_organiser(request.user, thing)
        return super().has_role(request, thing, role)

    def page_of(self, thing: League) -> str:
        return thing.get_absolute_url()


LEAGUE = AnyLeague()
PAGES = {
    "leagues:list": Page(
        look=ANYONE,
        send=SIGNED_IN,
        note="leagues that are shown by link only are listed for their organisers",
    ),
    "leagues:table": Page(LEAGUE, look=ANYONE),
    "leagues:sheet": Page(LEAGUE, look=ANYONE),
    "leagues:calendar": Page(LEAGUE, look=ANYONE),
    "leagues:players": Page(LEAGUE, look=ANYONE),
    "leagues:player": Page(LEAGUE, look=ANYONE),
    "leagues:against": Page(LEAGUE, look=ANYONE),
    "leagues:records": Page(LEAGUE, look=ANYONE),
    "leagues:import": Page(look=SIGNED_IN, send=SIGNED_IN),
    "leagues:export": Page(
        LEAGUE, look=OWNER, note="only who directs all its tours gets the file, or staff"
    ),
    "leagues:history": Page(LEAGUE, look=OWNER),
    "leagues:settings": Page(LEAGUE, look=OWNER, send=OWNER),
}
