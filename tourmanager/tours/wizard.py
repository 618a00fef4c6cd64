"""Start: the four steps that set up a tour (CP-APP-007 ... CP-APP-012).

Each step has one address and one form. Whatever is entered is kept at once (htmx sends the form as it changes), so that
leaving, going back and changing device lose nothing; only "Continue" asks whether it is right. The last step creates the tour.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from tourmanager.accounts.requests import SignedIn
from tourmanager.riders.models import Team
from tourmanager.scoring.scheme import keys
from tourmanager.tours import draft_teams, drafts, wizard_pages
from tourmanager.tours.course_check import Problem
from tourmanager.tours.creation import PlanRefused, create
from tourmanager.tours.draft_stages import (
    MOST_PASSES,
    MOST_SPRINTS,
    fit,
    move,
    no_rest,
    propose_all,
    propose_one,
    rest_after,
    take_back,
    with_pass,
    with_sprint,
    without_pass,
    without_sprint,
)
from tourmanager.tours.drafts import STEPS, Draft, DraftStage
from tourmanager.tours.forms import TourForm
from tourmanager.tours.games import CYCLING_PARTY
from tourmanager.tours.models import REST, Tour
from tourmanager.tours.models import Draft as DraftRow
from tourmanager.tours.plan import TourPlan
from tourmanager.tours.plan_check import MOST_PLACES, PlanProblem
from tourmanager.tours.wizard_reading import read_points, read_stage, read_teams, whole

TOO_FEW = "A tour needs two complete teams: five riders or more, each role ridden once. Enter them here first; then start the tour."


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: SignedIn) -> HttpResponse:
    """Which game, and the drafts there are (CP-APP-003). A tour of the Cycling Party leads to Personalise while there are no teams
    (CP-APP-006).
    """
    begun = drafts.unfinished_of(request.user)
    ready = Team.objects.complete().count() >= 2 or any(draft.row.game == CYCLING_PARTY for draft in begun)
    if request.method == "POST":
        if not ready:
            messages.info(request, TOO_FEW)
            return redirect("riders:teams")
        if drafts.too_many(request.user):
            messages.error(request, drafts.TOO_MANY)
            return redirect("tours:start")
        row = DraftRow(owner=request.user, data={})
        row.save()
        drafts.write(row, Draft())
        return redirect("tours:draft", row.pk, STEPS[0])
    return render(request, "tours/start.html", {"drafts": begun, "too_few": "" if ready else TOO_FEW})


@login_required
@require_POST
def throw_away(request: SignedIn, pk: int) -> HttpResponse:
    row = get_object_or_404(DraftRow, pk=pk, owner=request.user)
    name = drafts.unfinished(row).title
    row.delete()
    messages.info(request, f"The draft {name} is thrown away." if name else "The draft is thrown away.")
    return redirect("tours:start")


def of_a_draft(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The owner's draft, locked while it is changed: two devices, or two taps, come one after the other."""

    @login_required
    @wraps(view)
    def page(request: SignedIn, pk: int, **kwargs: Any) -> HttpResponse:
        if request.method != "POST":
            row = get_object_or_404(DraftRow, pk=pk, owner=request.user, game=CYCLING_PARTY)
            return view(request, row, drafts.read(row), **kwargs)
        with transaction.atomic():
            locked = DraftRow.objects.select_for_update().filter(pk=pk, owner=request.user, game=CYCLING_PARTY).first()
            return view(request, locked, drafts.read(locked), **kwargs) if locked else gone(request)

    return page


def gone(request: SignedIn) -> HttpResponse:
    """A draft that was just accepted is a tour now: whoever accepts it twice gets there all the same."""
    ending = request.POST.get("ending", "")
    if len(ending) == 12:
        tour = Tour.objects.kept().directed_by(request.user).filter(slug__endswith=f"-{ending}").first()
        if tour:
            return redirect(tour)
    raise Http404


@of_a_draft
@require_http_methods(["GET", "HEAD", "POST"])
def draft(request: SignedIn, row: DraftRow, draft: Draft, step: str) -> HttpResponse:
    """A step's page; a POST keeps what it brings, and goes on where `do` says so."""
    if step not in STEPS:
        raise Http404
    if not draft.is_open(step):
        return not_yet(request, row, draft, step)
    if request.method != "POST":
        return wizard_pages.page(request, row, draft, step, number=stage_number(request.GET.get("stage", ""), draft))
    return {"tour": post_tour, "points": post_points, "stages": post_stages, "teams": post_teams}[step](request, row, draft)


def not_yet(request: SignedIn, row: DraftRow, draft: Draft, step: str) -> HttpResponse:
    """Steps come one after the other; nothing of a step that is not open is kept."""
    verb = "comes" if draft.step == "tour" else "come"
    words = f"The {draft.step} {verb} first: mend what is wrong, if anything is, and press Continue to get to the {step}."
    if request.method != "POST":
        messages.info(request, words)
        return redirect("tours:draft", row.pk, draft.step)
    return wizard_pages.page(request, row, draft, draft.step, problems=[PlanProblem(words, "")], status=409)


def post_tour(request: SignedIn, row: DraftRow, draft: Draft) -> HttpResponse:
    form = TourForm(request.POST)
    right = form.is_valid()
    form.keep(draft)
    if request.POST.get("do") != "continue" and not draft.name:
        form.errors.pop("name", None)  # it may come later; nobody is told off for the order in which he fills in a form
    for problem in drafts.name_problems(draft.name) if form.cleaned_data.get("name") else ():
        form.add_error("name", problem.text)
        right = False
    if request.POST.get("do") == "continue" and right:
        if said := fit(draft):
            messages.info(request, said)
        draft.accept("tour")
        drafts.write(row, draft)
        return redirect("tours:draft", row.pk, "points")
    drafts.write(row, draft)
    return wizard_pages.answer(request, row, draft, "tour", form=form)


