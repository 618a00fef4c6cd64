"""On which devices an account is signed in: noted at sign-in, listed and ended by its owner.

A `SignIn` stands beside the session of Django that it belongs to and is deleted with it, so a
device whose session is gone is not listed. When it was last seen is noted once in five minutes at
most: a process remembers what it has noted, and asks the database nothing for the requests between.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import DatabaseError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from tourmanager.accounts.devices import clean_user_agent, device_name
from tourmanager.accounts.models import SignIn, User
from tourmanager.web.shelf import Shelf

SEEN_EVERY = timedelta(minutes=5)  # how exact the last visit is
MOST_REMEMBERED = 5000  # sessions of which a process remembers when they were noted

_noted = Shelf[str, datetime](MOST_REMEMBERED)


class Device(NamedTuple):
    """A device on the list."""

    sign_in: SignIn
    name: str
    is_this: bool


def note_sign_in(request: HttpRequest, user: User, **_: Any) -> None:
    """Note that the user signed in on this device.

    Receives Django's signal, because that is sent wherever somebody signs in. Who signs in again on
    a device where they are signed in goes on with the same session.
    """
    now = timezone.now()
    if not request.session.session_key:
        request.session.save()
    agent = clean_user_agent(request.headers.get("User-Agent", ""))
    SignIn.objects.update_or_create(
        session_id=request.session.session_key,
        defaults={"user": user, "user_agent": agent, "at": now, "seen_at": now},
    )
    _noted.put(request.session.session_key or "", now)


def note_seen(session_key: str, now: datetime) -> None:
    """Note that a device was seen, unless that was noted a moment ago."""
    noted = _noted.find(session_key)
    if noted is not None and noted <= now < noted + SEEN_EVERY:
        return
    _noted.put(session_key, now)
    known = SignIn.objects.filter(session_id=session_key)
    # the answer is made: a database that is busy or away must not take it back
    with suppress(DatabaseError), transaction.atomic():
        # another process may have noted it; a clock that was set back is believed
        known.exclude(seen_at__gt=now - SEEN_EVERY, seen_at__lte=now).update(seen_at=now)


class SeenMiddleware:
    """Note when a signed-in device was last seen, once the answer is made."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        # An open page that hears of nothing new is no visit, so it never waits for others to have
        # written; and a database that cannot be reached is not asked again.
        is_visit = response.status_code != 204 and response.status_code < 500
        session = request.session
        # a session that no page asked for is not read for this
        if is_visit and session.accessed and session.session_key and SESSION_KEY in session:
            note_seen(session.session_key, timezone.now())
        return response


def list_devices(request: HttpRequest, user: User) -> list[Device]:
    """Return the devices on which the user is signed in, this one first, then as last seen."""
    if not SignIn.objects.filter(session_id=request.session.session_key).exists():
        # the administration's page for a new password gives the session another key
        note_sign_in(request, user)
    devices = [
        Device(sign_in, device_name(sign_in.user_agent), is_this(request, sign_in))
        for sign_in in SignIn.objects.of(user).select_related("session")
        if _is_valid(sign_in.session, user)
    ]
    return sorted(devices, key=lambda device: not device.is_this)


def is_this(request: HttpRequest, sign_in: SignIn) -> bool:
    return sign_in.session_id == request.session.session_key


def end(sign_in: SignIn) -> None:
    """Sign the device out: at its next request it is nobody's."""
    Session.objects.filter(pk=sign_in.session_id).delete()


def end_others(request: HttpRequest, user: User) -> int:
    """Sign out all devices but this one, and return how many were signed in."""
    others = [device for device in list_devices(request, user) if not device.is_this]
    keys = SignIn.objects.of(user).values_list("session_id", flat=True)
    # in Python: what is deleted must not be asked for in the same statement
    Session.objects.filter(pk__in=set(keys) - {request.session.session_key}).delete()
    return len(others)


def move_to_new_session(request: HttpRequest, change_key: Callable[[], None]) -> None:
    """Let the session get a new key, and keep for it when and where the user signed in."""
    sign_in = SignIn.objects.filter(session_id=request.session.session_key).first()
    change_key()
    if sign_in is not None:
        sign_in.pk, sign_in.session_id = None, request.session.session_key or ""
        sign_in.save(force_insert=True)


def _is_valid(session: Session, user: User) -> bool:
    """Return False for a session that began under another password: it opens nothing any more."""
    found = session.get_decoded().get(HASH_SESSION_KEY, "")
    current = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
    return any(constant_time_compare(found, each) for each in current)
