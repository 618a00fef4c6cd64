"""The kinds of vectors of Flamme Rouge about stages, what is legal, what is seen, and a whole
stage.
"""

from typing import Any

from games.engine import CHANCE
from games.flamme_rouge import energy, situation, start
from games.flamme_rouge import state as states
from games.flamme_rouge.actions import (
    BIDS_WITH,
    DRAW,
    KIND,
    SHIFT,
    bids,
    encode_action,
    plays,
    read_action,
    splits,
    write_action,
)
from games.flamme_rouge.cards import UNIT, deck, distinct_cards, list_cards
from games.flamme_rouge.course import course
from games.flamme_rouge.design import check_stage, sections
from games.flamme_rouge.road import Road, road, road_of_squares, tiles
from games.flamme_rouge.rules import FlammeRouge
from games.flamme_rouge.setup import Setup, StageSetup
from games.flamme_rouge.stages import StartingTeams, breakaway_square, ready_stages, tiles_of_stage
from games.flamme_rouge.state import ASKED, State
from tests.vectors.flamme_board import code, course_of, now, places, put
from tests.vectors.kinds import Vector, kind

Answer = tuple[object, object]
GAME = "flamme-rouge"
RULES = FlammeRouge()


@kind("stage", game=GAME)
def stage(vector: Vector) -> Answer:
    known = ready_stages()[vector["stage"]]
    laid = road(known.tiles.split())
    expect = {"squares": vector.get("squares", []), "facts": vector.get("facts", {})}
    got_squares = [
        [square, laid.terrain[square], laid.lanes[square]] for square, *_ in expect["squares"]
    ]
    facts = facts_of(known.tiles, laid, known.players)
    return expect, {"squares": got_squares, "facts": {key: facts[key] for key in expect["facts"]}}


def facts_of(text: str, laid: Road, players: tuple[int, int]) -> dict[str, Any]:
    advice = check_stage(text, 2 * players[1])
    return {
        "tiles": text,
        "players": list(players),
        "squares": len(laid.terrain),
        "finish": laid.finish,
        "start": [laid.starts[0], laid.starts[-1]],
        "last_start": laid.starts[-1],
        "line_to_line": laid.finish - laid.starts[-1],
        "start_room": laid.room,
        "summits": [square for square, _ in laid.summits],
        "sprint": laid.sprint,
        "sections": sections([tiles()[tile] for tile in text.split()]),
        "advice": [hint.code for hint in advice.hints],
        "errors": [error.code for error in advice.errors],
        "breakaway": {"square": breakaway_square(text), "lanes": [0, 1] if players[1] > 4 else [0]},
        "ascents": [list(run) for run in laid.stretches("A")],
        "descents": [list(run) for run in laid.stretches("D")],
        "cobbles": [list(run) for run in laid.stretches("C")],
        "supply": [list(run) for run in laid.stretches("Z")],
    }


@kind("design", game=GAME)
def design(vector: Vector) -> Answer:
    wanted, got = [], []
    for case in vector["cases"]:
        advice = check_stage(case["tiles"], case["riders"], bool(case.get("breakaway")))
        answer = {
            "errors": sorted(error.code for error in advice.errors),
            "hints": sorted(hint.code for hint in advice.hints),
        }
        wanted.append({key: sorted(case[key]) for key in answer if key in case})
        got.append({key: answer[key] for key in wanted[-1]})
    return wanted, got


@kind("build", game=GAME)
def build(vector: Vector) -> Answer:
    field = StartingTeams(vector["humans"], vector.get("dummies", 0), bool(vector.get("breakaway")))
    text = tiles_of_stage(vector["stage"], field)
    laid = road(text.split())
    got = {
        "tiles": text,
        "squares": len(laid.terrain),
        "start_room": laid.room,
        "places": field.places,
        "finish": laid.finish,
    }
    expect = {key: vector[key] for key in got if key in vector}
    return expect, {key: got[key] for key in expect}


@kind("legal", game=GAME)
def legal(vector: Vector) -> Answer:
    expect, got = {}, {}
    if "legal" in vector:
        expect["legal"], got["legal"] = (
            vector["legal"],
            [write_action(action) for action in LEGAL[vector["phase"]](vector)],
        )
        assert [write_action(read_action(text)) for text in expect["legal"]] == expect["legal"]
    if "seats" in vector:
        expect["to_act"], got["to_act"] = vector["to_act"], to_act(vector["seats"])
    return expect, got


