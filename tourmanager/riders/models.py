"""Teams and riders of the database ("Personalise"). Tours keep their own copy, so nothing here changes one."""

from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from simple_history.models import HistoricalRecords


class Role(models.TextChoices):
    """The roles of the senior and master versions, in the order of their numbers (CP-S-005)."""

    CLIMBER = "climber", "Climber, the leader"
    SPRINTER = "sprinter", "Sprinter"
    ROULEUR = "rouleur", "Rouleur"
    FLAT_DOMESTIQUE = "flat_domestique", "Flat domestique"
    MOUNTAIN_DOMESTIQUE = "mountain_domestique", "Mountain domestique"
    LANTERNE_ROUGE = "lanterne_rouge", "Lanterne rouge"


ROLES: tuple[str, ...] = tuple(Role.values)


class Pattern(models.TextChoices):
    """Jersey patterns: teams are told apart without colours too."""

    PLAIN = "plain", "Plain"
    HOOPS = "hoops", "Hoops"
    SASH = "sash", "Sash"
    HALVES = "halves", "Halves"
    CHEVRON = "chevron", "Chevron"
    SLEEVES = "sleeves", "Sleeves"
    STRIPES = "stripes", "Stripes"
    CHECKS = "checks", "Checks"


colour_validator = RegexValidator(r"^#[0-9a-f]{6}\Z", "A colour is written like #1f6fb2.")


class Team(models.Model):
    name = models.CharField(max_length=40)
    short_name = models.CharField(max_length=4)
    colour = models.CharField(max_length=7, validators=[colour_validator])
    pattern = models.CharField(max_length=10, choices=Pattern.choices, default=Pattern.PLAIN)
    history = HistoricalRecords()

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(Lower("name"), name="team_name_once", violation_error_message="There is a team of this name."),
            models.UniqueConstraint(
                Lower("short_name"), name="team_short_name_once", violation_error_message="There is a team of this short name."
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Rider(models.Model):
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="riders")
    number = models.PositiveSmallIntegerField(validators=[MinValueValidator(1), MaxValueValidator(6)])
    name = models.CharField(max_length=60)
    role = models.CharField(max_length=20, choices=Role.choices)
    history = HistoricalRecords()

    class Meta:
        ordering = ["team", "number"]
        constraints = [
            models.UniqueConstraint(fields=["team", "number"], name="rider_number_once_in_team"),
            models.UniqueConstraint(fields=["team", "role"], name="rider_role_once_in_team"),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=6), name="rider_number_1_to_6"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"
