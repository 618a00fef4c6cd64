"""A tour's scoring: everybody reads it, its directors change it, as a form or as a file.

The form carries the whole scheme as it was changed so far; nothing is kept in the tour before
"Save", and only what `scheme.read_scheme` accepts.
"""

from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from tourmanager.accounts import limits
from tourmanager.accounts.models import User
from tourmanager.accounts.requests import user_of
from tourmanager.results.log.reading import field_of
from tourmanager.schemes import changing, pages
from tourmanager.schemes.reading import read_open_part
from tourmanager.schemes.saving import ChangedMeanwhile, effects_of, save_marks, save_rules
from tourmanager.schemes.working import SchemeDraft, read_carried, to_scheme, working_copy
from tourmanager.scoring import scheme_toml
from tourmanager.scoring.scheme import Fault, SchemeError, dump_scheme, scheme, scheme_keys
from tourmanager.tours.models import Tour
from tourmanager.tours.rules import mark_of, read_file, rules_of
from tourmanager.web.guard import page
from tourmanager.web.requests import HtmxRequest

LARGEST = 200_000  # bytes of a file: ten times the longest scheme that ships


@page("schemes:scoring")
def scoring(request: HttpRequest, tour: Tour) -> HttpResponse:
    return render(request, "schemes/scoring.html", pages.read_context(tour, rules_of(tour)))


@page("schemes:file")
def download(request: HttpRequest, tour: Tour) -> HttpResponse:
    answer = HttpResponse(
        scheme_toml.write_toml(rules_of(tour)), content_type="application/toml; charset=utf-8"
    )
    answer["Content-Disposition"] = (
        f'attachment; filename="{slugify(tour.name) or "tour"}.scoring.toml"'
    )
    return answer


@page("schemes:change")
def change(request: HtmxRequest, tour: Tour) -> HttpResponse:
    """Show the form after what a button did to the scheme it carries; only "save" keeps it."""
    rules_mark = mark_of(tour.rules)
    if request.method != "POST":
        open_part = request.GET.get("part", "")
        return _form(
            request, tour, *_open_part(working_copy(rules_of(tour)), open_part), rules_mark
        )
    data = request.POST
    working = read_carried(data["scheme"]) if "scheme" in data else working_copy(rules_of(tour))
    open_part = read_open_part(data, working)
    rules_mark = data.get("known", rules_mark)[:64]
    do = data.get("do", "")
    match do.split(":")[0]:
        case "save":
            return _save(request, tour, working, open_part, rules_mark, do.partition(":")[2])
        case "use" if data.get("shipped") in scheme_keys():
            working = working_copy(scheme(data["shipped"]))
            return _form(
                request,
                tour,
                working,
                "",
                rules_mark,
                said=_("This is %(working)s as it ships. Nothing is saved yet.")
                % {"working": working.name},
            )
        case "standard":
            working = working_copy(scheme(tour.scheme))
            return _form(
                request,
                tour,
                working,
                "",
                rules_mark,
                said=_("This is %(working)s as it ships. Nothing is saved yet.")
                % {"working": working.name},
            )
        case "upload":
            limits.use_upload(request)
            return _show_upload(request, tour, working, open_part, rules_mark)
    choice = data.get("tie" if do == "tie-add" else "new", "")
    choice = data.get("new-tie", "") if do == "tie-add" else choice
    open_part, sentence = changing.press_button(working, do, open_part, choice)
    return _form(request, tour, working, open_part, rules_mark, said=sentence)


def _open_part(working: SchemeDraft, part: str) -> tuple[SchemeDraft, str]:
    return working, changing.press_button(working, f"open:{part}", "", "")[0]


def _form(
    request: HtmxRequest,
    tour: Tour,
    working: SchemeDraft,
    open_part: str,
    rules_mark: str,
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    template = "schemes/change.html" + ("#form" if request.htmx else "")
    return render(
        request,
        template,
        pages.form_context(tour, working, open_part, rules_mark, **more),
        status=status,
    )


def _save(
    request: HtmxRequest,
    tour: Tour,
    working: SchemeDraft,
    open_part: str,
    rules_mark: str,
    changes_mark: str,
) -> HttpResponse:
    """Keep the scheme; where stages have ended, only if `changes_mark` is that of the effects the
    director was shown.
    """
    try:
        rules = to_scheme(working, tour)
    except SchemeError as error:
        return _form(request, tour, working, open_part, rules_mark, status=422, faults=error.faults)
    if dump_scheme(rules) == dump_scheme(rules_of(tour)):
        return _gone(request, tour, _("The scoring is as it was: nothing had to be saved."))
    changes = effects_of(tour, rules)
    if changes and changes_mark != changes.mark:
        return _form(request, tour, working, "", rules_mark, told=changes)
    try:
        save_rules(
            tour, rules, rules_mark=rules_mark, by=cast(User, request.user), at=timezone.now()
        )
    except ChangedMeanwhile:
        latest = mark_of(Tour.objects.get(pk=tour.pk).rules)
        words = _(
            "Somebody else changed the scoring meanwhile. Save again to replace "
            "it by this one, or go back to see it first."
        )
        return _form(request, tour, working, open_part, latest, status=409, clash=words)
    return _gone(request, tour, _("The scoring is saved."))


def _gone(request: HtmxRequest, tour: Tour, sentence: str) -> HttpResponse:
    messages.info(request, sentence)
    to = reverse("schemes:scoring", args=[tour.slug])
    return HttpResponseClientRedirect(to) if request.htmx else redirect(to)


def _show_upload(
    request: HtmxRequest, tour: Tour, working: SchemeDraft, open_part: str, rules_mark: str
) -> HttpResponse:
    """Show the scheme of a file, to look at and to save; or what is wrong with it, and where."""
    file = request.FILES.get("file")
    if file is None:
        faults = [Fault(_("the file"), _("choose one first"))]
    elif (file.size or 0) > LARGEST:
        text = _("it is larger than %(size)s kB: that is no scheme") % {"size": LARGEST // 1000}
        faults = [Fault(_("the file"), text)]
    else:
        try:
            uploaded = working_copy(read_file(file.read()))
        except SchemeError as error:
            faults = error.faults
        else:
            return _form(
                request,
                tour,
                uploaded,
                "",
                rules_mark,
                said=_("This is %(found)s from the file. Nothing is saved yet.")
                % {"found": uploaded.name},
            )
    return _form(request, tour, working, open_part, rules_mark, status=422, file_faults=faults)


@page("schemes:marks")
def marks(request: HttpRequest, tour: Tour) -> HttpResponse:
    """Edit the marks of riders that the scheme's sub-classifications ask for, such as youth."""
    names, field = pages.marks_of(rules_of(tour)), field_of(tour)
    if request.method == "POST":
        save_marks(
            tour,
            {mark: set(request.POST.getlist(f"mark-{mark}")) for mark in names},
            at=timezone.now(),
            by=user_of(request),
        )
        messages.info(request, _("The marks of the riders are saved."))
        return redirect("schemes:scoring", tour.slug)
    teams = [
        (
            team,
            [
                (code, rider, [(mark, mark in rider.marks) for mark in names])
                for code, rider in field.riders.items()
                if rider.team == team
            ],
        )
        for team in field.teams
    ]
    return render(
        request,
        "schemes/marks.html",
        {"tour": tour, "tab": "settings", "marks": names, "teams": teams},
    )
