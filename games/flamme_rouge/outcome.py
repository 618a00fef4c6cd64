"""How a stage ended: the outcome that every game gives, and the extras that a tour of this one
needs.
"""

from collections.abc import Sequence

import msgspec

from games.engine import Finish, Outcome, Passing
from games.flamme_rouge.cards import count_exhaustion
from games.flamme_rouge.finish import FinishRow, LaneArrival, sheet
from games.flamme_rouge.state import OVER, State, in_order
from games.flamme_rouge.table.grand_tour import by_better_rider, carried_exhaustion
from games.flamme_rouge.traits import KEYS, SHERIFF


class FinishBunch(msgspec.Struct, frozen=True):
    """An unbroken row of riders who crossed the line in one round."""

    turn: int  # rounds after that of the first arrival
    kind: str  # "bunch"
    squares: dict[str, int]  # squares past the line, by rider
    setters: tuple[str, ...] = ()  # who gave it its time: everybody on its foremost square
    die: None = None  # none is thrown; ends of logs say so


class FlammeRougeExtras(msgspec.Struct, frozen=True):
    """Results that only this game has. A finish has the gap as `time`, seconds behind the winner,
    and the index of the bunch as `group`.
    """

    bunches: tuple[FinishBunch, ...]
    rounds: dict[str, int]  # by rider: in which round they crossed
    bonus: dict[str, int]  # by rider: seconds
    seats: tuple[str, ...]  # teams by their better rider
    dummies: tuple[str, ...]  # dummy teams
    taken: dict[str, int]  # by rider: exhaustion cards taken on this stage
    left: dict[str, int]  # by rider: those they had when they arrived
    kept: tuple[int, ...]  # what the setup of a next stage says of them
    traits: tuple[str, ...]  # ... and of traits


class LoggedOutcome(msgspec.Struct, frozen=True):
    """The outcome that the checksum at the end of a log is made of: fields and order never
    change.
    """

    finish: tuple[Finish, ...]
    units: tuple[FinishBunch, ...]
    passings: tuple[Passing, ...]
    used: dict[str, int]  # empty, like `doubles` and `out`
    doubles: dict[str, int]
    out: tuple[str, ...]
    behind: tuple[str, ...]
    rounds: dict[str, int]
    bonus: dict[str, int]
    seats: tuple[str, ...]
    dummies: tuple[str, ...]
    taken: dict[str, int]
    left: dict[str, int]
    kept: tuple[int, ...]
    traits: tuple[str, ...]


def outcome_for_checksum(state: State) -> LoggedOutcome | None:
    result = outcome(state)
    if result is None:
        return None
    extras = result.extras
    return LoggedOutcome(
        finish=result.finish,
        units=extras.bunches,
        passings=result.passings,
        used={},
        doubles={},
        out=(),
        behind=result.behind,
        rounds=extras.rounds,
        bonus=extras.bonus,
        seats=extras.seats,
        dummies=extras.dummies,
        taken=extras.taken,
        left=extras.left,
        kept=extras.kept,
        traits=extras.traits,
    )


def outcome(state: State) -> Outcome[FlammeRougeExtras] | None:
    if state.phase != OVER:
        return None
    course, names = state.course, state.course.names
    rows = arrivals(state)
    behind = tuple(names[rider] for rider in in_order(state))
    return Outcome(
        finish=tuple(
            Finish(place, row.rider, row.gap, row.bunch - 1) for place, row in enumerate(rows, 1)
        ),
        passings=tuple(
            Passing(line.key, line.category, line.square, tuple(names[rider] for rider in crossed))
            for line, crossed in zip(course.lines, passings(state), strict=True)
        ),
        out=(),
        behind=behind,
        extras=_extras(state, rows, behind),
    )


def _extras(state: State, rows: list[FinishRow], behind: tuple[str, ...]) -> FlammeRougeExtras:
    course, names = state.course, state.course.names
    cards = exhaustion_left(state)
    order = [*(row.rider for row in rows), *behind]
    of_seats = {names[rider]: rider for rider in range(course.humans) if names[rider] in order}
    team_of = {name: course.teams[rider // 2] for rider, name in enumerate(names)}
    return FlammeRougeExtras(
        bunches=_bunches(rows),
        rounds={row.rider: row.round for row in rows},
        bonus={row.rider: row.bonus for row in rows if row.bonus},
        seats=tuple(by_better_rider(order, team_of)),
        dummies=course.teams[course.seats :],
        taken={name: state.taken[rider] for name, rider in of_seats.items()},
        left={name: cards[rider] for name, rider in of_seats.items()},
        kept=_cards_carried_over(state, cards),
        traits=_traits(state),
    )


def _cards_carried_over(state: State, cards: Sequence[int]) -> tuple[int, ...]:
    """Count the exhaustion cards that each rider of a seat takes into the next stage."""
    return tuple(
        carried_exhaustion(cards[rider], state.trait[rider] == SHERIFF)
        for rider in range(state.course.humans)
    )


def _traits(state: State) -> tuple[str, ...]:
    if not any(state.trait):
        return ()
    return tuple(KEYS[trait] for trait in state.trait[: state.course.humans])


def arrivals(state: State) -> list[FinishRow]:
    names = state.course.names
    return sheet(
        [
            LaneArrival(names[rider], round_, past, lane)
            for rider, round_, past, lane in state.arrived
        ],
        _outside(state),
    )


def _outside(state: State) -> frozenset[str]:
    """Return the riders who take no bonus: those of dummy teams, by the option (FR-T-005)."""
    course = state.course
    return (
        frozenset()
        if course.setup.options.dummies_score
        else frozenset(course.names[course.humans :])
    )


def _bunches(rows: list[FinishRow]) -> tuple[FinishBunch, ...]:
    first = rows[0].round
    bunches = []
    for number in sorted({row.bunch for row in rows}):
        bunch = [row for row in rows if row.bunch == number]
        front = tuple(row.rider for row in bunch if row.past == bunch[0].past)
        bunches.append(
            FinishBunch(
                bunch[0].round - first, "bunch", {row.rider: row.past for row in bunch}, front
            )
        )
    return tuple(bunches)


def exhaustion_left(state: State) -> list[int]:
    """Count exhaustion in pile, recycled cards and hand, by rider (FR-T-031)."""
    in_hand = [0] * len(state.pile)
    for seat, rider in enumerate(state.drawing):
        if rider >= 0:
            in_hand[rider] = state.hand[seat]
    return [
        count_exhaustion(pile + recycled + hand)
        for pile, recycled, hand in zip(state.pile, state.recycled, in_hand, strict=True)
    ]


def passings(state: State) -> list[tuple[int, ...]]:
    """Return the riders of each line; a line on the finish has the order of arrival (FR-133)."""
    course = state.course
    arrived = tuple(rider for rider, *_ in state.arrived)
    return [
        arrived if line.square == course.finish else riders
        for line, riders in zip(course.lines, state.passed, strict=True)
    ]
