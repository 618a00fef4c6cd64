"""The page of the end of a stage, on every kind of stage and for everybody who may see it."""

import re
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from tests.classifications.test_pages import text_of
from tests.factory import a_plan, a_tour, a_user
from tests.following import version_of
from tests.hostile import BACKEND
from tests.race import log_stage, say, tap
from tests.rounds import a_grand_tour, log_rounds
from tourmanager.classifications.contract import TimeExplained
from tourmanager.classifications.on_road import sheet_of
from tourmanager.classifications.reading import read_race
from tourmanager.classifications.stage_end import special
from tourmanager.classifications.stage_end.page import StageEnd, describe_margin
from tourmanager.results.log.reading import read_stage
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.checks import all_problems
from tourmanager.scoring import highlights as h
from tourmanager.tabletop.cycling_party.set_up.creation import create
from tourmanager.tours.models import Stage, Tour
from tourmanager.web.drawing import COLOUR_WORDS

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def url(tour: Tour, number: int = 1) -> str:
    return reverse("classifications:stage_end", args=[tour.slug, number])


def opened(tour: Tour, number: int = 1, by: Client | None = None) -> Any:
    answer = (by or Client()).get(url(tour, number))
    assert answer.status_code == 200, answer.content.decode()[:2000]
    return answer


def end_of(tour: Tour, number: int = 1) -> StageEnd:
    end: StageEnd = opened(tour, number).context["end"]
    return end


def steps(end: StageEnd) -> list[tuple[int, str, str]]:
    return [(step.place, step.names, step.time) for step in end.podium]


def hands(end: StageEnd) -> list[tuple[str, str, str, bool, str]]:
    return [(one.name, one.loser, one.holders, one.stays, one.margin) for one in end.jerseys]


@pytest.fixture
def dora():
    return a_user("dora")


@pytest.fixture
def director(dora) -> Client:
    client = Client()
    client.force_login(dora, backend=BACKEND)
    return client


@pytest.fixture
def tour(dora) -> Tour:
    """Two of three stages are raced."""
    tour = a_tour(by=dora, stages=3)
    log_stage(tour, "a1 0:10, b1 b2 0:20, a2 0:50, b3 1:00", by=dora)
    log_stage(tour, "b1 0:05, a1 0:15, b2 0:30, a2 1:40, b3 1:50", by=dora)
    return tour


# -- what it shows


def test_it_shows_podium_jerseys_and_points(tour: Tour) -> None:
    end = end_of(tour, 2)
    assert end.title == "Anna Brick wins"
    assert steps(end) == [(1, "Brick", "0:05"), (2, "Azure", "+0:10"), (3, "Brick", "+0:25")]
    assert hands(end)[0] == ("Yellow", "Azure", "Brick", False, "same time")
    had = {player.team: player.points for player in read_race(tour, "1").now.players}
    for swing in end.swings:
        assert swing.difference == swing.row.points - had[swing.team.letter]
    assert max(swing.base + swing.won + swing.lost for swing in end.swings) == 100


def test_a_jersey_goes_from_one_rider_to_another(tour: Tour) -> None:
    html = opened(tour, 2).content.decode()
    yellow = re.findall(r'<li class="hand.*?</li>', html, flags=re.S)[0]
    assert "goes" in yellow.partition(">")[0]
    assert text_of(yellow) == "from Azure to Brick Yellow same time s.t."


def test_a_jersey_stays_with_its_wearer(tour: Tour) -> None:
    log_stage(tour, "b1 0:05, a1 0:30")
    assert hands(end_of(tour, 3))[0] == ("Yellow", "Brick", "Brick", True, "25 seconds")
    yellow = re.findall(r'<li class="hand.*?</li>', opened(tour, 3).content.decode(), flags=re.S)[0]
    assert "goes" not in yellow.partition(">")[0]
    assert "stays with" in text_of(yellow)


