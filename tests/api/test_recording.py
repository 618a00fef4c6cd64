"""What a program records is what taps would have recorded, and is refused where they would be."""

import json

import pytest

from tests.api.program import Program, refused
from tests.factory import a_tour, a_user
from tests.race import a_raced_tour, log_whole, say
from tourmanager.results.models import Entry
from tourmanager.results.publishing.verify import verify
from tourmanager.tours.models import Stage, Tour
from tourmanager.tours.pages import keeping

pytestmark = pytest.mark.django_db
PLACE = {"do": "place", "line": "s1", "rider": "a1"}


@pytest.fixture
def director():
    return a_user("dora")


@pytest.fixture
def tour(director) -> Tour:
    return a_tour(by=director, stages=2)


def bodies(tour: Tour, number: int = 1) -> list[dict]:
    rows = Entry.objects.filter(stage__tour=tour, stage__number=number).order_by("seq")
    return [entry.body for entry in rows]


def standings_of(tour: Tour) -> list:
    answer = Program().read(f"tours/{tour.slug}/classifications")
    return [answer["stage"]["riders"], *answer["classifications"]]


def test_a_stage_recorded_by_a_program_is_the_same_as_by_taps(director, tour):
    tapped = a_tour(by=director, stages=2)
    log_whole(tapped.stages.get(number=1))
    program = Program(director)
    for number, body in enumerate(bodies(tapped), start=1):
        answer = program.record(tour, 1, body, base=number - 1)
        assert answer.status_code == 201, answer.content
        assert (answer.json()["seq"], answer.json()["by"]) == (number, "dora")
    assert bodies(tour) == bodies(tapped)
    assert standings_of(tour) == standings_of(tapped)
    assert program.read(f"tours/{tour.slug}/stages/2")["state"] == "active"
    assert verify(tour).problems == []


def test_an_entry_sent_again_counts_once(director, tour):
    program = Program(director)
    first = program.record(tour, 1, PLACE, token="tap-1")
    revision = Tour.objects.get(pk=tour.pk).revision
    again = program.record(tour, 1, PLACE, token="tap-1")
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == first.json() | {"repeated": True}
    assert Tour.objects.get(pk=tour.pk).revision == revision == again.json()["revision"]
    assert bodies(tour) == [PLACE]
    refused(program.record(tour, 1, PLACE | {"rider": "a2"}, token="tap-1"), 422, "refused")


def test_undo_and_redo_take_the_last_step_of_the_user(director, tour):
    program, stage = Program(director), tour.stages.get(number=1)
    say(stage, "place s1 b1")  # somebody else's
    for entry in (
        {"do": "arrive", "riders": ["a1"]},
        {"do": "square", "square": 4},
        {"do": "cp.die", "die": 3},
    ):
        program.record(tour, 1, entry)
    undone = program.post(tour, "1/undo", token="undo-1")
    assert undone.json()["entry"] == {"do": "undo", "seq": 4, "also": [2, 3]}
    assert program.post(tour, "1/undo", token="undo-1").json()["repeated"] is True
    assert program.read(f"tours/{tour.slug}/stages/1")["arrivals"] == []
    words = refused(program.post(tour, "1/undo"), 422, "refused")
    assert words == "There is nothing of yours to undo in this stage."
    assert program.post(tour, "1/redo").status_code == 201
    assert program.read(f"tours/{tour.slug}/stages/1")["arrivals"][0]["rider"] == "a1"
    refused(program.post(tour, "1/redo"), 422, "refused")


def test_a_step_can_be_named_by_its_entries(director, tour):
    program = Program(director)
    program.record(tour, 1, PLACE, token="one")
    program.record(tour, 1, PLACE | {"rider": "b1"}, token="two")
    wrong = [{"seq": 1, "token": "another"}]
    refused(program.post(tour, "1/undo", entries=wrong), 409, "conflict")
    undone = program.post(tour, "1/undo", entries=[{"seq": 1, "token": "one"}])
    assert undone.json()["entry"] == {"do": "undo", "seq": 1}
    refused(program.post(tour, "1/undo", entries=[{"seq": 1, "token": "one"}]), 422, "refused")


