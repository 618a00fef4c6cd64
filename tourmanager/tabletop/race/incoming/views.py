"""Show the pages of an import: choose files, see row by row how they are understood, accept.

For a new race, and for an existing tour.
"""

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.accounts import limits
from tourmanager.accounts.requests import SignedIn
from tourmanager.results.log.recording import EntryRefused
from tourmanager.riders.rosters.files import FileRefused
from tourmanager.tabletop.race.access import FILES
from tourmanager.tabletop.race.incoming import accept_import, read_uploads
from tourmanager.tabletop.race.incoming.describe_rows import (
    list_left_out,
    summarise_row,
    summarise_stage,
)
from tourmanager.tabletop.race.incoming.planning.import_plan import ImportPlan
from tourmanager.tabletop.race.incoming.reading.columns import DOCUMENTED
from tourmanager.tabletop.race.incoming.upload_forms import FilesForm, RaceForm
from tourmanager.tabletop.race.models import ResultImport
from tourmanager.tours.models import Tour
from tourmanager.tours.planning.creation import PlanRefused
from tourmanager.web.guard import page

ROWS_PER_PAGE = 200


def race(request: SignedIn) -> HttpResponse:
    """Choose the files of a new race; nothing is made yet."""
    form = RaceForm(request.POST, request.FILES) if request.method == "POST" else RaceForm()
    return _upload(request, form, None, 0)


@page("race:results")
def results(request: SignedIn, tour: Tour) -> HttpResponse:
    """Choose files for an existing tour; `stage` is the one for files that name none."""
    text = request.GET.get("stage", "")
    stage = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else 0
    form = FilesForm(request.POST, request.FILES) if request.method == "POST" else FilesForm()
    return _upload(request, form, tour, stage)


def _upload(request: SignedIn, form: FilesForm, tour: Tour | None, stage: int) -> HttpResponse:
    status = 200
    if form.is_bound:
        limits.use_upload(request)
        status = 422
        if form.is_valid():
            try:
                incoming = _store(request, form, tour, stage)
            except FileRefused as refused:
                status = refused.status
                form.add_error("tables", str(refused))
            else:
                return redirect("race:incoming", incoming.pk)
    race_stage = tour.stages.filter(number=stage).first() if tour and stage else None
    context = {
        "form": form,
        "tour": tour,
        "stage": race_stage,
        "columns": DOCUMENTED,
        "tab": "stage",
        "frame": _frame(tour),
    }
    return render(request, "tabletop/race/incoming_new.html", context, status=status)


def _store(request: SignedIn, form: FilesForm, tour: Tour | None, stage: int) -> ResultImport:
    """Read the files and store them for the dry run. Raises FileRefused."""
    return accept_import.store_upload(
        read_uploads.read_files(form.contents()),
        owner=request.user,
        at=timezone.now(),
        tour=tour,
        stage=stage,
        name=form.cleaned_data.get("name", ""),
        scheme=form.cleaned_data.get("scheme", ""),
    )


def _frame(tour: Tour | None) -> str:
    """Return the layout around the page: within a tour it has the tour's tabs."""
    return "tours/layout.html" if tour else "base.html"


@page("race:incoming")
def check(request: SignedIn, incoming: ResultImport) -> HttpResponse:
    """Show the dry run, and import exactly what it showed."""
    if request.method == "POST" and request.POST.get("do") != "answer":
        return _import(request, incoming)
    if incoming.done_at is not None and incoming.tour is not None:
        return redirect(incoming.tour)
    return (
        _save_answers(request, incoming)
        if request.method == "POST"
        else _show_plan(request, incoming)
    )


def _import(request: SignedIn, incoming: ResultImport) -> HttpResponse:
    try:
        tour, import_done = accept_import.import_files(
            incoming,
            seal=request.POST.get("seal", ""),
            leave_out="leave_out" in request.POST,
            by=request.user,
            at=timezone.now(),
        )
    except ResultImport.DoesNotExist:
        return FILES.answer_missing(request)
    except (accept_import.ImportPlanChanged, IntegrityError):
        trouble = _(
            "Nothing is imported yet: the tour has changed since this was shown. This is what the"
            " import would do now."
        )
        return _show_plan(request, incoming, trouble, 409)
    except _REFUSALS as refused:
        return _show_plan(request, incoming, _say_refusal(refused), 422)
    if import_done is not None:
        messages.success(request, _say_imported(import_done))
    return redirect(tour)


