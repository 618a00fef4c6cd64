"""Awards of a stage: imported, given by hand, taken back, shown, carried in files, and paying
points where the scheme says so.
"""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse

from tests.factory import NOW, a_tour, a_user
from tests.hostile import BACKEND
from tests.race import a_raced_tour, active_stage, tap
from tests.results.road import a_frame, a_log
from tests.tabletop.race.incoming.files import a_table
from tests.tabletop.race.incoming.test_accepting import accept, bring
from tourmanager.classifications.reading import read_race as read_race
from tourmanager.results.files.transfer import export, import_tour
from tourmanager.results.log.reading import ended_of, field_of, read_stage, standings_of
from tourmanager.results.log.recording import EntryRefused
from tourmanager.results.publishing.verify import verify
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.words import say
from tourmanager.scoring.bounds import Bounds
from tourmanager.scoring.field import Field
from tourmanager.scoring.points import Payment, payments_of
from tourmanager.scoring.remaining import TourProgress
from tourmanager.scoring.result import Arrival, Passage, StageResult, Starter
from tourmanager.scoring.scheme import dump_scheme, scheme
from tourmanager.scoring.scheme import read_scheme as read_scheme
from tourmanager.scoring.virtual import Running
from tourmanager.tabletop.race.incoming.planning.import_plan import ImportStart
from tourmanager.tabletop.race.incoming.planning.make_plan import plan
from tourmanager.web import labels

FILES = (
    (
        "stage-1.csv",
        "place,rider,team,time\n1,Ana Sol,Red,3:00:00\n2,Bea Luz,Blue,+5\n3,Cleo Mar,Blue,+5\n",
    ),
    (
        "stage-2.csv",
        "place,rider,team,time\n1,Bea Luz,Blue,4:00:00\n2,Ana Sol,Red,+5\n3,Cleo Mar,Blue,+5\n",
    ),
    ("combativity.csv", "stage,rider\n1,Cleo Mar\n2,Ana Sol\n"),
)
FIGHTING = {
    "key": "combativity",
    "name": "Combativity",
    "by": "points",
    "lines": {"combativity": [3]},
}


def with_combativity():
    rules = dump_scheme(scheme("uci_stage_race"))
    rules["categories"]["combativity"] = "most combative rider"
    rules["classifications"].append(FIGHTING)
    return read_scheme(rules)


@pytest.fixture
def dora(db):
    return a_user("dora")


@pytest.fixture
def race(dora):
    return accept(bring(*FILES, by=dora, name="Short"), dora)


def by_name(tour):
    return {rider.name: code for code, rider in field_of(tour).riders.items()}


# -- the log


def test_an_award_is_given_once_and_taken_back():
    sheet = a_log(a_frame("a1 a2 b1", "is"), []).sheet
    sheet.apply(e.Award("Combativity", "a1"))
    with pytest.raises(EntryRefused, match="has that award already"):
        sheet.apply(e.Award("combativity", "a1"))
    sheet.apply(e.Award("Combativity", "b1"))
    assert sheet.result().awards == {"Combativity": ("a1", "b1")}
    sheet.apply(e.Award("Combativity", "a1", given=False))
    assert sheet.result().awards == {"Combativity": ("b1",)}
    with pytest.raises(EntryRefused, match="does not have that award"):
        sheet.apply(e.Award("Combativity", "a1", given=False))
    with pytest.raises(EntryRefused, match="no rider z9"):
        sheet.apply(e.Award("Combativity", "z9"))


@pytest.mark.parametrize(
    "body", ['{"do":"award","name":"","rider":"a1"}', '{"do":"award","name":"x","rider":"A"}']
)
def test_what_is_no_award_cannot_be_read(body):
    with pytest.raises(e.Unreadable):
        e.read(body)


# -- from files


