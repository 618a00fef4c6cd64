"""Beginning a digital stage: a stage of a tour, or one alone; and the list of one's own."""

import secrets

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.engine import Refused
from tourmanager.accounts.models import User
from tourmanager.play.contract import screen_of, screens
from tourmanager.play.log.loop import OPEN
from tourmanager.play.models import Ride, RideSeat
from tourmanager.play.review.earlier import earlier_rides
from tourmanager.play.seats.access import host_required, user_of
from tourmanager.play.seats.device import Device
from tourmanager.play.start import create
from tourmanager.play.start.from_tour import NotDigital, begun, setup_of, why_not
from tourmanager.play.start.from_tour import look_of as tour_look
from tourmanager.play.start.plan import RidePlan, StartRefused
from tourmanager.play.start.seat_forms import SeatsForm
from tourmanager.results.log.reading import StageReading, read_stage
from tourmanager.results.stage_page.forms import TokenForm
from tourmanager.tabletop.registry import room
from tourmanager.tours.access import director_required, tour_page
from tourmanager.tours.models import Tour
from tourmanager.web.requests import HtmxRequest


@require_safe
@login_required
def rides(request: HttpRequest) -> HttpResponse:
    """One's own digital stages, those under way first."""
    mine = Ride.objects.filter(owner=user_of(request)).select_related("stage__tour")
    open_ones = [ride for ride in mine if ride.state in (Ride.State.SEATING, Ride.State.RIDING)]
    ended = [ride for ride in mine if ride.state in (Ride.State.OVER, Ride.State.LEFT)]
    return render(
        request,
        "play/rides.html",
        {
            "open_ones": open_ones,
            "ended": ended[:50],
            "tools": [tool for screen in screens().values() for tool in screen.tools],
            "token": secrets.token_hex(12),
        },
    )


@require_safe
@login_required
def games(request: HttpRequest) -> HttpResponse:
    """Ask which game a single stage is of."""
    offered = [(key, room(key).name, screen) for key, screen in screens().items() if screen.single]
    return render(request, "play/games.html", {"games": offered})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HtmxRequest, game: str) -> HttpResponse:
    """A single stage: what is ridden, and who sits where. While one chooses, htmx asks what that
    comes to.
    """
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
                form.add_error(None, in_words(refusal))
        return render(request, form.template, {"form": form}, status=422)
    if kind.preview_template and request.htmx:
        return render(
            request, kind.preview_template, {"form": kind(request.GET, user=user_of(request))}
        )
    given = {name: text for name, text in request.GET.items() if name != "token"}
    return render(request, kind.template, {"form": kind(user=user_of(request), initial=given)})


def in_words(refusal: Exception) -> str:
    """The engine's reasons begin with their code, which is nothing for a page."""
    return " ".join(
        word
        for word in str(refusal).split(" ")
        if not (word.startswith("E_") and word.endswith(":"))
    )


@require_POST
@host_required
def again(request: HttpRequest, ride: Ride, seats: list[RideSeat], device: Device) -> HttpResponse:
    """The same stage once more, by another chance; pressed twice it is one ride."""
    form = TokenForm(request.POST)
    try:
        if not form.is_valid():
            raise StartRefused(
                _("What was sent could not be read. Load the page again and repeat it.")
            )
        return redirect(
            create.again(
                ride, by=user_of(request), at=timezone.now(), token=form.cleaned_data["token"]
            )
        )
    except StartRefused as refusal:
        context = {"title": _("That stage cannot begin"), "detail": str(refusal), "status": 422}
        return render(request, "error.html", context, status=422)


@require_safe
@tour_page
def watch(request: HtmxRequest, tour: Tour, number: int) -> HttpResponse:
    """For everybody who follows the tour: the way to where a stage is being ridden, as a note for
    its page or there at once; in the note also which rides of it were closed without a result.
    """
    stage = get_object_or_404(tour.stages, number=number)
    ride = Ride.objects.filter(stage=stage, state__in=OPEN).first()
    if request.htmx:
        earlier = earlier_rides(stage)
        if not ride and not earlier:
            return HttpResponse(status=204)
        return render(request, "play/_watch.html", {"ride": ride, "earlier": earlier})
    return redirect(ride or stage)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def of_stage(request: HttpRequest, tour: Tour, number: int) -> HttpResponse:
    """The stage of a tour is to be ridden digitally: who sits where, who throws. One that was begun
    at the table goes on from there.
    """
    stage = get_object_or_404(tour.stages, number=number)
    stage.tour = tour
    if under_way := Ride.objects.filter(
        stage=stage, state__in=(Ride.State.SEATING, Ride.State.RIDING)
    ).first():
        return redirect(under_way)
    reading = read_stage(stage)
    if (
        not (trouble := why_not(stage))
        and (trouble := begun(reading))
        and screen_of(tour.game).table is not None
    ):
        return redirect("play:situation", tour.slug, number)
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
            form.add_error(None, in_words(refusal))
    return render(
        request, "play/of_stage.html", context | {"form": form}, status=422 if form.errors else 200
    )


def start_of(reading: StageReading, setup: dict[str, object], form: SeatsForm, *, by: User) -> Ride:
    """The ride of a tour's stage, its seats as the form has them."""
    stage, seats = reading.stage, form.seated()
    wanted = RidePlan(
        name=f"{stage.tour.name}, {stage}"[:80],
        game=stage.tour.game,
        setup=setup | form.agreed(),
        look=tour_look(reading),
        seats=[seats[index] for index in range(len(form.teams))],
        dice=form.thrown,
        pace=int(form.cleaned_data["pace"]),
        stage=stage,
    )
    return create.start(wanted, by=by, at=timezone.now())
