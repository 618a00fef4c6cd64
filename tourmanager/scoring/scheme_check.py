"""Check a scheme that can be read: unknown criteria, classifications or lines, with the path of
each.
"""

from collections.abc import Iterator, Mapping, Sequence

from tourmanager.scoring.scheme_structs import (
    COLOURS,
    GENERAL,
    KINDS,
    Fault,
    ManagerPoints,
    Ranking,
    Scheme,
)
from tourmanager.scoring.tie_breaks import OF_MANAGERS, OF_TEAM_DAY, allowed_criteria
from tourmanager.scoring.vocabulary import Vocabulary
from tourmanager.scoring.words import join_with_and


def find_faults(scheme: Scheme, vocabulary: Vocabulary) -> list[Fault]:
    """List everything that is wrong, in the order of the scheme; nothing where it can be used."""
    return list(_faults(scheme, vocabulary))


def _faults(scheme: Scheme, vocabulary: Vocabulary) -> Iterator[Fault]:
    keys = [ranking.key for ranking in scheme.classifications]
    if GENERAL not in keys:
        yield Fault(
            "classifications",
            f'one of them has to be the general classification, with the key "{GENERAL}"',
        )
        return
    if scheme.general.by == "team_time" or scheme.general.mark:
        yield Fault(
            f"classifications[{keys.index(GENERAL)}]",
            "the general classification is of all riders, by time or by points",
        )
    for category in vocabulary.categories:
        if category not in scheme.categories:
            yield Fault("categories", f'the name of "{category}" is missing')
    for nth, ranking in enumerate(scheme.classifications):
        path = f"classifications[{nth}]"
        if keys.index(ranking.key) < nth:
            yield Fault(f"{path}.key", f'"{ranking.key}" is there already')
        if ranking.key == "stage":
            yield Fault(f"{path}.key", '"stage" is what the stages themselves are called')
        yield from _ranking(ranking, scheme, tuple(vocabulary.types), path)
    yield from _colours(scheme)
    yield from _unknown(scheme.bonus.lines, scheme.categories, "bonus.lines", "line")
    yield from _criteria(scheme.teams.tie_breaks, OF_TEAM_DAY, "teams.tie_breaks")
    yield from _manager_points(scheme.manager_points, keys)


def _manager_points(rules: ManagerPoints, keys: Sequence[str]) -> Iterator[Fault]:
    yield from _unknown(rules.points, ("stage", *keys), "manager_points.points", "classification")
    yield from _criteria(rules.tie_breaks, OF_MANAGERS, "manager_points.tie_breaks")
    for nth, source in enumerate(rules.at_end):
        if source not in rules.points:
            yield Fault(f"manager_points.at_end[{nth}]", f'"{source}" pays no points')


def _ranking(ranking: Ranking, scheme: Scheme, types: Sequence[str], path: str) -> Iterator[Fault]:
    yield from _criteria(
        ranking.tie_breaks, allowed_criteria(ranking, scheme), f"{path}.tie_breaks"
    )
    if ranking.by == "points":
        yield from _points_ranking(ranking, scheme, types, path)
        return
    for name in ("finish", "lines"):
        if getattr(ranking, name):
            yield Fault(f"{path}.{name}", "only a classification by points pays points")
    if ranking.lowest or ranking.by_group or ranking.per_turn:
        yield Fault(path, "lowest, by_group and per_turn belong to a classification by points")


def _points_ranking(
    ranking: Ranking, scheme: Scheme, types: Sequence[str], path: str
) -> Iterator[Fault]:
    if not ranking.finish and not ranking.lines:
        yield Fault(path, "a classification by points needs points at the finish or over lines")
    yield from _unknown(ranking.finish, (*types, *KINDS), f"{path}.finish", "type of stage")
    yield from _unknown(ranking.lines, scheme.categories, f"{path}.lines", "line")
    if ranking.gap_cap:
        yield Fault(f"{path}.gap_cap", "only a classification by time has a largest gap")
    if ranking.from_best:
        yield Fault(f"{path}.from_best", "only times are shown behind the best")


def _colours(scheme: Scheme) -> Iterator[Fault]:
    worn: set[str] = set()
    for nth, ranking in enumerate(scheme.classifications):
        path = f"classifications[{nth}].colour"
        if not ranking.colour:
            continue
        if ranking.colour not in COLOURS:
            yield Fault(
                path, f'"{ranking.colour}" is no colour of a jersey: {join_with_and(COLOURS)}'
            )
        elif ranking.by == "team_time":
            yield Fault(path, "riders wear jerseys, teams don't")
        elif ranking.colour in worn:
            yield Fault(path, f'"{ranking.colour}" is taken by a classification above')
        worn.add(ranking.colour)


def _unknown(
    table: Mapping[str, object], known: Sequence[str] | Mapping[str, str], path: str, what: str
) -> Iterator[Fault]:
    for key in table:
        if key not in known:
            yield Fault(f"{path}.{key}", f"there is no such {what}: {join_with_and(list(known))}")


def _criteria(names: Sequence[str], known: Sequence[str], path: str) -> Iterator[Fault]:
    for nth, name in enumerate(names):
        if name not in known:
            yield Fault(
                f"{path}[{nth}]",
                f'"{name}" cannot break ties here: {join_with_and(known) or "nothing can"}',
            )
        elif name in names[:nth]:
            yield Fault(f"{path}[{nth}]", f'"{name}" stands there twice')
