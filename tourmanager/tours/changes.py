"""Note and word the changes of a tour that its versions do not hold: who directs it, who plays and
is marked in its start list, its days, its roads.

Whoever writes such a change calls `note_change` in the same transaction. Facts are stored, never
sentences: `say_change` words them when somebody reads the history.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from django.utils.translation import gettext as _

from tourmanager.accounts.models import User
from tourmanager.scoring.words import join_with_and
from tourmanager.tours.models import REST, Stage, Tour, TourChange, TourRider
from tourmanager.tours.planning.days import KIND_NAMES

What = Literal["director-added", "director-removed", "player", "marks", "days", "road"]
NAMED = 12  # riders that one sentence lists


def note_change(
    tour: Tour,
    what: What,
    *,
    by: User | None,
    at: datetime,
    stage: Stage | None = None,
    **facts: Any,
) -> None:
    """Store that somebody changed the tour in this way."""
    TourChange.objects.create(
        tour=tour, what=what, stage=stage, facts=facts, by=by, by_name=str(by) if by else "", at=at
    )


def note_marks(
    tour: Tour,
    before: Mapping[str, Sequence[str]],
    riders: Mapping[str, TourRider],
    *,
    by: User | None,
    at: datetime,
) -> None:
    """Store which of these riders got and lost which marks; nothing where none did."""
    for mark in sorted({each for code in before for each in (*before[code], *riders[code].marks)}):
        had = {code for code, marks in before.items() if mark in marks}
        has = {code for code in before if mark in riders[code].marks}
        if had != has:
            given, taken = sorted(has - had), sorted(had - has)
            note_change(tour, "marks", by=by, at=at, mark=mark, given=given, taken=taken)


def days_of(stages: Sequence[Stage]) -> list[list[str]]:
    """Return how each day is raced and what it is called, as facts."""
    return [[stage.kind, stage.label or str(day)] for day, stage in enumerate(stages, start=1)]


def course_of(stage: Stage) -> dict[str, Any]:
    """Return the road of a stage as facts: length, type, and its lines in order (1 query)."""
    lines = [
        [line.label, line.category, line.start, line.km] for line in stage.lines.order_by("km")
    ]
    return {"length": stage.length, "type": stage.type, "lines": lines}


def say_change(change: TourChange, names: Mapping[str, str]) -> str:
    """Word a change; `names` are the riders of the tour by their codes."""
    facts = change.facts
    match change.what:
        case "director-added":
            return _("director added: %(user)s") % {"user": facts["who"]}
        case "director-removed":
            return _("director removed: %(user)s") % {"user": facts["who"]}
        case "player":
            return _("player of %(team)s: %(before)s → %(after)s") % {
                "team": facts["team"],
                "before": facts["before"] or _("nobody"),
                "after": facts["after"] or _("nobody"),
            }
        case "marks":
            return _say_marks(facts, names)
        case "days":
            return _("days of the tour: %(before)s → %(after)s") % {
                "before": _say_days(facts["before"]),
                "after": _say_days(facts["after"]),
            }
        case "road":
            return _say_road(facts["before"], facts["after"])
    return change.what


def _say_marks(facts: Mapping[str, Any], names: Mapping[str, str]) -> str:
    values = {
        "mark": facts["mark"],
        "given": _say_riders(facts["given"], names),
        "taken": _say_riders(facts["taken"], names),
    }
    if not facts["taken"]:
        return _("mark “%(mark)s” given to %(given)s") % values
    if not facts["given"]:
        return _("mark “%(mark)s” taken from %(taken)s") % values
    return _("mark “%(mark)s” given to %(given)s and taken from %(taken)s") % values


def _say_riders(codes: Sequence[str], names: Mapping[str, str]) -> str:
    riders = [names.get(code, code) for code in codes]
    if len(riders) > NAMED:
        return _("%(riders)s and others") % {"riders": ", ".join(riders[:NAMED])}
    return join_with_and(riders)


def _say_days(days: Sequence[Sequence[str]]) -> str:
    said = []
    for kind, label in days:
        if kind == REST:
            said.append(_("rest day"))
        elif kind != "road" and kind in KIND_NAMES:
            said.append(_("%(stage)s (%(kind)s)") % {"stage": label, "kind": KIND_NAMES[kind]})
        else:
            said.append(label)
    return ", ".join(said)


def _say_road(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """Say what is other on a road: its length or type, and the lines that went and came."""
    went = [line for line in before["lines"] if line not in after["lines"]]
    came = [line for line in after["lines"] if line not in before["lines"]]
    size = [(course["length"], course["type"]) for course in (before, after)]
    return _("road changed: %(before)s → %(after)s") % {
        "before": _say_course(before if size[0] != size[1] else None, went),
        "after": _say_course(after if size[0] != size[1] else None, came),
    }


def _say_course(course: Mapping[str, Any] | None, lines: Sequence[Sequence[Any]]) -> str:
    said = []
    if course:
        said.append(_("%(km)s km, %(type)s") % {"km": course["length"], "type": course["type"]})
    for label, category, start, km in lines:
        place = f"{start}–{km}" if start is not None else str(km)
        values = {"line": label, "category": category, "km": place}
        said.append(_("%(line)s (%(category)s), km %(km)s") % values)
    return "; ".join(said) or _("nothing")
