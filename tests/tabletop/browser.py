"""What the page of a stage makes of entries, beside what the server makes of the same."""

import json
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from tests.node import fold
from tests.results.road import said
from tourmanager.results.log.reading import read_stage
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.frame import Frame
from tourmanager.results.sheet.sheet import EntryRefused, Sheet, begin_sheet
from tourmanager.results.stage_page.board import StageBoard
from tourmanager.tours.models import Stage, Tour


def begin(tour: Tour, number: int = 1) -> tuple[Frame, Any]:
    """Return the frame of a stage, and what its page is told of it before the first tap."""
    reading = read_stage(Stage.objects.select_related("tour").get(tour=tour, number=number))
    return reading.frame, json.loads(StageBoard(reading, line=e.FINISH).state)


def written(bodies: Iterable[e.EntryBody]) -> list[Any]:
    """Return entries as the page has them."""
    return [json.loads(e.write(body)) for body in bodies]


def on_the_page(state: Any, taps: Iterable[str], game: str = "") -> dict[str, Any]:
    return fold([(state, written(said(words) for words in taps))], game)[0]


# entries whose refusals are worded alike by the page and by the sheet
ALIKE = (e.Regroup, e.RemoveUnit)
INSERTING = {
    "insert": 3,
    "insert_on": 1,
    "join_at": 4,
    "regroup": 2,
    "regroup_one": 4,
    "regroup_to": 6,
    "remove_unit": 1,
}


def check_same(answer: dict[str, Any], frame: Frame, bodies: Sequence[e.EntryBody]) -> Sheet:
    """Compare what the page made of entries with what the sheet makes of them."""
    sheet = begin_sheet(frame)
    for at, (body, refused) in enumerate(zip(bodies, answer["refused"], strict=True)):
        said_by_sheet = ""
        try:
            sheet.apply(body)
        except EntryRefused as error:
            said_by_sheet = str(error)
        assert bool(refused) == bool(said_by_sheet), (bodies[: at + 1], refused, said_by_sheet)
        if isinstance(body, ALIKE) and set(body.riders if hasattr(body, "riders") else ()) <= set(
            frame.riders
        ):
            assert refused == said_by_sheet, bodies[: at + 1]
    assert answer["order"] == sheet.order, bodies
    assert {
        int(number): [unit[name] for name in ("turn", "riders", "squares", "typed", "standing")]
        for number, unit in answer["units"].items()
    } == {
        number: [unit.turn, unit.riders, unit.squares, unit.typed, unit.standing]
        for number, unit in sheet.units.items()
    }, bodies
    return sheet


def applied(frame: Frame, bodies: Iterable[e.EntryBody]) -> tuple[Sheet, list[bool]]:
    """Apply entries to a blank sheet; say of each whether it was refused."""
    sheet, refused = begin_sheet(frame), []
    for body in bodies:
        try:
            sheet.apply(body)
        except EntryRefused:
            refused.append(True)
        else:
            refused.append(False)
    return sheet, refused


def walk(
    lot: Random,
    riders: Sequence[str],
    kinds: dict[str, int],
    length: int,
    squares: Sequence[int] = range(1, 6),
) -> list[str]:
    """Draw entries that a director might tap, in words: of each kind as often as told."""
    choose = {
        "place": lambda: f"place {lot.choice(('s1', 's2', 'p1'))} {lot.choice(riders)}",
        "remove": lambda: f"remove {lot.choice(('s1', 'p1', 'finish'))} {lot.choice(riders)}",
        "move": lambda: f"move finish {lot.choice(riders)} {lot.randint(1, 6)}",
        "move_at": lambda: f"move s1 {lot.choice(riders)} {lot.randint(1, 3)}",
        "turn": lambda: f"turn {lot.randint(0, 3)}",
        "arrive": lambda: "arrive " + " ".join(lot.sample(riders, lot.choice((1, 1, 2, 3)))),
        "join": lambda: f"join {lot.randint(1, 4)} {lot.choice(riders)}",
        "insert": lambda: f"insert {lot.randint(1, 6)} {lot.choice(riders)}",
        "join_at": lambda: f"join_at {lot.randint(1, 4)} {lot.randint(1, 8)} {lot.choice(riders)}",
        "regroup": lambda: f"regroup {lot.randint(1, 7)} " + " ".join(lot.sample(riders, 2)),
        "regroup_one": lambda: f"regroup {lot.randint(1, 7)} {lot.choice(riders)}",
        "regroup_to": lambda: (
            f"regroup_to {lot.randint(1, 6)} {lot.randint(1, 8)} {lot.choice(riders)}"
        ),
        "remove_unit": lambda: f"remove_unit {lot.randint(1, 9)}",
        "insert_on": lambda: (
            f"insert_on {lot.choice(squares)} {lot.randint(1, 6)} {lot.choice(riders)}"
        ),
        "cross": lambda: f"cross {lot.choice(squares)} {lot.choice(riders)}",
        "square": lambda: f"square {lot.choice(squares)}",
        "square_of": lambda: f"square {lot.choice(squares)} {lot.randint(1, 4)}",
        "die": lambda: f"die {lot.randint(1, 6)}",
        "die_of": lambda: f"die {lot.randint(1, 6)} {lot.randint(1, 4)}",
        "time": lambda: f"time {lot.randint(1, 99)} {lot.randint(1, 4)}",
        "unit_turn": lambda: f"unit_turn {lot.randint(0, 3)} {lot.randint(1, 4)}",
        "use": lambda: f"use {lot.choice('ab')} {lot.choice(('bottle', 'sprint', 'attack'))}",
        "give_back": lambda: f"give_back {lot.choice('ab')} {lot.choice(('bottle', 'attack'))}",
        "double": lambda: f"double p3 {lot.choice('ab')}",
        "double_back": lambda: f"double_back p3 {lot.choice('ab')}",
        "exhaustion": lambda: f"exhaustion {lot.choice(riders)} {lot.randint(0, 9)}",
        "out": lambda: f"out {lot.choice(riders)}",
        "back": lambda: f"back {lot.choice(riders)}",
    }
    picked = lot.choices(list(kinds), list(kinds.values()), k=length)
    return [choose[kind]() for kind in picked]
