"""People in the administration: added, renamed and merged through the same doors as on pages."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from tourmanager.people.models import Person, Spelling
from tourmanager.riders.admin import HistoryAdmin, ReadOnly


class SpellingInline(ReadOnly, admin.TabularInline):
    model = Spelling
    fields = ["name"]
    extra = 0


@admin.register(Person)
class PersonAdmin(ReadOnly, HistoryAdmin):
    list_display = ["name", "owner", "merged_into", "created_at"]
    list_filter = [("merged_into", admin.EmptyFieldListFilter)]
    search_fields = ["name", "spellings__name", "spellings__key"]
    list_select_related = ["owner", "merged_into"]
    inlines = [SpellingInline]

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> Any:
        return super().get_search_results(request, queryset, search_term.casefold())
