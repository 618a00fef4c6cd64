"""Assemble the room of races, as the registry finds it."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy

from tourmanager.results.sheet.contract import TableGame
from tourmanager.results.sheet.problem import Problem
from tourmanager.results.stage_page.contract import OwnStagePage
from tourmanager.tabletop.race.access import RaceAccess
from tourmanager.tabletop.race.demo import RaceDemo
from tourmanager.tabletop.race.set_up.part import SET_UP
from tourmanager.tabletop.race.stage_page import cannot_end, race_stage
from tourmanager.tabletop.race.vocabulary import VOCABULARY
from tourmanager.tabletop.registry import Room
from tourmanager.tours.models import Stage


class RaceTable(TableGame):
    """A race whose results come in tables: nothing is tapped, and what is blank stays blank."""

    blanks = True
    full_names = True


class RaceStagePage(OwnStagePage):
    """The table of a stage as it stands."""

    def show(self, request: HttpRequest, stage: Stage) -> HttpResponse:
        return race_stage(request, stage)

    def cannot_end(
        self, request: HttpRequest, stage: Stage, problems: Sequence[Problem]
    ) -> HttpResponse:
        return cannot_end(request, stage, problems)


ROOM = Room(
    key="race",
    name=gettext_lazy("Race without a board"),
    parts=(SET_UP, VOCABULARY, RaceAccess(), RaceTable(), RaceStagePage(), RaceDemo()),
    urls="tourmanager.tabletop.race.urls",
)
