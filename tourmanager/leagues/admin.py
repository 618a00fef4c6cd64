"""Leagues in the administration, for looking them up and for helping out: whether they are found,
and who organises them, goes through the same doors as on their pages. The rest is read-only.
"""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tourmanager.leagues import changing
from tourmanager.leagues.changing import LeagueRefused
from tourmanager.leagues.models import Division, League, Member, Organiser, Round, Season
from tourmanager.riders.admin import HistoryAdmin, ReadOnly


class OrganiserInline(admin.TabularInline):
    model = Organiser
    fields = ("user", "added_at")
    readonly_fields = ("added_at",)
    autocomplete_fields = ("user",)
    extra = 0

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # an organiser is added or taken away, not turned into another


class SeasonInline(ReadOnly, admin.TabularInline):
    model = Season
    fields = readonly_fields = ("position", "name")
    show_change_link = True


class DivisionInline(ReadOnly, admin.TabularInline):
    model = Division
    fields = readonly_fields = ("position", "name", "promoted", "relegated")


class RoundInline(ReadOnly, admin.TabularInline):
    model = Round
    fields = readonly_fields = ("number", "tour", "stage", "name", "date", "half_weight")


@admin.register(League)
class LeagueAdmin(HistoryAdmin):
    list_display = ("name", "club", "listed", "season_count", "organised_by", "created_at")
    list_filter = ("listed", "created_at")
    search_fields = ("name", "club", "slug", "organisers__username", "seasons__name")
    date_hierarchy = "created_at"
    list_per_page = 50
    fields = readonly_fields = ("name", "club", "listed", "app_page", "slug", "created_at")
    inlines = (OrganiserInline, SeasonInline)
    actions = ("show_to_everybody", "show_by_link")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[League]:
        rows: QuerySet[League] = super().get_queryset(request)
        return rows.annotate(all_seasons=Count("seasons", distinct=True)).prefetch_related(
            "organisers"
        )

    @admin.display(description=gettext_lazy("seasons"), ordering="all_seasons")
    def season_count(self, league: Any) -> int:
        return int(league.all_seasons)

    @admin.display(description=gettext_lazy("organisers"))
    def organised_by(self, league: League) -> str:
        return ", ".join(user.get_username() for user in league.organisers.all())

    @admin.display(description=gettext_lazy("in the app"))
    def app_page(self, league: League) -> SafeString:
        words = _("Open %(league)s") % {"league": league.name}
        return format_html('<a href="{}">{}</a>', league.get_absolute_url(), words)

    @admin.action(
        description=gettext_lazy("Let everybody find the selected leagues"),
        permissions=["change"],
    )
    def show_to_everybody(self, request: HttpRequest, queryset: QuerySet[League]) -> None:
        list_leagues(request, queryset.filter(listed=False), listed=True)

    @admin.action(
        description=gettext_lazy("Show the selected leagues by link only"), permissions=["change"]
    )
    def show_by_link(self, request: HttpRequest, queryset: QuerySet[League]) -> None:
        list_leagues(request, queryset.filter(listed=True), listed=False)

    def save_model(self, request: HttpRequest, obj: League, form: Any, change: bool) -> None:
        """Write nothing: what a league is itself can only be looked at here."""

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        try:
            for organiser in formset.save(commit=False):
                changing.add_organiser(organiser.league, organiser.user, timezone.now())
            for organiser in formset.deleted_objects:
                changing.remove_organiser(organiser.league, organiser.user)
        except LeagueRefused as refused:
            messages.error(request, str(refused))


def list_leagues(request: HttpRequest, leagues: QuerySet[League], *, listed: bool) -> None:
    """List these leagues, or show them by link only, one after the other; tell how many."""
    changed = 0
    for league in leagues:
        changing.rename(league, league.name, league.club, listed=listed)
        changed += 1
    sentence = ngettext("%(count)s league changed.", "%(count)s leagues changed.", changed)
    messages.success(request, sentence % {"count": changed})


@admin.register(Season)
class SeasonAdmin(ReadOnly, HistoryAdmin):
    list_display = ("name", "league", "position")
    list_display_links = ("name", "league")
    list_select_related = ("league",)
    list_filter = ("position",)
    search_fields = ("name", "league__name")
    ordering = ("league__name", "-position")
    list_per_page = 50
    inlines = (DivisionInline, RoundInline)


@admin.register(Round)
class RoundAdmin(ReadOnly, HistoryAdmin):
    list_display = ("number", "season", "tour", "stage", "name", "date", "half_weight")
    list_display_links = ("number", "season")
    list_select_related = ("season", "tour", "stage")
    list_filter = ("number", "date")
    search_fields = ("name", "tour__name", "season__name", "season__league__name")
    list_per_page = 50


@admin.register(Division)
class DivisionAdmin(ReadOnly, HistoryAdmin):
    list_display = ("name", "season", "position", "promoted", "relegated")
    list_select_related = ("season",)
    list_filter = ("position",)
    search_fields = ("name", "season__name", "season__league__name")
    list_per_page = 50


@admin.register(Member)
class MemberAdmin(ReadOnly, HistoryAdmin):
    list_display = ("person", "season", "division")
    list_select_related = ("person", "season", "division")
    list_filter = (("division", admin.EmptyFieldListFilter),)
    search_fields = ("person__name", "person__spellings__key", "season__league__name")
    list_per_page = 50
