"""The criteria that break ties, by name, with their wording. A scheme lists them in the order in
which they apply.

A criterion's figure is smaller where it is better: a figure of which more is better stands
negative. A figure of several parts ("stage rankings won, then second places …") is a tuple.
"""

from typing import Literal, NamedTuple

from tourmanager.scoring.scheme_structs import Ranking, Scheme
from tourmanager.scoring.vocabulary import sprint_categories
from tourmanager.scoring.words import number_word, ordinal, stage

UNPLACED = 1_000_000  # the place of who has none: behind every place

Figure = int | tuple[int, ...]


class Criterion(NamedTuple):
    """A link of a chain: its name in the scheme, what is better in words, and the form of its
    figures.
    """

    name: str
    words: str
    form: Literal["count", "place", "fractions", "day_places", "last_places"]


class Tie(NamedTuple):
    """The criterion that separated two rows level on the figure, with both values; no criterion
    where nothing did.
    """

    criterion: Criterion | None
    better: Figure = 0
    worse: Figure = 0

    def __str__(self) -> str:
        if self.criterion is None:
            return LEVEL
        words, form = self.criterion.words, self.criterion.form
        if form == "place" and isinstance(self.better, int) and self.better > UNPLACED:
            return "both are on the road, and the better place on the stage before decides"
        if isinstance(self.better, tuple) or isinstance(self.worse, tuple):
            return _of_several(form, self.better, self.worse)
        say = {"place": _ordinal, "fractions": _thousandths}.get(form, _amount)
        return f"{words}: {say(self.better)} against {say(self.worse)}"


LEVEL = "level on everything: they share the place"

BY_TIME = ("itt_fractions", "stage_places", "last_place", "last_places", "stage_wins")
# and wins_<category>
BY_POINTS = ("stage_wins", "sprint_wins", "line_wins", "general", "last_place")
BY_TEAM_TIME = ("day_places", "best_general", "stage_wins")
OF_TEAM_DAY = ("places", "best_place")
OF_MANAGERS = ("stage_wins", "best_general")


def allowed_criteria(ranking: Ranking, scheme: Scheme) -> tuple[str, ...]:
    """Return the criteria that a classification can use."""
    if ranking.by == "time":
        return BY_TIME
    if ranking.by == "team_time":
        return BY_TEAM_TIME
    own = ("stage_wins", "last_place") if ranking.finish else ()
    general = () if ranking is scheme.general or ranking.key == scheme.general.key else ("general",)
    sprints = ("sprint_wins",) if sprint_categories() & ranking.lines.keys() else ()
    lines = (
        (*(f"wins_{category}" for category in ranking.lines), "line_wins") if ranking.lines else ()
    )
    return (*own, *sprints, *lines, *general)


def criterion(name: str, scheme: Scheme, latest: str = "") -> Criterion:
    """Return the criterion of that name; `latest` is the number or label of the latest stage: "3a".
    Raises KeyError.
    """
    if name.startswith("wins_"):
        category = scheme.categories[name.removeprefix("wins_")]
        ending = " passes" if category.endswith("category") else "s"
        return count_criterion(name, f"more wins on {category}{ending}")
    if name == "last_place":
        return place_criterion(
            name, f"better place on {stage(latest) if latest else 'the latest stage'}"
        )
    general = scheme.general.name.lower()
    if name == "general":
        return place_criterion(name, f"better {general} place")
    if name == "best_general":
        return place_criterion(name, f"better {general} place of its best rider")
    if name == "places":
        return count_criterion(name, f"lower sum of the {number_word(scheme.teams.riders)} places")
    return FIXED[name]


def primary_criterion(ranking_by: str) -> str:
    """Name the figure that a classification ranks by before all ties."""
    return {
        "time": "lower total time",
        "team_time": "lower total time",
        "lowest": "fewer points",
    }.get(ranking_by, "more points")


def count_criterion(name: str, words: str) -> Criterion:
    """Make a criterion that a number decides."""
    return Criterion(name, words, "count")


def place_criterion(name: str, words: str) -> Criterion:
    """Make a criterion that a place decides."""
    return Criterion(name, words, "place")


def _amount(figure: int) -> str:
    return str(abs(figure))


def _ordinal(figure: int) -> str:
    return "none" if figure >= UNPLACED else ordinal(figure)


def _thousandths(figure: int) -> str:
    return f"{figure / 1000:.3f}"


def _of_several(form: str, better: Figure, worse: Figure) -> str:
    """Word the first of several values that differs."""
    pairs = (
        enumerate(zip(better, worse, strict=True), 1)
        if isinstance(better, tuple) and isinstance(worse, tuple)
        else ()
    )
    nth, (one, other) = next((nth, pair) for nth, pair in pairs if pair[0] != pair[1])
    if form == "last_places":
        return (
            f"better place on the latest stage that tells them apart: {_ordinal(one)} against"
            f" {_ordinal(other)}"
        )
    what = "stage rankings won" if nth == 1 else f"{ordinal(nth)} places in stage rankings"
    return f"more {what}: {-one} against {-other}"


FRACTIONS = "lower sum of the fractions of a second in individual time trials"
FIXED = {
    each.name: each
    for each in (
        Criterion("itt_fractions", FRACTIONS, "fractions"),
        count_criterion("stage_places", "lower sum of stage places"),
        Criterion(
            "last_places",
            "better place on the latest stage, then on the one before, and so on",
            "last_places",
        ),
        count_criterion("stage_wins", "more stage wins"),
        count_criterion("sprint_wins", "more intermediate sprints won"),
        count_criterion("line_wins", "more first places on its lines"),
        Criterion(
            "day_places",
            "more stage rankings won, then more second places in stage rankings, and so on",
            "day_places",
        ),
        place_criterion("best_place", "better best place"),
    )
}
