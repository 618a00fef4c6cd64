"""Actions: what a seat may answer, as a whole number (payload · 16 + kind) and as text.

place S 4       a rider of the seat on a start square
pick R 3        with more than six seats: which rider, and where
split 2 1       alone: exhaustion cards for Sprinteur and Rouleur
bidwith S       who tries to break away      bid 5
draw R          for whom the first hand is   play 5      play x
lay S 5         with real cards: which rider plays what
keep pirata R   which trait, and for whom    trait professor, trait no

Payloads are such that a row sorted by them has the order in which a page offers it: Sprinteur
first, the foremost square first.
"""

import re
from functools import cache, lru_cache

from games.engine import Action, BadNotation
from games.flamme_rouge.cards import CODES, distinct_cards, mark
from games.flamme_rouge.numbers import TYPES
from games.flamme_rouge.traits import FASTER, KEYS, NONE

PLACE, PICK, SPLIT, BID_WITH, BID, DRAW, PLAY, KEEP, TRAIT, LAY = range(10)
KIND, SHIFT = 15, 4
OF_TYPE, SQUARES = 8, 255  # bits of a square in the payload, and the square that counts 0
MOST = 64  # cards that can be split: both numbers stand in one payload
WORDS = ("place", "pick", "split", "bidwith", "bid", "draw", "play", "keep", "trait", "lay")
PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        r"([SR]) (\d{1,3})",
        r"([SR]) (\d{1,3})",
        r"(\d{1,2}) (\d{1,2})",
        r"([SR])",
        r"([2-79x])",
        r"([SR])",
        r"([2-79x])",
        r"([a-z]+) ([SR])",
        r"([a-z]+)",
        r"([SR]) ([2-79x])",
    )
)


def encode_action(kind: int, payload: int) -> Action:
    return payload << SHIFT | kind


@lru_cache(maxsize=1 << 12)
def on_squares(kind: int, types: tuple[int, ...], squares: tuple[int, ...]) -> tuple[Action, ...]:
    return tuple(
        encode_action(kind, type_ << OF_TYPE | SQUARES - square)
        for type_ in types
        for square in squares
    )


def type_and_square(payload: int) -> tuple[int, int]:
    return payload >> OF_TYPE, SQUARES - (payload & SQUARES)


def payload_of_lay(type_: int, card: int) -> int:
    return type_ << SHIFT | card


def type_and_card(payload: int) -> tuple[int, int]:
    return payload >> SHIFT, payload & KIND


@cache
def plays(hand: int) -> tuple[Action, ...]:
    """Return one action for each different card (FR-104)."""
    return tuple(encode_action(PLAY, card) for card in distinct_cards(hand))


@cache
def bids(hand: int) -> tuple[Action, ...]:
    return tuple(encode_action(BID, card) for card in distinct_cards(hand))


DRAWS = encode_action(DRAW, 0), encode_action(DRAW, 1)
BIDS_WITH = encode_action(BID_WITH, 0), encode_action(BID_WITH, 1)
FASTER_ACTIONS = {
    trait: (encode_action(TRAIT, NONE), encode_action(TRAIT, trait)) for trait in FASTER
}


def splits(cards: int) -> tuple[Action, ...]:
    return tuple(encode_action(SPLIT, first * MOST + cards - first) for first in range(cards + 1))


def keeps(traits: tuple[int, ...]) -> tuple[Action, ...]:
    return tuple(
        sorted(encode_action(KEEP, trait << 1 | type_) for trait in traits for type_ in (0, 1))
    )


def write_action(action: Action) -> str:
    kind, payload = action & KIND, action >> SHIFT
    return f"{WORDS[kind]} {_payload(kind, payload)}"


def _payload(kind: int, payload: int) -> str:
    if kind in (PLACE, PICK):
        type_, square = type_and_square(payload)
        return f"{TYPES[type_]} {square}"
    if kind == SPLIT:
        return f"{payload // MOST} {payload % MOST}"
    if kind in (BID_WITH, DRAW):
        return TYPES[payload]
    if kind == LAY:
        type_, card = type_and_card(payload)
        return f"{TYPES[type_]} {mark(card)}"
    if kind == KEEP:
        return f"{KEYS[payload >> 1]} {TYPES[payload & 1]}"
    if kind == TRAIT:
        return KEYS[payload] or "no"
    return mark(payload)


def read_action(text: str) -> Action:
    """Read the action that a text means, legal or not; raises BadNotation."""
    word, _, rest = text.partition(" ")
    kind = WORDS.index(word) if word in WORDS else -1
    match = PATTERNS[kind].fullmatch(rest) if kind >= 0 and text.isascii() else None
    if match:
        payload = _read_payload(kind, match)
        if payload is not None:
            return encode_action(kind, payload)
    raise BadNotation(f"“{text[:60]}” is no action of Flamme Rouge.")


def _read_payload(kind: int, match: re.Match[str]) -> int | None:
    if kind in (PLACE, PICK):
        square = int(match[2])
        return TYPES.index(match[1]) << OF_TYPE | SQUARES - square if square <= SQUARES else None
    if kind == SPLIT:
        first, second = int(match[1]), int(match[2])
        return first * MOST + second if second < MOST else None
    if kind in (BID_WITH, DRAW):
        return TYPES.index(match[1])
    if kind == LAY:
        return payload_of_lay(TYPES.index(match[1]), CODES[match[2]])
    if kind == TRAIT:
        return NONE if match[1] == "no" else _trait(match[1])
    return _read_keep(match) if kind == KEEP else CODES[match[1]]


def _read_keep(match: re.Match[str]) -> int | None:
    trait = _trait(match[1])
    return None if trait is None else trait << 1 | TYPES.index(match[2])


def _trait(key: str) -> int | None:
    return KEYS.index(key) if key in KEYS else None
