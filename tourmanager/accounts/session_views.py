"""The account's page of devices on which it is signed in."""

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from tourmanager.accounts import sign_ins
from tourmanager.accounts.devices import device_name
from tourmanager.accounts.models import SignIn
from tourmanager.accounts.requests import SignedIn
from tourmanager.web.guard import page


@page("accounts:sessions")
@never_cache
def sessions(request: SignedIn) -> HttpResponse:
    devices = sign_ins.list_devices(request, request.user)
    return render(request, "accounts/sessions.html", {"devices": devices})


@page("accounts:end_session")
def end(request: SignedIn, sign_in: SignIn) -> HttpResponse:
    if sign_ins.is_this(request, sign_in):
        logout(request)
        return redirect("tours:menu")
    sign_ins.end(sign_in)
    messages.success(
        request, _("%(device)s is signed out.") % {"device": device_name(sign_in.user_agent)}
    )
    return redirect("accounts:sessions")


@page("accounts:end_other_sessions")
def end_others(request: SignedIn) -> HttpResponse:
    count = sign_ins.end_others(request, request.user)
    messages.success(
        request,
        ngettext(
            "%(count)s other device is signed out.",
            "%(count)s other devices are signed out.",
            count,
        )
        % {"count": count},
    )
    return redirect("accounts:sessions")