def post_points(request: SignedIn, row: DraftRow, draft: Draft) -> HttpResponse:
    found = read_points(request.POST, draft)
    match request.POST.get("do", "").split("-", 1):
        case ["back"]:
            drafts.write(row, draft)
            return redirect("tours:draft", row.pk, "tour")
        case ["continue"] if not found and not draft.is_wrong("points"):
            draft.accept("points")
            drafts.write(row, draft)
            return redirect("tours:draft", row.pk, "stages")
        case ["add", key] if key in draft.scale:
            points = draft.scale[key]
            draft.scale[key] = [*points, points[-1] if points else 1][:MOST_PLACES]
        case ["drop", key] if key in draft.scale:
            draft.scale[key] = draft.scale[key][:-1]
        case ["standard"]:
            draft.scale, found = drafts.standard_scale(draft.own_scheme), []
        case ["use"] if request.POST.get("shipped") in keys():
            draft.use(request.POST["shipped"])
            found = []
    drafts.write(row, draft)
    return wizard_pages.answer(request, row, draft, "points", problems=found)


def post_stages(request: SignedIn, row: DraftRow, draft: Draft) -> HttpResponse:
    """The open stage is kept as its form has it; then what the button says is done, to it or to another."""
    do, opened = request.POST.get("do", ""), stage_number(request.POST.get("opened", ""), draft)
    unread: list[Problem] = []
    if opened:
        stage = draft.stages[opened - 1]
        plan, unread = read_stage(request.POST, stage.plan)
        if plan != stage.plan:
            draft.stages[opened - 1] = DraftStage(plan, own=True)
    if do == "back":
        drafts.write(row, draft)
        return redirect("tours:draft", row.pk, "points")
    if do == "continue" and not unread and not draft.is_wrong("stages"):
        draft.accept("stages")
        drafts.write(row, draft)
        return redirect("tours:draft", row.pk, "teams")
    said, opened = change(draft, do, opened)
    drafts.write(row, draft)
    return wizard_pages.answer(request, row, draft, "stages", said=said, number=opened, unread=unread)


def change(draft: Draft, do: str, opened: int) -> tuple[str, int]:
    """Does what a button of the stages says; gives what there is to say, and which stage is open then."""
    match do.split("-"):
        case ["propose", "all"]:
            return propose_all(draft), opened
        case ["take", "back"]:
            return take_back(draft), stage_number(str(opened), draft)
        case ["close"]:
            return "", 0
        case ["rest", text] if number := stage_number(text, draft):
            said = rest_after(draft, number - 1)
            return said, opened + (bool(said) and opened > number)
        case ["race", text] if number := stage_number(text, draft):
            said = no_rest(draft, number - 1)
            return said, opened - (bool(said) and opened > number)
        case [("open" | "propose" | "up" | "down") as what, text] if number := stage_number(text, draft):
            return change_one(draft, what, number, opened)
        case [("add" | "drop") as what, ("pass" | "sprint") as mark, *rest] if opened:
            index = whole("".join(rest), 99) or 0
            plan = draft.stages[opened - 1].plan
            changed = {
                ("add", "pass"): lambda: with_pass(plan) if len(plan.passes) < MOST_PASSES else plan,
                ("add", "sprint"): lambda: with_sprint(plan) if len(plan.sprints) < MOST_SPRINTS else plan,
                ("drop", "pass"): lambda: without_pass(plan, index),
                ("drop", "sprint"): lambda: without_sprint(plan, index),
            }[what, mark]()
            draft.stages[opened - 1] = DraftStage(changed, own=True)
    return "", opened


def change_one(draft: Draft, what: str, number: int, opened: int) -> tuple[str, int]:
    match what:
        case "propose":
            return ("" if draft.stages[number - 1].plan.kind == REST else propose_one(draft, number - 1)), opened
        case "open":
            return "", opened if draft.stages[number - 1].plan.kind == REST else number
    other = number + (-1 if what == "up" else 1)
    said = move(draft, number - 1, other - number)
    if said and opened in (number, other):  # the open stage stays open where it goes
        opened = other if opened == number else number
    return said, opened


def stage_number(text: str, draft: Draft) -> int:
    """The number of a stage the draft has, or 0."""
    number = whole(text, 99) or 0
    return number if number <= len(draft.stages) else 0


def post_teams(request: SignedIn, row: DraftRow, draft: Draft) -> HttpResponse:
    read_teams(request.POST, draft)
    match request.POST.get("do"):
        case "back":
            drafts.write(row, draft)
            return redirect("tours:draft", row.pk, "stages")
        case "accept":
            return accept(request, row, draft)
    drafts.write(row, draft)
    return wizard_pages.answer(request, row, draft, "teams")


def accept(request: SignedIn, row: DraftRow, draft: Draft) -> HttpResponse:
    """The tour, with the roster as it is at this moment (CP-APP-005); the draft is none any more (CP-APP-003)."""
    entries = draft_teams.pool(draft, draft_teams.roster())
    found = list(draft_teams.problems(draft, entries))
    if not found:
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
            found = list(refused.problems)
        else:
            row.delete()
            return redirect(tour)
    drafts.write(row, draft)
    return wizard_pages.page(request, row, draft, "teams", problems=found, status=422)
