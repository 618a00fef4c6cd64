"""What a stage that is played out looks up: riders by their bits, throws by the way they fall, and
what the bot `steady` chooses.
"""

from functools import cache, lru_cache

from games.chance import PAIRS, Draw, throw
from games.cycling_party import mountain, paceline
from games.cycling_party.actions import MOUNTAIN_ATTACK, SHIFT
from games.cycling_party.bot import (
    ATTACK_FROM,
    ATTACK_ROOM,
    CLIMBER,
    IN_THE_MOUNTAINS,
    ON_THE_FLAT,
    REACH,
    ROULEUR,
    SPRINTER,
    gain,
    worth_of_squares,
)
from games.cycling_party.course import MOST, NUMBERS, Course
from games.cycling_party.groups import TEAM
from games.cycling_party.loop import BITS
from games.cycling_party.mountain import Moves
from games.cycling_party.numbers import PELOTON, STRIDE
from games.cycling_party.paceline import Part
from games.cycling_party.throws import THROWN_AGAIN

Order = tuple[int, ...]

NOTHING = tuple((0,) * seats for seats in range(len(TEAM) + 1))
HIGHEST = 10  # squares that a mountain throw gives at most
SEATS = tuple(rider // STRIDE for rider in range(len(BITS)))
NUMBER = tuple(rider % STRIDE for rider in range(len(BITS)))
# By seat and its riders, as bits of their numbers: these riders.
RIDERS = tuple(
    tuple(tuple(seat * STRIDE + number for number in numbers) for numbers in NUMBERS)
    for seat in range(len(TEAM))
)
THREE, FOUR = throw((6,) * 3), throw((6,) * 4)
CLIMBERS, SPRINTERS, ROULEURS = (
    sum(bit for rider, bit in enumerate(BITS) if NUMBER[rider] == number)
    for number in (CLIMBER, SPRINTER, ROULEUR)
)
# By the way in which two dice fall: their sum; and the ways that are thrown again.
SUMS = tuple(map(sum, PAIRS))
EQUAL = frozenset(way for way, (one, other) in enumerate(PAIRS) if one == other)
AGAIN = frozenset(map(PAIRS.index, THROWN_AGAIN))
SIXES = tuple(throw((6,) * count) for count in range(len(BITS) + 1))


NO_ROULEURS: tuple[paceline.Joins, ...] = tuple((None,) * count for count in range(PELOTON))


@cache
def workers(order: Order) -> tuple[tuple[int, ...], int]:
    """Tabulate by the bits of a team's riders who may throw: the lowest ranked of them, who throws
    first in a peloton; and return the bits of the riders who throw for its pace.
    """
    first = [-1, *(max(NUMBERS[mine], key=order.index) for mine in range(1, MOST + 1))]
    working = sum(bit for rider, bit in enumerate(BITS) if order.index(NUMBER[rider]) > 1)
    return tuple(first), working


@lru_cache(maxsize=64)
def attack_squares(course: Course) -> tuple[int, ...]:
    """Tabulate by square the last one up to it from which `steady` attacks; -1 where none does."""
    until, last, found = course.attack_until, -1, []
    for square, row in enumerate(course.to):
        if ATTACK_FROM <= square <= until and (
            row[ATTACK_ROOM] - square >= ATTACK_ROOM or square + REACH > until
        ):
            last = square
        found.append(last)
    return tuple(found)


Shares = tuple[Moves, int]  # and how the dice are given, where somebody is given a natural 6


@lru_cache(maxsize=1 << 15)
def share_dice(unit: int, plan: int, dice: Draw, facts: int, hilly: bool) -> Shares:
    """Share these dice out as `steady` does."""
    if len(dice) > 2:
        own = (plan & MOST).bit_count() + bool(plan & MOUNTAIN_ATTACK)
        dice = dice[:own] + tuple(sorted(dice[own:]))
    order = IN_THE_MOUNTAINS if hilly else ON_THE_FLAT
    legal, moves = mountain.choices(unit, plan, dice, facts)
    action = max(legal, key=lambda each: worth_of_squares(moves[each], order))
    payload = action >> SHIFT
    return moves[action], payload if mountain.natural_sixes(payload) else 0


# By the number of dice: every way in which they fall; empty where they are thrown one by one.
WAYS = tuple(throw((6,) * count).outcomes if count else () for count in range(STRIDE + 1))
# What comes of plain throws: by way, riders, facts of the square, and whether the stage is hilly.
SHARES: dict[int, Shares] = {}
MOST_SHARES = 1 << 16


def cached_share(key: int) -> Shares:
    """Share out the plain throw of a key, and keep what comes of it."""
    if len(SHARES) >= MOST_SHARES:
        SHARES.clear()
    way, unit, facts, hilly = key >> 13, key >> 7 & MOST, key >> 1 & MOST, key & 1
    SHARES[key] = found = share_dice(unit, 0, WAYS[unit.bit_count()][way], facts, bool(hilly))
    return found


@lru_cache(maxsize=1 << 16)
def join_as_steady(
    sums: tuple[int, ...], mates: tuple[bool, ...], rouleurs: tuple[int, ...], only_four: bool
) -> tuple[Part, ...]:
    """Divide a paceline into parts where rouleurs answer as `steady` does. `mates` is True for each
    rider but the last whose next rider is of the same team.
    """
    team, teams = 0, [0]
    for same in mates:
        team += not same
        teams.append(team)
    joins: tuple[int, ...] = ()
    for rouleur in rouleurs:
        answers = sorted(set(paceline.distinct_answers(sums, rouleurs, joins, only_four)))
        own = [each == teams[rouleur] for each in teams]
        rated = [(gain(sums, rouleurs, (*joins, each), own, only_four), -each) for each in answers]
        joins = (*joins, -max(rated)[1] if len(answers) > 1 else 0)
    return paceline.chains(sums, paceline.joins_of(len(sums), rouleurs, joins), only_four)


def riders_of(mask: int) -> list[int]:
    """List the riders of these bits."""
    if not mask & (mask - 1):
        return [mask.bit_length() - 1]
    found: list[int] = []
    for riders in RIDERS:
        found += riders[mask & MOST]
        mask >>= STRIDE
    return found
