"""Play a stage and write down every answer, from people, bots or chance; replay a stage from what
was written.
"""

import hashlib
from collections.abc import Callable, Mapping
from typing import Generic, Protocol

import msgspec

from games.chance import Draw, Drawing
from games.engine import (
    CHANCE,
    Action,
    BadNotation,
    Bot,
    Event,
    Extras,
    Game,
    Refused,
    Seat,
    Setup,
    State,
)
from games.notation import AnswerText, Log, draw_or_action, write_draw

Listener = Callable[[State, AnswerText, list[Event]], None]


class DrawSource(Protocol):
    def draw(self, drawing: Drawing) -> Draw: ...


def outcome_checksum(game: Game[State, Setup, Extras], state: State) -> str:
    """Return what tells one outcome from another: it stays the same however an engine keeps its
    state.
    """
    return hashlib.sha256(
        msgspec.json.encode(game.outcome_for_checksum(state), order="deterministic")
    ).hexdigest()[:16]


class Recording(Generic[State, Setup, Extras]):
    """A stage in play, with all its answers so far."""

    def __init__(
        self,
        game: Game[State, Setup, Extras],
        setup: Setup,
        listen: Listener[State] | None = None,
    ) -> None:
        self.game, self.setup, self.listen = game, setup, listen
        self.state = game.start(setup)
        self.entries: list[AnswerText] = []

    def answer(self, who: Seat, what: Action | Draw) -> list[Event]:
        """Apply an answer and write it down; raises Refused with nothing changed."""
        throw = self.game.pending(self.state).throw
        text = self.game.write(self.state, who, what) if who != CHANCE and type(what) is int else ""
        events = self.game.apply(self.state, who, what)
        if isinstance(what, tuple):
            text = write_draw(what, throw)
        entry = AnswerText(who, text)
        self.entries.append(entry)
        if self.listen:
            self.listen(self.state, entry, events)
        return events

    def log(self) -> Log:
        game = self.game
        over = game.pending(self.state).over
        return Log(
            game.key,
            game.rules_version,
            game.write_setup(self.setup),
            tuple(self.entries),
            outcome_checksum(game, self.state) if over else None,
        )


def play(
    recording: Recording[State, Setup, Extras],
    players: Mapping[Seat, Bot[State]],
    chance: DrawSource,
) -> None:
    """Let players and chance answer until the stage is over."""
    game, state = recording.game, recording.state
    while not (pending := game.pending(state)).over:
        if pending.throw is not None:
            recording.answer(CHANCE, chance.draw(pending.throw))
        else:
            seat = pending.seats[0]
            recording.answer(
                seat, players[seat].choose(state, seat, game.legal_actions(state, seat))
            )


def play_out(
    game: Game[State, Setup, Extras],
    state: State,
    players: Mapping[Seat, Bot[State]],
    chance: DrawSource,
) -> int:
    """Let players and chance answer until the stage is over, telling nobody and writing nothing
    down; return how many answers it took.
    """
    pending_of, legal_actions, apply, draw = (
        game.pending,
        game.legal_actions,
        game.apply,
        chance.draw,
    )
    choose = {seat: player.choose for seat, player in players.items()}
    steps = 0
    while True:
        pending = pending_of(state)
        if (throw := pending.throw) is not None:
            apply(state, CHANCE, draw(throw), False)
        elif seats := pending.seats:
            seat = seats[0]
            apply(state, seat, choose[seat](state, seat, legal_actions(state, seat)), False)
        else:
            return steps
        steps += 1


def replay(
    game: Game[State, Setup, Extras], log: Log, listen: Listener[State] | None = None
) -> Recording[State, Setup, Extras]:
    """Play the stage of a log again. Raises BadNotation where the log does not fit the rules, or
    comes to another end than it says.
    """
    if (log.game, log.rules_version) != (game.key, game.rules_version):
        raise BadNotation(
            f"The log is of {log.game[:40]} {log.rules_version}; this is {game.key}"
            f" {game.rules_version}."
        )
    recording = Recording(game, game.read_setup(log.setup), listen)
    for number, entry in enumerate(log.entries, 1):
        try:
            recording.answer(entry.who, draw_or_action(game, recording.state, entry))
        except Refused as refusal:
            raise BadNotation(f"Answer {number}: {refusal}") from None
    if log.end is not None and log.end != outcome_checksum(game, recording.state):
        raise BadNotation("The log comes to another end than it says.")
    return recording
