"""Read everything that a page about a tour's classifications shows, in a constant number of
queries.

Nothing is stored: the standings after every ended stage are summed from the results. A process
keeps them (`courses.py`), and the pages drawn from them (`parts.py`), under a version that depends
on all of it (`versions.py`).
"""

from dataclasses import dataclass, replace
from functools import cached_property

from django.db.models import F
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.classifications import courses
from tourmanager.classifications.on_road import running_of
from tourmanager.classifications.versions import read_version, version_of_tour
from tourmanager.results.log.counted import count_result
from tourmanager.results.log.reading import (
    Ended,
    TourStartList,
    worn_after,
)
from tourmanager.scoring.field import Counted
from tourmanager.scoring.result import StageResult
from tourmanager.scoring.standings import standings
from tourmanager.scoring.tables import Day, Standings
from tourmanager.scoring.virtual import Running
from tourmanager.tours.approval import Published, of_stage, of_stages
from tourmanager.tours.models import REST, Stage, Tour
from tourmanager.web import labels
from tourmanager.web.jerseys import Mark
from tourmanager.web.labels import STATUS_NAMES

NOW = "now"  # asks for the stage that is being raced
NOT_COUNTING = {
    "points": gettext_lazy("%(stage)s was neutralised: it counts for points only."),
    "nothing": gettext_lazy("%(stage)s was cancelled: it counts for nothing."),
}


class NoSuchStage(LookupError):
    """There are no standings after the stage asked for; the message says why, for the reader."""


@dataclass
class TourSnapshot:
    """A tour as it stood after one of its ended stages; `number` is 0 before the first.

    With `running` it is the tour as it stands now on the road, and that stage is the last of its
    course.
    """

    tour: Tour
    field: TourStartList
    stages: list[Stage]
    ended: Ended
    course: list[Standings]  # after each ended stage
    number: int
    running: Running | None = None
    version: str = ""
    settled: bool = True  # nothing changed while it was read
    is_shared: bool = False  # what follows it on the page is the same for everybody

    @cached_property
    def now(self) -> Standings:
        """Standings after the chosen stage."""
        for stood in self.course:
            if stood.after == self.number:
                return stood
        return standings([], self.field.starters, self.field.scheme, over=False)

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of the tour's classifications."""
        return tuple(self.field.scheme.by_key)

    @property
    def names(self) -> dict[str, str]:
        """Names of the classifications by key, and of "stage"."""
        return self.field.scheme.names

    @cached_property
    def until_now(self) -> list[Standings]:
        """Standings after each stage up to the chosen one."""
        return [stood for stood in self.course if stood.after <= self.number]

    @property
    def day(self) -> Day:
        return next(day for day in self.now.days if day.stage == self.number)

    @cached_property
    def results(self) -> list[StageResult]:
        """Results of the ended stages, and of the one on the road where it is asked for."""
        return [*self.ended.results, self.running.result] if self.running else self.ended.results

    @property
    def result(self) -> StageResult:
        return next(result for result in self.results if result.number == self.number)

    @property
    def virtual(self) -> bool:
        return self.running is not None

    @property
    def asked(self) -> str:
        """Value of ?stage= that chooses this stage."""
        return NOW if self.virtual else str(self.number)

    @property
    def racing(self) -> Stage | None:
        """Stage that is being raced."""
        return next((stage for stage in self.stages if stage.state == Stage.State.ACTIVE), None)

    @property
    def when(self) -> str:
        """Moment as a page names it: "after stage 3 of 5", "stage 4 on the road: virtual"."""
        if self.virtual:
            return _("now, %(stage)s on the road: virtual") % {"stage": self.at}
        if not self.number:
            return ""
        final = _("%(progress)s: final") if self.is_final else "%(progress)s"
        return final % {"progress": self.progress}

    @cached_property
    def counted_stage(self) -> Counted:
        """Chosen stage as it counts."""
        return count_result(self.field, self.results, self.result)

    @property
    def not_counting(self) -> list[str]:
        """Sentences on stages up to the chosen one that do not count in full."""
        results = [
            result
            for result in self.results
            if result.number <= self.number and result.counts != "all"
        ]
        return [
            NOT_COUNTING[result.counts] % {"stage": labels.stage(result.number_or_label)}
            for result in results
        ]

    @property
    def riders_out(self) -> list[tuple[str, list[Mark]]]:
        """Riders who left the race in the chosen stage, by status."""
        statuses = self.result.statuses
        groups = [
            (str(words), [self.marks[rider] for rider, status in statuses.items() if status == key])
            for key, words in STATUS_NAMES.items()
        ]
        return [(capfirst(words), marks) for words, marks in groups if marks]

    @property
    def awards(self) -> list[tuple[str, list[Mark]]]:
        """Awards of the chosen stage, with the riders who got them."""
        return [
            (name, [self.marks[rider] for rider in riders])
            for name, riders in self.counted_stage.awards.items()
            if riders
        ]

    @property
    def riders_left(self) -> int:
        """Number of riders still in the race after the chosen stage."""
        gone = {
            rider for result in self.results if result.number <= self.number for rider in result.out
        }
        return len(self.field.riders) - len(gone)

    @property
    def stage(self) -> Stage:
        return next(stage for stage in self.stages if stage.number == self.number)

    def title(self, number: int) -> str:
        """Return the title of a stage: "Stage 3a"."""
        return next(
            (str(stage) for stage in self.stages if stage.number == number),
            labels.stage(str(number)),
        )

    @property
    def at(self) -> str:
        """Chosen stage within a sentence: "stage 3a"."""
        return _lower(self.title(self.number))

    @property
    def moment(self) -> str:
        """Moment within a title: "after stage 3a", "with stage 4 on the road"."""
        sentence = _("with %(stage)s on the road") if self.virtual else _("after %(stage)s")
        return sentence % {"stage": self.at}

    @property
    def numbers(self) -> list[int]:
        """Ended stages, which can be chosen."""
        return [stood.after for stood in (self.course[:-1] if self.virtual else self.course)]

    @property
    def is_latest(self) -> bool:
        """True when there are no later standings."""
        return not self.virtual and (not self.course or self.number == self.course[-1].after)

    @property
    def is_final(self) -> bool:
        """True when the tour is over and these are its last standings."""
        return self.tour.is_finished and self.is_latest

    @property
    def before(self) -> int | None:
        return max((number for number in self.numbers if number < self.number), default=None)

    @property
    def following(self) -> int | None:
        return min((number for number in self.numbers if number > self.number), default=None)

    @property
    def published(self) -> Published | None:
        """Publication of the classifications after the chosen stage."""
        return of_stages(stage for stage in self.stages if stage.number <= self.number)

    @property
    def stage_published(self) -> Published | None:
        """Publication of the result of the chosen stage."""
        return of_stage(self.stage) if self.number else None

    @property
    def in_correction(self) -> list[Stage]:
        return [stage for stage in self.stages if stage.reopened]

    @cached_property
    def marks(self) -> dict[str, Mark]:
        """Every rider as they are drawn after the chosen stage: leaders in the jersey they wear
        next (CP-APP-027).
        """
        return self.field.marks(worn_after(self.until_now))

    def label(self, number: int) -> str:
        """Return the number or label that follows the word stage: "4", "3a"."""
        return next((stage.label for stage in self.stages if stage.number == number), "") or str(
            number
        )

    @property
    def choices(self) -> list[tuple[int, str]]:
        """Stages that can be chosen, with their labels."""
        return [(number, self.label(number)) for number in self.numbers]

    @property
    def label_before(self) -> str:
        return self.label(self.before) if self.before else ""

    @property
    def label_following(self) -> str:
        return self.label(self.following) if self.following else ""

    @property
    def progress(self) -> str:
        """Progress of the tour: "after stage 3 of 8". Where stages are not called by counting
        them, "after stage 3b, 4 of 8 raced". Rest days are not counted.
        """
        stages = [stage for stage in self.stages if stage.kind != REST]
        raced = sum(stage.number <= self.number for stage in stages)
        counted = all(
            self.label(stage.number) == str(count) for count, stage in enumerate(stages, start=1)
        )
        sentence = (
            _("after %(stage)s of %(all)s")
            if counted
            else _("after %(stage)s, %(raced)s of %(all)s raced")
        )
        return sentence % {"stage": _lower(str(self.stage)), "raced": raced, "all": len(stages)}

    def name(self, who: str) -> str:
        """Return the name of a rider or team."""
        if who in self.field.by_letter:
            return self.field.by_letter[who].name
        return self.marks[who].name


