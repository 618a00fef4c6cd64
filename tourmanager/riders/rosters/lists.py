"""Rosters as files: export, the example, and import with its dry run."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tourmanager.accounts import limits
from tourmanager.accounts.models import User
from tourmanager.accounts.requests import SignedIn
from tourmanager.riders import marks
from tourmanager.riders.access import LIST
from tourmanager.riders.copying import copy_team, teams_of_others
from tourmanager.riders.forms import UploadForm
from tourmanager.riders.models import Team, Upload
from tourmanager.riders.rosters import files, roster
from tourmanager.riders.rosters.columns import COLUMNS
from tourmanager.riders.rosters.files import FileRefused
from tourmanager.riders.rosters.plan import RosterPlan, TeamSummary
from tourmanager.riders.rosters.rows import CHANGED, NEW, SAME, WRONG, RosterRow
from tourmanager.scoring.words import join_with_and
from tourmanager.web.guard import page
from tourmanager.web.sheets import FORMATS

ROWS_PER_PAGE = 200
MOST_NAMED = 8  # teams of others that the sum of a dry run names
OTHERS = "others"
SHOWN = {
    "": gettext_lazy("All rows"),
    NEW: gettext_lazy("New"),
    CHANGED: gettext_lazy("Changed"),
    WRONG: gettext_lazy("Wrong"),
    SAME: gettext_lazy("As stored"),
    OTHERS: gettext_lazy("Teams of others"),
}


def attachment(content: bytes, name: str, fmt: str) -> HttpResponse:
    return HttpResponse(
        content,
        content_type=FORMATS[fmt],
        headers={"Content-Disposition": f'attachment; filename="{name}.{fmt}"'},
    )


@page("riders:export")
def export(request: HttpRequest, fmt: str) -> HttpResponse:
    """Send every team and rider, or with `whose=mine` the visitor's own, as a file that can be
    imported again.
    """
    if fmt not in FORMATS:
        raise Http404(_("Teams can be exported as CSV and XLSX."))
    if isinstance(request.user, User) and request.GET.get("whose") == "mine":
        return attachment(
            roster.export_teams(fmt, Team.objects.filter(owner=request.user)), "my-teams", fmt
        )
    return attachment(roster.export_teams(fmt, Team.objects.all()), "teams", fmt)


@page("riders:example")
def example(request: HttpRequest, fmt: str) -> HttpResponse:
    if fmt not in FORMATS:
        raise Http404(_("The example comes as CSV and XLSX."))
    return attachment(roster.write_file(roster.EXAMPLE, fmt), "example", fmt)


@page("riders:import")
def upload(request: SignedIn) -> HttpResponse:
    """Choose a file; it is read and kept, and nothing is imported yet."""
    if request.method == "POST":
        limits.use_upload(request)
    form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()
    status = 200
    if form.is_bound:
        status = 422
        if form.is_valid():
            try:
                return redirect("riders:import_check", take_upload(form, request.user).pk)
            except FileRefused as refused:
                status = refused.status
                form.add_error("file", str(refused))
    return render(request, "riders/import.html", {"form": form, "columns": COLUMNS}, status=status)


def take_upload(form: UploadForm, owner: User) -> Upload:
    """Read and plan the file in the form once, so that an unreadable file is refused here."""
    file = form.cleaned_data["file"]
    if file.size > files.MAX_BYTES:
        raise files.FileTooLarge(
            _("The file is larger than %(max_bytes)s MB.")
            % {"max_bytes": files.MAX_BYTES // 1024 // 1024}
        )
    lines = files.read_lines(file.read())
    roster.check_lines(lines)
    return roster.keep_upload(lines, file.name[:100], owner)


@page("riders:import_check")
def check(request: SignedIn, draft: Upload) -> HttpResponse:
    """Show the dry run, and import exactly what it showed."""
    if request.method == "GET" or request.method == "HEAD":
        return dry_run(request, draft, roster.plan_upload(draft))
    try:
        todo = roster.carry_out(
            draft,
            seal=request.POST.get("seal", ""),
            leave_out="leave_out" in request.POST,
            by=request.user,
        )
    except Upload.DoesNotExist:
        return LIST.answer_missing(request)
    except (roster.RosterPlanChanged, IntegrityError):
        trouble = _(
            "Nothing is imported yet: teams have changed since this list was "
            "shown. This is what the import would do now."
        )
        return dry_run(request, draft, roster.plan_upload(draft), trouble=trouble, status=409)
    except roster.RosterRowsWrong:
        trouble = _(
            "Nothing is imported yet: some rows are wrong. Correct the file, or "
            "import the others without them."
        )
        return dry_run(request, draft, roster.plan_upload(draft), trouble=trouble, status=422)
    messages.success(request, import_summary(todo))
    return redirect("riders:teams")


def dry_run(
    request: HttpRequest, draft: Upload, todo: RosterPlan, *, trouble: str = "", status: int = 200
) -> HttpResponse:
    show = request.GET.get("show", "")
    show = show if show in SHOWN else ""
    others = teams_of_others({row.key for row in todo.rows if row.team}, draft.owner)
    copies = [row for row in todo.rows if row.team and row.key in others]
    rows = copies if show == OTHERS else rows_of_status(todo, show)
    context = {
        "upload": draft,
        "plan": todo,
        "page": Paginator(rows, ROWS_PER_PAGE).get_page(request.GET.get("page")),
        "show": show,
        "kinds": _row_kinds(todo, len(copies)),
        "others": others,
        "named": len(copies),
        "named_teams": with_owners(list(others.values())),
        "right": todo.count(NEW) + todo.count(CHANGED),
        "wrong": todo.count(WRONG),
        "squads": squads_of(todo),
        "trouble": trouble,
    }
    return render(request, "riders/import_check.html", context, status=status)


def _row_kinds(todo: RosterPlan, of_others: int) -> list[tuple[str, str, int]]:
    """List the kinds of rows that can be shown, with how many there are of each."""
    counts = {"": len(todo.rows), OTHERS: of_others}
    return [
        (key, str(label), counts.get(key, todo.count(key)))
        for key, label in SHOWN.items()
        if key != OTHERS or of_others
    ]


def rows_of_status(todo: RosterPlan, status: str) -> list[RosterRow]:
    """Return the rows of one status, or all rows without one."""
    return [row for row in todo.rows if not status or row.status == status]


def squads_of(todo: RosterPlan) -> list[tuple[TeamSummary, str]]:
    """Return the teams that the file names, with a drawing of their jersey."""
    return [
        (team, marks.team_jersey(jersey_of(todo, team.key), "m") if team.key in todo.roster else "")
        for team in todo.teams()
    ]


def with_owners(teams: list[Team]) -> str:
    """List teams with their owners in brackets; of many the first."""
    team_names = [
        f"{team.name} ({team.owner_name or _('no owner')})" for team in teams[:MOST_NAMED]
    ]
    more = len(teams) - len(team_names)
    listed = ", ".join(team_names)
    return _("%(teams)s, and %(more)s more") % {"teams": listed, "more": more} if more else listed


def jersey_of(todo: RosterPlan, key: str) -> Team:
    squad = todo.roster[key]
    return Team(
        name=squad.name, short_name=squad.short_name, colour=squad.colour, pattern=squad.pattern
    )


def import_summary(todo: RosterPlan) -> str:
    """Say in a sentence what an import did."""
    parts = [
        sentence % {"count": count}
        for count, sentence in (
            (todo.count(NEW), _("%(count)s new")),
            (todo.count(CHANGED), _("%(count)s changed")),
        )
        if count
    ]
    summary = _("Imported: %(what)s.") % {"what": join_with_and(parts)}
    wrong = todo.count(WRONG)
    if not wrong:
        return summary
    remark = ngettext(
        "%(count)s wrong row was left out.", "%(count)s wrong rows were left out.", wrong
    )
    return f"{summary} {remark % {'count': wrong}}"


@page("riders:import_copy")
def copy_named(request: SignedIn, draft: Upload) -> HttpResponse:
    """Copy the teams of others that the file names, so that the import changes the copies."""
    keys = {row.key for row in roster.plan_upload(draft).rows if row.team}
    others = teams_of_others(keys, request.user)
    for team in others.values():
        copy_team(team, by=request.user)
    count = len(others)
    messages.success(
        request,
        ngettext(
            "%(count)s team is copied to your teams. The import would change the copies.",
            "%(count)s teams are copied to your teams. The import would change the copies.",
            count,
        )
        % {"count": count},
    )
    return redirect("riders:import_check", draft.pk)


@page("riders:import_discard")
def discard(request: SignedIn, draft: Upload) -> HttpResponse:
    draft.delete()
    messages.info(request, _("Nothing was imported."))
    return redirect("riders:import")
