"""Continue a stage digitally that was begun at the table: ask where everybody stands, then who sits
where.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.engine import Refused
from tourmanager.play.contract import NotDigital, NotTold, Table, screen_of
from tourmanager.play.models import Ride
from tourmanager.play.seats.access import user_of
from tourmanager.play.start.from_tour import setup_from, why_not, why_not_at_start
from tourmanager.play.start.plan import StartRefused
from tourmanager.play.start.views import describe_refusal, start_of
from tourmanager.results.log.reading import StageReading, read_stage
from tourmanager.tours.models import Stage
from tourmanager.web.guard import page


@page("play:situation")
def situation(request: HttpRequest, stage: Stage) -> HttpResponse:
    if under_way := Ride.objects.filter(stage=stage, state__in=Ride.UNDER_WAY).first():
        return redirect(under_way)
    tour, reading = stage.tour, read_stage(stage)
    context = {"tour": tour, "stage": stage, "tab": "stage"}
    try:
        if words := why_not(stage):
            raise NotTold(words)
        way = way_of(reading)
        form = way.form(request.POST or None, reading)
    except NotTold as trouble:
        return render(
            request,
            "play/of_stage.html",
            context | {"trouble": str(trouble)},
            status=422 if request.method == "POST" else 200,
        )
    seats = screen_of(tour.game).adapter.seats_form(request.POST or None, reading)
    if request.method == "POST" and form.is_valid() & seats.is_valid():
        try:
            return redirect(
                start_of(reading, setup_from(reading, form.situation()), seats, by=user_of(request))
            )
        except (NotDigital, StartRefused, Refused) as refusal:
            form.add_error(None, describe_refusal(tour.game, refusal))
    wrong = form.errors or seats.errors
    return render(
        request,
        way.situation_template,
        context | {"form": seats, "standing": form, "wrong": wrong},
        status=422 if wrong else 200,
    )


def way_of(reading: StageReading) -> Table:
    """Return the game's way between screen and table. Raises NotTold."""
    table = screen_of(reading.stage.tour.game).table
    if table is None:
        raise NotTold(
            why_not_at_start(reading)
            or (_("%(stage)s has not begun: ride it from its start.") % {"stage": reading.stage})
        )
    return table
