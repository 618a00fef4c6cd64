"""A whole table of results taken into a stage's sheet: from a file, or entered at once (pure)."""

from typing import TYPE_CHECKING

from tourmanager.results import entries as e
from tourmanager.results.jury import Refused, Time

if TYPE_CHECKING:
    from tourmanager.results.sheet import Sheet


def take(sheet: "Sheet", body: e.Results) -> str:
    """A table of results takes the place of what it gives, and says which record it touched. Raises Refused, nothing changed."""
    _check(sheet, body)
    jury = sheet.jury
    if body.statuses is not None:
        jury.statuses, sheet.out = dict(body.statuses), []
    if body.arrivals is not None:
        sheet.units, sheet.where, sheet.last_unit = {}, {}, 0
        sheet.order = [given.rider for given in body.arrivals]
        sheet.places = {given.rider: given.place for given in body.arrivals if given.place}
        jury.times = {given.rider: Time(given.seconds, given.fraction) for given in body.arrivals if given.seconds is not None}
        jury.bonuses = {given.rider: given.bonus for given in body.arrivals if given.bonus is not None}
    if body.penalties is not None:
        jury.penalties = [None] * len(jury.penalties)
        for penalty in body.penalties:
            jury.penalise(penalty)
    if body.finish_paid is not None:
        sheet.finish_paid = body.finish_paid
    for line in body.lines or ():
        sheet.given[line.key] = line
        if line.key in sheet.lines:
            sheet.lines[line.key] = list(line.riders)
    sheet.source = body.source or sheet.source
    return "results"


def _check(sheet: "Sheet", body: e.Results) -> None:
    arrivals = [given.rider for given in body.arrivals or ()]
    paid = [rider for riders in (body.finish_paid or {}).values() for rider in riders]
    for rider in (*arrivals, *(body.statuses or ()), *(rider for line in body.lines or () for rider in line.riders), *paid):
        sheet.known(rider)
    for penalty in body.penalties or ():
        if penalty.who not in sheet.frame.teams:
            sheet.known(penalty.who)
    for riders in (arrivals, *(line.riders for line in body.lines or ())):
        if len(set(riders)) < len(riders):
            twice = next(rider for rider in riders if riders.count(rider) > 1)
            raise Refused(f"{sheet.name(twice)} is there twice.")
    for rider in arrivals:
        if (body.statuses or {}).get(rider) in ("dnf", "dns"):
            raise Refused(f"{sheet.name(rider)} has both a place and a status that says he did not finish.")
