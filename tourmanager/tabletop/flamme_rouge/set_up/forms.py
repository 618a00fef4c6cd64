"""Ask for a Grand Tour: the tour, a row for each player, a card for each stage; and make its
plan.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

import msgspec
from django import forms
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine import BadSetup
from games.flamme_rouge import setup as setups
from games.flamme_rouge.numbers import COLOURS
from games.flamme_rouge.setup import Setup
from tourmanager.accounts.models import User
from tourmanager.riders.names import name_key as name_key
from tourmanager.scoring.scheme import dump_scheme, scheme
from tourmanager.tabletop.flamme_rouge.designs.choosing import CODE, find_chosen, stage_choices
from tourmanager.tabletop.flamme_rouge.designs.preview import Preview, laid_out
from tourmanager.tabletop.flamme_rouge.screen.single import DRESSES, team_mark
from tourmanager.tabletop.flamme_rouge.set_up import grand_tours
from tourmanager.tabletop.flamme_rouge.set_up.entered import Entered, count
from tourmanager.tabletop.flamme_rouge.set_up.fields import GrandTourFields, StageForm, TeamForm
from tourmanager.tabletop.flamme_rouge.set_up.grand_tours import (
    DUMMIES,
    MOST_TEAMS,
    MUSCLE,
    PELOTON,
    SCHEME,
    GrandTourPlan,
    GrandTourStage,
)
from tourmanager.tabletop.flamme_rouge.set_up.roads import stage_of
from tourmanager.tours.planning.creation import choose_short_names
from tourmanager.tours.planning.plan import TeamPlan
from tourmanager.tours.planning.plan_check import PlanProblem
from tourmanager.web.jerseys import Mark

LETTERS = "abcdefghijkl"
DUMMY_NAMES = {PELOTON: "Peloton Team", MUSCLE: "Muscle Team"}
# of an agreement, and the field where trouble with it is told; else with the players
PARTS = {"version": "version", "traits": "traits"}

F = TypeVar("F", bound=forms.Form)


@dataclass
class TeamEntry:
    form: TeamForm
    mark: Mark


@dataclass
class StageCard:
    number: int
    form: StageForm
    setup: Setup | None
    name: str
    preview: Preview

    @property
    def by_code(self) -> bool:
        return bool(self.form["source"].value() == CODE)


@dataclass
class GrandTourForm:
    """The form of a Grand Tour. `checked`: the user wants the tour now; before that empty fields
    are no errors.
    """

    entered: Entered
    user: User
    checked: bool = False

    def _form(self, kind: type[F], prefix: str = "") -> F:
        if self.checked:
            return kind(self.entered, prefix=prefix or None)
        start = f"{prefix}-" if prefix else ""
        initial = {
            name.removeprefix(start): text
            for name, text in self.entered.items()
            if name.startswith(start)
        }
        return kind(prefix=prefix or None, initial=initial)

    @cached_property
    def tour(self) -> GrandTourFields:
        return self._form(GrandTourFields)

    @cached_property
    def teams(self) -> list[TeamEntry]:
        rows = []
        for index in range(self.players):
            colour = self.entered.get(f"team-{index}-colour", "")
            rows.append(
                TeamEntry(
                    self._form(TeamForm, f"team-{index}"),
                    team_mark(colour if colour in DRESSES else COLOURS[index]),
                )
            )
        return rows

    @cached_property
    def stages(self) -> list[StageCard]:
        return [self._card(index) for index in range(count(self.entered, "stages"))]

    @property
    def players(self) -> int:
        return count(self.entered, "players")

    @property
    def crowd(self) -> bool:
        return self.players > MOST_TEAMS

    @property
    def dummies(self) -> list[str]:
        muscle = self.entered.get("muscle", "")
        return [PELOTON] * bool(self.entered.get("peloton")) + [MUSCLE] * (
            int(muscle) if muscle in "012345" and muscle else 0
        )

    def _card(self, index: int) -> StageCard:
        form = self._form(StageForm, f"stage-{index}")
        form.fields["source"].choices = stage_choices(self.user)  # type: ignore[attr-defined]
        get = self.entered.get
        try:
            choice = find_chosen(
                get(f"stage-{index}-source", ""), get(f"stage-{index}-code", ""), self.user
            )
            setup = self._setup(choice.stage, breakaway=bool(get(f"stage-{index}-breakaway")))
            tiles = setup.tiles
        except BadSetup as refused:
            return StageCard(
                index + 1, form, None, "", Preview("", SafeString(""), [], [str(refused)])
            )
        wrong = [words for part, words in setups.by_part(setup) if part == "stage"]
        preview = laid_out(choice.name, tiles, setup.field.riders, setup.breakaway)
        return StageCard(
            index + 1,
            form,
            setup,
            choice.name,
            replace(preview, wrong=wrong, hints=[] if setup.stage.key else preview.hints),
        )

    def _setup(self, stage: Mapping[str, Any], *, breakaway: bool) -> Setup:
        marks = self.dummies
        return setups.read_setup(
            {
                "version": "base" if self.entered.get("version") == "base" else "peloton",
                "stage": stage,
                "teams": [f"t{letter}" for letter in LETTERS[: self.players]],
                "peloton": "p" if PELOTON in marks else "",
                "muscle": [f"m{letter}" for letter in LETTERS[: marks.count(MUSCLE)]],
                "breakaway": breakaway,
                "options": {"traits": bool(self.entered.get("traits"))},
            }
        )

    # -- what is wrong

    @cached_property
    def agreed_wrong(self) -> dict[str, list[str]]:
        """Return rules that contradict each other, by the field that shows it; "players" for the
        teams.
        """
        sentences: dict[str, list[str]] = {}
        for card in self.stages:
            if card.setup is not None:
                for part, words in setups.by_part(card.setup):
                    if part != "stage" and words not in sentences.setdefault(
                        PARTS.get(part, "players"), []
                    ):
                        sentences[PARTS.get(part, "players")].append(words)
        if self.players == 1 and not self.dummies:
            sentences.setdefault("players", []).append(
                _(
                    "Alone one races against dummy teams: a Peloton Team and a "
                    "Muscle Team are recommended."
                )
            )
        return sentences

    @property
    def all_agreed_wrong(self) -> list[str]:
        return [words for sentences in self.agreed_wrong.values() for words in sentences]

    @property
    def own_rules(self) -> bool:
        """Return True when anything beyond the usual rules is agreed."""
        return any(
            self.entered.get(name) for name in ("traits", "gap_cap", "second_person", "talk")
        )

    @property
    def hints(self) -> list[str]:
        """Return what the rules recommend for so many players."""
        return list(
            dict.fromkeys(
                words
                for card in self.stages
                if card.setup is not None
                for words in setups.hints(card.setup)
            )
        )

    @property
    def stages_wrong(self) -> list[str]:
        if not self.stages:
            return [_("A tour needs a stage.")]
        return [
            _("Stage %(number)s: %(trouble)s") % {"number": card.number, "trouble": words}
            for card in self.stages
            for words in card.preview.wrong
        ]

    @property
    def single(self) -> str:
        return (
            _("One stage makes no tour yet: two at least are raced, but you may begin with one.")
            if len(self.stages) == 1
            else ""
        )

    def is_right(self) -> bool:
        """Return True when nothing is wrong, once the form is checked; the fields show what is."""
        forms = [self.tour, *(row.form for row in self.teams), *(card.form for card in self.stages)]
        valid = [form.is_valid() for form in forms]  # each is asked, for its own errors
        for field_name, words in self.agreed_wrong.items():
            self.tour.add_error(field_name, words)
        return (
            not self._mark_twins()
            and all(valid)
            and not self.agreed_wrong
            and not self.stages_wrong
        )

    def _mark_twins(self) -> bool:
        """Refuse names and colours that an earlier team has; true where there is one."""
        names = [name_key(row.form["name"].value() or "") for row in self.teams]
        colours = [row.mark.team for row in self.teams]
        twins = False
        for index, row in enumerate(self.teams):
            if names[index] and names[index] in names[:index]:
                row.form.add_error("name", _("Another team is called so."))
                twins = True
            if colours[index] in colours[:index]:
                row.form.add_error("colour", _("Another team wears it."))
                twins = True
        return twins

    def refuse(self, problems: Sequence[PlanProblem]) -> None:
        """Show the problems of the plan: beside the name those of the tour, the others above all
        fields.
        """
        for problem in problems:
            if problem.where == _("Tour"):
                self.tour.add_error("name", problem.text)
            else:
                self.tour.add_error(None, f"{problem.where}: {problem.text}")

    # -- what it comes to

    def plan(self) -> GrandTourPlan:
        data = self.tour.cleaned_data
        teams = [*self._own_teams(), *self._dummy_teams()]
        for team, short in zip(
            teams, choose_short_names([team.name for team in teams]), strict=True
        ):
            team.short_name = short
        return GrandTourPlan(
            name=data["name"],
            stages=list(self._planned_stages()),
            teams=teams,
            rules=rules_of(classified=data["classified"], gap_cap=data["gap_cap"] or 0),
            options=self._options(),
            second_person=data["second_person"],
        )

    def _options(self) -> dict[str, str]:
        """Give the house rules that were agreed."""
        data = self.tour.cleaned_data
        cards = [row.form.cleaned_data["handicap"] or 0 for row in self.teams]
        agreed = {
            "version": data["version"],
            "traits": "on" if data["traits"] else "off",
            "exhaustion_stock": data["exhaustion_stock"],
            "talk": "on" if data["talk"] else "off",
            grand_tours.HANDICAP: " ".join(map(str, cards)) if any(cards) else "",
        }
        return {name: text for name, text in agreed.items() if text}

    def _planned_stages(self) -> Iterator[GrandTourStage]:
        return (stage_of(card.setup, card.name) for card in self.stages if card.setup is not None)

    def _own_teams(self) -> Iterator[TeamPlan]:
        for row in self.teams:
            data, mark = row.form.cleaned_data, row.mark
            riders = grand_tours.riders(data["name"], crowd=self.crowd)
            yield TeamPlan(data["name"], "", mark.colour, mark.pattern, riders, data["player"])

    def _dummy_teams(self) -> Iterator[TeamPlan]:
        colours = {row.mark.colour for row in self.teams}
        free = [dress for dress in DRESSES.values() if dress[0] not in colours]
        called = {name_key(row.form.cleaned_data["name"]) for row in self.teams}
        for mark, (colour, pattern) in zip(self.dummies, free, strict=False):
            names = [
                DUMMY_NAMES[mark],
                *(f"{DUMMY_NAMES[mark]} {number}" for number in range(2, 20)),
            ]
            name = next(each for each in names if name_key(each) not in called)
            called.add(name_key(name))
            yield TeamPlan(name, "", colour, pattern, grand_tours.riders(name, mark))


def rules_of(*, classified: bool, gap_cap: int) -> dict[str, Any]:
    """Make the scheme of the tour: who is classified, and from which gap on nobody is (FR-T-005,
    FR-T-015).
    """
    usual = scheme(SCHEME)
    rankings = [
        msgspec.structs.replace(ranking, gap_cap=gap_cap) if ranking.by_time else ranking
        for ranking in usual.classifications
    ]
    return dump_scheme(
        msgspec.structs.replace(
            usual, classifications=rankings, unscored=[] if classified else list(DUMMIES)
        )
    )
