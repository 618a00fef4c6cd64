"""Word who changed what in a league, when, from what to what, from the versions of its rows that
are stored.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.accounts.models import User
from tourmanager.leagues.models import Division, League, Member, Organiser, Round, Season
from tourmanager.leagues.reading import weight_words
from tourmanager.leagues.words import say_link
from tourmanager.people.models import Person
from tourmanager.scoring.league.season import LINKS
from tourmanager.tours.models import Stage, Tour
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

KINDS: Mapping[str, str | Promise] = {
    "league": gettext_lazy("The league"),
    "organiser": gettext_lazy("Organisers"),
    "season": gettext_lazy("Seasons and rules"),
    "round": gettext_lazy("Rounds"),
    "division": gettext_lazy("Divisions"),
    "member": gettext_lazy("Players"),
    "new": gettext_lazy("Added"),
    "changed": gettext_lazy("Changed"),
    "deleted": gettext_lazy("Removed"),
}
MODELS: Mapping[str, Any] = {
    "league": League,
    "organiser": Organiser,
    "season": Season,
    "round": Round,
    "division": Division,
    "member": Member,
}
BY: Mapping[str, str | Promise] = {
    "table": gettext_lazy("points for places"),
    "manager_points": gettext_lazy("points of each tour"),
    "place": gettext_lazy("places added up"),
}


def find_versions(league: League, shown: HistoryFilter) -> QuerySet[Any, Any]:
    """Return date, number and kind of the versions that the filter takes, the newest first."""
    own = _versions_of(league)
    return versions_shown(shown, {kind: own[kind] for kind in own if shown.takes_kind(kind)})


def find_authors(league: League) -> set[str]:
    """Return the names of everybody who changed the league (1 query)."""
    return authors_of(_versions_of(league).values())


def _versions_of(league: League) -> dict[str, QuerySet[Any, Any]]:
    seasons = Season.history.filter(league_id=league.pk).values("id")
    return {
        "league": League.history.filter(id=league.pk),
        "organiser": Organiser.history.filter(league_id=league.pk),
        "season": Season.history.filter(league_id=league.pk),
        "round": Round.history.filter(season_id__in=seasons),
        "division": Division.history.filter(season_id__in=seasons),
        "member": Member.history.filter(season_id__in=seasons),
    }


@dataclass
class Names:
    """What numbers in versions are called."""

    seasons: Mapping[int, str]
    divisions: Mapping[int, str]
    people: Mapping[int, str]
    users: Mapping[int, str]
    tours: Mapping[int, str]
    stages: Mapping[int, str]

    def division(self, pk: int | None) -> str:
        return _("none") if pk is None else self.divisions.get(pk) or _("a removed division")

    def person(self, pk: int) -> str:
        return self.people.get(pk) or _("a deleted player")

    def user(self, pk: int | None) -> str:
        return self.users.get(pk or 0) or _("a deleted account")

    def tour(self, tour: int | None, stage: int | None) -> str:
        if tour is None:
            return _("none")
        name = self.tours.get(tour) or _("a deleted tour")
        return name if stage is None else f"{name}, {self.stages.get(stage, '')}"


def word_versions(places: Sequence[tuple[Any, int, str]]) -> list[HistoryRow]:
    """Return the rows of versions that `find_versions` has found, in their order (a constant number
    of queries).
    """
    pairs = {
        kind: with_previous(model, [pk for _at, pk, of in places if of == kind])
        for kind, model in MODELS.items()
    }
    names = _read_names(pairs)
    return [_row(kind, *pairs[kind][pk], names) for _at, pk, kind in places]


def _read_names(pairs: Mapping[str, Mapping[int, Pair]]) -> Names:
    def numbers(kind: str, field: str) -> set[int]:
        versions = (each for pair in pairs[kind].values() for each in pair if each is not None)
        return {value for each in versions if (value := getattr(each, field)) is not None}

    def called(rows: QuerySet[Any, Any], name: str) -> dict[int, str]:
        return dict(rows.order_by().values_list("pk", name))

    divisions = numbers("member", "division_id")
    past = Division.history.filter(id__in=divisions).order_by("history_id")
    seasons = {
        each.season_id
        for kind in ("round", "division", "member")
        for pair in pairs[kind].values()
        for each in pair
        if each is not None
    }
    stages = Stage.objects.filter(pk__in=numbers("round", "stage_id"))
    return Names(
        called(Season.objects.filter(pk__in=seasons), "name"),
        dict(past.values_list("id", "name")),
        called(Person.objects.filter(pk__in=numbers("member", "person_id")), "name"),
        called(User.objects.filter(pk__in=numbers("organiser", "user_id")), "username"),
        called(Tour.objects.filter(pk__in=numbers("round", "tour_id")), "name"),
        {stage.pk: str(stage) for stage in stages},
    )


def _row(kind: str, version: Any, before: Any, names: Names) -> HistoryRow:
    facts, past = _facts(kind, version, names), before and _facts(kind, before, names)
    said = {"what": _what(kind, version, names)}
    match version.history_type:
        case "+":
            about = ", ".join(f"{name} {value}" for name, value in facts.items() if value)
            words = _("%(what)s added: %(about)s") if about else _("%(what)s added")
            said["about"] = about
        case "-":
            words = _("%(what)s removed")
        case _:
            words = _("%(what)s: %(change)s")
            said["change"] = say_changed(facts, past)
    season = version.name if kind == "season" else names.seasons.get(_season_of(kind, version), "")
    return HistoryRow(
        at=version.history_date,
        who=version.history_user_name,
        words=words % said,
        kind=KINDS[KIND_OF_TYPE[version.history_type]],
        where=season,
    )


def _season_of(kind: str, version: Any) -> int:
    return int(version.season_id) if kind in ("round", "division", "member") else 0


def _what(kind: str, version: Any, names: Names) -> str:
    """Return what a version is of: "round 3", "player Ana Ruiz"."""
    match kind:
        case "league":
            return _("the league")
        case "organiser":
            return _("organiser %(name)s") % {"name": names.user(version.user_id)}
        case "season":
            return _("season %(name)s") % {"name": version.name}
        case "round":
            return _("round %(number)s") % {"number": version.number}
        case "division":
            return _("division %(name)s") % {"name": version.name}
    return _("player %(name)s") % {"name": names.person(version.person_id)}


def _facts(kind: str, version: Any, names: Names) -> dict[str, str]:
    """Return what a version says, by what it is called."""
    match kind:
        case "league":
            return {
                _("name"): version.name,
                _("club"): version.club,
                _("found by everybody"): _("yes") if version.listed else _("no"),
            }
        case "season":
            return {_("name"): version.name, **_facts_of_rules(version.rules)}
        case "round":
            return {
                _("number"): str(version.number),
                _("tour"): names.tour(version.tour_id, version.stage_id),
                _("name"): version.name,
                _("date"): date_format(version.date, "j F Y") if version.date else "",
                _("counts"): weight_words(version.half_weight) or "×1",
            }
        case "division":
            return {
                _("name"): version.name,
                _("promoted"): str(version.promoted),
                _("relegated"): str(version.relegated),
            }
        case "member":
            return {_("division"): names.division(version.division_id)}
    return {}


def _facts_of_rules(rules: Mapping[str, Any]) -> dict[str, str]:
    """Return the rules of a season; of an earlier release, what they say of it."""

    def listed(values: Iterable[Any]) -> str:
        return ", ".join(str(value) for value in values)

    links = [say_link(link) if link in LINKS else link for link in rules.get("tie_breaks", ())]
    return {
        _("what counts"): str(BY.get(rules.get("by", ""), "")),
        _("points for places"): listed(rules.get("table", ())),
        _("classifications"): listed(rules.get("sources", ())) or _("all"),
        _("best rounds"): str(rules.get("best", 0) or _("all")),
        _("rounds to ride"): str(rules.get("minimum", 0)),
        _("level players"): listed(links),
    }
