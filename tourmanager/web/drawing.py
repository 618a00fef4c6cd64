"""Draw a rider's jersey: the team's colour and pattern, the number large, a role mark, and the
leader's jersey when the rider wears one.

The markup stands alone (no ids, no defs, presentation attributes only), so it may be repeated on a
page, swapped in by htmx and printed. A page shows up to 72 of them, so each is made once per rider
and size and then taken from the cache.
"""

from functools import lru_cache
from html import escape

from django.utils.translation import gettext_lazy

from tourmanager.web.by_language import cached_by_language
from tourmanager.web.jerseys import Mark

SIZES = {"s": 32, "m": 44, "l": 72}  # height in pixels; the drawing is 56 wide and 48 high

INK, WHITE = "#1d1c1a", "#ffffff"
LEADERS = {  # every colour a classification may have (scheme.COLOURS)
    "yellow": "#f5c400",
    "green": "#1f8a4c",
    "dots": "#ffffff",
    "white": "#ffffff",
    "purple": "#6b3fa0",
    "pink": "#f29bc0",
    "blue": "#1f5fbf",
    "red": "#c8202f",
    "orange": "#f07d1a",
}
COLOUR_NAMES = {
    "yellow": gettext_lazy("Yellow"),
    "green": gettext_lazy("Green"),
    "dots": gettext_lazy("Red dots"),
    "white": gettext_lazy("White"),
    "purple": gettext_lazy("Purple"),
    "pink": gettext_lazy("Pink"),
    "blue": gettext_lazy("Blue"),
    "red": gettext_lazy("Red"),
    "orange": gettext_lazy("Orange"),
}
COLOUR_WORDS = {
    "yellow": gettext_lazy("yellow"),
    "green": gettext_lazy("green"),
    "dots": gettext_lazy("red-dotted"),
    "white": gettext_lazy("white"),
    "purple": gettext_lazy("purple"),
    "pink": gettext_lazy("pink"),
    "blue": gettext_lazy("blue"),
    "red": gettext_lazy("red"),
    "orange": gettext_lazy("orange"),
}
LEADER_WORDS = {
    "yellow": gettext_lazy("yellow jersey"),
    "green": gettext_lazy("green jersey"),
    "dots": gettext_lazy("red-dotted jersey"),
    "white": gettext_lazy("white jersey"),
    "purple": gettext_lazy("purple jersey"),
    "pink": gettext_lazy("pink jersey"),
    "blue": gettext_lazy("blue jersey"),
    "red": gettext_lazy("red jersey"),
    "orange": gettext_lazy("orange jersey"),
}
OUTLINE = "M12 3q6 4.5 12 0l6 2 8 10.5-6 6-3-2.6V44q-11 2.5-22 0V18.9l-3 2.6-6-6L6 5z"
SLEEVES = "M6 5-2 15.5l6 6 3-2.6V9zM30 5l8 10.5-6 6-3-2.6V9z"
HEM = "M7 38h22v6q-11 2.5-22 0z"

# What lies on the torso (x 7 to 29), cut to its shape so that no clip path with an id is needed.
PATTERNS = {
    "plain": "",
    "hoops": "M7 11h22v5.5H7zM7 22h22v5.5H7zM7 33h22v5.5H7z",
    "sash": "M6 5l6-2 17 24v14z",
    "halves": "M18 5.2q3-.2 6-2.2l6 2 8 10.5-6 6-3-2.6V44q-5.5 1.3-11 1.3z",
    "chevron": "M7 12l11 9 11-9v7l-11 9-11-9zM7 28l11 9 11-9v7l-11 9-11-9z",
    "sleeves": SLEEVES,
    "stripes": "M8.6 4.1h3.6v40.8l-3.6-.5zM16.2 5.2h3.6v40.1h-3.6zM23.8 3.1l3.6 1.2v40.1l-3.6.5z",
    "checks": "".join(
        f"M{7 + 5.5 * (2 * column + row % 2):g} {9 + 6.5 * row:g}h5.5v6.5h-5.5z"
        for row in range(5)
        for column in range(2)
    ),
}
DOTS = "".join(
    f"M{x - 2.3:g} {y}a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0"
    for y, columns in (
        (9, (12, 24)),
        (15, (9.5, 18, 26.5)),
        (21, (12.5, 23.5)),
        (27, (9.5, 18, 26.5)),
        (33, (12.5, 23.5)),
    )
    for x in columns
)

