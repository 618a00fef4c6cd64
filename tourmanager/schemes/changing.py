"""Buttons of the page that changes a scheme: they change the copy that the page carries. Nothing
here is kept in the tour.
"""

from collections.abc import Callable, Iterator
from string import ascii_lowercase
from typing import TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from tourmanager.schemes.reading import PARTS, SHOWN
from tourmanager.schemes.working import Cells, RankingDraft, SchemeDraft, points_at_finish, types_of
from tourmanager.scoring.scheme import GENERAL, KINDS
from tourmanager.scoring.tie_breaks import BY_TEAM_TIME, BY_TIME, OF_MANAGERS, OF_TEAM_DAY
from tourmanager.scoring.vocabulary import sprint_categories

T = TypeVar("T")
MOST = 12  # classifications of a scheme

YOUTH = ("stage_places", "last_place")
# what can be added: its words, and how it begins
NEW: dict[str, tuple[Promise, Callable[[str, SchemeDraft], RankingDraft]]] = {
    "points": (
        gettext_lazy("by points"),
        lambda key, working: RankingDraft(
            key, "Points", "points", finish=points_at_finish(working)
        ),
    ),
    "time": (
        gettext_lazy("by time"),
        lambda key, _: RankingDraft(
            key, "Times", "time", tie_breaks=["stage_places", "last_place"]
        ),
    ),
    "youth": (
        gettext_lazy("of some riders, by time"),
        lambda key, _: RankingDraft(
            key, "Youth", "time", mark="youth", tie_breaks=["stage_places", "last_place"]
        ),
    ),
    "team_times": (
        gettext_lazy("of teams"),
        lambda key, _: RankingDraft(
            key, "Teams", "team_time", tie_breaks=["day_places", "best_general"]
        ),
    ),
}


def press_button(working: SchemeDraft, do: str, open_part: str, choice: str) -> tuple[str, str]:
    """Do what the button `do` says, with a `choice` where it needs one; return the part
    that is open then, and a message.
    """
    what, _, which = do.partition(":")
    match what:
        case "open" if which in PARTS or working.ranking(which.removeprefix("c-")):
            return which, ""
        case "close":
            return "", ""
        case "up" | "down":
            return open_part, _move_ranking(working, which, -1 if what == "up" else 1)
        case "remove" if (ranking := working.ranking(which)) and which != GENERAL:
            _remove(working, ranking)
            return (
                "" if open_part == f"c-{which}" else open_part,
                gettext("%(ranking)s is taken out. Nothing is saved yet.")
                % {"ranking": ranking.name},
            )
        case "add" if choice in NEW and len(working.classifications) < MOST:
            key = _free_key(working, choice)
            working.classifications.append(NEW[choice][1](key, working))
            return (
                f"c-{key}",
                (
                    gettext(
                        "%(classifications)s is added, last in the order. Nothing is saved yet."
                    )
                    % {"classifications": working.classifications[-1].name}
                ),
            )
        case "tie-up" | "tie-down" | "tie-drop" | "tie-add":
            _tie(
                ties_of(working, open_part),
                what,
                which or choice,
                possible_criteria(working, open_part),
            )
        case "place" | "no-place" | "no-table":
            _place(tables_of(working, open_part), known_tables(working, open_part), what, which)
    return open_part, ""


def _move_ranking(working: SchemeDraft, key: str, by: int) -> str:
    keys = [ranking.key for ranking in working.classifications]
    if key not in keys:
        return ""
    classifications = _with_item_moved(working.classifications, keys.index(key), by)
    name = working.classifications[keys.index(key)].name
    if classifications == working.classifications:
        return ""
    working.classifications = classifications
    sentence = (
        gettext("%(name)s is before %(other)s now. Nothing is saved yet.")
        if by < 0
        else gettext("%(name)s is behind %(other)s now. Nothing is saved yet.")
    )
    return sentence % {"name": name, "other": working.classifications[keys.index(key)].name}


def _with_item_moved(items: list[T], index: int, by: int) -> list[T]:
    """Return the list with one item moved; the same where there is no room."""
    other = index + by
    if not (0 <= index < len(items) and 0 <= other < len(items)):
        return items
    new_order = list(items)
    new_order[index], new_order[other] = new_order[other], new_order[index]
    return new_order


