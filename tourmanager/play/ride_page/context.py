"""Build the page of a digital stage: the board, the question, the latest commentary. It is one
fragment, drawn again whenever the ride has moved.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tourmanager.play.boards.look import Look
from tourmanager.play.contract import AnyBoard, screen_of
from tourmanager.play.log.lines import CommentaryLine
from tourmanager.play.log.position import Position
from tourmanager.play.log.reading import look_of
from tourmanager.play.models import Ride, RideSeat
from tourmanager.play.ride_page.question import Option, SeatQuestion, build_question
from tourmanager.play.seats.device import Device
from tourmanager.play.seats.notices import merge_notices
from tourmanager.play.seats.notices import notice_lines as told_of
from tourmanager.web.jerseys import Mark

TURNS_SHOWN = 2
FEWEST_LINES = 12


@dataclass(frozen=True)
class CommentaryRow:
    """A line of the commentary as it is shown."""

    line: CommentaryLine
    marks: tuple[Mark, ...]
    teams: str  # letters, for the filter
    new: bool  # since this device's last answer


def latest_lines(lines: Sequence[CommentaryLine]) -> list[CommentaryLine]:
    """Return the lines of this turn and the one before, the newest first."""
    turns = [index for index, line in enumerate(lines) if line.turn]
    since = turns[-TURNS_SHOWN] if len(turns) >= TURNS_SHOWN else 0
    return list(reversed(lines[min(since, max(0, len(lines) - FEWEST_LINES)) :]))


def visible_lines(lines: Sequence[CommentaryLine], board: AnyBoard) -> list[CommentaryLine]:
    """Drop the kinds of lines that the board marks as quiet."""
    return [line for line in lines if line.kind not in board.quiet]


def to_told_lines(lines: Sequence[CommentaryLine], look: Look, since: int) -> list[CommentaryRow]:
    rows = []
    for line in lines:
        marks = tuple(look.riders[rider] for rider in line.riders if rider in look.riders)
        teams = " ".join(dict.fromkeys(map(look.team_of, line.riders)))
        rows.append(CommentaryRow(line, marks[:6], teams, line.seq > since))
    return rows


def last_own(where: Position, device: Device) -> int:
    """Return the last step that this device made; 0 where it made none."""
    return next((step.seq for step in reversed(where.steps) if step.who in device.seats), 0)


def seen_of(ride: Ride, device: Device) -> str:
    """Return a key of what a refreshing page shows: it changes with the ride, and with who sits
    where on this device.
    """
    return f"{ride.revision}.{'.'.join(map(str, device.seats))}.{int(device.hosts)}"


def context_of(
    ride: Ride,
    seats: list[RideSeat],
    device: Device,
    where: Position,
    *,
    values: tuple[int, ...] = (),
    open_seat: int = -1,
    zoom: str = "race",
    trouble: str = "",
) -> dict[str, Any]:
    look = look_of(ride)
    question: SeatQuestion = build_question(ride, where, seats, device, values, open_seat)
    shown_seat = own_view(question, device, where)
    mine = {seats[number].team for number in device.seats}
    since = last_own(where, device)
    setup = where.game.write_setup(where.setup)
    changes = [line for line in reversed(list(told_of(ride, look))) if line.kind == "reseated"]
    turn_began = next((line.seq for line in reversed(where.lines) if line.turn), 0)
    board, view = screen_of(ride.game).board, where.game.view(where.state, shown_seat)
    return {
        "ride": ride,
        "seats": [(seat, look.teams[seat.team], seat.number in device.seats) for seat in seats],
        "unseated": [
            mark for team, mark in look.teams.items() if team not in {seat.team for seat in seats}
        ],
        "device": device,
        "asked": question,
        "asked_rows": asked_rows(question, look),
        "asked_team": look.teams[question.seat.team] if question.seat else None,
        "corrected": look.teams.get(question.corrected),
        "waiting": [(look.teams[seat.team], seat) for seat in question.waiting],
        "answers": board.answers(view, look, question.options),
        "drawing": board.draw(view, setup, look, look.riders_of(mine), zoom, where.lines),
        "words": board.words,
        "changed": changes,
        "hidden": where.game.hidden,
        "changed_now": _newest(changes, since or turn_began)[:2],
        "lost": [(seats[number], look.teams[seats[number].team]) for number in device.lost],
        "told": to_told_lines(
            latest_lines(merge_notices(visible_lines(where.lines, board), ride, look)),
            look,
            since if device.seats else where.seq,
        ),
        "teams": [(team, mark, team in mine) for team, mark in look.teams.items()],
        "seq": where.seq,
        "seen": seen_of(ride, device),
        "token": secrets.token_hex(12),
        "opened": open_seat,
        "zoom": zoom,
        "trouble": trouble,
        "stage": ride.stage,
        "tour": ride.stage.tour if ride.stage else None,
    }


def _newest(changes: Sequence[CommentaryLine], since: int) -> list[CommentaryLine]:
    """Return the last change of each seat since that step, which replaces those before it."""
    newest: dict[tuple[str, ...], CommentaryLine] = {}
    for line in changes:
        if line.seq >= since:
            newest.setdefault(line.riders, line)
    return list(newest.values())


def asked_rows(question: SeatQuestion, look: Look) -> list[tuple[Mark, list[tuple[Option, str]]]]:
    """Return for each rider the answers with their consequences, unless those are listed below for
    all.
    """
    below = {short for short, _ in question.notes}
    return [
        (
            look.riders[row.rider],
            [
                (option, "" if option.choice.short in below else option.choice.then)
                for option in row.options
            ],
        )
        for row in question.rows
    ]


def own_view(question: SeatQuestion, device: Device, where: Position) -> int | None:
    """Return the seat whose secrets are shown: the one that is asked; None while others sit at this
    device too.
    """
    if question.curtain:
        return None
    if question.seat is not None:
        return question.seat.number
    return device.seats[0] if len(device.seats) == 1 else None
