"""The stage: the director's page, and the page that everybody else watches.

Taps are taken by `tap_views.py`.
"""

import secrets
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q, Subquery
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
    QueryDict,
)
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from tourmanager.accounts.models import User
from tourmanager.backups.models import Epoch, current_epoch
from tourmanager.results.log.reading import read_stage
from tourmanager.results.log.recording import EndRefused, Recorded, Refused, record
from tourmanager.results.log.refusal import refusal_of
from tourmanager.results.publishing.approving import rejected
from tourmanager.results.publishing.consequences import consequences
from tourmanager.results.sheet import entries as e
from tourmanager.results.stage_page.board import Board
from tourmanager.results.stage_page.contract import Start, panels_of
from tourmanager.results.stage_page.forms import EndForm, TokenForm, seen_of
from tourmanager.results.stage_page.race_page import cannot_end, race_stage
from tourmanager.results.stage_page.road import road
from tourmanager.tabletop.registry import room
from tourmanager.tours.approval import of_stage
from tourmanager.tours.models import Director, Stage
from tourmanager.web.errors import error_page
from tourmanager.web.requests import HtmxRequest

ANSWERED = "X-Stage"  # says that an answer is one of these, whatever its status
STOPPED = "X-Stopped"  # says why the request was not handled
ACCOUNT, HISTORY = "account", "history"
STOPPED_WORDS = {
    ACCOUNT: "Somebody else is signed in on this device now. Nothing was changed.",
    HISTORY: (
        "The server was restored from a backup since this page was loaded. Nothing was changed."
        " Load the page again."
    ),
}


def stage_of(request: HttpRequest, slug: str, **lookup: Any) -> Stage:
    """The stage with its tour, whether the user directs it, and the epoch, in one query."""
    directs = Director.objects.filter(tour=OuterRef("tour"), user=request.user.pk)
    stages = Stage.objects.select_related("tour").filter(
        tour__erased_at=None, tour__slug=slug, **lookup
    )
    epoch = Subquery(Epoch.objects.values("name")[:1])
    stage = get_object_or_404(stages.annotate(directed=Exists(directs), epoch=epoch))
    room(stage.tour.game)  # raises UnknownGame
    stage.tour.directed = bool(stage.directed)  # type: ignore[attr-defined]  # annotated above
    return stage


def epoch_of(stage: Stage) -> str:
    """The database's epoch, as it was when `stage_of` read the stage."""
    return getattr(stage, "epoch", "") or current_epoch()


def is_open(stage: Stage) -> bool:
    return stage.state == Stage.State.ACTIVE or stage.reopened


def _logging(stage: Stage) -> bool:
    """Whether this user logs the stage: its page is the board, with the pad."""
    return bool(stage.tour.directed and is_open(stage))


