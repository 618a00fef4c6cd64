"""Show a stage on the terminal as it happens: sentences with their rules, the road at the beginning
of each turn, the result.
"""

from collections.abc import Collection, Iterable, Mapping

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from games.engine import AnyGame, Event, Outcome


class PlainView:
    """Terminal wording that works for any game: the game's sentences and nothing else."""

    unit = "square"
    colours: Mapping[str, str] = {}
    loud: Collection[str] = ()

    def headline(self, state: object) -> str:
        return ""

    def squares(self, state: object) -> Mapping[str, int]:
        return {}

    def describe_used(self, extras: msgspec.Struct) -> Iterable[str]:
        return ()


class Live:
    def __init__(self, game: AnyGame) -> None:
        self.game, self.terminal = game, game.terminal
        self.console = Console(highlight=False)

    def begin(self, state: object) -> None:
        headline = self.terminal.headline(state)
        self.console.print(
            f"[bold]{escape(self.game.name)}[/]{f', {escape(headline)}' if headline else ''}"
        )

    def tell(self, state: object, events: list[Event]) -> None:
        for event in events:
            if event.kind == "turn":
                self.road(state)
                self.console.rule(escape(self.game.say(state, event)), align="left")
                continue
            loud = event.kind in self.terminal.loud
            sentence = Text(self.game.say(state, event), style="bold" if loud else "")
            for team, colour in self.terminal.colours.items():
                sentence.highlight_regex(rf"(?i)\b{team}\d?\b", colour)
            sentence.append(f"  {event.rule}", style="dim")
            self.console.print(sentence)

    def road(self, state: object) -> None:
        """Print who stands on which square, the most advanced first."""
        by_square: dict[int, list[str]] = {}
        for rider, square in self.terminal.squares(state).items():
            by_square.setdefault(square, []).append(rider)
        line = Text("  ")
        for square in sorted(by_square, reverse=True):
            line.append(f"{square} ", style="bold")
            for rider in by_square[square]:
                colour = self.terminal.colours.get(rider.rstrip("0123456789"), "")
                line.append(f"{rider} ", style=colour)
            line.append(" ")
        if by_square:
            self.console.print(line)

    def end(self, state: object) -> None:
        outcome = self.game.outcome(state)
        if outcome is None:
            self.console.print("The log ends before the stage does.")
            return
        self.console.print(self._finish(outcome))
        for passing in outcome.passings:
            if passing.riders:
                self.console.print(
                    f"{passing.line} ({passing.category}, {self.terminal.unit} {passing.km}):"
                    f" {', '.join(passing.riders)}"
                )
        for sentence in self.terminal.describe_used(outcome.extras):
            self.console.print(sentence)
        if outcome.out:
            self.console.print(f"out of the race: {', '.join(outcome.out)}")
        self.console.print(f"[bold]{outcome.winner or 'Nobody'} wins.[/]")

    def _finish(self, outcome: Outcome[msgspec.Struct]) -> Table:
        table = Table("place", "rider", "time", "group", title="Finish")
        for one in outcome.finish:
            time = "" if one.time is None else f"{one.time // 60}:{one.time % 60:02}"
            table.add_row(
                str(one.rank), one.rider, time, "" if one.group is None else str(one.group + 1)
            )
        return table
