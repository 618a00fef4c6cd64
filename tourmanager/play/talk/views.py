"""Show the talk box beside a digital stage to spectators, store what seats write, and close it for
the host.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tourmanager.accounts import limits
from tourmanager.play.models import Ride, RideSeat
from tourmanager.play.ride_page.forms import TalkForm
from tourmanager.play.seats.device import Device
from tourmanager.play.talk import box as talks
from tourmanager.play.talk.box import TalkRefused
from tourmanager.web.freshness import answer_unchanged
from tourmanager.web.guard import page
from tourmanager.web.requests import HtmxRequest


@page("play:talk")
def talk(request: HtmxRequest, ride: Ride, seats: list[RideSeat], device: Device) -> HttpResponse:
    """Show the lines, for a page that refreshes; by POST add one."""
    if not talks.has_talk_box(ride):
        raise Http404(_("This stage has no talk box."))
    if request.method == "POST":
        limits.use(limits.TALK_LINES, request)
        return _say(request, ride, seats, device)
    if not request.htmx:
        return redirect(ride)
    context = talks.context_of(ride, seats, device)
    answer = answer_unchanged(request, context["talk"]["seen"])
    return answer or render(request, "play/_talk.html#lines", context)


def _say(request: HtmxRequest, ride: Ride, seats: list[RideSeat], device: Device) -> HttpResponse:
    form, status, trouble = TalkForm(request.POST), 200, ""
    text = request.POST.get("text", "")
    try:
        if not form.is_valid():
            raise TalkRefused(
                _("What was sent could not be read. Write a line, and send it again.")
            )
        data = form.cleaned_data
        talks.say(
            ride=ride,
            seats=seats,
            device=device,
            number=data["seat"],
            text=data["text"],
            token=data["token"],
            at=timezone.now(),
        )
        text = ""
    except TalkRefused as refused:
        status, trouble = 429 if refused.busy else 422, str(refused)
    if not request.htmx and not trouble:
        return redirect(ride)
    context = talks.context_of(
        ride, seats, device, trouble=trouble, text=text[: talks.LONGEST], writing=True
    )
    if request.htmx:
        answer = render(request, "play/_talk.html", context, status=status)
    else:
        context = {"title": _("That was not said"), "detail": trouble, "status": status}
        answer = render(request, "error.html", context, status=status)
    if status == 429:
        answer["Retry-After"] = str(int(talks.WITHIN.total_seconds()))
    return answer


@page("play:talk_close")
def close(request: HttpRequest, ride: Ride, seats: list[RideSeat], device: Device) -> HttpResponse:
    """Close the talk box, or open it again; its lines stay."""
    if not talks.has_talk_box(ride):
        raise Http404(_("This stage has no talk box."))
    ride.talk_closed = request.POST.get("closed") == "1"
    ride.save(update_fields=["talk_closed"])
    return redirect(ride)
