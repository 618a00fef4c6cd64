"""Permission to change a team: its owner and staff have it. Everybody may look at a team, pick it
for a tour and copy it.
"""

from typing import Any

from django.core.exceptions import PermissionDenied

from tourmanager.riders.models import Team


def is_staff(user: Any) -> bool:
    return bool(user.is_authenticated and user.is_active and (user.is_staff or user.is_superuser))


def may_change(user: Any, team: Team) -> bool:
    """Return True when this user may change and delete the team."""
    return is_staff(user) or (user.is_authenticated and team.owner_id == user.pk)


def check_may_change(user: Any, team: Team) -> None:
    """Raise PermissionDenied, in words, when the user may not change the team."""
    if may_change(user, team):
        return
    whose = f"to {team.owner_name}" if team.owner else "to nobody, so staff look after it"
    raise PermissionDenied(
        f"{team.name} belongs {whose}. You can copy it to your teams and change the copy. Nothing"
        " was changed."
    )