def test_awards_are_imported_and_carried_in_the_file_of_the_tour(race):
    assert [result.awards for result in ended_of(race).results] == [
        {"Combativity": (by_name(race)["Cleo Mar"],)},
        {"Combativity": (by_name(race)["Ana Sol"],)},
    ]
    file = export(race)
    race.name = "Older"
    race.save()
    copy = import_tour(file, by=None, at=NOW)
    assert [result.awards for result in ended_of(copy).results] == [
        result.awards for result in ended_of(race).results
    ]
    assert verify(copy).problems == []


def test_awards_of_any_name_come_from_a_column_of_their_own(dora):
    awards = "stage,rider,award\n1,Cleo Mar,Best climber\n1,Ana Sol,Most elegant\n"
    race = accept(bring(*FILES[:2], ("awards.csv", awards), by=dora, name="Short"), dora)
    riders = by_name(race)
    assert ended_of(race).results[0].awards == {
        "Best climber": (riders["Cleo Mar"],),
        "Most elegant": (riders["Ana Sol"],),
    }


def test_a_table_without_awards_leaves_them(race, dora):
    accept(
        bring(
            ("stage-1.csv", "place,rider,time\n1,Ana Sol,3:00:01\n2,Bea Luz,+5\n3,Cleo Mar,+5\n"),
            by=dora,
            tour=race,
        ),
        dora,
    )
    assert ended_of(race).results[0].awards == {"Combativity": (by_name(race)["Cleo Mar"],)}


def test_exports_say_the_awards(race):
    out = StringIO()
    call_command("standings", race.slug, "--json", stdout=out)
    assert json.loads(out.getvalue())["stages"][0]["awards"] == {
        "Combativity": [by_name(race)["Cleo Mar"]]
    }


def test_a_scheme_may_have_a_classification_of_awards(race):
    race.rules = dump_scheme(with_combativity())
    race.save()
    field = field_of(race)
    rows = standings_of(field, ended_of(race).results)[-1].classifications["combativity"].rows
    assert {(field.riders[row.who].name, row.rank, row.figure) for row in rows} == {
        ("Ana Sol", 1, 3),
        ("Cleo Mar", 1, 3),
    }
    parts = (
        standings_of(field, ended_of(race).results)[-1]
        .classifications["combativity"]
        .parts(by_name(race)["Ana Sol"])
    )
    assert [labels.part(part, field.scheme) for part in parts] == ["Stage 2, Combativity: 1st"]


def test_an_award_to_come_can_still_be_won():
    rules = with_combativity()
    starters = (Starter("a1", "a"), Starter("b1", "b"))
    arrivals = (Arrival("a1", 100), Arrival("b1", 105))
    ended = StageResult(1, "flat", (), arrivals, awards={"Combativity": ("a1",)})
    to_come = Running(StageResult(2, "flat", (), (), on_road=("a1", "b1")))
    situation = TourProgress([ended], None, [to_come], starters, rules)
    worth = [event.worth for event in situation.events(rules.by_key["combativity"])]
    assert worth == [(3,)]
    assert Bounds(situation).of("combativity")["b1"].rank == 1


# -- by hand


def client_of(client, user):
    client.force_login(user, backend=BACKEND)
    return client


def send(client, tour, number, who, **data):
    address = (
        reverse("results:jury_rider", args=[tour.slug, number, who])
        if who
        else reverse("results:jury", args=[tour.slug, number])
    )
    base = read_stage(tour.stages.get(number=number)).log.last_seq
    return client.post(address, {"token": "t1", "client": "jury-1", "base": base} | data)


@pytest.mark.django_db
def test_the_jury_gives_an_award_and_takes_it_back(client):
    dora = a_user("dora")
    tour = a_tour(by=dora)
    client_of(client, dora)
    for _ in range(2):  # a double tap
        assert send(client, tour, 1, "a1", do="award", name=" Combativity ").status_code == 302
    assert read_stage(active_stage(tour)).log.sheet.jury.awards == {"Combativity": ["a1"]}
    again = send(client, tour, 1, "a1", do="award", name="Combativity", token="t2")
    assert again.status_code == 422
    assert "has that award already" in again.content.decode()
    page = client.get(reverse("results:jury", args=[tour.slug, 1])).content.decode()
    assert "Take back" in page
    assert (
        send(
            client, tour, 1, "", do="award_back", name="Combativity", rider="a1", token="t3"
        ).status_code
        == 302
    )
    assert read_stage(active_stage(tour)).log.sheet.jury.awards == {}


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["", "x" * 41, "a\u202eb", "a\0b"])
def test_what_is_no_name_of_an_award_is_refused(client, name):
    dora = a_user("dora")
    tour = a_tour(by=dora)
    assert send(client_of(client, dora), tour, 1, "a1", do="award", name=name).status_code in (
        400,
        422,
    )


