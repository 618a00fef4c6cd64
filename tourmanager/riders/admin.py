"""Teams and riders in the administration, and the parts that other rooms' administration shares."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import models
from django.db.models import Count, QuerySet
from django.forms import BaseInlineFormSet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy
from simple_history.admin import SimpleHistoryAdmin

from tourmanager.riders import marks
from tourmanager.riders.admin_pages import MergingAdmin, RestoringAdmin
from tourmanager.riders.merging import merge_riders, merge_teams, places
from tourmanager.riders.models import Rider, Team
from tourmanager.riders.reasons import describe_reason
from tourmanager.riders.restoring import deleted_riders, deleted_teams, restore_rider, restore_team
from tourmanager.riders.rosters.columns import role_word


class ReadOnly:
    """Mixin for admins and inlines that may be looked at, but never written."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class HistoryAdmin(SimpleHistoryAdmin):  # type: ignore[misc]
    """History of changes, with user and time, for reading: no version can be edited or restored
    over the present one.
    """

    history_list_display = ("author",)

    def get_list_display(self, request: HttpRequest) -> Any:
        return (*super().get_list_display(request), "history_link")

    def author(self, version: Any) -> str:
        """Return who wrote a version, also where their account is deleted."""
        return str(version.history_user_name) or gettext("no account")

    @admin.display(description="history")
    def history_link(self, row: models.Model) -> SafeString:
        name = f"admin:{row._meta.app_label}_{row._meta.model_name}_history"
        return format_html('<a href="{}">History</a>', reverse(name, args=[row.pk]))

    def revert_disabled(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return True

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        require_key(object_id)
        response: HttpResponse = super().history_view(request, object_id, extra_context)
        return response

    def render_history_view(
        self, request: HttpRequest, template: str, context: dict[str, Any], **kwargs: Any
    ) -> HttpResponse:
        for record in context.get("page_obj", ()):
            if record.history_change_reason:
                record.history_change_reason = describe_reason(record.history_change_reason)
        response: HttpResponse = super().render_history_view(request, template, context, **kwargs)
        return response

    def history_form_view(
        self,
        request: HttpRequest,
        object_id: str,
        version_id: str,
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        if request.method not in ("GET", "HEAD"):
            raise PermissionDenied(gettext("History is read-only."))
        require_key(object_id)
        require_key(version_id)
        request.reads_history = True  # type: ignore[attr-defined]
        response: HttpResponse = super().history_form_view(
            request, object_id, version_id, extra_context
        )
        return response

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        if getattr(request, "reads_history", False):
            return [
                field.name
                for field in self.model._meta.fields
                if field.editable and not field.primary_key
            ]
        return super().get_readonly_fields(request, obj)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        if getattr(request, "reads_history", False):
            return [(None, {"fields": self.get_readonly_fields(request, obj)})]
        return super().get_fieldsets(request, obj)


def require_key(number: str) -> None:
    """Raise Http404 for a text that cannot be a key."""
    if not (number.isascii() and number.isdigit() and len(number) < 16):
        raise Http404(gettext("There is no such version."))


class RiderFormSet(BaseInlineFormSet):
    """Forms of a team's riders. Two with the same number or role are an error, shown beside the
    second of them and above all.
    """

    def validate_unique(self) -> None:
        forms_left = [
            form for form in self.forms if form.is_valid() and form not in self.deleted_forms
        ]
        twice: list[str] = []
        for field in ("number", "role"):
            holders: dict[Any, str] = {}
            for form in forms_left:
                value, name = form.cleaned_data.get(field), form.cleaned_data.get("name", "")
                if value is None:
                    continue
                if (holder := holders.setdefault(value, name)) is not name:
                    word = value if field == "number" else role_word(value).lower()
                    twice.append(
                        gettext("%(holder)s and %(name)s have the same %(field)s: %(word)s.")
                        % {"holder": holder, "name": name, "field": field, "word": word}
                    )
                    form.add_error(
                        field,
                        gettext("%(holder)s has this %(field)s already.")
                        % {"holder": holder, "field": field},
                    )
        if twice:
            raise ValidationError(
                [*twice, gettext("In a team every number and every role is used only once.")]
            )


class TeamRidersInline(admin.TabularInline):
    model = Rider
    formset = RiderFormSet
    extra = 0
    max_num = 6
    ordering = ("number",)


class TeamAdminForm(forms.ModelForm):
    """Form of a team; the colour is picked, not typed."""

    class Meta:
        widgets = {"colour": forms.TextInput(attrs={"type": "color"})}

    def clean_colour(self) -> str:
        return str(self.cleaned_data["colour"]).lower()


class SizeFilter(admin.SimpleListFilter):
    """Filter teams by the number of their riders."""

    title = "riders"
    parameter_name = "riders"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [
            ("six", gettext("Six")),
            ("five", gettext("Five")),
            ("few", gettext("Too few")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        match self.value():
            case "six":
                return queryset.filter(size=6)
            case "five":
                return queryset.filter(size=5)
            case "few":
                return queryset.filter(size__lt=5)
        return queryset


class TeamAdmin(MergingAdmin, RestoringAdmin, HistoryAdmin):
    """Administration of teams. `tours/team_admin.py` registers it, because only that app knows the
    tours in which a team rides.
    """

    form = TeamAdminForm
    list_display = ("name", "short_name", "owner", "jersey", "size", "app_page")
    list_display_links = ("name", "short_name")
    list_filter = ("pattern", SizeFilter, ("owner", admin.EmptyFieldListFilter))
    list_select_related = ("owner",)
    search_fields = ("name", "short_name", "riders__name", "owner__username")
    autocomplete_fields = ("owner",)
    fields = ("name", "short_name", "owner", ("colour", "pattern", "jersey"))
    readonly_fields = ("jersey",)
    ordering = ("name",)
    list_per_page = 50
    inlines = (TeamRidersInline,)
    actions = ("merge",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Team]:
        queryset: QuerySet[Team] = (
            super().get_queryset(request).annotate(size=Count("riders", distinct=True))
        )
        return queryset

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        # accounts are neither made nor deleted from the page of a team
        if field is not None and db_field.name == "owner":
            field.widget.can_add_related = field.widget.can_delete_related = (
                field.widget.can_change_related
            ) = False
        return field

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        return {"owner": request.user.pk} | super().get_changeform_initial_data(request)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        request.tours_of_teams = self.tours_of(list(objs))  # type: ignore[attr-defined]
        return super().get_deleted_objects(objs, request)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        if missing := Team.objects.get(pk=form.instance.pk).missing:
            words = gettext("%(instance)s cannot start in a tour yet: it has no %(missing)s.") % {
                "instance": form.instance.name,
                "missing": ", no ".join(missing),
            }
            messages.warning(request, words)

    def label(self, row: Any) -> str:
        return f"{row.name} ({row.owner_name or gettext('no owner')})"

    def merge_rows(self, target: Any, others: list[Any]) -> None:
        merge_teams(target, others)

    def preview(self, target: Any, others: list[Any]) -> list[str]:
        return [place.words for _, place in places(target, others)]

    def deleted_records(self) -> list[Any]:
        return deleted_teams()

    def restore_row(self, record: Any) -> Any:
        return restore_team(record)

    @admin.display(description="riders", ordering="size")
    def size(self, team: Team) -> int:
        return int(getattr(team, "size", 0))

    @admin.display(description="jersey", ordering="colour")
    def jersey(self, team: Team) -> str:
        return marks.team_jersey(team, "s") if team.colour else "–"

    @admin.display(description=gettext_lazy("in the app"))
    def app_page(self, team: Team) -> SafeString:
        return format_html('<a href="{}">{}</a>', team.get_absolute_url(), gettext("Open"))


@admin.register(Rider)
class RiderAdmin(MergingAdmin, RestoringAdmin, HistoryAdmin):
    list_display = ("name", "team", "number", "role")
    list_filter = ("role", "number")
    list_select_related = ("team",)
    search_fields = ("name", "team__name", "team__short_name")
    autocomplete_fields = ("team",)
    ordering = ("team__name", "number")
    list_per_page = 50
    actions = ("merge",)

    def label(self, row: Any) -> str:
        return gettext("%(row)s, number %(number)s of %(team)s") % {
            "row": row.name,
            "number": row.number,
            "team": row.team.name,
        }

    def merge_rows(self, target: Any, others: list[Any]) -> None:
        merge_riders(target, others)

    def preview(self, target: Any, others: list[Any]) -> list[str]:
        return [
            gettext("%(rider)s, is deleted.") % {"rider": self.label(rider)} for rider in others
        ]

    def deleted_records(self) -> list[Any]:
        return deleted_riders()

    def restore_row(self, record: Any) -> Any:
        return restore_rider(record)
