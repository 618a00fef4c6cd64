"""Content of the pages of this room: a scheme in words, and the form that changes it."""

from collections.abc import Sequence
from typing import Any

import msgspec
from django.utils.translation import gettext

from tourmanager.schemes.changing import (
    MOST,
    NEW,
    known_tables,
    possible_criteria,
    tables_of,
    ties_of,
)
from tourmanager.schemes.reading import SHOWN
from tourmanager.schemes.words import (
    BY_WORDS,
    KIND_PLURALS,
    PART_NAMES,
    figure_words,
    locate_fault,
    ranking_criteria,
    table_names,
    tie_words,
)
from tourmanager.schemes.working import Cells, RankingDraft, SchemeDraft, carry, working_copy
from tourmanager.scoring.scheme import (
    COLOURS,
    GENERAL,
    KINDS,
    Fault,
    Scheme,
    scheme,
    scheme_keys,
    stages_called,
)
from tourmanager.tours.models import Tour
from tourmanager.web.drawing import COLOUR_NAMES


class PointsRow(msgspec.Struct, frozen=True):
    """A table of points in the form, or as it is read."""

    field: str  # "finish-flat"
    button: str  # "finish/flat"
    name: str
    cells: Cells
    # whether the scheme has it: an empty one of a kind of stage says that it pays nothing
    there: bool
    removable: bool = False
    faults: Sequence[int] = ()  # which cells are wrong
    hidden: int = 0  # cells that the page has no fields for
    full: bool = False
    without: str = ""  # what holds where there is no table


class ClassificationText(msgspec.Struct, frozen=True):
    """A classification in words."""

    ranking: RankingDraft
    part: str
    colour_name: str
    by: str
    chain: Sequence[str]
    tables: Sequence[PointsRow]
    general: bool


def describe_classifications(working: SchemeDraft) -> list[ClassificationText]:
    return [
        ClassificationText(
            ranking,
            f"c-{ranking.key}",
            str(COLOUR_NAMES.get(ranking.colour, "")),
            str(BY_WORDS.get(ranking.by, "")),
            ranking_criteria(ranking.by, ranking.lowest, ranking.tie_breaks, working),
            [row for row in table_rows(working, f"c-{ranking.key}") if row.there],
            ranking.key == GENERAL,
        )
        for ranking in working.classifications
    ]


def table_rows(working: SchemeDraft, part: str, faults: Sequence[Fault] = ()) -> list[PointsRow]:
    """List the tables of a part, those that it has and those that it could have."""
    tables = tables_of(working, part)
    rows = []
    for name, keys in known_tables(working, part).items():
        names = table_names(working, name)
        for key in keys:
            if name not in tables or (name == "finish" and key == "road"):
                continue
            cells, there = tables[name].get(key, []), key in tables[name]
            rows.append(
                PointsRow(
                    f"{name}-{key}" if key else name,
                    f"{name}/{key}",
                    names[key],
                    cells[:SHOWN],
                    there,
                    there and key in KINDS,
                    _wrong_places(_path(working, part, name, key), faults),
                    max(0, len(cells) - SHOWN),
                    len(cells) >= SHOWN,
                    gettext("as the type of the stage")
                    if key == "itt"
                    else gettext("pays nothing"),
                )
            )
    return rows


def _wrong_places(path: str, faults: Sequence[Fault]) -> list[int]:
    """Count from 0 the places of that table in which something is wrong."""
    own = [fault.path for fault in faults if fault.path.startswith(f"{path}[")]
    return [int(path_of_fault[len(path) + 1 : -1]) for path_of_fault in own]


def _path(working: SchemeDraft, part: str, name: str, key: str) -> str:
    if part.startswith("c-"):
        nth = next(
            (
                at
                for at, ranking in enumerate(working.classifications)
                if f"c-{ranking.key}" == part
            ),
            0,
        )
        return f"classifications[{nth}].{name}.{key}"
    return f"{part}.{name}.{key}" if key else f"{part}.{name}"


