"""Define the fragments of the stage page: values as a template prints them, and their markup.

A tap changes one or two of some sixty fragments, so markup is cached by value: the same line with
the same riders is not printed again.
"""

import msgspec
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.results.sheet.entries import Move, Remove, write_for_button
from tourmanager.scoring.words import ordinal
from tourmanager.web.by_language import cached_by_language
from tourmanager.web.labels import place_word

LISTED = 5  # points of a line that its head names


@cached_by_language(5000)
def render_fragment(template: str, it: msgspec.Struct) -> SafeString:
    """Render a fragment, cached by its value."""
    return render_to_string(f"{template}.html", {"it": it})


def write_json(value: object) -> bytes:
    """Write values for the browser's script; sentences that are translated late among them."""
    return msgspec.json.encode(value, enc_hook=_translated)


def _translated(value: object) -> str:
    if isinstance(value, Promise):
        return str(value)
    raise TypeError(f"{type(value)} cannot be written")  # not shown


class Chip(msgspec.Struct, frozen=True):
    """A rider on the pad."""

    code: str
    number: int
    label: str
    called: str  # "Blue 4", as sentences call them
    spoken_label: str  # "Blue 4, climber": for screen readers
    name: str
    short: str  # the name where room is short
    svg: str
    entry: str
    placed: bool
    out: bool


class TeamRow(msgspec.Struct, frozen=True):
    letter: str
    name: str
    short_name: str
    called: str  # in sentences
    colour: str
    chips: tuple[Chip, ...]
    dummy: str = ""  # the mark of a team that nobody leads


class LinePlace(msgspec.Struct, frozen=True):
    """A place at a line: empty, or with its rider and what can be done with them."""

    number: int
    points: int
    rider: str = ""
    name: str = ""
    svg: str = ""
    remove: str = ""
    up: str = ""
    down: str = ""

    @property
    def ordinal(self) -> str:
        return ordinal(self.number)

    @property
    def prompt(self) -> str:
        return _("Tap who is %(place)s") % {"place": place_word(self.number)}


def place_menu(line: str, rider: str, place: int, last: int) -> tuple[str, str, str]:
    """Return what can be done with a placed rider: the entries that take them out, move them up,
    move them down.
    """
    return (
        write_for_button(Remove(line, rider)),
        write_for_button(Move(line, rider, place - 1)) if place > 1 else "",
        write_for_button(Move(line, rider, place + 1)) if place < last else "",
    )


class LineView(msgspec.Struct, frozen=True):
    key: str
    label: str
    short: str
    category: str
    where: str  # "km 23", "square 23"
    at: int  # the same in thousandths of the stage
    needed: int
    places: tuple[LinePlace, ...]
    filled: int
    state: str  # open, done, part, empty; "unpaid" where nobody is named
    below: str  # markup that the game puts there
    at_finish: bool  # its order is that of the arrivals

    @property
    def title(self) -> str:
        return f"{self.label}, {self.category}" if self.category else self.label

    @property
    def head(self) -> str:
        """Say what a line is and where: "first category · km 104", "km 31 · 5, 3, 1 points"."""
        if self.category:
            return f"{self.category} · {self.where}"
        points = [place.points for place in self.places]
        if not points:
            return self.where
        listed = ", ".join(map(str, points[:LISTED])) + (", …" if len(points) > LISTED else "")
        paid = ngettext("%(listed)s point", "%(listed)s points", sum(points)) % {"listed": listed}
        return f"{self.where} · {paid}"

    @property
    def next_place(self) -> int:
        """Number of the place that a tap gives next; 0 where none is open."""
        return self.filled + 1 if self.filled < self.needed and not self.at_finish else 0

    @property
    def note(self) -> str:
        return (
            _("%(filled)s of %(needed)s") % {"filled": self.filled, "needed": self.needed}
            if self.needed
            else _("no points")
        )


class Member(msgspec.Struct, frozen=True):
    code: str
    name: str
    svg: str
    square: int | None
    remove: str


class ArrivalRow(msgspec.Struct, frozen=True):
    number: int
    rider: str
    name: str
    short: str
    svg: str
    time: str
    gap: str
    points: int
    unit: int
    words: str
    square: int | None
    tie: str
    picked: bool
    page: str
    remove: str
    up: str
    down: str

    @property
    def ordinal(self) -> str:
        return ordinal(self.number) if self.number else "–"  # they are out after all


class Trouble(msgspec.Struct, frozen=True):
    """A problem, and the line where it is put right."""

    text: str
    line: str
    # "riders" at its line, "arrivals", "times": what the browser's script can count too
    lacks: str = ""
    code: str = ""
    warning: bool = False  # End stage may let it stand


class LogStep(msgspec.Struct, frozen=True):
    """A step that can be undone or redone."""

    words: str
    entry: str
    parts: tuple[tuple[int, str], ...]  # number and token of each of its entries
