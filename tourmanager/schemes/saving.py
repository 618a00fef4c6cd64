"""Changes of a tour's scheme: their effect on its classifications, and the one function that saves
them.

A line names as many riders as it pays, so the results kept of ended stages are read from their logs
again under the changed scheme; the log keeps every rider named, however many are paid now.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec
from django.db import transaction
from django.utils.translation import gettext

from tourmanager.accounts.models import User
from tourmanager.results.log.reading import (
    TourStartList,
    ended_of,
    field_of,
    read_entries,
    standings_of,
)
from tourmanager.results.models import VERSION, Entry, Standing
from tourmanager.results.publishing.beyond import list_effects
from tourmanager.results.publishing.changed import ChangedLine, ChangedSection
from tourmanager.results.publishing.consequences import (
    labels_of,
    list_changes,
    summarise_changes,
)
from tourmanager.results.publishing.verify import rebuild_sheets
from tourmanager.scoring.changes import Changes, compare_histories
from tourmanager.scoring.result import StageResult
from tourmanager.scoring.scheme import Scheme, dump_scheme, scheme_keys
from tourmanager.tours.changes import note_marks
from tourmanager.tours.models import Tour, TourRider
from tourmanager.tours.rules import mark_of, rules_of


class ChangedMeanwhile(Exception):
    """Somebody else saved another scheme since this one was opened."""


class SchemeEffects(msgspec.Struct, frozen=True):
    """Effects of a changed scheme; nothing before the first stage has ended."""

    summary: str
    sections: Sequence[ChangedSection]
    mark: str  # of the scheme it was told for


def effects_of(tour: Tour, rules: Scheme) -> SchemeEffects | None:
    """Compute what saving these rules would change in the current classifications."""
    before, results = field_of(tour), ended_of(tour).results
    if not results:
        return None
    after = _under(tour, rules)
    new_results = [sheet_result for _, sheet_result in sorted(_results(tour, after).items())]
    changes = _make_comparable(
        compare_histories(standings_of(before, results), standings_of(after, new_results)),
        before.scheme,
        after.scheme,
    )
    labels = labels_of([*results, *new_results])
    come_and_gone = _come_and_gone(before.scheme, after.scheme)
    sentence = (
        summarise_changes(changes, after, labels)
        if changes or not come_and_gone
        else gettext("No other classification changes.")
    )
    return SchemeEffects(
        sentence,
        [
            *come_and_gone,
            *list_changes(changes, after, labels),
            *list_effects(before, after, new_results),
        ],
        mark_of(dump_scheme(rules)),
    )


def _make_comparable(changes: Changes, old: Scheme, new: Scheme) -> Changes:
    """Leave out classifications that are new, and the figures of those with another unit."""
    new_keys, common_keys = (
        new.by_key.keys() - old.by_key.keys(),
        old.by_key.keys() & new.by_key.keys(),
    )
    other_unit = {key for key in common_keys if old.by_key[key].by_time != new.by_key[key].by_time}
    rows = [row for row in changes.rows if row.key not in new_keys]
    return msgspec.structs.replace(
        changes,
        rows=tuple(
            msgspec.structs.replace(row, figure_before=None) if row.key in other_unit else row
            for row in rows
        ),
        jerseys=tuple(jersey for jersey in changes.jerseys if jersey.key not in new_keys),
    )


def _come_and_gone(old: Scheme, new: Scheme) -> list[ChangedSection]:
    arrivals = [
        ChangedLine((), ranking.name, gettext("is new"))
        for key, ranking in new.by_key.items()
        if key not in old.by_key
    ]
    departures = [
        ChangedLine((), ranking.name, gettext("goes"))
        for key, ranking in old.by_key.items()
        if key not in new.by_key
    ]
    return (
        [ChangedSection(gettext("Classifications"), [*arrivals, *departures])]
        if arrivals or departures
        else []
    )


def _under(tour: Tour, rules: Scheme) -> TourStartList:
    """Return the start list of the tour as if it were scored by these rules."""
    other = Tour.objects.get(pk=tour.pk)
    other.rules = dump_scheme(rules)
    return field_of(other)


def _results(tour: Tour, field: TourStartList) -> Mapping[int, StageResult]:
    """Return results of the ended stages under other rules, by the number of the stage."""
    if rules_of(tour).line_points == field.scheme.line_points:
        return {result.number: result for result in ended_of(tour).results}
    stages = list(tour.stages.order_by("number").prefetch_related("lines"))
    logs: dict[int, list[Entry]] = {stage.pk: [] for stage in stages}
    for entry in Entry.objects.filter(stage__tour=tour).order_by("stage", "seq"):
        logs[entry.stage_id].append(entry)
    proved = rebuild_sheets(
        stages, {pk: read_entries(log) for pk, log in logs.items()}, logs, field
    )
    return {stage.number: proved[stage.pk][1].result() for stage in stages if stage.pk in proved}


def save_rules(tour: Tour, rules: Scheme, *, rules_mark: str, by: User, at: datetime) -> Tour:
    """Score the tour by these rules from now on; `rules_mark` is that of the rules that
    were changed. Raises ChangedMeanwhile, nothing saved.
    """
    with transaction.atomic():
        row = Tour.objects.select_for_update().get(pk=tour.pk)
        if mark_of(row.rules) != rules_mark:
            raise ChangedMeanwhile
        ended_stages = {
            standing.stage.number: standing
            for standing in Standing.objects.filter(stage__tour=row).select_related("stage")
        }
        for number, result in _results(row, _under(row, rules)).items():
            if number in ended_stages:
                ended_stages[number].result = msgspec.to_builtins(result)
                ended_stages[number].version = VERSION
        Standing.objects.bulk_update(ended_stages.values(), ["result", "version"])
        row.rules = dump_scheme(rules)
        if rules.key in scheme_keys():
            row.scheme = rules.key
        row.revision += 1
        row.changed_at = at
        setattr(row, "_history_user", by)  # noqa: B010 - who it was, for the history; the model itself has no such field
        row.save(update_fields=["rules", "scheme", "revision", "changed_at"])
    return row


def save_marks(
    tour: Tour, ticked: Mapping[str, set[str]], *, at: datetime, by: User | None = None
) -> None:
    """Give each mark to the riders named by their codes, and to nobody else; other marks stay."""
    with transaction.atomic():
        row = Tour.objects.select_for_update().get(pk=tour.pk)
        riders: list[TourRider] = []
        before: dict[str, list[str]] = {}
        for code, rider in field_of(row).riders.items():
            before[code] = list(rider.marks)
            rider.marks = [
                *(mark for mark in rider.marks if mark not in ticked),
                *(mark for mark, codes in ticked.items() if code in codes),
            ]
            riders.append(rider)
        TourRider.objects.bulk_update(riders, ["marks"])
        note_marks(row, before, dict(zip(before, riders, strict=True)), by=by, at=at)
        row.revision += 1
        row.changed_at = at
        row.save(update_fields=["revision", "changed_at"])
