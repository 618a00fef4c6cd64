"""Players over all tours: the list of them, and a page for each with their spellings, the teams
they played, and merging with somebody who is the same person.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tourmanager.accounts.models import User
from tourmanager.people import finding, identity
from tourmanager.people.identity import PersonRefused
from tourmanager.people.models import Person
from tourmanager.riders.access import is_staff
from tourmanager.tours.models import TourTeam
from tourmanager.tours.pages.load import visible_tours
from tourmanager.tours.planning.numbers import read_whole_number
from tourmanager.web.guard import page
from tourmanager.web.jerseys import mark
from tourmanager.web.templatetags.race import draw_jersey

PER_PAGE = 30
SEARCH_LENGTH = 100
MOST_PEOPLE = 10**9


class PlayedTeam(NamedTuple):
    """A team that somebody played, with its tour."""

    team: TourTeam
    jersey: SafeString


@page("tours:people")
def people(request: HttpRequest) -> HttpResponse:
    """List all players, or those a search finds; somebody who is signed in adds one."""
    refusal = ""
    if request.method == "POST":
        owner = request.user if isinstance(request.user, User) else None
        try:
            added = identity.add_person(
                request.POST.get("name", ""), owner=owner, at=timezone.now()
            )
        except PersonRefused as refused:
            refusal = str(refused)
        else:
            return redirect(added)
    words = request.GET.get("q", "")[:SEARCH_LENGTH]
    found = finding.find_people(words)
    context = {
        "page": Paginator(found, PER_PAGE).get_page(request.GET.get("page")),
        "words": words,
        "refusal": refusal,
        "typed": request.POST.get("name", ""),
    }
    return render(request, "tours/people.html", context, status=422 if refusal else 200)


@page("tours:person")
def person(request: HttpRequest, person: Person) -> HttpResponse:
    """Show a player; who may change them renames, adds spellings, merges and undoes that."""
    refusal = ""
    if request.method == "POST":
        try:
            sentence = _carry_out(request, person)
        except PersonRefused as refused:
            refusal = str(refused)
        else:
            messages.info(request, sentence)
            return redirect(person)
    return _show(request, person, refusal)


def _show(request: HttpRequest, person: Person, refusal: str) -> HttpResponse:
    merged = finding.merged_people()
    kept = identity.follow(person.pk, merged)
    if kept != person.pk and request.method != "POST":
        return redirect("tours:person", kept)
    everybody = [person.pk, *(pk for pk in merged if identity.follow(pk, merged) == person.pk)]
    other = _other_of(request, person)
    context = {
        "person": person,
        "may_change": may_change(request, person),
        "spellings": person.spellings.all(),
        "merged": Person.objects.filter(merged_into=person),
        "teams": teams_of(request, everybody),
        "words": request.GET.get("q", "")[:SEARCH_LENGTH],
        "found": _others(request, person, merged),
        "other": other,
        "other_teams": teams_of(request, [other.pk]) if other else [],
        "refusal": refusal,
    }
    return render(request, "tours/person.html", context, status=422 if refusal else 200)


def may_change(request: HttpRequest, person: Person) -> bool:
    """Return True when this user may change the person: who added them, and staff."""
    user = request.user
    return is_staff(user) or (user.is_authenticated and person.owner_id == user.pk)


def teams_of(request: HttpRequest, people: Sequence[int]) -> list[PlayedTeam]:
    """Return the teams that people played in tours that this visitor finds, the newest first."""
    tours = visible_tours(request.user)
    teams = (
        TourTeam.objects.filter(person__in=people, tour__in=tours)
        .select_related("tour")
        .order_by("-tour__created_at")
    )
    return [PlayedTeam(team, draw_jersey(mark(team, team.letter), "m")) for team in teams]


def _other_of(request: HttpRequest, person: Person) -> Person | None:
    """Return the person whom a merge would take in, as the address names them."""
    number = read_whole_number(request.GET.get("other", ""), MOST_PEOPLE)
    return Person.objects.standing().exclude(pk=person.pk).filter(pk=number or 0).first()


def _others(request: HttpRequest, person: Person, merged: Mapping[int, int | None]) -> list[Person]:
    """Return whom this person may be: those a search finds, else those with a name like theirs."""
    if not may_change(request, person):
        return []
    words = request.GET.get("q", "")[:SEARCH_LENGTH]
    if words:
        found = finding.find_people(words)[:PER_PAGE]
    else:
        known = [each for each in finding.known_spellings() if each.person != person.pk]
        alike = {
            each.person
            for spelling in person.spellings.all()
            for each in finding.suggest(spelling.name, known)
        }
        found = list(Person.objects.filter(pk__in=alike))
    return [each for each in found if each.pk != person.pk]


def _carry_out(request: HttpRequest, person: Person) -> str:
    """Carry out the form that was sent, and return a message. Raises PersonRefused."""
    sent = request.POST
    number = read_whole_number(sent.get("which", ""), MOST_PEOPLE) or 0
    match sent.get("do"):
        case "rename":
            identity.rename(person, sent.get("name", ""))
            return _("They are called %(name)s now.") % {"name": person.name}
        case "add-spelling":
            spelling = identity.add_spelling(person, sent.get("name", ""))
            return _("%(person)s is also written %(name)s.") % {
                "person": person.name,
                "name": spelling.name,
            }
        case "remove-spelling":
            identity.remove_spelling(person, number)
            return _("The spelling is removed.")
        case "account":
            identity.set_account(person, sent.get("username", ""))
            if person.account is None:
                return _("No account belongs to %(name)s now.") % {"name": person.name}
            return _("%(name)s signs in as %(user)s.") % {
                "name": person.name,
                "user": person.account.get_username(),
            }
        case "merge":
            other = Person.objects.filter(pk=number).first()
            if other is None:
                raise PersonRefused(_("That player is not there any more."))
            if not may_change(request, other):
                raise PersonRefused(
                    _("%(name)s was added by somebody else: ask them to merge the two.")
                    % {"name": other.name}
                )
            identity.merge(person, other)
            return _("%(other)s is %(name)s now.") % {"other": other.name, "name": person.name}
        case "unmerge":
            other = Person.objects.filter(pk=number, merged_into=person).first()
            if other is None:
                raise PersonRefused(_("They are not merged any more."))
            identity.unmerge(other)
            return _("%(other)s is a player of their own again.") % {"other": other.name}
    raise PersonRefused(_("This page does not know that button."))
