"""What a kept result says otherwise than the log: compared field by field, told in words (pure)."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from tourmanager.scoring.result import STATUS_NAMES, Arrival, Penalty, StageResult
from tourmanager.scoring.words import ordinal

T = TypeVar("T")
COUNTS = {"all": "in full", "points": "for points only", "nothing": "for nothing"}


def differences(kept: StageResult, logged: StageResult, names: dict[str, str]) -> list[str]:
    """One sentence for each thing that differs; of the arrivals the first, since all behind it differ too."""
    if kept == logged:
        return []
    found = []
    if (kept.number, kept.type) != (logged.number, logged.type):
        found.append(f"the result is kept for stage {kept.number} ({kept.type}), the log is of stage {logged.number} ({logged.type}).")
    if kept.kind != logged.kind:
        found.append(f"the result is kept as that of a stage of kind {kept.kind}, the log is of one of kind {logged.kind}.")
    if kept.name != logged.name:
        found.append(f"the result is kept as that of “{kept.name}”, the log is of “{logged.name}”.")
    if kept.counts != logged.counts:
        found.append(f"the stage is kept as counting {COUNTS[kept.counts]}, the log says {COUNTS[logged.counts]}.")
    for place, (one, other) in enumerate(_paired(kept.arrivals, logged.arrivals), start=1):
        if one != other:
            found.append(f"place {place} of the arrivals is kept as {_arrival(one, names)}, the log says {_arrival(other, names)}.")
            break
    for was, is_now in _paired(kept.passages, logged.passages):
        if was != is_now:
            label = (is_now or was).label  # type: ignore[union-attr]  # one of them is there
            said = [_named(each.riders, names) + _paid(each.paid) if each else "no such line" for each in (was, is_now)]
            found.append(f"{label} is kept as {said[0]}, the log says {said[1]}.")
    if kept.out != logged.out:
        found.append(f"out of the race is kept as {_named(kept.out, names)}, the log says {_named(logged.out, names)}.")
    elif kept.statuses != logged.statuses:
        found.append(f"out of the race is kept as {_statuses(kept, names)}, the log says {_statuses(logged, names)}.")
    for number, (had, has) in enumerate(_paired(kept.penalties, logged.penalties), start=1):
        if had != has:
            found.append(f"penalty {number} is kept as {_penalty(had, names)}, the log says {_penalty(has, names)}.")
    if kept.finish_paid != logged.finish_paid:
        found.append("the points given at the finish are kept otherwise than the log says.")
    return found or ["the result is kept otherwise than the log says."]


def _arrival(arrival: Arrival | None, names: Mapping[str, str]) -> str:
    """ "Blue 4 in 67 s", with whatever else is his."""
    if arrival is None:
        return "nobody"
    words = [names.get(arrival.rider, arrival.rider), "without a time" if arrival.seconds is None else f"in {arrival.seconds} s"]
    if arrival.fraction:
        words.append(f"and {arrival.fraction} thousandths")
    if arrival.place:
        words.append(f"placed {ordinal(arrival.place)}")
    if arrival.bonus is not None:
        words.append(f"with a bonus of {arrival.bonus} s")
    if arrival.turn:
        words.append(f"{arrival.turn} turns after the first")
    return " ".join(words)


def _paid(paid: Sequence[int]) -> str:
    return f" with {', '.join(map(str, paid))} points" if paid else ""


def _statuses(result: StageResult, names: Mapping[str, str]) -> str:
    return ", ".join(f"{names.get(rider, rider)} ({STATUS_NAMES[status]})" for rider, status in result.statuses.items()) or "nobody"


def _penalty(penalty: Penalty | None, names: Mapping[str, str]) -> str:
    if penalty is None:
        return "none"
    words = f"{penalty.amount} {penalty.unit.replace('_', ' ')} of {names.get(penalty.who, penalty.who)}"
    where = f" in {penalty.classification}" if penalty.classification else ""
    reason = f", {penalty.reason}" if penalty.reason else ""
    return f"{words}{where}{reason}{f', cancelled: {penalty.cancelled}' if penalty.cancelled else ''}"


def _named(riders: Sequence[str], names: Mapping[str, str]) -> str:
    return ", ".join(names.get(rider, rider) for rider in riders) or "nobody"


def _paired(one: Sequence[T], other: Sequence[T]) -> list[tuple[T | None, T | None]]:
    length = max(len(one), len(other))
    return list(zip([*one, *[None] * (length - len(one))], [*other, *[None] * (length - len(other))], strict=True))