# What the torso of a leader's jersey bears beside its colour, so that those of one darkness are
# told apart: (shape, fill).
LEADER_MARKS = {
    "dots": (DOTS, "#d2202f"),
    "white": ("M8.600 7h2.400v31H8.600zM25 7h2.400v31H25z", "#9a958a"),
    "pink": ("M7 10h22v3H7zM7 16h22v2H7z", "#a8386f"),
    "blue": ("M16.200 5.200h3.600v32.800h-3.600z", "#9cc4ff"),
    "red": ("M7 9l11 8 11-8v5l-11 8-11-8z", "#ffd9d6"),
    "orange": ("M6 5l6-2 17 24v9z", "#ffd3ab"),
}

# Role marks are drawn in a square of 14 beside the hem, in the colour of the text around them.
ROLES = {
    "climber": '<path d="M0 13 5 3l3 5 2-3 4 8z"/>',
    "sprinter": '<path d="M8 0 1 8h5l-1 6 8-8H8z"/>',
    "sprinteur": '<path d="M8 0 1 8h5l-1 6 8-8H8z"/>',
    "rouleur": (
        '<g fill="none" stroke="currentColor" stroke-width="1.8"><circle cx="7" cy="7" r="5.8"/>'
        '<path d="M7 1v12M1 7h12" stroke-width="1.2"/></g>'
    ),
    "flat_domestique": '<path d="M5.5 0h3v2.500L11 5v9H3V5l2.5-2.500z"/>',
    "mountain_domestique": (
        '<path d="M1.5 0h2.500v2.500L6 5v3l-3 6H0V5l1.5-2.500zM4 14l5-8.5 5 8.500z"/>'
    ),
    "lanterne_rouge": (
        '<path d="M4 4a3 3 0 0 1 6 0h1.500v1.500H2.500V4zM3 7h8l-1 5H4zM2.5 12.800h9V14h-9z"/>'
    ),
}


def luminance(colour: str) -> float:
    """Compute the relative luminance of #rrggbb, as WCAG defines it."""

    def linear(value: int) -> float:
        part = value / 255
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(int(colour[at : at + 2], 16)) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Compute the WCAG contrast of two colours, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def readable_on(colour: str) -> str:
    """Return ink or white, the one that reads better on the colour."""
    return max((INK, WHITE), key=lambda ink: contrast(ink, colour))


