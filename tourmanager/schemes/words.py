"""A scheme in words: the names of its parts, the order of its criteria, the place of a fault."""

import re
from collections.abc import Sequence
from typing import cast

from django.utils.translation import gettext, gettext_lazy

from tourmanager.schemes.working import SchemeDraft, types_of
from tourmanager.scoring.scheme import GENERAL, Fault, Scheme, stages_called
from tourmanager.scoring.tie_breaks import criterion, primary_criterion
from tourmanager.scoring.words import ordinal
from tourmanager.web import labels

KIND_NAMES = {
    "road": gettext_lazy("road stage"),
    "itt": gettext_lazy("individual time trial"),
    "ttt": gettext_lazy("team time trial"),
}
KIND_PLURALS = {
    "road": gettext_lazy("road stages"),
    "itt": gettext_lazy("individual time trials"),
    "ttt": gettext_lazy("team time trials"),
}
BY_WORDS = {
    "time": gettext_lazy("by time"),
    "points": gettext_lazy("by points"),
    "team_time": gettext_lazy("teams, by time"),
}
PART_NAMES = {
    "about": gettext_lazy("The scheme"),
    "bonus": gettext_lazy("Time bonuses"),
    "teams": gettext_lazy("Teams of a stage"),
    "manager_points": gettext_lazy("Points of the players"),
    "lines": gettext_lazy("Names of the lines"),
}


def tie_words(name: str, scheme: Scheme | SchemeDraft) -> str:
    """Return a criterion in words. Names in it may be half typed; an unknown one stands as it is
    written.
    """
    try:
        return labels.criterion(criterion(name), _names_of(scheme))
    except KeyError:
        return name


def figure_words(by: str, scheme: Scheme | SchemeDraft) -> str:
    """Return in words what ranks before all ties."""
    return labels.criterion(primary_criterion(by), _names_of(scheme))


def ranking_criteria(
    by: str, lowest: bool, ties: Sequence[str], scheme: Scheme | SchemeDraft
) -> list[str]:
    """List the criteria that rank a classification, in order."""
    return [
        figure_words("lowest" if by == "points" and lowest else by, scheme),
        *(tie_words(name, scheme) for name in ties),
    ]


def _names_of(scheme: Scheme | SchemeDraft) -> Scheme:
    return scheme if isinstance(scheme, Scheme) else cast(Scheme, _Speaking(scheme))


class _Speaking:
    """The part of a scheme that the words of criteria need."""

    def __init__(self, working: SchemeDraft) -> None:
        self.categories, self.teams = working.categories, working.teams
        self.general = working.ranking(GENERAL) or working.classifications[0]


def locate_fault(fault: Fault, working: SchemeDraft | None) -> tuple[str, str]:
    """Return the place of a fault in the page's words, and the part to open: ("Mountain: hors
    category, 3rd place", "c-mountain").
    """
    if working is None:
        return "", ""
    if match := re.match(r"classifications\[(\d+)\]\.?(.*)", fault.path):
        nth = int(match[1])
        if nth >= len(working.classifications):
            return "", ""
        ranking = working.classifications[nth]
        return _join(
            ranking.name or (gettext("The %(nth)s classification") % {"nth": ordinal(nth + 1)}),
            _inside(match[2], working),
        ), f"c-{ranking.key}"
    part, _, rest = fault.path.partition(".")
    part = "lines" if part == "categories" else "about" if part in ("name", "about") else part
    return (
        (_join(str(PART_NAMES[part]), _inside(rest, working)), part)
        if part in PART_NAMES
        else ("", "")
    )


def _join(name: str, inside: str) -> str:
    return f"{name}: {inside}" if inside else name


FIELDS = {
    "name": gettext_lazy("name"),
    "colour": gettext_lazy("colour"),
    "mark": gettext_lazy("mark"),
    "key": gettext_lazy("key"),
    "per_turn": gettext_lazy("points for each turn"),
    "gap_cap": gettext_lazy("largest gap"),
    "tie_breaks": gettext_lazy("what decides"),
    "riders": gettext_lazy("riders who count"),
    "ttt_rider": gettext_lazy("rider who gives the time of a team time trial"),
    "ttt_times": gettext_lazy("how often that time counts"),
    "at_end": gettext_lazy("only at the end"),
}


def table_names(working: SchemeDraft, field: str) -> dict[str, str]:
    """Return the names of the tables of a field. The field is needed, as a classification may have
    the key of a line.
    """
    if field == "points":
        stages = stages_called(working.manager_points.points.get("stage", []))
        return {"stage": stages} | {
            ranking.key: ranking.name for ranking in working.classifications
        }
    if field == "lines":
        return working.categories
    types = {
        key: gettext("%(type)s stage") % {"type": name} for key, name in types_of(working).items()
    }
    kinds = {key: str(name) for key, name in KIND_NAMES.items()}
    return types | kinds | {"": gettext("At the finish")}


def _inside(path: str, working: SchemeDraft) -> str:
    """Word a path: "lines.hc[2]" as "hors category, 3rd place"."""
    match = re.fullmatch(r"(\w*)(?:\.([^\[]+))?(?:\[(\d+)\])?", path)
    if not match:
        return ""
    field, key, nth = match.groups()
    words = (
        [table_names(working, field).get(key, key)]
        if key
        else [str(FIELDS[field])]
        if field in FIELDS
        else [gettext("finish")]
        if field == "finish"
        else []
    )
    if nth is not None and field != "tie_breaks":
        words.append(gettext("%(nth)s place") % {"nth": ordinal(int(nth) + 1)})
    return ", ".join(words)
