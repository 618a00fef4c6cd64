"""The button by which a director makes an ended stage official, or asks somebody else to confirm
it.
"""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tourmanager.results.log.recording import Refused, record
from tourmanager.results.sheet import entries as e
from tourmanager.results.stage_page.forms import TokenForm
from tourmanager.results.stage_page.views import by_of, directed


@require_POST
def official(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("results:stage", args=[slug, number]))
    stage = directed(request, slug, number)
    form, body = TokenForm(request.POST), e.Official(ask=stage.tour.second_person)
    try:
        if not form.is_valid():
            raise Refused(_("That could not be read, so nothing was changed. Try again."))
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
        asked = _("%(stage)s waits for confirmation by somebody who entered nothing in it.") % {
            "stage": stage
        }
        messages.success(
            request, asked if body.ask else _("%(stage)s is official.") % {"stage": stage}
        )
    return redirect(stage)
