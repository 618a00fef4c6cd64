"""Store the stage log, its head, the results of ended stages, and uploads before they are imported.

An entry is never changed or deleted; undo and corrections are entries too (`entries.py`).
`Standing` stores the sheet of an ended stage for reading; it can be rebuilt from the log at any
time (`manage.py rebuild`). `LogHead` says where the log ends, so that one cut short is found out
(`manage.py verify`).
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from tourmanager.results.log.chain import moment
from tourmanager.tours.models import Stage

# Raise it whenever the same log comes to another result, or a result is stored in another form:
# `manage.py rebuild` brings older ones up.
# 3: facts, without the words of stages and lines; 4: what only one game has is in `extras`
VERSION = 4


class Entry(models.Model):
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField()
    token = models.CharField(max_length=64)  # made by the client: a resent entry counts once
    client = models.CharField(max_length=64, blank=True)  # the browser tab that sent it
    body = models.JSONField()  # an `entries.EntryBody`
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    # outlives the account, and travels with an export
    by_name = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField()
    # the import it came by (tours.imports); 0: recorded here
    imported = models.PositiveSmallIntegerField(default=0)
    checksum = models.CharField(max_length=64)  # over the entry before and this one (chain.py)

    class Meta:
        ordering = ["stage", "seq"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["stage", "seq"], name="entry_seq_once_in_stage"),
            models.UniqueConstraint(fields=["stage", "token"], name="entry_token_once_in_stage"),
            models.CheckConstraint(condition=~Q(checksum=""), name="entry_has_checksum"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.body.get('do', '')}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise TypeError("a logged entry is never changed")
        super().save(*args, **kwargs)

    def checksum_values(self) -> list[Any]:
        """Return the values that the checksum covers; deleting an account does not change them."""
        at = moment(self.at)
        return [
            self.stage_id,
            self.seq,
            at,
            self.by_name,
            self.token,
            self.client,
            self.body,
            self.imported,
        ]


class LogHead(models.Model):
    """The end of a stage's log, written with each entry, and what the log has taken so far
    (limits.py).
    """

    stage = models.OneToOneField(Stage, on_delete=models.CASCADE, related_name="log_head")
    seq = models.PositiveIntegerField(default=0)
    checksum = models.CharField(max_length=64, blank=True)
    bytes = models.PositiveBigIntegerField(default=0)  # in a file of the tour
    weight = models.PositiveBigIntegerField(default=0)
    read_again = models.PositiveBigIntegerField(default=0)
    stale = models.BooleanField(default=True)

    def __str__(self) -> str:
        return f"{self.seq} {self.checksum[:8]}"


class Standing(models.Model):
    """The sheet of a stage as it was last ended: what classifications read."""

    stage = models.OneToOneField(Stage, on_delete=models.CASCADE, related_name="standing")
    seq = models.PositiveIntegerField()  # the entry that ended the stage
    # of that entry: a log that was written again since has another one, whatever its own say
    checksum = models.CharField(max_length=64, blank=True)
    result = models.JSONField()  # scoring.result.StageResult
    at = models.DateTimeField()
    version = models.PositiveSmallIntegerField()  # VERSION of the code that made it
