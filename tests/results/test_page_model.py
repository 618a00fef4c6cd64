"""What a log comes to, by one table (taps.json): the sheet, and the model of the stage page that
goes on while the server is away, run under Node.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tests.factory import a_tour
from tests.node import fold
from tests.results.road import said
from tests.rounds import a_grand_tour
from tests.tabletop.browser import (
    INSERTING,
    applied,
    begin,
    check_same,
    on_the_page,
    walk,
    written,
)
from tourmanager.results.sheet.frame import GameFrame

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Case:
    """Taps in words; the numbers of those that are refused, and what the rest come to."""

    note: str
    taps: Sequence[str]
    refused: Sequence[int] = ()
    lines: Mapping[str, Sequence[str]] = field(default_factory=dict)
    order: Sequence[str] = ()


TABLE = json.loads((Path(__file__).parent / "taps.json").read_text(encoding="utf-8"))
CASES = [Case(**row) for row in TABLE]


def lines_named(lines: Mapping[str, list[str]]) -> Mapping[str, list[str]]:
    return {key: riders for key, riders in lines.items() if riders}


def refused_numbers(refused: Sequence[Any]) -> list[int]:
    return [number for number, reason in enumerate(refused) if reason]


@pytest.mark.parametrize("game", ["", "cycling_party"], ids=["the core", "Cycling Party"])
def test_the_page_takes_and_refuses_what_the_table_says(game: str):
    _, state = begin(a_tour())
    answers = fold([(state, written(said(words) for words in case.taps)) for case in CASES], game)
    found = [
        Case(
            case.note,
            case.taps,
            refused_numbers(answer["refused"]),
            lines_named(answer["lines"]),
            answer["order"],
        )
        for case, answer in zip(CASES, answers, strict=True)
    ]
    assert found == [
        Case(case.note, case.taps, list(case.refused), case.lines, list(case.order))
        for case in CASES
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.note)
def test_the_sheet_takes_and_refuses_what_the_table_says(case: Case):
    frame, _ = begin(a_tour())
    sheet, refused = applied(frame, map(said, case.taps))
    assert refused_numbers(refused) == list(case.refused)
    assert lines_named(sheet.lines) == case.lines
    assert sheet.order == list(case.order)


def test_a_game_without_a_clock_refuses_turns_and_squares():
    _, state = begin(a_tour())
    taps = ["arrive a1", "turn 1", "square 3", "time 90 1", "unit_turn 1 1"]
    answer = fold([(state, written(said(words) for words in taps))])[0]
    clock, order = (
        "This game has no clock.",
        "This game logs only the order in which riders arrive.",
    )
    assert answer["refused"] == ["", clock, order, order, clock]
    assert answer["order"] == ["a1"]
    assert answer["seconds"] == {"a1": None}


@pytest.mark.parametrize(
    ("game", "said_of_squares"),
    [
        ("cycling_party", "There are 20 squares behind the line."),
        ("flamme_rouge", "There are 5 squares behind the line."),
    ],
)
def test_refusals_are_in_the_words_of_the_game(game: str, said_of_squares: str):
    _, state = begin(a_tour() if game == "cycling_party" else a_grand_tour())
    taps = ["cross 4 a1", "cross 3 b1", "cross 21 a2", "move finish b1 1"]
    answer = on_the_page(state, taps, game)
    order = "They came to other squares: round and square decide."
    assert answer["refused"] == ["", "", said_of_squares, "" if "party" in game else order]


def test_without_words_of_the_game_a_refusal_names_nothing_of_any():
    _, state = begin(a_tour())
    assert on_the_page(state, ["cross 21 a1"])["refused"] == [
        "Nobody comes that far behind the line."
    ]


def test_the_page_changes_nothing_of_what_it_was_told():
    """Each case is folded on the same state: what one did is not seen by the next."""
    _, state = begin(a_tour())
    taps = written(said(words) for words in ("place s1 a1", "arrive a2"))
    first, second = fold([(state, taps), (state, taps)])
    assert first == second
    assert first["refused"] == ["", ""]


def test_the_core_and_its_page_agree_on_riders_put_into_the_order():
    frame, state = begin(a_tour())
    frame = msgspec.structs.replace(frame, key="race", game=GameFrame())
    kinds = {"arrive": 6, "remove": 1, "move": 1} | INSERTING
    walks = [walk(Random(seed), frame.riders, kinds, 50) for seed in range(40)]
    bodies = [[said(words) for words in each] for each in walks]
    state["squares"] = 0
    answers = fold([(state, written(each)) for each in bodies])
    for each, answer in zip(bodies, answers, strict=True):
        check_same(answer, frame, each)


KINDS = {"place": 6, "remove": 2, "move_at": 2, "arrive": 6, "move": 2, "out": 1, "back": 1}


def test_page_and_sheet_agree_on_taps_drawn_by_lot():
    frame, state = begin(a_tour())
    walks = [walk(Random(seed), frame.riders, KINDS, 60) for seed in range(40)]
    bodies = [[said(words) for words in each] for each in walks]
    answers = fold([(state, written(each)) for each in bodies], "cycling_party")
    for words, each, answer in zip(walks, bodies, answers, strict=True):
        sheet, refused = applied(frame, each)
        assert [bool(reason) for reason in answer["refused"]] == refused, words
        assert lines_named(answer["lines"]) == lines_named(sheet.lines), words
        assert answer["order"] == sheet.order, words
        assert sorted(answer["out"]) == sorted(sheet.out), words
