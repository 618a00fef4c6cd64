"""Workbooks: what is read of them with its type, and what hostile ones may cost."""

import base64
import io
import random
import resource
import subprocess
import sys
import threading
import zipfile
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, time, timedelta

import openpyxl
import pytest
from django.db import connection, transaction

from tourmanager.riders.rosters import workbooks
from tourmanager.riders.rosters.files import read_lines, read_tables
from tourmanager.riders.rosters.workbooks import FileRefused, FileTooLarge, Moment, read_sheets

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SHEET = f'<?xml version="1.0"?><worksheet xmlns="{MAIN}">'
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def packed(*sheets: str, shared: str = "") -> bytes:
    """A workbook of these parts, as small as its readers allow."""
    stream = io.BytesIO()
    ids = range(1, len(sheets) + 1)
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        tabs = "".join(f'<sheet name="s{n}" sheetId="{n}" r:id="rId{n}"/>' for n in ids)
        archive.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{tabs}</sheets></workbook>',
        )
        links = [
            f'<Relationship Id="rId{n}" Type="{OFFICE}/worksheet"'
            f' Target="worksheets/sheet{n}.xml"/>'
            for n in ids
        ]
        if shared:
            links.append(
                f'<Relationship Id="s" Type="{OFFICE}/sharedStrings" Target="sharedStrings.xml"/>'
            )
            archive.writestr("xl/sharedStrings.xml", shared)
        archive.writestr(
            "xl/_rels/workbook.xml.rels",
            f'<Relationships xmlns="{PACKAGE}">{"".join(links)}</Relationships>',
        )
        for n, text in zip(ids, sheets, strict=True):
            archive.writestr(f"xl/worksheets/sheet{n}.xml", text)
    return stream.getvalue()


def noise(kilobytes: int) -> str:
    """A comment that does not pack, so that the rest may pack beyond the usual ratio."""
    text = base64.b64encode(random.Random(1).randbytes(kilobytes * 768)).decode()
    return f"<!--{text.replace('-', 'a')}-->"


def sheet(rows: str, kilobytes: int = 0) -> str:
    return f"{SHEET}{noise(kilobytes)}<sheetData>{rows}</sheetData></worksheet>"


def shared(texts: str) -> str:
    return f'<?xml version="1.0"?><sst xmlns="{MAIN}">{noise(170)}{texts}</sst>'


LONG = '<c t="s"><v>0</v></c>'
ROW = f"<row>{'<c/>' * 58}</row>"
BOMBS = {
    "five sheets of 1.1 million empty cells": lambda: packed(*[sheet(ROW * 19_000, 45)] * 5),
    "one sheet of 1.45 million empty cells": lambda: packed(
        sheet(f"<row>{'<c/>' * 74}</row>" * 19_500, 60)
    ),
    "1.7 million shared texts": lambda: packed(
        sheet("<row><c/></row>"), shared=shared("<si><t/></si>" * 1_700_000)
    ),
    "900,000 nested tags": lambda: packed(
        sheet(f"<row>{'<c>' * 900_000}{'</c>' * 900_000}</row>", 60)
    ),
    "a text of 1,000 letters in 100,000 cells": lambda: packed(
        sheet(f"<row>{LONG * 50}</row>" * 2_000, 30),
        shared=shared(f"<si><t>{'a' * 1_000}</t></si>"),
    ),
    "an element of 400,000 attributes": lambda: packed(
        sheet("<row" + "".join(f' a{n}="1"' for n in range(400_000)) + "/>")
    ),
}


@pytest.mark.parametrize("make", BOMBS.values(), ids=BOMBS)
def test_a_workbook_made_to_keep_the_server_busy_is_refused_within_two_seconds(make):
    content = make()
    assert len(content) < 2 * 1024 * 1024
    before = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    with pytest.raises(FileTooLarge, match="CSV"):
        read_lines(content)
    after = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    server, reader = (
        now.ru_utime + now.ru_stime - then.ru_utime - then.ru_stime
        for then, now in zip(before, after, strict=True)
    )
    assert reader <= 2.2, "the reader's own limit, and what the system takes to notice"
    assert server <= 0.5, "the server only waits"


def test_one_long_text_that_the_reader_cannot_hand_over_is_cut():
    long = packed(
        sheet("<row><c t='s'><v>0</v></c></row>"),
        shared=shared(f"<si><t>{'a' * 20_000_000}</t></si>"),
    )
    with pytest.raises(FileRefused, match="more than 1000 characters"):
        read_lines(long)


@pytest.mark.parametrize(
    "program",
    ["import os; os.kill(os.getpid(), 9)", "x = []\nwhile True: x.append(bytes(2**20))", "1 / 0"],
)
def test_a_reader_that_the_system_ends_gives_words(monkeypatch, program):
    limit = "import resource; resource.setrlimit(resource.RLIMIT_AS, (10**8, 10**8))\n"
    monkeypatch.setattr(workbooks, "PROGRAM", limit + program)
    with pytest.raises(FileTooLarge, match="too large or too complex to read: save it as CSV"):
        read_sheets(packed(sheet("")))


