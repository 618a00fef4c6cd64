"""A board as a vector draws it: riders on squares in the middle of a stage, put into the engine's
state.
"""

import re
from collections.abc import Iterator
from typing import Any

from games.cycling_party import loop
from games.cycling_party import state as states
from games.cycling_party.course import course
from games.cycling_party.moves import stop
from games.cycling_party.numbers import STRIDE
from games.cycling_party.setup import COLOURS, Setup, StageSetup
from games.cycling_party.state import OFF, State
from tests.vectors.kinds import Vector

SHORT = 13


def course_of(vector: Vector, teams: tuple[str, ...]) -> Setup:
    given = vector["stage"]
    stage = StageSetup(
        given["len"],
        given.get("type"),
        tuple(tuple(each) for each in given.get("passes", ())),
        tuple(given.get("is", ())),
    )
    version = vector.get("version") or (
        "senior"
        if any(len(each) == 3 or isinstance(each[1], str) for each in stage.passes)
        else "junior"
    )
    return Setup(version=version, stage=stage, teams=teams, riders=6)


def team(rider: str) -> str:
    return re.sub(r"\d+$", "", rider)


class Board:
    """The state, and the turn in which the vector believes to be: the engine begins the next one by
    itself where nobody is asked.
    """

    def __init__(self, vector: Vector) -> None:
        at: dict[int, Any] = vector["at"]
        named = [rider for riders in at.values() if not isinstance(riders, int) for rider in riders]
        seats = list(dict.fromkeys(vector.get("seats", [team(rider) for rider in named])))
        counts = [riders for riders in at.values() if isinstance(riders, int)]
        extra = [colour for colour in COLOURS if colour not in seats]
        while extra and (
            len(seats) * STRIDE < len(named) + sum(counts) or len(seats) < max(counts, default=0)
        ):
            seats.append(extra.pop(0))
        self.state = state = states.new_state(course(course_of(vector, tuple(seats))))
        state.square = [OFF] * (STRIDE * len(seats))
        names = state.course.names
        free = anonymous(names, named)
        for square, riders in at.items():
            for rider in (
                [free.pop(0) for _ in range(riders)] if isinstance(riders, int) else riders
            ):
                state.square[names.index(rider)] = square
        state.active = sum(
            1 << rider for rider, square in enumerate(state.square) if square <= state.course.end
        )
        self.turn = vector.get("turn", 1)
        self._stock(vector)
        if any("opening" in act for act in vector.get("acts", ())):
            self.turn = 0
            return
        state.turn = self.turn - 1
        state.earned = sum(1 << names.index(rider) for rider in vector.get("right", ()))
        self._begin([names.index(rider) for rider in vector.get("thrown", ())])

    def _stock(self, vector: Vector) -> None:
        state = self.state
        if absent := sorted(set(vector.get("tokens", {})) - set(state.course.setup.teams)):
            raise ValueError(f"tokens of {', '.join(absent)}: a team that is not there")
        for seat, name in enumerate(state.course.setup.teams):
            climber = state.square[seat * STRIDE]
            if climber <= state.course.end:
                stop(state, seat, 0, climber)
            for token, count in vector.get("tokens", {}).get(name, {}).items():
                self.pile(token)[seat] = count

    def _begin(self, thrown: list[int]) -> None:
        state = self.state
        loop.begin_turn(state)
        for rider in thrown:
            state.road[state.square[rider]] &= ~(1 << rider)
        if thrown:
            state.phase = states.UNIT_DONE
        if state.phase < 0:
            loop.go_on(state)

    def pile(self, token: str) -> list[int]:
        state = self.state
        return {
            "bottle": state.bottles,
            "sprint": state.sprints,
            "attack": state.attacks,
            "mountain_attack": state.mountain_attacks,
            "double": state.doubles,
        }[token]

    def tokens(self, name: str, token: str) -> int:
        return self.pile(token)[self.state.course.setup.teams.index(name)]

    def in_speaking_order(self, riders: list[str]) -> bool:
        """Clockwise from the first speaker of the turn, or as the seats are named; numbers
        ascending.
        """
        course, first = self.state.course, self.state.first
        bits = sum(1 << course.rider_of[rider] for rider in riders)
        return any(
            [course.names[rider] for rider in course.in_speaking_order(bits, seat)] == riders
            for seat in (first, 0)
        )

    def names(self, mask: int) -> list[str]:
        return [self.state.course.names[rider] for rider in self.state.course.riders(mask)]

    @property
    def turn_is_over(self) -> bool:
        """The engine has gone on to the next turn, or to the end, before the vector said so."""
        return self.state.turn > self.turn or self.state.phase == states.OVER


def anonymous(names: tuple[str, ...], named: list[str]) -> list[str]:
    """Riders nobody has named, those without abilities first, of different teams one after the
    other.
    """

    def of_number(number: int) -> Iterator[str]:
        return (name for name in names if name.endswith(str(number)) and name not in named)

    return [name for number in (6, 5, 4, 3, 2, 1) for name in of_number(number)]


def road_state(vector: Vector) -> State:
    return Board(vector).state
