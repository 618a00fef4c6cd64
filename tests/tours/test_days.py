"""The days of a tour: time trials, half stages and rest days, planned and changed later."""

import json
import re
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from tests import factory
from tests.factory import NOW, a_full_roster, a_stage_plan, a_tour, a_user
from tests.race import log_stage
from tourmanager.results.files.transfer import export, import_tour
from tourmanager.results.publishing.verify import verify
from tourmanager.scoring.scheme import dump_scheme, scheme
from tourmanager.tabletop.cycling_party.set_up.creation import create, plan_of
from tourmanager.tabletop.cycling_party.set_up.plan import REST_DAY, StagePlan, TourPlan
from tourmanager.tabletop.cycling_party.set_up.plan_check import problems
from tourmanager.tours.models import Draft, Stage, Tour
from tourmanager.tours.planning.creation import PlanRefused
from tourmanager.tours.planning.days import drop_plain_labels, labels, titles

BACKEND = "django.contrib.auth.backends.ModelBackend"


def days(words: str) -> list[StagePlan]:
    """ "s s:3a R s" as plans: stages, a stage with a name, a rest day."""
    return [REST_DAY if word == "R" else a_stage_plan(label=word[2:]) for word in words.split()]


def a_plan(stages: list[StagePlan], **changes: Any) -> TourPlan:
    return msgspec.structs.replace(factory.a_plan(stages=1), stages=stages, **changes)


def named(tour: Tour) -> list[str]:
    return [str(stage) for stage in tour.stages.order_by("number")]


@pytest.mark.parametrize(
    ("planned", "called"),
    [
        ("s s s", "1 2 3"),
        ("s R s", "1 - 2"),
        ("s s s:3a s:3b s", "1 2 3a 3b 4"),
        ("s:P s s", "P 1 2"),
        ("s:2 s", "2 3"),
        ("s s:1b R s", "1 1b - 2"),
    ],
)
def test_stages_are_counted_as_they_are_raced(planned, called):
    assert [label or "-" for label in labels(days(planned))] == called.split()


def test_labels_that_say_no_more_than_counting_are_left_out():
    assert [stage.label for stage in drop_plain_labels(days("s:1 R s:2 s:3a s:3b s:4"))] == [
        "",
        "",
        "",
        "3a",
        "3b",
        "",
    ]
    assert titles(days("s R s:2a")) == ["Stage 1", "Rest day", "Stage 2a"]


@pytest.mark.parametrize(
    ("planned", "text"),
    [
        ("R s s", "A tour begins and ends with a stage, not with a rest day."),
        ("s s R", "A tour begins and ends with a stage, not with a rest day."),
        ("s s:1", "Two stages are called 1: give one of them another name."),
        ("s:a!b s", "“a!b” cannot name a stage"),
        ("s R s R s R s R s R s R s", "A tour has at most 5 rest days, not 6."),
        (" ".join(["s"] * 22), "A tour has 1 to 21 stages, not 22."),
    ],
)
def test_days_that_cannot_be_are_refused(planned, text):
    assert text in " ".join(problem.text for problem in problems(a_plan(stages=days(planned))))


def test_a_stage_of_no_kind_is_refused():
    plan = a_plan(stages=[a_stage_plan(kind="luge")])
    assert "“luge” is no kind of stage" in problems(plan)[0].text


@pytest.mark.django_db
def test_a_tour_of_all_kinds_of_days_is_raced_to_its_end():
    plan = a_plan(days("s s:2a s:2b R s"))
    plan.stages[1].kind = "itt"
    tour = create(plan, by=None, at=NOW)
    assert named(tour) == ["Stage 1", "Stage 2a", "Stage 2b", "Rest day", "Stage 3"]
    assert [line.stage.number for line in tour.stages.get(number=4).lines.all()] == []
    for _ in range(4):
        log_stage(tour, "a1 0:10, b1 0:20")
    tour.refresh_from_db()
    assert tour.is_finished
    assert verify(tour).problems == []
    page = Client().get(reverse("classifications:all", args=[tour.slug])).content.decode()
    assert "after stage 3, 4 of 4 raced" in page
    assert (
        Client()
        .get(reverse("classifications:one", args=[tour.slug, "stage"]), {"stage": 3})
        .status_code
        == 200
    )
    for stage in tour.stages.all():
        assert (
            Client().get(reverse("results:stage", args=[tour.slug, stage.number])).status_code
            == 200
        )
    stages = Client().get(reverse("tours:stages", args=[tour.slug])).content.decode()
    assert "individual time trial" in stages
    assert "4 stages." in stages


