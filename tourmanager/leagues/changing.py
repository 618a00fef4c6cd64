"""Change leagues: the one door through which their rows are written.

What is refused raises LeagueRefused with a sentence for the user.
"""

import secrets
import string
from collections.abc import Sequence
from datetime import date, datetime

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tourmanager.accounts.models import User
from tourmanager.leagues.models import (
    MOST_DIVISIONS,
    Division,
    League,
    Member,
    Organiser,
    Round,
    Season,
)
from tourmanager.people.models import Person
from tourmanager.scoring.league.season import LINKS, MOST_ROUNDS, SeasonRules
from tourmanager.tours.models import Stage, Tour

RANDOM_LETTERS = 6
MOST_TABLE = 60  # places that a table of points pays
MOST_POINTS = 10_000


class LeagueRefused(Exception):
    """The league cannot be changed in that way; the message says why, for the user."""


@transaction.atomic
def create_league(name: str, club: str, season: str, *, by: User, at: datetime) -> League:
    """Make a league with an empty first season; its maker organises it."""
    letters = "".join(secrets.choice(string.ascii_lowercase) for _ in range(RANDOM_LETTERS))
    slug = f"{slugify(name)[:80] or 'league'}-{letters}"
    league = League.objects.create(name=name, club=club, slug=slug, created_at=at)
    Organiser.objects.create(league=league, user=by, added_at=at)
    new_season(league, season, SeasonRules())
    return league


def new_season(league: League, name: str, rules: SeasonRules) -> Season:
    """Add an empty season behind the others."""
    latest = league.seasons.aggregate(most=Max("position"))["most"] or 0
    return Season.objects.create(
        league=league, position=latest + 1, name=name, rules=msgspec.to_builtins(rules)
    )


def set_rules(season: Season, rules: SeasonRules) -> None:
    """Give a season other rules. Raises LeagueRefused."""
    if rules.by == "table":
        if not rules.table:
            raise LeagueRefused(_("Write the points of the first place at least."))
        if len(rules.table) > MOST_TABLE:
            raise LeagueRefused(_("A table pays %(most)s places at most.") % {"most": MOST_TABLE})
        if any(not 0 <= points <= MOST_POINTS for points in rules.table):
            raise LeagueRefused(
                _("Points for a place are from 0 to %(most)s.") % {"most": MOST_POINTS}
            )
        if [*rules.table] != sorted(rules.table, reverse=True):
            raise LeagueRefused(_("A better place cannot bring fewer points than a worse one."))
    if len(set(rules.tie_breaks)) < len(rules.tie_breaks):
        raise LeagueRefused(_("Each way to part players who are level can be used once."))
    if not set(rules.tie_breaks) <= set(LINKS):
        raise LeagueRefused(_("There is no such way to part players who are level."))
    if not 0 <= rules.best <= MOST_ROUNDS or not 0 <= rules.minimum <= MOST_ROUNDS:
        raise LeagueRefused(_("A season has %(most)s rounds at most.") % {"most": MOST_ROUNDS})
    season.rules = msgspec.to_builtins(rules)
    season.save(update_fields=["rules"])


@transaction.atomic
def add_round(
    season: Season,
    *,
    tour: Tour | None = None,
    stage: Stage | None = None,
    name: str = "",
    on: date | None = None,
    half_weight: int = 2,
) -> Round:
    """Add a round behind the others. Raises LeagueRefused."""
    Season.objects.select_for_update().get(pk=season.pk)
    number = (season.rounds.aggregate(most=Max("number"))["most"] or 0) + 1
    if number > MOST_ROUNDS:
        raise LeagueRefused(_("A season has %(most)s rounds at most.") % {"most": MOST_ROUNDS})
    row = Round(season=season, number=number, half_weight=half_weight)
    return _fill(row, tour, stage, name, on)


@transaction.atomic
def change_round(
    row: Round,
    *,
    tour: Tour | None,
    stage: Stage | None,
    name: str,
    on: date | None,
    half_weight: int,
) -> Round:
    """Give a round another tour, stage, name, date or weight. Raises LeagueRefused."""
    row.half_weight = half_weight
    return _fill(row, tour, stage, name, on)


def _fill(row: Round, tour: Tour | None, stage: Stage | None, name: str, on: date | None) -> Round:
    if stage is not None and (tour is None or stage.tour_id != tour.pk):
        raise LeagueRefused(_("That stage does not belong to that tour."))
    if tour is None and not name and on is None:
        raise LeagueRefused(_("Choose a tour, or write a name or a date for a round to come."))
    row.tour, row.stage, row.name, row.date = tour, stage, name, on
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        raise LeagueRefused(_("That tour is a round of this season already.")) from None
    return row


