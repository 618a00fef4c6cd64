"""The yardstick of the engine: a bare loop that races the same stage of four teams with nobody to ask.

It deals the same hands, chooses with the same numbers and moves the same riders, and comes to the same arrivals and exhaustion. It offers
nothing, checks nothing, tells nothing, and keeps its race in local variables: a base stage of two lanes, no dummy teams, no options.
"""

from collections.abc import Callable
from itertools import combinations

from games.chance import FIRST, GOLDEN, SECOND, WORD, Seeded
from games.flamme_rouge.cards import Lot
from games.flamme_rouge.course import Course

X = 12
DECKS = ([2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 9, 9, 9], [3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7])
CHOICES = [list(combinations(range(count), 4)) for count in range(21)]
LOT_KEY = 7
FREE = (3, 3, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 0, 0, 0, 0)  # by lanes taken of two, as bits: the free one on the right

Result = tuple[list[tuple[int, int, int, int]], list[int]]


def race(course: Course, seed: str, unit: Callable[[], float]) -> Result:
    """Arrivals as the engine notes them, and exhaustion taken by rider."""
    chance, teams = Seeded(seed), course.seats
    base = chance.base
    reach, shelters, finish, starts = course.reach[0], course.shelters, course.finish, course.starts
    lines = [line.square for line in course.lines]
    over: list[list[int]] = [[] for _ in lines]
    count = 2 * teams
    place, road = [0] * count, [0] * (course.squares + 3)
    pile, recycled = [DECKS[rider & 1][:] for rider in range(count)], [[] for _ in range(count)]
    chosen, taken = [0] * count, [0] * count
    arrived: list[tuple[int, int, int, int]] = []
    first = chance.draw(Lot(LOT_KEY, "start", tuple(range(teams))))[0]
    for number in range(teams):
        seat = (first + number) % teams
        types = [0, 1]
        while types:
            open_squares = [square for square in starts if road[square] != 12]
            ways = len(types) * len(open_squares)
            which = int(unit() * ways) if ways > 1 else 0
            type_, square = types.pop(which // len(open_squares)), open_squares[which % len(open_squares)]
            slot = FREE[road[square]]
            place[2 * seat + type_] = square << 2 | slot
            road[square] |= 1 << slot
    riders = sorted(range(count), key=place.__getitem__)
    rounds = 0
    while riders:
        rounds += 1
        on_road = set(riders)
        alone = [rider for rider in sorted(riders) if rider ^ 1 not in on_road]
        turns = alone + [rider for rider in range(0, count, 2) if rider in on_road and rider + 1 in on_road]
        hands = {}
        for rider in alone:
            hands[rider] = True
        # Lone riders are dealt their hands first, and choose in the order of the seats as all others.
        for rider in sorted(turns):
            pair = (rider,) if rider in hands else (rider, rider + 1) if unit() < 0.5 else (rider + 1, rider)
            for one in pair:
                own = pile[one]
                size = len(own)
                number = base + (rounds << 8 | one << 3) * GOLDEN & WORD
                number = (number ^ number >> 30) * FIRST & WORD
                number = (number ^ number >> 27) * SECOND & WORD
                number ^= number >> 31
                if 4 <= size <= 20:
                    ways = CHOICES[size]
                    a, b, c, d = ways[number % len(ways)]
                    hand = [own[a], own[b], own[c], own[d]]
                    del own[d], own[c], own[b], own[a]
                else:
                    hand = deal(pile, recycled, one, number)
                    if not hand:
                        chosen[one] = 1
                        continue
                if hand[0] == hand[-1]:
                    unit()
                    card = hand.pop()
                else:
                    kinds = sorted(set(hand))
                    card = kinds[int(unit() * len(kinds))]
                    hand.remove(card)
                chosen[one] = card
                recycled[one] += hand
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
                passed += [rider for rider, square in ahead if square >= line and rider not in passed]
        for rider, square in zip(riders, squares, strict=True):
            if not road[square + 1] and square < finish:
                recycled[rider].append(X)
                taken[rider] += 1
        while squares and squares[-1] >= finish:
            rider, square = riders.pop(), squares.pop()
            arrived.append((rider, rounds, square - finish + 1, 3 - (place[rider] & 3)))
            road[square] = 0
    return arrived, taken


def deal(pile: list[list[int]], recycled: list[list[int]], rider: int, number: int) -> list[int]:
    """A hand for which the pile runs out, or one of more cards than stand in the table."""
    sure, pool = (pile[rider], sorted(recycled[rider])) if len(pile[rider]) < 4 else ([], pile[rider])
    if len(pile[rider]) < 4:
        recycled[rider] = []
    wanted = min(4 - len(sure), len(pool))
    if wanted == 4 and len(pool) <= 20:
        ways = CHOICES[len(pool)]
        picks = ways[number % len(ways)]
        hand = [pool[index] for index in picks]
        for index in reversed(picks):
            del pool[index]
    else:
        hand = sure[:]
        for _ in range(wanted):
            number, at = divmod(number, len(pool))
            hand.append(pool.pop(at))
        hand.sort()
    pile[rider] = pool
    return hand
