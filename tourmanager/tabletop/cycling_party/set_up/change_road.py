"""Serve the page on which directors change the road of a stage of a running tour.

The form holds the changed road; nothing is stored before "Use this road". Its buttons, and what is
typed, are answered with the form, or the notes beside its fields, as they then are. A road that was
refused comes back as it was sent, with what has been raced put back.
"""

import json
from typing import Any

import msgspec
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_htmx.http import HttpResponseClientRedirect

from tourmanager.accounts.requests import user_of
from tourmanager.tabletop.cycling_party.set_up import course_check
from tourmanager.tabletop.cycling_party.set_up.course import BOX_HEXAGONS
from tourmanager.tabletop.cycling_party.set_up.course_check import CourseProblem
from tourmanager.tabletop.cycling_party.set_up.creation import data_of
from tourmanager.tabletop.cycling_party.set_up.model_tours import propose_stage
from tourmanager.tabletop.cycling_party.set_up.plan import StagePlan
from tourmanager.tabletop.cycling_party.set_up.road_changes import (
    Road,
    RoadRefused,
    put_back,
    road_of,
    say_changed,
)
from tourmanager.tabletop.cycling_party.set_up.road_changes import (
    change_road as store,
)
from tourmanager.tabletop.cycling_party.set_up.road_rules import road_context
from tourmanager.tabletop.cycling_party.set_up.stage_view import stage_view
from tourmanager.tabletop.cycling_party.set_up.switches import SWITCHES
from tourmanager.tabletop.cycling_party.set_up.wizard.draft import new_seed
from tourmanager.tabletop.cycling_party.set_up.wizard.draft_stages import (
    with_pass,
    with_sprint,
    without_pass,
    without_sprint,
)
from tourmanager.tabletop.cycling_party.set_up.wizard.reading import read_stage
from tourmanager.tabletop.cycling_party.vocabulary import CATEGORIES, CATEGORY_NAMES, TYPE_NAMES
from tourmanager.tours.models import Stage
from tourmanager.tours.options import chosen_option
from tourmanager.tours.planning.numbers import read_whole_number
from tourmanager.web.freshness import answer_unchanged
from tourmanager.web.guard import page
from tourmanager.web.requests import HtmxRequest

BROKEN = gettext_lazy("This road breaks a rule. Fix it, then use it.")
TEMPLATE = "tabletop/cycling_party/set_up/change_road.html"


@page("cycling_party:change_road")
def change_road(request: HtmxRequest, stage: Stage) -> HttpResponse:
    """Show the road of a stage, or answer what a director does to it."""
    if request.method == "POST":
        return _post(request, stage)
    road = road_of(stage)
    if request.GET.get("part") == "news":
        news = answer_unchanged(request, road.version)
        return news or render(request, f"{TEMPLATE}#news", {"address": _address(stage)})
    return _show(request, stage, road, road.plan)


def _post(request: HtmxRequest, stage: Stage) -> HttpResponse:
    road = road_of(stage)
    sent, unread = read_stage(request.POST, road.plan)
    seen, do = request.POST.get("seen", ""), request.POST.get("do", "")
    if do == "use" and unread:
        return _show(request, stage, road, sent, unread, trouble=str(BROKEN), status=422)
    if do == "use":
        return _use(request, stage, road, sent, seen)
    news = _say_news(road, seen)
    if not do:  # the rows stay in the order in which they stand on the page
        return _show(request, stage, road, sent, unread, trouble=news)
    kept = put_back(sent, road)
    plan = put_back(_edited(stage, road, kept, do), road)
    before = kept if plan != kept else None
    return _show(request, stage, road, plan, unread, before=before, trouble=news)


