"""Build the result of a digital stage as its page shows it: arrivals, lines, what was used, who is
out.

Made of values only: of the outcome and the words of its board, so that every game's result looks
alike. Points are those of the scheme that is passed in.
"""

from collections.abc import Mapping

import msgspec

from games.engine import AnyOutcome, Finish, Passing
from tourmanager.play.boards.drawing import Words
from tourmanager.play.boards.look import Look
from tourmanager.play.contract import AnyBoard, ArrivalNote
from tourmanager.scoring.scheme import Scheme
from tourmanager.web.jerseys import Mark
from tourmanager.web.templatetags.race import clock, gap


class RankedRider(msgspec.Struct, frozen=True):
    place: int
    mark: Mark
    note: str  # what the game says of the arrival
    time: str  # "" where the game measures none
    gap: str
    square: int | None  # behind the line
    points: int


class Placed(msgspec.Struct, frozen=True):
    place: int
    mark: Mark
    points: int


class LineOrder(msgspec.Struct, frozen=True):
    label: str
    category: str
    km: int
    places: list[Placed]


class TeamUse(msgspec.Struct, frozen=True):
    mark: Mark
    counts: list[int]  # along with `Result.kinds`


class Result(msgspec.Struct, frozen=True):
    arrivals: list[RankedRider]
    lines: list[LineOrder]
    kinds: list[str]  # what was used by anybody, as the game names it
    teams: list[TeamUse]
    out: list[Mark]
    behind: list[Mark]
    is_timed: bool
    clocked: bool  # times count from the start, not from the winner
    pays_points: bool  # places at the finish pay points
    words: Words  # of the game
    ranking: list[Mark]  # teams, where the game places them


def result_of(
    outcome: AnyOutcome,
    look: Look,
    board: AnyBoard,
    rules: Scheme | None,
    type: str,
    kind: str = "road",
) -> Result:
    """Build the result of a stage of that `type` and `kind`; without rules nothing is paid.

    `board` has the words of the game.
    """
    words, arrivals = board.words, board.arrivals(outcome)
    finish = rules.finish_points(type, kind) if rules else []
    kinds, teams = _count_used(board.count_used(outcome), look)
    passings = sorted(outcome.passings, key=lambda passing: passing.km)
    return Result(
        arrivals=[
            _arrival(one, outcome, look, finish, arrivals.get(one.rider, ArrivalNote()))
            for one in outcome.finish
        ],
        lines=[_line(passing, look, rules, words.climb) for passing in passings if passing.riders],
        kinds=kinds,
        teams=teams,
        out=[look.riders[rider] for rider in outcome.out],
        behind=[look.riders[rider] for rider in outcome.behind],
        is_timed=any(one.time is not None for one in outcome.finish),
        clocked=bool(outcome.finish and outcome.finish[0].time),
        pays_points=bool(finish),
        words=words,
        ranking=[look.teams[team] for team in board.ranking(outcome)],
    )


def _count_used(
    counts_by_team: Mapping[str, Mapping[str, int]], look: Look
) -> tuple[list[str], list[TeamUse]]:
    """Give the kinds of which anything was used, and how many of each every team has used."""
    kinds = list(
        dict.fromkeys(
            key for counts in counts_by_team.values() for key, count in counts.items() if count
        )
    )
    teams = [
        TeamUse(look.teams[team], [counts.get(key, 0) for key in kinds])
        for team, counts in counts_by_team.items()
    ]
    return kinds, teams


def _arrival(
    one: Finish, outcome: AnyOutcome, look: Look, finish_points: list[int], arrival: ArrivalNote
) -> RankedRider:
    first = outcome.finish[0].time
    behind = (
        gap(one.time - first)
        if one.time is not None and first is not None and one is not outcome.finish[0]
        else ""
    )
    return RankedRider(
        one.rank,
        look.riders[one.rider],
        arrival.note,
        clock(one.time),
        behind,
        arrival.square,
        finish_points[one.rank - 1] if one.rank <= len(finish_points) else 0,
    )


def _line(passing: Passing, look: Look, rules: Scheme | None, climb: str) -> LineOrder:
    points = rules.line_points.get(passing.category, []) if rules else []
    sprint = passing.line.startswith("s")
    category = "" if sprint or not rules else rules.categories.get(passing.category, "")
    return LineOrder(
        f"{'Sprint' if sprint else climb} {passing.line[1:]}",
        category,
        passing.km,
        [
            Placed(place, look.riders[rider], points[place - 1] if place <= len(points) else 0)
            for place, rider in enumerate(passing.riders, start=1)
            if not points or place <= len(points)
        ],
    )
