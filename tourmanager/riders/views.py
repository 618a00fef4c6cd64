"""Personalise: the teams and riders of the database, for everybody to see and copy, and for their
owners to change.
"""

import re
from typing import Any, cast

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.vary import vary_on_headers

from tourmanager.accounts.models import User
from tourmanager.accounts.requests import SignedIn
from tourmanager.riders import colours, marks, teams
from tourmanager.riders.access import may_change
from tourmanager.riders.copying import copy_team
from tourmanager.riders.forms import LOOKS, OTHER, TeamSheet
from tourmanager.riders.models import Pattern, Team
from tourmanager.riders.names import LONGEST_NAME
from tourmanager.riders.teams import TeamRefused
from tourmanager.web.guard import page
from tourmanager.web.jerseys import mark
from tourmanager.web.requests import HtmxRequest

PER_PAGE = 24
SEARCH_LENGTH = 100
MOST_WARNINGS = 3
BARE = "#9a9a9a"  # drawn while no colour is chosen


@page("riders:teams")
@vary_on_headers("HX-Target")
def team_list(request: HtmxRequest) -> HttpResponse:
    """List all teams, or those a search finds; `whose=mine` leaves only the visitor's own."""
    words = request.GET.get("q", "")[:SEARCH_LENGTH]
    user = request.user if isinstance(request.user, User) else None
    mine = user is not None and request.GET.get("whose") == "mine"
    matching = teams.own_first(teams.find_teams(words, owner=user if mine else None), request.user)
    page = Paginator(matching, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "cards": [(team, marks.team_jersey(team), may_change(request.user, team)) for team in page],
        "q": words,
        "mine": mine,
        "own_count": Team.objects.filter(owner=user).count() if user else 0,
        "count": Team.objects.count(),
    }
    template = "riders/teams.html#list" if request.htmx.target == "teams" else "riders/teams.html"
    return render(request, template, context)


@page("riders:team_new")
def team_new(request: SignedIn) -> HttpResponse:
    own = Team.objects.filter(owner=request.user)
    looks = [colours.JerseyDesign(*team) for team in own.values_list("name", "colour", "pattern")]
    colour, pattern = colours.choose_unused_look(looks, Pattern.values)
    return edit(request, Team(owner=request.user, colour=colour, pattern=pattern))


@page("riders:team")
def team(request: HttpRequest, team: Team) -> HttpResponse:
    """Show a team: its form to users who may change it, its riders to everybody else."""
    if may_change(request.user, team):
        return edit(request, team)
    riders = [
        (rider, mark(team, str(rider.number), rider.number, rider.name, rider.role))
        for rider in team.riders.all()
    ]
    return render(
        request,
        "riders/team_read.html",
        {"team": team, "riders": riders, "jersey": marks.team_jersey(team)},
    )


def edit(request: HttpRequest, team: Team) -> HttpResponse:
    sheet = TeamSheet(
        request.POST if request.method == "POST" else None,
        team=team,
        checksum=teams.team_checksum(team),
    )
    checksum, status, trouble, stands = str(sheet.looks["seen"].value() or ""), 200, "", None
    if request.method == "POST":
        status = 422
        if sheet.is_valid():
            looks = {field: str(sheet.looks.cleaned_data[field]) for field in LOOKS}
            try:
                saved_team = teams.save(
                    team, looks, sheet.members, checksum=checksum, by=cast(User, request.user)
                )
            except TeamRefused as refused:
                status, trouble = 409, str(refused)
                if stands := Team.objects.prefetch_related("riders").filter(pk=team.pk).first():
                    checksum = teams.team_checksum(
                        stands
                    )  # what stands now is shown: saving once more is meant
            else:
                messages.success(request, _("%(saved)s is saved.") % {"saved": saved_team.name})
                return redirect("riders:teams")
    values = {field: str(sheet.looks[field].value() or "") for field in (*LOOKS, "own_colour")}
    context = {"team": team, "sheet": sheet, "seen": checksum, "trouble": trouble, "stands": stands}
    return render(
        request, "riders/team.html", context | preview_context(values, team), status=status
    )


@page("riders:jersey")
def jersey(request: HttpRequest) -> HttpResponse:
    """Draw the jersey that the form on the page describes: a fragment for htmx."""
    values = {field: request.GET.get(field, "") for field in (*LOOKS, "own_colour")}
    pk = request.GET.get("team", "")
    team = Team.objects.filter(pk=int(pk)).first() if re.fullmatch("[0-9]{1,15}", pk) else None
    if team is None:
        team = Team(owner=request.user if isinstance(request.user, User) else None)
    context = preview_context(values, team)
    return render(request, "riders/team.html#preview", context | {"swapped": True})


def preview_context(values: dict[str, str], of: Team) -> dict[str, Any]:
    """Draw the preview of a team from unsaved values, even wrong ones."""
    colour = (
        colours.read_colour(values["own_colour"] if values["colour"] == OTHER else values["colour"])
        or BARE
    )
    pattern = values["pattern"] if values["pattern"] in Pattern.values else Pattern.PLAIN.value
    team = Team(
        pk=of.pk,
        owner=of.owner,
        name=values["name"][:LONGEST_NAME],
        short_name=values["short_name"][:4],
        colour=colour,
        pattern=pattern,
    )
    similar = teams.lookalikes(team)
    return {
        "shown": team,
        "squad": marks.squad_jerseys(team),
        "patterns": [
            (value, Pattern(value).label, svg)
            for value, svg in marks.pattern_jerseys(colour).items()
        ],
        "lookalikes": similar[:MOST_WARNINGS],
        "more_lookalikes": max(0, len(similar) - MOST_WARNINGS),
    }


@page("riders:team_delete")
def team_delete(request: HttpRequest, team: Team) -> HttpResponse:
    if request.method == "POST":
        team.delete()
        messages.success(
            request,
            _("%(found)s is deleted. Tours it rides in keep their own copy.")
            % {"found": team.name},
        )
        return redirect("riders:teams")
    return render(
        request, "riders/team_delete.html", {"team": team, "jersey": marks.team_jersey(team)}
    )


@page("riders:team_copy")
def team_copy(request: SignedIn, team: Team) -> HttpResponse:
    """Copy the team to the visitor's own and open the copy for changes."""
    copy = copy_team(team, by=request.user)
    messages.success(
        request,
        _("Copied: %(copy)s is now one of your teams. Changing it does not affect the original.")
        % {"copy": copy.name},
    )
    return redirect("riders:team", copy.pk)
