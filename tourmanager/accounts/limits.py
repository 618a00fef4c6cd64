"""Limits on how often something may be done from one address or under one account, so that nobody
tries passwords, links or accounts without end.

A whole club sits behind one router and has one address: limits are wide enough for thirty people in
one evening, and successes (a right password, a link that exists) do not count. Taps and answers
have no limit. Counts are kept in the database, so that several processes share them. What happens
often, as requests of the API, is counted there by several at once: a process takes some in advance
and spends them in its memory.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Literal, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from tourmanager.accounts.models import UseCount, User
from tourmanager.web.addresses import visitor_network
from tourmanager.web.errors import error_page
from tourmanager.web.requests import is_api
from tourmanager.web.shelf import Shelf

KEPT = timedelta(days=1)  # longer than any limit looks back


@dataclass(frozen=True)
class Limit:
    """At most `most` uses within `minutes`; then the count starts again. `words` say why it is
    refused.
    """

    key: str
    most: int
    minutes: int
    words: str | Promise
    per: Literal["address", "account", "token"] = "address"
    at_once: int = 1  # how many uses a process takes in advance

    @property
    def within(self) -> timedelta:
        return timedelta(minutes=self.minutes)


class TooMany(Exception):
    """A limit is reached; nothing was done. `wait` is how many seconds it still lasts."""

    def __init__(self, limit: Limit, since: datetime, now: datetime) -> None:
        super().__init__(str(limit.words))
        self.wait = ceil((since + limit.within - now).total_seconds())


WRONG_PASSWORDS = Limit(
    "password", 35, 15, gettext_lazy("Too many wrong passwords came from your network.")
)
# Of six digits three are right at a time: so many guesses find one in years.
WRONG_CODES = Limit(
    "code",
    10,
    60,
    gettext_lazy("Too many wrong codes or passwords were entered for this account."),
    per="account",
)
PASSKEY_SIGN_INS = Limit(
    "passkey",
    150,
    15,
    gettext_lazy("Your network has tried to sign in with passkeys too often."),
)
SIGN_UPS = Limit(
    "sign-up", 40, 180, gettext_lazy("Too many accounts have been made from your network.")
)
SIGN_UP_FORMS = Limit(
    "sign-up-form", 150, 60, gettext_lazy("Your network has sent the sign-up form too often.")
)
WRONG_LINKS = Limit(
    "link", 60, 15, gettext_lazy("Your network has opened too many wrong links to seats.")
)
UPLOADS = Limit(
    "upload",
    60,
    10,
    gettext_lazy("You have sent too many files in a short time."),
    per="account",
)
UPLOADS_FROM_ADDRESS = Limit(
    "upload-from", 240, 10, gettext_lazy("Your network has sent too many files.")
)
TALK_LINES = Limit(
    "talk", 300, 5, gettext_lazy("Your network has written too many lines in talk boxes.")
)
API_REQUESTS = Limit(
    "api",
    1200,
    1,
    gettext_lazy("Too many requests came from your network."),
    at_once=30,
)
API_WRITES = Limit(
    "api-write",
    300,
    1,
    gettext_lazy("This token has been used to record too often."),
    per="token",
    at_once=10,
)
MOST_IN_ADVANCE = 5000  # visitors for whom a process has taken uses


class Advance(NamedTuple):
    """Uses that were counted in the database already, and the time in which they may be spent."""

    since: datetime
    until: datetime
    left: int


_advances = Shelf[tuple[str, str], Advance](MOST_IN_ADVANCE)


def use(limit: Limit, request: HttpRequest, account: User | None = None) -> None:
    """Count one use. Raises TooMany, and counts nothing, where the limit is reached.

    `account` is that of somebody who is just signing in.
    """
    now, who = timezone.now(), _who(limit, request, account)
    key = limit.key, who
    taken = _advances.take(key) if limit.at_once > 1 else None
    if taken is None or not taken.left or not taken.since <= now < taken.until:
        taken = _take(limit, who, now)
    if taken.left > 1:
        _advances.put(key, taken._replace(left=taken.left - 1))


def _take(limit: Limit, who: str, now: datetime) -> Advance:
    """Count as many uses as are taken at once, or as many as are left. Raises TooMany."""
    for _ in range(2):  # again where another process began the same count in this moment
        with transaction.atomic():
            if row := _count(limit, who).select_for_update().first():
                # the time is over, or the clock was set back
                if abs(now - row.since) >= limit.within:
                    row.since, row.count = now, 0
                if row.count >= limit.most:
                    raise TooMany(limit, row.since, now)
                count = min(limit.at_once, limit.most - row.count)
                row.count += count
                row.save(update_fields=["since", "count"])
                return Advance(row.since, row.since + limit.within, count)
        with suppress(IntegrityError), transaction.atomic():
            UseCount.objects.filter(since__lt=now - KEPT).delete()
            count = min(limit.at_once, limit.most)
            UseCount.objects.create(limit=limit.key, who=who, since=now, count=count)
            return Advance(now, now + limit.within, count)
    return Advance(now, now, 0)


def give_back(limit: Limit, request: HttpRequest, account: User | None = None) -> None:
    """Take back the last counted use."""
    _count(limit, _who(limit, request, account)).filter(count__gt=0).update(count=F("count") - 1)


def use_upload(request: HttpRequest) -> None:
    """Count a file that was sent, whatever is in it. Raises TooMany."""
    use(UPLOADS, request)
    use(UPLOADS_FROM_ADDRESS, request)


def _count(limit: Limit, who: str) -> QuerySet[UseCount]:
    return UseCount.objects.filter(limit=limit.key, who=who)


def _who(limit: Limit, request: HttpRequest, account: User | None) -> str:
    match limit.per:
        case "account":
            return f"user {(account or request.user).pk}"  # not shown
        case "token":
            return f"token {request.token.pk}"  # type: ignore[attr-defined]  # not shown
    return visitor_network(request)


class LimitMiddleware:
    """Answer with a page that says which limit is reached and how long to wait."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, TooMany):
            return None
        minutes = ceil(exception.wait / 60)
        wait = ngettext(
            "Wait %(minutes)s minute, then try again.",
            "Wait %(minutes)s minutes, then try again.",
            minutes,
        ) % {"minutes": minutes}
        signed_in = (
            "" if is_api(request) else gettext("Devices that are signed in are not affected.")
        )
        detail = gettext("%(exception)s Nothing was changed. %(wait)s %(signed_in)s") % {
            "exception": exception,
            "wait": wait,
            "signed_in": signed_in,
        }
        detail = detail.strip()
        page = error_page(request, status=429, title=gettext("Too many tries"), detail=detail)
        page["Retry-After"] = str(exception.wait)
        return page
