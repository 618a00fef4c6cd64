"""Write a new tour: its days with their lines, its teams and riders, under a free name.

The plan of a game becomes a tour in the room of that game (`contract.SetUp.create`), which ends
here in `write_if_valid` and `save`. A tour keeps its own copy of everything, so nothing that
changes later in the roster reaches it (CP-APP-005).
"""

import re
import secrets
import string
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from itertools import chain, count, product

from django.db import IntegrityError, transaction
from django.db.models import Value
from django.db.models.functions import Lower
from django.utils.text import slugify
from django.utils.translation import gettext, gettext_lazy

from tourmanager.accounts.models import User
from tourmanager.riders import colours
from tourmanager.riders.models import Pattern
from tourmanager.riders.names import abbreviation, has_unseen_character, name_key, tidy_name
from tourmanager.tours.contract import check_data
from tourmanager.tours.models import Director, Line, Stage, Tour, TourRider, TourTeam
from tourmanager.tours.planning.plan import RiderPlan, TeamPlan
from tourmanager.tours.planning.plan_check import PlanProblem, name_trouble

TAKEN = gettext_lazy(
    "There is already a tour of this name (capitals do not count). Choose another."
)


class PlanRefused(Exception):
    """The plan cannot be raced; `problems` tells its author why."""

    def __init__(self, problems: Sequence[PlanProblem]) -> None:
        super().__init__("; ".join(f"{problem.where}: {problem.text}" for problem in problems))
        self.problems = tuple(problems)


def write_if_valid(name: str, problems: Sequence[PlanProblem], write: Callable[[], Tour]) -> Tour:
    """Write the tour by `write`, all of it or nothing, if nothing was found against its plan.

    Raises PlanRefused.
    """
    name_problems = [PlanProblem(str(TAKEN), gettext("Tour"))] if name_taken(name) else []
    if problems or name_problems:
        raise PlanRefused([*problems, *name_problems])
    try:
        with transaction.atomic():
            return write()
    except IntegrityError:
        if name_taken(name):  # somebody was faster
            raise PlanRefused([PlanProblem(str(TAKEN), gettext("Tour"))]) from None
        raise


def tidy_teams(teams: Sequence[TeamPlan]) -> None:
    for team in teams:
        team.name, team.short_name, team.manager = (
            tidy_name(team.name),
            tidy_name(team.short_name),
            tidy_name(team.manager),
        )
        for rider in team.riders:
            rider.name = tidy_name(rider.name)


def name_taken(name: str, *, apart_from: int | None = None) -> bool:
    """Return True when a tour that is not erased has the name.

    Compared here, since SQLite knows capitals of plain letters only; and finally by the database:
    PostgreSQL takes İstanbul for istanbul.
    """
    others = Tour.objects.not_erased().exclude(pk=apart_from or 0)
    if tidy_name(name).casefold() in {
        other.casefold() for other in others.values_list("name", flat=True)
    }:
        return True
    if has_unseen_character(name):  # no database could keep it
        return False
    return others.annotate(small=Lower("name")).filter(small=Lower(Value(tidy_name(name)))).exists()


def choose_letters(names: Sequence[str]) -> list[str]:
    """Choose one letter for each team: the first of its name that is free, else any."""
    letters: list[str] = []
    for name in names:
        own = [letter for letter in slugify(name) if letter in string.ascii_lowercase]
        letters.append(
            next(letter for letter in [*own, *string.ascii_lowercase] if letter not in letters)
        )
    return letters


def link_of(name: str, ending: str = "") -> str:
    """Make an address that nobody can guess, since anybody who has it may look."""
    return f"{slugify(name)[:80].strip('-_') or 'tour'}-{ending or new_ending()}"


def new_ending() -> str:
    return "".join(secrets.choice(string.ascii_lowercase) for _ in range(12))