@pytest.mark.django_db
def test_days_marks_and_a_changed_scheme_travel_in_the_file():
    tour = create(a_plan(days("s s:2a s:2b R s")), by=None, at=NOW)
    tour.rules["classifications"][1]["name"] = "Climbers"
    tour.second_person = True
    tour.save()
    rider = tour.teams.first().riders.first()
    rider.marks = ["youth"]
    rider.save()
    log_stage(tour, "a1 0:10, b1 0:20")
    for _ in range(2):
        log_stage(tour, "a1 0:10, b1 0:20")
    copy = import_tour(export(tour), by=None, at=NOW, name="Copy")
    assert named(copy) == named(tour)
    assert [stage.state for stage in copy.stages.order_by("number")] == [
        stage.state for stage in tour.stages.order_by("number")
    ]
    assert (copy.rules, copy.second_person) == (tour.rules, True)
    assert copy.teams.first().riders.first().marks == ["youth"]
    assert verify(copy).problems == []


@pytest.mark.django_db
def test_a_file_of_the_version_before_is_still_read():
    tour = a_tour(stages=2)
    log_stage(tour, "a1 0:10, b1 0:20")
    data = json.loads(export(tour))
    data["version"] = 1
    for name in ("rules", "second_person"):
        del data["plan"][name]
    for stage in data["plan"]["stages"]:
        del stage["kind"], stage["label"]
    for team in data["plan"]["teams"]:
        for rider in team["riders"]:
            del rider["marks"]
    copy = import_tour(json.dumps(data).encode(), by=None, at=NOW, name="Old")
    assert (named(copy), copy.rules) == (named(tour), tour.rules)


@pytest.mark.django_db
def test_a_faulty_scheme_in_a_plan_is_refused_with_its_path():
    plan = a_plan(days("s"))
    plan.rules = {**dump_scheme(scheme("cycling_party_master")), "name": 3}
    with pytest.raises(PlanRefused, match="name: this should be text, but is a whole number"):
        create(plan, by=None, at=NOW)


class TestOnThePageStages:
    pytestmark = pytest.mark.django_db

    @pytest.fixture
    def tour(self):
        self.director = a_user()
        return a_tour(by=self.director, stages=4)

    def say(self, tour: Tour, status: int = 200, **fields) -> str:
        client = Client()
        client.force_login(self.director, backend=BACKEND)
        answer = client.post(reverse("tours:days", args=[tour.slug]), fields, follow=True)
        assert answer.status_code == status
        return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())

    def test_a_stage_to_come_becomes_a_time_trial_with_a_name(self, tour):
        assert "Stage 2a is changed." in self.say(tour, number=2, kind="itt", label="2a", do="set")
        assert "Stage 2b is changed." in self.say(tour, number=3, kind="road", label="2b", do="set")
        assert named(tour) == ["Stage 1", "Stage 2a", "Stage 2b", "Stage 3"]
        assert tour.stages.get(number=2).kind == "itt"

    def test_a_rest_day_comes_and_goes(self, tour):
        assert "There is a rest day after stage 2 now." in self.say(tour, number=2, do="rest")
        assert named(tour) == ["Stage 1", "Stage 2", "Rest day", "Stage 3", "Stage 4"]
        assert tour.stages.get(number=4).lines.exists()
        assert "There is a rest day already." in self.say(tour, 422, number=3, do="rest")
        assert "The rest day is gone." in self.say(tour, number=3, do="no-rest")
        assert named(tour) == ["Stage 1", "Stage 2", "Stage 3", "Stage 4"]

    def test_what_has_begun_stays(self, tour):
        for fields in (
            {"number": 1, "do": "set", "kind": "itt"},
            {"number": 1, "do": "no-rest"},
            {"number": 9, "do": "set", "kind": "itt"},
        ):
            assert "only days to come can be changed" in self.say(tour, 422, **fields)
        assert named(tour) == ["Stage 1", "Stage 2", "Stage 3", "Stage 4"]

    @pytest.mark.parametrize(
        ("label", "text"),
        [
            ("1", "Two stages are called 1"),
            ("3 a", "cannot name a stage"),
            ("x" * 60, "cannot name a stage"),
        ],
    )
    def test_a_name_that_cannot_be_is_refused(self, tour, label, text):
        assert text in self.say(tour, 422, number=2, kind="road", label=label, do="set")
        assert named(tour) == ["Stage 1", "Stage 2", "Stage 3", "Stage 4"]

    def test_a_stage_is_not_made_a_rest_day(self, tour):
        assert "A stage is a road stage or a time trial." in self.say(
            tour, 422, number=2, kind="rest", do="set"
        )

    def test_nobody_else_says_so(self, tour):
        assert (
            Client()
            .post(reverse("tours:days", args=[tour.slug]), {"number": 2, "do": "rest"})
            .status_code
            == 302
        )
        assert tour.stages.count() == 4


