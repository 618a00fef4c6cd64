"""`manage.py standings`: everything about a tour on the command line."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.factory import NOW, a_tour
from tests.race import a_raced_tour, log_stage
from tourmanager.tours.models import Tour

pytestmark = pytest.mark.django_db


def printed(*words: object) -> str:
    out = StringIO()
    call_command("standings", *words, stdout=out)
    return out.getvalue()


@pytest.mark.rule("CP-APP-024", "CP-APP-025")
def test_everything_is_printed():
    tour = a_raced_tour(stages=3, raced=2)
    text = printed(tour.slug)
    for title in (
        "after stage 2 of 3",
        "Stage 2",
        "Teams of stage 2",
        "Individual",
        "Mountain",
        "Intermediate sprints",
        "Regularity",
        "Jerseys",
        "Cycling Party, if the tour stopped now",
    ):
        assert title in text
    assert not any(line != line.rstrip() for line in text.splitlines())


def test_a_tour_is_found_by_its_name_and_an_earlier_stage_by_its_number():
    tour = a_raced_tour(stages=2, name="Round [the] Lake")
    assert printed("round [THE] lake", "--stage", "1").startswith(
        "Round [the] Lake, after stage 1 of 2\n"
    )
    assert "Cycling Party: final classification" in printed(tour.slug)


@pytest.mark.rule("CP-APP-026")
def test_before_the_first_end_all_points_are_0():
    tour = a_tour()
    assert "No stage has ended yet" in printed(tour.slug)
    players = json.loads(printed(tour.slug, "--json"))["standings"]["players"]
    assert [player["points"] for player in players] == [0, 0]


def test_json_holds_all_classifications_days_jerseys_players_and_their_parts():
    tour = a_tour(stages=2)
    log_stage(tour, "a1 0:10, b1 0:20")
    said = json.loads(printed(tour.slug, "--json"))
    assert said["tour"] == {"name": tour.name, "state": "active", "stages": 2}
    assert said["riders"]["a1"] == {"name": "Anna Azure", "number": 1, "team": "a"}
    standings = said["standings"]
    assert standings["after"] == 1
    assert list(standings["classifications"]) == [
        "individual",
        "mountain",
        "is",
        "regularity",
        "teams",
    ]
    first = standings["classifications"]["individual"]["rows"][0]
    assert (first["who"], first["rank"], first["figure"], first["parts"][0]["label"]) == (
        "a1",
        1,
        10,
        "Stage 1: 1st",
    )
    assert [jersey["colour"] for jersey in standings["jerseys"]] == [
        "yellow",
        "dots",
        "purple",
        "green",
    ]
    assert standings["days"][0]["teams"][0]["who"] == "a"
    assert (
        sum(points for points in standings["players"][0]["sources"].values())
        == standings["players"][0]["points"]
    )


def test_json_says_what_decided_in_words_and_as_facts():
    tour = a_tour(stages=2)
    log_stage(tour, "a1 0:10, b1 0:10")
    standings = json.loads(printed(tour.slug, "--json"))["standings"]
    individual = standings["classifications"]["individual"]
    places = {"name": "stage_places", "form": "count", "stage": "", "of_players": False}
    assert individual["chain"][:2] == ["lower total time", "lower sum of stage places"]
    assert [link["name"] for link in individual["criteria"]] == [
        "total_time",
        "stage_places",
        "last_place",
    ]
    first, second, *_ = individual["rows"]
    assert (first["decided"], first["decided_by"]) == ("", None)
    assert second["decided"] == "lower sum of stage places: 1 against 2"
    assert second["decided_by"] == {"criterion": places, "better": 1, "worse": 2}
    assert "tie" not in standings["players"][1]


@pytest.mark.parametrize(
    ("stage", "text"),
    [
        ("3", "this tour has stages 1 to 2"),
        ("x", "There is no such stage"),
        ("2", "Stage 2 has not ended yet"),
    ],
)
def test_a_stage_that_cannot_be_shown_is_refused_in_words(stage, text):
    tour = a_raced_tour(stages=2, raced=1)
    with pytest.raises(CommandError, match=text):
        printed(tour.slug, "--stage", stage)


def test_an_unknown_or_erased_tour_is_refused_in_words():
    with pytest.raises(CommandError, match="no tour was created yet"):
        printed("alps")
    tour = a_tour(name="Alps")
    Tour.objects.filter(pk=a_tour(name="Erased").pk).update(erased_at=NOW)
    with pytest.raises(
        CommandError, match=rf"There is no tour “Erased”\. There are:\n  Alps \({tour.slug}\)$"
    ):
        printed("Erased")
