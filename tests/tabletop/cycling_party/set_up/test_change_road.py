"""The road of a stage is changed while its tour is running: ahead of the race as in the wizard, and
what has been raced stays, whatever happened since the page was loaded.
"""

import re
from typing import Any

import msgspec
import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.factory import NOW, a_plan, a_stage_plan, a_user
from tests.grand_tours import a_grand_tour
from tests.race import log_whole, say
from tourmanager.accounts.models import User
from tourmanager.play.models import Ride
from tourmanager.results.files.transfer import export, import_tour
from tourmanager.results.log.reading import read_stage
from tourmanager.results.publishing.verify import verify
from tourmanager.tabletop.cycling_party.set_up import change_road, creation
from tourmanager.tabletop.cycling_party.set_up.creation import plan_of, stage_plan_of
from tourmanager.tabletop.cycling_party.set_up.plan import REST_DAY, PassPlan, StagePlan
from tourmanager.tabletop.cycling_party.set_up.road_changes import put_back, road_of
from tourmanager.tours.models import Line, Stage, Tour

pytestmark = pytest.mark.django_db

ROAD = a_stage_plan("medium")  # climbs km 40–47, 55–70 and 80–103, sprints on km 15, 23 and 31


@pytest.fixture
def user() -> User:
    return a_user("dora")


@pytest.fixture
def director(user: User) -> Client:
    return signed_in(user)


@pytest.fixture
def tour(user: User) -> Tour:
    """Two medium stages, the first being raced."""
    plan = msgspec.structs.replace(a_plan(), stages=[a_stage_plan("medium") for _ in range(2)])
    return creation.create(plan, by=user, at=NOW)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def stage_of(tour: Tour, number: int = 1) -> Stage:
    return tour.stages.select_related("tour").get(number=number)


def stored(tour: Tour, number: int = 1) -> StagePlan:
    return stage_plan_of(stage_of(tour, number))


def with_climb(index: int, start: int, category: str = "", plan: StagePlan = ROAD) -> StagePlan:
    """The road with one climb elsewhere."""
    passes = list(plan.passes)
    passes[index] = PassPlan(start, category or passes[index].category)
    return msgspec.structs.replace(plan, passes=passes)


def address(tour: Tour, number: int = 1) -> str:
    return reverse("cycling_party:change_road", args=[tour.slug, number])


def version(tour: Tour, number: int = 1) -> str:
    """The version of the road that a page loaded now has seen."""
    return road_of(stage_of(tour, number)).version


def fields(plan: StagePlan, seen: str, do: str = "use") -> dict[str, Any]:
    return {
        "seen": seen,
        "rows": "1",
        "type": plan.type,
        "length": plan.length,
        "start": [each.start for each in plan.passes],
        "category": [each.category for each in plan.passes],
        "sprint": plan.sprints,
        "do": do,
    }


def send(
    client: Client, tour: Tour, plan: StagePlan, *, number: int = 1, seen: str = "", do: str = "use"
) -> HttpResponse:
    data = fields(plan, seen or version(tour, number), do)
    return client.post(address(tour, number), data)


def shown(response: HttpResponse) -> tuple[list[int], list[int]]:
    """The first squares of climbs, and sprints, in the fields of an answer."""
    html = re.sub(r"<template.*?</template>", "", response.content.decode(), flags=re.DOTALL)
    found = {
        name: [int(km) for km in re.findall(rf'name="{name}"\s+value="(\d+)"', html)]
        for name in ("start", "sprint")
    }
    return found["start"], found["sprint"]


def words_of(response: HttpResponse) -> str:
    return " ".join(response.content.decode().split())


# -- what can be changed


@pytest.mark.rule("CP-APP-010")
def test_the_road_of_a_stage_to_come_is_changed_as_in_the_wizard(
    director: Client, tour: Tour
) -> None:
    page = director.get(address(tour, 2))
    assert shown(page) == ([40, 55, 80], [15, 23, 31])
    revision = tour.revision
    new = StagePlan("high", 159, [*ROAD.passes[:2], PassPlan(90, "hc")], [15, 23, 39 - 8])
    response = send(director, tour, new, number=2)
    assert response.status_code == 302
    assert response["Location"].endswith("/stages/#stage-2")
    assert stored(tour, 2) == new
    assert stored(tour, 1) == ROAD
    tour.refresh_from_db()
    assert tour.revision == revision + 1
    assert "The road of stage 2 has been changed." in words_of(director.get(response["Location"]))


