"""Rebuild the stored results of a tour from its logs, where an older version or anything else left
other ones.

Only what the log says counts. A log that was itself changed or cut short is no ground to build on:
such a tour is refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from tourmanager.results.log.reading import field_of, read_entries
from tourmanager.results.log.recording import STANDING, standing_of
from tourmanager.results.models import VERSION, Entry, Standing
from tourmanager.results.publishing.verify import find_changed_logs, logs_of, rebuild_sheets
from tourmanager.results.publishing.verify_results import list_differences
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.scoring.result import read as read_result
from tourmanager.tabletop.registry import room
from tourmanager.tours.models import Stage, Tour


class LogChanged(Exception):
    """The log does not fit its checksums; the message says where."""


@dataclass
class Rebuilt:
    """What rebuilding did to the stored results of a tour."""

    checked: int = 0
    marked: int = 0  # equal, but made by an older version
    changed: dict[str, list[str]] = field(default_factory=dict)  # stage: what differs


@transaction.atomic
def rebuild(tour: Tour, *, write: bool = True) -> Rebuilt:
    """Rebuild all stored results; without `write` only say what would change.

    Raises LogChanged or entries.Unreadable, nothing changed.
    """
    tour = Tour.objects.select_for_update().get(pk=tour.pk)
    room(tour.game)  # raises UnknownGame
    start_list = field_of(tour)
    stages, logs = logs_of(tour)
    if broken := find_changed_logs(tour, stages, logs):
        raise LogChanged(next(iter(broken.values())))
    kept = {row.stage_id: row for row in Standing.objects.filter(stage__tour=tour)}
    proved = rebuild_sheets(
        stages, {pk: read_entries(log) for pk, log in logs.items()}, logs, start_list
    )
    found, rows = Rebuilt(checked=len(proved)), list[Standing]()
    for stage in stages:
        if stage.pk in proved:
            row = _rebuild(stage, *proved[stage.pk], logs[stage.pk])
            if _note_changes(found, stage, kept.get(stage.pk), row, start_list.names):
                rows.append(row)
    strays = [stage for stage in stages if stage.pk in kept and stage.pk not in proved]
    for stage in strays:
        found.changed[str(stage)] = [_("a result was stored, but its log has not ended it.")]
    if write:
        Standing.objects.filter(stage__in=strays).delete()
        _write(tour, rows, changed=bool(found.changed))
    return found


def _write(tour: Tour, rows: list[Standing], *, changed: bool) -> None:
    """Keep the rebuilt rows; where one of them changed, pages draw themselves again."""
    if rows:
        Standing.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["stage"], update_fields=STANDING
        )
    if changed:
        Tour.objects.filter(pk=tour.pk).update(revision=F("revision") + 1)


def _note_changes(
    found: Rebuilt, stage: Stage, old: Standing | None, row: Standing, names: dict[str, str]
) -> bool:
    """Add what the rebuilt result changes; return whether it has to be stored."""
    if differing := _changes(old, row, names):
        found.changed[str(stage)] = differing
        return True
    outdated = old is not None and old.version < VERSION
    found.marked += outdated
    return outdated


def _rebuild(stage: Stage, seq: int, sheet: Sheet, log: Sequence[Entry]) -> Standing:
    """Make the result of a stage from the sheet that the entry of that number ended."""
    end = next(entry for entry in log if entry.seq == seq)
    row = standing_of(stage, sheet, seq=seq, at=end.at)
    row.checksum = end.checksum
    return row


def _changes(old: Standing | None, row: Standing, names: dict[str, str]) -> list[str]:
    """Say what the rebuilt result changes."""
    if old is None:
        return [_("its result was not stored.")]
    now = read_result(row.result)
    try:
        said = list_differences(read_result(old.result), now, names)
    except msgspec.ValidationError as error:
        said = [_("its stored result could not be read: %(error)s.") % {"error": error}]
    if old.seq != row.seq:
        said.append(
            _("it was kept as of entry %(kept)s, the stage was last ended by entry %(ended)s.")
            % {"kept": old.seq, "ended": row.seq}
        )
    if old.checksum != row.checksum:
        said.append(_("it did not name the checksum of the entry that ended the stage."))
    return said
