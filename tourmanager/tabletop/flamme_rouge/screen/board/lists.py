"""Build the lists beside the board of Flamme Rouge: the last round, groups, cards, who has arrived;
bids while there is a breakaway.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from games.engine import Outcome
from games.flamme_rouge.course import Course
from games.flamme_rouge.outcome import FlammeRougeExtras
from tourmanager.play.boards.drawing import Group, Rider
from tourmanager.play.boards.look import Look
from tourmanager.play.contract import Arrival
from tourmanager.play.log.lines import Line
from tourmanager.tabletop.flamme_rouge.screen.board import last_round
from tourmanager.tabletop.flamme_rouge.screen.board.hands import Deck, Holding, deck_of, holding
from tourmanager.tabletop.flamme_rouge.screen.board.last_round import Bids, Happened, find_bids
from tourmanager.tabletop.flamme_rouge.screen.board.words import VALUES, Face, face, faces
from tourmanager.tabletop.flamme_rouge.tiles.map import warning_of


class Bunch(Group, frozen=True):
    """A group: no empty square between its riders."""

    windy: tuple[Rider, ...] = ()  # nobody on the square in front of them
    draft: str = ""  # whether it would be drawn to the group ahead, in words


class Played(msgspec.Struct, frozen=True):
    """A rider's round."""

    step: int  # in the order in which it is shown
    rider: Rider
    card: Face | None
    squares: int
    held: str
    blocked: bool
    drawn: int  # squares by slipstream
    tired: int  # the number of their exhaustion card, 0 for none
    past: int  # squares past the line, 0 where they have not crossed


class Round(msgspec.Struct, frozen=True):
    number: int
    played: tuple[Played, ...]


class Bidder(msgspec.Struct, frozen=True):
    rider: Rider
    bids: tuple[Face, ...]
    total: int
    laid: bool  # hidden from this viewer: a bid laid face down
    leads: bool
    away: bool


class Arrived(msgspec.Struct, frozen=True):
    place: int
    rider: Rider
    round: int
    past: int
    gap: int  # seconds
    bonus: int
    first: bool  # of those given this time


class Passed(msgspec.Struct, frozen=True):
    label: str
    square: int
    riders: tuple[Rider, ...]


class Lists(msgspec.Struct, frozen=True):
    riding: bool  # the first round has begun
    warning: str  # what is wrong with how the road lies
    round: Round | None
    groups: tuple[Bunch, ...]
    holdings: tuple[Holding, ...]
    decks: tuple[Deck, ...]
    arrived: tuple[Arrived, ...]
    passed: tuple[Passed, ...]
    bidders: tuple[Bidder, ...]
    revealed: tuple[tuple[Rider, Face], ...]  # cards that lie face up before anybody moves
    notes: dict[str, str]  # by rider: where they are, in words

    @property
    def values(self) -> tuple[str, ...]:
        return tuple("exhaustion" if value == "x" else value for value in VALUES)

    @property
    def own(self) -> tuple[Holding, ...]:
        """Return the hands that the person who looks may see."""
        return tuple(
            each for each in self.holdings if each.left or each.back or each.hand or each.chosen
        )


def lists_of(
    view: Mapping[str, Any],
    laid: Course,
    look: Look,
    mine: Collection[str],
    lines: Sequence[Line],
    happened: Happened | None,
) -> Lists:
    groups = groups_of(view["squares"], laid, look, mine)
    return Lists(
        riding=view["round"] > 0,
        warning=warning_of(view["tiles"].split()),
        round=_round(happened, look, mine) if happened else None,
        groups=groups,
        holdings=tuple(
            holding(view, look, rider, mine) for rider in view["cards"] if rider in look.riders
        ),
        decks=tuple(deck_of(look, name, cards) for name, cards in view["decks"].items()),
        arrived=_arrived(view, laid, look, mine, lines),
        passed=tuple(_passed(laid, view, look, mine)),
        bidders=tuple(_bidders(view, look, mine, find_bids(lines))),
        revealed=tuple(
            (_rider(look, rider, mine), face(view["cards"][rider]["revealed"]))
            for rider in view["squares"]
            if view["cards"].get(rider, {}).get("revealed")
        ),
        notes=dict(_notes(view, happened)),
    )


def _rider(look: Look, rider: str, mine: Collection[str]) -> Rider:
    return Rider(look.riders[rider], rider in mine)


def groups_of(
    squares: Mapping[str, int], laid: Course, look: Look, mine: Collection[str]
) -> tuple[Bunch, ...]:
    """Return all riders on the road in groups, the leading group first."""
    found: list[list[tuple[int, str]]] = []
    for square, rider in sorted(
        ((square, rider) for rider, square in squares.items()), key=lambda each: -each[0]
    ):
        if found and found[-1][-1][0] - square <= 1:
            found[-1].append((square, rider))
        else:
            found.append([(square, rider)])
    groups: list[Bunch] = []
    for number, group in enumerate(found, 1):
        heads, before = group[0][0], found[number - 2] if number > 1 else None
        empty = before[-1][0] - heads - 1 if before else None
        rows = sorted({square for square, _ in group}, reverse=True)
        groups.append(
            Bunch(
                kind="group",
                name="Leaders"
                if number == 1 and len(found) > 1
                else f"Group {number}"
                if len(found) > 1
                else "All together",
                squares=tuple(rows),
                riders=tuple(_rider(look, rider, mine) for _, rider in group),
                to_go=laid.finish - heads,
                ahead=empty,
                leader=found[0][0][0] - heads if before else None,
                unit="square" if len(rows) == 1 else "squares",
                windy=tuple(
                    _rider(look, rider, mine) for square, rider in group if square == heads
                ),
                draft=_draft(laid, heads, before[-1][0]) if before and empty == 1 else "",
            )
        )
    return tuple(groups)


