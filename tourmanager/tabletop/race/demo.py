"""Make the race without a board that the demo's league adds: a criterium of one stage, whose result
came in a table.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from tourmanager.accounts.models import User
from tourmanager.results.demo import END, PLAYERS, Demo, DemoTour
from tourmanager.results.log.reading import field_of
from tourmanager.results.sheet.core_entries import Results
from tourmanager.results.sheet.entry_fields import Given
from tourmanager.riders.models import Team
from tourmanager.tabletop.race.set_up import races
from tourmanager.tabletop.race.set_up.races import RacePlan, RaceRider, RaceStage, RaceTeam
from tourmanager.tours.models import Tour
from tourmanager.tours.planning.draws import Draws

RIDERS = 4  # of each team
WINNER = 3720  # seconds of the winner
BEHIND = 14  # seconds between two groups, at most


class RaceDemo(Demo):
    def load_rounds(
        self, teams: Sequence[Team], *, director: User, now: datetime
    ) -> dict[int, Tour]:
        return {4: make_criterium(teams[:6], director, now - timedelta(days=24))}


def make_criterium(teams: Sequence[Team], director: User, at: datetime) -> Tour:
    plan = RacePlan(_("Night Criterium"), (RaceStage(),), tuple(map(_team, teams, PLAYERS)))
    party = DemoTour(races.create(plan, by=director, at=at), director, at)
    draws, seconds, arrivals = Draws("Night Criterium"), WINNER, []
    riders = list(field_of(party.tour).riders)
    while riders:
        arrivals.append(Given(riders.pop(draws.below(len(riders))), seconds))
        seconds += 0 if draws.below(4) else 1 + draws.below(BEHIND)
    party.tap_all(1, [Results(tuple(arrivals)), END])
    party.tour.refresh_from_db()
    return party.tour


def _team(team: Team, player: str) -> RaceTeam:
    riders = team.riders.order_by("number")[:RIDERS]
    return RaceTeam(
        team.name,
        tuple(RaceRider(number, rider.name) for number, rider in enumerate(riders, 1)),
        team.short_name,
        team.colour,
        team.pattern,
        player,
    )
