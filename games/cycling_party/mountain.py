"""Mountain units: a team's riders on one mountain square, with one plan, all dice together, then
the choices (CP-J-051 ... 055, CP-D-008).
"""

from functools import cache, lru_cache
from itertools import permutations, product

from games.cycling_party.actions import (
    DOUBLE,
    FELL_BACK,
    GIVE,
    MAGIC,
    MOUNTAIN_ATTACK,
    PLAIN,
    PLAN,
    PULLED,
    SHIFT,
    decode_shares,
    encode_share,
)
from games.cycling_party.course import (
    MAGIC_FIVE,
    MOST,
    NUMBERS,
    ON_HC,
    PULL,
    PULL_ALL,
    SIX_COUNTS,
    Course,
)
from games.cycling_party.moves import stop
from games.cycling_party.numbers import FALL_BACK, STRIDE
from games.cycling_party.state import (
    ASKED,
    BREAKAWAY,
    NO_ACTIONS,
    PLANNING,
    SHARING,
    THROW_MOUNTAIN,
    UNIT_DONE,
    PaceCrossing,
    State,
    chance,
    with_item,
)
from games.cycling_party.throws import SingleThrow
from games.engine import CHANCE, Event, Pending

CLIMBER, MOUNTAIN_DOMESTIQUE = 0, 4  # numbers less one

Moves = tuple[tuple[int, int], ...]  # number less one and squares, of each rider
Ways = dict[int, Moves]  # by the payload of `give`


def lock(state: State) -> None:
    """Ask for declarations before the dice, where there is something to declare. A rider with a
    broken chain throws one die and nothing else (CP-S-027); by the option they may throw together
    with mates, who declare as usual.
    """
    seat, at = state.owner, state.at
    base = STRIDE * seat
    mine = (state.unit & ~state.spent) >> base
    if not state.course.senior or not mine:
        on_plan(state, 0)
        return
    extras = 0
    if mine & 1:
        if state.doubles[seat]:
            extras = DOUBLE
        if (
            state.mountain_attacks[seat]
            and state.course.facts[at] & ON_HC
            and may_attack(state, base)
        ):
            extras |= MOUNTAIN_ATTACK
    may_fall_back = False
    for square in state.square[base : base + STRIDE]:
        if square < at:
            may_fall_back = True
            break
    if may_fall_back or extras:
        state.phase = PLANNING
        state.seat = seat
        state.asked = ASKED[seat]
        state.legal = plans(mine, may_fall_back, extras) if extras else FALL_BACKS[mine]
    else:
        on_plan(state, 0)


def may_attack(state: State, leader: int) -> bool:
    had_bottle = (state.one_bottle | state.two_bottles) >> leader & 1
    return state.course.options.bottle_with_mountain_attack == "allowed" or not had_bottle


@cache
def plans(mine: int, may_fall_back: bool, extras: int) -> tuple[int, ...]:
    backs = [mask for mask in range(64) if mask & mine == mask] if may_fall_back else [0]
    found = []
    for back in backs:
        found.append(back)
        if not back & 1:  # the climber's own throw is open
            found += [back | extra for extra in (MOUNTAIN_ATTACK, DOUBLE) if extras & extra]
    return tuple(sorted(payload << SHIFT | PLAN for payload in found))


# Where nothing but fall-backs can be declared, by the numbers of the unit.
FALL_BACKS = [plans(mine, True, 0) for mine in range(MOST + 1)]


def on_plan(state: State, plan: int) -> None:
    state.plan = plan
    state.phase = THROW_MOUNTAIN
    state.seat = CHANCE
    state.legal = NO_ACTIONS
    unit = state.unit
    if plan >= MOUNTAIN_ATTACK:
        use(state, plan)
    elif not unit & (unit - 1):
        state.asked = ONE_DIE
        return
    state.asked = _dice(unit.bit_count(), plan)


ONE_DIE = chance((6,), False)


@cache
def _dice(riders: int, plan: int) -> Pending[SingleThrow]:
    """Ask for the dice of fall-backs, the ten-sided one of a mountain attack, and the pool
    (CP-D-009).
    """
    backs = (plan & MOST).bit_count()
    attack, double = bool(plan & MOUNTAIN_ATTACK), bool(plan & DOUBLE)
    return chance((6,) * backs + (10,) * attack + (6,) * (riders - backs - attack + double), False)


def use(state: State, plan: int) -> None:
    seat = state.owner
    if plan & MOUNTAIN_ATTACK:
        state.mountain_attacks[seat] -= 1
        state.attacks_made = with_item(state.attacks_made, seat, state.attacks_made[seat] + 1)
        state.attacked |= 1 << seat * STRIDE
    else:
        state.doubles[seat] -= 1
        index = (state.course.climb_at[state.at] - 1) * state.course.seats + seat
        state.doubled = with_item(state.doubled, index, state.doubled[index] + 1)


