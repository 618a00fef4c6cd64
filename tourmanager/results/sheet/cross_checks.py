"""Find what in a stage's record contradicts the tour's scheme or itself (pure). All of it are
warnings: a race may have had its reasons.
"""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _

from tourmanager.results.sheet.problem import Problem
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.scoring.result import StageResult
from tourmanager.scoring.scheme import Scheme
from tourmanager.scoring.words import join_with_and, ordinal
from tourmanager.web import labels
from tourmanager.web.labels import STATUS_NAMES

PAID, PENALTY_OUT, SEEN_AND_ABSENT, SAME_PLACE = (
    "POINTS_WARNING",
    "PENALTY_WARNING",
    "STATUS_WARNING",
    "PLACE_WARNING",
)
CROSS = (PAID, PENALTY_OUT, SEEN_AND_ABSENT, SAME_PLACE)
NAMED = 3  # so many examples of one kind are said


def find_contradictions(sheet: Sheet, scheme: Scheme) -> list[Problem]:
    """Find points that differ from the scheme's tables, penalties of riders who are out, absent
    riders who were seen, shared places.
    """
    result, names = sheet.result(), sheet.frame.names
    return [
        *_paid_on_lines(result, scheme, names),
        *_paid_at_finish(result, scheme, names),
        *_penalties(result, names),
        *_absent(result, names),
        *_places(result, names),
    ]


def _paid_on_lines(
    result: StageResult, scheme: Scheme, names: Mapping[str, str]
) -> Iterator[Problem]:
    """Find lines whose points are those of no classification in which the line counts."""
    for passage in result.passages:
        tables = [
            ranking.lines[passage.category]
            for ranking in scheme.classifications
            if passage.category in ranking.lines and passage.classification in ("", ranking.key)
        ]
        if not passage.paid or not tables:
            continue
        due = max(tables, key=lambda table: _agreement(passage.paid, table))
        odd = [
            _("%(rider)s has %(paid)s for %(place)s, the scheme gives %(due)s")
            % {
                "rider": names.get(rider, rider),
                "paid": points,
                "place": ordinal(place),
                "due": _of(due, place),
            }
            for place, (rider, points) in enumerate(
                zip(passage.riders, passage.paid, strict=False), start=1
            )
            if points != _of(due, place)
        ]
        if odd:
            yield Problem(
                PAID,
                _("%(category)s: the points given are not those of the scheme: %(odd)s.")
                % {"category": labels.line(passage.key, passage.name), "odd": _some(odd)},
                passage.key,
                warning=True,
            )


def _paid_at_finish(
    result: StageResult, scheme: Scheme, names: Mapping[str, str]
) -> Iterator[Problem]:
    places = {
        arrival.rider: arrival.place or at for at, arrival in enumerate(result.arrivals, start=1)
    }
    for key, points in result.finish_paid.items():
        ranking = scheme.by_key.get(key)
        if ranking is None:
            yield Problem(
                PAID,
                _(
                    "Points at the finish are given in “%(category)s”, which the scheme"
                    " does not have."
                )
                % {"category": key},
                warning=True,
            )
            continue
        if ranking.by_group:
            continue  # what a place pays there depends on the groups
        table = ranking.finish_table(result.type, result.kind)
        due = {rider: _of(table, place) for rider, place in places.items()}
        odd = [
            _("%(rider)s has %(other_rider)s, the scheme gives %(other_other_rider)s")
            % {
                "rider": names.get(rider, rider),
                "other_rider": points.get(rider, 0),
                "other_other_rider": due.get(rider, 0),
            }
            for rider in dict.fromkeys((*places, *points))
            if points.get(rider, 0) != due.get(rider, 0)
        ]
        if odd:
            text = _(
                "%(ranking)s at the finish: the points given are not those of the scheme: %(odd)s."
            ) % {"ranking": ranking.name, "odd": _some(odd)}
            yield Problem(PAID, text, warning=True)


def _penalties(result: StageResult, names: Mapping[str, str]) -> Iterator[Problem]:
    out = [
        penalty.who
        for penalty in result.penalties
        if penalty.who in result.statuses and not penalty.cancelled
    ]
    for rider in dict.fromkeys(out):
        status = STATUS_NAMES[result.statuses[rider]]
        text = _(
            "%(rider)s has a penalty and is out of the race (%(said)s): the "
            "penalty counts for nothing."
        ) % {"rider": names.get(rider, rider), "said": status}
        yield Problem(PENALTY_OUT, text, rider, warning=True)


def _absent(result: StageResult, names: Mapping[str, str]) -> Iterator[Problem]:
    """Find riders who crossed a line though they did not start."""
    for passage in result.passages:
        for rider in passage.riders:
            if result.statuses.get(rider) == "dns":
                line = labels.line(passage.key, passage.name)
                text = _("%(rider)s did not start and is named at %(line)s.") % {
                    "rider": names.get(rider, rider),
                    "line": line,
                }
                yield Problem(SEEN_AND_ABSENT, text, passage.key, warning=True)


def _places(result: StageResult, names: Mapping[str, str]) -> Iterator[Problem]:
    """Find riders who share a place; that is only right in a dead heat, which is rare."""
    at: dict[int, list[str]] = {}
    for position, arrival in enumerate(result.arrivals, start=1):
        at.setdefault(arrival.place or position, []).append(arrival.rider)
    for place, riders in at.items():
        if len(riders) > 1:
            who = join_with_and([names.get(rider, rider) for rider in riders])
            yield Problem(
                SAME_PLACE,
                _("%(who)s share the %(place)s place.") % {"who": who, "place": ordinal(place)},
                riders[1],
                warning=True,
            )


def _of(table: Sequence[int], place: int) -> int:
    return table[place - 1] if place <= len(table) else 0


def _agreement(finish_points: Sequence[int], table: Sequence[int]) -> int:
    return sum(points == _of(table, place) for place, points in enumerate(finish_points, start=1))


def _some(odd: Sequence[str]) -> str:
    listed, more = "; ".join(odd[:NAMED]), len(odd) - NAMED
    if more <= 0:
        return listed
    return _("%(listed)s; and %(more)s more") % {"listed": listed, "more": more}
