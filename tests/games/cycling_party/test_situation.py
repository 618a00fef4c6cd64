"""A stage begun on a board goes on from the position that is told of it."""

import json
from dataclasses import fields
from itertools import islice

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.chance import Seeded
from games.cycling_party.setup import example
from games.cycling_party.state import State
from games.engine import CHANCE, BadSetup
from games.notation import read_log, write_log
from games.replay import replay
from tests.games.cycling_party.race import GAME
from tests.games.cycling_party.test_properties import (
    house_rules,
    roads,
    versions,
    walked,
    with_options,
)
from tests.games.players import Racer, played

# What a turn leaves for the next, besides what only the climber's passes tell.
LASTING = (
    "turn first square active right bottles sprints attacks mountain_attacks attacks_made doubled"
    " ranked first_crossing placed times arrived gone road"
).split()


def restarted(state):
    setup = GAME.write_setup(state.course.setup)
    plain = json.loads(json.dumps({**setup, "situation": GAME.situation(state)}))
    found = GAME.read_setup(plain)
    assert GAME.write_setup(found).get("situation", {}) == plain["situation"]
    return GAME.start(found)


def beginnings(setup, seed):
    """The race at the first question of each turn."""
    turn = 0
    for state in walked(setup, seed):
        if state.turn > turn:
            turn = state.turn
            yield state


def asked(state):
    pending = GAME.pending(state)
    return (
        pending.seats,
        pending.throw and (pending.throw.sides, pending.throw.again),
        list(state.legal),
        state.turn,
    )


@settings(max_examples=25, deadline=None)
@given(versions, roads, st.integers(2, 6), house_rules, st.integers())
def test_a_race_begun_again_in_any_turn_goes_on_like_the_first(version, road, seats, options, seed):
    for number, state in enumerate(beginnings(with_options(version, road, seats, options), seed)):
        other = restarted(state)
        assert asked(other) == asked(state)
        for name in LASTING:
            assert getattr(other, name) == getattr(state, name), name
        if number % 6 == seed % 6:
            _goes_on_alike(GAME.copy(state), other, seed)


def _goes_on_alike(first, second, seed):
    chance, players = Seeded(f"on {seed}"), [Racer(f"{seed} {seat}") for seat in range(6)]
    while not (pending := GAME.pending(first)).over:
        assert asked(second) == asked(first)
        if pending.throw is not None:
            who, what = CHANCE, chance.draw(pending.throw)
        else:
            who = pending.seats[0]
            what = players[who].choose(first, who, GAME.legal_actions(first, who))
        assert GAME.apply(first, who, what) == GAME.apply(second, who, what)
    assert GAME.outcome(second) == GAME.outcome(first)


def test_a_turn_under_way_is_told_as_it_began():
    told, turn = {}, 0
    for state in walked(example("master", 3), "under way"):
        if state.turn > turn:
            turn, told = state.turn, GAME.situation(state)
            assert told["turn"] == turn - 1
        assert GAME.situation(state) == told
    assert turn > 10


def test_before_the_opening_throw_a_situation_is_empty_and_begins_with_it():
    state = GAME.start(example("senior", 2))
    assert GAME.situation(state) == {}
    assert GAME.digest(restarted(state)) == GAME.digest(state)


def test_a_copy_and_the_digest_do_not_carry_what_the_turn_began_with():
    state = next(beginnings(example("master", 2), "copies"))
    digest = GAME.digest(state)
    assert GAME.situation(GAME.copy(state)) == GAME.situation(state)
    state.before = None
    assert GAME.digest(state) == digest
    assert "before" in {field.name for field in fields(State)}


def test_a_log_of_a_stage_that_began_in_a_situation_replays():
    state = next(islice(beginnings(example("master", 3), "logged"), 8, None))
    setup = GAME.read_setup(
        {**GAME.write_setup(state.course.setup), "situation": GAME.situation(state)}
    )
    recording = played(GAME, setup, "from there", "racer")
    log = read_log(write_log(recording.log()))
    assert log.setup["situation"]["turn"] == 8
    assert GAME.digest(replay(GAME, log).state) == GAME.digest(recording.state)


