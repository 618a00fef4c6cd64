"""Pages of accounts: signing in and out, making an account, one-time links, a new password."""

from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME, login, update_session_auth_hash
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from sesame.backends import ModelBackend as LinkBackend

from tourmanager.accounts import limits, second_step, sign_ins
from tourmanager.accounts.forms import SignInForm, SignUpForm
from tourmanager.accounts.models import User
from tourmanager.accounts.requests import SignedIn
from tourmanager.web.guard import page

PASSWORD_BACKEND = "django.contrib.auth.backends.ModelBackend"  # nosec B105 - a path
LINK_BACKEND = "sesame.backends.ModelBackend"


def asked_next(request: HttpRequest) -> str:
    """Return the page to open afterwards as it was asked for, which may be anything."""
    return request.POST.get(REDIRECT_FIELD_NAME, request.GET.get(REDIRECT_FIELD_NAME, ""))


def safe_next(request: HttpRequest) -> str:
    """Return the page to open afterwards: another page of this server, or the main menu."""
    address = asked_next(request)
    ours = url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    # a word without a slash could be the name of a view
    other = address.startswith("/") and address.partition("?")[0] != request.path
    return address if ours and other else resolve_url(settings.LOGIN_REDIRECT_URL)


class SignIn(LoginView):
    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {"sign_up_open": settings.SIGN_UP_OPEN}

    def get_success_url(self) -> str:
        return safe_next(self.request)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        user = form.get_user()
        if second_step.confirmed_step(user) is None:
            return super().form_valid(form)
        second_step.ask_for_code(self.request, user, timezone.now())
        query = urlencode({REDIRECT_FIELD_NAME: safe_next(self.request)})
        return redirect(f"{resolve_url('accounts:sign_in_code')}?{query}")

    def form_invalid(self, form: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=422)


class SignOut(LogoutView):
    """Sign out by POST only, as Django has it: a link in a mail signs nobody out."""


sign_in = page("accounts:sign_in")(SignIn.as_view())
sign_out = page("accounts:sign_out")(SignOut.as_view())


@page("accounts:sign_up")
@never_cache
@sensitive_post_parameters("password1", "password2")
def sign_up(request: HttpRequest) -> HttpResponse:
    if not settings.SIGN_UP_OPEN:
        return render(request, "accounts/sign_up_closed.html", status=403)
    if request.user.is_authenticated:
        return redirect(safe_next(request))
    form = SignUpForm(request.POST or None)
    if form.is_bound:
        limits.use(limits.SIGN_UP_FORMS, request)
    if form.is_valid():
        limits.use(limits.SIGN_UPS, request)
    if form.is_valid() and (user := form.save_if_free()):
        login(request, user, backend=PASSWORD_BACKEND)
        messages.success(
            request,
            _("Welcome, %(value)s. You can start a tour now.")
            % {"value": user.get_full_name() or user.username},
        )
        return redirect(safe_next(request))
    context = {
        "form": form,
        "next": asked_next(request),
    }
    return render(request, "accounts/sign_up.html", context, status=422 if form.is_bound else 200)


@page("accounts:link")
@never_cache
def link(request: HttpRequest) -> HttpResponse:
    """Sign in the user that a one-time link was made for. Asking whether it exists (HEAD) does not
    use it up. No second step is asked for: links come from whoever runs the server, who could turn
    it off.
    """
    if request.method == "HEAD":
        return HttpResponse()
    # Asked directly, not through authenticate(): a stale link is no password guess and must lock
    # nobody out.
    user = LinkBackend().authenticate(request, sesame=request.GET.get("sesame"))
    if user is not None and use_up_link(user):
        login(request, user, backend=LINK_BACKEND)
        return redirect(safe_next(request))
    # the page was loaded again, or kept as a bookmark: they are signed in already
    if request.user.is_authenticated:
        return redirect(safe_next(request))
    return render(request, "accounts/link_used.html", status=410)


def use_up_link(user: User) -> bool:
    """Use the link up: of two browsers that open it in the same moment, one gets in."""
    return bool(
        User.objects.filter(pk=user.pk, last_login=user.last_login).update(
            last_login=timezone.now()
        )
    )


@page("accounts:password")
@never_cache
@sensitive_post_parameters()
def password(request: SignedIn) -> HttpResponse:
    """Set a new password; a user who came in by link and has none sets their first."""
    user = request.user
    kind = PasswordChangeForm if user.has_usable_password() else SetPasswordForm
    form = kind(user, request.POST or None)
    if form.is_valid():
        form.save()
        # stays signed in here, is signed out elsewhere
        sign_ins.move_to_new_session(request, partial(update_session_auth_hash, request, user))
        sign_ins.end_others(request, user)
        messages.success(request, _("The new password is saved. Other devices are signed out."))
        return redirect("tours:menu")
    return render(
        request, "accounts/password.html", {"form": form}, status=422 if form.is_bound else 200
    )
