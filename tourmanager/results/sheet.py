"""The sheet of a stage: what its log adds up to, entry by entry (pure; no database). `log.py` reads a whole log into one.

`Sheet.apply` takes an entry in or refuses it with words (`Refused`). Arrivals are kept in units: what crossed with one pace
(CP-M-027), with the run-out square of each rider. What completes them, and what places and times follow, is the game's (`finishing.py`);
riders level by that stand as tapped, and the director may move them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import msgspec

from tourmanager.results import advantages, tables
from tourmanager.results import entries as e
from tourmanager.results.advantages import ADVANTAGE_NAMES
from tourmanager.results.finishing import Finishing, finishing_of
from tourmanager.results.frame import Frame, FrameLine
from tourmanager.results.handed_over import handed_over
from tourmanager.results.jury import ENTRIES, Jury, Refused
from tourmanager.results.units import Unit
from tourmanager.scoring.grand_tour import TRAITS
from tourmanager.scoring.result import StageResult, Status

__all__ = ["ADVANTAGE_NAMES", "Refused", "Sheet", "blank"]


@dataclass
class Sheet:
    frame: Frame
    lines: dict[str, list[str]]
    units: dict[int, Unit] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)  # arrivals by place; riders whose time is missing stand last
    turn: int = 0
    used: dict[str, dict[str, int]] = field(default_factory=dict)
    doubles: dict[str, dict[str, int]] = field(default_factory=dict)
    exhaustion: dict[str, int] = field(default_factory=dict)  # cards a rider had as he arrived
    traits: dict[str, str] = field(default_factory=dict)  # of riders, those since earlier stages too
    out: list[str] = field(default_factory=list)
    last_unit: int = 0
    where: dict[str, int] = field(default_factory=dict)  # arrived rider -> his unit
    jury: Jury = field(default_factory=Jury)
    places: dict[str, int] = field(default_factory=dict)  # places that a table of results gave, where they are not the position
    given: dict[str, e.GivenLine] = field(default_factory=dict)  # lines that a table of results gave
    finish_paid: dict[str, dict[str, int]] = field(default_factory=dict)
    source: str = ""  # the table of results
    digital: e.Digital | None = None  # the ride, where the stage was ridden on the screen

    # -- what pages ask

    @property
    def beyond_12(self) -> str:
        return self.frame.option("beyond_12", "zero")

    @cached_property
    def finishing(self) -> Finishing:
        """What the game says of arrivals."""
        return finishing_of(self.frame)

    def unit_of(self, rider: str) -> Unit | None:
        return self.units.get(self.where.get(rider, 0))

    def open_unit(self) -> Unit | None:
        """The arrival being logged: the last one while it lacks something, in the clock's turn."""
        unit = self.units.get(self.last_unit)
        return unit if unit and unit.turn == self.turn and self.finishing.missing(unit) else None

    def unfinished(self) -> list[Unit]:
        return [unit for unit in self.units.values() if self.finishing.missing(unit)]

    def seconds_of(self, rider: str) -> int | None:
        if (own := self.jury.times.get(rider)) is not None:
            return own.seconds
        return self.finishing.seconds(rider, self) if rider in self.where else None

    @property
    def gone(self) -> dict[str, Status]:
        """Who left the race in this stage, and how."""
        crashed: dict[str, Status] = dict.fromkeys(self.out, "dnf")
        return crashed | self.jury.statuses

    def missing(self) -> list[str]:
        """Riders who are still on the road."""
        arrived = set(self.order) | self.gone.keys()
        return [rider for rider in self.frame.riders if rider not in arrived]

    def left(self, team: str, advantage: str) -> int:
        return self.frame.held(team, advantage) - self.used.get(team, {}).get(advantage, 0)

    def doubles_left(self, line: str, team: str) -> int:
        return self.frame.lines[line].doubles - self.doubles.get(line, {}).get(team, 0)

    def result(self) -> StageResult:
        """What scoring needs of a complete sheet."""
        return handed_over(self)

    # -- how it grows

    def apply(self, body: e.Body) -> str:
        """Takes the entry in and says which record it touched ("line:s1", "unit:3", "turn" …). Raises Refused, nothing changed."""
        touched = self._apply(body)
        for line in self.frame.lines.values():
            if line.at_finish:
                self.lines[line.key] = self.order[: self.frame.needed(line)]
        return touched

    def remaining(self, body: e.Body) -> e.Body:
        """What is left of a logged entry where the log before it was changed: of a group those riders who can still arrive with it."""
        if isinstance(body, e.Arrive):
            riders = tuple(
                rider for rider in body.riders if rider in self.frame.riders and rider not in self.order and rider not in self.gone
            )
            return msgspec.structs.replace(body, riders=riders) if riders else body
        return body

    def _apply(self, body: e.Body) -> str:
        if why := self.finishing.refuses(body):
            raise Refused(why)
        match body:
            case e.Place(line, rider):
                return self._place(line, rider)
            case e.Remove(line, rider):
                return self._remove(line, rider)
            case e.Move(line, rider, place):
                return self._move(line, rider, place)
            case e.Turn(turn):
                if turn and not self.units:
                    raise Refused("The turn of the first arrival counts 0 minutes: log an arrival first.")
                self.turn = turn
                return "turn"
            case e.Arrive(riders, number, square):
                return self._arrive(riders, number, square)
            case e.Square(square, number, rider):
                return self._square(square, number, rider)
            case e.Die(die, number):
                return self._die(die, number)
            case e.Time(seconds, number):
                unit = self._unit(number)
                unit.typed = seconds
                return self._settle(unit)
            case e.Kind(kind, number):
                unit = self._unit(number)
                if len(unit.riders) < 2:
                    raise Refused("A rider alone is neither a paceline nor a peloton.")
                unit.named_kind = kind
                return f"unit:{number}"
            case e.UnitTurn(turn, number):
                unit = self._unit(number)
                unit.turn = turn
                return self._settle(unit)
            case e.Use(team, advantage):
                return advantages.use(self, team, advantage, 1)
            case e.GiveBack(team, advantage):
                return advantages.use(self, team, advantage, -1)
            case e.Double(line, team):
                return advantages.double(self, line, team, 1)
            case e.DoubleBack(line, team):
                return advantages.double(self, line, team, -1)
            case e.Exhaustion(rider, cards):
                return self._exhaustion(rider, cards)
            case e.Trait(rider, trait):
                return self._trait(rider, trait)
            case e.Out(rider):
                self.known(rider)
                if rider in self.out:
                    raise Refused(f"{self.name(rider)} is out of the race already.")
                if rider in self.order:
                    raise Refused(f"{self.name(rider)} has arrived: take him out of the arrivals first.")
                self.out.append(rider)
                return f"rider:{rider}"
            case e.Back(rider):
                if rider not in self.out:
                    raise Refused(f"{self.name(rider)} is not out of the race in this stage.")
                self.out.remove(rider)
                return f"rider:{rider}"
            case e.Results():
                return tables.take(self, body)
            case e.Digital():
                self.digital = body
                return "digital"
            case _ if isinstance(body, ENTRIES):
                if isinstance(body, e.Penalise) and body.who not in self.frame.teams:
                    self.known(body.who)
                if isinstance(body, e.Penalise) and body.classification and body.classification not in self.frame.rankings:
                    raise Refused(f"There is no classification “{body.classification}” in this tour.")
                if not isinstance(body, e.Penalise | e.CancelPenalty | e.Counts):
                    self.known(body.rider)
                return self.jury.apply(body, self.order, self.frame.names)
            case _:
                raise TypeError(f"{type(body).__name__} acts on the log, not on the sheet")

    def name(self, code: str) -> str:
        return self.frame.names.get(code, code)

    def known(self, rider: str) -> None:
        if rider not in self.frame.riders:
            if rider in self.frame.names:
                raise Refused(f"{self.name(rider)} is out of the race since an earlier stage.")
            raise Refused(f"There is no rider {rider} in this tour.")

    def line(self, key: str) -> FrameLine:
        if key not in self.frame.lines:
            raise Refused(f"This stage has no line {key}.")
        return self.frame.lines[key]

    def _not_at_finish(self, line: FrameLine) -> None:
        if line.at_finish:
            raise Refused(f"{line.label} ends on the finish: the order of the arrivals is its order.")

    def _place(self, key: str, rider: str) -> str:
        if key == e.FINISH:
            return self._arrive((rider,))
        line = self.line(key)
        self.known(rider)
        riders = self.lines[key]
        if rider in riders:
            raise Refused(f"{self.name(rider)} is named at {line.label} already.")
        self._not_at_finish(line)
        if not line.places:
            raise Refused(f"{line.label} is a hill: it pays no points and nobody is named there.")
        if len(riders) >= self.frame.needed(line):
            raise Refused(f"{line.label} has its {self.frame.needed(line)} riders: take one out first.")
        riders.append(rider)
        return f"line:{key}"

    def _remove(self, key: str, rider: str) -> str:
        if key != e.FINISH:
            self._not_at_finish(self.line(key))
            if rider not in self.lines[key]:
                raise Refused(f"{self.name(rider)} is not named at {self.frame.lines[key].label}.")
            self.lines[key].remove(rider)
            return f"line:{key}"
        unit = self.unit_of(rider)
        if unit is None:
            if rider not in self.order:
                raise Refused(f"{self.name(rider)} has not arrived.")
            self.order.remove(rider)
            self._forget(rider)
            return f"line:{key}"
        self._forget(rider)
        unit.riders.remove(rider)
        unit.squares.pop(rider, None)
        del self.where[rider]
        self.order.remove(rider)
        if not unit.riders:
            del self.units[unit.number]
            return f"unit:{unit.number}"
        return self._settle(unit)

    def _forget(self, rider: str) -> None:
        """What was his alone as he arrived."""
        self.jury.times.pop(rider, None)
        self.places.pop(rider, None)
        self.exhaustion.pop(rider, None)

    def _move(self, key: str, rider: str, place: int) -> str:
        if key != e.FINISH:
            self._not_at_finish(self.line(key))
        riders = self.order if key == e.FINISH else self.lines[key]
        if rider not in riders:
            raise Refused(f"{self.name(rider)} is not placed there.")
        if place > len(riders):
            raise Refused(f"There are only {len(riders)} places there.")
        if key == e.FINISH and not self.finishing.may_pass(self._key(rider), self._key(riders[place - 1])):
            raise Refused(
                f"{self.name(rider)} and {self.name(riders[place - 1])} came to other squares: round and square decide, mend those."
            )
        riders.remove(rider)
        riders.insert(place - 1, rider)
        if key == e.FINISH:
            self.places = {}
        return f"line:{key}"

    def _arrive(self, riders: Sequence[str], number: int | None = None, square: int | None = None) -> str:
        if square is not None:
            self._reachable(square)
        if len(set(riders)) < len(riders):
            raise Refused("A rider is named twice in this arrival.")
        for rider in riders:
            self.known(rider)
            if rider in self.order:
                raise Refused(f"{self.name(rider)} has arrived already.")
            if rider in self.gone:
                raise Refused(f"{self.name(rider)} is out of the race.")
        if number is None:
            unit = None if square is not None else self.open_unit()
            if unit is None:
                self.last_unit += 1
                unit = self.units[self.last_unit] = Unit(self.last_unit, self.turn)
        else:
            unit = self._unit(number)
        unit.riders += riders
        if square is not None:
            unit.squares |= dict.fromkeys(riders, square)
        self.where |= dict.fromkeys(riders, unit.number)
        return self._settle(unit)

    def _unit(self, number: int | None) -> Unit:
        if number is not None:
            if number not in self.units:
                raise Refused("That arrival is not there any more.")
            return self.units[number]
        unit = self.open_unit() or next(iter(self.unfinished()), None)
        if unit is None:
            raise Refused("No arrival is open: tap its riders first, or tap an arrival to change it.")
        return unit

    def _reachable(self, square: int) -> None:
        if square > self.frame.squares:
            raise Refused(f"There are {self.frame.squares} squares behind the line.")

    def _square(self, square: int, number: int | None, rider: str | None) -> str:
        self._reachable(square)
        unit = self._unit(number)
        if rider is not None:
            if rider not in unit.riders:
                raise Refused(f"{self.name(rider)} is not in that arrival.")
            unit.squares[rider] = square
        else:
            unmarked = [each for each in unit.riders if each not in unit.squares]
            # everyone has his square: the tap corrects the arrival as a whole
            unit.squares |= dict.fromkeys(unmarked or unit.riders, square)
        unit.typed = None
        return self._settle(unit)

    def _die(self, die: int, number: int | None) -> str:
        unit = self._unit(number)
        if unit.square is not None and not unit.needs_die(self.beyond_12):
            raise Refused("Beyond square 12 there are 0 seconds and no die.")
        unit.die = die
        unit.typed = None
        return self._settle(unit)

    def _exhaustion(self, rider: str, cards: int | None) -> str:
        self.known(rider)
        if rider not in self.order:
            raise Refused(f"{self.name(rider)} has not arrived: his exhaustion cards are counted as he does.")
        self.exhaustion.pop(rider, None)
        if cards is not None:
            self.exhaustion[rider] = cards
        return f"exhaustion:{rider}"

    def _trait(self, rider: str, trait: str) -> str:
        """A team has one, and no trait is there twice (FR-T-040)."""
        self.known(rider)
        if trait and trait not in TRAITS:
            raise Refused(f"There is no trait “{trait}”.")
        team = self.team_of(rider)
        if any(self.team_of(each) == team for each in self.frame.traits):
            raise Refused(f"{self.name(team)} has its trait since an earlier stage: reopen that one to change it.")
        others = {each: his for each, his in self.traits.items() if self.team_of(each) != team}
        if holder := next((each for each, his in others.items() if trait and his == trait), None):
            raise Refused(f"{self.name(holder)} has that trait: {TRAITS[trait]}.")
        self.traits = others | ({rider: trait} if trait else {})
        return f"trait:{team}"

    def team_of(self, rider: str) -> str:
        return rider.rstrip("0123456789")

    def _key(self, rider: str) -> tuple[int, ...] | None:
        """What places a rider; None where no square says it."""
        unit = self.unit_of(rider)
        return None if unit is None else self.finishing.key(unit, rider)

    def _settle(self, unit: Unit) -> str:
        """Puts the riders of a unit where its turn, squares and time belong, behind their equals."""
        self.order = [rider for rider in self.order if rider not in unit.riders]
        for rider in unit.riders:
            key = self._key(rider)
            at = len(self.order)
            if key is not None:
                while at and (before := self._key(self.order[at - 1])) is not None and before > key:
                    at -= 1
            self.order.insert(at, rider)
        return f"unit:{unit.number}"


def blank(frame: Frame) -> Sheet:
    return Sheet(frame, {key: [] for key in frame.lines}, traits=dict(frame.traits))