def test_a_road_sent_as_it_is_changes_nothing(director: Client, tour: Tour) -> None:
    response = send(director, tour, ROAD)
    assert "The road of stage 1 is as it was." in words_of(director.get(response["Location"]))
    assert Tour.objects.get(pk=tour.pk).revision == tour.revision


def test_ahead_of_the_race_climbs_change_places_and_entries_still_mean_their_lines(
    director: Client, tour: Tour
) -> None:
    stage = stage_of(tour)
    for line in ("s1", "s2", "s3", "p1"):
        for rider in ("a1", "b1", "a2"):
            say(stage, f"place {line} {rider}")
    raced = {line.key: line.pk for line in stage.lines.all() if line.km <= 47}
    before = read_stage(stage_of(tour)).log.sheet.lines
    # the second climb is pulled over the third: they are the third and the second then
    new = with_climb(1, 120)
    assert send(director, tour, new).status_code == 302
    lines = {line.key: (line.category, line.km) for line in Line.objects.filter(stage=stage)}
    assert lines["p1"] == ("third", 47)
    assert lines["p2"] == ("first", 103)
    assert lines["p3"] == ("second", 135)
    assert read_stage(stage_of(tour)).log.sheet.lines == before
    assert raced.items() <= {line.key: line.pk for line in stage.lines.all()}.items()
    race_on(stage)
    assert verify(tour).problems == []
    assert stage_of(tour).state == Stage.State.ENDED


def race_on(stage: Stage) -> None:
    """Fill the lines that are open, let everybody arrive and end the stage."""
    reading = read_stage(stage_of(stage.tour, stage.number))
    order = reading.frame.riders
    for line in reading.frame.lines.values():
        there = reading.log.sheet.lines[line.key]
        missing = reading.frame.places_needed(line) - len(there)
        for rider in [each for each in order if each not in there][:missing]:
            say(stage, f"place {line.key} {rider}")
    for place, rider in enumerate(order):
        say(stage, f"arrive {rider}")
        say(stage, f"square {12 - place}")
        say(stage, "die 3")
    say(stage, "end")


def test_a_tap_after_a_change_is_taken_on_the_new_road(director: Client, tour: Tour) -> None:
    stage = stage_of(tour)
    record = reverse("results:record", args=[tour.slug, 1])
    first = send_tap(director, record, '{"do":"place","line":"s1","rider":"a1"}', "t0")
    assert first.status_code == 200
    refused = send_tap(director, record, '{"do":"cp.double","line":"p2","team":"a"}', "t1")
    assert refused.status_code == 422, "no double throws on a second category pass"
    assert send(director, tour, with_climb(1, 103 + 5, "first")).status_code == 302
    assert [line.category for line in stage.lines.filter(kind="pass")] == [
        "third",
        "first",
        "first",
    ]
    taken = send_tap(director, record, '{"do":"cp.double","line":"p2","team":"a"}', "t2")
    assert taken.status_code == 200


def send_tap(client: Client, record: str, entry: str, token: str) -> HttpResponse:
    return client.post(
        record,
        {"entry": entry, "token": token * 8, "client": "tablet", "base": "99", "line": "p2"},
        headers={"X-Tap": "1"},
    )


def test_an_open_page_of_the_stage_hears_that_its_road_is_another_one(
    director: Client, tour: Tour
) -> None:
    def seen() -> str:
        html = director.get(f"/tours/{tour.slug}/stages/1/?line=s1").content.decode()
        return html.partition('data-seen="')[2].partition('"')[0]

    before = seen().split(".")
    assert seen().split(".") == before
    say(stage_of(tour), "place s1 a1")
    assert seen().split(".")[2:] == before[2:], "a tap only draws it again"
    send(director, tour, with_climb(1, 56))
    assert seen().split(".")[2:] != before[2:], "a page that differs beside the revision is loaded"


