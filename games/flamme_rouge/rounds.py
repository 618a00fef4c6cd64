"""A round from the reveal on: the cards of dummy teams, movement, the end phase (FR-053, FR-070).
Nobody has anything to decide in it, except riders whose trait lets them ride one further.
"""

from games.engine import Event
from games.flamme_rouge import movement, real
from games.flamme_rouge.actions import FASTER_ACTIONS
from games.flamme_rouge.cards import ATTACK, FATIGUE, MARKS, NOWHERE, UNIT, Lot, list_cards
from games.flamme_rouge.numbers import ATTACK_FRONT, ATTACK_REAR
from games.flamme_rouge.state import (
    ASKED_NOBODY,
    FASTER,
    FLIP,
    OVER,
    State,
    ask_chance,
    ask_one,
    finish_answer,
    in_order,
    leave,
)
from games.flamme_rouge.traits import FASTER as FASTER_TRAITS


def reveal(state: State) -> bool:
    """Turn up the cards of the seats, then those of dummy teams; return True when the round is
    over.
    """
    course, events = state.course, state.events
    if events is not None:
        for rider in in_order(state):
            if card := state.chosen[rider]:
                events.append(
                    Event(
                        "revealed",
                        "FR-028" if card == NOWHERE else "FR-053",
                        (rider,),
                        (card,),
                        shows=True,
                    )
                )
    if course.has_dummies:
        state.flips = _to_turn(state)
    if any(state.trait):
        state.faster = tuple(
            r
            for r in in_order(state)
            if state.trait[r] in FASTER_TRAITS and not state.used >> r & 1 and r < course.humans
        )
    return go_on(state)


