"""The pages about who stands where, as anybody with the link sees them."""

import dataclasses
import re
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from tests.factory import NOW, a_plan, a_stage_plan, a_tour, a_user
from tests.following import version_of
from tests.kept import kept
from tests.race import a_raced_tour, active_stage, log_stage, tap
from tourmanager.classifications import views
from tourmanager.results.sheet import entries as e
from tourmanager.scoring.scheme import scheme
from tourmanager.tabletop.cycling_party.set_up.creation import create
from tourmanager.tabletop.cycling_party.set_up.plan import PassPlan
from tourmanager.tabletop.cycling_party.table import entries as cp
from tourmanager.tours.models import Tour

pytestmark = pytest.mark.django_db


def url(tour: Tour, page: str = "all", *args: str) -> str:
    return reverse(f"classifications:{page}", args=[tour.slug, *args])


def text_of(html: str) -> str:
    """The page as it is read: no tags, no needless space."""
    html = re.sub(r"<(script|style|svg).*?</\1>", " ", html, flags=re.S)
    # a phone shows it instead of what stands before
    html = re.sub(r'<span class="short" aria-hidden="true">[^<]*</span>', "", html)
    return " ".join(re.sub(r"<[^>]+>", " ", html).replace("&#x27;", "'").split())


def seen(client: Client, address: str, status: int = 200, **query: Any) -> str:
    answer = client.get(address, query)
    assert answer.status_code == status, answer.content.decode()[:2000]
    return text_of(answer.content.decode())


def rows(html: str, table: int = 0) -> list[list[str]]:
    """The cells of a table's body."""
    body = re.findall(r"<table.*?</table>", html, flags=re.S)[table]
    body = body[body.index("<tbody") :]
    return [
        [text_of(cell) for cell in re.findall(r"<t[dh].*?</t[dh]>", row, flags=re.S)]
        for row in re.findall(r"<tr.*?</tr>", body, flags=re.S)
    ]


def whole(client: Client, tour: Tour, key: str, table: int = 0, **query: Any) -> list[list[str]]:
    return rows(client.get(url(tour, "one", key), query).content.decode(), table)


@pytest.fixture
def hilly(db: None) -> Tour:
    """Two of three stages of two teams of five are raced."""
    kept("hilly", race_two_of_three)
    return Tour.objects.get()


def race_two_of_three() -> None:
    tour = a_tour(stages=3)
    log_stage(
        tour,
        "a1 0:10, b1 b2 0:20, a2 0:50, b3 1:00",
        lines={"s1": "b3 a1 b1", "s2": "b3 a1 b1", "p1": "a2 a3 b1"},
    )
    log_stage(tour, "b1 0:05, a1 0:15, b2 0:30, a2 1:40, b3 1:50")


# -- all classifications


@pytest.mark.rule("CP-APP-024", "CP-M-033")
def test_all_classifications_stand_on_one_page_after_the_last_ended_stage(client, hilly):
    answer = client.get(url(hilly))
    page = text_of(answer.content.decode())
    assert "Classifications after stage 2 of 3" in page
    for name in (
        "Stage 2",
        "Individual",
        "Mountain",
        "Intermediate sprints",
        "Regularity",
        "Teams",
    ):
        assert name in page
    tables = answer.context["tables"]
    assert [table.name for table in tables] == [
        "Individual",
        "Mountain",
        "Intermediate sprints",
        "Regularity",
        "Teams",
    ]


@pytest.mark.rule("CP-APP-024")
def test_every_past_stage_can_be_looked_at(client, hilly):
    assert "Classifications after stage 1 of 3" in seen(client, url(hilly), stage=1)
    assert [row[2] for row in whole(client, hilly, "individual", stage=1)][:2] == [
        "Anna Azure Azure 1 , yellow jersey",
        "Anna Brick Brick 1",
    ]


@pytest.mark.rule("CP-APP-024")
def test_only_ended_stages_count(client, hilly):
    before = seen(client, url(hilly))
    stage = log_stage(hilly, "b5 0:01", end=False)
    assert seen(client, url(hilly)) == before
    tap(stage, e.End())
    assert "after stage 3 of 3: final" in seen(client, url(hilly))


