"""What a digital stage takes over from its tour, and which stages cannot be ridden digitally."""

from typing import get_args, get_type_hints

import msgspec
import pytest

from games import game
from games.cycling_party.setup import Options
from tests.factory import NOW, a_plan, a_stage_plan, a_tour
from tests.race import active_stage, log_stage, say
from tourmanager.play.start.from_tour import NotDigital, look_of, setup_of, why_not
from tourmanager.results.log.reading import read_stage
from tourmanager.scoring.scheme import dump_scheme, scheme
from tourmanager.tabletop.cycling_party.set_up import creation
from tourmanager.tabletop.cycling_party.set_up import switches as options
from tourmanager.tabletop.race.set_up.races import RacePlan, RaceRider, RaceStage, RaceTeam
from tourmanager.tabletop.race.set_up.races import create as create_race
from tourmanager.tours.models import Stage
from tourmanager.tours.pages import keeping

pytestmark = pytest.mark.django_db


def test_house_rules_are_the_same_in_a_tour_and_in_the_engine():
    known = {key: get_args(hint) for key, hint in get_type_hints(Options).items()}
    agreed = {switch.key: tuple(switch.values) for switch in options.SWITCHES}
    assert known == {key: agreed[key] for key in known}
    assert set(agreed) - set(known) == {"board_limit", "reopen_stage"}  # what concerns no road


def test_the_road_the_teams_and_the_stock_are_those_of_the_tour():
    tour = a_tour(stages=1, teams=3)
    stage = active_stage(tour)
    setup = setup_of(stage)
    assert setup["version"] == "master"
    assert setup["teams"] == ["a", "b", "c"]
    assert setup["riders"] == 5
    assert (setup["stage"]["length"], setup["stage"]["type"], setup["stage"]["sprints"]) == (
        150,
        "flat",
        [15, 23, 31, 39, 47],
    )
    assert [(start, category) for start, _, category in setup["stage"]["passes"]] == [
        (60, "third"),
        (80, "hill"),
        (100, "hill"),
    ]
    assert "options" not in setup
    assert "absent" not in setup
    lines = [
        line.key
        for line in game("cycling_party")
        .start(game("cycling_party").read_setup(setup))
        .course.lines
    ]
    assert sorted(lines) == sorted(stage.lines.values_list("key", flat=True))


@pytest.mark.rule("CP-M-045")
def test_who_is_out_of_the_tour_does_not_start():
    tour = a_tour(stages=2)
    log_stage(tour, out="b4")
    assert setup_of(active_stage(tour))["absent"] == ["b4"]


@pytest.mark.rule("CP-M-011")
def test_mountain_attacks_are_those_left_of_the_tour():
    tour = creation.create(
        msgspec.structs.replace(a_plan(), stages=[a_stage_plan("high")] * 3), by=None, at=NOW
    )
    held = tour.game_data["mountain_attacks"]
    assert held > 1
    say(active_stage(tour), "use a mountain_attack")
    log_stage(tour)
    assert setup_of(active_stage(tour))["mountain_attacks"] == [held - 1, held]


def test_house_rules_that_differ_from_the_default_are_taken_over():
    tour = a_tour(stages=1)
    tour.options = {"line_reach": "reach", "reopen_stage": "off", "descent_death": "last_in_stage"}
    tour.save()
    assert setup_of(active_stage(tour))["options"] == {
        "line_reach": "reach",
        "descent_death": "last_in_stage",
    }


def test_leaders_ride_in_their_jerseys():
    tour = a_tour(stages=2)
    log_stage(tour, "a1 0:10, b2 0:40")
    reading = read_stage(active_stage(tour))
    look = look_of(reading)
    assert look.riders["a1"].worn == reading.worn_jerseys["a1"] != ""
    assert look.riders["b2"].role == reading.field.riders["b2"].role != ""
    assert (look.teams["a"].team, look.teams["a"].number) == ("Azure", 0)


def refused(stage: Stage) -> str:
    with pytest.raises(NotDigital) as refusal:
        setup_of(Stage.objects.select_related("tour").get(pk=stage.pk))
    return str(refusal.value)


def test_only_the_stage_being_raced_can_be_ridden():
    tour = a_tour(stages=2)
    first, second = tour.stages.order_by("number")
    assert refused(second) == "Stage 2 has not begun: end the stage before it first."
    log_stage(tour)
    assert refused(first) == "Stage 1 has ended."
    second.refresh_from_db()
    assert why_not(second) == ""


def test_a_stage_begun_at_the_table_needs_its_situation():
    tour = a_tour(stages=1)
    say(active_stage(tour), "place s1 a1")
    assert "begun at the table" in refused(active_stage(tour))


def test_an_erased_tour_a_rest_day_and_a_time_trial_are_not_ridden():
    tour = a_tour(stages=1)
    stage = active_stage(tour)
    stage.kind = "itt"
    assert why_not(stage) == "Stage 1 is a time trial: the board has only road stages."
    stage.kind = "rest"
    assert why_not(stage) == "Nobody rides on a rest day."
    keeping.erase(tour, at=NOW)
    assert refused(tour.stages.get()) == "This tour was erased."


def test_a_race_without_a_board_is_not_ridden():
    team = RaceTeam("Azure", (RaceRider(1, "Anna"), RaceRider(2, "Bea")))
    race = create_race(RacePlan("Race", (RaceStage(),), (team,)), by=None, at=NOW)
    assert "no board" in refused(race.stages.get())


def test_a_tour_that_pays_more_places_than_the_engine_ranks_is_refused_with_words():
    tour = a_tour(stages=1)
    rules = dump_scheme(scheme("cycling_party_master"))
    for ranking in rules["classifications"]:
        if "is" in ranking.get("lines", {}):
            ranking["lines"]["is"] = [*ranking["lines"]["is"], 1, 1]
    tour.rules = rules
    tour.save()
    assert "“intermediate sprint”" in refused(active_stage(tour))


def test_a_road_that_cannot_be_raced_is_refused_without_codes():
    tour = a_tour(stages=1)
    tour.stages.update(length=0)
    assert (
        refused(active_stage(tour))
        == "Stage 1 cannot be ridden digitally. A stage has 13 to 300 km, not 0."
    )
