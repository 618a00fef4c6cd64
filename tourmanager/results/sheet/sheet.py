"""Build the sheet of a stage: what its log adds up to, entry by entry (pure; no database).
`stage_log.py` reads a whole log into one.

`Sheet.apply` takes an entry in or refuses it with words (`EntryRefused`). How riders arrive stands
in `arrivals.py`.
"""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from tourmanager.results.sheet import core_entries as e
from tourmanager.results.sheet import tables
from tourmanager.results.sheet.arrivals import ArrivalSheet
from tourmanager.results.sheet.contract import GameSheet, TableGame
from tourmanager.results.sheet.entry import EntryBody
from tourmanager.results.sheet.frame import FINISH, Frame, FrameLine
from tourmanager.results.sheet.handed_over import to_stage_result
from tourmanager.results.sheet.jury import ENTRIES, EntryRefused
from tourmanager.scoring.result import StageResult
from tourmanager.tabletop.registry import part

__all__ = ["EntryRefused", "Sheet", "begin_sheet"]


class Sheet(ArrivalSheet):
    """A sheet that grows by entries: the core's own, and those of the game in `game`."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame, {key: [] for key in frame.lines})
        self.game: GameSheet = self.table.sheet(self)

    @property
    def table(self) -> TableGame:
        """Return how the game of the stage is logged."""
        return part(self.frame.key, TableGame)

    @property
    def stays_in_tour(self) -> bool:
        return self.game.stays_in_tour

    def seconds_of(self, rider: str) -> int | None:
        if (own := self.jury.times.get(rider)) is not None:
            return own.seconds
        return self.game.seconds(rider) if rider in self.where else None

    def result(self) -> StageResult:
        """Convert a complete sheet to the result that scoring consumes."""
        return to_stage_result(self, self.seconds_of, self.game.extras())

    # -- how it grows

    def apply(self, body: EntryBody) -> str:
        """Take the entry in and name the record it touched ("line:s1", "unit:3", "turn" …).
        Raises EntryRefused, nothing changed.
        """
        before = [*self.order]
        touched = self._apply(body)
        self.shifted = self.order[: len(before)] != before
        self._fill_finish_lines()
        return touched

    def _fill_finish_lines(self) -> None:
        for line in self.frame.lines.values():
            if line.at_finish:
                self.lines[line.key] = self.order[: self.frame.places_needed(line)]

    def apply_again(self, body: EntryBody) -> str:
        """Apply what is left of a logged entry where something before it was changed.

        Of a group, and of a table of results, that is what belongs to riders still in the race.
        Raises EntryRefused where nothing is left.
        """
        if isinstance(body, e.Results):
            before = [*self.order]
            touched = tables.reapply_table(self, body)
            self.shifted = self.order[: len(before)] != before
            self._results_taken(body)
            self._fill_finish_lines()
            return touched
        if isinstance(body, e.Arrive | e.Regroup):
            body = self.what_fits(body)
        return self.apply(body)

    def _apply(self, body: EntryBody) -> str:
        take = _TAKES.get(type(body))
        if take is not None:
            if why := self.game.refuse(body):
                raise EntryRefused(why)
            return take(self, body)
        if isinstance(body, e.STEERING):
            name = type(body).__name__
            raise TypeError(f"{name} acts on the log, not on the sheet")  # not shown
        if not isinstance(body, self.table.entries):
            raise EntryRefused(body.explain_unknown())
        return self.game.apply(body)

    def _turn(self, body: e.Turn) -> str:
        if body.turn and not self.units:
            raise EntryRefused(self.game.explain_no_arrival())
        self.turn = body.turn
        return "turn"

    def _out(self, body: e.Out) -> str:
        rider = body.rider
        self.check_starter(rider)
        if rider in self.out:
            raise EntryRefused(
                _("%(rider)s is out of the race already.") % {"rider": self.name(rider)}
            )
        if rider in self.order:
            raise EntryRefused(
                _("%(rider)s has arrived: take them out of the arrivals first.")
                % {"rider": self.name(rider)}
            )
        self.out.append(rider)
        return f"rider:{rider}"

    def _back(self, body: e.Back) -> str:
        if body.rider not in self.out:
            raise EntryRefused(
                _("%(rider)s is not out of the race in this stage.")
                % {"rider": self.name(body.rider)}
            )
        self.out.remove(body.rider)
        return f"rider:{body.rider}"

    def _results(self, body: e.Results) -> str:
        touched = tables.apply_table(self, body)
        self._results_taken(body)
        return touched

    def _results_taken(self, body: e.Results) -> None:
        if body.arrivals is not None:
            self.game.clear()

    def _digital(self, body: e.Digital) -> str:
        self.digital = body
        return "digital"

    def _judge(self, body: Any) -> str:
        """Apply a decision of the jury."""
        if isinstance(body, e.Penalise):
            if body.who not in self.frame.teams:
                self.check_starter(body.who)
            if body.classification and body.classification not in self.frame.rankings:
                raise EntryRefused(
                    _("There is no classification “%(classification)s” in this tour.")
                    % {"classification": body.classification}
                )
        elif not isinstance(body, e.CancelPenalty | e.Counts):
            self.check_starter(body.rider)
        return self.jury.apply(body, self.order, self.frame.names)

    def _not_at_finish(self, line: FrameLine) -> None:
        if line.at_finish:
            raise EntryRefused(
                _("%(line)s ends on the finish: the order of the arrivals is its order.")
                % {"line": line.label}
            )

    def _place(self, key: str, rider: str) -> str:
        if key == FINISH:
            return self.arrive(e.Arrive((rider,)))
        line = self.line(key)
        self.check_starter(rider)
        riders = self.lines[key]
        if rider in riders:
            raise EntryRefused(
                _("%(rider)s is named at %(line)s already.")
                % {"rider": self.name(rider), "line": line.label}
            )
        self._not_at_finish(line)
        if not line.places:
            raise EntryRefused(
                _("%(line)s is a hill: it pays no points and nobody is named there.")
                % {"line": line.label}
            )
        if len(riders) >= self.frame.places_needed(line):
            raise EntryRefused(
                _("%(line)s has its %(count)s riders: take one out first.")
                % {"line": line.label, "count": self.frame.places_needed(line)}
            )
        riders.append(rider)
        return f"line:{key}"

    def _remove(self, key: str, rider: str) -> str:
        if key == FINISH:
            return self.take_out(rider)
        self._not_at_finish(self.line(key))
        if rider not in self.lines[key]:
            raise EntryRefused(
                _("%(rider)s is not named at %(lines)s.")
                % {"rider": self.name(rider), "lines": self.frame.lines[key].label}
            )
        self.lines[key].remove(rider)
        return f"line:{key}"

    def _move(self, key: str, rider: str, place: int) -> str:
        if key != FINISH:
            self._not_at_finish(self.line(key))
        riders = self.order if key == FINISH else self.lines[key]
        if rider not in riders:
            raise EntryRefused(_("%(rider)s is not placed there.") % {"rider": self.name(rider)})
        if place > len(riders):
            raise EntryRefused(_("There are only %(count)s places there.") % {"count": len(riders)})
        if key == FINISH and not self.game.may_pass(
            self.key_of(rider), self.key_of(riders[place - 1])
        ):
            raise EntryRefused(
                self.game.explain_order(self.name(rider), self.name(riders[place - 1]))
            )
        riders.remove(rider)
        riders.insert(place - 1, rider)
        if key == FINISH:
            self.places = {}
        return f"line:{key}"


_TAKES: dict[type[EntryBody], Callable[[Sheet, Any], str]] = {
    e.Place: lambda sheet, body: sheet._place(body.line, body.rider),
    e.Remove: lambda sheet, body: sheet._remove(body.line, body.rider),
    e.Move: lambda sheet, body: sheet._move(body.line, body.rider, body.place),
    e.Turn: Sheet._turn,
    e.Arrive: Sheet.arrive,
    e.Square: Sheet.set_square,
    e.Time: Sheet.set_time,
    e.UnitTurn: Sheet.set_turn,
    e.Regroup: Sheet.regroup,
    e.RemoveUnit: Sheet.remove_unit,
    e.Out: Sheet._out,
    e.Back: Sheet._back,
    e.Results: Sheet._results,
    e.Digital: Sheet._digital,
    **dict.fromkeys(ENTRIES, Sheet._judge),
}


def begin_sheet(frame: Frame) -> Sheet:
    """Begin the sheet of a stage without any entries."""
    return Sheet(frame)
