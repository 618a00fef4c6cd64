"""The profile of a stage: the drawing one reads the road from, and the navigation of a stage.

In a template::

    {% load profile %}
    {% profile stage %}                                    a stage of a tour, drawn large
    {% profile road %}                                     a `RoadProfile`, of a plan
    {% profile stage size="strip" %}                       low, for lists; "card" is the smallest
    {% profile stage lines=lines %}                        with what is known about each line

`lines` is a list of `ProfileLine`; `profile_lines(stage.lines.all(), stage.climbs)` makes plain
ones, in road order. Each takes

- `state`: "done" (filled, with a tick), "open" (red, thick, with a pointer), "part" (some are
  named)
and "empty" (both dashed) or "" (nothing said);
- `href`: makes its sign a link. On wide screens the sign is the target (at least 70 × 60 px). On
  narrow ones the drawing is a
picture only, so the page shows its own list of lines beside it. The link carries `data-line="p1"`;
- `note`: a few words on the sign: who passed ("b4 r1 k2"), or how many are missing ("1 of 3").

A line with the key and category "finish" stands for the arrival; one is added if there is none.
Link `css/profile.css` in the page's head. Nothing here knows the database. A plan may be as wrong
as it likes, it is still drawn (`profile_drawing`).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.scoring.vocabulary import Climb
from tourmanager.tours.measure import KM, Measure

STATES = {
    "done": gettext_lazy("done"),
    "open": gettext_lazy("open now"),
    "part": gettext_lazy("begun"),
    "empty": gettext_lazy("still empty"),
}


class ProfileLine(msgspec.Struct, frozen=True):
    """A sign on the profile: a sprint, the end of a pass or the finish."""

    key: str  # s1, p1, finish
    label: str  # Sprint 1
    short: str  # S1
    category: str  # as the game has it, or "finish"
    start: int | None  # first square of a pass
    km: int
    state: str = ""
    href: str = ""
    note: str = ""
    measure: Measure = KM
    climb: Climb | None = None  # the category of a pass, as the game knows it

    @property
    def sign(self) -> str:
        """Say on the sign what the line is: "hors cat.", "sprint"."""
        if self.climb:
            return self.climb.label
        if self.category == "finish":
            return _("arrival")
        return _("sprint") if self.key.startswith("s") else ""

    @property
    def spoken(self) -> str:
        """Describe the sign in words: "Pass 1, second category, km 40 to 55, done: b4 r1 k2"."""
        where = (
            _("%(start)s to %(km)s") % {"start": self.measure.at(self.start), "km": self.km}
            if self.start
            else self.measure.at(self.km)
        )
        sentence = ", ".join(
            part
            for part in (
                self.label,
                self.climb.name if self.climb else "",
                where,
                str(STATES.get(self.state, "")),
            )
            if part
        )
        return f"{sentence}: {self.note}" if self.note else sentence


class LineLike(Protocol):
    """A line of a plan or of a tour (`models.Line`)."""

    @property
    def key(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def category(self) -> str: ...
    @property
    def start(self) -> int | None: ...
    @property
    def km(self) -> int: ...


class RoadProfile(NamedTuple):
    """A road to be drawn that is no stage of a tour yet."""

    length: int
    lines: list[ProfileLine]
    kind: str  # "high mountain"
    measure: Measure = KM


def profile_lines(
    lines: Iterable[LineLike], climbs: Mapping[str, Climb], measure: Measure = KM
) -> list[ProfileLine]:
    """Make plain signs for lines, in road order; `climbs` are those of the game's vocabulary."""
    plain = [
        ProfileLine(
            key=line.key,
            label=line.label,
            short=line.key.upper(),
            category=line.category,
            start=line.start,
            km=line.km,
            measure=measure,
            climb=climbs.get(line.category),
        )
        for line in lines
    ]
    return sorted(plain, key=lambda line: line.km)


def describe(
    length: int, lines: Sequence[ProfileLine], type_name: str = "", measure: Measure = KM
) -> str:
    """Describe the road in words, for screen readers."""
    signs = "; ".join(line.spoken for line in lines if line.category != "finish")
    kind = f", {type_name}" if type_name else ""
    return _("%(length)s%(kind)s. %(passes)s. Finish at %(finish)s.") % {
        "length": measure.length(length),
        "kind": kind,
        "passes": signs or _("No sprints and no passes"),
        "finish": measure.at(length),
    }
