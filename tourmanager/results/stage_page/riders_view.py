"""Show the page "Riders": the riders of a tour with their roles and teams, to look up at the table
(CP-APP-023).
"""

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tourmanager.results.log.reading import ended_of, field_of
from tourmanager.riders.names import holds_all_words
from tourmanager.tours.models import Tour, TourTeam
from tourmanager.web.drawing import role_words
from tourmanager.web.guard import page
from tourmanager.web.jerseys import Mark


class RiderChoice(msgspec.Struct, frozen=True):
    mark: Mark
    may: str
    out: bool


class TeamRows(msgspec.Struct, frozen=True):
    team: TourTeam
    riders: list[RiderChoice]


def filter_riders(rows: list[TeamRows], search: str) -> list[TeamRows]:
    """Return the riders in whose name, code, role, team or manager every word of the search
    occurs.
    """

    def has(team: TourTeam, mark: Mark) -> bool:
        return holds_all_words(
            search,
            f"{mark.name} {mark.code} {role_words(mark.role)} {team.name} {team.short_name}"
            f" {team.manager}",
        )

    matches = [
        TeamRows(row.team, [rider for rider in row.riders if has(row.team, rider.mark)])
        for row in rows
    ]
    return [row for row in matches if row.riders]


@page("results:riders")
def riders(request: HttpRequest, tour: Tour) -> HttpResponse:
    field = field_of(tour)
    out = {rider for result in ended_of(tour).results for rider in result.out}
    rows = {team.letter: TeamRows(team, []) for team in field.teams}
    for code, mark in field.marks().items():
        rows[field.riders[code].team.letter].riders.append(
            RiderChoice(mark, field.table.may(field.riders[code]), code in out)
        )
    search = request.GET.get("q", "").strip()[:60]
    context = {
        "tour": tour,
        "tab": "riders",
        "teams": filter_riders(list(rows.values()), search),
        "search": search,
    }
    return render(request, "results/riders.html", context)
