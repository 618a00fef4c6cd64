"""The entry that a stage's log gets from its rows: arrivals, statuses, penalties, and points dealt to the finish and to lines."""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, cast

from tourmanager.results import entries as e
from tourmanager.results.incoming import awards
from tourmanager.results.incoming.rows import Row
from tourmanager.results.incoming.stages import Stage
from tourmanager.scoring.scheme import TYPES, Scheme
from tourmanager.scoring.words import ordinal

Left = dict[str, Literal["dnf", "dns", "otl", "dsq"]]


def guess_type(stage: Stage, scheme: Scheme, finish: Sequence[Row]) -> None:
    """The type whose first gets what this stage's first got at the finish, where the file does not say it; else flat."""
    ranking = awards.finish_ranking(scheme)
    winner = next((row.points for row in finish if row.place == 1), None)
    if stage.type or ranking is None:
        stage.type = stage.type or "flat"
        return
    tables = {type_: ranking.finish_table(type_, stage.kind or "road") for type_ in TYPES}
    fitting = [type_ for type_, table in tables.items() if table and table[0] == winner]
    alike = all(tables[type_] == tables[fitting[0]] for type_ in fitting)  # two types of one table are the same to scoring
    stage.type = fitting[0] if fitting and alike and len(fitting) < len(TYPES) else "flat"


def results_of(
    stage: Stage, scheme: Scheme, order: Sequence[str], course: Mapping[str, str], given: Collection[str], source: str
) -> e.Results:
    """The entry that the stage's log gets.

    `order` are the arrivals where the file has none, `course` the lines on the road by key, with their category; `given` are lines that an
    earlier table gave: this one takes the place of those of its sort.
    """
    at: dict[int, list[str]] = {}
    for place, code in enumerate(order, 1):
        at.setdefault(place, []).append(code)
    if stage.has_arrivals:
        at = {}
        for row in stage.arrivals:
            at.setdefault(row.place, []).append(row.code)
    ranking = awards.finish_ranking(scheme)
    tables = list(ranking.finish.values()) if ranking else []
    finish = awards.finish_of(stage.sprints, at, tables) if ranking else []
    guess_type(stage, scheme, finish)
    _own_points(stage, finish)
    in_finish = {id(row) for row in finish}
    rest = [row for row in stage.sprints if id(row) not in in_finish]
    sprints = _lines(stage, rest, scheme, course, climbs=False)
    climbs = _lines(stage, stage.climbs, scheme, course, climbs=True)
    if stage.sprints or stage.climbs:
        stage.warnings += _not_as_scheme(stage, scheme, finish, [*sprints, *climbs])
    kinds = {key for rows, key in ((rest, "s"), (stage.climbs, "p")) if rows}
    keys = {line.key for line in (*sprints, *climbs)}
    emptied = [
        e.GivenLine(key, key.upper(), "is" if key[0] == "s" else "climb", ()) for key in given if key not in keys and key[0] in kinds
    ]
    paid = {row.code: row.points or 0 for row in finish} | {row.code: row.points for row in stage.arrivals if row.points is not None}
    return e.Results(
        arrivals=tuple(_given(row, position) for position, row in enumerate(stage.arrivals, 1)) if stage.has_arrivals else None,
        lines=(*sprints, *climbs, *emptied) or None,
        statuses=_left(stage) if stage.has_arrivals else None,
        penalties=tuple(e.Penalise(row.code, row.penalty, reason=row.reason) for row in stage.arrivals if row.penalty)
        if _penalised(stage)
        else None,
        finish_paid={ranking.key: paid} if ranking and paid else None,
        source=source,
    )


def _left(stage: Stage) -> Left:
    return cast(Left, {row.code: row.status for row in stage.left} | dict.fromkeys(stage.gone, "dnf"))


def _penalised(stage: Stage) -> bool:
    """Whether the table has a column for penalties at all: without one those of before stay."""
    return any(row.penalty is not None for row in stage.arrivals)


def _own_points(stage: Stage, finish: Sequence[Row]) -> None:
    if finish and any(row.points is not None for row in stage.arrivals):
        stage.warnings.append(f"{stage.title}: points at the finish stand in two tables; those of the arrivals count.")


def _given(row: Row, position: int) -> e.Given:
    seconds, thousandths = divmod(row.time or 0, 1000)
    return e.Given(row.code, seconds, row.place if row.place != position else 0, thousandths, row.bonus)


def _lines(stage: Stage, rows: Sequence[Row], scheme: Scheme, course: Mapping[str, str], *, climbs: bool) -> list[e.GivenLine]:
    """Lines by key: those of the course where the tour has one, else numbered as they come."""
    ranking = awards.lines_ranking(scheme, climbs=climbs)
    what, letter = ("climb", "p") if climbs else ("sprint", "s")
    if rows and ranking is None:
        stage.warnings.append(f"{stage.title}: {scheme.name} has no points for {what}s, so {len(rows)} rows count for nothing.")
        return []
    lines = awards.lines_of(rows, ranking, scheme.categories, climbs=climbs)
    on_road = [key for key in course if key[0] == letter]
    found = []
    for number, line in enumerate(lines, 1):
        if line.rows[0].place != 1:
            stage.warnings.append(f"{stage.title}: nobody is first at {line.label or f'{what} {number}'}.")
        key = _key(line.label, letter, number, on_road)
        if key in course:
            line.category = course[key]
        found.append(e.GivenLine(key, line.label or f"{what.capitalize()} {number}", line.category, line.riders, line.paid))
    return found


def _key(label: str, letter: str, number: int, on_road: Sequence[str]) -> str:
    """ "Sprint 2", "S2" and "2" are the course's second sprint; otherwise lines are numbered in their order."""
    digits = "".join(char for char in label if char.isdigit())
    if on_road and digits and f"{letter}{int(digits)}" in on_road:
        return f"{letter}{int(digits)}"
    return f"{letter}{number}"


def _not_as_scheme(stage: Stage, scheme: Scheme, finish: Sequence[Row], lines: Sequence[e.GivenLine]) -> list[str]:
    """Points that are not those of the scheme's tables; those of the file are kept."""
    found = []
    ranking = awards.finish_ranking(scheme)
    if finish and ranking:
        table = ranking.finish_table(stage.type, stage.kind or "road")
        wrong = [row for row in finish if (table[row.place - 1] if row.place <= len(table) else 0) != row.points]
        if wrong:
            row = wrong[0]
            said = table[row.place - 1] if row.place <= len(table) else 0
            found.append(
                f"{stage.title}: the points at the finish are not those of {scheme.name}: {row.who}, {ordinal(row.place)}, "
                f"has {row.points}, the scheme gives {said}. The file's count."
            )
    for line in lines:
        paying = awards.lines_ranking(scheme, climbs=line.key[0] == "p")
        table = paying.lines.get(line.category, []) if paying else []
        if table and line.paid and list(line.paid) != table[: len(line.paid)]:
            given = ", ".join(map(str, line.paid[:8]))
            usual = ", ".join(map(str, table[:8]))
            found.append(
                f"{stage.title}, {line.label}: the points are not those of {scheme.name} ({given} against {usual}). The file's count."
            )
        elif table and line.paid and len(line.paid) < len(table):
            found.append(f"{stage.title}, {line.label}: {len(line.paid)} riders have points, the scheme pays {len(table)}.")
    return found
