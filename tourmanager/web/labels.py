"""Labels for the facts that scoring returns: names of a stage, a line and a summand.

Scoring computes and stores facts; every page that shows them gets its words here, and no code reads
words back.
"""

from django.utils.translation import gettext as _

from tourmanager.scoring.field import FINISH
from tourmanager.scoring.remaining import AWARDED
from tourmanager.scoring.scheme import Scheme
from tourmanager.scoring.tables import Part
from tourmanager.scoring.vocabulary import implied_categories
from tourmanager.scoring.words import ordinal


def stage(called: str) -> str:
    """Name a stage at the beginning of a sentence; `called` follows the word."""
    return _("Stage %(called)s") % {"called": called}


def line(key: str, name: str = "") -> str:
    """Name a line by its own name, or by its number in the stage."""
    if name:
        return name
    words = _("Sprint %(number)s") if key.startswith("s") else _("Pass %(number)s")
    return words % {"number": key[1:]}


def open_place(key: str, name: str, scheme: Scheme) -> str:
    """Name where a place is still to be won: a line, the finish, or an award of the stage."""
    if key == FINISH:
        return _("the finish")
    if key.startswith(AWARDED):
        return scheme.categories[key.removeprefix(AWARDED)]
    return line(key, name)


def part(part: Part, scheme: Scheme) -> str:
    """Name a summand with the stage it comes from: "Stage 2, Pass 1 (hors category): 2nd"."""
    if part.kind == "rank":
        return f"{scheme.names[part.source]}: {ordinal(part.place)}"
    separator = ", " if _where(part, scheme) else ": "
    return f"{stage(part.called)}{separator}{short(part, scheme)}"


def short(part: Part, scheme: Scheme) -> str:
    """Name a summand below the heading of its stage: "Pass 1 (hors category): 2nd"."""
    where = _where(part, scheme)
    return f"{where}: {_what(part)}" if where else _what(part)


def _where(part: Part, scheme: Scheme) -> str:
    if not part.line:
        return ""
    if part.line == FINISH:
        return _("finish")
    called = line(part.line, part.name)
    if not part.category or part.category in implied_categories():
        return called
    return f"{called} ({scheme.categories[part.category]})"


def _what(part: Part) -> str:
    match part.kind:
        case "on_road":
            return _("on the road")
        case "penalty":
            return _("penalty")
        case "team_time":
            return _("the team's time counts %(times)s times") % {"times": part.times}
        case "bonus" if part.place:
            return _("%(place)s, time bonus") % {"place": ordinal(part.place)}
        case "bonus":
            return _("time bonus")
    return ordinal(part.place)


def note(part: Part) -> str:
    """Say why a summand was given or does not count, "" where there is nothing to say."""
    words = {
        "points_only": _("the stage counts for points only"),
        "nothing": _("the stage counts for nothing"),
        "cancelled": _("cancelled"),
        "on_road": _("as if they arrived now"),
        "as_given": _("in all, as the result gave it"),
    }.get(part.why, "")
    return f"{words}: {part.reason}" if words and part.reason else words or part.reason
