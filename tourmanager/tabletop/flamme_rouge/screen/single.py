"""Ask for a single stage of Flamme Rouge: box, stage, seats and dummy teams, and the house
rules.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy

from games.engine import BadSetup
from games.flamme_rouge import setup as setups
from games.flamme_rouge.numbers import (
    COLOURS,
    SOLO,
    TEAMS,
    TYPE_NAMES,
    TYPES,
    read_table,
    write_name,
)
from games.flamme_rouge.rules import FlammeRouge
from games.flamme_rouge.setup import MOST_CARDS, Options, Setup
from tourmanager.play.boards.look import Look
from tourmanager.play.models import RideSeat
from tourmanager.play.start.plan import RidePlan, SeatPlan
from tourmanager.play.start.seat_forms import NOBODY, seat_plan
from tourmanager.play.start.single import SingleForm
from tourmanager.tabletop.flamme_rouge.designs.choosing import (
    CODE,
    Chosen,
    find_chosen,
    stage_choices,
)
from tourmanager.tabletop.flamme_rouge.designs.preview import Preview, preview
from tourmanager.tabletop.flamme_rouge.screen.seats import CardsForm
from tourmanager.web.jerseys import Mark

PELOTON, MUSCLE = "peloton", "muscle"
DUMMIES = [
    (PELOTON, gettext_lazy("Dummy: Peloton Team")),
    (MUSCLE, gettext_lazy("Dummy: Muscle Team")),
]
VERSIONS = {"base": gettext_lazy("The base game"), "peloton": gettext_lazy("With Peloton")}
DRESSES = dict(  # colour and pattern of each team, in the order of the boxes
    zip(
        COLOURS,
        (
            ("#c8202f", "plain"),
            ("#1f5fbf", "hoops"),
            ("#1f8a4c", "sash"),
            ("#333333", "chevron"),
            ("#f4f1e8", "halves"),
            ("#f29bc0", "stripes"),
            ("#f5c400", "checks"),
            ("#f07d1a", "sleeves"),
            ("#6b3fa0", "chevron"),
            ("#7a4a21", "sash"),
            ("#8a8f96", "hoops"),
            ("#14a0b0", "halves"),
        ),
        strict=True,
    )
)
USUAL = 4  # seats that are taken where nobody has chosen yet
PERSONS = (RideSeat.Kind.HERE, RideSeat.Kind.LINK)
# where trouble is told
FIELDS = {
    "teams": "riding",
    "version": "version",
    "stage": "stage",
    "start": "riding",
    "traits": "traits",
}


class TeamCards(NamedTuple):
    mark: Mark
    fields: list[forms.BoundField]
    handicap: forms.BoundField


class FlammeRougeForm(SingleForm, CardsForm):
    game = "flamme_rouge"
    words = gettext_lazy(
        "Two riders a team and their cards: everybody chooses in secret, then "
        "all ride. Peloton, solo, and up to twelve riders."
    )
    template = "tabletop/flamme_rouge/screen/single.html"
    preview_template = "tabletop/flamme_rouge/screen/_single_preview.html"

    version = forms.ChoiceField(
        label="Box", choices=list(VERSIONS.items()), widget=forms.RadioSelect, initial="base"
    )
    stage = forms.ChoiceField(
        label="Stage",
        initial="firenze-milano",
        error_messages={"invalid_choice": gettext_lazy("Choose a stage.")},
    )
    code = forms.CharField(
        label=gettext_lazy("Its code, or the link that was sent"), max_length=300, required=False
    )
    breakaway = forms.BooleanField(
        label=gettext_lazy("A breakaway before the first round"), required=False
    )
    # bears what is wrong with the seats together
    riding = forms.CharField(required=False, max_length=1, widget=forms.HiddenInput)
    first = forms.ChoiceField(label=gettext_lazy("Who places the first rider"), required=False)
    solo = forms.IntegerField(
        label=gettext_lazy("Riding alone: exhaustion cards at the start"),
        min_value=0,
        max_value=MOST_CARDS,
        required=False,
        initial=SOLO,
        help_text=(
            format_lazy(
                gettext_lazy(
                    "{usual}, which you split between your riders. The designer has won with"
                    " {record}."
                ),
                usual=SOLO,
                record=read_table("game")["exhaustion"]["record"],
            )
        ),
    )
    stop = forms.ChoiceField(
        label=gettext_lazy("The stage ends"),
        choices=[
            ("all", gettext_lazy("when everybody has arrived")),
            ("first", gettext_lazy("after the round in which the first one arrives")),
        ],
        widget=forms.RadioSelect,
        initial="all",
    )
    exhaustion_stock = forms.ChoiceField(
        label=gettext_lazy("Exhaustion cards"),
        choices=[
            ("unlimited", gettext_lazy("as many as are needed")),
            ("box", gettext_lazy("those of the box")),
        ],
        widget=forms.RadioSelect,
        initial="unlimited",
    )
    dummies_score = forms.BooleanField(
        label=gettext_lazy("Dummy teams take the time bonuses of the finish"),
        required=False,
        initial=Options().dummies_score,
    )
    traits = forms.BooleanField(
        label=gettext_lazy("Special traits: each team draws two and keeps one"), required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(
            *args,
            teams=[team.capitalize() for team in COLOURS],
            letters=COLOURS,
            engine=FlammeRouge(),
            spare=len(COLOURS),
            **kwargs,
        )
        self.fields["stage"].choices = stage_choices(self.user)  # type: ignore[attr-defined]
        self.fields["first"].choices = [  # type: ignore[attr-defined]
            ("", gettext("By lot")),
            *((team, team.capitalize()) for team in COLOURS),
        ]
        for index, team in enumerate(COLOURS):
            seat = self.fields[f"seat_{index}"]
            if index < TEAMS:
                seat.choices = [*seat.choices[:-1], *DUMMIES, seat.choices[-1]]  # type: ignore[attr-defined]
            if 0 < index < USUAL:
                seat.initial = "bot:steady"
            self.fields[f"handicap_{index}"] = forms.IntegerField(
                label=gettext("%(team)s’s riders") % {"team": team.capitalize()},
                min_value=0,
                max_value=MOST_CARDS,
                required=False,
            )

    def team_rows(self) -> list[TeamCards]:
        return [
            TeamCards(team_mark(team), row.fields, self[f"handicap_{index}"])
            for index, (team, row) in enumerate(zip(COLOURS, self.rows(), strict=True))
        ]

    @property
    def crowd(self) -> bool:
        """Return True when a seat beyond the six teams is taken, or wrong."""
        return any(
            self[f"seat_{index}"].value() or self[f"seat_{index}"].errors
            for index in range(TEAMS, len(COLOURS))
        )

    @property
    def house_rules(self) -> bool:
        """Return True when one of the house rules is wrong."""
        beside = (
            "first",
            "solo",
            "stop",
            "exhaustion_stock",
            "traits",
            *(f"handicap_{index}" for index in range(len(COLOURS))),
        )
        return any(self[name].errors for name in beside)

    def rows_of_teams(self) -> list[TeamCards]:
        return self.team_rows()[:TEAMS]

    def rows_of_crowd(self) -> list[TeamCards]:
        return self.team_rows()[TEAMS:]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        pelotons = [index for index in range(TEAMS) if data.get(f"seat_{index}") == PELOTON]
        for index in pelotons[1:]:
            self.add_error(
                f"seat_{index}",
                gettext("There is one Peloton Team at most, and %(colours)s is it.")
                % {"colours": COLOURS[pelotons[0]]},
            )
        if data["first"] and data["first"] not in teams_of(data.get):
            self.add_error(
                "first", gettext("Nobody sits on the seat of %(data)s.") % {"data": data["first"]}
            )
        for part, words in self._setup_problems(data):
            self.add_error(
                "code" if part == "stage" and data["stage"] == CODE else FIELDS[part], words
            )
        return data

    def _setup_problems(self, data: dict[str, Any]) -> list[tuple[str, str]]:
        """Keep stage and setup, and say which parts of it cannot be raced."""
        try:
            self.chosen = find_chosen(data["stage"], data["code"], self.user)
            self.setup = setup_of(data.get, self.chosen)
            return [] if self.errors else list(setups.by_part(self.setup))
        except BadSetup as refused:
            return [("stage", str(refused))]

    def preview(self) -> Preview:
        """Preview what is chosen so far, right or not."""

        def value(name: str) -> Any:
            return self[name].value()

        try:
            choice = find_chosen(str(value("stage") or ""), str(value("code") or ""), self.user)
            return preview(choice.name, setup_of(value, choice))
        except BadSetup as refused:
            return preview("", None, str(refused))

    def plan(self) -> RidePlan:
        data = self.cleaned_data
        return RidePlan(
            name=self.chosen.name,
            game=self.game,
            setup=setups.write_setup(self.setup),
            look=look(self.setup.everybody, self.setup.crowd),
            seats=[seat for _, seat in seats_of(data.get)],
            pace=int(data["pace"]),
        )


Get = Callable[[str], Any]


def seats_of(get: Get) -> Iterator[tuple[str, SeatPlan]]:
    """Yield the teams of seats with their seat plans."""
    for index, team in enumerate(COLOURS):
        who = get(f"seat_{index}") or NOBODY
        if who not in (NOBODY, PELOTON, MUSCLE):
            yield team, seat_plan(who, get(f"player_{index}") or "")


def teams_of(get: Get, who: str = "") -> tuple[str, ...]:
    """Return the teams of seats; or the dummy teams of a kind."""
    if not who:
        return tuple(team for team, _ in seats_of(get))
    return tuple(team for index, team in enumerate(COLOURS) if get(f"seat_{index}") == who)


def setup_of(get: Get, stage: Chosen) -> Setup:
    """Make the setup as the engine reads it, not checked yet."""
    teams = teams_of(get)
    handicap = [get(f"handicap_{COLOURS.index(team)}") for team in teams]
    solo = get("solo")
    return setups.read_setup(
        {
            "version": "peloton" if get("version") == "peloton" else "base",
            "stage": stage.stage,
            "teams": teams,
            "real": _with_real_cards(get),
            "peloton": "".join(teams_of(get, PELOTON)[:1]),
            "muscle": teams_of(get, MUSCLE),
            "breakaway": bool(get("breakaway")),
            "first": str(get("first") or ""),
            "handicap": [_number(cards) for cards in handicap] if any(handicap) else [],
            "solo": _number(solo) if len(teams) == 1 and solo is not None else SOLO,
            "options": {
                "stop": "first" if get("stop") == "first" else "all",
                "exhaustion_stock": "box" if get("exhaustion_stock") == "box" else "unlimited",
                "dummies_score": bool(get("dummies_score")),
                "traits": bool(get("traits")),
            },
        }
    )


def _with_real_cards(get: Get) -> list[str]:
    """Name the teams of persons who play with real cards."""
    return [
        team
        for team, seat in seats_of(get)
        if seat.kind in PERSONS and get(f"real_{COLOURS.index(team)}")
    ]


def _number(value: Any) -> int:
    text = str(value or 0)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0


def team_mark(team: str) -> Mark:
    colour, pattern = DRESSES[team]
    name = team.capitalize()
    return Mark(team, 0, name, "", name, name[:3].upper(), colour, pattern)


def look(teams: Sequence[str], crowd: bool) -> Look:
    """Return the look of each team's Sprinteur and Rouleur; where all ride for themselves a rider
    is called as their seat.
    """
    marks: Mapping[str, Mark] = {team: team_mark(team) for team in teams}
    riders = {}
    for team, mark in marks.items():
        for number, (letter, kind) in enumerate(zip(TYPES, TYPE_NAMES, strict=True), 1):
            name = mark.team if crowd else f"{mark.team} {kind}"
            code = write_name(team, number - 1)
            riders[code] = msgspec.structs.replace(
                mark, code=code, number=number, name=name, role=kind.lower(), sign=letter
            )
    return Look(dict(marks), riders)
