"""Change the days of a running tour that have not begun: how they are raced, what they are called,
rest days.
"""

from collections.abc import Callable
from datetime import datetime

import msgspec
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext

from tourmanager.accounts.models import User
from tourmanager.accounts.requests import user_of
from tourmanager.riders.names import tidy_name
from tourmanager.scoring.scheme import KINDS
from tourmanager.tours.changes import days_of, note_change
from tourmanager.tours.models import REST, Stage, Tour
from tourmanager.tours.pages.keeping import KeepingRefused, change
from tourmanager.tours.planning.days import day_problems, drop_plain_labels, labels
from tourmanager.tours.planning.numbers import read_whole_number
from tourmanager.tours.planning.plan_check import make_writable
from tourmanager.web.errors import error_page
from tourmanager.web.guard import page


class DayPlan(msgspec.Struct):
    """What can be changed about a day to come."""

    kind: str
    label: str = ""


Day = tuple[Stage, DayPlan]


def set_day(
    tour: Tour, number: int, kind: str, label: str, *, at: datetime, by: User | None = None
) -> str:
    """Set how a stage is raced and what it is called."""

    def changed(days: list[Day]) -> list[Day]:
        stage, plan = _pending(days, number)
        if plan.kind == REST or kind not in KINDS:
            raise KeepingRefused(gettext("A stage is a road stage or a time trial."))
        return [
            (stage, msgspec.structs.replace(plan, kind=kind, label=label))
            if one is stage
            else (one, its)
            for one, its in days
        ]

    keep_days(tour, changed, at=at, by=by)
    return gettext("%(stage)s is changed.") % {"stage": tour.stages.get(number=number)}


def rest_after(tour: Tour, number: int, *, at: datetime, by: User | None = None) -> str:
    """Add a rest day after a stage; the stages behind it move by a day."""

    def changed(days: list[Day]) -> list[Day]:
        if not 0 < number < len(days) or days[number][0].state != Stage.State.PENDING:
            raise KeepingRefused(gettext("A rest day comes before a stage that has not begun."))
        if REST in (days[number - 1][1].kind, days[number][1].kind):
            raise KeepingRefused(gettext("There is a rest day already."))
        return [
            *days[:number],
            (Stage(tour=tour, type="flat", kind=REST, length=0), DayPlan(REST)),
            *days[number:],
        ]

    keep_days(tour, changed, at=at, by=by)
    return gettext("There is a rest day after %(stage)s now.") % {
        "stage": str(tour.stages.get(number=number)).lower()
    }


def no_rest(tour: Tour, number: int, *, at: datetime, by: User | None = None) -> str:
    def changed(days: list[Day]) -> list[Day]:
        stage, plan = _pending(days, number)
        if plan.kind != REST:
            raise KeepingRefused(gettext("That is no rest day."))
        stage.delete()
        return [day for day in days if day[0] is not stage]

    keep_days(tour, changed, at=at, by=by)
    return gettext("The rest day is gone.")


def keep_days(
    tour: Tour, edit: Callable[[list[Day]], list[Day]], *, at: datetime, by: User | None
) -> None:
    """Write the days as `edit` returns them, with new numbers and names; nothing if they are not
    possible.
    """
    with transaction.atomic():
        change(tour, at=at)  # locks it
        stages = list(tour.stages.order_by("number").prefetch_related("lines"))
        before = days_of(stages)
        plans = drop_plain_labels([DayPlan(stage.kind, stage.label) for stage in stages])
        days = edit(list(zip(stages, plans, strict=True)))
        if problems := list(day_problems([plan for _, plan in days])):
            raise KeepingRefused(make_writable(problems[0].text))
        names = labels([plan for _, plan in days])
        rows = list(enumerate(zip(days, names, strict=True), start=1))
        # no two have one number at any moment
        for number, ((stage, plan), label) in reversed(rows) if len(days) > len(stages) else rows:
            stage.number, stage.kind, stage.label = (
                number,
                plan.kind,
                "" if label == str(number) else label,
            )
            stage.save()
        after = days_of([stage for stage, _ in days])
        if before != after:
            note_change(tour, "days", by=by, at=at, before=before, after=after)


def _pending(days: list[Day], number: int) -> Day:
    if not 0 < number <= len(days) or days[number - 1][0].state != Stage.State.PENDING:
        raise KeepingRefused(
            gettext("That stage has begun, or is not there: only days to come can be changed.")
        )
    return days[number - 1]


@page("tours:days")
def days(request: HttpRequest, tour: Tour) -> HttpResponse:
    """Change a day to come, for a director on the page Stages."""
    number, now = read_whole_number(request.POST.get("number", ""), 99) or 0, timezone.now()
    by = user_of(request)
    try:
        match request.POST.get("do", ""):
            case "rest":
                sentence = rest_after(tour, number, at=now, by=by)
            case "no-rest":
                sentence = no_rest(tour, number, at=now, by=by)
            case _:
                label = tidy_name(request.POST.get("label", "")[:40])
                kind = request.POST.get("kind", "")
                sentence = set_day(tour, number, kind, label, at=now, by=by)
    except KeepingRefused as refused:
        return error_page(
            request, status=422, title=gettext("The day stays as it was"), detail=str(refused)
        )
    messages.info(request, sentence)
    return redirect("tours:stages", tour.slug)