def mix_colours(colour: str, other: str, share: float) -> str:
    """Mix a share of another colour into a colour."""
    pairs = ((int(colour[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def second_tone(colour: str) -> str:
    """Return the second colour of a team's pattern: clearly lighter on dark jerseys, clearly darker
    on light ones.
    """
    return mix_colours(colour, readable_on(colour), 0.72)


def role_words(role: str) -> str:
    """Return a role within a sentence: "mountain domestique"."""
    return role.replace("_", " ")


def jersey_label(mark: Mark) -> str:
    """Say in words what the drawing shows: "Blue 4, J. Name, sprinter, yellow jersey"."""
    has_sign = mark.sign and not mark.number  # "Red Rouleur": the name says team and type
    called = "" if has_sign and mark.team in mark.name else mark.called
    role = role_words(mark.role)
    names_role = has_sign and role in mark.name.lower()
    words = [called, mark.name, "" if names_role else role, str(LEADER_WORDS.get(mark.worn, ""))]
    return ", ".join(word for word in dict.fromkeys(words) if word)


def _path(shape: str, fill: str) -> str:
    return f'<path d="{shape}" fill="{fill}"/>' if shape else ""


def _shirt(mark: Mark) -> str:
    """Draw the jersey without its number."""
    team, tone = mark.colour, second_tone(mark.colour)
    if mark.worn:
        # The team stays visible: sleeves and hem in its colour, the torso in the leader's.
        marking = _path(*LEADER_MARKS.get(mark.worn, ("", "")))
        marking += _path(SLEEVES, team) + _path(HEM, team) + (_path("M9 38h18v1.800H9z", tone))
    else:
        marking = _path(PATTERNS.get(mark.pattern, ""), tone)
    return (
        f'<path d="{OUTLINE}" fill="{LEADERS.get(mark.worn, team)}"/>{marking}<path d="{OUTLINE}"'
        ' fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"/>'
    )


def _number(mark: Mark) -> str:
    shirt = LEADERS.get(mark.worn, mark.colour)
    return (
        f'<text x="18" y="{34 if mark.worn else 35}" text-anchor="middle" font-size="27"'
        f' font-weight="800" fill="{readable_on(shirt)}" stroke="{shirt}" stroke-width="4"'
        f' stroke-linejoin="round" paint-order="stroke">{mark.badge}</text>'
    )


@cached_by_language(4096)
def jersey_svg(mark: Mark, size: str = "m", alone: bool = False) -> str:
    """Draw the jersey as SVG markup. `alone`: no name stands beside it, so it needs a label of its
    own.
    """
    height = SIZES[size]
    label = (
        f' role="img" aria-label="{escape(jersey_label(mark))}"' if alone else ' aria-hidden="true"'
    )
    jersey_class = f" jersey-{mark.worn}" if mark.worn in LEADERS else ""
    return (
        f'<svg class="jersey jersey-{size}{jersey_class}" viewBox="-3 0 56 48"'
        f' width="{round(height * 56 / 48)}"'
        f' height="{height}"{label}>{_shirt(mark)}{_number(mark)}<g fill="currentColor"'
        f' transform="translate(38 31)">{ROLES.get(mark.role, "")}</g></svg>'
    )


@lru_cache(maxsize=4096)
def shirt_svg(mark: Mark) -> str:
    """Draw the jersey without a role mark, as large as its style says: 7 wide and 8 high. The name
    stands beside it.
    """
    worn = f" jersey-{mark.worn}" if mark.worn in LEADERS else ""
    return (
        f'<svg class="jersey shirt{worn}" viewBox="-3 0 42 48" width="42" height="48"'
        f' aria-hidden="true">{_shirt(mark)}{_number(mark)}</svg>'
    )


# Where many riders stand close together, each is a symbol that is drawn with <use>; the role mark
# stands below the sleeve.
CLOSE_BOX = "-3 0 49 48"


def close_id(code: str) -> str:
    return f"jersey-{code}"


def _close_number(mark: Mark) -> str:
    """Draw the number like `_number`; `.jersey-number` of base.css has the attributes that all
    share.
    """
    shirt = LEADERS.get(mark.worn, mark.colour)
    y = 34 if mark.worn else 35
    return (
        f'<text class="jersey-number" x="18" y="{y}" fill="{readable_on(shirt)}"'
        f' stroke="{shirt}">{mark.badge}</text>'
    )


@lru_cache(maxsize=256)
def close_jerseys(marks: tuple[Mark, ...]) -> str:
    """Draw the symbols of these riders (or teams), to be put once into a page; each shirt and role
    mark is in it once.
    """
    shirts: dict[str, str] = {}
    roles: dict[str, str] = {}
    riders = ""
    for mark in marks:
        shirt = shirts.setdefault(_shirt(mark), f"jersey-shirt-{len(shirts)}")
        role = roles.setdefault(ROLES.get(mark.role, ""), f"jersey-role-{len(roles)}")
        riders += (
            f'<symbol id="{escape(close_id(mark.code))}" viewBox="{CLOSE_BOX}"><use'
            f' href="#{shirt}"/>{_close_number(mark)}<use href="#{role}" fill="currentColor"'
            ' transform="translate(31.5 30.5)"/></symbol>'
        )
    parts = "".join(
        f'<g id="{name}">{markup}</g>' for markup, name in (*shirts.items(), *roles.items())
    )
    return (
        '<svg class="jersey-symbols" width="0" height="0"'
        f' aria-hidden="true"><defs>{parts}{riders}</defs></svg>'
    )


@cached_by_language(4096)
def close_jersey_svg(mark: Mark, mine: bool = False, alone: bool = True) -> str:
    """Draw the rider's symbol as an image of its own, 36 pixels high."""
    label = (
        f' role="img" aria-label="{escape(jersey_label(mark))}"' if alone else ' aria-hidden="true"'
    )
    own = " jersey-mine" if mine else ""
    use = f'<use href="#{escape(close_id(mark.code))}" x="-3" width="49" height="48"/>'
    return (
        f'<svg class="jersey jersey-close{own}" viewBox="{CLOSE_BOX}" width="37"'
        f' height="36"{label}>{use}</svg>'
    )