@pytest.mark.rule("CP-M-011")
def test_mountain_attacks_stay_as_counted_when_the_tour_was_created(
    director: Client, user: User, tour: Tour
) -> None:
    assert tour.game_data["mountain_attacks"] == 0
    high = StagePlan("high", 159, [*ROAD.passes[:2], PassPlan(90, "hc")], [15, 23, 31])
    response = send(director, tour, high, number=2)
    assert "Mountain attacks stay as they were counted" in words_of(
        director.get(response["Location"])
    )
    tour.refresh_from_db()
    assert tour.game_data["mountain_attacks"] == 0
    copy = import_tour(export(tour), by=user, at=NOW, name="Copy")
    assert copy.game_data["mountain_attacks"] == 0, "a file says how many there are"
    assert plan_of(copy).stages == plan_of(tour).stages
    anew = msgspec.structs.replace(plan_of(tour), name="Anew", mountain_attacks=None)
    assert creation.create(anew, by=user, at=NOW).game_data["mountain_attacks"] == 1


# -- what has been raced


@pytest.mark.parametrize("undone", [False, True], ids=["logged", "undone"])
def test_what_lies_up_to_the_furthest_line_of_the_log_stays(
    director: Client, tour: Tour, undone: bool
) -> None:
    stage = stage_of(tour)
    entry = say(stage, "place p1 a1").entry
    if undone:
        say(stage, f"undo {entry.seq}")
    page = words_of(director.get(address(tour)))
    assert "Raced to Pass 1, km 47: that far the road stays." in page
    moved = msgspec.structs.replace(with_climb(0, 42), sprints=[15, 24, 31], length=153)
    response = send(director, tour, moved)
    assert response.status_code == 422
    assert "Fixed by the race: Pass 1 and Sprint 2. That stays as it was." in words_of(response)
    assert stored(tour) == ROAD
    assert shown(response) == ([40, 55, 80], [15, 23, 31])
    assert 'value="153"' in response.content.decode(), "the rest is as it was sent"


def test_nothing_new_lies_where_the_race_has_been(director: Client, tour: Tour) -> None:
    seen = version(tour)
    say(stage_of(tour), "place s3 a1")
    passes = [PassPlan(18, "hill"), *ROAD.passes]
    for known, status in ((seen, 409), (version(tour), 422)):
        response = send(director, tour, msgspec.structs.replace(ROAD, passes=passes), seen=known)
        assert response.status_code == status
        words = words_of(response)
        assert "The race has come to km 31: nothing new can lie before that." in words
        assert "The road is fixed to km 31." in words, "beside the field"
    response = send(director, tour, msgspec.structs.replace(ROAD, sprints=[15, 23, 31, 33]))
    assert "3 intermediate sprints, and this one has 4" in words_of(response)
    assert stored(tour) == ROAD


def test_the_type_stays_once_something_was_logged(director: Client, tour: Tour) -> None:
    say(stage_of(tour), "use a bottle")
    page = director.get(address(tour)).content.decode()
    assert '<input type="hidden" name="type" value="medium">' in page
    assert 'type="radio" name="type"' not in page
    low = msgspec.structs.replace(ROAD, type="low", sprints=[15, 23, 31, 36])
    response = send(director, tour, low)
    assert response.status_code == 422
    assert "Fixed by the race: the type. That stays as it was." in words_of(response)
    assert stored(tour) == ROAD


def test_a_mountain_attack_names_the_first_pass_of_hors_category(user: User) -> None:
    plan = msgspec.structs.replace(a_plan(), stages=[a_stage_plan("high")])
    tour = creation.create(plan, by=user, at=NOW)
    say(stage_of(tour), "use a mountain_attack")
    assert road_of(stage_of(tour)).raced.km == 126


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["arrive a1"], "Riders have arrived at the finish of stage 1: its road stays as it is."),
        (["arrive a1", "undo 1"], "Riders have arrived at the finish of stage 1"),
        (["whole"], "Stage 1 has been raced: its road stays as it is."),
        (["whole", "reopen"], "Stage 1 has been raced: its road stays as it is."),
    ],
)
def test_all_of_it_stays_once_somebody_has_arrived(
    director: Client, tour: Tour, words: list[str], why: str
) -> None:
    stage, seen = stage_of(tour), version(tour)
    for each in words:
        if each == "whole":
            log_whole(stage)
        else:
            say(stage, each)
    page = words_of(director.get(address(tour)))
    assert why in page
    assert "Use this road" not in page
    link = address(tour)
    assert link not in director.get(f"/tours/{tour.slug}/stages/").content.decode()
    assert address(tour, 2) in director.get(f"/tours/{tour.slug}/stages/").content.decode()
    for known in (seen, version(tour)):
        response = send(director, tour, with_climb(2, 85), seen=known)
        assert response.status_code == (409 if known == seen else 422)
        assert why in words_of(response)
    assert stored(tour) == ROAD


