"""Define what a game provides to set up its tours; each room of `tabletop` provides it for one
game.

Nothing here, nor in the rest of `tours`, knows which games there are: `set_up_of` finds the room of
a tour's game in the registry, and raises UnknownGame where this server has no such room.
"""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise

from tourmanager.accounts.models import User
from tourmanager.accounts.requests import SignedIn
from tourmanager.tabletop.registry import part, parts
from tourmanager.tours.measure import RoadWords
from tourmanager.tours.models import REST, Draft, Line, Stage, Tour
from tourmanager.tours.options import Switch
from tourmanager.tours.planning.plan import Plan
from tourmanager.tours.planning.plan_check import PlanProblem

PlanT = TypeVar("PlanT", bound=Plan)


class Offer(NamedTuple):
    """A game as the page "Start a tour" offers it."""

    words: str | Promise  # what its tours are like, and how they are set up
    button: str | Promise
    icon: str = "plus"
    drafts: bool = True  # the button begins a draft; otherwise it opens a page


class Lack(NamedTuple):
    """Something needed before a tour of a game can be set up, and where to get it."""

    words: str | Promise  # beside the game, on the page "Start a tour"
    button: str | Promise
    address: str
    menu_words: str | Promise  # in a sentence that names the game, on the main menu
    menu_button: str | Promise


class Tab(NamedTuple):
    """A page that only the tours of one game have, beside the stage in their tabs."""

    key: str  # as the page says it of itself
    name: str | Promise
    view: str  # the name of its address, which takes the slug of the tour


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data of a game without any of its own."""


class SetUp(RoadWords, Generic[PlanT]):
    """The way tours of one game are set up, stored and planned again."""

    plan: type[PlanT]  # what such a tour is made of, as files hold it
    data: type[msgspec.Struct] = Nothing  # of `Tour.game_data`
    course: type[msgspec.Struct] = Nothing  # of `Stage.course`, on days with a stage
    offer: Offer
    switches: tuple[Switch, ...] = ()  # house rules, as `Tour.options` keeps them
    # what stands on a jersey instead of the number, by role; None: numbers
    signs: Mapping[str, str] | None = None
    # marks of riders whose team nobody leads, in the order in which such teams are placed
    dummies: tuple[str, ...] = ()
    tabs: tuple[Tab, ...] = ()
    was_first: bool = False  # files that name no game are of this one, which was the only one
    many_teams: bool = False  # more teams than letters: their codes may have two

    # -- plans

    @abstractmethod
    def read(self, plan: PlanT) -> PlanT:
        """Prove the types of a plan and tidy its names. Raises PlanRefused."""

    @abstractmethod
    def problems(self, plan: PlanT) -> list[PlanProblem]:
        """Find everything that keeps the plan from being a tour, but for a name that is taken."""

    @abstractmethod
    def create(self, plan: PlanT, *, by: User | None, at: datetime, ending: str = "") -> Tour:
        """Write the tour of a plan, its first stage active; `by` directs it. Raises PlanRefused."""

    @abstractmethod
    def tour_of(self, plan: PlanT) -> Tour:
        """Make the tour of a plan, not saved."""

    @abstractmethod
    def stages_of(self, tour: Tour, plan: PlanT) -> list[Stage]:
        """Make the days of a tour, not saved; the first is active."""

    @abstractmethod
    def lines_of(self, stage: Stage, plan: PlanT) -> list[Line]:
        """Make the sprints and summits of a day, not saved."""

    @abstractmethod
    def plan_of(self, tour: Tour) -> PlanT:
        """Plan the tour again, for a duplicate or a file."""

    # -- pages

    @abstractmethod
    def begin(self, request: SignedIn) -> HttpResponse:
        """Answer the address at which a new tour of this game begins."""

    @abstractmethod
    def repeat(self, request: SignedIn, tour: Tour) -> HttpResponse:
        """Begin the same tour once more; nobody has to direct the one it repeats."""

    @abstractmethod
    def stages_page(self, request: HttpRequest, tour: Tour) -> HttpResponse:
        """Show the page "Stages" of a tour."""

    def road_address(self, stage: Stage) -> str:
        """Return where directors change the road of a stage; "" where it cannot be changed."""
        return ""

    def draft_address(self, row: Draft) -> str:
        """Return where to continue a draft; games without drafts have none."""
        raise NotImplementedError

    def draft_words(self, row: Draft) -> str:
        """Say how far a draft has come, for the list of drafts."""
        return ""

    def lack(self, user: User | None) -> Lack | None:
        """Say what the user needs before a tour can be set up; None stands for a visitor."""
        return None


def set_up_of(tour: Tour) -> SetUp[Any]:
    """Return how the game of a tour is set up. Raises UnknownGame."""
    return part(tour.game, SetUp)


def check_data(tour: Tour, stages: Iterable[Stage]) -> None:
    """Check the data that a game stores of a tour and its roads. Raises msgspec.ValidationError."""
    set_up = set_up_of(tour)
    msgspec.convert(tour.game_data, set_up.data)
    for stage in stages:
        if stage.kind != REST:
            msgspec.convert(stage.course, set_up.course)


def set_ups() -> dict[str, SetUp[Any]]:
    """Return how each game is set up, by key, in the order of the settings."""
    return parts(SetUp)
