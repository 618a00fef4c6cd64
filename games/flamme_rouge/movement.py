"""The movement phase (FR-053 ... FR-065) and slipstream (FR-070 ... FR-079, FR-P-020 ...
FR-P-023).
"""

from games.engine import Event
from games.flamme_rouge.cards import NOWHERE, X
from games.flamme_rouge.course import square_and_lane
from games.flamme_rouge.road import ASCENT
from games.flamme_rouge.state import State
from games.flamme_rouge.traits import CAMPIONISSIMO, CHRONO, CHRONO_WORTH, LIMIT

# Why a rider ended on that square: the last figure of `moved`.
EXACT, LEAST, CLIMB, FULL, ROAD_END = range(5)
RULES = ("FR-054", "FR-061", "FR-059", "FR-056", "FR-017")


def ride(state: State) -> None:
    """Move every rider by their card, from the leading one to the last. Where a square is full, the
    rider stops on the first free one behind it.
    """
    place, road, free, events = state.place, state.road, state.course.free, state.events
    reach, trait = state.course.reach, state.trait
    cards = cards_with_traits(state) if state.plus else state.chosen
    row = [place[rider] << 5 | rider for rider in state.riders]
    row.sort(reverse=True)
    for code in row:
        rider, before = code & 31, code >> 5
        card = cards[rider]
        if not card:
            continue
        start = before >> 2
        square = target = reach[trait[rider]][start][card]
        while square > start:
            slot = free[square][road[square]]
            if slot:
                road[start] ^= 1 << (before & 3)
                road[square] |= 1 << slot
                place[rider] = square << 2 | slot
                break
            square -= 1
        if events is not None:
            events.append(move_event(state, rider, before, target))


def cards_with_traits(state: State) -> list[int]:
    """Return the cards of the round, with one more for riders whose trait gives it (FR-T-040)."""
    return [
        card_value(state, rider, card) + 1 if state.plus >> rider & 1 else card
        for rider, card in enumerate(state.chosen)
    ]


def card_value(state: State, rider: int, card: int) -> int:
    """Return the value of a card before the road limits it."""
    if card == X and state.trait[rider] == CHRONO:
        return CHRONO_WORTH
    return 2 if card in (X, NOWHERE) else card


def move_event(state: State, rider: int, before: int, target: int) -> Event:
    """Make the event of a move. Figures: the card, its value, squares it was good for, squares
    ridden, why. Places are square · 4 + lane.
    """
    start, now = before >> 2, state.place[rider]
    card = state.chosen[rider]
    value = card_value(state, rider, card) + (state.plus >> rider & 1)
    if now >> 2 < target:
        why = FULL
    elif target - start == value:
        why = EXACT
    elif target - start > value:
        why = LEAST
    else:
        why = (
            ROAD_END
            if target == state.course.squares - 1 and not _climbs(state, start, value)
            else CLIMB
        )
    rule = "FR-P-016" if why == LEAST and state.course.road.terrain[start] == "Z" else RULES[why]
    return Event(
        "moved",
        rule,
        (rider,),
        (card, value, target - start, (now >> 2) - start, why),
        ((rider, event_place(before), event_place(now)),),
    )


def _climbs(state: State, start: int, value: int) -> bool:
    return ASCENT in state.course.road.terrain[start : start + value + 1] and value > LIMIT


def event_place(at: int) -> int:
    """Encode a place as events have it: square · 4 + lane."""
    square, lane = square_and_lane(at)
    return square << 2 | lane


def slipstream(state: State) -> list[int]:
    """Group by group from the rear: one empty square before the next group is closed. Gives all
    riders, the leading one first.
    """
    place, shelters = state.place, state.course.shelters
    row = [place[rider] << 5 | rider for rider in state.riders]
    row.sort()
    square = [code >> 7 for code in row]
    head = square[0]
    for at, ahead in enumerate(square):
        if (
            ahead - head == 2
            and shelters[head]
            and shelters[ahead]
            and not _refuses_shelter(state, row, square, at - 1)
        ):
            _draw_up(state, row, square, at - 1)
        head = ahead
    row.reverse()
    return [code & 31 for code in row]


def _draw_up(state: State, row: list[int], square: list[int], last: int) -> None:
    """Move the group whose head is on that square one square up, square by square, as many riders
    as the next one has lanes; the others close to the right. The move ends where a square gives no
    slipstream, and where somebody still stands in front.
    """
    place, road, lanes, shelters = (
        state.place,
        state.road,
        state.course.lanes,
        state.course.shelters,
    )
    before = place[:] if state.events is not None else None
    while True:
        at = square[last]
        if not shelters[at] or road[at + 1]:
            break
        room, slot, to = lanes[at + 1], 3, at + 1
        road[at] = 0
        while last >= 0 and square[last] == at:
            if to > at:
                square[last] = to
            place[row[last] & 31] = to << 2 | slot
            road[to] |= 1 << slot
            slot -= 1
            last -= 1
            if slot == 3 - room:  # the others fill the lanes of their own square
                slot, to, room = 3, at, 0
        if last < 0 or square[last] != at - 1:
            break
    if state.events is not None and before is not None:
        state.events.append(_slipstream_event(state, before))


def _slipstream_event(state: State, before: list[int]) -> Event:
    """Make the event of the riders who gained a square; its rule is that of narrowing where others
    stayed on their square.
    """
    place = state.place
    gained = [
        rider
        for rider in sorted(state.riders, key=place.__getitem__, reverse=True)
        if place[rider] >> 2 > before[rider] >> 2
    ]
    old_squares = {before[rider] >> 2 for rider in gained}
    stayed = any(
        place[rider] >> 2 in old_squares
        and rider not in gained
        and before[rider] >> 2 == place[rider] >> 2
        for rider in state.riders
    )
    moves = tuple(
        (rider, event_place(before[rider]), event_place(place[rider])) for rider in gained
    )
    return Event("slipped", "FR-P-022" if stayed else "FR-072", tuple(gained), (1,), moves)


def _refuses_shelter(state: State, row: list[int], square: list[int], at: int) -> bool:
    """Return True where a Campionissimo refuses shelter: alone on the rearmost square of the group
    ahead, they shelter only their own team (FR-T-041).
    """
    first = row[at + 1] & 31
    if state.trait[first] != CAMPIONISSIMO or square.count(square[at + 1]) > 1:
        return False
    heads = [code & 31 for code, where in zip(row, square, strict=True) if where == square[at]]
    return any(rider // 2 != first // 2 for rider in heads)
