"""A team as one page of forms: its name and jersey, and a rider or none for each of its six
numbers.
"""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.riders import colours
from tourmanager.riders.models import ROLES, Pattern, Rider, Team
from tourmanager.riders.names import LONGEST_NAME, NameRefused, tidy_or_refuse
from tourmanager.riders.rosters.columns import role_word
from tourmanager.riders.rosters.rows import RosterRider

OTHER = "other"  # any colour beside the palette's
LOOKS = ("name", "short_name", "colour", "pattern")


class RosterNameField(forms.CharField):
    """Field of a name, tidied as it is stored."""

    def to_python(self, value: Any) -> str:
        try:
            return tidy_or_refuse(super().to_python(value) or "")
        except NameRefused as refused:
            raise ValidationError(str(refused)) from None


class JerseyForm(forms.Form):
    """Form of the colour and the pattern of a jersey."""

    colour = forms.ChoiceField(
        choices=[
            *((colour, gettext_lazy(name)) for colour, name in colours.PALETTE.items()),
            (OTHER, gettext_lazy("Another colour")),
        ],
        widget=forms.RadioSelect,
        error_messages={
            "required": gettext_lazy("Choose a colour."),
            "invalid_choice": gettext_lazy(
                "Choose one of these colours, or another by its own field."
            ),
        },
    )
    own_colour = forms.CharField(
        label=gettext_lazy("Which other colour"),
        required=False,
        max_length=30,
        initial="#4a6572",
        widget=forms.TextInput(attrs={"type": "color"}),
    )
    pattern = forms.ChoiceField(
        choices=Pattern.choices,
        widget=forms.RadioSelect,
        error_messages={
            "required": gettext_lazy("Choose a pattern."),
            "invalid_choice": gettext_lazy("Choose one of these patterns."),
        },
    )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("colour") == OTHER:
            data["colour"] = colours.read_colour(data.get("own_colour", ""))
            if data["colour"] is None:
                self.add_error("own_colour", _("A colour is written like #1f5fb2."))
        return data


class RosterTeamForm(JerseyForm):
    """Form of the team itself. Names that another team has are refused."""

    name = RosterNameField(
        max_length=LONGEST_NAME, error_messages={"required": gettext_lazy("Give the team a name.")}
    )
    short_name = RosterNameField(
        max_length=4,
        help_text=gettext_lazy("Up to 4 characters."),
        error_messages={
            "required": gettext_lazy("Give the team a short name."),
            "max_length": gettext_lazy("Up to 4 characters."),
        },
    )
    # `roster.seal` of the team this page was made from
    seen = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    field_order = ["name", "short_name", "colour", "own_colour", "pattern", "seen"]

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, team: Team, checksum: str = ""
    ) -> None:
        self.team = team
        in_palette = team.colour in colours.PALETTE
        initial = {name: getattr(team, name) for name in LOOKS} | {"seen": checksum}
        if team.colour and not in_palette:
            initial |= {"colour": OTHER, "own_colour": team.colour}
        super().__init__(data, initial=initial)
        for field in ("name", "short_name"):
            self.fields[field].widget.attrs |= {"autocomplete": "off", "spellcheck": "false"}

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        draft = Team(
            pk=self.team.pk,
            owner=self.team.owner,
            **{field: data.get(field) or "" for field in LOOKS},
        )
        try:
            draft.full_clean(
                exclude=[field for field in LOOKS if field in self.errors or not data.get(field)]
            )
        except ValidationError as refused:
            for field, errors in refused.error_dict.items():
                if field in self.errors or field not in self.fields:
                    continue
                self.add_error(field, errors)
        return data


class RiderForm(forms.Form):
    """Form of one number of the team. Without a name nobody rides with it."""

    name = RosterNameField(required=False, max_length=LONGEST_NAME)
    role = forms.ChoiceField(
        choices=[(role, role_word(role)) for role in ROLES],
        error_messages={"required": gettext_lazy("Choose a role.")},
    )
    remove = forms.BooleanField(required=False)

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, number: int, rider: Rider | None, role: str
    ) -> None:
        self.number, self.rider = number, rider
        initial = {"name": rider.name if rider else "", "role": role}
        super().__init__(data, prefix=f"rider{number}", initial=initial)
        self.fields["name"].widget.attrs |= {
            "autocomplete": "off",
            "spellcheck": "false",
            "aria-label": _("Name of number %(number)s") % {"number": number},
        }
        self.fields["role"].widget.attrs |= {
            "aria-label": _("Role of number %(number)s") % {"number": number},
            "data-role": str(number),
        }
        if rider:
            self.fields["remove"].label = "Remove"
            self.fields["remove"].widget.attrs |= {
                "aria-label": _("Remove number %(number)s, %(rider)s")
                % {"number": number, "rider": rider.name}
            }
        else:
            del self.fields["remove"]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if (
            self.rider
            and not data.get("name")
            and "name" not in self.errors
            and not data.get("remove")
        ):
            self.add_error(
                "name",
                _("Write a name, or tick “Remove” to take %(rider)s out of the team.")
                % {"rider": self.rider.name},
            )
        return data

    @property
    def member(self) -> RosterRider | None:
        """Rider with this number, of a form without errors."""
        if self.cleaned_data.get("remove") or not self.cleaned_data["name"]:
            return None
        return RosterRider(self.cleaned_data["name"], self.cleaned_data["role"])


class TeamSheet:
    """The forms of a team together. Once they are valid, `members` has the riders in them."""

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, team: Team, checksum: str = ""
    ) -> None:
        present = {rider.number: rider for rider in team.riders.all()} if team.pk else {}
        free = [role for role in ROLES if role not in {rider.role for rider in present.values()}]
        self.team = team
        self.looks = RosterTeamForm(data, team=team, checksum=checksum)
        self.riders = []
        for number, own in enumerate(ROLES, start=1):
            rider = present.get(number)
            role = rider.role if rider else free.pop(free.index(own) if own in free else 0)
            self.riders.append(RiderForm(data, number=number, rider=rider, role=role))

    def is_valid(self) -> bool:
        valid = all([self.looks.is_valid(), *(rider.is_valid() for rider in self.riders)])
        return valid and self.roles_differ()

    def roles_differ(self) -> bool:
        holders: dict[str, RiderForm] = {}
        differ = True
        for form in self.riders:
            if (member := form.member) and (
                other := holders.setdefault(member.role, form)
            ) is not form:
                form.add_error(
                    "role",
                    _("Number %(number)s is the %(role)s already; every role is given once.")
                    % {"number": other.number, "role": role_word(member.role).lower()},
                )
                differ = False
        return differ

    @property
    def members(self) -> dict[int, RosterRider]:
        return {form.number: form.member for form in self.riders if form.member}


class UploadForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("CSV or XLSX file"),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx,text/csv"}),
        error_messages={
            "required": gettext_lazy("Choose a file."),
            "empty": gettext_lazy("The file is empty."),
            "missing": gettext_lazy("Choose a file."),
            "invalid": gettext_lazy("Choose a file."),
        },
    )
