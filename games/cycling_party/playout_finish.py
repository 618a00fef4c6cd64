"""The end of a turn of a stage that is played out: lines, arrivals and their times, decided as
`finish` does, with every die thrown at once.
"""

from bisect import bisect_left
from collections.abc import Callable
from itertools import groupby
from operator import itemgetter

from games.cycling_party import finish
from games.cycling_party.loop import BITS
from games.cycling_party.numbers import STRIDE
from games.cycling_party.playout_tables import SIXES, riders_of
from games.cycling_party.state import OFF, OVER, THROW_SECONDS, State, with_item

SETTLED_BY_ALL = 2  # the rules version from which all equal pace-setters go first


class TurnEnds:
    """The ends of the turns of a race."""

    __slots__ = ("by_engine", "course", "open", "square", "state", "unit")

    def __init__(self, state: State, unit: Callable[[], float]) -> None:
        course = state.course
        self.state, self.course, self.unit, self.square = state, course, unit, state.square
        self.by_engine = not course.master or course.rules_version < SETTLED_BY_ALL
        self.open = [
            index
            for index, line in enumerate(course.lines)
            if line.km != course.setup.stage.length and len(state.ranked[index]) < line.places
        ]

    def end_turn(self, lead: int) -> None:
        """Decide lines and arrivals (see `finish.end_turn`), as far as anybody passed them. `lead`
        is the furthest square that a rider is on.
        """
        state = self.state
        if self.by_engine:
            if state.crossings or not state.active or self.open:
                self.end_in_steps()
            return
        if self.open:
            self.rank_lines(lead)
        if state.crossings:
            self.arrive()
        if not state.active:
            finish.end(state)

    def end_in_steps(self) -> None:
        """Let the engine decide, where the version or its earlier rules have another end."""
        state = self.state
        finish.end_turn(state)
        while state.phase > OVER and (drawing := state.asked.throw):
            dice = drawing.roll(self.unit)
            (finish.on_seconds if state.phase == THROW_SECONDS else finish.on_tie)(state, dice)

    def rank_lines(self, lead: int) -> None:
        """Rank those who have passed a line in this turn, on lines that still pay (CP-M-013)."""
        state, square = self.state, self.square
        if lead == OFF:
            lead = max([at for at in square if at < OFF], default=0)
        for index in self.open:
            line = self.course.lines[index]
            if line.past > lead:
                continue
            before, past = state.ranked[index], line.past
            ranked_before = frozenset(before)
            fresh = [
                (-at, rider)
                for rider, at in enumerate(square)
                if at >= past and at < OFF and rider not in ranked_before
            ]
            if not fresh:
                continue
            fresh.sort()
            wanted = line.places - len(before)
            ranked: list[int] = []
            for _, level in groupby(fresh, key=itemgetter(0)):
                riders = [rider for _, rider in level]
                if len(riders) > 1:
                    riders = self.settle(riders, wanted - len(ranked))
                ranked += riders
                if len(ranked) >= wanted:
                    self.open = [other for other in self.open if other != index]
                    break
            state.ranked = with_item(state.ranked, index, before + tuple(ranked[:wanted]))

    def arrive(self) -> None:
        """Place and time all who crossed in this turn (CP-M-028)."""
        state, course = self.state, self.course
        units = finish.units_of(state)
        members = [riders_of(unit.riders) for unit in units]
        order: list[int] = []
        if course.options.seconds_die == "separate":
            order = self.places(members, [0] * len(units))
        limit = finish.limit_of(state)
        timed = sum([unit.square <= limit for unit in units])
        beyond = (None,) * (len(units) - timed)  # the most advanced units, which come first
        dies = beyond + (SIXES[timed].roll(self.unit) if timed else ())
        seconds = finish.seconds_of(state, units, dies)
        order = order or self.places(members, seconds)
        state.first_crossing = state.first_crossing or state.turn
        turn = state.turn - state.first_crossing
        state.arrived += tuple(
            [
                finish.arrival_record(state, turn, unit, riders, die)
                for unit, riders, die in zip(units, members, dies, strict=True)
            ]
        )
        time_of: dict[int, int] = {}
        for riders, own in zip(members, seconds, strict=True):
            time_of.update(dict.fromkeys(riders, 60 * turn + own))
        state.placed += tuple(order)
        state.times += tuple([time_of[rider] for rider in order])

    def places(self, members: list[list[int]], seconds: list[int]) -> list[int]:
        """Order the riders of units by square, then time, then pace-setter or dice."""
        square = self.square
        crossed = [
            (-square[rider], own, rider)
            for riders, own in zip(members, seconds, strict=True)
            for rider in riders
        ]
        if len(crossed) == 1:
            return members[0]
        crossed.sort()
        order: list[int] = []
        for _, level in groupby(crossed, key=itemgetter(0, 1)):
            riders = [rider for _, _, rider in level]
            order += self.settle(riders, len(riders)) if len(riders) > 1 else riders
        return order

    def settle(self, level: list[int], wanted: int) -> list[int]:
        """Order riders on one square: pace-setters first where all came with their paceline, equals
        by dice.
        """
        bits = sum([BITS[rider] for rider in level])
        for setters, members in self.state.chains:
            if setters & bits and not bits & ~members:
                first = [rider for rider in level if setters >> rider & 1]
                others = [rider for rider in level if not setters >> rider & 1]
                return [
                    *self.by_dice(first, wanted),
                    *self.by_dice(others, wanted - len(first)),
                ]
        return self.by_dice(level, wanted)

    def by_dice(self, riders: list[int], wanted: int) -> list[int]:
        """Order riders by the dice they throw in speaking order, equals by their next ones, as far
        as wanted.
        """
        count = len(riders)
        if count < 2 or wanted < 1:
            return riders
        dice = SIXES[count].roll(self.unit)
        spoken = count - bisect_left(riders, self.state.first * STRIDE)  # from the first seat on
        faces: list[list[int]] = [[] for _ in range(7)]
        for rider, die in zip(riders, dice[spoken:] + dice[:spoken], strict=True):
            faces[die].append(rider)
        order: list[int] = []
        for equals in reversed(faces):
            order += self.by_dice(equals, wanted - len(order)) if len(equals) > 1 else equals
        return order