def test_a_stage_that_is_ridden_on_screens_stays_until_its_result_is_entered(
    director: Client, tour: Tour
) -> None:
    ride = begin_ride(director, tour)
    assert "Stage 1 is being ridden on screens" in words_of(director.get(address(tour)))
    assert send(director, tour, with_climb(2, 85)).status_code == 422
    for state, recorded_at, free in (
        (Ride.State.OVER, None, False),
        (Ride.State.OVER, NOW, True),
        (Ride.State.LEFT, None, True),
    ):
        ride.state, ride.recorded_at = state, recorded_at
        ride.save()
        assert bool(road_of(stage_of(tour)).raced.whole) != free


def begin_ride(client: Client, tour: Tour) -> Ride:
    where = reverse("play:of_stage", args=[tour.slug, 1])
    form = client.get(where).context["form"]
    client.post(
        where, {name: form.get_initial_for_field(f, name) or "" for name, f in form.fields.items()}
    )
    return Ride.objects.get()


# -- what happens meanwhile


def test_a_log_that_has_moved_on_locks_what_was_raced_and_keeps_the_rest(
    director: Client, tour: Tour
) -> None:
    seen = version(tour)
    say(stage_of(tour), "place p1 b1")
    changed = msgspec.structs.replace(with_climb(0, 36, plan=with_climb(1, 60)), length=159)
    response = send(director, tour, changed, seen=seen)
    assert response.status_code == 409
    words = words_of(response)
    assert "Fixed by the race meanwhile: Pass 1. That stays as it was, the rest is as you" in words
    assert "Raced to Pass 1, km 47: that far the road stays." in words
    assert shown(response) == ([40, 60, 80], [15, 23, 31])
    assert stored(tour) == ROAD
    again = msgspec.structs.replace(with_climb(1, 60), length=159)
    assert send(director, tour, again).status_code == 302
    assert stored(tour) == again


