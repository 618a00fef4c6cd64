"""Serve the stage designer: the user's own stages, the table on which one is laid out, and a stage
that somebody shares.
"""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect, replace_url

from games.engine import BadSetup
from games.flamme_rouge import code as codes
from games.flamme_rouge.facts import facts_of_road
from games.flamme_rouge.stages import catalogue
from tourmanager.play.seats.access import user_of
from tourmanager.tabletop.flamme_rouge.designs import forms, saving
from tourmanager.tabletop.flamme_rouge.designs.box import box_by_shape, tile_symbols, tiles_in_row
from tourmanager.tabletop.flamme_rouge.designs.choosing import (
    OWN,
    SETS,
    by_code,
    designs_of,
    name_of_tiles,
)
from tourmanager.tabletop.flamme_rouge.designs.preview import laid_out
from tourmanager.tabletop.flamme_rouge.designs.row import row_of
from tourmanager.tabletop.flamme_rouge.designs.saving import FEWEST_RIDERS, DesignRefused
from tourmanager.tabletop.flamme_rouge.models import Design
from tourmanager.web.errors import error_page
from tourmanager.web.guard import page
from tourmanager.web.qr import qr_svg
from tourmanager.web.requests import HtmxRequest

DELETED_SHOWN = 5


@page("flamme_rouge:designs")
def designs(request: HtmxRequest) -> HttpResponse:
    mine = [
        (design, facts_of_road(design.tiles), code_of(design))
        for design in designs_of(user_of(request))
    ]
    deleted = Design.objects.filter(
        owner=user_of(request), deleted_at__gt=timezone.now() - saving.KEPT
    ).order_by("-deleted_at")
    return render(
        request,
        "tabletop/flamme_rouge/designs/list.html",
        {"mine": mine, "deleted": deleted[:DELETED_SHOWN], "own": OWN},
    )


def code_of(design: Design) -> str:
    return codes.write_code(design.tiles)


@page("flamme_rouge:new_design")
def new(request: HtmxRequest) -> HttpResponse:
    """Design a stage from scratch, or from the tiles of the address, so that a reload and a
    bookmark keep what was laid out.
    """
    return edit_design(request, None)


@page("flamme_rouge:edit_design")
def edit(request: HtmxRequest, design: Design) -> HttpResponse:
    return edit_design(request, design)


def edit_design(request: HtmxRequest, design: Design | None) -> HttpResponse:
    if request.method != "POST":
        try:
            return table(request, begin_editor(request, design), design)
        except BadSetup as refused:
            return table(
                request,
                forms.Editor(row_of("au"), trouble={"tiles": str(refused)}),
                design,
                status=400,
            )
    try:
        editor, what = forms.read_editor(request.POST)
    except BadSetup as refused:
        return table(
            request, forms.Editor(row_of("au"), trouble={"tiles": str(refused)}), design, status=400
        )
    try:
        match what:
            case "save":
                saved_design = saving.save(
                    owner=user_of(request),
                    name=editor.name,
                    tiles=editor.row.text,
                    at=timezone.now(),
                    design=design,
                )
                messages.success(request, _("%(saved)s is saved.") % {"saved": saved_design.name})
                return redirect_to(request, reverse("flamme_rouge:designs"))
            case "lay":
                code = codes.write_code(ready_tiles(editor.ready))
                forms.apply_tap(editor, f"lay {code}")  # not shown
            case "read":
                code = codes.write_code(by_code(editor.typed).stage["tiles"])
                forms.apply_tap(editor, f"lay {code}")  # not shown
            case _:
                forms.apply_tap(editor, what)
    except DesignRefused as refused:
        editor.trouble[refused.about] = str(refused)
    except BadSetup as refused:
        editor.trouble["typed" if what == "read" else "ready" if what == "lay" else "tiles"] = str(
            refused
        )
    return table(request, editor, design, status=422 if editor.trouble else 200)


def ready_tiles(key: str) -> str:
    if key not in catalogue():
        raise BadSetup(_("Choose a stage to begin with."))
    return catalogue()[key].tiles


