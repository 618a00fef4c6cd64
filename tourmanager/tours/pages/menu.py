"""Show the main menu: Start, Load, Personalise (CP-APP-001), to everybody."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tourmanager.riders.models import Team
from tourmanager.tours.contract import set_ups
from tourmanager.tours.models import Tour
from tourmanager.tours.planning import drafts
from tourmanager.web.guard import page

SHOWN = 8  # of each list; the rest is on the page Load


@page("tours:menu")
def menu(request: HttpRequest) -> HttpResponse:
    present = Tour.objects.not_erased().filter(archived_at=None).with_progress()
    if request.user.is_authenticated:
        unfinished = drafts.unfinished_of(request.user)[:SHOWN]
        mine = list(present.filter(directors=request.user)[:SHOWN])
        others = list(present.filter(listed=True).exclude(directors=request.user)[:SHOWN])
    else:
        unfinished, mine, others = [], [], list(present.filter(listed=True)[:SHOWN])
    user = request.user if request.user.is_authenticated else None
    lacks = [set_up.lack(user) for set_up in set_ups().values()]
    context = {
        "lacks": [lack for lack in lacks if lack],
        "startable": None in lacks,
        "any_teams": Team.objects.exists(),
        "drafts": unfinished,
        "mine": mine,
        "others": others,
        "sign_up_open": settings.SIGN_UP_OPEN,
    }
    return render(request, "menu.html", context)
