"""Write and read a whole league as one JSON file: its seasons, its people, and every tour of it as
the file of a tour that it is anyway (`results.files.tour_file`).
"""

import re
from datetime import date
from typing import Annotated, Any

import msgspec
from django.utils.translation import gettext as _

from tourmanager.leagues.models import MOST_DIVISIONS, MOST_HALVES
from tourmanager.people.models import LONGEST_NAME
from tourmanager.results.files.tour_file import LARGEST as LARGEST_TOUR
from tourmanager.results.files.tour_file import Moment
from tourmanager.scoring.league.season import MOST_ROUNDS, SeasonRules
from tourmanager.web.middleware import repeats_a_key

FORMAT = "tour-manager/league"
VERSION = 1
LARGEST = 2 * LARGEST_TOUR
MOST_PEOPLE = 5000
MOST_SEASONS = 100
MOST_SPELLINGS = 50

_plain = r"[^\x00-\x1f\x7f\ud800-\udfff]"
_said = r"(?=.*\S)"  # not blanks alone
Text80 = Annotated[str, msgspec.Meta(pattern=rf"^{_plain}{{0,80}}\Z")]
Name80 = Annotated[str, msgspec.Meta(pattern=rf"^{_said}{_plain}{{1,80}}\Z")]
Name40 = Annotated[str, msgspec.Meta(pattern=rf"^{_said}{_plain}{{1,40}}\Z")]
PersonName = Annotated[str, msgspec.Meta(pattern=rf"^{_plain}{{1,{LONGEST_NAME}}}\Z")]
Index = Annotated[int, msgspec.Meta(ge=0, le=MOST_PEOPLE)]
Few = Annotated[int, msgspec.Meta(ge=0, le=999)]


class LeagueFileRefused(Exception):
    """The file cannot become a league; `problems` tells the user why."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class FilePerson(msgspec.Struct):
    name: PersonName
    spellings: Annotated[list[PersonName], msgspec.Meta(max_length=MOST_SPELLINGS)] = []


class FileTour(msgspec.Struct):
    """A tour, and who played its teams: the place of a person in `people` by a team's letter."""

    players: dict[str, Index]
    tour: msgspec.Raw


class FileDivision(msgspec.Struct):
    name: Name40
    promoted: Few = 0
    relegated: Few = 0


class FileMember(msgspec.Struct):
    """A member: their place in `people`, and that of their division in its season."""

    person: Index
    division: Few | None = None


class FileRound(msgspec.Struct):
    """A round: the place of its tour in `tours`, and the number of its stage where it is one."""

    half_weight: Annotated[int, msgspec.Meta(ge=1, le=MOST_HALVES)]
    name: Text80 = ""
    on: date | None = None
    tour: Few | None = None
    stage: Annotated[int, msgspec.Meta(ge=1, le=50)] | None = None


class FileSeason(msgspec.Struct):
    name: Name40
    rules: SeasonRules
    divisions: Annotated[list[FileDivision], msgspec.Meta(max_length=MOST_DIVISIONS)]
    members: Annotated[list[FileMember], msgspec.Meta(max_length=MOST_PEOPLE)]
    rounds: Annotated[list[FileRound], msgspec.Meta(max_length=MOST_ROUNDS)]


class LeagueFile(msgspec.Struct, kw_only=True):
    format: str
    version: int
    exported_at: Moment
    created_at: Moment
    name: Name80
    club: Text80 = ""
    listed: bool = True
    people: Annotated[list[FilePerson], msgspec.Meta(max_length=MOST_PEOPLE)]
    # the oldest first
    seasons: Annotated[list[FileSeason], msgspec.Meta(min_length=1, max_length=MOST_SEASONS)]
    tours: Annotated[list[FileTour], msgspec.Meta(max_length=999)]


class Header(msgspec.Struct):
    format: str
    version: int


def write(file: LeagueFile) -> bytes:
    """Write a league as JSON, with a tour, a person, a member and a round a line."""
    return msgspec.json.format(msgspec.json.encode(file, order="deterministic"), indent=1) + b"\n"


def read(content: bytes) -> LeagueFile:
    """Return the file as values of the right kinds. Raises LeagueFileRefused."""
    if len(content) > LARGEST:
        raise LeagueFileRefused(
            _("The file is larger than %(largest)s MB, the most that is read.")
            % {"largest": LARGEST // 1024 // 1024}
        )
    content = content.removeprefix(b"\xef\xbb\xbf")
    if not content.strip():
        raise LeagueFileRefused(_("The file is empty."))
    try:
        header = msgspec.json.decode(content, type=Header)
    except msgspec.ValidationError:
        raise LeagueFileRefused(
            _("This is no league exported by Tour Manager: it does not say that it is one.")
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise LeagueFileRefused(_say_broken(error)) from None
    _check_header(header)
    if repeats_a_key(content):
        words = _("a value stands in it twice, so nobody knows which was meant.")
        raise LeagueFileRefused(_("The file was changed: %(trouble)s") % {"trouble": words})
    try:
        return msgspec.json.decode(content, type=LeagueFile)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise LeagueFileRefused(_say_wrong(str(error))) from None


def count_rows(file: LeagueFile) -> int:
    """Count what a league is besides its tours."""
    people = sum(1 + len(person.spellings) for person in file.people)
    players = sum(len(tour.players) for tour in file.tours)
    seasons = sum(
        1 + len(season.divisions) + len(season.members) + len(season.rounds)
        for season in file.seasons
    )
    return people + players + seasons


def _check_header(header: Header) -> None:
    """Raise LeagueFileRefused for another format or an unknown version."""
    if header.format != FORMAT:
        sentence = _("This is no league exported by Tour Manager, but a file of another kind.")
        if header.format == "tour-manager/tour":
            sentence = _("This is the file of a tour, not of a league: import it among the tours.")
        raise LeagueFileRefused(sentence)
    if header.version > VERSION:
        raise LeagueFileRefused(
            _(
                "The file was written by a newer Tour Manager: it is of version %(version)s, this"
                " one reads up to %(newest)s. Update Tour Manager first."
            )
            % {"version": str(header.version)[:12], "newest": VERSION}
        )
    if header.version < 1:
        raise LeagueFileRefused(_("The file was changed: there never was such a version of it."))


def _say_broken(error: Exception) -> str:
    if "truncated" in str(error):
        return _(
            "The file breaks off in the middle: it was not copied or downloaded whole. Export the"
            " league again."
        )
    return _("This is no league exported by Tour Manager: it cannot be read as JSON.")


def _say_wrong(error: str) -> str:
    """Reword a message of msgspec: "Expected `int`, got `str` - at `$.people[3].name`"."""
    path = error.rpartition(" - at `$")[2].rstrip("`")  # not shown
    names: dict[str, Any] = {
        "people": _("person"),
        "seasons": _("season"),
        "tours": _("tour"),
        "divisions": _("division"),
        "members": _("member"),
        "rounds": _("round"),
    }
    places = [
        f"{names[name]} {int(at) + 1}"
        for name, at in re.findall(r"(\w+)\[(\d+)\]", path)
        if name in names
    ]
    where = ", ".join(places) or _("its beginning")
    return _("The file was changed: something in it (%(where)s) cannot be right.") % {
        "where": where
    }
