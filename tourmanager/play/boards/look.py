"""Store how a ride's teams and riders are drawn and named: a copy of its own, which later changes
of the tour do not reach.
"""

from collections.abc import Collection

import msgspec

from tourmanager.scoring.codes import team_among
from tourmanager.web.jerseys import Mark


class Look(msgspec.Struct, frozen=True):
    teams: dict[str, Mark]  # by what the setup calls them: a
    riders: dict[str, Mark]  # a4

    def team_of(self, rider: str) -> str:
        """Return the team of a rider, by the name that the engine gives it: a4, redS."""
        return team_among(rider, self.teams)

    def riders_of(self, teams: Collection[str]) -> list[str]:
        return [rider for rider in self.riders if self.team_of(rider) in teams]
