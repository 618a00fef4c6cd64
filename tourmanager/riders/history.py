"""Word who changed which team or rider, when, from what to what, from the versions of both that are
stored.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.accounts.models import User
from tourmanager.riders.models import Pattern, Rider, Role, Team
from tourmanager.riders.reasons import describe_reason
from tourmanager.web.history import (
    KIND_OF_TYPE,
    HistoryFilter,
    HistoryRow,
    Pair,
    authors_of,
    say_changed,
    versions_shown,
    with_previous,
)
from tourmanager.web.jerseys import mark

KINDS: Mapping[str, str | Promise] = {
    "team": gettext_lazy("Teams"),
    "rider": gettext_lazy("Riders"),
    "new": gettext_lazy("Added"),
    "changed": gettext_lazy("Changed"),
    "deleted": gettext_lazy("Deleted"),
}
MODELS: Mapping[str, Any] = {"team": Team, "rider": Rider}


def find_versions(shown: HistoryFilter, team: int | None) -> QuerySet[Any, Any]:
    """Return date, number and model of the versions that the filter takes, of all teams or of one,
    the newest first.
    """
    return versions_shown(
        shown, {model: _versions_of(model, team) for model in MODELS if shown.takes_kind(model)}
    )


def find_authors(team: int | None) -> set[str]:
    """Return the names of everybody who made one of the versions, of all teams or of one (1
    query).
    """
    return authors_of([_versions_of(model, team) for model in MODELS])


def _versions_of(model: str, team: int | None) -> QuerySet[Any, Any]:
    versions: QuerySet[Any, Any] = MODELS[model].history.order_by()
    if team is None:
        return versions
    return versions.filter(id=team) if model == "team" else versions.filter(team_id=team)


@dataclass
class Names:
    """What numbers in versions are called: teams, also deleted ones, and owners."""

    teams: Mapping[int, str]
    owners: Mapping[int, str]

    def owner(self, pk: int | None) -> str:
        if pk is None:
            return _("no owner")
        return self.owners.get(pk) or _("a deleted account")

    def team(self, pk: int) -> str:
        return self.teams.get(pk) or _("a deleted team")


def word_versions(places: Sequence[tuple[Any, int, str]]) -> list[HistoryRow]:
    """Return the rows of versions that `find_versions` has found, in their order (at most 7
    queries).
    """
    teams, riders = (
        with_previous(MODELS[model], [pk for _at, pk, of in places if of == model])
        for model in MODELS
    )
    names = _read_names(teams.values(), riders.values())
    return [
        _team_row(*teams[pk], names) if model == "team" else _rider_row(*riders[pk], names)
        for _at, pk, model in places
    ]


def _read_names(teams: Iterable[Pair], riders: Iterable[Pair]) -> Names:
    """Return what the teams and owners in these versions are called (3 queries)."""
    versions = [version for pair in teams for version in pair if version is not None]
    owners = {version.owner_id for version in versions if version.owner_id}
    wanted = {version.team_id for pair in riders for version in pair if version is not None}
    names = dict(Team.objects.filter(pk__in=wanted).order_by().values_list("pk", "name"))
    deleted = Team.history.filter(id__in=wanted - names.keys(), history_type="-")
    names |= dict(deleted.order_by("history_id").values_list("id", "name"))
    users = User.objects.filter(pk__in=owners).values_list("pk", "username")
    return Names(names, dict(users))


def _team_row(version: Any, before: Any, names: Names) -> HistoryRow:
    match version.history_type:
        case "+":
            words = _("team %(team)s added: %(about)s") % {
                "team": version.name,
                "about": ", ".join(_describe_team(version, names)),
            }
        case "-":
            words = _("team %(team)s deleted") % {"team": version.name}
        case _:
            words = say_changed(_team_facts(version, names), before and _team_facts(before, names))
    row = _row(version, words, version.name, version.id)
    return row._replace(marks=(mark(version, ""),))


def _rider_row(version: Any, before: Any, names: Names) -> HistoryRow:
    values = {
        "number": version.number,
        "rider": version.name,
        "role": _label(Role, version.role),
    }
    match version.history_type:
        case "+":
            words = _("rider %(number)s %(rider)s (%(role)s) added") % values
        case "-":
            words = _("rider %(number)s %(rider)s (%(role)s) taken out") % values
        case _:
            change = say_changed(
                _rider_facts(version, names), before and _rider_facts(before, names)
            )
            words = _("rider %(number)s %(rider)s: %(change)s") % {**values, "change": change}
    return _row(version, words, names.team(version.team_id), version.team_id)


def _row(version: Any, words: str, team: str, team_pk: int) -> HistoryRow:
    if version.history_change_reason:
        values = {"words": words, "reason": describe_reason(version.history_change_reason)}
        words = _("%(words)s (%(reason)s)") % values
    return HistoryRow(
        at=version.history_date,
        who=version.history_user_name,
        words=words,
        kind=KINDS[KIND_OF_TYPE[version.history_type]],
        where=team,
        address=reverse("riders:team_history", args=[team_pk]),
    )


def _team_facts(version: Any, names: Names) -> dict[str, str]:
    """Return what a version of a team says, by what it is called."""
    return {
        _("name"): version.name,
        _("short name"): version.short_name,
        _("colour"): version.colour,
        _("pattern"): _label(Pattern, version.pattern),
        _("owner"): names.owner(version.owner_id),
    }


def _describe_team(version: Any, names: Names) -> list[str]:
    return list(_team_facts(version, names).values())[1:]


def _rider_facts(version: Any, names: Names) -> dict[str, str]:
    return {
        _("name"): version.name,
        _("number"): str(version.number),
        _("role"): _label(Role, version.role),
        _("team"): names.team(version.team_id),
    }


def _label(choices: Any, value: str) -> str:
    """Return the label of a choice; a value of an earlier release stands for itself."""
    return str(choices(value).label) if value in choices.values else value
