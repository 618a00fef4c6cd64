"""Build the lists beside the board of Flamme Rouge: the last round, groups, cards, who has arrived;
bids while there is a breakaway.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.engine import Outcome
from games.flamme_rouge.course import Course
from games.flamme_rouge.numbers import split_name
from games.flamme_rouge.outcome import FlammeRougeExtras
from tourmanager.play.boards.drawing import ListedRider, RiderGroup
from tourmanager.play.boards.look import Look
from tourmanager.play.contract import ArrivalNote
from tourmanager.play.log.lines import CommentaryLine
from tourmanager.tabletop.flamme_rouge.screen.board import last_round
from tourmanager.tabletop.flamme_rouge.screen.board.hands import Deck, Holding, deck_of, holding
from tourmanager.tabletop.flamme_rouge.screen.board.last_round import Bids, Happened, find_bids
from tourmanager.tabletop.flamme_rouge.screen.board.words import VALUES, Face, face, faces
from tourmanager.tabletop.flamme_rouge.table.frame import bunch_words
from tourmanager.tabletop.flamme_rouge.tiles.map import warning_of


class RoadBunch(RiderGroup, frozen=True):
    """A group: no empty square between its riders."""

    windy: tuple[ListedRider, ...] = ()  # nobody on the square in front of them
    draft: str = ""  # whether it would be drawn to the group ahead, in words


class Played(msgspec.Struct, frozen=True):
    """A rider's round."""

    step: int  # in the order in which it is shown
    rider: ListedRider
    card: Face | None
    squares: int
    limit: str
    blocked: bool
    slipstream: int  # squares by slipstream
    tired: int  # the number of their exhaustion card, 0 for none
    past: int  # squares past the line, 0 where they have not crossed


class Round(msgspec.Struct, frozen=True):
    number: int
    moves: tuple[Played, ...]


class Bidder(msgspec.Struct, frozen=True):
    rider: ListedRider
    bids: tuple[Face, ...]
    total: int
    has_hidden_bid: bool  # hidden from this viewer: a bid laid face down
    leads: bool
    away: bool


class TimedArrival(msgspec.Struct, frozen=True):
    place: int
    rider: ListedRider
    round: int
    past: int
    gap: int  # seconds
    bonus: int
    first: bool  # of those given this time


class BoardPassage(msgspec.Struct, frozen=True):
    label: str
    square: int
    riders: tuple[ListedRider, ...]


class RoadLists(msgspec.Struct, frozen=True):
    riding: bool  # the first round has begun
    warning: str  # what is wrong with how the road lies
    round: Round | None
    groups: tuple[RoadBunch, ...]
    holdings: tuple[Holding, ...]
    decks: tuple[Deck, ...]
    arrived: tuple[TimedArrival, ...]
    passages: tuple[BoardPassage, ...]
    bidders: tuple[Bidder, ...]
    revealed: tuple[tuple[ListedRider, Face], ...]  # cards that lie face up before anybody moves
    notes: dict[str, str]  # by rider: where they are, in words

    @property
    def values(self) -> tuple[str, ...]:
        return tuple("exhaustion" if value == "x" else value for value in VALUES)

    @property
    def has_same_times(self) -> bool:
        """Return True when somebody was given the time of the rider above."""
        return any(not row.first for row in self.arrived)

    @property
    def own(self) -> tuple[Holding, ...]:
        """Return the hands that the person who looks may see."""
        return tuple(
            each for each in self.holdings if each.left or each.back or each.hand or each.chosen
        )


