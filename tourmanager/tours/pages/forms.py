"""Read what directors write about a running tour: its settings."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.accounts.models import User
from tourmanager.riders.names import tidy_name
from tourmanager.tours.models import Tour
from tourmanager.tours.planning import creation, plan_check


class NameField(forms.CharField):
    """The name of a tour, tidied; forms check whether it is free."""

    default_error_messages = {
        "required": gettext_lazy("Give the tour a name."),
        "max_length": gettext_lazy(
            "A name has at most %(limit_value)d characters; this one has %(show_value)d."
        ),
    }

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=80, label=_("Name of the tour"), **kwargs)

    def to_python(self, value: Any) -> str:
        return tidy_name(str(super().to_python(value) or ""))

    def validate(self, value: str) -> None:
        super().validate(value)
        if trouble := plan_check.name_trouble(value, 10_000, what=_("The name")):
            raise forms.ValidationError(trouble)


class OfATour(forms.Form):
    """A form that is checked against the tour it concerns."""

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
    """A new director of the tour, by the name they sign in with."""

    username = forms.CharField(
        max_length=150,
        label="Username",
        widget=forms.TextInput(
            attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}
        ),
        error_messages={"required": gettext_lazy("Write the name the person signs in with.")},
    )

    def clean_username(self) -> User:
        name = self.cleaned_data["username"].strip()
        user = User.objects.filter(username__iexact=name, is_active=True).first()
        if user is None:
            raise forms.ValidationError(
                _("Nobody here signs in as “%(name)s”. The person makes an account first.")
                % {"name": name}
            )
        return user


class ErasureForm(OfATour):
    """The tour's name, typed, so that nobody erases a tour by accident."""

    name = forms.CharField(
        max_length=200,
        label=gettext_lazy("Type the name of the tour"),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
        error_messages={"required": gettext_lazy("Type the name of the tour to erase it.")},
    )

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        if name.casefold() != self.tour.name.casefold():
            raise forms.ValidationError(
                _("That is not its name. Type: %(tour)s") % {"tour": self.tour.name}
            )
        return name
