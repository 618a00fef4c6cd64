"""Describe what a correction would change, in sentences, before it is saved (CP-APP-019)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.results.log.reading import StageReading, TourStartList, standings_of
from tourmanager.results.publishing.beyond import list_effects
from tourmanager.results.publishing.changed import ChangedLine, ChangedSection
from tourmanager.results.sheet.words import lose_the_result, stage_list
from tourmanager.scoring.changes import Changes, RowChange, compare_histories
from tourmanager.scoring.result import StageResult
from tourmanager.scoring.words import join_with_and, ordinal
from tourmanager.web.drawing import COLOUR_NAMES
from tourmanager.web.templatetags.race import clock


class Consequences(msgspec.Struct, frozen=True):
    # "Yellow changes after stages 2–4; 3 riders move; points of the players: Anna 12 → 14"
    summary: str
    sections: list[ChangedSection]
    gaps: list[str]  # what other stages lack because of it


def find_consequences(reading: StageReading) -> Consequences:
    """Compare the tour with the stage as now recorded to the tour as stored."""
    number, field = reading.stage.number, reading.field
    standing = reading.ended.results
    corrected = reading.log.sheet.result()
    results = [corrected if result.number == number else result for result in standing]
    found = compare_histories(standings_of(field, standing), standings_of(field, results))
    labels = labels_of([*standing, *results])
    return Consequences(
        summarise_changes(found, field, labels),
        [*list_changes(found, field, labels), *list_effects(field, field, results)],
        _gaps(field, standing, results, number),
    )


def labels_of(results: Iterable[StageResult]) -> dict[int, str]:
    """Return the labels of stages by number: {4: "3b"}."""
    return {result.number: result.number_or_label for result in results}


def _stages(first: int, last: int, labels: Mapping[int, str]) -> str:
    return stage_list([number for number in labels if first <= number <= last], labels)


def _names(field: TourStartList, codes: Sequence[str]) -> str:
    return join_with_and([field.in_full(code) for code in codes]) or _("nobody")


def summarise_changes(found: Changes, field: TourStartList, labels: Mapping[int, str]) -> str:
    """Describe all changes in one sentence."""
    if not found:
        return _("Nothing changes in the classifications.")
    parts = []
    for colour, jerseys in groupby(found.jerseys, key=lambda jersey: jersey.colour):
        after = [
            number
            for jersey in jerseys
            for number in labels
            if jersey.first <= number <= jersey.last
        ]
        parts.append(
            _("%(colour)s changes after %(after)s")
            % {"colour": COLOUR_NAMES[colour], "after": stage_list(after, labels)}
        )
    parts.append(_say_moved(len(found.riders_moved)))
    rules = field.scheme.manager_points
    points = [
        f"{field.by_letter[row.team].player} {row.points_before} → {row.points_after}"
        for row in found.points
    ]
    if points:
        parts.append(f"{rules.name}: {', '.join(points)}")
    elif rules.points:
        parts.append(_("%(points)s: unchanged") % {"points": rules.name})
    said = "; ".join(parts)
    return f"{said[0].upper()}{said[1:]}."


def _say_moved(count: int) -> str:
    if not count:
        return _("no rider moves in a classification")
    return ngettext("%(count)s rider moves", "%(count)s riders move", count) % {"count": count}


def list_changes(
    found: Changes, field: TourStartList, labels: Mapping[int, str]
) -> list[ChangedSection]:
    """Describe the changes line by line, by section."""
    told = []
    if found.jerseys:
        lines = [
            ChangedLine(
                tuple(field.mark(code, jersey.colour) for code in jersey.after),
                _("%(colour)s after %(first)s")
                % {
                    "colour": COLOUR_NAMES[jersey.colour],
                    "first": _stages(jersey.first, jersey.last, labels),
                },
                _("%(now)s instead of %(before)s")
                % {"now": _names(field, jersey.after), "before": _names(field, jersey.before)},
            )
            for jersey in found.jerseys
        ]
        told.append(ChangedSection(_("Jerseys"), lines))
    for stage, rows in groupby(found.arrivals, key=lambda row: row.stage):
        lines = [
            _line(
                field,
                row.rider,
                f"{_say_place(row.place_before, row.seconds_before)} →"
                f" {_say_place(row.place_after, row.seconds_after)}",
            )
            for row in rows
        ]
        told.append(
            ChangedSection(_("Result of stage %(labels)s") % {"labels": labels[stage]}, lines)
        )
    for key, changed in groupby(found.rows, key=lambda row: row.key):
        ranking = field.scheme.by_key[key]
        told.append(
            ChangedSection(
                ranking.name,
                [_line(field, row.who, _row(row, by_time=ranking.by_time)) for row in changed],
            )
        )
    if found.points:
        lines = [
            ChangedLine(
                (field.mark_of(row.team),),
                field.by_letter[row.team].player,
                f"{row.points_before} → {row.points_after}",
            )
            for row in found.points
        ]
        told.append(ChangedSection(field.scheme.manager_points.name, lines))
    return told


def _line(field: TourStartList, who: str, text: str) -> ChangedLine:
    """Say what changes for a rider or a team."""
    drawn = field.mark_of(who)
    return ChangedLine((drawn,), drawn.name or drawn.team, text)


def _say_place(place: int | None, seconds: int | None) -> str:
    return (
        _("not in the result")
        if place is None or seconds is None
        else _("%(place)s in %(seconds)s") % {"place": ordinal(place), "seconds": clock(seconds)}
    )


def _row(row: RowChange, *, by_time: bool) -> str:
    """Describe what of a row changes: "2nd → 1st, 80 → 90 points"."""
    rank = (
        f"{_rank(row.rank_before)} → {_rank(row.rank_after)}"
        if row.changes_rank
        else _("stays %(rank)s") % {"rank": _rank(row.rank_after)}
    )
    if None in (row.figure_before, row.figure_after) or row.figure_before == row.figure_after:
        return rank
    if by_time:
        return f"{rank}, {clock(row.figure_before)} → {clock(row.figure_after)}"
    return _("%(rank)s, %(figure_before)s → %(figure_after)s points") % {
        "rank": rank,
        "figure_before": row.figure_before,
        "figure_after": row.figure_after,
    }


def _rank(rank: int | None) -> str:
    return _("not listed") if rank is None else ordinal(rank)


def _gaps(
    field: TourStartList, before: Sequence[StageResult], after: Sequence[StageResult], number: int
) -> list[str]:
    """List riders whose results in later stages no longer agree with whether they are in the
    race.
    """
    was_out, is_out = _out_on(before, number), _out_on(after, number)
    later = [result for result in after if result.number > number]
    labels = labels_of(after)
    return [
        *_back_and_missing(field, was_out - is_out, later, labels),
        *_out_and_riding(field, is_out - was_out, later, labels, number),
    ]


def _out_on(results: Iterable[StageResult], number: int) -> set[str]:
    """Return who left the race on that stage; nobody where it has no result."""
    return {rider for result in results if result.number == number for rider in result.out}


def _back_and_missing(
    field: TourStartList,
    back: Iterable[str],
    later: Sequence[StageResult],
    labels: Mapping[int, str],
) -> Iterator[str]:
    for rider in sorted(back):
        if lacking := [result.number for result in later if not _is_in(result, rider)]:
            text = _(
                "%(rider)s is back in the race and missing in %(stages)s: reopen there and log the"
                " arrival."
            )
            stages = stage_list(lacking, labels)
            yield text % {"rider": field.in_full(rider), "stages": stages}


def _out_and_riding(
    field: TourStartList,
    out: Iterable[str],
    later: Sequence[StageResult],
    labels: Mapping[int, str],
    number: int,
) -> Iterator[str]:
    for rider in sorted(out):
        if riding := [result.number for result in later if rider in _riders_who_arrived(result)]:
            name = field.in_full(rider)
            yield lose_the_result(riding, labels, name, stage_list([number], labels))


def _is_in(result: StageResult, rider: str) -> bool:
    """True if a rider arrived in a stage or was out in it."""
    return rider in _riders_who_arrived(result) or rider in result.out


def _riders_who_arrived(result: StageResult) -> set[str]:
    return {arrival.rider for arrival in result.arrivals}
