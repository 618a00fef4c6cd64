"""Requests of somebody who has an account."""

from tourmanager.accounts.models import User
from tourmanager.web.requests import HtmxRequest


class SignedIn(HtmxRequest):
    """Request that a view behind `login_required` gets."""

    user: User
