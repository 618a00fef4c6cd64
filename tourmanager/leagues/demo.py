"""Make the demo's league: ten rounds of three games, the seventh on the road.

Its tours are those of the demo and a few more; who plays which team is arranged so that the rounds
end as below.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.accounts.models import User
from tourmanager.leagues import changing
from tourmanager.leagues.facts import facts_now
from tourmanager.people import identity
from tourmanager.people.models import Person
from tourmanager.results.demo import Demo
from tourmanager.riders.models import Team
from tourmanager.scoring.league.season import SeasonRules
from tourmanager.tabletop.registry import parts
from tourmanager.tours.models import Tour
from tourmanager.web.shelf import clear_all

FULL_NAMES = (
    "Ana Ruiz",
    "Bernat Soler",
    "Chiara Donati",
    "Dries Vermeulen",
    "Emma Kowalczyk",
    "Farid Haddad",
    "Gwenaëlle Le Bihan",
    "Wiesława Brzezińska",
)
# the players of the rounds that the league adds, in the order in which they ended
ORDERS: Mapping[int, str] = {
    1: "Emma Gwenaëlle Ana Farid Wiesława Dries",
    2: "Bernat Ana Chiara Emma Gwenaëlle Dries",
    4: "Chiara Bernat Wiesława Ana Farid Dries",
    5: "Emma Gwenaëlle Ana Bernat Dries Chiara",
}
SECOND_DIVISION = ("Jonas Aalto", "Paula Quispe", "Tom Marchetti", "Zofia Kaczmarek")
RED_KITE, FIVE_VALLEYS, COAST = 3, 6, 7  # rounds of the other tours of the demo
ON_THE_ROAD = (
    (RED_KITE, gettext_lazy("Tour of the Red Kite"), 2),
    (FIVE_VALLEYS, gettext_lazy("Tour of the Five Valleys"), 4),
    (COAST, gettext_lazy("Coast and Cols"), 2),
)
TO_COME = (
    (gettext_lazy("Weekend Classics"), 11),
    (gettext_lazy("Canal Six Days"), 46),
    (gettext_lazy("Grand Final"), 60),
)
RULES = SeasonRules(table=(10, 8, 6, 5, 4, 3), best=5, minimum=4)


def load_league(teams: Sequence[Team], director: User, now: datetime) -> list[str]:
    """Make the league; the demo's tours must be there. Return the names of what was made."""
    added = {
        number: tour
        for demo in parts(Demo).values()
        for number, tour in demo.load_rounds(teams, director=director, now=now).items()
    }
    people = {
        name.split()[0]: identity.add_person(name, owner=director, at=now) for name in FULL_NAMES
    }
    _add_spellings(people)
    for number, tour in added.items():
        _seat_by_place(tour, [people[name] for name in ORDERS[number].split()])
    rounds = dict(added)
    weights = dict.fromkeys(added, 2)
    for number, name, half_weight in ON_THE_ROAD:
        found = Tour.objects.filter(name=str(name)).first()
        if found is not None:
            _seat_by_name(found, people)
            rounds[number], weights[number] = found, half_weight
    league = changing.create_league(
        _("Winter League"), "Club Tourmalet", "2026–27", by=director, at=now - timedelta(days=50)
    )
    season = league.seasons.get()
    changing.set_rules(season, RULES)
    for number in sorted(rounds):
        changing.add_round(season, tour=rounds[number], half_weight=weights[number])
    for name, days in TO_COME:
        planned = Tour.objects.filter(name=str(name)).first()
        day = localdate(now + timedelta(days=days))
        changing.add_round(season, tour=planned, name="" if planned else str(name), on=day)
    first = changing.add_division(season, _("Division 1"), 0, 2)
    second = changing.add_division(season, _("Division 2"), 2, 0)
    for person in people.values():
        changing.put_member(season, person, first)
    for full_name in SECOND_DIVISION:
        person = identity.add_person(full_name, owner=director, at=now)
        changing.put_member(season, person, second)
    clear_all()  # pages read meanwhile have other players
    return [*(tour.name for tour in added.values()), league.name]


def _add_spellings(people: Mapping[str, Person]) -> None:
    for first, person in people.items():
        identity.add_spelling(person, first)
    identity.add_spelling(people["Ana"], "A. Ruiz")


def _seat_by_place(tour: Tour, people: Sequence[Person]) -> None:
    """Let these people have played the teams of a tour, in the order in which those ended."""
    facts = facts_now(tour)
    ordered = sorted(facts.teams, key=lambda team: (team.place, team.letter))
    by_letter = {team.letter: team for team in tour.teams.all()}
    for person, found in zip(people, ordered, strict=True):
        team = by_letter[found.letter]
        team.manager, team.person = person.name.split()[0], person
        team.save(update_fields=["manager", "person"])


def _seat_by_name(tour: Tour, people: Mapping[str, Person]) -> None:
    """Say who played the teams of a tour, by the first names that were typed."""
    for team in tour.teams.all():
        if team.manager in people:
            team.person = people[team.manager]
            team.save(update_fields=["person"])
