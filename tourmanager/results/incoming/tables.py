"""What kind of table a file is, by its columns, its headings and its name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from tourmanager.results.incoming import columns as c
from tourmanager.riders.columns import shortened
from tourmanager.riders.files import FileRefused, Lines
from tourmanager.riders.names import plain

ARRIVALS, SPRINTS, CLIMBS, RIDERS = "arrivals", "sprints", "climbs", "riders"
KINDS = {ARRIVALS: "results of stages", SPRINTS: "points and sprints", CLIMBS: "mountains", RIDERS: "riders"}

_CLIMBS = re.compile(
    r"mountain|climb|montagne|montana|montagna|kom|qom|gpm|grimpeur|escalador|scalator|bergwert|\bberg|pois|polka|puerto|\bcols?\b|\bcotes?\b"
)
_SPRINTS = re.compile(r"points?\b|sprint|punt|regularity|regularidad|vert\b|green|meta volante")
_YOUTH = re.compile(r"youth|young|jeune|joven|giovan|nachwuchs|jongeren|white|blanc|\bu ?2[35]\b|best young")
_STAGE = re.compile(r"(?:stage|etape|etapa|tappa|etappe|rit)\s*0*(\d{1,2}\s?[abc]?)\b")


@dataclass
class Table:
    """A file as a table: its kind, where each column stands, and its rows without the headings."""

    name: str
    kind: str
    columns: dict[int, str]
    width: int
    lines: Lines
    stage: str = ""  # of a file that has no column for it, as its name says
    mark: str = ""  # of a list of riders
    said: bool = True  # whether the file itself says that its points are for sprints
    unused: list[str] = field(default_factory=list)

    def has(self, column: str) -> bool:
        return column in self.columns.values()


def table(name: str, lines: Lines) -> Table:
    """Raises FileRefused where the headings cannot be understood, or the table is none that can be taken in."""
    headings = lines[0][1] if lines else []
    columns, unused = _columns(headings)
    has = set(columns.values())
    words = plain(re.sub(r"[_\-.]+", " ", name.rpartition(".")[0] or name))
    _check(has, headings, unused)
    kind, said, mark = _kind(has, words, [c.said_of_place(text) for text in headings])
    stage = _STAGE.search(words)
    return Table(name, kind, columns, len(headings), lines[1:], stage[1].replace(" ", "") if stage else "", mark, said, unused)


def _columns(headings: Sequence[str]) -> tuple[dict[int, str], list[str]]:
    columns: dict[int, str] = {}
    unused = []
    for at, text in enumerate(headings):
        column = c.heading(text)
        if column in (None, c.IGNORED):
            unused += [shortened(text.strip())] if column is None and text.strip() else []
        elif column in columns.values():
            first = next(headings[other] for other, known in columns.items() if known == column)
            raise FileRefused(f"Two columns are the {column}: “{shortened(first)}” and “{shortened(text)}”. Leave one of them out.")
        elif column is not None:
            columns[at] = column
    return columns, unused


def _check(has: set[str], headings: Sequence[str], unused: Sequence[str]) -> None:
    if not has:
        seen = f" It says: {', '.join(unused[:8])}." if unused else ""
        raise FileRefused(f"The first row must name the columns: rider, place, time and so on.{seen}")
    if c.AFTER in has:
        raise FileRefused(
            "This is a classification after a stage, not the results of a stage. Classifications are reckoned here from the results."
        )
    if not has & {c.RIDER, c.NUMBER}:
        named = " The times of teams are reckoned here from those of their riders." if c.TEAM in has else ""
        raise FileRefused(f"There is no column for the rider, by name or number.{named}")


def _kind(has: set[str], words: str, places: Sequence[str]) -> tuple[str, bool, str]:
    """The kind of table, whether the file itself says so, and the mark its riders get."""
    if has & {c.TIME, c.GAP}:
        return ARRIVALS, True, ""
    if c.POINTS in has:
        said = " ".join([words, *places])
        if c.CLASSIFICATION in has:
            return SPRINTS, True, ""  # each row says it for itself
        if _CLIMBS.search(said) and not (_SPRINTS.search(" ".join(places)) and not _CLIMBS.search(" ".join(places))):
            return CLIMBS, True, ""
        return SPRINTS, bool(_SPRINTS.search(said)), ""
    if has & {c.PLACE, c.STATUS}:
        return ARRIVALS, True, ""
    return RIDERS, True, "youth" if _YOUTH.search(words) else ""


def is_climbs(text: str) -> bool:
    """Whether a row's classification is that of the mountains."""
    return _CLIMBS.search(plain(text)) is not None
