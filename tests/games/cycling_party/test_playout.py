"""Stages played out at full speed are those of the engine: stage by stage where both draw by the
same numbers, and by what many stages are like where they do not.
"""

import random
from functools import cache
from statistics import fmean

import pytest

from games.bots import Random
from games.chance import PlainChance, Seeded
from games.cycling_party import playout as fast
from games.cycling_party.bot import BOTS
from games.cycling_party.rules import CyclingParty
from games.cycling_party.setup import example
from games.cycling_party.state import PHASE_NAMES
from games.engine import CHANCE
from games.replay import play_out
from tests.games.samples import differences

GAME = CyclingParty()
STEADY = BOTS["steady"]("")
PLAYED, STEPPED = 300, 60  # stages of the two samples


def setup(version, seats, kind=None, riders=6, **changes):
    return GAME.read_setup(GAME.write_setup(example(version, seats, riders, kind)) | changes)


HOUSE_RULES = [
    {"speaking_order": "fixed", "rouleur_refusal": "only_four", "finish_hexagon": "counted"},
    {"domestique_pull": "all", "attack_limit": "strict", "chain_break": "join_last"},
    {"chain_break": "behind_last", "fall_loss": "next_turn", "descent_landing": "any_exit"},
    {"bottle_with_mountain_attack": "forbidden", "line_reach": "reach", "beyond_12": "like_12"},
    {"seconds_die": "separate", "descent_death": "last_in_stage"},
]
SETUPS = {
    "junior": setup("junior", 4),
    "junior of two": setup("junior", 2, riders=5),
    **{f"senior {kind}": setup("senior", 3, kind) for kind in ("flat", "high")},
    **{f"master {kind}": setup("master", 4, kind) for kind in ("flat", "low", "medium", "high")},
    "master of six": setup("master", 6, "medium"),
    "master of five riders": setup("master", 3, "high", 5, absent=["red1", "blue2"]),
    **{
        f"house rules {number}": setup("master", 4, "high", options=options)
        for number, options in enumerate(HOUSE_RULES, 1)
    },
    "house rules of senior": setup("senior", 4, "high", options=HOUSE_RULES[2]),
}
# What a stage leaves behind: all that an outcome and a next stage are made of.
LASTING = (
    "phase turn first_crossing square active gone crashed bottles sprints attacks mountain_attacks"
    " attacks_made begun doubles doubled ranked placed times arrived"
).split()


def agree(game, state, seed):
    """Whether both ways come to the same end, and have drawn the same numbers."""
    one, other = random.Random(seed).random, random.Random(seed).random
    played, by_steps = game.copy(state), game.copy(state)
    game.playout(played, one)
    play_out(game, by_steps, dict.fromkeys(range(state.course.seats), STEADY), PlainChance(other))
    assert game.outcome(played) == game.outcome(by_steps) is not None
    for name in LASTING:
        assert getattr(played, name) == getattr(by_steps, name), name
    assert one() == other()


@pytest.mark.rule(
    "CP-J-022", "CP-J-034", "CP-J-043", "CP-J-051", "CP-S-027", "CP-M-013", "CP-M-028"
)
@pytest.mark.parametrize("name", SETUPS)
def test_the_same_numbers_give_the_same_stage_as_the_steps(name):
    for seed in range(3):
        agree(GAME, GAME.start(SETUPS[name]), seed)


def test_a_stage_of_earlier_rules_is_played_out_by_those():
    earlier = CyclingParty(rules_version=1)
    for seed in range(3):
        agree(earlier, earlier.start(SETUPS["master flat"]), seed)


@pytest.mark.parametrize("name", ["junior", "senior high", "master medium", "house rules 3"])
def test_a_stage_is_played_out_from_any_moment(name):
    """Whoever is asked, and whatever was thrown in this turn already."""
    state, chance, seats = GAME.start(SETUPS[name]), Seeded(name), Random(name)
    asked = set()
    number = 0
    while not (pending := GAME.pending(state)).over:
        number += 1
        if number % 83 == 0 or (PHASE_NAMES[state.phase] not in asked and len(asked) < 9):
            asked.add(PHASE_NAMES[state.phase])
            agree(GAME, state, number)
        if pending.throw is not None:
            GAME.apply(state, CHANCE, chance.draw(pending.throw), tell=False)
        else:
            seat = pending.seats[0]
            legal = GAME.legal_actions(state, seat)
            GAME.apply(state, seat, seats.choose(state, seat, legal), tell=False)
    assert len(asked) >= 5
    before = GAME.digest(state)
    GAME.playout(state, random.random)
    assert GAME.digest(state) == before


