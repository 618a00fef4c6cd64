"""Toy Dash in the browser."""

from collections.abc import Collection, Mapping, Sequence
from html import escape
from itertools import groupby
from typing import Any

import msgspec
from django.utils.safestring import SafeString, mark_safe

from games.engine import Outcome
from tests.toy.engine import STONES, Setup, State, ToyDash, ToyExtras
from tests.toy.set_up import SCHEME
from tests.toy.table import Push, game_of
from tourmanager.play.boards.drawing import BoardDrawing, Pieces, Words
from tourmanager.play.boards.look import Look
from tourmanager.play.contract import Adapter, ArrivalNote, Board, Chance, Screen
from tourmanager.play.log.lines import CommentaryLine
from tourmanager.play.start.plan import RidePlan
from tourmanager.play.start.seat_forms import DiceSeatsForm, SeatsForm
from tourmanager.play.start.single import SingleForm
from tourmanager.play.table.entry_writer import (
    EntryWriter,
    line_differences,
    rider_differences,
    write_lines,
    write_order,
)
from tourmanager.results.log.reading import StageReading
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.results.stage_page.jerseys import find_worn_jerseys
from tourmanager.scoring.scheme import Scheme, scheme
from tourmanager.tours.models import Stage
from tourmanager.web.drawing import close_jersey_svg, close_jerseys
from tourmanager.web.jerseys import Mark, mark

Ridden = Outcome[ToyExtras]
TEAMS = (("Red", "#c8202f"), ("Blue", "#1f5fbf"))


class ToyAdapter(Adapter[ToyExtras]):
    def why_not(self, stage: Stage) -> str:
        return ""

    def has_begun(self, sheet: Sheet) -> bool:
        return bool(sheet.order or sheet.abandons or game_of(sheet).pushes)

    def seats_form(self, data: Any, reading: StageReading) -> SeatsForm:
        names = [team.name for team in reading.field.teams]
        return DiceSeatsForm(data, teams=names, engine=ToyDash())

    def setup_data(
        self, reading: StageReading, situation: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        return {"teams": list(reading.frame.teams)}

    def look_of(self, reading: StageReading) -> Look:
        teams = {team.letter: mark(team, team.letter) for team in reading.field.teams}
        return Look(teams, dict(reading.field.marks(find_worn_jerseys(reading))))

    def to_entries(self, outcome: Ridden, sheet: Sheet) -> EntryWriter:
        written = EntryWriter(sheet)
        for rider, count in outcome.extras.pushes.items():
            for _ in range(game_of(sheet).pushes.get(rider, 0), count):
                written.write(Push(rider))
        write_lines(outcome, written)
        for turn, together in groupby(outcome.finish, key=lambda one: one.group or 0):
            riders = [one.rider for one in together if one.rider not in written.sheet.order]
            if riders and written.sheet.turn != turn:
                written.write(e.Turn(turn))
            if riders:
                written.write(e.Arrive(tuple(riders)))
        write_order(outcome, written)
        return written

    def differences(self, outcome: Ridden, sheet: Sheet) -> list[str]:
        return [*line_differences(outcome, sheet), *rider_differences(outcome, sheet)]


class ToyLists(msgspec.Struct, frozen=True):
    turn: int


class ToyBoard(Board[ToyExtras]):
    words = Words(turn="turn", unit="stone")
    styles = ("toy/ride.css",)
    quiet = frozenset({"turn"})

    def draw(
        self,
        view: Mapping[str, Any],
        setup: Mapping[str, Any],
        look: Look,
        mine: Collection[str] = (),
        zoom: str = "race",
        lines: Sequence[CommentaryLine] = (),
    ) -> BoardDrawing:
        road = "".join(
            f'<rect class="toy-square" x="{60 * square}" y="60" width="60" height="20"/>'
            for square in range(STONES + 2)
        )
        riders = "".join(
            f'<g data-rider="{escape(rider)}" data-at="{square}" transform="translate({60 * square}'
            f' {28 * row})">{close_jersey_svg(look.riders[rider], rider in mine, alone=False)}</g>'
            for row, (rider, square) in enumerate(view["at"].items())
        )
        markup = (
            '<svg class="ride-road ride-{0}" viewBox="0 0 320 140" role="group"'
            f' aria-label="The road, three stones">{road}{riders}</svg>'
        )
        return BoardDrawing(
            symbols=_safe(close_jerseys((*look.teams.values(), *look.riders.values()))),
            wide=_safe(markup.format("wide")),
            narrow=_safe(markup.format("narrow")),
            overview=_safe(""),
            own=ToyLists(view["turn"]),
            pieces=Pieces("toy/_lists.html"),
            zoom=zoom,
            owned=bool(mine),
        )

    def arrivals(self, outcome: Ridden) -> Mapping[str, ArrivalNote]:
        return {
            rider: ArrivalNote(note=f"turn +{turn}") for rider, turn in outcome.extras.turns.items()
        }

    def count_used(self, outcome: Ridden) -> Mapping[str, Mapping[str, int]]:
        return {
            rider.rstrip("1"): {"Pushes": count} for rider, count in outcome.extras.pushes.items()
        }


def _safe(markup: str) -> SafeString:
    return mark_safe(markup)


class ToySingle(SingleForm, DiceSeatsForm):
    game = "toy"
    words = "Three stones and a die."
    template = "toy/single.html"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        teams = [name for name, _ in TEAMS]
        super().__init__(*args, teams=teams, engine=ToyDash(), **kwargs)

    def plan(self) -> RidePlan:
        marks = {
            name.lower(): Mark(name.lower(), 0, name, "", name, name[:3].upper(), colour, "plain")
            for name, colour in TEAMS
        }
        riders = {
            f"{team}1": msgspec.structs.replace(each, code=f"{team}1", number=1)
            for team, each in marks.items()
        }
        return RidePlan(
            "Toy Dash",
            "toy",
            {"teams": list(marks)},
            Look(marks, riders),
            list(self.seat_plans().values()),
            self.dice_source,
            int(self.cleaned_data["pace"]),
        )


class ToyScreen(Screen[State, Setup, ToyExtras]):
    engines = (ToyDash(),)
    chance = Chance("dice", "roll", "The die rolls …", "dice-5", "You roll at the table.")
    adapter = ToyAdapter()
    board = ToyBoard()
    single = ToySingle

    def single_rules(self, setup: Mapping[str, Any]) -> tuple[Scheme | None, str]:
        return scheme(SCHEME), "table"
