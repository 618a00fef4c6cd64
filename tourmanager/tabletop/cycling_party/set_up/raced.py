"""Say how far the road of a running stage has been raced: what lies that far stays as it is.

The log names lines; the furthest line that any of its entries names, an undone one too, is where
the race has come to. Once somebody has arrived, or the stage has ended, nothing can be changed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec
from django.utils.translation import gettext as _

from tourmanager.play.models import Ride
from tourmanager.results.models import Entry
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.arrival_entries import ARRIVALS
from tourmanager.tabletop.cycling_party.set_up import course_check
from tourmanager.tabletop.cycling_party.set_up.course import passes_of
from tourmanager.tabletop.cycling_party.set_up.course_check import CourseProblem
from tourmanager.tabletop.cycling_party.set_up.plan import PassPlan, StagePlan
from tourmanager.tabletop.cycling_party.table import entries as own
from tourmanager.tabletop.cycling_party.table.frame import MOUNTAIN_ATTACK
from tourmanager.tours.models import Line, Stage

HORS_CATEGORY = "hc"
Thing = TypeVar("Thing")


class Raced(msgspec.Struct, frozen=True):
    """What has been raced of a road, and stays."""

    km: int = 0  # the last square that cannot be changed; 0: none
    line: str = ""  # what lies there: "Pass 1"
    passes: tuple[PassPlan, ...] = ()  # in road order
    sprints: tuple[int, ...] = ()  # in road order
    type: bool = False  # true once something was logged: teams have got the sprints of the type
    whole: str = ""  # why nothing of the road can be changed; "" where something can


NOT_RACED = Raced()


def raced_of(stage: Stage, plan: StagePlan) -> Raced:
    """Return what has been raced of a stage, whose plan this is (at most 3 queries)."""
    if stage.state == Stage.State.PENDING:
        return NOT_RACED
    if stage.state == Stage.State.ENDED:
        words = _("%(stage)s has been raced: its road stays as it is.")
        return stays_to(plan, plan.length, whole=words % {"stage": stage})
    entries = Entry.objects.filter(stage=stage)
    bodies = [e.load(body) for body in entries.values_list("body", flat=True)]
    lines = {line.key: line for line in stage.lines.all()}
    named = set(lines_named(bodies, lines))
    if whole := _why_whole(stage, e.FINISH in named):
        return stays_to(plan, plan.length, whole=whole)
    furthest = max((lines[key] for key in named & lines.keys()), key=_km, default=None)
    return stays_to(
        plan,
        furthest.km if furthest else 0,
        line=furthest.label if furthest else "",
        type=bool(bodies),
    )


def stays_to(
    plan: StagePlan, km: int, *, line: str = "", type: bool = True, whole: str = ""
) -> Raced:
    """Return what lies on a road as far as that square."""
    return Raced(
        km=km,
        line=line,
        passes=tuple(plan.passes[p.index] for p in passes_of(plan) if p.end <= km),
        sprints=tuple(sorted(sprint for sprint in plan.sprints if sprint <= km)),
        type=type,
        whole=whole,
    )


def lines_named(bodies: Iterable[e.EntryBody], lines: Mapping[str, Line]) -> Iterator[str]:
    """Yield the lines that entries name, `finish` for arrivals."""
    for body in bodies:
        if isinstance(body, ARRIVALS):
            yield e.FINISH
        elif isinstance(body, e.Results):
            yield from (given.key for given in body.lines or ())
            if body.arrivals or body.finish_paid:
                yield e.FINISH
        elif isinstance(body, own.Use) and body.advantage == MOUNTAIN_ATTACK:
            # it was made on a pass of hors category, at least on the first
            passes = [line for line in lines.values() if line.category == HORS_CATEGORY]
            yield from (line.key for line in sorted(passes, key=_km)[:1])
        else:
            yield getattr(body, "line", "")


def _km(line: Line) -> int:
    return line.km


def _why_whole(stage: Stage, has_arrivals: bool) -> str:
    """Say why nothing of the road can be changed; "" where something can."""
    if has_arrivals:
        return _("Riders have arrived at the finish of %(stage)s: its road stays as it is.") % {
            "stage": str(stage).lower()
        }
    if _is_ridden(stage):
        return _(
            "%(stage)s is being ridden on screens: its road stays until the ride is over and its "
            "result entered."
        ) % {"stage": stage}
    return ""


def _is_ridden(stage: Stage) -> bool:
    """Return True while a ride of the stage is under way, or its result is not entered yet."""
    states = (*Ride.UNDER_WAY, Ride.State.OVER)
    return Ride.objects.filter(stage=stage, recorded_at=None, state__in=states).exists()


# -- a changed road beside what has been raced


def all_problems(plan: StagePlan, raced: Raced) -> list[CourseProblem]:
    """Find what is wrong with a changed road: the course check, and things on raced road."""
    return [*find_intruders(plan, raced), *course_check.check(plan)]


def find_intruders(plan: StagePlan, raced: Raced) -> Iterator[CourseProblem]:
    """Find what lies on raced road and was not there before."""
    words = _("The road is fixed to km %(km)s.") % {"km": raced.km}
    for index in others_than(plan.passes, raced.passes):
        if plan.passes[index].start <= raced.km:
            yield CourseProblem("E_RACED", "error", words, ("passes", index, "start"))
    for index in others_than(plan.sprints, raced.sprints):
        if plan.sprints[index] <= raced.km:
            yield CourseProblem("E_RACED", "error", words, ("sprints", index))


def others_than(things: Sequence[Thing], stays: Sequence[Thing]) -> list[int]:
    """Return the indexes of things that are not among those that stay, each of which is one."""
    left, others = list(stays), []
    for index, thing in enumerate(things):
        if thing in left:
            left.remove(thing)
        else:
            others.append(index)
    return others
