"""Write and read a whole tour as one JSON file: its plan, and every entry of its logs in the order
they were made.

`read` tells foreign, broken and newer files apart in plain words; `transfer.py` checks whether the
log fits the plan.
"""

import re
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.results.log.limits import MOST_BYTES
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.entry_fields import Seq
from tourmanager.scoring import codes
from tourmanager.tabletop.registry import UnknownGame, part, parts
from tourmanager.tours.contract import SetUp
from tourmanager.tours.planning.plan import Plan
from tourmanager.web.middleware import repeats_a_key

FORMAT = "tour-manager/tour"
# 2: a changed scheme, kinds and labels of stages, rest days, marks of riders; 3: its game, races;
# 4: Grand Tours of tiles; 5: which entries came by an earlier file, awards, earlier rides of a
# stage; 6: the points of the players are called manager_points, not league
VERSION = 6
LARGEST = MOST_BYTES + 2 * 1024 * 1024  # room for the log and for all else
MOST_IMPORTS = 99

SEPARATOR = ",\n  "

PlanT = TypeVar("PlanT", bound=Plan)

Letter = Annotated[str, msgspec.Meta(pattern=rf"^{codes.TEAM}\Z")]
# of a race; a tour has 21 stages and 5 rest days
StageNumber = Annotated[int, msgspec.Meta(ge=1, le=50)]
_plain = r"[^\x00-\x1f\x7f\ud800-\udfff]"
Mark = Annotated[str, msgspec.Meta(pattern=rf"^{_plain}{{1,64}}\Z")]
OptionalMark = Annotated[str, msgspec.Meta(pattern=rf"^{_plain}{{0,64}}\Z")]
Name = Annotated[str, msgspec.Meta(pattern=rf"^{_plain}{{0,150}}\Z")]
Moment = Annotated[datetime, msgspec.Meta(tz=True)]
if TYPE_CHECKING:
    BodyValue = e.EntryBody
else:
    BodyValue = Any  # of what kinds there are, the rooms of the games know more


