"""Where a ride stands: the state after every step that counts, and what happened, in words."""

from dataclasses import dataclass, replace

from games.chance import Draw
from games.engine import CHANCE, Action, AnyGame, Event, Seat, Titles
from games.notation import Entry, draw_or_action
from tourmanager.play.log.lines import Line
from tourmanager.play.log.steps import Said


@dataclass
class Position:
    """One ride at one step. Those that are kept are shared: whoever plays on takes a copy."""

    game: AnyGame
    titles: Titles
    setup: object
    state: object
    names: tuple[str, ...]  # of the riders, by the numbers that events speak in
    steps: list[Said]
    lines: list[Line]
    seq: int = 0  # of the last row, counting or not
    turn: int = 0  # turns begun
    shown: int = 0  # the last step that turned up what was hidden

    def copy(self) -> "Position":
        return replace(
            self, state=self.game.copy(self.state), steps=self.steps.copy(), lines=self.lines.copy()
        )

    def take(self, said: Said, what: Action | Draw | None = None) -> list[Event]:
        """A step of the log, with its value where the caller has it already. Raises
        games.engine.Refused with nothing changed.
        """
        if what is None:
            what = draw_or_action(self.game, self.state, Entry(said.who, said.text))
        events = self.game.apply(self.state, said.who, what)
        self.steps.append(said)
        self.seq = said.seq
        lines = [self._line(said.seq, event) for event in events]
        self.turn += sum(line.turn for line in lines)
        self.lines += lines
        if any(event.shows for event in events):
            self.shown = said.seq
        return events

    def _line(self, seq: int, event: Event) -> Line:
        names = self.names
        moves = tuple((names[rider], start, end) for rider, start, end in event.moves)
        riders = tuple(
            dict.fromkeys(
                (*(names[rider] for rider in event.riders), *(rider for rider, _, _ in moves))
            )
        )
        words = self.game.say(self.state, event, self.titles)
        return Line(
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
        """The seats that are asked; chance is (-1,), and nobody when it is over."""
        pending = self.game.pending(self.state)
        return (CHANCE,) if pending.throw is not None else pending.seats
