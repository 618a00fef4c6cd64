"""Hold the start and the result of a dry run: a tour or a scheme, and a plan of what would be
recorded.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.scoring.scheme import Scheme
from tourmanager.tabletop.race.incoming.people.finder import RiderFinder
from tourmanager.tabletop.race.incoming.people.start_list import NewTeam
from tourmanager.tabletop.race.incoming.planning.stage_rows import StageRows
from tourmanager.tabletop.race.incoming.questions import ImportQuestion
from tourmanager.tabletop.race.incoming.reading.rows import ResultRow


@dataclass
class StageSlot:
    """A stage of the tour, or one that a new race gets."""

    name: str  # "3a"
    title: str
    state: str  # pending, active, ended, reopened; new
    sheet: Sheet | None = None
    kind: str = ""
    type: str = ""
    number: int = 0

    @property
    def order(self) -> Sequence[str]:
        return self.sheet.order if self.sheet else ()


@dataclass
class ImportStart:
    """The tour before the import. Without `riders` the import makes a new race."""

    scheme: Scheme
    riders: RiderFinder | None = None
    slots: list[StageSlot] = field(default_factory=list)
    default_stage: str = ""  # the stage for files that name none
    version: str = ""  # differs when the tour has changed
    name: str = "New race"  # of the new race


@dataclass
class PlannedStage:
    """One stage as it would be recorded. `ends`: it can be ended with this; else `open_for` says
    why it stays open.
    """

    slot: StageSlot
    stage: StageRows
    results: e.Results
    ends: bool = True
    open_for: list[str] = field(default_factory=list)

    @property
    def lines(self) -> int:
        return sum(bool(line.riders) for line in self.results.lines or ())


@dataclass
class ImportPlan:
    """The rows as understood, what would be recorded of them, and what stands in the way."""

    rows: list[ResultRow]
    stages: list[PlannedStage] = field(default_factory=list)
    teams: list[NewTeam] = field(default_factory=list)  # of a new race
    marks: dict[str, list[str]] = field(default_factory=dict)  # new marks of a tour's riders
    warnings: list[str] = field(default_factory=list)
    obstacles: list[str] = field(default_factory=list)  # why nothing of it can be imported
    unused: list[str] = field(default_factory=list)  # columns
    read_as: list[str] = field(default_factory=list)  # the kind of each file or sheet
    unread: list[str] = field(default_factory=list)  # sheets without results, and why
    questions: list[ImportQuestion] = field(default_factory=list)
    seal: str = ""

    @property
    def wrong(self) -> list[ResultRow]:
        return [row for row in self.rows if row.problems]

    @property
    def right(self) -> int:
        return len(self.rows) - len(self.wrong)

    @property
    def possible(self) -> bool:
        return not self.obstacles and not self.open and bool(self.stages or self.marks)

    @property
    def open(self) -> list[ImportQuestion]:
        """Return the questions that have to be answered first."""
        return [question for question in self.questions if question.open]

    @property
    def riders(self) -> int:
        return sum(len(team.riders) for team in self.teams)
