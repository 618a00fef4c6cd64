"""Control access to a tour: anybody with the link may look, its directors may write
(CP-APP-029).
"""

from contextlib import AbstractContextManager, nullcontext
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from tourmanager.accounts.models import User
from tourmanager.people.models import Person
from tourmanager.riders.access import is_staff
from tourmanager.tabletop.registry import room
from tourmanager.tours.models import Draft, Tour, TourQuerySet
from tourmanager.tours.planning import drafts
from tourmanager.web.access import (
    ANYONE,
    DIRECTOR,
    OWNER,
    SIGNED_IN,
    STAFF,
    OwnThing,
    Page,
    Role,
    Subject,
)


def is_director(user: Any, tour: Tour) -> bool:
    """Return True when the user is a director of the tour."""
    return bool(user.is_authenticated and tour.directors.filter(pk=user.pk).exists())


class KeptTour(Subject[Tour]):
    """Decorate tour: it gets it, and `tour.directed` says whether this user directs it."""

    words = "tour"
    roles = ANYONE | SIGNED_IN | DIRECTOR
    refusal = _("Only a director of this tour can do that.")

    def find(self, request: HttpRequest, address: dict[str, Any]) -> Tour | None:
        try:
            tour = Tour.objects.get(slug=address.pop("slug"), erased_at=None)
        except Tour.DoesNotExist:
            return None
        room(tour.game)  # raises UnknownGame: nothing of such a tour can be shown or changed
        tour.asked_by = request.user
        return tour

    def has_role(self, request: HttpRequest, thing: Tour, role: Role) -> bool:
        return thing.directed if role is DIRECTOR else super().has_role(request, thing, role)

    def page_of(self, thing: Tour) -> str:
        return thing.get_absolute_url()


def erased_tours(user: User | AnonymousUser) -> TourQuerySet:
    """Return the erased tours that this user may restore: their own, and for staff all of them,
    because an account that directed one may be gone.
    """
    tours = Tour.objects.all() if is_staff(user) else Tour.objects.directed_by(user)
    return tours.exclude(erased_at=None)


class ErasedTour(OwnThing[Tour]):
    """A tour that was erased: it is there for its directors and for staff."""

    words = "erased tour"
    roles = ANYONE | SIGNED_IN | DIRECTOR | STAFF

    def find(self, request: HttpRequest, address: dict[str, Any]) -> Tour | None:
        tour = erased_tours(request.user).filter(slug=address.pop("slug")).first()
        if tour is not None:
            room(tour.game)  # raises UnknownGame
        return tour


class OwnDraft(OwnThing[Draft]):
    """A tour that is being set up. It is locked while it changes: two devices, or two taps, come
    one after the other.
    """

    words = "draft"

    def __init__(self, game: str = "") -> None:
        self.game = game  # "": of any game, or of the one that the address names

    def hold(self, request: HttpRequest) -> AbstractContextManager[object]:
        return transaction.atomic() if request.method == "POST" else nullcontext()

    def find(self, request: HttpRequest, address: dict[str, Any]) -> Draft | None:
        rows = Draft.objects.filter(owner=request.user.pk, pk=address.pop("pk"))
        if game := self.game or address.pop("game", ""):
            rows = rows.filter(game=game)
        return (rows.select_for_update() if request.method == "POST" else rows).first()

    def answer_missing(self, request: HttpRequest) -> HttpResponse:
        return drafts.redirect_to_tour(request)


class AnyPerson(Subject[Person]):
    """A player over many tours; who added them, and staff, have the owner's role."""

    words = "player"
    roles = ANYONE | SIGNED_IN | OWNER
    refusal = _("Only who added this player, and staff, can change them.")

    def find(self, request: HttpRequest, address: dict[str, Any]) -> Person | None:
        people = Person.objects.select_related("owner", "account").prefetch_related("spellings")
        return people.filter(pk=address.pop("pk")).first()

    def has_role(self, request: HttpRequest, thing: Person, role: Role) -> bool:
        if role is OWNER:
            user = request.user
            return is_staff(user) or (user.is_authenticated and thing.owner_id == user.pk)
        return super().has_role(request, thing, role)


TOUR, DRAFT, PERSON = KeptTour(), OwnDraft(), AnyPerson()
PAGES = {
    "tours:menu": Page(look=ANYONE),
    "tours:load": Page(
        look=ANYONE,
        note="tours that are listed by link only are shown to their directors, erased ones to their"
        " directors and to staff",
    ),
    "tours:start": Page(look=SIGNED_IN),
    "tours:begin": Page(look=SIGNED_IN, send=SIGNED_IN),
    "tours:draft_delete": Page(DRAFT, send=OWNER),
    "tours:old_draft": Page(DRAFT, look=OWNER, send=OWNER),
    "tours:tour": Page(TOUR, look=ANYONE),
    "tours:stages": Page(TOUR, look=ANYONE),
    "tours:days": Page(TOUR, send=DIRECTOR),
    "tours:settings": Page(TOUR, look=DIRECTOR, send=DIRECTOR),
    "tours:players": Page(TOUR, look=ANYONE, send=DIRECTOR),
    "tours:people": Page(look=ANYONE, send=SIGNED_IN),
    "tours:person": Page(
        PERSON,
        look=ANYONE,
        send=OWNER,
        note="staff count as owners of any player; teams are shown of tours that one may find",
    ),
    "tours:duplicate": Page(TOUR, send=SIGNED_IN, note="the copy is theirs"),
    "tours:archive": Page(TOUR, send=DIRECTOR),
    "tours:erase": Page(TOUR, look=DIRECTOR, send=DIRECTOR),
    "tours:restore": Page(
        ErasedTour(), send=DIRECTOR | STAFF, note="within the days in which it can be brought back"
    ),
}
