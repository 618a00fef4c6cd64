"""Movement and slipstream against the rules' procedures, written down once more as plainly as they
read.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.flamme_rouge import movement
from games.flamme_rouge import state as states
from games.flamme_rouge.course import of_road, square_and_lane
from games.flamme_rouge.road import Road
from tests.games.flamme_rouge.race import setup

NO_SHELTER = "ACF"
# Squares of any terrain and width, then the finish: what tiles can be laid to, and more.
roads = st.lists(
    st.tuples(st.sampled_from("NNNNADCZ"), st.integers(1, 3)), min_size=16, max_size=24
)


@st.composite
def boards(draw):
    """A road, where riders stand on it by (square, lane), and the card of each."""
    laid = [("S", 3)] * 2 + draw(roads) + [("F", 2)] * 5
    free = [
        (square, lane)
        for square, (terrain, lanes) in enumerate(laid)
        for lane in range(lanes)
        if terrain != "F"
    ]
    places = draw(st.lists(st.sampled_from(free), min_size=2, max_size=10, unique=True))
    cards = [draw(st.sampled_from((2, 3, 4, 5, 6, 7, 9))) for _ in places]
    return (
        Road("".join(terrain for terrain, _ in laid), tuple(lanes for _, lanes in laid)),
        places,
        cards,
    )


def race(road, places):
    teams = "red blue green white black".split()
    state = states.new_state(of_road(setup(" ".join(teams)), road))
    for rider, (square, lane) in enumerate(places):
        state.place[rider] = square << 2 | 3 - lane
        state.road[square] |= 1 << 3 - lane
    state.riders = tuple(range(len(places)))
    return state


def stand(state):
    return {rider: square_and_lane(state.place[rider]) for rider in state.riders}


def ahead(places):
    """Riders, the leading one first (FR-014)."""
    return sorted(places, key=lambda rider: (-places[rider][0], places[rider][1]))


def reach(road, start, value):
    terrain = road.terrain
    if terrain[start] == "D":
        value = max(value, 5)
    if terrain[start] == "Z":
        value = max(value, 4)
    value = min(value, len(terrain) - 1 - start)
    if terrain[start] == "A":
        return min(value, 5)
    for step in range(1, value + 1):
        if terrain[start + step] == "A":
            return min(value, 5) if step <= 5 else step - 1
    return value


def ridden(road, places, cards):
    now = dict(enumerate(places))
    for rider in ahead(now):
        start = now[rider][0]
        for square in range(start + reach(road, start, cards[rider]), start, -1):
            free = [
                lane for lane in range(road.lanes[square]) if (square, lane) not in now.values()
            ]
            if free:
                now[rider] = square, free[0]
                break
    return now


def groups(places):
    """Rows of squares without a gap, the rearmost first (FR-071)."""
    squares, found = sorted({square for square, _ in places.values()}), []
    for square in squares:
        if found and found[-1][-1] == square - 1:
            found[-1].append(square)
        else:
            found.append([square])
    return found


def slipped(road, places):
    now, at = dict(places), 0
    while at + 1 < len(found := groups(now)):
        head, rear = found[at][-1], found[at + 1][0]
        if rear - head != 2 or road.terrain[head] in NO_SHELTER or road.terrain[rear] in NO_SHELTER:
            at += 1
            continue
        for square in reversed(found[at]):
            if road.terrain[square] in NO_SHELTER or any(
                where == square + 1 for where, _ in now.values()
            ):
                break
            here = [rider for rider in ahead(now) if now[rider][0] == square]
            go, stay = here[: road.lanes[square + 1]], here[road.lanes[square + 1] :]
            now |= {rider: (square + 1, lane) for lane, rider in enumerate(go)} | {
                rider: (square, lane) for lane, rider in enumerate(stay)
            }
        at = next(index for index, group in enumerate(groups(now)) if head + 1 in group)
    return now


@pytest.mark.rule(
    "FR-053",
    "FR-056",
    "FR-058",
    "FR-062",
    "FR-073",
    "FR-075",
    "FR-076",
    "FR-078",
    "FR-P-022",
    "FR-P-023",
)
@settings(max_examples=120, deadline=None)
@given(boards())
def test_any_round_on_any_road_goes_as_the_procedures_say(board):
    road, places, cards = board
    state = race(road, places)
    state.chosen[: len(cards)] = cards
    movement.ride(state)
    moved = ridden(road, places, cards)
    assert stand(state) == moved
    order = movement.slipstream(state)
    after = slipped(road, moved)
    assert stand(state) == after
    assert order == ahead(after)
    for square, taken in enumerate(state.road):
        assert taken == sum(1 << 3 - lane for where, lane in after.values() if where == square)
