"""Compare a stored result with the log, field by field, and describe what differs (pure)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.scoring.result import Arrival, Passage, Penalty, StageResult
from tourmanager.scoring.words import ordinal
from tourmanager.web import labels
from tourmanager.web.labels import STATUS_NAMES

T = TypeVar("T")
COUNTS = {
    "all": gettext_lazy("in full"),
    "points": gettext_lazy("for points only"),
    "nothing": gettext_lazy("for nothing"),
}
UNITS = {
    "seconds": gettext_lazy("seconds"),
    "points": gettext_lazy("points"),
    "team_seconds": gettext_lazy("team seconds"),
}


def list_differences(kept: StageResult, logged: StageResult, names: dict[str, str]) -> list[str]:
    """Return one sentence for each thing that differs; of the arrivals the first, since all behind
    it differ too.
    """
    if kept == logged:
        return []
    found = [
        *_stage_differences(kept, logged),
        *_arrival_differences(kept, logged, names),
        *_line_differences(kept, logged, names),
        *_rider_differences(kept, logged, names),
    ]
    if kept.finish_paid != logged.finish_paid:
        found.append(_("the points given at the finish are kept otherwise than the log says."))
    if kept.extras != logged.extras:
        found.append(_("what the game keeps of the stage differs from its log."))
    return found or [_("the result is kept otherwise than the log says.")]


def _stage_differences(kept: StageResult, logged: StageResult) -> Iterator[str]:
    """Compare number, type, kind and name of the stage, and what it counts for."""
    if (kept.number, kept.type) != (logged.number, logged.type):
        yield _(
            "the result is kept for stage %(number)s (%(type)s), the log is of stage"
            " %(log_number)s (%(log_type)s)."
        ) % {
            "number": kept.number,
            "type": kept.type,
            "log_number": logged.number,
            "log_type": logged.type,
        }
    if kept.kind != logged.kind:
        yield _(
            "the result is kept as that of a stage of kind %(kind)s, the log is of one of kind"
            " %(log_kind)s."
        ) % {"kind": kept.kind, "log_kind": logged.kind}
    if kept.label != logged.label:
        yield _("the result is kept as that of stage %(stage)s, the log is of stage %(log)s.") % {
            "stage": kept.number_or_label,
            "log": logged.number_or_label,
        }
    if kept.counts != logged.counts:
        yield _("the stage is kept as counting %(counts)s, the log says %(log_counts)s.") % {
            "counts": COUNTS[kept.counts],
            "log_counts": COUNTS[logged.counts],
        }


def _arrival_differences(
    kept: StageResult, logged: StageResult, names: Mapping[str, str]
) -> Iterator[str]:
    """Compare the arrivals, up to the first place that differs."""
    for place, (was, is_now) in enumerate(_pair(kept.arrivals, logged.arrivals), start=1):
        if was != is_now:
            yield _(
                "place %(place)s of the arrivals is kept as %(stored)s, the log says %(logged)s."
            ) % {
                "place": place,
                "stored": _arrival(was, names),
                "logged": _arrival(is_now, names),
            }
            return


def _line_differences(
    kept: StageResult, logged: StageResult, names: Mapping[str, str]
) -> Iterator[str]:
    """Compare the passages of each line and their points."""
    for was, is_now in _pair(kept.passages, logged.passages):
        named = is_now or was
        if was != is_now and named is not None:
            yield _("%(line)s is kept as %(stored)s, the log says %(logged)s.") % {
                "line": labels.line(named.key, named.name),
                "stored": _passage(was, names),
                "logged": _passage(is_now, names),
            }


def _passage(passage: Passage | None, names: Mapping[str, str]) -> str:
    if passage is None:
        return _("no such line")
    return _join_names(passage.riders, names) + _say_points(passage.paid)


def _rider_differences(
    kept: StageResult, logged: StageResult, names: Mapping[str, str]
) -> Iterator[str]:
    """Compare who is out of the race and why, and the penalties."""
    out = None
    if kept.out != logged.out:
        out = _join_names(kept.out, names), _join_names(logged.out, names)
    elif kept.statuses != logged.statuses:
        out = _statuses(kept, names), _statuses(logged, names)
    if out is not None:
        yield _("out of the race is kept as %(stored)s, the log says %(logged)s.") % {
            "stored": out[0],
            "logged": out[1],
        }
    for number, (had, has) in enumerate(_pair(kept.penalties, logged.penalties), start=1):
        if had != has:
            yield _("penalty %(number)s is kept as %(stored)s, the log says %(logged)s.") % {
                "number": number,
                "stored": _penalty(had, names),
                "logged": _penalty(has, names),
            }


def _arrival(arrival: Arrival | None, names: Mapping[str, str]) -> str:
    """Describe an arrival: "Blue 4 in 67 s", with place, bonus and turns."""
    if arrival is None:
        return _("nobody")
    if arrival.seconds is None:
        time = _("%(rider)s without a time")
    elif arrival.fraction:
        time = _("%(rider)s in %(seconds)s s and %(fraction)s thousandths")
    else:
        time = _("%(rider)s in %(seconds)s s")
    rider = names.get(arrival.rider, arrival.rider)
    words = [time % {"rider": rider, "seconds": arrival.seconds, "fraction": arrival.fraction}]
    if arrival.place:
        words.append(_("placed %(place)s") % {"place": ordinal(arrival.place)})
    if arrival.bonus is not None:
        words.append(_("with a bonus of %(bonus)s s") % {"bonus": arrival.bonus})
    if arrival.turn:
        words.append(_("%(turn)s turns after the first") % {"turn": arrival.turn})
    return ", ".join(words)


def _say_points(paid: Sequence[int]) -> str:
    return _(" with %(points)s points") % {"points": ", ".join(map(str, paid))} if paid else ""


def _statuses(result: StageResult, names: Mapping[str, str]) -> str:
    return ", ".join(
        f"{names.get(rider, rider)} ({STATUS_NAMES[status]})"
        for rider, status in result.statuses.items()
    ) or _("nobody")


def _penalty(penalty: Penalty | None, names: Mapping[str, str]) -> str:
    if penalty is None:
        return _("none")
    sentence = (
        _("%(amount)s %(unit)s of %(who)s in %(classification)s")
        if penalty.classification
        else _("%(amount)s %(unit)s of %(who)s")
    )
    words = [
        sentence
        % {
            "amount": penalty.amount,
            "unit": UNITS[penalty.unit],
            "who": names.get(penalty.who, penalty.who),
            "classification": penalty.classification,
        }
    ]
    if penalty.reason:
        words.append(penalty.reason)
    if penalty.cancelled:
        words.append(_("cancelled: %(why)s") % {"why": penalty.cancelled})
    return ", ".join(words)


def _join_names(riders: Sequence[str], names: Mapping[str, str]) -> str:
    return ", ".join(names.get(rider, rider) for rider in riders) or _("nobody")


def _pair(one: Sequence[T], other: Sequence[T]) -> list[tuple[T | None, T | None]]:
    length = max(len(one), len(other))
    return list(
        zip(
            [*one, *[None] * (length - len(one))],
            [*other, *[None] * (length - len(other))],
            strict=True,
        )
    )
