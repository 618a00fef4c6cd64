"""Who is placed where: the scoring rules, the sheet that is tapped, and the page that goes on without the server say the same.

Each of the three works places out by itself: scoring from a stage as a whole, the sheet and the page's script tap by tap. Here they are
handed one table of finishes, the same taps to both, and some more finishes drawn by lot.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from random import Random

import pytest
from django.templatetags.static import static
from playwright.sync_api import Page

from tests.factory import a_tour
from tests.results.road import a_frame, a_log, arrivals, said
from tourmanager.accounts.models import User
from tourmanager.results.entries import dump
from tourmanager.results.words import clock
from tourmanager.scoring.arrival import Turn, Unit, order
from tourmanager.scoring.dice import Dice

RIDERS = "a1 a2 a3 a4 a5 b1 b2 b3 b4 b5"


@dataclass(frozen=True)
class Finish:
    """Arrivals in the order tapped, each rider with his square, each arrival with its die: "a1@6 b1@5 die 2, a2@5 die 6 / b2@9 die 1".

    A slash is the next turn; a paceline, which says so, has its pace-setter in front. `dice` are thrown by riders who are level,
    `moved` is what the director does where they decide; where none are told, whoever was tapped first threw the best.
    """

    note: str
    text: str
    expect: str = ""  # "a1 0:10, b1 0:12"
    beyond_12: str = "zero"
    dice: Dice | None = None
    moved: tuple[str, ...] = ()

    @property
    def turns(self) -> list[Turn]:
        turns = []
        for number, part in enumerate(self.text.split("/")):
            units = tuple(arrival(words.split()) for words in part.split(",") if words.strip())
            tapped = [rider for unit in units for rider in unit.riders]
            turns.append(Turn(number, units, self.dice or {rider: [-place] for place, rider in enumerate(tapped)}))
        return [turn for turn in turns if turn.units]


def arrival(words: list[str]) -> Unit:
    riders = {rider: int(square) for rider, _, square in (word.partition("@") for word in words) if square}
    die = int(words[-1]) if "die" in words else None
    if "paceline" in words:
        return Unit("paceline", riders, die, (next(iter(riders)),))
    return Unit("peloton" if len(riders) > 1 else "single", riders, die)


FINISHES = [
    Finish("the higher square is ahead, whoever was tapped first", "a1@3 die 1, b1@9 die 6", "b1 0:15, a1 0:50"),
    Finish("on one square the better time", "a1@5 die 2, b1@5 die 6, b2@5 die 4", "b1 0:35, b2 0:37, a1 0:39"),
    Finish("a later turn is behind, from whatever square", "a1@1 die 1 / b1@12 die 6, a2@2 die 6", "a1 1:00, b1 1:00, a2 1:50"),
    Finish("a turn may pass without an arrival", "a1@10 die 6 // b1@10 die 6", "a1 0:10, b1 2:10"),
    Finish("a paceline behind its pace-setter", "a4@3 die 1, paceline b1@9 a1@9 a2@9 die 5", "b1 0:16, a1 0:16, a2 0:16, a4 0:50"),
    Finish(
        "a rider between two squares of a peloton, with a worse time than those behind him",
        "a1@6 b1@6 a2@5 b2@3 die 2, a5@5 die 6",
        "a1 0:34, b1 0:34, a2 0:34, a5 0:35, b2 0:34",
    ),
    Finish(
        "two pelotons mixed",
        "a1@8 a2@6 a3@4 die 3, b1@7 b2@6 b3@2 die 4",
        "a1 0:23, b1 0:27, a2 0:23, b2 0:27, a3 0:23, b3 0:27",
    ),
    Finish(
        "a better time on the square goes before a whole paceline",
        "paceline a1@9 b1@9 die 5, a4@4 die 1, b4@9 die 6",
        "b4 0:15, a1 0:16, b1 0:16, a4 0:45",
    ),
    Finish("beyond square 12 without a die, the further the better", "a1@12 die 6, b1@14, b2@13", "b1 0:00, b2 0:00, a1 0:00"),
    Finish("a peloton whose front is beyond square 12", "a1@14 a2@11, b1@12 die 5, b2@11 die 1", "a1 0:00, b1 0:01, a2 0:00, b2 0:10"),
    Finish("by the option with a die there too", "a1@13 die 2, b1@13 die 5, b2@15 die 1", "b2 0:05, b1 0:01, a1 0:04", beyond_12="like_12"),
    Finish(
        "level in everything: the dice on the table decide",
        "a1@3 die 4, b1@3 die 4, a2@1 die 1",
        "b1 0:47, a1 0:47, a2 1:00",
        dice={"a1": [2], "b1": [5]},
        moved=("move finish b1 1",),
    ),
]


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
    return ", ".join(f"{arrival.rider} {clock(arrival.seconds)}" for arrival in order(finish.turns, finish.beyond_12))


def taps(finish: Finish) -> Iterator[str]:
    """What the director taps: riders, their square, those on the next square of the same arrival, at last the die."""
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


# What scoring never sees: the director corrects an arrival. Taps, and the option `seconds_die`.
CORRECTIONS = [
    ("arrive a1, square 3, die 1, arrive b1, square 5, die 6, square 9 1", "shared", "a1 0:20, b1 0:35"),
    ("arrive a1 a2, square 3, die 1, arrive b1, square 2, die 6, square 1 1 a1", "shared", "a2 0:50, b1 0:50, a1 0:50"),
    ("arrive a1, square 3, die 4, arrive b1, square 3, die 2, die 6 2", "shared", "b1 0:45, a1 0:47"),
    ("arrive a1, square 9, die 1, arrive b1, square 5, die 1, unit_turn 1 1", "shared", "b1 0:40, a1 1:20"),
    ("arrive a1, square 9, die 1, time 100 1, arrive b1, square 10, die 1", "shared", "a1 1:40, b1 0:15"),
    ("arrive a1, square 9, die 1, arrive b1, square 10, die 1, time 100 2", "shared", "a1 0:20, b1 1:40"),
    ("arrive a1 a2 a3, square 9, die 1, move finish a3 1, remove finish a2", "shared", "a1 0:20, a3 0:20"),
    ("arrive a1, square 9, die 1, arrive b1, square 8, die 1, move finish b1 1, arrive b2, square 7", "shared", "b1 0:25, a1 0:20, b2 –"),
    ("arrive a1, square 9, die 1, arrive b1, square 8, die 1, move finish b1 1, die 2 1", "shared", "a1 0:19, b1 0:25"),
    (
        "arrive a1, square 9, arrive a2, square 7, die 2, arrive b1, square 8, die 2, join 1 a3",
        "shared",
        "a1 0:19, b1 0:24, a2 0:19, a3 0:19",
    ),
    ("arrive a1, square 9, die 1, arrive b1, square 9, die 6", "separate", "a1 0:20, b1 0:15"),
    ("arrive a1, square 9, die 1, arrive b1, square 10", "shared", "a1 0:20, b1 –"),
]


def corrected(correction: tuple[str, str, str]) -> str:
    words, seconds_die, _ = correction
    return arrivals(a_log(a_frame(RIDERS, options={"seconds_die": seconds_die}), words.split(", ")))


def by_sheet(finish: Finish) -> str:
    return arrivals(a_log(a_frame(RIDERS, options={"beyond_12": finish.beyond_12}), taps(finish)))


ON_THE_PAGE = """async ([script, finishes]) => {
  const { Model, clock } = await import(script);
  const state = JSON.parse(document.querySelector(".road").dataset.state);
  return finishes.map(([beyond, tieDice, entries]) => {
    const model = new Model({ ...state, beyond, tieDice }, []);
    for (const entry of entries) {
      const refused = model.apply(entry);
      if (refused) return refused;
    }
    return model.order.map((code) => {
      const seconds = model.secondsOf(code);
      return `${code} ${seconds === null ? "–" : clock(seconds)}`;
    }).join(", ");
  });
}"""


def by_page(page: Page, finishes: Iterable[tuple[str, str, Iterable[str]]]) -> list[str]:
    """What the page's script makes of taps, none of them sent, by the options `beyond_12` and `seconds_die`."""
    entries = [(beyond_12, seconds_die, [dump(said(words)) for words in taps]) for beyond_12, seconds_die, taps in finishes]
    places: list[str] = page.evaluate(ON_THE_PAGE, [static("js/taps-model.js"), json.loads(json.dumps(entries))])
    return places


