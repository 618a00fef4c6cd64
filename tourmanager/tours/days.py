"""The days of a tour: which are raced, and what the stages are called.

Stages are counted as they are raced. A label says otherwise: after "3a" and "3b" comes 4, and a prologue called "P" counts for none.
"""

import re
from collections.abc import Iterator, Sequence

import msgspec

from tourmanager.tours.models import REST
from tourmanager.tours.plan import StagePlan

KIND_NAMES = {"road": "road stage", "itt": "individual time trial", "ttt": "team time trial", REST: "rest day"}
LABEL = re.compile(r"[0-9A-Za-z]{1,8}\Z")
REST_DAY = StagePlan("flat", 0, kind=REST)
MOST_RESTS = 5


def raced(stages: Sequence[StagePlan]) -> list[StagePlan]:
    return [stage for stage in stages if stage.kind != REST]


def labels(stages: Sequence[StagePlan]) -> list[str]:
    """What each stage is called behind the word, "" for rest days."""
    return [label for _, label in _counted(stages)]


def titles(stages: Sequence[StagePlan]) -> list[str]:
    """What each day is called: "Stage 3a", "Rest day"."""
    return [f"Stage {label}" if label else "Rest day" for label in labels(stages)]


def unlabelled(stages: Sequence[StagePlan]) -> list[StagePlan]:
    """The same without the labels that say no more than counting does."""
    return [
        msgspec.structs.replace(stage, label="") if stage.label == counted else stage
        for stage, (counted, _) in zip(stages, _counted(stages), strict=True)
    ]


def _counted(stages: Sequence[StagePlan]) -> Iterator[tuple[str, str]]:
    """What counting alone would call each stage, and what it is called."""
    number = 0
    for stage in stages:
        if stage.kind == REST:
            yield "", ""
            continue
        counted = str(number + 1)
        label = stage.label or counted
        begins = re.match(r"[0-9]{1,3}", label)
        number = int(begins[0]) if begins else number
        yield counted, label
