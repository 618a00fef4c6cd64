"""Personalise: the teams and riders of the database, for everybody to see and for whoever is signed in to change."""

import re
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from tourmanager.accounts.models import User
from tourmanager.riders import colours, marks, teams
from tourmanager.riders.forms import LOOKS, OTHER, TeamSheet
from tourmanager.riders.models import Pattern, Team
from tourmanager.riders.teams import TeamRefused
from tourmanager.web.jerseys import mark

PER_PAGE = 24
SEARCH_LENGTH = 100
MOST_WARNINGS = 3
BARE = "#9a9a9a"  # drawn while no colour is chosen


@require_safe
@vary_on_headers("HX-Target")
def team_list(request: HttpRequest) -> HttpResponse:
    """All teams, or those a search finds."""
    words = request.GET.get("q", "")[:SEARCH_LENGTH]
    page = Paginator(teams.matching(words), PER_PAGE).get_page(request.GET.get("page"))
    cards = [(team, marks.team_jersey(team)) for team in page]
    context = {"page": page, "cards": cards, "q": words, "any_teams": bool(page.object_list) or Team.objects.exists()}
    template = "riders/teams.html#list" if request.headers.get("HX-Target") == "teams" else "riders/teams.html"
    return render(request, template, context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def team_new(request: HttpRequest) -> HttpResponse:
    worn = [colours.Jersey(*team) for team in Team.objects.values_list("name", "colour", "pattern")]
    colour, pattern = colours.unused(worn, Pattern.values)
    return edit(request, Team(colour=colour, pattern=pattern))


@require_http_methods(["GET", "HEAD", "POST"])
def team(request: HttpRequest, pk: int) -> HttpResponse:
    """A team: its form for whoever is signed in, its riders for everybody else."""
    found = get_object_or_404(Team.objects.prefetch_related("riders"), pk=pk)
    if request.user.is_authenticated:
        return edit(request, found)
    if request.method == "POST":
        return redirect_to_login(request.get_full_path())
    riders = [(rider, mark(found, str(rider.number), rider.number, rider.name, rider.role)) for rider in found.riders.all()]
    return render(request, "riders/team_read.html", {"team": found, "riders": riders, "jersey": marks.team_jersey(found)})


def edit(request: HttpRequest, team: Team) -> HttpResponse:
    sheet = TeamSheet(request.POST if request.method == "POST" else None, team=team, seen=teams.seal(team))
    seen, status, trouble, stands = str(sheet.looks["seen"].value() or ""), 200, "", None
    if request.method == "POST":
        status = 422
        if sheet.is_valid():
            looks = {field: str(sheet.looks.cleaned_data[field]) for field in LOOKS}
            try:
                saved = teams.save(team, looks, sheet.members, seen=seen, by=cast(User, request.user))
            except TeamRefused as refused:
                status, trouble = 409, str(refused)
                if stands := Team.objects.prefetch_related("riders").filter(pk=team.pk).first():
                    seen = teams.seal(stands)  # what stands now is shown: saving once more is meant
            else:
                messages.success(request, f"{saved.name} is saved.")
                return redirect("riders:teams")
    values = {field: str(sheet.looks[field].value() or "") for field in (*LOOKS, "own_colour")}
    context = {"team": team, "sheet": sheet, "seen": seen, "trouble": trouble, "stands": stands}
    return render(request, "riders/team.html", context | drawn(values, team.pk), status=status)


@require_safe
def jersey(request: HttpRequest) -> HttpResponse:
    """The jersey as the form on the page stands: a fragment for htmx."""
    values = {field: request.GET.get(field, "") for field in (*LOOKS, "own_colour")}
    pk = request.GET.get("team", "")
    context = drawn(values, int(pk) if re.fullmatch("[0-9]{1,15}", pk) else None)
    return render(request, "riders/team.html#preview", context | {"swapped": True})


def drawn(values: dict[str, str], pk: int | None) -> dict[str, Any]:
    """What the preview shows of unsaved values, whatever stands in them."""
    colour = colours.read(values["own_colour"] if values["colour"] == OTHER else values["colour"]) or BARE
    pattern = values["pattern"] if values["pattern"] in Pattern.values else Pattern.PLAIN.value
    team = Team(pk=pk, name=values["name"][:40], short_name=values["short_name"][:4], colour=colour, pattern=pattern)
    found = teams.lookalikes(team)
    return {
        "shown": team,
        "squad": marks.squad_jerseys(team),
        "patterns": [(value, Pattern(value).label, svg) for value, svg in marks.pattern_jerseys(colour).items()],
        "lookalikes": found[:MOST_WARNINGS],
        "more_lookalikes": max(0, len(found) - MOST_WARNINGS),
    }


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def team_delete(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(Team.objects.prefetch_related("riders"), pk=pk)
    if request.method == "POST":
        found.delete()
        messages.success(request, f"{found.name} is deleted. Tours it rides in keep their own copy.")
        return redirect("riders:teams")
    return render(request, "riders/team_delete.html", {"team": found, "jersey": marks.team_jersey(found)})
