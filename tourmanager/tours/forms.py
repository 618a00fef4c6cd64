"""What directors write about tours: the characteristics of a new one, the settings of a running one.

The steps with rows that come and go (points, stages, teams) are read in `wizard_reading`.
"""

from typing import Any

from django import forms

from tourmanager.accounts.models import User
from tourmanager.riders.names import tidy
from tourmanager.tours import creation, options, plan_check
from tourmanager.tours.drafts import Draft
from tourmanager.tours.models import Tour
from tourmanager.tours.plan_check import CHARACTERS


class NameField(forms.CharField):
    """The name of a tour, tidied; which names are free is asked where it counts."""

    default_error_messages = {
        "required": "Give the tour a name.",
        "max_length": "A name has at most %(limit_value)d characters; this one has %(show_value)d.",
    }

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=80, label="Name of the tour", **kwargs)

    def to_python(self, value: Any) -> str:
        return tidy(str(super().to_python(value) or ""))

    def validate(self, value: str) -> None:
        super().validate(value)
        if trouble := plan_check.name_trouble(value, 10_000, what="The name"):
            raise forms.ValidationError(trouble)


class TourForm(forms.Form):
    """Step 1 (CP-APP-008). What is right in it is kept even while something else is wrong."""

    name = NameField()
    players = forms.TypedChoiceField(
        coerce=int,
        choices=[(str(number), str(number)) for number in plan_check.TEAMS],
        error_messages={"required": "Say how many play.", "invalid_choice": "2 to 6 can play."},
    )
    riders = forms.TypedChoiceField(
        coerce=int,
        choices=[(str(number), str(number)) for number in plan_check.RIDERS],
        error_messages={"required": "Say how many riders a team has.", "invalid_choice": "A team has 5 or 6 riders."},
    )
    stage_count = forms.TypedChoiceField(
        coerce=int,
        choices=[(str(number), str(number)) for number in plan_check.STAGES],
        error_messages={"required": "Say how many stages there are.", "invalid_choice": "A tour has 1 to 21 stages."},
    )
    character = forms.ChoiceField(
        choices=list(CHARACTERS.items()),
        error_messages={"required": "Choose what kind of tour it is.", "invalid_choice": "Choose one of the five characters."},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for switch in options.SWITCHES:
            self.fields[f"option-{switch.key}"] = forms.ChoiceField(
                label=switch.question,
                choices=list(switch.values.items()),
                initial=switch.default,
                required=False,
                error_messages={"invalid_choice": "Choose one of the answers."},
            )

    def keep(self, draft: Draft) -> None:
        """Puts what is right into the draft."""
        for name in ("name", "players", "riders", "stage_count", "character"):
            if name in self.cleaned_data:
                setattr(draft, name, self.cleaned_data[name])
        given = {switch.key: self.cleaned_data.get(f"option-{switch.key}") for switch in options.SWITCHES}
        draft.options = options.differing(draft.options | {key: value for key, value in given.items() if value})


class OfATour(forms.Form):
    """A form that is judged by the tour it concerns."""

    def __init__(self, *args: Any, tour: Tour, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tour = tour


class NameForm(OfATour):
    """A tour's new name."""

    name = NameField()

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if creation.name_taken(name, apart_from=self.tour.pk):
            raise forms.ValidationError(creation.TAKEN)
        return name


class DirectorForm(forms.Form):
    """Somebody who shall direct the tour too, by the name he signs in with."""

    username = forms.CharField(
        max_length=150,
        label="Username",
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
        error_messages={"required": "Write the name the person signs in with."},
    )

    def clean_username(self) -> User:
        name = self.cleaned_data["username"].strip()
        user = User.objects.filter(username__iexact=name, is_active=True).first()
        if user is None:
            raise forms.ValidationError(f"Nobody here signs in as “{name}”. The person makes an account first.")
        return user


class ErasureForm(OfATour):
    """The tour's name, typed: nobody erases a tour by a slip of the finger."""

    name = forms.CharField(
        max_length=200,
        label="Type the name of the tour",
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
        error_messages={"required": "Type the name of the tour to erase it."},
    )

    def clean_name(self) -> str:
        name = tidy(self.cleaned_data["name"])
        if name.casefold() != self.tour.name.casefold():
            raise forms.ValidationError(f"That is not its name. Type: {self.tour.name}")
        return name
