"""Reading: everybody with the link of a tour may, as on its pages."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from tourmanager.api.errors import NoStandings
from tourmanager.api.freshness import answer_about, answer_listed
from tourmanager.api.reading.stages import describe_log, describe_logged_stage
from tourmanager.api.reading.standings import (
    describe_classifications,
    describe_jerseys,
    describe_manager_points,
)
from tourmanager.api.reading.tours import describe_tour, list_tours
from tourmanager.api.schemas import logs, standings, tours
from tourmanager.api.schemas.base import Trouble
from tourmanager.api.security import bearer
from tourmanager.classifications.reading import NoSuchStage, TourSnapshot, read_race
from tourmanager.results.access import epoch_of

router = Router(tags=["Read"])
MISSING: dict[Any, Any] = {404: Trouble, 429: Trouble}


@router.get("/tours", response={200: tours.TourList, 429: Trouble}, url_name="tours")
def read_tours(request: HttpRequest, asked: Query[tours.ListAsked]) -> HttpResponse:
    """The tours that are listed on this server, those that changed last first. A tour that is
    listed by link only is not among them; everybody who knows its slug can read it."""
    return answer_listed(request, list_tours(asked.page, asked.per_page, archived=asked.archived))


@router.get("/tours/{slug:slug}", response={200: tours.Tour} | MISSING, url_name="tour")
def read_tour(request: Any, slug: str) -> HttpResponse:
    """A tour with its stages and their lines, its teams and riders, and the classifications of its
    scheme."""
    tour = request.tour
    return answer_about(request, tour, lambda: describe_tour(tour))


@router.get(
    "/tours/{slug:slug}/stages/{int:number}",
    response={200: tours.Stage} | MISSING,
    url_name="stage",
)
def read_stage(request: Any, slug: str, number: int) -> HttpResponse:
    """A stage as it is logged now: who passed its lines, arrivals with times, who is on the road,
    decisions of the jury, and what keeps it from ending."""
    stage = request.stage
    return answer_about(request, stage.tour, lambda: describe_logged_stage(stage), epoch_of(stage))


@router.get(
    "/tours/{slug:slug}/classifications",
    response={200: standings.Classifications} | MISSING,
    url_name="classifications",
)
def read_classifications(
    request: Any, slug: str, asked: Query[standings.MomentAsked]
) -> HttpResponse:
    """Every classification in full, and the result of the stage by itself."""
    return _answer_after(request, asked.stage, describe_classifications)


@router.get(
    "/tours/{slug:slug}/manager-points",
    response={200: standings.ManagerPoints} | MISSING,
    url_name="manager_points",
)
def read_manager_points(
    request: Any, slug: str, asked: Query[standings.MomentAsked]
) -> HttpResponse:
    """The points of the players as if the tour ended after that stage."""
    return _answer_after(request, asked.stage, describe_manager_points)


@router.get(
    "/tours/{slug:slug}/jerseys", response={200: standings.Jerseys} | MISSING, url_name="jerseys"
)
def read_jerseys(request: Any, slug: str, asked: Query[standings.MomentAsked]) -> HttpResponse:
    """Who leads each classification with a jersey and who rides in it, after that stage and after
    each that has ended."""
    return _answer_after(request, asked.stage, describe_jerseys)


@router.get(
    "/tours/{slug:slug}/stages/{int:number}/log",
    response={200: logs.Log, 401: Trouble, 403: Trouble} | MISSING,
    url_name="log",
    auth=bearer,
)
def read_log(request: Any, slug: str, number: int) -> HttpResponse:
    """Everything that was recorded in a stage, for the directors of its tour: who, when and what.
    This needs a token."""
    stage = request.stage
    return answer_about(request, stage.tour, lambda: describe_log(stage), epoch_of(stage))


def _answer_after(request: Any, asked: str, describe: Any) -> HttpResponse:
    """Answer with the standings after a stage."""

    def described() -> Any:
        try:
            race: TourSnapshot = read_race(request.tour, asked, kept=True)
        except NoSuchStage as missing:
            raise NoStandings(str(missing)) from None
        return describe(race)

    return answer_about(request, request.tour, described)
