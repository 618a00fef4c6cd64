"""What is chosen before a digital stage: who sits where, who throws, and for a single stage the game, the version and the road."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from django import forms

from games import game as game_of
from games.bots import named
from games.cycling_party.numbers import LONGEST, SHORTEST, stages
from tourmanager.play.models import Ride
from tourmanager.play.starting import SeatPlan
from tourmanager.scoring.master import master
from tourmanager.scoring.words import CATEGORY_NAMES
from tourmanager.tours.course import TYPE_NAMES

PACES = {"0": "At once", "300": "Fast", "1200": "To watch along"}
BOT_NAMES = {"steady": "Bot, rides sensibly", "random": "Bot, rides at random"}
NOBODY = ""
OWN_ROAD, JUNIOR = "own", "junior"
VERSIONS = {"junior": "Junior", "senior": "Senior", "master": "Master"}
PASS = re.compile(r"^(\d{1,3})(?: *[-–] *(\d{1,3}))?(?: +([a-z0-9]+))?$")
WORDS = {"hc": "hc", "1": "first", "2": "second", "3": "third", "first": "first", "second": "second", "third": "third", "hill": "hill"}


def sitters(bots: Sequence[str], nobody: bool = False) -> list[tuple[str, str]]:
    """Who may sit on a seat, as a select offers it."""
    found = [("here", "A person at this device"), ("link", "A person on another device")]
    found += [(f"bot:{bot}", BOT_NAMES.get(bot, f"Bot, {bot}")) for bot in sorted(bots, key=lambda bot: bot == "random")]
    return [*found, (NOBODY, "Nobody")] if nobody else found


def seat_plan(value: str, player: str = "") -> SeatPlan:
    kind, _, bot = value.partition(":")
    return SeatPlan(kind, bot or "steady", player)


def as_junior(given: Sequence[int | str]) -> list[int | str]:
    """A pass by its first and last square: the junior version knows no categories."""
    match given:
        case (int(first), str(category)):
            return [first, first + master().pass_length[category] - 1]
    return list(given[:2])


class TableForm(forms.Form):
    """Who throws the dice, and how fast bots go on where nobody else rides."""

    dice = forms.ChoiceField(label="Dice", choices=Ride.Dice.choices, widget=forms.RadioSelect, initial=Ride.Dice.APP)
    pace = forms.ChoiceField(label="Where only bots ride", choices=list(PACES.items()), widget=forms.RadioSelect, initial="1200")

    def __init__(self, *args: Any, teams: Sequence[str], game: str = "cycling_party", spare: int = 0, **kwargs: Any) -> None:
        """A seat for each of the teams; the last `spare` ones may stay empty."""
        super().__init__(*args, **kwargs)
        self.teams = list(teams)
        bots = list(named(game_of(game).bots()))
        for index, team in enumerate(self.teams):
            optional = index >= len(self.teams) - spare
            first = "here" if index == 0 else NOBODY if optional else "bot:steady"
            self.fields[f"seat_{index}"] = forms.ChoiceField(
                label=team,
                choices=sitters(bots, optional),
                initial=first,
                required=not optional,
                error_messages={"invalid_choice": "Choose who sits there."},
            )
            self.fields[f"player_{index}"] = forms.CharField(label="Player", max_length=40, required=False)

    def rows(self) -> Iterator[tuple[str, forms.BoundField, forms.BoundField]]:
        for index, team in enumerate(self.teams):
            yield team, self[f"seat_{index}"], self[f"player_{index}"]

    def seated(self) -> dict[int, SeatPlan]:
        data = self.cleaned_data
        return {
            index: seat_plan(data[f"seat_{index}"], data[f"player_{index}"]) for index in range(len(self.teams)) if data[f"seat_{index}"]
        }


class SingleForm(TableForm):
    """A stage outside any tour."""

    version = forms.ChoiceField(label="Version", choices=list(VERSIONS.items()), widget=forms.RadioSelect, initial="master")
    road = forms.ChoiceField(label="Road")
    riders = forms.ChoiceField(label="Riders per team", choices=[("6", "6"), ("5", "5")], widget=forms.RadioSelect, initial="6")
    length = forms.IntegerField(label="Length in km", min_value=SHORTEST, max_value=LONGEST, required=False)
    type = forms.ChoiceField(label="Type", choices=list(TYPE_NAMES.items()), required=False)
    passes = forms.CharField(
        label="Passes", max_length=300, required=False, help_text="First km and category: 60 hc, 85 2, 110 hill. Junior: 50-60, 110-120."
    )
    sprints = forms.CharField(label="Intermediate sprints", max_length=200, required=False, help_text="Kilometres: 15, 23, 31")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        roads = [(key, f"{TYPE_NAMES.get(key, key).capitalize()}, {road['length']} km") for key, road in stages().items()]
        self.fields["road"].choices = [*roads, (OWN_ROAD, "A road of our own")]  # type: ignore[attr-defined]
        self.fields["road"].initial = "flat"

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("road") == OWN_ROAD and not data.get("length") and "length" not in self.errors:
            self.add_error("length", "Say how long the road is.")
        if not self.errors and len(self.seated()) < 2:
            self.add_error(None, "At least two teams ride.")
        return data

    def clean_passes(self) -> list[list[Any]]:
        found = []
        for part in filter(None, (part.strip().lower() for part in self.cleaned_data["passes"].split(","))):
            if not (match := PASS.match(part)) or (match[3] and match[3] not in WORDS):
                known = ", ".join(CATEGORY_NAMES.get(key, key) for key in ("hc", "first", "second", "third", "hill"))
                raise forms.ValidationError(f"“{part}” is no pass. A pass is its first km and its category ({known}), like 60 hc.")
            values = [int(match[1]), *([int(match[2])] if match[2] else []), *([WORDS[match[3]]] if match[3] else [])]
            found.append(values)
        return found

    def clean_sprints(self) -> list[int]:
        parts = [part.strip() for part in self.cleaned_data["sprints"].split(",") if part.strip()]
        if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
            raise forms.ValidationError("Sprints are kilometres, like 15, 23, 31.")
        return sorted(map(int, parts))

    def stage(self) -> dict[str, Any]:
        """The road, without what the version does not know."""
        data = self.cleaned_data
        version = data["version"]
        if data["road"] == OWN_ROAD:
            road = {"length": data["length"], "type": data["type"], "passes": data["passes"], "sprints": data["sprints"]}
        else:
            road = dict(stages()[data["road"]])
        if version == "junior":
            road |= {"type": None, "passes": [as_junior(each) for each in road.get("passes", ())]}
        elif data["road"] == JUNIOR:
            road |= {"type": "low", "passes": [[first, "third"] for first, _ in road["passes"]]}
        if version != "master":
            road["sprints"] = []
        return {key: value for key, value in road.items() if value}
