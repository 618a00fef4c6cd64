"""The rules of Toy Dash, as an engine: three stones, one die, a rider for each seat.

Seat by seat in every turn: the rider rolls a die, 1 to 3 is one stone and 4 to 6 are two. Who
pushes rolls two dice and takes the better one, but two alike are a fall, and no stone. The stage
is won by the first behind the third stone; riders who cross in one turn stand by seat. Each turn
later costs ten seconds. Behind the second stone hangs a bell: who passes it first rings it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from games.chance import Draw, Throw, throw
from games.engine import (
    CHANCE,
    Action,
    BadNotation,
    BadSetup,
    BotMaker,
    Choice,
    Event,
    Finish,
    Illegal,
    NotAsked,
    Outcome,
    Passing,
    Pending,
    Question,
    Seat,
    Titles,
)
from games.live import PlainView

STONES, BELL, TURN = 3, 2, 10
ROLL, PUSH = 0, 1
TEXTS = ("roll", "push")
RULES = {
    "TOY-1": "Roll a die: 1 to 3 is one stone, 4 to 6 are two.",
    "TOY-2": "Who pushes rolls two dice and takes the better one; two alike are a fall.",
    "TOY-3": "Each turn after the winner's costs ten seconds.",
}


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    teams: tuple[str, ...]


class ToyExtras(msgspec.Struct, frozen=True):
    turns: dict[str, int]  # by rider: in which turn they arrived, the winner's being 0
    pushes: dict[str, int]  # by rider


@dataclass
class State:
    setup: Setup
    at: list[int]
    turn: int = 0
    seat: int = 0
    pushing: bool = False
    rolling: bool = False
    bell: int = -1  # who rang it
    home: list[tuple[int, int]] = field(default_factory=list)  # turn and seat, by place
    pushes: list[int] = field(default_factory=list)


class ToyDash:
    key = "toy"
    name = "Toy Dash"
    rules_version = 1
    seats = range(2, 5)
    versions: tuple[str, ...] = ("plain",)
    hidden = False
    terminal = PlainView()

    # -- setups

    def read_setup(self, data: object) -> Setup:
        try:
            found = msgspec.convert(data, Setup)
        except msgspec.ValidationError as error:
            raise BadSetup(f"This is no setup of Toy Dash: {error}.") from None
        if len(found.teams) not in self.seats or len(set(found.teams)) < len(found.teams):
            raise BadSetup("Two to four teams ride, each once.")
        return found

    def write_setup(self, given: Setup, /) -> dict[str, object]:
        return {"teams": list(given.teams)}

    def example(self, version: str, seats: int) -> Setup:
        return Setup(("red", "blue", "green", "white")[: max(2, min(seats, 4))])

    # -- a stage

    def start(self, given: Setup, /) -> State:
        return State(given, [0] * len(given.teams), pushes=[0] * len(given.teams))

    def pending(self, state: State) -> Pending[Throw]:
        if state.rolling:
            return Pending(throw=throw((6, 6) if state.pushing else (6,)))
        return Pending((state.seat,)) if state.seat >= 0 else Pending()

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        return (ROLL, PUSH) if not state.rolling and seat == state.seat >= 0 else ()

    def apply(self, state: State, who: Seat, what: Action | Draw, tell: bool = True) -> list[Event]:
        pending = self.pending(state)
        if who == CHANCE:
            if pending.throw is None:
                raise NotAsked("No dice are rolled now.")
            if not isinstance(what, tuple) or not pending.throw.fits(what):
                raise Illegal("These are not the dice that are rolled.")
            return self._move(state, what)
        if who not in pending.seats:
            raise NotAsked("It is another seat's turn, or the stage is over.")
        if type(what) is not int or what not in (ROLL, PUSH):
            raise Illegal("A rider rolls or pushes.")
        state.rolling, state.pushing = True, what == PUSH
        state.pushes[who] += state.pushing
        return [Event("push", "TOY-2", (who,))] if state.pushing else []

    def _move(self, state: State, dice: Draw) -> list[Event]:
        seat, start = state.seat, state.at[state.seat]
        fell = len(dice) == 2 and dice[0] == dice[1]
        state.at[seat] = start + (0 if fell else 2 if max(dice) > 3 else 1)
        state.rolling = state.pushing = False
        told = [Event("fall", "TOY-2", (seat,))] if fell else []
        if not fell:
            told.append(Event("move", "TOY-1", (seat,), moves=((seat, start, state.at[seat]),)))
        if state.bell < 0 and state.at[seat] >= BELL:
            state.bell = seat
            told.append(Event("bell", "TOY-1", (seat,)))
        if state.at[seat] >= STONES:
            state.home.append((state.turn, seat))
            told.append(Event("home", "TOY-3", (seat,)))
        return told + self._next(state)

    def _next(self, state: State) -> list[Event]:
        """Ask the next rider on the road; behind the last one a new turn begins."""
        home = {seat for _, seat in state.home}
        riding = [seat for seat in range(len(state.at)) if seat not in home]
        later = [seat for seat in riding if seat > state.seat]
        state.seat = (later or riding or [-1])[0]
        if later or not riding:
            return []
        state.turn += 1
        return [Event("turn", "TOY-1", figures=(state.turn + 1,))]

    def view(self, state: State, seat: Seat | None) -> Mapping[str, object]:
        return {
            "at": dict(zip(self.rider_names(state), state.at, strict=True)),
            "turn": state.turn + 1,
            "asked": state.setup.teams[state.seat] if state.seat >= 0 else "",
        }

    def outcome(self, state: State) -> Outcome[ToyExtras] | None:
        if state.seat >= 0:
            return None
        names, first = self.rider_names(state), state.home[0][0]
        turns = {names[seat]: turn - first for turn, seat in state.home}
        return Outcome(
            finish=tuple(
                Finish(place, names[seat], TURN * (turn - first), turn - first)
                for place, (turn, seat) in enumerate(state.home, start=1)
            ),
            passings=(Passing("s1", "bell", BELL, (names[state.bell],)),),
            out=(),
            behind=(),
            extras=ToyExtras(turns, dict(zip(names, state.pushes, strict=True))),
        )

    def outcome_for_checksum(self, state: State) -> msgspec.Struct | None:
        return self.outcome(state)

    def copy(self, state: State) -> State:
        return State(
            state.setup,
            state.at[:],
            state.turn,
            state.seat,
            state.pushing,
            state.rolling,
            state.bell,
            state.home[:],
            state.pushes[:],
        )

    def digest(self, state: State) -> str:
        return repr(state)

    # -- words

    def seat_names(self, state: State) -> tuple[str, ...]:
        return state.setup.teams

    def rider_names(self, state: State) -> tuple[str, ...]:
        return tuple(f"{team}1" for team in state.setup.teams)

    def write(self, state: State, seat: Seat, action: Action) -> str:
        return TEXTS[action]

    def read(self, state: State, seat: Seat, text: str) -> Action:
        if text not in TEXTS:
            raise BadNotation(f"“{text[:20]}” is no action: roll or push.")
        return TEXTS.index(text)

    def say(self, state: State, event: Event, titles: Titles | None = None) -> str:
        who = _called(state, event.riders[0], titles) if event.riders else ""
        match event.kind:
            case "turn":
                return f"Turn {event.figures[0]}"
            case "move":
                _, start, end = event.moves[0]
                return f"{who} rides from stone {start} to {end}."
            case "push":
                return f"{who} pushes."
            case "fall":
                return f"{who} falls, and stays."
            case "bell":
                return f"{who} rings the bell."
        return f"{who} is home."

    def question(self, state: State, titles: Titles | None = None) -> Question:
        who = _called(state, state.seat, titles) if state.seat >= 0 else ""
        if state.seat < 0:
            return Question("The stage is over.")
        rider = self.rider_names(state)[state.seat]
        if state.rolling:
            return Question(f"{who} rolls.", "TOY-1", (rider,), (rider, rider))
        return Question(f"{who} rolls or pushes.", "TOY-2", (rider,))

    def choices(self, state: State, seat: Seat, titles: Titles | None = None) -> Sequence[Choice]:
        if not self.legal_actions(state, seat):
            return ()
        return (
            Choice("roll", "Roll a die", "one stone or two", "TOY-1"),
            Choice("push", "Push", "two dice, the better one counts", "TOY-2"),
        )

    def situation(self, state: State) -> dict[str, object]:
        return {}

    def rules(self) -> Mapping[str, str]:
        return RULES

    def bots(self) -> Mapping[str, BotMaker[State]]:
        return {"steady": Steady}


class Steady:
    """Roll one die, always."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def choose(self, state: State, seat: Seat, legal: Sequence[Action]) -> Action:
        return legal[0]


def _called(state: State, seat: Seat, titles: Titles | None) -> str:
    team = state.setup.teams[seat]
    return (titles or {}).get(team, team.capitalize())
