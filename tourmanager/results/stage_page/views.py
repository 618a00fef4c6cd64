"""Show the stage: the director's page, and the page that everybody else watches.

Taps are taken by `tap_views.py`.
"""

import secrets
from typing import Any
from zlib import crc32

import msgspec
from django.contrib import messages
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
)
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRefresh

from tourmanager.accounts.models import User
from tourmanager.results.access import STAGE, epoch_of, stage_of
from tourmanager.results.log.reading import read_stage
from tourmanager.results.log.recording import EndRefused, EntryRefused, Recorded, record
from tourmanager.results.publishing.approving import find_rejection
from tourmanager.results.publishing.consequences import find_consequences
from tourmanager.results.sheet import entries as e
from tourmanager.results.stage_page.board import StageBoard
from tourmanager.results.stage_page.contract import StartPanel, own_page_of
from tourmanager.results.stage_page.forms import EndForm, ResumeForm, TokenForm, seen_of
from tourmanager.results.stage_page.pieces import write_json
from tourmanager.results.stage_page.road import draw_road
from tourmanager.results.stage_page.stopping import ACCOUNT, HISTORY, is_other_account, stop_page
from tourmanager.tours.approval import of_stage
from tourmanager.tours.models import Stage
from tourmanager.web.access import DIRECTOR
from tourmanager.web.freshness import answer_unchanged, seen_version
from tourmanager.web.guard import demand, page
from tourmanager.web.requests import HtmxRequest

# Says that an answer is one of these, whatever its status. Pages that were loaded when answers were
# markup look for another name: they keep their taps until they are loaded again.
ANSWERED = "X-Stage-State"


def is_open(stage: Stage) -> bool:
    return stage.state == Stage.State.ACTIVE or stage.reopened


def _logging(stage: Stage) -> bool:
    """Return True when this user logs the stage: its page is the board, with the pad."""
    return bool(stage.tour.directed and is_open(stage))


