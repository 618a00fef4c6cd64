"""Apply what the jury decides about riders of a stage, beside how they crossed: status, own time,
bonus, penalties, whether the stage counts.

Part of the sheet (pure): `Jury.apply` takes such an entry in or refuses it with words.
"""

from collections.abc import Collection
from dataclasses import dataclass, field

import msgspec
from django.utils.translation import gettext as _

from tourmanager.results.sheet import core_entries as e
from tourmanager.results.sheet.entry import EntryBody
from tourmanager.scoring.codes import is_rider
from tourmanager.scoring.result import Counts, Penalty, Status
from tourmanager.web.labels import STATUS_NAMES


class EntryRefused(Exception):
    """The entry does not fit the stage; the message says why, for the race director, and `code`
    for programs.
    """

    code = "refused"


class JuryTime(msgspec.Struct, frozen=True):
    seconds: int
    fraction: int = 0


ENTRIES = (e.Status, e.OwnTime, e.OwnBonus, e.Penalise, e.CancelPenalty, e.Award, e.Counts)


@dataclass
class Jury:
    statuses: dict[str, Status] = field(default_factory=dict)
    times: dict[str, JuryTime] = field(default_factory=dict)
    bonuses: dict[str, int] = field(default_factory=dict)
    # None: undone, so that the numbers of the others stay
    penalties: list[Penalty | None] = field(default_factory=list)
    awards: dict[str, list[str]] = field(default_factory=dict)  # riders by the name of the award
    counts: Counts = "all"
    why: str = ""  # it does not count

    def apply(self, body: EntryBody, arrived: Collection[str], name: dict[str, str]) -> str:
        """Apply the entry and name the record it touched. Raises EntryRefused, nothing changed."""
        match body:
            case e.Status(rider, ""):
                if self.statuses.pop(rider, None) is None:
                    raise EntryRefused(
                        _("%(rider)s is in the race.") % {"rider": name.get(rider, rider)}
                    )
                return f"rider:{rider}"
            case e.Status():
                return self._status(body, arrived, name)
            case e.OwnTime(rider, seconds, fraction):
                return self._own_time(rider, seconds, fraction, arrived, name)
            case e.OwnBonus(rider, seconds):
                if seconds is None:
                    self.bonuses.pop(rider, None)
                else:
                    self.bonuses[rider] = seconds
                return f"rider:{rider}"
            case e.Penalise():
                return self.penalise(body)
            case e.CancelPenalty():
                return self._cancel_penalty(body)
            case e.Award():
                return self.award(body, name)
            case e.Counts(counts, reason):
                self.counts, self.why = counts, reason
                return "counts"
        raise TypeError(f"{type(body).__name__} is not the jury's")  # not shown

    def _status(self, body: e.Status, arrived: Collection[str], name: dict[str, str]) -> str:
        """Put a rider out of the race, or correct why they are out of it."""
        rider, status = body.rider, body.status
        if self.statuses.get(rider) == status:
            raise EntryRefused(
                _("%(rider)s is marked already: %(status)s.")
                % {"rider": name.get(rider, rider), "status": STATUS_NAMES[status]}
            )
        if status in ("dnf", "dns") and rider in arrived:
            raise EntryRefused(
                _("%(rider)s has arrived: take them out of the arrivals first.")
                % {"rider": name.get(rider, rider)}
            )
        self.statuses[rider] = status  # type: ignore[assignment]  # "" was taken care of before
        return f"rider:{rider}"

    def _cancel_penalty(self, body: e.CancelPenalty) -> str:
        number = body.number
        penalty = self.penalties[number - 1] if number <= len(self.penalties) else None
        if penalty is None:
            raise EntryRefused(_("There is no such penalty on this stage."))
        if penalty.cancelled:
            raise EntryRefused(_("That penalty was cancelled already."))
        self.penalties[number - 1] = msgspec.structs.replace(penalty, cancelled=body.reason)
        return f"penalty:{number}"

    def _own_time(
        self,
        rider: str,
        seconds: int | None,
        fraction: int,
        arrived: Collection[str],
        name: dict[str, str],
    ) -> str:
        if seconds is None:
            if self.times.pop(rider, None) is None:
                raise EntryRefused(
                    _("%(rider)s has no own time.") % {"rider": name.get(rider, rider)}
                )
        elif rider not in arrived:
            raise EntryRefused(_("%(rider)s has not arrived.") % {"rider": name.get(rider, rider)})
        else:
            self.times[rider] = JuryTime(seconds, fraction)
        return f"rider:{rider}"

    def award(self, body: e.Award, name: dict[str, str]) -> str:
        """Give an award to a rider, or take it back."""
        called = self._award_called(body.name)
        riders = self.awards.get(called, [])
        if body.given and body.rider in riders:
            raise EntryRefused(
                _("%(rider)s has that award already: %(called)s.")
                % {"rider": name.get(body.rider, body.rider), "called": called}
            )
        if not body.given and body.rider not in riders:
            raise EntryRefused(
                _("%(rider)s does not have that award: %(called)s.")
                % {"rider": name.get(body.rider, body.rider), "called": called}
            )
        rest = [rider for rider in riders if rider != body.rider]
        awards = self.awards | {called: [*rest, body.rider] if body.given else rest}
        self.awards = {award: who for award, who in awards.items() if who}
        return f"award:{called.casefold()}:{body.rider}"

    def _award_called(self, name: str) -> str:
        """Give the name as it was written first, whatever the case of its letters."""
        same = (award for award in self.awards if award.casefold() == name.casefold())
        return next(same, name)

    @property
    def penalties_by_number(self) -> dict[int, Penalty]:
        """Return the penalties of the stage by number, cancelled ones too."""
        return {
            number: penalty
            for number, penalty in enumerate(self.penalties, start=1)
            if penalty is not None
        }

    def skip(self, body: EntryBody) -> None:
        """Skip the numbers that an entry without effect would have given: a penalty keeps its
        number whatever is undone.
        """
        match body:
            case e.Penalise():
                self.penalties.append(None)
            case e.Results(penalties=penalties) if penalties is not None:
                self.penalties += [None] * len(penalties)

    def penalise(self, body: e.Penalise) -> str:
        if body.unit == "team_seconds" and is_rider(body.who):
            raise EntryRefused(_("Team seconds are taken from a team."))
        if body.unit != "team_seconds" and not is_rider(body.who):
            raise EntryRefused(_("From a team only team seconds can be taken."))
        if body.unit == "points" and not body.classification:
            raise EntryRefused(_("Say from which classification the points are taken."))
        if body.unit != "points" and body.classification:
            raise EntryRefused(
                _("Only points are taken from one classification; seconds count wherever times do.")
            )
        self.penalties.append(
            Penalty(body.who, body.amount, body.unit, body.reason, body.classification)
        )
        return f"penalty:{len(self.penalties)}"
