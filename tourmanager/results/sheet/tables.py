"""A whole table of results taken into a stage's sheet: from a file, or entered at once (pure)."""

import itertools

import msgspec
from django.utils.translation import gettext as _

from tourmanager.results.sheet import core_entries as e
from tourmanager.results.sheet.core import CoreSheet
from tourmanager.results.sheet.entry_fields import GivenLine
from tourmanager.results.sheet.jury import Refused, Time
from tourmanager.scoring.field import close_up


def take(sheet: CoreSheet, body: e.Results) -> str:
    """A table of results takes the place of what it gives, and says which record it touched. Raises
    Refused, nothing changed.
    """
    _check(sheet, body)
    return _put(sheet, body)


def take_again(sheet: CoreSheet, body: e.Results) -> str:
    """Take in a logged table: riders who have left the race in an earlier stage since then fall out
    of it.
    """
    body = _of_riders_in_race(sheet, body)
    _check(sheet, msgspec.structs.replace(body, penalties=None))
    return _put(sheet, body)


def _of_riders_in_race(sheet: CoreSheet, body: e.Results) -> e.Results:
    """Drop who is out since an earlier stage; riders behind them close up.

    Penalties stay, for the sake of their numbers.
    """

    def rides(rider: str) -> bool:
        return rider in sheet.frame.riders or rider not in sheet.frame.names

    arrivals = body.arrivals
    if arrivals is not None and not all(rides(given.rider) for given in arrivals):
        placed = [given.place or at for at, given in enumerate(arrivals, 1)]
        places = close_up(placed, [rides(given.rider) for given in arrivals])
        left = [given for given in arrivals if rides(given.rider)]
        arrivals = tuple(
            msgspec.structs.replace(given, place=place if place != at else 0)
            for at, (given, place) in enumerate(zip(left, places, strict=True), 1)
        )
    statuses, paid, lines = body.statuses, body.finish_paid, body.lines
    if statuses is not None:
        statuses = {rider: status for rider, status in statuses.items() if rides(rider)}
    if paid is not None:
        paid = {
            key: {rider: points[rider] for rider in points if rides(rider)}
            for key, points in paid.items()
        }
    if lines is not None:
        lines = tuple(_line_of(line, [rides(rider) for rider in line.riders]) for line in lines)
    return msgspec.structs.replace(
        body, arrivals=arrivals, lines=lines, statuses=statuses, finish_paid=paid
    )


def _line_of(line: GivenLine, rides: list[bool]) -> GivenLine:
    """The line without those who do not ride; what was paid to the others stays theirs."""
    riders, paid = itertools.compress(line.riders, rides), itertools.compress(line.paid, rides)
    return msgspec.structs.replace(line, riders=tuple(riders), paid=tuple(paid))


def _put(sheet: CoreSheet, body: e.Results) -> str:
    jury = sheet.jury
    if body.statuses is not None:
        jury.statuses, sheet.out = dict(body.statuses), []
    if body.arrivals is not None:
        sheet.units, sheet.where, sheet.last_unit = {}, {}, 0
        sheet.order = [given.rider for given in body.arrivals]
        sheet.places = {given.rider: given.place for given in body.arrivals if given.place}
        jury.times = {
            given.rider: Time(given.seconds, given.fraction)
            for given in body.arrivals
            if given.seconds is not None
        }
        jury.bonuses = {
            given.rider: given.bonus for given in body.arrivals if given.bonus is not None
        }
    if body.penalties is not None:
        jury.penalties = [None] * len(jury.penalties)
        for penalty in body.penalties:
            if penalty.who in sheet.frame.riders or penalty.who in sheet.frame.teams:
                jury.penalise(penalty)
            else:
                jury.skip(penalty)
    if body.awards is not None:
        jury.awards = {}
        for award in dict.fromkeys(body.awards):
            if award.rider in sheet.frame.riders:
                jury.award(award, sheet.frame.names)
    if body.finish_paid is not None:
        sheet.finish_paid = body.finish_paid
    for line in body.lines or ():
        sheet.given[line.key] = line
        if line.key in sheet.lines:
            sheet.lines[line.key] = list(line.riders)
    sheet.source = body.source or sheet.source
    return "results"


def _check(sheet: CoreSheet, body: e.Results) -> None:
    arrivals = [given.rider for given in body.arrivals or ()]
    paid = [rider for riders in (body.finish_paid or {}).values() for rider in riders]
    for rider in (
        *arrivals,
        *(body.statuses or ()),
        *(rider for line in body.lines or () for rider in line.riders),
        *paid,
    ):
        sheet.known(rider)
    for penalty in body.penalties or ():
        if penalty.who not in sheet.frame.teams:
            sheet.known(penalty.who)
    for riders in (arrivals, *(line.riders for line in body.lines or ())):
        if len(set(riders)) < len(riders):
            twice = next(rider for rider in riders if riders.count(rider) > 1)
            raise Refused(_("%(rider)s is there twice.") % {"rider": sheet.name(twice)})
    for rider in arrivals:
        if (body.statuses or {}).get(rider) in ("dnf", "dns"):
            raise Refused(
                _("%(rider)s has both a place and a status that says they did not finish.")
                % {"rider": sheet.name(rider)}
            )
