"""The program itself: a workbook in, JSON out."""

import json
import sys
from typing import Any

from tourmanager.riders.rosters.xlsx.limits import (
    Budget,
    WorkbookRefused,
    limit_process,
)
from tourmanager.riders.rosters.xlsx.parts import (
    open_zip,
    parse,
    read_formats,
    read_index,
    read_shared_texts,
)
from tourmanager.riders.rosters.xlsx.sheets import SheetReader


def read(content: bytes) -> list[dict[str, Any]]:
    """Read the sheets of a workbook. Raises WorkbookRefused, or any exception where the file is
    broken.
    """
    archive = open_zip(content)
    budget = Budget()
    tabs, from_1904 = read_index(archive, budget)
    texts = read_shared_texts(archive, budget)
    formats = read_formats(archive, budget)
    sheets = []
    for name, is_hidden, part in tabs:
        reader = SheetReader(budget, texts, formats, from_1904)
        parse(archive, part, budget, reader.start, reader.end, reader.text)
        sheets.append({"name": name, "hidden": is_hidden, "rows": reader.rows})
    return sheets


def answer(content: bytes) -> dict[str, Any]:
    try:
        return {"sheets": read(content)}
    except WorkbookRefused as refused:
        return {"refused": refused.code}
    except (MemoryError, RecursionError):
        return {"refused": "complex"}
    # a broken workbook breaks its reader in many ways, all of them the file's fault
    except Exception:
        return {"refused": "broken"}


def main() -> None:
    limit_process()
    json.dump(answer(sys.stdin.buffer.read()), sys.stdout)
