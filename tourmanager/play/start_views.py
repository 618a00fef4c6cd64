"""Beginning a digital stage: a stage of a tour, or one alone; and the list of one's own."""

import secrets
from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.engine import Refused
from tourmanager.accounts.models import User
from tourmanager.play import starting
from tourmanager.play.access import host_required
from tourmanager.play.bridges import bridge_of, table_of
from tourmanager.play.from_tour import NotDigital, begun, setup_of, why_not
from tourmanager.play.from_tour import look_of as tour_look
from tourmanager.play.loop import OPEN
from tourmanager.play.models import Ride, RideSeat
from tourmanager.play.seating import Device
from tourmanager.play.single import SINGLES
from tourmanager.play.start_forms import SeatsForm
from tourmanager.play.starting import StartRefused
from tourmanager.results.forms import TokenForm
from tourmanager.results.reading import StageReading, read_stage
from tourmanager.tours.access import director_required, tour_page
from tourmanager.tours.models import Tour


def user_of(request: HttpRequest) -> User:
    """For views that ask for a signed-in user first."""
    return cast(User, request.user)


@require_safe
@login_required
def rides(request: HttpRequest) -> HttpResponse:
    """One's own digital stages, those under way first."""
    mine = Ride.objects.filter(owner=user_of(request)).select_related("stage__tour")
    open_ones = [ride for ride in mine if ride.state in (Ride.State.SEATING, Ride.State.RIDING)]
    ended = [ride for ride in mine if ride.state in (Ride.State.OVER, Ride.State.LEFT)]
    return render(request, "play/rides.html", {"open_ones": open_ones, "ended": ended[:50], "token": secrets.token_hex(12)})


@require_safe
@login_required
def games(request: HttpRequest) -> HttpResponse:
    """Which game a single stage is of."""
    return render(request, "play/games.html", {"singles": SINGLES.values()})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest, game: str) -> HttpResponse:
    """A single stage: what is ridden, and who sits where. While one chooses, htmx asks what that comes to."""
    if (kind := SINGLES.get(game)) is None:
        raise Http404("There is no such game.")
    if request.method == "POST":
        form = kind(request.POST, user=user_of(request))
        if form.is_valid():
            try:
                return redirect(starting.start(form.plan(), by=user_of(request), at=timezone.now(), token=form.cleaned_data["token"]))
            except (StartRefused, Refused) as refusal:
                form.add_error(None, in_words(refusal))
        return render(request, form.template, {"form": form}, status=422)
    if kind.preview_template and request.headers.get("HX-Request") == "true":
        return render(request, kind.preview_template, {"form": kind(request.GET, user=user_of(request))})
    given = {name: text for name, text in request.GET.items() if name != "token"}
    return render(request, kind.template, {"form": kind(user=user_of(request), initial=given)})


def in_words(refusal: Exception) -> str:
    """The engine's reasons begin with their code, which is nothing for a page."""
    return " ".join(word for word in str(refusal).split(" ") if not (word.startswith("E_") and word.endswith(":")))


@require_POST
@host_required
def again(request: HttpRequest, ride: Ride, seats: list[RideSeat], device: Device) -> HttpResponse:
    """The same stage once more, by another chance; pressed twice it is one ride."""
    form = TokenForm(request.POST)
    try:
        if not form.is_valid():
            raise StartRefused("What was sent could not be read. Load the page again and repeat it.")
        return redirect(starting.again(ride, by=user_of(request), at=timezone.now(), token=form.cleaned_data["token"]))
    except StartRefused as refusal:
        context = {"title": "That stage cannot begin", "detail": str(refusal), "status": 422}
        return render(request, "error.html", context, status=422)


@require_safe
@tour_page
def watch(request: HttpRequest, tour: Tour, number: int) -> HttpResponse:
    """The way from a stage to where it is being ridden, for everybody who follows the tour: a note for its page, or there at once."""
    stage = get_object_or_404(tour.stages, number=number)
    ride = Ride.objects.filter(stage=stage, state__in=OPEN).first()
    if request.headers.get("HX-Request") == "true":
        return render(request, "play/_watch.html", {"ride": ride}) if ride else HttpResponse(status=204)
    return redirect(ride or stage)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def of_stage(request: HttpRequest, tour: Tour, number: int) -> HttpResponse:
    """The stage of a tour is to be ridden digitally: who sits where, who throws. One that was begun at the table goes on from there."""
    stage = get_object_or_404(tour.stages, number=number)
    stage.tour = tour
    if under_way := Ride.objects.filter(stage=stage, state__in=(Ride.State.SEATING, Ride.State.RIDING)).first():
        return redirect(under_way)
    reading = read_stage(stage)
    if not (trouble := why_not(stage)) and (trouble := begun(reading)) and table_of(tour.game) is not None:
        return redirect("play:situation", tour.slug, number)
    context = {"tour": tour, "stage": stage, "trouble": trouble, "tab": "stage"}
    if trouble:
        return render(request, "play/of_stage.html", context, status=422 if request.method == "POST" else 200)
    form = bridge_of(tour.game).seats_form(request.POST or None, reading)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect(start_of(reading, setup_of(stage), form, by=user_of(request)))
        except (NotDigital, StartRefused, Refused) as refusal:
            form.add_error(None, in_words(refusal))
    return render(request, "play/of_stage.html", context | {"form": form}, status=422 if form.errors else 200)


def start_of(reading: StageReading, setup: dict[str, object], form: SeatsForm, *, by: User) -> Ride:
    """The ride of a tour's stage, its seats as the form has them."""
    stage, seats = reading.stage, form.seated()
    wanted = starting.RidePlan(
        name=f"{stage.tour.name}, {stage}"[:80],
        game=stage.tour.game,
        setup=setup | form.agreed(),
        look=tour_look(reading),
        seats=[seats[index] for index in range(len(form.teams))],
        dice=form.thrown,
        pace=int(form.cleaned_data["pace"]),
        stage=stage,
    )
    return starting.start(wanted, by=by, at=timezone.now())
