"""The floors for pages: the least that a page of its kind can do, served by the same Django with
the same middleware, in the same process. As ROOT_URLCONF it adds them to the app's addresses.
"""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone

from tourmanager import urls
from tourmanager.accounts.models import User
from tourmanager.results.models import Entry
from tourmanager.tours.models import Stage, Tour

SIZE = 20_000  # bytes that a tap at its floor is answered with


def empty(request: HttpRequest) -> HttpResponse:
    """An answer without anything, the smallest page there is."""
    return HttpResponse()


def poll(request: HttpRequest, slug: str) -> HttpResponse:
    """One question to the database, and nothing new."""
    Tour.objects.get(slug=slug)
    return HttpResponse(status=204)


def poll_stage(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Who asks is read where they are signed in, and where; and there is nothing new."""
    assert request.user.is_authenticated or request.user.is_anonymous
    Stage.objects.select_related("tour").get(tour__slug=slug, number=number)
    return HttpResponse(status=204)


def at_stage(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    return (tap if request.method == "POST" else poll_stage)(request, slug, number)


def tap(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Who taps and where is read, one row is written and something answered."""
    by = User.objects.get(pk=request.user.pk)
    stage = Stage.objects.select_related("tour").get(tour__slug=slug, number=number)
    name = request.POST["token"]
    with transaction.atomic():
        Entry.objects.create(
            stage=stage,
            seq=int(name),
            token=name,
            body={"do": "place"},
            by=by,
            by_name=str(by),
            at=timezone.now(),
            checksum="-",
        )
    return HttpResponse(" " * SIZE)


handler400, handler403, handler404 = urls.handler400, urls.handler403, urls.handler404
urlpatterns = [
    path("floor/", empty),
    path("floor/<slug:slug>/", poll),
    path("floor/<slug:slug>/<int:number>/", at_stage),
    *urls.urlpatterns,
]
