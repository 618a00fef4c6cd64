"""Who sits where: the host's page with the links, and the page behind a link."""

import io

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import game as game_of
from games.bots import named
from tourmanager.play.access import host_required, ride_page
from tourmanager.play.dice import thrown_again
from tourmanager.play.forms import SeatForm
from tourmanager.play.models import Ride, RideSeat
from tourmanager.play.position import look_of
from tourmanager.play.seating import Device, SeatRefused, change_seat, holds, leave_seat, take_seat
from tourmanager.play.start_forms import sitters


def qr_svg(text: str) -> SafeString:
    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", scale=4, border=3, xmldecl=False, svgns=True, light="#ffffff")
    return mark_safe(out.getvalue().decode())  # nosec B308 B703 - drawn by segno from an address of ours


def _bots(ride: Ride) -> list[str]:
    return list(named(game_of(ride.game).bots()))


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def seats(request: HttpRequest, ride: Ride, seats: list[RideSeat], device: Device) -> HttpResponse:
    """Who sits where, and the links for those who ride on a device of their own."""
    trouble = ""
    if request.method == "POST":
        kind, _, bot = request.POST.get("who", "").partition(":")
        form = SeatForm(_bots(ride), {**request.POST.dict(), "kind": kind, "bot": bot})
        if form.is_valid() and form.cleaned_data["number"] < len(seats):
            data = form.cleaned_data
            try:
                change_seat(seats[data["number"]], data["kind"], data["bot"], data["player"])
                return redirect("play:seats", ride.slug)
            except SeatRefused as refusal:
                trouble = str(refusal)
        else:
            trouble = "Choose who sits there: a person or a bot."
    look = look_of(ride)
    rows = []
    for seat in seats:
        address = request.build_absolute_uri(reverse("play:join", args=[ride.slug, seat.key]))
        linked = seat.kind == RideSeat.Kind.LINK
        who = f"bot:{seat.bot}" if seat.kind == RideSeat.Kind.BOT else seat.kind
        rows.append((seat, look.teams[seat.team], who, address, qr_svg(address) if linked else ""))
    context = {"ride": ride, "device": device, "page": "seats", "rows": rows, "sitters": sitters(_bots(ride)), "trouble": trouble}
    return render(request, "play/seats.html", context, status=422 if trouble else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@ride_page
def join(request: HttpRequest, ride: Ride, seats: list[RideSeat], device: Device, key: str) -> HttpResponse:
    """Behind the link of a seat: who opens it may take the seat."""
    seat = get_object_or_404(RideSeat.objects.select_related("ride"), ride=ride, key=key)
    trouble = ""
    if request.method == "POST":
        try:
            take_seat(request, seat, request.POST.get("player", "").strip(), timezone.now())
            return redirect(ride)
        except SeatRefused as refusal:
            trouble = str(refusal)
    context = {
        "ride": ride,
        "device": device,
        "page": "join",
        "seat": seat,
        "mark": look_of(ride).teams[seat.team],
        "mine": holds(request, seat),
        "trouble": trouble,
    }
    return render(request, "play/join.html", context, status=422 if trouble else 200)


@require_POST
@ride_page
def leave(request: HttpRequest, ride: Ride, seats: list[RideSeat], device: Device, number: int) -> HttpResponse:
    """A player on a device of his own gives his seat to a bot; by his link he comes back."""
    seat = next((seat for seat in seats if seat.number == number and number in device.seats), None)
    if seat is None or seat.kind != RideSeat.Kind.LINK:
        return render(request, "error.html", {"title": "That is not your seat", "detail": "You may watch.", "status": 403}, status=403)
    leave_seat(seat, "steady")
    return redirect(ride)


@require_safe
@ride_page
def verify(request: HttpRequest, ride: Ride, seats: list[RideSeat], device: Device) -> HttpResponse:
    """That dice and cards were fixed before the first of them: the seed is shown when the stage is over."""
    shown = ride.state in (Ride.State.OVER, Ride.State.LEFT)
    throws, agrees = thrown_again(ride) if shown and ride.throws_itself else (0, True)
    return render(request, "play/chance.html", {"ride": ride, "device": device, "page": "throws", "throws": throws, "agrees": agrees})
