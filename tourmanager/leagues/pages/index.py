"""All leagues, and a form for a new one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from tourmanager.accounts.models import User
from tourmanager.leagues import changing
from tourmanager.leagues.models import League
from tourmanager.leagues.pages.forms import NewLeagueForm
from tourmanager.web.guard import page


@page("leagues:list")
def leagues(request: HttpRequest) -> HttpResponse:
    form = NewLeagueForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and isinstance(request.user, User) and form.is_valid():
        league = changing.create_league(
            form.cleaned_data["name"],
            form.cleaned_data["club"],
            form.cleaned_data["season"],
            by=request.user,
            at=timezone.now(),
        )
        return redirect("leagues:settings", league.slug)
    context = {
        "leagues": League.objects.visible_to(request.user).prefetch_related("seasons"),
        "form": form,
    }
    status = 422 if form.errors else 200
    return render(request, "leagues/list.html", context, status=status)
