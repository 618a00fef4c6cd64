"""Say who plays the teams of a tour: the names that were typed, as people over many tours.

A typed name is a suggestion at most: a director says who it is, or adds a new player.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tourmanager.accounts.models import User
from tourmanager.accounts.requests import user_of
from tourmanager.people import finding, identity
from tourmanager.people.models import Person, Spelling
from tourmanager.tours.changes import note_change
from tourmanager.tours.models import Tour, TourTeam
from tourmanager.tours.pages import keeping
from tourmanager.tours.planning.numbers import read_whole_number
from tourmanager.web.guard import page
from tourmanager.web.jerseys import mark
from tourmanager.web.templatetags.race import draw_jersey

MOST_PEOPLE = 10**9


class Suggested(NamedTuple):
    person: Person
    reason: str


class PlayerOfTeam(NamedTuple):
    """A team with who plays it, and who that may be where nobody has said so."""

    team: TourTeam
    jersey: SafeString
    person: Person | None
    suggestions: Sequence[Suggested]


@page("tours:players")
def players(request: HttpRequest, tour: Tour) -> HttpResponse:
    """Show who plays each team; directors say which person that is."""
    if request.method == "POST":
        try:
            sentence = _carry_out(request, tour)
        except (identity.PersonRefused, keeping.KeepingRefused) as refused:
            messages.error(request, str(refused))
        else:
            messages.info(request, sentence)
            return redirect("tours:players", tour.slug)
    context = {"tour": tour, "tab": "settings", "rows": player_rows(tour)}
    status = 422 if request.method == "POST" else 200
    return render(request, "tours/players.html", context, status=status)


def player_rows(tour: Tour) -> list[PlayerOfTeam]:
    """Return the teams of a tour with their players (6 queries)."""
    teams = list(tour.teams.all())
    merged = finding.merged_people()
    known = known_names(merged)
    suggestions = {
        team.pk: finding.suggest(team.manager, known) for team in teams if not team.person_id
    }
    wanted = {each.person for found in suggestions.values() for each in found}
    kept = {team.pk: identity.follow(team.person_id, merged) for team in teams if team.person_id}
    people = Person.objects.select_related("owner").in_bulk([*wanted, *kept.values()])
    return [
        PlayerOfTeam(
            team,
            draw_jersey(mark(team, team.letter), "m"),
            people.get(kept.get(team.pk, 0)),
            [
                Suggested(people[each.person], explain(each.why))
                for each in suggestions.get(team.pk, ())
                if each.person in people
            ],
        )
        for team in teams
    ]


def known_names(merged: Mapping[int, int | None]) -> list[finding.Known]:
    """Return every spelling of everybody, with the names that tours have for them (2 queries)."""
    spellings = Spelling.objects.order_by("person_id", "pk").values_list("person_id", "key")
    typed = (
        TourTeam.objects.exclude(person=None)
        .exclude(manager="")
        .values_list("person_id", "manager")
        .distinct()
    )
    rows = [*spellings, *((pk, Spelling.key_of(name)) for pk, name in typed)]
    return [finding.Known(identity.follow(pk, merged), key) for pk, key in rows]


def explain(why: finding.Why) -> str:
    """Say why somebody is suggested."""
    match why:
        case "same":
            return _("the same name")
        case "part":
            return _("a part of the name is the same")
    return _("a name like this one")


def _carry_out(request: HttpRequest, tour: Tour) -> str:
    """Carry out the form that was sent, and return a message. Raises PersonRefused and
    KeepingRefused.
    """
    team = tour.teams.filter(letter=request.POST.get("team", "")).first()
    if team is None:
        raise keeping.KeepingRefused(_("There is no such team in this tour."))
    by, now = user_of(request), timezone.now()
    match request.POST.get("do"):
        case "is":
            number = read_whole_number(request.POST.get("person", ""), MOST_PEOPLE)
            person = Person.objects.standing().filter(pk=number or 0).first()
            if person is None:
                raise identity.PersonRefused(_("That player is not there any more."))
        case "add":
            person = identity.add_person(request.POST.get("name", ""), owner=by, at=now)
        case "nobody":
            name_player(tour, team, None, by=by, at=now)
            return _("Nobody is named as the player of %(team)s now.") % {"team": team.name}
        case _:
            raise keeping.KeepingRefused(_("This page does not know that button."))
    name_player(tour, team, person, by=by, at=now)
    return _("%(team)s is played by %(player)s.") % {"team": team.name, "player": person.name}


def name_player(
    tour: Tour, team: TourTeam, person: Person | None, *, by: User | None, at: datetime
) -> None:
    """Say who plays a team of the tour; None where that is not known."""
    with transaction.atomic():
        keeping.change(tour, at=at)
        before = team.person.name if team.person else ""
        team.person = person
        team.save(update_fields=["person"])
        after = person.name if person else ""
        if before != after:
            facts: dict[str, Any] = {"team": team.name, "before": before, "after": after}
            note_change(tour, "player", by=by, at=at, **facts)
