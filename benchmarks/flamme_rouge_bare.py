"""The yardstick of the engine: a bare loop that races the same stage with nobody to ask.

It is dealt the same hands by the same chance, chooses with the same numbers and moves the same
riders, and comes to the same arrivals and the same exhaustion. It offers nothing, checks nothing,
tells nothing, and keeps its race in local variables and its decks as lists: a stage of two lanes,
no dummy teams, no options.
"""

from collections.abc import Callable

from games.chance import Seeded
from games.flamme_rouge.cards import UNIT, Deal, Lot
from games.flamme_rouge.course import Course

X, NOWHERE = 12, 1
DECKS = (
    [2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 9, 9, 9],
    [3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7],
)
LOT_KEY = 7
# by lanes taken of two, as bits: the free one on the right
FREE = (3, 3, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 0, 0, 0, 0)

Result = tuple[list[tuple[int, int, int, int]], list[int]]


def race(course: Course, seed: str, unit: Callable[[], float]) -> Result:
    """Arrivals as the engine notes them, and exhaustion taken by rider."""
    draw, teams = Seeded(seed).draw, course.seats
    reach, shelters, finish = course.reach[0], course.shelters, course.finish
    lines = [line.square for line in course.lines]
    over: list[list[int]] = [[] for _ in lines]
    count = 2 * teams
    place, road = [0] * count, [0] * (course.squares + 3)
    pile, recycled = [DECKS[rider & 1][:] for rider in range(count)], [[] for _ in range(count)]
    chosen, taken = [0] * count, [0] * count
    arrived: list[tuple[int, int, int, int]] = []
    riders = placed(course, place, road, draw(Lot(LOT_KEY, "", tuple(range(teams))))[0], unit)
    rounds = 0
    while riders:
        rounds += 1
        # energy: who rides alone has his hand before the others name a rider, and all choose in the
        # order of the seats
        on_road = set(riders)
        for first in range(0, count, 2):
            if first not in on_road:
                pair = (first + 1,) if first + 1 in on_road else ()
            elif first + 1 not in on_road:
                pair = (first,)
            else:
                pair = (first, first + 1) if unit() < 0.5 else (first + 1, first)
            for rider in pair:
                own, key = pile[rider], rounds << 8 | rider << 3
                if len(own) >= 4:
                    hand = draw(Deal(key, "", rider, 0, 0, 4, tuple(own)))
                    for card in hand:
                        own.remove(card)
                elif own or recycled[rider]:
                    hand = run_out(own, recycled[rider], key, rider, draw)
                else:
                    chosen[rider] = NOWHERE
                    continue
                kinds = sorted(set(hand))
                card = kinds[int(unit() * len(kinds))]
                chosen[rider] = card
                rest = recycled[rider]
                rest += hand
                rest.remove(card)
        # movement
        row = [place[rider] << 5 | rider for rider in riders]
        row.sort(reverse=True)
        for code in row:
            rider = code & 31
            before = code >> 5
            start = before >> 2
            square = reach[start][chosen[rider]]
            while square > start:
                slot = FREE[road[square]]
                if slot:
                    road[start] ^= 1 << (before & 3)
                    road[square] |= 1 << slot
                    place[rider] = square << 2 | slot
                    break
                square -= 1
            chosen[rider] = 0
        # slipstream
        row = [place[rider] << 5 | rider for rider in riders]
        row.sort()
        riders = [code & 31 for code in row]
        squares = [code >> 7 for code in row]
        for at in range(len(row) - 1):
            head = squares[at]
            if squares[at + 1] - head == 2 and shelters[head] and shelters[head + 2]:
                index = at
                while True:
                    square = squares[index]
                    if not shelters[square] or road[square + 1]:
                        break
                    road[square] = 0
                    lane = 3
                    while index >= 0 and squares[index] == square:
                        squares[index] = square + 1
                        place[riders[index]] = square + 1 << 2 | lane
                        road[square + 1] |= 1 << lane
                        lane -= 1
                        index -= 1
                    if index < 0 or squares[index] != square - 1:
                        break
        # lines, exhaustion, arrivals
        for line, passed in zip(lines, over, strict=True):
            if squares[-1] >= line and len(passed) < count:
                ahead = zip(reversed(riders), reversed(squares), strict=True)
                passed += [
                    rider for rider, square in ahead if square >= line and rider not in passed
                ]
        for rider, square in zip(riders, squares, strict=True):
            if not road[square + 1] and square < finish:
                recycled[rider].append(X)
                taken[rider] += 1
        while squares and squares[-1] >= finish:
            rider, square = riders.pop(), squares.pop()
            arrived.append((rider, rounds, square - finish + 1, 3 - (place[rider] & 3)))
            road[square] = 0
    return arrived, taken


def placed(
    course: Course, place: list[int], road: list[int], first: int, unit: Callable[[], float]
) -> list[int]:
    """Every rider on any start square with room; all riders, the last one first."""
    for number in range(course.seats):
        seat = (first + number) % course.seats
        types = [0, 1]
        while types:
            squares = [square for square in course.starts if road[square] != 12]
            ways = len(types) * len(squares)
            which = int(unit() * ways) if ways > 1 else 0
            type_, square = types.pop(which // len(squares)), squares[which % len(squares)]
            slot = FREE[road[square]]
            place[2 * seat + type_] = square << 2 | slot
            road[square] |= 1 << slot
    return sorted(range(2 * course.seats), key=place.__getitem__)


def run_out(
    own: list[int], rest: list[int], key: int, rider: int, draw: Callable[[Deal], tuple[int, ...]]
) -> tuple[int, ...]:
    """A hand for which the pile runs out: all of it, and the rest of the recycled cards, which are
    the new pile.
    """
    rest.sort()
    wanted = min(4, len(own) + len(rest))
    hand = draw(Deal(key, "", rider, sum(UNIT[card] for card in own), 0, wanted, tuple(rest)))
    own += rest
    own.sort()
    for card in hand:
        own.remove(card)
    rest.clear()
    return hand
