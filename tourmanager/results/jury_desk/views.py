"""Serve the jury's page of a stage to its directors: decisions about riders other than how they
crossed.

While a stage is open each decision is an entry like any tap. On an ended stage the page first shows
what a decision would change; then it is recorded and the stage ended again in one step.
"""

import secrets
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.results.access import stage_of
from tourmanager.results.jury_desk.amending import amend, record_all, try_entries
from tourmanager.results.jury_desk.forms import (
    OF_RIDER,
    OF_STAGE,
    AmendForm,
    AwardBackForm,
    CancelForm,
    JuryStepForm,
)
from tourmanager.results.jury_desk.page import JuryPage
from tourmanager.results.log.reading import StageReading, read_stage
from tourmanager.results.log.recording import Conflict, EndRefused, EntryRefused
from tourmanager.results.log.seen import named_parts, write_named
from tourmanager.results.publishing.consequences import find_consequences
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.checks import all_problems, find_obstacles
from tourmanager.results.sheet.words import riders_named, say, say_step
from tourmanager.results.stage_page.board import StageBoard
from tourmanager.results.stage_page.views import by_of, is_open
from tourmanager.tours.approval import of_stage
from tourmanager.tours.models import Stage
from tourmanager.web.guard import page

MOST_JERSEYS = 6  # drawn before a sentence
TORN = gettext_lazy("That could not be read, so nothing was changed. Load the page again.")


@page("results:jury")
def jury(request: HttpRequest, stage: Stage) -> HttpResponseBase:
    """Show the decisions about all riders, all penalties, and how the stage counts."""
    return _page(request, stage, "", (*OF_STAGE, CancelForm, AwardBackForm))


@page("results:jury_rider")
def jury_rider(request: HttpRequest, stage: Stage, who: str) -> HttpResponseBase:
    """Show the decisions about one rider, with a form for each."""
    return _page(request, stage, who, OF_RIDER)


def _page(
    request: HttpRequest, stage: Stage, who: str, kinds: Sequence[type[JuryStepForm]]
) -> HttpResponseBase:
    if stage.kind == "rest":
        raise Http404
    reading = read_stage(stage)
    if who and who not in reading.frame.riders:
        raise Http404
    if request.method != "POST":
        return _show(request, reading, who, kinds)
    kind = next((kind for kind in kinds if kind.do == request.POST.get("do")), None)
    form = kind(request.POST, reading=reading, who=who) if kind else None
    if form is None or not form.is_valid():
        is_torn = form is None or form.torn
        return _show(
            request,
            reading,
            who,
            kinds,
            sent_form=None if is_torn else form,
            refusal=str(TORN) if is_torn else "",
            status=422,
        )
    try:
        return _carried_out(request, reading, who, form)
    except EntryRefused as refused:
        status = 409 if isinstance(refused, Conflict) else 422
        return _show(
            request,
            read_stage(stage_of(request, stage.tour.slug, number=stage.number)),
            who,
            kinds,
            sent_form=form,
            refusal=str(refused),
            status=status,
        )


def _carried_out(
    request: HttpRequest, reading: StageReading, who: str, form: JuryStepForm
) -> HttpResponse:
    """Record the form where the stage is open; where it has ended, show what it would change."""
    stage, bodies, data = reading.stage, form.bodies(), form.cleaned_data
    if stage.state == Stage.State.ENDED and not stage.reopened:
        return _preview(request, reading, who, bodies, data["client"])
    recording = record_all(
        stage=stage,
        bodies=bodies,
        token=data["token"],
        by=by_of(request),
        at=timezone.now(),
        client=data["client"],
        base=data["base"],
    )
    entry = say(bodies[-1], recording.reading.frame_in_full)
    messages.success(request, _("Recorded: %(entry)s.") % {"entry": entry})
    return _to(stage, who)


def _to(stage: Stage, who: str) -> HttpResponse:
    return (
        redirect("results:jury_rider", stage.tour.slug, stage.number, who)
        if who
        else redirect("results:jury", stage.tour.slug, stage.number)
    )


