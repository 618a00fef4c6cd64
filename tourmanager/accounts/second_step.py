"""The second step of signing in: a code from an app, or a recovery code.

The app and the server share a secret, of which both make a code of six digits for each half minute
(TOTP, RFC 6238). The codes just before and after are taken too, as clocks differ; none is taken
twice, nor one older than a code that was taken.
"""

import secrets
from datetime import datetime, timedelta
from enum import Enum, auto
from hashlib import sha256
from typing import NamedTuple

import pyotp
from django.db import transaction
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from tourmanager.accounts import limits
from tourmanager.accounts.models import RecoveryCode, SecondStep, User

ISSUER = "Tour Manager"  # as apps show it
DRIFT = 1  # half minutes by which clocks may differ
RECOVERY_CODES = 10
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # without those that look alike
LENGTH, GROUP = 16, 4  # of a recovery code: 79 bits, so a plain digest keeps it secret
TIME_FOR_CODE = timedelta(minutes=10)  # between the password and the code
PENDING = "second-step"  # the session's key


class Accepted(Enum):
    APP_CODE = auto()
    RECOVERY_CODE = auto()


class Pending(NamedTuple):
    """Somebody whose password was right and whose code is still to come."""

    user: User
    step: SecondStep


# -- turning it on and off


def find_step(user: User) -> SecondStep | None:
    """Return the account's second step, also one that is not confirmed yet."""
    return SecondStep.objects.filter(user=user).first()


def confirmed_step(user: User) -> SecondStep | None:
    """Return the second step that the account asks for; None where it has none."""
    step = find_step(user)
    return step if step is not None and step.confirmed_at else None


def begin(user: User) -> None:
    """Make a new secret, which counts once a code confirms it. One that counts stays."""
    SecondStep.objects.filter(user=user, confirmed_at=None).delete()
    SecondStep.objects.get_or_create(user=user, defaults={"secret": pyotp.random_base32()})


def cancel(user: User) -> None:
    """Forget a secret that was not confirmed."""
    SecondStep.objects.filter(user=user, confirmed_at=None).delete()


@transaction.atomic
def confirm(step: SecondStep, code: str, at: datetime) -> list[str]:
    """Turn the second step on if the code is right, and return its recovery codes, else none."""
    if not _use_app_code(step, code, at):
        return []
    confirmed = SecondStep.objects.filter(pk=step.pk, confirmed_at=None).update(confirmed_at=at)
    return make_recovery_codes(step.user) if confirmed else []


@transaction.atomic
def turn_off(user: User) -> bool:
    """Return whether there was a second step."""
    RecoveryCode.objects.filter(user=user).delete()
    return bool(SecondStep.objects.filter(user=user).delete()[0])


@transaction.atomic
def make_recovery_codes(user: User) -> list[str]:
    """Replace the account's recovery codes. They are returned to be shown once, and not stored."""
    codes = ["".join(secrets.choice(LETTERS) for _ in range(LENGTH)) for _ in range(RECOVERY_CODES)]
    RecoveryCode.objects.filter(user=user).delete()
    RecoveryCode.objects.bulk_create(
        RecoveryCode(user=user, digest=_digest(code)) for code in codes
    )
    return ["-".join(code[at : at + GROUP] for at in range(0, LENGTH, GROUP)) for code in codes]


def address_for_app(step: SecondStep) -> str:
    """Return what the QR code holds, from which an app reads the secret."""
    totp = pyotp.TOTP(step.secret)
    return totp.provisioning_uri(name=step.user.username, issuer_name=ISSUER)


def readable_secret(step: SecondStep) -> str:
    """Return the secret in groups, to be typed."""
    return " ".join(step.secret[at : at + GROUP] for at in range(0, len(step.secret), GROUP))


# -- using codes


def use_code(step: SecondStep, text: str, *, request: HttpRequest, at: datetime) -> Accepted | None:
    """Use up a code of the app or a recovery code; None where it is wrong.

    Raises TooMany, before looking at the code, after too many wrong ones.
    """
    limits.use(limits.WRONG_CODES, request, step.user)
    accepted = _find_accepted(step, text, at)
    if accepted:
        limits.give_back(limits.WRONG_CODES, request, step.user)
    return accepted


def _find_accepted(step: SecondStep, text: str, at: datetime) -> Accepted | None:
    if _use_app_code(step, text, at):
        return Accepted.APP_CODE
    # of two who send a code in the same moment, the database lets one in
    code = RecoveryCode.objects.filter(user_id=step.user_id, digest=_digest(_plain(text)))
    return Accepted.RECOVERY_CODE if code.delete()[0] else None


def _use_app_code(step: SecondStep, text: str, at: datetime) -> bool:
    totp, code = pyotp.TOTP(step.secret), _plain(text)
    now = totp.timecode(at)
    for moment in range(now - DRIFT, now + DRIFT + 1):
        if constant_time_compare(totp.generate_otp(moment), code):
            unused = SecondStep.objects.filter(pk=step.pk, last_used__lt=moment)
            return bool(unused.update(last_used=moment))
    return False


def _plain(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())


def _digest(code: str) -> str:
    return sha256(code.encode(errors="replace")).hexdigest()


# -- between the password and the code


def ask_for_code(request: HttpRequest, user: User, at: datetime) -> None:
    """Remember in this browser's session whose password was right."""
    request.session.cycle_key()  # nobody who knew the session before takes part in it
    request.session[PENDING] = {
        "user": user.pk,
        "hash": user.get_session_auth_hash(),
        "at": at.timestamp(),
    }


def find_pending(request: HttpRequest, at: datetime) -> Pending | None:
    """Return whose code is asked for; None where the password was entered too long ago, or is
    another one by now.
    """
    found = request.session.get(PENDING)
    if not found or not 0 <= at.timestamp() - found["at"] < TIME_FOR_CODE.total_seconds():
        return None
    step = SecondStep.objects.select_related("user").filter(user=found["user"]).first()
    if step is None or not step.confirmed_at or not step.user.is_active:
        return None
    same = constant_time_compare(found["hash"], step.user.get_session_auth_hash())
    return Pending(step.user, step) if same else None


def forget_pending(request: HttpRequest) -> None:
    request.session.pop(PENDING, None)


def recovery_words(left: int) -> str:
    """Say how many recovery codes are left after one was used."""
    return _("You signed in with a recovery code. It cannot be used again; %(left)s are left.") % {
        "left": left
    }
