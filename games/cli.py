"""Commands of `python -m games`: list games, play a stage, replay a log."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.console import Console

from games import GAMES, game
from games.bots import bots_by_name
from games.chance import CardDraw, NoDraw, Seeded, Supplied
from games.engine import Action, AnyGame, BadSetup, Bot, Event, Refused, Seat
from games.live import Live
from games.notation import AnswerText, read_log, write_log
from games.replay import Recording, replay
from games.replay import play as play_stage


class NotReadable(Exception):
    """A file cannot be read or written; the message names it."""


def show_games(options: argparse.Namespace) -> None:
    console = Console()
    for each in GAMES.values():
        console.print(
            f"[bold]{each.key}[/]  {each.name}, {each.seats[0]}–{each.seats[-1]} seats, rules"
            f" version {each.rules_version}"
        )
        console.print(f"  versions: {', '.join(each.versions)}")
        console.print(
            f"  bots: {', '.join(bots_by_name(each.bots()))}; human plays on this terminal"
        )


def play(options: argparse.Namespace) -> None:
    rules = game(options.game)
    setup = _setup(rules, options)
    report = _report(rules, options.json)
    recording = Recording(rules, setup, report.hear)
    report.begin(recording.state)
    players = _players(rules, options, len(rules.seat_names(recording.state)), report)
    try:
        play_stage(
            recording,
            players,
            Supplied(report.die, report.card) if options.dice == "typed" else Seeded(options.seed),
        )
    except NoDraw as error:
        raise Refused(str(error)) from None
    finally:
        if options.log:
            _write(options.log, write_log(recording.log()))
    report.end(recording.state)


def show_replay(options: argparse.Namespace) -> None:
    log = read_log(_read(options.file))
    rules = game(log.game, log.rules_version)
    report = _report(rules, options.json)
    report.begin(rules.start(rules.read_setup(log.setup)))
    recording = replay(rules, log, report.hear)
    report.end(recording.state)


def _setup(rules: AnyGame, options: argparse.Namespace) -> object:
    setup = _whole_setup(rules, options)
    return (
        rules.read_setup({**rules.write_setup(setup), **dict(map(_set, options.set))})
        if options.set
        else setup
    )


def _set(text: str) -> tuple[str, object]:
    """Read a part of the setup as it is typed: `breakaway=true`, `real=["red"]`, `first=red`."""
    key, _, value = text.partition("=")
    if not key.isidentifier() or not value:
        raise BadSetup(f"“{text[:60]}” sets nothing: name and value, like breakaway=true.")
    try:
        return key, json.loads(value)
    except (ValueError, RecursionError):
        return key, value


def _whole_setup(rules: AnyGame, options: argparse.Namespace) -> object:
    """Read the whole setup from the file, or put the file's road into the version's example."""
    version = options.version or rules.versions[0]
    if options.stage is None:
        return rules.example(version, options.seats)
    try:
        data = json.loads(_read(options.stage))
    except (ValueError, RecursionError):
        raise BadSetup(f"{options.stage} is not JSON.") from None
    if not isinstance(data, dict):
        raise BadSetup(f"{options.stage} holds no stage.")
    if "stage" in data:
        return rules.read_setup(data)
    return rules.read_setup(
        {**rules.write_setup(rules.example(version, options.seats)), "stage": data}
    )


def _players(
    rules: AnyGame, options: argparse.Namespace, seats: int, report: "Report"
) -> dict[int, Bot[object]]:
    bots = bots_by_name(rules.bots())
    names = options.bots.split(",")
    if len(names) > seats:
        raise BadSetup(f"{len(names)} players are named for {seats} seats.")
    names += names[-1:] * (seats - len(names))
    players: dict[int, Bot[object]] = {}
    for seat, name in enumerate(names):
        if name == "human":
            players[seat] = Human(rules, report)
        elif name in bots:
            players[seat] = bots[name](f"{options.seed}/{seat}")
        else:
            raise BadSetup(
                f"There is no bot “{name[:40]}”. There are: {', '.join([*bots, 'human'])}."
            )
    return players


class Human:
    """A person at this terminal, who chooses a line by its number or types the action."""

    def __init__(self, rules: AnyGame, report: "Report") -> None:
        self.rules, self.report = rules, report

    def choose(self, state: object, seat: Seat, legal: Sequence[Action]) -> Action:
        texts = [self.rules.write(state, seat, action) for action in legal]
        self.report.offer(state, seat, texts)
        while True:
            answer = self.report.ask(f"{self.rules.seat_names(state)[seat]}: ")
            if answer.isdigit() and 1 <= int(answer) <= len(legal):
                return legal[int(answer) - 1]
            if answer in texts:
                return legal[texts.index(answer)]
            self.report.note("Choose one of these, by its number or its words.")


class Report:
    """Report of a stage as one JSON value at its end; questions to people go to stderr."""

    def __init__(self, rules: AnyGame) -> None:
        self.rules = rules
        self.told: list[dict[str, object]] = []

    def begin(self, state: object) -> None: ...

    def hear(self, state: object, entry: AnswerText, events: list[Event]) -> None:
        line = {"by": entry.who, "answer": entry.text}
        happened = [
            {"rule": event.rule, "kind": event.kind, "text": self.rules.say(state, event)}
            for event in events
        ]
        self.told.append({**line, "events": happened})

    def end(self, state: object) -> None:
        outcome = self.rules.outcome(state)
        answer = {
            "game": self.rules.key,
            "told": self.told,
            "outcome": msgspec.to_builtins(outcome),
            "digest": self.rules.digest(state),
        }
        print(json.dumps(answer))

    def note(self, text: str) -> None:
        print(text, file=sys.stderr)

    def offer(self, state: object, seat: int, texts: list[str]) -> None:
        for number, text in enumerate(texts, 1):
            self.note(f"{number:3}  {text}")

    def ask(self, prompt: str) -> str:
        print(prompt, end="", file=sys.stderr, flush=True)
        return input().strip()

    def die(self, sides: int) -> int:
        while True:
            answer = self.ask(f"a die of {sides} sides shows: ")
            if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= sides:
                return int(answer)
            self.note(f"A die of {sides} sides shows 1 to {sides}.")

    def card(self, drawing: CardDraw, codes: Sequence[int]) -> int:
        """Ask for a card by its number or its mark (x)."""
        marks = {mark: code for code, mark in drawing.marks.items()}
        names = [drawing.marks.get(code) or str(code) for code in drawing.faces(codes)]
        while True:
            answer = self.ask(f"{drawing.label}, {len(codes) + 1} of {len(drawing.sides)}: ")
            if answer in names:
                return marks[answer] if answer in marks else int(answer)
            self.note(f"It can be {', '.join(names)}.")


class LiveReport(Report):
    """Report that prints each event as it happens."""

    def __init__(self, rules: AnyGame) -> None:
        super().__init__(rules)
        self.live = Live(rules)

    def begin(self, state: object) -> None:
        self.live.begin(state)

    def hear(self, state: object, entry: AnswerText, events: list[Event]) -> None:
        self.live.tell(state, events)

    def end(self, state: object) -> None:
        self.live.end(state)

    def offer(self, state: object, seat: int, texts: list[str]) -> None:
        self.live.road(state)
        super().offer(state, seat, texts)


def _report(rules: AnyGame, as_json: bool) -> Report:
    return Report(rules) if as_json else LiveReport(rules)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise NotReadable(f"{path} cannot be read: {_why(error)}.") from None


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise NotReadable(f"{path} cannot be written: {_why(error)}.") from None


def _why(error: Exception) -> str:
    return (
        (error.strerror or "an error of the system")
        if isinstance(error, OSError)
        else "it is not text"
    )
