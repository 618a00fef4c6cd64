"""Pages about the stage on the road, as those at the table read them on their phones."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.classifications.test_pages import seen, text_of, url
from tests.factory import a_tour
from tests.following import version_of
from tests.kept import kept
from tests.race import active_stage, log_stage, say
from tests.rounds import a_grand_tour
from tourmanager.classifications.reading import NOW, read_race
from tourmanager.tours.models import Tour

pytestmark = pytest.mark.django_db


@pytest.fixture
def on_road(db: None) -> Tour:
    """Of two stages one is raced; on the second two sprints are logged and two riders have
    arrived.
    """
    kept("on the road", race_to_the_second_finish)
    return Tour.objects.get()


def race_to_the_second_finish() -> None:
    tour = a_tour(stages=2)
    log_stage(tour, "a1 0:10, b1 0:20, a2 0:50", lines={"s1": "b1 a1 b2"})
    stage = active_stage(tour)
    for words in ("place s1 b1", "place s1 a2", "arrive b1", "time 5", "arrive a1", "time 40"):
        say(stage, words)


def test_the_stage_on_the_road_is_one_tap_away_and_marked_as_virtual(
    client: Client, on_road: Tour
) -> None:
    ended, now = client.get(url(on_road)), client.get(url(on_road), {"stage": "now"})
    assert ended.context["tables"][0].lines[0].row.who == "a1"
    assert now.context["tables"][0].lines[0].row.who == "b1"
    assert "Now , stage 2 on the road: virtual" in text_of(ended.content.decode())
    page = text_of(now.content.decode())
    assert "now, stage 2 on the road: virtual" in page
    assert "Virtual: stage 2 as it is logged so far." in page
    assert "Virtual leaders" in page


@pytest.mark.parametrize(
    "page",
    [
        ["one", "individual"],
        ["one", "stage"],
        ["one", "teams"],
        ["manager_points"],
        ["jerseys"],
        ["possible"],
    ],
)
def test_every_page_can_show_the_stage_on_the_road(
    client: Client, on_road: Tour, page: list[str]
) -> None:
    assert "virtual" in seen(client, url(on_road, *page), stage="now")


def test_a_rider_on_the_road_has_at_least_a_minute_for_each_turn(
    client: Client, on_road: Tour
) -> None:
    say(active_stage(on_road), "turn 3")
    page = seen(client, url(on_road, "explain", "individual", "a2"), stage="now")
    assert "Stage 2: on the road as if they arrived now 3:00" in page


def test_a_rider_of_a_grand_tour_has_at_least_a_minute_for_each_round() -> None:
    tour = a_grand_tour(2, 1)
    for words in ("arrive a1", "square 2", "turn 4"):
        say(active_stage(tour), words)
    running = read_race(tour, NOW).running
    assert running is not None
    assert running.result.clock == 240


def test_a_rider_on_the_road_has_the_time_of_the_clock(client: Client, on_road: Tour) -> None:
    page = seen(client, url(on_road, "explain", "individual", "a2"), stage="now")
    assert "Stage 2: on the road as if they arrived now 0:40" in page
    assert "Virtual: stage 2 as it is logged so far." in page


def test_a_tap_changes_what_follows_the_road_and_nothing_else(
    client: Client, on_road: Tour
) -> None:
    def answer(address: str, known: str = "", **query: str) -> tuple[int, str]:
        said = client.get(address, query | {"seen": known}, headers={"HX-Request": "true"})
        return said.status_code, version_of(said)["seen"] if said.content else ""

    on_the_road = [
        (url(on_road), {"stage": "now"}),
        (reverse("classifications:strip", args=[on_road.slug]), {}),
        (url(on_road, "possible"), {}),
    ]
    known = [answer(address, **query)[1] for address, query in on_the_road]
    ordinary = answer(url(on_road))[1]
    assert [
        answer(address, tag, **query)[0]
        for (address, query), tag in zip(on_the_road, known, strict=True)
    ] == [204, 204, 204]
    say(active_stage(on_road), "place s2 a2")
    assert [
        answer(address, tag, **query)[0]
        for (address, query), tag in zip(on_the_road, known, strict=True)
    ] == [200, 200, 200]
    assert answer(url(on_road), ordinary)[0] == 204


def test_after_the_last_stage_now_is_the_end(client: Client, on_road: Tour) -> None:
    tour = a_tour(stages=1)
    log_stage(tour, "a1 0:10")
    page = seen(client, url(tour), stage="now")
    assert "after stage 1 of 1: final" in page
    assert "Virtual" not in page
    assert "The tour is over" in seen(client, url(tour, "possible"))
    strip = reverse("classifications:strip", args=[tour.slug])
    assert "No stage is on the road now" in text_of(
        client.get(strip, headers={"HX-Request": "true"}).content.decode()
    )
    assert client.get(strip).url == f"{url(tour)}?stage=now"


def test_before_the_first_stage_has_ended_it_can_be_followed_all_the_same(client: Client) -> None:
    tour = a_tour(stages=1)
    assert "How it stands on the road" in seen(client, url(tour))
    say(active_stage(tour), "place s1 a3")
    sprints = client.get(url(tour), {"stage": "now"}).context["tables"][2]
    assert [(line.row.who, line.row.figure) for line in sprints.lines] == [("a3", 5)]


def test_what_is_still_possible_stands_in_words(client: Client, on_road: Tour) -> None:
    page = seen(client, url(on_road, "possible"))
    assert "What is still possible now, stage 2 on the road: virtual" in page
    assert (
        "Anna Brick needs at least 1 point more than Anna Azure from Sprint 1, Sprint 2 and"
        " Sprint 3." in page
    )
    assert "Wins if first at the finish and Anna Azure is not second to fourth." in page
    needs = seen(client, url(on_road, "explain", "is", "a1"), stage="now")
    assert "Needs nothing more if the others win little." in needs
    needs = seen(client, url(on_road, "explain", "is", "b1"), stage="now")
    assert "Needs at least" in needs
    stage = active_stage(on_road)
    for line in ("s2", "s3"):
        for rider in ("b1", "b2", "b3"):
            say(stage, f"place {line} {rider}")
    say(stage, "place s1 b3")
    page = seen(client, url(on_road, "possible"))
    assert "Anna Brick has won it: nobody can be ahead of them any more." in page
    assert "Can no longer win it; 2nd place is the best that may still be reached." in seen(
        client, url(on_road, "explain", "is", "a1"), stage="now"
    )


def test_the_stage_page_leads_to_the_virtual_standings(client: Client, on_road: Tour) -> None:
    html = client.get(active_stage(on_road).get_absolute_url()).content.decode()
    strip = reverse("classifications:strip", args=[on_road.slug])
    assert f'hx-get="{strip}"' in html
    part = text_of(client.get(strip, headers={"HX-Request": "true"}).content.decode())
    assert "Virtual stage 2 as logged so far" in part
    assert "Individual" in part
    ended = client.get(on_road.stages.get(number=1).get_absolute_url()).content.decode()
    assert f'hx-get="{strip}"' not in ended


@pytest.mark.rule("CP-M-042", "CP-M-043")
def test_who_leads_two_classifications_wears_one_and_the_days_in_each_are_counted(
    client: Client, on_road: Tour
) -> None:
    answer = client.get(url(on_road, "jerseys"))
    riding = {
        each.head.key: (each.mark and each.mark.code, each.words)
        for each in answer.context["riding"]
    }
    assert riding["individual"] == ("a1", "Leads it.")
    assert riding["regularity"] == (
        None,
        "Anna Azure leads it and wears the jersey of Individual: nobody rides in this one.",
    )
    page = text_of(answer.content.decode())
    assert "rides in another colour" in page
    days = {
        each.head.key: [(held.mark.code, held.led, held.rode) for held in each.holders]
        for each in answer.context["days"]
    }
    assert days["individual"] == [("a1", 1, 0)]
    now = client.get(url(on_road, "jerseys"), {"stage": "now"})
    days = {
        each.head.key: [(held.mark.code, held.led, held.rode) for held in each.holders]
        for each in now.context["days"]
    }
    assert days["individual"] == [("a1", 1, 1)]


def test_pages_of_the_road_take_few_queries(
    client: Client, on_road: Tour, django_assert_max_num_queries: object
) -> None:
    for address, query in (
        (url(on_road), {"stage": "now"}),
        (url(on_road, "possible"), {}),
        (url(on_road, "jerseys"), {"stage": "now"}),
    ):
        with django_assert_max_num_queries(12):  # type: ignore[operator]
            assert client.get(address, query).status_code == 200


def test_who_is_still_on_the_road_is_marked_in_what_goes_by_time(
    client: Client, on_road: Tour
) -> None:
    table = client.get(url(on_road, "one", "individual"), {"stage": "now"}).context["table"]
    marked = {line.row.who: line.on_road for line in table.lines}
    assert {who for who, words in marked.items() if not words} == {"b1", "a1"}
    assert {words for words in marked.values() if words} == {"on the road"}
    teams = client.get(url(on_road, "one", "teams"), {"stage": "now"}).context["table"]
    assert [(line.row.who, line.on_road) for line in teams.lines] == [
        ("a", "4 on the road"),
        ("b", "4 on the road"),
    ]
    sprints = client.get(url(on_road, "one", "is"), {"stage": "now"}).context["table"]
    assert not any(line.on_road for line in sprints.lines)
    assert "on the road" in seen(client, url(on_road, "one", "individual"), stage="now")
    ended = client.get(url(on_road, "one", "individual")).context["table"]
    assert not any(line.on_road for line in ended.lines)


def test_before_the_first_arrival_of_a_later_stage_all_stand_as_in_the_morning(
    client: Client,
) -> None:
    tour = a_tour(stages=2)
    log_stage(tour, "a1 0:10, b1 0:20, a2 0:50", lines={"s1": "b1 a1 b2"})
    active_stage(tour)
    page = seen(client, url(tour, "one", "individual"), stage="now")
    assert "Nobody has arrived yet: all stand as after stage 1" in page
    assert "behind all who have arrived" not in page


@pytest.mark.rule("CP-APP-025")
def test_before_anybody_has_arrived_no_player_has_points_for_riders_on_the_road(
    client: Client,
) -> None:
    tour = a_tour(stages=2)
    page = client.get(url(tour, "manager_points"), {"stage": "now"})
    assert [line.player.points for line in page.context["lines"]] == [0, 0]
    assert not any(line.leads or line.ranked or line.tie for line in page.context["lines"])
    assert "Nobody has arrived yet: Individual and Teams pay nothing until then." in text_of(
        page.content.decode()
    )
    assert "Nobody has arrived yet." in seen(client, url(tour, "one", "individual"), stage="now")
    assert "nobody has arrived yet" in seen(
        client, url(tour, "explain", "individual", "a1"), 404, stage="now"
    )
    say(active_stage(tour), "place s1 a3")
    page = client.get(url(tour, "manager_points"), {"stage": "now"})
    assert [(line.player.team, line.player.points) for line in page.context["lines"]] == [
        ("a", 6),
        ("b", 0),
    ]
    for words in ("arrive b1", "time 5", "arrive a1", "time 40"):
        say(active_stage(tour), words)
    page = client.get(url(tour, "manager_points"), {"stage": "now"})
    assert (
        "Individual: a place that riders still on the road share pays nothing until they arrive."
        in text_of(page.content.decode())
    )
    individual = [
        (line.player.team, line.player.sources["individual"]) for line in page.context["lines"]
    ]
    assert sorted(individual) == [("a", 14), ("b", 20)]


@pytest.mark.rule("CP-APP-025")
def test_on_a_later_stage_the_points_begin_with_those_of_the_ended_stages(client: Client) -> None:
    tour = a_tour(stages=2)
    log_stage(tour, "a1 0:10, b1 0:20, a2 0:50", lines={"s1": "b1 a1 b2"})
    ended = client.get(url(tour, "manager_points")).context["lines"]
    now = client.get(url(tour, "manager_points"), {"stage": "now"})
    assert [(line.player.team, line.player.sources) for line in now.context["lines"]] == [
        (line.player.team, line.player.sources) for line in ended
    ]
    assert "until they arrive" not in text_of(now.content.decode())
