"""Races played out at full speed are those of the engine: race by race where both draw by the same
numbers, and by what many races are like where they do not.
"""

import random
from functools import cache

import pytest

from games.bots import Random
from games.chance import PlainChance, Seeded
from games.engine import CHANCE
from games.flamme_rouge import playout as fast
from games.flamme_rouge.bot import BOTS
from games.flamme_rouge.playout import Quick
from games.flamme_rouge.rules import FlammeRouge
from games.flamme_rouge.state import PHASES
from games.replay import play_out
from tests.games.samples import differences

GAME = FlammeRouge()
PLAYED, STEPPED = 800, 200  # races of the two samples


def setup(version="base", seats=4, **changes):
    return GAME.read_setup(GAME.write_setup(GAME.example(version, seats)) | changes)


SETUPS = {
    **{f"base {seats}": setup(seats=seats) for seats in range(2, 7)},
    **{f"peloton {seats}": setup("peloton", seats) for seats in (1, 2, 5, 6, 7, 12)},
    "first arrival": setup(options={"stop": "first"}),
    "box": setup("peloton", 6, options={"exhaustion_stock": "box"}, kept=[20, 9] * 6),
    "traits drawn": setup("peloton", 4, options={"traits": True}),
    "traits": setup(
        seats=4, traits=["pirata", "", "", "campionissimo", "chrono", "", "", "cannibal"]
    ),
    "handicap": setup(seats=3, handicap=[8, 0, 30]),
    "alone": setup("peloton", 1, solo=5, muscle=["white", "pink", "green"]),
    "real cards": setup(seats=3, real=["blue"]),
    "climbs": setup(seats=4, stage={"key": "la-haute-montagne"}),
    "order": setup(seats=3, order=["green", "red", "blue"]),
    "lines": setup(seats=3, stage={"key": "firenze-milano", "lines": [[20, "sprint"], [60, "hc"]]}),
}


def stepped(state, unit):
    """Play the race of a state to its end in steps."""
    quick = Quick(unit)
    play_out(GAME, state, dict.fromkeys(range(state.course.seats), quick), PlainChance(unit))
    return state


def agree(state, seed):
    """Whether both ways come to the very same state, and have drawn the same numbers."""
    one, other = random.Random(seed).random, random.Random(seed).random
    played = GAME.copy(state)
    GAME.playout(played, one)
    by_steps = stepped(GAME.copy(state), other)
    assert GAME.outcome(played) == GAME.outcome(by_steps) is not None
    assert GAME.digest(played) == GAME.digest(by_steps)
    assert one() == other()


@pytest.mark.rule("FR-025", "FR-053", "FR-072", "FR-080", "FR-091", "FR-131", "FR-P-064")
@pytest.mark.parametrize("name", SETUPS)
def test_the_same_numbers_give_the_same_race_as_the_steps(name):
    for seed in range(8):
        agree(GAME.start(SETUPS[name]), seed)


@pytest.mark.parametrize(
    "name", ["base 4", "peloton 1", "peloton 5", "peloton 7", "traits drawn", "real cards", "alone"]
)
def test_a_race_is_played_out_from_any_moment(name):
    """Whoever is asked, and whatever some seats have answered already."""
    state, chance, seats = GAME.start(SETUPS[name]), Seeded(name), Random(name)
    asked = set()
    number = 0
    while not (pending := GAME.pending(state)).over:
        number += 1
        if number % 9 == 0 or (state.round < 2 and number % 2):
            asked.add(PHASES[state.phase])
            agree(state, number)
        if pending.throw is not None:
            GAME.apply(state, CHANCE, chance.draw(pending.throw), tell=False)
        else:
            seat = random.Random(number).choice(pending.seats)
            legal = GAME.legal_actions(state, seat)
            GAME.apply(state, seat, seats.choose(state, seat, legal), tell=False)
    assert len(asked) >= 3
    before = GAME.digest(state)
    GAME.playout(state, random.random)
    assert GAME.digest(state) == before


