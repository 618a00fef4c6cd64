"""Requests of somebody who has an account."""

from django.http import HttpRequest

from tourmanager.accounts.models import User
from tourmanager.web.requests import HtmxRequest


class SignedIn(HtmxRequest):
    """Request that a view gets whose row in the table asks for an account."""

    user: User


def user_of(request: HttpRequest) -> User | None:
    """Return the account that asks; None for a visitor without one."""
    return request.user if isinstance(request.user, User) else None
