"""Stages as text: the set-up, then every answer in order, one a line. A log holds its draws, so a
replay throws no dice.

    game dash 1
    setup {"stage":{"length":60},"teams":["red","blue"]}
    * 3 4 6 1
    0 drink red1
    1 pass
    end 5f1c2ab09d3e7741

A line that begins with `*` is a draw, with a number the answer of that seat (from 0). Dice are
numbers; what is no throw says what it is (`* deal redS 2 5 9 x`). `end` is made of the outcome, so
that a replay proves that it came to the same. Blank lines, and what follows `#`, are for readers.
"""

import json
from collections.abc import Iterable
from typing import NamedTuple

from games.chance import Drawing
from games.engine import CHANCE, BadNotation, Extras, Game, Seat, Setup, State

LONGEST_LINE = 20_000


class AnswerText(NamedTuple):
    """One answer as text: the seat or chance, and its notation."""

    who: Seat
    text: str


class Log(NamedTuple):
    game: str
    rules_version: int
    setup: object
    entries: tuple[AnswerText, ...]
    end: str | None


def write_draw(draw: tuple[int, ...], drawing: Drawing | None = None) -> str:
    """Write a draw as text: dice as numbers only, cards after the label of their draw."""
    if drawing is None or not drawing.label:
        return " ".join(map(str, draw))
    return " ".join([drawing.label, *(drawing.marks.get(each) or str(each) for each in draw)])


def read_draw(text: str, drawing: Drawing | None = None) -> tuple[int, ...]:
    """Read a draw from text. Whether the game could give it is not checked here."""
    if drawing is not None and drawing.label:
        return _read_labelled(text, drawing)
    parts = text.split(" ")
    if not all(part.isascii() and part.isdigit() and len(part) <= 4 for part in parts):
        raise BadNotation(f"“{text[:60]}” is no draw: dice are written as numbers, like 3 4.")
    return tuple(map(int, parts))


def _read_labelled(text: str, drawing: Drawing) -> tuple[int, ...]:
    """Read cards from text, with or without the label of their draw."""
    rest = text.removeprefix(drawing.label).split()
    codes = {mark: code for code, mark in drawing.marks.items()}
    if not rest or not all(
        part in codes or (part.isascii() and part.isdigit() and len(part) <= 4) for part in rest
    ):
        raise BadNotation(
            f"“{text[:60]}” is not what chance is asked for: “{drawing.label}” and what it gives."
        )
    return tuple(codes[part] if part in codes else int(part) for part in rest)


def write_entry(entry: AnswerText) -> str:
    return f"{'*' if entry.who == CHANCE else entry.who} {entry.text}"


def read_entry(line: str) -> AnswerText:
    who, _, text = line.partition(" ")
    if who == "*" and text:
        return AnswerText(CHANCE, text)
    if who.isascii() and who.isdigit() and len(who) <= 2 and text:
        return AnswerText(int(who), text)
    raise BadNotation(f"“{line[:60]}” is neither a draw (* 3 4) nor an answer (0 pass).")


def write_log(log: Log) -> str:
    lines = [
        f"game {log.game} {log.rules_version}",
        f"setup {json.dumps(log.setup, separators=(',', ':'))}",
    ]
    lines += [write_entry(entry) for entry in log.entries]
    if log.end:
        lines.append(f"end {log.end}")
    return "\n".join(lines) + "\n"


def read_log(text: str) -> Log:
    """Read a log from text; raises BadNotation with the number of the line at fault."""
    rows = [(number, line) for number, line in _lines(text)]
    if len(rows) < 2:
        raise BadNotation("A log begins with its game and its setup.")
    game, version = _header(*rows[0])
    setup = _setup(*rows[1])
    entries: list[AnswerText] = []
    end = None
    for number, line in rows[2:]:
        if end is not None:
            raise BadNotation(f"Line {number}: nothing follows the end.")
        if line.startswith("end "):
            end = line[4:]
            continue
        try:
            entries.append(read_entry(line))
        except BadNotation as error:
            raise BadNotation(f"Line {number}: {error}") from None
    return Log(game, version, setup, tuple(entries), end)


def _lines(text: str) -> Iterable[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise BadNotation(f"Line {number} is too long.")
        line = line.strip() if line.startswith("setup ") else line.partition("#")[0].strip()
        if line:
            yield number, line


def _header(number: int, line: str) -> tuple[str, int]:
    match line.split(" "):
        case ["game", key, version] if (
            version.isascii() and version.isdigit() and len(version) <= 6
        ):
            return key, int(version)
    raise BadNotation(f"Line {number}: a log begins with “game”, its key and its rules version.")


def _setup(number: int, line: str) -> object:
    word, _, rest = line.partition(" ")
    if word == "setup":
        try:
            return json.loads(rest)
        except (ValueError, RecursionError):
            pass
    raise BadNotation(f"Line {number}: the setup is “setup” and JSON.")


def draw_or_action(
    game: Game[State, Setup, Extras], state: State, entry: AnswerText
) -> int | tuple[int, ...]:
    return (
        read_draw(entry.text, game.pending(state).throw)
        if entry.who == CHANCE
        else game.read(state, entry.who, entry.text)
    )
