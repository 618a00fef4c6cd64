"""The app's addresses and a few pages that only make trouble, for the tests of error pages and of
input cleaning.
"""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from tourmanager.urls import *  # noqa: F403
from tourmanager.urls import urlpatterns as of_the_app


def refused(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied("Only a director of this tour can do that.")


def broken(request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError


@csrf_exempt
def heard(request: HttpRequest, word: str = "") -> HttpResponse:
    """Says back what it was sent, as a field of a page would."""
    files = ",".join(f"{file.name}:{file.size}" for file in request.FILES.values())
    return HttpResponse(f"{word}|{request.POST.get('name', '')}|{files}|")


def strict(request: HttpRequest) -> HttpResponse:
    return HttpResponse(request.POST.get("name", ""))


urlpatterns = [
    path("refused/", refused),
    path("broken/", broken),
    path("heard/", heard),
    path("heard/<str:word>/", heard),
    path("strict/", strict),
    *of_the_app,
]
