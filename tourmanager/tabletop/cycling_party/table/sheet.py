"""Apply the entries of a stage that only Cycling Party has: dice, times, advantages, double throws
(CP-M-021 ... CP-M-028, CP-APP-015, CP-APP-021).
"""

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, cast

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.cycling_party.table.arrival import LAST_SQUARE, stage_time
from games.cycling_party.table.arrival import seconds_interval as run_out_interval
from tourmanager.results.sheet.contract import GameSheet, Key
from tourmanager.results.sheet.core import CoreSheet
from tourmanager.results.sheet.entry import EntryBody
from tourmanager.results.sheet.jury import EntryRefused
from tourmanager.results.sheet.problem import Problem
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.results.sheet.units import Unit
from tourmanager.tabletop.cycling_party.table import entries as e
from tourmanager.tabletop.cycling_party.table.frame import (
    MOUNTAIN_ATTACK,
    CyclingPartyFrame,
    Extras,
)

HORS_CATEGORY = "hc"
ONLY_HORS_CATEGORY = gettext_lazy("Mountain attacks: only on a hors-category pass.")
MINUTE = 60  # seconds that a turn after the first arrival's costs


class CyclingPartySheet(GameSheet):
    lacking: ClassVar[str | Promise] = gettext_lazy("the square behind the line or the die")
    has_clock: ClassVar[bool] = True

    def __init__(self, sheet: CoreSheet) -> None:
        super().__init__(sheet)
        self.frame = cast(CyclingPartyFrame, sheet.frame.game)
        self.dice: dict[int, int] = {}  # by number of the arrival
        self.kinds: dict[int, str] = {}  # of arrivals whose number of riders says otherwise
        self.used: dict[str, dict[str, int]] = {}
        self.doubles: dict[str, dict[str, int]] = {}

    @property
    def has_attackable_pass(self) -> bool:
        """Return True where mountain attacks can be made: on hors-category passes (CP-M-009)."""
        lines = self.sheet.frame.lines.values()
        return any(line.category == HORS_CATEGORY for line in lines)

    # -- entries

    def apply(self, entry: EntryBody) -> str:
        match entry:
            case e.Die(die, number):
                return self._die(die, number)
            case e.Kind(kind, number):
                unit = self.sheet.unit(number)
                if len(unit.riders) < 2:
                    raise EntryRefused(_("A rider alone is neither a paceline nor a peloton."))
                self.kinds[number] = kind
                return f"unit:{number}"
            case e.Use(team, advantage):
                return self._use(team, advantage, 1)
            case e.GiveBack(team, advantage):
                return self._use(team, advantage, -1)
            case e.Double(line, team):
                return self._double(line, team, 1)
            case e.DoubleBack(line, team):
                return self._double(line, team, -1)
        return super().apply(entry)

    def refuse(self, entry: EntryBody) -> str:
        return ""

    def refuse_new(self, entry: EntryBody) -> str:
        if not isinstance(entry, e.Use):
            return ""
        if entry.advantage == MOUNTAIN_ATTACK and not self.has_attackable_pass:
            return str(ONLY_HORS_CATEGORY)
        if not self.are_lost(entry.team, entry.advantage):
            return ""
        leader = self.sheet.name(self.frame.leaders[entry.team])
        return _(
            "%(leader)s is out of the race, so the mountain attacks of %(team)s "
            "are lost. If one was made before, take the rider back, enter the "
            "attack, then mark the rider as out again."
        ) % {"leader": leader, "team": self.sheet.name(entry.team)}

    def clear(self) -> None:
        self.dice, self.kinds = {}, {}

    def _die(self, die: int, number: int | None) -> str:
        unit = self.sheet.unit(number)
        if unit.square is not None and not self.needs_die(unit):
            raise EntryRefused(_("Beyond square 12 there are 0 seconds and no die."))
        self.dice[unit.number] = die
        unit.typed = None
        return self.sheet.settle(unit)

    def _use(self, team: str, advantage: str, count: int) -> str:
        """Use one advantage, or give one back."""
        if team not in self.sheet.frame.teams:
            raise EntryRefused(_("There is no team %(team)s in this tour.") % {"team": team})
        if advantage not in e.ADVANTAGES:
            raise EntryRefused(_("There is no such advantage."))
        name, uses = e.ADVANTAGE_NAMES[advantage], self.used.get(team, {}).get(advantage, 0)
        if count > 0 and uses >= self.frame.count_unused(team, advantage):
            raise EntryRefused(
                _("%(team)s has no %(name)s left.") % {"team": self.sheet.name(team), "name": name}
            )
        if count < 0 and not uses:
            raise EntryRefused(
                _("%(team)s has used no %(name)s in this stage.")
                % {"team": self.sheet.name(team), "name": name}
            )
        self.used.setdefault(team, {})[advantage] = uses + count
        return f"advantage:{team}:{advantage}"

    def _double(self, key: str, team: str, count: int) -> str:
        """Count a double throw on a pass, or take one back."""
        line = self.sheet.line(key)
        if team not in self.sheet.frame.teams:
            raise EntryRefused(_("There is no team %(team)s in this tour.") % {"team": team})
        if not self.frame.doubles.get(key):
            raise EntryRefused(
                _("There are no double throws on %(line)s: only on hors and first category passes.")
                % {"line": line.label}
            )
        if count > 0 and self.doubles_left(key, team) <= 0:
            raise EntryRefused(
                _("%(team)s has used its double throws on %(line)s.")
                % {"team": self.sheet.name(team), "line": line.label}
            )
        throws = self.doubles.get(key, {}).get(team, 0)
        if count < 0 and not throws:
            raise EntryRefused(
                _("%(team)s has used no double throw on %(line)s.")
                % {"team": self.sheet.name(team), "line": line.label}
            )
        self.doubles.setdefault(key, {})[team] = throws + count
        return f"double:{key}:{team}"

    # -- advantages and double throws

    def are_lost(self, team: str, advantage: str) -> bool:
        """Return True when unused advantages are lost: mountain attacks are, with the leader
        (CP-M-045).
        """
        leader = self.frame.leaders.get(team)
        return (
            advantage == MOUNTAIN_ATTACK
            and leader is not None
            and (leader not in self.sheet.frame.riders or leader in self.sheet.leaves_tour)
        )

    def count_left(self, team: str, advantage: str) -> int:
        return 0 if self.are_lost(team, advantage) else self.not_used(team, advantage)

    def not_used(self, team: str, advantage: str) -> int:
        """Count what the team has not used since the stage started, even if it is lost since."""
        return max(0, self.count_held(team, advantage) - self.used.get(team, {}).get(advantage, 0))

    def count_held(self, team: str, advantage: str) -> int:
        """Count what the team had when the stage started."""
        return self.frame.count_held(team, advantage, self.sheet.frame.riders)

    def doubles_left(self, line: str, team: str) -> int:
        return self.frame.doubles.get(line, 0) - self.doubles.get(line, {}).get(team, 0)

    # -- arrivals

    def kind(self, unit: Unit) -> str:
        """Say whether an arrival is alone, a paceline or a peloton."""
        if len(unit.riders) <= 1:
            return "alone"
        return self.kinds.get(unit.number) or usual_kind(len(unit.riders))

    def die(self, unit: Unit) -> int | None:
        return self.dice.get(unit.number)

    def needs_die(self, unit: Unit) -> bool:
        return unit.square is not None and (
            unit.square <= LAST_SQUARE or self.frame.beyond_12 == "like_12"
        )

    def time(self, unit: Unit) -> int | None:
        """Return the time of all who arrived together; None while square or die is missing
        (CP-M-024).
        """
        if unit.typed is not None:
            return unit.typed
        die = self.dice.get(unit.number)
        if unit.square is None or (die is None and self.needs_die(unit)):
            return None
        return stage_time(unit.turn, unit.square, die, self.frame.beyond_12)

    def missing(self, unit: Unit) -> str:
        if self.time(unit) is not None:
            return ""
        return "square" if unit.square is None else "die"

    def key(self, unit: Unit, rider: str) -> Key | None:
        seconds, square = self.time(unit), unit.square_of(rider)
        if unit.typed is not None or seconds is None or square is None:
            return None
        if self.frame.seconds_die == "separate":
            return (unit.turn, -square)
        return (unit.turn, -square, seconds)

    def seconds(self, rider: str) -> int | None:
        return self.time(self.sheet.units[self.sheet.where[rider]])

    def clock_seconds(self, turn: int) -> int:
        return MINUTE * turn

    def earliest(self, open_turn: int) -> int:
        return MINUTE * open_turn

    def explain_no_arrival(self) -> str:
        return _("The turn of the first arrival counts 0 minutes: log an arrival first.")

    def explain_too_far(self, most: int) -> str:
        return ngettext(
            "There is %(squares)s square behind the line.",
            "There are %(squares)s squares behind the line.",
            most,
        ) % {"squares": most}

    # -- what it comes to

    @property
    def stays_in_tour(self) -> bool:
        """Return True when riders who crash start the next stage (CP-M-045)."""
        option = self.sheet.frame.option("descent_death", "out_of_tour")
        return option == "last_in_stage"

    def problems(self) -> list[Problem]:
        lines, most = self.sheet.frame.lines, self.frame.doubles
        return too_many_throws(
            [
                (lines[key].label, team, count, most.get(key, 0))
                for key, teams in self.doubles.items()
                for team, count in teams.items()
            ],
            self.sheet.name,
        )

    def extras(self) -> dict[str, object]:
        extras: dict[str, Any] = msgspec.to_builtins(Extras(self.used))
        return extras


