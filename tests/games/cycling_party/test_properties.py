"""What holds in every moment of every race."""

from hypothesis import given, settings
from hypothesis import strategies as st

from games.chance import Seeded
from games.cycling_party import groups
from games.cycling_party.course import course
from games.cycling_party.numbers import STRIDE
from games.cycling_party.paceline import chains
from games.cycling_party.setup import Options, Setup, StageSetup, example
from games.cycling_party.state import OFF, OVER, WINDOW
from games.replay import Recording
from tests.games.cycling_party.race import GAME
from tests.games.players import Racer

some = settings(max_examples=12, deadline=None)
roads = st.sampled_from(["flat", "low", "medium", "high"])
versions = st.sampled_from(["junior", "senior", "master"])
house_rules = st.builds(
    Options,
    speaking_order=st.sampled_from(["rotating", "fixed"]),
    finish_hexagon=st.sampled_from(["skipped", "counted"]),
    rouleur_refusal=st.sampled_from(["any", "only_four"]),
    domestique_pull=st.sampled_from(["one", "all"]),
    attack_limit=st.sampled_from(["inclusive", "strict"]),
    chain_break=st.sampled_from(["alone_last", "join_last", "behind_last"]),
    fall_loss=st.sampled_from(["this_turn", "next_turn"]),
    descent_landing=st.sampled_from(["exact", "any_exit"]),
    bottle_with_mountain_attack=st.sampled_from(["allowed", "forbidden"]),
    line_reach=st.sampled_from(["beyond", "reach"]),
    beyond_12=st.sampled_from(["zero", "like_12"]),
    seconds_die=st.sampled_from(["shared", "separate"]),
    descent_death=st.sampled_from(["out_of_tour", "last_in_stage"]),
)


def walked(setup, seed):
    recording, chance, seats = Recording(GAME, setup), Seeded(seed), len(setup.teams)
    players = [Racer(f"{seed}/{seat}") for seat in range(seats)]
    while not (pending := GAME.pending(recording.state)).over:
        yield recording.state
        if pending.throw is not None:
            recording.answer(-1, chance.draw(pending.throw))
        else:
            seat = pending.seats[0]
            recording.answer(
                seat,
                players[seat].choose(
                    recording.state, seat, GAME.legal_actions(recording.state, seat)
                ),
            )
    yield recording.state


def with_options(version, road, seats, options):
    setup = example(version, seats, 6, "junior" if version == "junior" else road)
    return Setup(version=version, stage=setup.stage, teams=setup.teams, options=options)


@some
@given(versions, roads, st.integers(2, 6), house_rules, st.integers())
def test_riders_stock_and_the_road_agree_at_every_moment_by_any_house_rules(
    version, road, seats, options, seed
):
    for state in walked(with_options(version, road, seats, options), seed):
        course_of = state.course
        for rider, square in enumerate(state.square):
            bit = 1 << rider
            assert bool(state.active & bit) == (square <= course_of.end)
            assert (square == OFF) == (rider in state.gone or not course_of.starters & bit)
            on_road = [at for at, riders in enumerate(state.road) if riders & bit]
            assert on_road in ([], [square])
        for pile in (
            state.bottles,
            state.sprints,
            state.attacks,
            state.mountain_attacks,
            state.doubles,
        ):
            assert min(pile) >= 0
        assert all(given <= 3 for given in state.given)
        assert sum(state.bottles) <= 5 * seats
        if state.phase == WINDOW and state.unit_kind:
            assert groups.units_now(state)[0].riders == state.unit
    outcome = GAME.outcome(state)
    finished = [one.rider for one in outcome.finish]
    assert sorted([*finished, *outcome.out, *outcome.behind]) == sorted(
        name for name in course_of.names if name
    )
    assert [one.rank for one in outcome.finish] == sorted(one.rank for one in outcome.finish)
    if version == "master":
        assert not outcome.behind
        assert all(one.time >= 0 for one in outcome.finish)
    for passing in outcome.passings:
        assert len(set(passing.riders)) == len(passing.riders)
    assert state.phase == OVER


@given(st.lists(st.integers(2, 12), min_size=1, max_size=4), st.data())
def test_a_paceline_is_parted_and_nobody_goes_slower_than_he_threw(sums, data):
    joins = tuple(data.draw(st.sampled_from([None, None, 0, 1, 2, 3])) for _ in sums)
    parts = chains(tuple(sums), joins)
    members = [index for _, part, _ in parts for index in part]
    assert sorted(members) == list(range(len(sums)))
    for pace, part, setters in parts:
        assert pace == max(sums[index] for index in part)
        assert setters == tuple(index for index in part if sums[index] == pace)


@given(
    st.integers(13, 120),
    st.lists(st.tuples(st.integers(1, 110), st.integers(0, 12)), max_size=3),
    st.integers(0, 24),
)
def test_a_flat_throw_pays_one_for_a_flat_and_two_for_a_mountain_square(length, climbs, points):
    passes = [(start, start + more) for start, more in climbs if start + more <= length]
    road = course(
        Setup(
            version="junior", stage=StageSetup(length, None, tuple(passes)), teams=("red", "blue")
        )
    )
    for square in range(0, length + 1, 7):
        left, at = points, square
        while left > 0:
            at += 1
            left -= 2 if road.mountain[at] else 1
        assert road.to[square][points] == at


def test_riders_are_six_apart_also_in_teams_of_five():
    state = GAME.start(example("junior", 2, 5))
    assert state.course.names[STRIDE - 1] == ""
    assert state.course.names[STRIDE] == "blue1"