def test_a_log_that_moves_on_while_the_road_is_being_stored_is_asked_again(
    director: Client, tour: Tour, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = change_road.store

    def late(stage: Stage, plan: StagePlan, **more: Any) -> bool:
        say(stage_of(tour), "place p1 b1")
        return store(stage, plan, **more)

    monkeypatch.setattr(change_road, "store", late)
    response = send(director, tour, with_climb(0, 36))
    assert response.status_code == 409
    assert "Fixed by the race meanwhile: Pass 1." in words_of(response)
    assert stored(tour) == ROAD


def test_a_road_that_another_director_changed_is_not_replaced_unseen(
    director: Client, tour: Tour
) -> None:
    seen = version(tour)
    theirs, mine = with_climb(1, 60), with_climb(2, 90)
    assert send(director, tour, theirs, seen=seen).status_code == 302
    response = send(director, tour, mine, seen=seen)
    assert response.status_code == 409
    assert "Another director changed this road meanwhile." in words_of(response)
    assert shown(response)[0] == [40, 55, 90], "what was entered is not lost"
    assert stored(tour) == theirs
    assert send(director, tour, mine).status_code == 302
    assert stored(tour) == mine


def test_a_page_asks_whether_the_race_has_come_further(director: Client, tour: Tour) -> None:
    seen = version(tour)
    where = f"{address(tour)}?part=news&seen={seen}"
    assert director.get(where).status_code == 204
    say(stage_of(tour), "place s1 a1")
    assert 'hx-trigger="load"' in director.get(where).content.decode()
    looked = send(director, tour, with_climb(1, 58), seen=seen, do="look")
    assert looked.status_code == 200
    assert "Logged meanwhile: the road is fixed to Sprint 1, km 15 now." in words_of(looked)
    assert shown(looked)[0] == [40, 58, 80]
    assert stored(tour) == ROAD


@pytest.mark.parametrize(
    ("passes", "expected"),
    [
        ([40, 55, 80], [40, 55, 80]),
        ([44, 60, 80], [40, 60, 80]),  # moved
        ([60, 80], [40, 60, 80]),  # taken out
        ([20, 40, 55, 80], [40, 20, 55, 80]),  # one more, in its way: it is named, not dropped
        ([60, 70, 80, 120], [40, 70, 80, 120]),  # moved, and one more
    ],
)
def test_what_was_raced_is_put_back(tour: Tour, passes: list[int], expected: list[int]) -> None:
    say(stage_of(tour), "place p1 a1")
    category = {40: "third"}
    sent = msgspec.structs.replace(
        ROAD, passes=[PassPlan(start, category.get(start, "hill")) for start in passes]
    )
    back = put_back(sent, road_of(stage_of(tour)))
    assert sorted(each.start for each in back.passes) == sorted(expected)


# -- what is entered


def test_buttons_of_a_page_without_a_script_add_and_drop_rows_and_store_nothing(
    director: Client, tour: Tour
) -> None:
    assert len(shown(send(director, tour, ROAD, do="add-pass"))[0]) == 4
    assert len(shown(send(director, tour, ROAD, do="add-sprint"))[1]) == 4
    assert shown(send(director, tour, ROAD, do="drop-pass-1"))[0] == [40, 80]
    assert shown(send(director, tour, ROAD, do="drop-sprint-0"))[1] == [23, 31]
    assert send(director, tour, ROAD, do="propose").status_code == 200
    assert stored(tour) == ROAD
    say(stage_of(tour), "place p1 a1")
    assert shown(send(director, tour, ROAD, do="drop-pass-0"))[0] == [40, 55, 80]
    assert shown(send(director, tour, ROAD, do="propose"))[0] == [40, 55, 80]


@pytest.mark.parametrize(
    ("changes", "status", "words"),
    [
        ({"length": "90"}, 422, "Pass 3 (first category, km 80–103) goes beyond the finish"),
        ({"length": "many"}, 422, "Write a whole number up to 300."),
        ({"start": ["40", "41", "80"]}, 422, "overlaps"),
        ({"category": ["third", "steep", "first"]}, 422, "no category"),
        ({"start": ["1"] * 9}, 400, ""),
        ({"sprint": ["15", "23"]}, 422, "has 3 intermediate sprints, and this one has 2"),
        ({"do": "drop-pass-99999999"}, 200, ""),
        ({"seen": "x" * 4000}, 409, "Another director changed this road meanwhile."),
    ],
)
def test_what_cannot_be_raced_is_refused_with_words(
    director: Client, tour: Tour, changes: dict[str, Any], status: int, words: str
) -> None:
    data = fields(with_climb(2, 81) if "seen" in changes else ROAD, version(tour)) | changes
    response = director.post(address(tour), data)
    assert response.status_code == status
    assert words in words_of(response)
    assert stored(tour) == ROAD


def test_only_directors_change_a_road(director: Client, tour: Tour) -> None:
    stranger = signed_in(a_user("sam"))
    for client, status in ((Client(), 302), (stranger, 403)):
        assert client.get(address(tour)).status_code == status
        assert send(client, tour, with_climb(1, 60)).status_code == status
        assert "Change the road" not in words_of(client.get(f"/tours/{tour.slug}/stages/"))
        assert "Change the road" not in words_of(client.get(f"/tours/{tour.slug}/stages/1/"))
    assert stored(tour) == ROAD
    assert address(tour, 2) in director.get(f"/tours/{tour.slug}/stages/").content.decode()
    assert address(tour) in director.get(f"/tours/{tour.slug}/stages/1/?line=s1").content.decode()


def test_a_rest_day_and_a_stage_of_another_game_have_no_such_road(
    director: Client, user: User
) -> None:
    stages = [a_stage_plan("medium"), REST_DAY, a_stage_plan("medium")]
    tour = creation.create(msgspec.structs.replace(a_plan(), stages=stages), by=user, at=NOW)
    assert director.get(address(tour, 2)).status_code == 404
    assert director.get(address(tour, 3)).status_code == 200
    grand = a_grand_tour(by=user)
    assert director.get(address(grand)).status_code == 404
    assert "Change the road" not in words_of(director.get(f"/tours/{grand.slug}/stages/"))
