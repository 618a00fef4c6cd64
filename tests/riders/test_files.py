"""Roster files: which are read, however they were written, and which are refused, whatever they
try.
"""

import contextlib
import io
import zipfile

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tourmanager.riders.rosters import files
from tourmanager.riders.rosters.files import FileRefused, FileTooLarge, read_lines
from tourmanager.riders.rosters.roster import EXAMPLE, write_file
from tourmanager.riders.rosters.rows import headings

HEAD = "Équipe;Nº;Nom;Rôle\n"
TEXT = HEAD + "Étoile;1;Zoë Ångström;Grimpeur\n"


def sheet(*rows: tuple[object, ...]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def repacked(content: bytes, **parts: bytes) -> bytes:
    """The same zip with parts replaced or added; `_` in a name stands for the slash, `__` for the
    dot.
    """
    wanted = {name.replace("__", ".").replace("_", "/"): text for name, text in parts.items()}
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as old,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            new.writestr(name, wanted.pop(name, old.read(name)))
        for name, text in wanted.items():
            new.writestr(name, text)
    return stream.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "cp1252", "utf-16"])
def test_a_csv_is_read_in_the_encodings_that_spreadsheets_write(encoding):
    lines = read_lines(TEXT.encode(encoding))
    assert lines[1] == (2, ["Étoile", "1", "Zoë Ångström", "Grimpeur"])
    assert headings(lines)[0] == {0: "team", 1: "number", 2: "rider", 3: "role"}


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_csv_is_read_with_any_usual_separator_and_line_end(mark, end):
    text = TEXT.replace(";", mark).replace("\n", end)
    assert read_lines(text.encode())[1][1] == ["Étoile", "1", "Zoë Ångström", "Grimpeur"]


def test_a_separator_within_quotation_marks_is_part_of_the_name():
    assert read_lines(b'team;number;rider\nA;1;"B; C"\n')[1] == (2, ["A", "1", "B; C"])


def test_blank_rows_are_left_out_and_the_others_keep_their_numbers():
    assert [line for line, _ in read_lines(b"team,number,rider\n\n,,\nA,1,B\n  \nA,2,C\n")] == [
        1,
        4,
        6,
    ]


def test_a_spreadsheets_numbers_are_read_as_they_look():
    lines = read_lines(
        sheet(("team", "dorsal", "name"), ("A", 3.0, 7), ("A", 1e308, True), ("A", 10**40, " "))
    )
    assert [cells[:3] for _, cells in lines[1:]] == [
        ["A", "3", "7"],
        ["A", "1e+308", "True"],
        ["A", "1e+40", " "],
    ]


def test_the_sheet_that_names_our_columns_is_found():
    book = openpyxl.Workbook()
    book.active.append(("Notes", "of the club"))
    book.create_sheet("Riders").append(("team", "number", "rider"))
    stream = io.BytesIO()
    book.save(stream)
    assert read_lines(stream.getvalue())[0][1] == ["team", "number", "rider"]


@pytest.mark.parametrize("fmt", ["csv", "xlsx"])
def test_the_example_is_read(fmt):
    lines = read_lines(write_file(EXAMPLE, fmt))
    assert [tuple(cells) for _, cells in lines[1:]] == list(EXAMPLE)


def refusal(content: bytes) -> str:
    with pytest.raises(FileRefused) as refused:
        read_lines(content)
    return str(refused.value)


