"""Apply the entries of arrivals to a stage's sheet (pure).

Arrivals are kept in units: riders who crossed with one pace, with the square behind the line of
each. The game (`contract.py`) says what completes them and which places and times follow; riders
level by that stay in the order of taps, and the director may move them.

The director may also begin an arrival at a place of the order. It stands there while nothing that
was logged of it places it: neither do arrivals that are placed then count it as ahead or behind.
"""

from collections.abc import Collection, Sequence

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.results.sheet import arrival_entries as e
from tourmanager.results.sheet.contract import GameSheet, Key
from tourmanager.results.sheet.core import CoreSheet
from tourmanager.results.sheet.frame import FINISH
from tourmanager.results.sheet.jury import EntryRefused
from tourmanager.results.sheet.units import Unit


class ArrivalSheet(CoreSheet):
    """A sheet on which riders arrive, as `game` wants it logged."""

    game: GameSheet

    def open_unit(self) -> Unit | None:
        """Return the arrival being logged while it lacks something: the one inserted last, else the
        last one, in the clock's turn.
        """
        inserted = self.units.get(self.inserted_unit)
        if inserted and self.game.missing(inserted):
            return inserted
        unit = self.units.get(self.logged_unit)
        return unit if unit and unit.turn == self.turn and self.game.missing(unit) else None

    def unfinished_units(self) -> list[Unit]:
        return [unit for unit in self.units.values() if self.game.missing(unit)]

    def unit(self, number: int | None) -> Unit:
        if number is not None:
            if number not in self.units:
                raise EntryRefused(_("That arrival is not there any more."))
            return self.units[number]
        unit = self.open_unit() or next(iter(self.unfinished_units()), None)
        if unit is None:
            raise EntryRefused(
                _("No arrival is open: tap its riders first, or tap an arrival to change it.")
            )
        return unit

    # -- riders arrive, alone or together

    def arrive(self, body: e.Arrive) -> str:
        riders, square, place = body.riders, body.square, body.place
        self._check_arriving(riders, square)
        if body.unit is not None and place is not None:
            unit = self.unit(body.unit)
            self._check_within(unit, self.order, place)
            self._join(unit, riders, place)
        elif body.unit is not None:
            unit = self._add(self.unit(body.unit), riders)
        elif place is not None:
            self._check_gap(self.order, place)
            unit = self._insert(riders, place)
        else:
            unit = self._add((None if square else self.open_unit()) or self._begin(), riders)
        if square is not None:
            unit.squares |= dict.fromkeys(riders, square)
        elif body.unit is not None and place is not None:
            return f"unit:{unit.number}"  # they have their place
        return self.settle(unit)

    def _check_arriving(self, riders: Sequence[str], square: int | None) -> None:
        if square is not None:
            self._check_reachable(square)
        _check_once(riders)
        for rider in riders:
            self.check_starter(rider)
            if rider in self.order:
                raise EntryRefused(
                    _("%(rider)s has arrived already.") % {"rider": self.name(rider)}
                )
            if rider in self.abandons:
                raise EntryRefused(_("%(rider)s is out of the race.") % {"rider": self.name(rider)})

    def _begin(self) -> Unit:
        unit = self._new_unit(self.turn)
        self.logged_unit, self.inserted_unit = unit.number, 0
        return unit

    def _new_unit(self, turn: int) -> Unit:
        self.last_unit += 1
        unit = self.units[self.last_unit] = Unit(self.last_unit, turn)
        return unit

    def _add(self, unit: Unit, riders: Sequence[str]) -> Unit:
        unit.riders += riders
        self.where |= dict.fromkeys(riders, unit.number)
        return unit

    # -- riders get a place of the order

    def regroup(self, body: e.Regroup) -> str:
        riders, place = body.riders, body.place
        _check_once(riders)
        if not set(riders) <= set(self.order):
            raise EntryRefused(_("Only riders who have arrived can be put into another arrival."))
        others = without(self.order, riders)
        if body.unit is None:
            self._check_gap(others, place)
            self._leave(riders)
            return self.settle(self._insert(riders, place))
        unit = self.unit(body.unit)
        if set(unit.riders) <= set(riders):
            raise EntryRefused(_("Nobody would be left in that arrival to join."))
        self._check_within(unit, others, place)
        self._leave(riders)
        self._join(unit, riders, place)
        return f"unit:{unit.number}"

    def _leave(self, riders: Sequence[str]) -> None:
        """Take riders out of their arrivals, which keep square and time."""
        for unit in [
            each for each in self.units.values() if not set(each.riders).isdisjoint(riders)
        ]:
            self._note_squares(unit)
            unit.riders = without(unit.riders, riders)
            if not unit.riders:
                del self.units[unit.number]
        for rider in riders:
            if self.where.pop(rider, None) is None:
                self._forget(rider)  # a table of results gave them a time of their own
        self.order = without(self.order, riders)

    def _note_squares(self, unit: Unit) -> None:
        """Note the squares of those who are placed by the square of others in their arrival."""
        for rider in unit.riders:
            square = unit.square_of(rider)
            if square is not None and self.key_of(rider) is not None:
                unit.squares[rider] = square

    def _insert(self, riders: Sequence[str], place: int) -> Unit:
        following = self.unit_of(self.order[place - 1]) if place <= len(self.order) else None
        unit = self._new_unit(following.turn if following else self.turn)
        unit.standing, self.inserted_unit = True, unit.number
        self._put(riders, place)
        return self._add(unit, riders)

    def _join(self, unit: Unit, riders: Sequence[str], place: int) -> None:
        self._note_squares(unit)
        ahead = self.order[place - 2] if place > 1 else ""
        beside = ahead if ahead in unit.riders else self.order[place - 1]
        at = unit.riders.index(beside) + (beside == ahead)
        unit.riders[at:at] = riders
        for rider in riders:
            unit.squares.pop(rider, None)
        if beside in unit.squares:
            unit.squares |= dict.fromkeys(riders, unit.squares[beside])
        self.where |= dict.fromkeys(riders, unit.number)
        self._put(riders, place)

    def _put(self, riders: Sequence[str], place: int) -> None:
        self.order[place - 1 : place - 1] = riders
        self.places = {}  # those that a table of results gave

    def _check_gap(self, order: Sequence[str], place: int) -> None:
        """Raise EntryRefused where an arrival cannot begin at that place of the order."""
        _check_reached(order, place)
        if self._is_inside(order, place):
            raise EntryRefused(
                _("Place %(place)s is inside an arrival: choose one between two arrivals.")
                % {"place": place}
            )

    def _is_inside(self, order: Sequence[str], place: int) -> bool:
        if not 1 < place <= len(order):
            return False
        ahead, behind = self.where.get(order[place - 2]), self.where.get(order[place - 1])
        return ahead is not None and ahead == behind

    def _check_within(self, unit: Unit, order: Sequence[str], place: int) -> None:
        """Raise EntryRefused where riders who get that place are not in that arrival."""
        _check_reached(order, place)
        if not self._touches(unit, order, place):
            raise EntryRefused(
                _("Place %(place)s is not in that arrival, nor right behind it.") % {"place": place}
            )

    def _touches(self, unit: Unit, order: Sequence[str], place: int) -> bool:
        return any(
            self.where.get(rider) == unit.number for rider in order[max(place - 2, 0) : place]
        )

    # -- what is left of an entry once something before it was changed

    def what_fits(self, body: e.Arrive | e.Regroup) -> e.Arrive | e.Regroup:
        """Return the entry with the riders whom it still moves, and a place that is still one."""
        if isinstance(body, e.Arrive):
            out = {*self.order, *self.abandons}
            riders = [each for each in body.riders if each in self.frame.riders and each not in out]
        else:
            riders = [each for each in body.riders if each in self.order]
        if not riders:
            return body
        fitting = {"riders": tuple(riders)}
        if body.place is None:
            return msgspec.structs.replace(body, **fitting)
        place = self._nearest(without(self.order, riders), body.place, body.unit)
        return msgspec.structs.replace(body, **fitting, place=place)

    def _nearest(self, order: Sequence[str], place: int, number: int | None) -> int:
        """Return the place, or where there is none the next one behind it; with the number of an
        arrival the one right behind that.
        """
        place = min(place, len(order) + 1)
        if number is None:
            while self._is_inside(order, place):
                place += 1
            return place
        unit = self.units.get(number)
        members = [at for at, rider in enumerate(order, 2) if self.where.get(rider) == number]
        return place if not unit or self._touches(unit, order, place) else max(members, default=1)

    # -- arrivals are corrected

    def set_time(self, body: e.Time) -> str:
        unit = self.unit(body.unit)
        unit.typed = body.seconds
        return self.settle(unit)

    def set_turn(self, body: e.UnitTurn) -> str:
        unit = self.unit(body.unit)
        unit.turn = body.turn
        return self.settle(unit)

    def set_square(self, body: e.Square) -> str:
        square, rider = body.square, body.rider
        self._check_reachable(square)
        unit = self.unit(body.unit)
        if rider is not None and rider not in unit.riders:
            raise EntryRefused(_("%(rider)s is not in that arrival.") % {"rider": self.name(rider)})
        own = {each: unit.squares[each] for each in unit.riders if each in unit.squares}
        unmarked = [each for each in unit.riders if each not in own]
        # all have their squares: the tap corrects the arrival as a whole
        marked = [rider] if rider is not None else unmarked or unit.riders
        unit.squares = own | dict.fromkeys(marked, square)
        unit.typed = None
        return self.settle(unit)

    def _check_reachable(self, square: int) -> None:
        if square > self.frame.game.squares:
            raise EntryRefused(self.game.explain_too_far(self.frame.game.squares))

    def take_out(self, rider: str) -> str:
        """Take one rider out of the arrivals."""
        if rider not in self.order:
            raise EntryRefused(_("%(rider)s has not arrived.") % {"rider": self.name(rider)})
        unit = self.unit_of(rider)
        self._forget(rider)
        self.order.remove(rider)
        if unit is None:
            return f"line:{FINISH}"
        unit.riders.remove(rider)
        unit.squares.pop(rider, None)
        del self.where[rider]
        if not unit.riders:
            del self.units[unit.number]
            return f"unit:{unit.number}"
        return self.settle(unit)

    def remove_unit(self, body: e.RemoveUnit) -> str:
        unit = self.unit(body.unit)
        for rider in unit.riders:
            self._forget(rider)
            del self.where[rider]
        self.order = without(self.order, unit.riders)
        del self.units[unit.number]
        return f"unit:{unit.number}"

    def _forget(self, rider: str) -> None:
        """Drop what was noted of a rider as they arrived."""
        self.jury.times.pop(rider, None)
        self.places.pop(rider, None)
        self.game.forget(rider)

    # -- the order of arrivals

    def key_of(self, rider: str) -> Key | None:
        """Return what places a rider; None where nothing does that was logged."""
        unit = self.unit_of(rider)
        return None if unit is None else self.game.key(unit, rider)

    def settle(self, unit: Unit) -> str:
        stood = next(
            at for at, rider in enumerate([*self.order, *unit.riders]) if rider in unit.riders
        )
        self.order = without(self.order, unit.riders)
        for rider in unit.riders:
            at = self._place_from(self.key_of(rider), stood if unit.standing else len(self.order))
            self.order.insert(at, rider)
            stood = at + 1
        unit.standing = unit.standing and None in map(self.key_of, unit.riders)
        return f"unit:{unit.number}"

    def _place_from(self, key: Key | None, start: int) -> int:
        """Return where in the order riders of that key belong, as near to `start` as can be."""
        if key is None:
            return start
        at = start
        for index in reversed(range(start)):
            if self._stands(self.order[index]):
                continue
            ahead = self.key_of(self.order[index])
            if ahead is None or ahead <= key:
                break
            at = index
        return at if at < start else self._place_behind(key, start)

    def _place_behind(self, key: Key, start: int) -> int:
        at = start
        for index in range(start, len(self.order)):
            if self._stands(self.order[index]):
                continue
            behind = self.key_of(self.order[index])
            if behind is None or behind >= key:
                break
            at = index + 1
        return at

    def _stands(self, rider: str) -> bool:
        """Return True for a rider whom the director put there and nothing else places."""
        unit = self.unit_of(rider)
        return unit is not None and unit.standing and self.game.key(unit, rider) is None


def without(riders: Sequence[str], others: Collection[str]) -> list[str]:
    return [rider for rider in riders if rider not in others]


def _check_once(riders: Sequence[str]) -> None:
    if len(set(riders)) < len(riders):
        raise EntryRefused(_("A rider is named twice in this arrival."))


def _check_reached(order: Sequence[str], place: int) -> None:
    """Refuse a place that would leave one empty."""
    if place > len(order) + 1:
        raise EntryRefused(
            ngettext(
                "Place %(place)s is too far back: %(count)s other rider has arrived.",
                "Place %(place)s is too far back: %(count)s other riders have arrived.",
                len(order),
            )
            % {"place": place, "count": len(order)}
        )
