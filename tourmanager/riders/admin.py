"""Teams and riders in the administration, and what the other rooms' administration shares."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db import models
from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from simple_history.admin import SimpleHistoryAdmin

from tourmanager.riders import marks
from tourmanager.riders.models import Rider, Team

admin.site.site_header = admin.site.site_title = "Tour Manager"
admin.site.index_title = "Administration"
admin.site.empty_value_display = "–"


class ReadOnly:
    """For admins and inlines: to be looked at, never to be written."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class HistoryAdmin(SimpleHistoryAdmin):  # type: ignore[misc]
    """Who changed what and when, to be read: no version can be edited or put back in place of the present one."""

    def revert_disabled(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return True

    def history_view(self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        known(object_id)
        response: HttpResponse = super().history_view(request, object_id, extra_context)
        return response

    def history_form_view(
        self, request: HttpRequest, object_id: str, version_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if request.method not in ("GET", "HEAD"):
            raise PermissionDenied("History is read-only.")
        known(object_id)
        known(version_id)
        request.reads_history = True  # type: ignore[attr-defined]
        response: HttpResponse = super().history_form_view(request, object_id, version_id, extra_context)
        return response

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        if getattr(request, "reads_history", False):
            return [field.name for field in self.model._meta.fields if field.editable and not field.primary_key]
        return super().get_readonly_fields(request, obj)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        if getattr(request, "reads_history", False):
            return [(None, {"fields": self.get_readonly_fields(request, obj)})]
        return super().get_fieldsets(request, obj)


def known(number: str) -> None:
    """Raises Http404 for what cannot be a key."""
    if not (number.isascii() and number.isdigit() and len(number) < 16):
        raise Http404("There is no such version.")


class RiderInline(admin.TabularInline):
    model = Rider
    extra = 0
    max_num = 6
    ordering = ("number",)


class SizeFilter(admin.SimpleListFilter):
    """Teams by how many riders they have."""

    title = "riders"
    parameter_name = "riders"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("six", "Six"), ("five", "Five"), ("few", "Too few")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        match self.value():
            case "six":
                return queryset.filter(size=6)
            case "five":
                return queryset.filter(size=5)
            case "few":
                return queryset.filter(size__lt=5)
        return queryset


@admin.register(Team)
class TeamAdmin(HistoryAdmin):
    list_display = ("name", "short_name", "jersey", "pattern", "size")
    list_display_links = ("name", "short_name")
    list_filter = ("pattern", SizeFilter)
    search_fields = ("name", "short_name", "riders__name")
    ordering = ("name",)
    list_per_page = 50
    inlines = (RiderInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Team]:
        queryset: QuerySet[Team] = super().get_queryset(request).annotate(size=Count("riders", distinct=True))
        return queryset

    @admin.display(description="riders", ordering="size")
    def size(self, team: Team) -> int:
        return int(getattr(team, "size", 0))

    @admin.display(description="jersey", ordering="colour")
    def jersey(self, team: Team) -> SafeString:
        return format_html("{} {}", marks.team_jersey(team, "s"), team.colour)


@admin.register(Rider)
class RiderAdmin(HistoryAdmin):
    list_display = ("name", "team", "number", "role")
    list_filter = ("role", "number")
    list_select_related = ("team",)
    search_fields = ("name", "team__name", "team__short_name")
    autocomplete_fields = ("team",)
    ordering = ("team__name", "number")
    list_per_page = 50
