"""Permission to change a team: its owner and staff have it. Everybody may look at a team, pick it
for a tour and copy it.
"""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from tourmanager.riders.models import Team, Upload
from tourmanager.web.access import ANYONE, OWNER, SIGNED_IN, OwnThing, Page, Role, Subject


def is_staff(user: Any) -> bool:
    return bool(user.is_authenticated and user.is_active and (user.is_staff or user.is_superuser))


def may_change(user: Any, team: Team) -> bool:
    """Return True when this user may change and delete the team."""
    return is_staff(user) or (user.is_authenticated and team.owner_id == user.pk)


def why_not(team: Team) -> str:
    """Say whose the team is, to somebody who may not change it."""
    names = {"team": team.name, "owner": team.owner_name}
    if team.owner is None:
        return (
            _(
                "%(team)s belongs to nobody, so staff look after it. You can copy it to your teams"
                " and change the copy. Nothing was changed."
            )
            % names
        )
    return (
        _(
            "%(team)s belongs to %(owner)s. You can copy it to your teams and change the copy."
            " Nothing was changed."
        )
        % names
    )


class AnyTeam(Subject[Team]):
    """A team of the database; its owner, and staff, have the owner's role."""

    words = "team"
    roles = ANYONE | SIGNED_IN | OWNER

    def find(self, request: HttpRequest, address: dict[str, Any]) -> Team | None:
        teams = Team.objects.select_related("owner").prefetch_related("riders")
        return teams.filter(pk=address.pop("pk")).first()

    def has_role(self, request: HttpRequest, thing: Team, role: Role) -> bool:
        if role is OWNER:
            return may_change(request.user, thing)
        return super().has_role(request, thing, role)

    def refuse(self, request: HttpRequest, thing: Team, words: str | Promise) -> HttpResponseBase:
        raise PermissionDenied(why_not(thing))


class OwnList(OwnThing[Upload]):
    """A list of riders that the user has uploaded."""

    words = "uploaded list"

    def find(self, request: HttpRequest, address: dict[str, Any]) -> Upload | None:
        return Upload.objects.filter(pk=address.pop("pk"), owner=request.user.pk).first()

    def answer_missing(self, request: HttpRequest) -> HttpResponse:
        messages.error(
            request,
            _(
                "This list has been imported or thrown away already. Look at the teams, or choose"
                " the file again."
            ),
        )
        return redirect("riders:import")


class RememberedTeam(Subject[int]):
    """A team by its number that there is, or that there was: the view gets the number."""

    words = "team, also a deleted one"

    def find(self, request: HttpRequest, address: dict[str, Any]) -> int | None:
        pk: int = address.pop("pk")
        is_known = Team.objects.filter(pk=pk).exists() or Team.history.filter(id=pk).exists()
        return pk if is_known else None


TEAM, LIST = AnyTeam(), OwnList()
PAGES = {
    "riders:teams": Page(look=ANYONE),
    "riders:history": Page(look=SIGNED_IN),
    "riders:team_history": Page(RememberedTeam(), look=SIGNED_IN),
    "riders:export": Page(look=ANYONE),
    "riders:example": Page(look=ANYONE),
    "riders:jersey": Page(look=ANYONE, note="draws what was typed; nothing is stored"),
    "riders:team_new": Page(look=SIGNED_IN, send=SIGNED_IN),
    "riders:team": Page(TEAM, look=ANYONE, send=OWNER, note="staff count as owners of any team"),
    "riders:team_copy": Page(TEAM, send=SIGNED_IN, note="the copy is theirs"),
    "riders:team_delete": Page(
        TEAM, look=OWNER, send=OWNER, note="staff count as owners of any team"
    ),
    "riders:import": Page(look=SIGNED_IN, send=SIGNED_IN),
    "riders:import_check": Page(LIST, look=OWNER, send=OWNER),
    "riders:import_copy": Page(LIST, send=OWNER),
    "riders:import_discard": Page(LIST, send=OWNER),
}
