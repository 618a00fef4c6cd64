"""The name of the database's history. Browsers send it with every tap, so that a restored database
is noticed (docs/backup.md).
"""

import secrets

from django.db import models
from django.db.models import Q
from django.utils import timezone

ONLY = 1


def new_name() -> str:
    return secrets.token_hex(8)


class Epoch(models.Model):
    """The name of this database's history, in the only row of its table. Every restore writes
    another name.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY, editable=False)
    name = models.CharField(max_length=32, default=new_name)
    since = models.DateTimeField(default=timezone.now)
    restored_from = models.CharField(max_length=255, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=ONLY), name="epoch_is_one_row")]

    def __str__(self) -> str:
        return self.name


def current_epoch() -> str:
    """Return the name of the present history; create it if the database has none."""
    return Epoch.objects.get_or_create(pk=ONLY)[0].name
