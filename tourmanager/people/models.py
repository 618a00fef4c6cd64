"""Players as people: one person over many tours, however their name was written in each.

A tour keeps the name that was typed; it may say which person that is (`TourTeam.person`). Nothing
here is decided by a name alone: somebody says so.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy
from simple_history.models import HistoricalRecords

from tourmanager.accounts.models import User
from tourmanager.accounts.versions import NamedVersion
from tourmanager.riders.names import plain_text

LONGEST_NAME = 40  # characters of a player's name, as in tours


class PersonQuerySet(models.QuerySet["Person"]):
    def standing(self) -> "PersonQuerySet":
        """Return people who were not merged into another."""
        return self.filter(merged_into=None)

    def of(self, owner: User | None) -> "PersonQuerySet":
        return self.filter(owner=owner)


class Person(models.Model):
    """A player over many tours. They belong to the account that added them: it and staff change
    them.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="people",
    )
    name = models.CharField(max_length=LONGEST_NAME)
    # the person that this one turned out to be; None where they stand for themselves
    merged_into = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="merged"
    )
    # the account they sign in with, where somebody said so
    account = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="player",
    )
    created_at = models.DateTimeField()
    history = HistoricalRecords(bases=[NamedVersion])

    objects: ClassVar[models.Manager["Person"]] = PersonQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "people"
        ordering = ["name", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(merged_into=None) | ~Q(merged_into=F("id")),
                name="nobody_is_merged_into_themselves",
                violation_error_message=gettext_lazy("This is the same person."),
            )
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tours:person", args=[self.pk])


class Spelling(models.Model):
    """A way in which a person's name is written; their own name is one of them."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="spellings")
    name = models.CharField(max_length=LONGEST_NAME)
    # the name as it is searched: without accents and capitals
    key = models.CharField(max_length=2 * LONGEST_NAME, db_index=True, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["person", "key"], name="spelling_once_for_a_person")
        ]

    def __str__(self) -> str:
        return self.name

    @staticmethod
    def key_of(name: str) -> str:
        return plain_text(name)[: 2 * LONGEST_NAME]
