"""Store leagues: their seasons, the rounds of each, who rides in which division, and what was
computed from tours that are over.

A table is never stored: it is computed from the facts of the tours (`reading.py`). `TourFacts` can
be computed again at any time.
"""

from typing import ClassVar

import msgspec
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from simple_history.models import HistoricalRecords

from tourmanager.accounts.models import User
from tourmanager.accounts.versions import NamedVersion
from tourmanager.people.models import Person
from tourmanager.scoring.league.season import MOST_ROUNDS, ONCE, SeasonRules
from tourmanager.tours.models import Stage, Tour

MOST_HALVES = 20  # a round counts ten times at most
MOST_DIVISIONS = 9


class LeagueQuerySet(models.QuerySet["League"]):
    def organised_by(self, user: User | AnonymousUser) -> "LeagueQuerySet":
        return self.filter(organisers=user.pk) if user.is_authenticated else self.none()

    def visible_to(self, user: User | AnonymousUser) -> "LeagueQuerySet":
        """Return the leagues that the user may find: listed ones, and their own."""
        own = Q(pk__in=League.objects.organised_by(user).values("pk"))
        return self.filter(Q(listed=True) | own)


class League(models.Model):
    """Tours that count together, season after season."""

    name = models.CharField(max_length=80)
    club = models.CharField(max_length=80, blank=True)
    # ends in random letters: the link is the permission to look
    slug = models.SlugField(max_length=100, unique=True)
    # shown on this server's front page; otherwise by link only
    listed = models.BooleanField(default=True)
    organisers = models.ManyToManyField(
        settings.AUTH_USER_MODEL, through="Organiser", related_name="leagues"
    )
    created_at = models.DateTimeField()
    history = HistoricalRecords(bases=[NamedVersion])

    objects: ClassVar[models.Manager["League"]] = LeagueQuerySet.as_manager()

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("leagues:table", args=[self.slug])


class Organiser(models.Model):
    """A user who may change a league."""

    league = models.ForeignKey(League, on_delete=models.CASCADE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    added_at = models.DateTimeField()
    history = HistoricalRecords(bases=[NamedVersion])

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "user"], name="organiser_once_in_league")
        ]

    def __str__(self) -> str:
        return _("%(user)s organises %(league)s") % {"user": self.user, "league": self.league}


class Season(models.Model):
    """A season of a league, with rules of its own."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    position = models.PositiveSmallIntegerField()  # the latest has the highest
    name = models.CharField(max_length=40)
    rules = models.JSONField(default=dict)  # scoring.league.season.SeasonRules
    history = HistoricalRecords(bases=[NamedVersion])

    class Meta:
        ordering = ["league", "-position"]
        constraints = [
            models.UniqueConstraint(fields=["league", "position"], name="season_once_in_league"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def season_rules(self) -> SeasonRules:
        return msgspec.convert(self.rules, SeasonRules)


class Division(models.Model):
    """A division of a season; the first is the highest. Its first `promoted` go up at the end, its
    last `relegated` go down.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40)
    promoted = models.PositiveSmallIntegerField(default=0)
    relegated = models.PositiveSmallIntegerField(default=0)
    history = HistoricalRecords(bases=[NamedVersion])

    class Meta:
        ordering = ["season", "position"]
        constraints = [
            models.UniqueConstraint(fields=["season", "position"], name="division_once_in_season"),
            models.CheckConstraint(
                condition=Q(position__gte=1, position__lte=MOST_DIVISIONS),
                name="division_1_to_9",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Member(models.Model):
    """A player of a season, and their division. Whoever rides a round without being one counts in
    the lowest division.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="members")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="memberships")
    division = models.ForeignKey(
        Division, on_delete=models.SET_NULL, null=True, blank=True, related_name="members"
    )
    history = HistoricalRecords(bases=[NamedVersion])

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "person"], name="member_once_in_season")
        ]

    def __str__(self) -> str:
        return str(self.person)


class Round(models.Model):
    """A round of a season: a tour, or a single stage of one; before there is one, a date."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80, blank=True)  # before there is a tour
    date = models.DateField(null=True, blank=True)
    tour = models.ForeignKey(
        Tour, on_delete=models.SET_NULL, null=True, blank=True, related_name="league_rounds"
    )
    stage = models.ForeignKey(
        Stage, on_delete=models.SET_NULL, null=True, blank=True, related_name="league_rounds"
    )
    half_weight = models.PositiveSmallIntegerField(default=ONCE)
    history = HistoricalRecords(bases=[NamedVersion])

    class Meta:
        ordering = ["season", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "number"], name="round_number_once_in_season"
            ),
            models.UniqueConstraint(
                fields=["season", "tour"],
                condition=Q(stage=None, tour__isnull=False),
                name="tour_once_in_season",
                violation_error_message=gettext_lazy("That tour is a round of this season."),
            ),
            models.UniqueConstraint(
                fields=["season", "stage"],
                condition=Q(stage__isnull=False),
                name="stage_once_in_season",
                violation_error_message=gettext_lazy("That stage is a round of this season."),
            ),
            models.CheckConstraint(
                # numbers above the most are those of rounds that are being moved (changing.py)
                condition=Q(number__gte=1, number__lte=2 * MOST_ROUNDS),
                name="round_number_in_bounds",
            ),
            models.CheckConstraint(
                condition=Q(half_weight__gte=1, half_weight__lte=MOST_HALVES),
                name="round_counts_half_to_ten_times",
            ),
            models.CheckConstraint(
                condition=Q(stage=None) | Q(tour__isnull=False), name="a_stage_has_its_tour"
            ),
        ]

    def __str__(self) -> str:
        return _("Round %(number)s") % {"number": self.number}


class TourFacts(models.Model):
    """What leagues read of a tour that is over, as it stood at a revision."""

    tour = models.OneToOneField(Tour, on_delete=models.CASCADE, related_name="league_facts")
    revision = models.PositiveBigIntegerField()
    version = models.PositiveSmallIntegerField()  # facts.VERSION of the code that made it
    facts = models.JSONField()  # facts.Facts

    def __str__(self) -> str:
        return str(self.tour)

    @staticmethod
    def fresh() -> Q:
        """Filter rows that say how the tour stands now."""
        return Q(revision=F("tour__revision"))
