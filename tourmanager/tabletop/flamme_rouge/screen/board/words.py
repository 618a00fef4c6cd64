"""Name cards as pages show them, and describe traits."""

import msgspec

VALUES = ("2", "3", "4", "5", "6", "7", "9", "x")
EFFECTS = {
    "professor": "Once a stage: puts back their whole hand and draws four new cards.",
    "tashkent": (
        "Once a stage: takes an exhaustion card out of their hand and out of the game, and draws"
        " another card."
    ),
    "cannibal": "Once a stage, after all cards are shown: their card counts 1 more.",
    "badger": "Once a stage, after all cards are shown: their card counts 1 more.",
    "sheriff": "Between two stages they give back one exhaustion card more.",
    "chrono": "Their exhaustion cards move them 3 squares.",
    "pirata": "On ascents they may ride 6 squares.",
    "campionissimo": "Riders of other teams get no slipstream from them.",
}


class Face(msgspec.Struct, frozen=True):
    """A card as it lies on the table."""

    figure: str  # what is written on it
    kind: str  # energy, exhaustion, attack
    words: str

    @property
    def worth(self) -> int:
        return int(self.figure) if self.figure.isdigit() else 0


def face(mark: str) -> Face:
    if mark == "x":
        return Face("2", "exhaustion", "exhaustion, 2")
    if mark in ("!", "attack"):
        return Face("!", "attack", "attack")
    return Face(mark, "energy", mark)


def faces(cards: str) -> tuple[Face, ...]:
    """Return the faces of cards such as "2245x", in their order."""
    return tuple(face(mark) for mark in cards)


def count_cards(cards: str) -> tuple[int, ...]:
    """Count the cards of each of VALUES."""
    return tuple(cards.count(value) for value in VALUES)
