"""The movement phase (FR-053 ... FR-065) and slipstream (FR-070 ... FR-079, FR-P-020 ... FR-P-023)."""

from games.engine import Event
from games.flamme_rouge.cards import NOWHERE, X
from games.flamme_rouge.course import square_and_lane
from games.flamme_rouge.road import ASCENT
from games.flamme_rouge.state import State
from games.flamme_rouge.traits import CAMPIONISSIMO, CHRONO, CHRONO_WORTH, LIMIT

# Why a rider ended where he did: the last figure of `moved`.
EXACT, LEAST, CLIMB, FULL, ROAD_END = range(5)
RULES = ("FR-054", "FR-061", "FR-059", "FR-056", "FR-017")


def ride(state: State) -> None:
    """Every rider by his card, from the leading one to the last. A full square is given up for the first free one behind it."""
    place, road, reach, free, told = state.place, state.road, state.reach, state.course.free, state.told
    cards = faster(state) if state.plus else state.chosen
    row = [place[rider] << 5 | rider for rider in state.riders]
    row.sort(reverse=True)
    for code in row:
        rider, before = code & 31, code >> 5
        card = cards[rider]
        if not card:
            continue
        start = before >> 2
        square = target = reach[rider][start][card]
        while square > start:
            slot = free[square][road[square]]
            if slot:
                road[start] ^= 1 << (before & 3)
                road[square] |= 1 << slot
                place[rider] = square << 2 | slot
                break
            square -= 1
        if told is not None:
            told.append(moved(state, rider, before, target))


def faster(state: State) -> list[int]:
    """The cards of the round, with one more for those whose trait gives it (FR-T-040)."""
    return [worth(state, rider, card) + 1 if state.plus >> rider & 1 else card for rider, card in enumerate(state.chosen)]


def worth(state: State, rider: int, card: int) -> int:
    """What the card counts before the road has its say."""
    if card == X and state.trait[rider] == CHRONO:
        return CHRONO_WORTH
    return 2 if card in (X, NOWHERE) else card


def moved(state: State, rider: int, before: int, target: int) -> Event:
    """Figures: the card, what it counts, squares it was good for, squares ridden, why. Places as square · 4 + lane."""
    start, now = before >> 2, state.place[rider]
    card = state.chosen[rider]
    value = worth(state, rider, card) + (state.plus >> rider & 1)
    if now >> 2 < target:
        why = FULL
    elif target - start == value:
        why = EXACT
    elif target - start > value:
        why = LEAST
    else:
        why = ROAD_END if target == state.course.squares - 1 and not _climbs(state, start, value) else CLIMB
    rule = "FR-P-016" if why == LEAST and state.course.road.terrain[start] == "Z" else RULES[why]
    return Event(
        "moved", rule, (rider,), (card, value, target - start, (now >> 2) - start, why), ((rider, told_place(before), told_place(now)),)
    )


def _climbs(state: State, start: int, value: int) -> bool:
    return ASCENT in state.course.road.terrain[start : start + value + 1] and value > LIMIT


def told_place(at: int) -> int:
    """A place as events tell it: square · 4 + lane."""
    square, lane = square_and_lane(at)
    return square << 2 | lane


def slipstream(state: State) -> list[int]:
    """Group by group from the rear: one empty square before the next group is closed. Gives all riders, the leading first."""
    place, shelters = state.place, state.course.shelters
    row = [place[rider] << 5 | rider for rider in state.riders]
    row.sort()
    square = [code >> 7 for code in row]
    champion = CAMPIONISSIMO in state.trait
    for at in range(len(row) - 1):
        head, ahead = square[at], square[at + 1]
        if ahead - head == 2 and shelters[head] and shelters[ahead] and not (champion and _refused(state, row, square, at)):
            _draw_up(state, row, square, at)
    return [code & 31 for code in reversed(row)]


def _draw_up(state: State, row: list[int], square: list[int], head: int) -> None:
    """The group whose head is there moves one square, square by square, as many riders as the next one has lanes; the others close to
    the right. It ends where a square may not slipstream, and where somebody still stands in front."""
    place, road, lanes, shelters = state.place, state.road, state.course.lanes, state.course.shelters
    last, gained, narrow = head, [], False
    while True:
        at = square[last]
        if not shelters[at] or road[at + 1]:
            break
        first = last
        while first > 0 and square[first - 1] == at:
            first -= 1
        room = lanes[at + 1]
        narrow = narrow or last - first >= room
        road[at] = 0
        for nth, index in enumerate(range(last, first - 1, -1)):
            rider = row[index] & 31
            to, slot = (at + 1, 3 - nth) if nth < room else (at, 3 - nth + room)
            if to > at:
                gained.append((rider, told_place(place[rider]), to << 2 | nth))
                square[index] = to
            place[rider] = to << 2 | slot
            road[to] |= 1 << slot
        if first == 0 or square[first - 1] != at - 1:
            break
        last = first - 1
    if state.told is not None and gained:
        riders = tuple(rider for rider, _, _ in gained)
        state.told.append(Event("slipped", "FR-P-022" if narrow else "FR-072", riders, (1,), tuple(gained)))


def _refused(state: State, row: list[int], square: list[int], at: int) -> bool:
    """Campionissimo: alone on the rearmost square of the group ahead he shelters only his own team (FR-T-041)."""
    ahead = [code & 31 for code, where in zip(row, square, strict=True) if where == square[at + 1]]
    heads = [code & 31 for code, where in zip(row, square, strict=True) if where == square[at]]
    alone = len(ahead) == 1 and state.trait[ahead[0]] == CAMPIONISSIMO
    return alone and any(rider // 2 != ahead[0] // 2 for rider in heads)
