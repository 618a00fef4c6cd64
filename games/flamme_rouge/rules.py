"""Flamme Rouge with Peloton, as an engine: the questions it asks and the answers it takes (see
`games.engine.Game`).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.chance import Draw
from games.engine import (
    CHANCE,
    Action,
    BadSetup,
    BotMaker,
    Choice,
    Event,
    HiddenGame,
    Illegal,
    NotAsked,
    Outcome,
    Pending,
    Question,
    Refused,
    Seat,
    Titles,
)
from games.flamme_rouge import (
    actions,
    breakaway,
    energy,
    questions,
    real,
    rounds,
    setup,
    situation_check,
    start,
)
from games.flamme_rouge import situation as situations
from games.flamme_rouge import state as states
from games.flamme_rouge.actions import KIND, SHIFT
from games.flamme_rouge.bot import BOTS
from games.flamme_rouge.cards import Drawing
from games.flamme_rouge.course import course
from games.flamme_rouge.numbers import SEATS, VERSIONS, rule_texts
from games.flamme_rouge.outcome import (
    FlammeRougeExtras,
    LoggedOutcome,
    outcome,
    outcome_for_checksum,
)
from games.flamme_rouge.playout import playout
from games.flamme_rouge.setup import Setup
from games.flamme_rouge.state import DEALING, LOT, State
from games.flamme_rouge.terminal import FlammeRougeTerminal
from games.flamme_rouge.view import resample_hidden, view
from games.flamme_rouge.words import say

# What an answer does, by the kind of the action: it is handed the seat and the payload.
ON_ACTION: list[Callable[[State, int, int], None]] = [
    start.on_place,
    start.on_place,
    start.on_split,
    breakaway.on_bidder,
    breakaway.on_bid,
    energy.on_draw,
    energy.on_play,
    start.on_keep,
    energy.on_trait,
    energy.on_lay,
]


class FlammeRouge:
    key = "flamme_rouge"
    name = "Flamme Rouge"
    rules_version = 1
    seats = SEATS
    versions: tuple[str, ...] = VERSIONS
    hidden = True
    terminal = FlammeRougeTerminal()

    def read_setup(self, data: object) -> Setup:
        stage_setup = setup.read_setup(data)
        if wrong := list(setup.problems(stage_setup)) or list(
            situation_check.problems(stage_setup)
        ):
            raise BadSetup(" ".join(wrong))
        return stage_setup

    def write_setup(self, stage_setup: Setup) -> dict[str, Any]:
        return setup.write_setup(stage_setup)

    def example(self, version: str, seats: int) -> Setup:
        return setup.example(version, seats)

    def start(self, stage_setup: Setup) -> State:
        state = states.new_state(course(stage_setup))
        if stage_setup.situation.round:
            situations.begin(state, stage_setup.situation)
        else:
            start.begin(state)
        return state

    def pending(self, state: State) -> Pending[Drawing]:
        return state.asked

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        return state.legal[seat] if state.phase < LOT and 0 <= seat < len(state.legal) else ()

    def apply(self, state: State, who: Seat, what: Action | Draw, tell: bool = True) -> list[Event]:
        if tell:
            return self._tell(state, who, what)
        if who >= 0:
            if (
                type(what) is not int
                or state.phase >= LOT
                or who >= len(state.legal)
                or what not in state.legal[who]
            ):
                raise self._refusal(state, who, what)
            ON_ACTION[what & KIND](state, who, what >> SHIFT)
        elif state.phase == DEALING and type(what) is tuple:
            energy.on_deal(state, what)
        else:
            self._draw(state, what)
        return []

    def _draw(self, state: State, draw: Action | Draw) -> None:
        throw = state.asked.throw
        if throw is None:
            raise NotAsked(self._not_asked(state, CHANCE))
        if type(draw) is not tuple:
            raise Illegal(f"“{throw.label}” gives cards, one after the other.")
        if not throw.fits(draw):
            raise Illegal(f"“{throw.label}” cannot give that.")
        if state.phase == states.FLIP:
            rounds.on_flip(state, draw[0])
            energy.go_on_riding(state)
        elif state.phase == states.TRAITS:
            start.on_traits(state, draw)
        else:
            start.on_first(state, draw)

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
        teams = " and ".join(state.course.teams[seat].capitalize() for seat in state.asked.seats)
        question = (
            f"{teams} {'choose' if ' and ' in teams else 'chooses'}"
            if state.asked.throw is None
            else f"“{state.asked.throw.label}” is asked of chance"
        )
        return f"{question} now, not {'chance' if who == CHANCE else f'seat {who}'}."

    def _refusal(self, state: State, who: Seat, what: object) -> Refused:
        if who not in state.asked.seats:
            return NotAsked(self._not_asked(state, who))
        team = state.course.teams[who].capitalize()
        if type(what) is not int:
            return Illegal(f"{team} has no such action.")
        try:
            if (
                what & KIND == actions.LAY
                and state.phase == states.ENERGY_PHASE
                and who in state.course.real
            ):
                return real.refusal(state, who, what >> SHIFT)
            return Illegal(f"{team} may not choose “{actions.write_action(what)}” now.")
        except IndexError:
            return Illegal(f"{team} has no such action.")

    def view(self, state: State, seat: Seat | None) -> Mapping[str, Any]:
        return view(state, seat)

    def outcome(self, state: State) -> Outcome[FlammeRougeExtras] | None:
        return outcome(state)

    def outcome_for_checksum(self, state: State) -> LoggedOutcome | None:
        return outcome_for_checksum(state)

    def playout(self, state: State, unit: Callable[[], float]) -> None:
        playout(state, unit, self.apply)

    def copy(self, state: State) -> State:
        return states.copy(state)

    def resample_hidden(self, state: State, seat: Seat | None, unit: Callable[[], float]) -> State:
        return resample_hidden(state, seat, unit)

    def digest(self, state: State) -> str:
        return states.digest(state)

    def seat_names(self, state: State) -> tuple[str, ...]:
        return state.course.setup.teams

    def write(self, state: State, seat: Seat, action: Action) -> str:
        return actions.write_action(action)

    def read(self, state: State, seat: Seat, text: str) -> Action:
        return actions.read_action(text)

    def rider_names(self, state: State) -> tuple[str, ...]:
        return state.course.names

    def say(self, state: State, event: Event, titles: Titles | None = None) -> str:
        return say(state, event, titles)

    def question(self, state: State, titles: Titles | None = None) -> Question:
        return questions.question(state, titles)

    def choices(self, state: State, seat: Seat, titles: Titles | None = None) -> Sequence[Choice]:
        return questions.choices(state, seat, self.legal_actions(state, seat), titles)

    def situation(self, state: State) -> dict[str, Any]:
        return situations.situation(state)

    def rules(self) -> Mapping[str, str]:
        return rule_texts()

    def bots(self) -> Mapping[str, BotMaker[State]]:
        return BOTS


FLAMME_ROUGE: HiddenGame[State, Setup, FlammeRougeExtras] = FlammeRouge()
