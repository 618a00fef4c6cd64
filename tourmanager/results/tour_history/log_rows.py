"""Word entries of all logs of a tour, as the page of a stage's log does, without reading the logs
to their ends.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from tourmanager.results.log.reading import TourStartList, ended_of, frame_of
from tourmanager.results.log.stage_log import Logged, split_entries
from tourmanager.results.models import Entry
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.frame import Frame
from tourmanager.results.sheet.words import riders_named, say
from tourmanager.results.tour_history.kinds import KINDS, kind_of_tag
from tourmanager.tours.models import Stage, Tour
from tourmanager.web.history import HistoryRow

MOST_JERSEYS = 6  # drawn in one row
STEERING_TAGS = ("end", "undo", "redo", "discard", "resume")


@dataclass
class StageWords:
    """What the entries of one stage are worded with."""

    frame: Frame
    bodies: Mapping[int, e.EntryBody]  # of entries on the page, and of those they undo
    voided: Mapping[int, Logged]  # of entries on the page, those that were undone


def log_rows(
    tour: Tour, field: TourStartList, stages: Mapping[int, Stage], entries: Sequence[Entry]
) -> dict[int, HistoryRow]:
    """Return the rows of these entries by their keys (2 queries)."""
    pks = {entry.stage_id for entry in entries}
    words = _read_words(tour, field, [stages[pk] for pk in sorted(pks)], entries)
    return {
        entry.pk: _row(entry, stages[entry.stage_id], field, words[entry.stage_id])
        for entry in entries
    }


def _read_words(
    tour: Tour, field: TourStartList, stages: Sequence[Stage], entries: Sequence[Entry]
) -> dict[int, StageWords]:
    ended = ended_of(tour)
    known = {entry.pk: entry for entry in [*entries, *_entries_around(stages, entries)]}
    found = {}
    for stage in stages:
        log = sorted(
            (entry for entry in known.values() if entry.stage_id == stage.pk),
            key=lambda entry: entry.seq,
        )
        logged = [
            Logged(entry.seq, body, entry.client, entry.by_id)
            for entry in log
            if (body := _body_of(entry)) is not None
        ]
        frame = frame_of(stage, stage.lines.all(), field, ended)
        found[stage.pk] = StageWords(
            msgspec.structs.replace(frame, names=field.full_names),
            {entry.seq: entry.body for entry in logged},
            split_entries(logged)[1],
        )
    return found


def _entries_around(stages: Iterable[Stage], entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that end, undo and correct in these stages, which say what counts for
    nothing, and those that an entry on the page undoes (1 query).
    """
    wanted = Q(stage__in=list(stages), body__do__in=STEERING_TAGS)
    for entry in entries:
        if isinstance(body := _body_of(entry), e.Undo | e.Redo):
            wanted |= Q(stage=entry.stage_id, seq__in=body.seqs)
    return list(Entry.objects.filter(wanted))


def _body_of(entry: Entry) -> e.EntryBody | None:
    """Read what an entry says; None where it was changed into something unreadable."""
    try:
        return e.load(entry.body)
    except e.Unreadable:
        return None


def _row(entry: Entry, stage: Stage, field: TourStartList, words: StageWords) -> HistoryRow:
    body = words.bodies.get(entry.seq)
    tag = entry.body.get("do", "") if isinstance(entry.body, dict) else ""
    return HistoryRow(
        at=entry.at,
        who=entry.by_name,
        words=(
            _("an entry that cannot be read")
            if body is None
            else say(body, words.frame, words.bodies)
        ),
        kind=KINDS[kind_of_tag(tag)],
        where=str(stage),
        address=_address(stage),
        marks=() if body is None else _marks(body, field),
        undone=entry.seq in words.voided,
        imported=bool(entry.imported),
    )


def _address(stage: Stage) -> str:
    """Return the page of the stage's log; staff who do not direct the tour see the stage."""
    if stage.tour.directed:
        return reverse("results:history", args=[stage.tour.slug, stage.number])
    return stage.get_absolute_url()


def _marks(body: e.EntryBody, field: TourStartList) -> tuple[Any, ...]:
    """Return the jerseys of the riders and teams that an entry names."""
    known = [who for who in riders_named(body) if who in field.riders or who in field.by_letter]
    return tuple(field.mark_of(who) for who in known[:MOST_JERSEYS])
