"""Hold a tour being set up: what its director has entered so far, step by step, right or wrong.

A draft is a value; `models.Draft` stores it as JSON, so it survives leaving, going back and
changing device (CP-APP-008). A step opens when those before it are accepted and still right, so
nothing is skipped (CP-APP-007). What concerns the stages is in `draft_stages`, teams and riders in
`draft_teams`.
"""

import secrets
from typing import Any

import msgspec

from tourmanager.scoring.scheme import Scheme, SchemeError, scheme
from tourmanager.tabletop.cycling_party.set_up import creation, plan_check
from tourmanager.tabletop.cycling_party.set_up.course_check import CourseProblem, check, errors
from tourmanager.tabletop.cycling_party.set_up.model_tours import USUAL
from tourmanager.tabletop.cycling_party.set_up.plan import StagePlan
from tourmanager.tabletop.cycling_party.set_up.switches import SWITCHES
from tourmanager.tabletop.cycling_party.vocabulary import TYPES
from tourmanager.tours import options
from tourmanager.tours.models import REST, Draft, Tour
from tourmanager.tours.planning.creation import free_name, new_ending
from tourmanager.tours.planning.days import KIND_NAMES, day_problems, drop_rest_days
from tourmanager.tours.planning.plan import TeamPlan
from tourmanager.tours.rules import point_sources, read_valid_scheme

STEPS = ("tour", "points", "stages", "teams")
STEP_NAMES = {"tour": "Tour", "points": "Points", "stages": "Stages", "teams": "Teams"}


class DraftStage(msgspec.Struct):
    """A stage of the draft; `own` once somebody changed it, so that a new proposal leaves it
    alone.
    """

    plan: StagePlan
    own: bool = False


class Seat(msgspec.Struct):
    """One team of the tour: `team` is the key of an entry of the pool, `lineup` the riders' keys in
    the order of the roles.
    """

    team: str
    manager: str = ""
    lineup: list[str] = []


def standard_scale(rules: Scheme | None = None) -> dict[str, list[int]]:
    """Return the points of the players as the scheme has them."""
    rules = rules or scheme("cycling_party_master")
    return {source: list(rules.manager_points.points[source]) for source in point_sources(rules)}


def new_seed() -> str:
    return secrets.token_hex(4)


class TourDraft(msgspec.Struct):
    name: str = ""
    players: int = 2
    riders: int = 5
    stage_count: int = USUAL
    character: str = "long"
    options: dict[str, str] = {}
    scheme: str = "cycling_party_master"
    # the changed copy of the tour this one repeats; None for the scheme as it ships
    rules: dict[str, Any] | None = None
    second_person: bool = False
    scale: dict[str, list[int]] = msgspec.field(default_factory=standard_scale)
    stages: list[DraftStage] = []
    before: list[DraftStage] = []  # what the last new proposal replaced, to undo that
    # what the proposal was made from; when that changes, so does the proposal
    proposed_for: list[str] = []
    seed: str = msgspec.field(default_factory=new_seed)
    seats: list[Seat] = []
    # teams of the tour this one repeats: they need not be in the roster any more
    guests: list[TeamPlan] = []
    repeats: str = ""  # the name of that tour
    accepted: int = 0  # how many steps have been
    # of the tour's address: accepting twice finds the same tour
    ending: str = msgspec.field(default_factory=new_ending)

    @property
    def step(self) -> str:
        """Return the furthest step that is open."""
        return next((step for step in reversed(STEPS) if self.is_open(step)), STEPS[0])

    def is_open(self, step: str) -> bool:
        before = STEPS[: STEPS.index(step)]
        return self.accepted >= len(before) and not any(
            self.is_wrong(earlier) for earlier in before
        )

    def is_wrong(self, step: str) -> bool:
        """Return True when an accepted step by itself is no longer right."""
        match step:
            case "tour":
                return not self.name
            case "points":
                return bool(
                    list(plan_check.scale_problems(self.scale, point_sources(self.own_scheme)))
                )
            case "stages":
                return (
                    not self.stages
                    or any(errors(problems) for problems in self.course_problems())
                    or bool(list(day_problems(self.plans)))
                )
        return False

    @property
    def own_scheme(self) -> Scheme:
        """Return the scheme by which the tour will be scored, without the points of the players."""
        return scheme(self.scheme) if self.rules is None else read_valid_scheme(self.rules)

    def use(self, key: str) -> None:
        """Choose another scheme, with its points for the players."""
        self.scheme, self.rules = key, None
        self.scale = standard_scale(scheme(key))

    @property
    def plans(self) -> list[StagePlan]:
        return [stage.plan for stage in self.stages]

    @property
    def mountain_attacks(self) -> int:
        """Return the mountain attacks of each team for the whole tour, with the present stages."""
        return creation.mountain_attacks(
            self.plans, options.chosen_option(self.options, "mountain_attack_rounding", SWITCHES)
        )

    def accept(self, step: str) -> None:
        self.accepted = max(self.accepted, STEPS.index(step) + 1)

    def course_problems(self) -> list[list[CourseProblem]]:
        return [[] if plan.kind == REST else check(plan) for plan in self.plans]


def read(row: Draft) -> TourDraft:
    """Read the draft of a row. One that cannot be read, perhaps from another version, begins from
    scratch.
    """
    try:
        draft = msgspec.convert(row.data, TourDraft)
    except msgspec.ValidationError:
        return TourDraft()
    sound = (
        _has_scheme(draft)
        and draft.character in plan_check.CHARACTERS
        and draft.players in plan_check.TEAMS
        and draft.riders in plan_check.RIDERS
        and draft.stage_count in plan_check.STAGES
        and _has_known_stages(draft)
        and not options.problems(draft.options, SWITCHES)
    )
    return draft if sound else TourDraft()


def _has_known_stages(draft: TourDraft) -> bool:
    """True when every stage is of a kind and a type that there is."""
    plans = [stage.plan for stage in (*draft.stages, *draft.before)]
    return all(plan.kind in KIND_NAMES and plan.type in TYPES for plan in plans)


def _has_scheme(draft: TourDraft) -> bool:
    try:
        return bool(draft.own_scheme)
    except (LookupError, SchemeError):
        return False


def write(row: Draft, draft: TourDraft) -> None:
    row.data = msgspec.to_builtins(draft)
    row.save(update_fields=["data", "changed_at"])


def repeat_tour(tour: Tour) -> TourDraft:
    """Make a draft that runs a tour again, with its own teams and riders; every step is open."""
    plan = creation.plan_of(tour)
    draft = TourDraft(
        name=free_name(plan.name),
        players=len(plan.teams),
        riders=plan.riders_per_team,
        stage_count=len(drop_rest_days(plan.stages)),
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
