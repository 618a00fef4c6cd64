"""Show teams in the administration, with the tours that ride with copies of them. Tours have no
link to the team they copied, so they are found by its name.
"""

from typing import Any

import msgspec

from tourmanager.riders.admin import TeamAdmin
from tourmanager.riders.models import Team
from tourmanager.riders.names import name_key
from tourmanager.tours.models import Draft, Tour, TourTeam

MOST_TOURS = 20  # named for each team


class TeamUsage(msgspec.Struct):
    """The uses of a team: tours with a team of its name, and how many drafts have picked it."""

    team: str
    tours: list[Tour] = []
    more: int = 0
    drafts: int = 0


class TeamWithToursAdmin(TeamAdmin):
    def tours_of(self, rows: list[Any]) -> list[Any]:
        return find_uses(rows)


def find_uses(teams: list[Team]) -> list[TeamUsage]:
    tours: dict[str, list[int]] = {}
    for name, tour in TourTeam.objects.filter(tour__erased_at=None).values_list("name", "tour_id"):
        tours.setdefault(name_key(name), []).append(tour)
    keys_by_draft = [picked_keys(draft.data) for draft in Draft.objects.only("data")]
    tours_by_key = Tour.objects.in_bulk(
        {pk for team in teams for pk in tours.get(name_key(team.name), [])}
    )
    uses = []
    for team in teams:
        here = [
            tours_by_key[pk] for pk in sorted(set(tours.get(name_key(team.name), [])), reverse=True)
        ]
        drafts = sum(str(team.pk) in keys for keys in keys_by_draft)
        uses.append(TeamUsage(team.name, here[:MOST_TOURS], len(here[MOST_TOURS:]), drafts))
    return uses


def picked_keys(data: Any) -> set[str]:
    """Return the keys of the teams that a draft has picked, even if it is broken."""
    seats = data.get("seats") if isinstance(data, dict) else None
    return (
        {str(seat.get("team")) for seat in seats if isinstance(seat, dict)}
        if isinstance(seats, list)
        else set()
    )
