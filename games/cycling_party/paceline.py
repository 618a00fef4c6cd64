"""Pacelines and breakaways: everybody throws, and sums that lie close together move as one
(CP-J-042 ... 045, CP-S-012 ... 016).
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from games.cycling_party.actions import JOIN, SHIFT
from games.cycling_party.moves import fall, ride
from games.cycling_party.numbers import LINK, ROULEUR_LEAST, ROULEUR_LINK, STRIDE
from games.cycling_party.state import (
    ASKED,
    BREAKAWAY,
    JOINING,
    NO_ACTIONS,
    PACELINE,
    THROW_ALONE,
    THROW_PACELINE,
    UNIT_DONE,
    PaceCrossing,
    State,
    ask_chance,
    chance,
)
from games.engine import CHANCE, Event

ROULEUR = 2  # number less one
UP, DOWN = 2, 1  # bits of a rouleur's answer
BOTH = UP | DOWN
# Two dice for each rider, by whether falls are looked for, and how many ride.
DICE = [[chance((6, 6) * riders, falls) for riders in range(5)] for falls in (False, True)]
ALONE_JUNIOR, ALONE_SENIOR = DICE[False][1], DICE[True][1]

Joins = tuple[int | None, ...]  # by rider: what a rouleur answers; None for who is none
# pace; members and pace-setters, by their place in the row
Part = tuple[int, tuple[int, ...], tuple[int, ...]]


@lru_cache(maxsize=1 << 16)
def chains(sums: tuple[int, ...], joins: Joins, only_four: bool = False) -> tuple[Part, ...]:
    """Divide a paceline into the parts that move together, highest first: riders linked directly or
    through others share a part.
    """
    part_of = list(range(len(sums)))
    for a, b in product(range(len(sums)), repeat=2):
        if a < b and part_of[a] != part_of[b] and _can_link(sums, joins, a, b, only_four):
            kept, lost = part_of[a], part_of[b]
            part_of = [kept if part == lost else part for part in part_of]
    parts = []
    for part in set(part_of):
        members = tuple(index for index, own in enumerate(part_of) if own == part)
        pace = max(sums[index] for index in members)
        parts.append((pace, members, tuple(index for index in members if sums[index] == pace)))
    return tuple(sorted(parts, key=lambda part: (-part[0], part[1])))


def _can_link(sums: tuple[int, ...], joins: Joins, a: int, b: int, only_four: bool) -> bool:
    fast, slow = (a, b) if sums[a] >= sums[b] else (b, a)
    apart = sums[fast] - sums[slow]
    down, up = joins[fast], joins[slow]
    if down is None and up is None:
        return apart <= LINK
    if apart > ROULEUR_LINK:
        return False
    if only_four and apart <= LINK:
        return True
    agreed = up is None or bool(up & UP)
    if down is not None:  # a sum equal to their own counts as a higher one (CP-S-015)
        agreed = agreed and bool(down & (DOWN if apart else UP))
    return agreed


def throw_alone(state: State) -> None:
    state.thrower = state.unit.bit_length() - 1
    state.phase = THROW_ALONE
    state.seat = CHANCE
    state.asked = ALONE_SENIOR if state.course.senior else ALONE_JUNIOR
    state.legal = NO_ACTIONS


def on_alone(state: State, dice: tuple[int, ...]) -> None:
    rider = state.thrower
    total = dice[0] + dice[1]
    if len(dice) > 2:
        if state.events is not None:
            state.events.append(Event("again", "CP-S-030", (rider,), dice))
        if dice[2] == dice[3]:
            _fall(state, rider)
            return
    rule = "CP-J-045"
    if total < ROULEUR_LEAST and rider % STRIDE == ROULEUR and state.course.senior:
        total, rule = ROULEUR_LEAST, "CP-S-012"
    square = state.square[rider]
    to = state.course.to[square][total]
    if state.broken:
        state.broken = tuple([other for other in state.broken if other != rider])
    ride(state, rider, to)
    if state.events is not None:
        state.events.append(Event("alone", rule, (rider,), (total, *dice), ((rider, square, to),)))
    state.phase = UNIT_DONE


def _fall(state: State, rider: int) -> None:
    fall(state, rider)
    state.phase = UNIT_DONE


def throw_paceline(state: State) -> None:
    state.row = tuple(state.course.in_speaking_order(state.unit, state.first))
    ask_chance(state, THROW_PACELINE, DICE[state.course.senior][state.unit.bit_count()])


def on_paceline(state: State, dice: tuple[int, ...]) -> None:
    course = state.course
    sums, at = [], 0
    for rider in state.row:
        total = dice[at] + dice[at + 1]
        at += 2
        if course.senior and dice[at - 1] == dice[at - 2] in (3, 4):
            again = dice[at - 2 : at + 2]
            at += 2
            if state.events is not None:
                state.events.append(Event("again", "CP-S-030", (rider,), again))
            if again[2] == again[3]:
                _fall(state, rider)
                return
        if course.senior and rider % STRIDE == ROULEUR and total < ROULEUR_LEAST:
            if state.events is not None:
                state.events.append(Event("at_least", "CP-S-012", (rider,), (total, ROULEUR_LEAST)))
            total = ROULEUR_LEAST
        sums.append(total)
    state.dice = tuple(sums)
    state.joins = ()
    ask_rouleurs(state)


def rouleurs(state: State) -> list[int]:
    """Return the indexes of rouleurs in the row of the paceline."""
    return (
        [index for index, rider in enumerate(state.row) if rider % STRIDE == ROULEUR]
        if state.course.senior
        else []
    )


def ask_rouleurs(state: State) -> None:
    """Ask each rouleur about their own throw, up and down; answers with the same result are offered
    once (CP-D-007).
    """
    row = rouleurs(state)
    while len(state.joins) < len(row):
        answers = offered_answers(state, row)
        if len(answers) > 1:
            rider = state.row[row[len(state.joins)]]
            state.phase = JOINING
            state.seat = rider // STRIDE
            state.asked = ASKED[state.seat]
            state.legal = tuple([answer << SHIFT | JOIN for answer in answers])
            return
        state.joins += (0,)
    _move(state, row)


def offered_answers(state: State, row: list[int]) -> list[int]:
    return sorted(
        set(
            distinct_answers(
                state.dice,
                tuple(row),
                state.joins,
                state.course.options.rouleur_refusal == "only_four",
            )
        )
    )


@lru_cache(maxsize=1 << 14)
def distinct_answers(
    sums: tuple[int, ...], row: tuple[int, ...], joins: tuple[int, ...], only_four: bool = False
) -> tuple[int, ...]:
    """Return, for each answer of the next rouleur, the least answer with the same result, for all
    answers of the rouleurs behind.
    """
    later = len(row) - len(joins) - 1
    first: dict[object, int] = {}
    found = []
    for answer in range(4):
        results = tuple(
            chains(sums, joins_of(len(sums), row, (*joins, answer, *others)), only_four)
            for others in product(range(4), repeat=later)
        )
        found.append(first.setdefault(results, answer))
    return tuple(found)


def joins_of(count: int, row: Sequence[int], answers: tuple[int, ...]) -> Joins:
    joins: list[int | None] = [None] * count
    for index, answer in zip(row, answers, strict=True):
        joins[index] = answer
    return tuple(joins)


def on_join(state: State, answer: int) -> None:
    state.joins += (answer,)
    ask_rouleurs(state)


def _move(state: State, row: list[int]) -> None:
    course = state.course
    riders, sums = state.row, state.dice
    parts = chains(
        sums, joins_of(len(sums), row, state.joins), course.options.rouleur_refusal == "only_four"
    )
    square = state.square[riders[0]]
    for pace, members, setters in parts:
        to = course.to[square][pace]
        bits = 0
        for index in members:
            ride(state, riders[index], to, alone=False)
            bits |= 1 << riders[index]
        leading = 0
        if len(members) > 1:
            leading = sum(1 << riders[index] for index in setters)
            state.chains += ((leading, bits),)
        if to > course.end:
            state.crossings += (
                PaceCrossing(PACELINE if leading else BREAKAWAY, bits, to - course.end, leading),
            )
        if state.events is not None:
            named = tuple(riders[index] for index in members)
            moves = tuple((rider, square, to) for rider in named)
            joined = len(members) > 1 and not set(row).isdisjoint(members)
            rule = "CP-S-015" if joined else "CP-J-043"
            state.events.append(
                Event("paceline", rule, named, (pace, *(sums[index] for index in members)), moves)
            )
    state.joins = ()
    state.phase = UNIT_DONE
