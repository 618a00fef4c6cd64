"""Build the jury's page of a stage: place, time, bonus, penalty and status of every rider, and all
penalties.
"""

from collections.abc import Sequence
from functools import cached_property

import msgspec
from django.utils.translation import gettext as _

from tourmanager.results.log.counted import count_result
from tourmanager.results.log.reading import StageReading
from tourmanager.results.sheet.words import COUNTS_WORDS, penalty_words
from tourmanager.riders.names import holds_all_words
from tourmanager.scoring.result import Penalty
from tourmanager.tours.models import Stage
from tourmanager.web.drawing import role_words
from tourmanager.web.jerseys import Mark
from tourmanager.web.labels import STATUS_NAMES
from tourmanager.web.templatetags.race import clock_with


class JuryRow(msgspec.Struct, frozen=True):
    """A rider's place, time, bonus, penalty and status; each is "" where nothing was decided."""

    code: str
    mark: Mark
    place: int | None
    time: str
    bonus: str
    penalty: str
    status: str
    out: bool


class PenaltyRow(msgspec.Struct, frozen=True):
    number: int
    code: str  # of the rider, "" for a team's
    mark: Mark
    who: str
    what: str
    reason: str
    cancelled: str


class AwardRow(msgspec.Struct, frozen=True):
    name: str
    code: str
    mark: Mark
    who: str


class JuryPage:
    """A stage for its jury."""

    def __init__(self, reading: StageReading) -> None:
        self.reading, self.sheet = reading, reading.log.sheet
        self.marks = reading.field.marks(reading.worn_jerseys)
        self.names = reading.frame.names
        self.result = self.sheet.result()
        self.counted = count_result(reading.field, reading.ended.results, self.result)
        self.places = {
            arrival.rider: place
            for arrival, place in zip(self.counted.arrivals, self.counted.places, strict=True)
        }

    @cached_property
    def rows(self) -> list[JuryRow]:
        """Return the riders by place; then those on the road, then those who are out, group by
        group.
        """
        statuses = list(STATUS_NAMES)
        abandons = self.sheet.abandons

        def order(code: str) -> tuple[int, int]:
            if code in abandons:
                return (2, statuses.index(abandons[code]))
            return (0, self.places[code]) if code in self.places else (1, 0)

        return [self.row(code) for code in sorted(self.reading.frame.riders, key=order)]

    def row(self, code: str) -> JuryRow:
        out = code in self.sheet.abandons
        bonus = (
            self.counted.bonus.get(code)
            if code in self.places
            else self.sheet.jury.bonuses.get(code)
        )
        return JuryRow(
            code,
            self.marks[code],
            self.places.get(code),
            self.time(code),
            "" if bonus is None else f"{bonus} s",
            "; ".join(
                self.describe_penalty(penalty)
                for penalty in self.sheet.jury.penalties_by_number.values()
                if penalty.who == code and not penalty.cancelled
            ),
            self.status(code),
            out,
        )

    def time(self, code: str) -> str:
        own = self.sheet.jury.times.get(code)
        return clock_with(self.sheet.seconds_of(code), own.fraction if own else 0)

    def status(self, code: str) -> str:
        """Return a rider's status in words, also when they have none."""
        if (status := self.sheet.abandons.get(code)) is not None:
            return str(STATUS_NAMES[status])
        if code in self.sheet.order:
            return _("finished")
        ended = self.reading.stage.state == Stage.State.ENDED
        return _("no status") if ended else _("on the road")

    def describe_penalty(self, penalty: Penalty) -> str:
        return penalty_words(penalty, self.reading.frame.rankings)

    @cached_property
    def penalties(self) -> list[PenaltyRow]:
        """Return all penalties of the stage, cancelled ones too."""
        return [
            PenaltyRow(
                number,
                penalty.who if penalty.who in self.marks else "",
                self._mark_of(penalty.who),
                self._name_of(penalty.who),
                self.describe_penalty(penalty),
                penalty.reason,
                penalty.cancelled,
            )
            for number, penalty in self.sheet.jury.penalties_by_number.items()
        ]

    @cached_property
    def awards(self) -> list[AwardRow]:
        """Return the awards of the stage, one row for each rider who has one."""
        return [
            AwardRow(name, rider, self.marks[rider], self._name_of(rider))
            for name, riders in self.sheet.jury.awards.items()
            for rider in riders
        ]

    def _mark_of(self, who: str) -> Mark:
        return self.marks.get(who) or self.reading.field.mark_of(who)

    def _name_of(self, who: str) -> str:
        called = self.names.get(who, who)
        if who not in self.marks or called.startswith(self.marks[who].name):
            return called
        return f"{self.marks[who].name} ({called})"

    @property
    def counts(self) -> str:
        """Describe how the stage counts."""
        why = f": {self.sheet.jury.why}" if self.sheet.jury.why else ""
        return f"{COUNTS_WORDS[self.sheet.jury.counts]}{why}"

    @property
    def field_summary(self) -> str:
        """Say how many are still in the race, and how many left it in this stage."""
        out, starters = len(self.sheet.abandons), len(self.reading.frame.riders)
        return _("%(left)s of %(started)s riders left in the race") % {
            "left": starters - out,
            "started": starters,
        }

    def search_riders(self, search: str) -> Sequence[JuryRow]:
        """Return the riders in whose name, code, team, role or status every word of the search
        occurs.
        """
        if not search:
            return self.rows
        return [
            row
            for row in self.rows
            if holds_all_words(
                search,
                f"{row.mark.name} {row.code} {row.mark.team} {role_words(row.mark.role)}"
                f" {row.status}",
            )
        ]
