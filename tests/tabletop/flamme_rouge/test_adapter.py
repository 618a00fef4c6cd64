"""Flamme Rouge crosses between tour and engine: what a stage takes over, and what is recorded of it
is what was ridden.
"""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.flamme_rouge.table.grand_tour import carried_exhaustion
from tests.factory import NOW, a_user
from tests.grand_tours import (
    PELOTON_ROADS,
    ROADS,
    a_grand_tour,
    a_grand_tour_plan,
    ridden,
    stage_number,
)
from tests.race import tap
from tests.rounds import log_rounds
from tourmanager.play.contract import NotDigital, screen_of
from tourmanager.play.start.from_tour import look_of, setup_of, why_not
from tourmanager.play.table.hand_over import HandingOverRefused, hand_over
from tourmanager.results.files.transfer import export, import_tour
from tourmanager.results.log.reading import read_stage
from tourmanager.results.publishing.verify import verify
from tourmanager.results.sheet import checks
from tourmanager.results.sheet import entries as e
from tourmanager.tabletop.flamme_rouge.set_up.grand_tours import MUSCLE, PELOTON
from tourmanager.tabletop.flamme_rouge.table import entries as fr
from tourmanager.tabletop.flamme_rouge.table.carried import carried_into
from tourmanager.tabletop.flamme_rouge.table.sheet import game_of
from tourmanager.tours.models import Stage, Tour

pytestmark = pytest.mark.django_db
ADAPTER = screen_of("flamme_rouge").adapter
quick = settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
seeds = st.text("abcdefgh", min_size=1, max_size=5)


def entered(stage: Stage, outcome, number: int = 1) -> None:
    hand_over(
        stage, e.Digital(f"ride-{stage.tour_id}-{number}"), outcome, by=a_user(), at=NOW, end=True
    )


def assert_same_stage(stage: Stage, outcome) -> None:
    """Nothing differs between the outcome and the sheet that the told entries are folded into."""
    sheet = read_stage(stage).log.sheet
    telling = ADAPTER.to_entries(outcome, sheet)
    assert ADAPTER.differences(outcome, telling.sheet) == []
    names = [(one.rider[0], one.time) for one in outcome.finish]
    assert [
        (arrival.rider[0], arrival.seconds) for arrival in telling.sheet.result().arrivals
    ] == names
    scheme = read_stage(stage).field.scheme
    assert not checks.find_obstacles(
        checks.all_problems(telling.sheet, scheme), checks.warning_codes(telling.sheet, scheme)
    )


@pytest.mark.rule("FR-121", "FR-T-014", "FR-T-031")
@quick
@given(
    seed=seeds,
    road=st.sampled_from(ROADS),
    players=st.integers(2, 4),
    bot=st.sampled_from(("random", "steady")),
)
def test_a_stage_of_the_base_game_is_recorded_as_it_was_ridden(seed, road, players, bot):
    tour = a_grand_tour(road, players=players, options={"version": "base"})
    stage = stage_number(tour, 1)
    assert_same_stage(stage, ridden(stage, seed, bot))


@pytest.mark.rule("FR-T-005", "FR-T-034")
@quick
@given(
    seed=seeds,
    road=st.sampled_from((*ROADS[:1], *PELOTON_ROADS)),
    players=st.integers(1, 4),
    dummies=st.sampled_from(((PELOTON,), (MUSCLE,), (PELOTON, MUSCLE))),
    breakaway=st.booleans(),
    unscored=st.booleans(),
)
def test_so_is_one_with_dummy_teams_and_a_breakaway(
    seed, road, players, dummies, breakaway, unscored
):
    tour = a_grand_tour(
        road, players=players, dummies=dummies, breakaway=breakaway, unscored=unscored
    )
    stage = stage_number(tour, 1)
    assert_same_stage(stage, ridden(stage, seed, "steady"))