def by_of(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def number_of(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 3 else None


@require_safe
def stage(request: HtmxRequest, slug: str, number: int) -> HttpResponse:
    """The stage's page: the board for its directors while it is open, otherwise a page to watch."""
    shown = stage_of(request, slug, number=number)
    if panels_of(shown.tour.game) is None:
        return race_stage(request, shown)
    if request.GET.get("part") == "tokens":
        return _tokens(request, shown)
    part = request.GET.get("part") == "board"
    if part and (why := stop_reason(request, shown)):
        return stop_page(request, why)
    if part and request.GET.get("seen") == _seen(shown):
        return HttpResponse(status=204)
    if part and request.htmx and _other_page(request.GET.get("seen", ""), _seen(shown)):
        return HttpResponseClientRefresh()
    board = Board(
        read_stage(shown),
        by=request.user.pk,
        line=request.GET.get("line", ""),
        unit=number_of(request.GET.get("unit")),
        pad=_logging(shown),
    )
    if part:
        return fragment(request, shown, board)
    return _page(request, shown, board)


def stop_page(request: HttpRequest, why: str) -> HttpResponse:
    """Answer that the request was not handled and why: the page keeps its taps and tells the
    user."""
    response = error_page(
        request, status=403 if why == ACCOUNT else 409, title="Not saved", detail=STOPPED_WORDS[why]
    )
    response[STOPPED] = why
    patch_cache_control(response, no_store=True)
    return response


def stop_reason(request: HttpRequest, stage: Stage) -> str:
    """Why a page has to stop refreshing: another account or history; "" if it need not."""
    if is_other_account(request, request.GET):
        return ACCOUNT
    seen, epoch = seen_of(request.GET.get("last", "")), request.GET.get("epoch", "")
    other = bool(epoch) and epoch != epoch_of(stage)
    if other or (seen.seq and not stage.entries.filter(seq=seen.seq, token=seen.token).exists()):
        return HISTORY
    return ""


def is_other_account(request: HttpRequest, said: QueryDict) -> bool:
    """Whether the page was made for another account than is signed in now. Pages of older versions
    do not say."""
    account = said.get("account", "")
    return bool(account) and account != getattr(request.user, "device_key", "")


def _tokens(request: HttpRequest, stage: Stage) -> HttpResponse:
    """The tokens of all entries in order, for a page that knows another history to compare."""
    if is_other_account(request, request.GET):
        return stop_page(request, ACCOUNT)
    if not stage.tour.directed:
        raise PermissionDenied("Only a director of this tour can see its log.")
    tokens = list(stage.entries.order_by("seq").values_list("token", flat=True))
    response = JsonResponse({"epoch": epoch_of(stage), "open": is_open(stage), "tokens": tokens})
    patch_cache_control(response, no_store=True)
    return response


def _seen(stage: Stage) -> str:
    """What a page that refreshes itself knows: it changes with the tour, and with who may
    do what.
    """
    tour = stage.tour
    steps = (
        f"{tour.revision}.{stage.state}.{stage.approval}.{int(stage.reopened)}.{int(tour.directed)}"
    )
    return f"{epoch_of(stage)}.{steps}"


def _other_page(before: str, now: str) -> bool:
    """Whether more than the log has changed, such as the stage's state, so that the whole page has
    to be loaded."""
    return bool(before) and before.split(".")[2:] != now.split(".")[2:]


def _context(stage: Stage, board: Board, *, ending: bool = False, **more: Any) -> dict[str, Any]:
    """What the page and its board show; `ending`: with what stands in the way of End stage."""
    tour = stage.tour
    logging = _logging(stage)
    return {
        "tour": tour,
        "stage": stage,
        "board": board,
        "logging": logging,
        "road": road(stage, board),
        "seen": _seen(stage),
        "epoch": epoch_of(stage),
        "token": secrets.token_hex(12),
        "live": is_open(stage),
        "part": "results/_board.html" if logging else "results/_watch.html",
        "tab": "stage",
        "published": of_stage(stage),
        "rejected": rejected(board.reading) if stage.state == Stage.State.ENDED else None,
        "ending": refusal_of(board) if ending and logging else None,
    } | more


def fragment(
    request: HttpRequest, stage: Stage, board: Board, status: int = 200, **more: Any
) -> HttpResponse:
    ending = bool((request.POST or request.GET).get("ending"))  # the page shows a refusal
    context = _context(stage, board, ending=ending, **more)
    response = render(request, context["part"], context, status=status)
    response[ANSWERED] = str(board.seq)
    patch_cache_control(response, no_store=True)
    return response


def _page(
    request: HttpRequest, stage: Stage, board: Board, status: int = 200, **more: Any
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


def _start(stage: Stage, board: Board, *, logging: bool) -> Start | None:
    """Return what stands before the stage while nothing that happens in it is logged."""
    before = board.sheet.table.before
    if stage.state != Stage.State.ACTIVE or any(
        not isinstance(e.load(entry.body), before) for entry in board.reading.entries
    ):
        return None
    return board.panels.start(board.reading, logging=logging)


@require_safe
def advantages(request: HttpRequest, slug: str) -> HttpResponse:
    """What every team has left, in the stage that is raced: the last one where the tour is over."""
    shown = stage_of(request, slug, pk=_stage_pk(slug))
    board = Board(read_stage(shown), by=request.user.pk, pad=_logging(shown))
    if board.drawer is None:
        raise Http404("Teams have no advantages in this game.")
    return _page(request, shown, board, page="advantages", tab="advantages")


def _stage_pk(slug: str) -> int:
    stages = Stage.objects.filter(tour__slug=slug, tour__erased_at=None)
    found = (
        stages.filter(Q(state=Stage.State.ACTIVE) | Q(state=Stage.State.ENDED))
        .order_by("-number")
        .values_list("pk", flat=True)
        .first()
    )
    if found is None:
        raise Http404
    return found


def directed(request: HttpRequest, slug: str, number: int) -> Stage:
    stage = stage_of(request, slug, number=number)
    if not stage.tour.directed:
        raise PermissionDenied("Only a director of this tour can write in it. You may still look.")
    return stage


@require_http_methods(["GET", "HEAD", "POST"])
def end(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """End stage. For a stage that was reopened, first what the correction changes (CP-APP-019)."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("results:stage", args=[slug, number]))
    shown = directed(request, slug, number)
    corrected = shown.reopened
    if request.method != "POST":
        return _preview(request, shown) if corrected else redirect(shown)
    form = EndForm(request.POST)
    if not form.is_valid():
        messages.error(request, "The stage was not ended: that could not be read. Try again.")
        return redirect(shown)
    body = e.End(tuple(form.cleaned_data["accepted"]))
    try:
        recorded = record(
            stage=shown,
            body=body,
            token=form.cleaned_data["token"],
            by=by_of(request),
            at=timezone.now(),
        )
    except EndRefused as refused:
        if panels_of(shown.tour.game) is None:
            return cannot_end(request, shown, refused.problems)
        board = Board(read_stage(shown), by=request.user.pk, line=e.FINISH, pad=True)
        return _page(request, shown, board, 422, ending=True)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect(shown)
    return _ended(request, recorded, corrected)


def _ended(request: HttpRequest, recorded: Recorded, corrected: bool) -> HttpResponse:
    stage = recorded.reading.stage
    if corrected:
        messages.success(request, f"{stage} corrected. All later standings have been recalculated.")
        return redirect(stage)
    if stage.tour.finished:
        return redirect("classifications:final", stage.tour.slug)
    return redirect("results:stage", stage.tour.slug, stage.number + 1)


def _preview(request: HttpRequest, shown: Stage, status: int = 200) -> HttpResponse:
    reading = read_stage(shown)
    board = Board(reading, by=request.user.pk)
    if panels_of(shown.tour.game) is None and not board.complete:
        return cannot_end(request, shown, board.problems)
    if not board.complete:
        board = Board(reading, by=request.user.pk, line=e.FINISH, pad=True)
        return _page(request, shown, board, ending=True)
    context = {
        "tour": shown.tour,
        "stage": shown,
        "board": board,
        "tab": "stage",
        "token": secrets.token_hex(12),
        "changes": consequences(reading),
        "warned": [problem for problem in board.problems if problem.warning],
        "accepted": sorted({problem.code for problem in board.problems if problem.warning}),
    }
    return render(request, "results/preview.html", context, status=status)


@require_POST
def reopen(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Opens an ended stage for correction."""
    return _steer(request, slug, number, e.Reopen(), "")


@require_POST
def discard(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Gives a correction up."""
    return _steer(
        request,
        slug,
        number,
        e.Discard(),
        "Correction discarded. The stage is as it was when it ended.",
    )


def _steer(
    request: HttpRequest, slug: str, number: int, body: e.Body, words: str
) -> HttpResponseBase:
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("results:stage", args=[slug, number]))
    shown = directed(request, slug, number)
    form = TokenForm(request.POST)
    try:
        if not form.is_valid():
            raise Refused("That could not be read, so nothing was changed. Try again.")
        record(
            stage=shown,
            body=body,
            token=form.cleaned_data["token"],
            by=by_of(request),
            at=timezone.now(),
        )
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        if words:
            messages.success(request, words)
    return redirect(shown)
