"""Error pages in the user's words."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "error.html", {"title": "That could not be read"}, status=400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "error.html", {"title": "That is not yours to change"}, status=403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "error.html", {"title": "There is no such page"}, status=404)


def failed(request: HttpRequest) -> HttpResponse:
    return render(request, "error.html", {"title": "Something went wrong"}, status=500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "error.html", {"title": "This page was open too long"}, status=403)
