"""Read frames, logs and results of a tour's stages from the database, in a constant number of
queries.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from tourmanager.results.log.stage_log import Logged, StageLog, fold
from tourmanager.results.models import Entry, Standing
from tourmanager.results.sheet.contract import TableGame
from tourmanager.results.sheet.entries import load
from tourmanager.results.sheet.frame import Frame, FrameLine
from tourmanager.scoring.codes import Code
from tourmanager.scoring.result import StageResult, Starter
from tourmanager.scoring.result import read as read_result
from tourmanager.scoring.scheme import Scheme
from tourmanager.scoring.standings import history
from tourmanager.scoring.tables import Standings
from tourmanager.tabletop.registry import part
from tourmanager.tours.contract import SetUp, set_up_of
from tourmanager.tours.models import Line, Stage, Tour, TourRider, TourTeam
from tourmanager.tours.rules import rules_of
from tourmanager.web.jerseys import Mark, mark

SAID_IN_FULL = 12  # letters of a team name that a button has room for


@dataclass
class TourStartList:
    """The start list of a tour: its teams and riders as they were when it was created (1 query)."""

    tour: Tour
    teams: list[TourTeam]
    riders: dict[str, TourRider]  # by code, in order of seat and number
    stages: int = 0  # of a tour that is not in the database; 0 asks it

    @property
    def table(self) -> TableGame:
        """Return how the game of the tour is logged. Raises UnknownGame."""
        return part(self.tour.game, TableGame)

    @cached_property
    def last_stage(self) -> int:
        """Return the number of the tour's last stage (1 query)."""
        return self.stages or self.tour.stages.count()

    @cached_property
    def set_up(self) -> SetUp[Any]:
        """Return how the game of the tour is set up."""
        return set_up_of(self.tour)

    @cached_property
    def starters(self) -> list[Starter]:
        return [
            Starter(code, rider.team.letter, tuple(rider.marks))
            for code, rider in self.riders.items()
        ]

    @cached_property
    def names(self) -> dict[str, str]:
        """Return what codes and letters are called in a sentence.

        "Blue 4" and "Blue"; short names for all, as on the pad, if one is long. Where riders go by
        their full names, namesakes get their code.
        """
        if self.table.full_names:
            names = {code: rider.name for code, rider in self.riders.items()}
            count = Counter(names.values())
            told_apart = {
                code: f"{name} ({code})" if count[name] > 1 else name
                for code, name in names.items()
            }
            return {team.letter: team.name for team in self.teams} | told_apart
        in_full = all(len(team.name) <= SAID_IN_FULL for team in self.teams)
        teams = {team.letter: team.name if in_full else team.short_name for team in self.teams}
        return teams | {
            code: f"{teams[rider.team.letter]} {self.badge(rider)}".strip()
            for code, rider in self.riders.items()
        }

    def in_full(self, code: str) -> str:
        """Return a rider or a team with their names where those help: "Blue 4 Lola Diez", "The Blue
        Team".
        """
        if code not in self.riders:
            return self.by_letter[code].name if code in self.by_letter else self.names[code]
        if self.table.full_names:
            return self.names[code]
        name = self.riders[code].name
        return name if self.set_up.signs is not None else f"{self.names[code]} {name}"

    @cached_property
    def full_names(self) -> dict[str, str]:
        """Return what codes and letters are called where there is room for all of it."""
        return {code: self.in_full(code) for code in self.names}

    def mark_of(self, who: str) -> Mark:
        """Return a rider, or a team by its letter, as pages draw them."""
        return self.mark(who) if who in self.riders else mark(self.by_letter[who], who)

    def badge(self, rider: TourRider) -> str:
        """Return what stands on a jersey: its number, in some games the sign of a type."""
        signs = self.set_up.signs
        return str(rider.number) if signs is None else signs.get(rider.role, "")

    @cached_property
    def team_size(self) -> int:
        """Return how many riders the largest team has."""
        return max(Counter(rider.team.letter for rider in self.riders.values()).values(), default=0)

    @cached_property
    def by_letter(self) -> dict[str, TourTeam]:
        return {team.letter: team for team in self.teams}

    @cached_property
    def dummies(self) -> dict[str, str]:
        """Return the teams that are led by cards alone, by letter with their kind, in the order in
        which they place their riders."""
        kinds = self.set_up.dummies
        kinds_by_code = (
            (rider.team.letter, mark)
            for rider in self.riders.values()
            for mark in rider.marks
            if mark in kinds
        )
        return dict(sorted(kinds_by_code, key=lambda each: kinds.index(each[1])))

    @cached_property
    def scheme(self) -> Scheme:
        return rules_of(self.tour)

    def mark(self, code: str, jersey: str = "") -> Mark:
        """Return the rider as pages draw them."""
        rider = self.riders[code]
        team = rider.team
        number = 0 if self.set_up.signs is not None else rider.number
        return mark(team, code, number, rider.name, rider.role, jersey, self.badge(rider))

    def marks(self, jerseys: Mapping[str, str] | None = None) -> dict[str, Mark]:
        return {code: self.mark(code, (jerseys or {}).get(code, "")) for code in self.riders}


