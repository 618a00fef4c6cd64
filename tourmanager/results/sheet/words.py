"""Describe logged entries for directors: on the undo button, in the log's history and in messages.

`say` needs only the frame; `describe_latest` also looks at the sheet and can add the place a rider
has: "Blue 4, 2nd at Sprint 3".
"""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.results.sheet import core_entries as e
from tourmanager.results.sheet.contract import TableGame
from tourmanager.results.sheet.core_entries import COUNTS_WORDS as COUNTS_WORDS
from tourmanager.results.sheet.core_entries import penalty_words as penalty_words
from tourmanager.results.sheet.entry import EntryBody
from tourmanager.results.sheet.frame import Frame
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.results.sheet.steering_entries import Redo, Undo
from tourmanager.scoring.words import join_with_and, ordinal
from tourmanager.tabletop.registry import part
from tourmanager.web.labels import STATUS_NAMES


def say(body: EntryBody, frame: Frame, log: Mapping[int, EntryBody] | None = None) -> str:
    """Say what was done, short; `log` lets an undo say what it took back."""
    if not isinstance(body, Undo | Redo):
        return body.say(frame)
    bodies = [log[seq] for seq in body.seqs if seq in log] if log else []
    if not bodies:
        return body.say(frame)
    sentence = _("undone: %(what)s") if isinstance(body, Undo) else _("done again: %(what)s")
    return sentence % {"what": say_step(bodies, frame)}


def say_step(bodies: Sequence[EntryBody], frame: Frame) -> str:
    """Say what was done in one step: of an arrival its riders, then what was logged of it last:
    "paceline of 2, square 5, die 3".
    """
    if len(bodies) == 1:
        return say(bodies[0], frame)
    table = part(frame.key, TableGame)
    riders: list[str] = []
    last: dict[type[EntryBody], str] = {}
    for body in bodies:
        match body:
            case e.Arrive(arriving) | e.Regroup(arriving):
                riders += [rider for rider in arriving if rider not in riders]
            case e.Remove(_, rider) if rider in riders:
                riders.remove(rider)
            case _ if not isinstance(body, table.said_of_arrival):
                last[type(body)] = body.say(frame)
    who = table.describe_arrival(riders, bodies, frame)
    return ", ".join([who, *last.values()] if riders else last.values())


def riders_named(body: EntryBody) -> tuple[str, ...]:
    """Return the riders, and the teams, that an entry names, in its order."""
    match body:
        case e.Arrive(riders) | e.Regroup(riders):
            return riders
        case e.Penalise(who):
            return (who,)
    named = getattr(body, "rider", None) or getattr(body, "team", None)
    return (named,) if isinstance(named, str) else ()


def describe_latest(bodies: Sequence[EntryBody], sheet: Sheet) -> str:
    """Describe a step with its result so far, as the undo button does."""
    match bodies:
        case [e.Place(line, rider) | e.Move(line, rider, _)] if (
            line in sheet.lines and rider in sheet.lines[line]
        ):
            place = sheet.lines[line].index(rider) + 1
            return _("%(rider)s, %(place)s at %(lines)s") % {
                "rider": sheet.frame.names.get(rider, rider),
                "place": ordinal(place),
                "lines": sheet.frame.lines[line].label,
            }
        case _:
            return say_step(bodies, sheet.frame)


def group_by_status(statuses: Mapping[str, str], names: Mapping[str, str]) -> list[tuple[str, str]]:
    """Group the riders who are out by how they left the race."""
    return [
        (
            capfirst(str(words)),
            join_with_and(
                [names.get(rider, rider) for rider, theirs in statuses.items() if theirs == status]
            ),
        )
        for status, words in STATUS_NAMES.items()
        if status in statuses.values()
    ]


def stage_list(numbers: Iterable[int], labels: Mapping[int, str]) -> str:
    """List stages: "stages 2–3 and 5". What stands between two stages, a rest day, does not part
    them.
    """
    order = {number: at for at, number in enumerate(sorted(labels))}
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and order[runs[-1][1]] == order[number] - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    words = [
        labels[first] if first == last else f"{labels[first]}–{labels[last]}"
        for first, last in runs
    ]
    single = len(runs) == 1 and runs[0][0] == runs[0][1]
    return (
        _("stage %(label)s") % {"label": words[0]}
        if single
        else _("stages %(labels)s") % {"labels": join_with_and(words)}
    )


def lose_the_result(
    numbers: Iterable[int],
    labels: Mapping[int, str],
    name: str,
    since: str,
) -> str:
    """Say what a rider who leaves the race loses: "Stages 2–4 lose the result of Anna Azure: …"."""
    lost = set(numbers)
    sentence = ngettext(
        "%(stages)s loses the result of %(name)s: they are out of the race since %(since)s.",
        "%(stages)s lose the result of %(name)s: they are out of the race since %(since)s.",
        len(lost),
    ) % {"stages": stage_list(lost, labels), "name": name, "since": since}
    return f"{sentence[0].upper()}{sentence[1:]}"
