"""Content of the pages of this room: a scheme in words, and the form that changes it."""

from collections.abc import Sequence
from typing import Any

import msgspec

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
    PART_NAMES,
    TABLE_NAMES,
    locate_fault,
    ranking_criteria,
    table_names,
    tie_words,
)
from tourmanager.schemes.working import Cells, Ranking, Working, carry, working_copy
from tourmanager.scoring.scheme import (
    COLOURS,
    GENERAL,
    KINDS,
    Fault,
    Scheme,
    name_of_stages,
    scheme,
    scheme_keys,
)
from tourmanager.tours.models import Tour
from tourmanager.web.drawing import COLOUR_NAMES


class Row(msgspec.Struct, frozen=True):
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
    without: str = "pays nothing"  # what holds where there is no table


class Shown(msgspec.Struct, frozen=True):
    """A classification in words."""

    ranking: Ranking
    part: str
    colour_name: str
    by: str
    chain: Sequence[str]
    tables: Sequence[Row]
    general: bool


def describe_classifications(working: Working) -> list[Shown]:
    return [
        Shown(
            ranking,
            f"c-{ranking.key}",
            COLOUR_NAMES.get(ranking.colour, ""),
            BY_WORDS.get(ranking.by, ""),
            ranking_criteria(ranking.by, ranking.lowest, ranking.tie_breaks, working),
            [row for row in table_rows(working, f"c-{ranking.key}") if row.there],
            ranking.key == GENERAL,
        )
        for ranking in working.classifications
    ]


def table_rows(working: Working, part: str, faults: Sequence[Fault] = ()) -> list[Row]:
    """List the tables of a part, those that it has and those that it could have."""
    tables = tables_of(working, part)
    found = []
    for name, known in known_tables(working, part).items():
        names = table_names(working, name)
        for key in known:
            if name not in tables or (name == "finish" and key == "road"):
                continue
            cells = tables[name].get(key, [])
            path = _path(working, part, name, key)
            wrong = [
                int(fault.path[len(path) + 1 : -1])
                for fault in faults
                if fault.path.startswith(f"{path}[")
            ]
            found.append(
                Row(
                    f"{name}-{key}" if key else name,
                    f"{name}/{key}",
                    names[key],
                    cells[:SHOWN],
                    key in tables[name],
                    key in KINDS and key in tables[name],
                    wrong,
                    max(0, len(cells) - SHOWN),
                    len(cells) >= SHOWN,
                    "as the type of the stage" if key == "itt" else "pays nothing",
                )
            )
    return found


def _path(working: Working, part: str, name: str, key: str) -> str:
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
            "more points",
            *(tie_words(name, rules) for name in rules.manager_points.tie_breaks),
        ],
        "at_end": [rules.names[source] for source in rules.manager_points.at_end],
        "bonus": [row for row in table_rows(working, "bonus") if row.cells],
        "bonus_kinds": [TABLE_NAMES[kind] + "s" for kind in rules.bonus.kinds],
        "day_chain": [
            "lower total time",
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
    tour: Tour, working: Working, opened: str, known: str, faults: Sequence[Fault] = (), **more: Any
) -> dict[str, Any]:
    """Return the context of the form that changes the scheme, with what was typed."""
    chain_there = ties_of(working, opened)
    can = possible_criteria(working, opened)
    ranking = working.ranking(opened.removeprefix("c-")) if opened.startswith("c-") else None
    return {
        "tour": tour,
        "tab": "settings",
        "working": working,
        "carried": carry(working),
        "known": known,
        "opened": opened,
        "shown": describe_classifications(working),
        "ranking": ranking,
        "nth": working.classifications.index(ranking) if ranking else 0,
        "parts": list(PART_NAMES.items()),
        "rows": table_rows(working, opened, faults),
        "ties": [(name, tie_words(name, working)) for name in chain_there],
        "more_ties": [(name, tie_words(name, working)) for name in can if name not in chain_there],
        "colours": [("", "None"), *((colour, COLOUR_NAMES[colour]) for colour in COLOURS)],
        "bys": [
            (by, words)
            for by, words in BY_WORDS.items()
            if by != "team_time" or not ranking or ranking.key != GENERAL
        ],
        "kinds": [(kind, TABLE_NAMES[kind] + "s") for kind in KINDS],
        "categories": list(working.categories.items()),
        "sources": [(source, _source(working, source)) for source in working.manager_points.points],
        "new": [(kind, words) for kind, (words, _) in NEW.items()]
        if len(working.classifications) < MOST
        else [],
        "shipped": [(key, scheme(key).name, scheme(key).about) for key in scheme_keys()],
        "faults": [(fault, *locate_fault(fault, working)) for fault in faults],
        "wrong": {fault.path for fault in faults},
    } | more


def _source(working: Working, source: str) -> str:
    ranking = working.ranking(source)
    return (
        ranking.name if ranking else name_of_stages(working.manager_points.points.get(source, []))
    )
