"""Describe logged entries for directors: on the undo button, in the log's history and in messages.

`say` needs only the frame; `describe_latest` also looks at the sheet and can add the place a rider
has: "Blue 4, 2nd at Sprint 3".
"""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from tourmanager.results.sheet import core_entries as e
from tourmanager.results.sheet.core_entries import COUNTS_WORDS as COUNTS_WORDS
from tourmanager.results.sheet.core_entries import penalty_words as penalty_words
from tourmanager.results.sheet.entry import EntryBody
from tourmanager.results.sheet.frame import Frame
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.scoring.result import STATUS_NAMES
from tourmanager.scoring.words import join_with_and, ordinal


def say(body: EntryBody, frame: Frame, log: Mapping[int, EntryBody] | None = None) -> str:
    """Say what was done, short; `log` lets an undo say what it took back."""
    if not isinstance(body, e.Undo | e.Redo) or (was := (log or {}).get(body.seq)) is None:
        return body.say(frame)
    sentence = _("undone: %(what)s") if isinstance(body, e.Undo) else _("done again: %(what)s")
    return sentence % {"what": say(was, frame)}


def describe_latest(body: EntryBody, sheet: Sheet) -> str:
    """Describe an entry with its result so far, as the undo button does."""
    match body:
        case e.Place(line, rider) | e.Move(line, rider, _) if (
            line in sheet.lines and rider in sheet.lines[line]
        ):
            place = sheet.lines[line].index(rider) + 1
            return _("%(rider)s, %(place)s at %(lines)s") % {
                "rider": sheet.frame.names.get(rider, rider),
                "place": ordinal(place),
                "lines": sheet.frame.lines[line].label,
            }
        case _:
            return say(body, sheet.frame)


def group_by_status(gone: Mapping[str, str], names: Mapping[str, str]) -> list[tuple[str, str]]:
    """Group the riders who are out by how they left the race."""
    return [
        (
            said[0].upper() + said[1:],
            join_with_and(
                [names.get(rider, rider) for rider, theirs in gone.items() if theirs == status]
            ),
        )
        for status, said in STATUS_NAMES.items()
        if status in gone.values()
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
    return f"stage {words[0]}" if single else f"stages {join_with_and(words)}"


def lose_the_result(
    numbers: Iterable[int],
    labels: Mapping[int, str],
    name: str,
    since: str,
) -> str:
    """Say what a rider who leaves the race loses: "Stages 2–4 lose the result of Anna Azure: …"."""
    stages = stage_list(numbers, labels)
    loses = "lose" if stages.startswith("stages") else "loses"
    said = _(
        "%(stages)s %(loses)s the result of %(name)s: they are out of the race since %(since)s."
    ) % {"stages": stages, "loses": loses, "name": name, "since": since}
    return f"{said[0].upper()}{said[1:]}"
