"""What a director would have tapped of a digital stage of Cycling Party: line places in order, advantages, double throws, accidents,
arrivals by unit, and the order the dice gave to riders who are level (pure).
"""

from collections.abc import Iterator

from games.engine import ArrivalUnit, Outcome
from tourmanager.play.bridges.telling import Telling, arrived, different_lines, different_riders, left, tell_lines, tell_order
from tourmanager.results import entries as e
from tourmanager.results.sheet import ADVANTAGE_NAMES, Sheet

KINDS = ("paceline", "peloton")


def told(outcome: Outcome, sheet: Sheet) -> Telling:
    telling = Telling(sheet)
    tell_lines(outcome, telling)
    _advantages(outcome, telling)
    for rider in left(outcome):
        if rider not in telling.sheet.gone:
            telling.tell(e.Out(rider))
    for unit in outcome.units:
        _arrival(unit, outcome, telling)
    tell_order(outcome, telling)
    return telling


def _advantages(outcome: Outcome, telling: Telling) -> None:
    sheet = telling.sheet
    for team, used in outcome.used.items():
        for advantage in e.ADVANTAGES:
            for _ in range(sheet.used.get(team, {}).get(advantage, 0), used.get(advantage, 0)):
                telling.tell(e.Use(team, advantage))
    for line, teams in outcome.doubles.items():
        for team, count in teams.items():
            for _ in range(sheet.doubles.get(line, {}).get(team, 0), count):
                telling.tell(e.Double(line, team))


def _arrival(unit: ArrivalUnit, outcome: Outcome, telling: Telling) -> None:
    """Its turn, its riders by place, what it is where their number does not say so, its squares, its die."""
    sheet = telling.sheet
    riders = tuple(rider for rider in arrived(outcome) if rider in unit.squares and rider not in sheet.order)
    if not riders:
        return  # it was logged at the table
    if sheet.turn != unit.turn:
        telling.tell(e.Turn(unit.turn))
    telling.tell(e.Arrive(riders))
    number = sheet.where[riders[0]]
    if unit.kind in KINDS and len(riders) > 1 and sheet.units[number].kind != unit.kind:
        telling.tell(e.Kind(unit.kind, number))
    if len(set(unit.squares.values())) == 1:
        telling.tell(e.Square(unit.squares[riders[0]], number))
    else:
        for rider in riders:
            telling.tell(e.Square(unit.squares[rider], number, rider))
    if unit.die is not None:
        telling.tell(e.Die(unit.die, number))


def differences(outcome: Outcome, sheet: Sheet) -> list[str]:
    return [*different_lines(outcome, sheet), *_different_counts(outcome, sheet), *different_riders(outcome, sheet)]


def _different_counts(outcome: Outcome, sheet: Sheet) -> Iterator[str]:
    for team in sheet.frame.teams:
        for advantage in e.ADVANTAGES:
            logged, ridden = (used.get(team, {}).get(advantage, 0) for used in (sheet.used, outcome.used))
            if logged != ridden:
                what = f"each {ADVANTAGE_NAMES[advantage]}"
                yield f"{sheet.name(team)} has used {logged} in the log and {ridden} in the digital stage, counting {what}."
    for line in sheet.frame.lines.values():
        for team in sheet.frame.teams:
            logged, ridden = (doubles.get(line.key, {}).get(team, 0) for doubles in (sheet.doubles, outcome.doubles))
            if logged != ridden:
                yield f"{line.label}: {sheet.name(team)} has {logged} double throws in the log and {ridden} in the digital stage."
