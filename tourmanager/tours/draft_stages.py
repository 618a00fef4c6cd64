"""The stages of a draft: proposed, proposed again, moved and changed by hand (CP-M-047, CP-APP-010).

Whatever replaces stages remembers those it replaced, and says what it did in words for the director.
"""

from collections.abc import Sequence

import msgspec

from tourmanager.scoring.scheme import scheme
from tourmanager.tours import model_tours, options
from tourmanager.tours.course import passes_of
from tourmanager.tours.drafts import Draft, DraftStage, new_seed
from tourmanager.tours.plan import PassPlan, StagePlan
from tourmanager.tours.plan_check import CHARACTERS

MOST_PASSES = 4
MOST_SPRINTS = 5


def board_limit(draft: Draft) -> bool:
    return options.chosen(draft.options, "board_limit") == "on"


def propose_all(draft: Draft) -> str:
    """A whole new model tour, whatever stood there."""
    draft.before = draft.stages
    draft.seed = new_seed()
    draft.stages = _proposal(draft)
    return "All stages are proposed anew."


def propose_one(draft: Draft, index: int) -> str:
    """Another stage of the same type in this place."""
    draft.before = list(draft.stages)
    kind = draft.stages[index].plan.type
    draft.stages[index] = DraftStage(model_tours.propose_stage(kind, draft.character, new_seed(), board_limit(draft)), own=True)
    return f"Stage {index + 1} is proposed anew."


def take_back(draft: Draft) -> str:
    """What the last proposal replaced is there again; taking back twice gives the proposal again."""
    if not draft.before:
        return ""
    draft.stages, draft.before = draft.before[: draft.stage_count], draft.stages
    return "The stages are as they were before."


def move(draft: Draft, index: int, by: int) -> str:
    """A stage one place earlier or later; both keep their places from then on."""
    other = index + by
    if not 0 <= other < len(draft.stages):
        return ""
    draft.stages[index], draft.stages[other] = draft.stages[other], draft.stages[index]
    draft.stages[index].own = draft.stages[other].own = True
    draft.before = []
    return f"Stage {index + 1} is stage {other + 1} now."


def fit(draft: Draft) -> str:
    """The stages of the characteristics as they are now: a proposal, in which stages changed by hand stay. Says what happened."""
    made_from = [draft.character, str(draft.stage_count), str(board_limit(draft))]
    if made_from == draft.proposed_for and len(draft.stages) == draft.stage_count:
        return ""
    first = not draft.stages
    own = {index: stage for index, stage in enumerate(draft.stages) if stage.own}
    draft.before = draft.stages
    draft.stages = _proposal(draft)
    draft.proposed_for = made_from
    if first:
        return ""
    moved, dropped = _keep(draft.stages, own)
    sentences = [f"The tour is proposed anew: {_number(draft.stage_count)}, {CHARACTERS[draft.character].lower()}."]
    if stayed := [index for index in own if index < draft.stage_count]:
        sentences.append(f"{_named(stayed)} {'stays' if len(stayed) == 1 else 'stay'} as you made {'it' if len(stayed) == 1 else 'them'}.")
    sentences += [f"Stage {old + 1}, which you changed, is stage {new + 1} now." for old, new in moved.items()]
    if dropped:
        sentences.append(f"{_named(dropped)}, which you changed, found no place.")
    return " ".join(sentences)


def _proposal(draft: Draft) -> list[DraftStage]:
    return [DraftStage(plan) for plan in model_tours.propose(draft.character, draft.stage_count, draft.seed, board_limit(draft))]


def _keep(stages: list[DraftStage], own: dict[int, DraftStage]) -> tuple[dict[int, int], list[int]]:
    """Puts stages changed by hand over the proposed ones: in their places, else in the last that is free."""
    moved: dict[int, int] = {}
    dropped: list[int] = []
    for index, stage in own.items():
        if index < len(stages):
            stages[index] = stage
    for index, stage in own.items():
        if index < len(stages):
            continue
        free = [place for place, there in enumerate(stages) if not there.own]
        if free:
            stages[free[-1]] = stage
            moved[index] = free[-1]
        else:
            dropped.append(index)
    return moved, dropped


def _number(stages: int) -> str:
    return "1 stage" if stages == 1 else f"{stages} stages"


def _named(indexes: Sequence[int]) -> str:
    *others, last = (str(index + 1) for index in indexes)
    return f"Stages {', '.join(others)} and {last}" if others else f"Stage {last}"


def with_pass(plan: StagePlan) -> StagePlan:
    """One pass more, where there is room for it: of third category, or a hill where the road is full."""
    lengths = scheme().pass_length
    for category in ("third", "hill"):
        for gap in (model_tours.BETWEEN_PASSES, 1):
            if (start := _room(plan, lengths[category], gap)) is not None:
                return _sorted(msgspec.structs.replace(plan, passes=[*plan.passes, PassPlan(start, category)]))
    return msgspec.structs.replace(plan, passes=[*plan.passes, PassPlan(max(1, plan.length - lengths["hill"] + 1), "hill")])


def without_pass(plan: StagePlan, index: int) -> StagePlan:
    return _sorted(msgspec.structs.replace(plan, passes=[item for at, item in enumerate(plan.passes) if at != index]))


def with_sprint(plan: StagePlan) -> StagePlan:
    """One sprint more, on the flat and early: eight squares after the last one where that can be."""
    taken = set(plan.sprints)
    mountain = {km for item in passes_of(plan) for km in range(item.start, min(item.end, plan.length) + 1)}
    first = model_tours.FIRST_SPRINT
    after = max(taken, default=first - model_tours.SPRINT_EVERY) + model_tours.SPRINT_EVERY
    order = [*range(after, plan.length // 2 + 1), *range(first, plan.length // 2 + 1), *range(1, plan.length)]
    km = next((km for km in order if km not in taken and km not in mountain), max(1, plan.length - 1))
    return _sorted(msgspec.structs.replace(plan, sprints=[*plan.sprints, km]))


def without_sprint(plan: StagePlan, index: int) -> StagePlan:
    return _sorted(msgspec.structs.replace(plan, sprints=[km for at, km in enumerate(plan.sprints) if at != index]))


def _sorted(plan: StagePlan) -> StagePlan:
    """In road order, as the profile shows it."""
    return msgspec.structs.replace(plan, passes=sorted(plan.passes, key=lambda item: item.start), sprints=sorted(plan.sprints))


def _room(plan: StagePlan, squares: int, gap: int) -> int | None:
    """The first square from which a pass of that size lies free, on the far side of the last sprint where that can be."""
    blocked = set(plan.sprints)
    for item in passes_of(plan):
        blocked.update(range(item.start - gap, item.end + gap + 1))
    last = plan.length - 9 - squares + 1
    after_sprints = max(plan.sprints, default=12) + model_tours.AFTER_SPRINTS + 1
    starts: list[int] = [*range(after_sprints, last + 1), *range(13, last + 1)]
    for start in starts:
        if blocked.isdisjoint(range(start, start + squares)):
            return start
    return None
