"""Serve Start: the four steps that set up a tour (CP-APP-007 ... CP-APP-012).

Each step has one address and one form. Everything entered is stored at once (htmx sends the form as
it changes), so that leaving, going back and changing device lose nothing; only "Continue" checks
whether it is right. The last step creates the tour.
"""

import msgspec
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tourmanager.accounts.models import User
from tourmanager.accounts.requests import SignedIn
from tourmanager.riders.models import Team
from tourmanager.scoring.scheme import scheme_keys
from tourmanager.tabletop.cycling_party.set_up.course_check import (
    MOST_PASSES,
    MOST_SPRINTS,
    CourseProblem,
)
from tourmanager.tabletop.cycling_party.set_up.creation import KEY, create
from tourmanager.tabletop.cycling_party.set_up.plan import TourPlan
from tourmanager.tabletop.cycling_party.set_up.plan_check import MOST_PLACES
from tourmanager.tabletop.cycling_party.set_up.wizard import draft_teams, pages
from tourmanager.tabletop.cycling_party.set_up.wizard.draft import (
    STEPS,
    DraftStage,
    TourDraft,
    read,
    repeat_tour,
    standard_scale,
    write,
)
from tourmanager.tabletop.cycling_party.set_up.wizard.draft_stages import (
    fit_to_characteristics,
    move,
    no_rest,
    propose_all,
    propose_one,
    rest_after,
    undo,
    with_pass,
    with_sprint,
    without_pass,
    without_sprint,
)
from tourmanager.tabletop.cycling_party.set_up.wizard.forms import TourDraftForm
from tourmanager.tabletop.cycling_party.set_up.wizard.reading import (
    read_points,
    read_stage,
    read_teams,
)
from tourmanager.tours.models import REST, Draft, Tour
from tourmanager.tours.planning import drafts
from tourmanager.tours.planning.creation import PlanRefused, name_problems
from tourmanager.tours.planning.numbers import read_whole_number
from tourmanager.tours.planning.plan_check import PlanProblem
from tourmanager.web.guard import page

TOO_FEW = gettext_lazy(
    "A tour needs two complete teams: five riders or more, each role ridden "
    "once. Enter them here first; then start the tour."
)


def begin(request: SignedIn) -> HttpResponse:
    """Begin a draft; it leads to Personalise while there are no teams (CP-APP-006)."""
    if request.method != "POST":
        return redirect("tours:start")
    if not ready(request.user):
        messages.info(request, TOO_FEW)
        return redirect("riders:teams")
    row = drafts.begin(request, KEY, msgspec.to_builtins(TourDraft()))
    return redirect("cycling_party:draft", row.pk, STEPS[0]) if row else redirect("tours:start")


def ready(user: User | None) -> bool:
    """Return True when there are teams to start with, or a tour is half set up already."""
    if Team.objects.complete().count() >= 2:
        return True
    return user is not None and Draft.objects.filter(owner=user, game=KEY).exists()


def say_too_few(complete: int) -> str:
    """Say what a tour needs, and how many complete teams there are."""
    return (
        _(
            "A tour of Cycling Party needs at least two teams with riders 1 to 5; one is ready so "
            "far. Personalise first."
        )
        if complete
        else _(
            "A tour of Cycling Party needs at least two teams with riders 1 to 5; none is ready so "
            "far. Personalise first."
        )
    )


def repeat(request: SignedIn, tour: Tour) -> HttpResponse:
    """Begin a draft of the same tour; its course is public."""
    row = drafts.begin(request, KEY, msgspec.to_builtins(repeat_tour(tour)))
    if row is None:
        return redirect("tours:start")
    messages.info(
        request,
        _(
            "This is a copy of %(tour)s, with its own teams. Go through the steps, "
            "change what you like, create it."
        )
        % {"tour": tour.name},
    )
    return redirect("cycling_party:draft", row.pk, "tour")


