"""The course of one stage, computed once: what every square is, and where a throw from it ends. A
race never changes it.

Rider 6·seat + number - 1 is number `number` of that seat's team. Squares count from the start (0);
those behind the finish go on: `end` is the last one in front of the line, so run-out square n is
`end + n`.
"""

from functools import lru_cache

import msgspec

from games.cycling_party.numbers import (
    ATTACK_BEFORE,
    HEXAGON,
    RULES_VERSION,
    SPRINT_3D6_BEFORE,
    SPRINT_D20_BEFORE,
    STRIDE,
)
from games.cycling_party.setup import Climb, Options, Setup, climbs
from games.cycling_party.table.advantages import mountain_attacks
from games.cycling_party.table.master import master as numbers

FURTHEST = 24  # no throw gives more: an attack's four dice
MOST = 0b111111  # the riders of a team, as bits

# The riders of a team, as bits, and as their numbers less one.
NUMBERS: tuple[tuple[int, ...], ...] = tuple(
    tuple(n for n in range(STRIDE) if mask >> n & 1) for mask in range(MOST + 1)
)


class KmLine(msgspec.Struct, frozen=True):
    """An intermediate sprint or the end of a pass, in the order of the road."""

    key: str
    category: str
    km: int
    past: int  # the first square that is past it (CP-M-014)
    places: int  # how many are decided


class Course(msgspec.Struct, frozen=True, eq=False):
    """What a race never changes. `course` keeps one of each, so that it is compared, and found in
    caches, as the object that it is.
    """

    setup: Setup
    rules_version: int
    options: Options
    senior: bool  # senior rules hold, also in master
    master: bool
    seats: int
    names: tuple[str, ...]  # by rider; "" where a team has five
    rider_of: dict[str, int]
    end: int
    climbs: tuple[Climb, ...]
    mountain: tuple[bool, ...]  # by square
    climb_at: tuple[int, ...]  # by square: index of the pass + 1, 0 on the flat
    facts: tuple[int, ...]  # by mountain square: what the choices of a throw depend on
    to: tuple[tuple[int, ...], ...]  # by square and points of a flat throw: where it ends
    orders: tuple[tuple[int, ...], ...]  # the speaking order, by its first seat
    lines: tuple[KmLine, ...]
    starters: int  # bits of the riders who start
    bottles: int
    sprints: int
    attacks: int
    mountain_attacks: tuple[int, ...]  # by seat
    attack_until: int  # last squares from which these are legal
    sprint_3d6_until: int
    sprint_d20_until: int

    def riders(self, mask: int) -> list[int]:
        """Return the riders of these bits, by seat and number."""
        found = []
        while mask:
            rest = mask & mask - 1
            found.append((mask ^ rest).bit_length() - 1)
            mask = rest
        return found

    def in_speaking_order(self, mask: int, first: int) -> list[int]:
        return [
            seat * STRIDE + number
            for seat in self.orders[first]
            for number in NUMBERS[mask >> STRIDE * seat & MOST]
        ]


@lru_cache(maxsize=64)
def course(setup: Setup, rules_version: int = RULES_VERSION) -> Course:
    """Make the course of a setup that can be raced, or of the part of one that a test gives."""
    stage, options, seats = setup.stage, setup.options, len(setup.teams)
    senior, master = setup.version != "junior", setup.version == "master"
    end = stage.length + (HEXAGON if options.finish_hexagon == "counted" else 0)
    passes = climbs(stage)
    climb_at = _climb_at(passes, end + FURTHEST + 3)
    names = _rider_names(setup)
    starters = _starters(setup, names)
    stock = numbers().stock
    return Course(
        setup=setup,
        rules_version=rules_version,
        options=options,
        senior=senior,
        master=master,
        seats=seats,
        names=names,
        rider_of={name: rider for rider, name in enumerate(names) if name},
        end=end,
        climbs=passes,
        mountain=tuple(map(bool, climb_at)),
        climb_at=tuple(climb_at),
        facts=_facts(climb_at, passes, options) if senior else (0,) * len(climb_at),
        to=flat_throws(climb_at, end),
        orders=_orders(seats),
        lines=_lines(setup, passes, starters.bit_count()) if master else (),
        starters=starters,
        bottles=stock.bottles,
        sprints=stock.sprints[(stage.type or "flat") if senior else "junior"],
        attacks=stock.attacks if senior else 0,
        mountain_attacks=_attacks_left(setup, passes),
        attack_until=stage.length - ATTACK_BEFORE - (options.attack_limit == "strict"),
        sprint_3d6_until=stage.length - SPRINT_3D6_BEFORE if master else end,
        sprint_d20_until=stage.length - SPRINT_D20_BEFORE if master else end,
    )


