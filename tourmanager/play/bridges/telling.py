"""What a director would have tapped of a digital stage: what is alike in every game (pure).

A game's `told` continues what stands in the sheet already, so that a stage begun at the table is told to its end. Its `differences` says
in words where the sheet then says something else than the outcome; where it says nothing, the recorded stage is the one ridden.
"""

from collections.abc import Iterator, Sequence
from copy import deepcopy

from games.engine import Outcome
from tourmanager.results import entries as e
from tourmanager.results.sheet import Sheet
from tourmanager.scoring.words import listed, ordinal
from tourmanager.web.templatetags.race import clock


class Telling:
    """A sheet that grows by what is told, and the entries told so far."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = deepcopy(sheet)
        self.told: list[e.Body] = []

    def tell(self, body: e.Body) -> None:
        """Raises Refused where the sheet cannot take it."""
        self.sheet.apply(body)
        self.told.append(body)


def left(outcome: Outcome) -> tuple[str, ...]:
    """Who had an accident: also whoever is classified last for it, by the option, without having arrived."""
    return (*outcome.out, *(one.rider for one in outcome.finish if one.group is None))


def arrived(outcome: Outcome) -> list[str]:
    """Who crossed the line, by place."""
    return [one.rider for one in outcome.finish if one.group is not None]


def tell_lines(outcome: Outcome, telling: Telling) -> None:
    """The places of each line that pay."""
    sheet = telling.sheet
    for passing in outcome.passings:
        line = sheet.frame.lines[passing.line]
        if line.at_finish:
            continue  # its order is that of the arrivals
        standing = len(sheet.lines[line.key])
        for rider in passing.riders[standing : sheet.frame.needed(line)]:
            telling.tell(e.Place(line.key, rider))


def tell_order(outcome: Outcome, telling: Telling) -> None:
    """Moves riders whom the table placed otherwise than their squares and times do."""
    order = arrived(outcome)
    if sorted(order) != sorted(telling.sheet.order):
        return
    for place, rider in enumerate(order, start=1):
        if telling.sheet.order[place - 1] != rider:
            telling.tell(e.Move(e.FINISH, rider, place))


def names(sheet: Sheet, riders: Sequence[str]) -> str:
    return listed([sheet.name(rider) for rider in riders]) or "nobody"


def different_lines(outcome: Outcome, sheet: Sheet) -> Iterator[str]:
    for passing in outcome.passings:
        line = sheet.frame.lines[passing.line]
        if line.at_finish:
            continue
        ridden, logged = passing.riders[: sheet.frame.needed(line)], tuple(sheet.lines[line.key])
        if ridden != logged:
            yield f"{line.label}: the log names {names(sheet, logged)}, the digital stage {names(sheet, ridden)}."


def different_riders(outcome: Outcome, sheet: Sheet) -> Iterator[str]:
    """Who is out, who arrived, in which order and with which times."""
    ridden_out = set(left(outcome))
    if apart := (set(sheet.out) - ridden_out) | (ridden_out - sheet.gone.keys()):
        yield f"Out by an accident in the log or in the digital stage, but not in both: {names(sheet, sorted(apart))}."
    logged = [(arrival.rider, arrival.seconds) for arrival in sheet.result().arrivals]
    ridden = [(one.rider, one.time) for one in outcome.finish]
    if len(logged) != len(ridden):
        yield f"{len(logged)} riders have arrived in the log and {len(ridden)} in the digital stage."
    for place, (there, here) in enumerate(zip(logged, ridden, strict=False), start=1):
        if there != here:
            said = (f"{sheet.name(rider)} ({clock(seconds) or 'no time'})" for rider, seconds in (there, here))
            yield f"{next(said)} is {ordinal(place)} in the log, {next(said)} in the digital stage."
            return