@page("cycling_party:draft")
def draft(request: SignedIn, row: Draft, step: str) -> HttpResponse:
    """Show a step; by POST store what it sends, and go on where `do` says so."""
    if step not in STEPS:
        raise Http404
    draft = read(row)
    if not draft.is_open(step):
        return not_yet(request, row, draft, step)
    if request.method != "POST":
        return pages.page(
            request, row, draft, step, number=stage_number(request.GET.get("stage", ""), draft)
        )
    return {"tour": post_tour, "points": post_points, "stages": post_stages, "teams": post_teams}[
        step
    ](request, row, draft)


def not_yet(request: SignedIn, row: Draft, draft: TourDraft, step: str) -> HttpResponse:
    """Lead back from a step that is not open; nothing of it is stored."""
    words = ngettext(
        "The %(step)s comes first. Fix what is wrong, if anything is, and press Continue to get to"
        " the %(later_step)s.",
        "The %(step)s come first. Fix what is wrong, if anything is, and press Continue to get to"
        " the %(later_step)s.",
        1 if draft.step == "tour" else 2,
    ) % {"step": draft.step, "later_step": step}
    if request.method != "POST":
        messages.info(request, words)
        return redirect("cycling_party:draft", row.pk, draft.step)
    return pages.page(
        request, row, draft, draft.step, problems=[PlanProblem(words, "")], status=409
    )


def post_tour(request: SignedIn, row: Draft, draft: TourDraft) -> HttpResponse:
    form = TourDraftForm(request.POST)
    right = form.is_valid()
    form.keep(draft)
    if request.POST.get("do") != "continue" and not draft.name:
        # it may come later: fields may be filled in in any order
        form.errors.pop("name", None)
    for problem in name_problems(draft.name) if form.cleaned_data.get("name") else ():
        form.add_error("name", problem.text)
        right = False
    if request.POST.get("do") == "continue" and right:
        if sentence := fit_to_characteristics(draft):
            messages.info(request, sentence)
        draft.accept("tour")
        write(row, draft)
        return redirect("cycling_party:draft", row.pk, "points")
    write(row, draft)
    return pages.answer(request, row, draft, "tour", form=form)


def post_points(request: SignedIn, row: Draft, draft: TourDraft) -> HttpResponse:
    faults = read_points(request.POST, draft)
    match request.POST.get("do", "").split("-", 1):
        case ["back"]:
            write(row, draft)
            return redirect("cycling_party:draft", row.pk, "tour")
        case ["continue"] if not faults and not draft.is_wrong("points"):
            draft.accept("points")
            write(row, draft)
            return redirect("cycling_party:draft", row.pk, "stages")
        case ["add", key] if key in draft.scale:
            points = draft.scale[key]
            draft.scale[key] = [*points, points[-1] if points else 1][:MOST_PLACES]
        case ["drop", key] if key in draft.scale:
            draft.scale[key] = draft.scale[key][:-1]
        case ["standard"]:
            draft.scale, faults = standard_scale(draft.own_scheme), []
        case ["use"] if request.POST.get("shipped") in scheme_keys():
            draft.use(request.POST["shipped"])
            faults = []
    write(row, draft)
    return pages.answer(request, row, draft, "points", problems=faults)


def post_stages(request: SignedIn, row: Draft, draft: TourDraft) -> HttpResponse:
    """Store the open stage as its form has it; then do what the button says, to it or to
    another.
    """
    do, open_number = (
        request.POST.get("do", ""),
        stage_number(request.POST.get("opened", ""), draft),
    )
    unread: list[CourseProblem] = []
    if open_number:
        stage = draft.stages[open_number - 1]
        plan, unread = read_stage(request.POST, stage.plan)
        if plan != stage.plan:
            draft.stages[open_number - 1] = DraftStage(plan, own=True)
    if do == "back":
        write(row, draft)
        return redirect("cycling_party:draft", row.pk, "points")
    if do == "continue" and not unread and not draft.is_wrong("stages"):
        draft.accept("stages")
        write(row, draft)
        return redirect("cycling_party:draft", row.pk, "teams")
    sentence, open_number = change(draft, do, open_number)
    write(row, draft)
    return pages.answer(
        request, row, draft, "stages", sentence=sentence, number=open_number, unread=unread
    )