@transaction.atomic
def move_round(row: Round, number: int) -> None:
    """Give a round another number; those between move by one. Raises LeagueRefused."""
    rows = list(Season.objects.select_for_update().get(pk=row.season_id).rounds.order_by("number"))
    if not 1 <= number <= len(rows):
        raise LeagueRefused(_("The rounds are numbered from 1 to %(last)s.") % {"last": len(rows)})
    own = next(each for each in rows if each.pk == row.pk)
    rows.remove(own)
    rows.insert(number - 1, own)
    _number(rows)


@transaction.atomic
def remove_round(row: Round) -> None:
    """Take a round out of its season; its tour stays. Those behind move up."""
    season = Season.objects.select_for_update().get(pk=row.season_id)
    row.delete()
    _number(list(season.rounds.order_by("number")))


def _number(rows: Sequence[Round]) -> None:
    """Number rounds in this order. Those that move go through numbers that no round has."""
    moving = [(number, each) for number, each in enumerate(rows, 1) if each.number != number]
    for free in (MOST_ROUNDS, 0):
        for number, each in moving:
            each.number = free + number
            each.save(update_fields=["number"])


@transaction.atomic
def add_division(season: Season, name: str, promoted: int, relegated: int) -> Division:
    """Add a division below the others. Raises LeagueRefused."""
    Season.objects.select_for_update().get(pk=season.pk)
    position = season.divisions.count() + 1
    if position > MOST_DIVISIONS:
        raise LeagueRefused(
            _("A season has %(most)s divisions at most.") % {"most": MOST_DIVISIONS}
        )
    return Division.objects.create(
        season=season, position=position, name=name, promoted=promoted, relegated=relegated
    )


def change_division(division: Division, name: str, promoted: int, relegated: int) -> None:
    """Give a division another name, or let others go up and down."""
    division.name, division.promoted, division.relegated = name, promoted, relegated
    division.save(update_fields=["name", "promoted", "relegated"])


@transaction.atomic
def remove_division(division: Division) -> None:
    """Remove a division; its players count in the lowest one that is left."""
    season = Season.objects.select_for_update().get(pk=division.season_id)
    position = division.position
    division.delete()
    for each in season.divisions.filter(position__gt=position).order_by("position"):
        each.position -= 1
        each.save(update_fields=["position"])


def put_member(season: Season, person: Person, division: Division | None) -> None:
    """Make somebody a member of a season, in that division. Raises LeagueRefused."""
    if division is not None and division.season_id != season.pk:
        raise LeagueRefused(_("That division is not there any more."))
    member, new = Member.objects.get_or_create(
        season=season, person=person, defaults={"division": division}
    )
    if not new and member.division_id != (division.pk if division else None):
        member.division = division
        member.save(update_fields=["division"])


def remove_member(season: Season, person: Person) -> None:
    """Take somebody off the list of members; what they rode counts in the lowest division."""
    Member.objects.filter(season=season, person=person).delete()


def add_organiser(league: League, user: User, at: datetime) -> None:
    """Let a user change the league."""
    Organiser.objects.get_or_create(league=league, user=user, defaults={"added_at": at})


@transaction.atomic
def remove_organiser(league: League, user: User) -> None:
    """Let a user not change the league any more; one is left. Raises LeagueRefused."""
    rows = list(Organiser.objects.select_for_update().filter(league=league))
    if [row.user_id for row in rows] == [user.pk]:
        raise LeagueRefused(_("A league needs an organiser: add another one first."))
    Organiser.objects.filter(league=league, user=user).delete()


def rename(league: League, name: str, club: str, *, listed: bool) -> None:
    """Give a league another name or club, and list it or not."""
    league.name, league.club, league.listed = name, club, listed
    league.save(update_fields=["name", "club", "listed"])


@transaction.atomic
def start_season(
    season: Season, name: str, order: Sequence[tuple[Division | None, Sequence[str]]]
) -> Season:
    """Begin the next season with the same rules and divisions. `order` has the players of each
    division as they ended: the first go up, the last go down.
    """
    following = new_season(season.league, name, season.season_rules)
    divisions = {
        each.pk: add_division(following, each.name, each.promoted, each.relegated)
        for each in season.divisions.order_by("position")
    }
    ranked = [(division, list(players)) for division, players in order if division is not None]
    for at, (division, players) in enumerate(ranked):
        up = division.promoted if at else 0
        down = division.relegated if at + 1 < len(ranked) else 0
        for place, who in enumerate(players):
            to = at
            if place < up:
                to = at - 1
            elif place >= len(players) - down:
                to = at + 1
            person = Person.objects.get(pk=int(who))
            put_member(following, person, divisions[ranked[to][0].pk])
    if not ranked:
        for member in season.members.select_related("person"):
            put_member(following, member.person, None)
    return following
