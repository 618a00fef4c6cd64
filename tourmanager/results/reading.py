"""What the stages of a tour say: frames, logs and results read from the database in a constant number of queries."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from tourmanager.results.entries import load
from tourmanager.results.frame import MOST_SQUARES, Frame, FrameLine
from tourmanager.results.log import Logged, StageLog, fold
from tourmanager.results.models import Entry, Standing
from tourmanager.scoring.advantages import stock
from tourmanager.scoring.bunches import MOST_PAST
from tourmanager.scoring.master import master
from tourmanager.scoring.result import StageResult, Starter
from tourmanager.scoring.scheme import Scheme
from tourmanager.scoring.standings import history
from tourmanager.scoring.tables import Standings
from tourmanager.tours.games import FLAMME_ROUGE, SIGNS
from tourmanager.tours.grand_tours import DUMMIES
from tourmanager.tours.models import Line, Stage, Tour, TourRider, TourTeam
from tourmanager.tours.rules import rules_of
from tourmanager.web.jerseys import Mark, mark

SAID_IN_FULL = 12  # letters of a team name that a button has room for


@dataclass
class Field:
    """The start list of a tour: its teams and riders as they were when it was created (1 query)."""

    tour: Tour
    teams: list[TourTeam]
    riders: dict[str, TourRider]  # by code, in order of seat and number
    stages: int = 0  # of a tour that is not in the database; 0 asks it

    @cached_property
    def last_stage(self) -> int:
        """The number of the tour's last stage (1 query)."""
        return self.stages or self.tour.stages.count()

    @cached_property
    def starters(self) -> list[Starter]:
        return [Starter(code, rider.team.letter, tuple(rider.marks)) for code, rider in self.riders.items()]

    @cached_property
    def names(self) -> dict[str, str]:
        """What codes and letters are called in a sentence: "Blue 4", "Blue"; all by their short names, as on the pad, where one is long."""
        in_full = all(len(team.name) <= SAID_IN_FULL for team in self.teams)
        teams = {team.letter: team.name if in_full else team.short_name for team in self.teams}
        return teams | {code: f"{teams[rider.team.letter]} {self.badge(rider)}".strip() for code, rider in self.riders.items()}

    def badge(self, rider: TourRider) -> str:
        """What stands on his jersey: his number, in some games the sign of his type."""
        signs = SIGNS.get(self.tour.game)
        return str(rider.number) if signs is None else signs.get(rider.role, "")

    @cached_property
    def by_letter(self) -> dict[str, TourTeam]:
        return {team.letter: team for team in self.teams}

    @cached_property
    def dummies(self) -> dict[str, str]:
        """Teams that nobody leads but their cards, and of which kind each is: as they place their riders, the Peloton Team first."""
        marked = ((rider.team.letter, mark) for rider in self.riders.values() for mark in rider.marks if mark in DUMMIES)
        return dict(sorted(marked, key=lambda each: DUMMIES.index(each[1])))

    @cached_property
    def scheme(self) -> Scheme:
        return rules_of(self.tour)

    def mark(self, code: str, worn: str = "") -> Mark:
        """The rider as pages draw him."""
        rider = self.riders[code]
        team = rider.team
        number = 0 if self.tour.game in SIGNS else rider.number
        return mark(team, code, number, rider.name, rider.role, worn, self.badge(rider))

    def marks(self, worn: Mapping[str, str] | None = None) -> dict[str, Mark]:
        return {code: self.mark(code, (worn or {}).get(code, "")) for code in self.riders}


def field_of(tour: Tour) -> Field:
    riders = list(TourRider.objects.filter(team__tour=tour).select_related("team").order_by("team__seat", "number"))
    teams = {rider.team_id: rider.team for rider in riders}  # every team has riders (CP-APP-011)
    return Field(tour, list(teams.values()), {f"{rider.team.letter}{rider.number}": rider for rider in riders})