@pytest.mark.rule("CP-M-021", "CP-M-024", "CP-M-025", "CP-M-026", "CP-M-028", "CP-M-029")
@pytest.mark.parametrize("finish", FINISHES, ids=lambda finish: finish.note)
def test_scoring_and_the_sheet_place_everybody_alike(finish: Finish) -> None:
    assert by_scoring(finish) == finish.expect
    assert by_sheet(finish) == finish.expect


def test_they_do_so_in_finishes_drawn_by_lot() -> None:
    assert [by_sheet(finish) for finish in DRAWN] == [by_scoring(finish) for finish in DRAWN]


@pytest.mark.parametrize("correction", CORRECTIONS, ids=lambda correction: correction[0])
def test_a_corrected_arrival_goes_where_it_belongs(correction: tuple[str, str, str]) -> None:
    assert corrected(correction) == correction[2]


@pytest.mark.rule("CP-M-028")
@pytest.mark.django_db(transaction=True)
def test_the_page_does_so_while_the_server_is_away(director_desktop: Page, director: User) -> None:
    tour = a_tour(by=director, stages=2, teams=2, riders=5)
    director_desktop.goto(f"/tours/{tour.slug}/stages/1/?line=finish")
    finishes = [*FINISHES, *DRAWN]
    assert by_page(director_desktop, [(finish.beyond_12, "shared", taps(finish)) for finish in finishes]) == [
        finish.expect or by_scoring(finish) for finish in finishes
    ]
    corrections = [("zero", seconds_die, words.split(", ")) for words, seconds_die, _ in CORRECTIONS]
    assert by_page(director_desktop, corrections) == [expect for _, _, expect in CORRECTIONS]
