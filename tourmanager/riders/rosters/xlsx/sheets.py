"""The rows of one worksheet."""

from typing import Any

from tourmanager.riders.rosters.xlsx.limits import (
    KEPT_COLUMNS,
    MAX_COLUMN,
    MAX_ROWS,
    MAX_TEXT,
    Budget,
    WorkbookRefused,
)
from tourmanager.riders.rosters.xlsx.parts import kind_of, whole


def column_of(reference: str) -> int:
    """Return the column of "BC12", from 0; -1 where the reference is none."""
    letters = reference.rstrip("0123456789")
    if not (letters.isascii() and letters.isalpha() and len(letters) <= 3):
        return -1
    column = 0
    for letter in letters.upper():
        column = column * 26 + ord(letter) - 64
    return column - 1


class SheetReader:
    """The handlers for one worksheet; `rows` are those with content."""

    def __init__(
        self, budget: Budget, texts: list[str], formats: list[str], from_1904: bool
    ) -> None:
        self.budget, self.texts, self.formats, self.from_1904 = budget, texts, formats, from_1904
        self.kinds = [kind_of(code) for code in formats]
        self.rows: list[tuple[int, list[Any]]] = []
        self.row: dict[int, Any] = {}
        self.line = 0
        self.column = -1
        self.type = self.style = ""
        self.pieces: list[str] = []
        self.inside = self.aside = False

    def start(self, element: str, attributes: dict[str, str]) -> None:
        if element == "c":
            reference = attributes.get("r")
            self.column = column_of(reference) if reference else self.column + 1
            if not 0 <= self.column < MAX_COLUMN:
                raise WorkbookRefused("broken")
            self.type, self.style = attributes.get("t", "n"), attributes.get("s", "")
            self.pieces = []
        elif element == "v" or element == "t":
            self.inside = not self.aside
        elif element == "row":
            self.next_row(attributes.get("r"))
        elif element == "rPh":
            self.aside = True

    def next_row(self, number: str | None) -> None:
        line = whole(number) if number else self.line + 1
        if line <= self.line:
            raise WorkbookRefused("broken")
        if line > 1_048_576:
            raise WorkbookRefused("wide")
        self.line, self.column, self.row = line, -1, {}

    def text(self, words: str) -> None:
        if self.inside:
            self.pieces.append(words)

    def end(self, element: str) -> None:
        if element == "v" or element == "t":
            self.inside = False
        elif element == "c":
            if self.pieces:
                self.keep(self.value("".join(self.pieces)))
        elif element == "row":
            self.finish_row()
        elif element == "rPh":
            self.aside = False

    def value(self, words: str) -> Any:
        if self.type == "s":
            number = whole(words.strip())
            if not 0 <= number < len(self.texts):
                raise WorkbookRefused("broken")
            return self.texts[number]
        if self.type == "b":
            return words.strip() == "1"
        if self.type != "n":
            return words[:MAX_TEXT]
        number_said = number_of(words)
        style = whole(self.style)
        kind = (
            self.kinds[style]
            if isinstance(number_said, int | float) and 0 <= style < len(self.kinds)
            else ""
        )
        if not kind:
            return number_said
        days = number_said + (1462 if self.from_1904 and kind in ("date", "both") else 0)
        return {"days": days, "kind": kind, "format": self.formats[style]}

    def keep(self, value: Any) -> None:
        if isinstance(value, str):
            self.budget.characters -= len(value)
            if self.budget.characters < 0:
                raise WorkbookRefused("unpacks")
        self.row[min(self.column, KEPT_COLUMNS - 1)] = value

    def finish_row(self) -> None:
        if any(not isinstance(value, str) or value.strip() for value in self.row.values()):
            self.rows.append(
                (self.line, [self.row.get(column) for column in range(max(self.row) + 1)])
            )
            if len(self.rows) > MAX_ROWS:
                raise WorkbookRefused("rows")


def number_of(text: str) -> Any:
    """Return the number in a cell, or its text where it is no finite number."""
    text = text.strip()[:MAX_TEXT]
    try:
        number = float(text)
    except ValueError:
        return text
    if number != number or number in (float("inf"), float("-inf")):
        return text
    return int(number) if number.is_integer() and abs(number) < 1e15 else number