def lists_of(
    view: Mapping[str, Any],
    course: Course,
    look: Look,
    mine: Collection[str],
    lines: Sequence[CommentaryLine],
    happened: Happened | None,
) -> RoadLists:
    groups = groups_of(view["squares"], course, look, mine)
    return RoadLists(
        riding=view["round"] > 0,
        warning=warning_of(view["tiles"].split()),
        round=_round(happened, look, mine) if happened else None,
        groups=groups,
        holdings=tuple(
            holding(view, look, rider, mine) for rider in view["cards"] if rider in look.riders
        ),
        decks=tuple(deck_of(look, name, cards) for name, cards in view["decks"].items()),
        arrived=_list_arrivals(view, course, look, mine, lines),
        passages=tuple(_list_passages(course, view, look, mine)),
        bidders=tuple(_bidders(view, look, mine, find_bids(lines))),
        revealed=tuple(
            (_rider(look, rider, mine), face(view["cards"][rider]["revealed"]))
            for rider in view["squares"]
            if view["cards"].get(rider, {}).get("revealed")
        ),
        notes=dict(_notes(view, happened)),
    )


def _rider(look: Look, rider: str, mine: Collection[str]) -> ListedRider:
    return ListedRider(look.riders[rider], rider in mine)


def groups_of(
    squares: Mapping[str, int], course: Course, look: Look, mine: Collection[str]
) -> tuple[RoadBunch, ...]:
    """Return all riders on the road in groups, the leading group first."""
    groups = _group_riders(squares)
    return tuple(
        _group(number, groups, squares, course, partial(_rider, look, mine=mine))
        for number in range(len(groups))
    )


def _group_riders(squares: Mapping[str, int]) -> list[list[str]]:
    """Put riders together between whom no square is empty, the leading group first."""
    groups: list[list[str]] = []
    for rider in sorted(squares, key=lambda rider: -squares[rider]):
        if groups and squares[groups[-1][-1]] - squares[rider] <= 1:
            groups[-1].append(rider)
        else:
            groups.append([rider])
    return groups


def _group(
    number: int,
    groups: Sequence[Sequence[str]],
    squares: Mapping[str, int],
    course: Course,
    row_of: Callable[[str], ListedRider],
) -> RoadBunch:
    own, before = groups[number], groups[number - 1] if number else None
    head, tail = squares[own[0]], squares[before[-1]] if before else None
    empty = None if tail is None else tail - head - 1
    rows = sorted({squares[rider] for rider in own}, reverse=True)
    return RoadBunch(
        kind="group",
        name=_group_name(number, len(groups)),
        squares=tuple(rows),
        riders=tuple(map(row_of, own)),
        to_go=course.finish - head,
        ahead=empty,
        leader=squares[groups[0][0]] - head if before else None,
        unit="square" if len(rows) == 1 else "squares",
        windy=tuple(row_of(rider) for rider in own if squares[rider] == head),
        draft=_draft(course, head, tail) if tail is not None and empty == 1 else "",
    )


def _group_name(number: int, groups: int) -> str:
    if groups == 1:
        return _("All together")
    return _("Group %(number)s") % {"number": number + 1} if number else _("Leaders")


def _draft(course: Course, head: int, ahead: int) -> str:
    if course.shelters[head] and course.shelters[ahead]:
        return _("one empty square: slipstream would close it")
    return _("one empty square, but no slipstream there")


def _round(happened: Happened, look: Look, mine: Collection[str]) -> Round:
    slipstream_riders = [rider for slip in happened.slips for rider, _, _ in slip.moves]
    return Round(
        happened.round,
        tuple(
            Played(
                step,
                _rider(look, move.rider, mine),
                next(iter(faces(move.card)), None),
                move.squares,
                move.limit,
                move.blocked,
                slipstream_riders.count(move.rider),
                happened.tired.get(move.rider, 0),
                happened.crossed.get(move.rider, 0),
            )
            for step, move in enumerate(happened.moves, 1)
            if move.rider in look.riders
        ),
    )


