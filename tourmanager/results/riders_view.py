"""The page "Riders": who rides in a tour, in which role and for whom, to look up at the table (CP-APP-023)."""

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tourmanager.results.reading import ended_of, field_of
from tourmanager.riders.names import found
from tourmanager.tours.access import tour_page
from tourmanager.tours.games import FLAMME_ROUGE
from tourmanager.tours.grand_tours import DUMMIES, MUSCLE, PELOTON
from tourmanager.tours.models import Tour, TourRider, TourTeam
from tourmanager.web.drawing import role_words
from tourmanager.web.jerseys import Mark

# What a role may do, in a line (CP-S-006 to CP-S-021, CP-M-008 to CP-M-012; FR-020, FR-021, FR-P-061, FR-P-067).
CYCLING_PARTY_MAY = {
    "climber": "Leads the team. Double throws on first and hors category passes; magic five and mountain attacks on hors category.",
    "sprinter": "Sprints on flat squares with three dice up to 6 km before the finish, with the d20 up to 8 km.",
    "rouleur": "In a paceline or alone, less than 7 counts as 7; in a paceline he may join a difference of 4.",
    "flat_domestique": "In a peloton, stays in it with a 3 or 4; with 10 or more he escapes or sets the pace at 9.",
    "mountain_domestique": "On a mountain square, takes along a team mate whose die shows exactly one less.",
    "lanterne_rouge": "Rides without special abilities.",
}
FLAMME_ROUGE_MAY = {
    "sprinteur": "Cards 2, 3, 4, 5 and 9, three of each.",
    "rouleur": "Cards 3, 4, 5, 6 and 7, three of each.",
    PELOTON: "Of the Peloton Team: one card moves both riders, Attack! the rear one by 9 and the front one by 2.",
    MUSCLE: "Of a Muscle Team: the top card of his own deck moves him; the Sprinteur's has one card of 5 more.",
}


def may(tour: Tour, rider: TourRider) -> str:
    """What is special about him."""
    if tour.game == FLAMME_ROUGE:
        return next((FLAMME_ROUGE_MAY[mark] for mark in DUMMIES if mark in rider.marks), FLAMME_ROUGE_MAY.get(rider.role, ""))
    return CYCLING_PARTY_MAY.get(rider.role, "")


class RiderRow(msgspec.Struct, frozen=True):
    mark: Mark
    may: str
    out: bool


class TeamRows(msgspec.Struct, frozen=True):
    team: TourTeam
    riders: list[RiderRow]


def narrowed(rows: list[TeamRows], search: str) -> list[TeamRows]:
    """The riders in whose name, code, role, team or manager every word of the search occurs."""

    def has(team: TourTeam, mark: Mark) -> bool:
        return found(search, f"{mark.name} {mark.code} {role_words(mark.role)} {team.name} {team.short_name} {team.manager}")

    kept = [TeamRows(row.team, [rider for rider in row.riders if has(row.team, rider.mark)]) for row in rows]
    return [row for row in kept if row.riders]


@require_safe
@tour_page
def riders(request: HttpRequest, tour: Tour) -> HttpResponse:
    field = field_of(tour)
    out = {rider for result in ended_of(tour).results for rider in result.out}
    rows = {team.letter: TeamRows(team, []) for team in field.teams}
    for code, mark in field.marks().items():
        rows[field.riders[code].team.letter].riders.append(RiderRow(mark, may(tour, field.riders[code]), code in out))
    search = request.GET.get("q", "").strip()[:60]
    context = {"tour": tour, "tab": "riders", "teams": narrowed(list(rows.values()), search), "search": search}
    return render(request, "results/riders.html", context)
