"""Everything that a page about a tour's classifications shows, read in a constant number of queries.

Nothing is stored or cached: the standings after every ended stage are summed from the sheets each time, which takes milliseconds.
"""

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from tourmanager.results.reading import Ended, Field, ended_of, field_of, standings_of, worn_after
from tourmanager.scoring.result import StageResult
from tourmanager.scoring.standings import standings
from tourmanager.scoring.tables import Day, Standings
from tourmanager.scoring.words import CLASSIFICATION_NAMES
from tourmanager.tours.models import Stage, Tour
from tourmanager.web.jerseys import Mark

CLASSIFICATIONS = tuple(CLASSIFICATION_NAMES)
KEYS = ("stage", *CLASSIFICATIONS)


class NoSuchStage(LookupError):
    """No classification stands after what was asked for; the message says why, for the reader."""


@dataclass
class Race:
    """A tour as it stood after one of its ended stages; `number` is 0 before the first."""

    tour: Tour
    field: Field
    stages: list[Stage]
    ended: Ended
    course: list[Standings]  # after each ended stage
    number: int
    version: str = ""

    @cached_property
    def now(self) -> Standings:
        """The standings after the chosen stage."""
        for stood in self.course:
            if stood.after == self.number:
                return stood
        return standings([], self.field.starters, self.field.scheme, self.field.tour.scale)

    @cached_property
    def until_now(self) -> list[Standings]:
        """The standings after each stage up to the chosen one."""
        return [stood for stood in self.course if stood.after <= self.number]

    @property
    def day(self) -> Day:
        return next(day for day in self.now.days if day.stage == self.number)

    @property
    def result(self) -> StageResult:
        return next(result for result in self.ended.results if result.number == self.number)

    @property
    def stage(self) -> Stage:
        return next(stage for stage in self.stages if stage.number == self.number)

    @property
    def numbers(self) -> list[int]:
        """The stages that can be chosen."""
        return [stood.after for stood in self.course]

    @property
    def latest(self) -> bool:
        return not self.course or self.number == self.course[-1].after

    @property
    def final(self) -> bool:
        """Nothing comes after this."""
        return self.tour.finished and self.latest

    @property
    def before(self) -> int | None:
        return max((number for number in self.numbers if number < self.number), default=None)

    @property
    def following(self) -> int | None:
        return min((number for number in self.numbers if number > self.number), default=None)

    @property
    def in_correction(self) -> list[Stage]:
        return [stage for stage in self.stages if stage.reopened]

    @cached_property
    def marks(self) -> dict[str, Mark]:
        """Every rider as he is drawn after the chosen stage: the leaders in what they wear next (CP-M-042)."""
        return self.field.marks(worn_after(self.until_now))

    def name(self, who: str) -> str:
        """A rider's name, or a team's."""
        if who in self.field.by_letter:
            return self.field.by_letter[who].name
        return self.marks[who].name


def read(tour: Tour, asked: str | None = None) -> Race:
    """The tour after the stage asked for, by default the last that ended (4 queries). Raises NoSuchStage."""
    field, ended = field_of(tour), ended_of(tour)
    stages = list(tour.stages.order_by("number"))
    course = standings_of(field, ended.results)
    return Race(tour, field, stages, ended, course, chosen(asked, [stood.after for stood in course], len(stages)))


def chosen(asked: str | None, ended: list[int], stages: int) -> int:
    """The number of the stage asked for. Raises NoSuchStage with what to say."""
    if not asked:
        return ended[-1] if ended else 0
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) <= 3 else 0
    if not 1 <= number <= stages:
        raise NoSuchStage(f"There is no such stage: this tour has {f'stages 1 to {stages}' if stages > 1 else 'one stage'}.")
    if number not in ended:
        raise NoSuchStage(f"Stage {number} has not ended yet. Only ended stages count in the classifications.")
    return number


def version(tour: Tour) -> str:
    """Differs whenever one of these pages would: what it says is settled by which entries ended the stages (1 query).

    The tour's revision would do too, but it rises with every tap of the stage being raced, which changes nothing here.
    """
    stages = tour.stages.order_by("number").values_list("number", "state", "reopened", "standing__seq")
    said = f"{tour.pk} {tour.name} {tour.state} {tour.archived_at} {list(stages)}"
    return f'"{sha256(said.encode()).hexdigest()[:20]}"'