def test_on_the_first_stage_nobody_wore_anything(tour: Tour) -> None:
    end = end_of(tour)
    assert hands(end)[0] == ("Yellow", "", "Azure", False, "10 seconds")
    assert "goes to" in text_of(opened(tour).content.decode())
    assert [swing.lost for swing in end.swings] == [0, 0]


@pytest.mark.parametrize(
    ("arrivals", "margin", "short"),
    [("a1 0:10, b1 0:11", "1 second", "1 s"), ("a1 0:10, b1 1:15", "1:05", "1:05")],
)
def test_a_margin_is_seconds_or_minutes(arrivals: str, margin: str, short: str) -> None:
    tour = a_tour()
    log_stage(tour, arrivals)
    general = read_race(tour).now.classifications["individual"]
    assert describe_margin(general) == (margin, short)


def test_the_title_of_the_points_is_the_scheme_s_own(tour: Tour) -> None:
    rules = tour.rules
    rules["manager_points"] |= {"name": "Stars", "title": "The stars"}
    Tour.objects.filter(pk=tour.pk).update(rules=rules)
    assert "The stars if the tour stopped tonight" in text_of(opened(tour).content.decode())
    rules["manager_points"]["points"] = {}
    Tour.objects.filter(pk=tour.pk).update(rules=rules)
    assert end_of(tour).swings == []
    assert 'class="swing"' not in opened(tour).content.decode()


def test_a_correction_shows_the_corrected_end(tour: Tour, dora) -> None:
    say(tour.stages.get(number=1), "reopen", by=dora)
    assert "is being corrected" in text_of(opened(tour, 1).content.decode())
    assert end_of(tour, 1).title == "Anna Azure wins"
    stage = tour.stages.get(number=1)
    tap(stage, e.Move("finish", "b1", 1), by=dora)
    tap(stage, e.OwnTime("b1", 4), by=dora)
    tap(stage, e.End(("TIME_ORDER_WARNING",)), by=dora)
    assert end_of(tour, 1).title == "Anna Brick wins"


# -- every kind of stage


def test_a_dead_heat_shares_a_step(tour: Tour) -> None:
    stage = log_stage(tour, "a1 0:10, a2 0:20", end=False)
    arrivals = [
        e.Given("a1", 10, place=1),
        e.Given("b1", 10, place=1),
        *(e.Given(rider, 20) for rider in ("a2", "a3", "a4", "a5", "b2", "b3", "b4", "b5")),
    ]
    tap(stage, e.Results(tuple(arrivals)))
    tap_end(stage)
    end = end_of(tour, 3)
    assert end.title == "Azure and Brick share the win"
    assert [(step.place, len(step.marks)) for step in end.podium] == [(1, 2), (3, 1)]


def test_fewer_than_three_arrive(dora) -> None:
    tour = a_tour(by=dora)
    riders = [f"{team}{number}" for team in "ab" for number in range(1, 6)]
    stage = tour.stages.get(number=1)
    for rider in riders[2:]:
        tap(stage, e.Status(rider, "dnf"))
    for line in stage.lines.exclude(category="hill").order_by("km"):
        for rider in riders[:2]:
            tap(stage, e.Place(line.key, rider))
    tap(stage, e.Arrive(("a1",)))
    tap(stage, e.Time(10))
    tap(stage, e.Arrive(("a2",)))
    tap(stage, e.Time(20))
    recorded = tap_end(stage)
    assert recorded == Stage.State.ENDED
    assert steps(end_of(tour)) == [(1, "Azure", "0:10"), (2, "Azure", "+0:10")]


def tap_end(stage: Stage) -> str:
    """End a stage whatever it warns of, and return its state."""
    stage = Stage.objects.select_related("tour").get(pk=stage.pk)
    reading = read_stage(stage)
    found = all_problems(reading.log.sheet, reading.field.scheme)
    tap(stage, e.End(tuple({problem.code for problem in found if problem.warning})))
    stage.refresh_from_db()
    return str(stage.state)


