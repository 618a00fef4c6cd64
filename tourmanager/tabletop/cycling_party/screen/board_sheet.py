"""Build the sheet by which a running stage is set up on a board: where every pawn stands, what each
team has left, who moves first.

It shows the beginning of the turn under way, since only between two turns a board shows everything
there is to know.
"""

from collections.abc import Iterable
from typing import cast

import msgspec
from django.utils.translation import gettext as _

from games.cycling_party.course import Course
from games.cycling_party.groups import first_speaker
from games.cycling_party.setup import Situation, Used
from games.cycling_party.situation import time_of
from games.cycling_party.state import State
from tourmanager.play.boards.look import Look
from tourmanager.play.log.position import Position
from tourmanager.tabletop.cycling_party.vocabulary import CATEGORY_NAMES
from tourmanager.web.jerseys import Mark
from tourmanager.web.templatetags.race import clock

KINDS = ("bottle", "sprint", "attack", "mountain_attack")
KIND_NAMES = {
    "bottle": "Bottles",
    "sprint": "Sprints",
    "attack": "Attacks",
    "mountain_attack": "Mountain attacks",
}


class SquarePawns(msgspec.Struct, frozen=True):
    """The pawns of one square."""

    km: int
    ground: str  # "pass 1", "" on the flat
    marks: list[Mark]


class TeamLeft(msgspec.Struct, frozen=True):
    mark: Mark
    left: list[int]  # along with `BoardSheet.kinds`
    doubles: list[str]  # of each pass that knows double throws: "1 of 2"


class LinePassage(msgspec.Struct, frozen=True):
    label: str
    km: int
    marks: list[Mark]


class BoardSheet(msgspec.Struct, frozen=True):
    turn: int  # that begins
    first: Mark  # the team that speaks first in it
    squares: list[SquarePawns]  # most advanced first
    arrived: list[tuple[Mark, str]]  # with their times, by place
    clock: int | None  # turns since the line was crossed first
    out: list[Mark]
    kinds: list[str]
    passes: list[str]
    teams: list[TeamLeft]
    passed: list[LinePassage]
    descending: list[Mark]
    losing: list[Mark]


def set_up(where: Position, look: Look) -> BoardSheet | None:
    """Build the sheet; None before the first turn, when all pawns stand at the start."""
    told = where.game.situation(where.state)
    if not told:
        return None
    given, course = msgspec.convert(told, Situation), cast(State, where.state).course
    seats = range(course.seats)
    kinds = [kind for kind in KINDS if any(_count_held(course, seat, kind) for seat in seats)]

    def marks(riders: Iterable[str]) -> list[Mark]:
        return [look.riders[rider] for rider in riders]

    return BoardSheet(
        turn=given.turn + 1,
        first=look.teams[course.setup.teams[first_speaker(course, given.turn + 1)]],
        squares=_squares(course, given, look),
        arrived=list(zip(marks(given.finish), _times(course, given), strict=True)),
        clock=given.turn + 1 - given.first_arrival if given.arrivals else None,
        out=marks(given.out),
        kinds=[KIND_NAMES[kind] for kind in kinds],
        passes=_passes_with_doubles(course),
        teams=[_team(course, given, look, seat, kinds) for seat in seats],
        passed=[
            LinePassage(_label(line.key), line.km, marks(given.passages[line.key]))
            for line in sorted(course.lines, key=lambda line: line.km)
            if given.passages.get(line.key)
        ],
        descending=marks(given.descending),
        losing=marks(given.losing),
    )


def _times(course: Course, given: Situation) -> list[str]:
    """Write the times of the finish, by place."""
    times = {
        rider: clock(time_of(course, unit)) for unit in given.arrivals for rider in unit.squares
    }
    return [times[rider] for rider in given.finish]


def _passes_with_doubles(course: Course) -> list[str]:
    if not course.senior:
        return []
    return [f"Pass {nth}" for nth, climb in enumerate(course.climbs, start=1) if climb.doubles]


def _squares(course: Course, given: Situation, look: Look) -> list[SquarePawns]:
    on: dict[int, list[Mark]] = {}
    for rider, square in given.squares.items():
        on.setdefault(square, []).append(look.riders[rider])
    return [SquarePawns(km, _ground(course, km), on[km]) for km in sorted(on, reverse=True)]


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
        [_count_held(course, seat, kind) - getattr(used, kind) for kind in kinds],
        doubles,
    )


def _count_held(course: Course, seat: int, kind: str) -> int:
    held = {
        "bottle": course.bottles,
        "sprint": course.sprints,
        "attack": course.attacks,
        "mountain_attack": course.mountain_attacks[seat],
    }
    return held[kind]


def _label(key: str) -> str:
    return f"{'Sprint' if key[0] == 's' else 'Pass'} {key[1:]}"
