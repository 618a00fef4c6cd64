"""The course of one stage, computed once: how far every card goes from every square. A race never
changes it.
"""

from functools import lru_cache

import msgspec

from games.flamme_rouge import traits
from games.flamme_rouge.cards import NOWHERE, X
from games.flamme_rouge.numbers import ROULEUR, SPRINTEUR, read_table, write_name
from games.flamme_rouge.road import ASCENT, DESCENT, NO_SHELTER, SUPPLY, Road
from games.flamme_rouge.setup import Setup
from games.flamme_rouge.stages import breakaway_square

LEAST = {DESCENT: 5, SUPPLY: 4}  # what a card counts at least from there (FR-061, FR-P-016)
FASTEST = 10  # a 9, and one more by a trait
BEYOND = 3  # empty squares behind the road, so that looking ahead finds them
Reach = tuple[tuple[int, ...], ...]

# A place is square · 4 + 3 - lane: the greater one is ahead (FR-014). A square's riders are bits 3
# - lane; this gives the free lane with the smallest number, as 3 - lane, for a number of lanes and
# those bits; 0 where all are taken.
FREE = tuple(
    tuple(
        max((slot for slot in range(3, 3 - lanes, -1) if not slots >> slot & 1), default=0)
        for slots in range(16)
    )
    for lanes in range(4)
)


def place(square: int, lane: int) -> int:
    return square << 2 | 3 - lane


def square_and_lane(at: int) -> tuple[int, int]:
    return at >> 2, 3 - (at & 3)


class SquareLine(msgspec.Struct, frozen=True):
    """A sprint or summit line on the near edge of its square."""

    key: str  # s1, p1 ... in the order of the road
    category: str
    square: int


class Course(msgspec.Struct, frozen=True):
    setup: Setup
    road: Road
    seats: int
    real: tuple[int, ...]  # seats that play with real cards
    teams: tuple[str, ...]  # of seats, then dummy teams
    names: tuple[str, ...]  # by rider
    deals: tuple[str, ...]  # by rider: the label of their hands in a log
    humans: int  # riders below this number are of seats
    nobody: tuple[int, ...]  # a 0 for every rider
    has_dummies: bool
    peloton: int  # the Peloton Team, as a number; -1 without
    squares: int
    finish: int
    free: tuple[tuple[int, ...], ...]  # by square: FREE of its lanes
    lanes: tuple[int, ...]
    shelters: tuple[bool, ...]  # by square: whether it gives and receives slipstream
    # by trait: where a card from a square ends if nobody stands in the way
    reach: tuple[Reach, ...]
    lines: tuple[SquareLine, ...]
    starts: tuple[int, ...]  # foremost first
    breakaway: int  # square
    stock: int | None  # exhaustion cards of each type


@lru_cache(maxsize=64)
def course(setup: Setup) -> Course:
    """Make the course of a setup that can be raced."""
    return of_road(setup, setup.road)


def of_road(setup: Setup, road: Road) -> Course:
    """Make the course of any road, also of a part of one that a test gives."""
    teams, seats = setup.everybody, len(setup.teams)
    names = tuple(write_name(team, type_) for team in teams for type_ in (SPRINTEUR, ROULEUR))
    box = read_table("game")["exhaustion"]["stock"][setup.version]
    shelters = [terrain not in NO_SHELTER for terrain in road.terrain]
    return Course(
        setup=setup,
        road=road,
        seats=seats,
        real=tuple(sorted(map(setup.teams.index, setup.real))),
        teams=teams,
        names=names,
        deals=tuple(f"deal {name}" for name in names),
        humans=2 * seats,
        nobody=(0,) * len(names),
        has_dummies=len(teams) > seats,
        peloton=seats if setup.peloton else -1,
        squares=len(road.terrain),
        finish=road.finish,
        free=tuple(FREE[lanes] for lanes in road.lanes),
        lanes=(*road.lanes, *(0,) * BEYOND),
        shelters=(*shelters, *(False,) * BEYOND),
        reach=_reach_by_trait(road),
        lines=lines(setup, road),
        starts=tuple(reversed(road.starts)),
        breakaway=breakaway_square(setup.tiles) if setup.breakaway else 0,
        stock=box if setup.options.exhaustion_stock == "box" else None,
    )


def _reach_by_trait(road: Road) -> tuple[Reach, ...]:
    usual = reach_table(road)
    tables = [usual] * len(traits.KEYS)
    tables[traits.CHRONO] = reach_table(road, worth=traits.CHRONO_WORTH)
    tables[traits.PIRATA] = reach_table(road, traits.HIGH_LIMIT)
    return tuple(tables)


def reach_table(road: Road, limit: int = traits.LIMIT, worth: int | None = None) -> Reach:
    """Tabulate by square and card the square that the card reaches. Exhaustion counts `worth`."""
    tired = read_table("game")["exhaustion"]["worth"]
    rows = []
    for start in range(len(road.terrain)):
        row = [start + squares_of_card(road, start, value, limit) for value in range(FASTEST + 1)]
        row[NOWHERE] = row[tired]
        rows.append((*row, *(start,) * (X - FASTEST - 1), row[worth or tired]))
    return tuple(rows)


def squares_of_card(road: Road, start: int, value: int, limit: int = traits.LIMIT) -> int:
    """Return the squares that a card is good for before other riders are in the way (FR-059 ...
    FR-062).
    """
    terrain = road.terrain
    value = min(max(value, LEAST.get(terrain[start], 0)), len(terrain) - 1 - start)
    if terrain[start] == ASCENT:
        return min(value, limit)
    for step in range(1, value + 1):
        if terrain[start + step] == ASCENT:
            return min(value, limit) if step <= limit else step - 1
    return value


def lines(setup: Setup, road: Road) -> tuple[SquareLine, ...]:
    """Return the lines of the setup, else the sprint line and the summits of the road (FR-130 ...
    FR-135).
    """
    marks = setup.stage.lines
    if marks is None:
        behind = breakaway_square(setup.tiles) if setup.breakaway else 0
        sprint = [(road.sprint, "sprint")] if road.sprint is not None else []
        marks = tuple(
            line
            for line in (
                *sprint,
                *((square, climb_category(length)) for square, length in road.summits),
            )
            if line[0] > behind
        )
    lines, count = [], {"s": 0, "p": 0}
    for square, kind in sorted(marks):
        letter = "s" if kind == "sprint" else "p"
        count[letter] += 1
        lines.append(SquareLine(f"{letter}{count[letter]}", kind, square))
    return tuple(lines)


def climb_category(squares: int) -> str:
    """Return the category of a climb by the number of its ascent squares (FR-134)."""
    return str(next(name for name, most in read_table("game")["climbs"].items() if squares <= most))
