"""Classifications as pages draw them: one line per rider or team, its figure as text, and in words
what decided where it is level.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext, gettext_lazy, ngettext

from tourmanager.classifications.contract import time_explanation_of
from tourmanager.classifications.reading import TourSnapshot
from tourmanager.results.sheet.words import penalty_words
from tourmanager.scoring.codes import team_of
from tourmanager.scoring.tables import Classification, Part, RankedRow, Working
from tourmanager.scoring.teams import day_chain
from tourmanager.scoring.tie_breaks import Tie
from tourmanager.tours.models import TourTeam
from tourmanager.web import labels
from tourmanager.web.jerseys import Mark
from tourmanager.web.templatetags.race import clock, clock_with, decimals

EMPTY = {
    "time": gettext_lazy("Nobody stands in it yet."),
    "points": gettext_lazy("Nobody has won a point yet."),
    "team_time": gettext_lazy("No team has had enough riders at the finish of every stage."),
}
NOBODY_IN = gettext_lazy("Nobody has arrived yet.")


@dataclass(frozen=True)
class ClassificationLine:
    """A row as it is drawn; a rider has a mark, a team has none."""

    row: RankedRow
    team: TourTeam
    mark: Mark | None
    figure: str  # "12:34", "+0:25", "s.t.", "35"
    said: str  # the figure as it is read aloud
    tie: str = ""  # what decided, in words
    paid: Sequence[int] = ()  # points of the day, by the table's `pays`
    bonus: str = ""  # of the day, in seconds; "" where nobody gave any
    penalty: str = ""
    where: str = ""  # where they crossed, if the game knows: "+1 round, square 4"
    on_road: str = ""  # in words, that they are still on the road; "" where they are in

    @property
    def has_same_time(self) -> bool:
        """True for the time of the row above."""
        return self.figure == labels.same_time()


@dataclass(frozen=True)
class ClassificationTable:
    """A whole classification; `colour` is its leader's jersey, "" where there is none."""

    key: str
    name: str
    colour: str
    by_time: bool
    lines: Sequence[ClassificationLine]
    chain: Sequence[str] = ()
    rest: int = 0  # how many lines are not shown
    pays: Sequence[str] = ()  # classifications by points, of which the lines say what the day paid
    where_label: str = ""  # heading of the column that says where riders crossed
    empty: str = ""  # what there is to say where nobody stands in it

    @cached_property
    def bonuses(self) -> bool:
        """True when anybody was given seconds."""
        return any(line.bonus for line in self.lines)

    @cached_property
    def wheres(self) -> bool:
        """True when it is known where riders crossed."""
        return any(line.where for line in self.lines)

    @cached_property
    def penalties(self) -> bool:
        """True when anybody has a penalty."""
        return any(line.penalty for line in self.lines)


def classification(race: TourSnapshot, key: str, top: int | None = None) -> ClassificationTable:
    """Make the table of one of the tour's classifications, or of its `top` lines."""
    table = race.now.classifications[key]
    drawn = draw_lines(race, table.rows[:top], by_time=table.by_time)
    if drawn and table.ranking.from_best:
        drawn[0] = replace(drawn[0], figure=clock(0), said=clock(0))
    if race.running is not None:
        drawn = [replace(line, on_road=_on_road(race, table, line.row.who)) for line in drawn]
    empty = NOBODY_IN if race.virtual and takes_on_road(table) else EMPTY[table.ranking.by]
    chain = labels.chain(table.chain, race.field.scheme)
    return ClassificationTable(
        key,
        table.name,
        table.ranking.colour,
        table.by_time,
        drawn,
        chain,
        rest=len(table.rows) - len(drawn),
        empty=str(empty),
    )


def takes_on_road(table: Classification) -> bool:
    """Return True where the figure of riders on the road is that of an arrival now."""
    return table.by_time or table.ranking.lowest


def _on_road(race: TourSnapshot, table: Classification, who: str) -> str:
    """Say that a rider is still on the road, or how many of a team are, "" where all are in and
    where a classification by points does not wait for them.
    """
    if race.running is None or not takes_on_road(table):
        return ""
    still = race.running.result.on_road
    if table.ranking.by != "team_time":
        return gettext("on the road") if who in still else ""
    count = sum(team_of(rider) == who for rider in still)
    return (
        ngettext("%(count)s on the road", "%(count)s on the road", count) % {"count": count}
        if count
        else ""
    )


def first_figure(table: Classification) -> str:
    """Return the figure of the first of a classification, "" where it is empty."""
    if not table.rows:
        return ""
    first = table.rows[0].figure
    if not table.by_time:
        return labels.points(first)
    return clock(0 if table.ranking.from_best else first)


