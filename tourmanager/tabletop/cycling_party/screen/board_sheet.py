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
from tourmanager.tabletop.cycling_party.screen.board_lists import HOLDINGS
from tourmanager.tabletop.cycling_party.vocabulary import CATEGORY_NAMES
from tourmanager.web import labels
from tourmanager.web.jerseys import Mark
from tourmanager.web.templatetags.race import clock

KINDS = ("bottle", "sprint", "attack", "mountain_attack")


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
    passages: list[LinePassage]
    descending: list[Mark]
    losing: list[Mark]


def set_up(where: Position, look: Look) -> BoardSheet | None:
    """Build the sheet; None before the first turn, when all pawns stand at the start."""
    data = where.game.situation(where.state)
    if not data:
        return None
    situation, course = msgspec.convert(data, Situation), cast(State, where.state).course
    seats = range(course.seats)
    kinds = [kind for kind in KINDS if any(_count_held(course, seat, kind) for seat in seats)]

    def marks(riders: Iterable[str]) -> list[Mark]:
        return [look.riders[rider] for rider in riders]

    return BoardSheet(
        turn=situation.turn + 1,
        first=look.teams[course.setup.teams[first_speaker(course, situation.turn + 1)]],
        squares=_squares(course, situation, look),
        arrived=list(zip(marks(situation.finish), _times(course, situation), strict=True)),
        clock=situation.turn + 1 - situation.first_arrival if situation.arrivals else None,
        out=marks(situation.out),
        kinds=[str(HOLDINGS[kind]) for kind in kinds],
        passes=_passes_with_doubles(course),
        teams=[_team(course, situation, look, seat, kinds) for seat in seats],
        passages=[
            LinePassage(_label(line.key), line.km, marks(situation.passages[line.key]))
            for line in sorted(course.lines, key=lambda line: line.km)
            if situation.passages.get(line.key)
        ],
        descending=marks(situation.descending),
        losing=marks(situation.losing),
    )


def _times(course: Course, situation: Situation) -> list[str]:
    """Write the times of the finish, by place."""
    times = {
        rider: clock(time_of(course, unit)) for unit in situation.arrivals for rider in unit.squares
    }
    return [times[rider] for rider in situation.finish]


def _passes_with_doubles(course: Course) -> list[str]:
    if not course.senior:
        return []
    return [
        labels.line(f"p{nth}") for nth, climb in enumerate(course.climbs, start=1) if climb.doubles
    ]


def _squares(course: Course, situation: Situation, look: Look) -> list[SquarePawns]:
    on: dict[int, list[Mark]] = {}
    for rider, square in situation.squares.items():
        on.setdefault(square, []).append(look.riders[rider])
    return [SquarePawns(km, _ground(course, km), on[km]) for km in sorted(on, reverse=True)]


def _ground(course: Course, km: int) -> str:
    index = course.climb_at[km]
    if not index:
        return _("start") if not km else ""
    category = course.climbs[index - 1].category
    if not category:
        return _("pass %(number)s") % {"number": index}
    return _("pass %(number)s, %(category)s") % {
        "number": index,
        "category": CATEGORY_NAMES[category],
    }


def _team(
    course: Course, situation: Situation, look: Look, seat: int, kinds: list[str]
) -> TeamLeft:
    team = course.setup.teams[seat]
    uses = situation.used.get(team, Used())
    doubles = [
        _("%(left)s of %(allowed)s")
        % {
            "left": climb.doubles - situation.doubles.get(f"p{number}", {}).get(team, 0),
            "allowed": climb.doubles,
        }
        for number, climb in enumerate(course.climbs, start=1)
        if course.senior and climb.doubles
    ]
    return TeamLeft(
        look.teams[team],
        [_count_held(course, seat, kind) - getattr(uses, kind) for kind in kinds],
        doubles,
    )


def _count_held(course: Course, seat: int, kind: str) -> int:
    counts = {
        "bottle": course.bottles,
        "sprint": course.sprints,
        "attack": course.attacks,
        "mountain_attack": course.mountain_attacks[seat],
    }
    return counts[kind]


def _label(key: str) -> str:
    return f"{'Sprint' if key[0] == 's' else 'Pass'} {key[1:]}"
