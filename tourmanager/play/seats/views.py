"""Show who sits where: the host's page with the links, and the page behind a link."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django_htmx.http import HttpResponseClientRefresh

from games.bots import bots_by_name
from tourmanager.accounts import limits
from tourmanager.play.log.draws import repeat_throws
from tourmanager.play.log.reading import engine_of, look_of
from tourmanager.play.models import Ride, RideSeat
from tourmanager.play.ride_page.context import seen_of
from tourmanager.play.ride_page.forms import SeatForm
from tourmanager.play.seats.access import OWN_SEAT
from tourmanager.play.seats.changes import (
    SeatRefused,
    agree,
    change_seat,
    is_guarded,
    is_held,
    is_own,
    is_sealed,
    leave_seat,
    refuse,
    take_seat,
)
from tourmanager.play.seats.device import Device, holds_seat
from tourmanager.play.start.seat_forms import sitter_choices
from tourmanager.web.freshness import answer_unchanged
from tourmanager.web.guard import page
from tourmanager.web.qr import qr_svg
from tourmanager.web.requests import HtmxRequest

NO_ANSWER = {
    "title": gettext_lazy("That is no answer"),
    "detail": gettext_lazy("Hand your seat over, or keep it. Nothing was changed."),
    "status": 400,
}


def _bots(ride: Ride) -> list[str]:
    return list(bots_by_name(engine_of(ride).bots()))


@page("play:seats")
def seats(request: HttpRequest, ride: Ride, seats: list[RideSeat], device: Device) -> HttpResponse:
    """Show who sits where, and the links for players who ride on a device of their own."""
    trouble = ""
    if request.method == "POST":
        kind, _, bot = request.POST.get("who", "").partition(":")
        form = SeatForm(_bots(ride), {**request.POST.dict(), "kind": kind, "bot": bot})
        if form.is_valid() and form.cleaned_data["number"] < len(seats):
            data = form.cleaned_data
            try:
                seat = seats[data.pop("number")]
                change_seat(request, seat, **data, by=device.name, at=timezone.now())
                return redirect("play:seats", ride.slug)
            except SeatRefused as refusal:
                trouble = str(refusal)
        else:
            trouble = gettext("Choose who sits there: a person or a bot.")
    look = look_of(ride)
    rows = []
    for seat in seats:
        address = request.build_absolute_uri(reverse("play:join", args=[ride.slug, seat.key]))
        is_link = seat.kind == RideSeat.Kind.LINK
        who = f"bot:{seat.bot}" if seat.kind == RideSeat.Kind.BOT else seat.kind
        sealed = is_sealed(ride, seat) and not is_own(request, ride, seat)
        code = qr_svg(address) if is_link else ""
        rows.append((seat, look.teams[seat.team], who, address, code, sealed))
    context = {
        "ride": ride,
        "device": device,
        "page": "seats",
        "rows": rows,
        "sitters": sitter_choices(_bots(ride)),
        "trouble": trouble,
    }
    context["guarded"] = engine_of(ride).hidden
    return render(request, "play/seats.html", context, status=422 if trouble else 200)


@page("play:join")
def join(
    request: HtmxRequest, ride: Ride, seats: list[RideSeat], device: Device, key: str
) -> HttpResponse:
    """Show the page behind the link of a seat, on which a visitor may take it."""
    seat = RideSeat.objects.select_related("ride").filter(ride=ride, key=key).first()
    if seat is None:
        limits.use(limits.WRONG_LINKS, request)
        if request.htmx:
            return HttpResponseClientRefresh()  # a page that waited: the seat has a new link since
        raise Http404
    version = seen_of(ride, device)
    if request.htmx and (answer := answer_unchanged(request, version)):
        return answer
    trouble = ""
    if request.method == "POST":
        try:
            if take_seat(request, seat, request.POST.get("player", "").strip(), timezone.now()):
                return redirect(ride)
            return redirect("play:join", ride.slug, key)
        except SeatRefused as refusal:
            trouble = str(refusal)
    own = is_own(request, ride, seat)
    context = {
        "ride": ride,
        "device": device,
        "page": "join",
        "seen": version,
        "guarded": is_guarded(ride) and is_held(seat) and not own,
        "sealed": is_sealed(ride, seat) and not own,
        "seat": seat,
        "mark": look_of(ride).teams[seat.team],
        "mine": holds_seat(request, seat),
        "trouble": trouble,
    }
    return render(request, "play/join.html", context, status=422 if trouble else 200)


@page("play:leave")
def leave(request: HttpRequest, ride: Ride, seat: RideSeat) -> HttpResponse:
    """Give the seat of a player on their own device to a bot; by the seat's link they come back."""
    if seat.kind != RideSeat.Kind.LINK:
        raise PermissionDenied(OWN_SEAT.refusal)
    leave_seat(seat, "steady", timezone.now())
    return redirect(ride)


@page("play:hand_over")
def hand_over(request: HttpRequest, ride: Ride, seat: RideSeat) -> HttpResponse:
    """Hand the seat over to the person who asked for it, or keep it, as its player says."""
    answer = {"yes": agree, "no": refuse}.get(request.POST.get("hand_over", ""))
    if answer is None:
        return render(request, "error.html", NO_ANSWER, status=400)
    answer(seat, request.POST.get("wish", ""), timezone.now())
    return redirect(ride)


@page("play:throws")
def verify(request: HttpRequest, ride: Ride, seats: list[RideSeat], device: Device) -> HttpResponse:
    """Show that all draws were fixed before the first of them: the seed is shown when the stage is
    over.
    """
    is_over = ride.state in (Ride.State.OVER, Ride.State.LEFT)
    throws, agrees = repeat_throws(ride) if is_over and ride.throws_itself else (0, True)
    return render(
        request,
        "play/chance.html",
        {"ride": ride, "device": device, "page": "throws", "throws": throws, "agrees": agrees},
    )