def test_a_reader_that_takes_too_long_is_ended(monkeypatch):
    monkeypatch.setattr(workbooks, "PROGRAM", "import time; time.sleep(60)")
    monkeypatch.setattr(workbooks, "SECONDS", 0.3)
    with pytest.raises(FileTooLarge, match="too complex"):
        read_sheets(packed(sheet("")))


def in_a_bare_python(code: str) -> str:
    start = f"import sys; sys.path.insert(0, {str(workbooks.CODE)!r})\n"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", start + code], capture_output=True, text=True, check=True
    )
    return done.stdout


def test_the_reader_limits_itself_and_needs_only_the_standard_library():
    code = (
        "import resource\nfrom tourmanager.riders.rosters.xlsx import limits,"
        " reader\nlimits.limit_process()\n"
    )
    limits = (
        "print(resource.getrlimit(resource.RLIMIT_CPU), resource.getrlimit(resource.RLIMIT_AS))"
    )
    assert in_a_bare_python(code + limits) == f"(2, 2) ({100 * 2**20}, {100 * 2**20})\n"
    others = (
        "print({name.split('.')[0] for name in sys.modules} & {'django', 'msgspec', 'openpyxl'})"
    )
    assert in_a_bare_python(code + others) == "set()\n"


def saved(book: openpyxl.Workbook) -> bytes:
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def test_a_real_workbook_of_5000_rows_is_read():
    book = openpyxl.Workbook()
    head = (
        "stage",
        "place",
        "number",
        "rider",
        "team",
        "time",
        "gap",
        "nationality",
        "age",
        "category",
        "points",
        "bonus",
    )
    book.active.append(head)
    for n in range(4_999):
        when = time(4, n // 60 % 60, n % 60)
        book.active.append(
            (
                n // 176 + 1,
                n % 176 + 1,
                n % 250,
                f"Zoë Rider {n}",
                f"Team {n % 22}",
                when,
                n,
                "FRA",
                25,
                "elite",
                1.5,
                "",
            )
        )
    content = saved(book)
    (found,) = read_sheets(content)
    assert len(found.rows) == 5_000
    assert found.rows[4_999][1][3] == "Zoë Rider 4998"
    assert read_lines(content)[61][1][:6] == ["1", "61", "60", "Zoë Rider 60", "Team 16", "4:01:00"]


def test_all_sheets_come_with_their_names_and_row_numbers():
    book = openpyxl.Workbook()
    book.active.title = "Stage 1"
    book.active["B3"] = "Anna"
    book.create_sheet("Notes").sheet_state = "hidden"
    book["Notes"].append(("secret",))
    book.create_sheet("Stage 2 & 3").append(("Bea", None, 3))
    book.create_sheet("Empty")
    content = saved(book)
    sheets = read_sheets(content)
    assert [(found.name, found.hidden) for found in sheets] == [
        ("Stage 1", False),
        ("Notes", True),
        ("Stage 2 & 3", False),
        ("Empty", False),
    ]
    assert [found.rows for found in sheets] == [
        [(3, [None, "Anna"])],
        [(1, ["secret"])],
        [(1, ["Bea", None, 3])],
        [],
    ]
    assert read_tables(content) == [
        ("Stage 1", [(3, ["", "Anna"])]),
        ("Stage 2 & 3", [(1, ["Bea", "", "3"])]),
    ]
    assert read_tables(b"a,b\n1,2\n") == [("", [(1, ["a", "b"]), (2, ["1", "2"])])]


def test_a_workbook_of_more_sheets_than_are_read_is_refused_in_words():
    names = [sheet(f"<row><c t='inlineStr'><is><t>{n}</t></is></c></row>") for n in range(61)]
    assert len(read_sheets(packed(*names[:60]))) == 60
    with pytest.raises(FileTooLarge, match="more than 60 sheets"):
        read_sheets(packed(*names))


def test_no_more_than_two_workbooks_are_read_at_one_time(monkeypatch):
    book, together, most, counting = packed(sheet("<row><c/></row>")), 0, 0, threading.Lock()
    run = subprocess.run

    def counted(*args, **kwargs):
        nonlocal together, most
        with counting:
            together += 1
            most = max(most, together)
        try:
            return run(*args, **kwargs)
        finally:
            with counting:
                together -= 1

    monkeypatch.setattr(subprocess, "run", counted)
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(read_sheets, [book] * 6))
    assert most == 2