ROAD = {"length": 60, "type": "high", "passes": [[12, 43, "hc"], [50, "hill"]], "sprints": [5]}
TYPED = {
    "version": "master",
    "teams": ["red", "blue"],
    "riders": 5,
    "stage": ROAD,
    "situation": {
        "turn": 9,
        "squares": {
            "red1": 45,
            "red2": 8,
            "red3": 4,
            "blue1": 30,
            "blue2": 44,
            "blue3": 44,
            "blue4": 58,
        },
        "out": ["red4"],
        "first_arrival": 8,
        "arrivals": [
            {"turn": 0, "kind": "single", "squares": {"red5": 3}, "die": 4},
            {"turn": 1, "kind": "single", "squares": {"blue5": 7}, "die": 1},
        ],
        "finish": ["red5", "blue5"],
        "passages": {
            "s1": ["blue4", "red5", "blue5"],
            "p1": ["red5", "blue5", "blue4", "red1", "blue2"],
        },
        "used": {"red": {"bottle": 2, "sprint": 1}, "blue": {"attack": 1, "mountain_attack": 1}},
        "doubles": {"p1": {"blue": 1}},
        "descending": ["blue2"],
    },
}


def typed(**changes):
    return GAME.read_setup({**TYPED, "situation": {**TYPED["situation"], **changes}})


def test_a_position_typed_from_a_board_is_raced_on():
    view = GAME.view(GAME.start(typed()), None)
    assert view["turn"] == 10
    assert view["squares"]["blue4"] == 58
    assert view["crossed"] == {"red5": 3, "blue5": 7}
    assert (view["placed"], view["times"]) == (["red5", "blue5"], [47, 90])
    assert view["stock"]["red"] == {
        "bottle": 3,
        "sprint": 0,
        "attack": 1,
        "mountain_attack": 1,
        "double": 0,
    }
    assert view["stock"]["blue"] == {
        "bottle": 5,
        "sprint": 1,
        "attack": 0,
        "mountain_attack": 0,
        "double": 1,
    }
    assert view["rights"] == ["blue2"]
    assert view["out"] == ["red4"]
    outcome = GAME.outcome(played(GAME, typed(), "on").state)
    assert [one.rider for one in outcome.finish][:2] == ["red5", "blue5"]
    assert outcome.passings[1].riders == ("red5", "blue5", "blue4", "red1", "blue2")


@pytest.mark.rule("CP-S-011")
def test_who_gave_double_throws_back_has_none_when_he_comes_into_the_pass_again():
    assert (
        GAME.view(GAME.start(typed(doubles={}, returned={"p1": ["blue"]})), None)["stock"]["blue"][
            "double"
        ]
        == 0
    )
    assert GAME.view(GAME.start(typed(doubles={})), None)["stock"]["blue"]["double"] == 2


@pytest.mark.rule("CP-S-011")
@pytest.mark.parametrize("rule", ["alone_last", "join_last", "behind_last"])
def test_a_broken_chain_that_takes_the_climber_back_into_a_pass_gives_no_new_double_throws(rule):
    setup = {
        "version": "senior",
        "stage": {"length": 150, "type": "high", "passes": [[50, "hc"]]},
        "teams": ["red", "blue"],
        "options": {"chain_break": rule},
        "absent": [f"{team}{number}" for team in ("red", "blue") for number in range(2, 7)],
        "situation": {"turn": 12, "squares": {"red1": 79, "blue1": 70}},
    }
    state = GAME.start(GAME.read_setup(setup))
    assert double_throws(state) == {"red": 2, "blue": 2}
    ride_until(state, "plan plain", (6,), (1,))
    assert GAME.view(state, None)["squares"] == {"red1": 85, "blue1": 71}
    # red has completed the pass and gives back what was not used
    assert double_throws(state) == {"red": 0, "blue": 2}
    ride_until(state, "attack red1", (3, 3, 4, 4))
    assert GAME.view(state, None)["squares"]["red1"] == (70 if rule == "behind_last" else 71)
    assert double_throws(state)["red"] == 0


