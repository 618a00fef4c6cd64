"""Leagues: seasons over any number of tours of any games. A round is a tour, or one of its stages.

What a season is worth is computed from its tours (`facts.py`, `scoring.league`): nothing here holds
a total.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy
from simple_history.models import HistoricalRecords

from tourmanager.accounts.models import User
from tourmanager.people.models import Person
from tourmanager.tours.models import Stage, Tour

MOST_WEIGHT = 10  # of a round


class LeagueQuerySet(models.QuerySet["League"]):
    def not_erased(self) -> "LeagueQuerySet":
        return self.filter(erased_at=None)

    def organised_by(self, user: object) -> "LeagueQuerySet":
        """Return the leagues that a user may change."""
        if not isinstance(user, User):
            return self.none()
        return self.filter(organisers=user.pk)


class League(models.Model):
    name = models.CharField(max_length=80)
    # ends in random letters: the link is the permission to look
    slug = models.SlugField(max_length=100, unique=True)
    club = models.CharField(max_length=80, blank=True)  # who runs it, as its pages say
    organisers = models.ManyToManyField(
        settings.AUTH_USER_MODEL, through="Organiser", related_name="leagues"
    )
    # shown on this server's pages; otherwise by link only
    listed = models.BooleanField(default=True)
    revision = models.PositiveBigIntegerField(default=0)  # raised with every change of the league
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    erased_at = models.DateTimeField(null=True, blank=True)
    history = HistoricalRecords(excluded_fields=["revision", "changed_at"])

    objects: ClassVar[models.Manager["League"]] = LeagueQuerySet.as_manager()

    class Meta:
        ordering = ["-changed_at"]
        constraints = [
            models.UniqueConstraint(
                Lower("name"),
                condition=Q(erased_at=None),
                name="league_name_once",
                violation_error_message=gettext_lazy("There is a league of this name."),
            )
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("leagues:league", args=[self.slug])


class Organiser(models.Model):
    """A user who may change a league."""

    league = models.ForeignKey(League, on_delete=models.CASCADE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    added_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "user"], name="organiser_once_in_league")
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.league}"


class Season(models.Model):
    """A season of a league, with the rules that make its table."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40)
    rules = models.JSONField(default=dict)  # season_rules.SeasonRules
    closed_at = models.DateTimeField(null=True, blank=True)  # when it was over

    class Meta:
        ordering = ["league", "number"]
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="season_once_in_league")
        ]

    def __str__(self) -> str:
        return self.name


class Division(models.Model):
    """A part of a season's players with a table of its own; the first is the highest."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40)
    promoted = models.PositiveSmallIntegerField(default=0)  # who go up at the end
    relegated = models.PositiveSmallIntegerField(default=0)  # who go down

    class Meta:
        ordering = ["season", "number"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="division_once_in_season"),
            models.CheckConstraint(condition=Q(number__gte=1), name="division_from_1"),
        ]

    def __str__(self) -> str:
        return self.name


class Member(models.Model):
    """A player of a season."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="members")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="seasons")
    division = models.ForeignKey(
        Division, on_delete=models.SET_NULL, null=True, blank=True, related_name="members"
    )

    class Meta:
        ordering = ["season", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "person"], name="member_once_in_season")
        ]

    def __str__(self) -> str:
        return f"{self.person}, {self.season}"


class Round(models.Model):
    """A round of a season: a tour, one stage of a tour, or a date for which there is none yet."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    tour = models.ForeignKey(
        Tour, on_delete=models.PROTECT, null=True, blank=True, related_name="rounds"
    )
    stage = models.ForeignKey(
        Stage, on_delete=models.PROTECT, null=True, blank=True, related_name="rounds"
    )
    name = models.CharField(max_length=80, blank=True)  # while there is no tour
    date = models.DateField(null=True, blank=True)
    half_weight = models.PositiveSmallIntegerField(default=2)  # 2 counts once, 4 twice

    class Meta:
        ordering = ["season", "number"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="round_number_once"),
            models.UniqueConstraint(
                fields=["season", "tour"], condition=Q(stage=None), name="tour_once_in_season"
            ),
            models.UniqueConstraint(fields=["season", "stage"], name="stage_once_in_season"),
            models.CheckConstraint(
                condition=Q(stage=None) | Q(tour__isnull=False), name="a_stage_has_its_tour"
            ),
            models.CheckConstraint(
                condition=Q(half_weight__gte=0, half_weight__lte=2 * MOST_WEIGHT),
                name="weight_0_to_10",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        if self.tour is None:
            return self.name
        return f"{self.tour}, {self.stage}" if self.stage else self.tour.name


class StoredFacts(models.Model):
    """What a tour is worth for leagues and for careers (`facts.TourFacts`), kept until the tour
    changes. It can be rebuilt at any time.
    """

    tour = models.OneToOneField(Tour, on_delete=models.CASCADE, related_name="facts")
    revision = models.PositiveBigIntegerField()  # of the tour that it was computed from
    version = models.PositiveSmallIntegerField()
    data = models.JSONField()

    def __str__(self) -> str:
        return str(self.tour)
