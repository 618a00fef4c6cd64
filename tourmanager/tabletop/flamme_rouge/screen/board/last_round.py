"""Find what happened in a round from the lines of the commentary: cards, moves, slipstream,
exhaustion, who crossed the line.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec
from django.utils.translation import gettext_lazy

from games.flamme_rouge.cards import ATTACK, NOWHERE, X
from games.flamme_rouge.movement import CLIMB, FULL, LEAST, ROAD_END
from games.flamme_rouge.table.bunches import LineCrossing
from tourmanager.play.log.lines import CommentaryLine

Place = tuple[int, int]  # square and lane
HELD = {
    LEAST: gettext_lazy("minimum there"),
    CLIMB: gettext_lazy("held by the ascent"),
    FULL: gettext_lazy("no room further on"),
    ROAD_END: gettext_lazy("end of the road"),
}


class CardMove(msgspec.Struct, frozen=True):
    rider: str
    card: str  # "5", "x", "!"; "" where they had none
    start: Place
    end: Place
    steps: int
    limit: str  # why not exactly as many as the card says; "" where it was
    blocked: bool

    @property
    def squares(self) -> int:
        return self.end[0] - self.start[0]


class Slip(msgspec.Struct, frozen=True):
    """A group that is drawn one square forward."""

    moves: tuple[tuple[str, Place, Place], ...]

    @property
    def closed_square(self) -> int:
        """Return the square that was empty."""
        return max(end[0] for _, _, end in self.moves)


class Happened(msgspec.Struct, frozen=True):
    """The events of a round, in their order."""

    round: int
    seq: int  # of the step with which it ended
    moves: tuple[CardMove, ...]
    slips: tuple[Slip, ...]
    tired: dict[str, int]  # by rider: the number of their exhaustion card
    crossed: dict[str, int]  # by rider: squares past the line
    home: tuple[str, ...]  # who left the road

    def places(self) -> dict[str, Place]:
        """Return where everybody who moved stood at its end."""
        ends = {move.rider: move.end for move in self.moves}
        return ends | {rider: end for slip in self.slips for rider, _, end in slip.moves}


def face(card: int) -> str:
    return {X: "x", ATTACK: "!", NOWHERE: ""}.get(card, str(card))


def split_into_rounds(lines: Sequence[CommentaryLine]) -> Iterator[list[CommentaryLine]]:
    """Yield the lines of each round, from the line on that begins it."""
    begins = [index for index, line in enumerate(lines) if line.kind == "turn"]
    for index, end in pairwise([*begins, len(lines)]):
        yield list(lines[index:end])


def last_round(lines: Sequence[CommentaryLine]) -> Happened | None:
    """Return the last round in which riders moved."""
    for events in reversed(list(split_into_rounds(lines))[-2:]):
        if any(line.kind == "moved" for line in events):
            return _read_events(events)
    return None


def _read_events(events: Sequence[CommentaryLine]) -> Happened:
    of: dict[str, list[CommentaryLine]] = defaultdict(list)
    for line in events:
        of[line.kind].append(line)
    attacks = {rider for line in of["turned"] if line.figures[0] == ATTACK for rider in line.riders}
    return Happened(
        round=events[0].figures[0],
        seq=max(line.seq for line in events),
        moves=tuple(_move(line, attacks) for line in of["moved"]),
        slips=tuple(map(_slip, of["slipped"])),
        tired=_first_figures(of["tired"]),
        crossed=_first_figures(of["crossed"]),
        home=tuple(rider for line in of["left"] for rider in line.riders),
    )


def _first_figures(events: Sequence[CommentaryLine]) -> dict[str, int]:
    """Give the first figure of lines about one rider each, by rider."""
    return {line.riders[0]: line.figures[0] for line in events}


def _slip(line: CommentaryLine) -> Slip:
    return Slip(tuple((rider, divmod(a, 4), divmod(b, 4)) for rider, a, b in line.moves))


def _move(line: CommentaryLine, attacks: set[str]) -> CardMove:
    card, _, _, squares, why = line.figures
    ((rider, start, end),) = line.moves
    card_face = "!" if rider in attacks else face(card)
    return CardMove(
        rider,
        card_face,
        divmod(start, 4),
        divmod(end, 4),
        squares,
        str(HELD.get(why, "")),
        why == FULL,
    )


class Bids(msgspec.Struct, frozen=True):
    """The bids for the breakaway: rounds of bids by rider, and who got away."""

    rounds: tuple[Mapping[str, str], ...]
    away: tuple[str, ...]


def find_bids(lines: Sequence[CommentaryLine]) -> Bids:
    bids = [
        dict(zip(line.riders, map(face, line.figures), strict=False))
        for line in lines
        if line.kind == "bids"
    ]
    return Bids(
        tuple(bids),
        tuple(rider for line in lines if line.kind == "breakaway" for rider in line.riders),
    )


def find_arrivals(lines: Sequence[CommentaryLine]) -> dict[str, LineCrossing]:
    """Return all riders who have left the road over the line."""
    crossings: dict[str, LineCrossing] = {}
    for events in split_into_rounds(lines):
        past = {line.riders[0]: line.figures[0] for line in events if line.kind == "crossed"}
        for line in events:
            if line.kind == "left":
                crossings |= {
                    rider: LineCrossing(rider, events[0].figures[0], past.get(rider, 0))
                    for rider in line.riders
                }
    return crossings
