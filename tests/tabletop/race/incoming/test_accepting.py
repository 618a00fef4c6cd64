"""Files become a race, or results of a tour that is here: all through recording, all or nothing,
once.
"""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.factory import NOW, a_tour, a_user
from tests.race import log_stage
from tests.scoring.race import tie_words
from tests.tabletop.race.incoming.files import RACE, REAL, of_race
from tourmanager.results.log.reading import ended_of, field_of, read_stage, standings_of
from tourmanager.results.log.recording import EntryRefused, record
from tourmanager.results.models import Entry
from tourmanager.results.publishing.verify import verify
from tourmanager.results.sheet import entries as e
from tourmanager.tabletop.race.incoming import accept_import, read_uploads
from tourmanager.tabletop.race.incoming.compare_official import compare
from tourmanager.tabletop.race.models import ResultImport
from tourmanager.tours.models import Tour

pytestmark = pytest.mark.django_db


def bring(*contents, by, **fields):
    """Files kept for their dry run."""
    read = read_uploads.read_files(
        [(name, text.encode() if isinstance(text, str) else text) for name, text in contents]
    )
    return accept_import.store_upload(read, owner=by, at=NOW, **fields)


def accept(incoming, by, **more):
    return accept_import.import_files(
        incoming,
        seal=accept_import.make_plan(incoming).seal,
        leave_out=more.get("leave_out", False),
        by=by,
        at=NOW,
    )[0]


@pytest.fixture
def dora():
    return a_user("dora")


@pytest.fixture
def race(dora):
    return accept(bring(*of_race(), by=dora, name="Three Lakes"), dora)


def test_a_past_race_is_entered_from_its_files(race, dora):
    assert (race.game, race.scheme, race.is_finished) == ("race", "uci_stage_race", True)
    assert [str(stage) for stage in race.stages.all()] == [
        "Stage 1",
        "Stage 2",
        "Stage 3a",
        "Stage 3b",
        "Stage 4",
    ]
    assert [stage.kind for stage in race.stages.all()] == ["itt", "ttt", "road", "road", "road"]
    assert race.teams.count() == 4
    assert list(race.directors.all()) == [dora]
    assert [team.name for team in race.teams.all()] == [
        "Équipe Lac Bleu",
        "Rossa Corse",
        "Skylark Racing",
        "Team 4U",
    ]
    assert [rider.name for rider in race.teams.get(letter="e").riders.all()][:3] == [
        "Quintela Ana",
        "Holm Birte",
        "O'Dowd Claire",
    ]


def test_it_agrees_with_its_official_tables(race):
    for table in compare(race, RACE):
        assert table.wrong == []
        assert table.counts
        assert all(right == of for right, of in table.counts.values())


def test_each_stage_is_one_entry_of_results_and_its_end(race):
    said = [
        [e.load(entry.body) for entry in stage.entries.order_by("seq")]
        for stage in race.stages.all()
    ]
    assert all([type(body) for body in bodies] == [e.Results, e.End] for bodies in said)
    assert [bodies[0].source for bodies in said][:2] == ["etape-1-clm.csv", "stage 2.csv"]


def test_what_is_logged_proves_what_is_shown(race):
    assert verify(race).problems == []


def test_marks_come_from_the_list_of_riders(race):
    marked = [code for code, rider in field_of(race).riders.items() if rider.marks == ["youth"]]
    assert marked == ["e2", "s2", "t3"]


def test_accepting_twice_makes_one_race(dora):
    incoming = bring(*of_race(), by=dora, name="Three Lakes")
    first = accept(incoming, dora)
    again, done = accept_import.import_files(
        incoming, seal="whatever", leave_out=False, by=dora, at=NOW
    )
    assert (again, done) == (first, None)
    assert Tour.objects.count() == 1


def test_wrong_rows_are_left_out_only_when_that_is_accepted(dora):
    incoming = bring(
        ("t.csv", "rider,team,time\nAna,Red,1:00:00\nBea,Blue,oops\n"), by=dora, name="Short"
    )
    with pytest.raises(accept_import.ResultRowsWrong):
        accept(incoming, dora)
    assert not Tour.objects.exists()
    tour = accept(incoming, dora, leave_out=True)
    assert [result.statuses for result in ended_of(tour).results] == [{}]
    assert [rider.name for rider in field_of(tour).riders.values()] == ["Ana"]


