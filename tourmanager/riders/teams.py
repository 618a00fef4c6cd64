"""Change one team by hand: save its form, and find it in a search."""

import hashlib
from typing import Any

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import Case, IntegerField, QuerySet, When
from django.utils.translation import gettext as _

from tourmanager.accounts.models import User
from tourmanager.riders import colours
from tourmanager.riders.models import Rider, Team
from tourmanager.riders.names import holds_all_words
from tourmanager.riders.rosters.roster import save_riders, squad_of
from tourmanager.riders.rosters.rows import RosterRider


class TeamRefused(Exception):
    """The team cannot be saved as it stands in the form; the message says why."""


class TeamChanged(TeamRefused):
    """Somebody else has changed or deleted the team since the form was made."""


def team_checksum(team: Team) -> str:
    """Return a checksum that is equal as long as the team and its riders are."""
    return hashlib.sha256(msgspec.json.encode(squad_of(team))).hexdigest() if team.pk else ""


def save(
    team: Team, looks: dict[str, str], members: dict[int, RosterRider], *, checksum: str, by: User
) -> Team:
    """Make the team be what the form says; riders that it does not name are deleted. `checksum` is
    that of the team the form was made from.

    Raises TeamChanged where that is no longer how the team stands, and TeamRefused where a name is
    taken at this very moment.
    """
    try:
        with transaction.atomic():
            if team.pk:
                stands = Team.objects.select_for_update().filter(pk=team.pk).first()
                if stands is None:
                    raise TeamChanged(_("Somebody has deleted this team in the meantime."))
                if team_checksum(stands) != checksum:
                    raise TeamChanged(_("Somebody else has changed this team since you opened it."))
                team = stands
            if not team.pk or any(getattr(team, field) != value for field, value in looks.items()):
                for field, value in looks.items():
                    setattr(team, field, value)
                team.save()
            save_members(team, members, by=by)
    except IntegrityError:
        raise TeamRefused(
            _(
                "A team of this name or short name has just been saved. Choose "
                "others, or open that team."
            )
        ) from None
    return team


def save_members(team: Team, members: dict[int, RosterRider], *, by: User) -> None:
    present = {rider.number: rider for rider in team.riders.all()}
    changed_riders: list[Rider] = []
    new: list[Rider] = []
    for number, rider in present.items():
        if number not in members:
            rider.delete()
    for number, member in members.items():
        if number not in present:
            new.append(Rider(team=team, number=number, name=member.name, role=member.role))
        elif ((rider := present[number]).name, rider.role) != (member.name, member.role):
            rider.name, rider.role = member.name, member.role
            changed_riders.append(rider)
    save_riders(changed_riders, new, by=by)


def find_teams(words: str, *, owner: User | None = None) -> QuerySet[Team]:
    """Find teams whose name, short name, owner's name or a rider's name holds all the words,
    accents and case forgiven.

    With an owner only their teams.
    """
    teams = Team.objects.select_related("owner").prefetch_related("riders")
    if owner is not None:
        teams = teams.filter(owner=owner)
    if not words.strip():
        return teams
    text: dict[int, str] = {
        team.pk: f"{team.name}\n{team.short_name}\n{team.owner_name}"
        for team in teams.prefetch_related(None)
    }
    for pk, name in Rider.objects.values_list("team_id", "name"):
        text[pk] = f"{text.get(pk, '')}\n{name}"
    return teams.filter(
        pk__in=[pk for pk, words_of_team in text.items() if holds_all_words(words, words_of_team)]
    )


def own_first(teams: QuerySet[Team], user: Any) -> QuerySet[Team]:
    """Order teams with those of the user before the others."""
    if not user.is_authenticated:
        return teams
    theirs = Case(When(owner=user, then=0), default=1, output_field=IntegerField())
    return teams.order_by(theirs, "name", "pk")


def lookalikes(team: Team) -> list[str]:
    """List the reasons why the team's jersey is hard to tell from those of its owner's other
    teams.
    """
    others = (
        Team.objects.filter(owner=team.owner_id)
        .exclude(pk=team.pk)
        .values_list("name", "colour", "pattern")
    )
    return colours.explain_likeness(
        colours.JerseyDesign(team.name, team.colour, team.pattern),
        [colours.JerseyDesign(*other) for other in others],
    )
