"""Convert the engine's names of riders to the codes of a tour.

The engine calls riders by type (`aS`, `aR`), the tour by number (`a1` the Sprinteur, `a2` the
Rouleur). Among seven and more each rides alone and picks a type for each stage (FR-P-082): then
both are `a1`.
"""

from collections.abc import Container, Iterable

from games.flamme_rouge.numbers import ROULEUR, SPRINTEUR, split_name, write_name
from tourmanager.scoring.codes import Code


def code_of(name: str, codes: Container[str]) -> str:
    """Return the tour's code of a rider of the engine; `codes` are the codes of the tour."""
    team, type_ = split_name(name)
    code = str(Code(team, type_ + 1))
    return code if code in codes else str(Code(team, 1))


def names_of(teams: Iterable[str]) -> list[str]:
    """Return the engine's names of the riders of these teams."""
    return [write_name(team, type_) for team in teams for type_ in (SPRINTEUR, ROULEUR)]
