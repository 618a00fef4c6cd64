"""Show the page of a digital stage and take what it sends: answers, dice, undo.

Everything is answered with the ride as it then is, also what was refused (4xx).
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from games.engine import Illegal, Refused
from tourmanager.play.boards.drawing import ZOOMS
from tourmanager.play.log import loop, runner
from tourmanager.play.log.loop import Stale
from tourmanager.play.log.reading import engine_of, last_position
from tourmanager.play.log.retype import type_again
from tourmanager.play.models import Ride, RideSeat
from tourmanager.play.ride_page.context import context_of, seen_of
from tourmanager.play.ride_page.forms import AnswerForm, BackForm, DiceForm
from tourmanager.play.seats.device import Device
from tourmanager.play.talk import box as talk
from tourmanager.web.freshness import answer_unchanged
from tourmanager.web.guard import page
from tourmanager.web.requests import HtmxRequest


def _opened_at(request: HtmxRequest) -> int:
    text = request.GET.get("open", "") or request.POST.get("open", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else -1


def _zoom(request: HtmxRequest) -> str:
    zoom = request.GET.get("zoom", "") or request.POST.get("zoom", "")
    return zoom if zoom in ZOOMS else "race"


def _show(
    request: HtmxRequest,
    ride: Ride,
    seats: list[RideSeat],
    device: Device,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    """Answer with the ride as it is: as a part of its page for htmx, else the page."""
    where = last_position(ride)
    runner.look_after(ride, where, timezone.now())
    context = context_of(
        ride, seats, device, where, open_seat=_opened_at(request), zoom=_zoom(request), **more
    )
    if request.htmx:
        return render(request, "play/_ride.html", context, status=status)
    return render(
        request, "play/ride.html", context | talk.context_of(ride, seats, device), status=status
    )


@page("play:ride")
def ride(request: HtmxRequest, ride: Ride, seats: list[RideSeat], device: Device) -> HttpResponse:
    if request.htmx and (answer := answer_unchanged(request, seen_of(ride, device))):
        runner.look_after(ride, last_position(ride), timezone.now())
        return answer
    return _show(request, ride, seats, device)


def _after(request: HtmxRequest, ride: Ride, seats: list[RideSeat], device: Device) -> HttpResponse:
    if not request.htmx:
        return redirect(ride)
    return _show(request, ride, seats, device)


def _refuse(
    request: HtmxRequest,
    ride: Ride,
    seats: list[RideSeat],
    device: Device,
    refusal: Refused,
    values: tuple[int, ...] = (),
) -> HttpResponse:
    """Answer with the reason of a refusal and the ride as it is.

    A stale answer is no fault: the page shows how the stage stands now. What the rules forbid is
    refused with the rule.
    """
    now = Ride.objects.select_related("stage__tour").get(pk=ride.pk)
    words = str(refusal)
    if isinstance(refusal, Illegal):
        where = last_position(now)
        question = where.game.question(where.state, where.titles)
        if question.rule:
            sentence = _("%(refusal)s %(question)s (rule %(rule)s)")
            parts = {"refusal": words, "question": question.words, "rule": question.rule}
            words = sentence % parts
        else:
            words = f"{words} {question.words}"
    return _show(
        request,
        now,
        seats,
        device,
        409 if isinstance(refusal, Stale) else 422,
        values=values,
        trouble=words,
    )


def _unreadable(
    request: HtmxRequest, ride: Ride, seats: list[RideSeat], device: Device, why: str, **more: Any
) -> HttpResponse:
    return _show(request, ride, seats, device, 400, trouble=why, **more)


@page("play:answer")
def answer(request: HtmxRequest, ride: Ride, seats: list[RideSeat], device: Device) -> HttpResponse:
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return _unreadable(request, ride, seats, device, form.why())
    data = form.cleaned_data
    if data["seat"] not in device.seats:
        return _show(
            request,
            ride,
            seats,
            device,
            403,
            trouble=_("Somebody else answers for that team, on another device."),
        )
    player = seats[data["seat"]].player or device.name
    try:
        now = loop.answer(
            ride=ride,
            seat=data["seat"],
            text=data["answer"],
            token=data["token"],
            base=data["base"],
            at=timezone.now(),
            by_name=player,
            as_usual=form.as_usual,
        )
    except Refused as refusal:
        return _refuse(request, ride, seats, device, refusal)
    return _after(request, now, seats, device)


@page("play:dice")
def dice(request: HtmxRequest, ride: Ride, seats: list[RideSeat], device: Device) -> HttpResponse:
    """Take table dice, one after the other; the last one makes the throw."""
    form = DiceForm(request.POST)
    if not form.is_valid():
        return _unreadable(request, ride, seats, device, form.why())
    if ride.throws_itself:  # what its next draw could be is nobody's to ask
        return _refuse(request, ride, seats, device, Refused(loop.THROWS_ITSELF))
    where = last_position(ride)
    throw = where.game.pending(where.state).throw
    values = form.values()
    if throw is None or form.cleaned_data["base"] != where.seq:
        return _refuse(
            request,
            ride,
            seats,
            device,
            Stale(_("The stage has gone on since this page was drawn: here is what is asked now.")),
        )
    if wrong := throw.explain_fault(values):
        return _refuse(request, ride, seats, device, Refused(wrong), form.before())
    if throw.missing(values):
        return _show(request, ride, seats, device, values=values)
    try:
        now = loop.throw(
            ride=ride,
            draw=values,
            token=form.cleaned_data["token"],
            base=form.cleaned_data["base"],
            at=timezone.now(),
            by_name=device.name,
        )
    except Refused as refusal:
        return _refuse(request, ride, seats, device, refusal)
    return _after(request, now, seats, device)


@page("play:undo")
def undo(request: HtmxRequest, ride: Ride, seats: list[RideSeat], device: Device) -> HttpResponse:
    return _back(request, ride, seats, device, partial(loop.undo, seats=list(device.seats)))


@page("play:correct")
def correct(
    request: HtmxRequest, ride: Ride, seats: list[RideSeat], device: Device
) -> HttpResponse:
    """Undo the last throw, or the last answer of the table, to be typed again."""
    return _back(
        request, ride, seats, device, type_again if ride.throws_itself else loop.correct_throw
    )


def _back(
    request: HtmxRequest,
    ride: Ride,
    seats: list[RideSeat],
    device: Device,
    take: Callable[..., Ride],
) -> HttpResponse:
    form = BackForm(request.POST)
    if not form.is_valid():
        return _unreadable(
            request,
            ride,
            seats,
            device,
            _("What was sent could not be read. Load the page again and repeat it."),
        )
    data = form.cleaned_data
    try:
        now = take(
            ride=ride, seq=data["seq"], token=data["token"], at=timezone.now(), by_name=device.name
        )
    except Refused as refusal:
        return _refuse(request, ride, seats, device, refusal)
    return _after(request, now, seats, device)


@page("play:begin")
def begin(request: HtmxRequest, ride: Ride, seats: list[RideSeat], device: Device) -> HttpResponse:
    now = loop.begin(ride=ride, at=timezone.now())
    return _after(request, now, seats, device)


@page("play:close")
def close(request: HtmxRequest, ride: Ride, seats: list[RideSeat], device: Device) -> HttpResponse:
    """Close the ride without a result; it can still be looked at."""
    loop.leave(ride=ride, at=timezone.now(), by_name=device.name)
    return redirect(ride)


@page("play:rule")
def rule(
    request: HtmxRequest, ride: Ride, seats: list[RideSeat], device: Device, key: str
) -> HttpResponse:
    """Show the text of the rule that a line of the commentary names."""
    text = engine_of(ride).rules().get(key)
    if text is None:
        raise Http404
    template = "play/_rule.html" if request.htmx else "play/rule.html"
    return render(
        request,
        template,
        {"ride": ride, "device": device, "page": "rule", "key": key, "text": text},
    )
