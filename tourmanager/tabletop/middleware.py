"""Refuse requests for a game that this server does not know, with a message."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tourmanager.tabletop.registry import UnknownGame
from tourmanager.web.errors import api_error, error_page
from tourmanager.web.requests import is_api


class UnknownGameMiddleware:
    """Answer 409 where a page met a tour, a stage or a file of an unknown game."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, UnknownGame):
            return None
        if is_api(request):
            return api_error(409, str(exception), "unknown_game")
        return error_page(request, status=409, title=_("Unknown game"), detail=str(exception))
