"""The stage: the director's page with its one tap endpoint, and the page that everybody else watches.

A tap is answered with the board as it then is, also when it was refused (4xx): what is on the page is what stands in the log.
"""

import secrets
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tourmanager.accounts.models import User
from tourmanager.results import entries as e
from tourmanager.results.approving import rejected
from tourmanager.results.board import Board, after_tap
from tourmanager.results.checks import Problem
from tourmanager.results.consequences import consequences
from tourmanager.results.forms import EndForm, TapForm, TokenForm
from tourmanager.results.preparing import Start, start_of
from tourmanager.results.preparing_rounds import Before, before
from tourmanager.results.race_page import cannot_end, race_stage
from tourmanager.results.reading import StageReading, read_stage
from tourmanager.results.recording import Conflict, EndRefused, Recorded, Refused, record
from tourmanager.results.road import road
from tourmanager.results.words import say
from tourmanager.tours.approval import of_stage
from tourmanager.tours.games import CYCLING_PARTY, RACE
from tourmanager.tours.models import Director, Stage

SCRIPT = "X-Tap"  # sent by our script, which wants the board and not a page
ANSWERED = "X-Stage"  # says that an answer is one of these, whatever its status


def _stage(request: HttpRequest, slug: str, **lookup: Any) -> Stage:
    """The stage with its tour, and whether the user directs it, in one query."""
    directs = Director.objects.filter(tour=OuterRef("tour"), user=request.user.pk)
    stages = Stage.objects.select_related("tour").filter(tour__erased_at=None, tour__slug=slug, **lookup)
    stage = get_object_or_404(stages.annotate(directed=Exists(directs)))
    stage.tour.directed = bool(stage.directed)  # type: ignore[attr-defined]  # annotated above
    return stage


def is_open(stage: Stage) -> bool:
    return stage.state == Stage.State.ACTIVE or stage.reopened


def _logging(stage: Stage) -> bool:
    """Whether this user logs the stage: its page is the board, with the pad."""
    return bool(stage.tour.directed and is_open(stage))


