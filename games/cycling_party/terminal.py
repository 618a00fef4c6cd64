"""Wording of a Cycling Party stage for the terminal."""

from collections.abc import Iterator, Mapping

from games.cycling_party.outcome import CyclingPartyExtras
from games.cycling_party.state import State


class CyclingPartyTerminal:
    unit = "km"
    colours: Mapping[str, str] = {
        "red": "red",
        "blue": "dodger_blue1",
        "green": "green",
        "black": "grey50",
        "purple": "magenta",
        "orange": "dark_orange",
    }
    loud = frozenset({"wins", "accident", "arrivals", "passing", "chain_break", "fall"})

    def headline(self, state: State) -> str:
        setup = state.course.setup
        return f"{setup.version}, {setup.stage.length} km"

    def squares(self, state: State) -> Mapping[str, int]:
        course = state.course
        return {course.names[rider]: state.square[rider] for rider in course.riders(state.active)}

    def describe_used(self, extras: CyclingPartyExtras) -> Iterator[str]:
        for team, used in extras.used.items():
            spent = [f"{count} {kind.replace('_', ' ')}" for kind, count in used.items() if count]
            yield f"{team} used {', '.join(spent) or 'nothing'}"
