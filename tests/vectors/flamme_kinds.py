"""The kinds of vectors that the engine of Flamme Rouge answers: rounds, decks, the start, the
breakaway, dummy teams.
"""

from typing import Any

from games.engine import Illegal
from games.flamme_rouge import breakaway, energy, movement, rounds, start
from games.flamme_rouge import state as states
from games.flamme_rouge.actions import plays
from games.flamme_rouge.cards import (
    ATTACKS,
    ENERGY,
    FATIGUE,
    MUSCLE,
    NOWHERE,
    UNIT,
    Lot,
    count_exhaustion,
    deck,
    list_cards,
    size,
    text,
)
from games.flamme_rouge.course import reach_table
from games.flamme_rouge.road import road_of_squares
from games.flamme_rouge.state import State, enter, in_order
from games.flamme_rouge.traits import CHRONO, CHRONO_WORTH, LIMIT
from tests.vectors.flamme_board import (
    at,
    board,
    code,
    course_of,
    now,
    places,
    put,
    road_of,
    with_breakaway,
)
from tests.vectors.kinds import Vector, kind

Answer = tuple[object, object]
GAME = "flamme-rouge"
LONG = "200N"
DECKS = {
    "sprinteur": ENERGY[0],
    "rouleur": ENERGY[1],
    "muscle_sprinteur": ENERGY[0] + MUSCLE,
    "muscle_rouleur": ENERGY[1],
    "peloton_team": ENERGY[1] + ATTACKS,
}


@kind("round", game=GAME)
def round_(vector: Vector) -> Answer:
    """Movement, slipstream and exhaustion, one after the other as the end of a round has them."""
    state = board(vector)
    names = state.course.names
    if team := vector.get("peloton_team"):
        state.flips = (names.index(f"{team['team']}S"),)
        rounds.on_flip(state, code(team["flip"]))
    order = [names[rider] for rider in in_order(state) if state.chosen[rider]]
    before = now(state)
    movement.ride(state)
    moved = now(state)
    line = state.course.finish
    front_first = movement.slipstream(state)
    slipped = now(state)
    rounds.tire(state, front_first)
    got = {
        "order": order,
        "steps": {rider: moved[rider][0] - before[rider][0] for rider in order},
        "moved": moved,
        "arrived": {
            rider: square - line + 1 for rider, (square, _) in moved.items() if square >= line
        },
        "slipped": slipped,
        "gained": {
            rider: square - moved[rider][0]
            for rider, (square, _) in slipped.items()
            if square > moved[rider][0]
        },
        "exhausted": sorted(names[rider] for rider, cards in enumerate(state.taken) if cards),
    }
    first = vector.get("from", 0)
    as_read = {
        "exhausted": sorted,
        "moved": lambda given: places(given, first),
        "slipped": lambda given: places(given, first),
    }
    expect = {
        key: as_read.get(key, lambda given: given)(vector[key]) for key in got if key in vector
    }
    for key in ("steps", "moved", "slipped"):
        if isinstance(vector.get(key), dict):  # only of the riders it names
            got[key] = {rider: value for rider, value in got[key].items() if rider in expect[key]}
    return expect, {key: got[key] for key in expect}


@kind("reach", game=GAME)
def reach(vector: Vector) -> Answer:
    limit = vector.get("limit", LIMIT)
    got = [
        reach_table(road_of_squares(road), limit)[start][code(card)] - start
        for road, start, card, _ in vector["cases"]
    ]
    return [expected for *_, expected in vector["cases"]], got


def alone(vector: Vector) -> State:
    """One rider with the cards of the vector; another seat owes an answer all the time, so that no
    round ends.
    """
    state = states.new_state(course_of(road_of_squares(LONG), teams=("r", "b")))
    rider = "SR".index(vector.get("rider", "S"))
    put(state, {f"r{'SR'[rider]}": (0, 0)})
    if "pile" in vector:
        state.pile[rider] = deck("".join(map(str, vector["pile"])))
    state.recycled[rider] = deck("".join(map(str, vector.get("recycled", ()))))
    if vector.get("chrono"):
        state.trait = (*state.trait[:rider], CHRONO, *state.trait[rider + 1 :])
    state.owing = 0b10
    return state


@kind("deck", game=GAME)
def decks(vector: Vector) -> Answer:
    state = alone(vector)
    rider = state.riders[0]
    how_far = reach_table(
        road_of_squares(LONG), worth=CHRONO_WORTH if vector.get("chrono") else None
    )[0]
    wanted, got = [], []
    for step in vector["steps"]:
        wanted.append(
            {key: value for key, value in step.items() if key not in ("deal", "play", "gain")}
        )
        if "refused" in step:
            got.append(
                {
                    "refused": step["refused"]
                    if refused(state, rider, step["refused"])
                    else "was dealt"
                }
            )
            continue
        played = hand_and_card(state, rider, step)
        state.chosen[rider] = 0
        state.recycled[rider] += FATIGUE * step.get("gain", 0)
        cards = {
            "moves": how_far[played],
            "pile": size(state.pile[rider]),
            "recycled": text(state.recycled[rider]),
            "exhaustion": count_exhaustion(state.pile[rider] + state.recycled[rider]),
        }
        got.append({key: cards[key] for key in wanted[-1]})
        if "recycled" in step:
            wanted[-1]["recycled"] = text(deck(str(step["recycled"])))
    return wanted, got


