"""Keep tours that are being set up: begun, listed, locked while they change, thrown away.

What a draft holds is known to the room of its game alone (`contract.SetUp`).
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext_lazy

from tourmanager.accounts.models import User
from tourmanager.accounts.requests import SignedIn
from tourmanager.tabletop.registry import UnknownGame, find_part, room
from tourmanager.tours.contract import SetUp
from tourmanager.tours.models import Draft, Tour

MOST_DRAFTS = 20  # of one user; the oldest of more is in the way of finding any
TOO_MANY = gettext_lazy(
    "You have %(most)s tours half set up. Throw one away before you start another."
)


class Unfinished(NamedTuple):
    """A draft as lists offer it: what it is called, what there is of it, where to go on."""

    title: str
    words: str
    address: str  # "" where nobody can go on with it here
    row: Draft


def unfinished(row: Draft) -> Unfinished:
    """Return the draft as lists offer it; one of an unknown game can only be thrown away."""
    name = row.data.get("name") if isinstance(row.data, dict) else ""
    title = str(name or "")
    try:
        set_up, game = find_part(row.game, SetUp), room(row.game).name
    except UnknownGame:
        return Unfinished(title, f"unknown game “{row.game}”", "", row)
    if set_up is None:
        return Unfinished(title, game, "", row)
    words = set_up.draft_words(row)
    return Unfinished(title, f"{game}, {words}" if words else game, set_up.draft_address(row), row)


def unfinished_of(user: User | AnonymousUser) -> list[Unfinished]:
    """Return the user's drafts, those changed last first."""
    return [unfinished(row) for row in Draft.objects.filter(owner=user.pk)]


def too_many(user: User | AnonymousUser) -> bool:
    """Tell whether the user has as many drafts as anybody needs."""
    return Draft.objects.filter(owner=user.pk).count() >= MOST_DRAFTS


def begin(request: SignedIn, game: str, data: object) -> Draft | None:
    """Keep a new draft of the user; None, with a message, where there are too many."""
    if too_many(request.user):
        messages.error(request, TOO_MANY % {"most": MOST_DRAFTS})
        return None
    return Draft.objects.create(owner=request.user, game=game, data=data)


def draft_page(game: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Give a view the owner's draft of that game, locked while it is changed.

    Two devices, or two taps, come one after the other.
    """

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @login_required
        @wraps(view)
        def page(request: SignedIn, pk: int, **kwargs: Any) -> HttpResponse:
            rows = Draft.objects.filter(owner=request.user, game=game)
            if request.method != "POST":
                return view(request, get_object_or_404(rows, pk=pk), **kwargs)
            with transaction.atomic():
                row = rows.select_for_update().filter(pk=pk).first()
                return view(request, row, **kwargs) if row else accepted(request)

        return page

    return decorate


def accepted(request: SignedIn) -> HttpResponse:
    """Lead to the tour that a draft became: who accepts it twice gets there all the same."""
    ending = request.POST.get("ending", "")
    if len(ending) == 12:
        tour = (
            Tour.objects.kept()
            .directed_by(request.user)
            .filter(slug__endswith=f"-{ending}")
            .first()
        )
        if tour:
            return redirect(tour)
    raise Http404
