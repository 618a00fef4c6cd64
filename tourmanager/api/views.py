"""The account's page of tokens: they are made, listed and revoked there."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tourmanager.accounts.requests import SignedIn
from tourmanager.api import tokens
from tourmanager.api.forms import TokenForm
from tourmanager.api.models import Token
from tourmanager.web.guard import page

MOST_LISTED = 100


@page("api:tokens")
@never_cache
def list_tokens(request: SignedIn) -> HttpResponse:
    """List the user's tokens, and make one. Its text is in this one answer and nowhere else."""
    now, text = timezone.now(), ""
    form = TokenForm(request.POST or None, user=request.user)
    if form.is_valid() and tokens.usable(now).filter(user=request.user).count() >= tokens.MOST:
        form.add_error(
            None,
            _("You have %(most)s tokens that can be used. Revoke one first.")
            % {"most": tokens.MOST},
        )
    if form.is_bound and form.is_valid():
        _token, text = tokens.make_token(
            user=request.user,
            name=form.cleaned_data["name"],
            tour=form.cleaned_data["tour"],
            lasts=form.lasts,
            at=now,
        )
        form = TokenForm(user=request.user)
    rows = Token.objects.filter(user=request.user).select_related("tour")[:MOST_LISTED]
    context = {"form": form, "text": text, "now": now, "rows": rows}
    return render(request, "api/tokens.html", context, status=422 if form.is_bound else 200)


@page("api:revoke")
def revoke(request: SignedIn, token: Token) -> HttpResponse:
    tokens.revoke(token, at=timezone.now())
    messages.success(
        request, _("“%(name)s” is revoked: nothing can be recorded with it.") % {"name": token.name}
    )
    return redirect("api:tokens")