def test_a_stage_is_ended_and_reopened(director, tour):
    program, stage = Program(director), tour.stages.get(number=1)
    problems = program.post(tour, "1/end").json()
    assert problems["code"] == "not_complete"
    assert problems["problems"][0]["where"] == "s1"
    assert {one["code"] for one in problems["problems"]} >= {"IS_INCOMPLETE", "ARRIVALS"}
    refused(program.post(tour, "1/reopen"), 422, "wrong_state")
    log_whole(stage, end="")
    ended = program.post(tour, "1/end", accepted=["TIME_ORDER_WARNING"])
    assert (ended.status_code, ended.json()["state"]) == (201, "ended")
    refused(program.record(tour, 1, PLACE), 422, "wrong_state")
    assert program.post(tour, "1/reopen").json()["reopened"] is True
    assert Stage.objects.get(pk=stage.pk).reopened


# -- every refusal


def test_what_does_not_fit_the_stage_is_refused_with_the_sentence_of_the_page(director, tour):
    program = Program(director)
    program.record(tour, 1, PLACE)
    assert refused(program.record(tour, 1, PLACE), 422, "refused") == (
        "Azure 1 is named at Sprint 1 already."
    )
    assert "no rider" in refused(program.record(tour, 1, PLACE | {"rider": "z9"}), 422, "refused")
    pending = refused(program.record(tour, 2, PLACE), 422, "wrong_state")
    assert pending == "Stage 2 has not begun: end the stage before it first."
    assert len(bodies(tour)) == 1


def test_somebody_faster_is_a_conflict(director, tour):
    program, other = Program(director), Program(director)
    other.record(tour, 1, PLACE)
    words = refused(program.record(tour, 1, PLACE | {"rider": "b1"}, base=0), 409, "conflict")
    assert words.startswith("dora changed this meanwhile.")
    assert program.record(tour, 1, PLACE | {"rider": "b1"}, base=1).status_code == 201


def test_a_database_that_was_restored_is_noticed(director, tour):
    program = Program(director)
    seq = program.record(tour, 1, PLACE, token="one").json()["seq"]
    entry = PLACE | {"rider": "b1"}
    lost = {"seq": seq + 4, "token": "lost"}
    refused(program.record(tour, 1, entry, last=lost), 409, "other_history")
    refused(program.record(tour, 1, entry, last={"seq": seq, "token": "x"}), 409, "other_history")
    assert program.record(tour, 1, entry, last={"seq": seq, "token": "one"}).status_code == 201


def test_a_full_log_says_so(director, tour, monkeypatch):
    monkeypatch.setattr("tourmanager.results.log.limits.MOST_BYTES", 10)
    refused(Program(director).record(tour, 1, PLACE), 422, "log_full")


def test_only_directors_record_and_only_with_a_token(director, tour):
    paths = ("1/entries", "1/undo", "1/redo", "1/end", "1/reopen")
    signed_in = Program()
    signed_in.client.force_login(director, backend="django.contrib.auth.backends.ModelBackend")
    for path in paths:
        body = {"entry": PLACE} if path == "1/entries" else {}
        refused(Program(a_user()).post(tour, path, body), 403, "forbidden")
        refused(signed_in.post(tour, path, body), 401, "token_needed")
        refused(Program().post(tour, path, body), 401, "token_needed")
    former = Program(director)
    tour.directors.clear()
    refused(former.record(tour, 1, PLACE), 403, "forbidden")
    assert bodies(tour) == []


def test_a_token_for_one_tour_records_in_no_other(director, tour):
    other = a_raced_tour(by=director, stages=2, raced=1)
    program = Program(director, tour=tour)
    assert program.record(tour, 1, PLACE).status_code == 201
    assert "another tour" in refused(program.record(other, 2, PLACE), 403, "forbidden")
    refused(program.get(f"tours/{other.slug}/stages/1/log"), 403, "forbidden")
    assert program.get(f"tours/{other.slug}/stages/1").status_code == 200


def test_an_erased_tour_and_a_missing_stage_are_not_found(director, tour):
    program = Program(director)
    refused(program.record(tour, 9, PLACE), 404, "not_found")
    keeping.erase(tour, at=tour.created_at)
    refused(program.record(tour, 1, PLACE), 404, "not_found")