def figures(state):
    """What a stage was like."""
    outcome = GAME.outcome(state)
    first = outcome.extras.units[0]
    return {
        "turns": state.turn,
        "turn of the first arrival": state.first_crossing,
        "units that crossed": len(outcome.extras.units),
        "pelotons that crossed": sum(unit.kind == "peloton" for unit in outcome.extras.units),
        "squares past the line of the winner": max(first.squares.values()),
        "gap of the second": outcome.finish[1].time - outcome.finish[0].time,
        "gap of the last": outcome.finish[-1].time - outcome.finish[0].time,
        "mean time": fmean(one.time for one in outcome.finish),
        "places of sprinters": sum(one.rank for one in outcome.finish if one.rider[-1] == "2"),
        "places of rouleurs": sum(one.rank for one in outcome.finish if one.rider[-1] == "3"),
        "places of lanternes": sum(one.rank for one in outcome.finish if one.rider[-1] == "6"),
        "the first seat wins": outcome.winner.startswith("red"),
        "bottles": sum(state.course.bottles - left for left in state.bottles),
        "sprints": sum(state.course.sprints - left for left in state.sprints),
        "attacks": sum(state.course.attacks - left for left in state.attacks),
        "mountain attacks": sum(state.attacks_made),
        "double throws": sum(state.doubled),
        "climber first over a line": sum(
            rider.endswith("1") for passing in outcome.passings for rider in passing.riders[:1]
        ),
        "riders out": len(outcome.out),
    }


FLAT = {"length": 80, "type": "flat", "sprints": [30, 55]}
HIGH = {"length": 80, "type": "high", "passes": [[20, "second"], [45, "hc"]]}
ROADS = {"flat": setup("master", 3, stage=FLAT), "high": setup("master", 3, stage=HIGH)}


@cache
def stages_in_steps(road):
    found = []
    for number in range(STEPPED):
        state = GAME.start(ROADS[road])
        play_out(GAME, state, dict.fromkeys(range(3), STEADY), Seeded(f"steps {number}"))
        found.append(figures(state))
    return found


def stages_played_out(road, count=PLAYED):
    begun, unit, found = GAME.start(ROADS[road]), random.Random(f"playout {road}").random, []
    for _ in range(count):
        state = GAME.copy(begun)
        GAME.playout(state, unit)
        found.append(figures(state))
    return found


@pytest.mark.parametrize("road", ROADS)
def test_stages_played_out_are_like_those_of_the_engine(road):
    assert differences(stages_played_out(road), stages_in_steps(road)) == {}


def without_pacelines(patch):
    patch.setattr(fast, "PELOTON", 2)


def without_the_rouleurs_seven(patch):
    patch.setattr(fast, "ROULEUR_LEAST", 2)


def without_double_throws(patch):
    patch.setattr(fast, "DOUBLE", 0)


def without_the_price_of_passes(patch):
    course = fast.Race.__init__

    def cheap(race, state, unit):
        course(race, state, unit)
        race.to = tuple(
            tuple(square + points for points in range(len(row)))
            for square, row in enumerate(race.to)
        )

    patch.setattr(fast.Race, "__init__", cheap)


def without_bottles(patch):
    patch.setattr(fast.Race, "may_drink", lambda race, rider: False)


@pytest.mark.parametrize(
    ("road", "without"),
    [
        ("flat", without_pacelines),
        ("flat", without_the_rouleurs_seven),
        ("high", without_double_throws),
        ("high", without_the_price_of_passes),
        ("flat", without_bottles),
    ],
    ids=lambda each: getattr(each, "__name__", each),
)
def test_a_rule_that_is_left_out_is_noticed(road, without, monkeypatch):
    without(monkeypatch)
    stages = stages_played_out(road, 150)
    assert differences(stages, stages_in_steps(road))
