"""A running stage as a sheet to set a board up by: where every pawn stands, what each team has
left, who speaks first.

It shows the beginning of the turn under way, since only between two turns a board says all there is
to know.
"""

import msgspec
from django.utils.translation import gettext as _

from games.cycling_party.course import Course
from games.cycling_party.groups import first_speaker
from games.cycling_party.setup import Situation, Used
from games.cycling_party.situation import time_of
from tourmanager.play.boards.look import Look
from tourmanager.play.log.position import Position
from tourmanager.scoring.words import CATEGORY_NAMES
from tourmanager.web.jerseys import Mark
from tourmanager.web.templatetags.race import clock

KINDS = ("bottle", "sprint", "attack", "mountain_attack")
KIND_NAMES = {
    "bottle": "Bottles",
    "sprint": "Sprints",
    "attack": "Attacks",
    "mountain_attack": "Mountain attacks",
}


class Square(msgspec.Struct, frozen=True):
    """The pawns of one square."""

    km: int
    ground: str  # "pass 1", "" on the flat
    marks: list[Mark]


class TeamLeft(msgspec.Struct, frozen=True):
    mark: Mark
    left: list[int]  # along with `SetUp.kinds`
    doubles: list[str]  # of each pass that knows double throws: "1 of 2"


class Passed(msgspec.Struct, frozen=True):
    label: str
    km: int
    marks: list[Mark]


class SetUp(msgspec.Struct, frozen=True):
    turn: int  # that begins
    first: Mark  # the team that speaks first in it
    squares: list[Square]  # most advanced first
    arrived: list[tuple[Mark, str]]  # with their times, by place
    clock: int | None  # turns since the line was crossed first
    out: list[Mark]
    kinds: list[str]
    passes: list[str]
    teams: list[TeamLeft]
    passed: list[Passed]
    descending: list[Mark]
    losing: list[Mark]


def set_up(where: Position, look: Look) -> SetUp | None:
    """None before the first turn: then everybody stands at the start."""
    told = where.game.situation(where.state)
    if not told:
        return None
    given, course = msgspec.convert(told, Situation), where.state.course
    riders = look.riders
    kinds = [
        kind for kind in KINDS if any(_held(course, seat, kind) for seat in range(course.seats))
    ]
    times = {
        rider: clock(time_of(course, unit)) for unit in given.arrivals for rider in unit.squares
    }
    return SetUp(
        turn=given.turn + 1,
        first=look.teams[course.setup.teams[first_speaker(course, given.turn + 1)]],
        squares=_squares(course, given, look),
        arrived=[(riders[rider], times[rider]) for rider in given.finish],
        clock=given.turn + 1 - given.first_arrival if given.arrivals else None,
        out=[riders[rider] for rider in given.out],
        kinds=[KIND_NAMES[kind] for kind in kinds],
        passes=[
            f"Pass {number}"
            for number, climb in enumerate(course.climbs, start=1)
            if course.senior and climb.doubles
        ],
        teams=[_team(course, given, look, seat, kinds) for seat in range(course.seats)],
        passed=[
            Passed(_label(line.key), line.km, [riders[rider] for rider in given.passages[line.key]])
            for line in sorted(course.lines, key=lambda line: line.km)
            if given.passages.get(line.key)
        ],
        descending=[riders[rider] for rider in given.descending],
        losing=[riders[rider] for rider in given.losing],
    )


def _squares(course: Course, given: Situation, look: Look) -> list[Square]:
    on: dict[int, list[Mark]] = {}
    for rider, square in given.squares.items():
        on.setdefault(square, []).append(look.riders[rider])
    return [Square(km, _ground(course, km), on[km]) for km in sorted(on, reverse=True)]


def _ground(course: Course, km: int) -> str:
    index = course.climb_at[km]
    if not index:
        return "start" if not km else ""
    category = course.climbs[index - 1].category
    return f"pass {index}{f', {CATEGORY_NAMES[category]}' if category else ''}"


def _team(course: Course, given: Situation, look: Look, seat: int, kinds: list[str]) -> TeamLeft:
    team = course.setup.teams[seat]
    used = given.used.get(team, Used())
    doubles = [
        _("%(left)s of %(allowed)s")
        % {
            "left": climb.doubles - given.doubles.get(f"p{number}", {}).get(team, 0),
            "allowed": climb.doubles,
        }
        for number, climb in enumerate(course.climbs, start=1)
        if course.senior and climb.doubles
    ]
    return TeamLeft(
        look.teams[team],
        [_held(course, seat, kind) - getattr(used, kind) for kind in kinds],
        doubles,
    )


def _held(course: Course, seat: int, kind: str) -> int:
    held = {
        "bottle": course.bottles,
        "sprint": course.sprints,
        "attack": course.attacks,
        "mountain_attack": course.mountain_attacks[seat],
    }
    return held[kind]


def _label(key: str) -> str:
    return f"{'Sprint' if key[0] == 's' else 'Pass'} {key[1:]}"