def test_nobody_arrives(dora) -> None:
    tour = a_tour(by=dora, riders=5)
    stage = tour.stages.get(number=1)
    for team in "ab":
        for number in range(1, 6):
            tap(stage, e.Status(f"{team}{number}", "dnf"))
    tap(stage, e.Counts("nothing", "snow"))
    assert tap_end(stage) == Stage.State.ENDED
    end = end_of(tour)
    assert (end.title, steps(end), end.special) == ("Stage 1 is over", [], None)
    assert "was cancelled: it counts for nothing" in text_of(opened(tour).content.decode())


def test_a_team_time_trial_has_teams_on_its_podium(tour: Tour) -> None:
    tour.stages.filter(number=3).update(kind="ttt", label="2b")
    log_stage(tour, "b1 b2 b3 b4 b5 0:10, a1 a2 a3 a4 a5 0:30")
    end = end_of(tour, 3)
    assert end.title == "Brick wins"
    assert [(step.place, step.names) for step in end.podium] == [(1, "Brick"), (2, "Azure")]
    assert "Stage 2b is over" in text_of(opened(tour, 3).content.decode())


def test_a_neutralised_stage_says_so(tour: Tour) -> None:
    stage = log_stage(tour, "a1 0:10", end=False)
    tap(stage, e.Counts("points", "snow"))
    tap_end(stage)
    assert "it counts for points only" in text_of(opened(tour, 3).content.decode())


def test_a_stage_of_another_game_has_its_end() -> None:
    tour = a_grand_tour()
    log_rounds(tour, "aS 3, bS 2, cS 1 / aR 4, bR 2, cR 1")
    end = end_of(tour)
    assert [step.place for step in end.podium] == [1, 2, 3]
    assert end.title.endswith("wins")


def test_the_most_teams_stand_on_one_scale(dora) -> None:
    tour = a_tour(by=dora, teams=6)
    log_stage(tour)
    html = opened(tour).content.decode()
    assert html.count('class="swing-row"') == 6
    assert "swing-list many" in html


# -- what comes next


def test_the_director_lays_out_the_next_stage(tour: Tour, director: Client) -> None:
    onward = opened(tour, 2, director).context["onward"]
    assert (onward.words, onward.live) == ("Lay out stage 3", True)
    assert onward.address == reverse("results:stage", args=[tour.slug, 3])
    watched = opened(tour, 2).context["onward"]
    assert (watched.words, watched.live) == ("To stage 3", False)


def test_an_earlier_stage_leads_to_the_end_of_the_next(tour: Tour, director: Client) -> None:
    onward = opened(tour, 1, director).context["onward"]
    assert (onward.words, onward.live) == ("The end of stage 2", False)
    assert onward.address == url(tour, 2)


def test_the_last_stage_leads_to_the_final_page(tour: Tour, director: Client) -> None:
    log_stage(tour, "a1 0:05")
    onward = opened(tour, 3, director).context["onward"]
    assert (onward.words, onward.live) == ("See the final result", True)
    assert onward.address == reverse("classifications:final", args=[tour.slug])


def test_a_rest_day_is_passed_over(dora, director: Client) -> None:
    tour = create(a_plan(stages=3), by=dora, at=dora.date_joined)
    tour.stages.filter(number=2).update(kind="rest", label="")
    log_stage(tour, "a1 0:10")
    assert opened(tour, 1, director).context["onward"].words == "Lay out stage 3"
    answer = Client().get(url(tour, 2), follow=True)
    assert answer.redirect_chain == [(reverse("results:stage", args=[tour.slug, 2]), 302)]
    assert "This is a rest day: nobody raced." in answer.content.decode()


def test_what_has_not_ended_has_no_end(tour: Tour) -> None:
    answer = Client().get(url(tour, 3), follow=True)
    assert answer.redirect_chain == [(reverse("results:stage", args=[tour.slug, 3]), 302)]
    assert "Stage 3 has not ended. This is how it stands." in answer.content.decode()
    assert Client().get(url(tour, 4)).status_code == 404


