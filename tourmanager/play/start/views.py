"""Begin a digital stage, of a tour or alone, and list the user's own."""

import secrets

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from games.engine import Refused
from tourmanager.accounts.models import User
from tourmanager.play.contract import screen_of, screens
from tourmanager.play.models import Ride, RideSeat
from tourmanager.play.review.earlier import earlier_rides
from tourmanager.play.seats.access import user_of
from tourmanager.play.seats.device import Device
from tourmanager.play.start import create
from tourmanager.play.start.from_tour import NotDigital, setup_of, why_not, why_not_at_start
from tourmanager.play.start.from_tour import look_of as tour_look
from tourmanager.play.start.plan import RidePlan, StartRefused
from tourmanager.play.start.seat_forms import SeatsForm
from tourmanager.results.log.reading import StageReading, read_stage
from tourmanager.results.stage_page.forms import TokenForm
from tourmanager.tabletop.registry import room
from tourmanager.tours.models import Stage
from tourmanager.web.freshness import nothing_new
from tourmanager.web.guard import page
from tourmanager.web.requests import HtmxRequest


@page("play:rides")
def rides(request: HttpRequest) -> HttpResponse:
    """List the user's own digital stages, those under way first."""
    mine = Ride.objects.filter(owner=user_of(request)).select_related("stage__tour")
    open_ones = [ride for ride in mine if ride.state in Ride.UNDER_WAY]
    past = [ride for ride in mine if ride.state in (Ride.State.OVER, Ride.State.LEFT)]
    return render(
        request,
        "play/rides.html",
        {
            "open_ones": open_ones,
            "ended": past[:50],
            "tools": [tool for screen in screens().values() for tool in screen.tools],
            "token": secrets.token_hex(12),
        },
    )


@page("play:games")
def games(request: HttpRequest) -> HttpResponse:
    """Ask which game a single stage is of."""
    games = [
        (key, str(room(key).name), screen) for key, screen in screens().items() if screen.single
    ]
    return render(request, "play/games.html", {"games": games})


@page("play:new")
def new(request: HtmxRequest, game: str) -> HttpResponse:
    """Choose the road and the seats of a single stage; meanwhile htmx asks for a preview."""
    screen = screens().get(game)
    if screen is None or (kind := screen.single) is None:
        raise Http404(_("There is no such game."))
    if request.method == "POST":
        form = kind(request.POST, user=user_of(request))
        if form.is_valid():
            try:
                return redirect(
                    create.start(
                        form.plan(),
                        by=user_of(request),
                        at=timezone.now(),
                        token=form.cleaned_data["token"],
                    )
                )
            except (StartRefused, Refused) as refusal:
                form.add_error(None, describe_refusal(game, refusal))
        return render(request, form.template, {"form": form}, status=422)
    if kind.preview_template and request.htmx:
        return render(
            request, kind.preview_template, {"form": kind(request.GET, user=user_of(request))}
        )
    initial = {name: text for name, text in request.GET.items() if name != "token"}
    return render(request, kind.template, {"form": kind(user=user_of(request), initial=initial)})


def describe_refusal(game: str, refusal: Exception) -> str:
    """Say why a ride of that game cannot begin; the engine's reasons are worded by its room."""
    if isinstance(refusal, Refused):
        return screen_of(game).adapter.describe_refusal(refusal)
    return str(refusal)


@page("play:again")
def begin_again(
    request: HttpRequest, ride: Ride, seats: list[RideSeat], device: Device
) -> HttpResponse:
    """Begin the same stage once more, with other dice; pressed twice it is one ride."""
    form = TokenForm(request.POST)
    try:
        if not form.is_valid():
            raise StartRefused(
                _("What was sent could not be read. Load the page again and repeat it.")
            )
        return redirect(
            create.repeat_ride(
                ride, by=user_of(request), at=timezone.now(), token=form.cleaned_data["token"]
            )
        )
    except StartRefused as refusal:
        context = {"title": _("That stage cannot begin"), "detail": str(refusal), "status": 422}
        return render(request, "error.html", context, status=422)


@page("play:watch")
def watch(request: HtmxRequest, stage: Stage) -> HttpResponse:
    """Lead spectators of the tour to where a stage is being ridden, by a note on its page or a
    redirect.

    The note also lists the rides of the stage that were closed without a result.
    """
    ride = Ride.objects.filter(stage=stage, state__in=Ride.UNDER_WAY).first()
    if request.htmx:
        earlier = earlier_rides(stage)
        if not ride and not earlier:
            return nothing_new()
        return render(request, "play/_watch.html", {"ride": ride, "earlier": earlier})
    return redirect(ride or stage)


@page("play:of_stage")
def of_stage(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Choose the seats for a stage of a tour, and who throws. A stage that was begun at the table
    continues from there.
    """
    if under_way := Ride.objects.filter(stage=stage, state__in=Ride.UNDER_WAY).first():
        return redirect(under_way)
    tour, reading = stage.tour, read_stage(stage)
    if (
        not (trouble := why_not(stage))
        and (trouble := why_not_at_start(reading))
        and screen_of(tour.game).table is not None
    ):
        return redirect("play:situation", tour.slug, stage.number)
    context = {
        "tour": tour,
        "stage": stage,
        "trouble": trouble,
        "tab": "stage",
        "earlier": earlier_rides(stage),
    }
    if trouble:
        return render(
            request, "play/of_stage.html", context, status=422 if request.method == "POST" else 200
        )
    form = screen_of(tour.game).adapter.seats_form(request.POST or None, reading)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect(start_of(reading, setup_of(stage), form, by=user_of(request)))
        except (NotDigital, StartRefused, Refused) as refusal:
            form.add_error(None, describe_refusal(tour.game, refusal))
    return render(
        request, "play/of_stage.html", context | {"form": form}, status=422 if form.errors else 200
    )


def start_of(reading: StageReading, setup: dict[str, object], form: SeatsForm, *, by: User) -> Ride:
    """Create the ride of a tour's stage, with the seats of the form."""
    stage, seats = reading.stage, form.seat_plans()
    plan = RidePlan(
        name=f"{stage.tour.name}, {stage}"[:80],
        game=stage.tour.game,
        setup=setup | form.setup_options(),
        look=tour_look(reading),
        seats=[seats[index] for index in range(len(form.teams))],
        dice=form.dice_source,
        pace=int(form.cleaned_data["pace"]),
        stage=stage,
    )
    return create.start(plan, by=by, at=timezone.now())
