"""Make, find and revoke tokens. A token has 256 random bits, so a plain digest keeps it secret."""

import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from django.db.models import QuerySet

from tourmanager.accounts.models import User
from tourmanager.api.models import Token
from tourmanager.tours.models import Tour

PREFIX = "tourm_"  # so that programs which look for secrets in public text find it
MOST = 50  # tokens of an account that can be used
USED_AGAIN = timedelta(minutes=1)  # how exact the last use is


def make_token(
    *, user: User, name: str, tour: Tour | None, lasts: timedelta, at: datetime
) -> tuple[Token, str]:
    """Make a token and return it with its text, which is shown once and not stored."""
    text = PREFIX + secrets.token_urlsafe(32)
    token = Token.objects.create(
        user=user,
        name=name,
        tour=tour,
        digest=_digest_of(text),
        ending=text[-4:],
        created_at=at,
        expires_at=at + lasts,
    )
    return token, text


def usable(at: datetime) -> QuerySet[Token]:
    """Return the tokens that can be used at that time: the account may be closed meanwhile."""
    return Token.objects.filter(revoked_at=None, expires_at__gt=at, user__is_active=True)


def find_token(text: str, *, at: datetime) -> Token | None:
    """Return the token of that text, None where it is none or cannot be used any more (1 query)."""
    return usable(at).select_related("user").filter(digest=_digest_of(text)).first()


def note_use(token: Token, *, at: datetime) -> None:
    """Note that a token was used: once a minute at most, as reading should not write."""
    recently = at - USED_AGAIN
    if token.used_at is None or not recently < token.used_at <= at:
        Token.objects.filter(pk=token.pk).update(used_at=at)


def revoke(token: Token, *, at: datetime) -> None:
    Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=at)


def _digest_of(text: str) -> str:
    return sha256(text.encode(errors="replace")).hexdigest()
