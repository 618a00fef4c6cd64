"""Water bottles (CP-J-061 ... 068): a move of its own, between the throws."""

from games.cycling_party.actions import BOTTLE, SHIFT
from games.cycling_party.course import NUMBERS
from games.cycling_party.moves import put
from games.cycling_party.numbers import BOTTLES_PER_TEAM, STRIDE
from games.cycling_party.state import ACTED, BREAKAWAY, PaceCrossing, State, team_of
from games.engine import Event


def bottle_actions(state: State, seat: int) -> tuple[int, ...]:
    """Return the riders to whom the manager may give a bottle now. The price is that of the square
    left (CP-J-063).
    """
    room = min(state.bottles[seat], BOTTLES_PER_TEAM - state.given[seat])
    found = []
    mountain, square = state.course.mountain, state.square
    had_two, had_one = state.two_bottles, state.one_bottle
    if state.course.options.bottle_with_mountain_attack == "forbidden":
        had_two |= state.attacked
    for number in NUMBERS[team_of(state.active, seat)]:
        rider = seat * STRIDE + number
        if had_two >> rider & 1:
            continue
        if not mountain[square[rider]] or (room >= 2 and not had_one >> rider & 1):
            found.append(rider << SHIFT | BOTTLE)
    return tuple(found)


def give(state: State, rider: int) -> None:
    course = state.course
    seat, bit = rider // STRIDE, 1 << rider
    square = state.square[rider]
    price = 2 if course.mountain[square] else 1
    state.bottles[seat] -= price
    state.given[seat] += price
    if not state.bottles[seat] or state.given[seat] >= BOTTLES_PER_TEAM:
        state.thirsty &= ~(1 << seat)
    if price == 2 or state.one_bottle & bit:
        state.two_bottles |= bit
    else:
        state.one_bottle |= bit
    # behind the line nobody descends
    off_the_pass = state.almost & bit if square < course.end else 0
    put(state, rider, square + 1)
    if off_the_pass and not course.mountain[square + 1]:
        state.earned |= bit
    # a rider who came to their square with a bottle did not come with their paceline (CP-M-016)
    state.chains = tuple([(setters, members & ~bit) for setters, members in state.chains])
    if square + 1 > course.end:
        state.active &= ~bit
        state.broken = tuple([other for other in state.broken if other != rider])
        state.crossings += (PaceCrossing(BREAKAWAY, bit, square + 1 - course.end),)
    if state.events is not None:
        state.events.append(
            Event(
                "bottle",
                "CP-J-063",
                (rider,),
                (price, state.bottles[seat]),
                ((rider, square, square + 1),),
                seat,
            )
        )
        if state.earned & bit and off_the_pass:
            state.events.append(Event("right", "CP-S-039", (rider,)))
    state.phase = ACTED
