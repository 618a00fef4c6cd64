"""What everybody may know of the cards of riders, and of his own what he alone may."""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from games.flamme_rouge.traits import KEYS, NAMES
from tourmanager.play.boards.drawing import Rider
from tourmanager.play.boards.look import Look
from tourmanager.tabletop.flamme_rouge.screen.board.words import EFFECTS, Face, counted, face, faces


class Holding(msgspec.Struct, frozen=True):
    """What everybody may know of a rider's cards, and of his own what he alone may."""

    rider: Rider
    pile: int
    recycled: int
    taken: int  # exhaustion cards
    state: str  # "has chosen", "has four cards in hand"
    remaining: tuple[int, ...]  # of each of VALUES, wherever they lie
    trait: str  # its name
    effect: str
    # own ones only
    hand: tuple[Face, ...] = ()
    chosen: Face | None = None
    face_up: tuple[Face, ...] = ()
    left: tuple[int, ...] = ()  # in the own pile, of each of VALUES
    back: tuple[int, ...] = ()  # ... and recycled


class Deck(msgspec.Struct, frozen=True):
    """Of a dummy team."""

    name: str
    kind: str
    cards: int


def holding(view: Mapping[str, Any], look: Look, rider: str, mine: Collection[str]) -> Holding:
    cards, trait = view["cards"][rider], view["traits"].get(rider, {})
    turned_up = f"plays {face(cards['revealed']).words}" if cards["revealed"] else ""
    state = turned_up or (
        "card chosen" if cards["has_chosen"] else "cards in hand" if cards["drawing"] else ""
    )
    own = "pile" in cards
    name = NAMES[KEYS.index(trait["trait"])] if trait else ""
    return Holding(
        Rider(look.riders[rider], rider in mine),
        cards["pile_size"],
        cards["recycled_size"],
        view["taken"].get(rider, 0),
        state,
        counted(cards["remaining"]),
        f"{name}, used" if trait.get("used") else name,
        str(EFFECTS.get(trait.get("trait", ""), "")),
        faces(cards["hand"]) if own else (),
        face(cards["chosen"]) if cards.get("chosen") else None,
        faces(cards["recycled"]) if own else (),
        counted(cards["pile"]) if own else (),
        counted(cards["recycled"]) if own else (),
    )


def deck_of(look: Look, name: str, cards: int) -> Deck:
    """The Peloton Team has one for both riders, each rider of a Muscle Team has his own."""
    mark = look.riders.get(name) or look.teams.get(name)
    return Deck(
        mark.name if mark else name.capitalize(),
        "Peloton Team" if name in look.teams else "Muscle Team",
        cards,
    )
