"""Change the stages of a draft: propose them, propose them again, move and change them by hand
(CP-M-047, CP-APP-010).

Each function that replaces stages remembers those it replaced, and returns what it did in words for
the director.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.cycling_party.table.master import master
from tourmanager.tabletop.cycling_party.set_up import model_tours
from tourmanager.tabletop.cycling_party.set_up.course import passes_of
from tourmanager.tabletop.cycling_party.set_up.plan import REST_DAY, PassPlan, StagePlan
from tourmanager.tabletop.cycling_party.set_up.plan_check import CHARACTERS
from tourmanager.tabletop.cycling_party.set_up.switches import SWITCHES
from tourmanager.tabletop.cycling_party.set_up.wizard.draft import (
    DraftStage,
    TourDraft,
    new_seed,
)
from tourmanager.tours.models import REST
from tourmanager.tours.options import chosen_option
from tourmanager.tours.planning.days import MOST_RESTS, drop_rest_days, titles
from tourmanager.web import labels


def board_limit(draft: TourDraft) -> bool:
    return chosen_option(draft.options, "board_limit", SWITCHES) == "on"


def propose_all(draft: TourDraft) -> str:
    """Propose a whole new model tour in place of all stages."""
    draft.before = draft.stages
    draft.seed = new_seed()
    draft.stages = _with_rests(_proposal(draft), draft.before)
    return _("All stages have been proposed again.")


def propose_one(draft: TourDraft, index: int) -> str:
    """Propose another stage of the same type in this place."""
    draft.before = list(draft.stages)
    kind = draft.stages[index].plan.type
    plan = model_tours.propose_stage(kind, draft.character, new_seed(), board_limit(draft))
    was = draft.stages[index].plan
    draft.stages[index] = DraftStage(
        msgspec.structs.replace(plan, kind=was.kind, label=was.label), own=True
    )
    return _("%(stage)s has been proposed again.") % {"stage": titles(draft.plans)[index]}


def undo(draft: TourDraft) -> str:
    """Undo the last proposal; a second undo gives the proposal again."""
    if not draft.before:
        return ""
    draft.stages, draft.before = _cut(draft.before, draft.stage_count), draft.stages
    return _("The stages are as they were before.")


def move(draft: TourDraft, index: int, by: int) -> str:
    """Move a stage earlier or later by one place; both stages keep their places from then on."""
    other = index + by
    if not 0 <= other < len(draft.stages):
        return ""
    was = titles(draft.plans)[index]
    draft.stages[index], draft.stages[other] = draft.stages[other], draft.stages[index]
    draft.stages[index].own = draft.stages[other].own = True
    draft.before = []
    now, other_is_rest = titles(draft.plans)[other], draft.stages[index].plan.kind == REST
    if was == now:  # it changed places with a rest day, or has a name of its own
        other_day = _("the rest day") if other_is_rest else titles(draft.plans)[index].lower()
        sentence = (
            _("%(stage)s is before %(other)s now.")
            if by < 0
            else _("%(stage)s is after %(other)s now.")
        )
        return sentence % {"stage": now, "other": other_day}
    return _("%(was)s is %(now)s now.") % {"was": was, "now": now.lower()}


def rest_after(draft: TourDraft, index: int) -> str:
    """Add a rest day after a stage, where one is allowed."""
    rests = len(draft.stages) - len(drop_rest_days(draft.plans))
    beside = [stage.plan.kind for stage in draft.stages[index : index + 2]]
    if rests >= MOST_RESTS or REST in beside or index + 1 >= len(draft.stages):
        return ""
    draft.before = []
    draft.stages.insert(index + 1, DraftStage(msgspec.structs.replace(REST_DAY), own=True))
    return _("There is a rest day after %(stage)s now.") % {
        "stage": titles(draft.plans)[index].lower()
    }


def no_rest(draft: TourDraft, index: int) -> str:
    if draft.stages[index].plan.kind != REST:
        return ""
    draft.before = []
    del draft.stages[index]
    return _("The rest day is gone.")


def _with_rests(stages: list[DraftStage], before: Sequence[DraftStage]) -> list[DraftStage]:
    """Put the rest days back after as many stages as before."""
    days = list(stages)
    for index, stage in enumerate(before):
        if stage.plan.kind == REST and 0 < index < len(days):
            days.insert(index, stage)
    return days


def _cut(stages: Sequence[DraftStage], count: int) -> list[DraftStage]:
    """Return the first `count` raced stages, with the rest days between them."""
    cut_stages: list[DraftStage] = []
    for stage in stages:
        if len(drop_rest_days([one.plan for one in cut_stages])) < count:
            cut_stages.append(stage)
    return cut_stages


def fit_to_characteristics(draft: TourDraft) -> str:
    """Propose stages for the characteristics as they are now, keeping those changed by hand.

    Returns what happened.
    """
    made_from = [draft.character, str(draft.stage_count), str(board_limit(draft))]
    if made_from == draft.proposed_for and len(drop_rest_days(draft.plans)) == draft.stage_count:
        return ""
    first = not draft.stages
    riding = [stage for stage in draft.stages if stage.plan.kind != REST]
    own = {index: stage for index, stage in enumerate(riding) if stage.own}
    draft.before = draft.stages
    draft.stages = _proposal(draft)
    draft.proposed_for = made_from
    if first:
        return ""
    moves, dropped = _keep(draft.stages, own)
    draft.stages = _with_rests(draft.stages, draft.before)
    proposed = _("The tour has been proposed again: %(stages)s, %(character)s.") % {
        "stages": _number(draft.stage_count),
        "character": CHARACTERS[draft.character].lower(),
    }
    stayed = [index for index in own if index < draft.stage_count]
    return " ".join([proposed, *_say_kept(stayed, moves, dropped)])


def _say_kept(
    stayed: Sequence[int], moves: Mapping[int, int], dropped: Sequence[int]
) -> Iterator[str]:
    """Say what has become of the stages that were changed by hand."""
    if stayed:
        yield (
            ngettext(
                "%(stages)s stays as you made it.",
                "%(stages)s stay as you made them.",
                len(stayed),
            )
            % {"stages": _name_stages(stayed)}
        )
    for old, new in moves.items():
        yield _("Stage %(old)s, which you changed, is stage %(new)s now.") % {
            "old": old + 1,
            "new": new + 1,
        }
    if dropped:
        yield _("%(stages)s, which you changed, found no place.") % {
            "stages": _name_stages(dropped)
        }


def _proposal(draft: TourDraft) -> list[DraftStage]:
    return [
        DraftStage(plan)
        for plan in model_tours.propose(
            draft.character, draft.stage_count, draft.seed, board_limit(draft)
        )
    ]


def _keep(stages: list[DraftStage], own: dict[int, DraftStage]) -> tuple[dict[int, int], list[int]]:
    """Put stages changed by hand over the proposed ones: in their places, else in the last that is
    free.
    """
    moves: dict[int, int] = {}
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
            moves[index] = free[-1]
        else:
            dropped.append(index)
    return moves, dropped


def _number(stages: int) -> str:
    return ngettext("%(count)s stage", "%(count)s stages", stages) % {"count": stages}


def _name_stages(indexes: Sequence[int]) -> str:
    *others, last = (str(index + 1) for index in indexes)
    return (
        _("Stages %(others)s and %(last)s") % {"others": ", ".join(others), "last": last}
        if others
        else labels.stage(last)
    )


def with_pass(plan: StagePlan) -> StagePlan:
    """Add a pass where there is room for it: of third category, or a hill where the road is
    full.
    """
    lengths = master().pass_length
    for category in ("third", "hill"):
        for gap in (model_tours.BETWEEN_PASSES, 1):
            if (start := _room(plan, lengths[category], gap)) is not None:
                return _sort(
                    msgspec.structs.replace(plan, passes=[*plan.passes, PassPlan(start, category)])
                )
    return msgspec.structs.replace(
        plan, passes=[*plan.passes, PassPlan(max(1, plan.length - lengths["hill"] + 1), "hill")]
    )


def without_pass(plan: StagePlan, index: int) -> StagePlan:
    return _sort(
        msgspec.structs.replace(
            plan, passes=[item for at, item in enumerate(plan.passes) if at != index]
        )
    )


def with_sprint(plan: StagePlan) -> StagePlan:
    """Add a sprint, on the flat and early: eight squares after the last one if possible."""
    sprints = set(plan.sprints)
    mountain = {
        km for item in passes_of(plan) for km in range(item.start, min(item.end, plan.length) + 1)
    }
    first = model_tours.FIRST_SPRINT
    after = max(sprints, default=first - model_tours.SPRINT_EVERY) + model_tours.SPRINT_EVERY
    order = [
        *range(after, plan.length // 2 + 1),
        *range(first, plan.length // 2 + 1),
        *range(1, plan.length),
    ]
    km = next(
        (km for km in order if km not in sprints and km not in mountain), max(1, plan.length - 1)
    )
    return _sort(msgspec.structs.replace(plan, sprints=[*plan.sprints, km]))


def without_sprint(plan: StagePlan, index: int) -> StagePlan:
    return _sort(
        msgspec.structs.replace(
            plan, sprints=[km for at, km in enumerate(plan.sprints) if at != index]
        )
    )


def _sort(plan: StagePlan) -> StagePlan:
    """Sort passes and sprints in road order, as the profile shows them."""
    return msgspec.structs.replace(
        plan, passes=sorted(plan.passes, key=lambda item: item.start), sprints=sorted(plan.sprints)
    )


def _room(plan: StagePlan, squares: int, gap: int) -> int | None:
    """Return the first square from which a pass of that size lies free, behind the last sprint if
    possible.
    """
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