def read_race(tour: Tour, asked: str | None = None, *, kept: bool = False) -> TourSnapshot:
    """Read the tour after the stage asked for, by default the last that ended (4 queries). Raises
    NoSuchStage.

    "now" asks for the stage on the road (3 queries more), and once the tour is over for its last
    stage. With `kept` what a process keeps of the tour serves (`courses.py`).
    """
    if kept:
        summed = courses.read_course(tour, version_of_tour(tour))
    else:
        summed = courses.sum_course(tour, read_version(tour))
    field = replace(summed.course.field, tour=tour)
    # read last: where the revision has not risen until here, all belongs together
    rows = tour.stages.order_by("number").annotate(revision=F("tour__revision"))
    settled = all(stage.revision == tour.revision for stage in rows)
    if kept and settled:
        courses.keep(tour, summed)
    stages: list[Stage] = [*rows]
    ended = Ended.with_results(summed.course.results)
    raced = next((stage for stage in stages if stage.state == Stage.State.ACTIVE), None)
    if asked == NOW and raced is not None:
        now = running_of(raced, field, ended)
        # a tap may have come since the revision was read
        settled = settled and Tour.objects.filter(pk=tour.pk, revision=tour.revision).exists()
        to_come = sum(stage.state == Stage.State.PENDING and stage.kind != REST for stage in stages)
        course = courses.virtual_course(summed, now, to_come=to_come)
        return TourSnapshot(tour, field, stages, ended, course, raced.number, now, settled=settled)
    course = [*summed.course.standings]
    asked = None if asked == NOW else asked
    number = chosen_stage(asked, [stood.after for stood in course], len(stages))
    return TourSnapshot(tour, field, stages, ended, course, number, settled=settled)


def chosen_stage(asked: str | None, ended: list[int], stages: int) -> int:
    """Return the number of the stage asked for. Raises NoSuchStage with words for the reader."""
    if not asked:
        return ended[-1] if ended else 0
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) <= 3 else 0
    if not 1 <= number <= stages:
        raise NoSuchStage(
            _("There is no such stage: this tour has stages 1 to %(last)s.") % {"last": stages}
            if stages > 1
            else _("There is no such stage: this tour has one stage.")
        )
    if number not in ended:
        raise NoSuchStage(
            _("Stage %(number)s has not ended yet. Only ended stages count in the classifications.")
            % {"number": number}
        )
    return number


def _lower(title: str) -> str:
    return title[:1].lower() + title[1:]
