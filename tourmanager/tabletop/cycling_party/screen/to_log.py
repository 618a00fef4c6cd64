"""Write what a director would have tapped of a digital stage of Cycling Party.

Line places in order, advantages, double throws, accidents, arrivals by unit, and the order the dice
gave to riders who are level.
"""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext

from games.cycling_party.outcome import CyclingPartyExtras
from games.cycling_party.setup import ArrivalUnit
from games.engine import Outcome
from tourmanager.play.table.entry_writer import (
    EntryWriter,
    arrival_order,
    line_differences,
    rider_differences,
    riders_out,
    write_lines,
    write_order,
)
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.tabletop.cycling_party.table import entries as cp
from tourmanager.tabletop.cycling_party.table.sheet import game_of

KINDS = ("paceline", "peloton")


def to_entries(outcome: Outcome[CyclingPartyExtras], sheet: Sheet) -> EntryWriter:
    writer = EntryWriter(sheet)
    write_lines(outcome, writer)
    _advantages(outcome, writer)
    for rider in riders_out(outcome):
        if rider not in writer.sheet.abandons:
            writer.write(e.Out(rider))
    for unit in outcome.extras.units:
        _arrival(unit, outcome, writer)
    write_order(outcome, writer)
    return writer


def _advantages(outcome: Outcome[CyclingPartyExtras], writer: EntryWriter) -> None:
    sheet, game = writer.sheet, game_of(writer.sheet)
    for team, uses in outcome.extras.used.items():
        for advantage in cp.ADVANTAGES:
            for _ in range(
                game_of(sheet).used.get(team, {}).get(advantage, 0), uses.get(advantage, 0)
            ):
                writer.write(cp.Use(team, advantage))
    for line, teams in outcome.extras.doubles.items():
        for team, count in teams.items():
            for _ in range(game.doubles.get(line, {}).get(team, 0), count):
                writer.write(cp.Double(line, team))


def _arrival(unit: ArrivalUnit, outcome: Outcome[CyclingPartyExtras], writer: EntryWriter) -> None:
    """Write an arrival: its turn, its riders by place, its kind where their number does not tell
    it, its squares, its die.
    """
    sheet = writer.sheet
    new = unit.squares.keys() - sheet.order
    riders = tuple(rider for rider in arrival_order(outcome) if rider in new)
    if not riders:
        return  # it was logged at the table
    if sheet.turn != unit.turn:
        writer.write(e.Turn(unit.turn))
    writer.write(e.Arrive(riders))
    number = sheet.where[riders[0]]
    by_number = game_of(sheet).kind(sheet.units[number])
    if unit.kind in KINDS and len(riders) > 1 and by_number != unit.kind:
        writer.write(cp.Kind(unit.kind, number))
    _write_squares(unit, riders, number, writer)
    if unit.die is not None:
        writer.write(cp.Die(unit.die, number))


def _write_squares(
    unit: ArrivalUnit, riders: Sequence[str], number: int, writer: EntryWriter
) -> None:
    """Write one square for all of them, or one for each."""
    if len(set(unit.squares.values())) == 1:
        writer.write(e.Square(unit.squares[riders[0]], number))
        return
    for rider in riders:
        writer.write(e.Square(unit.squares[rider], number, rider))


def differences(outcome: Outcome[CyclingPartyExtras], sheet: Sheet) -> list[str]:
    return [
        *line_differences(outcome, sheet),
        *_different_counts(outcome, sheet),
        *rider_differences(outcome, sheet),
    ]


def _different_counts(outcome: Outcome[CyclingPartyExtras], sheet: Sheet) -> Iterator[str]:
    game = game_of(sheet)
    for team in sheet.frame.teams:
        for advantage in cp.ADVANTAGES:
            there, here = (
                counts.get(team, {}).get(advantage, 0)
                for counts in (game.used, outcome.extras.used)
            )
            if there != here:
                what = gettext("each %(advantage)s") % {"advantage": cp.ADVANTAGE_NAMES[advantage]}
                yield (
                    gettext(
                        "%(team)s has used %(logged)s in the log and %(ridden)s in "
                        "the digital stage, counting %(what)s."
                    )
                    % {"team": sheet.name(team), "logged": there, "ridden": here, "what": what}
                )
    for line in sheet.frame.lines.values():
        for team in sheet.frame.teams:
            there, here = (
                doubles.get(line.key, {}).get(team, 0)
                for doubles in (game.doubles, outcome.extras.doubles)
            )
            if there != here:
                yield (
                    gettext(
                        "%(line)s: %(team)s has %(logged)s double throws in the log "
                        "and %(ridden)s in the digital stage."
                    )
                    % {
                        "line": line.label,
                        "team": sheet.name(team),
                        "logged": there,
                        "ridden": here,
                    }
                )
