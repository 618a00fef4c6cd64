"""Define the entries of a stage log that every game knows: lines, arrivals, abandons, the jury's
decisions, tables of results. Those of arrivals stand in `arrival_entries.py`, those that act on the
log itself in `steering_entries.py`.

The sheet (`sheet.py`) checks whether an entry fits the stage. Lines are `s1` …, `p1` …, `finish`;
riders are codes (`b4`), teams letters (`b`): `entry_fields.py`.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tourmanager.results.sheet.arrival_entries import ARRIVALS
from tourmanager.results.sheet.arrival_entries import Arrive as Arrive
from tourmanager.results.sheet.arrival_entries import Regroup as Regroup
from tourmanager.results.sheet.arrival_entries import RemoveUnit as RemoveUnit
from tourmanager.results.sheet.arrival_entries import Square as Square
from tourmanager.results.sheet.arrival_entries import Time as Time
from tourmanager.results.sheet.arrival_entries import UnitTurn as UnitTurn
from tourmanager.results.sheet.entry import EntryBody
from tourmanager.results.sheet.entry_fields import (
    Either,
    Given,
    GivenLine,
    Line,
    Paid,
    PlaceNumber,
    Reason,
    Rider,
    RideSlug,
    Seconds,
)
from tourmanager.results.sheet.frame import Frame
from tourmanager.results.sheet.steering_entries import STEERING as STEERING
from tourmanager.scoring.result import Penalty
from tourmanager.scoring.words import ordinal
from tourmanager.web.labels import STATUS_NAMES
from tourmanager.web.templatetags.race import clock_with

COUNTS_WORDS = {
    "all": gettext_lazy("in full"),
    "points": gettext_lazy("for points only"),
    "nothing": gettext_lazy("for nothing"),
}


class Place(EntryBody, frozen=True, tag="place"):
    """A rider crosses a sprint or the end of a climb and gets the next place there."""

    line: Line
    rider: Rider

    def say(self, frame: Frame) -> str:
        return _("%(rider)s at %(line)s") % {
            "rider": frame.name(self.rider),
            "line": frame.at(self.line),
        }


class Remove(EntryBody, frozen=True, tag="remove"):
    """A placed rider is taken out again, of a line or of the arrivals."""

    line: Line
    rider: Rider

    def say(self, frame: Frame) -> str:
        return _("%(rider)s taken out at %(line)s") % {
            "rider": frame.name(self.rider),
            "line": frame.at(self.line),
        }


class Move(EntryBody, frozen=True, tag="move"):
    """A placed rider gets another place (from 1); those between move by one."""

    line: Line
    rider: Rider
    place: PlaceNumber

    def say(self, frame: Frame) -> str:
        return _("%(rider)s moved to %(place)s at %(line)s") % {
            "rider": frame.name(self.rider),
            "place": ordinal(self.place),
            "line": frame.at(self.line),
        }


class Turn(EntryBody, frozen=True, tag="turn"):
    """The turn clock: arrivals from now on cross in this turn, 0 being the first one's."""

    turn: Annotated[int, msgspec.Meta(ge=0, le=99)]

    def say(self, frame: Frame) -> str:
        return frame.game.describe_turn(self.turn)


class Out(EntryBody, frozen=True, tag="out"):
    """A rider has an accident."""

    rider: Rider

    def say(self, frame: Frame) -> str:
        return _("%(rider)s out after an accident") % {"rider": frame.name(self.rider)}


class Back(EntryBody, frozen=True, tag="back"):
    """The rider was taken out by mistake and is back in the race."""

    rider: Rider

    def say(self, frame: Frame) -> str:
        return _("%(rider)s back in the race") % {"rider": frame.name(self.rider)}


class Status(EntryBody, frozen=True, tag="status"):
    """A rider did not finish, did not start, was outside the limit or is disqualified; "" takes
    that back.
    """

    rider: Rider
    status: Literal["", "dnf", "dns", "otl", "dsq"]

    def say(self, frame: Frame) -> str:
        name = frame.name(self.rider)
        return (
            f"{name}: {STATUS_NAMES[self.status]}"
            if self.status
            else _("%(name)s back in the race") % {"name": name}
        )


class OwnTime(EntryBody, frozen=True, tag="own_time"):
    """A rider's own time, whatever the time of their arrival: seconds and thousandths. None takes
    it back.
    """

    rider: Rider
    seconds: Seconds | None
    fraction: Annotated[int, msgspec.Meta(ge=0, le=999)] = 0

    def say(self, frame: Frame) -> str:
        if self.seconds is None:
            return _("%(rider)s: own time removed") % {"rider": frame.name(self.rider)}
        return _("%(rider)s: own time %(seconds)s") % {
            "rider": frame.name(self.rider),
            "seconds": clock_with(self.seconds, self.fraction),
        }


class OwnBonus(EntryBody, frozen=True, tag="own_bonus"):
    """Seconds given to a rider on this stage in all, whatever the scheme gives. None takes it
    back.
    """

    rider: Rider
    seconds: Seconds | None

    def say(self, frame: Frame) -> str:
        if self.seconds is None:
            return _("%(rider)s: time bonus as the scheme gives it") % {
                "rider": frame.name(self.rider)
            }
        return _("%(rider)s: time bonus %(seconds)s s") % {
            "rider": frame.name(self.rider),
            "seconds": self.seconds,
        }


