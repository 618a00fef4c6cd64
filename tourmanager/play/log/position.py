"""Hold the position of a ride: the state after every step that counts, and what happened, in
words.
"""

from dataclasses import dataclass, replace

from games.chance import Draw
from games.engine import CHANCE, Action, AnyGame, Event, Seat, Titles
from games.notation import AnswerText, draw_or_action
from tourmanager.play.log.lines import CommentaryLine
from tourmanager.play.log.steps import Said


@dataclass
class Position:
    """One ride at one step. Cached positions are shared: play on with a copy."""

    game: AnyGame
    titles: Titles
    setup: object
    state: object
    names: tuple[str, ...]  # of the riders, by the numbers that events speak in
    steps: list[Said]
    lines: list[CommentaryLine]
    seq: int = 0  # of the last row, counting or not
    turn: int = 0  # turns begun
    last_reveal: int = 0  # the last step that turned up what was hidden

    def copy(self) -> "Position":
        return replace(
            self, state=self.game.copy(self.state), steps=self.steps.copy(), lines=self.lines.copy()
        )

    def take(self, step: Said, what: Action | Draw | None = None) -> list[Event]:
        """Apply a step of the log, with its value if the caller has it already.

        Raises games.engine.Refused with nothing changed.
        """
        if what is None:
            what = draw_or_action(self.game, self.state, AnswerText(step.who, step.text))
        events = self.game.apply(self.state, step.who, what)
        self.steps.append(step)
        self.seq = step.seq
        lines = [self._line(step.seq, event) for event in events]
        self.turn += sum(line.turn for line in lines)
        self.lines += lines
        if any(event.shows for event in events):
            self.last_reveal = step.seq
        return events

    def _line(self, seq: int, event: Event) -> CommentaryLine:
        names = self.names
        moves = tuple((names[rider], start, end) for rider, start, end in event.moves)
        riders = tuple(
            dict.fromkeys(
                (*(names[rider] for rider in event.riders), *(rider for rider, _, _ in moves))
            )
        )
        words = self.game.say(self.state, event, self.titles)
        return CommentaryLine(
            seq,
            event.kind == "turn",
            event.rule,
            words,
            riders,
            event.kind,
            event.figures,
            moves,
            event.seat,
        )

    @property
    def over(self) -> bool:
        return self.game.pending(self.state).over

    def waits_for(self) -> tuple[Seat, ...]:
        """Return the seats that are asked: (-1,) for chance, nobody when the stage is over."""
        pending = self.game.pending(self.state)
        return (CHANCE,) if pending.throw is not None else pending.seats
