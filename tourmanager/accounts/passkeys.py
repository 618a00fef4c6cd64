"""Passkeys: a device makes a pair of keys for one account at one address, and signs in with it.

The device asks for finger, face or PIN before it uses the key, so a passkey is both steps at once.
Each ceremony answers a challenge that stands in the session for five minutes and counts once.
Browsers offer passkeys on HTTPS and at localhost alone, and only where the address is a name.
"""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from ipaddress import ip_address
from typing import Any, TypeVar

from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, options_to_json_dict
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from tourmanager.accounts.models import Passkey, User

MOST = 20  # of an account
SITE = "Tour Manager"  # as devices show it
TIME_TO_ANSWER = timedelta(minutes=5)
ADDING, SIGNING_IN = "passkey-adding", "passkey-signing-in"  # the session's keys

Verified = TypeVar("Verified")


class PasskeyRefused(Exception):
    """The passkey cannot be added or used; the text says why, for its user."""


def begin_adding(request: HttpRequest, *, user: User, name: str, at: datetime) -> dict[str, Any]:
    """Return what the browser needs to make a passkey of that name. Raises PasskeyRefused."""
    known = Passkey.objects.filter(user=user)
    if known.count() >= MOST:
        raise PasskeyRefused(
            _("You have %(most)s passkeys. Remove one first.") % {"most": MOST},
        )
    host = _host(request)
    options = generate_registration_options(
        rp_id=host,
        rp_name=SITE,
        user_id=_user_handle(user),
        user_name=user.get_username(),
        user_display_name=user.get_full_name() or user.get_username(),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(base64url_to_bytes(passkey.credential))
            for passkey in known.filter(host=host)
        ],
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,  # so that no name has to be typed
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
    )
    _remember(request, ADDING, options.challenge, at, name=name)
    return options_to_json_dict(options)


def add(request: HttpRequest, *, user: User, answer: str, at: datetime) -> Passkey:
    """Store the passkey that the device made. Raises PasskeyRefused."""
    asked = _take(request, ADDING, at)
    host = _host(request)
    made = _verified(
        lambda: verify_registration_response(
            credential=answer,
            expected_challenge=base64url_to_bytes(asked["challenge"]),
            expected_rp_id=host,
            expected_origin=_origin(request),
            require_user_verification=True,
        )
    )
    credential = bytes_to_base64url(made.credential_id)
    passkey, is_new = Passkey.objects.get_or_create(
        credential=credential,
        defaults={
            "user": user,
            "name": asked["name"],
            "host": host,
            "public_key": made.credential_public_key,
            "sign_count": made.sign_count,
            "created_at": at,
        },
    )
    if not is_new:
        raise PasskeyRefused(_("This passkey has been added already."))
    return passkey


def begin_signing_in(request: HttpRequest, at: datetime) -> dict[str, Any]:
    """Return what the browser needs to use any passkey that the device has for this address.
    Raises PasskeyRefused.
    """
    options = generate_authentication_options(
        rp_id=_host(request), user_verification=UserVerificationRequirement.REQUIRED
    )
    _remember(request, SIGNING_IN, options.challenge, at)
    return options_to_json_dict(options)


def find_user(request: HttpRequest, *, answer: str, at: datetime) -> User:
    """Return the user whose passkey answered. Raises PasskeyRefused."""
    asked = _take(request, SIGNING_IN, at)
    credential, handle = _named_in(answer)
    known = Passkey.objects.select_related("user").filter(credential=credential)
    passkey = known.filter(user__is_active=True).first()
    if passkey is None:
        raise PasskeyRefused(
            _("This passkey is not known here: it was removed. Sign in with your password.")
        )
    if handle is not None and not constant_time_compare(handle, _user_handle(passkey.user)):
        raise _not_right()
    used = _verified(
        lambda: verify_authentication_response(
            credential=answer,
            expected_challenge=base64url_to_bytes(asked["challenge"]),
            expected_rp_id=_host(request),
            expected_origin=_origin(request),
            credential_public_key=bytes(passkey.public_key),
            credential_current_sign_count=passkey.sign_count,
            require_user_verification=True,
        )
    )
    Passkey.objects.filter(pk=passkey.pk).update(sign_count=used.new_sign_count, used_at=at)
    return passkey.user


def _named_in(answer: str) -> tuple[str, bytes | None]:
    """Return which passkey and which user an answer names; nothing of it is checked yet."""

    def read() -> tuple[str, bytes | None]:
        found = json.loads(answer)
        handle = found["response"].get("userHandle")
        return str(found["id"]), base64url_to_bytes(handle) if handle else None

    return _verified(read)


def _verified(check: Callable[[], Verified]) -> Verified:
    """Return what was checked. Whatever an answer makes the check stumble over, it is refused: a
    forged one can hold anything, and libraries for keys fail in many ways.
    """
    try:
        return check()
    except Exception as failure:
        raise _not_right() from failure


def _not_right() -> PasskeyRefused:
    return PasskeyRefused(
        _("The passkey could not be checked. Try again, or sign in with your password.")
    )


# -- the challenge


def _remember(request: HttpRequest, key: str, challenge: bytes, at: datetime, **more: str) -> None:
    asked = {"challenge": bytes_to_base64url(challenge), "at": at.timestamp()}
    request.session[key] = asked | more


def _take(request: HttpRequest, key: str, at: datetime) -> dict[str, Any]:
    """Return what was asked of the browser, once."""
    asked: dict[str, Any] | None = request.session.pop(key, None)
    if not asked or not 0 <= at.timestamp() - asked["at"] < TIME_TO_ANSWER.total_seconds():
        raise PasskeyRefused(_("That took too long, or was sent twice. Try again."))
    return asked


# -- the address


def _host(request: HttpRequest) -> str:
    """Return the name that passkeys are for: that of the address, without its port."""
    host, _port = split_domain_port(request.get_host())
    if _is_number(host):
        raise PasskeyRefused(
            _(
                "Passkeys need HTTPS and an address with a name, such as tours.example.org. At this"
                " address there are none."
            )
        )
    return host


def _is_number(host: str) -> bool:
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return not host
    return True


def _origin(request: HttpRequest) -> str:
    return f"{request.scheme}://{request.get_host()}"


def _user_handle(user: User) -> bytes:
    """Return what stands for the user on their devices; it says nothing about them."""
    return user.device_key.encode()
