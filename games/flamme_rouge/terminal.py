"""Wording of a Flamme Rouge stage for the terminal."""

from collections.abc import Mapping

from games.flamme_rouge.outcome import FlammeRougeExtras
from games.flamme_rouge.state import State, in_order


class FlammeRougeTerminal:
    unit = "square"
    colours: Mapping[str, str] = {
        "red": "red",
        "blue": "dodger_blue1",
        "green": "green",
        "black": "grey50",
        "white": "bold",
        "pink": "hot_pink",
        "yellow": "yellow",
        "orange": "dark_orange",
        "purple": "magenta",
        "brown": "orange4",
        "grey": "grey70",
        "cyan": "cyan",
    }
    loud = frozenset({"wins"})

    def headline(self, state: State) -> str:
        course = state.course
        return f"{course.setup.version}, {course.squares} squares"

    def squares(self, state: State) -> Mapping[str, int]:
        return {state.course.names[rider]: state.place[rider] >> 2 for rider in in_order(state)}

    def describe_used(self, extras: FlammeRougeExtras) -> tuple[str, ...]:
        return ()
