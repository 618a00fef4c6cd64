"""The talk box beside a digital stage: read by everybody who watches, written by who sits there,
closed by the host.
"""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tourmanager.accounts import limits
from tourmanager.play.models import Ride, RideSeat
from tourmanager.play.ride_page.forms import TalkForm
from tourmanager.play.seats.access import host_required, ride_page
from tourmanager.play.seats.device import Device
from tourmanager.play.talk import box as talks
from tourmanager.play.talk.box import TalkRefused
from tourmanager.web.requests import HtmxRequest


@require_http_methods(["GET", "HEAD", "POST"])
@ride_page
def talk(request: HtmxRequest, ride: Ride, seats: list[RideSeat], device: Device) -> HttpResponse:
    """The lines, for a page that asks again and again; by POST one more."""
    if not talks.offered(ride):
        raise Http404(_("This stage has no talk box."))
    if request.method == "POST":
        if not device.seats:
            raise PermissionDenied(_("Only who sits in this stage talks here. You may read along."))
        limits.use(limits.TALK_LINES, request)
        return _say(request, ride, seats, device)
    if not request.htmx:
        return redirect(ride)
    context = talks.context_of(ride, seats, device)
    if request.GET.get("seen") == context["talk"]["seen"]:
        return HttpResponse(status=204)
    return render(request, "play/_talk.html#lines", context)


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


@require_POST
@host_required
def close(request: HttpRequest, ride: Ride, seats: list[RideSeat], device: Device) -> HttpResponse:
    """Closes it, or opens it again; what was said stays."""
    if not talks.offered(ride):
        raise Http404(_("This stage has no talk box."))
    ride.talk_closed = request.POST.get("closed") == "1"
    ride.save(update_fields=["talk_closed"])
    return redirect(ride)
