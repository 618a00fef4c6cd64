"""The parts of a workbook beside its sheets: the zip itself, the list of tabs, the shared texts,
the number formats.
"""

import io
import posixpath
import re
import zipfile
from collections.abc import Callable
from typing import Any
from xml.parsers import expat  # nosec B405 - the limits do what defusedxml does, and more

from tourmanager.riders.rosters.xlsx.limits import (
    CHUNK,
    MAX_DEPTH,
    MAX_PARTS,
    MAX_RATIO,
    MAX_SHEETS,
    MAX_TEXT,
    MAX_UNPACKED,
    Budget,
    WorkbookRefused,
)

# Number formats that a workbook may use without naming them (ECMA-376, 18.8.30): the ones of dates
# and times.
KNOWN_FORMATS = dict.fromkeys(
    (14, 15, 16, 17, *range(27, 32), 34, 35, 36, *range(50, 59)), "yyyy-mm-dd"
) | {
    18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM",
    20: "h:mm",
    21: "h:mm:ss",
    22: "yyyy-mm-dd hh:mm",
    32: "h:mm",
    33: "h:mm:ss",
    45: "mm:ss",
    46: "[h]:mm:ss",
    47: "mm:ss.0",
}


def open_zip(content: bytes) -> zipfile.ZipFile:
    """Open the zip after a check of its directory; nothing is unpacked yet."""
    archive = zipfile.ZipFile(io.BytesIO(content))
    parts = archive.infolist()
    if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
        raise WorkbookRefused("unpacks")
    if any(
        part.file_size > 100_000 and part.file_size > MAX_RATIO * part.compress_size
        for part in parts
    ):
        raise WorkbookRefused("unpacks")
    if any(part.flag_bits & 1 for part in parts):
        raise WorkbookRefused("password")
    if "xl/workbook.xml" not in archive.namelist():
        raise WorkbookRefused("not xlsx")
    return archive


def local_name(name: str) -> str:
    """Return the name of an element or attribute without its namespace prefix."""
    return name[name.rfind(":") + 1 :]


Start = Callable[[str, dict[str, str]], None]
End = Callable[[str], None]
Text = Callable[[str], None]


