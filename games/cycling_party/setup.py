"""The setup of a stage: version, road, teams, house rules. One that cannot be raced is refused with
the reason.
"""

import re
from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from games.cycling_party.numbers import LONGEST, SEATS, SHORTEST, stages
from games.cycling_party.table.master import master
from games.engine import BadSetup, Problem

VERSIONS = ("junior", "senior", "master")
TYPES = ("flat", "low", "medium", "high")
COLOURS = ("red", "blue", "green", "black", "purple", "orange")
TEAM = re.compile(r"[a-z]{1,20}")


class StageSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The road. A pass is [start, category], [start, end] (junior) or [start, end, category]."""

    length: int
    type: str | None = None
    passes: tuple[tuple[int | str, ...], ...] = ()
    sprints: tuple[int, ...] = ()


class ArrivalUnit(msgspec.Struct, frozen=True):
    """Riders who crossed the line with one pace, as a director would tap them."""

    turn: int  # after the first turn in which anybody crossed
    kind: str  # peloton, paceline, single
    squares: dict[str, int]  # squares behind the line, by rider
    setters: tuple[str, ...] = ()
    die: int | None = None


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """House rules where the rulebook leaves room; the first value of each is the default."""

    speaking_order: Literal["rotating", "fixed"] = "rotating"
    finish_hexagon: Literal["skipped", "counted"] = "skipped"
    rouleur_refusal: Literal["any", "only_four"] = "any"
    domestique_pull: Literal["one", "all"] = "one"
    attack_limit: Literal["inclusive", "strict"] = "inclusive"
    chain_break: Literal["alone_last", "join_last", "behind_last"] = "alone_last"
    fall_loss: Literal["this_turn", "next_turn"] = "this_turn"
    descent_landing: Literal["exact", "any_exit"] = "exact"
    bottle_with_mountain_attack: Literal["allowed", "forbidden"] = "allowed"
    line_reach: Literal["beyond", "reach"] = "beyond"
    beyond_12: Literal["zero", "like_12"] = "zero"
    seconds_die: Literal["shared", "separate"] = "shared"
    descent_death: Literal["out_of_tour", "last_in_stage"] = "out_of_tour"
    mountain_attack_rounding: Literal["up", "down"] = "up"


class Used(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a team has used up in the stage; mountain attacks of those it began the stage with."""

    bottle: int = 0
    sprint: int = 0
    attack: int = 0
    mountain_attack: int = 0