def read_context(tour: Tour, rules: Scheme) -> dict[str, Any]:
    """Return the context of the page that everybody reads."""
    working = working_copy(rules)
    return {
        "tour": tour,
        "tab": "settings" if tour.directed else "classifications",
        "scheme": rules,
        "shown": describe_classifications(working),
        "manager_points": [row for row in table_rows(working, "manager_points") if row.there],
        "manager_points_chain": [
            figure_words("points", rules),
            *(tie_words(name, rules) for name in rules.manager_points.tie_breaks),
        ],
        "at_end": [rules.names[source] for source in rules.manager_points.at_end],
        "bonus": [row for row in table_rows(working, "bonus") if row.cells],
        "bonus_kinds": [KIND_PLURALS[kind] for kind in rules.bonus.kinds],
        "day_chain": [
            figure_words("team_time", rules),
            *(tie_words(name, rules) for name in rules.teams.tie_breaks),
        ],
        "marks": marks_of(rules),
    }


def marks_of(rules: Scheme) -> list[str]:
    """Return the marks that riders can have."""
    return list(
        dict.fromkeys(
            [*(ranking.mark for ranking in rules.classifications if ranking.mark), *rules.unscored]
        )
    )


def form_context(
    tour: Tour,
    working: SchemeDraft,
    open_part: str,
    rules_mark: str,
    faults: Sequence[Fault] = (),
    **more: Any,
) -> dict[str, Any]:
    """Return the context of the form that changes the scheme, with what was typed."""
    ranking = working.ranking(open_part.removeprefix("c-")) if open_part.startswith("c-") else None
    return {
        "tour": tour,
        "tab": "settings",
        "working": working,
        "carried": carry(working),
        "known": rules_mark,
        "opened": open_part,
        "shown": describe_classifications(working),
        "ranking": ranking,
        "nth": working.classifications.index(ranking) if ranking else 0,
        "parts": list(PART_NAMES.items()),
        "rows": table_rows(working, open_part, faults),
        **_tie_break_choices(working, open_part),
        "colours": [
            ("", gettext("None")),
            *((colour, str(COLOUR_NAMES[colour])) for colour in COLOURS),
        ],
        "bys": _by_choices(ranking),
        "kinds": [(kind, KIND_PLURALS[kind]) for kind in KINDS],
        "categories": list(working.categories.items()),
        "sources": [(source, _source(working, source)) for source in working.manager_points.points],
        "new": _new_choices(working),
        "shipped": [(key, scheme(key).name, scheme(key).about) for key in scheme_keys()],
        "faults": [(fault, *locate_fault(fault, working)) for fault in faults],
        "wrong": {fault.path for fault in faults},
    } | more


def _tie_break_choices(working: SchemeDraft, open_part: str) -> dict[str, list[tuple[str, str]]]:
    """Give the chain of tie-breaks of the open part, and what can be added to it."""
    chain = ties_of(working, open_part)
    more = [name for name in possible_criteria(working, open_part) if name not in chain]
    return {
        "ties": [(name, tie_words(name, working)) for name in chain],
        "more_ties": [(name, tie_words(name, working)) for name in more],
    }


def _by_choices(ranking: RankingDraft | None) -> list[tuple[str, str]]:
    """Give what a classification can add up; the general one is of riders."""
    general = ranking is not None and ranking.key == GENERAL
    return [
        (by, str(words)) for by, words in BY_WORDS.items() if not (general and by == "team_time")
    ]


def _new_choices(working: SchemeDraft) -> list[tuple[str, str]]:
    """Give the classifications that can be added; none where there are as many as may be."""
    if len(working.classifications) >= MOST:
        return []
    return [(kind, str(words)) for kind, (words, _) in NEW.items()]


def _source(working: SchemeDraft, source: str) -> str:
    ranking = working.ranking(source)
    return ranking.name if ranking else stages_called(working.manager_points.points.get(source, []))
