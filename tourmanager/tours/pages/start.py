"""Start: which game a new tour is of, and the drafts there are (CP-APP-003)."""

from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tourmanager.accounts.requests import SignedIn
from tourmanager.tabletop.registry import part, room
from tourmanager.tours.contract import Lack, Offer, SetUp, set_ups
from tourmanager.tours.models import Draft
from tourmanager.tours.planning import drafts


class GameCard(NamedTuple):
    """A game as the page offers it."""

    key: str
    name: str
    offer: Offer
    lack: Lack | None


@login_required
@require_safe
def start(request: SignedIn) -> HttpResponse:
    """Offer the games of this server, and the user's drafts."""
    cards = [
        GameCard(key, room(key).name, set_up.offer, set_up.lack(request.user))
        for key, set_up in set_ups().items()
    ]
    context = {"cards": cards, "drafts": drafts.unfinished_of(request.user)}
    return render(request, "tours/start.html", context)


@login_required
def begin(request: SignedIn, game: str) -> HttpResponse:
    """Begin a new tour of a game. Raises UnknownGame."""
    return part(game, SetUp).begin(request)


@login_required
@require_POST
def throw_away(request: SignedIn, game: str, pk: int) -> HttpResponse:
    """Delete a draft of the user, of whatever game."""
    row = get_object_or_404(Draft, pk=pk, game=game, owner=request.user)
    name = drafts.unfinished(row).title
    row.delete()
    messages.info(
        request,
        _("The draft %(name)s is thrown away.") % {"name": name}
        if name
        else _("The draft is thrown away."),
    )
    return redirect("tours:start")


@login_required
def old_address(request: SignedIn, pk: int, step: str) -> HttpResponse:
    """Lead from the address that a draft had before each game had its own."""
    row = Draft.objects.filter(pk=pk, owner=request.user).first()
    if row is None:
        return drafts.accepted(request)
    if step == "delete":
        return moved(request, reverse("tours:draft_delete", args=[row.game, pk]))
    return moved(request, f"{reverse('tours:begin', args=[row.game])}{pk}/{step}/")


def moved(request: HttpRequest, address: str) -> HttpResponse:
    """Redirect for good, with whatever was sent."""
    query = request.META.get("QUERY_STRING", "")
    return redirect(
        f"{address}?{query}" if query else address, permanent=True, preserve_request=True
    )