class Situation(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A position between two turns, as it stands on a board: riders, teams and lines by their names
    (red4, red, s1, p2).
    """

    turn: int  # the last one completed; 0 after the opening
    squares: dict[str, int]  # of everybody on the road
    out: tuple[str, ...] = ()  # who left the race, in that order
    first_arrival: int = 0  # the turn in which the line was crossed first
    arrivals: tuple[ArrivalUnit, ...] = ()  # in the order of turns
    finish: tuple[str, ...] = ()  # who has arrived, in the order of places
    # by line, as far as it pays; not of a pass that ends on the finish
    passages: dict[str, tuple[str, ...]] = {}
    # riders whom a fall or a broken chain took back behind a line that they had passed
    moved_back: tuple[str, ...] = ()
    used: dict[str, Used] = {}  # by team
    doubles: dict[str, dict[str, int]] = {}  # double throws made, by pass and team
    # by pass: teams whose climber gave its double throws back, and is on it or before it again
    returned: dict[str, tuple[str, ...]] = {}
    descending: tuple[str, ...] = ()  # who may descend at full speed in the next turn
    losing: tuple[str, ...] = ()  # who loses the throw of the next turn (house rule)


class Setup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Agreement before a stage. Teams sit clockwise in this order. Without `mountain_attacks` each
    has those of a tour of this one stage; `tour_mountain_attacks` is the number each had for the
    whole tour, and `mountain_attacks` what is left of it. With a `situation` the stage continues
    from there.
    """

    version: Literal["junior", "senior", "master"]
    stage: StageSetup
    teams: tuple[str, ...]
    riders: int = 6
    absent: tuple[str, ...] = ()  # riders who are out of the tour
    mountain_attacks: tuple[int, ...] | None = None
    tour_mountain_attacks: int | None = None
    options: Options = Options()
    situation: Situation | None = None


def read_setup(data: object) -> Setup:
    """Read a setup; raises BadSetup. An empty situation is that before the opening throw."""
    if isinstance(data, dict) and data.get("situation") == {}:
        data = {**data, "situation": None}
    try:
        return msgspec.convert(data, Setup)
    except msgspec.ValidationError as error:
        raise BadSetup(f"This is no set-up of a stage: {error}.") from None


def write_setup(setup: Setup) -> dict[str, Any]:
    """Write a setup as plain values, without defaults."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(setup))
    usual = msgspec.to_builtins(Options())
    data["options"] = {key: value for key, value in data["options"].items() if value != usual[key]}
    for key, empty in (
        ("options", {}),
        ("absent", []),
        ("mountain_attacks", None),
        ("tour_mountain_attacks", None),
        ("situation", None),
    ):
        if not data[key] or data[key] == empty:
            del data[key]
    data["stage"] = {key: value for key, value in data["stage"].items() if value}
    return data


def example(version: str, seats: int, riders: int = 6, stage: str | None = None) -> Setup:
    if version not in VERSIONS:
        raise BadSetup(f"There is no version “{version[:40]}”: it is junior, senior or master.")
    if seats not in SEATS:
        raise BadSetup(f"{seats} players cannot play: it takes {SEATS[0]} to {SEATS[-1]}.")
    road = stages()[stage or ("junior" if version == "junior" else "high")]
    if version != "master":
        road = {key: value for key, value in road.items() if key != "sprints"}
    return read_setup(
        {"version": version, "stage": road, "teams": COLOURS[:seats], "riders": riders}
    )


class Climb(msgspec.Struct, frozen=True):
    start: int
    end: int
    category: str  # "" where the junior version gives none
    doubles: int


def climbs(stage: StageSetup) -> tuple[Climb, ...]:
    """Return the passes in road order; raises BadSetup for a value that is no pass."""
    found = []
    for given in stage.passes:
        match given:
            case (int(start), str(category)) if category in master().pass_length:
                end = start + master().pass_length[category] - 1
            case (int(start), int(end)):
                category = ""
            case (int(start), int(end), str(category)) if category in master().pass_length:
                pass
            case _:
                raise BadSetup(f"A pass is [start, category] or [start, end], not {list(given)}.")
        found.append(Climb(start, end, category, master().double_throws.get(category, 0)))
    return tuple(sorted(found, key=lambda climb: climb.start))


def problems(setup: Setup) -> Iterator[Problem]:
    """Yield the reasons why the stage cannot be raced."""
    stage = setup.stage
    if not SHORTEST <= stage.length <= LONGEST:
        yield Problem("length", {"least": SHORTEST, "most": LONGEST, "length": stage.length})
        return
    yield from _passes(setup)
    if setup.version != "junior" and stage.type not in TYPES:
        yield Problem("type")
    yield from _sprints(setup)
    yield from _teams(setup)


def _passes(setup: Setup) -> Iterator[Problem]:
    before: Climb | None = None
    for climb in climbs(setup.stage):
        ends = {"start": climb.start, "end": climb.end}
        if not 1 <= climb.start <= climb.end <= setup.stage.length:
            yield Problem("pass_range", ends | {"length": setup.stage.length})
        if before and climb.start <= before.end:
            earlier = {"before_start": before.start, "before_end": before.end}
            yield Problem("pass_overlap", earlier | ends)
        if setup.version != "junior":
            if not climb.category:
                yield Problem("pass_category", ends)
            elif climb.end - climb.start + 1 != master().pass_length[climb.category]:
                yield Problem("pass_length", {"squares": master().pass_length[climb.category]})
            if before and climb.start == before.end + 1:
                yield Problem("pass_touch", {"before_end": before.end, "start": climb.start})
        before = climb


def _sprints(setup: Setup) -> Iterator[Problem]:
    sprints = setup.stage.sprints
    if sprints and setup.version != "master":
        yield Problem("sprint_version")
    if len(set(sprints)) < len(sprints):
        yield Problem("sprint_twice")
    for km in sprints:
        if not 1 <= km < setup.stage.length or any(
            climb.start <= km <= climb.end for climb in climbs(setup.stage)
        ):
            yield Problem("sprint_flat", {"km": km})


def _teams(setup: Setup) -> Iterator[Problem]:
    if len(setup.teams) not in SEATS:
        count = len(setup.teams)
        yield Problem("team_count", {"least": SEATS[0], "most": SEATS[-1], "count": count})
    if len(set(setup.teams)) < len(setup.teams) or not all(map(TEAM.fullmatch, setup.teams)):
        yield Problem("team_names")
    if setup.riders not in (5, 6):
        yield Problem("rider_count", {"count": setup.riders})
    known = {f"{team}{number}" for team in setup.teams for number in range(1, setup.riders + 1)}
    if not known.issuperset(setup.absent):
        yield Problem("absent", {"riders": tuple(sorted(set(setup.absent) - known))})
    yield from _mountain_attacks(setup)


def _mountain_attacks(setup: Setup) -> Iterator[Problem]:
    attacks, whole = setup.mountain_attacks, setup.tour_mountain_attacks
    if attacks is not None and (
        len(attacks) != len(setup.teams) or not all(0 <= count <= 100 for count in attacks)
    ):
        yield Problem("mountain_attacks")
    if whole is not None and not max(attacks or (0,)) <= whole <= 100:
        yield Problem("mountain_attacks_left")