def change(draft: TourDraft, do: str, open_number: int) -> tuple[str, int]:
    """Do what a button of the stages says; return the message, and which stage is open then."""
    match do.split("-"):
        case ["propose", "all"]:
            return propose_all(draft), open_number
        case ["undo"]:
            return undo(draft), stage_number(str(open_number), draft)
        case ["close"]:
            return "", 0
        case ["rest", text] if number := stage_number(text, draft):
            sentence = rest_after(draft, number - 1)
            return sentence, open_number + (bool(sentence) and open_number > number)
        case ["race", text] if number := stage_number(text, draft):
            sentence = no_rest(draft, number - 1)
            return sentence, open_number - (bool(sentence) and open_number > number)
        case [("open" | "propose" | "up" | "down") as what, text] if number := stage_number(
            text, draft
        ):
            return change_one(draft, what, number, open_number)
        case [("add" | "drop") as what, ("pass" | "sprint") as mark, *rest] if open_number:
            index = read_whole_number("".join(rest), 99) or 0
            plan = draft.stages[open_number - 1].plan
            new_plan = {
                ("add", "pass"): lambda: (
                    with_pass(plan) if len(plan.passes) < MOST_PASSES else plan
                ),
                ("add", "sprint"): lambda: (
                    with_sprint(plan) if len(plan.sprints) < MOST_SPRINTS else plan
                ),
                ("drop", "pass"): lambda: without_pass(plan, index),
                ("drop", "sprint"): lambda: without_sprint(plan, index),
            }[what, mark]()
            draft.stages[open_number - 1] = DraftStage(new_plan, own=True)
    return "", open_number


def change_one(draft: TourDraft, what: str, number: int, open_number: int) -> tuple[str, int]:
    match what:
        case "propose":
            return (
                "" if draft.stages[number - 1].plan.kind == REST else propose_one(draft, number - 1)
            ), open_number
        case "open":
            return "", open_number if draft.stages[number - 1].plan.kind == REST else number
    other = number + (-1 if what == "up" else 1)
    sentence = move(draft, number - 1, other - number)
    if sentence and open_number in (number, other):  # the open stage stays open where it goes
        open_number = other if open_number == number else number
    return sentence, open_number


def stage_number(text: str, draft: TourDraft) -> int:
    """Return the number of a stage that the draft has, or 0."""
    number = read_whole_number(text, 99) or 0
    return number if number <= len(draft.stages) else 0


def post_teams(request: SignedIn, row: Draft, draft: TourDraft) -> HttpResponse:
    read_teams(request.POST, draft)
    match request.POST.get("do"):
        case "back":
            write(row, draft)
            return redirect("cycling_party:draft", row.pk, "stages")
        case "accept":
            return accept(request, row, draft)
    write(row, draft)
    return pages.answer(request, row, draft, "teams")


def accept(request: SignedIn, row: Draft, draft: TourDraft) -> HttpResponse:
    """Create the tour, with the roster as it is at this moment (CP-APP-005), and delete the draft
    (CP-APP-003).
    """
    entries = draft_teams.teams_to_pick(draft, draft_teams.roster())
    problems = list(draft_teams.problems(draft, entries))
    if not problems:
        plan = TourPlan(
            name=draft.name,
            character=draft.character,
            riders_per_team=draft.riders,
            scale=draft.scale,
            stages=draft.plans,
            teams=draft_teams.team_plans(draft, entries),
            options=draft.options,
            seed=draft.seed,
            scheme=draft.scheme,
            rules=draft.rules,
            second_person=draft.second_person,
        )
        try:
            tour = create(plan, by=request.user, at=timezone.now(), ending=draft.ending)
        except PlanRefused as refused:
            problems = list(refused.problems)
        else:
            row.delete()
            return redirect(tour)
    write(row, draft)
    return pages.page(request, row, draft, "teams", problems=problems, status=422)
