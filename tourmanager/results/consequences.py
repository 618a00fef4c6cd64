"""What a correction would change, in sentences, before it is saved (CP-APP-019)."""

from collections.abc import Iterable, Sequence
from itertools import groupby

import msgspec

from tourmanager.results.reading import Field, StageReading, standings_of
from tourmanager.results.words import listed
from tourmanager.scoring.changes import Changes, RowChange, changes
from tourmanager.scoring.result import StageResult
from tourmanager.scoring.tables import BY_TIME
from tourmanager.scoring.words import CLASSIFICATION_NAMES, ordinal
from tourmanager.web.templatetags.race import clock

COLOUR_NAMES = {"yellow": "Yellow", "dots": "Red dots", "purple": "Purple", "green": "Green"}


class Section(msgspec.Struct, frozen=True):
    title: str
    lines: list[str]


class Consequences(msgspec.Struct, frozen=True):
    summary: str  # "Yellow changes after stages 2–4; 3 riders move; Cycling Party points: Anna 12 → 14"
    sections: list[Section]
    gaps: list[str]  # what other stages lack because of it


def consequences(reading: StageReading) -> Consequences:
    """The tour with the stage as it is now recorded, against the tour as it stands."""
    number, field = reading.stage.number, reading.field
    standing = reading.ended.results
    corrected = reading.log.sheet.result()
    results = [corrected if result.number == number else result for result in standing]
    found = changes(standings_of(field, standing), standings_of(field, results))
    return Consequences(_summary(found, field), _sections(found, field), _gaps(field, standing, results, number))


def stages(first: int, last: int) -> str:
    return f"stage {first}" if first == last else f"stages {first}–{last}"


def _names(field: Field, codes: Sequence[str]) -> str:
    return listed([field.names[code] for code in codes]) or "nobody"


def _summary(found: Changes, field: Field) -> str:
    if not found:
        return "Nothing changes in the classifications."
    parts = []
    for colour, jerseys in groupby(found.jerseys, key=lambda jersey: jersey.colour):
        after = [number for jersey in jerseys for number in range(jersey.first, jersey.last + 1)]
        parts.append(f"{COLOUR_NAMES[colour]} changes after {_list_of(after)}")
    moved = len(found.riders_moved)
    parts.append("1 rider moves" if moved == 1 else f"{moved} riders move" if moved else "no rider moves in a classification")
    points = [f"{field.by_letter[row.team].player} {row.points_before} → {row.points_after}" for row in found.points]
    parts.append(f"Cycling Party points: {', '.join(points) or 'unchanged'}")
    said = "; ".join(parts)
    return f"{said[0].upper()}{said[1:]}."


def _sections(found: Changes, field: Field) -> list[Section]:
    sections = []
    if found.jerseys:
        lines = [
            f"{COLOUR_NAMES[jersey.colour]} after {stages(jersey.first, jersey.last)}: "
            f"{_names(field, jersey.after)} instead of {_names(field, jersey.before)}."
            for jersey in found.jerseys
        ]
        sections.append(Section("Jerseys", lines))
    for stage, rows in groupby(found.arrivals, key=lambda row: row.stage):
        lines = [
            f"{field.names[row.rider]}: {_placed(row.place_before, row.seconds_before)} → {_placed(row.place_after, row.seconds_after)}"
            for row in rows
        ]
        sections.append(Section(f"Result of stage {stage}", lines))
    for key, changed in groupby(found.rows, key=lambda row: row.key):
        sections.append(Section(CLASSIFICATION_NAMES[key], [f"{field.names[row.who]}: {_row(row)}" for row in changed]))
    if found.points:
        lines = [f"{field.by_letter[row.team].player}: {row.points_before} → {row.points_after}" for row in found.points]
        sections.append(Section("Cycling Party points", lines))
    return sections


def _placed(place: int | None, seconds: int | None) -> str:
    return "not in the result" if place is None or seconds is None else f"{ordinal(place)} in {clock(seconds)}"


def _row(row: RowChange) -> str:
    """ "2nd → 1st, 80 → 90 points", or what of it changes."""
    rank = f"{_rank(row.rank_before)} → {_rank(row.rank_after)}" if row.moved else f"stays {_rank(row.rank_after)}"
    if None in (row.figure_before, row.figure_after) or row.figure_before == row.figure_after:
        return rank
    if row.key in BY_TIME:
        return f"{rank}, {clock(row.figure_before)} → {clock(row.figure_after)}"
    return f"{rank}, {row.figure_before} → {row.figure_after} points"


def _rank(rank: int | None) -> str:
    return "not listed" if rank is None else ordinal(rank)


def _gaps(field: Field, before: Sequence[StageResult], after: Sequence[StageResult], number: int) -> list[str]:
    """Riders whose part in later stages no longer agrees with whether they are in the race."""
    old = next((result for result in before if result.number == number), None)
    new = next(result for result in after if result.number == number)
    later = [result for result in after if result.number > number]
    was_out = set(old.out) if old else set()
    found = []
    for rider in sorted(was_out - set(new.out)):
        lacking = [result.number for result in later if rider not in _arrived(result) and rider not in result.out]
        if lacking:
            found.append(f"{field.names[rider]} is back in the race and missing in {_list_of(lacking)}: reopen there and log his arrival.")
    for rider in sorted(set(new.out) - was_out):
        riding = [result.number for result in later if rider in _arrived(result)]
        if riding:
            found.append(f"{field.names[rider]} is out of the race now, so his arrival in {_list_of(riding)} no longer counts.")
    return found


def _arrived(result: StageResult) -> set[str]:
    return {arrival.rider for arrival in result.arrivals}


def _list_of(numbers: Iterable[int]) -> str:
    """stages 2–3 and 5."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    words = [str(first) if first == last else f"{first}–{last}" for first, last in runs]
    single = len(runs) == 1 and runs[0][0] == runs[0][1]
    return f"stage {words[0]}" if single else f"stages {listed(words)}"