def on_throw(state: State, dice: tuple[int, ...]) -> None:
    seat, plan = state.owner, state.plan
    facts = state.course.facts[state.at]
    mine = state.unit >> STRIDE * seat
    if len(dice) == 1:
        die = dice[0]
        if not plan:
            if die != 5 or mine != 1 or not facts & MAGIC_FIVE:
                _move_one(state, mine, dice, die)
                return
        elif plan < MOUNTAIN_ATTACK and len(FALL_BACK[die]) == 1:
            _move_one(state, mine, dice, FALL_BACK[die][0])
            return
    elif len(dice) > 2:  # in what order the dice of the pool lie does not matter
        own = (plan & MOST).bit_count() + bool(plan & MOUNTAIN_ATTACK)
        dice = dice[:own] + tuple(sorted(dice[own:]))
    state.dice = dice
    legal, moves = choices(mine, plan, dice, facts)
    if len(legal) > 1:
        state.phase = SHARING
        state.seat = seat
        state.asked = ASKED[seat]
        state.legal = legal
    else:
        _move(state, legal[0] >> SHIFT, moves[legal[0]])


@lru_cache(maxsize=1 << 15)
def choices(
    unit: int, plan: int, dice: tuple[int, ...], holds: int
) -> tuple[tuple[int, ...], dict[int, Moves]]:
    """Return the distinct results that the manager may choose from, sorted, and how each moves
    riders.
    """
    seen: dict[object, int] = {}
    every = ways(unit, plan, dice, holds)
    for payload in sorted(
        every,
        key=lambda payload: (sum(how != PLAIN for _, _, how in decode_shares(payload)), payload),
    ):
        seen.setdefault(result(every, payload, holds), payload)
    moves = {payload << SHIFT | GIVE: every[payload] for payload in sorted(seen.values())}
    return tuple(moves), moves


def result(every: Ways, payload: int, holds: int) -> object:
    """Return the result of a choice: the squares, and who threw a natural 6 where that gives a
    right.
    """
    return every[payload], tuple(natural_sixes(payload)) if holds & SIX_COUNTS else ()


@lru_cache(maxsize=1 << 14)
def ways(unit: int, plan: int, dice: tuple[int, ...], holds: int) -> Ways:
    """List every way to use these dice: fall-backs, the pool shared out, magic five, pulls."""
    backs = NUMBERS[plan & MOST]
    leader = {CLIMBER: dice[len(backs)]} if plan & MOUNTAIN_ATTACK else {}
    ordinary = [number for number in NUMBERS[unit & ~plan & MOST] if number not in leader]
    pool = dice[len(backs) + len(leader) :]
    found: Ways = {}
    for squares in product(*(FALL_BACK[die] for die in dice[: len(backs)])):
        back = dict(zip(backs, squares, strict=True))
        back_part = sum(encode_share(number, each, FELL_BACK) for number, each in back.items())
        for order in sorted(set(permutations(pool, len(ordinary)))):
            natural = dict(zip(ordinary, order, strict=True))
            for magic, pulled in product(_magic(natural, holds), _pulls(natural, holds)):
                if magic and CLIMBER in pulled:
                    continue
                how = {number: PULLED if number in pulled else PLAIN for number in ordinary}
                moved = {number: die + (number in pulled) for number, die in natural.items()}
                if magic:
                    how[CLIMBER], moved[CLIMBER] = MAGIC, 6
                payload = back_part + sum(
                    encode_share(number, die, how[number]) for number, die in natural.items()
                )
                found[payload] = tuple(sorted({**back, **leader, **moved}.items()))
    return found


def _magic(natural: dict[int, int], holds: int) -> tuple[bool, ...]:
    """Return the options for a natural 5 of the climber: on a hors category pass it may count 6
    (CP-S-007).
    """
    return (False, True) if holds & MAGIC_FIVE and natural.get(CLIMBER) == 5 else (False,)


def _pulls(natural: dict[int, int], holds: int) -> list[tuple[int, ...]]:
    """List the mates whom the mountain domestique may pull: those with exactly one less (CP-S-019
    ... 021).
    """
    if not holds & (PULL | PULL_ALL) or MOUNTAIN_DOMESTIQUE not in natural:
        return [()]
    own = natural[MOUNTAIN_DOMESTIQUE]
    mates = [number for number, die in natural.items() if die == own - 1]
    if holds & PULL_ALL:
        return [
            tuple(mate for bit, mate in enumerate(mates) if mask >> bit & 1)
            for mask in range(1 << len(mates))
        ]
    return [(), *((mate,) for mate in mates)]