def figures(state):
    """What a race was like."""
    outcome = GAME.outcome(state)
    rounds = outcome.extras.rounds.values()
    winner = outcome.finish[0].rider
    return {
        "rounds to the first arrival": min(rounds),
        "rounds to the last": max(rounds),
        "gap of the second": outcome.finish[1].time,
        "gap of the last": max(one.time for one in outcome.finish),
        "bunches": len(outcome.extras.bunches),
        "riders in the winner's bunch": sum(one.group == 0 for one in outcome.finish),
        "squares past the line of the winner": outcome.extras.bunches[0].squares[winner],
        "a Sprinteur wins": winner.endswith("S"),
        "the first seat wins": outcome.extras.seats[0] == "red",
        "places of Rouleurs": sum(one.rank for one in outcome.finish if one.rider[-1] == "R"),
        "exhaustion taken": sum(outcome.extras.taken.values()),
        "exhaustion of the most tired": max(outcome.extras.taken.values()),
        "exhaustion left": sum(outcome.extras.left.values()),
        "a Sprinteur is first over a line": outcome.passings[0].riders[0].endswith("S"),
    }


ROADS = {"plain": SETUPS["base 4"], "climbs": SETUPS["climbs"]}


@cache
def races_in_steps(road):
    """By the chance that all races have: hands by their keys, not by a row of numbers."""
    found = []
    for number in range(STEPPED):
        state, quick = GAME.start(ROADS[road]), Quick(random.random)
        play_out(GAME, state, dict.fromkeys(range(4), quick), Seeded(f"steps {number}"))
        found.append(figures(state))
    return found


def races_played_out(road, count=PLAYED):
    begun, unit, found = GAME.start(ROADS[road]), random.Random(f"playout {road}").random, []
    for _ in range(count):
        state = GAME.copy(begun)
        GAME.playout(state, unit)
        found.append(figures(state))
    return found


@pytest.mark.parametrize("road", ROADS)
def test_races_played_out_are_like_those_of_the_engine(road):
    assert differences(races_played_out(road), races_in_steps(road)) == {}


def without_slipstream(patch):
    patch.setattr(fast, "links", lambda terrain: (False,) * (len(terrain) + 5))


def without_exhaustion(patch):
    tire = fast.Race.tire

    def rested(race):
        recycled, taken = [cards[:] for cards in race.recycled], race.state.taken[:]
        tire(race)
        race.recycled[:], race.state.taken[:] = recycled, taken

    patch.setattr(fast.Race, "tire", rested)


def without_full_squares(patch):
    patch.setattr(fast, "lanes_to_take", lambda lanes: ((8,) * 16,) * len(lanes))


def without_climbs(patch):
    reach_table = fast.reach_table
    patch.setattr(
        fast,
        "reach_table",
        lambda road, *others: reach_table(
            fast.Road(road.terrain.replace("A", "N"), road.lanes), *others
        ),
    )


@pytest.mark.parametrize(
    ("road", "without"),
    [
        ("plain", without_slipstream),
        ("plain", without_exhaustion),
        ("plain", without_full_squares),
        ("climbs", without_climbs),
    ],
    ids=lambda each: getattr(each, "__name__", each),
)
def test_a_rule_that_is_left_out_is_noticed(road, without, monkeypatch):
    for kept in (fast.menus, fast.links, fast.lanes_to_take):
        kept.cache_clear()
    without(monkeypatch)
    races = races_played_out(road, 300)
    monkeypatch.undo()
    for kept in (fast.menus, fast.links, fast.lanes_to_take):
        kept.cache_clear()
    assert differences(races, races_in_steps(road))


def test_the_quick_seats_race_much_as_steady_ones_do():
    """Closer to races of `steady` than those of seats that choose at random, in every figure that
    tells the three apart.
    """

    def races(bot, count):
        found = []
        for number in range(count):
            state = GAME.start(ROADS["plain"])
            play_out(GAME, state, {seat: bot(f"{seat}") for seat in range(4)}, Seeded(number))
            found.append(figures(state))
        return found

    def mean(sample, name):
        return sum(each[name] for each in sample) / len(sample)

    steady, at_random = races(BOTS["steady"], 16), races(Random, 60)
    quick = races_played_out("plain", 300)
    for name in ("rounds to the last", "gap of the last", "exhaustion taken"):
        apart = [abs(mean(sample, name) - mean(steady, name)) for sample in (quick, at_random)]
        assert apart[0] < apart[1] / 2
