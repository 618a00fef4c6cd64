"""Show tours in the administration. Course, teams and riders are what a tour was created with, so
they are read-only: only its name, whether it is listed, and its directors can be changed. Tours are
made and erased in the app itself.
"""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import Count, F, Prefetch, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.accounts.models import User
from tourmanager.accounts.requests import user_of
from tourmanager.riders.admin import HistoryAdmin, ReadOnly
from tourmanager.riders.models import Team
from tourmanager.riders.names import tidy_name
from tourmanager.tabletop.registry import room
from tourmanager.tours import options
from tourmanager.tours.contract import set_up_of
from tourmanager.tours.models import (
    Director,
    Draft,
    Line,
    Stage,
    Tour,
    TourChange,
    TourRider,
    TourTeam,
)
from tourmanager.tours.pages import keeping
from tourmanager.tours.pages.keeping import KeepingRefused
from tourmanager.tours.planning.plan_check import name_trouble
from tourmanager.tours.team_admin import TeamWithToursAdmin
from tourmanager.tours.tour_actions import TourActions
from tourmanager.web.drawing import role_words
from tourmanager.web.jerseys import mark
from tourmanager.web.readable import readable
from tourmanager.web.templatetags.race import draw_jersey

admin.site.register(Team, TeamWithToursAdmin)


def team_jersey(team: TourTeam) -> SafeString:
    return draw_jersey(mark(team, f"{team.letter}1", 1), "s")


def course(stage: Stage) -> str:
    """List the lines of a stage in road order: "Sprint 1, km 12; Pass 1 (third), km 34"."""
    return "; ".join(
        (_("%(line)s (%(category)s), km %(km)s") if line.start else _("%(line)s, km %(km)s"))
        % {"line": line.label, "category": line.category, "km": line.km}
        for line in stage.lines.all()
    )


def squad(team: TourTeam) -> SafeString:
    return format_html_join(
        ", ",
        "{} {} ({})",
        ((rider.number, rider.name, role_words(rider.role)) for rider in team.riders.all()),
    )


class StageInline(ReadOnly, admin.TabularInline):
    model = Stage
    fields = readonly_fields = ("number", "type", "length", "state", "lines")
    ordering = ("number",)
    show_change_link = True
    verbose_name_plural = "course"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Stage]:
        return super().get_queryset(request).prefetch_related("lines")

    @admin.display(description=gettext_lazy("sprints and passes"))
    def lines(self, stage: Stage) -> str:
        return course(stage)


class TeamInline(ReadOnly, admin.TabularInline):
    model = TourTeam
    fields = readonly_fields = (
        "seat",
        "letter",
        "jersey",
        "name",
        "short_name",
        "manager",
        "riders",
    )
    ordering = ("seat",)
    show_change_link = True
    verbose_name_plural = gettext_lazy("teams, as they were when the tour was created")

    def get_queryset(self, request: HttpRequest) -> QuerySet[TourTeam]:
        return super().get_queryset(request).prefetch_related("riders")

    @admin.display
    def jersey(self, team: TourTeam) -> SafeString:
        return team_jersey(team)

    @admin.display
    def riders(self, team: TourTeam) -> SafeString:
        return squad(team)


class DirectorInline(admin.TabularInline):
    model = Director
    fields = ("user", "added_at")
    readonly_fields = ("added_at",)
    autocomplete_fields = ("user",)
    extra = 0

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # a director is added or taken away, not turned into another


class TourAdminForm(forms.ModelForm):
    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        if trouble := name_trouble(name, 80, what=_("The name")):
            raise ValidationError(trouble)
        return name


