"""What programs read is what pages show, in a constant number of queries, and a program that has it
already is told so.
"""

import pytest
from django.test import Client

from tests.api.program import Program, refused
from tests.factory import NOW, a_tour, a_user
from tests.race import a_raced_tour, say
from tourmanager.api.schemas import logs
from tourmanager.tours.models import Tour
from tourmanager.tours.pages import keeping
from tourmanager.web.shelf import clear_all

pytestmark = pytest.mark.django_db


def test_a_stage_says_what_is_missing_while_it_is_raced():
    tour = a_tour(by=a_user(), stages=2)
    stage = tour.stages.get(number=1)
    say(stage, "place s1 a1")
    say(stage, "arrive b2")
    read = Program().read(f"tours/{tour.slug}/stages/1")
    assert read["lines"][0]["passed"] == [
        {"place": 1, "rider": "a1", "points": read["lines"][0]["passed"][0]["points"]}
    ]
    assert read["lines"][0]["passed"][0]["points"] > 0
    assert read["arrivals"][0] | {"turn": 0} == {
        "place": 1, "rider": "b2", "seconds": None, "thousandths": 0, "gap": None, "turn": 0,
        "group": 1,
    }  # fmt: skip
    assert "b2" not in read["on_road"]
    assert "a1" in read["on_road"]
    assert {problem["code"] for problem in read["problems"]} >= {"IS_INCOMPLETE", "ARRIVALS"}
    assert read["last"] == 2


def test_the_log_is_for_directors_with_a_token():
    director = a_user()
    tour = a_raced_tour(stages=2, raced=1, by=director)
    path = f"tours/{tour.slug}/stages/1/log"
    read = Program(director).read(path)
    logs.Log.model_validate(read)
    assert read["entries"][-1]["words"] == "stage ended, a better time behind accepted"
    assert [entry["seq"] for entry in read["entries"]] == [*range(1, len(read["entries"]) + 1)]
    refused(Program().get(path), 401, "token_needed")
    refused(Program(a_user()).get(path), 403, "forbidden")
    program = Program()
    program.client.force_login(director, backend="django.contrib.auth.backends.ModelBackend")
    refused(program.get(path), 401, "token_needed")


# -- finding tours


def test_only_listed_tours_are_found_and_others_are_read_by_those_who_know_them():
    director = a_user()
    listed, by_link, archived, erased = (a_tour(by=director) for _ in range(4))
    keeping.change(by_link, at=NOW, listed=False)
    keeping.change(archived, at=NOW, archived_at=NOW)
    keeping.change(erased, at=NOW, erased_at=NOW)
    program = Program()
    assert [tour["slug"] for tour in program.read("tours")["tours"]] == [listed.slug]
    assert [tour["slug"] for tour in program.read("tours?archived=true")["tours"]] == [
        archived.slug
    ]
    assert program.read(f"tours/{by_link.slug}")["name"] == by_link.name
    for path in ("", "/stages/1", "/classifications", "/manager-points", "/jerseys"):
        refused(Program(director).get(f"tours/{erased.slug}{path}"), 404, "not_found")
    refused(program.get("tours/none"), 404, "not_found")
    refused(program.get(f"tours/{listed.slug}/stages/9"), 404, "not_found")


def test_tours_are_listed_in_pages():
    made = {a_tour().slug for _ in range(5)}
    program = Program()
    pages = [program.read(f"tours?per_page=2&page={page}") for page in (1, 2, 3)]
    assert {tour["slug"] for page in pages for tour in page["tours"]} == made
    assert [len(page["tours"]) for page in pages] == [2, 2, 1]
    assert {(page["total"], page["pages"]) for page in pages} == {(5, 3)}
    refused(program.get("tours?per_page=1000"), 422, "invalid")
    refused(program.get("tours?page=x"), 422, "invalid")


def test_standings_after_a_stage_that_has_not_ended_are_not_there():
    tour = a_raced_tour(stages=3, raced=1)
    path = f"tours/{tour.slug}/classifications?stage="
    for stage in ("2", "7", "x", "-1"):
        refused(Program().get(path + stage), 404, "no_standings")
    refused(Program().get(path + "9999"), 422, "invalid")
    assert Program().read(path + "now")["on_road"] is True
    assert Program().read(path + "1")["after"] == 1


# -- the same again


def paths_of(tour: Tour) -> list[str]:
    inside = ("", "/stages/1", "/classifications", "/manager-points", "/jerseys", "/stages/1/log")
    return [f"tours/{tour.slug}{path}" for path in inside]


def test_a_program_that_has_it_already_is_told_so_until_the_tour_changes():
    director = a_user()
    tour = a_raced_tour(stages=2, raced=1, by=director)
    program = Program(director)
    tags = {path: program.get(path)["ETag"] for path in (*paths_of(tour), "tours")}
    assert len(set(tags.values())) == len(tags)
    for path, tag in tags.items():
        for sent in (tag, f"W/{tag}", f'"other", {tag}'):
            again = program.get(path, **{"If-None-Match": sent})
            assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    say(tour.stages.get(number=2), "place s1 a1")
    for path in paths_of(tour):
        again = program.get(path, **{"If-None-Match": tags[path]})
        assert again.status_code == 200
        assert again["ETag"] != tags[path]


def test_what_has_not_changed_is_not_read(django_assert_max_num_queries):
    tour = a_raced_tour(stages=2, raced=1)
    for path in paths_of(tour)[:-1]:
        tag = Program().get(path)["ETag"]
        with django_assert_max_num_queries(2):
            Program().get(path, **{"If-None-Match": tag})


def test_the_number_of_queries_does_not_grow_with_the_tour(django_assert_max_num_queries):
    director = a_user()
    small = a_raced_tour(stages=2, raced=1, by=director)
    large = a_raced_tour(stages=6, raced=5, teams=6, by=director)
    counts = []
    for tour in (small, large):
        program = Program(director)
        program.read("tours")  # takes the uses of its limit
        own = []
        for path in (*paths_of(tour), "tours", f"tours/{tour.slug}/classifications?stage=now"):
            clear_all()
            program.read("tours")
            with django_assert_max_num_queries(14) as queries:
                program.read(path)
            own.append(len(queries))
        counts.append(own)
    assert counts[0] == counts[1]


def test_only_the_head_of_an_answer_can_be_asked_for():
    tour = a_tour()
    head = Client().head(f"/api/v1/tours/{tour.slug}")
    assert head.status_code == 200
    assert head["ETag"]
