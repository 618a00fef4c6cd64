"""Answer taps, at one address. A tap is answered with the board as it then is, also when it was
refused (4xx): the page shows what is in the log. Where a page belongs to another account or another
history, nothing is read of the tap (`X-Stopped`).
"""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone

from tourmanager.results.access import epoch_of, stage_of
from tourmanager.results.log.reading import read_stage
from tourmanager.results.log.recording import Conflict, EntryRefused, Recorded, record
from tourmanager.results.log.seen import OtherHistory
from tourmanager.results.sheet import entries as e
from tourmanager.results.stage_page.board import StageBoard, after_tap
from tourmanager.results.stage_page.contract import panels_of
from tourmanager.results.stage_page.forms import TapForm
from tourmanager.results.stage_page.stopping import ACCOUNT, HISTORY, is_other_account, stop_page
from tourmanager.results.stage_page.views import by_of, fragment, number_of
from tourmanager.tours.models import Stage
from tourmanager.web.guard import page
from tourmanager.web.requests import is_script


@page("results:record")
def tap(request: HttpRequest, shown: Stage) -> HttpResponseBase:
    """Record one entry and answer with the board."""
    if is_other_account(request, request.POST):
        return stop_page(request, ACCOUNT)
    form = TapForm(request.POST)
    line, unit = request.POST.get("line", "")[:10], number_of(request.POST.get("unit"))
    if not form.is_valid():
        return _refuse(request, shown, form.why(), 400, line, unit)
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
        return _refuse(request, shown, str(conflict), 409, line, unit)
    except EntryRefused as refused:
        return _refuse(request, shown, str(refused), 422, line, unit)
    return _answer_recorded(request, shown, recorded, data["body"], line, unit)


def _answer_recorded(
    request: HttpRequest,
    shown: Stage,
    recorded: Recorded,
    body: e.EntryBody,
    line: str,
    unit: int | None,
) -> HttpResponse:
    now = recorded.reading.stage
    now.tour.directed = True
    now.epoch = epoch_of(shown)  # type: ignore[attr-defined]  # as `stage_of` has it
    if recorded.again:
        now.tour.revision -= 1  # what was raised for a repetition has been undone
    board = StageBoard(recorded.reading, by=request.user.pk, line=line, unit=unit)
    where = after_tap(board, body)
    if not is_script(request):
        return _back(request, shown, where)
    board = StageBoard(recorded.reading, by=request.user.pk, pad=True, **where)
    response = fragment(request, now, board)
    response["X-Recorded"] = str(recorded.entry.seq)
    return response


def _refuse(
    request: HttpRequest,
    shown: Stage,
    words: str,
    status: int,
    line: str,
    unit: int | None,
) -> HttpResponse:
    """Answer with the stage as it is, and with the reason why the tap does not count."""
    if not is_script(request):
        messages.error(request, words)
        return _back(request, shown, {"line": line, "unit": unit})
    now = stage_of(request, shown.tour.slug, number=shown.number)
    board = StageBoard(read_stage(now), by=request.user.pk, line=line, unit=unit, pad=True)
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
