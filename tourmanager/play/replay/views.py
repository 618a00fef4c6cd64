"""Show the replay of a ride: a board, the commentary up to a moment, and the way to the next one.
Its address names the moment.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.notation import AnswerText, Log, write_log
from games.replay import outcome_checksum
from tourmanager.play.contract import screen_of
from tourmanager.play.log.reading import last_position, look_of
from tourmanager.play.models import Ride, RideSeat
from tourmanager.play.replay.film import Film, film_of
from tourmanager.play.ride_page.context import (
    latest_lines,
    to_told_lines,
    visible_lines,
)
from tourmanager.play.seats.device import Device
from tourmanager.play.seats.notices import annotate_log, merge_notices
from tourmanager.web.guard import page
from tourmanager.web.requests import HtmxRequest

ZOOMS = ("race", "road")


def _moment(request: HttpRequest, film: Film) -> int:
    text = request.GET.get("at", "")
    count = int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 0
    return film.nearest(count)


@page("play:replay")
def replay(request: HtmxRequest, ride: Ride, seats: list[RideSeat], device: Device) -> HttpResponse:
    """Show the replay as a spectator saw the ride: nothing is shown that was hidden then."""
    film = film_of(ride)
    moment = _moment(request, film)
    game, state, look, board = (
        film.whole.game,
        film.state(moment),
        look_of(ride),
        screen_of(ride.game).board,
    )
    zoom = request.GET.get("zoom", "") if request.GET.get("zoom") in ZOOMS else "race"
    setup = game.write_setup(film.whole.setup)
    lines = film.lines(moment)
    context: dict[str, Any] = {
        "ride": ride,
        "device": device,
        "page": "replay",
        "moment": moment,
        "index": film.moments.index(moment) + 1 if moment in film.moments else 0,
        "moments": len(film.moments),
        "steps": " ".join(map(str, film.moments)),
        "ways": _ways(ride, film, moment, zoom, board.words.turn),
        "zoom": zoom,
        "drawing": board.draw(game.view(state, None), setup, look, (), zoom, lines),
        "words": board.words,
        "told": to_told_lines(
            latest_lines(merge_notices(visible_lines(lines, board), ride, look, moment)),
            look,
            film.before(moment, film.moments),
        ),
        "teams": [(team, mark, True) for team, mark in look.teams.items()],
        "turn": film.turns.index(film.before(moment + 1, film.turns)) + 1
        if film.before(moment + 1, film.turns)
        else 0,
    }
    template = "play/_replay.html" if request.htmx else "play/replay.html"
    return render(request, template, context)


def _ways(ride: Ride, film: Film, moment: int, zoom: str, turn: str) -> list[dict[str, Any]]:
    """Return the buttons: first, turn back, event back, event on, turn on, last."""
    address = reverse("play:replay", args=[ride.slug])
    last = film.moments[-1] if film.moments else 0
    links = [
        ("first", _("To the start"), "chevron-first", 0),
        (
            "turn-back",
            _("A %(turn)s back") % {"turn": turn},
            "chevrons-left",
            film.before(moment, film.turns),
        ),
        ("back", _("One back"), "chevron-left", film.before(moment, film.moments)),
        ("on", _("One on"), "chevron-right", film.after(moment, film.moments)),
        (
            "turn-on",
            _("A %(turn)s on") % {"turn": turn},
            "chevrons-right",
            film.after(moment, film.turns),
        ),
        ("last", _("To the end"), "chevron-last", last),
    ]
    return [
        {
            "key": key,
            "words": words,
            "icon": icon,
            "address": f"{address}?at={at}&zoom={zoom}",
            "here": at == moment,
        }
        for key, words, icon, at in links
    ]


@page("play:log")
def log(request: HttpRequest, ride: Ride, seats: list[RideSeat], device: Device) -> HttpResponse:
    """Show the whole log in the game's notation, once nothing in it is secret any more."""
    if ride.state not in (Ride.State.OVER, Ride.State.LEFT):
        context = {
            "title": _("The log is not open yet"),
            "detail": _("It holds every answer, so it is given out when the stage is over."),
            "status": 403,
        }
        return render(request, "error.html", context, status=403)
    where = last_position(ride)
    end = outcome_checksum(where.game, where.state) if where.over else None
    entries = tuple(AnswerText(step.who, step.text) for step in where.steps)
    text = write_log(Log(ride.game, ride.rules_version, ride.setup, entries, end))
    text = annotate_log(text, ride, look_of(ride), [step.seq for step in where.steps])
    return HttpResponse(
        text,
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{ride.slug}.log"'},
    )