@pytest.mark.django_db
def test_an_award_of_an_ended_stage_is_shown_on_its_pages(client, race, dora):
    client_of(client, dora)
    code = by_name(race)["Bea Luz"]
    preview = send(client, race, 1, code, do="award", name="Best teammate")
    assert "Bea Luz: Best teammate" in preview.content.decode()
    for address in (
        reverse("results:stage", args=[race.slug, 1]),
        f"/tours/{race.slug}/classifications/stage/?stage=1",
    ):
        page = client.get(address)
        assert page.status_code == 200
        assert "Combativity" in page.content.decode()


@pytest.mark.django_db
def test_a_game_shows_its_awards(client):
    dora = a_user("dora")
    tour = a_tour(by=dora)
    tap(active_stage(tour), e.Award("Combativity", "a1"))
    client_of(client, a_user("otto"))
    assert (
        "Combativity" in client.get(reverse("results:stage", args=[tour.slug, 1])).content.decode()
    )


# -- points of a file belong to one classification


def test_a_second_classification_over_the_same_sprints_has_its_own_points():
    rules = dump_scheme(scheme("uci_stage_race"))
    rules["classifications"].append(
        {"key": "sprinters", "name": "Sprinters", "by": "points", "lines": {"is": [12, 8, 6]}}
    )
    start = ImportStart(read_scheme(rules))
    texts = (
        "stage-1.csv: rider,team,time | Ana Sol,Red,3:00:00 | Bea Luz,Blue,+5",
        "sprints.csv: line,place,rider,points | Mill,1,Ana Sol,25 | Mill,2,Bea Luz,21",
    )
    todo = plan([a_table(text) for text in texts], start, {"points-sprints": "regularity"})
    line = todo.stages[0].results.lines[0]
    passage = Passage(
        line.key, line.label, line.category, line.riders, line.paid, line.classification
    )
    assert _paid(start.scheme, passage, "regularity") == [25, 21]
    assert _paid(start.scheme, passage, "sprinters") == [12, 8]


def _paid(rules, passage, key):
    field = Field([Starter("r1", "r"), Starter("b1", "b")], rules)
    result = StageResult(1, "flat", (passage,), (Arrival("r1", 100), Arrival("b1", 105)))
    paid: list[Payment] = [
        payment
        for payment in payments_of(field.count(result), rules.by_key[key], rules, field)
        if payment.line
    ]
    return [payment.amount for payment in paid]


# -- names


@pytest.mark.django_db
def test_a_correction_of_a_race_speaks_of_names(client, race, dora):
    """Its teams have long names, and their short ones would say nothing."""
    race.teams.filter(name="Blue").update(
        name="Canyon Primary Cycling Party Team", short_name="CPCT"
    )
    client_of(client, dora)
    code = by_name(race)["Bea Luz"]
    preview = send(
        client, race, 1, code, do="penalise", amount=20, kind="seconds", reason="feeding"
    ).content.decode()
    assert "Bea Luz: penalty of 20 s, feeding" in preview
    assert "CPCT 1" not in preview
    assert (
        say(e.Status(code, "otl"), read_stage(race.stages.get(number=1)).frame)
        == "Bea Luz: outside the time limit"
    )


@pytest.mark.django_db
def test_a_game_goes_on_speaking_of_teams_and_numbers():
    tour = a_raced_tour()
    assert read_race(tour).field.names["a1"] == "Azure 1"
