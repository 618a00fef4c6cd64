"""Define what Flamme Rouge adds to the frame of a stage: squares, dummy teams, traits."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.flamme_rouge.table.bunches import MOST_PAST
from tourmanager.results.sheet.contract import StartList
from tourmanager.results.sheet.frame import GameFrame
from tourmanager.scoring.result import StageResult
from tourmanager.tabletop.flamme_rouge.set_up.grand_tours import DUMMIES
from tourmanager.tours.models import Stage


class FlammeRougeFrame(GameFrame, frozen=True):
    squares: int = MOST_PAST  # behind the line, as far as the road goes
    dummies: tuple[str, ...] = ()  # riders whom cards move: they have no hand
    traits: dict[str, str] = {}  # of riders, since earlier stages
    last: bool = False  # no stage comes after it

    def clock(self, turn: int) -> str:
        if not turn:
            return _("first round")
        return ngettext("+%(turn)s round", "+%(turn)s rounds", turn) % {"turn": turn}

    def describe_turn(self, turn: int) -> str:
        return _("on to %(turn)s") % {"turn": self.clock(turn)}


def bunch_words(riders: int) -> str:
    """Say with how many a rider arrived: "bunch of 3"."""
    return _("bunch of %(count)s") % {"count": riders}


class Extras(msgspec.Struct, frozen=True, omit_defaults=True):
    """The data of a stage's result that only this game has."""

    past: dict[str, int] = {}  # squares past the line that riders arrived on
    exhaustion: dict[str, int] = {}  # cards riders had as they arrived (FR-T-031)
    traits: dict[str, str] = {}  # given to riders in this stage (FR-T-040)


def extras_of(result: StageResult) -> Extras:
    return msgspec.convert(result.extras, Extras)


def squares_past(road: Mapping[str, Any]) -> int:
    """Count the squares that the finish tile has behind the line: its dark side, a capital letter,
    has one fewer (FR-015).
    """
    return MOST_PAST - str(road.get("tiles", ""))[-1:].isupper()


def frame_of(
    stage: Stage, start_list: StartList, results: Sequence[StageResult]
) -> FlammeRougeFrame:
    """Return what the game adds to the frame of a stage."""
    return FlammeRougeFrame(
        squares=squares_past(stage.course),
        dummies=tuple(
            code
            for code, rider in start_list.riders.items()
            if any(mark in DUMMIES for mark in rider.marks)
        ),
        traits={
            rider: trait
            for result in results
            if result.number < stage.number
            for rider, trait in extras_of(result).traits.items()
        },
        last=stage.number == start_list.last_stage,
    )
