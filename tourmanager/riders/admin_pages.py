"""Pages that the administration of teams and riders has beside Django's own: merging with a
preview, and restoring.
"""

import re
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.riders.merging import MOST
from tourmanager.riders.restoring import RestoreRefused, deleted_rows


class NamedPages(admin.ModelAdmin):
    """Addresses of an admin's own pages, and the context that every page of the administration
    shows.
    """

    def address(self, name: str, *args: Any) -> str:
        return reverse(self.url_name(name), args=args)

    def url_name(self, name: str) -> str:
        return f"admin:{self.opts.app_label}_{self.opts.model_name}_{name}"

    def own_page(
        self, request: HttpRequest, template: str, title: str, **context: Any
    ) -> TemplateResponse:
        defaults = {"opts": self.opts, "title": title, "list_address": self.address("changelist")}
        return TemplateResponse(
            request, template, self.admin_site.each_context(request) | defaults | context
        )

    def require(self, *permissions: bool) -> None:
        if not all(permissions):
            raise PermissionDenied(_("Your account is not allowed to do that."))

    def tours_of(self, rows: list[Any]) -> list[Any]:
        """Return the tours that ride with copies of these rows; a subclass may know some."""
        return []


class MergingAdmin(NamedPages):
    """Merge duplicate rows: an action of the list leads to a page with a preview."""

    def get_urls(self) -> list[Any]:
        name = self.url_name("merge").removeprefix("admin:")
        return [
            path("merge/", self.admin_site.admin_view(self.merge_page), name=name),
            *super().get_urls(),
        ]

    @admin.action(
        description=gettext_lazy("Merge the selected (they are one and the same)"),
        permissions=["change", "delete"],
    )
    def merge(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
        keys = list(queryset.values_list("pk", flat=True)[: MOST + 1])
        if not 2 <= len(keys) <= MOST:
            messages.error(
                request,
                _("Select two rows that are one and the same, or up to %(most)s.") % {"most": MOST},
            )
            return None
        return HttpResponseRedirect(f"{self.address('merge')}?ids={','.join(map(str, keys))}")

    def merge_page(self, request: HttpRequest) -> HttpResponse:
        """Show what the merge would do; do it when the form is sent."""
        self.require(self.has_change_permission(request), self.has_delete_permission(request))
        ids = request.GET.get("ids", "")
        if not re.fullmatch(r"[0-9]{1,15}(,[0-9]{1,15}){1,9}", ids):
            raise Http404(_("Select in the list what to merge."))
        rows = list(self.get_queryset(request).filter(pk__in=ids.split(",")).order_by("pk"))
        if len(rows) < 2:
            messages.error(request, _("These no longer exist or have been merged already."))
            return redirect(self.address("changelist"))
        target_key = request.POST.get("kept", "") or request.GET.get("kept", "")
        target = next((row for row in rows if str(row.pk) == target_key), rows[0])
        others = [row for row in rows if row is not target]
        if request.method == "POST" and "merge" in request.POST:
            if str(target.pk) != target_key:
                raise Http404(_("The one to keep no longer exists."))
            names = ", ".join(map(self.label, others))
            self.merge_rows(target, others)
            where = _("“Deleted %(verbose_name_plural)s” brings them back") % {
                "verbose_name_plural": self.opts.verbose_name_plural
            }
            messages.success(
                request,
                _("Merged into %(kept)s: %(names)s. If that was wrong, %(where)s.")
                % {"kept": self.label(target), "names": names, "where": where},
            )
            return redirect(self.address("changelist"))
        context = {
            "rows": [(row, self.label(row)) for row in rows],
            "kept": target,
            "kept_label": self.label(target),
            "others": ", ".join(map(self.label, others)),
            "ids": ids,
            "lines": self.preview(target, others),
            "tours": self.tours_of(others),
        }
        title = _("Merge %(rows)s") % {"rows": self.opts.verbose_name_plural}
        return self.own_page(request, "admin/riders/merge.html", title, **context)

    def label(self, row: Any) -> str:
        """Name the row so that it differs from others of the same name."""
        raise NotImplementedError

    def merge_rows(self, target: Any, others: list[Any]) -> None:
        raise NotImplementedError

    def preview(self, target: Any, others: list[Any]) -> list[str]:
        raise NotImplementedError


class RestoringAdmin(NamedPages):
    """List deleted rows, and restore them."""

    change_list_template = "admin/riders/change_list.html"

    def get_urls(self) -> list[Any]:
        view, name = self.admin_site.admin_view, self.url_name("").removeprefix("admin:")
        return [
            path("deleted/", view(self.deleted_page), name=f"{name}deleted"),
            path(
                "deleted/<int:history_id>/restore/", view(self.restore_page), name=f"{name}restore"
            ),
            *super().get_urls(),
        ]

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        more = {"deleted_address": self.address("deleted")} | (extra_context or {})
        response: HttpResponse = super().changelist_view(request, more)
        return response

    def deleted_page(self, request: HttpRequest) -> HttpResponse:
        self.require(self.has_view_permission(request))
        title = _("Deleted %(rows)s") % {"rows": self.opts.verbose_name_plural}
        context = {
            "records": self.deleted_records(),
            "may_restore": self.has_add_permission(request),
        }
        return self.own_page(request, "admin/riders/deleted.html", title, **context)

    def restore_page(self, request: HttpRequest, history_id: int) -> HttpResponse:
        self.require(self.has_add_permission(request), request.method == "POST")
        if history_id >= 2**31:
            raise Http404(_("There is no such version."))
        record = deleted_rows(self.model).filter(history_id=history_id).first()
        if record is None:
            messages.error(request, _("This has been brought back already."))
            return redirect(self.address("deleted"))
        try:
            row = self.restore_row(record)
        except RestoreRefused as refused:
            messages.error(request, str(refused))
            return redirect(self.address("deleted"))
        messages.success(request, _("%(row)s has been brought back.") % {"row": row})
        return redirect(self.address("change", row.pk))

    def deleted_records(self) -> list[Any]:
        raise NotImplementedError

    def restore_row(self, record: Any) -> Any:
        raise NotImplementedError
