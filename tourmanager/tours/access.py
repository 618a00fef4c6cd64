"""Who may what in a tour: whoever has the link may look, its directors may write (CP-APP-029)."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from tourmanager.tabletop.registry import room
from tourmanager.tours.models import Tour


def directs(user: Any, tour: Tour) -> bool:
    """Whether the user is a director of the tour."""
    return bool(user.is_authenticated and tour.directors.filter(pk=user.pk).exists())


def tour_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page of a tour for everybody: the view gets `tour`, and `tour.directed` says whether this
    user directs it.
    """

    @wraps(view)
    def page(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
        tour = get_object_or_404(Tour.objects.kept(), slug=slug)
        room(tour.game)  # raises UnknownGame: nothing of such a tour can be shown or changed
        tour.directed = directs(request.user, tour)
        return view(request, tour, **kwargs)

    return page


def director_required(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page of a tour for its directors: others are refused, strangers are asked to sign
    in first.
    """

    @tour_page
    @wraps(view)
    def page(request: HttpRequest, tour: Tour, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not tour.directed:
            raise PermissionDenied(_("Only a director of this tour can do that."))
        return view(request, tour, **kwargs)

    return page
