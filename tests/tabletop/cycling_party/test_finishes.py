"""Who is placed where: the scoring rules, the sheet that is tapped, and the page that goes on
without the server say the same.

Each of the three works places out by itself: scoring from a stage as a whole, the sheet and the
page's script tap by tap. Here they are handed one table of finishes (finishes.json), the same taps
to both, and some more finishes drawn by lot. The script runs under Node.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from random import Random

import pytest

from games.cycling_party.table.arrival import ArrivalGroup, ArrivalTurn, order_arrivals
from games.cycling_party.table.dice import Dice
from tests.factory import a_tour
from tests.node import fold
from tests.results.road import a_frame, a_log, arrivals, said
from tests.tabletop.browser import begin, written
from tourmanager.web.templatetags.race import clock

RIDERS = "a1 a2 a3 a4 a5 b1 b2 b3 b4 b5"


@dataclass(frozen=True)
class Finish:
    """Arrivals in the order tapped, each rider with his square, each arrival with its die: "a1@6
    b1@5 die 2, a2@5 die 6 / b2@9 die 1".

    A slash is the next turn; a paceline, which says so, has its pace-setter in front. `dice` are
    thrown by riders who are level, `moved` is what the director does where they decide; where none
    are told, whoever was tapped first threw the best.
    """

    note: str
    text: str
    expect: str = ""  # "a1 0:10, b1 0:12"
    beyond_12: str = "zero"
    dice: Dice | None = None
    moved: tuple[str, ...] = ()

    @property
    def turns(self) -> list[ArrivalTurn]:
        turns = []
        for number, part in enumerate(self.text.split("/")):
            units = tuple(arrival(words.split()) for words in part.split(",") if words.strip())
            tapped = [rider for unit in units for rider in unit.riders]
            turns.append(
                ArrivalTurn(
                    number,
                    units,
                    self.dice or {rider: [-place] for place, rider in enumerate(tapped)},
                )
            )
        return [turn for turn in turns if turn.units]


def arrival(words: list[str]) -> ArrivalGroup:
    riders = {
        rider: int(square) for rider, _, square in (word.partition("@") for word in words) if square
    }
    die = int(words[-1]) if "die" in words else None
    if "paceline" in words:
        return ArrivalGroup("paceline", riders, die, (next(iter(riders)),))
    return ArrivalGroup("peloton" if len(riders) > 1 else "single", riders, die)


TABLE = json.loads((Path(__file__).parent / "finishes.json").read_text(encoding="utf-8"))
FINISHES = [Finish(**row | {"moved": tuple(row.get("moved", ()))}) for row in TABLE["finishes"]]


def drawn(lot: Random) -> Finish:
    """A finish by lot."""
    riders = RIDERS.split()
    lot.shuffle(riders)
    text = ""
    while riders:
        group, riders = riders[: (size := lot.choice((1, 1, 2, 3, 6)))], riders[size:]
        squares = sorted((lot.randint(1, 14) for _ in group), reverse=True)
        words = [f"{rider}@{square}" for rider, square in zip(group, squares, strict=True)]
        text += f"{' '.join(words)} die {lot.randint(1, 6)} {lot.choice((',', ',', '/', '//'))} "
    return Finish("drawn by lot", text)


DRAWN = [drawn(Random(seed)) for seed in range(150)]


def by_scoring(finish: Finish) -> str:
    return ", ".join(
        f"{arrival.rider} {clock(arrival.seconds)}"
        for arrival in order_arrivals(finish.turns, finish.beyond_12)
    )


def taps(finish: Finish) -> Iterator[str]:
    """What the director taps: riders, their square, those on the next square of the same arrival,
    at last the die.
    """
    turns, number = finish.turns, 0
    for turn in turns:
        if turn.number > turns[0].number:
            yield f"turn {turn.number - turns[0].number}"
        for unit in turn.units:
            number += 1
            front = max(unit.riders.values())
            for square, riders in groupby(unit.riders, unit.riders.__getitem__):
                yield f"{'arrive' if square == front else f'join {number}'} {' '.join(riders)}"
                yield f"square {square} {number}"
            if front <= 12 or finish.beyond_12 == "like_12":
                yield f"die {unit.die} {number}"
    yield from finish.moved


@dataclass(frozen=True)
class Correction:
    """What scoring never sees: the director corrects an arrival."""

    taps: list[str]
    seconds_die: str
    expect: str


CORRECTIONS = [Correction(**row) for row in TABLE["corrections"]]


def by_sheet(words: Iterable[str], **options: str) -> str:
    return arrivals(a_log(a_frame(RIDERS, options=options), words))


def by_page(finishes: Sequence[tuple[Iterable[str], dict[str, str]]]) -> list[str]:
    """Say where the page's script places everybody by taps that are not sent, each finish with
    options of its own.
    """
    states = {}
    for _, options in finishes:
        key = frozenset(options.items())
        if key not in states:
            tour = a_tour(stages=2, teams=2, riders=5, options=options)
            states[key] = begin(tour)[1]
    cases = [
        (states[frozenset(options.items())], written(said(words) for words in taps))
        for taps, options in finishes
    ]
    answers = fold(cases, "cycling_party")
    assert not any(reason for answer in answers for reason in answer["refused"])
    return [
        ", ".join(
            f"{rider} {'–' if (time := answer['seconds'][rider]) is None else clock(time)}"
            for rider in answer["order"]
        )
        for answer in answers
    ]


@pytest.mark.rule("CP-M-021", "CP-M-024", "CP-M-025", "CP-M-026", "CP-M-028", "CP-M-029")
@pytest.mark.parametrize("finish", FINISHES, ids=lambda finish: finish.note)
def test_scoring_and_the_sheet_place_everybody_alike(finish: Finish) -> None:
    assert by_scoring(finish) == finish.expect
    assert by_sheet(taps(finish), beyond_12=finish.beyond_12) == finish.expect


def test_they_do_so_in_finishes_drawn_by_lot() -> None:
    assert [by_sheet(taps(finish)) for finish in DRAWN] == [by_scoring(finish) for finish in DRAWN]


@pytest.mark.parametrize("row", CORRECTIONS, ids=lambda row: ", ".join(row.taps))
def test_a_corrected_arrival_goes_where_it_belongs(row: Correction) -> None:
    assert by_sheet(row.taps, seconds_die=row.seconds_die) == row.expect


@pytest.mark.rule("CP-M-028")
@pytest.mark.django_db
def test_the_page_does_so_while_the_server_is_away() -> None:
    finishes = [*FINISHES, *DRAWN]
    assert by_page([(taps(finish), {"beyond_12": finish.beyond_12}) for finish in finishes]) == [
        finish.expect or by_scoring(finish) for finish in finishes
    ]
    assert by_page([(row.taps, {"seconds_die": row.seconds_die}) for row in CORRECTIONS]) == [
        row.expect for row in CORRECTIONS
    ]