@admin.register(Tour)
class TourAdmin(TourActions, HistoryAdmin):
    form = TourAdminForm
    list_display = (
        "name",
        "state",
        "game_name",
        "progress",
        "team_count",
        "directed_by",
        "listed",
        "created_at",
        "changed_at",
    )
    list_filter = (
        "state",
        "listed",
        "game",
        ("archived_at", admin.EmptyFieldListFilter),
        ("erased_at", admin.EmptyFieldListFilter),
        "created_at",
    )
    search_fields = ("name", "slug", "directors__username", "teams__name", "teams__manager")
    date_hierarchy = "created_at"
    ordering = ("-changed_at",)
    list_per_page = 50
    fields = (
        ("name", "listed"),
        ("state", "game_name", "own_data"),
        "app_page",
        ("scheme", "scoring", "house_rules"),
        "slug",
        ("created_at", "changed_at", "revision"),
        ("archived_at", "erased_at"),
    )
    readonly_fields = tuple(
        name
        for part in fields
        for name in ((part,) if isinstance(part, str) else part)
        if name not in ("name", "listed")
    )
    inlines = (DirectorInline, StageInline, TeamInline)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_object(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Tour | None:
        tour: Tour | None = super().get_object(request, *args, **kwargs)
        if tour is not None:
            room(tour.game)  # raises UnknownGame
        return tour

    @admin.display(description="game", ordering="game")
    def game_name(self, tour: Tour) -> str:
        return tour.unknown_game or str(room(tour.game).name)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tour]:
        queryset: QuerySet[Tour] = super().get_queryset(request)
        return queryset.annotate(
            stage_count=Count("stages", distinct=True),
            ended_count=Count("stages", filter=Q(stages__state=Stage.State.ENDED), distinct=True),
            team_count=Count("teams", distinct=True),
        ).prefetch_related(
            Prefetch("directors", User.objects.only("username", "first_name", "last_name"))
        )

    @admin.display(description=gettext_lazy("in the app"))
    def app_page(self, tour: Tour) -> SafeString:
        words = _("Open %(tour)s") % {"tour": tour.name}
        history = reverse("results:tour_history", args=[tour.slug])
        link = '<a href="{}">{}</a> · <a href="{}">{}</a>'
        who = _("Who did what in it, and when")
        return format_html(link, tour.get_absolute_url(), words, history, who)

    @admin.display(description=gettext_lazy("scoring"))
    def scoring(self, tour: Tour) -> SafeString:
        """Show the tour's own copy of its scheme; its directors change it on the page it links
        to.
        """
        address = reverse("schemes:scoring", args=[tour.slug])
        parts = '<p><a href="{}">{}</a></p><details><summary>{}</summary>{}</details>'
        values = readable(tour.rules)
        return format_html(parts, address, _("Scoring of this tour"), _("All values"), values)

    @admin.display(description=gettext_lazy("what its game keeps"))
    def own_data(self, tour: Tour) -> SafeString:
        return readable(tour.game_data)

    @admin.display(description=gettext_lazy("house rules"))
    def house_rules(self, tour: Tour) -> SafeString:
        switches = set_up_of(tour).switches
        rows = [
            (
                switch.question,
                switch.values.get(options.chosen_option(tour.options, switch.key, switches), ""),
            )
            for switch in switches
            if switch.key in tour.options
        ]
        return (
            format_html("<ul>{}</ul>", format_html_join("", "<li>{} {}</li>", rows))
            if rows
            else format_html("{}", _("none"))
        )

    @admin.display(description=gettext_lazy("stages ended"))
    def progress(self, tour: Any) -> str:
        return _("%(ended_count)s of %(stages)s") % {
            "ended_count": tour.ended_count,
            "stages": tour.stage_count,
        }

    @admin.display(description="teams", ordering="team_count")
    def team_count(self, tour: Any) -> int:
        return int(tour.team_count)

    @admin.display(description="directors")
    def directed_by(self, tour: Tour) -> str:
        return ", ".join(
            user.get_full_name() or user.get_username() for user in tour.directors.all()
        )

    def save_model(self, request: HttpRequest, obj: Tour, form: Any, change: bool) -> None:
        if not form.changed_data:
            return
        obj.changed_at = timezone.now()
        obj.save(update_fields=[*form.changed_data, "changed_at"])
        # The course of a stage may be going on: its count of changes is never written back from
        # this page.
        Tour.objects.filter(pk=obj.pk).update(revision=F("revision") + 1)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        now, by = timezone.now(), user_of(request)
        added = formset.save(commit=False)
        try:
            for director in added:
                keeping.add_director(director.tour, director.user, at=now, by=by)
            for director in formset.deleted_objects:
                keeping.remove_director(director.tour, director.user, at=now, by=by)
        except KeepingRefused as refused:
            messages.error(request, str(refused))