@settings(quick, max_examples=6)
@given(seed=seeds, breakaway=st.booleans())
def test_so_is_one_of_a_mixed_table(seed, breakaway):
    tour = a_grand_tour("peloton-7", players=3, dummies=(MUSCLE,), breakaway=breakaway)
    stage = stage_number(tour, 1)
    assert_same_stage(stage, ridden(stage, seed, real=["r", "g"]))


@pytest.mark.rule("FR-P-080", "FR-P-082")
@settings(quick, max_examples=4)
@given(seed=seeds, players=st.integers(7, 12), breakaway=st.booleans())
def test_so_is_one_of_riders_for_themselves(seed, players, breakaway):
    tour = a_grand_tour("peloton-7", players=players, breakaway=breakaway)
    stage = stage_number(tour, 1)
    assert_same_stage(stage, ridden(stage, seed))
    assert len(look_of(read_stage(stage)).riders) == 2 * players


@pytest.mark.rule("FR-T-030", "FR-T-033", "FR-T-040")
@quick
@given(seed=seeds)
def test_a_whole_tour_with_traits_goes_through(seed):
    tour = a_grand_tour(*ROADS[:3], players=4, options={"traits": "on"})
    outcomes = []
    for number in (1, 2, 3):
        stage = stage_number(tour, number)
        setup, outcome = setup_of(stage), ridden(stage, f"{seed}/{number}", "steady")
        assert_same_stage(stage, outcome)
        if outcomes:
            assert setup["kept"] == list(outcomes[-1].extras.kept)
            assert setup["traits"] == list(outcomes[-1].extras.traits)
            assert sorted(setup["order"]) == ["b", "g", "k", "r"]
        entered(stage, outcome, number)
        outcomes.append(outcome)
    tour.refresh_from_db()
    assert tour.is_finished
    assert verify(tour).problems == []


def test_the_setup_is_that_of_the_tour():
    tour = a_grand_tour(
        "peloton-7",
        players=2,
        dummies=(PELOTON, MUSCLE),
        breakaway=True,
        options={"handicap": "2 0", "exhaustion_stock": "box"},
    )
    stage = stage_number(tour, 1)
    setup = setup_of(stage)
    assert setup["version"] == "peloton"
    assert setup["teams"] == ["r", "b"]
    assert (setup["peloton"], setup["muscle"]) == ("g", ["k"])
    assert setup["stage"]["tiles"] == stage.course["tiles"]
    assert [square for square, _ in setup["stage"]["lines"]] == list(
        stage.lines.order_by("km").values_list("km", flat=True)
    )
    assert setup["handicap"] == [2, 0]
    assert setup["breakaway"] is True
    assert setup["options"] == {"exhaustion_stock": "box"}
    assert "order" not in setup


@pytest.mark.rule("FR-T-005")
def test_dummy_teams_that_are_not_classified_take_no_bonus():
    tour = a_grand_tour("peloton-7", players=2, dummies=(PELOTON,), unscored=True)
    assert setup_of(stage_number(tour, 1))["options"] == {"dummies_score": False}


@pytest.mark.rule("FR-T-030", "FR-T-032", "FR-T-033", "FR-T-040")
def test_table_screen_and_table_again_carry_on_order_exhaustion_and_traits():
    """Stage 1 by taps, stage 2 ridden by bots, stage 3 by taps."""
    tour = a_grand_tour(*ROADS[:3], players=3)
    first, second, third = (stage_number(tour, number) for number in (1, 2, 3))
    tap(first, fr.GiveTrait("r1", "sheriff"))
    log_rounds(tour, "rS 4, bS 3, gS 2, rR 1 / bR 2, gR 1", "rS 5, bS 4, gS 3, rR 2, bR 1, gR 0")
    second.refresh_from_db()
    setup = setup_of(second)
    assert setup["order"] == ["g", "b", "r"]  # fewest tour points first
    assert setup["kept"] == [2, 1, 2, 1, 2, 0]  # half rounded up, the Sheriff one less
    assert setup["traits"] == ["sheriff", "", "", "", "", ""]
    outcome = ridden(second, "second", "steady")
    entered(second, outcome, 2)
    third.refresh_from_db()
    found = carried_into(read_stage(third))
    assert found.traits == {"r1": "sheriff"}
    codes = {"S": "1", "R": "2"}
    assert found.cards == {
        f"{rider[0]}{codes[rider[1]]}": carried_exhaustion(cards, rider == "rS")
        for rider, cards in outcome.extras.left.items()
    }
    assert sorted(found.order) == ["b", "g", "r"]
    log_rounds(tour, "rS 4, bS 3, gS 2, rR 1 / bR 2, gR 1")
    assert tour.is_finished
    assert verify(tour).problems == []