def _placement(vector: Vector) -> list[int]:
    """Seat 0 is to place, the teams of the riders on the road follow."""
    placed = places(vector["before"]) if vector.get("before") else {}
    unplaced = {f"a{type_}" for type_ in vector["unplaced"]}
    own = {f"a{type_}" for type_ in "SR"} - unplaced
    laid = (
        road(ready_stages()[vector["stage"]].tiles.split())
        if "stage" in vector
        else road_of_squares(vector["road"])
    )
    state = states.new_state(
        course_of(laid, teams=("a", *dict.fromkeys(rider[:-1] for rider in placed)))
    )
    put(state, placed)
    for rider in own:
        state.place[state.course.names.index(rider)] = 1
    return start.places(state, 0)


def _pick(vector: Vector) -> list[int]:
    state = states.new_state(course_of(road_of_squares("5S3 20N3"), teams=("a", "b")))
    state.picked = tuple(int(type_ in vector["types_left"]) for type_ in "SR")
    for square in state.course.starts:
        state.road[square] = 0 if square in vector["squares"] else 0b1110
    return start.picks(state)


def _energy(vector: Vector) -> list[int]:
    return (
        plays(deck(str(vector["hand"])))
        if "hand" in vector
        else list(energy.beginning(tuple("SR".index(r) for r in vector["riders"]), 1)[0][0])
    )


LEGAL = {
    "placement": _placement,
    "pick": _pick,
    "split": lambda vector: splits(vector["cards"]),
    "energy": _energy,
    "bid": lambda vector: bids(deck(str(vector["hand"]))),
    "bidwith": lambda vector: BIDS_WITH,
    "breakaway": lambda vector: bids(deck(str(vector["hand"]))) if "hand" in vector else BIDS_WITH,
}


def to_act(seats: dict[str, dict[str, int]]) -> list[str]:
    """By how many riders each seat has on the road, and for how many of them a card is chosen."""
    state = states.new_state(
        course_of(road_of_squares("60N2"), teams=tuple("abcdef"[: len(seats)]))
    )
    riders = [
        2 * seat + type_
        for seat, each in enumerate(seats.values())
        for type_ in range(each["riders"])
    ]
    put(state, {state.course.names[rider]: (rider, 0) for rider in riders})
    for seat, each in enumerate(seats.values()):
        for type_ in range(each["chosen"]):
            state.chosen[2 * seat + type_] = 5
        if 0 < each["chosen"] < each["riders"]:
            state.drawing[seat], state.hand[seat] = 2 * seat + each["chosen"], deck("345x")
        situation.owes(state, seat)
    return [list(seats)[seat] for seat in ASKED[state.owing].seats]


@kind("view", game=GAME)
def view(vector: Vector) -> Answer:
    """One rider a seat, of the type that has such cards."""
    state = states.new_state(
        course_of(road_of_squares("60N2"), teams=tuple("abcdef"[: len(vector["seats"])]))
    )
    riders = []
    for seat, held in enumerate(vector["seats"].values()):
        cards = {
            part: deck(str(held.get(part, ""))) for part in ("pile", "recycled", "hand", "chosen")
        }
        rider = 2 * seat + (not {2, 9} & set(distinct_cards(sum(cards.values()))))
        riders.append(rider)
        state.pile[rider], state.recycled[rider] = cards["pile"], cards["recycled"]
        if cards["hand"]:
            state.drawing[seat], state.hand[seat], state.legal[seat] = (
                rider,
                cards["hand"],
                plays(cards["hand"]),
            )
            state.owing |= 1 << seat
        state.chosen[rider] = code(held["chosen"]) if held.get("chosen") else 0
    put(state, {state.course.names[rider]: (rider, 0) for rider in riders})
    states.ask(state, states.ENERGY_PHASE)
    wanted, got = {}, {}
    for who, seen in vector["sees"].items():
        shown = RULES.view(state, None if who == "spectator" else list(vector["seats"]).index(who))[
            "cards"
        ]
        for whose, expect in seen.items():
            cards = shown[state.course.names[riders[list(vector["seats"]).index(whose)]]]
            wanted[who, whose] = {
                key: "".join(sorted(value)) if key in CARD_KEYS else value
                for key, value in expect.items()
            }
            got[who, whose] = {key: _shown(cards, key) for key in expect}
    return wanted, got