def stage_result(race: TourSnapshot, top: int | None = None) -> ClassificationTable:
    """Make the table of the chosen stage: riders in place order, or the `top` of them, with what
    the day paid them.
    """
    paid_for = [ranking for ranking in race.field.scheme.classifications if ranking.by == "points"]
    # the finish pays most riders: a phone, which has room for one, shows it
    paid_for.sort(key=lambda ranking: bool(ranking.finish))
    stage, taken = race.counted_stage, _penalties(race)
    times = _with_fractions(
        {arrival.rider: (arrival.seconds or 0, arrival.fraction) for arrival in stage.arrivals}
    )
    words = time_explanation_of(race.tour.game)
    where = {arrival.rider: words.where(race.result, arrival) for arrival in stage.arrivals}
    columns = [ranking.key for ranking in paid_for]
    rows, drawn = race.day.riders[:top], []
    for line in draw_lines(race, rows, by_time=True, paid=race.day.paid, columns=columns):
        who = line.row.who
        text, said = times.get(who, (line.figure, line.said))
        drawn.append(
            replace(
                line,
                bonus=f"{stage.bonus[who]} s" if who in stage.bonus else "",
                penalty="; ".join(taken.get(who, ())),
                figure=text,
                said=said,
                where=where[who],
            )
        )
    return ClassificationTable(
        "stage",
        labels.stage(race.day.called),
        "",
        True,
        drawn,
        rest=len(race.day.riders) - len(rows),
        pays=[ranking.name for ranking in paid_for],
        where_label=words.where_label,
    )


def _penalties(race: TourSnapshot) -> dict[str, list[str]]:
    """Put the penalties of the chosen stage that stand into words, by who has them."""
    taken: dict[str, list[str]] = {}
    for penalty in race.counted_stage.penalties:
        if not penalty.cancelled:
            words = penalty_words(penalty, race.field.scheme.names)
            taken.setdefault(penalty.who, []).append(words)
    return taken


def _with_fractions(times: Mapping[str, tuple[int, int]]) -> dict[str, tuple[str, str]]:
    """Format times and gaps to the first with the fractions of a time trial; empty where none was
    recorded.
    """
    digits = decimals(fraction for _, fraction in times.values())
    if not digits:
        return {}
    found: dict[str, tuple[str, str]] = {}
    first = above = None
    for rider, (seconds, fraction) in times.items():
        whole = 1000 * seconds + fraction
        if first is None:
            first = whole
            text = said = clock_with(seconds, fraction, digits)
        elif whole == above:
            text, said = labels.same_time(), gettext("same time")
        else:
            behind, thousandths = divmod(abs(whole - first), 1000)
            text = said = (
                f"{'+' if whole >= first else '-'}{clock_with(behind, thousandths, digits)}"
            )
        above = whole
        found[rider] = text, said
    return found


def team_ranking(race: TourSnapshot) -> ClassificationTable:
    """Make the table of teams of the chosen stage."""
    return ClassificationTable(
        "stage",
        gettext("Teams of %(stage)s") % {"stage": str(race.stage).lower()},
        "",
        True,
        draw_lines(race, race.day.teams, by_time=True),
        labels.chain(day_chain(race.field.scheme), race.field.scheme),
    )


def draw_lines(
    race: TourSnapshot,
    rows: Sequence[RankedRow],
    *,
    by_time: bool,
    paid: Working | None = None,
    columns: Sequence[str] = (),
) -> list[ClassificationLine]:
    """Draw rows as lines. `paid` has what the day paid a rider; it is shown for the classifications
    of `columns`.
    """
    drawn = []
    for above, row in zip((None, *rows), rows, strict=False):
        text, said = format_figure(row, above, by_time=by_time)
        team = race.field.by_letter[team_of(row.who)]
        drawn.append(
            ClassificationLine(
                row,
                team,
                race.marks.get(row.who),
                text,
                said,
                explain_tie(race, row.tie, above.who if above else ""),
                _points_by_column(paid(row.who) if paid else (), columns),
            )
        )
    return drawn


def format_figure(row: RankedRow, above: RankedRow | None, *, by_time: bool) -> tuple[str, str]:
    """Format a figure for a table, and for a reader aloud: the first one's time, then gaps, "s.t."
    for the time of the row above.
    """
    if not by_time:
        return str(row.figure), labels.points(row.figure)
    if above is None:
        return clock(row.figure), clock(row.figure)
    if row.figure == above.figure:
        return labels.same_time(), gettext("same time")
    # a rider placed behind another may have the better time (CP-APP-017)
    behind = f"{'+' if row.gap >= 0 else ''}{clock(row.gap)}"
    return behind, behind


def explain_tie(race: TourSnapshot, tie: Tie | None, above: str) -> str:
    """Say why a rider or team stands behind the one above though level with them, "" where they are
    not level.
    """
    if tie is None:
        return ""
    other = race.name(above)
    return (
        gettext("Level with %(other)s on everything: they share the place.") % {"other": other}
        if tie.criterion is None
        else gettext("Level with %(other)s; decided by %(decided)s.")
        % {"other": other, "decided": labels.tie(tie, race.field.scheme)}
    )


def _points_by_column(parts: Sequence[Part], columns: Sequence[str]) -> list[int]:
    return [sum(part.amount for part in parts if part.source == key) for key in columns]