@pytest.fixture
def tour() -> Tour:
    return a_grand_tour(*ROADS[:2], players=2)


def refused(stage: Stage) -> str:
    with pytest.raises(NotDigital) as refusal:
        setup_of(Stage.objects.select_related("tour").get(pk=stage.pk))
    return str(refusal.value)


def test_a_stage_begun_at_the_table_goes_on_there(tour):
    stage = stage_number(tour, 1)
    tap(stage, e.Arrive(("r1",), square=2))
    assert "goes on there" in refused(stage)
    assert why_not(stage) == ""


def test_traits_given_before_the_start_are_no_beginning(tour):
    stage = stage_number(tour, 1)
    tap(stage, fr.GiveTrait("r1", "pirata"))
    assert setup_of(stage)["traits"] == ["pirata", "", "", ""]


def test_who_left_the_race_cannot_ride_and_it_is_said(tour):
    first = stage_number(tour, 1)
    tap(first, e.Status("b2", "dnf"))
    log_rounds(tour, "rS 4, bS 3, rR 1")
    assert "left the race" in refused(stage_number(tour, 2))


def test_a_log_that_says_something_else_is_kept_and_the_ride_refused(tour):
    stage = stage_number(tour, 1)
    outcome = ridden(stage)
    last = outcome.finish[-1].rider
    tap(stage, e.Arrive((f"{last[0]}{'SR'.index(last[1]) + 1}",), square=5))
    with pytest.raises(HandingOverRefused):
        entered(stage, outcome)
    assert stage.entries.count() == 1


def test_what_was_logged_meanwhile_and_is_right_stays(tour):
    stage = stage_number(tour, 1)
    outcome = ridden(stage)
    winner = outcome.finish[0].rider
    tap(
        stage,
        e.Arrive(
            (f"{winner[0]}{'SR'.index(winner[1]) + 1}",),
            square=outcome.extras.bunches[0].squares[winner],
        ),
    )
    entered(stage, outcome)
    stage.refresh_from_db()
    assert stage.state == Stage.State.ENDED


def test_every_difference_is_said(tour):
    stage = stage_number(tour, 1)
    outcome = ridden(stage)
    sheet = ADAPTER.to_entries(outcome, read_stage(stage).log.sheet).sheet
    game_of(sheet).exhaustion["r1"] = 59
    game_of(sheet).traits = {"b1": "badger"}
    sheet.order.reverse()
    said = " ".join(ADAPTER.differences(outcome, sheet))
    assert "59 exhaustion cards in the log" in said
    assert "Badger in the log and no trait in the digital stage" in said
    assert "is 1st in the log" in said


def test_a_tour_with_a_digital_stage_travels_as_a_file(tour):
    stage = stage_number(tour, 1)
    entered(stage, ridden(stage))
    content = export(tour)
    tour.delete()
    copy = import_tour(content, by=None, at=NOW)
    assert verify(copy).problems == []
    assert setup_of(stage_number(copy, 2))["kept"]


def test_a_road_that_nobody_knows_is_refused_with_words():
    plan = a_grand_tour_plan(ROADS[0])
    tour = a_grand_tour(ROADS[0])
    tour.stages.update(course={"tiles": "a b Z9 u"})
    assert "There is no tile" in refused(stage_number(tour, 1))
    tour.stages.update(course={})
    assert "not known" in refused(stage_number(tour, 1))
    assert plan.stages[0].length == 73
