"""Define what Cycling Party adds to the frame of a stage: advantages, leaders, double throws."""

from collections.abc import Mapping, Sequence

import msgspec
from django.utils.translation import gettext as _

from games.cycling_party.table.advantages import stock
from games.cycling_party.table.master import master
from tourmanager.results.sheet.contract import StartList
from tourmanager.results.sheet.frame import FrameLine, GameFrame
from tourmanager.riders.models import Role
from tourmanager.scoring.result import StageResult
from tourmanager.tours.models import Stage

MOST_SQUARES = 20  # behind the line, that an entry can name
MOUNTAIN_ATTACK = "mountain_attack"


class CyclingPartyFrame(GameFrame, frozen=True):
    stock: dict[str, int]  # of each team at the start of the stage: bottle, sprint, attack
    mountain_attacks: dict[str, int]  # not used by each team before the stage started
    tour_mountain_attacks: int = 0  # of each team in the whole tour
    leaders: dict[str, str] = {}  # by team: the rider who may make them
    doubles: dict[str, int] = {}  # double throws that a team has, by line
    beyond_12: str = "zero"  # which seconds squares beyond the last interval give
    seconds_die: str = "shared"  # who shares one: "separate" where each arrival throws

    @property
    def squares(self) -> int:
        return MOST_SQUARES

    def clock(self, turn: int) -> str:
        return _("+%(turn)s min") % {"turn": turn}

    def count_unused(self, team: str, advantage: str) -> int:
        """Count the advantages that a team had not used when the stage started."""
        if advantage == MOUNTAIN_ATTACK:
            return self.mountain_attacks.get(team, 0)
        return self.stock[advantage]

    def count_held(self, team: str, advantage: str, riders: Sequence[str]) -> int:
        """Count the advantages that a team had when the stage started: without its leader no
        mountain attacks (CP-M-045).
        """
        leader = self.leaders.get(team)
        if advantage == MOUNTAIN_ATTACK and leader is not None and leader not in riders:
            return 0
        return self.count_unused(team, advantage)

    def total(self, team: str, advantage: str) -> int:
        """Count what a team gets: for the stage, or mountain attacks for the whole tour."""
        if advantage == MOUNTAIN_ATTACK:
            return max(self.tour_mountain_attacks, self.count_unused(team, advantage))
        return self.stock[advantage]


class Extras(msgspec.Struct, frozen=True, omit_defaults=True):
    """The data of a stage's result that only this game has."""

    used: dict[str, dict[str, int]] = {}  # advantages: team, advantage, how many


def frame_of(
    stage: Stage,
    lines: Mapping[str, FrameLine],
    start_list: StartList,
    results: Sequence[StageResult],
) -> CyclingPartyFrame:
    """Return what the game adds to the frame of a stage."""
    tour = start_list.tour
    uses: dict[str, int] = {}
    for result in results:
        if result.number != stage.number:
            for team, advantages in msgspec.convert(result.extras, Extras).used.items():
                uses[team] = uses.get(team, 0) + advantages.get(MOUNTAIN_ATTACK, 0)
    throws = master().double_throws
    attacks = int(tour.game_data["mountain_attacks"])  # of each team in the whole tour
    return CyclingPartyFrame(
        stock=stock(stage.type),
        mountain_attacks={
            team.letter: max(0, attacks - uses.get(team.letter, 0)) for team in start_list.teams
        },
        tour_mountain_attacks=attacks,
        leaders={
            rider.team.letter: code
            for code, rider in start_list.riders.items()
            if rider.role == Role.CLIMBER
        },
        doubles={
            line.key: throws[line.category] for line in lines.values() if line.category in throws
        },
        beyond_12=tour.options.get("beyond_12", "zero"),
        seconds_die=tour.options.get("seconds_die", "shared"),
    )
