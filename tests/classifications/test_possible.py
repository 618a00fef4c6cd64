"""What is still possible, and what the open place of a line would change, in words."""

from types import SimpleNamespace
from typing import cast

import msgspec
import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from tests.classifications.test_pages import seen, text_of, url
from tests.factory import a_tour
from tests.race import active_stage, log_stage, say
from tests.rounds import a_grand_tour
from tests.scoring.test_scenarios import a_contest, a_line
from tourmanager.classifications.open_line import OpenLine, describe_open_line
from tourmanager.classifications.possible import describe_possible, needs_of
from tourmanager.classifications.reading import NOW, TourSnapshot, read_race
from tourmanager.classifications.scenario_words import ScenarioWords, places_words, short_names
from tourmanager.scoring.scenarios import Contest, exact
from tourmanager.scoring.scheme import scheme
from tourmanager.tours.models import Tour

NAMES = {"ana": "Ana Diez", "bea": "Bea Sanz", "cleo": "Cleo Mora", "dora": "Dora Sanz"}


def a_race_of_four() -> TourSnapshot:
    """A race of which only names are asked, on its first stage."""
    race = SimpleNamespace(
        running=SimpleNamespace(result=SimpleNamespace(number=1, passages=())),
        marks={key: SimpleNamespace(name=name) for key, name in NAMES.items()},
        field=SimpleNamespace(scheme=scheme("cycling_party_master"), by_letter={}),
        title=lambda number: f"Stage {number}",
    )
    return cast(TourSnapshot, race)


def words_for(contest: Contest, who: str, riders: int = 1) -> str:
    """The sentence of a rider's scenario; "" where there is none."""
    found = exact(contest, who)
    words = ScenarioWords(a_race_of_four(), contest.events)
    return words.sentence(found, riders) if found else ""


@pytest.mark.parametrize(
    ("figures", "worth", "who", "said"),
    [
        (
            "ana 6, cleo 10",
            (10, 6, 3, 1),
            "ana",
            "Wins if first over Pass 3, or second and Mora is not in the first three.",
        ),
        (
            "ana 8, cleo 10",
            (5, 3, 1),
            "ana",
            "Wins if first over Pass 3, or second and Mora is not first.",
        ),
        (
            "ana 20, bea 17, cleo 16",
            (5, 3, 1),
            "ana",
            (
                "Wins unless Bea Sanz is first over Pass 3 and Diez is not second, or Mora is first"
                " and Diez is not in the first three."
            ),
        ),
        (
            "ana 20, bea 17, cleo 16",
            (5, 3, 1),
            "cleo",
            "Wins if first over Pass 3 and Diez is not second.",
        ),
        ("ana 20, cleo 10", (5, 3, 1), "ana", "Wins whatever happens."),
    ],
)
def test_a_scenario_says_places_of_the_rider_and_of_rivals(
    figures: str, worth: tuple[int, ...], who: str, said: str
) -> None:
    assert words_for(a_contest(figures, a_line(*worth)), who) == said


def test_what_must_not_happen_is_said_where_it_is_shorter() -> None:
    contest = a_contest(
        "ana 14, cleo 11",
        a_line(5, 3, 1),
        chain=("line_wins", "general"),
        won="ana ana cleo cleo",
    )
    assert words_for(contest, "ana") == (
        "Wins unless Mora is first over Pass 3 and Diez is not second. Otherwise level if Mora is"
        " second and Diez is not in the first three; then decided by better individual place."
    )


def test_what_the_chain_cannot_part_yet_is_level_and_says_by_what_it_will_be() -> None:
    contest = a_contest("ana 5, cleo 10", a_line(5, 3, 1), chain=("general",))
    assert words_for(contest, "ana") == (
        "At best level, if first over Pass 3 and Mora is not in the first three; then decided by"
        " better individual place."
    )
    contest = a_contest("ana 7, cleo 10", a_line(5, 3, 1), chain=("general",))
    assert words_for(contest, "ana") == (
        "Wins if first over Pass 3 and Mora is not second. Otherwise level if second and Mora is"
        " not in the first three; then decided by better individual place."
    )


