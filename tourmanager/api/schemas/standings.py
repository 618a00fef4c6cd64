"""Classifications, jerseys and the points of the players."""

from typing import Annotated

from pydantic import Field

from tourmanager.api.schemas.base import Described, Published


class MomentAsked(Described):
    """Of which moment the standings are."""

    stage: Annotated[str, Field(max_length=3)] = ""
    """After which stage: the number of one that has ended, or `now` for the stage on the road as if
    it stopped now. Without it, after the last that ended."""


class Tie(Described):
    """What decided between a row and the one above, which are level on the figure."""

    criterion: str | None
    """The tie-break, as schemes name it: `stage_places`. Null: level on all, they share the
    rank."""
    stage: str
    """The label of the stage where its places decided."""
    better: int | list[int | None] | None
    """The value of the row above; null where it has none. Counts of which more is better are
    negative."""
    worse: int | list[int | None] | None
    """The value of this row."""


class Row(Described):
    rank: int
    """Rows level on all tie-breaks share a rank, and the next rank skips."""
    who: str
    """A rider's code, or a team's letter in a classification of teams."""
    name: str
    team: str
    """The letter of the team."""
    figure: int
    """Whole seconds where the classification goes by time, otherwise points."""
    gap: int
    """To the first: seconds more, or points fewer."""
    change: int | None
    """Ranks gained since the stage before; null where there was no rank."""
    tie: Tie | None
    """Null where the row is not level with the one above."""


class Classification(Described):
    key: str
    name: str
    unit: str
    """`seconds` or `points`: the unit of its figures."""
    of: str
    """`riders` or `teams`."""
    jersey: str
    """The colour of its leader's jersey; empty where it has none."""
    tie_breaks: list[str]
    """In the order in which they are asked, the figure itself first."""
    rows: list[Row]


class StageRow(Row):
    """A rider in the result of one stage; the figure is the stage time."""

    thousandths: int
    """Thousandths of a second beyond the whole ones, in time trials."""
    bonus: int
    """Seconds given."""
    points: dict[str, int]
    """Points that the stage paid, by classification."""


class StageResult(Described):
    """The last stage that these standings count, by itself."""

    number: int
    name: str
    riders: list[StageRow]
    """Riders with a time, in the order of their places."""
    teams: list[Row]


class Moment(Described):
    """The moment that standings belong to."""

    tour: str
    """The slug of the tour."""
    revision: int
    """The revision of the tour."""
    after: int
    """The number of the last stage counted; 0 before the first has ended."""
    on_road: bool
    """That stage is being raced: these are the standings if it stopped now."""
    final: bool
    """The tour is over, and these are its last standings."""
    ended: list[int]
    """The stages that can be asked for with `stage`."""
    published: Published | None
    """Null before a stage has ended, and for a stage on the road."""


class Classifications(Moment):
    classifications: list[Classification]
    """In the order in which their jerseys count."""
    stage: StageResult | None
    """Null before a stage has ended."""


class Player(Described):
    """A player, who runs a team."""

    rank: int | None
    """Null before the first point."""
    team: str
    """The letter of the team."""
    name: str
    """Who plays the team; its name where nobody was named."""
    points: int
    """All of them."""
    sources: dict[str, int]
    """The points by what paid them: `stage`, or a classification."""
    change: int | None
    """Ranks gained since the stage before."""
    tie: Tie | None


class ManagerPoints(Moment):
    name: str
    """What the points are called; empty where the tour has none."""
    players: list[Player]


class Jersey(Described):
    """A jersey after the chosen stage."""

    classification: str
    """Its key."""
    name: str
    colour: str
    leader: str | None
    """The rider who leads alone; null where nobody does."""
    shared: list[str]
    """All leaders, where several are level on everything."""
    wearer: str | None
    """Who rides in it in the next stage; null where nobody does."""
    stands_in_for: str | None
    """The leader for whom the wearer rides in it."""


class Worn(Described):
    after: int
    """The number of the stage."""
    jerseys: list[Jersey]


class Jerseys(Moment):
    jerseys: list[Jersey]
    history: list[Worn]
    """The same after each ended stage."""
