"""Read what the page that changes a scheme sends: the copy it carries, and the fields of the part
that stood open.
"""

from django.core.exceptions import BadRequest
from django.http import QueryDict
from django.utils.translation import gettext as _

from tourmanager.riders.names import tidy_name
from tourmanager.schemes.working import (
    BonusDraft,
    Cell,
    Cells,
    ManagerPointsDraft,
    RankingDraft,
    SchemeDraft,
    points_at_finish,
    types_of,
)
from tourmanager.scoring.scheme import GENERAL, KINDS
from tourmanager.scoring.tie_breaks import BY_TEAM_TIME, BY_TIME
from tourmanager.tours.planning.numbers import read_rows, read_whole_number

SHOWN = 60  # places of a table that the page has fields for; those behind stay as they are
PARTS = ("about", "bonus", "teams", "manager_points", "lines")


def read_open_part(data: QueryDict, working: SchemeDraft) -> str:
    """Put the fields of the open part into the copy; return the name of that part."""
    part = data.get("opened", "")
    if ranking := working.ranking(part.removeprefix("c-")) if part.startswith("c-") else None:
        _keep_ranking(data, ranking, working)
    elif part == "about":
        working.name, working.about = (
            _text(data, "name", working.name),
            data.get("about", working.about)[:1000].strip(),
        )
        working.stand_ins = "stand_ins" in data
    elif part == "bonus":
        _keep_bonus(data, working.bonus, list(working.categories))
    elif part == "teams":
        for name in ("riders", "ttt_rider", "ttt_times"):
            setattr(
                working.teams, name, _cell(data.get(name, str(getattr(working.teams, name))), 9)
            )
        working.teams.tie_breaks = _ties(data)
    elif part == "manager_points":
        _keep_manager_points(data, working.manager_points)
    elif part == "lines":
        for category in working.categories:
            working.categories[category] = _text(
                data, f"category-{category}", working.categories[category]
            )
    else:
        return ""
    return part


def _text(data: QueryDict, name: str, old: str) -> str:
    return tidy_name(data.get(name, old)[:200])


def _cell(text: str, highest: int) -> Cell:
    number = read_whole_number(text, highest)
    return text[:20] if number is None else number


def _cells(data: QueryDict, name: str, old: Cells, highest: int = 9999) -> Cells:
    """Read a table's fields; values beyond those shown stay."""
    return [*(_cell(text, highest) for text in read_rows(data, name, SHOWN + 1)), *old[SHOWN:]]


def _ties(data: QueryDict) -> list[str]:
    return [name[:40] for name in read_rows(data, "tie", 40)]


def _keep_tables(
    data: QueryDict, name: str, tables: dict[str, Cells], keys: list[str], highest: int = 9999
) -> None:
    for key in keys:
        if f"has-{name}-{key}" in data:
            tables[key] = _cells(data, f"{name}-{key}", tables.get(key, []), highest)


def _keep_ranking(data: QueryDict, ranking: RankingDraft, working: SchemeDraft) -> None:
    ranking.name, ranking.colour = (
        _text(data, "name", ranking.name),
        data.get("colour", ranking.colour)[:20],
    )
    ranking.mark = _text(data, "mark", ranking.mark)[:20].lower()
    ranking.tie_breaks = _ties(data)
    _keep_tables(data, "finish", ranking.finish, [*types_of(working), *KINDS])
    _keep_tables(
        data,
        "lines",
        ranking.lines,
        [key.removeprefix("has-lines-") for key in data if key.startswith("has-lines-")][:40],
    )
    if ranking.by == "points":
        ranking.lowest, ranking.by_group = "lowest" in data, "by_group" in data
        ranking.per_turn = _cell(data.get("per_turn", str(ranking.per_turn)), 9999)
    else:
        ranking.gap_cap = _cell(data.get("gap_cap", str(ranking.gap_cap)), 86_400)
        ranking.from_best = "from_best" in data
    if (by := data.get("by", ranking.by)) != ranking.by:
        _turn(ranking, by, working)


def _turn(ranking: RankingDraft, by: str, working: SchemeDraft) -> None:
    """Let a classification add up something else: fields that only the other kind has are
    dropped.
    """
    if by not in ("time", "points", "team_time") or (ranking.key == GENERAL and by == "team_time"):
        raise BadRequest(
            _("A classification is by time, by points or of teams, the general one not of teams.")
        )
    ranking.by = by
    criteria = {"time": BY_TIME, "team_time": BY_TEAM_TIME}.get(by, ("stage_wins", "last_place"))
    ranking.tie_breaks = [name for name in ranking.tie_breaks if name in criteria]
    if by == "points":
        ranking.gap_cap, ranking.from_best, ranking.finish = (
            0,
            False,
            points_at_finish(working),
        )
    else:
        ranking.finish, ranking.lines, ranking.lowest, ranking.by_group, ranking.per_turn = (
            {},
            {},
            False,
            False,
            0,
        )
    if by == "team_time":
        ranking.colour = ranking.mark = ""


def _keep_bonus(data: QueryDict, bonus: BonusDraft, categories: list[str]) -> None:
    if "has-finish" in data:
        bonus.finish = _cells(data, "finish", bonus.finish, 86_400)
    _keep_tables(data, "lines", bonus.lines, categories, 86_400)
    bonus.kinds = [kind for kind in KINDS if kind in data.getlist("kinds")]


def _keep_manager_points(data: QueryDict, rules: ManagerPointsDraft) -> None:
    rules.name = _text(data, "name", rules.name)
    rules.title = _text(data, "title", rules.title)
    _keep_tables(
        data,
        "points",
        rules.points,
        [key.removeprefix("has-points-") for key in data if key.startswith("has-points-")][:40],
    )
    rules.points = {source: points for source, points in rules.points.items() if points}
    rules.at_end = [source for source in rules.points if source in data.getlist("at_end")]
    rules.tie_breaks = _ties(data)