# -- who may what


def test_everybody_with_the_link_sees_it_and_only_a_director_makes_it_official(
    tour: Tour, dora, director: Client
) -> None:
    stranger = Client()
    stranger.force_login(a_user(), backend=BACKEND)
    for visitor in (Client(), stranger):
        html = opened(tour, 2, visitor).content.decode()
        assert "Make official" not in html
        assert "Whole result" in html
    assert Client().head(url(tour)).status_code == 200
    assert Client().post(url(tour)).status_code == 405
    assert "Make official" in opened(tour, 2, director).content.decode()
    answer = director.post(
        reverse("results:official", args=[tour.slug, 2]),
        {"token": "made-official", "back": "end-of-stage"},
    )
    assert answer.url == url(tour, 2)
    assert tour.stages.get(number=2).approval == Stage.Approval.OFFICIAL
    assert "Make official" not in opened(tour, 2, director).content.decode()


def test_where_a_second_person_confirms_it_is_asked_for(tour: Tour, director: Client) -> None:
    Tour.objects.filter(pk=tour.pk).update(second_person=True)
    assert "Ask for confirmation" in opened(tour, 2, director).content.decode()
    director.post(reverse("results:official", args=[tour.slug, 2]), {"token": "asked"})
    assert "Look and confirm" in opened(tour, 2, director).content.decode()


def test_the_stage_s_page_leads_to_its_end(tour: Tour) -> None:
    for number, there in ((1, True), (3, False)):
        page = Client().get(reverse("results:stage", args=[tour.slug, number]))
        assert (url(tour, number) in page.content.decode()) is there


def test_it_follows_a_running_tour_and_moves_no_more(tour: Tour) -> None:
    page = opened(tour, 2)
    asked, headers = version_of(page), {"HX-Request": "true"}
    assert "stage-end-page stands" not in page.content.decode()
    assert Client().get(url(tour, 2), asked, headers=headers).status_code == 204
    log_stage(tour, "a1 0:05")
    answer = Client().get(url(tour, 2), asked, headers=headers)
    assert answer.status_code == 200
    assert "stage-end-page stands" in answer.content.decode()


def test_it_takes_as_many_queries_for_many_stages_as_for_few(
    django_assert_max_num_queries,
) -> None:
    tour = a_tour(stages=6, teams=3)
    for _ in range(6):
        log_stage(tour, "a1 0:05")
    with django_assert_max_num_queries(12):
        opened(tour, 6)


# -- the line that was special


def words_of(tour: Tour, number: int = 1) -> str:
    said = end_of(tour, number).special
    return said.text if said else ""


def crossed(stage: Stage, text: str) -> None:
    """Log arrivals as "a1 12 3, b1 9 5": riders, square, die; all others stand on square 1."""
    frame = read_stage(Stage.objects.select_related("tour").get(pk=stage.pk)).frame
    groups = [each.split() for each in text.split(",")]
    named = [rider for group in groups for rider in group[:-2]]
    rest = [rider for rider in frame.riders if rider not in named]
    for line in frame.lines.values():
        for rider in rest[: frame.places_needed(line)]:
            say(stage, f"place {line.key} {rider}")
    for *riders, square, die in [*groups, [*rest, "1", "1"]]:
        tap(stage, e.Arrive(tuple(riders)))
        say(stage, f"square {square}")
        say(stage, f"die {die}")
    tap_end(stage)


def test_the_game_says_which_squares_parted_two_who_were_level() -> None:
    tour = a_tour(stages=2)
    crossed(tour.stages.get(number=1), "a1 b1 11 3, a2 5 3")
    crossed(tour.stages.get(number=2), "b1 9 2, a1 7 2")
    assert words_of(tour, 2) == (
        "Level on time this morning. Square 9 against square 7 behind the line decided the yellow"
        " jersey."
    )
    said = end_of(tour, 2).special
    assert said is not None
    assert "behind" not in said.short


