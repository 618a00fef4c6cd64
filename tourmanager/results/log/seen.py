"""Check what a page says it knows of a stage against the log.

A page names the epoch of the database and the last entry it knows, by number and token. Where the
log does not hold that entry, the database was restored from a backup, by our command or by hand,
and numbers that the page knows may belong to other entries now. An undo or redo names its entry
by the token for the same reason. Pages of older versions name neither; `base` is all they tell.
The token is checked here and not kept: bodies in the log name the entry by its number.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NamedTuple

import msgspec
from django.utils.translation import gettext as _

from tourmanager.results.log.stage_log import Logged
from tourmanager.results.models import Entry
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.entry_fields import Seq
from tourmanager.results.sheet.sheet import EntryRefused


class OtherHistory(EntryRefused):
    """The page knows an entry that this log does not have; nothing was written."""


class LastSeen(NamedTuple):
    """The last entry that a page knows; number 0 where it knows none."""

    seq: int = 0
    token: str = ""


def token_of(log: Sequence[Entry], seq: int) -> str:
    """Return the token of the entry with that number; "" where the log has none."""
    return next((entry.token for entry in reversed(log) if entry.seq == seq), "")


def check_seen(log: Sequence[Entry], last_seen: LastSeen | None) -> None:
    """Raise OtherHistory if the log lacks the last entry that the page knows."""
    if last_seen and last_seen.seq and token_of(log, last_seen.seq) != last_seen.token:
        raise OtherHistory(_("The server was restored from a backup. Load the page again."))


def is_same_step(
    log: Sequence[Entry], body: e.EntryBody, tokens: Mapping[int, str], base: int | None
) -> bool:
    """Return True when an undo or redo means the entries that have its numbers in this log."""
    if not isinstance(body, e.Undo | e.Redo):
        return True
    if tokens:
        return all(token_of(log, seq) == tokens.get(seq) for seq in body.seqs)
    return base is None or base <= (log[-1].seq if log else 0)


Token = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Part = tuple[Seq, Token]


class _NamedStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An undo or redo as pages send it: with the token of each entry that it names."""

    do: Literal["undo", "redo"]
    seq: Seq
    token: Token
    also: Annotated[tuple[Part, ...], msgspec.Meta(max_length=e.MOST_TOGETHER)] = ()


_named_decoder = msgspec.json.Decoder(_NamedStep)


def read_named(text: str) -> tuple[e.EntryBody, dict[int, str]]:
    """Read an entry, and for an undo or redo the tokens of the entries that it names, by number.

    Raises entries.Unreadable.
    """
    try:
        step = _named_decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return e.read(text), {}
    kind = e.Undo if step.do == "undo" else e.Redo
    return kind(step.seq, tuple(seq for seq, _ in step.also)), dict(
        [*step.also, (step.seq, step.token)]
    )


def named_parts(step: Sequence[Logged], log: Sequence[Entry]) -> tuple[tuple[int, str], ...]:
    """Return number and token of each entry of a step."""
    return tuple((entry.seq, token_of(log, entry.seq)) for entry in step)


def write_named(kind: type[e.Undo | e.Redo], parts: Sequence[tuple[int, str]]) -> str:
    """Write an undo or redo for a page to send, with number and token of each entry that it
    names.
    """
    do: Literal["undo", "redo"] = "undo" if kind is e.Undo else "redo"
    *also, (seq, token) = parts
    return msgspec.json.encode(_NamedStep(do, seq, token, tuple(also))).decode()
