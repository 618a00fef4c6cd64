"""What the entries of a stage come to in Flamme Rouge: round and square place riders (FR-091,
FR-121 ... FR-125), the director's word only tells the lanes of one square apart.
"""

from typing import Any, ClassVar, cast

import msgspec
from django.utils.translation import gettext as _

from games.flamme_rouge.table.bunches import Crossing, Timed, least, timed
from games.flamme_rouge.table.grand_tour import TRAITS
from tourmanager.results.sheet import core_entries as core
from tourmanager.results.sheet.contract import GameSheet, Key
from tourmanager.results.sheet.core import CoreSheet
from tourmanager.results.sheet.entry import Entry
from tourmanager.results.sheet.jury import Refused
from tourmanager.results.sheet.problem import Problem
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.results.sheet.units import Unit
from tourmanager.scoring.codes import team_of
from tourmanager.tabletop.flamme_rouge.table.entries import Exhaustion, Trait
from tourmanager.tabletop.flamme_rouge.table.frame import Extras, FlammeRougeFrame

TIRED = "EXHAUSTION_WARNING"


class FlammeRougeSheet(GameSheet):
    lacking: ClassVar[str] = "the square behind the line"
    has_clock: ClassVar[bool] = True
    times_follow: ClassVar[bool] = True

    def __init__(self, sheet: CoreSheet) -> None:
        super().__init__(sheet)
        self.frame = cast(FlammeRougeFrame, sheet.frame.game)
        self.exhaustion: dict[str, int] = {}  # cards a rider had as they arrived
        self.traits = dict(self.frame.traits)  # of riders, those since earlier stages too

    # -- entries

    def refuse(self, entry: Entry) -> str:
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

    def apply(self, entry: Entry) -> str:
        match entry:
            case Exhaustion(rider, cards):
                return self._exhaustion(rider, cards)
            case Trait(rider, trait):
                return self._trait(rider, trait)
        return super().apply(entry)

    def forget(self, rider: str) -> None:
        self.exhaustion.pop(rider, None)

    def _exhaustion(self, rider: str, cards: int | None) -> str:
        self.sheet.known(rider)
        if rider not in self.sheet.order:
            raise Refused(
                _("%(rider)s has not arrived yet: their exhaustion cards are counted when they do.")
                % {"rider": self.sheet.name(rider)}
            )
        self.exhaustion.pop(rider, None)
        if cards is not None:
            self.exhaustion[rider] = cards
        return f"exhaustion:{rider}"

    def _trait(self, rider: str, trait: str) -> str:
        """Give a trait: a team has one, and no trait is there twice (FR-T-040)."""
        self.sheet.known(rider)
        if trait and trait not in TRAITS:
            raise Refused(_("There is no trait “%(trait)s”.") % {"trait": trait})
        team = team_of(rider)
        if any(team_of(each) == team for each in self.frame.traits):
            raise Refused(
                _("%(team)s has its trait since an earlier stage: reopen that one to change it.")
                % {"team": self.sheet.name(team)}
            )
        others = {each: held for each, held in self.traits.items() if team_of(each) != team}
        holder = next((each for each, held in others.items() if trait and held == trait), None)
        if holder:
            raise Refused(
                _("%(holder)s has that trait: %(traits)s.")
                % {"holder": self.sheet.name(holder), "traits": TRAITS[trait]}
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
        one = self.timed().get(rider)
        return one.gap if one else None

    def timed(self) -> dict[str, Timed]:
        """Return who has a square, in order, with their bunch."""
        arrived = [(rider, self.sheet.unit_of(rider)) for rider in self.sheet.order]
        crossings = [
            Crossing(rider, unit.turn, unit.squares[rider])
            for rider, unit in arrived
            if unit and rider in unit.squares
        ]
        return {one.rider: one for one in timed(crossings)}

    def may_pass(self, one: Key | None, other: Key | None) -> bool:
        return one is None or other is None or one == other

    def earliest(self, open_turn: int) -> int:
        first = next(iter(self.timed().values()), None)
        return least(open_turn, first.past, self.frame.squares) if first else 0

    def has_hand(self, rider: str) -> bool:
        """Whether a rider has cards of their own and is still in the race."""
        return rider not in self.frame.dummies and rider not in self.sheet.gone

    @property
    def uncounted(self) -> list[str]:
        """Return who has arrived and whose exhaustion cards nobody has counted, in order."""
        return [
            rider
            for rider in self.sheet.order
            if rider not in self.exhaustion and self.has_hand(rider)
        ]

    # -- what it comes to

    def problems(self) -> list[Problem]:
        if self.frame.last or not (uncounted := self.uncounted):
            return []
        names = ", ".join(self.sheet.name(rider) for rider in uncounted)
        text = _(
            "Exhaustion cards not counted: %(names)s. Into the next stage they would take none."
        ) % {"names": names}
        return [Problem(TIRED, text, uncounted[0], warning=True, while_logging=False)]

    def extras(self) -> dict[str, Any]:
        arrived = {rider: self.sheet.unit_of(rider) for rider in self.sheet.order}
        found = Extras(
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
        value: dict[str, Any] = msgspec.to_builtins(found)
        return value


def game_of(sheet: Sheet) -> FlammeRougeSheet:
    """Return the game's part of a sheet of Flamme Rouge."""
    return cast(FlammeRougeSheet, sheet.game)
