"""Tours and stages."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from tourmanager.api.schemas.base import Described, Problem


class ListAsked(Described):
    """Which tours to list."""

    page: Annotated[int, Field(ge=1, le=100_000)] = 1
    """Which page, from 1."""
    per_page: Annotated[int, Field(ge=1, le=100)] = 30
    """How many tours on a page."""
    archived: bool = False
    """The archived tours instead of the others."""


class TourSummary(Described):
    """A tour in the list of tours."""

    slug: str
    """The part of the address that names the tour: everybody who knows it may look."""
    name: str
    game: str
    """The key of its game."""
    state: str
    """`active` or `finished`."""
    stages: int
    """How many days it has, rest days among them."""
    ended: int
    """How many of these have ended."""
    archived: bool
    changed_at: datetime
    page: str
    """The address of its page on this server."""


class TourList(Described):
    """One page of the listed tours, those that changed last first."""

    total: int
    """How many tours there are on all pages."""
    page: int
    """The number of this page, from 1."""
    pages: int
    """How many pages there are."""
    tours: list[TourSummary]


class Rider(Described):
    code: str
    """The letter of the team and the number: `b4`. It names the rider in the tour."""
    number: int
    name: str
    role: str
    """What kind of rider they are, as a key of the game; empty where the game has none."""
    marks: list[str]
    """What sub-classifications ask for, such as `youth`."""


class Team(Described):
    letter: str
    """It names the team in the tour."""
    name: str
    short_name: str
    """Up to four letters."""
    player: str
    """Who plays it; the team's name where nobody was named."""
    colour: str
    """Of its jersey, as `#rrggbb`."""
    pattern: str
    riders: list[Rider]


class Line(Described):
    """A sprint or climb of a stage."""

    key: str
    """`s1`, `s2` … for sprints and `p1`, `p2` … for climbs, in road order."""
    kind: str
    """`sprint` or `pass`."""
    category: str
    """By which the scheme pays it, such as `hc`."""
    name: str
    at: int
    """Where it is on the road, from the start, in the tour's unit of length."""
    climb_from: int | None
    """Where its climb begins; null for sprints."""


class StageSummary(Described):
    number: int
    """Its position in the tour, from 1; it names the stage in addresses."""
    name: str
    """`Stage 3a`, or what the day is."""
    label: str
    """What follows the word stage: `3a`."""
    type: str
    """Its type as a key of the game, such as `high`."""
    kind: str
    """`road`, `itt` (individual time trial), `ttt` (team time trial) or `rest`."""
    length: int
    """In the tour's unit of length; 0 where nobody said."""
    state: str
    """`pending`, `active` or `ended`."""
    reopened: bool
    """It has ended and is being corrected."""
    approval: str
    """`provisional`, `proposed` or `official`."""
    ended_at: datetime | None
    official_since: datetime | None
    lines: list[Line]


class ClassificationName(Described):
    key: str
    """It names the classification in the tour."""
    name: str
    by: str
    """`time`, `points` or `team_time`: what it adds up."""
    jersey: str
    """The colour of its leader's jersey; empty where it has none."""


class Scheme(Described):
    """How the tour is scored."""

    key: str
    name: str
    classifications: list[ClassificationName]


class Tour(Described):
    """A tour with its stages, teams and riders."""

    slug: str
    """The part of the address that names the tour."""
    name: str
    game: str
    """The key of its game."""
    state: str
    """`active` or `finished`."""
    archived: bool
    created_at: datetime
    changed_at: datetime
    revision: int
    """It rises with every change of the tour."""
    page: str
    """The address of its page on this server."""
    length_unit: str
    """The unit of length of its stages: `km` or `square`."""
    second_person: bool
    """Somebody else has to confirm a stage before it is official."""
    manager_points: str
    """What the points of the players are called; empty where the tour has none."""
    scheme: Scheme
    stages: list[StageSummary]
    teams: list[Team]


class Passed(Described):
    """A rider at a line."""

    place: int
    rider: str
    """The rider's code."""
    points: int
    """What the place pays: the scheme's points, or those that the race gave."""


class PassedLine(Line):
    places: int
    """How many riders are to be named."""
    at_finish: bool
    """It ends on the finish line: the order of the arrivals is its order."""
    passed: list[Passed]


class Arrival(Described):
    place: int
    rider: str
    """The rider's code."""
    seconds: int | None
    """The stage time in whole seconds; in games without stage times the time that the finish
    gives. Null while something it follows from is missing."""
    thousandths: int
    """Thousandths of a second beyond the whole ones, in time trials."""
    gap: int | None
    """Seconds behind the first to arrive."""
    turn: int
    """Turns after the first arrival, in games that count them."""
    group: int | None
    """The number of their arrival: riders who crossed together have the same."""


class Abandon(Described):
    rider: str
    status: str
    """`dnf`, `dns`, `otl` (outside the time limit) or `dsq`."""


class Penalty(Described):
    number: int
    """By which it is cancelled."""
    who: str
    """A rider's code or a team's letter."""
    amount: int
    unit: str
    """`seconds`, `points` or `team_seconds`."""
    classification: str
    """Where points are taken from."""
    reason: str
    cancelled: str
    """Why it was cancelled; empty while it stands."""


class Stage(StageSummary):
    """A stage as it is logged now; an ended stage as it ended, while it is not corrected."""

    tour: str
    """The slug of its tour."""
    revision: int
    """The revision of the tour."""
    last: int
    """The number of the last entry in its log, to send as `base`; 0 where there is none."""
    lines: list[PassedLine]  # type: ignore[assignment]  # the lines of a summary, and more
    arrivals: list[Arrival]
    """In the order of their places; riders whose time is missing stand last."""
    on_road: list[str]
    """Riders who have not arrived."""
    abandons: list[Abandon]
    penalties: list[Penalty]
    awards: dict[str, list[str]]
    """Riders by the name of the award they got."""
    counts: str
    """`all`; `points` where it counts for points only; `nothing`."""
    why: str
    """Why it does not count in full."""
    problems: list[Problem]
    """What keeps the stage from ending."""
