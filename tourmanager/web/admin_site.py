"""The administration as a site: behaviour that all of its pages share, whichever app registers
them.

Addresses of lists may be written by hand, and Django rejects only some look-ups that make no sense;
others fail when the database is asked (year 99999, a number too large, a broken regular
expression). Here they all lead to the whole list.
"""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from axes.apps import AppConfig as AxesConfig
from django.conf import settings
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.admin.apps import AdminConfig
from django.contrib.admin.views.main import ERROR_FLAG
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.core.exceptions import FieldError
from django.db import DatabaseError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.template.response import SimpleTemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.web.access import ANYONE, SIGNED_IN, STAFF, Answer, Page, Subject
from tourmanager.web.errors import error_page
from tourmanager.web.guarded import ADMIN, mark

logger = logging.getLogger(__name__)
WHOLE_LIST = f"?{ERROR_FLAG}=1"
WORDS = gettext_lazy(
    "This address asks for something that cannot be looked up, so the whole list is shown."
)
LOOK_UP_FAILED = (ValueError, TypeError, OverflowError, LookupError, FieldError, DatabaseError)


class Administration(Subject[None]):
    """Django's administration: it guards its pages itself, and leads others to its own page for
    signing in.
    """

    words = "administration"
    roles = ANYONE | SIGNED_IN | STAFF
    denied = Answer.SIGN_IN


class AdministrationEntrance(Administration):
    """Its address for signing in, which leads to the app's own page: one place asks for passwords
    and second steps.
    """

    denied = Answer.REFUSED


PAGES = {
    "admin:login": Page(AdministrationEntrance(), look=STAFF),
    ADMIN: Page(
        Administration(),
        look=STAFF,
        send=STAFF,
        note="each page asks for permissions on its model too",
    ),
}

View = Callable[..., HttpResponse]


class TourManagerSite(AdminSite):
    site_header = site_title = "Tour Manager"
    index_title = "Administration"
    empty_value_display = "–"

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        return mark(ADMIN)(super().admin_view(falling_back_to_whole_list(view), cacheable))

    @mark("admin:login")
    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        index = reverse("admin:index")
        if self.has_permission(request):
            return HttpResponseRedirect(index)
        if request.user.is_authenticated:
            return error_page(
                request,
                status=403,
                title=_("Only for administrators"),
                detail=_(
                    "You are signed in, but this account may not open the administration. Sign out,"
                    " then sign in with one that may."
                ),
            )
        query = urlencode({REDIRECT_FIELD_NAME: request.GET.get(REDIRECT_FIELD_NAME) or index})
        return HttpResponseRedirect(f"{resolve_url(settings.LOGIN_URL)}?{query}")


def falling_back_to_whole_list(view: View) -> View:
    """Wrap a view: a list that fails on the look-ups in its address leads to the whole list.

    Without look-ups, or when the whole list fails too, the failure is ours and stays one.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        match = request.resolver_match
        is_list = match is not None and (match.url_name or "").endswith("_changelist")
        if not is_list or not request.GET or ERROR_FLAG in request.GET:
            return view(request, *args, **kwargs)
        try:
            # on PostgreSQL a failed look-up spoils the transaction it stands in
            with transaction.atomic():
                response = view(request, *args, **kwargs)
                if isinstance(response, SimpleTemplateResponse):
                    response.render()  # some look-ups are asked only now
        except LOOK_UP_FAILED as failure:
            logger.warning("%s: a look-up failed", request.path, exc_info=failure)
            response = HttpResponseRedirect(request.path + WHOLE_LIST)
        if isinstance(response, HttpResponseRedirect) and response.url == request.path + WHOLE_LIST:
            messages.warning(request, WORDS)
        return response

    return wrapped


class AdministrationConfig(AdminConfig):
    default_site = "tourmanager.web.admin_site.TourManagerSite"


class SignInAttemptsConfig(AxesConfig):  # type: ignore[misc]  # axes brings no types
    """The app django-axes under a name that says what its section of the administration shows."""

    verbose_name = "Sign-in attempts"
