"""Beginning a digital stage: a stage of a tour, or one alone; and the list of one's own."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.engine import Refused
from tourmanager.accounts.models import User
from tourmanager.play import starting
from tourmanager.play.access import host_required
from tourmanager.play.models import Ride, RideSeat
from tourmanager.play.seating import Device
from tourmanager.play.single import TEAM_NAMES, plan
from tourmanager.play.start_forms import SingleForm
from tourmanager.play.starting import StartRefused


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # views here ask for a signed-in user first
    return request.user


@require_safe
@login_required
def rides(request: HttpRequest) -> HttpResponse:
    """One's own digital stages, those under way first."""
    mine = Ride.objects.filter(owner=_user(request)).select_related("stage__tour")
    open_ones = [ride for ride in mine if ride.state in (Ride.State.SEATING, Ride.State.RIDING)]
    ended = [ride for ride in mine if ride.state in (Ride.State.OVER, Ride.State.LEFT)]
    return render(request, "play/rides.html", {"open_ones": open_ones, "ended": ended[:50]})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """A single stage: version, road, who sits where."""
    form = SingleForm(request.POST or None, teams=TEAM_NAMES, spare=len(TEAM_NAMES) - 2)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        wanted = plan(data["version"], form.stage(), int(data["riders"]), form.seated(), dice=data["dice"], pace=int(data["pace"]))
        try:
            return redirect(starting.start(wanted, by=_user(request), at=timezone.now()))
        except (StartRefused, Refused) as refusal:
            form.add_error(None, in_words(refusal))
    return render(request, "play/new.html", {"form": form}, status=422 if form.errors else 200)


def in_words(refusal: Exception) -> str:
    """The engine's reasons begin with their code, which is nothing for a page."""
    return " ".join(word for word in str(refusal).split(" ") if not (word.startswith("E_") and word.endswith(":")))


@require_POST
@host_required
def again(request: HttpRequest, ride: Ride, seats: list[RideSeat], device: Device) -> HttpResponse:
    """The same stage once more, with other dice."""
    try:
        return redirect(starting.again(ride, by=_user(request), at=timezone.now()))
    except StartRefused as refusal:
        context = {"title": "That stage cannot begin", "detail": str(refusal), "status": 422}
        return render(request, "error.html", context, status=422)
