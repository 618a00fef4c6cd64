"""Control access to the pages that only this game has."""

from typing import Any

from django.http import Http404, HttpRequest

from tourmanager.results.access import LatestStage, TourStage
from tourmanager.tabletop.cycling_party.set_up.creation import KEY
from tourmanager.tours.access import OwnDraft
from tourmanager.tours.models import REST, Stage
from tourmanager.web.access import ANYONE, DIRECTOR, OWNER, GameAccess, Page


class DrawnStage(TourStage):
    """A stage of this game with a road; a rest day has none."""

    def find(self, request: HttpRequest, address: dict[str, Any]) -> Stage:
        stage = super().find(request, address)
        if stage.tour.game != KEY or stage.kind == REST:
            raise Http404
        return stage


class CyclingPartyAccess(GameAccess):
    pages = {
        "cycling_party:advantages": Page(LatestStage(), look=ANYONE),
        "cycling_party:change_road": Page(DrawnStage(), look=DIRECTOR, send=DIRECTOR),
        "cycling_party:draft": Page(OwnDraft(KEY), look=OWNER, send=OWNER),
        "cycling_party:old_manager_points": Page(
            look=ANYONE, note="leads to classifications:manager_points"
        ),
        "cycling_party:old_explain": Page(look=ANYONE, note="leads to classifications:explain"),
    }