def field_of(tour: Tour) -> TourStartList:
    riders = list(
        TourRider.objects.filter(team__tour=tour)
        .select_related("team")
        .order_by("team__seat", "number")
    )
    teams = {rider.team_id: rider.team for rider in riders}  # every team has riders (CP-APP-011)
    return TourStartList(
        tour,
        list(teams.values()),
        {str(Code(rider.team.letter, rider.number)): rider for rider in riders},
    )


@dataclass
class Ended:
    """The stored results of the ended stages, in order (1 query)."""

    standings: Sequence[Standing]

    @classmethod
    def with_results(cls, results: Iterable[StageResult]) -> "Ended":
        """Return ended stages of which only the results are wanted."""
        ended = cls(())
        ended.results = list(results)
        return ended

    @cached_property
    def results(self) -> list[StageResult]:
        return [read_result(standing.result) for standing in self.standings]

    def out_before(self, number: int) -> set[str]:
        """Return the riders who left the race before that stage."""
        return {rider for result in self.results if result.number < number for rider in result.out}


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
            line.start,
            line.km == length,
        )
        for line in sorted(lines, key=lambda line: line.km)
    }


def frame_of(
    stage: Stage, lines: Iterable[Line], field: TourStartList, ended_stages: Ended
) -> Frame:
    """Return what the stage's log is read against. Raises UnknownGame."""
    rules = field.scheme
    out = ended_stages.out_before(stage.number)
    of_stage = frame_lines(lines, rules, stage.length)
    return Frame(
        number=stage.number,
        type=stage.type,
        lines=of_stage,
        riders=tuple(code for code in field.riders if code not in out),
        teams=tuple(team.letter for team in field.teams),
        names=field.names,
        key=field.tour.game,
        game=field.table.frame(stage, of_stage, field, ended_stages.results),
        options=field.tour.options,
        label=stage.label,
        kind=stage.kind,
        rankings=rules.names,
    )


def read_entries(entries: Iterable[Entry]) -> list[Logged]:
    return [Logged(entry.seq, load(entry.body), entry.client, entry.by_id) for entry in entries]


@dataclass
class StageReading:
    """One stage with everything its pages need."""

    stage: Stage
    field: TourStartList
    ended: Ended
    frame: Frame
    log: StageLog
    entries: list[Entry]
    logged: list[Logged]  # the same entries, with their bodies read

    def add(self, entry: Entry, logged: Logged, touched: str) -> None:
        """Add one more entry. It touched that record of the sheet, which has applied it; "" where
        it acts on the log, which is read anew.
        """
        self.entries.append(entry)
        self.logged.append(logged)
        if touched:
            self.log.take(logged, touched)
        else:
            self.log = fold(self.frame, self.logged)

    @cached_property
    def frame_in_full(self) -> Frame:
        """Return the frame for sentences that have room: riders with their names."""
        return msgspec.structs.replace(self.frame, names=self.field.full_names)

    @cached_property
    def before(self) -> list[Standings]:
        """Return the standings after each stage before this one."""
        return standings_of(
            self.field,
            [result for result in self.ended.results if result.number < self.stage.number],
        )

    @cached_property
    def worn_jerseys(self) -> dict[str, str]:
        """Return who rides this stage in a leader's jersey: {rider: colour} (CP-APP-027)."""
        return worn_after(self.before)


def read_stage(stage: Stage) -> StageReading:
    """Read a stage from its log (4 queries; `stage.tour` has to be loaded)."""
    field, ended_stages = field_of(stage.tour), ended_of(stage.tour)
    frame = frame_of(stage, stage.lines.all(), field, ended_stages)
    entries = list(Entry.objects.filter(stage=stage.pk).order_by("seq"))
    logged = read_entries(entries)
    return StageReading(stage, field, ended_stages, frame, fold(frame, logged), entries, logged)


def standings_of(field: TourStartList, results: Sequence[StageResult]) -> list[Standings]:
    """Compute the standings after each of the stages."""
    to_come = (
        0 if field.tour.is_finished else 1
    )  # what pays at the end of the tour is not paid before
    return history(results, field.starters, field.scheme, stages=len(results) + to_come)


def worn_after(standings: Sequence[Standings]) -> dict[str, str]:
    if not standings:
        return {}
    return {jersey.wearer: jersey.colour for jersey in standings[-1].jerseys if jersey.wearer}
