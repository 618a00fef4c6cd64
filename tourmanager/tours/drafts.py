"""A tour being set up: what its director has entered so far, step by step, right or wrong.

A draft is a value; `models.Draft` keeps it as JSON, so it survives leaving, going back and changing device (CP-APP-008).
A step opens when those before it are accepted and still right, so nothing is skipped (CP-APP-007).
What concerns the stages is in `draft_stages`, teams and riders in `draft_teams`.
"""

import secrets
from collections.abc import Iterator
from itertools import chain, count
from typing import Any, NamedTuple

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from tourmanager.accounts.models import User
from tourmanager.scoring.scheme import TYPES, Scheme, SchemeError, scheme
from tourmanager.tours import creation, options, plan_check
from tourmanager.tours.course_check import Problem, check, errors
from tourmanager.tours.days import KIND_NAMES, raced
from tourmanager.tours.games import CYCLING_PARTY, FLAMME_ROUGE, GAME_NAMES
from tourmanager.tours.model_tours import USUAL
from tourmanager.tours.models import REST, Tour
from tourmanager.tours.models import Draft as DraftRow
from tourmanager.tours.plan import StagePlan, TeamPlan
from tourmanager.tours.plan_check import PlanProblem
from tourmanager.tours.rules import judged, sources

STEPS = ("tour", "points", "stages", "teams")
MOST_DRAFTS = 20  # of one user; the oldest of more is in the way of finding any
TOO_MANY = f"You have {MOST_DRAFTS} tours half set up. Throw one away before you start another."
PAGES = {FLAMME_ROUGE: "play:grand_tour"}  # of games that are not set up here
STEP_NAMES = {"tour": "Tour", "points": "Points", "stages": "Stages", "teams": "Teams"}


class DraftStage(msgspec.Struct):
    """A stage as it stands; `own` once somebody changed it, so that a new proposal leaves it alone."""

    plan: StagePlan
    own: bool = False


class Seat(msgspec.Struct):
    """One team of the tour: `team` is the key of an entry of the pool, `lineup` the riders' keys in the order of the roles."""

    team: str
    manager: str = ""
    lineup: list[str] = []


def standard_scale(rules: Scheme | None = None) -> dict[str, list[int]]:
    """The points of the players as the scheme has them."""
    rules = rules or scheme()
    return {source: list(rules.league.points[source]) for source in sources(rules)}


def new_seed() -> str:
    return secrets.token_hex(4)


class Draft(msgspec.Struct):
    name: str = ""
    players: int = 2
    riders: int = 5
    stage_count: int = USUAL
    character: str = "long"
    options: dict[str, str] = {}
    scheme: str = "cycling_party_master"
    rules: dict[str, Any] | None = None  # the changed copy of the tour this one repeats; None for the scheme as it ships
    second_person: bool = False
    scale: dict[str, list[int]] = msgspec.field(default_factory=standard_scale)
    stages: list[DraftStage] = []
    before: list[DraftStage] = []  # what the last new proposal replaced, to take it back
    proposed_for: list[str] = []  # what the proposal was made from; when that changes, so does the proposal
    seed: str = msgspec.field(default_factory=new_seed)
    seats: list[Seat] = []
    guests: list[TeamPlan] = []  # teams of the tour this one repeats: they need not be in the roster any more
    repeats: str = ""  # the name of that tour
    accepted: int = 0  # how many steps have been
    ending: str = msgspec.field(default_factory=creation.new_ending)  # of the tour's address: accepting twice finds the same tour

    @property
    def step(self) -> str:
        """The furthest step that is open."""
        return next((step for step in reversed(STEPS) if self.is_open(step)), STEPS[0])

    def is_open(self, step: str) -> bool:
        before = STEPS[: STEPS.index(step)]
        return self.accepted >= len(before) and not any(self.is_wrong(earlier) for earlier in before)

    def is_wrong(self, step: str) -> bool:
        """Whether an accepted step no longer holds by itself."""
        match step:
            case "tour":
                return not self.name
            case "points":
                return bool(list(plan_check.scale_problems(self.scale, sources(self.own_scheme))))
            case "stages":
                return (
                    not self.stages
                    or any(errors(problems) for problems in self.course_problems())
                    or bool(list(plan_check.day_problems(self.plans)))
                )
        return False

    @property
    def own_scheme(self) -> Scheme:
        """What the tour will be scored by, but for the points of the players."""
        return scheme(self.scheme) if self.rules is None else judged(self.rules)

    def use(self, key: str) -> None:
        """Another scheme, with its points for the players."""
        self.scheme, self.rules = key, None
        self.scale = standard_scale(scheme(key))

    @property
    def plans(self) -> list[StagePlan]:
        return [stage.plan for stage in self.stages]

    @property
    def mountain_attacks(self) -> int:
        """What each team gets for the whole tour, as the stages stand."""
        return creation.mountain_attacks(self.plans, options.chosen(self.options, "mountain_attack_rounding"))

    def accept(self, step: str) -> None:
        self.accepted = max(self.accepted, STEPS.index(step) + 1)

    def course_problems(self) -> list[list[Problem]]:
        return [[] if plan.kind == REST else check(plan) for plan in self.plans]


