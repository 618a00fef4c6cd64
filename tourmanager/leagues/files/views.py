"""Export a league to a file for its organisers, and import one for any user who is signed in."""

from typing import cast

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.accounts import limits
from tourmanager.accounts.models import User
from tourmanager.leagues.files import transfer
from tourmanager.leagues.files.league_file import LeagueFileRefused
from tourmanager.leagues.models import League
from tourmanager.web.guard import page

LARGEST_HERE = 4 * 1024 * 1024  # some forty tours, read in a few seconds
MOST_ROWS_HERE = 3000  # beside the tours; each takes the database about a millisecond


class ImportForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("File of a league"),
        help_text=gettext_lazy(
            "As another Tour Manager, or this one, has exported it; of 4 MB at most. The command"
            " league_import takes larger ones."
        ),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
        error_messages={
            "required": gettext_lazy("Choose the file of a league first."),
            "empty": gettext_lazy("The file is empty."),
            "max_length": gettext_lazy("The name of the file is too long."),
        },
        max_length=200,
    )
    name = forms.CharField(
        label=gettext_lazy("Name here"),
        help_text=gettext_lazy("Left empty, it keeps its own."),
        max_length=80,
        required=False,
    )

    def clean_file(self) -> "UploadedFile[bytes]":
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if file.size is not None and file.size > LARGEST_HERE:
            raise forms.ValidationError(
                _(
                    "The file is larger than %(largest)s MB. Who runs the server can import it by"
                    " the command league_import."
                )
                % {"largest": LARGEST_HERE // 1024 // 1024}
            )
        return file


@page("leagues:export")
def export(request: HttpRequest, league: League) -> HttpResponse:
    try:
        transfer.check_may_export(league, cast(User, request.user))
    except transfer.ExportRefused as refused:
        messages.error(request, str(refused))
        return redirect("leagues:settings", league.slug)
    answer = HttpResponse(transfer.export(league), content_type="application/json")
    answer["Content-Disposition"] = (
        f'attachment; filename="{slugify(league.name) or "league"}.league.json"'
    )
    return answer


@page("leagues:import")
def import_(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        limits.use_upload(request)
    form = ImportForm(request.POST if request.method == "POST" else None, request.FILES or None)
    if form.is_valid():
        try:
            league, renamed = transfer.import_league(
                form.cleaned_data["file"].read(),
                by=cast(User, request.user),
                at=timezone.now(),
                name=form.cleaned_data["name"],
                most_rows=MOST_ROWS_HERE,
            )
        except LeagueFileRefused as refused:
            form.add_error(
                "file", [forms.ValidationError(problem) for problem in refused.problems[:12]]
            )
        else:
            messages.success(request, _("“%(league)s” was imported.") % {"league": league.name})
            if renamed:
                messages.info(request, say_renamed(renamed))
            return redirect(league)
    return render(
        request, "leagues/import.html", {"form": form}, status=400 if form.is_bound else 200
    )


def say_renamed(renamed: list[tuple[str, str]]) -> str:
    """Say which tours have another name here, because theirs was taken."""
    pairs = ", ".join(f"“{before}” → “{now}”" for before, now in renamed[:12])
    return _("Tours with these names were here already: %(pairs)s") % {"pairs": pairs}
