"""A summand of a figure, as its explanation shows it."""

from dataclasses import dataclass

from tourmanager.web.jerseys import Mark


@dataclass(frozen=True)
class Item:
    """A summand: a label, its figure as text, the rider where the sum is a team's, and why it was
    given or does not count.
    """

    label: str
    figure: str
    mark: Mark | None = None
    counted: bool = True
    note: str = ""
