"""Stages drawn by lot: the editor of the road, run under Node, finds in them what the course check
finds, and lets things land where the check has nothing against it.
"""

from random import Random
from typing import Any

import msgspec
import pytest

from tests.node import HERE, STATIC, run
from tourmanager.tabletop.cycling_party.set_up.course import passes_of
from tourmanager.tabletop.cycling_party.set_up.course_check import check
from tourmanager.tabletop.cycling_party.set_up.plan import PassPlan, StagePlan
from tourmanager.tabletop.cycling_party.set_up.raced import NOT_RACED, Raced
from tourmanager.tabletop.cycling_party.set_up.road_rules import road_rules
from tourmanager.tabletop.cycling_party.vocabulary import CATEGORIES, TYPES

SCRIPTS = STATIC / "tabletop" / "cycling_party" / "set_up"
# what a thing cannot lie with, as `where` names it
PLACES = {"E_PASS_RANGE", "E_PASS_OVERLAP", "E_PASS_TOUCH", "E_IS_FLAT", "E_IS_DUP"}


def a_stage(random: Random) -> StagePlan:
    """Draw a stage, right or wrong; half of them are short, so that things meet."""
    length = random.choice((random.randint(10, 60), random.randint(60, 310)))
    return StagePlan(
        random.choice(TYPES),
        length,
        [
            PassPlan(random.randint(-3, length + 5), random.choice((*CATEGORIES, "hill", "")))
            for _ in range(random.randint(0, 4))
        ],
        [random.randint(-2, length + 3) for _ in range(random.randint(0, 5))],
    )


def answers_to(cases: list[dict[str, Any]], raced: Raced = NOT_RACED) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = run(
        HERE / "road.mjs",
        {
            "rulesModule": (SCRIPTS / "road-rules.js").as_uri(),
            "landingModule": (SCRIPTS / "road-landing.js").as_uri(),
            "rules": road_rules(raced),
            "cases": cases,
        },
    )
    return found


def course_of(stage: StagePlan) -> dict[str, Any]:
    values: dict[str, Any] = msgspec.to_builtins(stage)
    return {key: values[key] for key in ("type", "length", "passes", "sprints")}


def things_of(stage: StagePlan) -> list[str]:
    return [
        "finish",
        *(f"pass-{index}" for index in range(len(stage.passes))),
        *(f"sprint-{index}" for index in range(len(stage.sprints))),
    ]


def placed(stage: StagePlan, thing: str, place: int | str) -> StagePlan:
    """Move a thing; a category is that of a pass whose foot was pulled, its top stays."""
    kind, _, index = thing.partition("-")
    stage = msgspec.convert(msgspec.to_builtins(stage), StagePlan)
    if kind == "finish":
        assert isinstance(place, int)
        stage.length = place
    elif kind == "sprint":
        assert isinstance(place, int)
        stage.sprints[int(index)] = place
    elif isinstance(place, int):
        stage.passes[int(index)].start = place
    else:
        end = next(p.end for p in passes_of(stage) if p.index == int(index))
        lengths = road_rules()["lengths"]
        assert isinstance(lengths, dict)
        stage.passes[int(index)] = PassPlan(end - lengths[place] + 1, place)
    return stage


def conflicts(stage: StagePlan, thing: str) -> int:
    """Count what is wrong with the places of things, because of where this one lies."""
    with_it = sum(problem.code in PLACES for problem in check(stage))
    kind, _, index = thing.partition("-")
    if kind == "finish":
        return sum(
            problem.code in PLACES and problem.code not in {"E_PASS_OVERLAP", "E_PASS_TOUCH"}
            for problem in check(stage)
        )
    rows = stage.passes if kind == "pass" else stage.sprints
    rest = [row for at, row in enumerate(rows) if at != int(index)]
    field = "passes" if kind == "pass" else "sprints"
    without = msgspec.structs.replace(stage, **{field: rest})
    return with_it - sum(problem.code in PLACES for problem in check(without))


