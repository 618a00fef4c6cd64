"""The page on which a second person confirms a stage: they see the very figures that become
official, and say yes or why not.
"""

import secrets

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.classifications.closing import podiums
from tourmanager.classifications.lines import classification, stage_result, team_ranking
from tourmanager.classifications.reading import TourSnapshot, read_race
from tourmanager.classifications.versions import version_of_figures
from tourmanager.results.jury_desk.forms import ReasonField
from tourmanager.results.log.reading import StageReading, read_stage
from tourmanager.results.log.recording import Conflict, EntryRefused, record
from tourmanager.results.publishing.approving import may_confirm
from tourmanager.results.sheet import entries as e
from tourmanager.results.stage_page.forms import TokenForm
from tourmanager.results.stage_page.views import by_of
from tourmanager.tours.approval import of_stage
from tourmanager.tours.models import Stage, Tour
from tourmanager.tours.planning.imports import source_words
from tourmanager.web.guard import page

CHANGED = gettext_lazy("The figures have changed since you opened this page: look again.")


class LookForm(TokenForm):
    """The figures that were seen, and the answer about them."""

    seq = forms.IntegerField(min_value=1, max_value=99_999)
    figures = forms.RegexField(regex=r"^[0-9a-f]{20}\Z")


class RejectForm(LookForm):
    reason = ReasonField(
        error_messages={
            "required": gettext_lazy(
                "Say what is wrong, so that the director who logged the stage can find it."
            )
        }
    )


@page("classifications:confirm")
def confirm(request: HttpRequest, stage: Stage) -> HttpResponse:
    if of_stage(stage) is None or stage.approval != Stage.Approval.PROPOSED:
        messages.info(request, _("%(stage)s does not wait for a second person.") % {"stage": stage})
        return redirect(stage)
    if request.method != "POST":
        return _show_figures(request, stage)
    form = (
        RejectForm(request.POST) if request.POST.get("do") == "reject" else LookForm(request.POST)
    )
    if not form.is_valid():
        why = (
            str(form.errors["reason"][0])
            if list(form.errors) == ["reason"]
            else _("That could not be read, so nothing was changed. Try again.")
        )
        return _show_figures(request, stage, why, 422)
    data = form.cleaned_data
    body = e.Reject(data["reason"]) if isinstance(form, RejectForm) else e.Confirm(data["seq"])
    try:
        _say(stage, body, data["token"], data["figures"], request)
    except EntryRefused as refused:
        return _show_figures(
            request, stage, str(refused), 409 if isinstance(refused, Conflict) else 422
        )
    messages.success(
        request,
        _("%(stage)s is official.") % {"stage": stage}
        if isinstance(body, e.Confirm)
        else _("%(stage)s was not confirmed. It is provisional.") % {"stage": stage},
    )
    return redirect(stage)


def _say(
    stage: Stage, body: e.Confirm | e.Reject, token: str, seen: str, request: HttpRequest
) -> None:
    """Record the answer, if the figures that were seen still stand. Raises EntryRefused."""
    with transaction.atomic():
        tour = Tour.objects.select_for_update().get(pk=stage.tour_id)
        if isinstance(body, e.Confirm) and version_of_figures(tour, stage.number) != seen:
            raise Conflict(str(CHANGED))
        record(stage=stage, body=body, token=token, by=by_of(request), at=timezone.now())


def _show_figures(
    request: HttpRequest, stage: Stage, refusal: str = "", status: int = 200
) -> HttpResponse:
    """Show the figures to confirm. The log is read before them: a later change is noticed when the
    person confirms.
    """
    stage.refresh_from_db(fields=["state", "approval", "approved_at", "reopened", "ended_at"])
    if of_stage(stage) is None or stage.approval != Stage.Approval.PROPOSED:
        messages.error(
            request,
            refusal or (_("%(stage)s does not wait for a second person.") % {"stage": stage}),
        )
        return redirect(stage)
    reading, seen = read_stage(stage), version_of_figures(stage.tour, stage.number)
    race = read_race(stage.tour, str(stage.number))
    context = _figures(race) | {
        "tour": stage.tour,
        "stage": stage,
        "race": race,
        "tab": "stage",
        "chosen": f"?stage={stage.number}",
        "published": of_stage(stage),
        "may": may_confirm(reading, by_of(request)),
        "asked": _who_asks(reading),
        "seq": reading.log.last_seq,
        "figures": seen,
        "token": secrets.token_hex(12),
        "refusal": refusal,
        "reason": request.POST.get("reason", "")[:200],
    }
    response = render(request, "classifications/confirm.html", context, status=status)
    patch_cache_control(response, no_store=True)
    return response


def _figures(race: TourSnapshot) -> dict[str, object]:
    """Collect all that becomes official."""
    return {
        "stage_table": stage_result(race),
        "teams": team_ranking(race),
        "podiums": podiums(race),
        "tables": [classification(race, key) for key in race.keys],
    }


def _who_asks(reading: StageReading) -> str:
    """Return the name of the person who asks for confirmation."""
    for entry in reversed(reading.entries):
        if isinstance(e.load(entry.body), e.Official):
            return ", ".join(
                filter(None, (entry.by_name, source_words(reading.stage.tour, entry.imported)))
            )
    return ""