def _to_turn(state: State) -> tuple[int, ...]:
    """Return the dummy riders whose card is to be turned: the Peloton Team turns one card for
    both.
    """
    course = state.course
    on_road = [
        rider
        for rider in range(course.humans, len(course.names))
        if state.place[rider] and not state.chosen[rider]
    ]
    of_peloton = [rider for rider in on_road if rider // 2 == course.peloton]
    return (*of_peloton[:1], *(rider for rider in on_road if rider not in of_peloton))


def go_on(state: State) -> bool:
    """Run the round until chance or a seat is asked; return True when it is over."""
    while state.flips:
        rider = state.flips[0]
        pile = state.pile[_deck(state, rider)]
        if pile:
            key = state.round << 8 | rider << 3
            ask_chance(
                state,
                FLIP,
                Lot(key + 1, f"flip {_deck_name(state, rider)}", list_cards(pile), 1, MARKS),
            )
            return False
        on_flip(state, NOWHERE)
    if state.faster:
        ask_one(state, FASTER, state.faster[0] // 2, FASTER_ACTIONS[state.trait[state.faster[0]]])
        return False
    finish(state)
    return True


def _deck(state: State, rider: int) -> int:
    """Return the rider whose pile this rider's cards come from: the Peloton Team has one for
    both.
    """
    return rider & ~1 if rider // 2 == state.course.peloton else rider


def _deck_name(state: State, rider: int) -> str:
    course = state.course
    return course.teams[course.peloton] if rider // 2 == course.peloton else course.names[rider]


def on_flip(state: State, card: int) -> None:
    """Play a dummy team's card and take it out of the game (FR-P-072)."""
    course, rider = state.course, state.flips[0]
    state.flips = state.flips[1:]
    state.pile[_deck(state, rider)] -= UNIT[card]
    riders = [rider]
    if rider // 2 == course.peloton:
        riders = [each for each in in_order(state) if each // 2 == course.peloton]
    for each in riders:
        state.chosen[each] = ATTACK_REAR if card == ATTACK else card
    # The first of two is the foremost; who rides alone counts as the rearmost (FR-P-073).
    if card == ATTACK and len(riders) > 1:
        state.chosen[riders[0]] = ATTACK_FRONT
    if state.events is not None:
        rule = _rule_of_turned(card, len(riders))
        state.events.append(Event("turned", rule, tuple(riders), (card,), shows=True))


def _rule_of_turned(card: int, riders: int) -> str:
    if card == NOWHERE:
        return "FR-P-072"
    if card == ATTACK:
        return "FR-P-065"
    return "FR-P-064" if riders > 1 else "FR-P-070"


def on_faster(state: State, seat: int, yes: int) -> None:
    rider, state.faster = state.faster[0], state.faster[1:]
    finish_answer(state, seat)
    if yes:
        state.used |= 1 << rider
        state.plus |= 1 << rider
        if state.events is not None:
            state.events.append(
                Event("faster", "FR-T-040", (rider,), (state.trait[rider],), seat=seat)
            )


def finish(state: State) -> None:
    """Do movement, slipstream, lines and exhaustion, and take riders past the line off the road."""
    if state.known:
        real.end_round(state)
    movement.ride(state)
    course, place = state.course, state.place
    if state.events is not None:
        _tell_crossings(state, state.events)
    order = movement.slipstream(state)
    if state.line < len(course.lines):
        pass_lines(state, order)
    tire(state, order)
    if place[order[0]] >> 2 >= course.finish:
        arrive(state, order)
    state.chosen[:] = course.nobody
    state.plus = 0


def _tell_crossings(state: State, events: list[Event]) -> None:
    for rider in in_order(state):
        past = (state.place[rider] >> 2) - state.course.finish + 1
        if past > 0:
            events.append(Event("crossed", "FR-015", (rider,), (past,)))


def pass_lines(state: State, order: list[int]) -> None:
    """Note the riders who passed a line in this round, in order, once a round and after slipstream
    (FR-131).
    """
    place, lines = state.place, state.course.lines
    for index in range(state.line, len(lines)):
        line = lines[index]
        if place[order[0]] >> 2 < line.square:
            break
        before = state.passed[index]
        now = tuple(
            rider for rider in order if place[rider] >> 2 >= line.square and rider not in before
        )
        if now:
            state.passed = (*state.passed[:index], before + now, *state.passed[index + 1 :])
            if state.events is not None:
                rule = "FR-132" if line.category == "sprint" else "FR-133"
                state.events.append(Event("passed", rule, now, (index, line.square, len(before))))
    while state.line < len(lines) and place[order[-1]] >> 2 >= lines[state.line].square:
        state.line += 1


def tire(state: State, order: list[int]) -> None:
    """Give an exhaustion card to every rider with an empty square in front (FR-080 ... FR-082)."""
    road, place, finish, humans = state.road, state.place, state.course.finish, state.course.humans
    for rider in order:
        square = place[rider] >> 2
        if (
            not road[square + 1]
            and square < finish
            and rider < humans
            and (not state.stock or in_stock(state, rider))
        ):
            state.recycled[rider] += FATIGUE
            state.taken[rider] += 1
            if state.events is not None:
                state.events.append(Event("tired", "FR-080", (rider,), (state.taken[rider],)))


def in_stock(state: State, rider: int) -> bool:
    """Take a card of the rider's type from the stock, or return False when there is none: riders
    are served from the front back (FR-023).
    """
    stock = list(state.stock)
    if not stock[rider & 1]:
        return False
    stock[rider & 1] -= 1
    state.stock = tuple(stock)
    return True


def arrive(state: State, order: list[int]) -> None:
    """Take arrivals off the road in its order: the furthest past the line first, on one square the
    lane with the smaller number (FR-091).
    """
    course, now = state.course, []
    for rider in order:
        at = state.place[rider]
        if at >> 2 >= course.finish:
            now.append((rider, state.round, (at >> 2) - course.finish + 1, 3 - (at & 3)))
            leave(state, rider)
    state.arrived += tuple(now)
    if state.events is not None:
        state.events.append(Event("left", "FR-092", tuple(rider for rider, *_ in now)))
    if not state.riders or course.setup.options.stop == "first":
        end(state)


def end(state: State) -> None:
    state.phase = OVER
    state.asked = ASKED_NOBODY
    state.owing = 0
    if state.events is not None:
        winner, round_, past, _ = state.arrived[0]
        state.events.append(Event("wins", "FR-002", (winner,), (round_, past)))
