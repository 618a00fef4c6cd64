"""Classifications as pages draw them: one line per rider or team, its figure as text, and in words what decided where it is level."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tourmanager.classifications.reading import Race
from tourmanager.scoring.jerseys import COLOURS
from tourmanager.scoring.ranking import LEVEL, words
from tourmanager.scoring.tables import BY_TIME, Row
from tourmanager.scoring.teams import OF_A_DAY
from tourmanager.scoring.words import CLASSIFICATION_NAMES
from tourmanager.tours.models import TourTeam
from tourmanager.web.jerseys import Mark
from tourmanager.web.templatetags.race import clock

SOURCE_NAMES = {"stage": "Stage wins"} | CLASSIFICATION_NAMES


@dataclass(frozen=True)
class Line:
    """One row; a rider has a mark, a team has none."""

    row: Row
    team: TourTeam
    mark: Mark | None
    figure: str  # "12:34", "+0:25", "s.t.", "35"
    said: str  # the figure as it is read aloud
    tie: str = ""  # what decided, in words
    paid: dict[str, int] = field(default_factory=dict)  # points of the day by classification


@dataclass(frozen=True)
class Table:
    """A whole classification; `colour` is its leader's jersey, "" where there is none."""

    key: str
    name: str
    colour: str
    by_time: bool
    lines: Sequence[Line]
    chain: Sequence[str] = ()
    rest: int = 0  # how many lines are not shown

    def top(self, number: int) -> "Table":
        """The first lines of it."""
        return Table(self.key, self.name, self.colour, self.by_time, self.lines[:number], self.chain, max(0, len(self.lines) - number))


def classification(race: Race, key: str) -> Table:
    """One of the five classifications."""
    table = race.now.classifications[key]
    return Table(key, table.name, COLOURS.get(key, ""), key in BY_TIME, lines(race, table.rows, by_time=key in BY_TIME), table.chain)


def stage_result(race: Race) -> Table:
    """The riders of the chosen stage in place order, with what the day paid them."""
    return Table("stage", f"Stage {race.number}", "", True, lines(race, race.day.riders, by_time=True))


def team_ranking(race: Race) -> Table:
    """The teams of the chosen stage (CP-M-038)."""
    return Table("stage", f"Teams of stage {race.number}", "", True, lines(race, race.day.teams, by_time=True), words(OF_A_DAY))


def lines(race: Race, rows: Sequence[Row], *, by_time: bool) -> list[Line]:
    drawn = []
    for above, row in zip((None, *rows), rows, strict=False):
        text, said = figure(row, above, by_time=by_time)
        team = race.field.by_letter[row.who[0]]
        drawn.append(Line(row, team, race.marks.get(row.who), text, said, tie(race, row.decided, above.who if above else ""), _paid(row)))
    return drawn


def figure(row: Row, above: Row | None, *, by_time: bool) -> tuple[str, str]:
    """The figure as it stands in a table, and as it is said: the first one's time, then gaps, "s.t." for the time of the row above."""
    if not by_time:
        return str(row.figure), f"{row.figure} {'point' if row.figure == 1 else 'points'}"
    if above is None:
        return clock(row.figure), clock(row.figure)
    if row.figure == above.figure:
        return "s.t.", "same time"
    behind = f"{'+' if row.gap >= 0 else ''}{clock(row.gap)}"  # behind a peloton's front somebody may have the better time (CP-M-029)
    return behind, behind


def tie(race: Race, decided: str, above: str) -> str:
    """Why a rider or team stands behind the one above though level with him, "" where they are not level."""
    if not decided:
        return ""
    other = race.name(above)
    return f"Level with {other} on everything: they share the place." if decided == LEVEL else f"Level with {other}; decided by {decided}."


def _paid(row: Row) -> dict[str, int]:
    paid: dict[str, int] = {}
    for part in row.parts:
        paid[part.source] = paid.get(part.source, 0) + part.amount
    return paid
