"""Merge teams, or riders of a team, that exist twice under two spellings. Nothing is lost: what a
merge deletes says so in its history, and `restoring.py` undoes the merge.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from tourmanager.riders.models import ROLES, Rider, Team
from tourmanager.riders.names import plain_text
from tourmanager.riders.reasons import Reason, set_reason

MOST = 10  # rows merged at once

Outcome = Literal["moves", "same", "no room"]


class RiderMove(msgspec.Struct, frozen=True):
    """Change of a rider when their team is merged into another."""

    rider: str
    team: str
    outcome: Outcome
    number: int = 0
    role: str = ""

    @property
    def words(self) -> str:
        match self.outcome:
            case "moves":
                return _("%(rider)s of %(team)s becomes number %(number)s, %(role)s.") % {
                    "rider": self.rider,
                    "team": self.team,
                    "number": self.number,
                    "role": role_label(self.role),
                }
            case "same":
                return _("%(rider)s of %(team)s is a rider of the kept team already.") % {
                    "rider": self.rider,
                    "team": self.team,
                }
        return _("%(rider)s of %(team)s is deleted: the kept team has six riders.") % {
            "rider": self.rider,
            "team": self.team,
        }


def role_label(role: str) -> str:
    return Rider(role=role).get_role_display().lower()


def places(target: Team, others: Sequence[Team]) -> list[tuple[Team, RiderMove]]:
    """Return where the riders of the others go: to their number and role where these are free,
    otherwise to others.
    """
    room = _Room(target)
    return [(team, room.move(rider, team.name)) for team in others for rider in team.riders.all()]


class _Room:
    """Free numbers and roles in a team, and its taken names."""

    def __init__(self, target: Team) -> None:
        present = list(target.riders.all())
        numbers_in_use = {rider.number for rider in present}
        roles_in_use = {rider.role for rider in present}
        self.names = {plain_text(rider.name) for rider in present}
        self.numbers = [number for number in range(1, 7) if number not in numbers_in_use]
        self.roles = [role for role in ROLES if role not in roles_in_use]

    def move(self, rider: Rider, team: str) -> RiderMove:
        """Take a rider of another team in, if there is room and they are not here already."""
        if plain_text(rider.name) in self.names:
            return RiderMove(rider.name, team, "same")
        if not self.numbers:
            return RiderMove(rider.name, team, "no room")
        number = rider.number if rider.number in self.numbers else self.numbers[0]
        role = rider.role if rider.role in self.roles else self.roles[0]
        self.numbers.remove(number)
        self.roles.remove(role)
        self.names.add(plain_text(rider.name))
        return RiderMove(rider.name, team, "moves", number, role)


@transaction.atomic
def merge_teams(target: Team, others: Sequence[Team]) -> None:
    """Give the riders of the others to the kept team, as `places` says, and delete the others."""
    locked_teams = {
        team.pk: team
        for team in Team.objects.select_for_update().filter(
            pk__in=[team.pk for team in (target, *others)]
        )
    }
    teams = [locked_teams[team.pk] for team in others]
    for team, place in places(locked_teams[target.pk], teams):
        if place.outcome == "moves":
            rider = Rider(team=target, number=place.number, name=place.rider, role=place.role)
            set_reason(rider, Reason("moved-from-team", team.pk))
            rider.save()
    for team in teams:
        set_reason(team, Reason("merged-into-team", target.pk))
        team.delete()


@transaction.atomic
def merge_riders(target: Rider, others: Sequence[Rider]) -> None:
    """Delete the others; the kept rider stays as they are. Numbers and roles of the others are free
    then.
    """
    for rider in others:
        set_reason(rider, Reason("merged-into-rider", target.pk))
        rider.delete()
