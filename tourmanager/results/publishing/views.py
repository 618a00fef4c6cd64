"""Make an ended stage official, or ask a second person to confirm it, by a director's button."""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from tourmanager.results.log.recording import Refused, record
from tourmanager.results.sheet import entries as e
from tourmanager.results.stage_page.forms import TokenForm
from tourmanager.results.stage_page.views import by_of, get_directed_stage


@require_POST
def official(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("results:stage", args=[slug, number]))
    stage = get_directed_stage(request, slug, number)
    form, body = TokenForm(request.POST), e.Official(ask=stage.tour.second_person)
    try:
        if not form.is_valid():
            raise Refused("That could not be read, so nothing was changed. Try again.")
        record(
            stage=stage,
            body=body,
            token=form.cleaned_data["token"],
            by=by_of(request),
            at=timezone.now(),
        )
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        asked = f"{stage} waits for confirmation by somebody who entered nothing in it."
        messages.success(request, asked if body.ask else f"{stage} is official.")
    return redirect(stage)
