"""Ask before a digital stage who sits where, and who throws the dice."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext, gettext_lazy

from games.bots import bots_by_name
from games.engine import Extras, Game, Setup, State
from tourmanager.play.models import Ride
from tourmanager.play.start.plan import SeatPlan

PACES = {
    "0": gettext_lazy("At once"),
    "300": gettext_lazy("Fast"),
    "1200": gettext_lazy("To watch along"),
}
BOT_NAMES = {
    "steady": gettext_lazy("Bot, rides sensibly"),
    "random": gettext_lazy("Bot, rides at random"),
}
NOBODY = ""


def sitter_choices(bots: Sequence[str], nobody: bool = False) -> list[tuple[str, str]]:
    """Return who may sit on a seat, as choices of a select."""
    choices = [
        ("here", gettext("A person at this device")),
        ("link", gettext("A person on another device")),
    ]
    choices += [
        (f"bot:{bot}", str(BOT_NAMES.get(bot, gettext("Bot, %(bot)s") % {"bot": bot})))
        for bot in sorted(bots, key=lambda bot: bot == "random")
    ]
    return [*choices, (NOBODY, gettext("Nobody"))] if nobody else choices


def seat_plan(value: str, player: str = "") -> SeatPlan:
    kind, _, bot = value.partition(":")
    return SeatPlan(kind, bot or "steady", player)


class SeatRow(NamedTuple):
    team: str
    fields: list[forms.BoundField]  # who sits there, their name, and what else they choose


class SeatsForm(forms.Form):
    """The player of each seat, and the speed of bots where nobody else rides."""

    pace = forms.ChoiceField(
        label=gettext_lazy("Where only bots ride"),
        choices=list(PACES.items()),
        widget=forms.RadioSelect,
        initial="1200",
    )

    def __init__(
        self,
        *args: Any,
        teams: Sequence[str],
        engine: Game[State, Setup, Extras],
        spare: int = 0,
        **kwargs: Any,
    ) -> None:
        """Offer a seat to each of the teams; the last `spare` ones may stay empty."""
        super().__init__(*args, **kwargs)
        self.teams = list(teams)
        bots = list(bots_by_name(engine.bots()))
        for index, team in enumerate(self.teams):
            optional = index >= len(self.teams) - spare
            first = "here" if index == 0 else NOBODY if optional else "bot:steady"
            self.fields[f"seat_{index}"] = forms.ChoiceField(
                label=team,
                choices=sitter_choices(bots, optional),
                initial=first,
                required=not optional,
                error_messages={"invalid_choice": gettext("Choose who sits there.")},
            )
            self.fields[f"player_{index}"] = forms.CharField(
                label="Player", max_length=40, required=False
            )

    seat_fields: tuple[str, ...] = ("seat", "player")  # of each seat
    intro = gettext_lazy("On this road, with these teams.")  # where a tour's stage is begun

    def rows(self) -> Iterator[SeatRow]:
        for index, team in enumerate(self.teams):
            yield SeatRow(team, [self[f"{field}_{index}"] for field in self.seat_fields])

    def seat_plans(self) -> dict[int, SeatPlan]:
        data = self.cleaned_data
        return {
            index: seat_plan(data[f"seat_{index}"], data[f"player_{index}"])
            for index in range(len(self.teams))
            if data[f"seat_{index}"]
        }

    @property
    def dice_source(self) -> str:
        """Return who throws, where dice are thrown."""
        return Ride.Dice.APP

    def setup_options(self) -> dict[str, Any]:
        """Return what the seats add to the setup."""
        return {}


class DiceSeatsForm(SeatsForm):
    """The player of each seat, and who throws the dice."""

    dice = forms.ChoiceField(
        label="Dice", choices=Ride.Dice.choices, widget=forms.RadioSelect, initial=Ride.Dice.APP
    )

    @property
    def dice_source(self) -> str:
        return str(self.cleaned_data["dice"])
