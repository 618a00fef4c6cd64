"""What the jury decides: on the sheet, on its pages, and on a stage that has ended."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factory import a_tour, a_user
from tests.hostile import BACKEND
from tests.kept import kept
from tests.race import a_raced_tour, active_stage, log_stage, say, tap
from tests.results.road import a_frame, a_log
from tourmanager.accounts.models import User
from tourmanager.classifications.reading import read_race
from tourmanager.results.jury_desk.page import JuryPage
from tourmanager.results.log.reading import read_stage
from tourmanager.results.log.recording import EntryRefused
from tourmanager.results.models import Entry, Standing
from tourmanager.results.publishing.verify import verify
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.words import say as words_of
from tourmanager.results.stage_page.forms import typed_time
from tourmanager.tours.models import Stage, Tour

FRAME = a_frame("a1 a2 b1 b2", "is")


# -- the sheet


def test_a_penalty_keeps_its_number_when_an_earlier_one_is_undone():
    log = a_log(FRAME, ["penalise a1 10", "penalise b1 20", "cancel 2 video seen", "undo 1"])
    assert list(log.sheet.jury.penalties_by_number) == [2]
    assert log.sheet.jury.penalties_by_number[2].cancelled == "video seen"
    assert [penalty.who for penalty in log.sheet.result().penalties] == ["b1"]


def test_undoing_a_penalty_does_not_cancel_the_next_one():
    log = a_log(FRAME, ["penalise a1 10", "penalise b1 20", "cancel 1 mistake", "undo 1"])
    assert [(penalty.who, penalty.cancelled) for penalty in log.sheet.result().penalties] == [
        ("b1", "")
    ]


def test_a_penalty_done_again_has_its_number_back():
    log = a_log(FRAME, ["penalise a1 10", "penalise b1 20", "undo 1", "cancel 2 mistake", "redo 1"])
    assert {
        number: bool(penalty.cancelled)
        for number, penalty in log.sheet.jury.penalties_by_number.items()
    } == {1: False, 2: True}


def test_a_table_of_results_does_not_move_the_numbers_of_later_penalties():
    log = a_log(FRAME, ["penalise a1 10"])
    sheet = log.sheet
    sheet.apply(e.Results(penalties=(e.Penalise("b1", 20),)))
    assert list(sheet.jury.penalties_by_number) == [2]
    with pytest.raises(EntryRefused, match="no such penalty"):
        sheet.apply(e.CancelPenalty(1, "gone"))


def test_points_are_taken_from_a_classification_that_there_is():
    tour = a_tour()
    with pytest.raises(EntryRefused, match="no classification “queen”"):
        tap(active_stage(tour), e.Penalise("a1", 5, "points", "", "queen"))


def test_entries_of_the_jury_are_said_in_words():
    tour = a_tour()
    frame = read_stage(active_stage(tour)).frame
    assert words_of(e.Status("a1", "otl"), frame) == "Azure 1: outside the time limit"
    assert words_of(e.OwnTime("a1", 724, 380), frame) == "Azure 1: own time 12:04.38"
    assert (
        words_of(e.Penalise("a1", 5, "points", "feeding", "mountain"), frame)
        == "Azure 1: penalty of 5 points in Mountain, feeding"
    )
    assert (
        words_of(e.Penalise("b", 30, "team_seconds", "cars"), frame)
        == "Brick: penalty of 30 s in the team classification, cars"
    )
    assert words_of(e.Counts("points", "snow"), frame) == "stage counts for points only: snow"


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("1:02:03", (3723, 0)),
        ("12:04.38", (724, 380)),
        ("12:04,5", (724, 500)),
        (" 0:09.007 ", (9, 7)),
        ("0:00", (0, 0)),
    ],
)
def test_times_are_typed_as_they_are_spoken(text, time):
    assert typed_time(text, fractions=True) == time


@pytest.mark.parametrize(
    "text",
    [
        "",
        "12",
        "1:2:3",
        "12:60",
        "1:60:00",
        "12:04.",
        "12:04.1234",
        "-1:00",
        "\u0661:\u0660\u0660",
        "1e3",
        "12:04:05:06",
    ],
)
def test_other_times_are_refused_in_words(text):
    with pytest.raises(ValueError, match=r"Type the time|Seconds go"):
        typed_time(text, fractions=True)


def test_a_fraction_belongs_to_a_time_trial():
    with pytest.raises(ValueError, match="in time trials only"):
        typed_time("12:04.5", fractions=False)


# -- the pages

pytestmark = pytest.mark.django_db


def race_one_of_two() -> None:
    dora = a_user("dora")
    log_stage(a_tour(by=dora), "a1 b1 0:10", by=dora)


@pytest.fixture
def tour(db: None) -> Tour:
    """Two stages, the first ended: Azure 1 and Brick 1 after ten seconds, the others a minute
    later.
    """
    kept("one of two stages", race_one_of_two)
    return Tour.objects.get()


@pytest.fixture
def dora(tour: Tour) -> User:
    """Who directs the tour."""
    return User.objects.get()


@pytest.fixture
def director(dora) -> Client:
    client = Client()
    client.force_login(dora, backend=BACKEND)
    return client


def address(tour: Tour, number: int = 1, who: str = "") -> str:
    return (
        reverse("results:jury_rider", args=[tour.slug, number, who])
        if who
        else reverse("results:jury", args=[tour.slug, number])
    )


def text(response) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def send(
    person: Client,
    tour: Tour,
    stage: int = 1,
    who: str = "",
    base: int | None = None,
    token: str = "step-1",
    **fields,
):
    last = Entry.objects.filter(stage__tour=tour, stage__number=stage).count()
    data = {"token": token, "client": "here", "base": last if base is None else base} | fields
    return person.post(address(tour, stage, who), data)


def amended(client: Client, tour: Tour, preview, **changes):
    """The button of a page of consequences."""
    html = preview.content.decode()
    start = html.index('jury/amend/"')
    form = html[start : html.index("</form>", start)]
    pairs = re.findall(r'name="(\w+)" value="([^"]*)"', form)
    data: dict[str, list[str]] = {}
    for name, value in pairs:
        data.setdefault(name, []).append(value.replace("&quot;", '"'))
    return client.post(f"{address(tour)}amend/", data | changes)


def time_of(tour: Tour, who: str, number: str = "") -> int:
    race = read_race(Tour.objects.get(pk=tour.pk), number)
    return next(row.figure for row in race.now.classifications["individual"].rows if row.who == who)


def test_the_page_shows_five_things_of_every_rider(director, tour):
    page = text(director.get(address(tour)))
    assert "Place Rider Time Bonus Penalty Status" in page
    assert "10 of 10 riders left in the race" in page
    assert "0:10" in page
    assert "finished" in page


def test_a_rider_is_found_without_accents_and_case(director, tour):
    tour.teams.get(letter="a").riders.filter(number=1).update(name="Zoë Åberg")
    assert "Zoë Åberg" in text(director.get(address(tour), {"q": "ZOE aberg"}))
    assert "Zoë Åberg" not in text(director.get(address(tour), {"q": "brick"}))
    assert "No rider of this stage matches “nobody”." in text(
        director.get(address(tour), {"q": "nobody"})
    )


def test_on_an_open_stage_a_decision_is_an_entry_like_any_tap(director, tour):
    assert send(director, tour, 2, "a1", do="status", status="dns").status_code == 302
    entry = Entry.objects.get(stage__tour=tour, stage__number=2)
    assert entry.body == {"do": "status", "rider": "a1", "status": "dns"}
    assert entry.by_name == "dora"
    page = text(director.get(address(tour, 2)))
    assert "9 of 10 riders left in the race" in page
    assert "did not start" in page
    assert "Azure 1 Anna Azure: did not start" in text(
        director.get(reverse("results:history", args=[tour.slug, 2]))
    )


def test_a_second_tap_counts_once(director, tour):
    for _ in range(2):
        assert (
            send(
                director,
                tour,
                2,
                "a1",
                do="penalise",
                amount=20,
                kind="seconds",
                reason="feeding",
                base=0,
            ).status_code
            == 302
        )
    assert Entry.objects.filter(stage__number=2).count() == 1


def test_two_directors_at_one_rider_are_told_so(director, tour):
    assert send(director, tour, 2, "a1", do="status", status="dns", base=0).status_code == 302
    response = send(
        director,
        tour,
        2,
        "a1",
        do="status",
        status="dnf",
        base=0,
        token="step-2",
        client="elsewhere",
    )
    assert response.status_code == 409
    assert "dora changed this meanwhile" in text(response)


def test_his_last_step_is_undone_from_the_page(director, tour):
    send(director, tour, 2, "a1", do="status", status="dns")
    page = director.get(address(tour, 2)).content.decode()
    assert "Undo: Azure 1: did not start" in text(director.get(address(tour, 2)))
    entry = re.search(r'name="entry" value="([^"]*undo[^"]*)"', page)
    assert entry
    sent = {"entry": entry[1].replace("&quot;", '"'), "token": "undo-1", "page": "jury"}
    assert director.post(reverse("results:record", args=[tour.slug, 2]), sent).url == address(
        tour, 2
    )
    assert read_stage(tour.stages.get(number=2)).log.sheet.abandons == {}


def test_an_empty_time_is_no_time_and_never_zero(director, tour):
    response = send(director, tour, 1, "a1", do="time", typed="")
    assert response.status_code == 422
    assert "There is no own time to remove" in text(response)
    row = JuryPage(read_stage(tour.stages.get(number=2))).row("a1")
    assert (row.place, row.time, row.bonus, row.penalty, row.status) == (
        None,
        "",
        "",
        "",
        "on the road",
    )


def test_a_penalty_on_an_ended_stage_first_shows_what_it_changes(director, tour):
    before = Entry.objects.count()
    preview = send(
        director, tour, 1, "a1", do="penalise", amount=20, kind="seconds", reason="feeding"
    )
    assert preview.status_code == 200
    shown = text(preview)
    assert "What this changes in stage 1" in shown
    assert "Azure 1 Anna Azure: penalty of 20 s, feeding" in shown
    assert "0:10 → 0:30" in shown
    assert Entry.objects.count() == before, "looking changes nothing"
    assert time_of(tour, "a1") == 10

    assert amended(director, tour, preview).status_code == 302
    assert time_of(tour, "a1") == 30
    stage = tour.stages.get(number=1)
    assert (stage.state, stage.reopened) == (Stage.State.ENDED, False)
    assert [entry.body["do"] for entry in stage.entries.order_by("-seq")[:3]] == [
        "end",
        "penalise",
        "reopen",
    ]
    assert verify(tour).problems == []

    amended(director, tour, preview)
    assert time_of(tour, "a1") == 30, "a double tap counts once"
    assert Entry.objects.count() == before + 3


def test_a_penalty_is_cancelled_later_and_stays_visible(director, tour):
    amended(
        director,
        tour,
        send(director, tour, 1, "a1", do="penalise", amount=20, kind="seconds", reason="feeding"),
    )
    preview = send(director, tour, do="cancel", number=1, reason="video seen", token="step-2")
    assert "0:30 → 0:10" in text(preview)
    assert amended(director, tour, preview).status_code == 302
    assert time_of(tour, "a1") == 10
    html = director.get(address(tour)).content.decode()
    assert "<s>feeding</s>" in html
    assert "video seen" in html
    assert "Cancel the penalty" not in html


def test_what_was_shown_is_what_is_recorded_or_nothing(director, tour, dora):
    preview = send(
        director, tour, 1, "a1", do="penalise", amount=20, kind="seconds", reason="feeding"
    )
    stage = tour.stages.get(number=1)
    for words in ("reopen", "penalise b1 5", "end TIME_ORDER_WARNING"):
        say(stage, words, by=dora)
    before = Entry.objects.count()
    response = amended(director, tour, preview)
    assert response.status_code == 409
    assert "has changed since you saw" in text(response)
    assert "Correct and end again" in text(response)
    assert Entry.objects.count() == before
    assert amended(director, tour, response).status_code == 302
    assert time_of(tour, "a1") == 30


def test_what_would_leave_the_stage_incomplete_is_not_offered(director, tour, dora):
    preview = send(director, tour, 1, "b2", do="status", status="dnf")
    assert preview.status_code == 422, "he has arrived: a rider has a place or did not finish"
    assert "has arrived: take them out of the arrivals first" in text(preview)
    before = list(Entry.objects.values_list("pk", flat=True))
    sent = {"token": "t-1", "client": "x", "seq": len(before), "entry": [e.write(e.Back("b2"))]}
    assert director.post(f"{address(tour)}amend/", sent).status_code == 422
    sent["entry"] = [e.write(e.Remove("finish", "b2"))]
    assert director.post(f"{address(tour)}amend/", sent).status_code == 422
    for steering in (e.End(), e.Reopen(), e.Undo(1), e.Official(), e.Discard()):
        response = director.post(f"{address(tour)}amend/", sent | {"entry": [e.write(steering)]})
        assert response.status_code == 422
        assert "no decision of a jury" in text(response)
    assert list(Entry.objects.values_list("pk", flat=True)) == before


def test_a_disqualified_rider_leaves_the_tables_and_keeps_what_he_had_before(director, tour, dora):
    log_stage(tour, "a1 b1 0:10", by=dora)
    preview = send(director, tour, 2, "a1", do="status", status="dsq")
    html = preview.content.decode()
    data = dict(
        re.findall(
            r'name="(token|client|seq|entry|who)" value="([^"]*)"',
            html[html.index('jury/amend/"') :],
        )
    )
    data["entry"] = data["entry"].replace("&quot;", '"')
    data["accepted"] = re.findall(r'name="accepted" value="(\w+)"', html)
    assert director.post(f"{address(tour, 2)}amend/", data).status_code == 302
    race = read_race(tour, None)
    assert "a1" not in {row.who for row in race.now.classifications["individual"].rows}
    assert "a1" in {row.who for row in read_race(tour, "1").now.classifications["individual"].rows}
    page = text(
        director.get(reverse("classifications:one", args=[tour.slug, "stage"]), {"stage": 2})
    )
    assert "Disqualified 1" in page
    assert "9 riders left in the race" in page


def test_a_neutralised_stage_says_why_and_is_marked_in_the_tables(director, tour):
    assert "Say why the stage does not count" in text(
        send(director, tour, do="counts", counts="points", reason="")
    )
    amended(director, tour, send(director, tour, do="counts", counts="points", reason="snow"))
    assert Standing.objects.get(stage__number=1).result["counts"] == "points"
    assert "Stage 1 counts for points only: snow" in text(
        director.get(reverse("results:stage", args=[tour.slug, 1]))
    )
    for key in ("individual", "stage"):
        page = text(director.get(reverse("classifications:one", args=[tour.slug, key])))
        assert "Stage 1 was neutralised: it counts for points only." in page
    assert verify(tour).problems == []


def test_bonus_and_penalty_stand_in_the_result_of_the_stage(director, tour):
    amended(director, tour, send(director, tour, 1, "a1", do="bonus", seconds=6))
    amended(
        director,
        tour,
        send(
            director,
            tour,
            1,
            "b1",
            do="penalise",
            amount=20,
            kind="seconds",
            reason="cars",
            token="step-2",
        ),
    )
    page = text(director.get(reverse("classifications:one", args=[tour.slug, "stage"])))
    assert "Bonus" in page
    assert "6 s" in page
    assert "20 s" in page
    assert time_of(tour, "a1") == 4


def test_a_time_trial_keeps_its_fractions(director, tour, dora):
    tour.stages.filter(number=2).update(kind="itt")
    log_stage(tour, "a1 0:10, b1 0:11", by=dora, end=False)
    assert send(director, tour, 2, "a1", do="time", typed="0:10.25").status_code == 302
    assert (
        send(director, tour, 2, "b1", do="time", typed="0:10.5", token="step-2").status_code == 302
    )
    say(tour.stages.get(number=2), "end TIME_ORDER_WARNING", by=dora)
    page = text(director.get(reverse("classifications:one", args=[tour.slug, "stage"])))
    assert "0:10.25" in page
    assert "+0:00.25" in page
    assert "0:10.5" in text(director.get(address(tour, 2)))


def test_a_team_loses_seconds(director, tour):
    amended(director, tour, send(director, tour, do="team", team="a", amount=30, reason="cars"))
    assert Standing.objects.get(stage__number=1).result["penalties"][0]["unit"] == "team_seconds"
    assert "Azure: 30 s in the team classification" in text(director.get(address(tour)))


def test_only_directors_come_to_the_jury(tour):
    stranger = Client()
    assert stranger.get(address(tour)).status_code == 302
    stranger.force_login(a_user("otto"), backend=BACKEND)
    assert stranger.get(address(tour)).status_code == 403
    assert (
        send(
            stranger, tour, 1, "a1", do="penalise", amount=20, kind="seconds", reason="x"
        ).status_code
        == 403
    )
    sent = {"token": "t-1", "client": "x", "seq": 1, "entry": [e.write(e.Penalise("a1", 5))]}
    assert stranger.post(f"{address(tour)}amend/", sent).status_code == 403
    assert not Entry.objects.filter(body__do="penalise").exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "nothing"},
        {"do": "status", "status": "tired"},
        {"do": "time", "typed": "yesterday"},
        {"do": "time", "typed": "9" * 20},
        {"do": "bonus", "seconds": "-1"},
        {"do": "bonus", "seconds": "2147483648"},
        {"do": "place", "place": "0"},
        {"do": "place", "place": ""},
        {"do": "place", "place": "999"},
        {"do": "penalise", "amount": "0", "kind": "seconds", "reason": "x"},
        {"do": "penalise", "amount": "5", "kind": "points:queen", "reason": "x"},
        {"do": "penalise", "amount": "5", "kind": "seconds", "reason": "  "},
        {"do": "penalise", "amount": "5", "kind": "seconds", "reason": "a\u202eb"},
        {"do": "penalise", "amount": "5", "kind": "seconds", "reason": "x" * 201},
        {"do": "status", "status": "dnf", "token": "x" * 61},
        {"do": "status", "status": "dnf", "base": "-1"},
        {"do": "status", "status": "dnf", "client": ""},
    ],
    ids=json.dumps,
)
def test_a_broken_form_is_refused_in_words_and_nothing_is_lost(director, tour, fields):
    before = Entry.objects.count()
    response = send(director, tour, 1, "a1", **fields)
    assert response.status_code == 422
    assert "Jury" in response.content.decode() or "All riders" in text(response)
    assert Entry.objects.count() == before


def test_a_stage_to_come_and_a_rider_there_is_not(director, tour, dora):
    later = a_tour(by=dora, stages=3)
    response = send(
        director, later, 3, "a1", do="penalise", amount=5, kind="seconds", reason="early"
    )
    assert response.status_code == 422
    assert "has not begun" in text(response)
    assert director.get(address(tour, 1, "a9")).status_code == 404
    assert director.get(address(tour, 9)).status_code == 404


def test_where_no_stage_may_be_reopened_none_is_amended(director, dora):
    tour = a_raced_tour(by=dora, options={"reopen_stage": "off"})
    preview = send(
        director, tour, 1, "a1", do="penalise", amount=20, kind="seconds", reason="feeding"
    )
    response = amended(director, tour, preview)
    assert response.status_code == 422
    assert "do not allow an ended stage to be reopened" in text(response)


def test_the_page_takes_a_few_queries_however_many_riders_there_are(
    director, dora, django_assert_max_num_queries
):
    tour = a_raced_tour(stages=2, raced=1, teams=6, riders=6, by=dora)
    with django_assert_max_num_queries(12):
        assert director.get(address(tour)).status_code == 200
