"""Cards, decks and deals.

A card is a small number: an energy card its worth, `X` exhaustion, `ATTACK` the Peloton Team's,
`NOWHERE` the 2 of a rider without cards. Nobody ever sees the order of a pile (FR-030), so cards
lying together are one whole number: five bits for how many there are of each kind, exhaustion at
the top, where it may be as many as it likes. Sums and differences of such numbers are sums and
differences of decks.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from operator import itemgetter
from typing import Any, ClassVar

import msgspec

from games.chance import Draw, is_draw
from games.flamme_rouge.numbers import HAND, read_table

NOWHERE, ATTACK, X = 1, 11, 12
KINDS = (2, 3, 4, 5, 6, 7, 9, ATTACK)
BITS = 5
TOP = BITS * len(KINDS)
LOW = (1 << TOP) - 1
MOST = (1 << BITS) - 1  # a remainder by it adds the kinds up
# borrowed from where more are taken than there are
GUARD = sum(1 << BITS * index + BITS - 1 for index in range(len(KINDS)))
UNIT = [0] * (X + 1)
for _index, _code in enumerate((*KINDS, X)):
    UNIT[_code] = 1 << BITS * _index
FATIGUE = UNIT[X]
MARKS = {ATTACK: "attack", X: "x"}
SHORT = {ATTACK: "!", X: "x"}
CODES = {"x": X, "!": ATTACK, **{str(code): code for code in KINDS if code != ATTACK}}
HANDS = {
    row: sum(UNIT[code] for code in row)
    for size in range(HAND + 1)
    for row in combinations_with_replacement((*KINDS, X), size)
}
TABLED = 20  # cards up to which every choice of four stands in a table


def mark(code: int) -> str:
    return MARKS.get(code) or str(code)


def deck(text: str) -> int:
    """Read cards from text like "2235x", with ! for Attack!."""
    return sum(UNIT[CODES[each]] for each in text)


def size(cards: int) -> int:
    return (cards & LOW) % MOST + (cards >> TOP)


def count_exhaustion(cards: int) -> int:
    """Count the exhaustion cards among them."""
    return cards >> TOP


def text(cards: int) -> str:
    return "".join(SHORT.get(code) or str(code) for code in list_cards(cards))


@lru_cache(maxsize=1 << 15)
def list_cards(cards: int) -> tuple[int, ...]:
    """List every single card, sorted."""
    return tuple(code for code in (*KINDS, X) for _ in range(count(cards, code)))


@lru_cache(maxsize=1 << 12)
def distinct_cards(cards: int) -> tuple[int, ...]:
    """List each kind of card once (FR-104)."""
    return tuple(sorted(set(list_cards(cards))))


def count(cards: int, code: int) -> int:
    return cards >> TOP if code == X else cards // UNIT[code] & MOST


def holds_cards(cards: int, part: int) -> bool:
    rest = (cards | GUARD) - part
    return rest >= 0 and rest & GUARD == GUARD


def choose_some(row: Sequence[int], count: int, number: int) -> tuple[int, ...]:
    """Choose that many from the row by a number from 0 to 2**64."""
    cards, choice = list(row), []
    for _ in range(count):
        number, at = divmod(number, len(cards))
        choice.append(cards.pop(at))
    return tuple(sorted(choice))


Choice = Callable[[Sequence[int]], tuple[int, ...]]
FOURS: list[list[Choice]] = [[] for _ in range(TABLED + 1)]


def choices_of_four(cards: int) -> list[Choice]:
    """List every choice of four from a row of that length, computed when it is first asked for."""
    FOURS[cards] = [itemgetter(*row) for row in combinations(range(cards), HAND)]
    return FOURS[cards]


Split = tuple[Choice, Choice]
Unit = Callable[[], float]


@lru_cache(maxsize=1 << 8)
def splits(cards: int, count: int) -> list[Split]:
    """List every way to take so many of a row of so many, each with what it leaves."""
    return [
        (picker(places), picker(tuple(each for each in range(cards) if each not in places)))
        for places in combinations(range(cards), count)
    ]


def picker(places: tuple[int, ...]) -> Choice:
    """Make a function that takes what stands on these places of a row."""
    if len(places) > 1:
        return itemgetter(*places)
    return itemgetter(slice(places[0], places[0] + 1) if places else slice(0))


def take_each_choice(
    row: tuple[int, ...], count: int, unit: Unit
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Take so many of a sorted row by numbers in [0, 1); return them and what is left, sorted."""
    if not count:
        return (), row
    if len(row) <= TABLED:
        ways = splits(len(row), count)
        take, leave = ways[int(unit() * len(ways))]
        return take(row), leave(row)
    rest = list(row)
    choice = sorted([rest.pop(int(unit() * len(rest))) for _ in range(count)])
    return tuple(choice), tuple(rest)


