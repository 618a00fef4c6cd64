"""Labels for the facts that scoring returns: names of a stage, a line and a summand, what ranks and
what decided a tie, the titles of records.

Scoring computes and stores facts; every page that shows them gets its words here, and no code reads
words back.
"""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tourmanager.scoring.field import FINISH
from tourmanager.scoring.remaining import AWARDED
from tourmanager.scoring.scheme import Scheme
from tourmanager.scoring.tables import Part
from tourmanager.scoring.tie_breaks import UNPLACED, Criterion, Figure, Tie
from tourmanager.scoring.vocabulary import implied_categories
from tourmanager.scoring.words import number_word, ordinal


def place_word(number: int) -> str:
    """Write a place: "first", "second", later "11th"."""
    words = (_("first"), _("second"), _("third"), _("fourth"), _("fifth"), _("sixth"))
    return words[number - 1] if number <= len(words) else ordinal(number)


def stage(called: str) -> str:
    """Name a stage at the beginning of a sentence; `called` follows the word."""
    return _("Stage %(called)s") % {"called": called}


STATUS_NAMES = {
    "dnf": gettext_lazy("did not finish"),
    "dns": gettext_lazy("did not start"),
    "otl": gettext_lazy("outside the time limit"),
    "dsq": gettext_lazy("disqualified"),
}


def points(amount: int) -> str:
    """Say an amount of points: "1 point", "12 points"."""
    return ngettext("%(count)s point", "%(count)s points", amount) % {"count": amount}


def same_time() -> str:
    """Abbreviate the time of the one above, as results do; `components/same_time.html` explains
    it.
    """
    return _("s.t.")


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


CRITERIA = {
    "total_time": gettext_lazy("lower total time"),
    "most_points": gettext_lazy("more points"),
    "fewest_points": gettext_lazy("fewer points"),
    "best_times": gettext_lazy("lower sum of the %(riders)s best times"),
    "best_time": gettext_lazy("lower time of its best rider"),
    "itt_fractions": gettext_lazy(
        "lower sum of the fractions of a second in individual time trials"
    ),
    "stage_places": gettext_lazy("lower sum of stage places"),
    "last_place": gettext_lazy("better place on the latest stage"),
    "last_place_on": gettext_lazy("better place on stage %(stage)s"),
    "last_places": gettext_lazy(
        "better place on the latest stage, then on the one before, and so on"
    ),
    "stage_wins": gettext_lazy("more stage wins"),
    "sprint_wins": gettext_lazy("more intermediate sprints won"),
    "line_wins": gettext_lazy("more first places on its lines"),
    "wins": gettext_lazy("more wins on %(category)ss"),
    "wins_of_category": gettext_lazy("more wins on %(category)s passes"),
    "general": gettext_lazy("better %(general)s place"),
    "day_places": gettext_lazy(
        "more stage rankings won, then more second places in stage rankings, and so on"
    ),
    "best_general": gettext_lazy("better %(general)s place of its best rider"),
    "best_general_of_players": gettext_lazy(
        "better placed best rider in the %(short_general)s classification"
    ),
    "places": gettext_lazy("lower sum of the %(riders)s places"),
    "best_place": gettext_lazy("better best place"),
}


def criterion(link: Criterion, scheme: Scheme) -> str:
    """Name what ranks: "lower sum of stage places". Raises KeyError where the scheme knows no such
    line.
    """
    general, category = scheme.general.name.lower(), ""
    if link.name.startswith("wins_"):
        category = scheme.categories[link.name.removeprefix("wins_")]
    return str(CRITERIA[_wording(link, scheme, category)]) % {
        "riders": number_word(scheme.teams.riders),
        "stage": link.stage,
        "category": category,
        "general": general,
        "short_general": general.removesuffix(" classification"),
    }


def _wording(link: Criterion, scheme: Scheme, category: str) -> str:
    """Return the key of the words for a criterion."""
    if category:
        return "wins_of_category" if category.endswith("category") else "wins"
    if link.name == "best_times" and scheme.teams.riders == 1:
        return "best_time"
    if link.stage:
        return "last_place_on"
    if link.of_players and link.name == "best_general":
        return "best_general_of_players"
    return link.name


def chain(links: Iterable[Criterion], scheme: Scheme) -> list[str]:
    """Name everything that ranks, in its order."""
    return [criterion(link, scheme) for link in links]


def tie(entry: Tie | None, scheme: Scheme) -> str:
    """Say what decided between two rows level on the figure, "" where they are not level: "more
    stage wins: 1 against 0".
    """
    if entry is None:
        return ""
    link, better, worse = entry
    if link is None:
        return _("level on everything: they share the place")
    if isinstance(better, tuple) or isinstance(worse, tuple):
        return _tie_of_several(link, better, worse)
    if link.form == "place" and better > UNPLACED:
        return _("both are on the road, and the better place on the stage before decides")
    return _("%(criterion)s: %(better)s against %(worse)s") % {
        "criterion": criterion(link, scheme),
        "better": _value(link, better),
        "worse": _value(link, worse),
    }


def _value(link: Criterion, figure: int) -> str:
    """Write a value of a criterion, which is smaller where it is better."""
    match link.form:
        case "place" | "last_places":
            return _("none") if figure >= UNPLACED else ordinal(figure)
        case "fractions":
            return f"{figure / 1000:.3f}"
    return str(abs(figure))


def _tie_of_several(link: Criterion, better: Figure, worse: Figure) -> str:
    """Say what decided by the first of several values that differs."""
    pairs = (
        enumerate(zip(better, worse, strict=True), 1)
        if isinstance(better, tuple) and isinstance(worse, tuple)
        else ()
    )
    nth, (one, other) = next((nth, pair) for nth, pair in pairs if pair[0] != pair[1])
    if link.form == "last_places":
        words = _(
            "better place on the latest stage that tells them apart: %(better)s against %(worse)s"
        )
    elif nth == 1:
        words = _("more stage rankings won: %(better)s against %(worse)s")
    else:
        words = _("more %(nth)s places in stage rankings: %(better)s against %(worse)s")
    values = {"better": _value(link, one), "worse": _value(link, other)}
    return words % {"nth": ordinal(nth), **values}


RECORDS = {
    "stage_wins": gettext_lazy("Most stage wins"),
    "podiums": gettext_lazy("Most places in the first three of a stage"),
    "closest_finish": gettext_lazy("Closest finish"),
    "biggest_gap": gettext_lazy("Biggest winning margin"),
    "sprints": gettext_lazy("Most intermediate sprints won"),
    "passes": gettext_lazy("Most passes won"),
    "yellow": gettext_lazy("Most days in yellow"),
}


def record(key: str) -> str:
    """Name a record of the closing page."""
    return str(RECORDS[key])
