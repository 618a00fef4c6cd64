"""Tables as files: figures stay figures, and nothing that people typed runs in a spreadsheet."""

import csv
from io import BytesIO, StringIO

import pytest
from django.http import Http404
from django.test import Client
from openpyxl import load_workbook

from tests.factory import NOW, a_user
from tests.race import a_raced_tour
from tourmanager.leagues import changing
from tourmanager.people.identity import add_person
from tourmanager.tours.models import Tour, TourTeam
from tourmanager.web.sheets import answer_sheet

pytestmark = pytest.mark.django_db


def read_csv(address: str) -> list[list[str]]:
    response = Client().get(address)
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    return [*csv.reader(StringIO(response.content.decode("utf-8-sig")))]


def read_xlsx(address: str) -> list[tuple[object, ...]]:
    response = Client().get(address)
    assert response.status_code == 200
    sheet = load_workbook(BytesIO(response.content)).active
    assert sheet is not None
    return [*sheet.iter_rows(values_only=True)]


@pytest.fixture
def tour() -> Tour:
    return a_raced_tour(stages=1, by=a_user("dora"))


@pytest.mark.parametrize("key", ["stage", "individual", "mountain", "teams"])
def test_a_classification_is_the_one_of_its_page(tour, key):
    rows = read_csv(f"/tours/{tour.slug}/classifications/{key}/table.csv")
    assert rows[0][:5] == ["Place", "Number", "Rider", "Team", "Player"]
    assert rows[0][-1] == "What decided"
    page = Client().get(f"/tours/{tour.slug}/classifications/{key}/").content.decode()
    first = page.partition("</table>")[0]  # below a stage stand the teams of the day
    assert len(rows) - 1 == first.count('<td class="place">')
    workbook = read_xlsx(f"/tours/{tour.slug}/classifications/{key}/table.xlsx")
    assert ["" if cell is None else str(cell) for cell in workbook[1]] == rows[1]
    assert isinstance(workbook[1][0], int)


def test_the_points_of_the_players_add_up(tour):
    rows = read_csv(f"/tours/{tour.slug}/manager-points/table.csv")
    assert rows[0][:3] == ["Place", "Player", "Team"]
    for row in rows[1:]:
        assert sum(map(int, row[3:-2])) == int(row[-2])


def test_what_people_typed_does_not_run(tour):
    team = TourTeam.objects.filter(tour=tour).first()
    assert team is not None
    team.name, team.manager = '=HYPERLINK("http://evil")', "@SUM(1)"
    team.save()
    for row in read_csv(f"/tours/{tour.slug}/classifications/individual/table.csv")[1:]:
        assert not any(cell.startswith(("=", "+", "@")) for cell in row)
    rows = read_xlsx(f"/tours/{tour.slug}/manager-points/table.xlsx")
    assert "'@SUM(1)" in {row[1] for row in rows}


def test_the_table_of_a_league_has_a_column_for_each_round(tour):
    dora = tour.directors.get()
    league = changing.create_league("Winter", "", "2026", by=dora, at=NOW)
    season = league.seasons.get()
    changing.add_round(season, tour=tour, half_weight=3)
    for team, name in zip(tour.teams.all(), ("Ana", "Bernat"), strict=True):
        team.person = add_person(name, owner=dora, at=NOW)
        team.save()
    rows = read_csv(f"/leagues/{league.slug}/table.csv")
    headings = ["Place", "Player", f"1 {tour.name} ×1½", "Total", "Rounds ridden", "Can reach"]
    assert rows[0] == headings
    assert [row[2:5] for row in rows[1:]] == [["15", "15", "1"], ["12", "12", "1"]]
    page = Client().get(f"/leagues/{league.slug}/").content.decode()
    assert f"/leagues/{league.slug}/table.xlsx?after=1&amp;" in page


@pytest.mark.parametrize(
    "path", ["classifications/individual/table.pdf", "classifications/beard/table.csv"]
)
def test_other_files_and_tables_are_not_there(tour, path):
    assert Client().get(f"/tours/{tour.slug}/{path}").status_code == 404


def test_a_name_of_a_file_is_a_plain_one():
    response = answer_sheet("csv", 'Tour "of"\r\n/../Łódź [1]', ["a"], [["b"]])
    assert response.headers["Content-Disposition"] == 'attachment; filename="tour-of-odz-1.csv"'
    with pytest.raises(Http404):
        answer_sheet("exe", "x", ["a"], [])
