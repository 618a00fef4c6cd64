"""Forms by which files of results are uploaded, for a new race and for an existing tour."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.riders.names import has_unseen_character, tidy_name
from tourmanager.riders.rosters import files
from tourmanager.scoring.scheme import scheme, scheme_keys
from tourmanager.tabletop.race.set_up import races
from tourmanager.tours.planning.creation import name_taken
from tourmanager.tours.planning.plan_check import name_trouble

LONGEST_NAME = 80
LONGEST_FILE_NAME = 100


class ManyFilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True


class ManyFilesField(forms.FileField):
    """One file or several at once."""

    widget = ManyFilesInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx,text/csv"})

    def clean(self, data: Any, initial: Any = None) -> "list[UploadedFile[bytes]]":
        several = data if isinstance(data, list | tuple) else [data]
        return [super(ManyFilesField, self).clean(one, initial) for one in several or [None]]


class FilesForm(forms.Form):
    tables = ManyFilesField(
        label=gettext_lazy("CSV or XLSX files"),
        error_messages={
            "required": gettext_lazy("Choose a file."),
            "empty": gettext_lazy("One of the files is empty."),
            "missing": gettext_lazy("Choose a file."),
            "invalid": gettext_lazy("Choose a file."),
            "max_length": gettext_lazy("The name of a file is too long."),
        },
        max_length=200,
    )

    def contents(self) -> list[tuple[str, bytes]]:
        """Return names and contents. Raises FileTooLarge before anything large is read."""
        contents = []
        for file in self.cleaned_data["tables"]:
            name = _visible_name(file.name or "")
            if file.size is not None and file.size > files.MAX_BYTES:
                raise files.FileTooLarge(
                    _("%(file)s: the file is larger than %(size)s MB.")
                    % {"file": name, "size": files.MAX_BYTES // 1024 // 1024}
                )
            contents.append((name, file.read()))
        return contents


def _visible_name(name: str) -> str:
    visible = "".join(char for char in tidy_name(name) if not has_unseen_character(char))
    return visible[:LONGEST_FILE_NAME] or "file"


class RaceForm(FilesForm):
    name = forms.CharField(
        label=gettext_lazy("Name of the race"),
        max_length=LONGEST_NAME,
        error_messages={"required": gettext_lazy("The name of the race is missing.")},
    )
    scheme = forms.ChoiceField(
        label=gettext_lazy("Scored by"),
        initial=races.SCHEME,
        error_messages={"invalid_choice": gettext_lazy("There is no such scheme.")},
    )
    field_order = ("name", "scheme", "tables")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["scheme"].choices = [(key, scheme(key).name) for key in scheme_keys()]  # type: ignore[attr-defined]
        self.fields["name"].widget.attrs |= {"autocomplete": "off"}

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        if trouble := name_trouble(name, LONGEST_NAME, what=_("The name of the race")):
            raise forms.ValidationError(trouble)
        if name_taken(name):
            raise forms.ValidationError(
                _("There is already a tour of this name (capitals do not count). Choose another.")
            )
        return name
