"""Store a digital stage: its setup, its seats, and the log of every answer.

The log is the stage: everything a page shows follows from the setup and the steps
(`log/reading.py`). Steps are never changed or deleted; an undo is a step of its own
(`log/steps.py`).
"""

import hashlib
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.results.log.chain import moment
from tourmanager.tabletop.registry import UnknownGame, room
from tourmanager.tours.models import Stage


class Ride(models.Model):
    """A stage ridden in the browser, of a tour or alone."""

    class State(models.TextChoices):
        SEATING = "seating", gettext_lazy("Taking seats")
        RIDING = "riding", gettext_lazy("Being ridden")
        OVER = "over", gettext_lazy("Over")
        LEFT = "left", gettext_lazy("Continued at the table")

    UNDER_WAY = (State.SEATING, State.RIDING)

    class Dice(models.TextChoices):
        APP = "app", gettext_lazy("The app throws")
        TABLE = "table", gettext_lazy("We throw at the table")

    # ends in random letters: the link is the permission to watch
    slug = models.SlugField(max_length=100, unique=True)
    stage = models.ForeignKey(
        Stage, null=True, blank=True, on_delete=models.CASCADE, related_name="rides"
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="rides",
    )
    name = models.CharField(max_length=80)
    game = models.CharField(max_length=20)
    rules_version = models.PositiveSmallIntegerField()
    setup = models.JSONField()  # as the engine writes it
    look = (
        models.JSONField()
    )  # boards.look.Look: what teams and riders are called, and how they are drawn
    dice = models.CharField(max_length=5, choices=Dice.choices, default=Dice.APP)
    # milliseconds between throws where only bots ride
    pace = models.PositiveIntegerField(default=0)
    seed = models.CharField(max_length=64)  # secret until the stage is over
    state = models.CharField(max_length=8, choices=State.choices, default=State.SEATING)
    # raised with every change a page could show
    revision = models.PositiveBigIntegerField(default=0)
    # who took which seat while the stage was ridden (seats/notices.py)
    reseated = models.JSONField(default=list)
    # the process that plays for the bots (log/runner.py)
    runner = models.CharField(max_length=32, blank=True)
    runner_until = models.DateTimeField(null=True, blank=True)
    # of the button that began it: a second press finds the same ride
    press = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField()
    begun_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.CharField(max_length=150, blank=True)  # who closed it without a result
    # when its result was entered in the tour
    recorded_at = models.DateTimeField(null=True, blank=True)
    # by the host, where the tour has a talk box
    talk_closed = models.BooleanField(default=False)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage"],
                condition=Q(state__in=("seating", "riding")),
                name="one_open_ride_of_a_stage",
            ),
            models.UniqueConstraint(
                fields=["owner", "press"],
                condition=Q(state__in=("seating", "riding")) & ~Q(press=""),
                name="one_open_ride_of_a_press",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("play:ride", args=[self.slug])

    @property
    def commitment(self) -> str:
        """Return the checksum shown before the first throw, which the seed shown afterwards has to
        match.
        """
        return hashlib.sha256(self.seed.encode()).hexdigest()

    @property
    def game_name(self) -> str:
        """Return what people call the game, also one that this server does not know."""
        try:
            return str(room(self.game).name)
        except UnknownGame:
            return _("unknown game “%(game)s”") % {"game": self.game}

    @property
    def throws_itself(self) -> bool:
        return self.dice == self.Dice.APP


class RideSeat(models.Model):
    """The player or bot that answers for a team."""

    class Kind(models.TextChoices):
        HERE = "here", gettext_lazy("On this device")
        LINK = "link", gettext_lazy("On another device")
        BOT = "bot", "Bot"

    ride = models.ForeignKey(Ride, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()  # from 0, as the engine counts
    team = models.CharField(max_length=20)  # what the setup calls it: a
    kind = models.CharField(max_length=4, choices=Kind.choices)
    bot = models.CharField(max_length=20, default="steady")  # who rides where it is a bot
    player = models.CharField(max_length=40, blank=True)
    # of the link: anybody who has it may take the seat
    key = models.CharField(max_length=32, unique=True)
    joined_at = models.DateTimeField(null=True, blank=True)
    held_by = models.CharField(max_length=120, blank=True)  # the device before: seats/changes.py
    sealed_at = models.PositiveIntegerField(null=True, blank=True)  # last step before a bot got it
    # who asks the holder for it: seats/changes.py
    asked_for = models.JSONField(null=True, blank=True)
    # the turn in which its riders throw as usual, unasked
    as_usual_in = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["ride", "number"]
        constraints = [models.UniqueConstraint(fields=["ride", "number"], name="seat_once_in_ride")]

    def __str__(self) -> str:
        return f"{self.team}, {self.get_kind_display()}"


class Step(models.Model):
    """One line of the log: an answer, a draw, or an undo of everything from a step on."""

    ride = models.ForeignKey(Ride, on_delete=models.CASCADE, related_name="steps")
    seq = models.PositiveIntegerField()
    token = models.CharField(max_length=64)  # made by the page: a repeated tap counts once
    who = models.SmallIntegerField()  # seat, or -1 for chance
    text = models.CharField(max_length=500)  # in the game's notation; "" in an undo
    # undone: everything that counts from this step on
    takes_back = models.PositiveIntegerField(null=True, blank=True)
    by_name = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField()
    # over the step before and this one (results/log/chain.py)
    checksum = models.CharField(max_length=64)

    class Meta:
        ordering = ["ride", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["ride", "seq"], name="step_seq_once_in_ride"),
            models.UniqueConstraint(fields=["ride", "token"], name="step_token_once_in_ride"),
            models.CheckConstraint(condition=~Q(checksum=""), name="step_has_checksum"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.text}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise TypeError("a step of the log is never changed")
        super().save(*args, **kwargs)

    def checksum_values(self) -> list[Any]:
        """Return the values that the checksum covers."""
        return [
            self.ride_id,
            self.seq,
            moment(self.at),
            self.by_name,
            self.token,
            self.who,
            self.text,
            self.takes_back,
        ]


class RideHead(models.Model):
    """The end of a ride's log, written with each step."""

    ride = models.OneToOneField(Ride, on_delete=models.CASCADE, related_name="head")
    seq = models.PositiveIntegerField(default=0)
    checksum = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return f"{self.seq} {self.checksum[:8]}"


class TalkLine(models.Model):
    """What a seat says to the others in the talk box. Nothing said there is binding."""

    ride = models.ForeignKey(Ride, on_delete=models.CASCADE, related_name="talk")
    seat = models.ForeignKey(RideSeat, on_delete=models.CASCADE)
    by = models.CharField(max_length=40)  # who sat there then
    text = models.CharField(max_length=200)
    token = models.CharField(max_length=64)  # made by the page: a repeated tap counts once
    at = models.DateTimeField()

    class Meta:
        ordering = ["ride", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["ride", "token"], name="talk_token_once_in_ride")
        ]

    def __str__(self) -> str:
        return f"{self.by}: {self.text}"
