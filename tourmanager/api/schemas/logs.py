"""Stage logs: entries to read, and what is sent to record one."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import ConfigDict, Field

from tourmanager.api.schemas.base import Described
from tourmanager.results.stage_page.forms import TOKEN

Name = Annotated[str, Field(pattern=TOKEN.replace(r"\Z", "$"), max_length=64)]
Seq = Annotated[int, Field(ge=0, le=99_999, strict=True)]


class Entry(Described):
    seq: int
    """Its number in the log, from 1."""
    token: str
    """The name that its sender gave it."""
    at: datetime
    by: str
    """Who recorded it."""
    entry: dict[str, Any]
    """What was recorded: `{"do": "place", "line": "s1", "rider": "b4"}`."""
    words: str
    """The same as a sentence for users."""
    counts: bool
    """False where it was undone."""


class Log(Described):
    """The log of a stage."""

    tour: str
    stage: int
    revision: int
    """The revision of the tour."""
    state: str
    """`pending`, `active` or `ended`."""
    reopened: bool
    """It has ended and is being corrected."""
    entries: list[Entry]
    """In their order; nothing recorded is ever changed or removed."""


class Sent(Described):
    """What every request that records names."""

    model_config = ConfigDict(extra="forbid")

    token: Name
    """A name for the entry, new for each: letters, digits and `_ . : -`. A request that is sent
    again with the same name is answered with the entry recorded then, and counts once."""
    base: Seq | None = None
    """The last entry that the sender had seen. Where another device has changed the same record
    since, the entry is refused (`conflict`)."""


class SeenEntry(Described):
    """An entry that the sender knows."""

    model_config = ConfigDict(extra="forbid")

    seq: Seq
    """Its number in the log."""
    token: Name


class SentEntry(Sent):
    """An entry to record."""

    entry: dict[str, Any]
    """What happened, as docs/recording.md lists it: `{"do": "place", "line": "s1", "rider":
    "b4"}`."""
    last: SeenEntry | None = None
    """The last entry that the sender knows. Where the log lacks it, the database was restored from
    a backup, and the entry is refused (`other_history`)."""


class SentStep(Sent):
    """Undo or redo a step of the token's user: by default the last one."""

    entries: Annotated[list[SeenEntry], Field(max_length=200)] = []
    """The entries of the step, where it is another than the last."""


class SentEnd(Sent):
    """End a stage."""

    accepted: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=40)] = []
    """The codes of warnings that somebody has seen and lets stand."""


class Recorded(Described):
    """An entry that is in the log."""

    tour: str
    stage: int
    seq: int
    """Its number in the log."""
    token: str
    at: datetime
    by: str
    entry: dict[str, Any]
    repeated: bool
    """It was there before: this request repeated another."""
    state: str
    """The state of the stage now: `active` or `ended`."""
    reopened: bool
    """It has ended and is being corrected."""
    revision: int
    """The revision of the tour now."""
