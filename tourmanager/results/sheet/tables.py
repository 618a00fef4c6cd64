"""Take a whole table of results into a stage's sheet: from a file, or entered at once (pure)."""

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

import msgspec
from django.utils.translation import gettext as _

from tourmanager.results.sheet import core_entries as e
from tourmanager.results.sheet.core import CoreSheet
from tourmanager.results.sheet.entry_fields import Given, GivenLine
from tourmanager.results.sheet.jury import EntryRefused, JuryTime
from tourmanager.scoring.field import close_up

T = TypeVar("T")


def apply_table(sheet: CoreSheet, body: e.Results) -> str:
    """Replace what a table of results gives, and name the record it touched.

    Raises EntryRefused, nothing changed.
    """
    _check(sheet, body)
    return _put(sheet, body)


def reapply_table(sheet: CoreSheet, body: e.Results) -> str:
    """Take in a logged table again, without riders who have left the race in an earlier stage
    since.
    """
    body = _of_riders_in_race(sheet, body)
    _check(sheet, msgspec.structs.replace(body, penalties=None))
    return _put(sheet, body)


def _of_riders_in_race(sheet: CoreSheet, body: e.Results) -> e.Results:
    """Drop riders who are out since an earlier stage; riders behind them close up.

    Penalties stay, for the sake of their numbers.
    """

    def rides(rider: str) -> bool:
        return rider in sheet.frame.riders or rider not in sheet.frame.names

    arrivals, statuses, finish_paid, lines = (
        body.arrivals,
        body.statuses,
        body.finish_paid,
        body.lines,
    )
    if arrivals is not None:
        arrivals = _close_up_arrivals(arrivals, [rides(arrival.rider) for arrival in arrivals])
    if statuses is not None:
        statuses = _only(statuses, rides)
    if finish_paid is not None:
        finish_paid = {key: _only(points, rides) for key, points in finish_paid.items()}
    if lines is not None:
        lines = tuple(_line_of(line, list(map(rides, line.riders))) for line in lines)
    return msgspec.structs.replace(
        body, arrivals=arrivals, lines=lines, statuses=statuses, finish_paid=finish_paid
    )


def _only(by_rider: Mapping[str, T], keeps: Callable[[str], bool]) -> dict[str, T]:
    """Keep what belongs to the wanted riders."""
    return {rider: value for rider, value in by_rider.items() if keeps(rider)}


def _close_up_arrivals(arrivals: tuple[Given, ...], riding: Sequence[bool]) -> tuple[Given, ...]:
    """Keep the arrivals of those who are riding, and move them up to the places of the others."""
    if all(riding):
        return arrivals
    places = [arrival.place or at for at, arrival in enumerate(arrivals, 1)]
    rest = [arrival for arrival, rides in zip(arrivals, riding, strict=True) if rides]
    return tuple(
        msgspec.structs.replace(arrival, place=place if place != at else 0)
        for at, (arrival, place) in enumerate(zip(rest, close_up(places, riding), strict=True), 1)
    )


def _line_of(line: GivenLine, rides: list[bool]) -> GivenLine:
    """Drop riders who do not ride from a line; the others keep the points they were paid."""
    riders, points = itertools.compress(line.riders, rides), itertools.compress(line.paid, rides)
    return msgspec.structs.replace(line, riders=tuple(riders), paid=tuple(points))


def _put(sheet: CoreSheet, body: e.Results) -> str:
    if body.statuses is not None:
        sheet.jury.statuses, sheet.out = dict(body.statuses), []
    if body.arrivals is not None:
        _put_arrivals(sheet, body.arrivals)
    if body.penalties is not None:
        _put_penalties(sheet, body.penalties)
    if body.awards is not None:
        _put_awards(sheet, body.awards)
    if body.finish_paid is not None:
        sheet.finish_paid = body.finish_paid
    for line in body.lines or ():
        sheet.table_lines[line.key] = line
        if line.key in sheet.lines:
            sheet.lines[line.key] = list(line.riders)
    sheet.source = body.source or sheet.source
    return "results"


def _put_arrivals(sheet: CoreSheet, arrivals: Sequence[Given]) -> None:
    sheet.units, sheet.where = {}, {}
    sheet.last_unit = sheet.logged_unit = sheet.inserted_unit = 0
    sheet.order = [arrival.rider for arrival in arrivals]
    sheet.places = {arrival.rider: arrival.place for arrival in arrivals if arrival.place}
    sheet.jury.times = {
        arrival.rider: JuryTime(arrival.seconds, arrival.fraction)
        for arrival in arrivals
        if arrival.seconds is not None
    }
    sheet.jury.bonuses = {
        arrival.rider: arrival.bonus for arrival in arrivals if arrival.bonus is not None
    }


def _put_penalties(sheet: CoreSheet, penalties: Iterable[e.Penalise]) -> None:
    """Put in the penalties of those who are in the race; the others keep their numbers."""
    jury, frame = sheet.jury, sheet.frame
    jury.penalties = [None] * len(jury.penalties)
    for penalty in penalties:
        if penalty.who in frame.riders or penalty.who in frame.teams:
            jury.penalise(penalty)
        else:
            jury.skip(penalty)


def _put_awards(sheet: CoreSheet, awards: Iterable[e.Award]) -> None:
    sheet.jury.awards = {}
    for award in dict.fromkeys(awards):
        if award.rider in sheet.frame.riders:
            sheet.jury.award(award, sheet.frame.names)


def _check(sheet: CoreSheet, body: e.Results) -> None:
    arrivals = [arrival.rider for arrival in body.arrivals or ()]
    passages = [line.riders for line in body.lines or ()]
    statuses, finish_paid = body.statuses or {}, (body.finish_paid or {}).values()
    for rider in itertools.chain(arrivals, statuses, *passages, *finish_paid):
        sheet.check_starter(rider)
    _check_penalties(sheet, body.penalties or ())
    for riders in (arrivals, *passages):
        _check_once(sheet, riders)
    _check_finished(sheet, arrivals, statuses)


def _check_penalties(sheet: CoreSheet, penalties: Iterable[e.Penalise]) -> None:
    """Refuse a penalty of somebody who is neither a team nor a rider."""
    for penalty in penalties:
        if penalty.who not in sheet.frame.teams:
            sheet.check_starter(penalty.who)


def _check_once(sheet: CoreSheet, riders: Sequence[str]) -> None:
    """Refuse a list that names a rider twice."""
    if len(set(riders)) < len(riders):
        twice = next(rider for rider in riders if riders.count(rider) > 1)
        raise EntryRefused(_("%(rider)s is there twice.") % {"rider": sheet.name(twice)})


def _check_finished(sheet: CoreSheet, arrivals: Iterable[str], statuses: Mapping[str, str]) -> None:
    """Refuse an arrival of somebody who did not finish."""
    for rider in arrivals:
        if statuses.get(rider) in ("dnf", "dns"):
            raise EntryRefused(
                _("%(rider)s has both a place and a status that says they did not finish.")
                % {"rider": sheet.name(rider)}
            )
