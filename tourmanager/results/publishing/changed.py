"""What changes for whom, in words: lines under titles, as a preview shows them."""

import msgspec

from tourmanager.web.jerseys import Mark


class ChangedLine(msgspec.Struct, frozen=True):
    """What changes for somebody, or for a jersey: their jerseys, who it is, what changes."""

    marks: tuple[Mark, ...]
    who: str
    text: str


class ChangedSection(msgspec.Struct, frozen=True):
    title: str
    lines: list[ChangedLine]
