"""Store a tour and what it is raced on: its stages with their lines, its teams and riders as they
were when it was created.

What happened in a stage is in the stage log in `results`.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Count, F, Max, Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from simple_history.models import HistoricalRecords

from tourmanager.accounts.models import User
from tourmanager.accounts.versions import NamedVersion
from tourmanager.people.models import LONGEST_NAME as LONGEST_PLAYER
from tourmanager.people.models import Person
from tourmanager.riders.names import LONGEST_NAME
from tourmanager.scoring.vocabulary import Climb, Vocabulary
from tourmanager.tabletop.registry import find_room, part
from tourmanager.tours.measure import Measure, RoadWords
from tourmanager.web.labels import stage as name_stage

REST = "rest"  # the kind of a day without a stage


class TourQuerySet(models.QuerySet["Tour"]):
    def not_erased(self) -> "TourQuerySet":
        """Return tours that were not erased."""
        return self.filter(erased_at=None)

    def directed_by(self, user: User | AnonymousUser) -> "TourQuerySet":
        return self.filter(directors=user.pk) if user.is_authenticated else self.none()

    def with_progress(self) -> "TourQuerySet":
        """Annotate tours with `ended` of `total` stages, for lists of tours, and how many of those
        are `provisional`.
        """
        ended_count = Count("stages", filter=Q(stages__state=Stage.State.ENDED), distinct=True)
        is_raced = Q(stages__state=Stage.State.ENDED) & ~Q(stages__kind=REST)
        provisional = Count(
            "stages", filter=is_raced & ~Q(stages__approval=Stage.Approval.OFFICIAL), distinct=True
        )
        return self.annotate(
            total=Count("stages", distinct=True), ended=ended_count, provisional=provisional
        )


class Tour(models.Model):
    class State(models.TextChoices):
        ACTIVE = "active", gettext_lazy("Under way")
        FINISHED = "finished", gettext_lazy("Finished")

    name = models.CharField(max_length=80)
    game = models.CharField(max_length=20)  # the key of its room (tabletop.registry)
    # what this game alone keeps of a tour (contract.SetUp.data)
    game_data = models.JSONField(default=dict, blank=True)
    # ends in random letters: the link is the permission to look
    slug = models.SlugField(max_length=100, unique=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.ACTIVE)
    scheme = models.CharField(max_length=40)  # the key of the scheme it was created with
    # its own copy of the scheme, which its directors may change (rules.rules_of)
    rules = models.JSONField(default=dict)
    # house rules that differ from the default (contract.SetUp.switches)
    options = models.JSONField(default=dict)
    # whether somebody else has to confirm a stage before it is official
    second_person = models.BooleanField(default=False)
    seed = models.CharField(max_length=40, blank=True)
    revision = models.PositiveBigIntegerField(default=0)  # raised with every change of the tour
    # shown on this server's front page; otherwise by link only
    listed = models.BooleanField(default=True)
    directors = models.ManyToManyField(
        settings.AUTH_USER_MODEL, through="Director", related_name="tours"
    )
    # files that it came by, oldest first (imports.py)
    imports = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    archived_at = models.DateTimeField(null=True, blank=True)
    erased_at = models.DateTimeField(null=True, blank=True)  # recoverable for 30 days
    history = HistoricalRecords(
        bases=[NamedVersion], excluded_fields=["revision", "changed_at", "imports"]
    )

    objects: ClassVar[models.Manager["Tour"]] = TourQuerySet.as_manager()

    asked_by: User | AnonymousUser | None = None  # the user who asks, of each request (`access`)

    class Meta:
        ordering = ["-changed_at"]
        constraints = [
            models.UniqueConstraint(
                Lower("name"),
                condition=Q(erased_at=None),
                name="tour_name_once",
                violation_error_message=gettext_lazy("There is a tour of this name."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tours:tour", args=[self.slug])

    @cached_property
    def directed(self) -> bool:
        """True where the user who asks directs it (1 query, where they are signed in)."""
        user = self.asked_by
        return bool(user and user.is_authenticated and self.directors.filter(pk=user.pk).exists())

    @property
    def unknown_game(self) -> str:
        """Say that this server does not know the tour's game; "" where it does."""
        return "" if find_room(self.game) else _("unknown game “%(game)s”") % {"game": self.game}

    @property
    def scale(self) -> dict[str, list[int]]:
        """Return the points of the players by source and place."""
        points: dict[str, list[int]] = self.rules["manager_points"]["points"]
        return points

    @property
    def manager_points_name(self) -> str:
        """Return what the points of the players are called, "" where the tour has none."""
        rules = self.rules["manager_points"]
        return str(rules["name"]) if rules["points"] else ""

    @property
    def manager_points_title(self) -> str:
        """Return the title of their page."""
        return str(self.rules["manager_points"].get("title", "")) or self.manager_points_name

    @property
    def largest_team(self) -> int:
        """Count the riders of the team that has most (1 query)."""
        sizes = self.teams.annotate(size=Count("riders")).order_by()
        return int(sizes.aggregate(most=Max("size"))["most"] or 0)

    @property
    def is_finished(self) -> bool:
        return self.state == self.State.FINISHED


