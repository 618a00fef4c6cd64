"""Vectors about the course of a stage: the codes of the check, and the stages per type of a model
tour.
"""

from tests.vectors.kinds import Vector, kind
from tourmanager.tabletop.cycling_party.set_up.course_check import check
from tourmanager.tabletop.cycling_party.set_up.model_tours import allocate
from tourmanager.tabletop.cycling_party.set_up.plan import StagePlan
from tourmanager.tabletop.cycling_party.vocabulary import TYPES


@kind("stage_check")
def stage_check(vector: Vector) -> tuple[object, object]:
    """Passes come as [start, category], [start, end] or [start, end, category]."""
    given = vector["stage"]
    stage = StagePlan(
        given.get("type"),
        given["len"],
        [tuple(each) for each in given.get("passes", [])],
        list(given.get("is", [])),
    )
    return set(vector["expect"]), {problem.code for problem in check(stage, vector["version"])}


@kind("allocate")
def stages_per_type(vector: Vector) -> tuple[object, object]:
    got = [
        [stages, character, [allocate(stages, character)[type_] for type_ in TYPES]]
        for stages, character, _ in vector["cases"]
    ]
    return vector["cases"], got
