"""Who may what on the pages that only this game has."""

from tourmanager.results.access import LatestStage
from tourmanager.tours.access import TOUR
from tourmanager.web.access import ANYONE, GameAccess, Page


class ToyAccess(GameAccess):
    pages = {
        "toy:bells": Page(TOUR, look=ANYONE),
        "toy:pushes": Page(LatestStage(), look=ANYONE),
    }