def by_of(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 3 else None


@require_safe
def stage(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The stage's page: the board for its directors while it is open, otherwise a page to watch."""
    shown = _stage(request, slug, number=number)
    if shown.tour.game == RACE:
        return race_stage(request, shown)
    part = request.GET.get("part") == "board"
    if part and request.GET.get("seen") == _seen(shown):
        return HttpResponse(status=204)
    board = Board(
        read_stage(shown),
        by=request.user.pk,
        line=request.GET.get("line", ""),
        unit=_number(request.GET.get("unit")),
        pad=_logging(shown),
    )
    if part:
        return _fragment(request, shown, board)
    return _page(request, shown, board)


def _seen(stage: Stage) -> str:
    """What a page that refreshes itself knows: it changes with the tour, and with who may do what."""
    return f"{stage.tour.revision}.{stage.state}.{stage.approval}.{int(stage.reopened)}.{int(stage.tour.directed)}"


def _context(stage: Stage, board: Board, **more: Any) -> dict[str, Any]:
    tour = stage.tour
    logging = _logging(stage)
    return {
        "tour": tour,
        "stage": stage,
        "board": board,
        "logging": logging,
        "road": road(stage, board),
        "seen": _seen(stage),
        "token": secrets.token_hex(12),
        "live": is_open(stage),
        "part": "results/_board.html" if logging else "results/_watch.html",
        "tab": "stage",
        "published": of_stage(stage),
        "rejected": rejected(board.reading) if stage.state == Stage.State.ENDED else None,
    } | more


def _fragment(request: HttpRequest, stage: Stage, board: Board, status: int = 200, **more: Any) -> HttpResponse:
    context = _context(stage, board, **more)
    response = render(request, context["part"], context, status=status)
    response[ANSWERED] = str(board.seq)
    patch_cache_control(response, no_store=True)
    return response


def _page(request: HttpRequest, stage: Stage, board: Board, status: int = 200, **more: Any) -> HttpResponse:
    context = _context(stage, board, **more)
    if "line" not in request.GET and "page" not in more and status == 200:
        context["start"] = _start(stage, board, logging=context["logging"])
    context["stages"] = stage.tour.stages.order_by("number").values("number", "state", "reopened", "approval")
    response = render(request, "results/stage.html", context, status=status)
    patch_cache_control(response, no_store=True)  # the back button shows the stage as it is, not as it was
    return response


def _start(stage: Stage, board: Board, *, logging: bool) -> Start | Before | None:
    """What stands before the stage while nothing of it is logged; in a Grand Tour the players read it too."""
    reading = board.reading
    if stage.state != Stage.State.ACTIVE or any(entry.body["do"] != "trait" for entry in reading.entries):
        return None
    if reading.log.sheet.finishing.rounds:
        return before(reading)
    return start_of(reading) if logging else None


@require_safe
def advantages(request: HttpRequest, slug: str) -> HttpResponse:
    """What every team has left, in the stage that is raced: the last one where the tour is over."""
    shown = _stage(request, slug, pk=_stage_pk(slug))
    if shown.tour.game != CYCLING_PARTY:
        raise Http404("Only teams of the Cycling Party have advantages.")
    board = Board(read_stage(shown), by=request.user.pk, pad=_logging(shown))
    return _page(request, shown, board, page="advantages", tab="advantages")


def _stage_pk(slug: str) -> int:
    stages = Stage.objects.filter(tour__slug=slug, tour__erased_at=None)
    found = stages.filter(Q(state=Stage.State.ACTIVE) | Q(state=Stage.State.ENDED)).order_by("-number").values_list("pk", flat=True).first()
    if found is None:
        raise Http404
    return found


def directed(request: HttpRequest, slug: str, number: int) -> Stage:
    stage = _stage(request, slug, number=number)
    if not stage.tour.directed:
        raise PermissionDenied("Only a director of this tour can write in it. You may still look.")
    return stage


@require_POST
def tap(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Records one entry and answers with the board."""
    script = SCRIPT in request.headers
    if not request.user.is_authenticated:
        return HttpResponse(status=401) if script else redirect_to_login(reverse("results:stage", args=[slug, number]))
    shown = directed(request, slug, number)
    form = TapForm(request.POST)
    line, unit = request.POST.get("line", "")[:10], _number(request.POST.get("unit"))
    if not form.is_valid():
        return _refused(request, shown, form.why(), 400, line, unit)
    data = form.cleaned_data
    try:
        recorded = record(
            stage=shown,
            body=data["body"],
            token=data["token"],
            by=by_of(request),
            at=timezone.now(),
            client=data["client"],
            base=data["base"],
        )
    except Conflict as conflict:
        return _refused(request, shown, str(conflict), 409, line, unit)
    except EndRefused as refused:
        return _refused(request, shown, str(refused), 422, line, unit, refused.problems)
    except Refused as refused:
        return _refused(request, shown, str(refused), 422, line, unit)
    return _recorded(request, shown, recorded, data["body"], line, unit)


def _recorded(request: HttpRequest, shown: Stage, recorded: Recorded, body: e.Body, line: str, unit: int | None) -> HttpResponse:
    now = recorded.reading.stage
    now.tour.directed = True
    if recorded.again:
        now.tour.revision -= 1  # what was raised for a repetition has been taken back
    board = Board(recorded.reading, by=request.user.pk, line=line, unit=unit)
    where = after_tap(board, body)
    if SCRIPT not in request.headers:
        return _back(request, shown, where)
    board = Board(recorded.reading, by=request.user.pk, pad=True, **where)
    response = _fragment(request, now, board)
    response["X-Recorded"] = str(recorded.entry.seq)
    return response


def _refused(
    request: HttpRequest,
    shown: Stage,
    words: str,
    status: int,
    line: str,
    unit: int | None,
    problems: list[Problem] | None = None,
) -> HttpResponse:
    """The stage as it is, with why the tap does not count."""
    if SCRIPT not in request.headers:
        messages.error(request, words)
        return _back(request, shown, {"line": line, "unit": unit})
    now = _stage(request, shown.tour.slug, number=shown.number)
    board = Board(read_stage(now), by=request.user.pk, line=line, unit=unit, pad=True)
    return _fragment(request, now, board, status, refusal=words, found=problems or [])


def _back(request: HttpRequest, shown: Stage, where: Mapping[str, Any]) -> HttpResponse:
    if request.POST.get("page") == "start":
        return redirect(shown)
    if (page := request.POST.get("page")) in ("advantages", "jury"):
        return redirect(f"results:{page}", shown.tour.slug, *([shown.number] if page == "jury" else []))
    unit = f"&unit={where['unit']}" if where["unit"] else ""
    return redirect(f"{shown.get_absolute_url()}?line={where['line']}{unit}")


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
        recorded = record(stage=shown, body=body, token=form.cleaned_data["token"], by=by_of(request), at=timezone.now())
    except EndRefused as refused:
        if shown.tour.game == RACE:
            return cannot_end(request, shown, refused.problems)
        board = Board(read_stage(shown), by=request.user.pk, line=e.FINISH, pad=True)
        found, acceptable = board.troubles(refused.problems), _acceptable(refused.problems)
        accepted = sorted({problem.code for problem in refused.problems} | {*body.accepted})
        return _page(request, shown, board, 422, ending=True, found=found, acceptable=acceptable, accepted=accepted)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect(shown)
    return _ended(request, recorded, corrected)


def _acceptable(problems: list[Problem]) -> bool:
    """Only warnings stand in the way: the director may end the stage all the same."""
    return all(problem.warning for problem in problems)


def _ended(request: HttpRequest, recorded: Recorded, corrected: bool) -> HttpResponse:
    stage = recorded.reading.stage
    if corrected:
        messages.success(request, f"{stage} is corrected. Everything after it was reckoned anew.")
        return redirect(stage)
    if stage.tour.finished:
        return redirect("classifications:final", stage.tour.slug)
    return redirect("results:stage", stage.tour.slug, stage.number + 1)


def _preview(request: HttpRequest, shown: Stage, status: int = 200) -> HttpResponse:
    reading = read_stage(shown)
    board = Board(reading, by=request.user.pk)
    if shown.tour.game == RACE and not board.complete:
        return cannot_end(request, shown, board.problems)
    if not board.complete:
        found = board.problems
        board = Board(reading, by=request.user.pk, line=e.FINISH, pad=True)
        return _page(request, shown, board, ending=True, found=board.troubles(found), acceptable=False)
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
    return _steer(request, slug, number, e.Discard(), "The correction was given up: the stage is as it was ended.")


def _steer(request: HttpRequest, slug: str, number: int, body: e.Body, words: str) -> HttpResponseBase:
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("results:stage", args=[slug, number]))
    shown = directed(request, slug, number)
    form = TokenForm(request.POST)
    try:
        if not form.is_valid():
            raise Refused("That could not be read, so nothing was changed. Try again.")
        record(stage=shown, body=body, token=form.cleaned_data["token"], by=by_of(request), at=timezone.now())
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        if words:
            messages.success(request, words)
    return redirect(shown)


@require_safe
def history(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """The log of a stage for its directors: who did what, and when."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    shown = directed(request, slug, number)
    reading = read_stage(shown)
    context = {"tour": shown.tour, "stage": shown, "tab": "stage", "rows": _rows(reading)}
    return render(request, "results/history.html", context)


def _rows(reading: StageReading) -> list[dict[str, Any]]:
    """The last entry first."""
    bodies = {entry.seq: e.load(entry.body) for entry in reading.entries}
    return [
        {
            "seq": entry.seq,
            "at": entry.at,
            "who": entry.by_name,
            "words": say(bodies[entry.seq], reading.frame, bodies),
            "undone": entry.seq in reading.log.voided,
        }
        for entry in reversed(reading.entries)
    ]