def _show(
    request: HttpRequest,
    reading: StageReading,
    who: str,
    kinds: Sequence[type[JuryStepForm]],
    *,
    sent_form: JuryStepForm | None = None,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    page = JuryPage(reading)
    hidden_fields = {
        "token": secrets.token_hex(12),
        "client": f"jury-{secrets.token_hex(8)}",
        "base": reading.log.last_seq,
    }
    stage, search = reading.stage, request.GET.get("q", "").strip()[:60]
    forms = [
        (
            _again(sent_form, hidden_fields)
            if sent_form is not None and sent_form.do == kind.do
            else kind(reading=reading, who=who, initial=hidden_fields | _now(page, kind.do, who))
        )
        for kind in kinds
        if kind not in (CancelForm, AwardBackForm) and kind.fits(reading)
    ]
    context: dict[str, Any] = {
        "tour": stage.tour,
        "stage": stage,
        "tab": "stage",
        "page": page,
        "forms": forms,
        "hidden": hidden_fields,
        "refusal": (
            refusal
            or (
                str(sent_form.errors["reason"][0])
                if isinstance(sent_form, CancelForm) and "reason" in sent_form.errors
                else ""
            )
        ),
        "open": is_open(stage),
        "published": of_stage(stage),
    }
    if who:
        context |= {
            "row": page.row(who),
            "penalties": [row for row in page.penalties if row.code == who],
            "awards": [award for award in page.awards if award.code == who],
        }
    else:
        context |= {
            "rows": page.search_riders(search),
            "search": search,
            "penalties": page.penalties,
        }
        context |= {"awards": page.awards, "undo": _undo(request, reading)}
    response = render(
        request, f"results/jury{'_rider' if who else ''}.html", context, status=status
    )
    patch_cache_control(response, no_store=True)
    return response


def _again(form: JuryStepForm, hidden_fields: dict[str, Any]) -> JuryStepForm:
    """Return the form with what was typed, to be corrected and sent again as a new step."""
    form.data = {**{name: form.data.get(name) for name in form.fields}, **hidden_fields}
    return form


def _now(page: JuryPage, do: str, who: str) -> dict[str, Any]:
    """Return the form's initial values: what is decided now."""
    sheet = page.sheet
    match do:
        case "status":
            return {"status": sheet.abandons.get(who, "")}
        case "time":
            return {"typed": page.time(who) if who in sheet.jury.times else ""}
        case "place":
            return {"place": page.places.get(who)}
        case "bonus":
            return {"seconds": sheet.jury.bonuses.get(who)}
        case "counts":
            return {"counts": sheet.jury.counts, "reason": sheet.jury.why}
    return {}


def _undo(request: HttpRequest, reading: StageReading) -> dict[str, str] | None:
    """Return the user's own last step as an undo button, where the stage can undo it at once."""
    step = next(iter(reading.log.undoable(request.user.pk)), None)
    if step is None or not is_open(reading.stage):
        return None
    return {
        "entry": write_named(e.Undo, named_parts(step, reading.entries)),
        "words": say_step([entry.body for entry in step], reading.frame),
    }


def _preview(
    request: HttpRequest,
    reading: StageReading,
    who: str,
    bodies: Sequence[e.EntryBody],
    client: str,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    """Show what the decision would change, before it is recorded. Raises EntryRefused."""
    preview = try_entries(reading, bodies)
    problems = all_problems(preview.log.sheet, preview.field.scheme)
    stage, warnings = reading.stage, [problem for problem in problems if problem.warning]
    missing = find_obstacles(problems, [problem.code for problem in warnings])
    context = {
        "tour": stage.tour,
        "stage": stage,
        "tab": "stage",
        "who": who,
        "words": [
            (
                [reading.field.mark_of(who) for who in riders_named(body)[:MOST_JERSEYS]],
                say(body, reading.frame_in_full),
            )
            for body in bodies
        ],
        "entries": [e.write(body) for body in bodies],
        "changes": find_consequences(preview),
        "missing": StageBoard(preview, by=request.user.pk).troubles(missing),
        "warned": warnings,
        "accepted": sorted({problem.code for problem in warnings}),
        "seq": reading.log.last_seq,
        "client": client,
        "token": secrets.token_hex(12),
        "refusal": refusal,
        "published": of_stage(stage),
    }
    response = render(request, "results/amend.html", context, status=status)
    patch_cache_control(response, no_store=True)
    return response


@page("results:amend")
def amend_stage(request: HttpRequest, stage: Stage) -> HttpResponseBase:
    """Correct an ended stage and end it again, in one step."""
    who = request.POST.get("who", "")[:4]
    form = AmendForm(request.POST)
    if not form.is_valid():
        return _refuse(request, stage, str(TORN), 422)
    data = form.cleaned_data
    try:
        amend(
            stage=stage,
            bodies=data["bodies"],
            accepted=data["accepted"],
            token=data["token"],
            seq=data["seq"],
            by=by_of(request),
            at=timezone.now(),
            client=data["client"],
        )
    except (Conflict, EndRefused) as refused:
        return _look_again(
            request,
            stage,
            who,
            data["bodies"],
            data["client"],
            str(refused),
            409 if isinstance(refused, Conflict) else 422,
        )
    except EntryRefused as refused:
        return _refuse(request, stage, str(refused), 422)
    words = _(
        "%(stage)s corrected and ended again. All later standings have been recalculated. The stage"
        " is provisional now."
    )
    messages.success(request, words % {"stage": stage})
    rider = who if who in read_stage(stage).frame.riders else ""
    return _to(stage, rider)


def _look_again(
    request: HttpRequest,
    stage: Stage,
    who: str,
    bodies: Sequence[e.EntryBody],
    client: str,
    refusal: str,
    status: int,
) -> HttpResponse:
    """Show the consequences as they are now, if the stage is still an ended one."""
    now = stage_of(request, stage.tour.slug, number=stage.number)
    try:
        if now.state != Stage.State.ENDED or now.reopened:
            raise EntryRefused(refusal)
        return _preview(request, read_stage(now), who, bodies, client, refusal, status)
    except EntryRefused as again:
        return _refuse(request, now, str(again), status)


def _refuse(request: HttpRequest, stage: Stage, words: str, status: int) -> HttpResponse:
    return _show(
        request,
        read_stage(stage),
        "",
        (*OF_STAGE, CancelForm, AwardBackForm),
        refusal=words,
        status=status,
    )