@pytest.mark.rule("CP-M-046")
def test_the_editor_finds_what_the_course_check_finds():
    stages = [a_stage(Random(seed)) for seed in range(600)]
    cases = [{"course": course_of(stage), "thing": "finish", "at": 60} for stage in stages]
    for stage, answer in zip(stages, answers_to(cases), strict=True):
        said = sorted((each["code"], each["where"]) for each in answer["problems"])
        assert said == sorted((each.code, list(each.where)) for each in check(stage)), stage


def test_things_land_on_the_nearest_place_that_the_course_check_allows():
    draws = []
    for seed in range(500):
        random = Random(seed)
        # a stage whose things lie right but for the one that is dragged
        stage = a_sound_stage(random)
        thing = random.choice(things_of(stage))
        draws.append((stage, thing, random.randint(-5, stage.length + 20)))
    cases = [{"course": course_of(s), "thing": thing, "at": at} for s, thing, at in draws]
    refused = 0
    for (stage, thing, _), answer in zip(draws, answers_to(cases), strict=True):
        found = answer["landing"]
        want, place = found["want"], found["place"]
        assert bool(found["conflict"]) == bool(conflicts(placed(stage, thing, want), thing)), (
            stage,
            thing,
            found,
        )
        refused += bool(found["conflict"])
        if place is not None:
            assert not conflicts(placed(stage, thing, place), thing), (stage, thing, found)
        if found["conflict"] and (gap := found["gap"] or {"reach": [1, stage.length]}):
            low, high = gap["reach"] if thing != "finish" else (15, 300)
            step = 3 if thing == "finish" else 1
            free = [
                other
                for other in range(low, high + 1)
                if other % step == 0 and not conflicts(placed(stage, thing, other), thing)
            ]
            away = min((abs(other - want) for other in free), default=None)
            assert (place is None) == (away is None)
            assert place is None or abs(place - want) == away, (stage, thing, found)
        if foot := answer["foot"]:
            assert not conflicts(placed(stage, thing, foot["place"]), thing), (stage, thing, foot)
        for step in filter(None, answer["steps"]):
            assert not conflicts(placed(stage, thing, step), thing), (stage, thing, step)
        for added in filter(None, (answer["pass"], answer["sprint"])):
            grown = msgspec.convert({**added, "kind": "road"}, StagePlan)
            assert not any(problem.code in PLACES for problem in check(grown)), (stage, grown)
    assert refused > 100


def a_sound_stage(random: Random) -> StagePlan:
    """Draw a stage on which everything lies where it may."""
    stage = StagePlan(random.choice(TYPES), 3 * random.randint(10, 60))
    for _ in range(40):
        grown = msgspec.convert(msgspec.to_builtins(stage), StagePlan)
        if random.random() < 0.5 and len(stage.passes) < 4:
            grown.passes.append(
                PassPlan(random.randint(1, stage.length), random.choice(CATEGORIES))
            )
        elif len(stage.sprints) < 5:
            grown.sprints.append(random.randint(1, stage.length))
        if not any(problem.code in PLACES for problem in check(grown)):
            stage = grown
    return stage


def test_what_has_been_raced_is_locked_in_the_editor():
    stage = StagePlan("medium", 129, [PassPlan(35, "third"), PassPlan(80, "first")], [15, 25])
    cases = [
        {"course": course_of(stage), "thing": thing, "at": at}
        for thing, at in (("pass-1", 2), ("sprint-1", 30))
    ]
    raced = Raced(42, "Pass 1", (stage.passes[0],), (15, 25))
    first, second = answers_to(cases, raced)
    assert first["landing"]["place"] == 44, "a flat square behind the pass that has been raced"
    assert second["landing"] == {
        "want": 30,
        "place": 43,
        "conflict": {"reason": "raced", "from": 30, "to": 30},
        "gap": None,
    }