@pytest.mark.rule("CP-S-011")
def test_a_fall_that_takes_the_climber_back_into_a_pass_gives_no_new_double_throws():
    setup = {
        "version": "senior",
        "stage": {"length": 150, "type": "high", "passes": [[50, "hc"]]},
        "teams": ["red", "blue"],
        "absent": [f"{team}{number}" for team in ("red", "blue") for number in range(2, 7)],
        "situation": {"turn": 12, "squares": {"red1": 79, "blue1": 10}},
    }
    state = GAME.start(GAME.read_setup(setup))
    ride_until(state, "plan plain", (3,), (1, 2))
    assert GAME.view(state, None)["squares"]["red1"] == 82
    ride_until(state, "pass", (4, 4, 2, 2))
    assert GAME.view(state, None)["squares"]["red1"] == 80
    assert double_throws(state)["red"] == 0


def double_throws(state):
    return {team: held["double"] for team, held in GAME.view(state, None)["stock"].items()}


def ride_until(state, wish, *dice):
    """Everybody does as wished where that can be done, and passes otherwise, until the last of the
    dice are thrown.
    """
    row = list(dice)
    while row:
        if state.seat < 0:
            GAME.apply(state, -1, row.pop(0))
            continue
        legal = [
            GAME.write(state, state.seat, action)
            for action in GAME.legal_actions(state, state.seat)
        ]
        GAME.apply(
            state, state.seat, GAME.read(state, state.seat, wish if wish in legal else "pass")
        )


def without(squares, *names):
    return {name: square for name, square in squares.items() if name not in names}


SQUARES = TYPED["situation"]["squares"]
ARRIVALS = TYPED["situation"]["arrivals"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"turn": -1}, "not after turn -1"),
        ({"turn": 10**30}, "not after turn 1000"),
        ({"turn": None}, "no set-up"),
        ({"nonsense": 1}, "unknown field"),
        ({"squares": {**SQUARES, "pink1": 4}}, "pink1: nobody of that name starts"),
        ({"moved_back": ["red6"]}, "red6: nobody of that name starts"),
        ({"squares": without(SQUARES, "red2", "red3")}, "red2, red3: on the road, out or in?"),
        ({"out": ["red4", "red1"]}, "red1 is named twice: on the road and out"),
        ({"out": ["red4", "red4"]}, "red4 is named twice"),
        ({"squares": {**SQUARES, "red5": 50}}, "red5 is named twice: on the road and in"),
        ({"squares": {**SQUARES, "red1": 61}}, "red1 stands on km 61; the road goes from 0 to 60"),
        ({"squares": {**SQUARES, "red1": -1}}, "red1 stands on km -1"),
        (
            {"squares": {}, "out": ["red4", *SQUARES], "descending": []},
            "Nobody is left on the road",
        ),
        ({"arrivals": ARRIVALS[::-1]}, "order of their turns"),
        (
            {"arrivals": [{**ARRIVALS[0], "kind": "bunch"}, ARRIVALS[1]]},
            "a peloton, a paceline or a single, not “bunch”",
        ),
        ({"arrivals": [{**ARRIVALS[0], "kind": "paceline"}, ARRIVALS[1]]}, "name the pace-setter"),
        ({"arrivals": [{**ARRIVALS[0], "setters": ["red1"]}, ARRIVALS[1]]}, "name the pace-setter"),
        (
            {"arrivals": [{**ARRIVALS[0], "die": 7}, ARRIVALS[1]]},
            "the die of the seconds shows 1 to 6",
        ),
        (
            {"arrivals": [{**ARRIVALS[0], "die": None}, ARRIVALS[1]]},
            "the die of the seconds shows 1 to 6",
        ),
        (
            {"arrivals": [{**ARRIVALS[0], "squares": {"red5": 13}}, ARRIVALS[1]]},
            "no die is thrown beyond square 12",
        ),
        (
            {"arrivals": [{**ARRIVALS[0], "squares": {"red5": 0}}, ARRIVALS[1]]},
            "the squares behind the line are 1 to",
        ),
        (
            {"arrivals": [*ARRIVALS, {"turn": 1, "kind": "single", "squares": {}, "die": 1}]},
            "An arrival of nobody",
        ),
        (
            {"arrivals": [{**ARRIVALS[0], "squares": {"red5": 3, "blue5": 2}}]},
            "a single is one rider",
        ),
        ({"first_arrival": 9}, "crossed in turns 9 to 10; that must lie in turns 1 to 9"),
        ({"first_arrival": 0}, "must lie in turns 1"),
        ({"finish": ["blue5", "red5"]}, "red5 came in before blue5"),
        ({"finish": ["red5"]}, "The finish names everybody who has arrived"),
        ({"passages": {"s1": ["blue4", "red5"]}}, "s1 on km 5, where a place is still open"),
        ({"passages": {**TYPED["situation"]["passages"], "s2": ["red1"]}}, "s2: no line"),
        (
            {"passages": {**TYPED["situation"]["passages"], "s1": ["blue4", "red5", "red3"]}},
            "red3 has passed s1 on km 5 but stands",
        ),
        (
            {
                "passages": {
                    **TYPED["situation"]["passages"],
                    "s1": ["blue4", "red5", "red1", "blue1"],
                }
            },
            "3 places, not 4",
        ),
        (
            {"passages": {**TYPED["situation"]["passages"], "s1": ["blue4", "red5", "red5"]}},
            "a rider passes a line once",
        ),
        ({"used": {"red": {"bottle": 6}}}, "red has used 6 bottles of 5"),
        ({"used": {"red": {"sprint": -1}}}, "red has used -1 sprints of 1"),
        ({"used": {"blue": {"mountain_attack": 2}}}, "blue has used 2 mountain attacks of 1"),
        ({"used": {"pink": {}}}, "pink: no team"),
        ({"doubles": {"p1": {"blue": 3}}}, "3 double throws of 2 on p1"),
        ({"doubles": {"p2": {"blue": 1}}}, "1 double throws of 0 on p2"),
        ({"doubles": {"p3": {"blue": 1}}}, "p3: no pass"),
        ({"doubles": {"p1": {"pink": 1}}}, "pink: no team"),
        (
            {
                "doubles": {"p1": {"red": 1}},
                "squares": {**SQUARES, "red1": 8},
                "moved_back": ["red1"],
            },
            "which its climber has not reached",
        ),
        ({"descending": ["blue1"]}, "blue1 may not descend"),
        ({"descending": ["red5"]}, "red5 may not descend"),
        ({"losing": ["red1"]}, "red1 loses no throw"),
    ],
)
def test_a_position_that_cannot_have_come_about_is_refused_with_the_reason(changes, words):
    with pytest.raises(BadSetup, match=words.replace("?", r"\?")) as refusal:
        typed(**changes)
    assert len(str(refusal.value)) < 600


