"""Ask where everybody stands on the board: squares, what each team has left, the turn. What the
stage's log knows is filled in.

The engine checks it; what it finds stands beside the field it is about (`problem_words.py`).
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.cycling_party import setup as setups
from games.cycling_party import situation_check
from games.engine import BadSetup
from tourmanager.results.log.reading import StageReading
from tourmanager.results.sheet.frame import FrameLine
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.scoring.codes import team_of
from tourmanager.tabletop.cycling_party.screen.board_lists import HOLDINGS
from tourmanager.tabletop.cycling_party.screen.from_tour import setup_data
from tourmanager.tabletop.cycling_party.screen.problem_words import describe, field_of
from tourmanager.tabletop.cycling_party.screen.situation import read_situation
from tourmanager.tabletop.cycling_party.table import entries as cp
from tourmanager.tabletop.cycling_party.table.sheet import CyclingPartySheet, game_of
from tourmanager.web.jerseys import Mark


class RiderFields(NamedTuple):
    mark: Mark
    square: forms.BoundField | None  # None for who is out or in: `words` says which
    out: forms.BoundField | None
    words: str


class TeamFields(NamedTuple):
    mark: Mark
    riders: list[RiderFields]
    left: list[forms.BoundField]


class SituationForm(forms.Form):
    """The positions in a stage that was read. Raises NotTold where no engine can continue from its
    log.
    """

    turn = forms.IntegerField(
        label=gettext_lazy("Completed turns"),
        min_value=0,
        max_value=999,
        help_text=gettext_lazy("0 right after the opening throw"),
    )
    clock = forms.IntegerField(
        label=gettext_lazy("Turns since the first arrival"),
        min_value=0,
        max_value=99,
        help_text=gettext_lazy("0 if it was in the last turn"),
    )

    def __init__(
        self,
        *args: Any,
        reading: StageReading,
        marks: dict[str, Mark],
        teams: dict[str, Mark],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.reading, self.marks, self.teams = reading, marks, teams
        read_situation(self.sheet, 0, 0)
        if self.sheet.units:
            self.fields["clock"].initial = self.sheet.turn
        else:
            del self.fields["clock"]
        for code in self.on_road:
            self.fields[f"at_{code}"] = number_field(
                _("Square of %(code)s") % {"code": self.said(code)},
                reading.stage.length + 3,
                required=False,
            )
            self.fields[f"out_{code}"] = forms.BooleanField(label="out", required=False)
        for team in reading.frame.teams:
            for kind in cp.ADVANTAGES:
                self.fields[f"left_{team}_{kind}"] = self._left(team, kind)
        for line in self.lines:
            self.fields[f"line_{line.key}"] = forms.CharField(
                label=_("%(line)s, km %(km)s") % {"line": line.label, "km": line.km},
                max_length=100,
                required=False,
                initial=" ".join(self.sheet.lines[line.key]),
            )
        for line, team in self.passes:
            throws = self.game.doubles.get(line.key, {}).get(team, 0)
            self.fields[f"double_{line.key}_{team}"] = number_field(
                f"{line.label}: {self.said(team)}",
                self.game.frame.doubles[line.key],
                initial=throws,
            )
        choices = [(code, self.said(code)) for code in self.on_road]
        self.fields["moved_back"] = choices_field(
            _("Taken back, by a fall or a broken chain, behind a line they had passed"), choices
        )
        self.fields["descending"] = choices_field(
            _("May descend at full speed in the next turn"), choices
        )
        if reading.frame.option("fall_loss", "this_turn") == "next_turn":
            self.fields["losing"] = choices_field(_("Lose the next throw"), choices)

    @property
    def sheet(self) -> Sheet:
        return self.reading.log.sheet

    @property
    def game(self) -> CyclingPartySheet:
        return game_of(self.sheet)

    @property
    def on_road(self) -> list[str]:
        return self.sheet.missing()

    @property
    def lines(self) -> list[FrameLine]:
        return [
            line for line in self.reading.frame.lines.values() if line.places and not line.at_finish
        ]

    @property
    def passes(self) -> list[tuple[FrameLine, str]]:
        frame = self.reading.frame
        return [
            (line, team)
            for line in frame.lines.values()
            if line.key in self.game.frame.doubles
            for team in frame.teams
        ]

    def said(self, code: str) -> str:
        return self.reading.frame.names.get(code, code)

    def _left(self, team: str, kind: str) -> forms.Field:
        total, remaining = self.game.count_held(team, kind), self.game.not_used(team, kind)
        words = str(HOLDINGS[kind])
        return number_field(words, total, initial=remaining, disabled=not total)

    # -- what the page asks

    def team_rows(self) -> Iterator[TeamFields]:
        for team, mark in self.teams.items():
            riders = [
                self._row(code) for code in self.reading.field.riders if team_of(code) == team
            ]
            kinds = [kind for kind in cp.ADVANTAGES if self.game.count_held(team, kind)]
            yield TeamFields(mark, riders, [self[f"left_{team}_{kind}"] for kind in kinds])

    def _row(self, code: str) -> RiderFields:
        if code in self.on_road:
            return RiderFields(self.marks[code], self[f"at_{code}"], self[f"out_{code}"], "")
        place = self.sheet.order.index(code) + 1 if code in self.sheet.order else 0
        return RiderFields(
            self.marks[code],
            None,
            None,
            _("arrived, place %(place)s") % {"place": place} if place else _("out"),
        )

    def line_fields(self) -> list[forms.BoundField]:
        return [self[f"line_{line.key}"] for line in self.lines]

    def double_fields(self) -> list[forms.BoundField]:
        return [self[f"double_{line.key}_{team}"] for line, team in self.passes]

    def seldom(self) -> list[forms.BoundField]:
        return [
            self[name] for name in ("moved_back", "descending", "losing") if name in self.fields
        ]

    # -- what was typed

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for code in self.on_road:
            field = f"at_{code}"
            has_place = data.get(f"out_{code}") or data.get(field) is not None
            if not has_place and field not in self.errors:
                self.add_error(field, _("On which square, or are they out?"))
        for line in self.lines:
            self._check_line(line.key, str(data.get(f"line_{line.key}", "")).lower().split())
        if not self.errors:
            self._judge(self.situation())
        return data

    def _check_line(self, key: str, riders: list[str]) -> None:
        """Refuse riders who do not start, and another order than the log has."""
        starters, log_riders = self.reading.frame.riders, self.sheet.lines[key]
        if unknown := [code for code in riders if code not in starters]:
            self.add_error(
                f"line_{key}",
                _("“%(unknown)s” does not start. Type letter and number, like %(starters)s.")
                % {"unknown": unknown[0], "starters": starters[0]},
            )
        elif riders[: len(log_riders)] != log_riders:
            self.add_error(f"line_{key}", _("The stage's log has another order: change it there."))

    def situation(self) -> dict[str, Any]:
        """Return the situation as the engine reads it."""
        data = self.cleaned_data
        out = [code for code in self.on_road if data[f"out_{code}"]]
        so_far = read_situation(self.sheet, data["turn"], data.get("clock") or 0)
        names = ("moved_back", "descending", "losing")
        return so_far | {
            "squares": {code: data[f"at_{code}"] for code in self.on_road if code not in out},
            "out": [*so_far["out"], *out],
            "passages": {
                line.key: riders
                for line in self.lines
                if (riders := data[f"line_{line.key}"].lower().split())
            },
            "used": {team: self._count_used(team) for team in self.reading.frame.teams},
            "doubles": self._doubles(),
            **{name: data[name] for name in names if data.get(name)},
        }

    def _count_used(self, team: str) -> dict[str, int]:
        """Count what a team has used, from what it has left."""
        return {
            kind: self.game.count_held(team, kind) - self.cleaned_data[f"left_{team}_{kind}"]
            for kind in cp.ADVANTAGES
        }

    def _doubles(self) -> dict[str, dict[str, int]]:
        frame, data = self.reading.frame, self.cleaned_data
        return {
            key: {team: data[f"double_{key}_{team}"] for team in frame.teams}
            for key in frame.lines
            if key in self.game.frame.doubles
        }

    def _judge(self, situation: dict[str, Any]) -> None:
        try:
            setup = setups.read_setup(setup_data(self.reading, situation))
        except (BadSetup, msgspec.ValidationError) as refused:
            self.add_error(None, str(refused))
            return
        for problem in [*setups.problems(setup)] or situation_check.problems(setup):
            field = field_of(problem)
            self.add_error(field if field in self.fields else None, describe(problem, self.said))


def number_field(label: str, most: int, **more: Any) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return forms.IntegerField(label=label, min_value=0, max_value=most, widget=widget, **more)


def choices_field(label: str, choices: Sequence[tuple[str, str]]) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        label=label, choices=choices, required=False, widget=forms.CheckboxSelectMultiple
    )
