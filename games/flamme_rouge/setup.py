"""The setup of a stage: version, road, teams, options, and what a tour carries into it. One that
cannot be raced is refused.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec

from games.engine import BadSetup
from games.flamme_rouge import traits
from games.flamme_rouge.design import check_stage
from games.flamme_rouge.numbers import COLOURS, CROWD, SEATS, SOLO, TEAMS, VERSIONS
from games.flamme_rouge.road import Road, road
from games.flamme_rouge.stages import (
    StartingTeams,
    breakaway_square,
    find_stage,
    tiles_of_stage,
    with_breakaway,
)

TEAM = re.compile(r"[a-z]{1,20}")
MOST_CARDS = 30  # exhaustion that a rider may start with
LINE = re.compile(r"sprint|hill|third|second|first|hc")


class StageSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ready stage by its key ("peloton-7": the side follows the number of teams), or tiles in
    their order. `lines` (square and category) replace the sprint line and the summits that the road
    has by itself.
    """

    key: str = ""
    tiles: str = ""
    lines: tuple[tuple[int, str], ...] | None = None


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """House rules; the first value of each is the default."""

    stop: Literal["all", "first"] = "all"  # FR-093
    exhaustion_stock: Literal["unlimited", "box"] = "unlimited"  # FR-023
    dummies_score: bool = True  # FR-T-005
    traits: bool = False  # FR-T-040: drawn before this stage


class Situation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position in the middle of a stage, from which play begins; an empty one begins at the
    start. Rows go by rider (S and R of each team, dummies last) or, hands, by seat.
    """

    round: int = 0
    # square and lane; null: arrived, or not in the race
    places: tuple[tuple[int, int] | None, ...] = ()
    # "2235x"; the deck of the Peloton Team is its Sprinteur's, with ! for Attack!
    piles: tuple[str, ...] = ()
    recycled: tuple[str, ...] = ()
    taken: tuple[int, ...] = ()  # exhaustion cards
    hands: tuple[tuple[int, str] | None, ...] = ()  # rider and cards
    chosen: tuple[int, ...] = ()  # cards of this round, 0 for none
    waiting: tuple[int, ...] = ()  # riders who are to be dealt a hand
    stock: tuple[int, ...] = ()
    arrived: tuple[tuple[int, int, int, int], ...] = ()  # rider, round, squares past, lane
    passed: tuple[tuple[int, ...], ...] = ()  # riders over each line
    traits: tuple[int, ...] = ()
    used: tuple[int, ...] = ()  # riders whose trait was used in this stage
    faster: tuple[int, ...] = ()  # ... who ride one further in this round
    # By rider of a real deck: cards in its pile, at least and at most how many of them are
    # exhaustion; null for others. Such a deck's cards stand all together in `piles`.
    known: tuple[tuple[int, int, int] | None, ...] = ()
    # By seat, after a breakaway: the rider who tried, and the cards that were bid.
    bidders: tuple[int, ...] = ()
    bids: tuple[tuple[int, ...], ...] = ()


class Setup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Agreement before a stage. Teams are the seats, clockwise. With seven and more of them each
    has one rider.
    """

    version: Literal["base", "peloton"]
    stage: StageSetup
    teams: tuple[str, ...]
    peloton: str = ""  # the Peloton Team
    muscle: tuple[str, ...] = ()  # Muscle Teams
    # teams of seats whose cards lie on the table: what they play is typed, nothing is dealt to them
    real: tuple[str, ...] = ()
    breakaway: bool = False
    first: str = ""  # who places first; by lot where nobody is named
    order: tuple[str, ...] = ()  # who places after whom, from the second stage of a tour on
    handicap: tuple[int, ...] = ()  # exhaustion cards for each rider of a team
    # ... and by rider (S and R of each team), kept from the stage before
    kept: tuple[int, ...] = ()
    solo: int = SOLO  # ... and for a single seat to split
    traits: tuple[str, ...] = ()  # by rider, from the second stage of a tour on
    options: Options = Options()
    situation: Situation = Situation()

    @property
    def crowd(self) -> bool:
        return len(self.teams) >= CROWD

    @property
    def field(self) -> StartingTeams:
        return StartingTeams(len(self.teams), bool(self.peloton) + len(self.muscle), self.breakaway)

    @property
    def everybody(self) -> tuple[str, ...]:
        """Teams of seats, then the Peloton Team, then Muscle Teams in the order of their colours
        (FR-P-067).
        """
        muscle = sorted(
            self.muscle, key=lambda team: COLOURS.index(team) if team in COLOURS else len(COLOURS)
        )
        return (*self.teams, *([self.peloton] if self.peloton else []), *muscle)

    @property
    def tiles(self) -> str:
        if self.stage.key:
            return tiles_of_stage(self.stage.key, self.field)
        return with_breakaway(self.stage.tiles, self.field, exchange=False)

    @property
    def road(self) -> Road:
        return road(self.tiles.split())


