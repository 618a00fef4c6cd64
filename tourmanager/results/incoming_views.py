"""Results from files, by the browser: choose files, see row by row what they say, accept. For a new race, and for a tour that is here."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.core.paginator import Paginator
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from tourmanager.accounts.requests import SignedIn
from tourmanager.results.incoming import accepting
from tourmanager.results.incoming.columns import DOCUMENTED
from tourmanager.results.incoming.plan import Plan
from tourmanager.results.incoming.shown import Shown, left_out, shown
from tourmanager.results.models import Incoming
from tourmanager.results.recording import Refused
from tourmanager.riders import files
from tourmanager.riders.files import FileRefused
from tourmanager.riders.names import tidy, unseen
from tourmanager.scoring.scheme import keys, scheme
from tourmanager.tours import races
from tourmanager.tours.access import director_required, directs
from tourmanager.tours.creation import PlanRefused, name_taken
from tourmanager.tours.models import Tour
from tourmanager.tours.plan_check import name_trouble

ROWS_PER_PAGE = 200


class Files(forms.ClearableFileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """One file or several at once."""

    widget = Files(attrs={"accept": ".csv,.tsv,.txt,.xlsx,text/csv"})

    def clean(self, data: Any, initial: Any = None) -> "list[UploadedFile[bytes]]":
        several = data if isinstance(data, list | tuple) else [data]
        return [super(FilesField, self).clean(one, initial) for one in several or [None]]


class FilesForm(forms.Form):
    tables = FilesField(
        label="CSV or XLSX files",
        error_messages={
            "required": "Choose a file.",
            "empty": "One of the files is empty.",
            "missing": "Choose a file.",
            "invalid": "Choose a file.",
            "max_length": "The name of a file is too long.",
        },
        max_length=200,
    )

    def contents(self) -> list[tuple[str, bytes]]:
        """Names and contents. Raises FileTooLarge before anything large is read."""
        found = []
        for file in self.cleaned_data["tables"]:
            name = "".join(char for char in tidy(file.name or "") if not unseen(char))[:100] or "file"
            if file.size is not None and file.size > files.MAX_BYTES:
                raise files.FileTooLarge(f"{name}: the file is larger than {files.MAX_BYTES // 1024 // 1024} MB.")
            found.append((name, file.read()))
        return found


class RaceForm(FilesForm):
    name = forms.CharField(label="Name of the race", max_length=80, error_messages={"required": "The name of the race is missing."})
    scheme = forms.ChoiceField(label="Scored by", initial=races.SCHEME, error_messages={"invalid_choice": "There is no such scheme."})
    field_order = ("name", "scheme", "tables")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["scheme"].choices = [(key, scheme(key).name) for key in keys()]  # type: ignore[attr-defined]
        self.fields["name"].widget.attrs |= {"autocomplete": "off"}

    def clean_name(self) -> str:
        name = tidy(self.cleaned_data["name"])
        if trouble := name_trouble(name, 80, what="The name of the race"):
            raise forms.ValidationError(trouble)
        if name_taken(name):
            raise forms.ValidationError("There is a tour of this name already. Names differ in more than capitals.")
        return name


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def race(request: SignedIn) -> HttpResponse:
    """A new race: its files are chosen here; nothing is made yet."""
    form = RaceForm(request.POST, request.FILES) if request.method == "POST" else RaceForm()
    return _upload(request, form, None, 0)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def results(request: SignedIn, tour: Tour) -> HttpResponse:
    """Results for a tour that is here; `stage` is the one for files that name none."""
    asked = request.GET.get("stage", "")
    stage = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 3 else 0
    form = FilesForm(request.POST, request.FILES) if request.method == "POST" else FilesForm()
    return _upload(request, form, tour, stage)


def _upload(request: SignedIn, form: FilesForm, tour: Tour | None, stage: int) -> HttpResponse:
    status = 200
    if form.is_bound:
        status = 422
        if form.is_valid():
            try:
                read = accepting.read_files(form.contents())
                said = form.cleaned_data
                names = {"name": said.get("name", ""), "scheme": said.get("scheme", "")}
                kept = accepting.keep(read, owner=request.user, at=timezone.now(), tour=tour, stage=stage, **names)
                return redirect("results:incoming", kept.pk)
            except FileRefused as refused:
                status = refused.status
                form.add_error("tables", str(refused))
    raced = tour.stages.filter(number=stage).first() if tour and stage else None
    context = {"form": form, "tour": tour, "stage": raced, "columns": DOCUMENTED, "tab": "stage", "frame": _frame(tour)}
    return render(request, "results/incoming_new.html", context, status=status)


def _frame(tour: Tour | None) -> str:
    """The layout around the page: within a tour its tabs are there."""
    return "tours/layout.html" if tour else "base.html"


def _mine(request: SignedIn, pk: int) -> Incoming | None:
    """The files, for who brought them and still directs the tour they are for."""
    found = Incoming.objects.select_related("tour").filter(pk=pk, owner=request.user).first()
    if found is not None and found.tour is not None:
        if found.tour.erased_at is not None:
            return None
        if not directs(request.user, found.tour):
            raise PermissionDenied("Only a director of this tour can write in it. You may still look.")
        found.tour.directed = True
    return found


def _gone(request: HttpRequest) -> HttpResponse:
    messages.error(request, "These files have been thrown away already, or newer ones have taken their place. Choose them again.")
    return redirect("tours:load")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def check(request: SignedIn, pk: int) -> HttpResponse:
    """The dry run, and the import of exactly what it showed."""
    found = _mine(request, pk)
    if found is None:
        return _gone(request)
    if request.method != "POST":
        if found.done_at is not None and found.tour is not None:
            return redirect(found.tour)
        return _dry_run(request, found)
    try:
        tour, done = accepting.carry_out(
            found, seal=request.POST.get("seal", ""), leave_out="leave_out" in request.POST, by=request.user, at=timezone.now()
        )
    except Incoming.DoesNotExist:
        return _gone(request)
    except (accepting.PlanChanged, IntegrityError):
        trouble = "Nothing is imported yet: the tour has changed since this was shown. This is what the import would do now."
        return _dry_run(request, found, trouble, 409)
    except (accepting.RowsWrong, accepting.NotPossible):
        trouble = "Nothing is imported yet: some rows are wrong. Correct the files, or import the others without them."
        return _dry_run(request, found, trouble, 422)
    except PlanRefused as refused:
        return _dry_run(request, found, "Nothing is imported yet. " + " ".join(problem.text for problem in refused.problems), 422)
    except Refused as refused:
        return _dry_run(request, found, f"Nothing is imported yet. {refused}", 422)
    if done is not None:
        messages.success(request, _done(done))
    return redirect(tour)


def _done(todo: Plan) -> str:
    """What an import did, in a sentence."""
    stages = f"{len(todo.stages)} stage{'' if len(todo.stages) == 1 else 's'}"
    left = f" {len(todo.wrong)} wrong {'row was' if len(todo.wrong) == 1 else 'rows were'} left out." if todo.wrong else ""
    still = [ready.slot.title for ready in todo.stages if not ready.ends]
    return f"{todo.right} rows were imported into {stages}.{left}" + (f" {', '.join(still)} stays open." if still else "")


def _dry_run(request: HttpRequest, found: Incoming, trouble: str = "", status: int = 200) -> HttpResponse:
    todo = accepting.planned(found)
    show = request.GET.get("show", "")
    rows = [row for row in todo.rows if _is_shown(show, row.stage, bool(row.problems))]
    page = Paginator(rows, ROWS_PER_PAGE).get_page(request.GET.get("page"))
    wrong = len(todo.wrong)
    chips = [("", "All rows", len(todo.rows)), *([("wrong", "Wrong", wrong)] if wrong else [])]
    chips += [(f"s{ready.slot.name}", ready.slot.title, sum(row.stage == ready.slot.name for row in todo.rows)) for ready in todo.stages]
    context = {
        "incoming": found,
        "tour": found.tour,
        "plan": todo,
        "page": page,
        "rows": [shown(row) for row in page],
        "show": show,
        "chips": chips,
        "left_out": left_out(todo),
        "stages": _stages(todo),
        "trouble": trouble,
        "tab": "stage",
        "frame": _frame(found.tour),
    }
    return render(request, "results/incoming.html", context, status=status)


def _is_shown(show: str, stage: str, wrong: bool) -> bool:
    return wrong if show == "wrong" else stage == show[1:] if show.startswith("s") else True


def _stages(todo: Plan) -> Sequence[Shown]:
    return [Shown.of(ready) for ready in todo.stages]


@login_required
@require_POST
def discard(request: SignedIn, pk: int) -> HttpResponse:
    found = _mine(request, pk)
    if found is None:
        return _gone(request)
    tour = found.tour
    if found.done_at is None:
        found.delete()
        messages.info(request, "Nothing was imported.")
    return redirect(tour) if tour else redirect("results:race")
