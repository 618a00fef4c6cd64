"""The stage log, and what stands beside it.

An entry is never changed or deleted; undo and corrections are entries too (`entries.py`). `Standing` keeps the sheet
of an ended stage for reading; it can be rebuilt from the log at any time (`manage.py verify`).
"""

from typing import Any

from django.conf import settings
from django.db import models

from tourmanager.tours.models import Stage, Tour


class Entry(models.Model):
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField()
    token = models.CharField(max_length=64)  # made by the client: a resent entry counts once
    client = models.CharField(max_length=64, blank=True)  # the browser tab that sent it
    body = models.JSONField()  # an `entries.Body`
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    by_name = models.CharField(max_length=150, blank=True)  # outlives the account, and travels with an export
    at = models.DateTimeField()

    class Meta:
        ordering = ["stage", "seq"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["stage", "seq"], name="entry_seq_once_in_stage"),
            models.UniqueConstraint(fields=["stage", "token"], name="entry_token_once_in_stage"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.body.get('do', '')}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise TypeError("a logged entry is never changed")
        super().save(*args, **kwargs)


class Standing(models.Model):
    """The sheet of a stage as it was last ended: what classifications read."""

    stage = models.OneToOneField(Stage, on_delete=models.CASCADE, related_name="standing")
    seq = models.PositiveIntegerField()  # the entry that ended the stage
    result = models.JSONField()  # scoring.result.StageResult
    advantages = models.JSONField()  # used in the stage: {team letter: {advantage: count}}
    at = models.DateTimeField()


class Incoming(models.Model):
    """Files of results between their dry run and their import: their lines as read, so that what was shown is what is recorded.

    It stays for a while after it was accepted, so that a second press of the button finds what the first one made.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    tour = models.ForeignKey(Tour, null=True, blank=True, on_delete=models.CASCADE, related_name="+")  # none: a new race
    stage = models.PositiveSmallIntegerField(default=0)  # the one whose page it began on, for files that name none
    name = models.CharField(max_length=80, blank=True)  # of the new race
    scheme = models.CharField(max_length=40, blank=True)
    files = models.JSONField()  # [[name, files.Lines], ...]
    made_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return ", ".join(name for name, _ in self.files)
