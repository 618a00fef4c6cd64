"""The stage page and its one tap endpoint: what is answered, what is refused, and that nothing
changes when it is.
"""

import json
import re
from itertools import count
from typing import Any

import pytest
from django.test import Client

from tests.factory import a_tour, a_user
from tests.race import log_whole, say
from tourmanager.accounts.models import User
from tourmanager.results.log.reading import read_stage
from tourmanager.results.models import Entry, Standing
from tourmanager.tours.models import Director, Stage, Tour

pytestmark = pytest.mark.django_db
tokens = count(1)


@pytest.fixture
def user() -> User:
    return a_user("dora")


@pytest.fixture
def tour(user: User) -> Tour:
    return a_tour(by=user, stages=3, teams=2, riders=5)


@pytest.fixture
def stage(tour: Tour) -> Stage:
    return tour.stages.get(number=1)


@pytest.fixture
def director(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page(tour: Tour, number: int = 1, word: str = "") -> str:
    return f"/tours/{tour.slug}/stages/{number}/{word}"


def tap(by: Client, tour: Tour, number: int = 1, script: bool = True, **fields: Any) -> Any:
    entry = fields.pop("entry", {"do": "place", "line": "s1", "rider": "a1"})
    data = {
        "entry": entry if isinstance(entry, str | None) else json.dumps(entry),
        "token": f"token-{next(tokens)}",
        "client": "tablet-one",
        "line": "s1",
    } | fields
    data = {key: value for key, value in data.items() if value is not None}
    return by.post(page(tour, number, "record/"), data, headers={"X-Tap": "1"} if script else {})


def state(response: Any) -> Any:
    """What the answer tells the page's script of the stage."""
    return response.json()["state"]


def refusal(response: Any) -> str:
    """Why a tap was refused."""
    return str(response.json()["refusal"])


# -- a tap


@pytest.mark.rule("CP-APP-013", "CP-APP-014", "CP-APP-020")
def test_a_tap_is_recorded_and_answered_with_the_stage(director: Client, tour: Tour) -> None:
    response = tap(director, tour)
    assert response.status_code == 200
    assert response["X-Recorded"] == "1"
    assert Entry.objects.get().body == {"do": "place", "line": "s1", "rider": "a1"}
    assert state(response)["lines"][0]["riders"] == ["a1"]
    token = Entry.objects.get().token
    assert state(response)["undos"] == [[[[1, token]], "Azure 1, 1st at Sprint 1"]]


def test_a_complete_arrival_is_one_step_in_words(
    director: Client, tour: Tour, stage: Stage
) -> None:
    for number, entry in enumerate(
        [
            {"do": "arrive", "riders": ["a1"]},
            {"do": "arrive", "riders": ["b1"]},
            {"do": "square", "square": 5},
        ],
        start=1,
    ):
        board = state(tap(director, tour, entry=entry))
        assert (len(board["undos"]), board["unfinished"]) == (number, [1, number])
    board = state(tap(director, tour, entry={"do": "cp.die", "die": 3}))
    (parts, words), *others = board["undos"]
    assert (words, others, board["unfinished"]) == (
        "paceline of 2, square 5, die 3",
        [],
        [0, 0],
    )
    tokens = dict(Entry.objects.values_list("seq", "token"))
    assert parts == [list(each) for each in tokens.items()]
    undo = {"do": "undo", "seq": 4, "token": tokens[4], "also": parts[:3]}
    board = state(tap(director, tour, entry=undo))
    assert (board["order"], board["undos"]) == ([], [])
    assert board["redos"] == [[parts, "paceline of 2, square 5, die 3"]]
    assert Entry.objects.latest("seq").body == {"do": "undo", "seq": 4, "also": [1, 2, 3]}
    history = director.get(f"{page(tour)}log/").content.decode()
    assert "Undone: paceline of 2, square 5, die 3" in history


def test_an_undo_takes_back_all_of_a_step_or_nothing(
    director: Client, tour: Tour, stage: Stage
) -> None:
    say(stage, "arrive a1")
    say(stage, "square 5")
    say(stage, "undo 1")
    first, second = Entry.objects.filter(seq__lte=2)
    undo = {"do": "undo", "seq": 2, "token": second.token, "also": [[1, first.token]]}
    answer = tap(director, tour, entry=undo)
    assert answer.status_code == 422
    assert "That step was undone already." in answer.content.decode()
    undo["also"] = [[1, "of-another-entry"]]
    assert tap(director, tour, entry=undo).status_code == 409
    assert Entry.objects.count() == 3


def test_a_tap_that_fills_a_line_offers_the_next(director: Client, tour: Tour) -> None:
    for code, offered in (("a1", "s1"), ("a2", "s1"), ("a3", "s2")):
        answer = tap(director, tour, entry={"do": "place", "line": "s1", "rider": code})
        assert state(answer)["open"] == offered


def test_the_line_passed_over_is_offered_before_the_finish(
    director: Client, tour: Tour, stage: Stage
) -> None:
    for line in ("s2", "s3", "s4", "s5"):
        for code in ("a1", "a2", "a3"):
            say(stage, f"place {line} {code}")
    for code in ("a1", "a2"):
        tap(director, tour, entry={"do": "place", "line": "p1", "rider": code}, line="p1")
    response = tap(director, tour, entry={"do": "place", "line": "p1", "rider": "a3"}, line="p1")
    assert state(response)["open"] == "s1"
    said = [trouble["text"] for trouble in state(response)["troubles"]]
    assert "Sprint 1: 3 of 3 riders are missing." in said


def test_the_same_tap_again_is_answered_and_counts_once(director: Client, tour: Tour) -> None:
    first = tap(director, tour, token="token-of-a-tap")
    again = tap(director, tour, token="token-of-a-tap")
    assert first.status_code == again.status_code == 200
    assert first["X-Recorded"] == again["X-Recorded"]
    assert Entry.objects.count() == 1
    assert again.json()["seen"] == first.json()["seen"]


@pytest.mark.parametrize(
    "fields",
    [
        {"entry": "{"},
        {"entry": "[]"},
        {"entry": '{"do":"fly"}'},
        {"entry": '{"do":"place","line":"s1","rider":"a1","more":1}'},
        {"entry": '{"do":"place","line":"s1","rider":"' + "a" * 3000 + '"}'},
        {"entry": '{"do":"time","seconds":99999999999}'},
        {"entry": "[" * 1500},
        {"entry": None},
        {"token": None},
        {"token": ""},
        {"token": "x" * 65},
        {"token": "token with spaces"},
        {"base": "many"},
        {"base": "99999999999"},
        {"client": "a client"},
        {"unit": "100"},
        {"typed": "9:99", "entry": None},
    ],
)
def test_what_cannot_be_read_is_refused_with_words(
    director: Client, tour: Tour, fields: dict[str, Any]
) -> None:
    response = tap(director, tour, **fields)
    assert response.status_code == 400
    assert response.headers["X-Stage-State"] == "0"
    assert refusal(response)
    assert not Entry.objects.exists()
    assert Tour.objects.get().revision == 0


def test_a_tap_that_does_not_fit_is_refused_with_the_board(director: Client, tour: Tour) -> None:
    tap(director, tour)
    response = tap(director, tour)
    assert response.status_code == 422
    assert refusal(response) == "Azure 1 is named at Sprint 1 already."
    assert state(response)["lines"][0]["riders"] == ["a1"]
    assert Entry.objects.count() == 1


def test_two_directors_on_one_line_see_each_other_first(director: Client, tour: Tour) -> None:
    tap(director, tour, client="tablet-one")
    response = tap(
        director,
        tour,
        entry={"do": "place", "line": "s1", "rider": "b1"},
        client="tablet-two",
        base="0",
    )
    assert response.status_code == 409
    assert "changed this meanwhile" in refusal(response)
    assert state(response)["lines"][0]["riders"] == ["a1"]
    assert (
        tap(
            director,
            tour,
            entry={"do": "place", "line": "s1", "rider": "b1"},
            client="tablet-two",
            base="1",
        ).status_code
        == 200
    )


@pytest.mark.rule("CP-APP-029")
def test_only_a_director_of_the_tour_writes(tour: Tour) -> None:
    stranger, visitor = Client(), Client()
    stranger.force_login(a_user("other"))
    assert tap(visitor, tour).status_code == 401
    assert tap(visitor, tour, script=False).status_code == 302
    assert tap(stranger, tour).status_code == 403
    for word in ("end/", "reopen/", "discard/"):
        assert stranger.post(page(tour, word=word), {"token": "token-abc"}).status_code == 403
        assert visitor.post(page(tour, word=word), {"token": "token-abc"}).status_code == 302
    assert stranger.get(page(tour, word="log/")).status_code == 403
    assert not Entry.objects.exists()


def test_a_stage_that_is_not_there(director: Client, tour: Tour) -> None:
    assert director.get(page(tour, 4)).status_code == 404
    assert director.get(page(tour, 99999999999)).status_code == 404
    assert tap(director, tour, 0).status_code == 404
    assert director.get("/tours/no-such-tour/stages/1/").status_code == 404
    assert director.get("/tours/no-such-tour/advantages/").status_code == 404


@pytest.mark.rule("CP-APP-028")
def test_a_stage_that_has_not_begun_takes_no_taps(director: Client, tour: Tour) -> None:
    response = tap(director, tour, 2)
    assert response.status_code == 422
    assert "has not begun" in refusal(response)


def test_without_a_script_a_tap_leads_back_to_the_line(director: Client, tour: Tour) -> None:
    response = tap(director, tour, script=False)
    assert response.url == page(tour) + "?line=s1"
    response = tap(director, tour, script=False)
    assert "named at Sprint 1 already" in director.get(response.url).content.decode()
    tap(director, tour, entry={"do": "arrive", "riders": ["a1"]}, line="finish")
    response = tap(director, tour, entry=None, typed="1:02:03", line="finish", script=False)
    assert response.url == page(tour) + "?line=finish"
    assert Entry.objects.last().body["seconds"] == 3723


# -- the page


def test_a_tap_asks_a_constant_number_of_questions(
    director: Client, tour: Tour, stage: Stage, django_assert_num_queries: Any
) -> None:
    tap(director, tour)
    with django_assert_num_queries(9):  # BEGIN and COMMIT among them
        tap(director, tour, entry={"do": "place", "line": "s1", "rider": "a2"})
    Entry.objects.all().delete()
    log_whole(stage)
    for rider in ("a1", "b2", "a3"):
        tap(director, tour, 2, entry={"do": "place", "line": "s1", "rider": rider})
    with django_assert_num_queries(9):
        tap(director, tour, 2, entry={"do": "arrive", "riders": ["a4"]}, line="finish")


def test_a_page_that_has_seen_it_all_gets_nothing(director: Client, tour: Tour) -> None:
    response = director.get(page(tour), {"line": "s1"})
    seen = response.context["seen"]
    assert director.get(page(tour), {"part": "board", "seen": seen}).status_code == 204
    tap(director, tour)
    answer = director.get(page(tour), {"part": "board", "seen": seen})
    assert answer.status_code == 200
    assert state(answer)["lines"][0]["riders"] == ["a1"]


@pytest.mark.rule("CP-APP-029")
def test_everybody_may_look(tour: Tour, stage: Stage) -> None:
    say(stage, "place s1 a1")
    say(stage, "arrive b2")
    say(stage, "square 10")
    say(stage, "die 4")
    response = Client().get(page(tour))
    html = response.content.decode()
    assert "Azure 1" in html
    assert "0:12" in html
    assert "still on the road" in html
    assert "every 5s" in html
    assert 'name="entry"' not in html
    assert "End stage" not in html


def test_a_page_stops_refreshing_itself_when_the_stage_has_ended(tour: Tour, stage: Stage) -> None:
    log_whole(stage)
    assert "every 5s" not in Client().get(page(tour)).content.decode()
    assert "every 5s" in Client().get(page(tour, 2)).content.decode()
    assert (
        "begins when the stage before it has ended" in Client().get(page(tour, 3)).content.decode()
    )


@pytest.mark.rule("CP-APP-022", "CP-APP-027", "CP-M-042", "CP-M-043")
def test_a_stage_begins_with_what_to_lay_on_the_board_and_who_leads(
    director: Client, tour: Tour, stage: Stage
) -> None:
    first = director.get(page(tour)).content.decode()
    assert "Nobody leads yet" in first
    assert "Start logging" in first
    log_whole(stage)
    html = director.get(page(tour, 2)).content.decode()
    assert "Azure 1 is replaced by the white counter in yellow." in html
    assert "Azure 1 races in yellow already: this white counter stays off the road." in html
    assert "Start of pass 1" in html
    say(tour.stages.get(number=2), "place s1 a1")
    assert "Start logging" not in director.get(page(tour, 2)).content.decode()


def test_names_are_never_markup(director: Client) -> None:
    tour = a_tour(by=User.objects.get(username="dora"), stages=1)
    team = tour.teams.get(seat=1)
    tour.teams.filter(pk=team.pk).update(name="<b>Bold</b>")
    team.riders.update(name="<script>alert(1)</script>")
    say(tour.stages.get(), f"place s1 {team.letter}1")
    for client in (director, Client()):
        html = client.get(page(tour), {"line": "s1"}).content.decode()
        assert "<script>alert" not in html
        assert "<b>Bold" not in html


# -- the end of a stage, and correcting it


def end(client: Client, tour: Tour, number: int = 1, **fields: Any) -> Any:
    return client.post(page(tour, number, "end/"), {"token": f"token-{next(tokens)}"} | fields)


@pytest.mark.rule("CP-APP-018")
def test_end_stage_lists_everything_that_is_missing(
    director: Client, tour: Tour, stage: Stage
) -> None:
    say(stage, "place s1 a1")
    response = end(director, tour)
    assert response.status_code == 422
    html = response.content.decode()
    assert "Stage 1 cannot end yet" in html
    assert "Sprint 1: 2 of 3 riders are missing." in html
    assert "10 riders have not arrived" in html
    assert f"{page(tour)}?line=s1" in html
    assert "data-accept hidden" in html  # nothing of it may be let stand
    assert not Standing.objects.exists()


@pytest.mark.rule("CP-APP-017", "CP-APP-018")
def test_a_better_time_behind_is_refused_once(director: Client, tour: Tour, stage: Stage) -> None:
    log_whole(stage, end="")
    say(stage, "move finish a1 2")
    response = end(director, tour)
    assert response.status_code == 422
    assert "End stage all the same" in response.content.decode()
    response = end(director, tour, accepted="TIME_ORDER_WARNING")
    assert response.url == page(tour, word="end-of-stage/")
    assert Standing.objects.count() == 1


@pytest.mark.rule("CP-APP-018", "CP-M-059")
def test_end_stage_leads_to_its_end_and_that_to_what_comes_next(
    director: Client, tour: Tour
) -> None:
    for number in (1, 2, 3):
        log_whole(tour.stages.get(number=number), end="")
        response = end(director, tour, number)
        assert response.status_code == 302
        assert response.url == page(tour, number, word="end-of-stage/")
        shown = director.get(response.url).content.decode()
        onward = page(tour, number + 1) if number < 3 else f"/tours/{tour.slug}/final/"
        assert f'href="{onward}"' in shown
    again = end(director, tour, 3)
    assert "has ended" in director.get(again.url).content.decode()


@pytest.mark.rule("CP-APP-019")
def test_a_correction_says_what_it_changes_before_it_is_saved(
    director: Client, tour: Tour, stage: Stage
) -> None:
    log_whole(stage)
    log_whole(tour.stages.get(number=2))
    response = director.post(page(tour, word="reopen/"), {"token": "token-reopen"})
    assert response.url == page(tour)
    assert "correcting stage 1:" in director.get(page(tour)).content.decode()
    before = Standing.objects.get(stage=stage).result
    say(stage, "move finish a1 10")
    say(stage, "time 999 1")
    preview = director.get(page(tour, word="end/"))
    summary = preview.context["changes"].summary
    assert "Yellow changes after stages 1–2" in summary
    assert "riders move" in summary
    assert "Cycling Party points: " in summary
    said = " ".join(
        line.who for section in preview.context["changes"].sections for line in section.lines
    )
    assert "Anna Azure" in said  # by name, not by the code alone
    drawn = [
        mark.code
        for section in preview.context["changes"].sections
        for line in section.lines
        for mark in line.marks
    ]
    assert "a1" in drawn
    assert Standing.objects.get(stage=stage).result == before
    response = end(director, tour, accepted="TIME_ORDER_WARNING")
    assert response.url == page(tour)
    assert Standing.objects.get(stage=stage).result != before
    assert Stage.objects.get(pk=stage.pk).reopened is False
    assert tour.stages.get(number=3).state == Stage.State.ACTIVE


@pytest.mark.rule("CP-APP-019")
def test_a_page_from_before_the_reopening_saves_no_correction(
    director: Client, tour: Tour, stage: Stage
) -> None:
    """Its End stage shows what the correction changes, as it says nothing of that itself."""
    shown = director.get(page(tour), {"line": "finish"}).content.decode()
    assert 'name="first" value="1"' in shown
    log_whole(stage)
    before = Standing.objects.get(stage=stage).result
    director.post(page(tour, word="reopen/"), {"token": "token-reopen"})
    assert 'name="first"' not in director.get(page(tour), {"line": "finish"}).content.decode()
    say(stage, "move finish a1 10")
    say(stage, "time 999 1")
    answer = end(director, tour, first="1", accepted="TIME_ORDER_WARNING")
    assert answer.url == page(tour, word="end/")
    assert Standing.objects.get(stage=stage).result == before
    assert Stage.objects.get(pk=stage.pk).reopened


def test_after_a_refused_end_the_page_knows_the_revision_that_counts(
    director: Client, tour: Tour, stage: Stage
) -> None:
    say(stage, "place s1 a1")
    refused = end(director, tour)
    assert refused.status_code == 422
    assert refused.context["seen"] == director.get(page(tour), {"line": "s1"}).context["seen"]


@pytest.mark.rule("CP-APP-019")
def test_a_correction_that_is_given_up_leaves_the_stage_as_it_was(
    director: Client, tour: Tour, stage: Stage
) -> None:
    log_whole(stage)
    before = Standing.objects.get(stage=stage).result
    director.post(page(tour, word="reopen/"), {"token": "token-reopen"})
    say(stage, "move finish a1 10")
    director.post(page(tour, word="discard/"), {"token": "token-discard"})
    assert Standing.objects.get(stage=stage).result == before
    assert "correcting stage" not in director.get(page(tour)).content.decode()


@pytest.mark.any_database
def test_undo_brings_a_discarded_correction_back(
    director: Client, tour: Tour, stage: Stage, client: Client
) -> None:
    log_whole(stage)
    say(stage, "reopen")
    say(stage, "move finish a1 10")
    director.post(page(tour, word="discard/"), {"token": "token-discard"})
    shown = director.get(page(tour)).content.decode()
    assert "Correction discarded. Stage 1 is as it was when it ended." in shown
    assert page(tour, word="resume/") in shown
    assert page(tour, word="resume/") not in client.get(page(tour)).content.decode()
    seq = re.search(r'name="seq" value="(\d+)"', shown)
    assert seq is not None
    sent = {"token": "token-resume", "seq": seq[1]}
    assert client.post(page(tour, word="resume/"), sent).status_code == 302  # to sign in
    assert Stage.objects.get(pk=stage.pk).reopened is False
    assert director.post(page(tour, word="resume/"), sent).url == page(tour)
    shown = director.get(page(tour)).content.decode()
    assert "The correction is back, with all its changes." in shown
    assert "correcting stage" in shown
    assert read_stage(stage).log.sheet.order[-1] == "a1"


@pytest.mark.parametrize("seq", ["", "x", "0", "99999999999999999999"])
def test_a_broken_undo_of_a_correction_changes_nothing(
    director: Client, tour: Tour, stage: Stage, seq: str
) -> None:
    log_whole(stage)
    say(stage, "reopen")
    say(stage, "discard")
    answer = director.post(page(tour, word="resume/"), {"token": "token-resume", "seq": seq})
    assert answer.url == page(tour)
    assert "could not be read" in director.get(page(tour)).content.decode()
    assert Stage.objects.get(pk=stage.pk).reopened is False


@pytest.mark.rule("CP-APP-019", "CP-M-045")
def test_who_is_back_in_the_race_is_missing_in_later_stages(
    director: Client, tour: Tour, stage: Stage
) -> None:
    say(stage, "out b5")
    log_whole(stage)
    log_whole(tour.stages.get(number=2))
    assert "b5" not in [
        arrival["rider"] for arrival in Standing.objects.get(stage__number=2).result["arrivals"]
    ]
    director.post(page(tour, word="reopen/"), {"token": "token-reopen"})
    for text in ("back b5", "arrive b5", "time 3000"):
        say(stage, text)
    preview = director.get(page(tour, word="end/"))
    assert preview.context["changes"].gaps == [
        (
            "Brick 5 Elin Brick is back in the race and missing in stage 2: "
            "reopen there and log the arrival."
        )
    ]


@pytest.mark.rule("CP-APP-028")
def test_steps_out_of_turn_change_nothing(director: Client, tour: Tour) -> None:
    for word, words in (
        ("reopen/", "only an ended stage can be reopened"),
        ("discard/", "not open for correction"),
    ):
        response = director.post(page(tour, word=word), {"token": "token-out-of-turn"})
        assert words in director.get(response.url).content.decode()
    assert director.get(page(tour, word="end/")).url == page(tour)
    for word in ("end/", "reopen/", "discard/"):
        response = director.post(page(tour, word=word), {"token": "?"})
        assert "could not be read" in director.get(response.url).content.decode()
    assert not Entry.objects.exists()


# -- advantages, the accident and the log


@pytest.mark.rule("CP-APP-021", "CP-M-061")
def test_advantages_are_used_and_given_back_and_never_below_zero(
    director: Client, tour: Tour
) -> None:
    use = {"do": "use", "team": "a", "advantage": "attack"}
    assert state(tap(director, tour, entry=use))["game"]["left"]["a"]["attack"] == 0
    refused = tap(director, tour, entry=use)
    assert refused.status_code == 422
    assert refusal(refused) == "Azure has no attack left."
    back = {"do": "give_back", "team": "a", "advantage": "attack"}
    assert state(tap(director, tour, entry=back))["game"]["left"]["a"]["attack"] == 1
    assert tap(director, tour, entry=back).status_code == 422
    html = director.get(f"/tours/{tour.slug}/advantages/").content.decode()
    assert "Azure, bottle, 5 of 5 left, spend one" in html
    assert Client().get(f"/tours/{tour.slug}/advantages/").status_code == 200


@pytest.mark.rule("CP-APP-015")
def test_double_throws_are_counted_on_the_hard_passes_only(
    director: Client, tour: Tour, stage: Stage
) -> None:
    log_whole(stage)
    double = {"do": "double", "line": "p3", "team": "a"}
    for left in (1, 0):
        response = tap(director, tour, 2, entry=double, line="p3")
        counted = next(line for line in state(response)["lines"] if line["key"] == "p3")
        assert counted["allowed"] - counted["doubles"]["a"] == left
        shown = director.get(page(tour, 2), {"line": "p3"})
        assert f"Azure, double throw, {left} of 2 left" in shown.content.decode()
    assert tap(director, tour, 2, entry=double).status_code == 422
    assert tap(director, tour, 2, entry=double | {"line": "p1"}).status_code == 422
    assert 'data-panel="p1"' in shown.content.decode()
    assert [
        line.below.count("data-at=") for line in shown.context["board"].lines if line.key[0] == "p"
    ] == [0, 2, 2]


@pytest.mark.rule("CP-M-045", "CP-M-044")
def test_a_rider_out_of_the_race_leaves_later_stages(
    director: Client, tour: Tour, stage: Stage
) -> None:
    response = tap(director, tour, entry={"do": "out", "rider": "b5"})
    assert state(response)["out"] == ["b5"]
    log_whole(stage)
    html = director.get(page(tour, 2)).content.decode()
    assert "Out of the race" in html
    assert (
        tap(director, tour, 2, entry={"do": "place", "line": "s1", "rider": "b5"}).status_code
        == 422
    )


def test_the_log_tells_who_did_what(director: Client, tour: Tour) -> None:
    tap(director, tour)
    tap(director, tour, entry={"do": "undo", "seq": 1})
    html = director.get(page(tour, word="log/")).content.decode()
    assert "Azure 1 Anna Azure at Sprint 1" in html
    assert "Undone: Azure 1 Anna Azure at Sprint 1" in html
    assert "dora" in html


@pytest.mark.rule("CP-M-028")
def test_level_arrivals_are_pointed_out(director: Client, tour: Tour, stage: Stage) -> None:
    for text in ("arrive a1", "square 7", "die 2", "arrive b1", "square 7", "die 2"):
        say(stage, text)
    rows = director.get(page(tour), {"line": "finish"}).context["board"].finish.arrivals
    assert [bool(row.tie) for row in rows] == [False, True]
    assert rows[1].tie.startswith("Level with Azure 1")


def test_a_second_director_of_the_tour_writes_too(tour: Tour) -> None:
    other = a_user("second")
    Director.objects.create(tour=tour, user=other, added_at=tour.created_at)
    client = Client()
    client.force_login(other)
    assert tap(client, tour).status_code == 200


@pytest.mark.rule("CP-M-018")
def test_a_pass_that_ends_on_the_finish_fills_itself_from_the_arrivals(director, tour, stage):
    stage.lines.filter(kind="pass").delete()
    stage.lines.create(key="p1", kind="pass", category="first", start=127, km=150)
    shown = director.get(page(tour) + "?line=p1")
    assert "the order of the arrivals is its order" in shown.content.decode()
    assert (
        tap(director, tour, entry={"do": "place", "line": "p1", "rider": "a1"}).status_code == 422
    )
    for rider in ("a1", "b1", "a2", "b2", "a3"):
        answer = tap(director, tour, entry={"do": "arrive", "riders": [rider]}, line="finish")
    assert state(answer)["open"] == "finish"
    assert next(line for line in state(answer)["lines"] if line["key"] == "p1")["riders"] == [
        "a1",
        "b1",
        "a2",
        "b2",
    ]
    assert tap(director, tour, entry={"do": "double", "line": "p1", "team": "a"}).status_code == 200


@pytest.mark.parametrize("word", ["", "end/", "log/"])
def test_a_preview_of_a_link_asks_for_the_head_alone(director, tour, stage, word):
    log_whole(stage)
    say(stage, "reopen")
    answer = director.head(page(tour, word=word))
    assert (answer.status_code, answer.content) == (200, b"")
