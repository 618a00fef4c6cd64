"""Teams and riders of the database ("Personalise"). Tours keep their own copy, so nothing here
changes one.
"""

from typing import ClassVar

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Count, Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from simple_history.models import HistoricalRecords

from tourmanager.accounts.models import User
from tourmanager.accounts.versions import NamedVersion
from tourmanager.riders.names import LONGEST_NAME, NameRefused, name_key, tidy_or_refuse
from tourmanager.web.drawing import role_words


class Role(models.TextChoices):
    """The roles of the riders of a team, in the order of their numbers (CP-APP-011)."""

    CLIMBER = "climber", gettext_lazy("Climber, the leader")
    SPRINTER = "sprinter", gettext_lazy("Sprinter")
    ROULEUR = "rouleur", gettext_lazy("Rouleur")
    FLAT_DOMESTIQUE = "flat_domestique", gettext_lazy("Flat domestique")
    MOUNTAIN_DOMESTIQUE = "mountain_domestique", gettext_lazy("Mountain domestique")
    LANTERNE_ROUGE = "lanterne_rouge", gettext_lazy("Lanterne rouge")


ROLES: tuple[str, ...] = tuple(Role.values)


class Pattern(models.TextChoices):
    """Jersey patterns: teams are told apart without colours too."""

    PLAIN = "plain", gettext_lazy("Plain")
    HOOPS = "hoops", gettext_lazy("Hoops")
    SASH = "sash", gettext_lazy("Sash")
    HALVES = "halves", gettext_lazy("Halves")
    CHEVRON = "chevron", gettext_lazy("Chevron")
    SLEEVES = "sleeves", gettext_lazy("Sleeves")
    STRIPES = "stripes", gettext_lazy("Stripes")
    CHECKS = "checks", gettext_lazy("Checks")


colour_validator = RegexValidator(
    r"^#[0-9a-f]{6}\Z", gettext_lazy("A colour is written like #1f6fb2.")
)


def tidy_field(instance: models.Model, field: str) -> None:
    """Store a name tidied. Raises ValidationError for one that is refused."""
    try:
        setattr(instance, field, tidy_or_refuse(getattr(instance, field)))
    except NameRefused as refused:
        raise ValidationError({field: str(refused)}) from None


class TeamQuerySet(models.QuerySet["Team"]):
    def complete(self) -> "TeamQuerySet":
        """Return teams that can start: with the first five roles filled (CP-APP-006)."""
        filled = Count("riders", filter=Q(riders__role__in=ROLES[:5]))
        return self.alias(filled=filled).filter(filled__gte=5)

    def of(self, owner: User | None) -> "TeamQuerySet":
        """Return the teams of one account; with None those without an owner, which staff look
        after.
        """
        return self.filter(owner=owner) if owner else self.filter(owner=None)


class Team(models.Model):
    """A team belongs to the account that made it: its owner and staff change it, others copy it
    (`access.py`).

    Names are unique among the teams of one owner. Of teams without an owner (their account was
    deleted) only `clean` sees to that, so that deleting an account never fails.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="teams",
    )
    name = models.CharField(max_length=LONGEST_NAME)
    short_name = models.CharField(max_length=4)
    colour = models.CharField(max_length=7, validators=[colour_validator])
    pattern = models.CharField(max_length=10, choices=Pattern.choices, default=Pattern.PLAIN)
    history = HistoricalRecords(bases=[NamedVersion])

    objects: ClassVar[models.Manager["Team"]] = TeamQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                Lower("name"),
                "owner",
                name="team_name_once_per_owner",
                violation_error_message=gettext_lazy("This owner has a team of this name already."),
            ),
            models.UniqueConstraint(
                Lower("short_name"),
                "owner",
                name="team_short_name_once_per_owner",
                violation_error_message=gettext_lazy(
                    "This owner has a team of this short name already."
                ),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("riders:team", args=[self.pk])

    def clean(self) -> None:
        tidy_field(self, "name")
        tidy_field(self, "short_name")
        # The database compares letters beyond English ones exactly on SQLite: É and é would be two
        # names.
        whose = (
            _("the teams of %(owner)s") % {"owner": self.owner_name}
            if self.owner
            else _("the teams without an owner")
        )
        for team in (
            Team.objects.filter(owner=self.owner).exclude(pk=self.pk).only("name", "short_name")
        ):
            if name_key(team.name) == name_key(self.name):
                raise ValidationError(
                    {"name": _("There is a team of this name among %(whose)s.") % {"whose": whose}}
                )
            if name_key(team.short_name) == name_key(self.short_name):
                raise ValidationError(
                    {
                        "short_name": _("This is the short name of %(team)s, among %(whose)s.")
                        % {"team": team.name, "whose": whose}
                    }
                )

    @property
    def owner_name(self) -> str:
        """Name of the owner on pages; "" where the team has none."""
        return (self.owner.get_full_name() or self.owner.get_username()) if self.owner else ""

    @property
    def missing(self) -> list[str]:
        """Roles of the first five numbers that nobody has yet; a team without a gap can start
        (CP-APP-011).
        """
        roles = {rider.role for rider in self.riders.all()}
        return [role_words(role) for role in ROLES[:5] if role not in roles]


class Rider(models.Model):
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="riders")
    number = models.PositiveSmallIntegerField(
        validators=[MinValueValidator(1), MaxValueValidator(6)]
    )
    name = models.CharField(max_length=LONGEST_NAME)
    role = models.CharField(max_length=20, choices=Role.choices)
    history = HistoricalRecords(bases=[NamedVersion])

    class Meta:
        ordering = ["team", "number"]
        constraints = [
            models.UniqueConstraint(fields=["team", "number"], name="rider_number_once_in_team"),
            models.UniqueConstraint(fields=["team", "role"], name="rider_role_once_in_team"),
            models.CheckConstraint(
                condition=Q(number__gte=1, number__lte=6), name="rider_number_1_to_6"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    def clean(self) -> None:
        tidy_field(self, "name")


class Upload(models.Model):
    """A roster file between its dry run and its import: its lines as read, so that the import
    writes what was shown.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=100)
    lines = models.JSONField()  # files.Lines
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
