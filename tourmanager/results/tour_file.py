"""A whole tour as one JSON file: what it was planned as, and every entry of its logs in the order they were made.

`read` tells foreign, broken and newer files apart in plain words; whether the log fits the plan is judged by `transfer.py`.
"""

import re
from datetime import datetime
from typing import Annotated, Any, Generic, TypeVar

import msgspec

from tourmanager.results import entries as e
from tourmanager.tours.games import CYCLING_PARTY, FLAMME_ROUGE, RACE
from tourmanager.tours.grand_tours import GrandTourPlan
from tourmanager.tours.plan import TourPlan
from tourmanager.tours.plans import Plan
from tourmanager.tours.races import RacePlan

FORMAT = "tour-manager/tour"
VERSION = 4  # 2: a changed scheme, kinds and labels of stages, rest days, marks of riders; 3: its game, races; 4: Grand Tours of tiles
GAME = CYCLING_PARTY  # of files that say none: those before version 3
LARGEST = 5 * 1024 * 1024
MOST_IN_STAGE = 3000  # twenty times what a long stage needs

PlanT = TypeVar("PlanT", bound=Plan)

Letter = Annotated[str, msgspec.Meta(pattern=r"^[a-z]{1,2}\Z")]
StageNumber = Annotated[int, msgspec.Meta(ge=1, le=50)]  # of a race; a tour has 21 stages and 5 rest days
_plain = r"[^\x00-\x1f\x7f\ud800-\udfff]"
Mark = Annotated[str, msgspec.Meta(pattern=rf"^{_plain}{{1,64}}\Z")]
OptionalMark = Annotated[str, msgspec.Meta(pattern=rf"^{_plain}{{0,64}}\Z")]
Name = Annotated[str, msgspec.Meta(pattern=rf"^{_plain}{{0,150}}\Z")]
Moment = Annotated[datetime, msgspec.Meta(tz=True)]


class FileRefused(Exception):
    """The file cannot become a tour; `problems` says why, for who wants to import it."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class Header(msgspec.Struct):
    format: str
    version: int
    game: str = GAME


class StageState(msgspec.Struct):
    state: str
    reopened: bool
    approval: str = "provisional"
    approved_at: Moment | None = None


class LogEntry(msgspec.Struct):
    stage: StageNumber
    seq: e.Seq
    token: Mark
    at: Moment
    body: e.Body
    by: Name = ""
    client: OptionalMark = ""


class TourFile(msgspec.Struct, Generic[PlanT], kw_only=True):
    format: str
    version: int
    game: str = GAME
    exported_at: Moment
    created_at: Moment
    plan: PlanT
    letters: list[Letter]  # the codes of the teams, in their order: the log names riders by them
    state: str
    stages: list[StageState]
    log: list[LogEntry]
    listed: bool = True


DECODERS: dict[str, msgspec.json.Decoder[TourFile[Any]]] = {
    GAME: msgspec.json.Decoder(TourFile[TourPlan]),
    RACE: msgspec.json.Decoder(TourFile[RacePlan]),
    FLAMME_ROUGE: msgspec.json.Decoder(TourFile[GrandTourPlan]),
}


def write(file: TourFile[Plan]) -> bytes:
    """One entry a line: such files can be read, compared and kept under version control."""
    head = msgspec.to_builtins(file)
    entries = head.pop("log")
    text = msgspec.json.format(msgspec.json.encode(head), indent=1).decode().removesuffix("}").rstrip()
    lines = ",\n  ".join(msgspec.json.encode(entry).decode() for entry in entries)
    return f'{text},\n "log": [\n  {lines}\n ]\n}}\n'.encode()


def read(content: bytes) -> TourFile[Plan]:
    """The file as values of the right kinds. Raises FileRefused."""
    if len(content) > LARGEST:
        raise FileRefused(f"The file is larger than {LARGEST // 1024 // 1024} MB: that is no tour.")
    content = content.removeprefix(b"\xef\xbb\xbf")
    if not content.strip():
        raise FileRefused("The file is empty.")
    try:
        header = msgspec.json.decode(content, type=Header)
    except msgspec.ValidationError:
        raise FileRefused("This is no tour exported by Tour Manager: it does not say that it is one.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise FileRefused(_broken(error)) from None
    if header.format != FORMAT:
        raise FileRefused("This is no tour exported by Tour Manager, but a file of another kind.")
    if header.version > VERSION:
        raise FileRefused(
            f"The file was written by a newer Tour Manager: it is of version {str(header.version)[:12]}, this one reads up to {VERSION}. "
            "Update Tour Manager first."
        )
    if header.version < 1:
        raise FileRefused("The file was changed: there never was such a version of it.")
    if header.game not in DECODERS:
        raise FileRefused(f"This Tour Manager knows no game “{header.game[:20]}”: the file was changed, or needs a newer one.")
    try:
        return DECODERS[header.game].decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise FileRefused(_wrong(str(error))) from None


def _broken(error: Exception) -> str:
    if "truncated" in str(error):
        return "The file breaks off in the middle: it was not copied or downloaded whole. Export the tour again."
    return "This is no tour exported by Tour Manager: it cannot be read as JSON."


KINDS = {
    "int": "a whole number",
    "float": "a number with decimals",
    "str": "text",
    "bool": "yes or no",
    "null": "nothing",
    "array": "a list",
    "object": "a group of values",
    "datetime": "a moment",
}


def _wrong(error: str) -> str:
    """What msgspec found, without its names: "Expected `int`, got `str` - at `$.log[3].seq`"."""
    found, _, path = error.partition(" - at ")
    where = _where(path.strip("`").removeprefix("key` in `"))  # as it says it of a key that cannot be
    if match := re.fullmatch(r"Expected `(\w+)(?: \| \w+)*`, got `(\w+)`", found):
        wanted, got = (KINDS.get(kind, kind) for kind in match.groups())
        return f"The file was changed: {where} should be {wanted}, but is {got}."
    if match := re.fullmatch(r"Object missing required field `(\w+)`", found):
        return f"The file was changed: {where} lacks “{match[1]}”."
    return f"The file was changed: {where} cannot be right."


def _where(path: str) -> str:
    """ "$.log[3].body.rider" as "entry 4 of the log (body, rider)"."""
    if match := re.match(r"\$\.log\[(\d+|\.\.\.)\]?", path):
        rest = [part for part in re.split(r"[.\[\]]+", path[match.end() :]) if part]
        place = f"entry {int(match[1]) + 1}" if match[1].isdigit() else "an entry"
        return f"{place} of the log" + (f" ({', '.join(rest)})" if rest else "")
    parts = [part for part in re.split(r"[.\[\]]+", path.removeprefix("$")) if part]
    return f"“{', '.join(parts)}”" if parts else "it"
