"""Special throws, made instead of the ordinary flat throw: sprint, attack, fall-back, full-speed
descent.

Each is a move of its own by a rider of the front unit before that unit is locked (CP-D-003,
CP-D-010): it sets no pace and joins no chain, and the rest of the unit is worked out again
(CP-J-060).
"""

from functools import lru_cache

from games.cycling_party.actions import (
    ATTACK,
    DESCEND,
    FALL_BACK,
    PASSES,
    SPRINT_3D6,
    SPRINT_D20,
    encode_action,
)
from games.cycling_party.course import MOST, NUMBERS
from games.cycling_party.moves import leave, put, ride
from games.cycling_party.numbers import STRIDE
from games.cycling_party.state import (
    ACTED,
    NO_ACTIONS,
    THROW_ATTACK,
    THROW_DESCENT,
    THROW_FALL_BACK,
    THROW_SPRINT,
    State,
    ask_chance,
    chance,
)
from games.engine import CHANCE, Event

SPRINTER = 1  # number less one (CP-J-057)
ONE, THREE, FOUR, D20 = chance((6,)), chance((6, 6, 6)), chance((6, 6, 6, 6)), chance((20,))


def special_actions(state: State, seat: int, mine: int) -> tuple[int, ...]:
    """Return all that the manager may answer where these riders, who are in the front unit on the
    flat, may declare something; empty where none of them may.
    """
    course, base = state.course, seat * STRIDE
    squares = state.square[base : base + STRIDE]
    sprint = attacking = falling = descending = 0
    if mine & 0b10 and state.sprints[seat]:
        square = squares[SPRINTER]
        sprint = (square <= course.sprint_3d6_until) | (square <= course.sprint_d20_until) << 1
    if course.senior:
        if state.attacks[seat]:
            until = course.attack_until
            for number in NUMBERS[mine]:
                if squares[number] <= until:
                    attacking |= 1 << number
        if mine & (mine - 1):
            lowest = squares[0]
            for square in squares:  # three times as fast as `min`
                if square < lowest:
                    lowest = square
            falling = mine
            for number in NUMBERS[mine]:
                if squares[number] == lowest:
                    falling ^= 1 << number
        else:
            own = squares[mine.bit_length() - 1]
            for square in squares:
                if square < own:
                    falling = mine
                    break
        if state.right:
            descending = state.right >> base & mine
    if sprint or attacking or descending:
        return list_special_actions(seat, sprint, attacking, falling, descending)
    return FALL_BACKS[seat][falling]


@lru_cache(maxsize=1 << 14)
def list_special_actions(
    seat: int, sprint: int, attacking: int, falling: int, descending: int
) -> tuple[int, ...]:
    """Return the legal actions, sorted. `sprint` has the bits of the sprints that the sprinter may
    make, the others the bits of riders who may make that throw.
    """
    sprinter = 1 << SPRINTER
    open_to = (
        (SPRINT_3D6, sprinter * (sprint & 1)),
        (SPRINT_D20, sprinter * (sprint >> 1)),
        (ATTACK, attacking),
        (FALL_BACK, falling),
        (DESCEND, descending),
    )
    found = sorted(
        encode_action(kind, seat * STRIDE + number)
        for kind, riders in open_to
        for number in NUMBERS[riders]
    )
    return (*PASSES, *found) if found else NO_ACTIONS


# Where nothing but a fall-back is left to declare, by the seat and the numbers of those who may.
FALL_BACKS = [
    [list_special_actions(seat, 0, 0, falling, 0) for falling in range(MOST + 1)]
    for seat in range(6)
]


def sprint_3d6(state: State, rider: int) -> None:
    state.sprints[rider // STRIDE] -= 1
    state.thrower = rider
    ask_chance(state, THROW_SPRINT, THREE)


def sprint_d20(state: State, rider: int) -> None:
    state.sprints[rider // STRIDE] -= 1
    state.thrower = rider
    ask_chance(state, THROW_SPRINT, D20)


def attack(state: State, rider: int) -> None:
    state.attacks[rider // STRIDE] -= 1
    state.thrower = rider
    ask_chance(state, THROW_ATTACK, FOUR)


def fall_back(state: State, rider: int) -> None:
    state.thrower = rider
    state.phase = THROW_FALL_BACK
    state.seat = CHANCE
    state.asked = ONE
    state.legal = NO_ACTIONS


def descend(state: State, rider: int) -> None:
    state.thrower = rider
    ask_chance(state, THROW_DESCENT, THREE)


def on_sprint(state: State, dice: tuple[int, ...]) -> None:
    _move(state, "sprint", "CP-J-058", dice)


def on_fall_back(state: State, dice: tuple[int, ...]) -> None:
    rider = state.thrower
    square = state.square[rider]
    to = state.course.to[square][dice[0]]
    ride(state, rider, to)
    if state.events is not None:
        state.events.append(Event("fall_back", "CP-S-036", (rider,), dice, ((rider, square, to),)))
    state.phase = ACTED


def on_attack(state: State, dice: tuple[int, ...]) -> None:
    first, second, third, fourth = sorted(dice)
    if first == second and third == fourth:  # four equal dice are two pairs as well (CP-S-026)
        _break_chain(state, dice)
    else:
        _move(state, "attack", "CP-S-024", dice)


def on_descent(state: State, dice: tuple[int, ...]) -> None:
    if dice != (6, 6, 6):
        _move(state, "descent", "CP-S-042", dice)
        return
    rider = state.thrower
    square = state.square[rider]
    leave(state, rider)
    state.crashed |= 1 << rider
    if not rider % STRIDE and state.course.options.descent_death == "out_of_tour":
        state.mountain_attacks[rider // STRIDE] = 0  # lost with the leader (CP-M-045)
    if state.events is not None:
        state.events.append(Event("accident", "CP-S-042", (rider,), (square, *dice)))
    state.phase = ACTED


def _move(state: State, kind: str, rule: str, dice: tuple[int, ...]) -> None:
    rider = state.thrower
    square = state.square[rider]
    to = state.course.to[square][sum(dice)]
    ride(state, rider, to)
    if state.events is not None:
        state.events.append(Event(kind, rule, (rider,), dice, ((rider, square, to),)))
    state.phase = ACTED


def _break_chain(state: State, dice: tuple[int, ...]) -> None:
    """Put the rider on the square of the last other rider; they throw when all others have thrown
    (CP-S-025, CP-S-027).
    """
    rider = state.thrower
    bit = 1 << rider
    square = state.square[rider]
    behind = min(
        (state.square[other] for other in state.course.riders(state.active & ~bit)), default=square
    )
    rule = state.course.options.chain_break
    to = min(square, max(0, behind - 1) if rule == "behind_last" else behind)
    state.spent |= bit
    if rule != "join_last":
        state.road[square] &= ~bit
        state.broken += (rider,)
    put(state, rider, to)
    if state.events is not None:
        state.events.append(
            Event("chain_break", "CP-S-027", (rider,), dice, ((rider, square, to),))
        )
    state.phase = ACTED