class Director(models.Model):
    """A user who may write in a tour (CP-APP-029)."""

    tour = models.ForeignKey(Tour, on_delete=models.CASCADE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    added_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tour", "user"], name="director_once_in_tour")
        ]

    def __str__(self) -> str:
        return _("%(user)s directs %(tour)s") % {"user": self.user, "tour": self.tour}


class Stage(models.Model):
    class State(models.TextChoices):
        PENDING = "pending", gettext_lazy("To come")
        ACTIVE = "active", gettext_lazy("Being raced")
        ENDED = "ended", gettext_lazy("Ended")

    class Approval(models.TextChoices):
        PROVISIONAL = "provisional", gettext_lazy("Provisional")
        PROPOSED = "proposed", gettext_lazy("Waiting for confirmation")
        OFFICIAL = "official", gettext_lazy("Official")

    tour = models.ForeignKey(Tour, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    type = models.CharField(max_length=10)
    kind = models.CharField(max_length=4, default="road")  # road, itt, ttt; "rest" is a rest day
    label = models.CharField(max_length=8, blank=True)  # "3a", where it is not its number
    length = models.PositiveSmallIntegerField()  # squares, one is 1 km; 0 where nobody said
    # what this game alone keeps of its road (contract.SetUp.course)
    course = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.PENDING)
    reopened = models.BooleanField(default=False)  # ended, and being corrected (CP-APP-019)
    ended_at = models.DateTimeField(null=True, blank=True)
    approval = models.CharField(
        max_length=12, choices=Approval.choices, default=Approval.PROVISIONAL
    )
    approved_at = models.DateTimeField(null=True, blank=True)  # when it became official
    # the import that says how it stands (imports.py); 0: said here
    state_imported = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["tour", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tour", "number"], name="stage_number_once_in_tour"),
            models.UniqueConstraint(
                fields=["tour"], condition=Q(state="active"), name="one_active_stage_in_tour"
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1, number__lte=50), name="stage_number_1_to_50"
            ),
            models.CheckConstraint(
                condition=Q(approval="provisional") | Q(state="ended", reopened=False),
                name="only_ended_stages_are_official",
            ),
            models.CheckConstraint(
                condition=Q(reopened=False) | Q(state="ended"), name="only_ended_stages_reopen"
            ),
        ]

    def __str__(self) -> str:
        if self.kind == REST:
            return _("Rest day")
        return name_stage(self.label or str(self.number))

    def get_absolute_url(self) -> str:
        return reverse("results:stage", args=[self.tour.slug, self.number])

    @property
    def measure(self) -> Measure:
        return part(self.tour.game, RoadWords).measure

    @property
    def climbs(self) -> Mapping[str, Climb]:
        """Return the categories of climbs that its game knows."""
        return part(self.tour.game, Vocabulary).climbs

    @property
    def kind_of_road(self) -> str:
        """Say what its road is called, or of which type it is."""
        return part(self.tour.game, RoadWords).road_name(self.type, self.course)

    @property
    def description(self) -> str:
        """Describe the road: "150 km, high mountain", "73 squares, Le Col du Ballon"."""
        return ", ".join(
            [*([self.measure.length(self.length)] if self.length else []), self.kind_of_road]
        )


