"""Rehearse a stage as a table might race it: what its director would tap on the road
(`rehearse_road`) and at the finish (`rehearse_arrivals`).

For demo tours. Pure: the stage's frame, the riders' roles and a seed give the same taps everywhere.
It is no rules engine; it draws who is strong today, and lets climbers win on passes, sprinters on
the flat, and pelotons come in behind.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.frame import Frame, FrameLine
from tourmanager.scoring.codes import team_of
from tourmanager.tabletop.cycling_party.table import entries as cp
from tourmanager.tabletop.cycling_party.table.frame import CyclingPartyFrame
from tourmanager.tours.planning.draws import Draws

# What a role is worth on a sprint, on a pass and over a whole day.
STRENGTHS = {
    "climber": (2, 9, 7),
    "sprinter": (9, 1, 4),
    "rouleur": (5, 4, 6),
    "flat_domestique": (5, 2, 4),
    "mountain_domestique": (2, 6, 5),
    "lanterne_rouge": (3, 2, 2),
}
SPRINT, CLIMB, DAY = range(3)
# how much of the finish the passes decide
CLIMBING_SHARE = {"flat": 0.05, "low": 0.3, "medium": 0.6, "high": 0.9}
FORM = 7  # a good day against a bad one, in the measure of the strengths
# How many riders arrive together, from the front: alone, pacelines, a peloton, stragglers.
ARRIVALS = {
    "flat": (1, 9, 3, 11, 2, 7, 1),
    "low": (1, 2, 7, 3, 8, 1, 5, 4),
    "medium": (1, 1, 3, 2, 6, 1, 5, 2, 6, 3),
    "high": (1, 1, 1, 2, 1, 3, 2, 5, 1, 4, 2, 5, 3),
}
TURN_ENDS = {"flat": 4, "low": 4, "medium": 3, "high": 3}  # a new turn after so many arrivals


def game_frame(frame: Frame) -> CyclingPartyFrame:
    return cast(CyclingPartyFrame, frame.game)


@dataclass
class RehearsedStage:
    """The riders of one stage and their luck."""

    frame: Frame
    roles: Mapping[str, str]
    draws: Draws

    def __post_init__(self) -> None:
        self.form = {rider: self.draws.below(10 * FORM) / 10 for rider in self.frame.riders}

    def best(self, skill: int, count: int) -> list[str]:
        """Return the strongest riders at one moment: by role, form of the day and a last throw of
        the dice.
        """
        luck = {rider: self.draws.below(60) / 10 for rider in self.frame.riders}
        worth = {
            rider: STRENGTHS[self.roles[rider]][skill] + self.form[rider] / 2 + luck[rider]
            for rider in self.frame.riders
        }
        return sorted(self.frame.riders, key=lambda rider: (-worth[rider], rider))[:count]

    def finish(self) -> list[str]:
        """Return all riders in the order of the day."""
        share = CLIMBING_SHARE[self.frame.type]
        worth = {}
        for rider in self.frame.riders:
            strengths = STRENGTHS[self.roles[rider]]
            worth[rider] = (
                share * strengths[CLIMB]
                + (1 - share) * strengths[SPRINT]
                + strengths[DAY] / 2
                + self.form[rider]
            )
        return sorted(self.frame.riders, key=lambda rider: (-worth[rider], rider))


def rehearse_road(frame: Frame, roles: Mapping[str, str], seed: str) -> Iterator[e.EntryBody]:
    """Yield sprints and passes in road order, and the advantages that are used on the way."""
    stage, game = RehearsedStage(frame, roles, Draws(f"{seed}/road")), game_frame(frame)
    doubled: dict[tuple[str, str], int] = {}
    bottles = dict.fromkeys(frame.teams, 0)
    sprints = dict.fromkeys(frame.teams, 0)
    attacks = dict.fromkeys(frame.teams, 0)
    for line in sorted(frame.lines.values(), key=lambda line: line.km):
        climbs = line.start is not None
        front = stage.best(CLIMB if climbs else SPRINT, frame.places_needed(line))
        for team in _thirsty(stage, frame.teams, bottles, game.stock["bottle"]):
            yield cp.Use(team, "bottle")
        if front and not climbs:
            yield from _sprint(stage, team_of(front[0]), sprints, game.stock["sprint"])
        yield from _climb(stage, line, front, doubled, attacks)
        for rider in front:
            yield e.Place(line.key, rider)
    attacker = stage.draws.choice(frame.teams)
    if game.stock["attack"]:
        yield cp.Use(attacker, "attack")


def _sprint(
    stage: RehearsedStage, team: str, uses: dict[str, int], stock: int
) -> Iterator[e.EntryBody]:
    if uses[team] < stock and stage.draws.below(3) == 0:
        uses[team] += 1
        yield cp.Use(team, "sprint")


def _thirsty(
    stage: RehearsedStage, teams: Sequence[str], drunk: dict[str, int], stock: int
) -> Iterator[str]:
    for team in teams:
        if drunk[team] < stock and stage.draws.below(5) < 2:
            drunk[team] += 1
            yield team


def _climb(
    stage: RehearsedStage,
    line: FrameLine,
    front: Sequence[str],
    doubled: dict[tuple[str, str], int],
    attacks: dict[str, int],
) -> Iterator[e.EntryBody]:
    """Yield double throws of the first riders over a hard pass, and a mountain attack where the
    pass is hors catégorie.
    """
    game = game_frame(stage.frame)
    if not (most := game.doubles.get(line.key, 0)) or not front:
        return
    for team in dict.fromkeys(map(team_of, front[:3])):
        if stage.draws.below(2) == 0 and doubled.get((line.key, team), 0) < most:
            doubled[line.key, team] = doubled.get((line.key, team), 0) + 1
            yield cp.Double(line.key, team)
    first = team_of(front[0])
    if line.category == "hc" and attacks[first] < game.mountain_attacks[first]:
        attacks[first] += 1
        yield cp.Use(first, "mountain_attack")


def rehearse_arrivals(frame: Frame, roles: Mapping[str, str], seed: str) -> Iterator[e.EntryBody]:
    """Yield the arrivals of all riders: turn after turn, each on a square further back than the one
    before.
    """
    stage = RehearsedStage(frame, roles, Draws(f"{seed}/finish"))
    waiting, turn, square, in_turn = stage.finish(), 0, 12, 0
    sizes = iter(ARRIVALS[frame.type])
    while waiting:
        size = next(sizes, 1 + stage.draws.below(5))
        unit, waiting = waiting[:size], waiting[size:]
        if in_turn == TURN_ENDS[frame.type] or square < 3:
            turn, square, in_turn = turn + 1, 12, 0
            yield e.Turn(turn)
        square -= stage.draws.below(2) if in_turn else stage.draws.below(4)
        in_turn += 1
        # a peloton stands on two squares: those in front give the time to all
        head = len(unit) - len(unit) // 3 if len(unit) >= 5 else len(unit)
        for rider in unit[:head]:
            yield e.Arrive((rider,))
        yield e.Square(square)
        if unit[head:]:
            square -= 1
            for rider in unit[head:]:
                yield e.Arrive((rider,))
            yield e.Square(square)
        yield cp.Die(1 + stage.draws.below(6))
        square -= 1
