"""Cycling Party, as an engine: the questions it asks and the answers it takes (see
`games.engine.Game`).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.chance import Draw
from games.cycling_party import (
    actions,
    bottles,
    finish,
    loop,
    mountain,
    paceline,
    peloton,
    setup,
    situation,
    situation_check,
    specials,
)
from games.cycling_party import state as states
from games.cycling_party.actions import KIND, SHIFT
from games.cycling_party.bot import BOTS
from games.cycling_party.choices import choices
from games.cycling_party.loop import go_on
from games.cycling_party.numbers import RULES_VERSION, SEATS, rule_texts
from games.cycling_party.outcome import (
    CyclingPartyExtras,
    LoggedOutcome,
    outcome,
    outcome_for_checksum,
)
from games.cycling_party.playout import playout
from games.cycling_party.problems import describe
from games.cycling_party.questions import question
from games.cycling_party.setup import Setup
from games.cycling_party.state import OVER, State
from games.cycling_party.terminal import CyclingPartyTerminal
from games.cycling_party.throws import SingleThrow
from games.cycling_party.view import view
from games.cycling_party.words import say
from games.engine import (
    CHANCE,
    Action,
    BadSetup,
    BotMaker,
    Choice,
    Event,
    Game,
    Illegal,
    NotAsked,
    Outcome,
    Pending,
    Question,
    Seat,
    Titles,
)

# What an answer does, by the kind of the action; those of a rider get their number.
ON_ACTION: list[Callable[[State, int], None]] = [
    loop.on_pass,
    loop.on_pass_unit,
    loop.on_pass_turn,
    bottles.give,
    specials.sprint_3d6,
    specials.sprint_d20,
    specials.attack,
    specials.fall_back,
    specials.descend,
    peloton.throw_for,
    peloton.on_escape,
    peloton.on_nine,
    paceline.on_join,
    mountain.on_plan,
    mountain.on_give,
    loop.withdraw,
]
_ON_DRAW: dict[int, Callable[[State, Draw], None]] = {
    states.THROW_OPENING: loop.on_opening,
    states.THROW_ALONE: paceline.on_alone,
    states.THROW_PACELINE: paceline.on_paceline,
    states.THROW_PELOTON: peloton.on_throw,
    states.THROW_MOUNTAIN: mountain.on_throw,
    states.THROW_SPRINT: specials.on_sprint,
    states.THROW_ATTACK: specials.on_attack,
    states.THROW_FALL_BACK: specials.on_fall_back,
    states.THROW_DESCENT: specials.on_descent,
    states.THROW_LINE_TIE: finish.on_tie,
    states.THROW_SECONDS: finish.on_seconds,
    states.THROW_FINISH_TIE: finish.on_tie,
}

NOTHING = object()
ON_DRAW = [
    _ON_DRAW.get(phase, _ON_DRAW[states.THROW_OPENING])
    for phase in range(states.THROW_FINISH_TIE + 1)
]


class CyclingParty:
    key = "cycling_party"
    name = "Cycling Party"
    seats = SEATS
    versions: tuple[str, ...] = setup.VERSIONS
    hidden = False
    terminal = CyclingPartyTerminal()

    def __init__(self, rules_version: int = RULES_VERSION) -> None:
        self.rules_version = rules_version

    def read_setup(self, data: object) -> Setup:
        found = setup.read_setup(data)
        wrong = list(setup.problems(found)) or (
            list(situation_check.problems(found)) if found.situation else []
        )
        if wrong:
            raise BadSetup(" ".join(map(describe, wrong)), wrong)
        return found

    def write_setup(self, given: Setup) -> dict[str, Any]:
        return setup.write_setup(given)

    def example(self, version: str, seats: int) -> Setup:
        return setup.example(version, seats)

    def start(self, given: Setup) -> State:
        return situation.start(given, self.rules_version)

    def pending(self, state: State) -> Pending[SingleThrow]:
        return state.asked

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        return state.legal if seat == state.seat else ()

    def apply(self, state: State, who: Seat, what: Action | Draw, tell: bool = True) -> list[Event]:
        if who != state.seat:
            raise NotAsked(self._not_asked(state, who))
        if tell:
            return self._tell(state, who, what)
        if who == CHANCE:
            throw = state.asked.throw
            if throw is None or (
                throw.made.get(id(what), NOTHING) is not what and not throw.fits(what)
            ):
                raise Illegal("These dice are not those that are thrown now.")
            ON_DRAW[state.phase](state, what)  # type: ignore[arg-type]  # a draw: it fits
        elif type(what) is int and what in state.legal:
            ON_ACTION[what & KIND](state, what >> SHIFT)
        else:
            raise Illegal(self._illegal(state, what))
        if state.phase < OVER:
            go_on(state)
        return []

    def _tell(self, state: State, who: Seat, what: Action | Draw) -> list[Event]:
        events: list[Event] = []
        state.events = events
        try:
            self.apply(state, who, what, tell=False)
        finally:
            state.events = None
        return events

    def _not_asked(self, state: State, who: Seat) -> str:
        if state.phase == states.OVER:
            return "The stage is over."
        asked = (
            "Dice are to be thrown"
            if state.seat == CHANCE
            else f"{state.course.setup.teams[state.seat].capitalize()} is asked"
        )
        return f"{asked} now, not {'chance' if who == CHANCE else f'seat {who}'}."

    def _illegal(self, state: State, what: object) -> str:
        team = state.course.setup.teams[state.seat]
        if type(what) is not int:
            return f"{team} has no such action."
        try:
            text = actions.write_action(state.course.names, state.seat, what)
        except IndexError:
            return f"{team} has no such action."
        return f"{team.capitalize()} may not choose “{text}” now."

    def view(self, state: State, seat: Seat | None) -> Mapping[str, Any]:
        return view(state, seat)

    def outcome(self, state: State) -> Outcome[CyclingPartyExtras] | None:
        return outcome(state)

    def outcome_for_checksum(self, state: State) -> LoggedOutcome | None:
        return outcome_for_checksum(state)

    def playout(self, state: State, unit: Callable[[], float]) -> None:
        playout(state, unit, self.apply)

    def copy(self, state: State) -> State:
        return states.copy(state)

    def digest(self, state: State) -> str:
        return states.digest(state)

    def seat_names(self, state: State) -> tuple[str, ...]:
        return state.course.setup.teams

    def write(self, state: State, seat: Seat, action: Action) -> str:
        return actions.write_action(state.course.names, seat, action)

    def read(self, state: State, seat: Seat, text: str) -> Action:
        return actions.read_action(state.course.names, seat, text)

    def rider_names(self, state: State) -> tuple[str, ...]:
        return state.course.names

    def say(self, state: State, event: Event, titles: Titles | None = None) -> str:
        return say(state, event, titles)

    def question(self, state: State, titles: Titles | None = None) -> Question:
        return question(state, titles)

    def choices(self, state: State, seat: Seat, titles: Titles | None = None) -> Sequence[Choice]:
        return choices(state, seat, titles)

    def situation(self, state: State) -> dict[str, Any]:
        """Return the position at the beginning of the turn under way; empty before the first."""
        return situation.situation(state)

    def rules(self) -> Mapping[str, str]:
        return rule_texts()

    def bots(self) -> Mapping[str, BotMaker[State]]:
        return BOTS


CYCLING_PARTY: Game[State, Setup, CyclingPartyExtras] = CyclingParty()
CYCLING_PARTY_1: Game[State, Setup, CyclingPartyExtras] = CyclingParty(rules_version=1)
