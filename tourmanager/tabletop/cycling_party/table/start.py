"""List what a director does before a stage begins: lay out the indicators, put up the leaders, swap
their counters (CP-M-042, CP-APP-022).
"""

from typing import ClassVar

import msgspec
from django.utils.translation import gettext as _

from tourmanager.results.log.reading import StageReading
from tourmanager.results.stage_page.jerseys import find_worn_jerseys
from tourmanager.tabletop.cycling_party.set_up.board import BoardParts as Table
from tourmanager.tabletop.cycling_party.set_up.board import list_pieces as table
from tourmanager.tabletop.cycling_party.set_up.creation import stage_plan_of
from tourmanager.web.drawing import COLOUR_NAMES, COLOUR_WORDS
from tourmanager.web.jerseys import Mark


class Leader(msgspec.Struct, frozen=True):
    """One podium: who stands on it, and what happens to its white counter."""

    classification: str
    colour: str
    colour_name: str
    mark: Mark | None
    words: str


class Start(msgspec.Struct, frozen=True):
    template: ClassVar[str] = "tabletop/cycling_party/_start.html"
    table: Table
    leaders: list[Leader]
    out: list[Mark]  # riders who start no more
    first: bool


def start_of(reading: StageReading) -> Start:
    marks = reading.field.marks(find_worn_jerseys(reading))
    out = [marks[code] for code in reading.field.riders if code not in reading.frame.riders]
    return Start(
        table(stage_plan_of(reading.stage)), leaders(reading, marks), out, not reading.before
    )


def leaders(reading: StageReading, marks: dict[str, Mark]) -> list[Leader]:
    if not reading.before:
        return []
    standings = reading.before[-1]
    wearing = find_worn_jerseys(reading)
    leaders = []
    for jersey in standings.jerseys:
        name = standings.classifications[jersey.key].name
        colour = str(COLOUR_WORDS[jersey.colour])
        if jersey.leader is None:
            level = ", ".join(reading.frame.names.get(code, code) for code in jersey.shared)
            words = (
                _("%(level)s share the lead: no counter changes.") % {"level": level}
                if level
                else _("Nobody leads it yet: its podium stays empty.")
            )
            leaders.append(Leader(name, jersey.colour, colour, None, words))
            continue
        who = reading.frame.names[jersey.leader]
        if jersey.wearer:
            words = _("%(who)s is replaced by the white counter in %(colour)s.") % {
                "who": who,
                "colour": _in_colour(jersey.colour),
            }
        else:
            other = _in_colour(wearing.get(jersey.leader, ""))
            words = _(
                "%(who)s races in %(other)s already: this white counter stays off the road."
            ) % {"who": who, "other": other}
        leaders.append(Leader(name, jersey.colour, colour, marks[jersey.leader], words))
    return leaders


def _in_colour(colour: str) -> str:
    return COLOUR_NAMES[colour].lower() if colour in COLOUR_NAMES else _("another colour")
