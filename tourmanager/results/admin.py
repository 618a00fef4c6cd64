"""Show the stage log in the administration, read-only. Corrections are made on the stage's own
page.
"""

import json
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.results.models import Entry, Standing
from tourmanager.riders.admin import ReadOnly
from tourmanager.tours.planning.imports import source_words


def pretty(value: Any) -> SafeString:
    return format_html("<pre>{}</pre>", json.dumps(value, indent=2, ensure_ascii=False))


@admin.register(Entry)
class EntryAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("seq", "tour", "stage_number", "does", "said", "by_name", "at")
    list_display_links = ("seq", "does")
    list_filter = ("stage__state", "stage__number", "at")
    list_select_related = ("stage__tour",)
    search_fields = ("stage__tour__name", "stage__tour__slug", "by_name", "token", "client")
    date_hierarchy = "at"
    ordering = ("-at", "-pk")
    list_per_page = 100
    show_full_result_count = False  # a log is long; counting it twice helps nobody
    fields = readonly_fields = (
        "tour",
        "stage_number",
        "seq",
        "whole",
        "by_name",
        "by",
        "source",
        "at",
        "client",
        "token",
        "checksum",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        return super().get_queryset(request).select_related("stage__tour", "by")

    @admin.display(ordering="stage__tour__name")
    def tour(self, entry: Entry) -> str:
        return entry.stage.tour.name

    @admin.display(description="stage", ordering="stage__number")
    def stage_number(self, entry: Entry) -> int:
        return entry.stage.number

    @admin.display(description="what")
    def does(self, entry: Entry) -> str:
        return str(entry.body.get("do", "")) if isinstance(entry.body, dict) else ""

    @admin.display(description="source")
    def source(self, entry: Entry) -> str:
        return source_words(entry.stage.tour, entry.imported) or _("recorded here")

    @admin.display(description=gettext_lazy("in full"))
    def said(self, entry: Entry) -> str:
        body = (
            {key: value for key, value in entry.body.items() if key != "do"}
            if isinstance(entry.body, dict)
            else entry.body
        )
        text = json.dumps(body, ensure_ascii=False)
        return text if len(text) <= 80 else f"{text[:79]}…"

    @admin.display(description="entry")
    def whole(self, entry: Entry) -> SafeString:
        return pretty(entry.body)


@admin.register(Standing)
class StandingAdmin(ReadOnly, admin.ModelAdmin):
    """The stored result of an ended stage, read-only: it can be rebuilt from the log."""

    list_display = ("tour", "stage_number", "seq", "at")
    list_filter = ("stage__number", "at")
    list_select_related = ("stage__tour",)
    search_fields = ("stage__tour__name", "stage__tour__slug")
    date_hierarchy = "at"
    list_per_page = 50
    fields = readonly_fields = ("tour", "stage_number", "seq", "checksum", "at", "whole")

    @admin.display(ordering="stage__tour__name")
    def tour(self, standing: Standing) -> str:
        return standing.stage.tour.name

    @admin.display(description="stage", ordering="stage__number")
    def stage_number(self, standing: Standing) -> int:
        return standing.stage.number

    @admin.display(description="result")
    def whole(self, standing: Standing) -> SafeString:
        return pretty(standing.result)