def on_give(state: State, payload: int) -> None:
    seat = state.owner
    _, moves = choices(
        state.unit >> STRIDE * seat, state.plan, state.dice, state.course.facts[state.at]
    )
    _move(state, payload, moves[payload << SHIFT | GIVE])


def _move_one(state: State, mine: int, dice: tuple[int, ...], squares: int) -> None:
    """Move one rider by one die with nothing to choose, the most common throw of all. It does what
    `ride` does, without the call.
    """
    state.dice = dice
    course, square, unit = state.course, state.at, state.unit
    to = square + squares
    number, rider = mine.bit_length() - 1, unit.bit_length() - 1
    state.square[rider] = to
    state.road[square] &= ~unit
    if to > course.end:
        state.active &= ~unit
        state.crossings += (PaceCrossing(BREAKAWAY, unit, to - course.end),)
    elif not number:
        stop(state, state.owner, square, to)
    if state.broken:
        state.broken = tuple([other for other in state.broken if other != rider])
    if state.events is not None:
        _tell(
            state,
            encode_share(number, squares, FELL_BACK if state.plan else PLAIN),
            ((rider, square, to),),
        )
    if squares == 6 and course.facts[square] & SIX_COUNTS:
        rights(state, square, encode_share(number, 6))
    state.phase = UNIT_DONE


def _move(state: State, payload: int, moves: Moves) -> None:
    course, square, unit, squares_of = state.course, state.at, state.unit, state.square
    base, end = state.owner * STRIDE, course.end
    state.road[square] &= ~unit
    for number, squares in moves:
        squares_of[base + number] = to = square + squares
        if to > end:
            bit = 1 << base + number
            state.active &= ~bit
            state.crossings += (PaceCrossing(BREAKAWAY, bit, to - end),)
        elif not number:
            stop(state, state.owner, square, to)
    if state.broken:
        state.broken = tuple([other for other in state.broken if not unit >> other & 1])
    if state.events is not None:
        _tell(
            state,
            payload,
            tuple((base + number, square, square + squares) for number, squares in moves),
        )
    if 6 in state.dice and course.facts[square] & SIX_COUNTS:
        rights(state, square, payload)
    state.phase = UNIT_DONE


def rights(state: State, square: int, payload: int) -> None:
    """Give the right to descend for a natural 6 onto the first flat square behind a pass, hills
    excepted (CP-S-039 ... 041).
    """
    course = state.course
    to = square + 6
    for number in natural_sixes(payload):
        rider = state.owner * STRIDE + number
        if to == course.climbs[course.climb_at[square] - 1].end:
            state.almost |= 1 << rider
        elif six_gives_right(course, square):
            state.earned |= 1 << rider
            if state.events is not None:
                state.events.append(Event("right", "CP-S-039", (rider,)))


def natural_sixes(payload: int) -> list[int]:
    """Return the numbers (less one) to whom a 6 was given that counts as it fell."""
    return [number for number, die, how in decode_shares(payload) if die == 6 and how == PLAIN]


def six_gives_right(course: Course, square: int) -> bool:
    to, end = square + 6, course.climbs[course.climb_at[square] - 1].end
    if not course.facts[square] & SIX_COUNTS or not end < to <= course.end or course.mountain[to]:
        return False
    return to == end + 1 or course.options.descent_landing == "any_exit"


def _tell(state: State, payload: int, moves: tuple[tuple[int, int, int], ...]) -> None:
    events = state.events
    if events is None:
        return
    base = state.owner * STRIDE
    climber = (base + CLIMBER,)
    if state.plan & DOUBLE:
        events.append(Event("double", "CP-S-008", climber, state.dice))
    if state.plan & MOUNTAIN_ATTACK:
        events.append(
            Event(
                "mountain_attack",
                "CP-M-009",
                climber,
                (state.dice[(state.plan & MOST).bit_count()],),
            )
        )
    for number, die, how in decode_shares(payload):
        kind, rule = {
            MAGIC: ("magic", "CP-S-007"),
            PULLED: ("pull", "CP-S-019"),
            FELL_BACK: ("mountain_fall_back", "CP-S-037"),
        }.get(how, ("", ""))
        if kind:
            events.append(Event(kind, rule, (base + number,), (die,)))
    events.append(
        Event(
            "mountain",
            "CP-J-055" if len(moves) > 1 else "CP-J-052",
            tuple(move[0] for move in moves),
            state.dice,
            moves,
        )
    )
