"""Cells and headings as result lists write them, in several languages and several fashions."""

import pytest

from tourmanager.riders.rosters.columns import CellRefused
from tourmanager.tabletop.race.incoming.people.names import pretty, pretty_team
from tourmanager.tabletop.race.incoming.reading.cells import (
    read_number,
    read_place,
    read_points,
    read_stage,
    read_status,
)
from tourmanager.tabletop.race.incoming.reading.columns import COLUMNS, heading
from tourmanager.tabletop.race.incoming.reading.times import ReadTime, TimeRefused, read, read_bonus

HOUR = 3600_000


@pytest.mark.parametrize(
    ("text", "thousandths"),
    [
        ("3:12:45", 11_565_000),
        ("03:12:45", 11_565_000),
        ("1:54", 114_000),
        ("101:05", 6_065_000),
        ("12'34''", 754_000),
        ("12'34\"", 754_000),
        ("12\u2019 34\u2019\u2019", 754_000),
        ("12\u203234\u2033", 754_000),
        ("1h54'00\"", 6_840_000),
        ("04h 12' 34''", 15_154_000),
        ("1 h 02' 03''", 3_723_000),
        ("1h02m03s", 3_723_000),
        ("1 54 00", 6_840_000),
        ("12 34", 754_000),
        ("6840", 6_840_000),
        ("6840.0", 6_840_000),
        ("45 s", 45_000),
        ("01:54:00.500000", 6_840_500),
        ("12:34.56", 754_560),
        ("12:34,5", 754_500),
        ("12'34''56", 754_560),
        ("0", 0),
    ],
)
def test_a_time_is_read_in_every_usual_way(text, thousandths):
    assert read(text) == ReadTime(thousandths, fraction=thousandths % 1000 != 0)


@pytest.mark.parametrize("text", ["+0:12", "+12", "+ 00h 00' 12''", "+12''", " +0' 12'' "])
def test_a_plus_is_a_gap(text):
    assert read(text) == ReadTime(12_000, gap=True)


@pytest.mark.parametrize(
    "text", ["s.t.", "S.T.", "st", "m.t.", "mt", '"', "''", ",,", "\u201d", "même temps", "+ s.t."]
)
def test_marks_of_the_same_time(text):
    assert read(text) == ReadTime(same=True)


@pytest.mark.parametrize("text", ["", "  ", "-", "–"])
def test_a_blank_is_no_time_and_not_zero(text):
    assert read(text) is None
    assert read_bonus(text) is None


@pytest.mark.parametrize(
    "text",
    ["abc", "1:99", "1:61:00", "1 day, 2:00:00", "999999", "-5", "1:2:3:4", "12''34'", "٣:٣٠"],
)
def test_what_is_no_time_is_refused_in_words(text):
    with pytest.raises(TimeRefused, match=r"no time|longer than any stage"):
        read(text)


def test_bonus_and_penalty_are_whole_seconds_however_they_are_signed():
    assert [read_bonus(text) for text in ("10", "-10", "+0:20", "0", "10''")] == [
        10,
        10,
        20,
        0,
        10,
    ]
    with pytest.raises(TimeRefused, match="whole seconds"):
        read_bonus("1.5")


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("place_at_that_sprint_or_finish", "place"),
        ("time_s", "time"),
        ("Time (s)", "time"),
        ("Étape", "stage"),
        ("N°", "number"),
        ("DOSSARD", "number"),
        ("Écart", "gap"),
        ("Rückstand", "gap"),
        ("Équipe", "team"),
        ("Corredor", "rider"),
        ("Posizione", "place"),
        ("Puntos", "points"),
        ("Abbuono", "bonus"),
        ("Zeitstrafe", "penalty"),
        ("after_stage", "after stage"),
        ("year", "ignored"),
        ("shoe size", None),
    ],
)
def test_headings_in_several_languages(text, column):
    assert heading(text) == column


def test_no_heading_is_claimed_by_two_columns():
    words = [word for column in COLUMNS for word in (column.name, *column.also.split("|"))]
    assert sorted(words) == sorted(set(words))


def test_every_heading_is_found_as_it_is_listed():
    assert [
        word
        for column in COLUMNS
        for word in (column.name, *column.also.split("|"))
        if heading(word) != column.name
    ] == []


def test_statuses_of_several_languages():
    said = {
        "DNF": "dnf",
        "Ab.": "dnf",
        "abandon": "dnf",
        "HD": "otl",
        "Hors délais": "otl",
        "DSQ": "dsq",
        "Disq.": "dsq",
        "NP": "dns",
        "ok": "",
    }
    assert {text: read_status(text) for text in said} == said


def test_places_stages_points_and_numbers():
    assert [read_place(text) for text in ("1", "1.", "1.0", "12th", "3e", "007", "-")] == [
        1,
        1,
        1,
        12,
        3,
        7,
        0,
    ]
    assert [
        read_stage(text)[0]
        for text in ("1", "3.0", "Stage 3a", "étape 12", "E4", "Prologue", "03B")
    ] == [
        "1",
        "3",
        "3a",
        "12",
        "4",
        "0",
        "3b",
    ]
    assert [read_points(text) for text in ("0", "25", "25 pts", "25.0", "-")] == [
        0,
        25,
        25,
        25,
        None,
    ]
    assert [read_number(text) for text in ("b4", "104", "4.0", "AB12")] == [
        "b4",
        "104",
        "4",
        "ab12",
    ]


@pytest.mark.parametrize("reader", [read_place, read_stage, read_points, read_number, read_status])
@pytest.mark.parametrize("text", ["a lot", "-1x", "99999", "1e5", "٣٣"])
def test_other_cells_are_refused_in_words(reader, text):
    with pytest.raises(CellRefused, match="“"):
        reader(text)


def test_shouted_names_are_written_quietly():
    said = {
        "KATARZYNA Niewiadoma-Phinney": "Katarzyna Niewiadoma-Phinney",
        "CLAIRE O'DOWD": "Claire O'Dowd",
        "MARJOLEIN VAN 'T GELOOF": "Marjolein Van 't Geloof",
        "LAURA SÜßEMILCH": "Laura Süßemilch",
        "Anna de Vries": "Anna de Vries",
    }
    assert {name: pretty(name) for name in said} == said


def test_initials_of_teams_stay_capitals():
    said = {
        "TEAM DSM": "Team DSM",
        "LE COL-WAHOO": "Le Col-Wahoo",
        "AG INSURANCE-NXTG TEAM": "AG Insurance-NXTG Team",
        "Team 4U": "Team 4U",
    }
    assert {name: pretty_team(name) for name in said} == said
