"""The classification pages of a Grand Tour: times behind the best, tour points, what a time is made
of, the final order.
"""

import json
import re
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from tests.race import say
from tests.rounds import a_grand_tour, log_rounds
from tourmanager.tours.models import Stage, Tour

pytestmark = pytest.mark.django_db

DAYS = "aS 4, bR 3, cS 1 / aR 2, bS 1, cR 1", "cR 2, bR 2 / aS 5, cS 3, bS 3 / / aR 1"


@pytest.fixture
def tour() -> Tour:
    tour = a_grand_tour()
    for day in DAYS:
        log_rounds(tour, day)
    return tour


def text(response: Any) -> str:
    html = re.sub(r"<(script|style|svg)\b.*?</\1>", "", response.content.decode(), flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def page(client: Client, tour: Tour, address: str) -> str:
    response = client.get(f"/tours/{tour.slug}/{address}")
    assert response.status_code == 200, address
    return text(response)


def table(response: Any) -> list[tuple[str, str]]:
    """Names and figures of the first table."""
    return [(line.row.who, line.figure) for line in response.context["table"].lines]


@pytest.mark.rule("FR-T-012", "FR-T-014", "FR-T-020", "FR-T-021")
def test_the_general_classification_stands_behind_its_best(client: Client, tour: Tour) -> None:
    response = client.get(f"/tours/{tour.slug}/classifications/individual/")
    # bR: 0 and 0, less two bonuses; aS: 0 and 30, less one; cR: 80 and 0, less one ...
    assert table(response) == [
        ("b2", "0:00"),
        ("a1", "+0:40"),
        ("c2", "+1:30"),
        ("c1", "+1:40"),
        ("b1", "+2:30"),
        ("a2", "+4:50"),
    ]
    assert "-0:20" not in text(response)
    assert "0:00" in page(client, tour, "classifications/")


@pytest.mark.rule("FR-T-020")
def test_what_a_general_figure_is_made_of_adds_up(client: Client, tour: Tour) -> None:
    told = page(client, tour, "classifications/individual/a1/")
    assert "2nd, 0:40 behind Brick Rouleur" in told
    assert "Stage 1: 1st 0:00" in told
    assert "time bonus -0:10" in told
    assert "less the sum of the leader, Brick Rouleur 0:20" in told
    assert "Together 0:40" in told
    assert "Together 0:00" in page(client, tour, "classifications/individual/b2/")


@pytest.mark.rule("FR-120", "FR-121", "FR-122", "FR-T-010", "FR-T-011")
def test_what_a_stage_time_is_made_of_is_said_in_rounds_and_squares(
    client: Client, tour: Tour
) -> None:
    told = page(client, tour, "classifications/stage/b1/?stage=1")
    assert "1 round after the first arrival, 60 s each 1:00" in told
    assert (
        "2 squares past the line, 10 s each: the front of their bunch, they came to square 1 -0:20"
        in told
    )
    assert "less those of the winner, Azure Sprinteur +0:40" in told
    assert "In one bunch with Azure Rouleur and Clover Rouleur" in told
    assert "1:20" in told
    winner = page(client, tour, "classifications/stage/a1/?stage=1")
    assert "Bonus 10 s, which counts in the general classification." in winner
    assert "die" not in re.findall(r"\w+", told)


def test_the_stage_tells_round_square_and_bonus(client: Client, tour: Tour) -> None:
    told = page(client, tour, "classifications/stage/?stage=1")
    assert "73 squares, Firenze-Milano" in told
    assert re.search(r"1 Azure Sprinteur .*? first round, square 4 .*?10 s", told)
    assert "+1 round, square 2" in told
    assert "Teams of" not in told


def test_a_time_of_the_jury_takes_the_place_of_round_and_square(client: Client) -> None:
    tour = a_grand_tour(stages=2)
    stage = log_rounds(tour, DAYS[0], end=False)
    say(stage, "own_time c1 45")
    say(stage, "penalise c1 20")
    say(stage, "end EXHAUSTION_WARNING")
    told = page(client, tour, "classifications/stage/c1/")
    assert "Own time, given by the jury 0:45" in told
    assert "penalty as said 0:20" in page(client, tour, "classifications/individual/c1/")


@pytest.mark.rule("FR-T-003", "FR-T-005")
def test_tour_points_go_to_teams_and_by_a_house_rule_not_to_dummies(client: Client) -> None:
    for unscored, expect in (([], [("a", 4), ("b", 2)]), (["peloton", "muscle"], [("b", 5)])):
        tour = a_grand_tour(2, 2, marks={0: "muscle"}, name=f"Dummies {len(unscored)}")
        tour.rules["unscored"] = unscored
        tour.save(update_fields=["rules"])
        log_rounds(tour, "aS 4, bR 3, aR 1 / bS 1")
        response = client.get(f"/tours/{tour.slug}/manager-points/")
        assert [
            (line.player.team, line.player.points) for line in response.context["lines"]
        ] == expect
        standing = client.get(f"/tours/{tour.slug}/classifications/individual/")
        assert [who for who, _ in table(standing)] == (
            ["a1", "b2", "a2", "b1"] if not unscored else ["b2", "b1"]
        )


@pytest.mark.rule("FR-T-002", "FR-T-004")
def test_the_tour_is_won_by_points_and_the_general_classification_pays_at_the_end(
    client: Client, tour: Tour
) -> None:
    log_rounds(tour, "aR 5, cS 4 / cR 1, bS 1 / aS 2 / bR 1")
    response = client.get(f"/tours/{tour.slug}/final/")
    players = [*response.context["closing"].winners, *response.context["closing"].others]
    assert [(player.team.letter, player.player.points) for player in players] == [
        ("c", 12),
        ("a", 8),
        ("b", 4),
    ]
    told = text(response)
    assert "first round, square 5" in told
    assert "Clover" in told


@pytest.mark.rule("FR-T-015")
def test_who_falls_beyond_the_largest_gap_stays_in_the_tour_and_leaves_the_general_classification(
    client: Client,
) -> None:
    tour = a_grand_tour()
    tour.rules["classifications"][0]["gap_cap"] = 90
    tour.save(update_fields=["rules"])
    log_rounds(tour, "aS 4, bR 3, cS 1 / aR 2, bS 1 / cR 1")
    log_rounds(tour, "cR 4, bR 3, aS 3, aR 3, bS 2, cS 2")
    standing = client.get(f"/tours/{tour.slug}/classifications/individual/")
    assert {who for who, _ in table(standing)} == {"a1", "b2", "c1"}
    assert "Clover Rouleur" in page(client, tour, "classifications/stage/")
    points = client.get(f"/tours/{tour.slug}/manager-points/").context["lines"]
    # Clover's Rouleur has won stage 2
    assert {line.player.team: line.player.points for line in points} == {"a": 4, "b": 4, "c": 4}


def test_the_stage_on_the_road_is_told_as_far_as_it_has_come(client: Client, tour: Tour) -> None:
    stage = tour.stages.get(state=Stage.State.ACTIVE)
    for address in (
        "classifications/?stage=now",
        "classifications/individual/?stage=now",
        "possible/",
        "virtual/",
    ):
        assert (
            page(client, tour, address)
            if address != "virtual/"
            else client.get(f"/tours/{tour.slug}/virtual/").status_code == 302
        )
    say(stage, "cross 4 c2")
    say(stage, "turn 1")
    say(stage, "cross 5 c1")
    told = page(client, tour, "possible/")
    assert "Clover" in told
    # what still depends on who comes in beside whom is not promised
    assert "s on the line" not in told
    assert "0:00" in page(client, tour, "classifications/individual/?stage=now")


@pytest.mark.rule("FR-P-080")
def test_riders_for_themselves_stand_in_both_classifications(client: Client) -> None:
    tour = a_grand_tour(7, 2, crowd=True)
    for _ in range(2):
        log_rounds(
            tour, ", ".join(f"{letter}1 {5 - place // 2}" for place, letter in enumerate("gfedcba"))
        )
    told = page(client, tour, "classifications/individual/")
    assert re.search(r"1 [▲–\d ]*.*?Granite", told)
    response = client.get(f"/tours/{tour.slug}/final/")
    assert response.context["closing"].winners[0].team.name == "Granite"


def test_the_command_line_and_the_file_say_the_same(tour: Tour) -> None:
    out = StringIO()
    call_command("standings", tour.name, stdout=out)
    assert "Brick Rouleur (Brick R)" in out.getvalue()
    assert "0:40" in out.getvalue()
    out = StringIO()
    call_command("standings", tour.name, "--json", stdout=out)
    assert (
        json.loads(out.getvalue())["standings"]["classifications"]["individual"]["rows"][0]["who"]
        == "b2"
    )