# -- whatever is sent


HOSTILE = {
    b"": (415, "json_only"),
    b"{": (400, "unreadable"),
    b"\xff\xfe": (400, "unreadable"),
    b"null": (422, "invalid"),
    b"[]": (422, "invalid"),
    b"3": (422, "invalid"),
    b'"x"': (422, "invalid"),
    b"[" * 60_000: (400, "unreadable"),
    b'{"a":' * 10_000: (400, "unreadable"),
    b'{"token":"a","token":"b","entry":{}}': (400, "unreadable"),
    b'{"token":"a\\u0000","entry":{}}': (400, "unreadable"),
    b'{"token":"a","entry":{"do":"\\ud800"}}': (400, "unreadable"),
    b'{"token":"a","entry":{"do":"place","line":"s1","rider":"a\x00"}}': (400, "unreadable"),
    b'{"token":1,"entry":{}}': (422, "invalid"),
    b'{"token":"","entry":{}}': (422, "invalid"),
    b'{"token":"a b","entry":{}}': (422, "invalid"),
    b'{"token":"a\\n","entry":{}}': (422, "invalid"),
    b'{"token":"a"}': (422, "invalid"),
    b'{"token":"a","entry":[]}': (422, "invalid"),
    b'{"token":"a","entry":"place"}': (422, "invalid"),
    b'{"token":"a","entry":{},"base":"1"}': (422, "invalid"),
    b'{"token":"a","entry":{},"base":-1}': (422, "invalid"),
    b'{"token":"a","entry":{},"base":true}': (422, "invalid"),
    b'{"token":"a","entry":{},"base":1e400}': (422, "invalid"),
    b'{"token":"a","entry":{},"base":99999999999999999999}': (422, "invalid"),
    b'{"token":"a","entry":{},"more":1}': (422, "invalid"),
    b'{"token":"a","entry":{}}': (422, "entry_unreadable"),
    b'{"token":"a","entry":{"do":"fly"}}': (422, "entry_unreadable"),
    b'{"token":"a","entry":{"do":["place"]}}': (422, "entry_unreadable"),
    b'{"token":"a","entry":{"do":"place","line":"s1"}}': (422, "entry_unreadable"),
    b'{"token":"a","entry":{"do":"place","line":"s1","rider":4}}': (422, "entry_unreadable"),
    b'{"token":"a","entry":{"do":"place","line":"s1","rider":"a1","x":1}}': (
        422,
        "entry_unreadable",
    ),
    b'{"token":"a","entry":{"do":"turn","turn":NaN}}': (422, "entry_unreadable"),
    b'{"token":"a","entry":' + b'{"a":' * 500 + b"1" + b"}" * 501: (422, "entry_unreadable"),
    b'{"token":"a","entry":{"do":"' + b"x" * 70_000 + b'"}}': (413, "too_large"),
    b'{"token":"a","entry":{"do":"arrive","riders":[' + b'"a1",' * 5_000 + b'"a1"]}}': (
        422,
        "",
    ),
}


@pytest.mark.parametrize("body", HOSTILE, ids=lambda body: body[:40].decode(errors="replace"))
def test_what_cannot_be_read_changes_nothing(body, director, tour):
    status, code = HOSTILE[body]
    answer = Program(director).post(tour, "1/entries", body)
    refused(answer, status, code or answer.json()["code"])
    assert bodies(tour) == []


def test_only_json_is_taken(director, tour):
    program = Program(director)
    form = "application/x-www-form-urlencoded"
    for kind in ("text/plain", form, "multipart/form-data; boundary=x"):
        answer = program.client.post(
            f"/api/v1/tours/{tour.slug}/stages/1/entries",
            json.dumps({"token": "a", "entry": PLACE}).encode(),
            content_type=kind,
            headers=program.headers,
        )
        refused(answer, 415, "json_only")


def test_other_methods_are_refused_in_words(director, tour):
    program = Program(director)
    for method in ("put", "patch", "delete", "options"):
        answer = getattr(program.client, method)(
            f"/api/v1/tours/{tour.slug}/stages/1/entries", headers=program.headers
        )
        refused(answer, 405, "method_not_allowed")
        assert answer["Allow"] == "POST"