def test_the_same_sentence_is_said_once_for_several_riders() -> None:
    contest = a_contest("ana 8, bea 8, cleo 10", a_line(5, 3, 1))
    assert words_for(contest, "ana", 2).startswith("Each wins if first over Pass 3")


def test_the_award_and_the_finish_of_a_later_stage_are_named_as_such() -> None:
    award = a_contest("ana 8, cleo 10", a_line(5, key="award combativity"))
    with pytest.raises(KeyError):  # the scheme has no such award
        words_for(award, "ana")
    later = a_contest("ana 8, cleo 10", msgspec.structs.replace(a_line(5, key="finish"), stage=4))
    assert words_for(later, "ana") == "Wins if first at the finish of stage 4."
    sprint = a_contest("ana 8, cleo 10", a_line(5, key="s2"))
    assert words_for(sprint, "ana") == "Wins if first at Sprint 2."


def test_surnames_that_two_riders_have_are_not_used() -> None:
    assert short_names(a_race_of_four()) == {
        "ana": "Diez",
        "bea": "Bea Sanz",
        "cleo": "Mora",
        "dora": "Dora Sanz",
    }


def test_places_are_words() -> None:
    assert [places_words(*each) for each in [(1, 1), (2, 2), (1, 2), (1, 3), (2, 3), (3, 5)]] == [
        "first",
        "second",
        "in the first two",
        "in the first three",
        "second or third",
        "third to fifth",
    ]
    assert places_words(11, 11) == "11th"


@pytest.fixture
def last_sprint(db: None) -> Tour:
    """The only stage of a tour: one sprint is open, all passes are complete, two riders are in."""
    tour = a_tour(stages=1)
    stage = active_stage(tour)
    lines = {
        "s1": "a1 b1 a2",
        "s2": "b1 a3 b2",
        "s3": "a1 a2 b1",
        "s4": "b1 a2 a1",
        "p1": "a4 b4 b5",
    }
    for line, riders in lines.items():
        for rider in riders.split():
            say(stage, f"place {line} {rider}")
    for words in ("arrive b1", "time 5", "arrive a1", "time 40"):
        say(stage, words)
    return tour


def test_with_one_line_left_the_page_says_what_each_rider_needs(
    client: Client, last_sprint: Tour
) -> None:
    page = seen(client, url(last_sprint, "possible"))
    assert "Anna Brick leads with 14 points. 2 riders can win." in page
    assert "Wins if first at Sprint 5 and Anna Brick is not second." in page
    assert "Dora Azure has won it: nobody can be ahead of them any more." in page
    assert "Anna Brick is in. To be level with them, be in by: 8 riders 0:05" in page
    assert "3 can no longer win it" in page
    assert "2 players can win." in page


def test_a_rider_reads_the_same_with_the_explanation_of_their_points(last_sprint: Tour) -> None:
    race = read_race(last_sprint, NOW)
    (sentence,) = needs_of(race, "is", "a1")
    assert sentence.startswith("Wins if first at Sprint 5 and Anna Brick is not second.")
    assert needs_of(race, "nothing", "a1") == []


def test_the_page_says_a_bound_once_for_all_while_much_is_left(client: Client, db: None) -> None:
    tour = a_tour(stages=3)
    log_stage(
        tour,
        "a1 0:10, b1 0:20, a2 0:50",
        lines={"s1": "b1 a1 b2", "s2": "b1 a1 b2", "s3": "b1 a2 b2"},
    )
    page = seen(client, url(tour, "possible"))
    assert page.count("At least this many points more than") == 3
    assert "To make up on Anna Azure, as it stands:" in page
    assert "Needs" not in page


def test_a_grand_tour_has_bounds_by_time_and_its_players(client: Client, db: None) -> None:
    tour = a_grand_tour(2, 2)
    for words in ("arrive a1", "square 2", "turn 1"):
        say(active_stage(tour), words)
    page = seen(client, url(tour, "possible"))
    assert "What is still possible now" in page
    assert "players can win." in page


