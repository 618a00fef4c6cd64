"""A race as a file: it comes back with the same standings, or is refused in words; and a race raced
again from its first stage.
"""

import json
import re
from datetime import UTC, datetime
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.factory import NOW, a_user
from tests.race import tap
from tests.results.test_transfer import spoiled
from tests.tabletop.race.incoming.files import RACE, REAL
from tourmanager.results.files.tour_file import LARGEST, TourFileRefused, read, write
from tourmanager.results.files.transfer import export, import_tour, to_tour_file
from tourmanager.results.log.reading import read_stage
from tourmanager.results.models import Entry, Standing
from tourmanager.results.publishing.verify import verify
from tourmanager.results.sheet import entries as e
from tourmanager.tabletop.race.set_up import races
from tourmanager.tabletop.race.set_up.races import RacePlan, RaceRider, RaceStage, RaceTeam
from tourmanager.tours.models import Tour

pytestmark = pytest.mark.django_db
LATER = datetime(2026, 8, 1, 9, 0, tzinfo=UTC)


@pytest.fixture
def race() -> Tour:
    """The invented race with what happens to one: rules changed, stages official, a correction that
    is open, by link only.
    """
    call_command("race_import", str(RACE), name="Three Lakes", stdout=StringIO())
    tour = Tour.objects.get(name="Three Lakes")
    tour.rules["classifications"][1]["name"] = "Green"
    tour.second_person, tour.listed = True, False
    tour.save()
    tour.teams.filter(seat=1).update(short_name="LAC", colour="#123456", manager="Zoë")
    first, second = tour.stages.filter(number__lte=2)
    tap(first, e.Official(ask=True), by=a_user("dora"))
    seq = read_stage(first).log.last_seq
    tap(first, e.Confirm(seq), by=a_user("rosa"))
    tap(second, e.Reopen())
    tap(second, e.Penalise("e2", 20, reason="feeding"))
    return Tour.objects.get(pk=tour.pk)


@pytest.fixture
def race_file(request, db) -> bytes:
    """The file of that race; it is raced once for all tests that only need the file."""
    if not _race_file:
        tour = request.getfixturevalue("race")
        _race_file.append(export(tour))
        tour.delete()
    return _race_file[0]


_race_file: list[bytes] = []


def printed(tour: Tour) -> Any:
    """The standings after every stage, as the command gives them to programs; without the tour's
    own name.
    """
    found = []
    for stage in tour.stages.filter(state="ended"):
        out = StringIO()
        call_command("standings", tour.slug, stage=stage.number, json=True, stdout=out)
        said = json.loads(out.getvalue().replace(tour.slug, "").replace(tour.name, ""))
        for published in (said["published"], *(each["published"] for each in said["stages"])):
            (published or {}).pop("source", None)  # whether a file says so
        found.append(said)
    return found


def facts(tour: Tour) -> bytes:
    """The whole file, but for the name and the moment."""
    file = to_tour_file(Tour.objects.get(pk=tour.pk))
    file.exported_at, file.imports = LATER, []
    return write(file).replace(json.dumps(tour.name, ensure_ascii=False).encode(), b'""')


def brought(tour: Tour) -> Tour:
    return import_tour(export(tour), by=None, at=LATER, name="Copy")


class TestRoundTrip:
    def test_a_race_comes_back_as_it_went(self, race):
        copy = brought(race)
        assert facts(copy) == facts(race)
        assert printed(copy) == printed(race)
        assert (copy.game, copy.rules, copy.second_person, copy.listed) == (
            "race",
            race.rules,
            True,
            False,
        )
        assert verify(copy).problems == []

    def test_its_start_list_and_stages_come_back(self, race):
        copy = brought(race)
        for rows, of in (
            ("teams", ("seat", "letter", "name", "short_name", "colour", "pattern", "manager")),
            ("stages", STAGE),
        ):
            assert list(getattr(copy, rows).values(*of)) == list(getattr(race, rows).values(*of))
        riders = [
            list(tour.teams.values("letter", "riders__number", "riders__name", "riders__marks"))
            for tour in (race, copy)
        ]
        assert riders[0] == riders[1]

    def test_the_file_says_its_game(self, race):
        assert json.loads(export(race))["game"] == "race"

    @pytest.mark.skipif(not REAL.is_dir(), reason="the folder with the real race is not here")
    def test_a_real_race_comes_back_with_the_same_standings(self):
        call_command("race_import", str(REAL), name="Real", stdout=StringIO())
        race = Tour.objects.get(name="Real")
        copy = brought(race)
        assert printed(copy) == printed(race)
        assert verify(copy).problems == []

    def test_24_teams_of_8_over_21_stages_with_corrections_fit(self):
        race = a_long_race()
        content = export(race)
        assert len(content) * 10 < LARGEST
        assert facts(brought(race)) == facts(race)

    def test_codes_of_two_letters_are_those_of_the_log(self):
        race = a_race(teams=30)
        swapped = list(race.teams.filter(seat__lte=2))
        for team, letter in (
            (swapped[0], "0"),
            (swapped[1], swapped[0].letter),
            (swapped[0], swapped[1].letter),
        ):
            race.teams.filter(pk=team.pk).update(letter=letter)
        tap(race.stages.get(number=1), e.Status(f"{swapped[1].letter}1", "dns"))
        copy = brought(race)
        assert list(copy.teams.values_list("name", "letter")) == list(
            race.teams.values_list("name", "letter")
        )
        assert facts(copy) == facts(race)


