"""The second step of signing in: the page that asks for the code, and the account's page where it
is turned on and off.
"""

from django.contrib import messages
from django.contrib.auth import login
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from tourmanager.accounts import limits, second_step
from tourmanager.accounts.forms import AppCodeForm, ConfirmForm, EitherCodeForm, RecoveryCodeForm
from tourmanager.accounts.models import SecondStep
from tourmanager.accounts.requests import SignedIn
from tourmanager.accounts.views import PASSWORD_BACKEND, asked_next, safe_next
from tourmanager.web.guard import page
from tourmanager.web.qr import qr_svg


@page("accounts:sign_in_code")
@never_cache
@sensitive_post_parameters("code")
def sign_in_code(request: HttpRequest) -> HttpResponse:
    """Ask for the code after the right password, and sign in."""
    if request.user.is_authenticated:
        return redirect(safe_next(request))
    now = timezone.now()
    pending = second_step.find_pending(request, now)
    if pending is None:
        return render(request, "accounts/code_expired.html", status=410)
    recovering = "recover" in request.POST
    app_form = AppCodeForm(None if recovering else request.POST or None)
    recovery_form = RecoveryCodeForm(request.POST if recovering else None)
    form = recovery_form if recovering else app_form
    if form.is_valid():
        code = form.cleaned_data["code"]
        accepted = second_step.use_code(pending.step, code, request=request, at=now)
        if accepted:
            second_step.forget_pending(request)
            login(request, pending.user, backend=PASSWORD_BACKEND)
            if accepted is second_step.Accepted.RECOVERY_CODE:
                left = pending.user.recovery_codes.count()
                messages.warning(request, second_step.recovery_words(left))
            return redirect(safe_next(request))
        form.add_wrong_code()
    context = {
        "app_form": app_form,
        "recovery_form": recovery_form,
        "recovering": recovering,
        "name": pending.user.get_username(),
        "next": asked_next(request),
    }
    status = 422 if form.is_bound else 200
    return render(request, "accounts/sign_in_code.html", context, status=status)


@page("accounts:second_step")
@never_cache
def manage(request: SignedIn) -> HttpResponse:
    return _show(request)


@page("accounts:second_step_begin")
def begin(request: SignedIn) -> HttpResponse:
    second_step.begin(request.user)
    return redirect("accounts:second_step")


@page("accounts:second_step_cancel")
def cancel(request: SignedIn) -> HttpResponse:
    second_step.cancel(request.user)
    return redirect("accounts:second_step")


@page("accounts:second_step_confirm")
@never_cache
@sensitive_post_parameters()
def confirm(request: SignedIn) -> HttpResponse:
    """Turn the second step on with its first code."""
    step = second_step.find_step(request.user)
    if step is None or step.confirmed_at:
        return redirect("accounts:second_step")
    form = ConfirmForm(request.POST, user=request.user)
    limits.use(limits.WRONG_CODES, request)
    if form.is_valid():
        codes = second_step.confirm(step, form.cleaned_data["code"], timezone.now())
        if codes:
            limits.give_back(limits.WRONG_CODES, request)
            return _show_codes(request, codes, _("The second step is on."))
        form.add_wrong_code()
    return _show(request, confirm_form=form)


@page("accounts:second_step_off")
@sensitive_post_parameters()
def turn_off(request: SignedIn) -> HttpResponse:
    step = second_step.confirmed_step(request.user)
    if step is None:
        return redirect("accounts:second_step")
    form = EitherCodeForm(request.POST)
    if not _is_right(request, form, step):
        return _show(request, off_form=form)
    second_step.turn_off(request.user)
    messages.success(request, _("The second step is off: your password is enough to sign in."))
    return redirect("accounts:second_step")


@page("accounts:recovery_codes")
@never_cache
@sensitive_post_parameters()
def new_recovery_codes(request: SignedIn) -> HttpResponse:
    """Replace the recovery codes and show the new ones, in this one answer."""
    step = second_step.confirmed_step(request.user)
    if step is None:
        return redirect("accounts:second_step")
    form = EitherCodeForm(request.POST, auto_id="new_%s")
    if not _is_right(request, form, step):
        return _show(request, codes_form=form)
    codes = second_step.make_recovery_codes(request.user)
    return _show_codes(request, codes, _("Your older recovery codes do not work any more."))


def _is_right(request: SignedIn, form: EitherCodeForm, step: SecondStep) -> bool:
    """Use up the code of the form; put the error on it where it is wrong."""
    if not form.is_valid():
        return False
    code = form.cleaned_data["code"]
    if second_step.use_code(step, code, request=request, at=timezone.now()):
        return True
    form.add_wrong_code()
    return False


def _show(request: SignedIn, **forms: Form) -> HttpResponse:
    """Show the account's second step as it stands: off, to be confirmed, or on."""
    step = second_step.find_step(request.user)
    context: dict[str, object] = {"step": step}
    if step and not step.confirmed_at:
        context |= {
            "confirm_form": ConfirmForm(user=request.user),
            "qr": qr_svg(second_step.address_for_app(step)),
            "secret": second_step.readable_secret(step),
        }
    elif step:
        context |= {
            "off_form": EitherCodeForm(),
            "codes_form": EitherCodeForm(auto_id="new_%s"),
            "codes_left": request.user.recovery_codes.count(),
        }
    status = 422 if forms else 200
    return render(request, "accounts/second_step.html", context | forms, status=status)


def _show_codes(request: SignedIn, codes: list[str], words: str) -> HttpResponse:
    context = {"codes": codes, "words": words}
    return render(request, "accounts/recovery_codes.html", context)
