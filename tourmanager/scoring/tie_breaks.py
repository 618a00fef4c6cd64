"""The criteria that break ties, by name. A scheme lists them in the order in which they apply.

A criterion's figure is smaller where it is better: a figure of which more is better stands
negative. A figure of several parts ("stage rankings won, then second places …") is a tuple. All of
it is facts: `web.labels` words them.
"""

from typing import Literal, NamedTuple

from tourmanager.scoring.scheme_structs import Ranking, Scheme
from tourmanager.scoring.vocabulary import sprint_categories

UNPLACED = 1_000_000  # the place of who has none: behind every place

Figure = int | tuple[int, ...]


Form = Literal["count", "place", "fractions", "day_places", "last_places"]


class Criterion(NamedTuple):
    """A link of a chain: its name in the scheme, or that of the figure itself, and the form of its
    values.
    """

    name: str
    form: Form = "count"
    stage: str = ""  # the latest stage, where its places decide: "3a"
    of_players: bool = False  # it ranks players by their riders, not teams


class Tie(NamedTuple):
    """The criterion that separated two rows level on the figure, with both values; no criterion
    where nothing did.
    """

    criterion: Criterion | None
    better: Figure = 0
    worse: Figure = 0


# figures that rank before all ties
TOTAL_TIME = Criterion("total_time")
MOST_POINTS = Criterion("most_points")
FEWEST_POINTS = Criterion("fewest_points")
BEST_TIMES = Criterion("best_times")  # of a team on one stage

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


def criterion(name: str, latest: str = "") -> Criterion:
    """Return the criterion of that name; `latest` is the number or label of the latest stage: "3a".
    Raises KeyError.
    """
    if name.startswith("wins_"):
        return Criterion(name)
    return Criterion(name, FORMS[name], latest if name == "last_place" else "")


def primary_criterion(ranking_by: str) -> Criterion:
    """Return the figure that a classification ranks by before all ties."""
    return {
        "time": TOTAL_TIME,
        "team_time": TOTAL_TIME,
        "lowest": FEWEST_POINTS,
    }.get(ranking_by, MOST_POINTS)


FORMS: dict[str, Form] = {
    "itt_fractions": "fractions",
    "stage_places": "count",
    "last_place": "place",
    "last_places": "last_places",
    "stage_wins": "count",
    "sprint_wins": "count",
    "line_wins": "count",
    "general": "place",
    "day_places": "day_places",
    "best_general": "place",
    "places": "count",
    "best_place": "place",
}