STAGE = (
    "number",
    "type",
    "kind",
    "label",
    "length",
    "state",
    "reopened",
    "ended_at",
    "approval",
    "approved_at",
)


def a_race(teams: int = 3, riders: int = 2, stages: int = 2) -> Tour:
    plan = RacePlan(
        "Long Way",
        tuple(RaceStage(type="high") for _ in range(stages)),
        tuple(
            RaceTeam(
                f"{chr(65 + team % 26)}team {team}",
                tuple(
                    RaceRider(number, f"Rider {team} {number}") for number in range(1, riders + 1)
                ),
            )
            for team in range(teams)
        ),
    )
    return races.create(plan, by=None, at=NOW)


def a_long_race() -> Tour:
    """24 teams of 8 over 21 stages; the results of the first stage corrected twice. Written as
    recording would have.
    """
    race = a_race(24, 8, 21)
    codes = [
        f"{team.letter}{rider.number}"
        for team in race.teams.order_by("seat")
        for rider in team.riders.all()
    ]
    data = json.loads(export(race))
    lines = [
        {
            "key": f"p{n}",
            "label": f"Pass {n}",
            "category": "first",
            "riders": codes[:20],
            "paid": [20 - at for at in range(20)],
        }
        for n in range(1, 7)
    ]
    for stage in range(1, 22):
        for seq in range(1, 9 if stage == 1 else 3):
            arrivals = [
                {"rider": code, "seconds": 18000 + at + seq, "bonus": 1}
                for at, code in enumerate(codes)
            ]
            results = {"do": "results", "arrivals": arrivals, "lines": lines, "source": "stage.csv"}
            body = (results, {"do": "end"}, {"do": "reopen"})[(seq - 1) % 3]
            data["log"].append(
                {
                    "stage": stage,
                    "seq": seq,
                    "token": f"t{seq}",
                    "at": NOW.isoformat(),
                    "body": body,
                }
            )
    for entry in data["log"]:
        if entry["body"]["do"] == "end":
            entry["body"]["accepted"] = ["TIME_ORDER_WARNING", "POINTS_WARNING"]
    for stage in data["stages"]:
        stage["state"] = "ended"
    data["state"] = "finished"
    data["plan"]["name"] = "Longer Way"
    return import_tour(json.dumps(data).encode(), by=None, at=NOW)


def in_team(**changes: Any) -> Any:
    return lambda data: data["plan"]["teams"][0].update(changes)


def in_stage(place: int = 0, **changes: Any) -> Any:
    return lambda data: data["plan"]["stages"][place].update(changes)


def results(**changes: Any) -> Any:
    return lambda data: data["log"][0]["body"].update(changes)


def in_plan(**changes: Any) -> Any:
    return lambda data: data["plan"].update(changes)


FORGERIES = {
    "a code too large": (lambda data: data.update(letters=["abc", "r", "s", "t"]), "letters"),
    "a code twice": (lambda data: data.update(letters=["r", "r", "s", "t"]), "letter of its own"),
    "a code too few": (lambda data: data["letters"].pop(), "letter of its own"),
    "a rider's number too large": (results(statuses={"e100": "dnf"}), "entry 1 of the log"),
    "an unknown team": (results(statuses={"z1": "dnf"}), "There is no rider z1"),
    "an unknown team that is fined": (
        results(penalties=[{"do": "penalise", "who": "z", "amount": 5, "unit": "team_seconds"}]),
        "z",
    ),
    "an unknown rider at a line": (
        results(lines=[{"key": "p1", "label": "P", "category": "hc", "riders": ["z1"]}]),
        "no rider z1",
    ),
    "a rider there twice": (results(arrivals=[{"rider": "e1"}, {"rider": "e1"}]), "is there twice"),
    "points without end": (results(finish_paid={"points": {"e1": 10**30}}), "entry 1 of the log"),
    "a NUL in a source": (results(source="\0"), "cannot be written"),
    "a foreign kind": (in_stage(kind="tandem"), "kind or a type"),
    "a foreign type": (in_stage(type="cobbles"), "kind or a type"),
    "a race that begins with a rest": (in_stage(kind="rest"), "not with a rest day"),
    "a label that is code": (in_stage(label="<b>"), "cannot name a stage"),
    "two stages of one name": (in_stage(1, label="1"), "Two stages are called 1"),
    "no stages": (in_plan(stages=[]), "1 to 50 stages"),
    "stages without end": (
        lambda data: data["plan"].update(stages=data["plan"]["stages"] * 20),
        "1 to 50 stages",
    ),
    "no teams": (
        lambda data: (data["plan"].update(teams=[]), data.update(letters=[])),
        "1 to 99 teams",
    ),
    "a team of nobody": (in_team(riders=[]), "The riders need numbers"),
    "a team there twice": (in_team(name="rossa CORSE"), "is there twice"),
    "a name without end": (in_team(name="x" * 99), "too long"),
    "half a letter in a name": (in_team(name="Lac\x07"), "cannot be written"),
    "a short name without end": (in_team(short_name="LONGER"), "too long"),
    "a colour that is code": (in_team(colour="url(x)"), "colour"),
    "a pattern there is not": (in_team(pattern="zebra"), "pattern"),
    "a mark that cannot be written": (
        lambda data: data["plan"]["teams"][0]["riders"][0].update(marks=["\0"]),
        "mark of a rider",
    ),
    "a scheme there is not": (in_plan(scheme="x" * 99), "no scoring scheme"),
    "rules that are none": (in_plan(rules={"name": 3}), "name"),
    "a stage made official by itself": (
        lambda data: data["stages"][3].update(approval="official"),
        "calls official",
    ),
    "a race that calls itself a tour": (
        lambda data: data.update(game="cycling_party"),
        "The file was changed",
    ),
}


