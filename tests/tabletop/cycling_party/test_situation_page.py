"""A stage begun at the table goes on digitally from what is typed, and nothing typed is lost."""

import pytest
from django.urls import reverse

from tests.factory import NOW, a_tour, a_user
from tests.play.rides import where
from tests.play.test_review import ridden, signed_in
from tests.race import active_stage, log_stage, say
from tourmanager.play.log import loop
from tourmanager.play.models import Ride
from tourmanager.play.table.hand_over import go_on_at_table, record_ride
from tourmanager.results.log.reading import read_stage
from tourmanager.tabletop.cycling_party.table.sheet import game_of
from tourmanager.tours.models import Stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def director():
    return a_user()


@pytest.fixture
def tour(director):
    return a_tour(stages=2, by=director)


def address(stage: Stage) -> str:
    return reverse("play:situation", args=[stage.tour.slug, stage.number])


def typed(
    stage: Stage, squares: dict[str, int], turns: int, **changes: object
) -> dict[str, object]:
    """The page as it is sent: what it was filled in with, and what was typed."""
    sheet = read_stage(stage).log.sheet
    data: dict[str, object] = {"turn": turns, "dice": "app", "pace": "0", "clock": sheet.turn}
    for index, team in enumerate(sheet.frame.teams):
        data[f"seat_{index}"] = "bot:steady"
        data |= {
            f"left_{team}_{kind}": game_of(sheet).count_left(team, kind)
            for kind in ("bottle", "sprint", "attack", "mountain_attack")
        }
    data |= {f"at_{code}": square for code, square in squares.items()}
    data |= {f"line_{key}": " ".join(riders) for key, riders in sheet.lines.items()}
    for line in sheet.frame.lines.values():
        data |= {
            f"double_{line.key}_{team}": game_of(sheet).doubles.get(line.key, {}).get(team, 0)
            for team in sheet.frame.teams
            if line.key in game_of(sheet).frame.doubles
        }
    return data | changes


def standing(stage: Stage, square: int = 10) -> dict[str, int]:
    return dict.fromkeys(read_stage(stage).frame.riders, square)


def test_a_stage_goes_from_the_screen_to_the_table_and_back_and_is_recorded(tour, director):
    stage = active_stage(tour)
    first = ridden(stage, director, turns=200)
    told = where(first).game.situation(where(first).state)
    go_on_at_table(ride=first, by=director, at=NOW)
    before = list(stage.entries.values_list("seq", "body"))
    assert before
    seldom = {key: told[key] for key in ("moved_back", "descending") if key in told}
    response = signed_in(director).post(
        address(stage), typed(stage, told["squares"], told["turn"], **seldom)
    )
    assert response.status_code == 302, response.context["standing"].errors
    second = Ride.objects.get(stage=stage, state=Ride.State.SEATING)
    assert response.url == second.get_absolute_url()
    loop.begin(ride=second, at=NOW)
    again = where(second).game.situation(where(second).state)
    assert {key: again[key] for key in ("turn", "squares", "passages")} == {
        key: told[key] for key in ("turn", "squares", "passages")
    }
    Ride.objects.filter(pk=second.pk).update(runner="test")
    while loop.go_on(second, NOW, 60, 2000, runner="test")[1]:
        pass
    record_ride(ride=second, by=director, at=NOW)
    assert list(stage.entries.values_list("seq", "body"))[: len(before)] == before
    stage.refresh_from_db()
    assert stage.state == Stage.State.ENDED


def test_what_is_typed_beside_the_log_is_recorded_at_the_end(tour, director):
    stage = active_stage(tour)
    squares = standing(stage) | {"a1": 20, "b2": 18}
    response = signed_in(director).post(
        address(stage), typed(stage, squares, 2, line_s1="a1 b2", left_a_bottle=3)
    )
    assert response.status_code == 302, response.context["standing"].errors
    setup = Ride.objects.get(stage=stage).setup
    assert setup["situation"]["passages"] == {"s1": ["a1", "b2"]}
    assert setup["situation"]["used"]["a"] == {"bottle": 2}


def refusals(tour, director, squares=None, **changes):
    stage = active_stage(tour)
    response = signed_in(director).post(
        address(stage), typed(stage, standing(stage) | (squares or {}), 2, **changes)
    )
    assert response.status_code == 422
    assert not Ride.objects.exists()
    return response


def test_the_words_stand_beside_the_field_and_nothing_is_lost(tour, director):
    response = refusals(tour, director, {"a3": 21})
    assert response.context["standing"].errors == {
        "line_s1": [
            "Azure 3: past Sprint 1 on km 15, where a place is still open, but not named there."
        ]
    }
    page = response.content.decode()
    assert 'value="21"' in page
    assert page.count('value="10"') == 9


@pytest.mark.parametrize(
    ("squares", "changes", "field", "words"),
    [
        ({}, {"at_a2": ""}, "at_a2", "On which square"),
        ({}, {"at_a2": "-3"}, "at_a2", "greater than or equal to 0"),
        ({}, {"at_a2": "9999"}, "at_a2", "less than or equal to"),
        ({}, {"turn": "soon"}, "turn", "whole number"),
        ({}, {"left_b_bottle": 6}, "left_b_bottle", "less than or equal to 5"),
        (
            {},
            {"line_s1": "a1"},
            "at_a1",
            (
                "Azure 1 has passed Sprint 1 on km 15 but stands on km 10; tick them under “Taken"
                " back”"
            ),
        ),
        ({}, {"line_s1": "x9"}, "line_s1", "“x9” does not start"),
        ({}, {"descending": ["a1"]}, "at_a1", "Azure 1 may not descend at full speed"),
    ],
)
def test_what_cannot_be_is_said_where_it_is_typed(tour, director, squares, changes, field, words):
    errors = refusals(tour, director, squares, **changes).context["standing"].errors
    assert list(errors) == [field]
    assert words in errors[field][0]


def test_the_log_is_changed_on_its_own_page(tour, director):
    say(active_stage(tour), "place s1 b1")
    errors = (
        refusals(tour, director, {"a1": 20, "b1": 20}, line_s1="a1 b1").context["standing"].errors
    )
    assert errors == {"line_s1": ["The stage's log has another order: change it there."]}


def test_riders_who_are_in_or_out_are_not_asked_for(tour, director):
    stage = active_stage(tour)
    for words in ("out b5", "arrive a1", "square 5", "die 2"):
        say(stage, words)
    page = signed_in(director).get(address(stage)).content.decode()
    assert "arrived, place 1" in page
    assert 'name="at_a2"' in page
    assert 'name="at_a1"' not in page
    assert 'name="at_b5"' not in page
    assert 'name="clock"' in page


def test_a_log_that_is_no_beginning_says_why(tour, director):
    stage = active_stage(tour)
    say(stage, "arrive a1")
    say(stage, "time 30")
    assert "typed by hand" in signed_in(director).get(address(stage)).content.decode()
    say(stage, "remove finish a1")
    log_stage(tour)
    assert "Stage 1 has ended." in signed_in(director).get(address(stage)).content.decode()


def test_only_a_director_types(tour):
    assert signed_in(a_user()).get(address(active_stage(tour))).status_code == 403
