"""Ask for a single stage of Cycling Party: version, road and seats; make its setup and the look of
its teams.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from games.cycling_party.numbers import LONGEST, SHORTEST, stages
from games.cycling_party.rules import CyclingParty
from games.cycling_party.table.master import master
from tourmanager.play.boards.look import Look
from tourmanager.play.start.plan import RidePlan, SeatPlan
from tourmanager.play.start.seat_forms import DiceSeatsForm
from tourmanager.play.start.single import SingleForm
from tourmanager.riders.models import ROLES
from tourmanager.tabletop.cycling_party.vocabulary import CATEGORY_NAMES, TYPE_NAMES
from tourmanager.web.jerseys import Mark

TEAMS = (  # letter, name, short name, colour, pattern
    ("a", "Red", "RED", "#c8202f", "plain"),
    ("b", "Blue", "BLU", "#1f5fbf", "hoops"),
    ("c", "Green", "GRE", "#1f8a4c", "sash"),
    ("d", "Black", "BLA", "#333333", "chevron"),
    ("e", "Purple", "PUR", "#6b3fa0", "halves"),
    ("f", "Orange", "ORA", "#f07d1a", "stripes"),
)
TEAM_NAMES = [name for _, name, *_ in TEAMS]
OWN_ROAD, JUNIOR = "own", "junior"
VERSIONS = {"junior": "Junior", "senior": "Senior", "master": "Master"}
PASS = re.compile(r"^(\d{1,3})(?: *[-–] *(\d{1,3}))?(?: +([a-z0-9]+))?$")
WORDS = {
    "hc": "hc",
    "1": "first",
    "2": "second",
    "3": "third",
    "first": "first",
    "second": "second",
    "third": "third",
    "hill": "hill",
}
# junior riders behind the first two have none
ROLES_OF = {"junior": ("climber", "sprinter", "", "", "", "")}


def look(teams: Sequence[int], riders: int, version: str) -> Look:
    roles = ROLES_OF.get(version, ROLES)
    marks, jerseys = {}, {}
    for index in teams:
        letter, name, short, colour, pattern = TEAMS[index]
        marks[letter] = Mark(letter, 0, name, "", name, short, colour, pattern)
        for number in range(1, riders + 1):
            code, role = f"{letter}{number}", roles[number - 1]
            jerseys[code] = Mark(
                code, number, f"{name} {number}", role, name, short, colour, pattern
            )
    return Look(marks, jerseys)


def plan(
    version: str,
    stage: Mapping[str, Any],
    riders: int,
    seats: Mapping[int, SeatPlan],
    *,
    dice: str,
    pace: int,
) -> RidePlan:
    """Plan a ride of the teams that have a player or a bot, in the order of their seats."""
    indexes = sorted(seats)
    setup = {
        "version": version,
        "stage": dict(stage),
        "teams": [TEAMS[index][0] for index in indexes],
        "riders": riders,
    }
    sentence = (
        gettext("%(version)s %(type)s stage, %(length)s km")
        if stage.get("type")
        else gettext("%(version)s stage, %(length)s km")
    )
    values = {"type": stage.get("type"), "length": stage["length"]}
    return RidePlan(
        name=sentence % {"version": version.capitalize(), **values},
        game="cycling_party",
        setup=setup,
        look=look(indexes, riders, version),
        seats=[seats[index] for index in indexes],
        dice=dice,
        pace=pace,
    )


def as_junior(values: Sequence[int | str]) -> list[int | str]:
    """Return a pass by its first and last square: the junior version knows no categories."""
    match values:
        case (int(first), str(category)):
            return [first, first + master().pass_length[category] - 1]
    return list(values[:2])


class CyclingPartyForm(SingleForm, DiceSeatsForm):
    game = "cycling_party"
    words = gettext_lazy(
        "Six riders a team and dice: the peloton, pacelines, mountains, bottles "
        "and breakaways. Two to six teams."
    )
    template = "tabletop/cycling_party/screen/single.html"

    version = forms.ChoiceField(
        label=gettext_lazy("Version"),
        choices=list(VERSIONS.items()),
        widget=forms.RadioSelect,
        initial="master",
    )
    road = forms.ChoiceField(label=gettext_lazy("Road"))
    riders = forms.ChoiceField(
        label=gettext_lazy("Riders per team"),
        choices=[("6", "6"), ("5", "5")],
        widget=forms.RadioSelect,
        initial="6",
    )
    length = forms.IntegerField(
        label=gettext_lazy("Length in km"), min_value=SHORTEST, max_value=LONGEST, required=False
    )
    type = forms.ChoiceField(
        label=gettext_lazy("Type"), choices=list(TYPE_NAMES.items()), required=False
    )
    passes = forms.CharField(
        label=gettext_lazy("Passes"),
        max_length=300,
        required=False,
        help_text=gettext_lazy(
            "First km and category: 60 hc, 85 2, 110 hill. Junior: 50-60, 110-120."
        ),
    )
    sprints = forms.CharField(
        label=gettext_lazy("Intermediate sprints"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Kilometres: 15, 23, 31"),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(
            *args,
            teams=TEAM_NAMES,
            engine=CyclingParty(),
            spare=len(TEAM_NAMES) - 2,
            **kwargs,
        )
        roads = [
            (
                key,
                gettext("%(type)s, %(length)s km")
                % {"type": TYPE_NAMES.get(key, key).capitalize(), "length": road["length"]},
            )
            for key, road in stages().items()
        ]
        self.fields["road"].choices = [*roads, (OWN_ROAD, gettext("A road of our own"))]  # type: ignore[attr-defined]
        self.fields["road"].initial = "flat"

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("road") == OWN_ROAD and not data.get("length") and "length" not in self.errors:
            self.add_error("length", gettext("Say how long the road is."))
        if not self.errors and len(self.seat_plans()) < 2:
            self.add_error(None, gettext("At least two teams ride."))
        return data

    def clean_passes(self) -> list[list[Any]]:
        passes = []
        for part in filter(
            None, (part.strip().lower() for part in self.cleaned_data["passes"].split(","))
        ):
            if not (match := PASS.match(part)) or (match[3] and match[3] not in WORDS):
                categories = ", ".join(
                    CATEGORY_NAMES.get(key, key)
                    for key in ("hc", "first", "second", "third", "hill")
                )
                raise forms.ValidationError(
                    gettext(
                        "“%(part)s” is no pass. A pass is its first km and its "
                        "category (%(known)s), like 60 hc."
                    )
                    % {"part": part, "known": categories}
                )
            values = [
                int(match[1]),
                *([int(match[2])] if match[2] else []),
                *([WORDS[match[3]]] if match[3] else []),
            ]
            passes.append(values)
        return passes

    def clean_sprints(self) -> list[int]:
        parts = [part.strip() for part in self.cleaned_data["sprints"].split(",") if part.strip()]
        if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
            raise forms.ValidationError(gettext("Sprints are kilometres, like 15, 23, 31."))
        return sorted(map(int, parts))

    def stage(self) -> dict[str, Any]:
        """Return the road, without what the version does not know."""
        data = self.cleaned_data
        version = data["version"]
        if data["road"] == OWN_ROAD:
            road = {
                "length": data["length"],
                "type": data["type"],
                "passes": data["passes"],
                "sprints": data["sprints"],
            }
        else:
            road = dict(stages()[data["road"]])
        if version == "junior":
            road |= {"type": None, "passes": [as_junior(each) for each in road.get("passes", ())]}
        elif data["road"] == JUNIOR:
            road |= {"type": "low", "passes": [[first, "third"] for first, _ in road["passes"]]}
        if version != "master":
            road["sprints"] = []
        return {key: value for key, value in road.items() if value}

    def plan(self) -> RidePlan:
        data = self.cleaned_data
        return plan(
            data["version"],
            self.stage(),
            int(data["riders"]),
            self.seat_plans(),
            dice=data["dice"],
            pace=int(data["pace"]),
        )