def test_before_the_first_stage_has_ended_the_page_says_when_it_begins(client):
    tour = a_tour()
    assert "as soon as stage 1 has ended" in seen(client, url(tour))
    for key in scheme("cycling_party_master").names:
        assert "as soon as stage 1 has ended" in seen(client, url(tour, "one", key))


@pytest.mark.rule("CP-APP-027", "CP-M-042", "CP-M-043")
def test_the_leaders_stand_on_the_podiums_in_their_colours(client, hilly):
    html = client.get(url(hilly)).content.decode()
    podiums = re.findall(r'<li class="podium podium-(\w+)">(.*?)</li>', html, flags=re.S)
    assert [(colour, text_of(inner)) for colour, inner in podiums] == [
        ("yellow", "Individual Anna Brick Brick 1 , yellow jersey 0:25"),
        ("dots", "Mountain Anna Brick Brick 1 , red-dotted jersey 76 points"),
        ("purple", "Intermediate sprints Anna Azure Azure 1 , purple jersey 30 points"),
        ("green", "Regularity Anna Azure Azure 1 , green jersey 120 points"),
        ("teams", "Teams Brick 4:05"),
    ]


@pytest.mark.rule("CP-M-042", "CP-M-043")
def test_the_history_says_who_led_after_each_stage(client, hilly):
    html = client.get(url(hilly)).content.decode()
    history = rows(html, html.count("<table") - 1)
    assert [row[0] for row in history] == ["1", "2"]
    assert history[0][1] == "Anna Azure"


# -- tables


@pytest.mark.rule("CP-M-034", "CP-APP-024")
def test_times_are_shown_as_gaps_to_the_first(client, hilly):
    table = whole(client, hilly, "individual", stage=1)
    assert [row[3] for row in table][:5] == ["0:10", "+0:10", "s.t.", "+0:40", "+0:50"]


@pytest.mark.rule("CP-M-034")
def test_a_level_row_says_in_words_what_decided(client, hilly):
    table = whole(client, hilly, "individual", stage=1)
    assert (
        "Level with Anna Brick; decided by lower sum of stage places: 2 against 3." in table[2][2]
    )
    assert "Level" not in table[1][2]


def test_the_change_of_rank_since_the_stage_before_is_shown(client, hilly):
    assert {row[1] for row in whole(client, hilly, "individual", stage=1)} == {""}
    assert {row[1] for row in whole(client, hilly, "individual", stage=2)} <= {
        "– same place",
        "▲1 up 1",
        "▼1 down 1",
        "▲2 up 2",
        "▼2 down 2",
    }


@pytest.mark.rule("CP-M-040")
def test_riders_without_points_are_not_listed(client, hilly):
    table = whole(client, hilly, "is", stage=1)
    assert len(table) < 10
    assert all(int(row[3]) > 0 for row in table)


@pytest.mark.rule("CP-M-040", "CP-M-043")
def test_a_classification_without_points_has_no_leader(client):
    hills = a_stage_plan(
        "flat", passes=[PassPlan(60, "hill"), PassPlan(80, "hill"), PassPlan(100, "hill")]
    )
    tour = create(msgspec.structs.replace(a_plan(), stages=[hills]), by=None, at=NOW)
    log_stage(tour, "a1 0:10")
    assert "Mountain Nobody yet" in seen(client, url(tour))
    assert "Nobody has won a point yet." in seen(client, url(tour, "one", "mountain"))
    assert "Mountain Nobody" in seen(client, url(tour, "final"))


@pytest.mark.rule("CP-M-041")
def test_a_rider_who_is_out_leaves_the_individual_classification_and_the_others_move_up(client):
    tour = a_tour(stages=2)
    log_stage(tour, "a1 0:10, b1 0:20, a2 0:30")
    log_stage(tour, "b1 0:05, a2 0:20", out="a1")
    names = [row[2] for row in whole(client, tour, "individual")]
    assert names[0].startswith("Anna Brick")
    assert not any("Anna Azure" in name for name in names)
    assert "Anna Azure" in whole(client, tour, "individual", stage=1)[0][2]
    assert "Out of the race Did not finish 1 Anna Azure Azure 1" in seen(
        client, url(tour, "one", "stage")
    )


