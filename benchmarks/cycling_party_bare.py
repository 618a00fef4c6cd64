"""The yardstick of the engine: a bare loop that races the same master stage with nobody to ask.

It is handed what was decided in a stage (`script_of`), throws the same dice, forms the same groups
and moves the same riders, and comes to the same places and times. It offers nothing, checks
nothing, tells nothing, and keeps its race in local variables. Default house rules.
"""

import random
from itertools import groupby, product
from typing import Any

from games.chance import Seeded, throw
from games.cycling_party import groups, loop, mountain, paceline
from games.cycling_party.actions import (
    ATTACK,
    BOTTLE,
    DESCEND,
    DOUBLE,
    ESCAPE,
    FALL_BACK,
    GIVE,
    JOIN,
    KIND,
    MOUNTAIN_ATTACK,
    NINE,
    PLAN,
    SHIFT,
    SPRINT_3D6,
    SPRINT_D20,
    THROW,
)
from games.cycling_party.course import Course
from games.cycling_party.numbers import FALL_BACK as FALL_BACK_SQUARES
from games.cycling_party.paceline import chains
from games.cycling_party.rules import CyclingParty
from games.cycling_party.state import UNIT_DONE, State
from games.cycling_party.table.dice import Chain, Undecided, order_level_riders
from games.engine import Bot

PAIRS = list(product(range(1, 7), repeat=2))
TRIPLES = list(product(range(1, 7), repeat=3))
FOURS = list(product(range(1, 7), repeat=4))
MOVED = 99  # the unit in front has thrown
IN_WINDOW = frozenset((BOTTLE, SPRINT_3D6, SPRINT_D20, ATTACK, FALL_BACK, DESCEND))
LOWEST = tuple((mask & -mask).bit_length() - 1 for mask in range(64))

Script = list[tuple[int, Any]]


def script_of(course: Course, seed: str, player: Bot) -> tuple[Script, State, int]:
    """A stage raced by the engine with one player in every seat; what was decided in it; and how
    many questions and draws there were.
    """
    script: Script = []
    game, chance = CyclingParty(), Seeded(seed)
    state = game.start(course.setup)
    find, move, join = groups.find_front, mountain._move, paceline._move

    def found(state: State) -> None:
        if state.phase == UNIT_DONE:
            script.append((MOVED, 0))
        find(state)

    def moved(state: State, payload: int, moves: Any) -> None:
        if state.plan or len(moves) > 1 or moves[0][1] != state.dice[0]:
            script.append((GIVE, moves))
        move(state, payload, moves)

    def joined(state: State, row: list[int]) -> None:
        if row:
            script.append((JOIN, paceline.joins_of(len(state.dice), row, state.joins)))
        join(state, row)

    setattr(loop, "find_front", found)  # noqa: B010
    mountain._move, paceline._move = moved, joined
    steps = 0
    try:
        while not (pending := game.pending(state)).over:
            steps += 1
            if pending.throw is not None:
                game.apply(state, -1, chance.draw(pending.throw), tell=False)
                continue
            seat = pending.seats[0]
            legal = game.legal_actions(state, seat)
            action = player.choose(state, seat, legal)
            if action & KIND in IN_WINDOW or action & KIND in (THROW, ESCAPE, NINE, PLAN):
                script.append((action & KIND, action >> SHIFT))
            game.apply(state, seat, action, tell=False)
    finally:
        setattr(loop, "find_front", find)  # noqa: B010
        mountain._move, paceline._move = move, join
    return [*script, (MOVED, 0)], state, steps


