"""Versions of seasons: texts that change whenever anything that a season's pages show changes, so
that what was read and drawn can be kept while it is the same.
"""

from collections.abc import Sequence
from hashlib import sha256

from django.db.models import Count, Max

from tourmanager.leagues.models import League, Member, Season
from tourmanager.people.models import Person

TOUR_COLUMNS = (
    "tour__revision",
    "tour__changed_at",
    "tour__name",
    "tour__slug",
    "tour__state",
    "tour__erased_at",
    "tour__archived_at",
)


def version_of_season(league: League, season: Season, seasons: Sequence[Season]) -> str:
    """Return a text that changes whenever the season, a tour of it, a member or anybody's name does
    (4 queries). A tour's revision rises with every change of it; every change of a person leaves a
    version.
    """
    rounds = season.rounds.order_by("number").values_list(
        "number", "name", "date", "half_weight", "tour_id", "stage_id", *TOUR_COLUMNS
    )
    divisions = season.divisions.order_by("position").values_list(
        "pk", "position", "name", "promoted", "relegated"
    )
    members = (
        Member.objects.filter(season=season).order_by("pk").values_list("person_id", "division_id")
    )
    # the number too: of two that are written at once, the later may be committed first
    people = Person.history.aggregate(latest=Max("history_id"), all=Count("history_id"))
    said = (
        *(league.pk, league.name, league.club, league.slug),
        *((each.pk, each.position, each.name) for each in seasons),
        *(season.pk, sorted(season.rules.items())),
        *map(list, (rounds, divisions, members)),
        sorted(people.items()),
    )
    return sha256(repr(said).encode(errors="surrogatepass")).hexdigest()[:20]
