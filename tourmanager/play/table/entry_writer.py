"""Write the entries that a director would have tapped of a digital stage: what every game shares.

A game's `Adapter.to_entries` continues from what stands in the sheet already, so that a stage begun
at the table is written to its end. Its `differences` says in words where the sheet then differs
from the outcome; where it says nothing, the recorded stage is the one ridden.
"""

from collections.abc import Iterator, Sequence
from copy import deepcopy

from django.utils.translation import gettext as _

from games.engine import AnyOutcome
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.scoring.words import join_with_and, ordinal
from tourmanager.web.templatetags.race import clock


class EntryWriter:
    """A sheet that grows with each entry, and the entries written so far."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = deepcopy(sheet)
        self.entries: list[e.EntryBody] = []

    def write(self, body: e.EntryBody) -> None:
        """Add an entry. Raises EntryRefused where the sheet cannot take it."""
        self.sheet.apply(body)
        self.entries.append(body)


def riders_out(outcome: AnyOutcome) -> tuple[str, ...]:
    """Return who left the race during the stage, also those whom an option classifies last."""
    return (*outcome.out, *(one.rider for one in outcome.finish if one.group is None))


def arrival_order(outcome: AnyOutcome) -> list[str]:
    """Return riders who crossed the line, by place."""
    return [one.rider for one in outcome.finish if one.group is not None]


def write_lines(outcome: AnyOutcome, writer: EntryWriter) -> None:
    """Write the places of each line that pay."""
    sheet = writer.sheet
    for passing in outcome.passings:
        line = sheet.frame.lines[passing.line]
        if line.at_finish:
            continue  # its order is that of the arrivals
        standing = len(sheet.lines[line.key])
        for rider in passing.riders[standing : sheet.frame.places_needed(line)]:
            writer.write(e.Place(line.key, rider))


def write_order(outcome: AnyOutcome, writer: EntryWriter) -> None:
    """Move riders whom the table placed otherwise than their squares and times do."""
    order = arrival_order(outcome)
    if sorted(order) != sorted(writer.sheet.order):
        return
    for place, rider in enumerate(order, start=1):
        if writer.sheet.order[place - 1] != rider:
            writer.write(e.Move(e.FINISH, rider, place))


def names(sheet: Sheet, riders: Sequence[str]) -> str:
    return join_with_and([sheet.name(rider) for rider in riders]) or _("nobody")


def line_differences(outcome: AnyOutcome, sheet: Sheet) -> Iterator[str]:
    for passing in outcome.passings:
        line = sheet.frame.lines[passing.line]
        if line.at_finish:
            continue
        here, there = (
            passing.riders[: sheet.frame.places_needed(line)],
            tuple(sheet.lines[line.key]),
        )
        if here != there:
            yield (
                _("%(line)s: the log names %(logged)s, the digital stage %(ridden)s.")
                % {
                    "line": line.label,
                    "logged": names(sheet, there),
                    "ridden": names(sheet, here),
                }
            )


def rider_differences(outcome: AnyOutcome, sheet: Sheet) -> Iterator[str]:
    """Compare who is out, who arrived, in which order and with which times."""
    ridden_out = set(riders_out(outcome))
    if apart := (set(sheet.out) - ridden_out) | (ridden_out - sheet.abandons.keys()):
        yield (
            _("Out of the race in the log or in the digital stage, but not in both: %(logged)s.")
            % {"logged": names(sheet, sorted(apart))}
        )
    arrivals = [(arrival.rider, arrival.seconds) for arrival in sheet.result().arrivals]
    finishers = [(one.rider, one.time) for one in outcome.finish]
    if len(arrivals) != len(finishers):
        yield (
            _("%(logged)s riders have arrived in the log and %(ridden)s in the digital stage.")
            % {"logged": len(arrivals), "ridden": len(finishers)}
        )
    for place, (there, here) in enumerate(zip(arrivals, finishers, strict=False), start=1):
        if there != here:
            logged, ridden = (
                f"{sheet.name(rider)} ({clock(seconds) or _('no time')})"
                for rider, seconds in (there, here)
            )
            yield _("%(logged)s is %(place)s in the log, %(ridden)s in the digital stage.") % {
                "logged": logged,
                "ridden": ridden,
                "place": ordinal(place),
            }
            return
