"""Show the page "Stages": what each stage of a tour is like, as its game shows it."""

from django.http import HttpRequest, HttpResponse

from tourmanager.tours.contract import set_up_of
from tourmanager.tours.models import Tour
from tourmanager.web.guard import page


@page("tours:stages")
def stages(request: HttpRequest, tour: Tour) -> HttpResponse:
    """Show the page of the tour's game. Raises UnknownGame."""
    return set_up_of(tour).stages_page(request, tour)
