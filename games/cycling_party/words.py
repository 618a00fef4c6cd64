"""Events in words: one sentence for each, with its figures."""

from collections.abc import Callable, Iterable, Sequence

from games.cycling_party.numbers import STRIDE
from games.cycling_party.state import State
from games.engine import Event, Titles

Words = Callable[["Teller", Event], str]


class Teller:
    """Names for riders, teams and squares of one race: those of the notation, or the titles of a
    page ("Blue 4").
    """

    def __init__(self, state: State, titles: Titles | None = None) -> None:
        self.course = state.course
        self.titles = titles

    def team(self, seat: int) -> str:
        team = self.course.setup.teams[seat]
        return team if self.titles is None else self.titles.get(team, team)

    def name(self, rider: int) -> str:
        return (
            self.course.names[rider]
            if self.titles is None
            else f"{self.team(rider // STRIDE)} {rider % STRIDE + 1}"
        )

    def names(self, riders: Iterable[int]) -> str:
        """List riders: "red1, red4 and blue2"; with titles team by team: "Red 1 and 4, Blue 2"."""
        if self.titles is None:
            return join_with_and([self.name(rider) for rider in riders])
        numbers: dict[int, list[str]] = {}
        for rider in riders:
            numbers.setdefault(rider // STRIDE, []).append(str(rider % STRIDE + 1))
        teams = [f"{self.team(seat)} {join_with_and(each)}" for seat, each in numbers.items()]
        return (
            join_with_and(teams)
            if all(len(each) == 1 for each in numbers.values())
            else ", ".join(teams)
        )

    def figure(self, rider: int, figure: object) -> str:
        """Name a rider with the figure they threw or made: "red1 5", "Red 1: 5"."""
        return f"{self.name(rider)}{'' if self.titles is None else ':'} {figure}"

    def square(self, square: int) -> str:
        return (
            f"km {square}"
            if square <= self.course.end
            else f"square {square - self.course.end} behind the line"
        )

    def line(self, index: int) -> str:
        line = self.course.lines[index]
        return (
            f"{'the intermediate sprint' if line.category == 'is' else 'the top of the pass'} on km"
            f" {line.km}"
        )

    def landing(self, moves: Iterable[tuple[int, int]]) -> str:
        """Word pairs of rider and square: "red1 and blue2 to km 20, red5 to km 14"."""
        by_square: dict[int, list[int]] = {}
        for rider, to in moves:
            by_square.setdefault(to, []).append(rider)
        between = ", " if self.titles is None else "; "
        return between.join(
            f"{self.names(riders)} to {self.square(to)}" for to, riders in by_square.items()
        )

    def moves(self, event: Event) -> str:
        if len(event.moves) == 1 and event.riders == (event.moves[0][0],):  # they have been named
            return f"to {self.square(event.moves[0][2])}"
        return self.landing((rider, to) for rider, _, to in event.moves)


def join_with_and(words: Sequence[str], last: str = "and") -> str:
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def dice(figures: Sequence[int]) -> str:
    return "-".join(map(str, figures))


def say(state: State, event: Event, titles: Titles | None = None) -> str:
    return WORDS[event.kind](Teller(state, titles), event)


def _turn(tell: Teller, event: Event) -> str:
    return f"Turn {event.figures[0]}: {tell.team(event.seat)} speaks first."


def _bottle(tell: Teller, event: Event) -> str:
    price, left = event.figures
    bottles = "a bottle" if price == 1 else "two bottles, the price of a mountain square,"
    return (
        f"{tell.names(event.riders)} gets {bottles} and goes on to"
        f" {tell.square(event.moves[0][2])}; {left} left."
    )


def _paceline(tell: Teller, event: Event) -> str:
    pace, *sums = event.figures
    if len(sums) == 1:
        return (
            f"{tell.names(event.riders)} throws {pace}: nobody within reach, they go alone,"
            f" {tell.moves(event)}."
        )
    near = (
        "joined by the rouleur's choice"
        if event.rule == "CP-S-015"
        else "within 3 of each other in a chain"
    )
    thrown = ", ".join(map(str, sorted(sums, reverse=True)))
    return f"Paceline {thrown}: {near}, all go at {pace}: {tell.moves(event)}."


def _alone(tell: Teller, event: Event) -> str:
    pace, *thrown = event.figures
    least = f", which a rouleur counts as {pace}" if event.rule == "CP-S-012" else ""
    return (
        f"{tell.names(event.riders)}, alone, throws {dice(thrown[:2])}{least}: {tell.moves(event)}."
    )


def _again(tell: Teller, event: Event) -> str:
    first, second, *again = event.figures
    end = (
        "equal, they fall"
        if again[0] == again[1]
        else f"they stay upright and count {first + second}"
    )
    return (
        f"{tell.names(event.riders)} throws {first}-{second} and has to throw again: {dice(again)},"
        f" {end}."
    )


def _fall(tell: Teller, event: Event) -> str:
    faller, *others = event.riders
    with_them = (
        f"; {tell.names(others)} in their square lose{'s' if len(others) == 1 else ''} the"
        " throw too"
        if others
        else ""
    )
    return (
        f"{tell.name(faller)} falls, loses their throw and goes back to"
        f" {tell.square(event.moves[0][2])}{with_them}."
    )


def _pace(tell: Teller, event: Event) -> str:
    total, pace, *thrown = event.figures
    if event.rule == "CP-S-017":
        return (
            f"{tell.names(event.riders)} throws {dice(thrown[:2])} and sets the pace of the peloton"
            " at 9."
        )
    if total < pace:
        return (
            f"{tell.names(event.riders)} throws {total} in the peloton: no faster than the pace of"
            f" {pace}."
        )
    return f"{tell.names(event.riders)} throws {total}: the pace of the peloton is {pace}."


def _peloton(tell: Teller, event: Event) -> str:
    return f"The peloton moves {event.figures[0]}: {tell.moves(event)}."


def _mountain(tell: Teller, event: Event) -> str:
    return (
        f"{tell.names(event.riders)} on the mountain: dice {dice(event.figures)},"
        f" {tell.moves(event)}."
    )


def _passing(tell: Teller, event: Event) -> str:
    index, _, before = event.figures
    places = [
        f"{place}. {tell.name(rider)}" for place, rider in enumerate(event.riders, before + 1)
    ]
    return f"Past {tell.line(index)}: {', '.join(places)}."


def _tie(tell: Teller, event: Event) -> str:
    thrown = [
        tell.figure(rider, die) for rider, die in zip(event.riders, event.figures, strict=True)
    ]
    return f"Level, so dice decide, the highest goes first: {', '.join(thrown)}."


def _seconds(tell: Teller, event: Event) -> str:
    square, die, turn, seconds = event.figures
    return (
        f"{tell.names(event.riders)}: square {square} behind the line, die {die}, {turn} min later:"
        f" {clock(seconds)}."
    )


def clock(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"


def _arrivals(tell: Teller, event: Event) -> str:
    arrived = [
        tell.figure(rider, clock(time))
        for rider, time in zip(event.riders, event.figures, strict=True)
    ]
    return f"Arrived: {', '.join(arrived)}."


def _pull(tell: Teller, event: Event) -> str:
    die = event.figures[0]
    return (
        f"{tell.names(event.riders)} has a {die}; the mountain domestique, with a {die + 1}, takes"
        " them along."
    )


WORDS: dict[str, Words] = {
    "turn": _turn,
    "opening": lambda tell, event: (
        f"Everybody throws two dice from the start: {tell.moves(event)}."
    ),
    "bottle": _bottle,
    "sprint": lambda tell, event: (
        f"{tell.names(event.riders)} sprints, {dice(event.figures)}: {tell.moves(event)}."
    ),
    "attack": lambda tell, event: (
        f"{tell.names(event.riders)} attacks, {dice(event.figures)}, no two pairs:"
        f" {tell.moves(event)}."
    ),
    "chain_break": lambda tell, event: (
        f"{tell.names(event.riders)} attacks, {dice(event.figures)}, two pairs: their chain breaks."
        f" They go on from {tell.square(event.moves[0][2])}, and throws when all others have"
        " thrown."
    ),
    "fall_back": lambda tell, event: (
        f"{tell.names(event.riders)} falls back with one die, {dice(event.figures)}:"
        f" {tell.moves(event)}."
    ),
    "descent": lambda tell, event: (
        f"{tell.names(event.riders)} descends at full speed, {dice(event.figures)}:"
        f" {tell.moves(event)}."
    ),
    "accident": lambda tell, event: (
        f"{tell.names(event.riders)} throws three sixes in the descent: a fatal accident. They are"
        " out."
    ),
    "withdrawal": lambda tell, event: (
        f"{tell.names(event.riders)} is withdrawn on km {event.figures[0]}."
    ),
    "alone": _alone,
    "again": _again,
    "fall": _fall,
    "at_least": lambda tell, event: (
        f"{tell.names(event.riders)} throws {event.figures[0]}; a rouleur counts"
        f" {event.figures[1]}."
    ),
    "paceline": _paceline,
    "pace": _pace,
    "stays": lambda tell, event: (
        f"{tell.names(event.riders)} throws {dice(event.figures)}; a flat domestique stays in the"
        " peloton."
    ),
    "puncture": lambda tell, event: (
        f"{tell.names(event.riders)} throws {dice(event.figures[:2])}, a puncture:"
        f" {tell.moves(event)}."
    ),
    "escape": lambda tell, event: (
        f"{tell.names(event.riders)} throws {dice(event.figures[:2])} and escapes:"
        f" {tell.moves(event)}."
    ),
    "peloton": _peloton,
    "mountain": _mountain,
    "double": lambda tell, event: (
        f"{tell.names(event.riders)} uses a double throw: one die more to choose from."
    ),
    "mountain_attack": lambda tell, event: (
        f"{tell.names(event.riders)} attacks on the mountain with the ten-sided die:"
        f" {event.figures[0]}."
    ),
    "magic": lambda tell, event: f"{tell.names(event.riders)} counts their 5 as 6, the magic five.",
    "pull": _pull,
    "mountain_fall_back": lambda tell, event: (
        f"{tell.names(event.riders)} falls back, and moves {event.figures[0]}."
    ),
    "right": lambda tell, event: (
        f"{tell.names(event.riders)} leaves the pass with a 6: they may descend at full speed in"
        " the next turn."
    ),
    "passing": _passing,
    "tie": _tie,
    "seconds": _seconds,
    "arrivals": _arrivals,
    "wins": lambda tell, event: (
        f"{tell.names(event.riders)} wins the stage, {event.figures[0]} squares behind the line."
    ),
}
