"""Make the setup of a digital stage from its tour: the road, the starters, what each team has left,
the house rules.

Teams are called by their letters and riders by their codes, so the engine and the stage log use the
same names.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.cycling_party.setup import Options
from tourmanager.play.boards.look import Look
from tourmanager.play.contract import NotDigital
from tourmanager.results.log.reading import StageReading
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.results.stage_page.jerseys import find_worn_jerseys
from tourmanager.scoring.scheme import Scheme
from tourmanager.scoring.scheme import scheme as usual
from tourmanager.tabletop.cycling_party.table.sheet import game_of
from tourmanager.tours.models import Line, Stage
from tourmanager.web.jerseys import mark

OPTIONS = frozenset(Options.__struct_fields__)


def why_not(stage: Stage) -> str:
    return (
        ""
        if stage.kind == "road"
        else _("%(stage)s is a time trial: the board has only road stages.") % {"stage": stage}
    )


def has_begun(sheet: Sheet) -> bool:
    has_uses = any(count for kinds in game_of(sheet).used.values() for count in kinds.values())
    doubled = any(count for teams in game_of(sheet).doubles.values() for count in teams.values())
    return bool(sheet.order or sheet.out or has_uses or doubled or any(sheet.lines.values()))


def setup_data(reading: StageReading, situation: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the setup as plain values; a situation names riders who left the race on the way to
    it.
    """
    if words := why_unpaid(reading.field.scheme):
        raise NotDigital(words)
    stage, frame, tour = reading.stage, reading.frame, reading.field.tour
    game = game_of(reading.log.sheet)
    out = set(reading.log.sheet.jury.statuses) - set((situation or {}).get("out", ()))
    data: dict[str, Any] = {
        "version": "master",
        "stage": course_data(stage, stage.lines.all()),
        "teams": list(frame.teams),
        "riders": tour.game_data["riders_per_team"],
        "absent": [
            code for code in reading.field.riders if code not in frame.riders or code in out
        ],
        "mountain_attacks": [game.count_held(letter, "mountain_attack") for letter in frame.teams],
        "tour_mountain_attacks": tour.game_data["mountain_attacks"],
        "options": {key: value for key, value in tour.options.items() if key in OPTIONS},
    }
    return data if situation is None else data | {"situation": situation}


def course_data(stage: Stage, lines: Iterable[Line]) -> dict[str, object]:
    """Return the course as the engine reads it."""
    in_order = sorted(lines, key=lambda line: line.km)
    return {
        "length": stage.length,
        "type": stage.type,
        "passes": [
            [line.start, line.km, line.category] for line in in_order if line.kind == Line.Kind.PASS
        ],
        "sprints": [line.km for line in in_order if line.kind == Line.Kind.SPRINT],
    }


def why_unpaid(rules: Scheme) -> str:
    """Say which lines the scheme pays to more riders than the engine ranks; "" where there are
    none.
    """
    for category, points in usual("cycling_party_master").line_points.items():
        if len(rules.line_points.get(category, ())) > len(points):
            name = rules.categories[category]
            return _(
                "This tour pays %(paid)s places at a line of the kind "
                "“%(kind)s”, and a digital stage ranks %(ranked)s. Ride it "
                "at the table, or change what the tour pays."
            ) % {
                "paid": len(rules.line_points[category]),
                "kind": name,
                "ranked": len(points),
            }
    return ""


def look_of(reading: StageReading) -> Look:
    teams = {team.letter: mark(team, team.letter) for team in reading.field.teams}
    return Look(teams, reading.field.marks(find_worn_jerseys(reading)))
