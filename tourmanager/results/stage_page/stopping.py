"""Answers that stop the page of a stage: it belongs to another account or another history."""

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext_lazy as _

from tourmanager.web.errors import error_page

STOPPED = "X-Stopped"  # says why the request was not handled
ACCOUNT, HISTORY = "account", "history"
STOPPED_WORDS = {
    ACCOUNT: _("Somebody else is signed in on this device now. Nothing was changed."),
    HISTORY: _(
        "The server was restored from a backup since this page was loaded. Nothing was changed."
        " Load the page again."
    ),
}


def stop_page(request: HttpRequest, why: str) -> HttpResponse:
    """Answer that the request was not handled and why: the page keeps its taps and tells the
    user."""
    response = error_page(
        request,
        status=403 if why == ACCOUNT else 409,
        title=str(_("Not saved")),
        detail=str(STOPPED_WORDS[why]),
    )
    response[STOPPED] = why
    patch_cache_control(response, no_store=True)
    return response


def is_other_account(request: HttpRequest, fields: QueryDict) -> bool:
    """Return True when the page was made for another account than is signed in now. Pages of older
    versions do not say.
    """
    account = fields.get("account", "")
    return bool(account) and account != getattr(request.user, "device_key", "")
