"""Show what everybody may know of the cards of riders, and to players their own hands."""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.flamme_rouge.traits import KEYS, NAMES
from tourmanager.play.boards.drawing import ListedRider
from tourmanager.play.boards.look import Look
from tourmanager.tabletop.flamme_rouge.screen.board.words import (
    EFFECTS,
    Face,
    count_cards,
    face,
    faces,
)


class Holding(msgspec.Struct, frozen=True):
    """The public facts about a rider's cards; for their own player the hand, too."""

    rider: ListedRider
    pile: int
    recycled: int
    exhaustion: int  # exhaustion cards
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
    """The cards of a dummy team."""

    name: str
    kind: str
    cards: int


def holding(view: Mapping[str, Any], look: Look, rider: str, mine: Collection[str]) -> Holding:
    cards, trait = view["cards"][rider], view["traits"].get(rider, {})
    own = "pile" in cards
    name = NAMES[KEYS.index(trait["trait"])] if trait else ""
    return Holding(
        ListedRider(look.riders[rider], rider in mine),
        cards["pile_size"],
        cards["recycled_size"],
        view["taken"].get(rider, 0),
        _state(cards),
        count_cards(cards["remaining"]),
        _("%(trait)s, used") % {"trait": name} if trait.get("used") else name,
        str(EFFECTS.get(trait.get("trait", ""), "")),
        faces(cards["hand"]) if own else (),
        face(cards["chosen"]) if cards.get("chosen") else None,
        faces(cards["recycled"]) if own else (),
        count_cards(cards["pile"]) if own else (),
        count_cards(cards["recycled"]) if own else (),
    )


def _state(cards: Mapping[str, Any]) -> str:
    """Say what everybody may know of the card that is being chosen."""
    if cards["revealed"]:
        return _("plays %(card)s") % {"card": face(cards["revealed"]).words}
    if cards["has_chosen"]:
        return _("card chosen")
    return _("cards in hand") if cards["drawing"] else ""


def deck_of(look: Look, name: str, cards: int) -> Deck:
    """Return the deck of a dummy team: the Peloton Team has one for both riders, each rider of a
    Muscle Team has their own.
    """
    mark = look.riders.get(name) or look.teams.get(name)
    return Deck(
        mark.name if mark else name.capitalize(),
        _("Peloton Team") if name in look.teams else _("Muscle Team"),
        cards,
    )
