"""Versions of rows (django-simple-history) that keep the name of their author, as entries of a log
do: an account may be deleted, and what it did stays readable.
"""

from collections.abc import Iterable
from typing import Any

from django.db import models


class VersionQuerySet(models.QuerySet[Any]):
    def bulk_create(self, objs: Iterable[Any], *args: Any, **kwargs: Any) -> list[Any]:
        versions = list(objs)
        for version in versions:
            version.note_author()
        return super().bulk_create(versions, *args, **kwargs)


class NamedVersion(models.Model):
    """The base of a model of versions: `HistoricalRecords(bases=[NamedVersion])`."""

    history_user: Any
    history_user_name = models.CharField(max_length=150, blank=True, editable=False)

    objects = VersionQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.note_author()
        super().save(*args, **kwargs)

    def note_author(self) -> None:
        """Keep the name of the account that wrote this version."""
        if not self.history_user_name and self.history_user is not None:
            self.history_user_name = str(self.history_user)