def _remove(working: SchemeDraft, ranking: RankingDraft) -> None:
    working.classifications = [other for other in working.classifications if other is not ranking]
    working.manager_points.points.pop(ranking.key, None)
    working.manager_points.at_end = [
        source for source in working.manager_points.at_end if source != ranking.key
    ]


def _free_key(working: SchemeDraft, kind: str) -> str:
    """Return a key that no classification has: "points", then "points_b"."""
    keys_in_use = {ranking.key for ranking in working.classifications}
    return next(
        key
        for key in (kind, *(f"{kind}_{letter}" for letter in ascii_lowercase))
        if key not in keys_in_use
    )


def ties_of(working: SchemeDraft, part: str) -> list[str]:
    """Return the tie-breaks that the open part shows."""
    if part == "teams":
        return working.teams.tie_breaks
    if part == "manager_points":
        return working.manager_points.tie_breaks
    ranking = working.ranking(part.removeprefix("c-"))
    return ranking.tie_breaks if ranking else []


def possible_criteria(working: SchemeDraft, part: str) -> tuple[str, ...]:
    """Return the criteria that such a chain can have, as `tie_breaks.allowed` does for a whole
    scheme.
    """
    if part == "teams":
        return OF_TEAM_DAY
    if part == "manager_points":
        return OF_MANAGERS
    ranking = working.ranking(part.removeprefix("c-"))
    if ranking is None:
        return ()
    if ranking.by != "points":
        return BY_TIME if ranking.by == "time" else BY_TEAM_TIME
    general = ("general",) if ranking.key != GENERAL else ()
    return (*_points_criteria(ranking), *general)


def _points_criteria(ranking: RankingDraft) -> Iterator[str]:
    """Name what can be counted where the points come from."""
    if ranking.finish:
        yield from ("stage_wins", "last_place")
    if sprint_categories() & ranking.lines.keys():
        yield "sprint_wins"
    if ranking.lines:
        yield from (f"wins_{category}" for category in ranking.lines)
        yield "line_wins"


def _tie(chain: list[str], what: str, which: str, criteria: tuple[str, ...]) -> None:
    if what == "tie-add":
        if which in criteria and which not in chain:
            chain.append(which)
        return
    if which not in chain:
        return
    if what == "tie-drop":
        chain.remove(which)
    else:
        chain[:] = _with_item_moved(chain, chain.index(which), -1 if what == "tie-up" else 1)


def tables_of(working: SchemeDraft, part: str) -> dict[str, dict[str, Cells]]:
    """Return the tables of the open part by the names of their fields; the bonus at the finish
    stands alone.
    """
    if part == "bonus":
        return {"lines": working.bonus.lines, "finish": {"": working.bonus.finish}}
    if part == "manager_points":
        return {"points": working.manager_points.points}
    ranking = working.ranking(part.removeprefix("c-"))
    return (
        {"finish": ranking.finish, "lines": ranking.lines}
        if ranking and ranking.by == "points"
        else {}
    )


def known_tables(working: SchemeDraft, part: str) -> dict[str, list[str]]:
    """Return the tables that such a part can have."""
    if part == "bonus":
        return {"finish": [""], "lines": list(working.categories)}
    if part == "manager_points":
        return {"points": ["stage", *(ranking.key for ranking in working.classifications)]}
    return {"finish": [*types_of(working), *KINDS], "lines": list(working.categories)}


def _place(
    tables: dict[str, dict[str, Cells]], keys_by_table: dict[str, list[str]], what: str, which: str
) -> None:
    """Add a place to the table "finish/flat", take one off, or remove the table."""
    name, _, key = which.partition("/")
    if key not in keys_by_table.get(name, ()) or name not in tables:
        return
    rows = tables[name]
    if what == "place":
        table = rows.setdefault(key, [])
        if len(table) < SHOWN:
            table.append(table[-1] if table else 1)
    elif what == "no-place":
        del rows.get(key, [])[-1:]
    else:
        rows.pop(key, None)
