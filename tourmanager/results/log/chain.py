"""Chain the entries of a log by checksums, to detect logs that were changed or cut short outside
the app.

Each entry keeps a checksum over the one before it and its own content. Its head, stored apart, says
where the log ends. This finds mistakes, half restored backups and changes by hand, but not somebody
who recalculates all checksums and changes the head too. Checksums are the same on every database:
JSON with sorted keys, moments in UTC with microseconds.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Protocol


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
            return (
                f"entry {entry.seq} of the log does not fit its checksum: it was changed, or an"
                " entry before it was removed or added."
            )
        previous = entry.checksum
    last = log[-1].seq if log else 0
    if last < head_seq:
        missing = (
            f"entry {last + 1}" if head_seq == last + 1 else f"entries {last + 1} to {head_seq}"
        )
        return (
            f"the log was cut short: {missing} {'is' if head_seq == last + 1 else 'are'} missing."
        )
    if (last, previous) != (head_seq, head_checksum):
        return f"the log ends with entry {last}, but entry {head_seq} was the last one recorded."
    return ""
