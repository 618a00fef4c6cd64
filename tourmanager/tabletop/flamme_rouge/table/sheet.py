"""Apply the entries of a stage that only Flamme Rouge has: round and square place riders (FR-091,
FR-121 ... FR-125), the director only tells the lanes of one square apart.
"""

from typing import Any, ClassVar, cast

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.flamme_rouge.table.bunches import (
    ROUND,
    LineCrossing,
    Timed,
    least_seconds,
    time_arrivals,
)
from games.flamme_rouge.table.grand_tour import TRAITS
from tourmanager.results.sheet import core_entries as core
from tourmanager.results.sheet.contract import GameSheet, Key
from tourmanager.results.sheet.core import CoreSheet
from tourmanager.results.sheet.entry import EntryBody
from tourmanager.results.sheet.jury import EntryRefused
from tourmanager.results.sheet.problem import Problem
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.results.sheet.units import Unit
from tourmanager.scoring.codes import team_of
from tourmanager.tabletop.flamme_rouge.table.entries import Exhaustion, GiveTrait
from tourmanager.tabletop.flamme_rouge.table.frame import Extras, FlammeRougeFrame

TIRED = "EXHAUSTION_WARNING"


class FlammeRougeSheet(GameSheet):
    lacking: ClassVar[str | Promise] = gettext_lazy("the square behind the line")
    has_clock: ClassVar[bool] = True
    times_follow: ClassVar[bool] = True

    def __init__(self, sheet: CoreSheet) -> None:
        super().__init__(sheet)
        self.frame = cast(FlammeRougeFrame, sheet.frame.game)
        self.exhaustion: dict[str, int] = {}  # cards a rider had as they arrived
        self.traits = dict(self.frame.traits)  # of riders, those since earlier stages too

    # -- entries

    def refuse(self, entry: EntryBody) -> str:
        match entry:
            case core.Time():
                return _(
                    "The times of this game follow from rounds and squares: "
                    "there is nothing to type."
                )
            case core.Out() | core.Back():
                return _(
                    "There are no accidents in this game: a rider who leaves the "
                    "race gets a status from the jury."
                )
        return ""

    def apply(self, entry: EntryBody) -> str:
        match entry:
            case Exhaustion(rider, cards):
                return self._exhaustion(rider, cards)
            case GiveTrait(rider, trait):
                return self._trait(rider, trait)
        return super().apply(entry)

    def forget(self, rider: str) -> None:
        self.exhaustion.pop(rider, None)

    def _exhaustion(self, rider: str, cards: int | None) -> str:
        self.sheet.check_starter(rider)
        if rider not in self.sheet.order:
            raise EntryRefused(
                _("%(rider)s has not arrived yet: their exhaustion cards are counted when they do.")
                % {"rider": self.sheet.name(rider)}
            )
        self.exhaustion.pop(rider, None)
        if cards is not None:
            self.exhaustion[rider] = cards
        return f"exhaustion:{rider}"

    def _trait(self, rider: str, trait: str) -> str:
        """Give a trait: a team has one, and no trait is there twice (FR-T-040)."""
        self.sheet.check_starter(rider)
        if trait and trait not in TRAITS:
            raise EntryRefused(_("There is no trait “%(trait)s”.") % {"trait": trait})
        team = team_of(rider)
        if team in map(team_of, self.frame.traits):
            raise EntryRefused(
                _("%(team)s has its trait since an earlier stage: reopen that one to change it.")
                % {"team": self.sheet.name(team)}
            )
        others = {
            each: other_trait for each, other_trait in self.traits.items() if team_of(each) != team
        }
        holders = {other_trait: each for each, other_trait in others.items() if other_trait}
        if trait in holders:
            raise EntryRefused(
                _("%(holders)s has that trait: %(traits)s.")
                % {"holders": self.sheet.name(holders[trait]), "traits": TRAITS[trait]}
            )
        self.traits = others | ({rider: trait} if trait else {})
        return f"trait:{team}"

    # -- arrivals

    def missing(self, unit: Unit) -> str:
        return "" if unit.squares.keys() >= set(unit.riders) else "square"

    def key(self, unit: Unit, rider: str) -> Key | None:
        square = unit.squares.get(rider)
        return None if square is None else (unit.turn, -square)

    def seconds(self, rider: str) -> int | None:
        one = self.timed_riders().get(rider)
        return one.gap if one else None

    def timed_riders(self) -> dict[str, Timed]:
        """Return who has a square, in order, with their bunch."""
        arrived = [(rider, self.sheet.unit_of(rider)) for rider in self.sheet.order]
        crossings = [
            LineCrossing(rider, unit.turn, unit.squares[rider])
            for rider, unit in arrived
            if unit and rider in unit.squares
        ]
        return {one.rider: one for one in time_arrivals(crossings)}

    def may_pass(self, one: Key | None, other: Key | None) -> bool:
        return one is None or other is None or one == other

    def clock_seconds(self, turn: int) -> int:
        return ROUND * turn

    def explain_order(self, rider: str, other: str) -> str:
        return _(
            "%(rider)s and %(other)s reached different squares: round and square decide. "
            "Correct those."
        ) % {"rider": rider, "other": other}

    def explain_too_far(self, most: int) -> str:
        return ngettext(
            "There is %(squares)s square behind the line.",
            "There are %(squares)s squares behind the line.",
            most,
        ) % {"squares": most}

    def earliest(self, open_turn: int) -> int:
        first = next(iter(self.timed_riders().values()), None)
        return least_seconds(open_turn, first.past, self.frame.squares) if first else 0

    def has_hand(self, rider: str) -> bool:
        """Return True when a rider has cards of their own and is still in the race."""
        return rider not in self.frame.dummies and rider not in self.sheet.abandons

    @property
    def uncounted_riders(self) -> list[str]:
        """Return who has arrived and whose exhaustion cards nobody has counted, in order."""
        return [
            rider
            for rider in self.sheet.order
            if rider not in self.exhaustion and self.has_hand(rider)
        ]

    # -- what it comes to

    def problems(self) -> list[Problem]:
        if self.frame.last or not (uncounted := self.uncounted_riders):
            return []
        names = ", ".join(self.sheet.name(rider) for rider in uncounted)
        text = _(
            "Exhaustion cards not counted: %(names)s. Into the next stage they would take none."
        ) % {"names": names}
        return [Problem(TIRED, text, uncounted[0], warning=True, while_logging=False)]

    def extras(self) -> dict[str, object]:
        arrived = {rider: self.sheet.unit_of(rider) for rider in self.sheet.order}
        extras = Extras(
            past={
                rider: unit.squares[rider]
                for rider, unit in arrived.items()
                if unit and rider in unit.squares
            },
            exhaustion=self.exhaustion,
            traits={
                rider: trait
                for rider, trait in self.traits.items()
                if rider not in self.frame.traits
            },
        )
        value: dict[str, Any] = msgspec.to_builtins(extras)
        return value


def game_of(sheet: Sheet) -> FlammeRougeSheet:
    """Return the game's part of a sheet of Flamme Rouge."""
    return cast(FlammeRougeSheet, sheet.game)
