"""Requests of somebody who has an account."""

from tourmanager.accounts.models import User
from tourmanager.web.requests import HtmxRequest


class SignedIn(HtmxRequest):
    """Request that a view gets whose row in the table asks for an account."""

    user: User