def test_files_of_other_kinds_are_named():
    assert "empty" in refusal(b"  \n ")
    assert "old Excel" in refusal(b"\xd0\xcf\x11\xe0" + bytes(600))
    assert "neither CSV nor XLSX" in refusal(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    assert "control characters" in refusal(b"%PDF-1.7\n\x01\x02 obj")
    assert "control characters" in refusal(b"team,number,rider\nA,1,B\0C\n")
    assert "broken" in refusal(b"PK\x03\x04" + b"x" * 400)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("teams.csv", "team")
    assert "not XLSX" in refusal(stream.getvalue())


def test_too_much_is_refused_before_it_is_read():
    for content in (
        b"team,number,rider\n" * 200_000,
        b"team,number,rider\n" + b"A,1,B\n" * 5_001,
        b"\n" * 50_000 + b"team\n",
        sheet(("team", "number", "rider"), *[("A", 1, "B")] * 5_001),
    ):
        with pytest.raises(FileTooLarge):
            read_lines(content)
    assert "columns" in refusal(b"team," * 99 + b"x\n")
    assert "quotation mark" in refusal(b'team,number,rider\nA,1,"B\n' + b"A,1,C\n" * 900)


def test_fifty_columns_more_are_left_aside():
    lines = read_lines(
        (
            "team,number,rider," + ",".join(f"c{n}" for n in range(50)) + "\nA,1,B" + ",x" * 50
        ).encode()
    )
    columns, width, unused = headings(lines)
    assert (len(columns), width, len(unused)) == (3, 53, 50)


def test_a_zip_bomb_is_refused_before_it_unpacks():
    good = sheet(("team", "number", "rider"))
    zeros = bytes(26 * 1024 * 1024)
    with pytest.raises(FileTooLarge):
        read_lines(repacked(good, xl_media_zeros__bin=zeros))
    with pytest.raises(FileTooLarge):
        read_lines(repacked(good, xl_media_zeros__bin=zeros[: 1024 * 1024]))
    many = {f"xl_media_{n}__bin": b"x" for n in range(400)}
    with pytest.raises(FileTooLarge):
        read_lines(repacked(good, **many))


def test_entities_in_a_sheet_are_refused():
    good = sheet(("team", "number", "rider"))
    bomb = (
        b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b'
        b' "&a;&a;">]><worksheet>&b;</worksheet>'
    )
    assert "broken" in refusal(repacked(good, xl_worksheets_sheet1__xml=bomb))
    assert "broken" in refusal(
        repacked(good, xl_worksheets_sheet1__xml=bomb.decode().encode("utf-16"))
    )
    assert "broken" in refusal(repacked(good, xl_worksheets_sheet1__xml=b"<worksheet"))


def test_a_sheet_that_lies_about_its_size_does_not_hang():
    good = sheet(("team", "number", "rider"), ("A", 1, "B"))
    far = (
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension'
        b' ref="A1:XFD1048576"/><sheetData>'
    )
    near = b'<row r="1"><c r="A1" t="inlineStr"><is><t>team</t></is></c></row>'
    gap = b'<row r="999999999"><c r="A999999999"><v>1</v></c></row>'
    with pytest.raises(FileTooLarge):
        read_lines(
            repacked(good, xl_worksheets_sheet1__xml=far + near + gap + b"</sheetData></worksheet>")
        )
    wide = b'<row r="2"><c r="XFD2"><v>1</v></c></row>'
    assert "columns" in refusal(
        repacked(good, xl_worksheets_sheet1__xml=far + near + wide + b"</sheetData></worksheet>")
    )
    empty = b"".join(
        b'<row r="%d"><c r="XFD%d" s="%d"/></row>' % (line, line, line * 7919 % 1000)
        for line in range(2, 20_000)
    )
    assert read_lines(
        repacked(good, xl_worksheets_sheet1__xml=far + near + empty + b"</sheetData></worksheet>")
    ) == [(1, ["team"])]


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_random_bytes_are_read_or_refused(content):
    for start in (b"", b"PK\x03\x04", b"\xff\xfe", b"team,number,rider\n"):
        try:
            lines = read_lines(start + content)
        except FileRefused:
            continue
        assert all(any(cell.strip() for cell in cells) for _, cells in lines)


GOOD = sheet(("team", "number", "rider"), ("A", 1, "B"))


@settings(max_examples=60, deadline=None)
@given(at=st.integers(0, len(GOOD) - 1), byte=st.integers(0, 255), cut=st.booleans())
def test_a_damaged_spreadsheet_is_read_or_refused(at, byte, cut):
    content = GOOD[:at] if cut else GOOD[:at] + bytes([byte]) + GOOD[at + 1 :]
    with contextlib.suppress(FileRefused):
        read_lines(content)


def test_limits_are_those_the_page_promises():
    assert (files.MAX_BYTES, files.MAX_ROWS) == (2 * 1024 * 1024, 5_000)