class Penalise(EntryBody, frozen=True, tag="penalise"):
    """The jury takes seconds or points from a rider, or seconds from a team."""

    who: Either
    amount: Annotated[int, msgspec.Meta(ge=1, le=86_400)]
    unit: Literal["seconds", "points", "team_seconds"] = "seconds"
    reason: Reason = ""
    classification: Annotated[str, msgspec.Meta(max_length=20)] = ""  # where points are taken from

    def say(self, frame: Frame) -> str:
        sentence = (
            _("%(who)s: penalty of %(words)s, %(reason)s")
            if self.reason
            else _("%(who)s: penalty of %(words)s")
        )
        return sentence % {
            "who": frame.name(self.who),
            "words": penalty_words(self, frame.rankings),
            "reason": self.reason,
        }


class CancelPenalty(EntryBody, frozen=True, tag="cancel_penalty"):
    """Penalty number … of the stage (from 1) is given back; it stays visible."""

    number: Annotated[int, msgspec.Meta(ge=1, le=999)]
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]

    def say(self, frame: Frame) -> str:
        return _("penalty %(number)s cancelled: %(reason)s") % {
            "number": self.number,
            "reason": self.reason,
        }


class Award(EntryBody, frozen=True, tag="award", omit_defaults=True):
    """A rider gets an award of the stage, as for combativity; with `given` false it is
    taken back.
    """

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    rider: Rider
    given: bool = True

    def say(self, frame: Frame) -> str:
        sentence = _("%(rider)s: %(award)s") if self.given else _("%(rider)s: %(award)s taken back")
        return sentence % {"rider": frame.name(self.rider), "award": self.name}


class Counts(EntryBody, frozen=True, tag="counts"):
    """A neutralised stage counts for points only, a cancelled one for nothing."""

    counts: Literal["all", "points", "nothing"]
    reason: Reason = ""

    def say(self, frame: Frame) -> str:
        sentence = (
            _("stage counts %(how)s: %(reason)s") if self.reason else _("stage counts %(how)s")
        )
        return sentence % {"how": COUNTS_WORDS[self.counts], "reason": self.reason}


class Results(EntryBody, frozen=True, tag="results", omit_defaults=True):
    """A whole table of results: it replaces the arrivals, and the lines it names. None leaves as it
    is what the table did not have.
    """

    arrivals: Annotated[tuple[Given, ...], msgspec.Meta(max_length=999)] | None = None
    lines: Annotated[tuple[GivenLine, ...], msgspec.Meta(max_length=60)] | None = None
    statuses: dict[Rider, Literal["dnf", "dns", "otl", "dsq"]] | None = None
    penalties: Annotated[tuple[Penalise, ...], msgspec.Meta(max_length=500)] | None = None
    # points at the finish: classification, rider
    finish_paid: dict[str, dict[Rider, Paid]] | None = None
    source: Annotated[str, msgspec.Meta(max_length=120)] = ""  # the file it came from
    awards: Annotated[tuple[Award, ...], msgspec.Meta(max_length=60)] | None = None

    def say(self, frame: Frame) -> str:
        if not self.source:
            return _("results entered")
        return _("results entered from %(source)s") % {"source": self.source}


class Digital(EntryBody, frozen=True, tag="digital", omit_defaults=True):
    """The stage was ridden on the screen, in the ride of that address: its engine gave the entries
    that follow.
    """

    ride: RideSlug
    # the turn after which it went on at the table; 0 where it did not
    until: Annotated[int, msgspec.Meta(ge=0, le=999)] = 0
    # rides of the stage closed without a result
    earlier: Annotated[int, msgspec.Meta(ge=0, le=9999)] = 0

    def say(self, frame: Frame) -> str:
        sentence = (
            _("ridden digitally until turn %(turn)s") % {"turn": self.until}
            if self.until
            else _("ridden digitally")
        )
        if not self.earlier:
            return sentence
        return ngettext(
            "%(ridden)s; %(number)s earlier ride of this stage was closed without a result",
            "%(ridden)s; %(number)s earlier rides of this stage were closed without a result",
            self.earlier,
        ) % {"ridden": sentence, "number": self.earlier}


CORE = (
    Place,
    Remove,
    Move,
    Turn,
    *ARRIVALS,
    Out,
    Back,
    Status,
    OwnTime,
    OwnBonus,
    Penalise,
    CancelPenalty,
    Award,
    Counts,
    Results,
    Digital,
    *STEERING,
)


def penalty_words(penalty: Penalise | Penalty, rankings: Mapping[str, str]) -> str:
    """Describe a penalty: "20 s", "5 points in Mountain", "30 s in the team classification"."""
    match penalty.unit:
        case "points":
            return ngettext(
                "%(amount)s point in %(ranking)s",
                "%(amount)s points in %(ranking)s",
                penalty.amount,
            ) % {
                "amount": penalty.amount,
                "ranking": rankings.get(penalty.classification, penalty.classification),
            }
        case "team_seconds":
            return _("%(amount)s s in the team classification") % {"amount": penalty.amount}
    return f"{penalty.amount} s"