@pytest.mark.rule("CP-M-030", "CP-M-038")
def test_a_stage_shows_arrivals_points_and_the_teams_of_the_day(client, hilly):
    arrivals = whole(client, hilly, "stage", stage=1)
    assert arrivals[0] == ["1", "Anna Azure Azure 1 , yellow jersey", "", "21", "100", "0:10"]
    assert arrivals[2][-1] == "s.t."
    teams = whole(client, hilly, "stage", table=1, stage=1)
    assert [row[1] for row in teams] == ["Brick", "Azure"]
    assert teams[0][-1] == "1:40"


def test_the_chain_of_criteria_stands_under_the_table(client, hilly):
    assert (
        "What decides, in this order: lower total time lower sum of stage places better place on"
        " stage 2" in seen(client, url(hilly, "one", "individual"))
    )


# -- what a figure is made of


def test_a_total_time_is_explained_by_its_stages(client, hilly):
    page = seen(client, url(hilly, "explain", "individual", "a1"))
    assert "Individual after stage 2" in page
    assert "Stage 1: 1st 0:10 Stage 2: 2nd 0:15 Together 0:25" in page


@pytest.mark.rule("CP-M-031")
def test_a_team_time_shows_the_riders_that_do_not_count(client, hilly):
    page = seen(client, url(hilly, "explain", "teams", "b"), stage=1)
    assert "Stage 1 1:40" in page
    assert page.count("not counted") == 2


def test_a_stage_time_is_explained_by_turn_square_and_die(client):
    tour = a_tour(stages=1)
    stage = active_stage(tour)
    tap(stage, e.Arrive(("a1",)))
    tap(stage, e.Square(10))
    tap(stage, cp.Die(3))
    tap(stage, e.Turn(1))
    tap(stage, e.Arrive(("a2", "b2")))
    tap(stage, e.Square(13))
    tap(stage, e.Arrive(("a3", "a4", "a5", "b1", "b3", "b4", "b5")))
    tap(stage, e.Time(200))
    frame_lines = {
        "s1": "a1 a2 a3",
        "s2": "a1 a2 a3",
        "s3": "a1 a2 a3",
        "s4": "a1 a2 a3",
        "s5": "a1 a2 a3",
        "p1": "a1 a2 a3",
    }
    for line, riders in frame_lines.items():
        for rider in riders.split():
            tap(stage, e.Place(line, rider))
    tap(stage, e.End())
    page = seen(client, url(tour, "explain", "stage", "a1"))
    assert "First arrival's turn 0:00 Square 10 (10–15 seconds), die 3 0:13" in page
    page = seen(client, url(tour, "explain", "stage", "b2"))
    assert "1st turn after the first arrival 1:00 Square 13, beyond the last interval 0:00" in page
    assert "Arrived with a paceline of 2: Bea Azure and Bea Brick." in page
    assert "Same time" not in page
    assert "Typed by the director 3:20" in seen(client, url(tour, "explain", "stage", "b5"))


def test_points_of_a_line_are_named(client, hilly):
    page = seen(client, url(hilly, "explain", "is", "b3"), stage=1)
    assert "Stage 1, Sprint 1: 1st 5 Stage 1, Sprint 2: 1st 5" in page


def test_a_tie_is_explained_from_both_sides(client, hilly):
    decided = "decided by lower sum of stage places: 2 against 3."
    assert f"Level with Anna Brick; {decided}" in seen(
        client, url(hilly, "explain", "individual", "b2"), stage=1
    )
    assert f"Behind, Bea Brick: level with Anna Brick; {decided}" in seen(
        client, url(hilly, "explain", "individual", "b1"), stage=1
    )


def test_the_explanation_opens_in_place_as_a_fragment(client, hilly):
    answer = client.get(url(hilly, "explain", "individual", "a1"), headers={"HX-Request": "true"})
    assert b"<html" not in answer.content
    assert b'id="working-title"' in answer.content