def _list_arrivals(
    view: Mapping[str, Any],
    course: Course,
    look: Look,
    mine: Collection[str],
    lines: Sequence[CommentaryLine],
) -> tuple[TimedArrival, ...]:
    by_rider, arrivals, before = last_round.find_arrivals(lines), [], -1
    for place, (rider, gap, bonus) in enumerate(
        zip(view["placed"], view["times"], view["bonuses"], strict=True), 1
    ):
        arrival = by_rider.get(rider)
        arrivals.append(
            TimedArrival(
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
    return tuple(arrivals)


def _list_passages(
    course: Course, view: Mapping[str, Any], look: Look, mine: Collection[str]
) -> Iterator[BoardPassage]:
    for key, line in view["lines"].items():
        if line["riders"] and line["square"] != course.finish:
            summit = _("Summit %(number)s") % {"number": key[1:]}
            label = _("Sprint") if line["category"] == "sprint" else summit
            yield BoardPassage(
                label, line["square"], tuple(_rider(look, rider, mine) for rider in line["riders"])
            )


def _bidders(
    view: Mapping[str, Any], look: Look, mine: Collection[str], bids: Bids
) -> Iterator[Bidder]:
    """Yield the bidders while the breakaway is bid for, and until the first round has been
    ridden.
    """
    if view["round"] > 1 or view["phase"] == "over":
        return
    bids_by_rider = _bids_to_show(view, bids)
    sums = {
        rider: sum(each.worth for each in faces(marks)) for rider, marks in bids_by_rider.items()
    }
    most = max(sums.values(), default=0)
    for rider in sorted(bids_by_rider, key=lambda rider: -sums[rider]):
        leads = bool(bids_by_rider[rider]) and sums[rider] == most and not bids.away
        has_chosen = view["phase"] == "bidding" and view["cards"][rider]["has_chosen"]
        has_hidden_bid, away = (
            has_chosen and len(bids_by_rider[rider]) < view["bid"],
            rider in bids.away,
        )
        who, cards = _rider(look, rider, mine), faces(bids_by_rider[rider])
        yield Bidder(who, cards, sums[rider], has_hidden_bid, leads, away)


def _bids_to_show(view: Mapping[str, Any], bids: Bids) -> dict[str, str]:
    """Give the cards that each bidder has shown: in the bid under way, else in the last one."""
    if view["bid"] and view["bidders"]:
        return {rider: "".join(marks) for rider, marks in view["bidders"].items()}
    if bids.rounds:
        return {
            rider: "".join(each.get(rider, "") for each in bids.rounds) for rider in bids.rounds[0]
        }
    return dict.fromkeys(view["bidders"], "") if view["phase"] == "bidder" else {}


def _notes(view: Mapping[str, Any], happened: Happened | None) -> Iterator[tuple[str, str]]:
    """Describe where each rider stands, for screen readers."""
    lanes = (
        _("square %(square)s, right lane"),
        _("square %(square)s, left or middle lane"),
        _("square %(square)s, left lane"),
    )
    for rider, (square, lane) in view["places"].items():
        tired = [_("took exhaustion")] if happened and rider in happened.tired else []
        yield rider, ", ".join([lanes[lane] % {"square": square}, *tired])
    if happened:
        for rider in happened.home:
            past = happened.crossed.get(rider, 0)
            yield rider, _("over the line, %(past)s past it") % {"past": past}


def arrivals(outcome: Outcome[FlammeRougeExtras]) -> dict[str, ArrivalNote]:
    """Say of each rider the bunch, the round, the bonus, exhaustion left, whether cards rode."""
    notes = {}
    for one in outcome.finish:
        bunch = outcome.extras.bunches[one.group] if one.group is not None else None
        words = _note(outcome.extras, one.rider)
        together = [bunch_words(len(bunch.squares))] if bunch and len(bunch.squares) > 1 else []
        square = bunch.squares[one.rider] if bunch else None
        notes[one.rider] = ArrivalNote(", ".join((*together, *words)), square)
    return notes


def _note(extras: FlammeRougeExtras, rider: str) -> Iterator[str]:
    yield _("round %(round)s") % {"round": extras.rounds[rider]}
    if rider in extras.bonus:
        yield _("bonus %(seconds)s s") % {"seconds": extras.bonus[rider]}
    if rider in extras.left:
        yield _("exhaustion left %(cards)s") % {"cards": extras.left[rider]}
    if split_name(rider)[0] in extras.dummies:
        yield _("dummy team")
