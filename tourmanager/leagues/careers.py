"""What a player did over all tours, and how often two finished ahead of each other.

Places and jerseys are those of tours that are over; stages won and days in yellow count as soon as
their stage has ended.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tourmanager.leagues.facts import Facts, TeamFacts, read_facts
from tourmanager.leagues.reading import is_shown
from tourmanager.people.finding import merged_people
from tourmanager.people.identity import follow
from tourmanager.people.models import Person
from tourmanager.tours.models import Tour, TourQuerySet, TourTeam

PODIUM = 3


@dataclass(frozen=True)
class Played:
    """A tour that a player rode: their team, its facts, and who else rode, with their places."""

    tour: Tour
    team: TourTeam
    facts: TeamFacts
    places: Mapping[str, int]  # of every player in it

    @property
    def is_over(self) -> bool:
        return self.tour.is_finished


@dataclass(frozen=True)
class Career:
    """The tours of a player, the newest first."""

    who: str
    played: Sequence[Played]

    @cached_property
    def over(self) -> list[Played]:
        return [each for each in self.played if each.is_over]

    @property
    def won(self) -> list[Played]:
        return [each for each in self.over if each.facts.place == 1]

    @property
    def podiums(self) -> list[Played]:
        return [each for each in self.over if each.facts.place <= PODIUM]

    @property
    def stages_won(self) -> int:
        return sum(each.facts.wins for each in self.played)

    @property
    def days_in_yellow(self) -> int:
        return sum(each.facts.days.get("yellow", 0) for each in self.played)

    @property
    def points(self) -> int:
        return sum(each.facts.points for each in self.over)

    def jerseys(self) -> Counter[str]:
        """Count the jerseys that the player's riders had at the end of a tour, by colour."""
        return Counter(colour for each in self.over for colour in each.facts.jerseys)

    def teams_led(self) -> list[tuple[TourTeam, int]]:
        """Return the teams that the player led with the number of tours, the most frequent first;
        a team is known by its name, and drawn as it was last.
        """
        count = Counter(each.team.name for each in self.played)
        latest = {each.team.name: each.team for each in reversed(self.played)}
        return [(latest[name], times) for name, times in count.most_common()]

    def against(self) -> list["Duel"]:
        """Return the duels with everybody the player met in a tour that is over, the hardest rival
        first.
        """
        ahead, behind, level = Counter[str](), Counter[str](), Counter[str]()
        for each in self.over:
            own = each.facts.place
            for other, place in each.places.items():
                if other != self.who:
                    count = ahead if own < place else behind if own > place else level
                    count[other] += 1
        duels = [
            Duel(other, ahead[other], behind[other], level[other])
            for other in ahead | behind | level
        ]
        return sorted(duels, key=lambda duel: (duel.share, -duel.tours, int(duel.other)))


@dataclass(frozen=True)
class Duel:
    """How often a player finished ahead of another, behind them and level with them."""

    other: str
    ahead: int
    behind: int
    level: int = 0

    @property
    def tours(self) -> int:
        return self.ahead + self.behind + self.level

    @property
    def share(self) -> float:
        """Share of the tours that the player finished ahead."""
        return (self.ahead + self.level / 2) / self.tours


def career_version(people: Sequence[int], tours: TourQuerySet) -> tuple[tuple[int, int], ...]:
    """Return what changes whenever the career of these people does, while nobody is merged or
    renamed: the tours among these that they played, with the revision of each (1 query).
    """
    rows = TourTeam.objects.filter(person__in=people, tour__in=tours).order_by("tour_id")
    return tuple(rows.values_list("tour_id", "tour__revision").distinct())


def read_career(people: Sequence[int], who: str, tours: TourQuerySet) -> Career:
    """Read the tours among these that people played who are one player (a constant number of
    queries where all facts are stored).
    """
    rows = list(
        TourTeam.objects.filter(person__in=people, tour__in=tours)
        .select_related("tour")
        .order_by("-tour__created_at", "-tour__pk", "seat")
    )
    known = {row.tour.pk: row.tour for row in rows if is_shown(row.tour)}
    facts = read_facts([*known.values()])
    everybody = _everybody([*known])
    played: dict[int, Played] = {}
    for team in rows:
        if team.tour_id not in known:
            continue
        found = _team_facts(facts[team.tour_id], team.letter)
        if found is None or not facts[team.tour_id].ended:
            continue
        if team.tour_id in played and played[team.tour_id].facts.place <= found.place:
            continue
        places = _places(facts[team.tour_id], everybody[team.tour_id])
        played[team.tour_id] = Played(team.tour, team, found, places)
    return Career(who, [*played.values()])


def _team_facts(facts: Facts, letter: str) -> TeamFacts | None:
    return next((team for team in facts.teams if team.letter == letter), None)


def _everybody(tours: Sequence[int]) -> dict[int, dict[str, str]]:
    """Return who played each team of these tours, by tour and letter (2 queries)."""
    merged = merged_people()
    found: dict[int, dict[str, str]] = {pk: {} for pk in tours}
    rows = TourTeam.objects.filter(tour__in=tours, person__isnull=False)
    for tour, letter, person in rows.values_list("tour_id", "letter", "person_id"):
        found[tour][letter] = str(follow(person, merged))
    return found


def _places(facts: Facts, players: Mapping[str, str]) -> dict[str, int]:
    """Return the place of every player of a tour; of several teams the best."""
    places: dict[str, int] = {}
    for team in facts.teams:
        who = players.get(team.letter)
        if who is not None:
            places[who] = min(places.get(who, team.place), team.place)
    return places


def names_of(people: Sequence[str]) -> dict[str, str]:
    """Return what players are called (1 query)."""
    rows = Person.objects.filter(pk__in=[int(who) for who in people])
    return {str(pk): name for pk, name in rows.values_list("pk", "name")}


def everybody_of(person: Person) -> list[int]:
    """Return the numbers of a person and of all who were merged into them (1 query)."""
    merged = merged_people()
    return [person.pk, *(pk for pk in merged if follow(pk, merged) == person.pk)]
