"""Answer taps, at one address. A tap is answered with the stage as it then is, also when it was
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
from tourmanager.results.log import reading_cache
from tourmanager.results.log.reading import read_stage
from tourmanager.results.log.recording import Conflict, EntryRefused, Recorded, record
from tourmanager.results.log.seen import OtherHistory
from tourmanager.results.sheet import entries as e
from tourmanager.results.stage_page.board import StageBoard, after_tap
from tourmanager.results.stage_page.contract import panels_of
from tourmanager.results.stage_page.forms import TapForm
from tourmanager.results.stage_page.stopping import ACCOUNT, HISTORY, is_other_account, stop_page
from tourmanager.results.stage_page.views import answer_script, by_of, number_of
from tourmanager.tours.models import Stage
from tourmanager.web.guard import page
from tourmanager.web.requests import is_script


@page("results:record")
def tap(request: HttpRequest, stage: Stage) -> HttpResponseBase:
    """Record one entry and answer with the board."""
    if is_other_account(request, request.POST):
        return stop_page(request, ACCOUNT)
    form = TapForm(request.POST)
    line, unit = request.POST.get("line", "")[:10], number_of(request.POST.get("unit"))
    if not form.is_valid():
        return _refuse(request, stage, form.why(), 400, line, unit)
    data = form.cleaned_data
    if data["epoch"] and data["epoch"] != epoch_of(stage):
        return stop_page(request, HISTORY)
    try:
        recording = record(
            stage=stage,
            body=data["body"],
            token=data["token"],
            by=by_of(request),
            at=timezone.now(),
            client=data["client"],
            base=data["base"],
            last_seen=data["last"],
            step_tokens=data.get("step_tokens"),
            epoch=epoch_of(stage),
        )
    except OtherHistory:
        return stop_page(request, HISTORY)
    except Conflict as conflict:
        return _refuse(request, stage, str(conflict), 409, line, unit)
    except EntryRefused as refused:
        return _refuse(request, stage, str(refused), 422, line, unit)
    response = _answer_recorded(request, stage, recording, data["body"], line, unit)
    if recording.digest:
        reading_cache.put(recording.reading, recording.digest, epoch_of(stage))
    return response


def _answer_recorded(
    request: HttpRequest,
    stage: Stage,
    recording: Recorded,
    body: e.EntryBody,
    line: str,
    unit: int | None,
) -> HttpResponse:
    now = recording.reading.stage
    now.tour.directed = True
    now.epoch = epoch_of(stage)  # type: ignore[attr-defined]  # as `stage_of` has it
    if recording.again:
        now.tour.revision -= 1  # what was raised for a repetition has been undone
    board = StageBoard(recording.reading, by=request.user.pk, line=line, unit=unit)
    where = after_tap(board, body)
    if not is_script(request):
        return _back(request, stage, where)
    board = StageBoard(recording.reading, by=request.user.pk, **where)
    response = answer_script(request, now, board)
    response["X-Recorded"] = str(recording.entry.seq)
    return response


def _refuse(
    request: HttpRequest,
    stage: Stage,
    words: str,
    status: int,
    line: str,
    unit: int | None,
) -> HttpResponse:
    """Answer with the stage as it is, and with the reason why the tap does not count."""
    if not is_script(request):
        messages.error(request, words)
        return _back(request, stage, {"line": line, "unit": unit})
    now = stage_of(request, stage.tour.slug, number=stage.number)
    board = StageBoard(read_stage(now), by=request.user.pk, line=line, unit=unit)
    return answer_script(request, now, board, status, words)


def _back(request: HttpRequest, stage: Stage, where: Mapping[str, Any]) -> HttpResponse:
    if request.POST.get("page") == "start":
        return redirect(stage)
    if request.POST.get("page") == "jury":
        return redirect("results:jury", stage.tour.slug, stage.number)
    if request.POST.get("page") == "drawer":
        return redirect(panels_of(stage.tour.game).drawer_address, stage.tour.slug)
    unit = f"&unit={where['unit']}" if where["unit"] else ""
    return redirect(f"{stage.get_absolute_url()}?line={where['line']}{unit}")