class Line(models.Model):
    """A sprint or the end of a pass: a line at which the first riders score points."""

    class Kind(models.TextChoices):
        SPRINT = "sprint", gettext_lazy("Intermediate sprint")
        PASS = "pass", gettext_lazy("Mountain pass")

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="lines")
    key = models.CharField(max_length=4)  # s1 ... and p1 ... in road order
    kind = models.CharField(max_length=10, choices=Kind.choices)
    category = models.CharField(max_length=10)  # as the vocabulary of the game has it
    start = models.PositiveSmallIntegerField(null=True, blank=True)  # first square of a pass
    # the square that has to be passed: the last one of a pass
    km = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["stage", "km"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "key"], name="line_key_once_in_stage"),
            models.UniqueConstraint(fields=["stage", "km"], name="one_line_on_a_square"),
            models.CheckConstraint(
                condition=Q(kind="sprint", start=None)
                | Q(kind="pass", start__isnull=False, start__lte=F("km")),
                name="a_pass_has_a_start_a_sprint_has_none",
            ),
        ]

    def __str__(self) -> str:
        return _("%(label)s, km %(km)s") % {"label": self.label, "km": self.km}

    @property
    def label(self) -> str:
        return f"{'Sprint' if self.kind == self.Kind.SPRINT else 'Pass'} {self.key[1:]}"


class TourTeam(models.Model):
    """A team as it starts in a tour: a copy that the database's team cannot change (CP-APP-005)."""

    tour = models.ForeignKey(Tour, on_delete=models.CASCADE, related_name="teams")
    seat = models.PositiveSmallIntegerField()
    letter = models.CharField(max_length=2)  # with a number it names a rider: b4
    name = models.CharField(max_length=LONGEST_NAME)
    short_name = models.CharField(max_length=4)
    colour = models.CharField(max_length=7)
    pattern = models.CharField(max_length=10)
    manager = models.CharField(max_length=LONGEST_PLAYER, blank=True)  # the player who runs it
    # who that is, where somebody said so
    person = models.ForeignKey(
        Person, on_delete=models.SET_NULL, null=True, blank=True, related_name="tour_teams"
    )

    class Meta:
        ordering = ["tour", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["tour", "seat"], name="seat_once_in_tour"),
            models.UniqueConstraint(fields=["tour", "letter"], name="letter_once_in_tour"),
            models.UniqueConstraint(fields=["tour", "name"], name="team_once_in_tour"),
            models.CheckConstraint(condition=Q(seat__gte=1, seat__lte=99), name="seat_1_to_99"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def player(self) -> str:
        """Return who plays the team: its manager, or the team where no name was given."""
        return self.manager or self.name


class TourRider(models.Model):
    team = models.ForeignKey(TourTeam, on_delete=models.CASCADE, related_name="riders")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=LONGEST_NAME)
    role = models.CharField(max_length=20, blank=True)
    # what sub-classifications ask for: ["youth"]
    marks = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["team", "number"]
        constraints = [
            models.UniqueConstraint(fields=["team", "number"], name="number_once_in_tour_team")
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class TourChange(models.Model):
    """A change of a tour that its versions (`Tour.history`) do not hold: of its directors, its
    start list, its days or its roads. `changes.py` writes and words them; none is ever changed.
    """

    tour = models.ForeignKey(Tour, on_delete=models.CASCADE, related_name="changes")
    stage = models.ForeignKey(
        Stage, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    what = models.CharField(max_length=20)  # one of changes.WHAT
    facts = models.JSONField(default=dict)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    by_name = models.CharField(max_length=150, blank=True)  # outlives the account
    at = models.DateTimeField()

    class Meta:
        ordering = ["tour", "-at", "-pk"]
        verbose_name = "change of a tour"
        verbose_name_plural = "changes of tours"

    def __str__(self) -> str:
        return f"{self.what}, {self.by_name}"


class Draft(models.Model):
    """A tour being set up: stored until it is created or deleted, and no tour before (CP-APP-003).

    `data` is what the room of its game stores; it may be incomplete or wrong.
    """

    game = models.CharField(max_length=20)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="drafts"
    )
    data = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-changed_at"]

    def __str__(self) -> str:
        name = self.data.get("name") if isinstance(self.data, dict) else None
        return _("%(name)s, being set up") % {"name": name or _("A tour without a name")}