def read_setup(data: object) -> Setup:
    try:
        return msgspec.convert(data, Setup)
    except msgspec.ValidationError as error:
        raise BadSetup(f"This is no set-up of a stage: {error}.") from None


def write_setup(setup: Setup) -> dict[str, Any]:
    """Write a setup as plain values, without defaults."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(setup))
    usual = msgspec.json.decode(
        msgspec.json.encode(Setup(version=setup.version, stage=StageSetup(), teams=()))
    )
    data = {key: value for key, value in data.items() if value != usual[key] or key == "version"}
    data["stage"] = {key: value for key, value in data["stage"].items() if value}
    if "options" in data:
        data["options"] = {
            key: value for key, value in data["options"].items() if value != usual["options"][key]
        }
    return data


def example(version: str, seats: int) -> Setup:
    """Make a setup on the first stage of each box; alone against the Peloton Team and a Muscle Team
    (FR-P-075).
    """
    if version not in VERSIONS:
        raise BadSetup(f"There is no version “{version[:40]}”: it is base or peloton.")
    if seats not in (range(2, TEAMS + 1) if version == "base" else SEATS):
        raise BadSetup(
            f"{seats} players cannot play: it takes {'2 to 6' if version == 'base' else '1 to 12'}."
        )
    if version == "base":
        return Setup(version="base", stage=StageSetup("avenue-corso-paseo"), teams=COLOURS[:seats])
    teams = COLOURS[:seats]
    if seats == 1:
        return Setup(
            version="peloton",
            stage=StageSetup("peloton-7"),
            teams=teams,
            peloton="black",
            muscle=("white",),
        )
    return Setup(version="peloton", stage=StageSetup("peloton-7"), teams=teams, breakaway=True)


def problems(setup: Setup) -> Iterator[str]:
    """Yield the reasons why the stage cannot be raced."""
    return (words for _, words in by_part(setup))


def by_part(setup: Setup) -> Iterator[tuple[str, str]]:
    """Yield each part of the setup that is wrong (teams, version, stage, start, traits), and
    why.
    """
    yield from _teams(setup)
    yield from (("stage", words) for words in _stage(setup))
    yield from (("start", words) for words in _start(setup))
    yield from (("traits", words) for words in traits.problems(setup.traits, 2 * len(setup.teams)))
    if setup.options.traits and not 1 <= len(setup.teams) <= traits.MOST_SEATS:
        yield (
            "traits",
            (
                f"Traits are for up to {traits.MOST_SEATS} players: there are"
                f" {len(traits.KEYS) - 1} of them."
            ),
        )


def hints(setup: Setup) -> Iterator[str]:
    """Yield what the rules recommend for that many players and is not chosen (FR-P-075, FR-P-078,
    FR-P-084).
    """
    if setup.version == "base":
        return
    seats = len(setup.teams)
    if seats == 1 and not (setup.peloton and setup.muscle):
        yield (
            "Alone one Peloton Team and one Muscle Team are recommended; more Muscle Teams at will."
        )
    if seats == 2 and not setup.peloton and not setup.muscle:
        yield (
            "For two players a Peloton Team is recommended, later a Muscle Team instead of it or"
            " beside it."
        )
    if setup.crowd and not setup.breakaway:
        yield "With seven and more riders for themselves the breakaway is recommended."


def _teams(setup: Setup) -> Iterator[tuple[str, str]]:
    yield from _of_version(setup)
    yield from _team_counts(setup)
    everybody = setup.everybody
    if len(set(everybody)) < len(everybody) or not all(map(TEAM.fullmatch, everybody)):
        yield "teams", "Teams have different names of small letters, like red."
    if len(set(setup.real)) < len(setup.real) or not set(setup.real) <= set(setup.teams):
        yield "teams", "Real cards are played by teams of players, each named once."


def _of_version(setup: Setup) -> Iterator[tuple[str, str]]:
    """Find what the base game does not allow."""
    if setup.version != "base":
        return
    if not 2 <= len(setup.teams) <= TEAMS:
        yield "teams", f"2 to {TEAMS} teams race, not {len(setup.teams)}."
    if setup.breakaway or setup.peloton or setup.muscle:
        yield "version", "Breakaway and dummy teams come with Peloton."


def _team_counts(setup: Setup) -> Iterator[tuple[str, str]]:
    seats, teams = len(setup.teams), len(setup.everybody)
    if not 1 <= seats <= SEATS[-1]:
        yield "teams", f"1 to {SEATS[-1]} players race, not {seats}."
    if setup.crowd and teams > seats:
        yield "teams", "With more than six players no dummy team takes part."
    if not setup.crowd and teams > TEAMS:
        yield "teams", f"{TEAMS} teams race at most, not {teams}."


def _stage(setup: Setup) -> Iterator[str]:
    stage = setup.stage
    if bool(stage.key) == bool(stage.tiles):
        yield "A stage has either a key or tiles."
        return
    if (
        setup.version == "base"
        and stage.key
        and (ready := find_stage(stage.key, setup.field)).set == "peloton"
    ):
        yield f"{ready.title} comes with the Peloton expansion."
    advice = check_stage(setup.tiles, setup.field.riders, setup.breakaway)
    yield from (problem.words for problem in advice.errors)
    if not advice.errors and stage.lines is not None:
        yield from _lines(setup)


def _lines(setup: Setup) -> Iterator[str]:
    course = setup.road
    behind = breakaway_square(setup.tiles) if setup.breakaway else course.starts[-1]
    for square, category in setup.stage.lines or ():
        if not LINE.fullmatch(category):
            yield (
                "A line is a sprint or a climb (hill, third, second, first, hc), not"
                f" “{category[:20]}”."
            )
        if not behind < square <= course.finish:
            yield (
                f"The line on square {square} is not on the road between"
                f" start{' or breakaway' if setup.breakaway else ''} and finish."
            )


def _start(setup: Setup) -> Iterator[str]:
    teams = setup.teams
    if setup.first and setup.first not in teams:
        yield f"{setup.first[:20]} does not place first: no such team."
    if setup.order and sorted(setup.order) != sorted(teams):
        yield "The order of the start names every team of a player once."
    yield from _exhaustion(setup.handicap, len(teams))
    yield from _exhaustion(setup.kept, 2 * len(teams))
    if not 0 <= setup.solo <= MOST_CARDS:
        yield f"A single player splits 0 to {MOST_CARDS} exhaustion cards."


def _exhaustion(cards: Sequence[int], count: int) -> Iterator[str]:
    if cards and (len(cards) != count or not all(0 <= each <= MOST_CARDS for each in cards)):
        yield f"Exhaustion at the start: {count} numbers from 0 to {MOST_CARDS}."