def refused(state: State, rider: int, cards: str) -> bool:
    other = states.copy(state)
    energy.wait_for_hand(other, rider)
    energy.ask_deal(other)
    try:
        energy.on_deal(other, list_cards(deck(str(cards))))
    except Illegal:
        return True
    return False


def hand_and_card(state: State, rider: int, step: dict[str, Any]) -> int:
    if not energy.wait_for_hand(state, rider):
        assert step["deal"] in ("none", None)
        return NOWHERE
    energy.ask_deal(state)
    energy.on_deal(state, list_cards(deck(str(step["deal"]))))
    card = code(step["play"])
    assert card in [action >> 4 for action in plays(state.hand[rider >> 1])]
    energy.on_play(state, rider >> 1, card)
    return card


@kind("place", game=GAME)
def place(vector: Vector) -> Answer:
    acts = vector["teams"]
    peloton = next((act["peloton"] for act in acts if "peloton" in act), "")
    dummies = tuple(
        act.get("peloton") or act["muscle"] for act in acts if "peloton" in act or "muscle" in act
    )
    state = states.new_state(course_of(road_of(vector), dummies, peloton))
    course, wrong = state.course, []
    for act in acts:
        for key, value in act.items():
            free = sorted(start.open_squares(state))
            if key in ("peloton", "muscle"):
                start.place_dummies(state, course.teams.index(value))
            elif (key == "legal" and sorted(value) != free) or (key == "refused" and value in free):
                wrong.append((key, value, free))
            elif key not in ("legal", "refused"):
                enter(state, course.names.index(key), value)
    return {"places": places(vector["expect"]), "wrong": []}, {"places": now(state), "wrong": wrong}


@kind("breakaway", game=GAME)
def breakaways(vector: Vector) -> Answer:
    """Every rider has a seat of his own: who bids is all that matters here."""
    riders = [*vector["bids"], *(rider for rider in vector["start"] if rider not in vector["bids"])]
    square = vector.get("square", 9)
    state = states.new_state(
        with_breakaway(course_of(road_of_squares("5S3 20N3"), teams=tuple(riders)), square)
    )
    number = {rider: 2 * seat + "SR".index(rider[-1]) for seat, rider in enumerate(riders)}
    named = {index: rider for rider, index in number.items()}
    put(state, {f"{rider}{rider[-1]}": at(where) for rider, where in vector["start"].items()})
    state.bid = breakaway.ROUNDS
    state.bidders = tuple(number[rider] for rider in vector["bids"])
    state.bids = tuple(tuple(map(code, cards)) for cards in vector["bids"].values())
    for rider, cards in vector["bids"].items():
        hands = vector.get("decks", {}).get(rider, [cards])[0]
        for hand, card in zip(hands, cards, strict=True):
            whole = deck(str(hand))
            state.pile[number[rider]] -= whole
            state.recycled[number[rider]] += whole - UNIT[code(card)]
    where = {rider: state.place[rider] for rider in state.riders}
    bids = dict(zip(state.bidders, state.bids, strict=True))
    order = [named[rider] for rider in breakaway.order(where, bids)]
    away = vector.get("places", 2 if len(vector["bids"]) > 4 else 1)
    breakaway.settle(state, away)
    there = {name[:-1]: place for name, place in now(state).items()}
    got = {
        "order": order,
        "winners": {rider: there[rider][1] for rider in order[:away]},
        "positions": there,
        "decks": {rider: text(state.pile[number[rider]]) for rider in vector.get("decks", {})},
    }
    expect = {key: vector[key] for key in got if key in vector}
    if "positions" in expect:
        expect["positions"] = places(expect["positions"])
    if "decks" in expect:
        expect["decks"] = {
            rider: text(deck(after)) for rider, (_, after) in expect["decks"].items()
        }
    return expect, {key: got[key] for key in expect}


@kind("dummy", game=GAME)
def dummy(vector: Vector) -> Answer:
    """Cards turned one after the other; when none are left it is a 2 every time."""
    pile = DECKS[vector["deck"]]
    for card in vector["flips"]:
        if pile and Lot(1, "flip", list_cards(pile)).fits((code(card),)):
            pile -= UNIT[code(card)]
        else:
            assert not pile, f"{card} cannot be turned"
            assert card == 2
    got: dict[str, object] = {"left": size(pile)}
    if "refused" in vector:
        fits = bool(pile) and Lot(1, "flip", list_cards(pile)).fits((code(vector["refused"]),))
        got["refused"] = "was turned" if fits else vector["refused"]
    return {key: vector[key] for key in got if key in vector}, got
