"""Show the page "Stages": what each stage of a tour is like, as its game shows it."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tourmanager.tours.access import tour_page
from tourmanager.tours.contract import set_up_of
from tourmanager.tours.models import Tour


@require_safe
@tour_page
def stages(request: HttpRequest, tour: Tour) -> HttpResponse:
    """Answer with the page of the tour's game. Raises UnknownGame."""
    return set_up_of(tour).stages_page(request, tour)
