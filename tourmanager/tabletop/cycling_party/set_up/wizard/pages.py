"""Render the pages of Start: the steps, and each step with what is wrong beside it.

A page is sent whole, or to htmx in part: `step` is its form, `notes` the lines beside the fields,
which may change while users type and must not replace the field under their fingers.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django_htmx.http import replace_url

from tourmanager.riders.models import Team
from tourmanager.scoring.manager_points import total_in_play
from tourmanager.scoring.scheme import KINDS, scheme, scheme_keys
from tourmanager.tabletop.cycling_party.set_up import course_check, plan_check
from tourmanager.tabletop.cycling_party.set_up.course import (
    BOX_HEXAGONS,
)
from tourmanager.tabletop.cycling_party.set_up.course_check import (
    CourseProblem,
)
from tourmanager.tabletop.cycling_party.set_up.plan_check import CHARACTERS, MOST_PLACES
from tourmanager.tabletop.cycling_party.set_up.road_rules import road_context
from tourmanager.tabletop.cycling_party.set_up.stage_view import stage_view
from tourmanager.tabletop.cycling_party.set_up.switches import SWITCHES
from tourmanager.tabletop.cycling_party.set_up.wizard.draft import (
    STEP_NAMES,
    STEPS,
    TourDraft,
    standard_scale,
)
from tourmanager.tabletop.cycling_party.set_up.wizard.teams import teams_context
from tourmanager.tabletop.cycling_party.vocabulary import (
    CATEGORIES,
    CATEGORY_NAMES,
)
from tourmanager.tours.models import Draft
from tourmanager.tours.options import chosen_option
from tourmanager.tours.planning.days import (
    KIND_NAMES,
    MOST_RESTS,
    day_problems,
    drop_rest_days,
    titles,
)
from tourmanager.tours.planning.plan_check import PlanProblem
from tourmanager.tours.rules import point_sources
from tourmanager.web.requests import HtmxRequest

CHARACTER_WORDS = {
    "flat": gettext_lazy("Sprinters’ country; hardly a high pass"),
    "medium": gettext_lazy("Half-way between sprinters and climbers"),
    "high": gettext_lazy("The climbers’ tour: passes day after day"),
    "classic": gettext_lazy("Short steep hills, and many of them"),
    "long": gettext_lazy("A grand tour: something for everybody"),
}

PROPOSED_FOR = {
    "flat": gettext_lazy("a flat tour"),
    "medium": gettext_lazy("a tour of medium mountains"),
    "high": gettext_lazy("a tour of high mountains"),
    "classic": gettext_lazy("a classic"),
    "long": gettext_lazy("a long tour"),
}


def page(
    request: HtmxRequest,
    row: Draft,
    draft: TourDraft,
    step: str,
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    """Render the whole page of a step."""
    return render(
        request,
        f"tabletop/cycling_party/set_up/draft_{step}.html",
        context(row, draft, step, **more),
        status=status,
    )


def answer(
    request: HtmxRequest,
    row: Draft,
    draft: TourDraft,
    step: str,
    *,
    sentence: str = "",
    **more: Any,
) -> HttpResponse:
    """Answer an autosave: notes beside the fields (htmx change), the form (button), or the full
    page (no JavaScript).
    """
    do = request.POST.get("do", "")
    address = reverse("cycling_party:draft", args=[row.pk, step])
    if number := more.get("number"):
        address += f"?stage={number}"
    if request.htmx:
        response = _part(request, row, draft, step, do, said=sentence, **more)
        return replace_url(response, address) if do and step == "stages" else response
    if do == "continue" or more.get("problems") or more.get("unread"):
        return page(request, row, draft, step, status=422, said=sentence, refused=True, **more)
    if sentence:
        messages.info(request, sentence)
    return redirect(f"{address}#stage-{number}" if number else address)


def _part(
    request: HtmxRequest, row: Draft, draft: TourDraft, step: str, do: str, **more: Any
) -> HttpResponse:
    """Draw the part of the page that htmx asks for: the form after a button, else the notes."""
    is_refused = do == "continue"
    values = context(row, draft, step, moved=do.startswith("open"), refused=is_refused, **more)
    return render(
        request,
        f"tabletop/cycling_party/set_up/draft_{step}.html#{'step' if do else 'notes'}",
        values,
        status=422 if is_refused else 200,
    )


def context(row: Draft, draft: TourDraft, step: str, **more: Any) -> dict[str, Any]:
    steps = [
        {
            "key": key,
            "name": STEP_NAMES[key],
            "number": number,
            "open": draft.is_open(key),
            "current": key == step,
        }
        for number, key in enumerate(STEPS, start=1)
    ]
    common = {
        "row": row,
        "draft": draft,
        "step": step,
        "steps": steps,
        "address": reverse("cycling_party:draft", args=[row.pk, step]),
    }
    makers: dict[str, Callable[..., dict[str, Any]]] = {
        "tour": tour_context,
        "points": points_context,
        "stages": stages_context,
        "teams": teams_context,
    }
    return common | makers[step](draft, **more)


def tour_context(
    draft: TourDraft,
    form: BaseForm | None = None,
    problems: Iterable[PlanProblem] = (),
    **more: Any,
) -> dict[str, Any]:
    errors = {name: list(messages) for name, messages in form.errors.items()} if form else {}
    return {
        "errors": errors,
        "general": [problem.text for problem in problems],
        "players": list(plan_check.TEAMS),
        "riders": list(plan_check.RIDERS),
        "characters": [(key, name, CHARACTER_WORDS[key]) for key, name in CHARACTERS.items()],
        "rules": [
            {
                "switch": switch,
                "name": f"option-{switch.key}",
                "chosen": chosen_option(draft.options, switch.key, SWITCHES),
                "errors": errors.get(f"option-{switch.key}", []),
            }
            for switch in SWITCHES
        ],
        "differing": len(draft.options),
        "complete": max(Team.objects.complete().count(), len(draft.guests)),
    } | more


def points_context(
    draft: TourDraft, problems: Iterable[PlanProblem] = (), **more: Any
) -> dict[str, Any]:
    unread = defaultdict(list)
    for problem in problems:
        unread[problem.where].append(problem.text)
    rows: list[dict[str, Any]] = []
    rules = draft.own_scheme
    names = point_sources(rules)
    for key, name in names.items():
        points = draft.scale.get(key, [])
        wrong = [problem.text for problem in plan_check.scale_problems({key: points}, names)]
        rows.append(
            {
                "key": key,
                "name": name,
                "points": points,
                "total": total_in_play(rules.with_manager_points({key: points}), draft.stage_count),
                "each": sum(points),
                "full": len(points) >= MOST_PLACES,
                "problems": [*unread[key], *wrong],
            }
        )
    return {
        "rows": rows,
        "total": total_in_play(rules.with_manager_points(draft.scale), draft.stage_count),
        "standard": draft.scale == standard_scale(rules),
        "scheme": rules,
        "changed": draft.rules is not None,
        "schemes": [(key, scheme(key).name, scheme(key).about) for key in scheme_keys()],
        "general": unread[""],
    } | more


def stages_context(
    draft: TourDraft,
    number: int = 0,
    unread: Sequence[CourseProblem] = (),
    problems: Iterable[PlanProblem] = (),
    **more: Any,
) -> dict[str, Any]:
    plans, riding = draft.plans, drop_rest_days(draft.plans)
    views = [
        stage_view(index, plan, unread if index == number else (), title)
        for index, (plan, title) in enumerate(zip(plans, titles(plans), strict=True), start=1)
    ]
    rests = len(plans) - len(riding)
    return {
        "stages": views,
        "opened": next((view for view in views if view.number == number and not view.rest), None),
        "wrong": [view for view in views if view.errors],
        "categories": choices_of(CATEGORIES, CATEGORY_NAMES),
        "road": road_context(),
        "box": BOX_HEXAGONS,
        "longest": course_check.LONGEST,
        "kinds": choices_of(KINDS, KIND_NAMES),
        "raced": len(riding),
        "rests": rests,
        "rests_full": rests >= MOST_RESTS,
        "days": _texts(day_problems(plans)),
        "hors": sum(item.category == "hc" for plan in riding for item in plan.passes),
        "attacks": draft.mountain_attacks,
        "character": PROPOSED_FOR[draft.character],
        "general": _texts(problems),
    } | more


def _texts(problems: Iterable[PlanProblem]) -> list[str]:
    return [problem.text for problem in problems]


def choices_of(keys: Iterable[str], names: Mapping[str, object]) -> list[tuple[str, str]]:
    """Pair each key with its name, as a select lists them."""
    return [(key, str(names[key])) for key in keys]
