"""The pages of a Grand Tour's stage: before it, while it is logged, and to watch."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from tests.factory import NOW, a_user
from tests.race import say, tap
from tests.rounds import DARK, a_grand_tour, a_road, cards, log_rounds
from tourmanager.accounts.models import User
from tourmanager.results.files.transfer import export, import_tour
from tourmanager.results.log.reading import read_stage
from tourmanager.results.models import Entry, Standing
from tourmanager.results.publishing.verify import verify
from tourmanager.results.sheet import entries as e
from tourmanager.tabletop.flamme_rouge.set_up.grand_tours import RoadLine
from tourmanager.tabletop.flamme_rouge.table.carried import carried_into
from tourmanager.tours.models import Stage, Tour

pytestmark = pytest.mark.django_db

FIRST = "aS 4, bR 3, cS 3 / aR 2, bS 2, cR 1"
TIRED = "aS 3, aR 5, bS 1, bR 0, cS 4, cR 2"
ELSEWHERE = (
    "bottle",
    "Tokens",
    "Accident",
    "mountain attack",
    "hexagon",
    "white counter",
    "dice",
    "die ",
    " km",
)


@pytest.fixture
def user() -> User:
    return a_user("dora")


@pytest.fixture
def tour(user: User) -> Tour:
    return a_grand_tour(by=user)


@pytest.fixture
def director(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page(tour: Tour, number: int = 1, more: str = "") -> str:
    return f"/tours/{tour.slug}/stages/{number}/{more}"


def text(response: Any) -> str:
    """What stands on the page, without markup."""
    html = re.sub(r"<(script|style|svg)\b.*?</\1>", "", response.content.decode(), flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def post(
    by: Client, tour: Tour, body: dict[str, Any], token: str, number: int = 1, **fields: Any
) -> Any:
    data = {"entry": json.dumps(body), "token": token, "client": "tablet"} | fields
    return by.post(page(tour, number, "record/"), data, headers={"X-Tap": "1"})


def stage(tour: Tour, number: int = 1) -> Stage:
    return tour.stages.select_related("tour").get(number=number)


# -- before a stage


@pytest.mark.rule("FR-036", "FR-P-067", "FR-T-034")
def test_before_the_first_stage_dummies_place_first_and_everybody_is_rested(
    user: User, director: Client
) -> None:
    tour = a_grand_tour(4, marks={1: "muscle", 3: "peloton"}, by=user, name="With dummies")
    told = text(director.get(page(tour)))
    assert "Stage 1 73 squares, Firenze-Milano" in told
    assert re.search(
        r"Who places first Dune Peloton Team: .*? Brick Muscle Team: .*? Then the players: the one"
        r" who last rode a bicycle",
        told,
    )
    assert "everybody begins rested" in told
    assert "a b c g i D H q n t m K O L r e p J s f u" in told


@pytest.mark.rule("FR-T-022", "FR-T-030", "FR-T-032", "FR-T-033")
def test_after_a_stage_it_is_told_who_places_first_and_what_is_shuffled_in(
    tour: Tour, director: Client
) -> None:
    log_rounds(tour, FIRST, TIRED)
    told = text(director.get(page(tour, 2)))
    order = told[told.index("Who places first") : told.index("Exhaustion cards to shuffle in")]
    assert re.findall(r"(Azure|Brick|Clover) (\d) tour points?\b", order) == [
        ("Clover", "1"),
        ("Brick", "2"),
        ("Azure", "3"),
    ]
    assert re.findall(r"(\w+ \w+) half of (\d), rounded up (\d)", told) == [
        ("Azure Sprinteur", "3", "2"),
        ("Azure Rouleur", "5", "3"),
        ("Brick Sprinteur", "1", "1"),
        ("Clover Sprinteur", "4", "2"),
        ("Clover Rouleur", "2", "1"),
    ]
    assert "Brick Rouleur had none 0" in told
    assert "Azure Sprinteur rides in the leader’s jersey" in told


def test_players_read_it_too_and_are_offered_nothing_to_write(tour: Tour, client: Client) -> None:
    log_rounds(tour, FIRST, TIRED)
    told = text(client.get(page(tour, 2)))
    assert "Who places first" in told
    assert "Start logging" not in told
    assert "Ride it digitally" not in told


def test_cards_that_were_not_counted_are_named(tour: Tour, director: Client) -> None:
    log_rounds(tour, FIRST, "aS 3")
    assert "Azure Rouleur were not counted 0" in text(director.get(page(tour, 2)))


@pytest.mark.rule("FR-T-040")
def test_traits_are_said_before_the_first_stage_and_the_sheriff_returns_a_card_more(
    user: User, director: Client
) -> None:
    tour = a_grand_tour(options={"traits": "on"}, by=user, name="With traits")
    assert "Say who has which trait" in text(director.get(page(tour)))
    answer = director.post(
        page(tour, 1, "record/"),
        {"entry": '{"do":"trait","rider":"a2","trait":"sheriff"}', "token": "t1", "page": "start"},
    )
    assert answer.url == page(tour)
    assert "Azure Rouleur Sheriff" in text(director.get(page(tour)))
    log_rounds(tour, FIRST, TIRED)
    following = director.get(page(tour, 2))
    assert "half of 5, rounded up, one fewer as the Sheriff 2" in text(following)
    assert [choice.team.letter for choice in following.context["start"].choices] == ["b", "c"]


@pytest.mark.rule("FR-040")
def test_a_handicap_is_shuffled_in_before_the_first_stage(user: User, director: Client) -> None:
    tour = a_grand_tour(options={"handicap": "0 2 0"}, by=user, name="With a handicap")
    told = text(director.get(page(tour)))
    assert "Brick Sprinteur handicap 2" in told
    assert "Azure Sprinteur handicap" not in told


# -- while it is logged


def test_the_page_knows_rounds_and_squares_and_nothing_of_other_games(
    tour: Tour, director: Client
) -> None:
    say(stage(tour), "cross 4 a1")
    for address in (
        page(tour),
        page(tour, 1, "?line=finish"),
        page(tour, 1, "log/"),
        page(tour, 1, "jury/"),
    ):
        html = director.get(address)
        told = text(html)
        assert [word for word in ELSEWHERE if word in told] == [], address
        assert not re.search(r"\bturn\b", told, re.I), address
    html = director.get(page(tour)).content.decode()
    assert [int(number) for number in re.findall(r'data-square="(\d+)"', html)] == [1, 2, 3, 4, 5]
    assert "data-die" not in html
    assert 'data-cards-of="a1"' in html


def test_pages_that_the_game_does_not_have_are_not_found_in_words(
    tour: Tour, director: Client
) -> None:
    answer = director.get(f"/tours/{tour.slug}/advantages/")
    assert answer.status_code == 404
    assert "no such page" in text(answer)


@pytest.mark.rule("FR-015")
def test_a_finish_tile_on_its_dark_side_has_four_squares(user: User, director: Client) -> None:
    tour = a_grand_tour(roads=[a_road(tiles=DARK)], by=user, name="Uphill")
    say(stage(tour), "cross 4 a1")
    assert re.findall(r'data-square="(\d+)"', director.get(page(tour)).content.decode()) == [
        "1",
        "2",
        "3",
        "4",
    ]
    refused = post(director, tour, {"do": "arrive", "riders": ["b1"], "square": 5}, "far")
    assert refused.status_code == 422
    assert "There are 4 squares behind the line." in refused.content.decode()


def test_a_line_is_named_where_the_scheme_pays_for_it_and_nowhere_else(
    user: User, director: Client
) -> None:
    road = a_road(lines=(RoadLine(34, "is"), RoadLine(61, "second", 53)))
    tour = a_grand_tour(2, roads=[road, road], by=user, name="Unpaid")
    say(stage(tour), "cross 4 a1")
    assert "data-panel" in (html := director.get(page(tour)).content.decode())
    assert re.findall(r'data-panel="(\w+)"', html) == ["finish"]
    paying = a_grand_tour(2, roads=[road, road], by=user, name="Paid")
    paying.rules["bonus"]["lines"] = {"is": [3, 2, 1]}
    paying.save(update_fields=["rules"])
    say(stage(paying), "place s1 a1")
    html = director.get(page(paying)).content.decode()
    assert re.findall(r'data-panel="(\w+)"', html) == ["s1", "finish"]
    assert "square 34" in html


def test_a_tap_is_answered_with_the_order_times_and_who_is_asked_for_cards(
    tour: Tour, director: Client
) -> None:
    post(director, tour, {"do": "arrive", "riders": ["a1"], "square": 3}, "t1")
    answer = post(director, tour, {"do": "arrive", "riders": ["b2"], "square": 5}, "t2")
    assert answer.status_code == 200
    assert answer.json()["state"]["order"] == ["b2", "a1"]
    finish = director.get(page(tour)).context["board"].finish
    rows = finish.rows
    assert [(row.ordinal, row.words, row.time, row.points) for row in rows] == [
        ("1st", "first round, square 5", "0:00", 3),
        ("2nd", "first round, square 3", "+0:20", 2),
    ]
    assert finish.cards.rider == "b2"


def test_riders_of_dummy_teams_have_no_cards_and_by_a_house_rule_no_points(
    user: User, director: Client
) -> None:
    tour = a_grand_tour(3, marks={0: "muscle"}, by=user, name="Outside")
    tour.rules["unscored"] = ["peloton", "muscle"]
    tour.save(update_fields=["rules"])
    say(stage(tour), "cross 5 a1")
    say(stage(tour), "cross 3 b1")
    board = director.get(page(tour)).context["board"]
    assert [(row.rider, row.points, row.has_hand) for row in board.finish.rows] == [
        ("a1", 0, False),
        ("b1", 3, True),
    ]
    assert board.finish.cards.rider == "b1"
    assert "muscle" in director.get(page(tour)).content.decode()


@pytest.mark.rule("FR-091", "FR-013")
def test_who_stands_beside_whom_is_told_and_moved(tour: Tour, director: Client) -> None:
    say(stage(tour), "cross 4 a1")
    say(stage(tour), "cross 4 b1")
    rows = director.get(page(tour)).context["board"].finish.rows
    assert "Beside Azure S" in rows[1].tie
    assert (rows[0].up, bool(rows[0].down), bool(rows[1].up), rows[1].down) == ("", True, True, "")
    swapped = post(director, tour, json.loads(rows[1].up), "swap")
    assert swapped.json()["state"]["order"] == ["b1", "a1"]


def test_ending_asks_once_for_cards_that_nobody_counted(tour: Tour, director: Client) -> None:
    log_rounds(tour, FIRST, "aS 3", end=False)
    refused = director.post(page(tour, 1, "end/"), {"token": "end-1"})
    assert refused.status_code == 422
    assert "Exhaustion cards not counted: Brick R, Clover S, Azure R, Brick S, Clover R" in text(
        refused
    )
    assert 'name="accepted" value="EXHAUSTION_WARNING"' in refused.content.decode()
    ended = director.post(
        page(tour, 1, "end/"), {"token": "end-2", "accepted": ["EXHAUSTION_WARNING"]}
    )
    assert ended.url == page(tour, 1, "end-of-stage/")
    assert Standing.objects.get(stage=stage(tour)).result["extras"]["exhaustion"] == {"a1": 3}


def test_the_last_stage_asks_for_none(tour: Tour, director: Client) -> None:
    for _ in range(2):
        log_rounds(tour, FIRST)
    log_rounds(tour, FIRST, end=False)
    assert director.post(page(tour, 3, "end/"), {"token": "end-3"}).status_code == 302
    tour.refresh_from_db()
    assert tour.is_finished
    assert verify(tour).problems == []


def test_a_correction_shows_what_it_changes_and_reaches_the_next_stage(
    tour: Tour, director: Client
) -> None:
    log_rounds(tour, FIRST, TIRED)
    first = stage(tour)
    for body in (e.Reopen(), e.Square(5, 2, "b2"), *cards("aR 2")):
        tap(first, body)
    shown = text(director.get(page(tour, 1, "end/")))
    assert "Tour points Brick 2 → 3 Azure 3 → 2" in shown
    tap(stage(tour), e.End())
    told = text(director.get(page(tour, 2)))
    assert "Azure Rouleur half of 2, rounded up 1" in told
    assert verify(tour).problems == []


# -- to watch, and riders for themselves


def test_everybody_else_watches_rounds_squares_and_points(tour: Tour, client: Client) -> None:
    say(stage(tour), "cross 4 a1")
    say(stage(tour), "cross 3 b1")
    say(stage(tour), "exhaustion a1 3")
    told = text(client.get(page(tour)))
    assert (
        "1st Azure Sprinteur first round, square 4, bunch of 2 3 exhaustion cards 3 pt 0:00" in told
    )
    assert "4 still on the road: Azure R, Brick R, Clover S and Clover R" in told


@pytest.mark.rule("FR-P-080", "FR-P-081", "FR-P-083")
def test_riders_for_themselves_are_called_by_their_team(user: User, director: Client) -> None:
    tour = a_grand_tour(8, crowd=True, by=user, name="Everyone for himself")
    assert "All players pick a Sprinteur or a Rouleur" in text(director.get(page(tour)))
    for place, letter in enumerate("abcdefgh"):
        say(stage(tour), f"cross {5 - place // 2} {letter}1")
    told = text(director.get(page(tour)))
    assert "1st Azure first round, square 5" in told
    assert Entry.objects.filter(stage__tour=tour).count() == 8


def test_the_riders_are_told_apart_by_their_cards(user: User, director: Client) -> None:
    tour = a_grand_tour(3, marks={2: "peloton"}, by=user, name="Who is who")
    told = text(director.get(f"/tours/{tour.slug}/riders/"))
    assert "Azure Sprinteur Cards 2, 3, 4, 5 and 9, three of each." in told
    assert "Azure Rouleur Cards 3, 4, 5, 6 and 7, three of each." in told
    assert "Of the Peloton Team" in told
    assert "paceline" not in told


def test_the_jury_has_no_word_on_teams_where_no_classification_is_theirs(
    tour: Tour, director: Client
) -> None:
    assert "Penalty of a team" not in text(director.get(page(tour, 1, "jury/")))


def test_a_tour_comes_back_from_its_file_with_cards_traits_and_corrections(
    user: User, director: Client
) -> None:
    tour = a_grand_tour(
        options={"traits": "on"}, marks={2: "muscle"}, by=user, name="There and back"
    )
    say(stage(tour), "trait a2 sheriff")
    log_rounds(tour, FIRST, TIRED, by=user)
    log_rounds(tour, "bS 2 / aS 4, cR 2 / aR 1", "aS 2", by=user, end=False)
    for words in ("reopen", "exhaustion a2 4"):
        say(stage(tour), words)
    copy = import_tour(export(tour), by=user, at=NOW, name="Back again")
    assert verify(copy).problems == []
    for number in (1, 2):
        told, again = (read_stage(stage(each, number)) for each in (tour, copy))
        assert again.log.sheet.result() == told.log.sheet.result()
        assert carried_into(again) == carried_into(told)
    # of five: the correction is not ended, and the Sheriff returns one
    assert carried_into(read_stage(stage(copy, 2))).cards["a2"] == 2
