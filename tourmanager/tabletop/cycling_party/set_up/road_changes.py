"""Change the road of a stage in a running tour, ahead of the race.

`change_road` is the only writer: it locks the tour, so that no tap is recorded meanwhile, and asks
the log again. What it refuses changes nothing; the page shows the road as it was sent, with what
has been raced put back (`put_back`).

Lines are named in road order. What has been raced keeps its place, so its lines keep their names,
and entries of the log still mean the same line; lines ahead are named by no entry.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypeVar

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from tourmanager.accounts.models import User
from tourmanager.scoring.words import join_with_and
from tourmanager.tabletop.cycling_party.set_up import course_check
from tourmanager.tabletop.cycling_party.set_up.creation import lines_of, stage_plan_of
from tourmanager.tabletop.cycling_party.set_up.plan import RoadData, StagePlan
from tourmanager.tabletop.cycling_party.set_up.raced import (
    Raced,
    find_intruders,
    others_than,
    raced_of,
)
from tourmanager.tours.changes import course_of, note_change
from tourmanager.tours.models import Line, Stage, Tour
from tourmanager.tours.pages.keeping import change

Thing = TypeVar("Thing")


class Road(msgspec.Struct, frozen=True):
    """The road of a stage as it is stored, and what has been raced of it."""

    plan: StagePlan
    raced: Raced
    changes: int  # how often it was changed since the tour was created

    @property
    def version(self) -> str:
        """Return what a page has seen of it."""
        raced = self.raced
        return f"{self.changes}.{raced.km}.{int(raced.type)}.{int(bool(raced.whole))}"


class RoadRefused(Exception):
    """The road cannot be changed in that way; says why, for the director.

    `is_news` is true where something happened since the page was loaded.
    """

    def __init__(self, words: str, *, is_news: bool = False) -> None:
        super().__init__(words)
        self.is_news = is_news


def road_of(stage: Stage) -> Road:
    """Read the road of a stage (3 queries)."""
    plan = stage_plan_of(stage)
    changes = msgspec.convert(stage.course, RoadData).changes
    return Road(plan, raced_of(stage, plan), changes)


def change_road(
    stage: Stage, plan: StagePlan, *, seen: str, at: datetime, by: User | None = None
) -> bool:
    """Write the road of a stage; `seen` is the version that the page showed. Return whether it
    differs from what it was. Raises RoadRefused.
    """
    with transaction.atomic():
        Tour.objects.select_for_update().get(pk=stage.tour_id)
        now = Stage.objects.select_related("tour").get(pk=stage.pk)
        road = road_of(now)
        _check(road, plan, seen)
        if _sorted(plan) == _sorted(road.plan):
            return False
        before = course_of(now)
        _write(now, plan, road.changes + 1)
        change(now.tour, at=at)
        facts = {"before": before, "after": course_of(now)}
        note_change(now.tour, "road", by=by, at=at, stage=now, **facts)
    return True


def _check(road: Road, plan: StagePlan, seen: str) -> None:
    """Refuse a road that moves what has been raced, replaces one that the page has not seen, or
    breaks a rule.
    """
    is_news = seen != road.version
    if road.raced.whole:
        raise RoadRefused(road.raced.whole, is_news=is_news)
    if moved := find_moved(plan, road):
        words = (
            _(
                "Fixed by the race meanwhile: %(things)s. That stays as it was, the rest is as "
                "you left it."
            )
            if is_news
            else _("Fixed by the race: %(things)s. That stays as it was.")
        )
        raise RoadRefused(words % {"things": join_with_and(moved)}, is_news=is_news)
    if seen.partition(".")[0] != str(road.changes) and _sorted(plan) != _sorted(road.plan):
        raise RoadRefused(say_changed(), is_news=True)
    if list(find_intruders(plan, road.raced)):
        raise RoadRefused(
            _("The race has come to km %(km)s: nothing new can lie before that.")
            % {"km": road.raced.km},
            is_news=is_news,
        )
    if course_check.errors(course_check.check(plan)):
        raise RoadRefused(_("This road breaks a rule. Fix it, then use it."))


def _write(stage: Stage, plan: StagePlan, changes: int) -> None:
    """Store a road; lines that stay as they were are left alone."""
    stage.type, stage.length = plan.type, plan.length
    stage.course = msgspec.to_builtins(RoadData(changes))
    stage.save(update_fields=["type", "length", "course"])
    lines = {_facts(line): line for line in lines_of(stage, plan)}
    before = {_facts(line): line for line in stage.lines.all()}
    old = [line.pk for facts, line in before.items() if facts not in lines]
    Line.objects.filter(pk__in=old).delete()
    Line.objects.bulk_create(line for facts, line in lines.items() if facts not in before)


def _facts(line: Line) -> tuple[Any, ...]:
    return line.key, line.kind, line.category, line.start, line.km


def say_changed() -> str:
    return _(
        "Another director changed this road meanwhile. Here is yours: use it in place of theirs, "
        "or load the page again to begin from theirs."
    )


# -- a changed road beside what has been raced


def find_moved(plan: StagePlan, road: Road) -> list[str]:
    """Name what has been raced and is another way in a changed road."""
    raced = road.raced
    return [
        *([_("the type")] if raced.type and plan.type != road.plan.type else []),
        *(
            _("Pass %(number)s") % {"number": number}
            for number, each in enumerate(raced.passes, start=1)
            if each not in plan.passes
        ),
        *(
            _("Sprint %(number)s") % {"number": number}
            for number, km in enumerate(raced.sprints, start=1)
            if km not in plan.sprints
        ),
    ]


def put_back(plan: StagePlan, road: Road) -> StagePlan:
    """Put what has been raced back into a changed road, in place of what was made of it."""
    old, raced, plan = road.plan, road.raced, _sorted(plan)
    if raced.whole:
        return old
    return _sorted(
        msgspec.structs.replace(
            plan,
            type=old.type if raced.type else plan.type,
            passes=_merge(plan.passes, raced.passes, len(old.passes)),
            sprints=_merge(plan.sprints, raced.sprints, len(old.sprints)),
        )
    )


def _merge(things: Sequence[Thing], stays: Sequence[Thing], before: int) -> list[Thing]:
    """Return what stays, and what else there is. Of `before` things some were taken out; each other
    one that stays and is missing was moved, and the first things are what became of them.
    """
    others = [things[index] for index in others_than(things, stays)]
    missing = len(stays) - (len(things) - len(others))
    moved = max(0, missing - max(0, before - len(things)))
    return [*stays, *others[moved:]]


def _sorted(plan: StagePlan) -> StagePlan:
    """Return the road with its things in road order."""
    return msgspec.structs.replace(
        plan, passes=sorted(plan.passes, key=lambda each: each.start), sprints=sorted(plan.sprints)
    )
