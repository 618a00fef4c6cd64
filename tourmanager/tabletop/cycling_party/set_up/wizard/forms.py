"""Read the characteristics of a new tour, the first step of the wizard."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.tabletop.cycling_party.set_up import plan_check
from tourmanager.tabletop.cycling_party.set_up.plan_check import CHARACTERS
from tourmanager.tabletop.cycling_party.set_up.switches import SWITCHES
from tourmanager.tabletop.cycling_party.set_up.wizard.draft import TourDraft
from tourmanager.tours.options import differing_options
from tourmanager.tours.pages.forms import NameField


class TourDraftForm(forms.Form):
    """Step 1 (CP-APP-008). Right fields are stored even while others are wrong."""

    name = NameField()
    players = forms.TypedChoiceField(
        coerce=int,
        choices=[(str(number), str(number)) for number in plan_check.TEAMS],
        error_messages={
            "required": gettext_lazy("Say how many play."),
            "invalid_choice": "2 to 6 can play.",
        },
    )
    riders = forms.TypedChoiceField(
        coerce=int,
        choices=[(str(number), str(number)) for number in plan_check.RIDERS],
        error_messages={
            "required": gettext_lazy("Say how many riders a team has."),
            "invalid_choice": gettext_lazy("A team has 5 or 6 riders."),
        },
    )
    stage_count = forms.TypedChoiceField(
        coerce=int,
        choices=[(str(number), str(number)) for number in plan_check.STAGES],
        error_messages={
            "required": gettext_lazy("Say how many stages there are."),
            "invalid_choice": gettext_lazy("A tour has 1 to 21 stages."),
        },
    )
    character = forms.ChoiceField(
        choices=list(CHARACTERS.items()),
        error_messages={
            "required": gettext_lazy("Choose what kind of tour it is."),
            "invalid_choice": gettext_lazy("Choose one of the five characters."),
        },
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for switch in SWITCHES:
            self.fields[f"option-{switch.key}"] = forms.ChoiceField(
                label=str(switch.question),
                choices=list(switch.values.items()),
                initial=switch.default,
                required=False,
                error_messages={"invalid_choice": _("Choose one of the answers.")},
            )

    def keep(self, draft: TourDraft) -> None:
        """Store right fields in the draft."""
        for name in ("name", "players", "riders", "stage_count", "character"):
            if name in self.cleaned_data:
                setattr(draft, name, self.cleaned_data[name])
        answers = {switch.key: self.cleaned_data.get(f"option-{switch.key}") for switch in SWITCHES}
        draft.options = differing_options(
            draft.options | {key: value for key, value in answers.items() if value}, SWITCHES
        )