def save(
    tour: Tour,
    days: Sequence[tuple[Stage, list[Line]]],
    teams: Sequence[TeamPlan],
    *,
    by: User | None,
    at: datetime,
    ending: str = "",
) -> Tour:
    """Write a tour with its days, their lines, and its teams, each under a code of its own."""
    check_data(tour, [stage for stage, _ in days])
    tour.slug, tour.created_at, tour.changed_at = link_of(tour.name, ending), at, at
    tour.save(force_insert=True)
    if by is not None:
        Director.objects.create(tour=tour, user=by, added_at=at)
    Stage.objects.bulk_create(stage for stage, _ in days)
    Line.objects.bulk_create(line for _, lines in days for line in lines)
    rows = TourTeam.objects.bulk_create(
        TourTeam(
            tour=tour,
            seat=seat,
            letter=letter,
            name=team.name,
            short_name=team.short_name,
            colour=team.colour,
            pattern=team.pattern,
            manager=team.manager,
        )
        for seat, (team, letter) in enumerate(
            zip(teams, choose_codes([team.name for team in teams]), strict=True), start=1
        )
    )
    TourRider.objects.bulk_create(
        TourRider(
            team=row, number=rider.number, name=rider.name, role=rider.role, marks=rider.marks
        )
        for row, team in zip(rows, teams, strict=True)
        for rider in team.riders
    )
    return tour


def teams_of(tour: Tour) -> list[TeamPlan]:
    """Return the teams of a tour with their riders, as they were planned."""
    return [
        TeamPlan(
            name=team.name,
            short_name=team.short_name,
            colour=team.colour,
            pattern=team.pattern,
            manager=team.manager,
            riders=[
                RiderPlan(rider.number, rider.name, rider.role, list(rider.marks))
                for rider in team.riders.all()
            ],
        )
        for team in tour.teams.order_by("seat").prefetch_related("riders")
    ]


def choose_codes(names: Sequence[str]) -> list[str]:
    """Choose the code of each team: a letter, or two where there are more teams than letters, as
    near to its name as can be.
    """
    if len(names) <= len(string.ascii_lowercase):
        return choose_letters(names)
    codes: list[str] = []
    for name in names:
        candidates = (*_near_codes(name), *map("".join, product(string.ascii_lowercase, repeat=2)))
        codes.append(next(code for code in candidates if len(code) == 2 and code not in codes))
    return codes


def _near_codes(name: str) -> list[str]:
    """List codes of two letters for a name, the nearest first."""
    words = [re.sub(r"[^a-z]", "", word) for word in slugify(name).split("-")]
    one_word, initials = "".join(words), "".join(word[:1] for word in words)
    first = one_word[:1] or "a"
    following = one_word[1:] + string.ascii_lowercase
    return [initials[:2], one_word[:2], *(first + char for char in following)]


def choose_short_names(names: Sequence[str]) -> list[str]:
    """Choose up to four letters for each team, no two alike."""
    names_in_use: set[str] = set()
    short_names = []
    for name in names:
        short_names.append(abbreviation(name, names_in_use))
        names_in_use.add(name_key(short_names[-1]))
    return short_names


def choose_jerseys(number: int) -> list[tuple[str, str]]:
    """Choose a colour and a pattern for each team, as different as so many can be."""
    jerseys: list[colours.JerseyDesign] = []
    for _ in range(number):
        jerseys.append(
            colours.JerseyDesign("", *colours.choose_unused_look(jerseys, Pattern.values))
        )
    return [(jersey.colour, jersey.pattern) for jersey in jerseys]


def free_name(name: str) -> str:
    """Return a name that no tour has: "Lap of Honour (2)"."""
    candidates = (f"{name[:74]} ({number})" for number in count(2))
    return next(candidate for candidate in chain([name], candidates) if not name_taken(candidate))


def name_problems(name: str) -> Iterator[PlanProblem]:
    """Say why the tour cannot have the name; checked at once, and again when it is created."""
    if trouble := name_trouble(name, 80, what=gettext("The name of the tour")):
        yield PlanProblem(trouble, gettext("Tour"))
    elif name_taken(name):
        yield PlanProblem(str(TAKEN), gettext("Tour"))
