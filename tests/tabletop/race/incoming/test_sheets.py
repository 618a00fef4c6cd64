"""Tables as people have them: titles above them, headings in two rows, a sheet for each stage,
times as spreadsheets keep them.
"""

import io
from datetime import datetime, time, timedelta

import openpyxl
import pytest

from tests.factory import a_user
from tests.tabletop.race.incoming.files import a_table, dry, problems
from tests.tabletop.race.incoming.test_accepting import accept, bring
from tourmanager.results.log.reading import ended_of
from tourmanager.riders.rosters.files import FileRefused
from tourmanager.tabletop.race.incoming import accept_import, read_uploads
from tourmanager.tabletop.race.incoming.reading.times import TimeRefused, read


def a_workbook(**sheets):
    """An XLSX file with sheets of those names; `_` in a name is a space."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name.replace("_", " "))
        for row in rows:
            sheet.append(row)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


HEAD = ("Place", "Rider", "Team", "Time")
ONE = [HEAD, (1, "Ana Sol", "Red", "3:00:00"), (2, "Bea Luz", "Blue", "+5")]
TWO = [HEAD, (1, "Bea Luz", "Blue", "4:00:00"), (2, "Ana Sol", "Red", "+7")]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "names",
    [
        ("Stage_1", "Stage_2"),
        ("1", "2"),
        ("Sheet1", "Sheet2"),
        ("S1", "S2"),
        ("Tappa_1", "Tappa_2"),
    ],
)
def test_every_sheet_of_a_workbook_is_a_stage(names):
    dora = a_user("dora")
    book = a_workbook(
        **dict(zip(names, (ONE, TWO), strict=True)), Notes=[("weather", "fine"), ("wind", "none")]
    )
    incoming = bring(("race.xlsx", book), by=dora, name="Two")
    todo = accept_import.make_plan(incoming)
    first = names[0].replace("_", " ")
    assert todo.read_as[0] == f"race.xlsx, sheet {first}: results of stage 1, 2 rows"
    assert len(todo.unread) == 1
    assert todo.unread[0].startswith(
        "race.xlsx, sheet Notes: One of the first rows must name the columns"
    )
    tour = accept(incoming, dora)
    assert [
        [arrival.seconds for arrival in result.arrivals] for result in ended_of(tour).results
    ] == [[10800, 10805], [14400, 14407]]


@pytest.mark.django_db
def test_a_sheet_with_a_classification_is_not_a_stage():
    book = a_workbook(
        Stage_1=ONE,
        Stage_2=TWO,
        General=[HEAD, (1, "Ana Sol", "Red", "7:00:07"), (2, "Bea Luz", "Blue", "+5")],
    )
    todo = accept_import.make_plan(bring(("race.xlsx", book), by=a_user("dora"), name="Two"))
    assert len(todo.stages) == 2
    assert "General: This is a classification after a stage" in todo.unread[0]


@pytest.mark.django_db
def test_one_sheet_is_read_as_before():
    todo = accept_import.make_plan(
        bring(("stage-4.xlsx", a_workbook(Sheet1=ONE)), by=a_user("dora"), name="One")
    )
    assert [ready.slot.name for ready in todo.stages] == ["4"]
    assert todo.rows[0].at == "stage-4.xlsx, row 2"


@pytest.mark.django_db
def test_a_workbook_without_results_is_refused():
    with pytest.raises(FileRefused, match="must name the columns"):
        read_uploads.read_files(
            [("race.xlsx", a_workbook(Notes=[("weather", "fine")], More=[("wind", "none")]))]
        )


@pytest.mark.django_db
@pytest.mark.parametrize(
    "value",
    [
        time(4, 12, 33),
        timedelta(hours=4, minutes=12, seconds=33),
        datetime(1900, 1, 1, 4, 12, 33),
        15153 / 86400,
        "4.12.33",
    ],
)
def test_a_time_as_spreadsheets_keep_it(value):
    book = a_workbook(Stage_1=[HEAD, (1, "Ana Sol", "Red", value), (2, "Bea Luz", "Blue", "+5")])
    todo = accept_import.make_plan(bring(("race.xlsx", book), by=a_user("dora"), name="One"))
    assert problems(todo) == []
    assert [given.seconds for given in todo.stages[0].results.arrivals] == [15153, 15158]


@pytest.mark.parametrize(
    ("text", "thousandths"),
    [
        ("1900-01-01 04:12:33", 15_153_000),
        ("1899-12-30T04:12:33", 15_153_000),
        ("0.17538", 15_153_000),
        ("0,17538", 15_153_000),
        ("0.17538194444444444", 15_153_000),
        ("5.787037037037037e-05", 5_000),
        ("4.12.33", 15_153_000),
    ],
)
def test_cells_of_spreadsheets(text, thousandths):
    assert read(text).thousandths == thousandths


def test_a_date_is_no_time():
    with pytest.raises(TimeRefused, match="is a date"):
        read("2024-07-01 16:12:33")


def test_a_title_stands_above_the_table():
    found = dry(
        "results.csv: Tour of Somewhere - Stage 3 | | place;rider;team;time | 1;Ana Sol;Red;3:00:00"
        " | 2;Bea Luz;Blue;+5"
    )
    assert problems(found) == []
    assert [ready.slot.name for ready in found.stages] == ["3"]
    assert found.rows[0].line == 4


def test_headings_take_two_rows():
    found = dry(
        "stage-1.csv: ,Rider,,Result, | Pos.,Name,Team,Time,Gap | 1,Ana Sol,Red,3:00:00, | 2,Bea"
        " Luz,Blue,,0:05"
    )
    assert problems(found) == []
    assert [given.seconds for given in found.stages[0].results.arrivals] == [10800, 10805]
    found = dry(
        "stage-1.csv: Pos.,Rider,Team,Time,Bonus | ,,,h:mm:ss,s | 1,Ana Sol,Red,3:00:00,10 | 2,Bea"
        " Luz,Blue,+5,6"
    )
    assert problems(found) == []
    assert [given.bonus for given in found.stages[0].results.arrivals] == [10, 6]


def test_the_headings_of_letour():
    found = dry(
        "all.csv: Stages,Rank,Rider,Rider No.,Team,Times,B,P | 1,1,ANA SOL,1,RED,3:00:00,10',- |"
        " 1,2,BEA LUZ,11,BLUE,+ 00h 00' 05'',6',-"
    )
    assert problems(found) == []
    assert [(given.seconds, given.bonus) for given in found.stages[0].results.arrivals] == [
        (10800, 10),
        (10805, 6),
    ]
    assert [rider.bib for team in found.teams for rider in team.riders] == ["1", "11"]


def test_one_file_with_a_column_of_ranking_types():
    found = dry(
        "all.csv: stage,ranking type,rank,rider,team,time,points | 1,stage,1,Ana Sol,Red,3:00:00, |"
        " 1,stage,2,Bea Luz,Blue,+5,| 1,points,1,Ana Sol,Red,,50 | 1,points,2,Bea Luz,Blue,,30 |"
        " 1,mountain,1,Bea Luz,Blue,,5| 1,combativity,1,Bea Luz,Blue,, | 1,general,1,Ana"
        " Sol,Red,2:59:50, | 1,young riders,1,Ana Sol,Red,3:00:00,"
    )
    assert problems(found) == []
    results = found.stages[0].results
    assert [given.rider for given in results.arrivals] == ["r1", "b1"]
    assert results.finish_paid == {"regularity": {"r1": 50, "b1": 30}}
    assert [(line.key, line.riders) for line in results.lines] == [("p1", ("b1",))]
    assert [(award.name, award.rider) for award in results.awards] == [("Combativity", "b1")]
    assert [row.notes for row in found.rows if row.table == "unused"] == [
        ["not read: “general” is computed here from the results"],
        ["not read: “young riders” is computed here from the results"],
    ]


def test_an_unknown_ranking_is_refused():
    found = dry(
        "all.csv: stage,ranking type,rank,rider,team,time | 1,stage,1,Ana Sol,Red,3:00:00 |"
        " 1,beard,1,Ana Sol,Red,"
    )
    assert problems(found) == [
        (
            "3 classification: “beard” is not a ranking that can be imported: stage, points, "
            "mountains or combativity."
        )
    ]


@pytest.mark.parametrize(
    "text",
    [
        "combativity.csv: stage,rider | 1,Bea Luz",
        "combativity.csv: stage,place,rider,points | 1,1,Bea Luz,3 | 1,2,Ana Sol,1",
        "prizes.csv: stage,award,rider | 1,Prix de la combativité,Bea Luz",
        "prizes.csv: stage,award,rider | 1,combativity,Bea Luz",
    ],
)
def test_a_file_of_awards(text):
    found = dry("stage-1.csv: rider,team,time | Ana Sol,Red,3:00:00 | Bea Luz,Blue,+5", text)
    assert problems(found) == []
    assert [award.rider for award in found.stages[0].results.awards] == ["b1"]
    assert found.stages[0].results.lines is None


def test_extra_cells_without_a_heading():
    found = dry("stage-1.csv: rider,team,time | Ana Sol,Red,3:00:00,fast")
    assert "Give every column a heading" in problems(found)[0]


def test_a_table_that_only_looks_like_titles_is_refused():
    with pytest.raises(FileRefused, match="must name the columns"):
        a_table("x.csv: shoe,size | 1,2")
