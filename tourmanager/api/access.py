"""Who may what in the API, and with tokens.

At an address under `/api/` a visitor is whoever the token was made for (`endpoints.py`); cookies
count for nothing. The operations find tour and stage on the request.
"""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tourmanager.api.models import Token
from tourmanager.results.access import TourStage
from tourmanager.tours.access import KeptTour
from tourmanager.tours.models import Stage, Tour
from tourmanager.web.access import ANYONE, DIRECTOR, OWNER, SIGNED_IN, OwnThing, Page, Role

ANOTHER_TOUR = _("This token is for another tour. Make one for this tour, or for all of yours.")


class ReadTour(KeptTour):
    """A tour that an operation reads, as `request.tour`."""

    def find(self, request: HttpRequest, address: dict[str, Any]) -> Tour | None:
        tour = super().find(request, dict(address))
        request.tour = tour  # type: ignore[attr-defined]
        return tour

    def arguments(self, thing: Tour) -> tuple[Any, ...]:
        return ()  # the operation reads the address by itself


class ReadStage(TourStage):
    """A stage that an operation reads, as `request.stage`."""

    def find(self, request: HttpRequest, address: dict[str, Any]) -> Stage:
        stage = super().find(request, dict(address))
        request.stage = stage  # type: ignore[attr-defined]
        return stage

    def arguments(self, thing: Stage) -> tuple[Any, ...]:
        return ()


class RecordedStage(ReadStage):
    """A stage whose log is read or written, with a token that is for its tour."""

    def has_role(self, request: HttpRequest, thing: Stage, role: Role) -> bool:
        return super().has_role(request, thing, role) and (
            role is not DIRECTOR or _token_covers(request, thing.tour)
        )

    def refuse(self, request: HttpRequest, thing: Stage, words: str | Promise) -> HttpResponseBase:
        if thing.tour.directed and not _token_covers(request, thing.tour):
            raise PermissionDenied(str(ANOTHER_TOUR))
        return super().refuse(request, thing, words)


class OwnToken(OwnThing[Token]):
    words = "token"

    def find(self, request: HttpRequest, address: dict[str, Any]) -> Token | None:
        return Token.objects.filter(user=request.user.pk, pk=address.pop("pk")).first()


def _token_covers(request: HttpRequest, tour: Tour) -> bool:
    token: Token | None = getattr(request, "token", None)
    return token is not None and token.covers(tour)


TOUR, STAGE, RECORDED = ReadTour(), ReadStage(), RecordedStage()
PAGES = {
    "api:tokens": Page(look=SIGNED_IN, send=SIGNED_IN),
    "api:revoke": Page(OwnToken(), send=OWNER),
    "api:api-root": Page(look=ANYONE, note="leads to its documentation"),
    "api:openapi-json": Page(look=ANYONE),
    "api:openapi-view": Page(look=ANYONE),
    "api:tours": Page(look=ANYONE, note="the listed tours"),
    "api:tour": Page(TOUR, look=ANYONE),
    "api:classifications": Page(TOUR, look=ANYONE),
    "api:manager_points": Page(TOUR, look=ANYONE),
    "api:jerseys": Page(TOUR, look=ANYONE),
    "api:stage": Page(STAGE, look=ANYONE),
    "api:log": Page(RECORDED, look=DIRECTOR, note="with a token for the tour"),
    "api:record": Page(RECORDED, send=DIRECTOR, note="with a token for the tour"),
    "api:undo": Page(RECORDED, send=DIRECTOR, note="with a token for the tour"),
    "api:redo": Page(RECORDED, send=DIRECTOR, note="with a token for the tour"),
    "api:end": Page(RECORDED, send=DIRECTOR, note="with a token for the tour"),
    "api:reopen": Page(RECORDED, send=DIRECTOR, note="with a token for the tour"),
}
