"""Control access to the pages that only races have, and to files of results."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from tourmanager.results.access import WRITING
from tourmanager.tabletop.race.models import ResultImport
from tourmanager.tabletop.registry import room
from tourmanager.tours.access import TOUR, is_director
from tourmanager.web.access import ANYONE, DIRECTOR, OWNER, GameAccess, OwnThing, Page, Role

NO_FILES = _(
    "These files have been deleted already, or newer ones have replaced them. Choose them again."
)


class OwnFiles(OwnThing[ResultImport]):
    """Files of results that the user has chosen; those for a tour only while they direct it."""

    words = "chosen files"
    refusal = WRITING

    def find(self, request: HttpRequest, address: dict[str, Any]) -> ResultImport | None:
        rows = ResultImport.objects.select_related("tour")
        row = rows.filter(pk=address.pop("pk"), owner=request.user.pk).first()
        if row is None or row.tour is None:
            return row
        if row.tour.erased_at is not None:
            return None
        row.tour.directed = is_director(request.user, row.tour)
        if row.tour.directed:
            room(row.tour.game)  # raises UnknownGame
        return row

    def has_role(self, request: HttpRequest, thing: ResultImport, role: Role) -> bool:
        return role is not OWNER or thing.tour is None or thing.tour.directed

    def answer_missing(self, request: HttpRequest) -> HttpResponse:
        messages.error(request, NO_FILES)
        return redirect("tours:load")


FILES = OwnFiles()


class RaceAccess(GameAccess):
    pages = {
        "race:old_begin": Page(look=ANYONE, send=ANYONE, note="leads to tours:begin"),
        "race:incoming": Page(
            FILES,
            look=OWNER,
            send=OWNER,
            note="files for a tour are refused to their owner once they no longer direct it",
        ),
        "race:incoming_discard": Page(FILES, send=OWNER, note="as above"),
        "race:results": Page(TOUR, look=DIRECTOR, send=DIRECTOR),
    }