@pytest.mark.parametrize(("forge", "said"), FORGERIES.values(), ids=FORGERIES)
def test_a_race_changed_by_hand_is_refused(race_file, forge, said):
    data = json.loads(race_file)
    data["plan"]["name"] = "Forged"
    forge(data)
    before = (Tour.objects.count(), Entry.objects.count(), Standing.objects.count())
    with pytest.raises(TourFileRefused) as error:
        import_tour(json.dumps(data).encode(), by=None, at=LATER)
    assert said in str(error.value)
    assert not re.search(r"[`$]|Traceback|msgspec|Error\b|None", str(error.value))
    assert before == (Tour.objects.count(), Entry.objects.count(), Standing.objects.count())


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None
)
@given(data=st.data())
def test_whatever_is_changed_in_a_race_it_is_refused_in_words_or_makes_a_sound_race(
    race_file, data
):
    spoiled(race_file, data)


def test_results_undone_and_done_again_without_end_are_refused():
    """Each undo has everything before it read anew, and a table of results is long."""
    race = a_race(24, 8, 1)
    codes = [
        f"{team.letter}{rider.number}"
        for team in race.teams.order_by("seat")
        for rider in team.riders.all()
    ]
    table = {"do": "results", "statuses": {}, "arrivals": [{"rider": code} for code in codes]}
    bodies = [table] * 60 + [{"do": ("undo", "redo")[n % 2], "seq": 1} for n in range(600)]
    data = json.loads(export(race))
    data["plan"]["name"] = "Forged"
    data["log"] = [
        {"stage": 1, "seq": seq, "token": f"t{seq}", "at": NOW.isoformat(), "body": body}
        for seq, body in enumerate(bodies, 1)
    ]
    with pytest.raises(TourFileRefused, match="so much was undone"):
        import_tour(json.dumps(data).encode(), by=None, at=LATER)


class TestOnPages:
    def test_a_director_takes_a_race_out_and_a_command_brings_it_back(self, client, race, tmp_path):
        director = a_user("zoe")
        race.directors.add(director, through_defaults={"added_at": NOW})
        client.force_login(director)
        page = client.get(reverse("tours:settings", args=[race.slug])).content.decode()
        assert reverse("results:export", args=[race.slug]) in page
        file = tmp_path / "race.json"
        file.write_bytes(client.get(reverse("results:export", args=[race.slug])).content)
        assert read(file.read_bytes()).game == "race"
        call_command("tour_import", str(file), name="Home", stdout=StringIO())
        assert printed(Tour.objects.get(name="Home")) == printed(race)

    def test_a_duplicate_is_the_same_start_list_with_nothing_raced(self, client, race):
        zoe = a_user("zoe")
        client.force_login(zoe)
        answer = client.post(reverse("tours:duplicate", args=[race.slug]))
        copy = Tour.objects.get(name="Three Lakes (2)")
        assert answer["Location"] == copy.get_absolute_url()
        assert races.plan_of(copy) == races.RacePlan(
            "Three Lakes (2)",
            *(
                getattr(races.plan_of(race), name)
                for name in ("stages", "teams", "scheme", "rules", "second_person")
            ),
        )
        assert not Entry.objects.filter(stage__tour=copy).exists()
        assert [stage.state for stage in copy.stages.all()] == [
            "active",
            "pending",
            "pending",
            "pending",
            "pending",
        ]
        assert (list(copy.directors.all()), copy.listed) == ([zoe], False)
        assert client.get(copy.get_absolute_url(), follow=True).status_code == 200

    def test_a_race_that_cannot_be_made_again_says_why(self, client, race):
        race.stages.filter(number=1).update(label="3a")
        client.force_login(a_user("zoe"))
        answer = client.post(reverse("tours:duplicate", args=[race.slug]), follow=True)
        assert "Two stages are called 3a" in answer.content.decode()
        assert Tour.objects.count() == 1