class LineInline(ReadOnly, admin.TabularInline):
    model = Line
    fields = readonly_fields = ("key", "kind", "category", "start", "km")
    ordering = ("km",)


class RiderInline(ReadOnly, admin.TabularInline):
    model = TourRider
    fields = readonly_fields = ("number", "name", "role")
    ordering = ("number",)


@admin.register(Stage)
class StageAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("number", "tour", "type", "length", "state", "reopened", "ended_at")
    list_display_links = ("number", "tour")
    list_filter = ("state", "reopened", "type", "number")
    list_select_related = ("tour",)
    search_fields = ("tour__name", "tour__slug")
    ordering = ("tour__name", "number")
    list_per_page = 50
    inlines = (LineInline,)


@admin.register(TourTeam)
class TourTeamAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("name", "short_name", "jersey", "tour", "seat", "manager")
    list_filter = ("seat", "pattern")
    list_select_related = ("tour",)
    search_fields = ("name", "short_name", "manager", "tour__name", "riders__name")
    ordering = ("tour__name", "seat")
    list_per_page = 50
    inlines = (RiderInline,)

    @admin.display(description="jersey")
    def jersey(self, team: TourTeam) -> SafeString:
        return format_html("{} {}", team_jersey(team), team.colour)


@admin.register(TourRider)
class TourRiderAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("name", "number", "role", "team", "tour")
    list_filter = ("role", "number")
    list_select_related = ("team__tour",)
    search_fields = ("name", "team__name", "team__tour__name")
    ordering = ("team__tour__name", "team__seat", "number")
    list_per_page = 50

    @admin.display(ordering="team__tour__name")
    def tour(self, rider: TourRider) -> str:
        return rider.team.tour.name


@admin.register(Director)
class DirectorAdmin(ReadOnly, admin.ModelAdmin):
    """The directors of tours; they are added and removed on the page of their tour."""

    list_display = ("user", "tour", "added_at")
    list_filter = ("tour__state", "added_at")
    list_select_related = ("tour", "user")
    search_fields = ("user__username", "user__first_name", "user__last_name", "tour__name")
    date_hierarchy = "added_at"
    list_per_page = 50


@admin.register(TourChange)
class TourChangeAdmin(ReadOnly, admin.ModelAdmin):
    """Changes of directors, start lists, days and roads, read-only."""

    list_display = ("at", "tour", "what", "by_name", "stage")
    list_filter = ("what", "at")
    list_select_related = ("tour", "stage__tour")
    search_fields = ("tour__name", "tour__slug", "by_name")
    date_hierarchy = "at"
    ordering = ("-at", "-pk")
    list_per_page = 50
    fields = readonly_fields = ("at", "tour", "what", "by_name", "by", "stage", "content")

    @admin.display(description=gettext_lazy("in full"))
    def content(self, change: TourChange) -> SafeString:
        return readable(change.facts)


@admin.register(Draft)
class DraftAdmin(admin.ModelAdmin):
    """Tours being set up: their owners change them on the pages of Start; an admin can delete
    them.
    """

    fields = readonly_fields = ("title", "owner", "game", "created_at", "changed_at", "content")

    list_display = ("title", "owner", "created_at", "changed_at")
    list_filter = ("changed_at", "created_at")
    list_select_related = ("owner",)
    search_fields = ("owner__username", "owner__first_name", "owner__last_name", "data__name")
    date_hierarchy = "changed_at"
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description="tour")
    def title(self, draft: Draft) -> str:
        data = draft.data if isinstance(draft.data, dict) else {}
        return str(data.get("name") or _("no name yet"))

    @admin.display(description=gettext_lazy("what is set up so far"))
    def content(self, draft: Draft) -> SafeString:
        return readable(draft.data)
