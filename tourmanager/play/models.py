"""A digital stage: what is agreed, who sits where, and the log of every answer.

The log is the stage: whatever a page shows follows from the setup and the steps (`position.py`). Steps are never changed or deleted;
what is taken back is taken back by a step of its own (`steps.py`).
"""

import hashlib
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from games import game as game_of
from tourmanager.play.chance import Chance, chance_of
from tourmanager.tours.models import Stage


class Ride(models.Model):
    """A stage ridden in the browser, of a tour or alone."""

    class State(models.TextChoices):
        SEATING = "seating", "Taking seats"
        RIDING = "riding", "Being ridden"
        OVER = "over", "Over"
        LEFT = "left", "Gone on with at the table"

    class Dice(models.TextChoices):
        APP = "app", "The app throws"
        TABLE = "table", "We throw at the table"

    slug = models.SlugField(max_length=100, unique=True)  # ends in random letters: the link is the permission to watch
    stage = models.ForeignKey(Stage, null=True, blank=True, on_delete=models.CASCADE, related_name="rides")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="rides")
    name = models.CharField(max_length=80)
    game = models.CharField(max_length=20)
    rules_version = models.PositiveSmallIntegerField()
    setup = models.JSONField()  # as the engine writes it
    look = models.JSONField()  # look.Look: what teams and riders are called, and how they are drawn
    dice = models.CharField(max_length=5, choices=Dice.choices, default=Dice.APP)
    pace = models.PositiveIntegerField(default=0)  # milliseconds between throws where only bots ride
    seed = models.CharField(max_length=64)  # secret until the stage is over
    state = models.CharField(max_length=8, choices=State.choices, default=State.SEATING)
    revision = models.PositiveBigIntegerField(default=0)  # raised with every change a page could show
    reseated = models.JSONField(default=list)  # who took which seat while the stage was ridden (reseating.py)
    runner = models.CharField(max_length=32, blank=True)  # the process that plays for the bots (runner.py)
    runner_until = models.DateTimeField(null=True, blank=True)
    press = models.CharField(max_length=64, blank=True)  # of the button that began it: a second press finds the same ride
    created_at = models.DateTimeField()
    begun_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    recorded_at = models.DateTimeField(null=True, blank=True)  # when its result was entered in the tour
    talk_closed = models.BooleanField(default=False)  # by the host, where the tour has a talk box (FR-T-035)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(fields=["stage"], condition=Q(state__in=("seating", "riding")), name="one_open_ride_of_a_stage"),
            models.UniqueConstraint(
                fields=["owner", "press"], condition=Q(state__in=("seating", "riding")) & ~Q(press=""), name="one_open_ride_of_a_press"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("play:ride", args=[self.slug])

    @property
    def commitment(self) -> str:
        """Shown before the first throw: the seed shown afterwards has to come to it."""
        return hashlib.sha256(self.seed.encode()).hexdigest()

    @property
    def game_name(self) -> str:
        return game_of(self.game).name

    @property
    def real_teams(self) -> tuple[str, ...]:
        """Teams whose cards lie on the table, in games that know such."""
        return tuple(self.setup.get("real", ()))

    @property
    def chance(self) -> Chance:
        return chance_of(self.game)

    @property
    def throws_itself(self) -> bool:
        return self.dice == self.Dice.APP


class RideSeat(models.Model):
    """Who answers for a team."""

    class Kind(models.TextChoices):
        HERE = "here", "On this device"
        LINK = "link", "On another device"
        BOT = "bot", "Bot"

    ride = models.ForeignKey(Ride, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()  # from 0, as the engine counts
    team = models.CharField(max_length=20)  # what the setup calls it: a
    kind = models.CharField(max_length=4, choices=Kind.choices)
    bot = models.CharField(max_length=20, default="steady")  # who rides where it is a bot
    player = models.CharField(max_length=40, blank=True)
    key = models.CharField(max_length=32, unique=True)  # of the link: whoever has it may take the seat
    joined_at = models.DateTimeField(null=True, blank=True)
    as_usual_in = models.PositiveIntegerField(null=True, blank=True)  # the turn in which its riders throw as usual, unasked

    class Meta:
        ordering = ["ride", "number"]
        constraints = [models.UniqueConstraint(fields=["ride", "number"], name="seat_once_in_ride")]

    def __str__(self) -> str:
        return f"{self.team}, {self.get_kind_display()}"


class Step(models.Model):
    """One line of the log: an answer, a draw, or what takes back everything from a step on."""

    ride = models.ForeignKey(Ride, on_delete=models.CASCADE, related_name="steps")
    seq = models.PositiveIntegerField()
    token = models.CharField(max_length=64)  # made by the page: a repeated tap counts once
    who = models.SmallIntegerField()  # seat, or -1 for chance
    text = models.CharField(max_length=500)  # in the game's notation; "" where it takes back
    takes_back = models.PositiveIntegerField(null=True, blank=True)  # everything that counts from this step on
    by_name = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["ride", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["ride", "seq"], name="step_seq_once_in_ride"),
            models.UniqueConstraint(fields=["ride", "token"], name="step_token_once_in_ride"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.text}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise TypeError("a step of the log is never changed")
        super().save(*args, **kwargs)


class TalkLine(models.Model):
    """What a seat says to the others in the talk box: nothing binds (FR-T-035)."""

    ride = models.ForeignKey(Ride, on_delete=models.CASCADE, related_name="talk")
    seat = models.ForeignKey(RideSeat, on_delete=models.CASCADE)
    by = models.CharField(max_length=40)  # who sat there then
    text = models.CharField(max_length=200)
    token = models.CharField(max_length=64)  # made by the page: a repeated tap counts once
    at = models.DateTimeField()

    class Meta:
        ordering = ["ride", "pk"]
        constraints = [models.UniqueConstraint(fields=["ride", "token"], name="talk_token_once_in_ride")]

    def __str__(self) -> str:
        return f"{self.by}: {self.text}"


class Design(models.Model):
    """A stage that somebody laid out of tiles, to ride it or to share it."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="designs")
    name = models.CharField(max_length=60)
    tiles = models.CharField(max_length=120)  # in their order, with spaces between: "a b c ... u"
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    deleted_at = models.DateTimeField(null=True, blank=True)  # kept a while, so that deleting can be undone

    class Meta:
        ordering = ["-changed_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["owner", "name"], condition=Q(deleted_at=None), name="design_name_once_of_an_owner"),
            models.CheckConstraint(condition=~Q(name="") & ~Q(tiles=""), name="design_has_name_and_tiles"),
        ]

    def __str__(self) -> str:
        return self.name