class TourFileRefused(Exception):
    """The file cannot become a tour; `problems` tells the user why."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class Header(msgspec.Struct):
    format: str
    version: int
    game: str = ""  # said since version 3


class StageState(msgspec.Struct):
    state: str
    reopened: bool
    approval: str = "provisional"
    approved_at: Moment | None = None


class FileImport(msgspec.Struct):
    """One import of this tour from a file: who imported it, when, and how many entries at the
    beginning of the log were in it.
    """

    by: Name
    at: Moment
    entries: Annotated[int, msgspec.Meta(ge=0)]


class LogEntry(msgspec.Struct):
    stage: StageNumber
    seq: Seq
    token: Mark
    at: Moment
    body: BodyValue
    by: Name = ""
    client: OptionalMark = ""

    def __post_init__(self) -> None:
        if not isinstance(self.body, e.EntryBody):
            try:
                self.body = e.load(self.body)
            except e.Unreadable as error:
                words = str(error)
                # as msgspec words its own, for `_wrong`
                whole = words if " - at " in words else f"{words} - at `$`"  # not shown
                raise ValueError(whole) from error


class TourFile(msgspec.Struct, Generic[PlanT], kw_only=True):
    format: str
    version: int
    game: str = ""
    exported_at: Moment
    created_at: Moment
    plan: PlanT
    letters: list[Letter]  # the codes of the teams, in their order: the log names riders by them
    state: str
    stages: list[StageState]
    log: list[LogEntry]
    listed: bool = True
    imports: Annotated[list[FileImport], msgspec.Meta(max_length=MOST_IMPORTS)] = []


@cache
def decoder_of(game: str) -> msgspec.json.Decoder[TourFile[Any]]:
    """Return the decoder for files of that game. Raises UnknownGame."""
    plan: Any = part(game, SetUp).plan
    return msgspec.json.Decoder(TourFile[plan])


def write(file: TourFile[Plan]) -> bytes:
    """Write a tour as JSON with one entry a line, so that files can be read, compared and kept
    under version control.
    """
    head = msgspec.json.decode(_json(msgspec.structs.replace(file, log=[])))
    del head["log"]
    text = (
        msgspec.json.format(msgspec.json.encode(head), indent=1).decode().removesuffix("}").rstrip()
    )
    lines = SEPARATOR.join(_json(entry).decode() for entry in file.log)
    return f'{text},\n "log": [\n  {lines}\n ]\n}}\n'.encode()  # not shown


def size(entry: LogEntry) -> int:
    """Return how many bytes an entry takes in a file."""
    return len(_json(msgspec.structs.replace(entry, at=entry.at.astimezone(UTC)))) + len(SEPARATOR)


def _json(value: Any) -> bytes:
    """Write a value as JSON with sorted keys, so that every database gives the same text."""
    return msgspec.json.encode(value, order="deterministic")


def read(content: bytes) -> TourFile[Plan]:
    """Return the file as values of the right kinds. Raises TourFileRefused."""
    if len(content) > LARGEST:
        raise TourFileRefused(
            _("The file is larger than %(largest)s MB: that is no tour.")
            % {"largest": LARGEST // 1024 // 1024}
        )
    content = content.removeprefix(b"\xef\xbb\xbf")
    if not content.strip():
        raise TourFileRefused(_("The file is empty."))
    try:
        header = msgspec.json.decode(content, type=Header)
    except msgspec.ValidationError:
        raise TourFileRefused(
            _("This is no tour exported by Tour Manager: it does not say that it is one.")
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise TourFileRefused(_say_broken(error)) from None
    _check_header(header)
    game = header.game or first_game()
    decoder = _decoder(game)
    if repeats_a_key(content):
        words = _("a value stands in it twice, so nobody knows which was meant.")
        raise TourFileRefused(_("The file was changed: %(trouble)s") % {"trouble": words})
    try:
        file = decoder.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise TourFileRefused(_wrong(str(error))) from None
    file.game = game
    return file


def first_game() -> str:
    """Return the game of files that say none, "" where this server does not know it."""
    keys = (key for key, set_up in parts(SetUp).items() if set_up.was_first)
    return next(keys, "")


def _check_header(header: Header) -> None:
    """Raise TourFileRefused for another format, an unknown version or an unknown game."""
    if header.format != FORMAT:
        raise TourFileRefused(
            _("This is no tour exported by Tour Manager, but a file of another kind.")
        )
    if header.version > VERSION:
        raise TourFileRefused(
            _(
                "The file was written by a newer Tour Manager: it is of version %(version)s, this"
                " one reads up to %(newest)s. Update Tour Manager first."
            )
            % {"version": str(header.version)[:12], "newest": VERSION}
        )
    if header.version < 1:
        raise TourFileRefused(_("The file was changed: there never was such a version of it."))


def _decoder(game: str) -> msgspec.json.Decoder[TourFile[Any]]:
    try:
        return decoder_of(game)
    except UnknownGame:
        raise TourFileRefused(
            _(
                "This Tour Manager knows no game “%(game)s”: the file was changed, or needs a newer"
                " one."
            )
            % {"game": game[:20]}
        ) from None


def _say_broken(error: Exception) -> str:
    if "truncated" in str(error):
        return _(
            "The file breaks off in the middle: it was not copied or downloaded "
            "whole. Export the tour again."
        )
    return _("This is no tour exported by Tour Manager: it cannot be read as JSON.")


KINDS = {
    "int": gettext_lazy("a whole number"),
    "float": gettext_lazy("a number with decimals"),
    "str": gettext_lazy("text"),
    "bool": gettext_lazy("yes or no"),
    "null": gettext_lazy("nothing"),
    "array": gettext_lazy("a list"),
    "object": gettext_lazy("a group of values"),
    "datetime": gettext_lazy("a moment"),
}


def _wrong(error: str) -> str:
    """Reword a message of msgspec for users, without its type names: "Expected `int`, got `str` -
    at `$.log[3].seq`".
    """
    sentence, *paths = error.split(" - at ")
    # as it says it of a key that cannot be
    within, *outer = [path.strip("`").removeprefix("key` in `") for path in paths] or [""]
    # an entry names the place within its body, then the file that of the entry
    where = _where(outer[0] + ".body" + within.removeprefix("$") if outer else within)
    if match := re.fullmatch(r"Expected `(\w+)(?: \| \w+)*`, got `(\w+)`", sentence):  # not shown
        expected, actual = (KINDS.get(kind, kind) for kind in match.groups())
        return _("The file was changed: %(where)s should be %(wanted)s, but is %(got)s.") % {
            "where": where,
            "wanted": expected,
            "got": actual,
        }
    if match := re.fullmatch(r"Object missing required field `(\w+)`", sentence):  # not shown
        return _("The file was changed: %(where)s lacks “%(missing)s”.") % {
            "where": where,
            "missing": match[1],
        }
    return _("The file was changed: %(where)s cannot be right.") % {"where": where}


def _where(path: str) -> str:
    """Translate a path of msgspec: "$.log[3].body.rider" is "entry 4 of the log (body, rider)"."""
    if match := re.match(r"\$\.log\[(\d+|\.\.\.)\]?", path):
        rest = [part for part in re.split(r"[.\[\]]+", path[match.end() :]) if part]
        place = (
            _("entry %(number)s of the log") % {"number": int(match[1]) + 1}
            if match[1].isdigit()
            else _("an entry of the log")
        )
        return f"{place} ({', '.join(rest)})" if rest else place
    parts = [part for part in re.split(r"[.\[\]]+", path.removeprefix("$")) if part]
    return f"“{', '.join(parts)}”" if parts else _("it")