def test_a_figure_that_does_not_exist_is_refused_in_words(client, hilly):
    for key, who in (
        ("individual", "z9"),
        ("individual", "a"),
        ("teams", "a1"),
        ("stage", "x"),
        ("manager-points", "a1"),
        ("mountain", "b5"),
    ):
        assert "Nothing to explain" in seen(client, url(hilly, "explain", key, who), 404), (
            key,
            who,
        )


def test_there_is_no_other_classification(client):
    tour = a_tour()
    for key in ("general", "points", "manager-points", "0"):
        assert "There is no such page" in seen(client, url(tour, "one", key), 404)


def test_before_the_first_stage_there_is_nothing_to_explain(client):
    assert "No stage has ended yet" in seen(
        client, url(a_tour(), "explain", "individual", "a1"), 404
    )


# -- which stage


@pytest.mark.parametrize("page", ["all", "manager_points"])
def test_a_stage_that_does_not_exist_is_refused_in_words(client, hilly, page):
    said = "No classification to show There is no such stage: this tour has stages 1 to 3."
    for asked in (
        "0",
        "-1",
        "4",
        "9" * 30,
        "two",
        "1.5",
        "1 or 1",
        "²",
        "\uff11",
        "<b>",
        "' --",
        "%00x",
        "1\r\n",
        " 1",
    ):
        assert said in seen(client, url(hilly, page), 404, stage=asked), asked


def test_a_stage_that_has_not_ended_says_so(client, hilly):
    assert "Stage 3 has not ended yet. Only ended stages count in the classifications." in seen(
        client, url(hilly), 404, stage=3
    )


def test_no_number_means_the_last_stage(client, hilly):
    assert "after stage 2 of 3" in seen(client, url(hilly), stage="")


@pytest.mark.parametrize("page", ["all", "manager_points", "final"])
def test_an_erased_tour_has_no_pages(client, hilly, page):
    Tour.objects.filter(pk=hilly.pk).update(erased_at=NOW)
    assert "There is no such page" in seen(client, url(hilly, page), 404)


@pytest.mark.parametrize("page", ["all", "manager_points", "final"])
def test_nobody_can_write_here(client, hilly, page):
    client.force_login(a_user())
    assert client.post(url(hilly, page)).status_code == 405


def test_a_stage_under_correction_is_named(client, hilly):
    tap(hilly.stages.get(number=1), e.Reopen())
    assert "Stage 1 is being corrected. The figures here are from before the correction" in seen(
        client, url(hilly)
    )


# -- Cycling Party


@pytest.mark.rule("CP-APP-026", "CP-APP-025")
def test_before_the_first_end_of_a_stage_all_points_are_0(client):
    tour = a_tour()
    tour.teams.filter(letter="a").update(manager="Ada")
    html = client.get(url(tour, "manager_points")).content.decode()
    assert rows(html) == [
        ["", "", "Ada Azure", "0", "0", "0", "0", "0", "0", "0"],
        ["", "", "Brick", "0", "0", "0", "0", "0", "0", "0"],
    ]
    assert "No stage has ended yet, so all points are 0." in text_of(html)


@pytest.mark.rule("CP-APP-025", "CP-APP-026", "CP-M-056")
def test_points_are_shown_per_manager_with_one_column_per_source(client, hilly):
    html = client.get(url(hilly, "manager_points")).content.decode()
    heads = [text_of(cell) for cell in re.findall(r"<th scope=\"col\".*?</th>", html, flags=re.S)]
    assert heads[2:] == [
        "Player",
        "Stage wins",
        "Individual",
        "Mountain",
        "Intermediate sprints",
        "Regularity",
        "Teams",
        "Points",
    ]
    for row in rows(html):
        assert sum(map(int, row[3:9])) == int(row[9])
    assert "if the tour stopped now" in text_of(html)