_REFUSALS = (accept_import.NotPossible, accept_import.ResultRowsWrong, PlanRefused, EntryRefused)


def _say_refusal(refusal: Exception) -> str:
    if isinstance(refusal, accept_import.NotPossible):
        return _("Nothing is imported yet. See below why.")
    if isinstance(refusal, accept_import.ResultRowsWrong):
        return _(
            "Nothing is imported yet: some rows are wrong. Correct the files, or import the others"
            " without them."
        )
    if isinstance(refusal, PlanRefused):
        why = " ".join(problem.text for problem in refusal.problems)
    else:
        why = str(refusal)
    return _("Nothing is imported yet. %(why)s") % {"why": why}


def _save_answers(request: HttpRequest, incoming: ResultImport) -> HttpResponse:
    """Store the answers, and show what the import would do with them."""
    answers = {key[2:]: str(value) for key, value in request.POST.items() if key.startswith("q-")}
    try:
        todo = accept_import.store_answers(incoming, answers)
    except ResultImport.DoesNotExist:
        return FILES.answer_missing(request)
    if count := len(todo.open):
        text = ngettext(
            "%(count)s question is still open.", "%(count)s questions are still open.", count
        )
        messages.info(request, text % {"count": count})
    return redirect("race:incoming", incoming.pk)


def _say_imported(todo: ImportPlan) -> str:
    """Say how much was imported, which rows were left out and which stages stay open."""
    stages = ngettext("%(count)s stage", "%(count)s stages", len(todo.stages)) % {
        "count": len(todo.stages)
    }
    sentences = [
        ngettext(
            "%(count)s row was imported into %(stages)s.",
            "%(count)s rows were imported into %(stages)s.",
            todo.right,
        )
        % {"count": todo.right, "stages": stages}
    ]
    if wrong := len(todo.wrong):
        text = ngettext(
            "%(count)s wrong row was left out.", "%(count)s wrong rows were left out.", wrong
        )
        sentences.append(text % {"count": wrong})
    if still := [stage_plan.slot.title for stage_plan in todo.stages if not stage_plan.ends]:
        text = ngettext("%(stages)s stays open.", "%(stages)s stay open.", len(still))
        sentences.append(text % {"stages": ", ".join(still)})
    return " ".join(sentences)


def _show_plan(
    request: HttpRequest, incoming: ResultImport, trouble: str = "", status: int = 200
) -> HttpResponse:
    todo = accept_import.make_plan(incoming)
    show = request.GET.get("show", "")
    rows = [row for row in todo.rows if _is_in_view(show, row.stage, bool(row.problems))]
    page = Paginator(rows, ROWS_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "incoming": incoming,
        "tour": incoming.tour,
        "plan": todo,
        "page": page,
        "rows": [summarise_row(row) for row in page],
        "show": show,
        "chips": _chips(todo),
        "left_out": list_left_out(todo),
        "stages": [summarise_stage(stage_plan) for stage_plan in todo.stages],
        "trouble": trouble,
        "tab": "stage",
        "frame": _frame(incoming.tour),
    }
    return render(request, "tabletop/race/incoming.html", context, status=status)


def _chips(todo: ImportPlan) -> list[tuple[str, str, int]]:
    """Return key, label and count of the views of the rows: all, wrong, and each stage."""
    chips = [("", _("All rows"), len(todo.rows))]
    if todo.wrong:
        chips.append(("wrong", _("Wrong"), len(todo.wrong)))
    for stage_plan in todo.stages:
        rows = sum(row.stage == stage_plan.slot.name for row in todo.rows)
        chips.append((f"s{stage_plan.slot.name}", stage_plan.slot.title, rows))
    return chips


def _is_in_view(show: str, stage: str, wrong: bool) -> bool:
    if show == "wrong":
        return wrong
    return not show.startswith("s") or stage == show[1:]


@page("race:incoming_discard")
def discard(request: SignedIn, incoming: ResultImport) -> HttpResponse:
    """Delete files that are not to be imported."""
    tour = incoming.tour
    if incoming.done_at is None:
        incoming.delete()
        messages.info(request, _("Nothing was imported."))
    return redirect(tour) if tour else redirect("tours:begin", "race")