def by_of(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def number_of(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 3 else None


@page("results:stage")
def stage(request: HtmxRequest, shown: Stage) -> HttpResponse:
    """Return the board for directors while the stage is open, otherwise a page to watch."""
    if own := own_page_of(shown.tour.game):
        return own.show(request, shown)
    if request.GET.get("part") == "tokens":
        return _tokens(request, shown)
    part = request.GET.get("part") == "board"
    if part and (why := stop_reason(request, shown)):
        return stop_page(request, why)
    if part and (answer := answer_unchanged(request, _seen(shown))):
        return answer
    if part and request.htmx and _other_page(seen_version(request), _seen(shown)):
        return HttpResponseClientRefresh()
    board = StageBoard(
        read_stage(shown),
        by=request.user.pk,
        line=request.GET.get("line", ""),
        unit=number_of(request.GET.get("unit")),
        pad=_logging(shown),
    )
    if part:
        return (
            _watch_part(request, shown, board)
            if request.htmx
            else answer_script(request, shown, board)
        )
    return _page(request, shown, board)


def stop_reason(request: HttpRequest, stage: Stage) -> str:
    """Why a page has to stop refreshing: another account or history; "" if it need not."""
    if is_other_account(request, request.GET):
        return ACCOUNT
    last, epoch = seen_of(request.GET.get("last", "")), request.GET.get("epoch", "")
    other = bool(epoch) and epoch != epoch_of(stage)
    if other or (last.seq and not stage.entries.filter(seq=last.seq, token=last.token).exists()):
        return HISTORY
    return ""


def _tokens(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Show tokens of all entries in order, for a page that knows another history to compare."""
    if is_other_account(request, request.GET):
        return stop_page(request, ACCOUNT)
    demand(STAGE, request, stage, DIRECTOR, _("Only a director of this tour can see its log."))
    tokens = list(stage.entries.order_by("seq").values_list("token", flat=True))
    response = JsonResponse({"epoch": epoch_of(stage), "open": is_open(stage), "tokens": tokens})
    patch_cache_control(response, no_store=True)
    return response


def _seen(stage: Stage) -> str:
    """Return a key of what a refreshing page shows: it changes with the tour, with the user's
    rights, and with the road.
    """
    tour = stage.tour
    steps = (
        f"{tour.revision}.{stage.state}.{stage.approval}.{int(stage.reopened)}.{int(tour.directed)}"
    )
    road = crc32(msgspec.json.encode((stage.type, stage.length, stage.course)))
    return f"{epoch_of(stage)}.{steps}.{road}"


def _other_page(before: str, now: str) -> bool:
    """Return True when more than the log has changed, such as the stage's state or road, so that
    the whole page has to be loaded.
    """
    return bool(before) and before.split(".")[2:] != now.split(".")[2:]


def _context(
    stage: Stage, board: StageBoard, *, refused: bool = False, **more: Any
) -> dict[str, Any]:
    """Return what the page and its board show; `refused` opens what keeps the stage from ending."""
    tour = stage.tour
    logging = _logging(stage)
    return {
        "tour": tour,
        "stage": stage,
        "board": board,
        "logging": logging,
        "road": draw_road(stage, board),
        "seen": _seen(stage),
        "epoch": epoch_of(stage),
        "token": secrets.token_hex(12),
        "live": is_open(stage),
        "tab": "stage",
        "published": of_stage(stage),
        "discarded_seq": board.reading.log.discarded_seq,
        "rejected": find_rejection(board.reading) if stage.state == Stage.State.ENDED else None,
        "refused": refused,
    } | more


def answer_script(
    request: HttpRequest, stage: Stage, board: StageBoard, status: int = 200, refusal: str = ""
) -> HttpResponse:
    """Answer the script of the director's page with what it draws the stage from, and with why a
    tap was refused.
    """
    logging = _logging(stage)
    value: dict[str, Any] = {"seen": _seen(stage), "refusal": refusal, "closed": not logging}
    if logging:
        value["state"] = board.state_values
    response = HttpResponse(write_json(value), content_type="application/json", status=status)
    response[ANSWERED] = str(board.seq)
    patch_cache_control(response, no_store=True)
    return response


def _watch_part(request: HttpRequest, stage: Stage, board: StageBoard) -> HttpResponse:
    """Answer a page that watches the stage with the stage as it now is."""
    response = render(request, "results/_watch.html", _context(stage, board))
    patch_cache_control(response, no_store=True)
    return response


def _page(
    request: HttpRequest, stage: Stage, board: StageBoard, status: int = 200, **more: Any
) -> HttpResponse:
    context = _context(stage, board, **more)
    if "line" not in request.GET and "page" not in more and status == 200:
        context["start"] = _start(stage, board, logging=context["logging"])
    context["stages"] = stage.tour.stages.order_by("number").values(
        "number", "state", "reopened", "approval"
    )
    response = render(request, "results/stage.html", context, status=status)
    # the back button shows the stage as it is, not as it was
    patch_cache_control(response, no_store=True)
    return response


def _start(stage: Stage, board: StageBoard, *, logging: bool) -> StartPanel | None:
    """Return what stands before the stage while nothing that happens in it is logged."""
    before = board.sheet.table.before
    if stage.state != Stage.State.ACTIVE or any(
        not isinstance(e.load(entry.body), before) for entry in board.reading.entries
    ):
        return None
    return board.panels.start(board.reading, logging=logging)


def drawer(request: HttpRequest, shown: Stage) -> HttpResponse:
    """Show what a game shows beside the riders as a page of its own, under an address of the game.

    It is that of the stage that is raced; of the last one where the tour is over.
    """
    board = StageBoard(read_stage(shown), by=request.user.pk, pad=_logging(shown))
    if board.drawer is None:
        raise Http404(_("This game has no such page."))
    return _page(request, shown, board, page="drawer", tab="drawer")


@page("results:end")
def end(request: HttpRequest, shown: Stage) -> HttpResponseBase:
    """End the stage. For a stage that was reopened, show first what the correction changes
    (CP-APP-019).
    """
    corrected = shown.reopened
    if request.method != "POST":
        return _preview(request, shown) if corrected else redirect(shown)
    form = EndForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("The stage was not ended: that could not be read. Try again."))
        return redirect(shown)
    if corrected and form.cleaned_data["first"]:
        return redirect("results:end", shown.tour.slug, shown.number)
    body = e.End(tuple(form.cleaned_data["accepted"]))
    try:
        recorded = record(
            stage=shown,
            body=body,
            token=form.cleaned_data["token"],
            by=by_of(request),
            at=timezone.now(),
            epoch=epoch_of(shown),
        )
    except EndRefused as refused:
        shown = stage_of(request, shown.tour.slug, number=shown.number)  # as it was before
        if own := own_page_of(shown.tour.game):
            return own.cannot_end(request, shown, refused.problems)
        board = StageBoard(read_stage(shown), by=request.user.pk, line=e.FINISH, pad=True)
        return _page(request, shown, board, 422, refused=True)
    except EntryRefused as refused:
        messages.error(request, str(refused))
        return redirect(shown)
    return _answer_ended(request, recorded, corrected)


def _answer_ended(request: HttpRequest, recorded: Recorded, corrected: bool) -> HttpResponse:
    stage = recorded.reading.stage
    if corrected:
        messages.success(
            request,
            _("%(stage)s corrected. All later standings have been recalculated.")
            % {"stage": stage},
        )
        return redirect(stage)
    return redirect("classifications:stage_end", stage.tour.slug, stage.number)


def _preview(request: HttpRequest, shown: Stage, status: int = 200) -> HttpResponse:
    reading = read_stage(shown)
    board = StageBoard(reading, by=request.user.pk)
    if (own := own_page_of(shown.tour.game)) and not board.complete:
        return own.cannot_end(request, shown, board.problems)
    if not board.complete:
        board = StageBoard(reading, by=request.user.pk, line=e.FINISH, pad=True)
        return _page(request, shown, board, refused=True)
    context = {
        "tour": shown.tour,
        "stage": shown,
        "board": board,
        "tab": "stage",
        "token": secrets.token_hex(12),
        "changes": find_consequences(reading),
        "warned": [problem for problem in board.problems if problem.warning],
        "accepted": sorted({problem.code for problem in board.problems if problem.warning}),
    }
    return render(request, "results/preview.html", context, status=status)


@page("results:reopen")
def reopen(request: HttpRequest, shown: Stage) -> HttpResponseBase:
    """Open an ended stage for correction."""
    return _steer(request, shown, e.Reopen())


@page("results:discard")
def discard(request: HttpRequest, shown: Stage) -> HttpResponseBase:
    """Abandon a correction. The stage's page says so, and how to undo it."""
    return _steer(request, shown, e.Discard())


@page("results:resume")
def resume(request: HttpRequest, shown: Stage) -> HttpResponseBase:
    """Undo the discarding of a correction: it goes on with all its entries."""
    form = ResumeForm(request.POST)
    body = e.Resume(form.cleaned_data["seq"]) if form.is_valid() else None
    return _steer(request, shown, body, _("The correction is back, with all its changes."))


def _steer(
    request: HttpRequest, shown: Stage, body: e.EntryBody | None, words: str = ""
) -> HttpResponseBase:
    """Record an entry that acts on the log, and lead to the stage; None could not be read."""
    form = TokenForm(request.POST)
    try:
        if body is None or not form.is_valid():
            raise EntryRefused(_("That could not be read, so nothing was changed. Try again."))
        record(
            stage=shown,
            body=body,
            token=form.cleaned_data["token"],
            by=by_of(request),
            at=timezone.now(),
        )
    except EntryRefused as refused:
        messages.error(request, str(refused))
    else:
        if words:
            messages.success(request, words)
    return redirect(shown)