@pytest.mark.rule("CP-APP-025", "CP-M-056")
def test_every_place_of_every_classification_pays_its_player(client):
    """Each digit of a figure is one place: thousands the first, hundreds the second."""
    scale = {
        "stage": [1000, 100, 10, 1],
        "individual": [2000, 200, 20, 2],
        "mountain": [3000, 300, 30, 3],
    }
    scale |= {"is": [4000, 400, 40], "regularity": [5000, 500, 50, 5], "teams": [6000, 600]}
    tour = a_tour(stages=1, scale=scale)
    log_stage(
        tour,
        "b1 0:10, a1 0:20, b2 0:30, a2 0:40",
        lines={f"s{number}": "a1 b1 a2" for number in range(1, 6)},
    )
    html = client.get(url(tour, "manager_points")).content.decode()
    assert [row[2:] for row in rows(html)] == [
        ["Brick", "1010", "2020", "3030", "400", "5050", "6000", "17510"],
        ["Azure", "101", "202", "300", "4040", "505", "600", "5748"],
    ]


@pytest.mark.rule("CP-M-056", "CP-APP-025")
def test_points_of_a_player_are_explained_by_classification_and_rider(client, hilly):
    page = seen(client, url(hilly, "explain", "manager-points", "a"), stage=1)
    assert "Stage wins 5 Anna Azure Azure 1 , yellow jersey Stage 1: 1st 5" in page
    assert "Individual" in page
    assert "If the tour stopped now." in page


@pytest.mark.rule("CP-M-057")
def test_level_players_are_told_apart_in_words(client):
    tour = a_tour(stages=1, scale={"stage": []})
    log_stage(tour, "a1 0:10, b1 0:20")
    table = rows(client.get(url(tour, "manager_points")).content.decode())
    assert [row[9] for row in table] == ["0", "0"]
    assert "Level with Azure; decided by more stage wins: 1 against 0." in table[1][2]
    assert "Behind, Brick: level with Azure; decided by more stage wins" in seen(
        client, url(tour, "explain", "manager-points", "a")
    )


@pytest.mark.rule("CP-APP-025")
def test_after_the_last_stage_it_is_the_final_classification(client):
    tour = a_raced_tour(stages=2)
    page = seen(client, url(tour, "manager_points"))
    assert "Cycling Party final classification" in page
    assert "Closing page: the winner" in page
    assert "final classification" not in seen(client, url(tour, "manager_points"), stage=1)


# -- the closing page


@pytest.mark.rule("CP-M-056", "CP-APP-025")
def test_the_closing_page_names_winner_jerseys_team_and_stage_winners(client):
    tour = a_tour(stages=2)
    tour.teams.filter(letter="a").update(manager="Ada")
    log_stage(tour, "a1 0:10, a2 0:20, a3 0:30")
    log_stage(tour, "a2 0:10, a1 0:15, b1 0:30")
    page = seen(client, url(tour, "final"))
    assert "The winner Ada Azure" in page
    assert "Individual Anna Azure Azure 1 , yellow jersey 0:25" in page
    assert "Teams Azure Ada" in page
    assert (
        "Stage winners Stage Rider Time 1 Anna Azure Azure 1 0:10 2 Bea Azure Azure 2 0:10" in page
    )
    assert "Records" in page
    assert "Most days in yellow 2 days Anna Azure" in page


@pytest.mark.rule("CP-M-002")
def test_the_winner_is_who_has_most_cycling_party_points_not_who_wears_yellow(client):
    tour = a_tour(stages=2, scale={"stage": [10], "individual": [3, 2, 1]})
    tour.teams.filter(letter="a").update(manager="Ada")
    tour.teams.filter(letter="b").update(manager="Bob")
    log_stage(tour, "b1 0:10, a1 0:11")
    log_stage(tour, "b2 0:10, a1 0:11, b1 1:00")
    page = seen(client, url(tour, "final"))
    assert "Individual Anna Azure" in page
    assert "The winner Bob Brick" in page
    assert rows(client.get(url(tour, "manager_points")).content.decode())[0][9] == "23"


@pytest.mark.rule("CP-M-057")
def test_players_level_on_everything_share_the_victory(client, monkeypatch):
    tour = a_raced_tour(stages=1)
    real = views.read_race

    def level(*args, **kwargs):
        race = real(*args, **kwargs)
        players = tuple(
            msgspec.structs.replace(player, rank=1, points=7) for player in race.now.players
        )
        race.__dict__["now"] = dataclasses.replace(race.now, players=players)
        return race

    monkeypatch.setattr(views, "read_race", level)
    page = seen(client, url(tour, "final"))
    assert "A shared victory" in page
    assert "7 Cycling Party points each" in page


