"""What a digital stage takes over from its tour: the road, who starts, what each team has left, the house rules, how riders look.

Teams are called by their letters and riders by their codes, so what the engine says is what the stage log says.
"""

import re
from collections.abc import Iterable
from typing import Any

from games import game as game_of
from games.cycling_party.setup import Options
from games.engine import BadSetup
from tourmanager.play.look import Look
from tourmanager.results.jerseys import worn
from tourmanager.results.reading import StageReading, read_stage
from tourmanager.results.sheet import Sheet
from tourmanager.scoring.scheme import Scheme
from tourmanager.scoring.scheme import scheme as usual
from tourmanager.tours.models import REST, Line, Stage
from tourmanager.web.jerseys import mark

GAME = "cycling_party"
CODE = re.compile(r"\bE_[A-Z_]+: (.)")  # of the course check, before its words
OPTIONS = frozenset(Options.__struct_fields__)


class NotDigital(Exception):
    """The stage cannot be ridden digitally; the message says why, for its director."""


def why_not(stage: Stage) -> str:
    """Why this stage of a tour cannot be ridden digitally now, whatever its road; "" where it can."""
    tour = stage.tour
    if tour.erased_at is not None:
        return "This tour was erased."
    if tour.game != GAME:
        return "This race has no board: its results are entered, no stage of it is ridden digitally."
    if stage.kind == REST:
        return "Nobody rides on a rest day."
    if stage.kind != "road":
        return f"{stage} is a time trial: the board has only road stages."
    if stage.state == Stage.State.PENDING:
        return f"{stage} has not begun: end the stage before it first."
    if stage.state == Stage.State.ENDED:
        return f"{stage} has ended."
    return ""


def setup_of(stage: Stage) -> dict[str, object]:
    """The setup of the stage from its start (`stage.tour` has to be loaded). Raises NotDigital."""
    if words := why_not(stage):
        raise NotDigital(words)
    reading = read_stage(stage)
    if begun(reading.log.sheet):
        raise NotDigital(f"{stage} was begun at the table: say where everybody stands, and it goes on from there.")
    return setup_from(reading)


def begun(sheet: Sheet) -> bool:
    """Whether anything of the race stands in the log."""
    used = any(count for kinds in sheet.used.values() for count in kinds.values())
    doubled = any(count for teams in sheet.doubles.values() for count in teams.values())
    return bool(sheet.order or sheet.out or used or doubled or any(sheet.lines.values()))


def setup_from(reading: StageReading, situation: dict[str, Any] | None = None) -> dict[str, object]:
    """The setup of a stage that was read, from its start or from a situation. Raises NotDigital."""
    stage = reading.stage
    if words := why_not(stage) or unpaid(reading.field.scheme):
        raise NotDigital(words)
    game = game_of(GAME)
    try:
        return game.write_setup(game.read_setup(data_of(reading, situation)))
    except BadSetup as refused:
        words = CODE.sub(lambda found: found[1].upper(), str(refused))
        raise NotDigital(f"{stage} cannot be ridden digitally. {words}") from None


def data_of(reading: StageReading, situation: dict[str, Any] | None = None) -> dict[str, Any]:
    """The setup as plain values, not judged yet. Whoever left the race on the way to a situation is named there."""
    stage, frame, tour = reading.stage, reading.frame, reading.field.tour
    gone = set(reading.log.sheet.jury.statuses) - set((situation or {}).get("out", ()))
    data: dict[str, Any] = {
        "version": "master",
        "stage": road(stage, stage.lines.all()),
        "teams": list(frame.teams),
        "riders": tour.riders_per_team,
        "absent": [code for code in reading.field.riders if code not in frame.riders or code in gone],
        "mountain_attacks": [frame.mountain_attacks[letter] for letter in frame.teams],
        "options": {key: value for key, value in tour.options.items() if key in OPTIONS},
    }
    return data if situation is None else data | {"situation": situation}


def road(stage: Stage, lines: Iterable[Line]) -> dict[str, object]:
    """The course as the engine reads it."""
    in_order = sorted(lines, key=lambda line: line.km)
    return {
        "length": stage.length,
        "type": stage.type,
        "passes": [[line.start, line.km, line.category] for line in in_order if line.kind == Line.Kind.PASS],
        "sprints": [line.km for line in in_order if line.kind == Line.Kind.SPRINT],
    }


def unpaid(rules: Scheme) -> str:
    """The engine ranks as many riders at a line as the game's own scheme pays; "" where that is enough."""
    for category, points in usual().line_points.items():
        if len(rules.line_points.get(category, ())) > len(points):
            name = rules.categories[category]
            return (
                f"This tour pays {len(rules.line_points[category])} places at a line of the kind “{name}”, "
                f"and a digital stage ranks {len(points)}. Ride it at the table, or change what the tour pays."
            )
    return ""


def look_of(reading: StageReading) -> Look:
    """Teams and riders as the stage's page draws them, leaders in their jerseys."""
    teams = {team.letter: mark(team, team.letter) for team in reading.field.teams}
    return Look(teams, reading.field.marks(worn(reading)))