def open_line(tour: Tour, key: str) -> OpenLine | None:
    return describe_open_line(read_race(tour, NOW), key)


def test_the_open_place_says_who_would_take_the_lead(last_sprint: Tour) -> None:
    line = open_line(last_sprint, "s5")
    assert line is not None
    assert (line.name, line.before, line.title) == ("Sprint 5", "Sprint 4", "Purple now")
    assert line.place == "First place, 5 points"
    assert line.matters == "First place matters:"
    assert " ".join(line.sentences) == (
        "Anna Azure would take purple. With anybody else Anna Brick keeps purple."
    )
    assert [(each.mark.code, each.figure) for each in line.now] == [
        ("b1", "14"),
        ("a1", "11"),
        ("a2", "7"),
    ]
    assert [(each.mark.code, each.points) for each in line.places] == [
        ("b1", 5),
        ("a2", 3),
        ("a1", 1),
    ]


def test_the_open_place_says_who_comes_near_and_that_nobody_takes_the_lead(
    last_sprint: Tour,
) -> None:
    stage = active_stage(last_sprint)
    say(stage, "place s5 b3")
    line = open_line(last_sprint, "s5")
    assert line is not None
    assert line.matters == "Second place matters:"
    assert line.sentences[0].startswith("Anna Azure would be level with")
    say(stage, "place s5 b1")
    line = open_line(last_sprint, "s5")
    assert line is not None
    assert line.sentences[-1] == "Anna Brick keeps purple, no matter who it is."
    assert open_line(last_sprint, "p9") is None


def test_a_full_line_says_what_its_riders_have_and_nothing_of_places(last_sprint: Tour) -> None:
    for words in ("place s5 a1", "place s5 b3", "place s5 b4"):
        say(active_stage(last_sprint), words)
    line = open_line(last_sprint, "s5")
    assert line is not None
    assert (line.place, line.sentences) == ("", [])
    assert line.holds == {"a1": "leads with 16", "b3": "3 in all", "b4": "1 in all"}


def test_who_leads_and_did_not_before_the_stage_takes_the_jersey(db: None) -> None:
    tour = a_tour(stages=2)
    log_stage(tour, "a1 0:10, b1 0:20", lines={"s1": "a1 b1 a2"})
    for words in ("place s1 b1", "place s1 a1", "place s2 b1", "place s3 b1"):
        say(active_stage(tour), words)
    line = open_line(tour, "s1")
    assert line is not None
    assert line.holds == {"b1": "30, takes purple", "a1": "28 in all"}


def test_before_the_first_point_any_rider_would_take_the_jersey(db: None) -> None:
    line = open_line(a_tour(stages=1), "s1")
    assert line is not None
    assert (line.sentences, line.now, line.places) == (
        ["Any rider would take purple with it."],
        [],
        [],
    )


def test_what_a_line_is_about_is_asked_for_by_the_page_that_logs_it(
    client: Client, last_sprint: Tour
) -> None:
    address = reverse("classifications:open_line", args=[last_sprint.slug, "s5"])
    part = text_of(client.get(address, headers={"HX-Request": "true"}).content.decode())
    assert "First place matters: Anna Azure would take purple." in part
    assert "Purple now 1" in part
    assert "The line before: Sprint 4 1" in part
    nothing = reverse("classifications:open_line", args=[last_sprint.slug, "s99"])
    answer = client.get(nothing, headers={"HX-Request": "true"})
    assert answer.status_code == 404
    assert client.get(address).url == url(last_sprint, "possible")


def test_the_content_of_the_page_is_kept_until_the_next_tap(last_sprint: Tour) -> None:
    race = read_race(last_sprint, NOW)
    race.version = "one"
    kept = describe_possible(race)
    assert describe_possible(race) is kept
    with override("de"):
        assert describe_possible(race) is not kept
