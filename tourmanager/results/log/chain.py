"""Chain the entries of a log by checksums, to detect logs that were changed or cut short outside
the app.

Each entry keeps a checksum over the one before it and its own content. Its head, stored apart, says
where the log ends. This finds mistakes, half restored backups and changes by hand. The stored
result of an ended stage names the checksum of the entry that ended it, so a log that was written
again since, with new checksums and a new head, is found too; but not where somebody changes the
stored result as well. Checksums are the same on every database: JSON with sorted keys, moments in
UTC with microseconds.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


class Linked(Protocol):
    """An entry of a chained log."""

    seq: int
    checksum: str

    def checksum_values(self) -> list[Any]:
        """Return the values that the checksum covers, as JSON values."""
        ...


def moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def checksum(previous: str, entry: Linked) -> str:
    """Compute the checksum of an entry that follows the one with the checksum `previous` ("" before
    the first)."""
    text = json.dumps([previous, *entry.checksum_values()], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def link(entries: Iterable[Linked], previous: str) -> str:
    """Give entries their checksums, in order, and return the last one."""
    for entry in entries:
        entry.checksum = previous = checksum(previous, entry)
    return previous


def find_break(log: Sequence[Linked], head_seq: int, head_checksum: str) -> str:
    """Name the first place where a log does not fit its checksums and its head; "" if it fits."""
    previous = ""
    for entry in log:
        if entry.checksum != checksum(previous, entry):
            return _(
                "entry %(entry)s of the log does not fit its checksum: it was changed, or an"
                " entry before it was removed or added."
            ) % {"entry": entry.seq}
        previous = entry.checksum
    last = log[-1].seq if log else 0
    if last < head_seq:
        return ngettext(
            "the log was cut short: entry %(first)s is missing.",
            "the log was cut short: entries %(first)s to %(last)s are missing.",
            head_seq - last,
        ) % {"first": last + 1, "last": head_seq}
    if (last, previous) != (head_seq, head_checksum):
        return _(
            "the log ends with entry %(last)s, but entry %(head)s was the last one recorded."
        ) % {"last": last, "head": head_seq}
    return ""


def find_rewritten(log: Sequence[Linked], seq: int, ended: str) -> str:
    """Say that a log, though it fits its checksums, is not the one whose entry of that number ended
    the stage: that entry's checksum was `ended`. "" if it is, or if nothing is known of it.
    """
    if not ended or any(entry.checksum == ended for entry in log):
        return ""
    if not any(entry.seq == seq for entry in log):
        return _(
            "the log lacks entry %(entry)s, which ended the stage: it was cut short or removed, and"
            " what says where it ends was changed too."
        ) % {"entry": seq}
    return _(
        "the log was written again after the stage had ended: it fits its own checksums, but entry"
        " %(entry)s, which ended the stage, had another one."
    ) % {"entry": seq}
