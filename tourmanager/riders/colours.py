"""Colours of jerseys: a palette, a reader of typed colours, and a check for jerseys that are hard
to tell apart.

Lightness and difference are those of CIE L*a*b*; two jerseys of one pattern are also compared as a
grey print shows them.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tourmanager.riders.names import plain_text

# In the order of the swatches: the box's six, then others far from them and from each other.
PALETTE: dict[str, str] = {
    "#1e8449": gettext_noop("Green"),
    "#c8202f": gettext_noop("Red"),
    "#1f5fb2": gettext_noop("Blue"),
    "#6b3fa0": gettext_noop("Purple"),
    "#1c1c1e": gettext_noop("Black"),
    "#ef7d16": gettext_noop("Orange"),
    "#f3f1ea": gettext_noop("White"),
    "#5fb7e5": gettext_noop("Sky"),
    "#0e8f8a": gettext_noop("Teal"),
    "#16305e": gettext_noop("Navy"),
    "#8bc34a": gettext_noop("Lime"),
    "#d63384": gettext_noop("Magenta"),
    "#f4a7bd": gettext_noop("Pink"),
    "#7a4a24": gettext_noop("Brown"),
    "#8a1538": gettext_noop("Burgundy"),
    "#79838f": gettext_noop("Grey"),
}
# Other languages' and other words for them, without accents.
ALSO = {
    "Green": "vert verde grun groen",
    "Red": "rouge rojo rosso rot rood",
    "Blue": "bleu azul blu blau blauw",
    "Purple": "violet morado viola lila paars",
    "Black": "noir negro nero schwarz zwart",
    "Orange": "naranja arancione oranje",
    "White": "blanc blanco bianco weiss wit",
    "Sky": "light blue|sky blue|celeste|azzurro|bleu ciel|hellblau|cyan",
    "Teal": "turquoise turquesa turchese petrol",
    "Navy": "dark blue|navy blue|bleu marine|azul marino|dunkelblau",
    "Lime": "light green|lime green|hellgrun|verde lima",
    "Magenta": "fuchsia fucsia",
    "Pink": "rose rosa roze",
    "Brown": "marron brun bruin marrone braun",
    "Burgundy": "bordeaux granate maroon|dark red",
    "Grey": "gray gris grigio grau grijs",
}
NAMED = {
    word: colour
    for colour, name in PALETTE.items()
    for word in (
        name.lower(),
        *(ALSO[name].split("|") if "|" in ALSO[name] else ALSO[name].split()),
    )
}

CLOSE = 16.0  # difference of two colours that the eye takes for one across a table
CLOSE_GREY = 12.0  # difference in lightness that a grey print still shows


class JerseyDesign(msgspec.Struct, frozen=True):
    """Colour and pattern of a team's jersey."""

    team: str
    colour: str
    pattern: str


def read_colour(text: str) -> str | None:
    """Read a colour as somebody wrote it and return it like #1f6fb2; None where it is no colour."""
    word = plain_text(text)
    if word in NAMED:
        return NAMED[word]
    if match := re.fullmatch(r"#?([0-9a-f]{6}|[0-9a-f]{3})", word, re.ASCII):
        digits = match[1] if len(match[1]) == 6 else "".join(char * 2 for char in match[1])
        return f"#{digits}"
    return None


def colour_name(colour: str) -> str:
    """Return the palette's name of a colour, or its digits."""
    return _(PALETTE[colour]) if colour in PALETTE else colour


@lru_cache(maxsize=1024)
def to_lab(colour: str) -> tuple[float, float, float]:
    """Convert a colour like #1f6fb2 to L* (0 black to 100 white), a*, b*."""

    def linear(value: float) -> float:
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    def root(value: float) -> float:
        return math.cbrt(value) if value > 0.008856 else 7.787 * value + 16 / 116

    red, green, blue = (linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    x = root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505)
    y = root(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    z = root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def explain_likeness(jersey: JerseyDesign, others: Iterable[JerseyDesign]) -> list[str]:
    """List the reasons why the jersey is hard to tell from others, the worst first."""
    mine = to_lab(jersey.colour)
    same, grey, near = [], [], []
    for other in others:
        theirs = to_lab(other.colour)
        close = math.dist(mine, theirs) < CLOSE
        if close and jersey.pattern == other.pattern:
            same.append(_("Nearly the same jersey as %(team)s.") % {"team": other.team})
        elif jersey.pattern == other.pattern and abs(mine[0] - theirs[0]) < CLOSE_GREY:
            grey.append(
                _("In black and white it looks like %(team)s: the same pattern, and as dark.")
                % {"team": other.team}
            )
        elif close:
            near.append(
                _("Nearly the colour of %(team)s: only the pattern tells them apart.")
                % {"team": other.team}
            )
    return same + grey + near


def choose_unused_look(jerseys: Iterable[JerseyDesign], patterns: Iterable[str]) -> tuple[str, str]:
    """Choose a palette colour and a pattern for a team that brings none: the pair worn least, then
    each by itself.
    """
    own = list(jerseys)
    pairs = Counter((jersey.colour, jersey.pattern) for jersey in own)
    alone = Counter(jersey.colour for jersey in own) + Counter(jersey.pattern for jersey in own)
    return min(
        ((colour, pattern) for colour in PALETTE for pattern in patterns),
        key=lambda pair: (pairs[pair], alone[pair[0]], alone[pair[1]]),
    )
