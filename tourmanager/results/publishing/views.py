"""Make an ended stage official, or ask a second person to confirm it, by a director's button."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from tourmanager.results.log.recording import EntryRefused, record
from tourmanager.results.sheet import entries as e
from tourmanager.results.stage_page.forms import TokenForm
from tourmanager.results.stage_page.views import by_of
from tourmanager.tours.models import Stage
from tourmanager.web.guard import page


@page("results:official")
def official(request: HttpRequest, stage: Stage) -> HttpResponseBase:
    form, body = TokenForm(request.POST), e.Official(ask=stage.tour.second_person)
    try:
        if not form.is_valid():
            raise EntryRefused(_("That could not be read, so nothing was changed. Try again."))
        record(
            stage=stage,
            body=body,
            token=form.cleaned_data["token"],
            by=by_of(request),
            at=timezone.now(),
        )
    except EntryRefused as refused:
        messages.error(request, str(refused))
    else:
        asked = _("%(stage)s waits for confirmation by somebody who entered nothing in it.") % {
            "stage": stage
        }
        messages.success(
            request, asked if body.ask else _("%(stage)s is official.") % {"stage": stage}
        )
    if request.POST.get("back") == "end-of-stage":
        return redirect("classifications:stage_end", stage.tour.slug, stage.number)
    return redirect(stage)