CARD_KEYS = ("pile", "recycled", "hand", "chosen", "remaining")


def _shown(cards: dict[str, Any], key: str) -> object:
    if key in CARD_KEYS:
        return "".join(sorted(cards.get(key, "hidden")))
    return cards[{"draw_size": "pile_size"}.get(key, key)]


@kind("game", game=GAME)
def game(vector: Vector) -> Answer:
    """Every deal and card of a stage, through the answers that seats and chance give."""
    teams = tuple(dict.fromkeys(rider[:-1] for rider in vector["start"]))
    given = Setup(
        version="peloton",
        stage=StageSetup(vector["stage"]),
        teams=teams,
        breakaway=bool(vector.get("breakaway")),
    )
    state = states.new_state(course(given))
    put(state, places(vector["start"]))
    for rider, cards in vector.get("decks", {}).items():
        state.pile[state.course.names.index(rider)] = deck(str(cards))
    energy.begin_round(state)
    energy.go_on(state)
    moved, ends = {}, {}
    for number, text in enumerate(vector["rounds"], 1):
        hands = {
            entry.split()[0]: entry.split()[1].split(">")
            for entry in text.replace(",", " ").split("   ")
            if entry.strip()
        }
        before = now(state)
        events = race_round(state, hands)
        moved[number] = before | {
            state.course.names[rider]: (to >> 2, to & 3)
            for event in events
            if event.kind == "moved"
            for rider, _, to in event.moves
        }
        ends[number] = now(state)
    got = result(state)
    got["moved"] = {
        number: {rider: moved[number].get(rider) for rider in each}
        for number, each in vector.get("moved", {}).items()
    }
    got["ends"] = {
        number: {rider: ends[number].get(rider) for rider in each}
        for number, each in vector.get("ends", {}).items()
    }
    got["lines"] = [
        {"line": line["line"], "order": got["passings"][line["line"]][: len(line["order"])]}
        for line in vector.get("lines", ())
    ]
    expect = {
        key: vector[key]
        for key in ("first_arrival", "result", "taken", "left", "lines")
        if key in vector
    }
    for key in ("moved", "ends"):
        expect[key] = {number: places(each) for number, each in vector.get(key, {}).items()}
    if "result" in expect:
        got["result"] = {key: got["result"][key] for key in expect["result"]}
    return expect, {key: got[key] for key in expect}


def race_round(state: State, hands: dict[str, list[str]]) -> list[Any]:
    """Riders in the order in which they are written: the first of a seat is named first."""
    names, number, told = state.course.names, state.round, []
    while state.round == number and state.phase != states.OVER:
        if state.phase == states.DEALING:
            told += RULES.apply(
                state, CHANCE, list_cards(deck(hands[names[state.asked.throw.rider]][0]))
            )
            continue
        seat = state.asked.seats[0]
        action = state.legal[seat][0]
        if action & KIND == DRAW:
            first = next(names.index(rider) for rider in hands if names.index(rider) >> 1 == seat)
            told += RULES.apply(state, seat, encode_action(DRAW, first & 1))
        else:
            rider = state.drawing[seat]
            card = code(hands[names[rider]][1])
            assert UNIT[card]
            told += RULES.apply(state, seat, (card << SHIFT) | (action & KIND))
    return told


def result(state: State) -> dict[str, Any]:
    outcome = RULES.outcome(state)
    return {
        "first_arrival": min(outcome.extras.rounds.values()),
        "result": {
            "rider": [one.rider for one in outcome.finish],
            "gap": [one.time for one in outcome.finish],
            "bonus": [outcome.extras.bonus.get(one.rider, 0) for one in outcome.finish],
            "bunch": [one.group + 1 for one in outcome.finish],
        },
        "taken": outcome.extras.taken,
        "left": outcome.extras.left,
        "passings": {passing.km: list(passing.riders) for passing in outcome.passings},
    }
