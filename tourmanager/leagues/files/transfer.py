"""Export a whole league to a file, and make a league from such a file.

Nothing in a file is trusted: every tour of it is raced again as when it is imported alone, and the
rest goes through the doors of `changing.py`. All of it is written, or nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec
from django.db import transaction
from django.db.models import Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from tourmanager.accounts.models import User
from tourmanager.leagues import changing
from tourmanager.leagues.changing import LeagueRefused
from tourmanager.leagues.files import league_file
from tourmanager.leagues.files.league_file import (
    FORMAT,
    VERSION,
    FileDivision,
    FileMember,
    FilePerson,
    FileRound,
    FileSeason,
    FileTour,
    LeagueFile,
    LeagueFileRefused,
)
from tourmanager.leagues.models import Division, League, Member, Round, Season
from tourmanager.leagues.reading import is_shown
from tourmanager.people import identity
from tourmanager.people.finding import merged_people
from tourmanager.people.identity import PersonRefused, follow
from tourmanager.people.models import Person, Spelling
from tourmanager.results.files.tour_file import TourFileRefused
from tourmanager.results.files.tour_file import write as write_tour
from tourmanager.results.files.transfer import import_tour, is_representable, to_tour_file
from tourmanager.results.log.limits import MOST_READ_AGAIN
from tourmanager.results.models import LogHead
from tourmanager.tours.models import Stage, Tour, TourTeam
from tourmanager.tours.planning.creation import name_taken

LONGEST_TOUR_NAME = 80
MOST_COPIES = 99


class ExportRefused(Exception):
    """The league cannot be exported by this user; says why."""


class Imported(NamedTuple):
    """A league just made, and its tours that have another name here: as in the file, and now."""

    league: League
    renamed: list[tuple[str, str]]


def tours_of(league: League) -> list[Tour]:
    """Return the tours of all rounds of a league that can be shown, in the order they were made."""
    tours = Tour.objects.filter(league_rounds__season__league=league).distinct()
    return [tour for tour in tours.order_by("created_at", "pk") if is_shown(tour)]


def check_may_export(league: League, user: User) -> None:
    """Raise ExportRefused unless the user directs every tour of the league: a file of a tour has
    its whole log, which is for its directors.
    """
    if user.is_staff:
        return
    own = set(Tour.objects.filter(directors=user).values_list("pk", flat=True))
    others = [tour.name for tour in tours_of(league) if tour.pk not in own]
    if others:
        raise ExportRefused(
            _(
                "The file would hold the whole logs of tours that you do not direct: %(tours)s. Ask"
                " a director of each to add you."
            )
            % {"tours": ", ".join(others[:8]) + (" …" if len(others) > 8 else "")}
        )


@transaction.atomic
def export(league: League) -> bytes:
    """Return the league as the bytes of a file, read in one transaction."""
    return league_file.write(to_league_file(league))


def to_league_file(league: League) -> LeagueFile:
    """Return the league with its people and whole tours."""
    tours = tours_of(league)
    merged = merged_people()
    teams = TourTeam.objects.filter(tour__in=tours, person__isnull=False)
    played = [
        (tour, letter, follow(person, merged))
        for tour, letter, person in teams.order_by("tour_id", "seat").values_list(
            "tour_id", "letter", "person_id"
        )
    ]
    members = Member.objects.filter(season__league=league).order_by("pk")
    everybody = {
        *(person for _tour, _letter, person in played),
        *(follow(member.person_id, merged) for member in members),
    }
    people = list(Person.objects.filter(pk__in=everybody).order_by("pk"))
    places = {person.pk: at for at, person in enumerate(people)}
    tour_places = {tour.pk: at for at, tour in enumerate(tours)}
    return LeagueFile(
        format=FORMAT,
        version=VERSION,
        exported_at=timezone.now(),
        created_at=league.created_at,
        name=league.name,
        club=league.club,
        listed=league.listed,
        people=_file_people(people, merged),
        seasons=[
            _file_season(season, merged, places, tour_places)
            for season in league.seasons.order_by("position")
        ],
        tours=[
            FileTour(
                {letter: places[person] for own, letter, person in played if own == tour.pk},
                msgspec.Raw(write_tour(to_tour_file(tour))),
            )
            for tour in tours
        ],
    )


def _file_people(people: Sequence[Person], merged: Mapping[int, int | None]) -> list[FilePerson]:
    spellings: dict[int, list[str]] = {person.pk: [] for person in people}
    for pk, name in Spelling.objects.order_by("pk").values_list("person_id", "name"):
        own = spellings.get(follow(pk, merged))
        if own is not None and name not in own:
            own.append(name)
    return [
        FilePerson(person.name, spellings[person.pk][: league_file.MOST_SPELLINGS])
        for person in people
    ]


def _file_season(
    season: Season,
    merged: Mapping[int, int | None],
    places: Mapping[int, int],
    tour_places: Mapping[int, int],
) -> FileSeason:
    divisions = list(season.divisions.order_by("position"))
    at = {division.pk: number for number, division in enumerate(divisions)}
    members: dict[int, FileMember] = {}
    for member in season.members.order_by("pk"):
        person = places[follow(member.person_id, merged)]
        division = at[member.division_id] if member.division_id is not None else None
        members[person] = FileMember(person, division)
    return FileSeason(
        season.name,
        season.season_rules,
        [FileDivision(each.name, each.promoted, each.relegated) for each in divisions],
        [*members.values()],
        [
            _file_round(each, tour_places)
            for each in season.rounds.select_related("tour", "stage").order_by("number")
        ],
    )


def _file_round(row: Round, tour_places: Mapping[int, int]) -> FileRound:
    """Return a round; one whose tour was erased keeps its place, and the name of the tour."""
    tour = tour_places.get(row.tour_id or 0)
    stage = row.stage.number if row.stage and tour is not None else None
    name = row.tour.name if row.tour and tour is None else row.name
    return FileRound(row.half_weight, name, row.date, tour, stage)


def import_league(
    content: bytes, *, by: User, at: datetime, name: str = "", most_rows: int | None = None
) -> Imported:
    """Make a league from a file, under its own name or another: `by` organises it, directs its
    tours, and its people are theirs. Nobody who is here already is taken for one of them. A page
    gives the most rows that it waits for, beside the tours.

    Raises LeagueFileRefused, nothing changed.
    """
    file = league_file.read(content)
    if most_rows is not None and league_file.count_rows(file) > most_rows:
        raise LeagueFileRefused(
            _(
                "The file has more than %(most)s players, spellings, members and rounds together."
                " Who runs the server can import it by the command league_import."
            )
            % {"most": most_rows}
        )
    if not is_representable(file.created_at):
        raise LeagueFileRefused(
            _("The file was changed: the time at which the league was made is none.")
        )
    try:
        with transaction.atomic():
            return _write(file, by=by, at=at, name=name)
    except (LeagueRefused, PersonRefused) as refused:
        raise LeagueFileRefused(
            _("The file was changed: %(trouble)s") % {"trouble": refused}
        ) from None
    except IndexError:
        raise LeagueFileRefused(
            _("The file was changed: it names a player, a division or a tour that is not in it.")
        ) from None


def _write(file: LeagueFile, *, by: User, at: datetime, name: str) -> Imported:
    people = [_add_person(each, by=by, at=at) for each in file.people]
    tours, renamed = [], []
    for number, each in enumerate(file.tours, start=1):
        tour, called = _add_tour(each, number, by=by, at=at)
        if tour.name != called:
            renamed.append((called, tour.name))
        _seat(tour, each.players, people)
        tours.append(tour)
        _check_spent(tours)
    first, *later = file.seasons
    called, made = name or file.name, file.created_at
    league = changing.create_league(called, file.club, first.name, by=by, at=made)
    changing.rename(league, called, file.club, listed=file.listed)
    _fill(league.seasons.get(), first, people, tours)
    for season in later:
        _fill(changing.new_season(league, season.name, season.rules), season, people, tours)
    return Imported(league, renamed)


def _add_person(each: FilePerson, *, by: User, at: datetime) -> Person:
    person = identity.add_person(each.name, owner=by, at=at)
    for spelling in each.spellings:
        identity.add_spelling(person, spelling)
    return person


class _NameOnly(msgspec.Struct):
    class Plan(msgspec.Struct):
        name: str = ""

    plan: Plan


def _add_tour(each: FileTour, number: int, *, by: User, at: datetime) -> tuple[Tour, str]:
    """Import one tour, under a free name, and return it with its name in the file. Raises
    LeagueFileRefused.
    """
    try:
        called = msgspec.json.decode(each.tour, type=_NameOnly).plan.name
        free = free_name(called)
        tour = import_tour(bytes(each.tour), by=by, at=at, name="" if free == called else free)
    except msgspec.DecodeError:
        raise LeagueFileRefused(
            _("Tour %(number)s of the file is no tour exported by Tour Manager.")
            % {"number": number}
        ) from None
    except TourFileRefused as refused:
        raise LeagueFileRefused(
            *(
                _("Tour %(number)s of the file, “%(tour)s”: %(problem)s")
                % {"number": number, "tour": called[:80], "problem": problem}
                for problem in refused.problems
            )
        ) from None
    return tour, called


def free_name(name: str) -> str:
    """Return the name, or where a tour has it already, the name with the next number that is free:
    "Coast and Cols 2".
    """
    if not name_taken(name):
        return name
    for number in range(2, MOST_COPIES + 1):
        ending = f" {number}"
        free = name[: LONGEST_TOUR_NAME - len(ending)] + ending
        if not name_taken(free):
            return free
    return name


def _check_spent(tours: Iterable[Tour]) -> None:
    """Raise LeagueFileRefused where the logs of all these tours take longer to read than those of
    one tour may.
    """
    heads = LogHead.objects.filter(stage__tour__in=list(tours))
    if (heads.aggregate(spent=Sum("read_again"))["spent"] or 0) > MOST_READ_AGAIN:
        raise LeagueFileRefused(
            _("The logs in the file take too long to read: that is no league that was raced.")
        )


def _seat(tour: Tour, players: Mapping[str, int], people: Sequence[Person]) -> None:
    teams = {team.letter: team for team in tour.teams.all()}
    for letter, person in players.items():
        if letter not in teams:
            raise IndexError
        teams[letter].person = people[person]
        teams[letter].save(update_fields=["person"])


def _fill(
    season: Season, file: FileSeason, people: Sequence[Person], tours: Sequence[Tour]
) -> None:
    """Fill an empty season. Raises LeagueRefused, and IndexError where the file names what is not
    in it.
    """
    changing.set_rules(season, file.rules)
    divisions: list[Division] = [
        changing.add_division(season, each.name, each.promoted, each.relegated)
        for each in file.divisions
    ]
    for member in file.members:
        division = None if member.division is None else divisions[member.division]
        changing.put_member(season, people[member.person], division)
    for each in file.rounds:
        tour = None if each.tour is None else tours[each.tour]
        stage = None
        if each.stage is not None:
            stage = Stage.objects.filter(tour=tour, number=each.stage).first()
            if tour is None or stage is None:
                raise IndexError
        changing.add_round(
            season,
            tour=tour,
            stage=stage,
            name=each.name,
            on=each.on,
            half_weight=each.half_weight,
        )