@pytest.mark.django_db(transaction=True)
def test_who_waits_for_a_reader_keeps_no_connection_to_the_database(monkeypatch):
    happened = []
    close, run = connection.close, subprocess.run

    def noted_run(*args, **more):
        happened.append("run")
        return run(*args, **more)

    monkeypatch.setattr(connection, "close", lambda: (happened.append("close"), close()))
    monkeypatch.setattr(subprocess, "run", noted_run)
    read_sheets(packed(sheet("<row><c/></row>")))
    assert happened == ["close", "run"]
    with transaction.atomic():
        read_sheets(packed(sheet("<row><c/></row>")))
        assert happened == ["close", "run", "run"]


def test_who_waits_too_long_for_a_reader_is_told(monkeypatch):
    monkeypatch.setattr(workbooks, "SECONDS", 0.01)
    busy = pytest.raises(workbooks.ReaderBusy, match="Wait a minute")
    with workbooks._free, workbooks._free, busy:
        read_sheets(packed(sheet("<row><c/></row>")))


def test_dates_and_times_come_as_the_spreadsheet_shows_them():
    book = openpyxl.Workbook()
    values = (
        date(2024, 7, 1),
        time(4, 12, 33, 500_000),
        timedelta(hours=85, minutes=30),
        datetime(2024, 7, 1, 4, 12, 33),
        0.175,
        True,
    )
    book.active.append(values)
    book.active["G1"], book.active["G1"].number_format = 0.0029, "mm:ss.0"
    book.active["H1"], book.active["H1"].number_format = 0.25, '0.00" days"'
    cells = read_sheets(saved(book))[0].rows[0][1]
    assert [str(cell) for cell in cells[:4]] == [
        "2024-07-01",
        "4:12:33.5",
        "85:30:00",
        "2024-07-01 4:12:33",
    ]
    assert [cell.kind for cell in cells[:4]] == ["date", "time", "elapsed", "both"]
    assert [cell.seconds for cell in cells[1:4]] == [15_153.5, 307_800, 15_153]
    assert cells[4:6] == [0.175, True]
    assert cells[6] == Moment(0.0029, "time", "mm:ss.0")
    assert str(cells[6]) == "0:04:10.56"
    assert cells[7] == 0.25, "a word in quotation marks is no unit of time"


def test_days_counted_from_1904_are_the_same_days():
    book = openpyxl.Workbook()
    book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
    book.active.append((date(2024, 7, 1), time(1, 2, 3)))
    assert [str(cell) for cell in read_sheets(saved(book))[0].rows[0][1]] == [
        "2024-07-01",
        "1:02:03",
    ]


def test_formulas_give_their_result_and_errors_their_text():
    cells = (
        '<c t="str"><f>A1</f><v>Anna</v></c><c><f>1+1</f><v>2</v></c><c t="e"><v>#N/A</v></c><c'
        ' r="F1" t="inlineStr"><is><t>x</t></is></c>'
    )
    assert read_sheets(packed(sheet(f"<row>{cells}</row>")))[0].rows == [
        (1, ["Anna", 2, "#N/A", None, None, "x"])
    ]


def test_rich_texts_are_joined_and_readings_of_names_left_out():
    text = "<si><r><t>An</t></r><r><t>na</t></r><rPh><t>reading</t></rPh></si>"
    assert read_sheets(packed(sheet('<row><c t="s"><v>0</v></c></row>'), shared=shared(text)))[
        0
    ].rows == [(1, ["Anna"])]


def test_elements_may_have_a_prefix():
    rows = (
        f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData><x:row r="2"><x:c'
        ' r="B2"><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>'
    )
    assert read_sheets(packed(rows))[0].rows == [(2, [None, 7])]


@pytest.mark.parametrize(
    "rows",
    [
        '<row r="2"/><row r="1"/>',
        '<row><c t="s"><v>7</v></c></row>',
        '<row><c r="AAAA1"><v>7</v></c></row>',
        "<row><c r='\N{DEVANAGARI DIGIT ONE}'><v>7</v></c></row>",
        "<row><c><v>&#0;</v></c></row>",
        "<row>",
    ],
)
def test_what_is_no_sheet_is_called_broken(rows):
    with pytest.raises(FileRefused, match="broken"):
        read_sheets(packed(sheet(rows)))


@pytest.mark.parametrize(
    "written", ["1e999", "nan", "9" * 400, "-0", "1_000", "\N{DEVANAGARI DIGIT ONE}"]
)
def test_numbers_that_are_none_stay_text(written):
    (cell,) = read_sheets(packed(sheet(f"<row><c><v>{written}</v></c></row>")))[0].rows[0][1]
    assert isinstance(cell, str | int | float)
    assert read_lines(packed(sheet(f"<row><c><v>{written}</v></c></row>")))


@pytest.mark.parametrize("days", [1e300, -1e300, 3e6, -5.5, 0.9999999999])
def test_dates_beyond_the_calendar_are_written_somehow(days):
    for kind in ("date", "time", "both", "elapsed"):
        assert str(Moment(days, kind, "x"))
