"""Control access to the pages that only this game has."""

from tourmanager.results.access import LatestStage
from tourmanager.tabletop.cycling_party.set_up.creation import KEY
from tourmanager.tours.access import OwnDraft
from tourmanager.web.access import ANYONE, OWNER, GameAccess, Page


class CyclingPartyAccess(GameAccess):
    pages = {
        "cycling_party:advantages": Page(LatestStage(), look=ANYONE),
        "cycling_party:draft": Page(OwnDraft(KEY), look=OWNER, send=OWNER),
        "cycling_party:old_manager_points": Page(
            look=ANYONE, note="leads to classifications:manager_points"
        ),
        "cycling_party:old_explain": Page(look=ANYONE, note="leads to classifications:explain"),
    }
