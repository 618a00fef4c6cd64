"""Export a tour to a file for its directors, and import one for any user who is signed in."""

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
from tourmanager.results.files import transfer
from tourmanager.results.files.tour_file import LARGEST, TourFileRefused
from tourmanager.tours.models import Tour
from tourmanager.web.guard import page


class ImportForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("File of a tour"),
        help_text=gettext_lazy("As another Tour Manager, or this one, has exported it."),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
        error_messages={
            "required": gettext_lazy("Choose the file of a tour first."),
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
        if file.size is not None and file.size > LARGEST:
            raise forms.ValidationError(
                _("The file is larger than %(largest)s MB: that is no tour.")
                % {"largest": LARGEST // 1024 // 1024}
            )
        return file


@page("results:export")
def export(request: HttpRequest, tour: Tour) -> HttpResponse:
    answer = HttpResponse(transfer.export(tour), content_type="application/json")
    answer["Content-Disposition"] = (
        f'attachment; filename="{slugify(tour.name) or "tour"}.tour.json"'
    )
    return answer


@page("results:import")
def import_(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        limits.use_upload(request)
    form = ImportForm(request.POST if request.method == "POST" else None, request.FILES or None)
    if form.is_valid():
        try:
            content = form.cleaned_data["file"].read()
            tour = transfer.import_tour(
                content,
                by=cast(User, request.user),
                at=timezone.now(),
                name=form.cleaned_data["name"],
            )
        except TourFileRefused as refused:
            form.add_error(
                "file", [forms.ValidationError(problem) for problem in refused.problems[:12]]
            )
        else:
            messages.success(request, _("“%(tour)s” was imported.") % {"tour": tour.name})
            return redirect(tour)
    return render(
        request, "results/import.html", {"form": form}, status=400 if form.is_bound else 200
    )
