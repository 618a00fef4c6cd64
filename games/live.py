"""A stage told on the terminal as it happens: sentences with their rules, the road at the beginning of each turn, the result."""

from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from games.engine import Event, Game, Outcome

COLOURS = {
    "red": "red",
    "blue": "dodger_blue1",
    "green": "green",
    "black": "grey50",
    "purple": "magenta",
    "orange": "dark_orange",
    "white": "bold",
    "pink": "hot_pink",
}
BIG = {"wins", "accident", "arrivals", "passing", "chain_break", "fall"}


class Live:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.console = Console(highlight=False)

    def begin(self, state: Any) -> None:
        view = self.game.view(state, None)
        unit = view.get("unit", "km")
        road = f"{view.get('length', '')} {unit if unit == 'km' else f'{unit}s'}"
        self.console.print(f"[bold]{escape(self.game.name)}[/], {view.get('version', '')}, {road}")

    def tell(self, state: Any, events: list[Event]) -> None:
        for event in events:
            if event.kind == "turn":
                self.road(state)
                self.console.rule(escape(self.game.say(state, event)), align="left")
                continue
            sentence = Text(self.game.say(state, event), style="bold" if event.kind in BIG else "")
            for team, colour in COLOURS.items():
                sentence.highlight_regex(rf"(?i)\b{team}\d?\b", colour)
            sentence.append(f"  {event.rule}", style="dim")
            self.console.print(sentence)

    def road(self, state: Any) -> None:
        """Who rides on which kilometre, the most advanced first."""
        by_square: dict[int, list[str]] = {}
        for rider, square in self.game.view(state, None).get("squares", {}).items():
            by_square.setdefault(square, []).append(rider)
        line = Text("  ")
        for square in sorted(by_square, reverse=True):
            line.append(f"{square} ", style="bold")
            for rider in by_square[square]:
                line.append(f"{rider} ", style=COLOURS.get(rider.rstrip("0123456789"), ""))
            line.append(" ")
        if by_square:
            self.console.print(line)

    def end(self, state: Any) -> None:
        outcome = self.game.outcome(state)
        if outcome is None:
            self.console.print("The log ends before the stage does.")
            return
        self.console.print(self._finish(outcome))
        unit = self.game.view(state, None).get("unit", "km")
        for passing in outcome.passings:
            if passing.riders:
                self.console.print(f"{passing.line} ({passing.category}, {unit} {passing.km}): {', '.join(passing.riders)}")
        for team, used in outcome.used.items():
            spent = ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in used.items() if count)
            self.console.print(f"{team} used {spent or 'nothing'}")
        if outcome.out:
            self.console.print(f"out of the race: {', '.join(outcome.out)}")
        self.console.print(f"[bold]{outcome.winner or 'Nobody'} wins.[/]")

    def _finish(self, outcome: Outcome) -> Table:
        table = Table("place", "rider", "time", "group", title="Finish")
        for one in outcome.finish:
            time = "" if one.time is None else f"{one.time // 60}:{one.time % 60:02}"
            table.add_row(str(one.rank), one.rider, time, "" if one.group is None else str(one.group + 1))
        return table