def too_many_throws(
    throws: Iterable[tuple[str, str, int, int]], name: Callable[[str], str]
) -> list[Problem]:
    """Find teams with more double throws than are allowed: line, team, throws, how many may be."""
    return [
        Problem(
            "DOUBLE_THROWS",
            _("%(team)s has %(count)s double throws on %(label)s, %(allowed)s are allowed.")
            % {"team": name(team), "count": count, "label": label, "allowed": most},
            label,
        )
        for label, team, count, most in throws
        if not 0 <= count <= most
    ]


def usual_kind(count: int) -> str:
    """Return what several riders who arrive together are unless somebody says otherwise."""
    return "paceline" if count < 5 else "peloton"


def describe_group(kind: str, count: int) -> str:
    """Say how many riders arrived together: "paceline of 2"."""
    sentence = (
        ngettext("paceline of %(count)s", "paceline of %(count)s", count)
        if kind == "paceline"
        else ngettext("peloton of %(count)s", "peloton of %(count)s", count)
    )
    return sentence % {"count": count}


def game_of(sheet: Sheet) -> CyclingPartySheet:
    """Return the game's part of a sheet of the Cycling Party."""
    return cast(CyclingPartySheet, sheet.game)


def interval(square: int, beyond_12: str = "zero") -> str:
    """Return the seconds of a run-out square as its indicator shows them: "55–60" on the first
    (CP-M-022).
    """
    if square > LAST_SQUARE and beyond_12 == "zero":
        return "0"
    least, most = run_out_interval(square)
    return f"{least}–{most}"
