"""What a director would have tapped of a digital stage: an engine's outcome as entries of a stage log (pure).

`bodies(outcome, sheet)` continues what stands in the sheet already, so that a stage begun at the table is told to its end. `differences`
says in words where the sheet then says something else than the outcome; where it says nothing, the recorded stage is the one ridden.
"""

from collections.abc import Iterator, Sequence
from copy import deepcopy

from games.engine import ArrivalUnit, Outcome
from tourmanager.results import entries as e
from tourmanager.results.sheet import ADVANTAGE_NAMES, Sheet
from tourmanager.scoring.words import listed, ordinal
from tourmanager.web.templatetags.race import clock

KINDS = ("paceline", "peloton")


class Telling:
    """A sheet that grows by what is told, and the entries told so far."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = deepcopy(sheet)
        self.told: list[e.Body] = []

    def tell(self, body: e.Body) -> None:
        """Raises Refused where the sheet cannot take it."""
        self.sheet.apply(body)
        self.told.append(body)


def told(outcome: Outcome, sheet: Sheet) -> Telling:
    """The sheet as the outcome leaves it, with the entries that bring it there. Raises Refused."""
    telling = Telling(sheet)
    _lines(outcome, telling)
    _advantages(outcome, telling)
    for rider in left(outcome):
        if rider not in telling.sheet.gone:
            telling.tell(e.Out(rider))
    for unit in outcome.units:
        _arrival(unit, outcome, telling)
    _order(outcome, telling)
    return telling


def bodies(outcome: Outcome, sheet: Sheet) -> list[e.Body]:
    """Line places in order, advantages, double throws, accidents, arrivals by unit, and the order the dice gave to riders who are level."""
    return told(outcome, sheet).told


def left(outcome: Outcome) -> tuple[str, ...]:
    """Who had an accident: also whoever is classified last for it, by the option, without having arrived."""
    return (*outcome.out, *(one.rider for one in outcome.finish if one.group is None))


def arrived(outcome: Outcome) -> list[str]:
    """Who crossed the line, by place."""
    return [one.rider for one in outcome.finish if one.group is not None]


def _lines(outcome: Outcome, telling: Telling) -> None:
    sheet = telling.sheet
    for passing in outcome.passings:
        line = sheet.frame.lines[passing.line]
        if line.at_finish:
            continue  # its order is that of the arrivals
        standing = len(sheet.lines[line.key])
        for rider in passing.riders[standing : sheet.frame.needed(line)]:
            telling.tell(e.Place(line.key, rider))


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


def _order(outcome: Outcome, telling: Telling) -> None:
    """Moves riders whom dice on the table placed otherwise than their squares and times do."""
    order = arrived(outcome)
    if sorted(order) != sorted(telling.sheet.order):
        return
    for place, rider in enumerate(order, start=1):
        if telling.sheet.order[place - 1] != rider:
            telling.tell(e.Move(e.FINISH, rider, place))


def differences(outcome: Outcome, sheet: Sheet) -> list[str]:
    """Where the sheet says something else than the outcome, in words for a director; nothing where they are the same stage."""
    return [*_different_lines(outcome, sheet), *_different_counts(outcome, sheet), *_different_riders(outcome, sheet)]


def _names(sheet: Sheet, riders: Sequence[str]) -> str:
    return listed([sheet.name(rider) for rider in riders]) or "nobody"


def _different_lines(outcome: Outcome, sheet: Sheet) -> Iterator[str]:
    for passing in outcome.passings:
        line = sheet.frame.lines[passing.line]
        if line.at_finish:
            continue
        ridden, logged = passing.riders[: sheet.frame.needed(line)], tuple(sheet.lines[line.key])
        if ridden != logged:
            yield f"{line.label}: the log names {_names(sheet, logged)}, the digital stage {_names(sheet, ridden)}."


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


def _different_riders(outcome: Outcome, sheet: Sheet) -> Iterator[str]:
    ridden_out = set(left(outcome))
    if apart := (set(sheet.out) - ridden_out) | (ridden_out - sheet.gone.keys()):
        yield f"Out by an accident in the log or in the digital stage, but not in both: {_names(sheet, sorted(apart))}."
    logged = [(arrival.rider, arrival.seconds) for arrival in sheet.result().arrivals]
    ridden = [(one.rider, one.time) for one in outcome.finish]
    if len(logged) != len(ridden):
        yield f"{len(logged)} riders have arrived in the log and {len(ridden)} in the digital stage."
    for place, (there, here) in enumerate(zip(logged, ridden, strict=False), start=1):
        if there != here:
            said = (f"{sheet.name(rider)} ({clock(seconds) or 'no time'})" for rider, seconds in (there, here))
            yield f"{next(said)} is {ordinal(place)} in the log, {next(said)} in the digital stage."
            return