class Drawn(msgspec.Struct, frozen=True, gc=False):
    """A draw that is made card by card (see `games.chance.CardDraw`)."""

    key: int
    label: str
    outcomes: ClassVar[Sequence[Draw]] = ()

    @property
    def sides(self) -> tuple[int, ...]:
        return ()

    def faces(self, codes: Sequence[int]) -> tuple[int, ...]:
        """Return the cards that may come next."""
        return ()

    def missing(self, codes: Sequence[int]) -> tuple[int, ...]:
        return self.sides[len(codes) :]

    def next_die(self, codes: Sequence[int]) -> tuple[int, bool]:
        return len(codes), False

    def explain_fault(self, codes: Sequence[int]) -> str:
        """Say why these cannot be the first cards; "" where they can."""
        for count, code in enumerate(codes):
            if code not in self.faces(codes[:count]):
                return f"“{self.label}” cannot give {mark(code)} now."
        return ""

    def fits(self, draw: object) -> bool:
        return is_draw(draw) and len(draw) == len(self.sides) and not self.explain_fault(draw)


class Deal(Drawn, frozen=True, gc=False):
    """A hand to be dealt (FR-025 ... FR-027): `count` cards, among them all the `sure` ones, the
    others from the `pool`.
    """

    rider: int
    sure: int
    pool: int
    count: int
    row: tuple[int, ...]  # the pool, card by card
    marks: ClassVar[dict[int, str]] = MARKS

    @property
    def sides(self) -> tuple[int, ...]:
        return (X,) * self.count

    def at(self, number: int) -> Draw:
        row = self.row
        if self.count == HAND and not self.sure and len(row) <= TABLED:
            ways = FOURS[len(row)] or choices_of_four(len(row))
            return ways[number % len(ways)](row)
        sure = list_cards(self.sure)
        return tuple(sorted(sure + choose_some(row, self.count - len(sure), number)))

    def roll(self, unit: Unit) -> Draw:
        """Draw by numbers in [0, 1), whatever the key."""
        sure = list_cards(self.sure)
        return tuple(sorted(sure + take_each_choice(self.row, self.count - len(sure), unit)[0]))

    def faces(self, codes: Sequence[int]) -> tuple[int, ...]:
        return tuple(
            code for code in distinct_cards(self.sure + self.pool) if self._may_be([*codes, code])
        )

    def _may_be(self, codes: Sequence[int]) -> bool:
        cards = sum(UNIT[code] for code in codes)
        others = len(codes) - sum(
            min(count(cards, code), count(self.sure, code)) for code in (*KINDS, X)
        )
        return holds_cards(self.sure + self.pool, cards) and others <= self.count - size(self.sure)


class Lot(Drawn, frozen=True, gc=False):
    """`count` cards of the `pool`, all equally likely: the first seat, the top card of a dummy
    team's deck, trait cards.
    """

    options: tuple[int, ...]
    count: int = 1
    marks: dict[int, str] = {}

    @property
    def sides(self) -> tuple[int, ...]:
        return (max(self.options),) * self.count

    def at(self, number: int) -> Draw:
        return choose_some(self.options, self.count, number)

    def roll(self, unit: Unit) -> Draw:
        """Draw by numbers in [0, 1), whatever the key."""
        return take_each_choice(self.options, self.count, unit)[0]

    def faces(self, codes: Sequence[int]) -> tuple[int, ...]:
        rest = list(self.options)
        for each in codes:
            rest.remove(each)
        return tuple(sorted(set(rest))) if self.missing(codes) else ()


Drawing = Deal | Lot


def deal(rider: int, pile: int, under: int, key: int, label: str, count: int = HAND) -> Deal:
    """Make the deal of that many cards of the pile; where it runs out, of all of it and then of the
    recycled cards.
    """
    here = size(pile)
    if here >= count:
        return Deal(key, label, rider, 0, pile, count, list_cards(pile))
    return Deal(key, label, rider, pile, under, min(count, here + size(under)), list_cards(under))


def energy(type_: int) -> int:
    decks: dict[str, Any] = read_table("game")["decks"]
    return deck(decks["rouleur" if type_ else "sprinteur"])


ENERGY = (energy(0), energy(1))
MUSCLE = UNIT[read_table("game")["decks"]["muscle"]]
ATTACKS = read_table("game")["decks"]["attacks"] * UNIT[ATTACK]