def _starters(setup: Setup, names: tuple[str, ...]) -> int:
    """Give the bits of the riders who start."""
    return sum(1 << rider for rider, name in enumerate(names) if name not in ("", *setup.absent))


def _climb_at(passes: tuple[Climb, ...], squares: int) -> list[int]:
    """Number the pass that each square lies on from 1; 0 on the flat."""
    found = [0] * squares
    for number, climb in enumerate(passes, 1):
        for square in range(climb.start, climb.end + 1):
            found[square] = number
    return found


def _rider_names(setup: Setup) -> tuple[str, ...]:
    return tuple(
        f"{team}{number}" if number <= setup.riders else ""
        for team in setup.teams
        for number in range(1, STRIDE + 1)
    )


def _orders(seats: int) -> tuple[tuple[int, ...], ...]:
    """List the seats clockwise from each seat that may be first."""
    return tuple(tuple((first + seat) % seats for seat in range(seats)) for first in range(seats))


def _attacks_left(setup: Setup, passes: tuple[Climb, ...]) -> tuple[int, ...]:
    """Give the mountain attacks of each seat, which only the master version has: those of the
    setup, or of a tour of this stage.
    """
    if setup.version != "master":
        return (0,) * len(setup.teams)
    hc = sum(climb.category == "hc" for climb in passes)
    own = mountain_attacks(hc, setup.options.mountain_attack_rounding)
    return setup.mountain_attacks or (own,) * len(setup.teams)


def flat_throws(climb_at: list[int], end: int) -> tuple[tuple[int, ...], ...]:
    """Tabulate flat throws: 1 point pays a flat square, 2 a mountain square; a single point left
    over buys one more (CP-J-046 ... 049).
    """
    rows: list[list[int]] = [[] for _ in range(end + 1)]
    for square in range(end, -1, -1):
        following = square + 1
        price = 2 if climb_at[following] else 1
        row = [square]
        for points in range(1, FURTHEST + 1):
            left = points - price
            if left <= 0:
                row.append(following)
            elif square == end:
                row.append(following + left)
            else:
                row.append(rows[following][left])
        rows[square] = row
    return tuple(map(tuple, rows))


MAGIC_FIVE, SIX_COUNTS, PULL, PULL_ALL, ON_HC = 1, 2, 4, 8, 16


def _facts(climb_at: list[int], passes: tuple[Climb, ...], options: Options) -> tuple[int, ...]:
    """Compute the bits of each square: a 5 may count 6 (CP-S-007), a 6 may give the right to
    descend (CP-S-039), how mates are pulled (CP-S-019).
    """
    found = []
    for square, index in enumerate(climb_at):
        climb = passes[index - 1] if index else Climb(0, 0, "", 0)
        facts = PULL_ALL if options.domestique_pull == "all" else PULL
        if climb.category == "hc":
            facts |= MAGIC_FIVE | ON_HC
        # on the last square of the pass a bottle may still win the right
        behind = square + 6 - climb.end
        if climb.category != "hill" and (
            behind in (0, 1) or (behind > 1 and options.descent_landing == "any_exit")
        ):
            facts |= SIX_COUNTS
        found.append(facts)
    return tuple(found)


def _lines(setup: Setup, passes: tuple[Climb, ...], starters: int) -> tuple[KmLine, ...]:
    """List the lines that pay points. A pass that ends on the finish is decided there; its line
    only has a name here (CP-M-018).
    """
    found = (
        [("is", km) for km in sorted(setup.stage.sprints)],
        [(climb.category, climb.end) for climb in passes],
    )
    made = []
    for letter, group in zip("sp", found, strict=True):
        for number, (category, km) in enumerate(group, 1):
            places = min(len(numbers().line_points.get(category, ())), starters)
            made.append(
                KmLine(
                    f"{letter}{number}",
                    category,
                    km,
                    km + (setup.options.line_reach == "beyond"),
                    places,
                )
            )
    return tuple(made)
