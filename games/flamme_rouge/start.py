"""Before the first round: traits, the first seat, dummy teams, places in the start area, a single
player's cards (FR-035 ... FR-040).
"""

from games.engine import Action, Event
from games.flamme_rouge import breakaway, energy, real
from games.flamme_rouge.actions import MOST, PICK, PLACE, keeps, on_squares, splits, type_and_square
from games.flamme_rouge.cards import FATIGUE, Lot
from games.flamme_rouge.movement import event_place
from games.flamme_rouge.numbers import ROULEUR, SPRINTEUR
from games.flamme_rouge.state import (
    KEEPING,
    LOT,
    PICKING,
    PLACING,
    SPLITTING,
    TRAITS,
    State,
    ask,
    ask_chance,
    ask_one,
    enter,
    finish_answer,
)
from games.flamme_rouge.traits import DRAWN, KEYS, MARKS

TRAIT_KEY, LOT_KEY = 6, 7  # numbers of these draws, which come in no round


def begin(state: State) -> None:
    setup = state.course.setup
    real.begin(state)
    if setup.options.traits and not setup.traits:
        ask_traits(state)
    else:
        ask_first(state)


def ask_traits(state: State) -> None:
    """Draw two traits for each seat; when all have them, ask each to keep one (FR-T-040)."""
    seat = len(state.offered)
    if seat < state.course.seats:
        offers = {trait for row in state.offered for trait in row}
        rest = tuple(trait for trait in range(1, len(KEYS)) if trait not in offers)
        ask_chance(
            state,
            TRAITS,
            Lot(seat << 4 | TRAIT_KEY, f"traits {state.course.teams[seat]}", rest, DRAWN, MARKS),
        )
        return
    state.kept = (-1,) * seat
    state.owing = (1 << seat) - 1
    state.legal = [keeps(row) for row in state.offered]
    ask(state, KEEPING)


def on_traits(state: State, draw: tuple[int, ...]) -> None:
    state.offered = (*state.offered, tuple(sorted(draw)))
    ask_traits(state)


def on_keep(state: State, seat: int, payload: int) -> None:
    """Take the trait that a seat keeps; all are revealed together."""
    state.kept = (*state.kept[:seat], payload, *state.kept[seat + 1 :])
    finish_answer(state, seat)
    if state.owing:
        ask(state, KEEPING)
        return
    traits = list(state.trait)
    for each, choice in enumerate(state.kept):
        traits[2 * each + (choice & 1)] = choice >> 1
    state.trait = tuple(traits)
    if state.events is not None:
        riders = tuple(rider for rider, trait in enumerate(traits) if trait)
        state.events.append(
            Event(
                "traits", "FR-T-040", riders, tuple(traits[rider] for rider in riders), shows=True
            )
        )
    state.offered = state.kept = ()
    ask_first(state)


def ask_first(state: State) -> None:
    """Let chance name the seat that places first, unless the table or the tour does (FR-036,
    FR-T-033).
    """
    setup, seats = state.course.setup, state.course.seats
    if setup.order:
        place_all(state, tuple(setup.teams.index(team) for team in setup.order))
    elif setup.first or seats == 1:
        clockwise(state, setup.teams.index(setup.first) if setup.first else 0)
    else:
        ask_chance(state, LOT, Lot(LOT_KEY, "start", tuple(range(seats))))


def on_first(state: State, draw: tuple[int, ...]) -> None:
    if state.events is not None:
        state.events.append(Event("first", "FR-036", (), (), seat=draw[0]))
    clockwise(state, draw[0])


def clockwise(state: State, first: int) -> None:
    seats = state.course.seats
    place_all(state, tuple((first + seat) % seats for seat in range(seats)))


def place_all(state: State, seats: tuple[int, ...]) -> None:
    """Place the dummy teams, then let the seats place."""
    course = state.course
    for team in range(course.seats, len(course.teams)):
        place_dummies(state, team)
    state.starting = seats
    next_place(state)


def place_dummies(state: State, team: int) -> None:
    """Place the Sprinteur as far forward as possible, the Rouleur on the next free square behind
    (FR-P-062, FR-P-067).
    """
    below = state.course.squares
    for rider in (2 * team + SPRINTEUR, 2 * team + ROULEUR):
        below = next(square for square in open_squares(state) if square < below)
        _put(state, rider, below, "FR-P-062" if team == state.course.peloton else "FR-P-067")


def open_squares(state: State) -> list[int]:
    """Start squares with a free lane, the foremost first."""
    course = state.course
    return [square for square in course.starts if course.free[square][state.road[square]]]


def next_place(state: State) -> None:
    """Ask for the next rider to be placed. Where there is no choice, place them at once."""
    while state.starting:
        seat = state.starting[0]
        phase, legal = (
            (PICKING, picks(state)) if state.course.setup.crowd else (PLACING, places(state, seat))
        )
        if len(legal) > 1:
            ask_one(state, phase, seat, legal)
            return
        _place(state, seat, legal[0] >> 4)
    split(state)


def places(state: State, seat: int) -> tuple[Action, ...]:
    """Return an action for every rider of the seat not yet placed, on every start square with a
    free lane (FR-037).
    """
    types = tuple(type_ for type_ in (SPRINTEUR, ROULEUR) if not state.place[2 * seat + type_])
    return on_squares(PLACE, types, tuple(open_squares(state)))


def picks(state: State) -> tuple[Action, ...]:
    """Return an action for every type with riders left (FR-P-083)."""
    types = tuple(type_ for type_ in (SPRINTEUR, ROULEUR) if state.picked[type_])
    return on_squares(PICK, types, tuple(open_squares(state)))


def on_place(state: State, seat: int, payload: int) -> None:
    finish_answer(state, seat)
    _place(state, seat, payload)
    next_place(state)


def _place(state: State, seat: int, payload: int) -> None:
    type_, square = type_and_square(payload)
    crowd = bool(state.picked)
    if crowd:
        state.picked = (
            (state.picked[0] - 1, state.picked[1])
            if type_ == SPRINTEUR
            else (state.picked[0], state.picked[1] - 1)
        )
    _put(state, 2 * seat + type_, square, "FR-P-082" if crowd else "FR-037")
    if crowd or state.place[2 * seat + 1 - type_]:
        state.starting = state.starting[1:]


def _put(state: State, rider: int, square: int, rule: str) -> None:
    enter(state, rider, square)
    if state.events is not None:
        at = event_place(state.place[rider])
        state.events.append(Event("placed", rule, (rider,), (square,), ((rider, at, at),)))


def split(state: State) -> None:
    """Let a single player split their exhaustion cards (FR-P-076)."""
    setup = state.course.setup
    if state.course.seats == 1 and setup.solo:
        ask_one(state, SPLITTING, 0, splits(setup.solo))
    else:
        ready(state)


def on_split(state: State, seat: int, payload: int) -> None:
    finish_answer(state, seat)
    shares = payload // MOST, payload % MOST
    for rider, cards in enumerate(shares):
        state.pile[rider] += FATIGUE * cards
    state.stock = tuple(
        max(0, stock - cards) for stock, cards in zip(state.stock, shares, strict=False)
    )
    if state.events is not None:
        state.events.append(
            Event("split", "FR-P-076", (0, 1), (payload // MOST, payload % MOST), seat=seat)
        )
    ready(state)


def ready(state: State) -> None:
    real.begin(state)
    if state.course.setup.breakaway:
        breakaway.begin(state)
    else:
        energy.begin_round(state)
        energy.go_on(state)