def test_seconds_that_a_typed_time_made_are_not_the_squares() -> None:
    tour = a_tour(stages=2)
    log_stage(tour, "a1 b1 0:10, a2 0:50")
    log_stage(tour, "a2 0:04, b1 0:05, a1 0:14")
    assert words_of(tour, 2) == (
        "Level on time this morning. Anna Brick takes the yellow jersey by 0:09."
    )


@pytest.mark.parametrize(
    ("dice", "told"),
    [
        # 12 apart is a square: 66 - 5 * 10 - die
        ("a1 10 4, b1 10 2", True),
        ("a1 10 1, b1 9 6", False),  # level
        ("a1 10 3, b1 9 3", False),  # five seconds: the most a die gives is three
        ("a1 b1 10 4", False),
    ],
)
def test_less_than_one_throw_of_the_last_die(dice: str, told: bool) -> None:
    tour = a_tour(stages=2)
    crossed(tour.stages.get(number=1), dice)
    said = "less than one throw of the last die" in words_of(tour)
    assert said is told


def test_a_double_is_told_in_words() -> None:
    tour = a_tour(stages=2)
    log_stage(tour, "a1 0:10, b1 1:50")
    assert words_of(tour) == (
        "The stage and 4 jerseys, yellow, red-dotted, purple and green: all for Anna Azure."
    )


@pytest.mark.parametrize(
    ("colours", "words"),
    [
        (["yellow"], "The stage and the yellow jersey: a double for Ann."),
        (["dots", "green"], "The stage, the red-dotted and the green jersey: a triple for Ann."),
    ],
)
def test_a_double_and_a_triple_have_their_names(colours: list[str], words: str) -> None:
    said = [COLOUR_WORDS[colour] for colour in colours]
    assert special._describe_combined("Ann", said) == words


def test_the_rarer_things_are_told_in_words() -> None:
    tour = a_tour(stages=2)
    log_stage(tour, "a5 0:10, a1 0:20")
    race = read_race(tour)

    def words(found: h.Highlight) -> str:
        sheet = sheet_of(race.stage, race.field, race.ended)
        return special._describe_highlight(race, found, TimeExplained(), sheet).text

    assert words(h.LastLine("is", "purple", "a1", "b1", "s5", "")) == (
        "On the road Anna Brick had the purple jersey until Sprint 5, the last line that pays for"
        " it."
    )
    assert words(h.Alone("a1", 28, 10)) == ("Anna Azure came alone, 0:28 before a group of 10.")
    assert words(h.OnePoint(h.Lead("is", "purple", "a1", "b1", 1, by_time=False))) == (
        "Anna Azure keeps the purple jersey by one point."
    )


def test_without_anything_special_there_is_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(h, "find_highlight", lambda context: None)
    tour = a_tour(stages=2)
    log_stage(tour, "a1 0:10, b1 1:50")
    assert words_of(tour) == ""
    assert 'class="special"' not in opened(tour).content.decode()


def test_names_are_shown_whatever_they_are() -> None:
    plan = a_plan(stages=1)
    plan.teams[0].riders[0] = msgspec.structs.replace(
        plan.teams[0].riders[0], name="<b>Ann & Co</b>"
    )
    tour = create(plan, by=None, at=a_user().date_joined)
    log_stage(tour, "a1 0:10")
    html = opened(tour).content.decode()
    assert "<b>Ann" not in html
    assert "&lt;b&gt;Ann &amp; Co&lt;/b&gt; wins" in html


def test_what_a_director_is_offered_nobody_else_gets(tour: Tour, director: Client) -> None:
    """In whichever order they look."""
    assert "csrfmiddlewaretoken" in opened(tour, 2, director).content.decode()
    assert "Make official" not in opened(tour, 2).content.decode()
    assert "Make official" in opened(tour, 2, director).content.decode()