def _use(
    request: HtmxRequest, stage: Stage, road: Road, plan: StagePlan, seen: str
) -> HttpResponse:
    """Store the road and go back to the page Stages, or say why not."""
    try:
        changed = store(stage, plan, seen=seen, at=timezone.now(), by=user_of(request))
    except RoadRefused as refused:
        now = Stage.objects.select_related("tour").get(pk=stage.pk)
        road, status = road_of(now), 409 if refused.is_news else 422
        trouble = "" if road.raced.whole else str(refused)
        return _show(request, stage, road, put_back(plan, road), trouble=trouble, status=status)
    words = (
        _("The road of %(stage)s has been changed.")
        if changed
        else _("The road of %(stage)s is as it was.")
    )
    messages.info(request, words % {"stage": str(stage).lower()})
    if _count_hors(plan) != _count_hors(road.plan):
        messages.info(request, _say_attacks(stage))
    where = f"{reverse('tours:stages', args=[stage.tour.slug])}#stage-{stage.number}"
    return HttpResponseClientRedirect(where) if request.htmx else redirect(where)


def _say_attacks(stage: Stage) -> str:
    return _(
        "Mountain attacks stay as they were counted when the tour was created: %(attacks)s for "
        "each team."
    ) % {"attacks": data_of(stage.tour).mountain_attacks}


def _count_hors(plan: StagePlan) -> int:
    return sum(each.category == "hc" for each in plan.passes)


def _edited(stage: Stage, road: Road, plan: StagePlan, do: str) -> StagePlan:
    """Return the road as a button makes it."""
    what, _dash, index = do.rpartition("-")
    at = read_whole_number(index, 99)
    if do == "add-pass":
        return with_pass(plan)
    if do == "add-sprint":
        return with_sprint(plan)
    if what == "drop-pass" and at is not None:
        return without_pass(plan, at)
    if what == "drop-sprint" and at is not None:
        return without_sprint(plan, at)
    if do == "propose" and _is_untouched(road):
        return _propose(stage, plan)
    return plan


def _is_untouched(road: Road) -> bool:
    return not (road.raced.km or road.raced.type or road.raced.whole)


def _propose(stage: Stage, plan: StagePlan) -> StagePlan:
    tour = stage.tour
    limit = chosen_option(tour.options, "board_limit", SWITCHES) == "on"
    proposed = propose_stage(plan.type, data_of(tour).character, new_seed(), limit)
    return msgspec.structs.replace(proposed, kind=plan.kind, label=plan.label)


def _say_news(road: Road, seen: str) -> str:
    """Say what happened since the page was loaded; "" where nothing did."""
    if seen == road.version:
        return ""
    if road.raced.whole:
        return ""  # the page says why
    if seen.partition(".")[0] != str(road.changes):
        return say_changed()
    if not road.raced.km:
        return _("The race has begun: the type of the stage stays now.")
    return _("Logged meanwhile: the road is fixed to %(line)s, km %(km)s now.") % {
        "line": road.raced.line,
        "km": road.raced.km,
    }


def _show(
    request: HtmxRequest,
    stage: Stage,
    road: Road,
    plan: StagePlan,
    unread: list[CourseProblem] | None = None,
    *,
    before: StagePlan | None = None,
    trouble: str = "",
    status: int = 200,
) -> HttpResponse:
    """Draw the page; for htmx its form after a button, else the notes beside the fields. `before`
    is the road to which Undo leads back.
    """
    view = stage_view(stage.number, plan, unread or (), str(stage), road.raced)
    part = ""
    if request.htmx and request.method == "POST":
        part = "#step" if request.POST.get("do") else "#notes"
    return render(
        request,
        TEMPLATE + part,
        {
            "tour": stage.tour,
            "stage": stage,
            "tab": "stages",
            "view": view,
            "road": road_context(road.raced),
            "stored": _as_course(road.plan),
            "before": _as_course(before) if before else "",
            "seen": road.version,
            "proposable": _is_untouched(road),
            "categories": [(key, CATEGORY_NAMES[key]) for key in CATEGORIES],
            "box": BOX_HEXAGONS,
            "longest": course_check.LONGEST,
            "type_name": TYPE_NAMES[plan.type],
            "address": _address(stage),
            "trouble": trouble,
        },
        status=status,
    )


def _as_course(plan: StagePlan) -> str:
    """Write a road as scripts hold it."""
    values: dict[str, Any] = msgspec.to_builtins(plan)
    return json.dumps({key: values[key] for key in ("type", "length", "passes", "sprints")})


def _address(stage: Stage) -> str:
    return reverse("cycling_party:change_road", args=[stage.tour.slug, stage.number])