@pytest.mark.django_db
class TestInTheWizard:
    @pytest.fixture
    def client(self):
        a_full_roster()
        client = Client()
        client.force_login(a_user(), backend=BACKEND)
        self.step = client.post("/tours/new/cycling_party/").url
        fields = {
            "name": "Days",
            "players": 2,
            "riders": 5,
            "stage_count": 4,
            "character": "flat",
            "do": "continue",
        }
        self.points = client.post(self.step, fields).url
        return client

    def draft(self):
        from tourmanager.tabletop.cycling_party.set_up.wizard.draft import read

        return read(Draft.objects.get())

    def to_stages(self, client: Client) -> str:
        return client.post(self.points, {"do": "continue"}).url

    def test_another_scheme_is_chosen_with_its_points(self, client):
        page = client.get(self.points).content.decode()
        assert "Scored by <strong>Cycling Party Master</strong>" in page
        client.post(self.points, {"do": "use", "shipped": "flamme_rouge_grand_tour"})
        assert self.draft().scale == {"stage": [3, 2, 1], "individual": [3, 2, 1]}
        client.post(self.points, {"do": "use", "shipped": "nonsense"})
        assert self.draft().scheme == "flamme_rouge_grand_tour"
        client.post(self.points, {"do": "add-stage", "stage": ["3", "2", "1"]})
        assert self.draft().scale["stage"] == [3, 2, 1, 1]
        client.post(self.points, {"do": "use", "shipped": "uci_stage_race"})
        assert "gives the players no points" in client.get(self.points).content.decode()
        assert self.to_stages(client).endswith("/stages/")

    def test_a_rest_day_a_time_trial_and_half_stages_are_planned(self, client):
        stages = self.to_stages(client)
        client.post(stages, {"do": "rest-2"})
        assert [plan.kind for plan in self.draft().plans] == [
            "road",
            "road",
            "rest",
            "road",
            "road",
        ]
        client.post(stages, {"do": "close", "opened": "4", "kind": "itt", "label": "3a"})
        client.post(stages, {"do": "close", "opened": "5", "label": "3b"})
        assert titles(self.draft().plans) == [
            "Stage 1",
            "Stage 2",
            "Rest day",
            "Stage 3a",
            "Stage 3b",
        ]
        page = " ".join(client.get(stages).content.decode().split())
        assert "4 stages, 1 rest day" in page
        assert "individual time trial" in page
        client.post(stages, {"do": "down-3"})
        assert titles(self.draft().plans)[3] == "Rest day"
        client.post(stages, {"do": "race-4"})
        assert len(self.draft().plans) == 4

    def test_two_stages_of_one_name_stop_there(self, client):
        stages = self.to_stages(client)
        client.post(stages, {"do": "close", "opened": "2", "label": "1"})
        answer = client.post(stages, {"do": "continue"})
        assert answer.status_code == 422
        assert "Two stages are called 1" in answer.content.decode()

    def test_rest_days_stay_when_the_stages_are_proposed_anew(self, client):
        stages = self.to_stages(client)
        client.post(stages, {"do": "rest-2"})
        client.post(stages, {"do": "propose-all"})
        assert [plan.kind for plan in self.draft().plans] == [
            "road",
            "road",
            "rest",
            "road",
            "road",
        ]
        client.post(stages, {"do": "undo"})
        assert [plan.kind for plan in self.draft().plans] == [
            "road",
            "road",
            "rest",
            "road",
            "road",
        ]
        client.post(
            self.step,
            {
                "name": "Days",
                "players": 2,
                "riders": 5,
                "stage_count": 3,
                "character": "flat",
                "do": "continue",
            },
        )
        assert [plan.kind for plan in self.draft().plans] == ["road", "road", "rest", "road"]


@pytest.mark.django_db
def test_a_changed_scheme_is_run_again():
    tour = a_tour(stages=2)
    tour.rules["classifications"][1]["name"] = "Climbers"
    tour.save()
    assert plan_of(tour).rules["classifications"][1]["name"] == "Climbers"
    assert plan_of(a_tour(stages=2)).rules is None
    again = plan_of(tour)
    again.name = "Again"
    assert create(again, by=None, at=NOW).rules == tour.rules


@pytest.mark.django_db
def test_whether_a_second_director_has_to_confirm_is_a_switch():
    director = a_user()
    tour, client = a_tour(by=director, stages=2), Client()
    client.force_login(director, backend=BACKEND)
    address = reverse("tours:settings", args=[tour.slug])
    assert "official when one of its directors says so" in client.get(address).content.decode()
    client.post(address, {"do": "second-person", "second_person": "1"})
    assert Tour.objects.get(pk=tour.pk).second_person
    assert "Nobody else directs this tour yet" in client.get(address).content.decode()
    client.post(address, {"do": "second-person", "second_person": "0"})
    assert not Tour.objects.get(pk=tour.pk).second_person
    assert Stage.objects.filter(tour=tour).count() == 2
