"""Ask who sits where in a stage of cards."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tourmanager.play.models import RideSeat
from tourmanager.play.start.seat_forms import SeatsForm


class CardsForm(SeatsForm):
    """The player of each seat, and whose real cards lie on the table and are typed."""

    intro = gettext_lazy(
        "On this road, with the exhaustion everybody kept, in the tour's order. "
        "The app deals the cards, those of dummy teams too."
    )
    seat_fields = (*SeatsForm.seat_fields, "real")

    def __init__(self, *args: Any, letters: Sequence[str], **kwargs: Any) -> None:
        """Offer a seat to each team; `letters` are the setup's names for the teams."""
        super().__init__(*args, **kwargs)
        self.letters = list(letters)
        for index in range(len(self.teams)):
            self.fields[f"real_{index}"] = forms.BooleanField(
                label=gettext_lazy("plays with real cards"), required=False
            )

    def setup_options(self) -> dict[str, Any]:
        persons = [
            index for index, seat in self.seat_plans().items() if seat.kind != RideSeat.Kind.BOT
        ]
        real = [self.letters[index] for index in persons if self.cleaned_data[f"real_{index}"]]
        return {"real": real} if real else {}
