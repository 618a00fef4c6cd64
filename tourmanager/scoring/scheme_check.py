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
from tourmanager.scoring.words import gettext_noop, join_with_and

NO_LINE = gettext_noop("there is no such line: %(known)s")
NO_CLASSIFICATION = gettext_noop("there is no such classification: %(known)s")
NO_TYPE = gettext_noop("there is no such type of stage: %(known)s")


def find_faults(scheme: Scheme, vocabulary: Vocabulary) -> list[Fault]:
    """List everything that is wrong, in the order of the scheme; nothing where it can be used."""
    return list(_faults(scheme, vocabulary))


def _faults(scheme: Scheme, vocabulary: Vocabulary) -> Iterator[Fault]:
    keys = [ranking.key for ranking in scheme.classifications]
    if GENERAL not in keys:
        sentence = gettext_noop(
            'one of them has to be the general classification, with the key "%(key)s"'
        )
        yield Fault.of("classifications", sentence, key=GENERAL)
        return
    if scheme.general.by == "team_time" or scheme.general.mark:
        yield Fault.of(
            f"classifications[{keys.index(GENERAL)}]",
            gettext_noop("the general classification is of all riders, by time or by points"),
        )
    for category in vocabulary.categories:
        if category not in scheme.categories:
            sentence = gettext_noop('the name of "%(category)s" is missing')
            yield Fault.of("categories", sentence, category=category)
    for nth, ranking in enumerate(scheme.classifications):
        path = f"classifications[{nth}]"
        if keys.index(ranking.key) < nth:
            sentence = gettext_noop('"%(key)s" is there already')
            yield Fault.of(f"{path}.key", sentence, key=ranking.key)
        if ranking.key == "stage":
            sentence = gettext_noop('"%(key)s" is what the stages themselves are called')
            yield Fault.of(f"{path}.key", sentence, key=ranking.key)
        yield from _ranking(ranking, scheme, tuple(vocabulary.types), path)
    yield from _colours(scheme)
    yield from _find_unknown_keys(scheme.bonus.lines, scheme.categories, "bonus.lines", NO_LINE)
    yield from _criteria(scheme.teams.tie_breaks, OF_TEAM_DAY, "teams.tie_breaks")
    yield from _manager_points(scheme.manager_points, keys)


def _manager_points(rules: ManagerPoints, keys: Sequence[str]) -> Iterator[Fault]:
    yield from _find_unknown_keys(
        rules.points, ("stage", *keys), "manager_points.points", NO_CLASSIFICATION
    )
    yield from _criteria(rules.tie_breaks, OF_MANAGERS, "manager_points.tie_breaks")
    for nth, source in enumerate(rules.at_end):
        if source not in rules.points:
            sentence = gettext_noop('"%(source)s" pays no points')
            yield Fault.of(f"manager_points.at_end[{nth}]", sentence, source=source)


def _ranking(ranking: Ranking, scheme: Scheme, types: Sequence[str], path: str) -> Iterator[Fault]:
    yield from _criteria(
        ranking.tie_breaks, allowed_criteria(ranking, scheme), f"{path}.tie_breaks"
    )
    if ranking.by == "points":
        yield from _points_ranking(ranking, scheme, types, path)
        return
    for name in ("finish", "lines"):
        if getattr(ranking, name):
            sentence = gettext_noop("only a classification by points pays points")
            yield Fault.of(f"{path}.{name}", sentence)
    if ranking.lowest or ranking.by_group or ranking.per_turn:
        yield Fault.of(
            path,
            gettext_noop("lowest, by_group and per_turn belong to a classification by points"),
        )


def _points_ranking(
    ranking: Ranking, scheme: Scheme, types: Sequence[str], path: str
) -> Iterator[Fault]:
    if not ranking.finish and not ranking.lines:
        yield Fault.of(
            path,
            gettext_noop("a classification by points needs points at the finish or over lines"),
        )
    yield from _find_unknown_keys(ranking.finish, (*types, *KINDS), f"{path}.finish", NO_TYPE)
    yield from _find_unknown_keys(ranking.lines, scheme.categories, f"{path}.lines", NO_LINE)
    if ranking.gap_cap:
        sentence = gettext_noop("only a classification by time has a largest gap")
        yield Fault.of(f"{path}.gap_cap", sentence)
    if ranking.from_best:
        sentence = gettext_noop("only times are shown behind the best")
        yield Fault.of(f"{path}.from_best", sentence)


def _colours(scheme: Scheme) -> Iterator[Fault]:
    worn: set[str] = set()
    for nth, ranking in enumerate(scheme.classifications):
        path = f"classifications[{nth}].colour"
        if not ranking.colour:
            continue
        if ranking.colour not in COLOURS:
            yield Fault.of(
                path,
                gettext_noop('"%(colour)s" is no colour of a jersey: %(known)s'),
                colour=ranking.colour,
                known=join_with_and(COLOURS),
            )
        elif ranking.by == "team_time":
            yield Fault.of(path, gettext_noop("riders wear jerseys, teams don't"))
        elif ranking.colour in worn:
            sentence = gettext_noop('"%(colour)s" is taken by a classification above')
            yield Fault.of(path, sentence, colour=ranking.colour)
        worn.add(ranking.colour)


def _find_unknown_keys(
    table: Mapping[str, object], known: Sequence[str] | Mapping[str, str], path: str, sentence: str
) -> Iterator[Fault]:
    for key in table:
        if key not in known:
            yield Fault.of(f"{path}.{key}", sentence, known=join_with_and(list(known)))


def _criteria(names: Sequence[str], known: Sequence[str], path: str) -> Iterator[Fault]:
    for nth, name in enumerate(names):
        if name not in known:
            sentence = (
                gettext_noop('"%(name)s" cannot break ties here: %(known)s')
                if known
                else gettext_noop('"%(name)s" cannot break ties here: nothing can')
            )
            yield Fault.of(f"{path}[{nth}]", sentence, name=name, known=join_with_and(known))
        elif name in names[:nth]:
            sentence = gettext_noop('"%(name)s" stands there twice')
            yield Fault.of(f"{path}[{nth}]", sentence, name=name)