@dataclass
class Ended:
    """What stands recorded of the ended stages, in order (1 query)."""

    standings: list[Standing]

    @cached_property
    def results(self) -> list[StageResult]:
        return [msgspec.convert(standing.result, StageResult) for standing in self.standings]

    def out_before(self, number: int) -> set[str]:
        """Riders who left the race before that stage."""
        return {rider for result in self.results if result.number < number for rider in result.out}

    def traits_before(self, number: int) -> dict[str, str]:
        """Special traits of riders, given in stages before that one."""
        return {rider: trait for result in self.results if result.number < number for rider, trait in result.traits.items()}

    def mountain_attacks(self, *, but: int) -> dict[str, int]:
        """Mountain attacks used per team in all ended stages but one."""
        used: dict[str, int] = {}
        for standing, result in zip(self.standings, self.results, strict=True):
            if result.number != but:
                for team, advantages in standing.advantages.items():
                    used[team] = used.get(team, 0) + advantages.get("mountain_attack", 0)
        return used


def ended_of(tour: Tour) -> Ended:
    return Ended(list(Standing.objects.filter(stage__tour=tour).order_by("stage__number")))


def frame_lines(lines: Iterable[Line], rules: Scheme, length: int) -> dict[str, FrameLine]:
    return {
        line.key: FrameLine(
            line.key,
            line.label,
            line.category,
            line.km,
            tuple(rules.line_points[line.category]),
            master().double_throws.get(line.category, 0),
            line.start,
            line.km == length,
        )
        for line in sorted(lines, key=lambda line: line.km)
    }


def squares_past(road: Mapping[str, Any]) -> int:
    """How many squares the finish tile has behind the line: its dark side, a capital letter, has one fewer (FR-015)."""
    return MOST_PAST - str(road.get("tiles", ""))[-1:].isupper()


def frame_of(stage: Stage, lines: Iterable[Line], field: Field, ended: Ended) -> Frame:
    """What the stage's log is read against."""
    rules = field.scheme
    out = ended.out_before(stage.number)
    used = ended.mountain_attacks(but=stage.number)
    letters = tuple(team.letter for team in field.teams)
    rounds = field.tour.game == FLAMME_ROUGE  # without advantages, on a road of tiles
    return Frame(
        number=stage.number,
        type=stage.type,
        lines=frame_lines(lines, rules, stage.length),
        riders=tuple(code for code in field.riders if code not in out),
        teams=letters,
        stock={} if rounds else stock(stage.type),
        mountain_attacks={letter: max(0, field.tour.mountain_attacks - used.get(letter, 0)) for letter in letters},
        names=field.names,
        options=field.tour.options,
        title=str(stage),
        kind=stage.kind,
        rankings=rules.names,
        squares=squares_past(stage.road) if rounds else MOST_SQUARES,
        dummies=tuple(code for code, rider in field.riders.items() if rider.team.letter in field.dummies),
        traits=ended.traits_before(stage.number),
        last=rounds and stage.number == field.last_stage,
        game=field.tour.game,
    )


def logged(entries: Iterable[Entry]) -> list[Logged]:
    return [Logged(entry.seq, load(entry.body), entry.client, entry.by_id) for entry in entries]


@dataclass
class StageReading:
    """One stage with everything its pages need."""

    stage: Stage
    field: Field
    ended: Ended
    frame: Frame
    log: StageLog
    entries: list[Entry]

    @cached_property
    def before(self) -> list[Standings]:
        """The standings after each stage before this one."""
        return standings_of(self.field, [result for result in self.ended.results if result.number < self.stage.number])

    @cached_property
    def worn(self) -> dict[str, str]:
        """Who rides this stage in a leader's jersey: {rider: colour} (CP-M-042)."""
        return worn_after(self.before)


def read_stage(stage: Stage) -> StageReading:
    """The stage, read from its log (4 queries; `stage.tour` has to be loaded)."""
    field, ended = field_of(stage.tour), ended_of(stage.tour)
    frame = frame_of(stage, stage.lines.all(), field, ended)
    entries = list(stage.entries.order_by("seq"))
    return StageReading(stage, field, ended, frame, fold(frame, logged(entries)), entries)


def standings_of(field: Field, results: Sequence[StageResult]) -> list[Standings]:
    """Standings after each of the stages."""
    to_come = 0 if field.tour.finished else 1  # what pays at the end of the tour is not paid before
    return history(results, field.starters, field.scheme, stages=len(results) + to_come)


def worn_after(standings: Sequence[Standings]) -> dict[str, str]:
    if not standings:
        return {}
    return {jersey.wearer: jersey.colour for jersey in standings[-1].jerseys if jersey.wearer}