def test_a_tour_that_is_not_over_has_no_closing_page_yet(client, hilly):
    answer = client.get(url(hilly, "final"), follow=True)
    assert answer.redirect_chain == [(url(hilly, "manager_points"), 302)]
    assert (
        f"{hilly.name} is not over: 1 stage is still to be ended. This is how it stands."
        in text_of(answer.content.decode())
    )


# -- how much it asks of the database, and how it follows a race


@pytest.mark.parametrize("riders", [5, 6])
@pytest.mark.parametrize("stages", [2, 12])
def test_a_page_takes_as_many_queries_for_many_stages_as_for_few(
    client, django_assert_max_num_queries, stages, riders
):
    director = a_user()
    tour = a_raced_tour(stages=stages, riders=riders, by=director)
    client.force_login(director)
    counts = {
        url(tour): 10,
        url(tour, "one", "stage"): 10,
        url(tour, "one", "teams"): 10,
        url(tour, "manager_points"): 10,
        url(tour, "final"): 10,
        url(tour, "explain", "individual", "a1"): 10,
        url(tour, "explain", "manager-points", "a"): 10,
        url(tour, "explain", "stage", "a1"): 12,
    }
    for address, most in counts.items():
        with django_assert_max_num_queries(most):
            assert client.get(address).status_code == 200, address


def test_a_running_tour_is_followed_and_nothing_is_sent_while_nothing_changes(
    client, hilly, django_assert_max_num_queries
):
    opened = client.get(url(hilly))
    assert 'hx-trigger="every 10s"' in opened.content.decode()
    asked, headers = version_of(opened), {"HX-Request": "true"}
    with django_assert_max_num_queries(4):
        assert client.get(url(hilly), asked, headers=headers).status_code == 204
    log_stage(hilly, "b5 0:01", end=False)
    # the stage being raced changes nothing here
    assert client.get(url(hilly), asked, headers=headers).status_code == 204
    tap(hilly.stages.get(number=3), e.End())
    answer = client.get(url(hilly), asked, headers=headers)
    assert answer.status_code == 200
    assert answer.content.lstrip().startswith(b'<div id="following"')
    assert b"every 10s" not in answer.content  # the tour is over


def test_a_correction_reaches_those_who_follow(client, hilly):
    asked = version_of(client.get(url(hilly)))
    headers = {"HX-Request": "true"}
    stage = hilly.stages.get(number=1)
    tap(stage, e.Reopen())
    answer = client.get(url(hilly), asked, headers=headers)
    assert answer.status_code == 200
    asked = version_of(answer)
    tap(stage, e.Move("finish", "b5", 1))
    tap(stage, e.End(("TIME_ORDER_WARNING",)))
    assert client.get(url(hilly), asked, headers=headers).status_code == 200


def test_a_finished_tour_is_not_polled(client):
    tour = a_raced_tour(stages=1)
    for page in ("all", "manager_points", "final"):
        assert "every 10s" not in client.get(url(tour, page)).content.decode()


def test_page_and_fragment_are_kept_apart_by_caches(client, hilly):
    assert "HX-Request" in client.get(url(hilly)).headers["Vary"]


def test_addresses_of_earlier_versions_lead_to_those_of_today(client):
    tour = a_raced_tour(stages=1)
    old = f"/tours/{tour.slug}/cycling-party/"
    answer = client.get(old, {"stage": 1})
    assert (answer.status_code, answer.url) == (301, f"{url(tour, 'manager_points')}?stage=1")
    explained = f"/tours/{tour.slug}/classifications/cycling-party/a/"
    answer = client.get(explained, {"stage": 1})
    there = url(tour, "explain", "manager-points", "a")
    assert (answer.status_code, answer.url) == (301, f"{there}?stage=1")


@pytest.mark.parametrize("key", ["stage", "individual"])
def test_the_time_of_the_row_above_is_explained_in_the_same_words(client, hilly, key):
    page = seen(client, url(hilly, "one", key), stage=1)
    assert "s.t.: same time as the one above. Tap a time to see what it is made of." in page
    assert page.count("same time as the one") == 1
