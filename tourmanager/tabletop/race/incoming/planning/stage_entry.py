"""Turn the rows of a stage into the entry of its log: arrivals, statuses, penalties, and points
dealt to the finish and to lines.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.results.sheet import entries as e
from tourmanager.scoring.scheme import Ranking, Scheme
from tourmanager.scoring.words import ordinal
from tourmanager.tabletop.race.incoming.planning import award_lines
from tourmanager.tabletop.race.incoming.planning.doubtful_figures import ask_shared_line
from tourmanager.tabletop.race.incoming.planning.paying_classifications import (
    PayingClassifications,
    other_payers,
)
from tourmanager.tabletop.race.incoming.planning.stage_rows import StageRows
from tourmanager.tabletop.race.incoming.questions import Questionnaire
from tourmanager.tabletop.race.incoming.reading.rows import ResultRow
from tourmanager.tabletop.race.vocabulary import VOCABULARY

Statuses = dict[str, Literal["dnf", "dns", "otl", "dsq"]]
POINTS_TOLD = 8  # points of a line that a warning repeats


@dataclass(frozen=True)
class StageContext:
    """What an import knows of a stage besides its rows.

    `order` are the arrivals where the file has none, `course` the lines on the road by key with
    their category; `earlier_lines` came from an earlier table, and this one replaces those of its
    sort.
    """

    name: str
    scheme: Scheme
    paying: PayingClassifications
    questionnaire: Questionnaire
    order: Sequence[str] = ()
    course: Mapping[str, str] = field(default_factory=dict)
    earlier_lines: Collection[str] = ()
    source: str = ""


def make_entry(stage: StageRows, context: StageContext) -> e.Results:
    """Make the entry that the stage log gets; add a warning for what differs from the scheme."""
    ranking = context.paying.finish
    finish = _finish_rows(stage, context)
    set_type(stage, ranking, finish)
    _warn_of_two_tables(stage, finish)
    in_finish = {id(row) for row in finish}
    sprint_rows = [row for row in stage.sprints if id(row) not in in_finish]
    sprints = _make_lines(stage, context, sprint_rows, climbs=False)
    climbs = _make_lines(stage, context, stage.climbs, climbs=True)
    lines = [*sprints, *climbs]
    if stage.sprints or stage.climbs:
        stage.warnings += _differences_from_scheme(stage, context, finish, lines)
    letters = {letter for rows, letter in ((sprint_rows, "s"), (stage.climbs, "p")) if rows}
    emptied = _emptied_lines(context.earlier_lines, lines, letters)
    points = _finish_points(stage, finish)
    return e.Results(
        arrivals=_arrivals(stage),
        lines=(*lines, *emptied) or None,
        statuses=_statuses(stage),
        penalties=_penalties(stage),
        finish_paid={ranking.key: points} if ranking and points else None,
        source=context.source,
        awards=_awards(stage),
    )


def _finish_rows(stage: StageRows, context: StageContext) -> list[ResultRow]:
    if (ranking := context.paying.finish) is None:
        return []
    places: dict[int, list[str]] = {}
    if stage.has_arrivals:
        for row in stage.arrivals:
            places.setdefault(row.place, []).append(row.code)
    else:
        places = {place: [code] for place, code in enumerate(context.order, 1)}
    return award_lines.find_finish(stage.sprints, places, list(ranking.finish.values()))


def set_type(stage: StageRows, ranking: Ranking | None, finish: Sequence[ResultRow]) -> None:
    """Set the type of a stage whose file does not name it: the one that pays its first what this
    stage's first got at the finish; else flat.
    """
    if not stage.type:
        stage.type = (ranking and _type_by_points(stage, ranking, finish)) or "flat"


def _type_by_points(stage: StageRows, ranking: Ranking, finish: Sequence[ResultRow]) -> str:
    winner = next((row.points for row in finish if row.place == 1), None)
    tables = {
        type_: ranking.finish_table(type_, stage.kind or "road") for type_ in VOCABULARY.types
    }
    fitting = [type_ for type_, table in tables.items() if table and table[0] == winner]
    # two types of one table are the same to scoring
    alike = all(tables[type_] == tables[fitting[0]] for type_ in fitting)
    return fitting[0] if fitting and alike and len(fitting) < len(VOCABULARY.types) else ""


def _warn_of_two_tables(stage: StageRows, finish: Sequence[ResultRow]) -> None:
    if finish and any(row.points is not None for row in stage.arrivals):
        stage.warnings.append(
            _("%(stage)s: points at the finish stand in two tables; those of the arrivals count.")
            % {"stage": stage.title}
        )


def _emptied_lines(
    earlier: Collection[str], lines: Sequence[e.GivenLine], letters: Collection[str]
) -> list[e.GivenLine]:
    """Return empty lines in place of earlier ones of the same sort that no row names any more."""
    keys = {line.key for line in lines}
    return [
        e.GivenLine(key, key.upper(), "is" if key[0] == "s" else "climb", ())
        for key in earlier
        if key not in keys and key[0] in letters
    ]


def _finish_points(stage: StageRows, finish: Sequence[ResultRow]) -> dict[str, int]:
    """Return the points at the finish by rider; those in the table of arrivals count first."""
    points = {row.code: row.points or 0 for row in finish}
    return points | {row.code: row.points for row in stage.arrivals if row.points is not None}


def _arrivals(stage: StageRows) -> tuple[e.Given, ...] | None:
    if not stage.has_arrivals:
        return None
    return tuple(_arrival(row, position) for position, row in enumerate(stage.arrivals, 1))


def _arrival(row: ResultRow, position: int) -> e.Given:
    seconds, thousandths = divmod(row.time or 0, 1000)
    return e.Given(
        row.code, seconds, row.place if row.place != position else 0, thousandths, row.bonus
    )


def _awards(stage: StageRows) -> tuple[e.Award, ...] | None:
    return tuple(dict.fromkeys(e.Award(row.label, row.code) for row in stage.awards)) or None


def _statuses(stage: StageRows) -> Statuses | None:
    if not stage.has_arrivals:
        return None
    statuses = {row.code: row.status for row in stage.left}
    return cast(Statuses, statuses | dict.fromkeys(stage.unnamed, "dnf"))


def _penalties(stage: StageRows) -> tuple[e.Penalise, ...] | None:
    """Return the penalties; None if the table has no column for them, so that earlier ones stay."""
    if all(row.penalty is None for row in stage.arrivals):
        return None
    return tuple(
        e.Penalise(row.code, row.penalty, reason=row.reason)
        for row in stage.arrivals
        if row.penalty
    )


def _make_lines(
    stage: StageRows, context: StageContext, rows: Sequence[ResultRow], *, climbs: bool
) -> list[e.GivenLine]:
    """Return lines with a key: that of the course where the tour has one, else numbered in their
    order.
    """
    ranking = context.paying.of_lines(climbs=climbs)
    if ranking is None:
        if rows:
            stage.warnings.append(_say_unpaid(stage, context.scheme, len(rows), climbs=climbs))
        return []
    lines = award_lines.split_into_lines(rows, ranking, context.scheme.categories, climbs=climbs)
    return [
        _make_line(stage, context, ranking, line, number, climbs=climbs)
        for number, line in enumerate(lines, 1)
    ]


def _say_unpaid(stage: StageRows, scheme: Scheme, rows: int, *, climbs: bool) -> str:
    values = {"stage": stage.title, "scheme": scheme.name, "count": rows}
    if climbs:
        return (
            ngettext(
                "%(stage)s: %(scheme)s has no points for climbs, so %(count)s row pays nothing.",
                "%(stage)s: %(scheme)s has no points for climbs, so %(count)s rows pay nothing.",
                rows,
            )
            % values
        )
    return (
        ngettext(
            "%(stage)s: %(scheme)s has no points for sprints, so %(count)s row pays nothing.",
            "%(stage)s: %(scheme)s has no points for sprints, so %(count)s rows pay nothing.",
            rows,
        )
        % values
    )


def _make_line(
    stage: StageRows,
    context: StageContext,
    ranking: Ranking,
    line: award_lines.AwardLine,
    number: int,
    *,
    climbs: bool,
) -> e.GivenLine:
    kind = "Climb" if climbs else "Sprint"
    label = line.label or f"{kind} {number}"  # stored, so it is not translated
    if line.rows[0].place != 1:
        stage.warnings.append(_say_no_winner(stage, line.label, number, climbs=climbs))
    key = _line_key(line.label, "p" if climbs else "s", number, context.course)
    line.category = context.course.get(key, line.category)
    ask_shared_line(stage.title, context.name, label, key, line.rows, context.questionnaire)
    paid_in = other_payers(context.scheme, line.category, ranking)
    return e.GivenLine(key, label, line.category, line.riders, line.paid, paid_in)


def _say_no_winner(stage: StageRows, label: str, number: int, *, climbs: bool) -> str:
    values = {"stage": stage.title, "line": label, "number": number}
    if label:
        return _("%(stage)s: nobody is first at %(line)s.") % values
    if climbs:
        return _("%(stage)s: nobody is first at climb %(number)s.") % values
    return _("%(stage)s: nobody is first at sprint %(number)s.") % values


def _line_key(label: str, letter: str, number: int, course: Collection[str]) -> str:
    """Return the key of a line: "Sprint 2", "S2" and "2" are the course's second sprint; other
    lines are numbered in their order.
    """
    digits = "".join(char for char in label if char.isdigit())
    if digits and f"{letter}{int(digits)}" in course:
        return f"{letter}{int(digits)}"
    return f"{letter}{number}"


def _differences_from_scheme(
    stage: StageRows,
    context: StageContext,
    finish: Sequence[ResultRow],
    lines: Sequence[e.GivenLine],
) -> Iterator[str]:
    """Yield a warning for points that are not those of the scheme's tables; the file's count."""
    if text := _say_finish_difference(stage, context, finish):
        yield text
    for line in lines:
        ranking = context.paying.of_lines(climbs=line.key[0] == "p")
        table = ranking.lines.get(line.category, []) if ranking else []
        if table and line.paid and (text := _say_difference(line, table, context.scheme)):
            yield f"{stage.title}, {line.label}: {text}"


def _say_finish_difference(
    stage: StageRows, context: StageContext, finish: Sequence[ResultRow]
) -> str:
    """Describe the first points at the finish that are not the scheme's, "" if all are."""
    if (ranking := context.paying.finish) is None:
        return ""
    table = ranking.finish_table(stage.type, stage.kind or "road")
    wrong = (row for row in finish if _points_at(table, row.place) != row.points)
    if (row := next(wrong, None)) is None:
        return ""
    return _(
        "%(stage)s: the points at the finish are not those of %(scheme)s: %(rider)s, %(place)s, has"
        " %(points)s, the scheme gives %(usual)s. The file's count."
    ) % {
        "stage": stage.title,
        "scheme": context.scheme.name,
        "rider": row.who,
        "place": ordinal(row.place),
        "points": row.points,
        "usual": _points_at(table, row.place),
    }


def _points_at(table: Sequence[int], place: int) -> int:
    return table[place - 1] if place <= len(table) else 0


def _say_difference(line: e.GivenLine, table: Sequence[int], scheme: Scheme) -> str:
    """Describe how the points of a line differ from the table of its category, "" if they don't."""
    points = list(line.paid)
    if points != list(table[: len(points)]):
        return _(
            "the points are not those of %(scheme)s (%(points)s against %(usual)s). The file's"
            " count."
        ) % {
            "scheme": scheme.name,
            "points": ", ".join(map(str, points[:POINTS_TOLD])),
            "usual": ", ".join(map(str, table[:POINTS_TOLD])),
        }
    if len(points) < len(table):
        return ngettext(
            "%(count)s rider has points, the scheme pays %(paid)s.",
            "%(count)s riders have points, the scheme pays %(paid)s.",
            len(points),
        ) % {"count": len(points), "paid": len(table)}
    return ""