def parse(
    archive: zipfile.ZipFile,
    name: str,
    budget: Budget,
    start: Start,
    end: End | None = None,
    text: Text | None = None,
) -> None:
    """Stream one part through the handlers, counting what comes out of it."""
    depth = 0

    def counted_start(element: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        budget.elements -= 1
        if budget.elements < 0:
            raise WorkbookRefused("wide")
        if depth > MAX_DEPTH:
            raise WorkbookRefused("complex")
        start(local_name(element), attributes)

    def counted_end(element: str) -> None:
        nonlocal depth
        depth -= 1
        if end is not None:
            end(local_name(element))

    def refuse_entities(*declared: Any) -> None:
        # no workbook declares entities; a file that does wants to blow up its reader
        raise WorkbookRefused("broken")

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = counted_start
    parser.EndElementHandler = counted_end
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = refuse_entities
    parser.EntityDeclHandler = refuse_entities
    with archive.open(name) as part:
        while chunk := part.read(CHUNK):
            budget.unpacked -= len(chunk)
            if budget.unpacked < 0:
                raise WorkbookRefused("unpacks")
            parser.Parse(chunk, False)
        parser.Parse(b"", True)


def read_index(
    archive: zipfile.ZipFile, budget: Budget
) -> tuple[list[tuple[str, bool, str]], bool]:
    """Read the worksheets in the order of their tabs (name, hidden, part), and whether days count
    from 1904.
    """
    targets = _worksheets(archive, budget)
    tabs: list[tuple[str, bool, str]] = []
    from_1904 = False

    def tab(element: str, attributes: dict[str, str]) -> None:
        nonlocal from_1904
        if element == "workbookPr":
            from_1904 = attributes.get("date1904") in ("1", "true")
        elif element == "sheet":
            if len(tabs) == MAX_SHEETS:
                raise WorkbookRefused("sheets")
            is_hidden = attributes.get("state", "visible") != "visible"
            ids = (value for name, value in attributes.items() if local_name(name) == "id")
            tabs.append((attributes.get("name", "")[:100], is_hidden, next(ids, "")))

    parse(archive, "xl/workbook.xml", budget, tab)
    return [
        (name, is_hidden, targets[key]) for name, is_hidden, key in tabs if key in targets
    ], from_1904


def _worksheets(archive: zipfile.ZipFile, budget: Budget) -> dict[str, str]:
    """Give the part of each worksheet by the id that the workbook knows it by."""
    targets: dict[str, str] = {}

    def relation(element: str, attributes: dict[str, str]) -> None:
        if element == "Relationship" and attributes.get("Type", "").endswith("/worksheet"):
            path = posixpath.join("/xl", attributes.get("Target", ""))
            targets[attributes.get("Id", "")] = posixpath.normpath(path)[1:]

    if "xl/_rels/workbook.xml.rels" in archive.namelist():
        parse(archive, "xl/_rels/workbook.xml.rels", budget, relation)
    return targets


def read_shared_texts(archive: zipfile.ZipFile, budget: Budget) -> list[str]:
    """Read the texts that cells name by number. Readings of Japanese names (rPh) are no part of a
    text.
    """
    if "xl/sharedStrings.xml" not in archive.namelist():
        return []
    texts: list[str] = []
    pieces: list[str] = []
    inside = aside = False

    def start(element: str, attributes: dict[str, str]) -> None:
        nonlocal inside, aside
        inside = element == "t" and not aside
        aside = aside or element == "rPh"

    def end(element: str) -> None:
        nonlocal inside, aside
        inside = False
        if element == "rPh":
            aside = False
        elif element == "si":
            texts.append("".join(pieces)[:MAX_TEXT])
            pieces.clear()

    def text(words: str) -> None:
        if inside:
            pieces.append(words)

    parse(archive, "xl/sharedStrings.xml", budget, start, end, text)
    return texts


def read_formats(archive: zipfile.ZipFile, budget: Budget) -> list[str]:
    """Read for every cell style the number format if it is one of dates or times, else ""."""
    if "xl/styles.xml" not in archive.namelist():
        return []
    codes = dict(KNOWN_FORMATS)
    styles: list[str] = []
    in_cells = False

    def start(element: str, attributes: dict[str, str]) -> None:
        nonlocal in_cells
        if element == "numFmt":
            codes[whole(attributes.get("numFmtId", ""))] = attributes.get("formatCode", "")[:100]
        elif element == "cellXfs":
            in_cells = True
        elif element == "xf" and in_cells:
            styles.append(codes.get(whole(attributes.get("numFmtId", "")), ""))

    def end(element: str) -> None:
        nonlocal in_cells
        if element == "cellXfs":
            in_cells = False

    parse(archive, "xl/styles.xml", budget, start, end)
    return [code if kind_of(code) else "" for code in styles]


def whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


# by whether a format shows days, and whether it shows hours
TIME_FORMATS = {
    (True, True): "both",
    (True, False): "date",
    (False, True): "time",
    (False, False): "",
}


def kind_of(format_code: str) -> str:
    """Return what a number format shows: "date", "time", "both", "elapsed" (hours that go on beyond
    24), or "" for no time.
    """
    first = format_code.split(";")[0].lower()
    code = re.sub(r'"[^"]*"|\\.|_.|\*.', "", first)
    if re.search(r"\[[hms]+\]", code):
        return "elapsed"
    code = re.sub(r"\[[^\]]*\]|am/pm|a/p", "", code)
    if re.search(r"general|e[+-]", code):
        return ""
    clock = re.search("[hs]", code) is not None
    day = re.search("[yd]" if clock else "[ydm]", code) is not None
    return TIME_FORMATS[day, clock]
