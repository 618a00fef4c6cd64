"""Show Start: choose the game of a new tour, or continue a draft (CP-APP-003)."""

from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tourmanager.accounts.requests import SignedIn
from tourmanager.tabletop.registry import part, room
from tourmanager.tours.contract import Lack, Offer, SetUp, set_ups
from tourmanager.tours.models import Draft
from tourmanager.tours.planning import drafts
from tourmanager.web.guard import page


class GameCard(NamedTuple):
    """A game as the page offers it."""

    key: str
    name: str
    offer: Offer
    lack: Lack | None


@page("tours:start")
def start(request: SignedIn) -> HttpResponse:
    """Offer the games of this server, and the user's drafts."""
    cards = [
        GameCard(key, str(room(key).name), set_up.offer, set_up.lack(request.user))
        for key, set_up in set_ups().items()
    ]
    context = {"cards": cards, "drafts": drafts.unfinished_of(request.user)}
    return render(request, "tours/start.html", context)


@page("tours:begin")
def begin(request: SignedIn, game: str) -> HttpResponse:
    """Begin a new tour of a game. Raises UnknownGame."""
    return part(game, SetUp).begin(request)


@page("tours:draft_delete")
def throw_away(request: SignedIn, row: Draft) -> HttpResponse:
    """Delete a draft of the user, of any game."""
    name = drafts.describe_draft(row).title
    row.delete()
    messages.info(
        request,
        _("The draft %(name)s is thrown away.") % {"name": name}
        if name
        else _("The draft is thrown away."),
    )
    return redirect("tours:start")


@page("tours:old_draft")
def old_address(request: SignedIn, row: Draft, step: str) -> HttpResponse:
    """Lead from the address that a draft had before each game had its own."""
    if step == "delete":
        return redirect_permanently(request, reverse("tours:draft_delete", args=[row.game, row.pk]))
    return redirect_permanently(
        request, f"{reverse('tours:begin', args=[row.game])}{row.pk}/{step}/"
    )


def redirect_permanently(request: HttpRequest, address: str) -> HttpResponse:
    """Redirect for good, with the query or form that was sent."""
    query = request.META.get("QUERY_STRING", "")
    return redirect(
        f"{address}?{query}" if query else address, permanent=True, preserve_request=True
    )
