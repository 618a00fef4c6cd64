"""Classifications and the points of the players as tables for spreadsheets."""

from collections.abc import Iterator, Sequence

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from tourmanager.classifications.lines import ClassificationTable, classification, stage_result
from tourmanager.classifications.managers import columns, manager_lines
from tourmanager.classifications.reading import TourSnapshot
from tourmanager.classifications.views import answer_after
from tourmanager.tours.models import Tour
from tourmanager.web.guard import page
from tourmanager.web.requests import HtmxRequest
from tourmanager.web.sheets import Cell, answer_sheet


@page("classifications:sheet")
def sheet(request: HtmxRequest, tour: Tour, key: str, fmt: str) -> HttpResponse:
    """Send a whole classification, as the page of the stage asked for shows it."""

    def send(_request: HtmxRequest, race: TourSnapshot) -> HttpResponse:
        if key not in ("stage", *race.keys) or not race.number:
            raise Http404(key)
        table = stage_result(race) if key == "stage" else classification(race, key)
        return answer_sheet(fmt, f"{tour.name} {table.name}", *classification_rows(table))

    return answer_after(request, tour, request.GET.get("stage"), send)


@page("classifications:points_sheet")
def points_sheet(request: HtmxRequest, tour: Tour, fmt: str) -> HttpResponse:
    """Send the points of the players, as their page shows them."""
    if not tour.manager_points_name:
        raise Http404("no points of the players")

    def send(_request: HtmxRequest, race: TourSnapshot) -> HttpResponse:
        name = f"{tour.name} {tour.manager_points_name}"
        return answer_sheet(fmt, name, *manager_rows(race))

    return answer_after(request, tour, request.GET.get("stage"), send)


def classification_rows(
    table: ClassificationTable,
) -> tuple[Sequence[str], Iterator[Sequence[Cell]]]:
    """Return headings and rows of a classification: times in seconds, points as points."""
    headings = [
        _("Place"),
        _("Number"),
        _("Rider"),
        _("Team"),
        _("Player"),
        _("Seconds") if table.by_time else _("Points"),
        _("Behind"),
        *table.pays,
        *([_("Bonus")] if table.bonuses else []),
        *([_("Penalty")] if table.penalties else []),
        _("What decided"),
    ]
    return headings, _lines(table)


def _lines(table: ClassificationTable) -> Iterator[Sequence[Cell]]:
    for line in table.lines:
        yield [
            line.row.rank,
            line.mark.badge if line.mark else "",
            line.mark.name if line.mark else "",
            line.team.name,
            line.team.manager,
            line.row.figure,
            abs(line.row.gap),
            *line.paid,
            *([line.bonus] if table.bonuses else []),
            *([line.penalty] if table.penalties else []),
            line.tie,
        ]


def manager_rows(race: TourSnapshot) -> tuple[Sequence[str], Iterator[Sequence[Cell]]]:
    """Return headings and rows of the points of the players."""
    names = [name for _source, name in columns(race)]
    headings = [_("Place"), _("Player"), _("Team"), *names, _("Total"), _("What decided")]
    rows: Iterator[Sequence[Cell]] = (
        [
            line.player.rank,
            line.team.player,
            line.team.name,
            *[cell.points for cell in line.cells],
            line.player.points,
            line.tie,
        ]
        for line in manager_lines(race)
    )
    return headings, rows
