"""Who may what on the pages that only this game has."""

from tests.toy.set_up import KEY
from tourmanager.results.access import LatestStage
from tourmanager.tours.access import TOUR
from tourmanager.web.access import ANYONE, GameAccess, Page


class ToyAccess(GameAccess):
    pages = {
        f"{KEY}:bells": Page(TOUR, look=ANYONE),
        f"{KEY}:pushes": Page(LatestStage(), look=ANYONE),
    }
