"""Users: people who direct tours and keep the roster. Players who only look need no account."""

from hashlib import sha256

from django.contrib.auth.models import AbstractUser
from django.contrib.sessions.models import Session
from django.db import models
from django.utils import timezone

from tourmanager.accounts.devices import LONGEST


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


class SignInQuerySet(models.QuerySet["SignIn"]):
    def of(self, user: User) -> "SignInQuerySet":
        """Return those of the user whose session has not run out."""
        return self.filter(user=user, session__expire_date__gt=timezone.now())


class SignIn(models.Model):
    """A device on which a user is signed in; it goes with its session (`sign_ins.py`)."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sign_ins")
    user_agent = models.CharField(max_length=LONGEST)
    at = models.DateTimeField()
    seen_at = models.DateTimeField()

    objects = SignInQuerySet.as_manager()

    class Meta:
        ordering = ["-seen_at", "-pk"]


class SecondStep(models.Model):
    """The secret that an account shares with an app, which makes a code of it each half minute.
    It counts once a code has confirmed it (`second_step.py`).
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="second_step")
    secret = models.CharField(max_length=64)
    confirmed_at = models.DateTimeField(null=True)
    last_used = models.BigIntegerField(default=0)  # the half minute whose code was used last


class RecoveryCode(models.Model):
    """Stands in for a code of the app, once. Of the code itself only a digest is stored."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "digest"], name="one_recovery_code_for_each_digest"
            ),
        ]


class Passkey(models.Model):
    """A key by which a device of its user signs in; the device keeps the private half
    (`passkeys.py`).
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="passkeys")
    name = models.CharField(max_length=60)
    host = models.CharField(max_length=255)  # the address that it was made for, and works at
    credential = models.CharField(max_length=1400, unique=True)  # its id, in base64url
    public_key = models.BinaryField()
    sign_count = models.BigIntegerField()
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
