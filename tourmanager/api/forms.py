"""The form that makes a token."""

from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tourmanager.accounts.models import User
from tourmanager.api.models import LONGEST_NAME
from tourmanager.tours.models import Tour

LASTS = {
    "1": _("a day"),
    "7": _("a week"),
    "30": _("30 days"),
    "90": _("90 days"),
    "365": _("a year"),
}


class TokenForm(forms.Form):
    name = forms.CharField(
        max_length=LONGEST_NAME,
        label=_("Name"),
        help_text=_("What it is for, such as the program that uses it."),
    )
    tour = forms.ModelChoiceField(
        queryset=Tour.objects.none(),
        required=False,
        label=_("May record in"),
        empty_label=_("all tours that I direct"),
    )
    days = forms.ChoiceField(choices=LASTS.items, initial="90", label=_("Can be used for"))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["tour"]
        field.queryset = Tour.objects.not_erased().directed_by(user).order_by("name")

    @property
    def lasts(self) -> timedelta:
        return timedelta(days=int(self.cleaned_data["days"]))
