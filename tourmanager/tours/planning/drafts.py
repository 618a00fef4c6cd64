"""Keep tours that are being set up: begun, listed, locked while they change, deleted.

Only the room of its game knows what a draft holds (`contract.SetUp`).
"""

from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, gettext_lazy

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
    """A draft as lists offer it: its name, how far it has come, where to continue."""

    title: str
    words: str
    address: str  # "" where nobody can go on with it here
    row: Draft


def describe_draft(row: Draft) -> Unfinished:
    """Return the draft as lists offer it; one of an unknown game can only be deleted."""
    name = row.data.get("name") if isinstance(row.data, dict) else ""
    title = str(name or "")
    try:
        set_up, game = find_part(row.game, SetUp), str(room(row.game).name)
    except UnknownGame:
        words = gettext("unknown game “%(game)s”") % {"game": row.game}
        return Unfinished(title, words, "", row)
    if set_up is None:
        return Unfinished(title, game, "", row)
    words = set_up.draft_words(row)
    return Unfinished(title, f"{game}, {words}" if words else game, set_up.draft_address(row), row)


def unfinished_of(user: User | AnonymousUser) -> list[Unfinished]:
    """Return the user's drafts, those changed last first."""
    return [describe_draft(row) for row in Draft.objects.filter(owner=user.pk)]


def too_many(user: User | AnonymousUser) -> bool:
    """Return True when the user has as many drafts as anybody needs."""
    return Draft.objects.filter(owner=user.pk).count() >= MOST_DRAFTS


def begin(request: SignedIn, game: str, data: object) -> Draft | None:
    """Keep a new draft of the user; None, with a message, where there are too many."""
    if too_many(request.user):
        messages.error(request, TOO_MANY % {"most": MOST_DRAFTS})
        return None
    return Draft.objects.create(owner=request.user, game=game, data=data)


def redirect_to_tour(request: HttpRequest) -> HttpResponse:
    """Redirect to the tour that a draft became, also when it is accepted twice."""
    ending = request.POST.get("ending", "")
    if len(ending) == 12:
        tour = (
            Tour.objects.not_erased()
            .directed_by(request.user)
            .filter(slug__endswith=f"-{ending}")
            .first()
        )
        if tour:
            return redirect(tour)
    raise Http404
