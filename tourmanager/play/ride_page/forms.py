"""Validate what a page of a ride sends, and what is agreed before a stage is begun."""

from typing import Any

from django import forms
from django.http import QueryDict

from tourmanager.play.models import RideSeat
from tourmanager.results.stage_page.forms import TokenForm


class RideStepForm(TokenForm):
    """The fields of every step: a token of its own, and the last step its page had seen."""

    base = forms.IntegerField(min_value=0, max_value=9_999_999)

    def why(self) -> str:
        return "What was sent could not be read. Load the page again and repeat it."


class AnswerForm(RideStepForm):
    seat = forms.IntegerField(min_value=0, max_value=20)
    answer = forms.CharField(max_length=500)

    def __init__(self, data: QueryDict) -> None:
        """Read the answer, which a button for the rest of the turn sends under another name."""
        self.as_usual = "as_usual" in data and "answer" not in data
        super().__init__({**data.dict(), "answer": data["as_usual"]} if self.as_usual else data)


class DiceForm(RideStepForm):
    """The dice typed so far, and the next one; or all of them at once."""

    thrown = forms.RegexField(r"^(?:\d{1,3}(?: \d{1,3}){0,200})?$", required=False)
    die = forms.IntegerField(min_value=1, max_value=999, required=False)
    back = forms.BooleanField(required=False)  # the last one typed was wrong
    dice = forms.RegexField(r"^ *\d{1,3}(?:[ ,;-]+\d{1,3}){0,200} *$", required=False)

    def why(self) -> str:
        return "Dice are typed as numbers, like 3 4 6."

    def values(self) -> tuple[int, ...]:
        data = self.cleaned_data
        if data["back"]:
            return self.before()[:-1]
        if data["dice"]:
            words = data["dice"].replace(",", " ").replace(";", " ").replace("-", " ").split()
            return (*self.before(), *map(int, words))
        return (*self.before(), *((data["die"],) if data["die"] else ()))

    def before(self) -> tuple[int, ...]:
        return tuple(map(int, self.cleaned_data["thrown"].split()))


class BackForm(TokenForm):
    seq = forms.IntegerField(min_value=1, max_value=9_999_999)


class SeatForm(forms.Form):
    """One seat, as the host wants it."""

    number = forms.IntegerField(min_value=0, max_value=20)
    kind = forms.ChoiceField(
        choices=RideSeat.Kind.choices, error_messages={"invalid_choice": "Choose who sits there."}
    )
    bot = forms.CharField(max_length=20, required=False)
    player = forms.CharField(max_length=40, required=False)

    def __init__(self, bots: list[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.bots = bots

    def clean_bot(self) -> str:
        bot: str = self.cleaned_data["bot"] or self.bots[-1]
        if bot not in self.bots:
            raise forms.ValidationError("There is no such bot.")
        return bot


class TalkForm(TokenForm):
    """A line of the talk box; the talk box itself refuses lines that are too long."""

    seat = forms.IntegerField(min_value=0, max_value=20)
    text = forms.CharField(max_length=2_000)
