"""A scheme: the classifications of a tour, what pays points, bonuses and manager points, and how
ties are broken. Data, not code.

Each game ships schemes as TOML (`Vocabulary.schemes`); a tour keeps a copy of its own that its
directors may change. `read_scheme` checks such a copy and says exactly where something is wrong;
`scheme(key)` returns one that ships.
"""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from tourmanager.scoring.scheme_check import find_faults
from tourmanager.scoring.scheme_structs import COLOURS as COLOURS
from tourmanager.scoring.scheme_structs import GENERAL as GENERAL
from tourmanager.scoring.scheme_structs import KINDS as KINDS
from tourmanager.scoring.scheme_structs import TEAMS as TEAMS
from tourmanager.scoring.scheme_structs import Bonus as Bonus
from tourmanager.scoring.scheme_structs import Fault as Fault
from tourmanager.scoring.scheme_structs import ManagerPoints as ManagerPoints
from tourmanager.scoring.scheme_structs import Ranking as Ranking
from tourmanager.scoring.scheme_structs import Scheme as Scheme
from tourmanager.scoring.scheme_structs import SchemeError as SchemeError
from tourmanager.scoring.scheme_structs import TeamRules as TeamRules
from tourmanager.scoring.scheme_structs import stages_called as stages_called
from tourmanager.scoring.vocabulary import Vocabulary, common_vocabulary, vocabularies
from tourmanager.scoring.words import gettext_noop


def _files() -> dict[str, tuple[Path, Vocabulary]]:
    """Find the schemes that ship, game by game."""
    return {
        file.stem: (file, vocabulary)
        for vocabulary in vocabularies()
        if vocabulary.schemes
        for file in sorted(vocabulary.schemes.glob("*.toml"))
    }


_read: dict[Path, Scheme] = {}


def scheme(key: str) -> Scheme:
    """Return the scheme of that key as it ships. Raises LookupError for an unknown one."""
    found = _files().get(key)
    if found is None:
        raise LookupError(f"there is no scoring scheme {key!r}")  # not shown
    file, vocabulary = found
    if file not in _read:
        _read[file] = read_toml(file.read_text(encoding="utf-8"), vocabulary)
    return _read[file]


def scheme_keys() -> tuple[str, ...]:
    """Return the keys of the schemes that ship, in the order of the games."""
    return tuple(_files())


def vocabulary_of(key: str) -> Vocabulary:
    """Return the words of the game that a scheme ships with; those of all games for another one."""
    found = _files().get(key)
    return found[1] if found else common_vocabulary()


def read_toml(text: str, vocabulary: Vocabulary | None = None) -> Scheme:
    """Read a scheme from TOML. Raises SchemeError."""
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        sentence = gettext_noop("this is not TOML: %(error)s")
        raise SchemeError([Fault.of("the file", sentence, error=str(error))]) from error
    return read_scheme(data, vocabulary)


def read_scheme(data: Any, vocabulary: Vocabulary | None = None) -> Scheme:
    """Read a scheme from plain values, in the vocabulary of a game, or in the common one. Raises
    SchemeError with everything that is wrong and where.
    """
    words = vocabulary or common_vocabulary()
    try:
        found = msgspec.convert(spell_out_defaults(with_manager_points_key(data), words), Scheme)
    except (msgspec.ValidationError, RecursionError) as error:
        text, _, path = str(error).partition(" - at `")
        raise SchemeError(
            [Fault(path.rstrip("`").removeprefix("$").lstrip(".") or "the scheme", text)]
        ) from error
    if wrong := find_faults(found, words):
        raise SchemeError(wrong)
    return found


DEFAULT = "default"  # stands once for every type, or every climb, that is not named


def spell_out_defaults(data: Any, vocabulary: Vocabulary) -> Any:
    """Repeat the `default` of a scheme for every key that it does not name."""
    if not isinstance(data, dict):
        return data
    climbs = tuple(vocabulary.climbs)[::-1]
    rankings = data.get("classifications")
    return (
        {
            **data,
            "categories": _spread(data.get("categories"), climbs),
            "classifications": [
                {
                    **each,
                    **{
                        name: _spread(each[name], keys)
                        for name, keys in (("finish", tuple(vocabulary.types)), ("lines", climbs))
                        if name in each
                    },
                }
                if isinstance(each, dict)
                else each
                for each in rankings
            ]
            if isinstance(rankings, list)
            else rankings,
        }
        if _says_default(data)
        else data
    )


def _says_default(data: dict[str, Any]) -> bool:
    rankings = data.get("classifications")
    tables = [data.get("categories")]
    for each in rankings if isinstance(rankings, list) else ():
        if isinstance(each, dict):
            tables += [each.get("finish"), each.get("lines")]
    return any(isinstance(table, dict) and DEFAULT in table for table in tables)


def _spread(table: Any, keys: Sequence[str]) -> Any:
    if not isinstance(table, dict) or DEFAULT not in table:
        return table
    named = {key: value for key, value in table.items() if key != DEFAULT}
    return {key: table[DEFAULT] for key in keys if key not in named} | named


def with_manager_points_key(data: Any) -> Any:
    """Read what earlier versions wrote as `league` as `manager_points`."""
    if not isinstance(data, dict) or "league" not in data or "manager_points" in data:
        return data
    old = data["league"]
    if isinstance(old, dict):
        name = str(old.get("name", "League points"))
        short = name.removesuffix(" points")  # the title of their page was made of the name then
        old = {"name": name, "title": short if " " in short else "", **old}
    return {
        "manager_points" if key == "league" else key: old if key == "league" else value
        for key, value in data.items()
    }


def dump_scheme(scheme: Scheme) -> dict[str, Any]:
    """Return the scheme as a JSON value; `read_scheme` is the inverse."""
    value: dict[str, Any] = msgspec.to_builtins(scheme)
    return value