def begin_editor(request: HtmxRequest, design: Design | None) -> forms.Editor:
    """Return the editor of the saved stage, or of what the address says. Raises BadSetup."""
    text = request.GET.get("tiles", "")
    if not text and design is not None:
        return forms.Editor(row_of(codes.write_code(design.tiles)), design.name)
    return forms.Editor(row_of(text or "au"), design.name if design else "")


def redirect_to(request: HtmxRequest, address: str) -> HttpResponse:
    """Lead to an address, also from a form that htmx has sent."""
    if request.htmx:
        return HttpResponseClientRedirect(address)
    return redirect(address)


def table(
    request: HtmxRequest, editor: forms.Editor, design: Design | None, status: int = 200
) -> HttpResponse:
    row = editor.row
    part = bool(request.htmx) and request.method == "POST"
    address = f"{request.path}?tiles={row.code}"
    context = {
        "editor": editor,
        "design": design,
        "lying": tiles_in_row(row),
        "box": box_by_shape(row),
        "symbols": "" if part else tile_symbols(),
        "shown": laid_out("", row.text, editor.riders, editor.breakaway),
        "riders": [
            (value, words, int(value) == editor.riders) for value, words in forms.RIDERS.items()
        ],
        "ready": [
            (words, [stage for stage in catalogue().values() if stage.set == kind])
            for kind, words in SETS.items()
        ],
    }
    template = (
        "tabletop/flamme_rouge/designs/_table.html"
        if part
        else "tabletop/flamme_rouge/designs/table.html"
    )
    response = render(request, template, context, status=status)
    if part:
        return replace_url(response, address)
    return response


@page("flamme_rouge:copy_design")
def copy(request: HtmxRequest, design: Design) -> HttpResponse:
    try:
        duplicate = saving.copy(design, at=timezone.now())
        messages.success(request, _("%(made)s is saved.") % {"made": duplicate.name})
    except DesignRefused as refused:
        messages.error(request, str(refused))
    return redirect("flamme_rouge:designs")


@page("flamme_rouge:delete_design")
def delete(request: HtmxRequest, design: Design) -> HttpResponse:
    saving.delete(design, at=timezone.now())
    return redirect("flamme_rouge:designs")


@page("flamme_rouge:restore_design")
def restore(request: HtmxRequest, design: Design) -> HttpResponse:
    back = saving.restore(design)
    messages.success(request, _("%(back)s is back.") % {"back": back.name})
    return redirect("flamme_rouge:designs")


@page("flamme_rouge:design")
def show_shared(request: HtmxRequest, code: str) -> HttpResponse:
    """Show a stage by its code to anybody with the link; by POST copy it to the user's own."""
    try:
        tiles = codes.read_code(code)
    except BadSetup as refused:
        return error_page(
            request, status=404, title=_("There is no such stage"), detail=str(refused)
        )
    if code != codes.write_code(tiles):
        return redirect("flamme_rouge:design", codes.write_code(tiles))
    name, trouble = name_of_tiles(tiles), ""
    if request.method == "POST":
        try:
            saved_design = saving.save(
                owner=user_of(request),
                name=request.POST.get("name", ""),
                tiles=tiles,
                at=timezone.now(),
            )
            messages.success(
                request, _("%(saved)s is among your stages.") % {"saved": saved_design.name}
            )
            return redirect("flamme_rouge:designs")
        except DesignRefused as refused:
            trouble = str(refused)
    address = request.build_absolute_uri(request.path)
    context = {
        "name": name,
        "typed": request.POST.get("name", name)[: saving.NAME],
        "code": code,
        "shown": laid_out("", tiles, FEWEST_RIDERS),
        "box_needed": "peloton" if facts_of_road(tiles).peloton else "base",
        "address": address,
        "qr": qr_svg(address),
        "trouble": trouble,
    }
    return render(
        request,
        "tabletop/flamme_rouge/designs/shared.html",
        context,
        status=422 if trouble else 200,
    )