def test_nothing_half_is_written(dora, monkeypatch):
    """When the third stage cannot be recorded, there is no race of two stages."""
    calls = []

    def refuse_the_fifth(**fields):
        calls.append(fields)
        if len(calls) == 5:
            raise EntryRefused("The pen broke.")
        return record(**fields)

    monkeypatch.setattr(accept_import, "record", refuse_the_fifth)
    incoming = bring(*of_race(), by=dora, name="Half")
    with pytest.raises(EntryRefused):
        accept(incoming, dora)
    assert (Tour.objects.count(), Entry.objects.count()) == (0, 0)
    incoming.refresh_from_db()
    assert incoming.done_at is None


def test_a_name_that_grows_in_capitals_is_stored_as_it_was_read(dora):
    """`ß` becomes two letters in capitals; the dry run finds nothing, and nothing refuses it."""
    name = "ßA " * 26 + "AB"
    text = f"rider,team,time\nAna Sol,{name},1:00:00\n"
    incoming = bring(("stage-1.csv", text), by=dora, name="Capitals")
    assert [team.name for team in accept(incoming, dora).teams.all()] == [name]


def test_stages_without_anybody_cannot_be_imported(dora):
    incoming = bring(
        ("t.csv", "stage,rider,team,time\n1,Ana,Red,100\n2,Bea,Blue,100\n"), by=dora, name="Half"
    )
    assert accept_import.make_plan(incoming).obstacles == [
        "Stage 2 has no table of results: nobody arrives."
    ]
    with pytest.raises(accept_import.NotPossible):
        accept(incoming, dora, leave_out=True)


def test_a_tour_that_changed_meanwhile_is_shown_again(dora):
    tour = a_tour(by=dora)
    incoming = bring(("t.csv", "number,time\na1,100\n"), by=dora, tour=tour)
    seal = accept_import.make_plan(incoming).seal
    log_stage(tour, "a1 0:10")
    with pytest.raises(accept_import.ImportPlanChanged):
        accept_import.import_files(incoming, seal=seal, leave_out=True, by=dora, at=NOW)


def test_a_stage_that_has_ended_is_corrected(race, dora):
    """Of stage 4 the jury changed two places: the new table takes the place of the old one, and all
    after it is reckoned anew.
    """
    before = ended_of(race).results[4]
    rows = ["place,rider,time"]
    names = {code: rider.name for code, rider in field_of(race).riders.items()}
    order = [arrival.rider for arrival in before.arrivals]
    order[0], order[1] = order[1], order[0]
    rows += [
        f"{place},{names[code]},{14400 if place == 1 else '+2'}"
        for place, code in enumerate(order, 1)
    ]
    text = "\n".join([*rows, f"DNS,{names['t4']},"])
    accept(bring(("stage-4.csv", text), by=dora, tour=race), dora)
    after = ended_of(race).results[4]
    assert [arrival.rider for arrival in after.arrivals] == order
    assert after.passages == before.passages, "a table without points leaves those of before"
    assert [entry.body["do"] for entry in race.stages.get(number=5).entries.order_by("seq")] == [
        "results",
        "end",
        "reopen",
        "results",
        "end",
    ]
    assert verify(race).problems == []


def test_a_stage_at_the_table_takes_a_table_too(dora):
    """A Cycling Party tour: the lines of its course are filled, and the stage ends."""
    tour = a_tour(by=dora, stages=2)
    reading = read_stage(tour.stages.get(number=1))
    riders = reading.frame.riders
    times = "\n".join(["number,time", *(f"{code},{100 + at}" for at, code in enumerate(riders))])
    points = ["line,category,place,number,points"]
    for line in reading.frame.lines.values():
        kind = "sprint" if line.key[0] == "s" else line.category
        points += [
            f"{line.label},{kind},{at + 1},{riders[at]},{line.points[at]}"
            for at in range(reading.frame.places_needed(line))
        ]
    accept(bring(("times.csv", times), ("points.csv", "\n".join(points)), by=dora, tour=tour), dora)
    result = ended_of(tour).results[0]
    assert [arrival.seconds for arrival in result.arrivals] == [
        100 + at for at in range(len(riders))
    ]
    assert all(
        len(passage.riders) == reading.frame.places_needed(reading.frame.lines[passage.key])
        for passage in result.passages
    )
    tour.refresh_from_db()
    assert tour.stages.get(number=2).state == "active"


def test_a_table_that_does_not_complete_the_stage_leaves_it_open(dora):
    tour = a_tour(by=dora)
    incoming = bring(("times.csv", "number,time\na1,100\na2,110\n"), by=dora, tour=tour)
    todo = accept_import.make_plan(incoming)
    assert not todo.stages[0].ends
    accept(incoming, dora)
    assert tour.stages.get(number=1).state == "active"
    assert read_stage(tour.stages.get(number=1)).log.sheet.order == ["a1", "a2"]