def _draft(laid: Course, head: int, ahead: int) -> str:
    if laid.shelters[head] and laid.shelters[ahead]:
        return "one empty square: slipstream would close it"
    return "one empty square, but no slipstream there"


def _round(happened: Happened, look: Look, mine: Collection[str]) -> Round:
    drawn = [rider for slip in happened.slips for rider, _, _ in slip.moves]
    return Round(
        happened.round,
        tuple(
            Played(
                step,
                _rider(look, move.rider, mine),
                next(iter(faces(move.card)), None),
                move.squares,
                move.held,
                move.blocked,
                drawn.count(move.rider),
                happened.tired.get(move.rider, 0),
                happened.crossed.get(move.rider, 0),
            )
            for step, move in enumerate(happened.moves, 1)
            if move.rider in look.riders
        ),
    )


def _arrived(
    view: Mapping[str, Any], laid: Course, look: Look, mine: Collection[str], lines: Sequence[Line]
) -> tuple[Arrived, ...]:
    by_rider, found, before = last_round.find_arrivals(lines), [], -1
    for place, (rider, gap, bonus) in enumerate(
        zip(view["placed"], view["times"], view["bonuses"], strict=True), 1
    ):
        arrival = by_rider.get(rider)
        found.append(
            Arrived(
                place,
                _rider(look, rider, mine),
                arrival.round if arrival else 0,
                arrival.past if arrival else 0,
                gap,
                bonus,
                gap != before,
            )
        )
        before = gap
    return tuple(found)


def _passed(
    laid: Course, view: Mapping[str, Any], look: Look, mine: Collection[str]
) -> Iterator[Passed]:
    for key, line in view["lines"].items():
        if line["riders"] and line["square"] != laid.finish:
            label = "Sprint" if line["category"] == "sprint" else f"Summit {key[1:]}"
            yield Passed(
                label, line["square"], tuple(_rider(look, rider, mine) for rider in line["riders"])
            )


def _bidders(
    view: Mapping[str, Any], look: Look, mine: Collection[str], told: Bids
) -> Iterator[Bidder]:
    """Yield the bidders while the breakaway is bid for, and until the first round has been
    ridden.
    """
    if view["round"] > 1 or view["phase"] == "over":
        return
    shown: dict[str, str] = {
        rider: "".join(marks) for rider, marks in view["bidders"].items() if view["bid"]
    }
    if not shown and told.rounds:
        shown = {
            rider: "".join(each.get(rider, "") for each in told.rounds) for rider in told.rounds[0]
        }
    if not shown and view["phase"] == "bidder":
        shown = dict.fromkeys(view["bidders"], "")
    sums = {rider: sum(each.worth for each in faces(marks)) for rider, marks in shown.items()}
    most = max(sums.values(), default=0)
    for rider in sorted(shown, key=lambda rider: -sums[rider]):
        leads = bool(shown[rider]) and sums[rider] == most and not told.away
        chosen = view["phase"] == "bidding" and view["cards"][rider]["has_chosen"]
        laid, away = chosen and len(shown[rider]) < view["bid"], rider in told.away
        who, cards = _rider(look, rider, mine), faces(shown[rider])
        yield Bidder(who, cards, sums[rider], laid, leads, away)


def _notes(view: Mapping[str, Any], happened: Happened | None) -> Iterator[tuple[str, str]]:
    """Describe where each rider stands, for screen readers."""
    lanes = ("right", "left or middle", "left")
    for rider, (square, lane) in view["places"].items():
        tired = ", took exhaustion" if happened and rider in happened.tired else ""
        yield rider, f"square {square}, {lanes[lane]} lane{tired}"
    if happened:
        for rider in happened.home:
            yield rider, f"over the line, {happened.crossed.get(rider, 0)} past it"


def arrivals(outcome: Outcome[FlammeRougeExtras]) -> dict[str, Arrival]:
    """Say of each rider the bunch, the round, the bonus, exhaustion left, whether cards rode."""
    found = {}
    for one in outcome.finish:
        bunch = outcome.extras.bunches[one.group] if one.group is not None else None
        words = _note(outcome.extras, one.rider)
        together = [f"bunch of {len(bunch.squares)}"] if bunch and len(bunch.squares) > 1 else []
        square = bunch.squares[one.rider] if bunch else None
        found[one.rider] = Arrival(", ".join((*together, *words)), square)
    return found


def _note(extras: FlammeRougeExtras, rider: str) -> Iterator[str]:
    yield f"round {extras.rounds[rider]}"
    if rider in extras.bonus:
        yield f"bonus {extras.bonus[rider]} s"
    if rider in extras.left:
        yield f"exhaustion left {extras.left[rider]}"
    if any(rider.startswith(team) for team in extras.dummies):
        yield "dummy team"
