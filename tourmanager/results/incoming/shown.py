"""The dry run in words: what each row is understood as, what each stage gets, which rows are left out."""

from collections.abc import Sequence
from typing import NamedTuple

from tourmanager.results.incoming.plan import Plan, Ready
from tourmanager.results.incoming.rows import Row
from tourmanager.results.incoming.tables import CLIMBS, KINDS, RIDERS
from tourmanager.scoring.result import STATUS_NAMES
from tourmanager.scoring.words import listed, ordinal
from tourmanager.tours.course import TYPE_NAMES
from tourmanager.tours.race_stages import KIND_NAMES
from tourmanager.web.templatetags.race import clock

NAMED = 6


class RowShown(NamedTuple):
    """A row as the page lists it."""

    row: Row
    rider: str
    team: str
    said: str


class Shown(NamedTuple):
    """A stage as the page lists it."""

    title: str
    kind: str
    winner: str
    arrivals: int
    out: int
    lines: int
    penalties: int
    stays_open: Sequence[str]

    @classmethod
    def of(cls, ready: Ready) -> "Shown":
        stage = ready.stage
        winner = f"{stage.arrivals[0].who}, {timed(stage.arrivals[0])}" if stage.arrivals else "–"
        kind = f"{KIND_NAMES.get(stage.kind or 'road', '')}, {TYPE_NAMES.get(stage.type, stage.type)}"
        out = len(ready.results.statuses or ())
        return cls(stage.title, kind, winner, len(stage.arrivals), out, ready.lines, len(ready.results.penalties or ()), ready.open_for)


def shown(row: Row) -> RowShown:
    return RowShown(row, row.who or row.rider or row.number or "–", row.squad or row.team, said(row))


def said(row: Row) -> str:
    """What the row is understood as: "stage 3, 12th, 3:12:45, bonus 4 s"."""
    parts = [f"stage {row.stage}" if row.stage and row.table != RIDERS else "", ordinal(row.place) if row.place else ""]
    if row.points is not None:
        parts.append(f"{row.points} point{'' if row.points == 1 else 's'}{f' at {row.label}' if row.label else ''}")
        parts.append(KINDS[CLIMBS] if row.table == CLIMBS else "")
    if row.time is not None:
        parts.append("same time" if row.same else f"{'+' if row.behind else ''}{timed(row)}")
    parts += [
        f"bonus {row.bonus} s" if row.bonus is not None else "",
        f"penalty {row.penalty} s" if row.penalty else "",
        STATUS_NAMES.get(row.status, ""),
        f"marked {row.mark}" if row.mark else "",
        *row.notes,
    ]
    return ", ".join(part for part in parts if part)


def timed(row: Row) -> str:
    seconds, thousandths = divmod(row.time or 0, 1000)
    fraction = f".{thousandths:03}".rstrip("0").rstrip(".")
    return f"{clock(seconds)}{fraction}"


def left_out(todo: Plan) -> str:
    """Which rows are left out: "rows 14 and 90 of stages.csv"."""
    by_file: dict[str, list[int]] = {}
    for row in todo.wrong:
        by_file.setdefault(row.file, []).append(row.line)
    told = []
    for file, lines in by_file.items():
        numbers = [str(line) for line in lines[:NAMED]]
        more = [f"{len(lines) - NAMED} more"] if len(lines) > NAMED else []
        told.append(f"{'row' if len(lines) == 1 else 'rows'} {listed(numbers + more)} of {file}")
    return "; ".join(told)
