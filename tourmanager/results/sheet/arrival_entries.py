"""Define the entries of arrivals at the finish: who crosses together, and with which turn, square
and time; who is put into another arrival, and what is taken out again.
"""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from django.utils.translation import gettext as _

from tourmanager.results.sheet.entry import EntryBody
from tourmanager.results.sheet.entry_fields import PlaceNumber, Rider, UnitNumber
from tourmanager.results.sheet.frame import Frame
from tourmanager.scoring.words import join_with_and, ordinal
from tourmanager.web.templatetags.race import clock

Riders = Annotated[tuple[Rider, ...], msgspec.Meta(min_length=1, max_length=999)]


class Arrive(EntryBody, frozen=True, tag="arrive", omit_defaults=True):
    """Riders cross the finish: with the arrival being logged, with the one named, or as a new one
    on a square that is known.

    `place` counts in the order of all arrivals, from 1. Without `unit` the riders are a new arrival
    there: the first of them gets that place, which is a gap between two arrivals or behind the
    last. It crosses in the turn of the arrival that then follows, the last one in that of the
    clock. Until it has all that the game asks it is the arrival being logged, and stands there;
    then the game places it, and among its equals it stays where it stood. With `unit` the riders
    get that place and those behind it, which is in that arrival or right behind it; they take the
    square of the rider ahead of them in it, of the one behind them where they come first.
    """

    riders: Riders
    unit: UnitNumber | None = None
    square: Annotated[int, msgspec.Meta(ge=1, le=20)] | None = None
    place: PlaceNumber | None = None

    def say(self, frame: Frame) -> str:
        who = name_riders(self.riders, frame)
        if self.unit:
            return _("%(who)s with an earlier arrival") % {"who": who}
        if self.place:
            return _("%(who)s across the finish, %(place)s") % {
                "who": who,
                "place": ordinal(self.place),
            }
        if self.square:
            return _("%(who)s on square %(square)s") % {"who": who, "square": self.square}
        return _("%(who)s across the finish") % {"who": who}


class Regroup(EntryBody, frozen=True, tag="regroup", omit_defaults=True):
    """Riders who are in leave their arrivals and cross together, the first of them at that place in
    the order of all arrivals (from 1, counted without them).

    Without `unit` they are a new arrival, as those of `arrive` with a place. With `unit` they join
    that arrival and have its time, as riders of `arrive` with both. The arrivals they leave keep
    turn, square and time; one that is empty then is taken out.
    """

    riders: Riders
    place: PlaceNumber
    unit: UnitNumber | None = None

    def say(self, frame: Frame) -> str:
        sentence = (
            _("%(who)s moved to %(place)s, with an earlier arrival")
            if self.unit
            else _("%(who)s moved to %(place)s, as an arrival of their own")
        )
        return sentence % {"who": name_riders(self.riders, frame), "place": ordinal(self.place)}


class RemoveUnit(EntryBody, frozen=True, tag="remove_unit"):
    """An arrival is taken out with all its riders."""

    unit: UnitNumber

    def say(self, frame: Frame) -> str:
        return _("arrival taken out")


class Square(EntryBody, frozen=True, tag="square"):
    """The square behind the line of an arrival's riders that have none yet; of one of them where
    `rider` is given.
    """

    square: Annotated[int, msgspec.Meta(ge=1, le=20)]
    unit: UnitNumber | None = None
    rider: Rider | None = None

    def say(self, frame: Frame) -> str:
        if not self.rider:
            return _("square %(square)s") % {"square": self.square}
        return _("square %(square)s for %(rider)s") % {
            "square": self.square,
            "rider": frame.name(self.rider),
        }


class Time(EntryBody, frozen=True, tag="time"):
    """An arrival's time typed by hand, in seconds; it replaces square and die."""

    seconds: Annotated[int, msgspec.Meta(ge=0, le=359_999)]
    unit: UnitNumber | None = None

    def say(self, frame: Frame) -> str:
        return _("time %(time)s typed") % {"time": clock(self.seconds)}


class UnitTurn(EntryBody, frozen=True, tag="unit_turn"):
    """An arrival crossed in another turn than it was logged in."""

    turn: Annotated[int, msgspec.Meta(ge=0, le=99)]
    unit: UnitNumber

    def say(self, frame: Frame) -> str:
        return _("arrival moved to %(turn)s") % {"turn": frame.game.clock(self.turn)}


ARRIVALS = (Arrive, Square, Time, UnitTurn, Regroup, RemoveUnit)


def name_riders(riders: Sequence[str], frame: Frame) -> str:
    """List riders in a sentence, more than four by their number."""
    if len(riders) > 4:
        return _("%(number)s riders") % {"number": len(riders)}
    return join_with_and([frame.name(rider) for rider in riders])
