"""The one endpoint of taps. A tap is answered with the board as it then is, also when it was
refused (4xx): what is on the page is what stands in the log. Where a page belongs to another
account or another history, nothing is looked at (`X-Stopped`).
"""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from tourmanager.results.log.reading import read_stage
from tourmanager.results.log.recording import Conflict, Recorded, Refused, record
from tourmanager.results.log.seen import OtherHistory
from tourmanager.results.sheet import entries as e
from tourmanager.results.stage_page.board import Board, after_tap
from tourmanager.results.stage_page.contract import panels_of
from tourmanager.results.stage_page.forms import TapForm
from tourmanager.results.stage_page.views import (
    ACCOUNT,
    HISTORY,
    by_of,
    directed,
    epoch_of,
    fragment,
    is_other_account,
    number_of,
    stage_of,
    stop_page,
)
from tourmanager.tours.models import Stage

SCRIPT = "X-Tap"  # sent by our script, which wants the board and not a page


@require_POST
def tap(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Records one entry and answers with the board."""
    script = SCRIPT in request.headers
    if not request.user.is_authenticated:
        return (
            HttpResponse(status=401)
            if script
            else redirect_to_login(reverse("results:stage", args=[slug, number]))
        )
    if is_other_account(request, request.POST):
        return stop_page(request, ACCOUNT)
    shown = directed(request, slug, number)
    form = TapForm(request.POST)
    line, unit = request.POST.get("line", "")[:10], number_of(request.POST.get("unit"))
    if not form.is_valid():
        return _refused(request, shown, form.why(), 400, line, unit)
    data = form.cleaned_data
    if data["epoch"] and data["epoch"] != epoch_of(shown):
        return stop_page(request, HISTORY)
    try:
        recorded = record(
            stage=shown,
            body=data["body"],
            token=data["token"],
            by=by_of(request),
            at=timezone.now(),
            client=data["client"],
            base=data["base"],
            seen=data["last"],
            step_token=data.get("step_token", ""),
        )
    except OtherHistory:
        return stop_page(request, HISTORY)
    except Conflict as conflict:
        return _refused(request, shown, str(conflict), 409, line, unit)
    except Refused as refused:
        return _refused(request, shown, str(refused), 422, line, unit)
    return _recorded(request, shown, recorded, data["body"], line, unit)


def _recorded(
    request: HttpRequest,
    shown: Stage,
    recorded: Recorded,
    body: e.Body,
    line: str,
    unit: int | None,
) -> HttpResponse:
    now = recorded.reading.stage
    now.tour.directed = True
    now.epoch = epoch_of(shown)  # type: ignore[attr-defined]  # as `stage_of` has it
    if recorded.again:
        now.tour.revision -= 1  # what was raised for a repetition has been taken back
    board = Board(recorded.reading, by=request.user.pk, line=line, unit=unit)
    where = after_tap(board, body)
    if SCRIPT not in request.headers:
        return _back(request, shown, where)
    board = Board(recorded.reading, by=request.user.pk, pad=True, **where)
    response = fragment(request, now, board)
    response["X-Recorded"] = str(recorded.entry.seq)
    return response


def _refused(
    request: HttpRequest,
    shown: Stage,
    words: str,
    status: int,
    line: str,
    unit: int | None,
) -> HttpResponse:
    """The stage as it is, with why the tap does not count."""
    if SCRIPT not in request.headers:
        messages.error(request, words)
        return _back(request, shown, {"line": line, "unit": unit})
    now = stage_of(request, shown.tour.slug, number=shown.number)
    board = Board(read_stage(now), by=request.user.pk, line=line, unit=unit, pad=True)
    return fragment(request, now, board, status, refusal=words)


def _back(request: HttpRequest, shown: Stage, where: Mapping[str, Any]) -> HttpResponse:
    if request.POST.get("page") == "start":
        return redirect(shown)
    if request.POST.get("page") == "jury":
        return redirect("results:jury", shown.tour.slug, shown.number)
    if request.POST.get("page") == "drawer":
        return redirect(panels_of(shown.tour.game).drawer_address, shown.tour.slug)
    unit = f"&unit={where['unit']}" if where["unit"] else ""
    return redirect(f"{shown.get_absolute_url()}?line={where['line']}{unit}")