def race(course: Course, script: Script, seed: str) -> tuple[list[int], list[int], list[int]]:
    """The squares at the end, and the riders in order with their times."""
    rnd = random.Random(f"tour/{seed}").random
    end, to, hill, orders, names = (
        course.end,
        course.to,
        course.mountain,
        course.orders,
        course.names,
    )
    seats, starters = course.seats, course.starters
    riders = course.riders(starters)
    square = [0] * (6 * seats)
    opening = throw((6, 6) * len(riders)).roll(rnd)
    for index, rider in enumerate(riders):
        square[rider] = to[0][opening[2 * index] + opening[2 * index + 1]]
    active, turn, first_crossing = starters, 0, 0
    ranked: list[list[int]] = [[] for _ in course.lines]
    placed: list[int] = []
    times: list[int] = []
    road = [0] * (end + 2)
    joined: list[tuple[int, int]] = []
    crossings: list[tuple[int, int, int]] = []
    at = 0
    while True:
        # the end of the turn, also of the opening
        lead = max(each for each in square if each < 9999)
        for index, line in enumerate(course.lines):
            done = ranked[index]
            if len(done) < line.places and line.past <= lead and line.km != end:
                fresh = [
                    rider
                    for rider in riders
                    if line.past <= square[rider] < 9999 and rider not in done
                ]
                fresh.sort(key=lambda rider: -square[rider])
                for _, group in groupby(fresh, key=square.__getitem__):
                    level = list(group)
                    wanted = line.places - len(done)
                    if len(level) > 1 and wanted > 0:
                        level = _level(
                            level,
                            joined,
                            wanted,
                            names,
                            course,
                            (turn - 1) % seats if turn else 0,
                            rnd,
                        )
                    done += level
                del done[line.places :]
        if crossings:
            first_crossing = first_crossing or turn
            units = sorted(crossings, key=lambda unit: -unit[1])
            dice = iter(
                throw((6,) * sum(unit[1] <= 12 for unit in units)).roll(rnd)
                if any(unit[1] <= 12 for unit in units)
                else ()
            )
            arriving = []
            for bits, best, _ in units:
                seconds = 66 - 5 * best - next(dice) if best <= 12 else 0
                arriving += [(-square[rider], seconds, rider) for rider in course.riders(bits)]
            arriving.sort()
            own = [(setters, bits) for bits, _, setters in crossings if setters]
            for _, group2 in groupby(arriving, key=lambda each: each[:2]):
                same = list(group2)
                level = [each[2] for each in same]
                if len(level) > 1:
                    level = _level(level, own, len(level), names, course, (turn - 1) % seats, rnd)
                placed += level
                times += [60 * (turn - first_crossing) + same[0][1]] * len(level)
        if not active:
            return square, placed, times
        # a new turn
        turn += 1
        order = orders[(turn - 1) % seats]
        joined, crossings = [], []
        broken: list[int] = []
        front, tail = 0, end
        left = active
        while left:
            bit = left & -left
            rider = bit.bit_length() - 1
            where = square[rider]
            road[where] |= bit
            if where > front:
                front = where
            if where < tail:
                tail = where
            left ^= bit
        at += 1
        while True:
            kind, payload = script[at]
            while True:
                # the group in front
                while front >= tail and not road[front]:
                    front -= 1
                if front < tail:
                    front = -1
                if front >= 0:
                    here = run = road[front]
                    if not hill[front]:
                        behind = front - 1
                        while behind >= tail and road[behind] and not hill[behind]:
                            run |= road[behind]
                            behind -= 1
                if kind not in IN_WINDOW:
                    break
                rider = payload
                bit = 1 << rider
                where = square[rider]
                if kind == FALL_BACK:
                    goal = to[where][int(rnd() * 6) + 1]
                elif kind == BOTTLE:
                    goal = where + 1
                    if road[where] & bit:
                        road[where] ^= bit
                        if goal <= end:
                            road[goal] |= bit
                            if goal > front:
                                front = goal
                    square[rider] = goal
                    joined = [(setters, members & ~bit) for setters, members in joined]
                    if goal > end:
                        active ^= bit
                        crossings.append((bit, goal - end, 0))
                        if rider in broken:
                            broken.remove(rider)
                    at += 1
                    kind, payload = script[at]
                    continue
                elif kind == SPRINT_D20:
                    goal = to[where][int(rnd() * 20) + 1]
                elif kind == ATTACK:
                    a, b, c, d = sorted(FOURS[int(rnd() * 1296)])
                    goal = to[where][a + b + c + d]
                    if a == b and c == d:
                        road[where] ^= bit
                        goal = min(
                            where,
                            min(
                                (
                                    square[each]
                                    for each in riders
                                    if active >> each & 1 and each != rider
                                ),
                                default=where,
                            ),
                        )
                        square[rider] = goal
                        broken.append(rider)
                        at += 1
                        kind, payload = script[at]
                        continue
                else:
                    a, b, c = TRIPLES[int(rnd() * 216)]
                    goal = to[where][a + b + c]
                    if kind == DESCEND and a + b + c == 18:
                        road[where] ^= bit
                        square[rider] = 9999
                        active ^= bit
                        at += 1
                        kind, payload = script[at]
                        continue
                road[where] ^= bit
                square[rider] = goal
                if goal > end:
                    active ^= bit
                    crossings.append((bit, goal - end, 0))
                at += 1
                kind, payload = script[at]
            if front < 0:
                if not broken:
                    break
                rider = broken[0]
                where = square[rider]
                bit = 1 << rider
                if not hill[where]:
                    here = run = bit
            else:
                where = front
            if hill[where]:
                if front >= 0:
                    for seat in order:
                        bits = here >> 6 * seat & 63
                        if bits:
                            break
                    road[front] &= ~(bits << 6 * seat)
                else:
                    seat, bits = rider // 6, 1 << rider % 6
                    broken.pop(0)
                plan = 0
                if kind == PLAN:
                    plan = payload
                    at += 1
                if plan == 0 and not bits & (bits - 1):
                    moves = ((LOWEST[bits], int(rnd() * 6) + 1),)
                elif plan < MOUNTAIN_ATTACK and not bits & (bits - 1):
                    moves = ((LOWEST[bits], FALL_BACK_SQUARES[int(rnd() * 6) + 1][0]),)
                else:
                    backs = (plan & 63).bit_count()
                    attack = plan >= MOUNTAIN_ATTACK and not plan & DOUBLE
                    pool = bits.bit_count() - backs - attack + (plan & DOUBLE > 0)
                    throw((6,) * backs + (10,) * attack + (6,) * pool).roll(rnd)
                if script[at][0] == GIVE:
                    moves = script[at][1]
                    at += 1
                base = 6 * seat
                for number, squares in moves:
                    goal = where + squares
                    square[base + number] = goal
                    if goal > end:
                        active ^= 1 << base + number
                        crossings.append((1 << base + number, goal - end, 0))
            elif run.bit_count() >= 5:
                pace = 5
                waiting = run
                while True:
                    kind, rider = script[at]
                    if kind != THROW:
                        break
                    at += 1
                    where = square[rider]
                    a, b = PAIRS[int(rnd() * 36)]
                    if a == b and (a == 3 or a == 4):
                        c, d = PAIRS[int(rnd() * 36)]
                        if c == d:
                            _fall(square, road, rider, broken)
                            waiting &= ~road[where] if road[where] else ~0
                            continue
                    total = a + b
                    if total >= 10:
                        if rider % 6 == 3:
                            kind = script[at][0]
                            at += 1
                            if kind == NINE:
                                pace = 9
                                continue
                    elif total >= 5:
                        if total > pace:
                            pace = total
                        continue
                    elif rider % 6 == 3 and total > 2:
                        continue
                    bit = 1 << rider
                    road[where] ^= bit
                    goal = to[where][total]
                    square[rider] = goal
                    if goal > end:
                        active ^= bit
                        crossings.append((bit, goal - end, 0))
                over, best = 0, 0
                behind = front
                while behind >= 0 and run:
                    members = road[behind] & run
                    if members:
                        road[behind] ^= members
                        goal = to[behind][pace]
                        if goal > end:
                            over |= members
                            active &= ~members
                            if goal - end > best:
                                best = goal - end
                        while members:
                            bit = members & -members
                            square[bit.bit_length() - 1] = goal
                            members ^= bit
                    elif not run & ~0:
                        break
                    behind -= 1
                    if behind < front - 60 or hill[behind]:
                        break
                if over:
                    crossings.append((over, best, 0))
            elif here & (here - 1):
                sums, fell = [], False
                row = []
                for seat in order:
                    bits = here >> 6 * seat & 63
                    while bits:
                        bit = bits & -bits
                        bits ^= bit
                        row.append(6 * seat + LOWEST[bit])
                for rider in row:
                    a, b = PAIRS[int(rnd() * 36)]
                    if a == b and (a == 3 or a == 4):
                        c, d = PAIRS[int(rnd() * 36)]
                        if c == d:
                            _fall(square, road, rider, broken)
                            fell = True
                            break
                    sums.append(7 if rider % 6 == 2 and a + b < 7 else a + b)
                if not fell:
                    joins: Any = (None,) * len(row)
                    if script[at][0] == JOIN:
                        joins = script[at][1]
                        at += 1
                    road[front] = 0
                    for pace, indices, setting in chains(tuple(sums), joins, False):
                        goal = to[front][pace]
                        bits = 0
                        for index in indices:
                            square[row[index]] = goal
                            bits |= 1 << row[index]
                        setters = 0
                        if len(indices) > 1:
                            for index in setting:
                                setters |= 1 << row[index]
                            joined.append((setters, bits))
                        if goal > end:
                            active &= ~bits
                            crossings.append((bits, goal - end, setters))
            else:
                rider = here.bit_length() - 1
                where = square[rider]
                a, b = PAIRS[int(rnd() * 36)]
                fell = False
                if a == b and (a == 3 or a == 4):
                    c, d = PAIRS[int(rnd() * 36)]
                    fell = c == d
                if fell:
                    _fall(square, road, rider, broken)
                else:
                    total = a + b
                    goal = to[where][7 if rider % 6 == 2 and total < 7 else total]
                    road[where] &= ~here
                    if front < 0:
                        broken.pop(0)
                    square[rider] = goal
                    if goal > end:
                        active ^= here
                        crossings.append((here, goal - end, 0))
            at += 1  # MOVED


def _fall(square: list[int], road: list[int], rider: int, broken: list[int]) -> None:
    where = square[rider]
    road[where] = 0
    broken[:] = [other for other in broken if square[other] != where]
    square[rider] = max(0, where - 2)


def _level(
    level: list[int],
    joined: list[tuple[int, int]],
    wanted: int,
    names: tuple[str, ...],
    course: Course,
    first: int,
    rnd: Any,
) -> list[int]:
    """Riders on one square: the pace-setter of their paceline, else dice."""
    found = [
        Chain(
            tuple(names[rider] for rider in course.riders(setters)),
            frozenset(names[rider] for rider in course.riders(members)),
        )
        for setters, members in joined
    ]
    dice: dict[str, list[int]] = {}
    while True:
        try:
            return [
                names.index(name)
                for name in order_level_riders(
                    [names[rider] for rider in level], found, dice, wanted
                )
            ]
        except Undecided as undecided:
            bits = sum(1 << names.index(name) for name in undecided.riders)
            throwing = course.in_speaking_order(bits, first)
            for rider, die in zip(throwing, throw((6,) * len(throwing)).roll(rnd), strict=True):
                dice.setdefault(names[rider], []).append(die)
