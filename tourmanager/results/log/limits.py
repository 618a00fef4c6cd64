"""Limit how much may be logged in a tour to what a file of it can bring back. `record` and imports
both count by these rules (pure).

Two things are counted over all stages of a tour: the bytes that its log takes in a file, and the
entries that have to be read again because something was undone, done again, ended or reopened.
"""

from collections.abc import Mapping
from typing import Protocol

from django.utils.translation import gettext as _

from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.jury import EntryRefused

MOST_BYTES = 8 * 1024 * 1024  # of the log in a file: some 40,000 entries, ten times a long tour
MOST_READ_AGAIN = 500_000  # entries: more is no race, but an attempt to keep the server busy


class LogFull(EntryRefused):
    """The tour has reached the most that may be logged in it."""

    code = "log_full"


class Spent(Protocol):
    """The bytes and repeated readings that the log of one stage has taken so far."""

    bytes: int
    weight: int  # what reading it once takes, in ordinary entries
    read_again: int
    stale: bool  # the next entry needs it read again


def reading_cost(body: e.EntryBody) -> int:
    """Return how many ordinary entries an entry costs to read.

    A table of results names whole fields of riders.
    """
    if not isinstance(body, e.Results):
        return 1
    return 1 + (len(body.arrivals or ()) + sum(len(line.riders) for line in body.lines or ())) // 2


def count_entry(
    stages: Mapping[int, Spent], stage: int, body: e.EntryBody, size: int, riders: int
) -> None:
    """Count one more entry of a stage, `size` bytes long in a file.

    Raises EntryRefused where the tour is full.
    """
    own = stages[stage]
    _read(own, riders)
    own.weight += reading_cost(body)
    own.bytes += size
    if isinstance(body, e.STEERING):
        own.stale = True
    if isinstance(body, e.End):
        _read(own, riders)
        for each in stages.values():
            each.stale = True  # who starts elsewhere, and with what, may have changed
    check_limits(stages)


def check_limits(stages: Mapping[int, Spent]) -> None:
    """Raise EntryRefused where more is logged than a file can bring back."""
    if sum(each.bytes for each in stages.values()) > MOST_BYTES:
        raise LogFull(
            _(
                "The log of this tour is full: it has reached %(most)s MB, the "
                "most that a file of a tour can hold. Nothing more can be logged in "
                "it."
            )
            % {"most": MOST_BYTES // 1024 // 1024}
        )
    if sum(each.read_again for each in stages.values()) > MOST_READ_AGAIN:
        raise LogFull(
            _(
                "The log of this tour is full: so much was undone, redone and "
                "corrected in it that a file of it could not be imported. Nothing "
                "more can be logged in it."
            )
        )


def _read(stage: Spent, riders: int) -> None:
    if stage.stale:
        stage.read_again += stage.weight + riders // 5
        stage.stale = False
