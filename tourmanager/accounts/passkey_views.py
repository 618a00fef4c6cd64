"""Passkeys: the account's page where they are added and removed, and signing in with one.

`static/js/passkeys.js` asks the browser for them; it gets what the browser needs as JSON, and sends
what the browser answers as a field of an ordinary form.
"""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from tourmanager.accounts import limits, passkeys, second_step
from tourmanager.accounts.forms import PasskeyForm, SignInForm
from tourmanager.accounts.models import Passkey
from tourmanager.accounts.passkeys import PasskeyRefused
from tourmanager.accounts.requests import SignedIn
from tourmanager.accounts.views import PASSWORD_BACKEND, asked_next, safe_next
from tourmanager.web.errors import api_error
from tourmanager.web.guard import page


@page("accounts:passkeys")
@never_cache
def list_passkeys(request: SignedIn) -> HttpResponse:
    return _show(request)


@page("accounts:passkey_options")
@never_cache
@sensitive_post_parameters("password")
def options(request: SignedIn) -> HttpResponse:
    """Check name and password, and tell the script what passkey to ask for."""
    form = PasskeyForm(request.POST, user=request.user)
    limits.use(limits.WRONG_CODES, request)
    if "password" not in form.errors:
        limits.give_back(limits.WRONG_CODES, request)
    if not form.is_valid():
        first = next(iter(form.errors.values()))[0]
        return api_error(422, str(first))
    name = form.cleaned_data["name"]
    try:
        return JsonResponse(
            passkeys.begin_adding(request, user=request.user, name=name, at=timezone.now())
        )
    except PasskeyRefused as refused:
        return api_error(422, str(refused))


@page("accounts:passkey_add")
@never_cache
def add(request: SignedIn) -> HttpResponse:
    try:
        passkey = passkeys.add(
            request,
            user=request.user,
            answer=request.POST.get("answer", ""),
            at=timezone.now(),
        )
    except PasskeyRefused as refused:
        return _show(request, trouble=str(refused))
    messages.success(
        request, _("You can sign in with the passkey “%(name)s” now.") % {"name": passkey.name}
    )
    return redirect("accounts:passkeys")


@page("accounts:remove_passkey")
def remove(request: SignedIn, passkey: Passkey) -> HttpResponse:
    passkey.delete()
    messages.success(
        request,
        _("“%(name)s” is removed: nobody can sign in with it any more.") % {"name": passkey.name},
    )
    return redirect("accounts:passkeys")


@page("accounts:passkey_challenge")
@never_cache
def challenge(request: HttpRequest) -> HttpResponse:
    """Tell the script of the sign-in page what to ask the browser for."""
    limits.use(limits.PASSKEY_SIGN_INS, request)
    try:
        return JsonResponse(passkeys.begin_signing_in(request, timezone.now()))
    except PasskeyRefused as refused:
        return api_error(422, str(refused))


@page("accounts:passkey_sign_in")
@never_cache
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in with a passkey, which is both steps at once. Who opens the address again, as after
    a refusal, finds the sign-in page.
    """
    if request.user.is_authenticated:
        return redirect(safe_next(request))
    if request.method != "POST":
        return _show_sign_in(request)
    answer = request.POST.get("answer", "")
    try:
        user = passkeys.find_user(request, answer=answer, at=timezone.now())
    except PasskeyRefused as refused:
        return _show_sign_in(request, str(refused))
    second_step.forget_pending(request)
    login(request, user, backend=PASSWORD_BACKEND)
    limits.give_back(limits.PASSKEY_SIGN_INS, request)
    return redirect(safe_next(request))


def _show_sign_in(request: HttpRequest, trouble: str = "") -> HttpResponse:
    context = {
        "form": SignInForm(request),
        "next": asked_next(request),
        "sign_up_open": settings.SIGN_UP_OPEN,
        "trouble": trouble,
    }
    return render(request, "accounts/sign_in.html", context, status=422 if trouble else 200)


def _show(request: SignedIn, trouble: str = "") -> HttpResponse:
    context = {
        "form": PasskeyForm(user=request.user),
        "rows": request.user.passkeys.all(),
        "trouble": trouble,
    }
    return render(request, "accounts/passkeys.html", context, status=422 if trouble else 200)
