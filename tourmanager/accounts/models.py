"""Users: people who direct tours and keep the roster. Players who only look need no account."""

from hashlib import sha256

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """A director or an admin; pages show `get_full_name()` or the username."""

    class Meta(AbstractUser.Meta):
        pass

    @property
    def device_key(self) -> str:
        """Identify the account in what a browser stores. No other account ever gets the same key,
        even after a restore.
        """
        return sha256(f"{self.pk}/{self.date_joined.isoformat()}".encode()).hexdigest()[:20]


class UseCount(models.Model):
    """Number of uses of something limited by one visitor since a time; the limits are in
    `limits.py`.
    """

    limit = models.CharField(max_length=20)
    who = models.CharField(max_length=80)
    since = models.DateTimeField(db_index=True)
    count = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["limit", "who"], name="one_count_for_each_limit_and_visitor"
            ),
        ]