def test_a_stage_that_has_not_begun_waits_for_the_one_before(dora):
    tour = a_tour(by=dora, stages=3)
    todo = accept_import.make_plan(
        bring(("stage-3.csv", "number,time\na1,100\n"), by=dora, tour=tour)
    )
    assert todo.obstacles == [
        "Stage 3 has not begun: Stage 1 has to be ended first, and no file has its results."
    ]


def test_of_each_user_only_the_last_files_wait(dora):
    bring(("a.csv", "rider,team,time\nAna,Red,1\n"), by=dora)
    kept = bring(("b.csv", "rider,team,time\nAna,Red,1\n"), by=dora)
    assert list(ResultImport.objects.all()) == [kept]


def test_the_command_says_count_by_count_what_agrees():
    out = StringIO()
    call_command("race_import", str(RACE), name="Three Lakes", stdout=out)
    assert "general classification after stage 4: 16 of 16 times, 16 of 16 ranks" in out.getvalue()
    assert "team classification of stage 2: 4 of 4 times, 4 of 4 ranks" in out.getvalue()
    assert "It has no director, so nobody can change it" in out.getvalue()
    with pytest.raises(CommandError, match="There is already a tour of this name"):
        call_command("race_import", str(RACE), name="three lakes", stdout=StringIO())


def test_the_command_lists_what_does_not_agree(tmp_path):
    text = (RACE / "gc_official.csv").read_text(encoding="utf-8").replace("4,1,", "4,2,", 1)
    (tmp_path / "gc_official.csv").write_text(text, encoding="utf-8")
    out = StringIO()
    with pytest.raises(CommandError, match="Not everything agrees"):
        call_command(
            "race_import",
            str(RACE),
            name="Three Lakes",
            official=tmp_path,
            dry_run=True,
            stdout=out,
        )
    assert "general classification after stage 4: 16 of 16 times, 15 of 16 ranks" in out.getvalue()
    assert ": rank 2 officially, here 1" in out.getvalue()
    assert not Tour.objects.exists()


@pytest.mark.skipif(not REAL.is_dir(), reason="the folder with the real race is not here")
def test_a_real_race_gives_the_real_answer(dora):
    """The Tour de France Femmes 2022: every time, every rank, every jersey."""
    files = [
        (file.name, file.read_bytes())
        for file in sorted(REAL.glob("*.csv"))
        if "official" not in file.name
    ]
    tour = accept(bring(*files, by=dora, name="Femmes 2022"), dora)
    found = compare(tour, REAL)
    assert [wrong for table in found for wrong in table.wrong] == []
    counts = {table.what: table.counts for table in found}
    assert counts["general classification after stage 8"] == {
        "times": (109, 109),
        "ranks": (109, 109),
    }
    assert counts["jerseys"] == {"wearers": (32, 32)}
    teams = [counts[f"team classification of stage {stage}"] for stage in range(1, 9)]
    assert [each["ranks"] for each in teams] == [(24, 24), (24, 24), *[(23, 23)] * 6]
    assert [each["times"] for each in teams] == [(24, 24), (24, 24), *[(23, 23)] * 6]
    points = (
        standings_of(field_of(tour), ended_of(tour).results)[3].classifications["regularity"].rows
    )
    level = [
        (row.rank, field_of(tour).riders[row.who].name, tie_words(row, field_of(tour).scheme))
        for row in points
        if row.figure == 128
    ]
    assert level == [(2, "Lorena Wiebes", ""), (3, "Lotte Kopecky", "more stage wins: 1 against 0")]
    assert verify(tour).problems == []


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_for_the_planning_while_questions_are_answered(monkeypatch):
    text = "rider,team,time\nAna Sol,Red,0:07:25\nBea Luz,Blue,0:07:31"
    brought = bring(("stage-1.csv", text), by=a_user(), name="Three Lakes")
    locked, plan = [], accept_import.plan

    def planning(*given):
        locked.append(connection.in_atomic_block)
        return plan(*given)

    monkeypatch.setattr(accept_import, "plan", planning)
    done = accept_import.store_answers(brought, {"kind-1": "itt", "unknown": "itt"})
    assert done.stages[0].stage.kind == "itt"
    assert ResultImport.objects.get(pk=brought.pk).answers == {"kind-1": "itt"}
    assert locked == [False, False]
