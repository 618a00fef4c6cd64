"""The result of a stage as scoring takes it, however the stage was raced.

A rider is named by a code, the team's letter and a number (`b4`); a team by its letter (`b`).
Place, time, bonus, penalty and status are five separate things, and a blank is None, never zero.
Times are whole seconds. Nothing here knows the database or any game.
"""

import re
from typing import Any, Literal

import msgspec

Status = Literal["dnf", "dns", "otl", "dsq"]

Counts = Literal["all", "points", "nothing"]


class Starter(msgspec.Struct, frozen=True):
    """A rider of the start list, the team they ride for, and their marks ("youth")."""

    rider: str
    team: str
    marks: tuple[str, ...] = ()


class Passage(msgspec.Struct, frozen=True):
    """The order over one line: `category` is a key of the scheme's categories."""

    key: str  # "s1", "p2": the line's name within its stage
    name: str  # what it is called where it has a name of its own: "Col du Galibier"
    category: str
    riders: tuple[str, ...]
    paid: tuple[int, ...] = ()  # points by place where the race gave others than the scheme's table
    classification: str = ""  # the one in which they were paid; "" for all that the line counts in


class Arrival(msgspec.Struct, frozen=True, gc=False):
    """The arrival of one rider. The place is their position in the stage's list unless the race
    gave another (places left open, dead heats).
    """

    rider: str
    seconds: int | None  # None: placed without a time, so they have left what goes by time
    place: int = 0
    fraction: int = 0  # thousandths of a second beyond the whole ones, in time trials
    # seconds the race gave them on this stage in all; None: what the scheme gives
    bonus: int | None = None
    turn: int = 0  # where a clock counts them: turns after the winner's


class Penalty(msgspec.Struct, frozen=True):
    """A penalty by the jury. A cancelled one stays visible and counts for nothing."""

    who: str  # a rider, or a team for team seconds
    amount: int
    unit: Literal["seconds", "points", "team_seconds"] = "seconds"
    reason: str = ""
    classification: str = ""  # where points are taken from
    cancelled: str = ""  # why, or "" while it stands


class StageResult(msgspec.Struct, frozen=True):
    """An ended stage, or with `on_road` one being raced."""

    number: int  # its position in the tour
    type: str
    passages: tuple[Passage, ...]
    arrivals: tuple[Arrival, ...]
    # who left the race in this stage; they may have arrived all the same
    statuses: dict[str, Status] = {}
    label: str = ""  # "3a", where it is not called by its number
    kind: Literal["road", "itt", "ttt"] = "road"
    # a neutralised stage counts for points only, a cancelled one for nothing
    counts: Counts = "all"
    why: str = ""  # it does not count in full
    penalties: tuple[Penalty, ...] = ()
    # points at the finish where the race gave others than the tables: classification, rider
    finish_paid: dict[str, dict[str, int]] = {}
    # riders by the name of the award they got: {"Combativity": ("b4",)}
    awards: dict[str, tuple[str, ...]] = {}
    extras: dict[str, Any] = {}  # what the game of the stage keeps of it, for itself
    on_road: tuple[str, ...] = ()  # while the stage is raced: who has not arrived yet
    clock: int = 0  # and the seconds they would have if they arrived now

    @property
    def number_or_label(self) -> str:
        """Number or label that follows the word stage: "3a"."""
        return self.label or str(self.number)

    @property
    def out(self) -> tuple[str, ...]:
        """Riders who left the race in this stage."""
        return tuple(self.statuses)


_NUMBERED = re.compile(r"(?:Sprint|Pass) \d+\Z")


def own_name(label: str) -> str:
    """Drop the label that earlier versions gave to a line without a name of its own."""
    return "" if _NUMBERED.match(label) else label


def read(data: Any) -> StageResult:
    """Read a stored result, also of a version that stored the words of stages and lines."""
    if isinstance(data, dict) and "name" in data:
        name = str(data["name"]).removeprefix("Stage ")
        data = {key: value for key, value in data.items() if key != "name"}
        data["label"] = "" if name == str(data.get("number")) else name
        data["passages"] = [_passage(passage) for passage in data.get("passages", ())]
    return msgspec.convert(data, StageResult)


def _passage(data: dict[str, Any]) -> dict[str, Any]:
    return {
        **{key: value for key, value in data.items() if key != "label"},
        "name": own_name(str(data.get("label", ""))),
    }
