"""Change a tour's settings, for its directors: name, whether it is listed, the link to share, its
directors.
"""

from io import BytesIO

import segno
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from tourmanager.accounts.models import User
from tourmanager.accounts.requests import user_of
from tourmanager.tours import table
from tourmanager.tours.access import is_director
from tourmanager.tours.models import Tour
from tourmanager.tours.pages import keeping
from tourmanager.tours.pages.forms import DirectorForm, NameForm
from tourmanager.tours.pages.keeping import KeepingRefused
from tourmanager.tours.planning.numbers import read_whole_number
from tourmanager.web.guard import page


@page("tours:settings")
def settings(request: HttpRequest, tour: Tour) -> HttpResponse:
    """Show one page of several small forms; `do` says which one was sent."""
    do = request.POST.get("do", "")
    name = NameForm(
        request.POST if do == "rename" else None, initial={"name": tour.name}, tour=tour
    )
    director = DirectorForm(request.POST if do == "add-director" else None)
    if request.method == "POST":
        try:
            if sentence := carry_out(request, tour, do, name, director):
                messages.info(request, sentence)
                # who takes himself out has no settings to see any more
                return redirect(
                    "tours:settings" if is_director(request.user, tour) else "tours:tour", tour.slug
                )
        except KeepingRefused as refused:
            messages.error(request, str(refused))
    link = shared_link(request, tour)
    context = {
        "tour": tour,
        "tab": "settings",
        "name": name,
        "director": director,
        "directors": tour.directors.order_by("director__added_at"),
        "link": link,
        "code": qr_svg(link),
    }
    return render(
        request, "tours/settings.html", context, status=422 if request.method == "POST" else 200
    )


def carry_out(
    request: HttpRequest, tour: Tour, do: str, name: NameForm, director: DirectorForm
) -> str:
    """Carry out the form and return a message; "" where the form is wrong."""
    now, by = timezone.now(), user_of(request)
    match do:
        case "rename" if name.is_valid():
            return gettext("The tour is called %(tour)s now.") % {
                "tour": keeping.rename(tour, name.cleaned_data["name"], at=now).name
            }
        case "listed":
            keeping.change(tour, at=now, listed=request.POST.get("listed") == "1")
            return (
                gettext("Everybody finds the tour here.")
                if request.POST.get("listed") == "1"
                else gettext("Only people with the link find the tour.")
            )
        case "second-person":
            second_person = request.POST.get("second_person") == "1"
            keeping.change(tour, at=now, second_person=second_person)
            return (
                gettext("A stage is official as soon as a second director has confirmed it.")
                if second_person
                else gettext("A stage is official as soon as a director says so.")
            )
        case "add-director" if director.is_valid():
            user: User = director.cleaned_data["username"]
            keeping.add_director(tour, user, at=now, by=by)
            return gettext("%(user)s directs this tour too.") % {"user": user.get_username()}
        case "remove-director":
            former = tour.directors.filter(
                pk=read_whole_number(request.POST.get("director", ""), 999_999)
            ).first()
            if former is None:
                raise KeepingRefused(gettext("That person does not direct this tour."))
            keeping.remove_director(tour, former, at=now, by=by)
            return gettext("%(user)s does not direct this tour any more.") % {
                "user": former.get_username()
            }
    return ""


def shared_link(request: HttpRequest, tour: Tour) -> str:
    """Return the tour's address for other devices. The address in a browser on the serving machine
    itself leads others nowhere.
    """
    link = request.build_absolute_uri(tour.get_absolute_url())
    host, _, port = request.get_host().partition(":")
    if host in ("localhost", "127.0.0.1") and (address := table.network_address()):
        return link.replace(request.get_host(), f"{address}:{port}" if port else address, 1)
    return link


def qr_svg(link: str) -> SafeString | str:
    """Draw the link as a QR code, for the phones around the table; nothing where the request has a
    host too long for any code.
    """
    out = BytesIO()
    try:
        code = segno.make(link, error="m")
    except segno.DataOverflowError:
        return ""
    code.save(
        out, kind="svg", scale=6, border=3, xmldecl=False, svgns=True, omitsize=True, nl=False
    )
    return mark_safe(out.getvalue().decode())  # nosec B308 B703 - drawn by segno; the text itself is not in it