def read(row: DraftRow) -> Draft:
    """What a row keeps. One that cannot be read, from another version perhaps, begins anew."""
    try:
        draft = msgspec.convert(row.data, Draft)
    except msgspec.ValidationError:
        return Draft()
    sound = (
        _has_scheme(draft)
        and all(stage.plan.kind in KIND_NAMES for stage in [*draft.stages, *draft.before])
        and draft.character in plan_check.CHARACTERS
        and draft.players in plan_check.TEAMS
        and draft.riders in plan_check.RIDERS
        and draft.stage_count in plan_check.STAGES
        and all(stage.plan.type in TYPES for stage in [*draft.stages, *draft.before])
        and not options.problems(draft.options)
    )
    return draft if sound else Draft()


def _has_scheme(draft: Draft) -> bool:
    try:
        return bool(draft.own_scheme)
    except (LookupError, SchemeError):
        return False


def write(row: DraftRow, draft: Draft) -> None:
    row.data = msgspec.to_builtins(draft)
    row.save(update_fields=["data", "changed_at"])


class Unfinished(NamedTuple):
    """A draft as lists offer it: what it is called, what there is of it, where to go on."""

    title: str
    words: str
    address: str
    row: DraftRow


def unfinished(row: DraftRow) -> Unfinished:
    if row.game != CYCLING_PARTY:
        name = row.data.get("name") if isinstance(row.data, dict) else ""
        return Unfinished(str(name or ""), GAME_NAMES[row.game], reverse(PAGES[row.game], args=[row.pk]), row)
    draft = read(row)
    words = f"{GAME_NAMES[row.game]}, {draft.stage_count} stage{'' if draft.stage_count == 1 else 's'}, {draft.players} players"
    return Unfinished(draft.name, f"{words} · next: {draft.step.title()}", reverse("tours:draft", args=[row.pk, draft.step]), row)


def unfinished_of(user: User | AnonymousUser) -> list[Unfinished]:
    return [unfinished(row) for row in DraftRow.objects.filter(owner=user.pk)]


def too_many(user: User | AnonymousUser) -> bool:
    """Whether the user has as many drafts as anybody needs."""
    return DraftRow.objects.filter(owner=user.pk).count() >= MOST_DRAFTS


def name_problems(name: str) -> Iterator[PlanProblem]:
    """Why the tour cannot have the name; said at once, and again when it is created."""
    if trouble := plan_check.name_trouble(name, 80, what="The name of the tour"):
        yield PlanProblem(trouble, "Tour")
    elif creation.name_taken(name):
        yield PlanProblem(creation.TAKEN, "Tour")


def free_name(name: str) -> str:
    """A name no tour has: "Lap of Honour (2)"."""
    candidates = (f"{name[:74]} ({number})" for number in count(2))
    return next(candidate for candidate in chain([name], candidates) if not creation.name_taken(candidate))


def repeating(tour: Tour) -> Draft:
    """A draft that would run a tour again, with its own teams and riders; every step is open."""
    plan = creation.plan_of(tour)
    draft = Draft(
        name=free_name(plan.name),
        players=len(plan.teams),
        riders=plan.riders_per_team,
        stage_count=len(raced(plan.stages)),
        character=plan.character,
        options=plan.options,
        scheme=plan.scheme,
        rules=plan.rules,
        second_person=plan.second_person,
        scale=plan.scale,
        stages=[DraftStage(stage, own=True) for stage in plan.stages],
        seats=[Seat(f"guest-{index}", team.manager) for index, team in enumerate(plan.teams)],
        guests=plan.teams,
        repeats=plan.name,
        accepted=len(STEPS) - 1,
    )
    draft.seed = plan.seed or draft.seed
    return draft