def test_a_rider_moved_back_behind_a_line_is_taken_when_that_is_said():
    passages = {**TYPED["situation"]["passages"], "s1": ["blue4", "red5", "red3"]}
    assert GAME.start(typed(passages=passages, moved_back=["red3"])).turn == 10


def test_in_the_junior_version_nobody_has_arrived_while_the_stage_is_raced():
    state = next(beginnings(example("junior", 2), "junior"))
    told = GAME.situation(state)
    name = next(iter(told["squares"]))
    unit = {"turn": 0, "kind": "single", "squares": {name: 3}, "die": 4}
    changed = {
        **told,
        "squares": without(told["squares"], name),
        "arrivals": [unit],
        "finish": [name],
        "first_arrival": 1,
        "turn": 1,
    }
    with pytest.raises(
        BadSetup, match="In the junior version the stage is over when somebody has crossed"
    ):
        GAME.read_setup({**GAME.write_setup(state.course.setup), "situation": changed})


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_whatever_stands_in_a_situation_it_is_raced_or_refused(data):
    """Any part replaced by any plain values: nothing but BadSetup comes of it, or a race that can
    be asked something.
    """
    names = st.sampled_from(
        [
            *SQUARES,
            "red4",
            "red5",
            "blue5",
            "pink1",
            "s1",
            "p1",
            "p2",
            "red",
            "blue",
            "turn",
            "squares",
            "die",
        ]
    )
    leaves = (
        st.none()
        | st.booleans()
        | st.integers()
        | st.integers(-2, 70)
        | names
        | st.sampled_from(["paceline", "single"])
    )
    plain = st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
        max_leaves=8,
    )
    key = data.draw(st.sampled_from([*msgspec.structs.fields(type(typed().situation))]))
    try:
        setup = typed(**{key.name: data.draw(plain)})
    except BadSetup:
        return
    state = GAME.start(setup)
    assert GAME.pending(state).seats or GAME.pending(state).throw
    GAME.digest(state)
