"""Number and name the days of a tour: which are raced, and what the stages are called.

Stages are counted as they are raced. A label overrules that: after "3a" and "3b" comes 4, and a
prologue called "P" is not counted.
"""

import copy
import re
from collections.abc import Iterator, Sequence
from typing import TypeVar

from django.utils.translation import gettext, gettext_lazy

from tourmanager.tours.models import REST
from tourmanager.tours.planning.plan import PlannedDay
from tourmanager.tours.planning.plan_check import PlanProblem, find_duplicates
from tourmanager.web.labels import stage as name_stage

KIND_NAMES = {
    "road": gettext_lazy("road stage"),
    "itt": gettext_lazy("individual time trial"),
    "ttt": gettext_lazy("team time trial"),
    REST: gettext_lazy("rest day"),
}
LABEL = re.compile(r"[0-9A-Za-z]{1,8}\Z")
MOST_STAGES, MOST_RESTS = 21, 5

Day = TypeVar("Day", bound=PlannedDay)


def drop_rest_days(stages: Sequence[Day]) -> list[Day]:
    """Leave the rest days out."""
    return [stage for stage in stages if stage.kind != REST]


def labels(stages: Sequence[PlannedDay]) -> list[str]:
    """Return what each stage is called behind the word, "" for rest days."""
    return [label for _, label in _name_by_counting(stages)]


def titles(stages: Sequence[PlannedDay]) -> list[str]:
    """Return what each day is called: "Stage 3a", "Rest day"."""
    return [name_stage(label) if label else gettext("Rest day") for label in labels(stages)]


def drop_plain_labels(stages: Sequence[Day]) -> list[Day]:
    """Return copies without the labels that say no more than counting does."""
    copies = [copy.copy(stage) for stage in stages]
    for stage, (plain_label, _) in zip(copies, _name_by_counting(stages), strict=True):
        if stage.label == plain_label:
            stage.label = ""
    return copies


def day_problems(stages: Sequence[PlannedDay]) -> Iterator[PlanProblem]:
    """Find what is wrong with the number of stages and rest days, and with their names."""
    number, rests = len(drop_rest_days(stages)), len(stages) - len(drop_rest_days(stages))
    if not 1 <= number <= MOST_STAGES:
        yield PlanProblem(
            gettext("A tour has 1 to %(most_stages)s stages, not %(number)s.")
            % {"most_stages": MOST_STAGES, "number": number},
            gettext("Stages"),
        )
    if rests > MOST_RESTS:
        yield PlanProblem(
            gettext("A tour has at most %(most_rests)s rest days, not %(rests)s.")
            % {"most_rests": MOST_RESTS, "rests": rests},
            gettext("Stages"),
        )
    if stages and REST in (stages[0].kind, stages[-1].kind):
        yield PlanProblem(
            gettext("A tour begins and ends with a stage, not with a rest day."), gettext("Stages")
        )
    for stage in stages:
        yield from _name_problems(stage)
    for label in find_duplicates(filter(None, labels(stages)), str.casefold):
        yield PlanProblem(
            gettext("Two stages are called %(label)s: give one of them another name.")
            % {"label": label[:20]},
            gettext("Stages"),
        )


def _name_problems(stage: PlannedDay) -> Iterator[PlanProblem]:
    if stage.kind not in KIND_NAMES:
        yield PlanProblem(
            gettext("“%(kind)s” is no kind of stage: %(names)s.")
            % {"kind": stage.kind[:20], "names": ", ".join(map(str, KIND_NAMES.values()))},
            gettext("Stages"),
        )
    if stage.label and not LABEL.match(stage.label):
        yield PlanProblem(
            gettext(
                "“%(stage)s” cannot name a stage: write up to 8 letters and digits, such as 3a."
            )
            % {"stage": stage.label[:20]},
            gettext("Stages"),
        )


def _name_by_counting(stages: Sequence[PlannedDay]) -> Iterator[tuple[str, str]]:
    """Yield the name that counting alone gives each stage, and its actual name."""
    number = 0
    for stage in stages:
        if stage.kind == REST:
            yield "", ""
            continue
        plain_label = str(number + 1)
        label = stage.label or plain_label
        begins = re.match(r"[0-9]{1,3}", label)
        number = int(begins[0]) if begins else number
        yield plain_label, label
