"""Copy somebody else's team, with its riders, to one's own teams."""

from collections.abc import Iterable

from django.db import transaction

from tourmanager.accounts.models import User
from tourmanager.riders import names
from tourmanager.riders.models import Rider, Team
from tourmanager.riders.rosters.roster import save_riders, squad_of


@transaction.atomic
def copy_team(team: Team, *, by: User) -> Team:
    """Copy the team to those of `by`. Where it was copied before and nothing differs, return that
    copy.

    A name or short name that `by` has given already gets a number, or another abbreviation.
    """
    User.objects.select_for_update().get(pk=by.pk)  # a button pressed twice makes one copy
    own = list(Team.objects.filter(owner=by).prefetch_related("riders"))
    same = next((mine for mine in own if squad_of(mine) == squad_of(team)), None)
    if same is not None:
        return same
    copy = Team(owner=by, colour=team.colour, pattern=team.pattern)
    copy.name = free_name(team.name, {names.name_key(mine.name) for mine in own})
    names_in_use = {names.name_key(mine.short_name) for mine in own}
    free = names.name_key(team.short_name) not in names_in_use
    copy.short_name = team.short_name if free else names.abbreviation(team.name, names_in_use)
    copy.save()
    riders = [
        Rider(team=copy, number=rider.number, name=rider.name, role=rider.role)
        for rider in team.riders.all()
    ]
    save_riders([], riders, by=by)
    return copy


def free_name(name: str, names_in_use: set[str]) -> str:
    """Return the name, or the name with the first number that makes it differ from those taken (as
    keys).
    """
    longest = Team._meta.get_field("name").max_length or 0
    number, free = 1, name
    while names.name_key(free) in names_in_use:
        number += 1
        free = f"{name[: longest - len(f' {number}')].rstrip()} {number}"
    return free


def teams_of_others(keys: Iterable[str], owner: User) -> dict[str, Team]:
    """Return, for each name (as key) that only other owners have given to a team, that team, the
    oldest of several.
    """
    name_keys = set(keys)
    own = {
        names.name_key(name)
        for name in Team.objects.filter(owner=owner).values_list("name", flat=True)
    }
    others: dict[str, Team] = {}
    for team in Team.objects.exclude(owner=owner).select_related("owner").order_by("pk"):
        if (key := names.name_key(team.name)) in name_keys - own:
            others.setdefault(key, team)
    return others
