"""The kinds of vectors of Flamme Rouge about arrivals, lines and tours. Tours are added up by the
app's scoring.
"""

from collections.abc import Container
from typing import Any

import msgspec

from games.flamme_rouge import rounds
from games.flamme_rouge import state as states
from games.flamme_rouge.course import SquareLine, climb_category
from games.flamme_rouge.finish import FinishRow, LaneArrival, sheet
from games.flamme_rouge.numbers import read_table
from games.flamme_rouge.road import road
from games.flamme_rouge.stages import ready_stages
from games.flamme_rouge.state import in_order
from games.flamme_rouge.table.grand_tour import by_better_rider, carried_exhaustion, start_order
from tests.vectors.flamme_board import at, course_of, places, put
from tests.vectors.kinds import Vector, kind
from tourmanager.scoring import result
from tourmanager.scoring.result import StageResult, Starter
from tourmanager.scoring.scheme import dump_scheme, read_scheme, scheme
from tourmanager.scoring.standings import history
from tourmanager.scoring.tables import Standings

Answer = tuple[object, object]
GAME = "flamme-rouge"
BEFORE_LINE = 10  # rounds before the first arrival: times are to be above 0


def rows(given: list[dict[str, Any]], outside: tuple[str, ...] = ()) -> list[FinishRow]:
    """Rounds from that of the first arrival on: squares past the line and lane, by rider."""
    arrivals = [
        LaneArrival(rider, number, *at(where))
        for number, crossed in enumerate(given, 1)
        for rider, where in crossed.items()
    ]
    return sheet(arrivals, [one.rider for one in arrivals if one.rider[:-1] in outside])


def tour(
    stages: list[list[dict[str, Any]]], outside: tuple[str, ...] = (), **options: Any
) -> list[Standings]:
    """Standings after each stage, with the tour points of a tour that is over on the last."""
    sheets = [rows(stage) for stage in stages]
    results = [
        StageResult(
            number,
            "flat",
            (),
            tuple(result.Arrival(row.rider, 60 * BEFORE_LINE + row.gap) for row in stage),
        )
        for number, stage in enumerate(sheets, 1)
    ]
    riders = sorted({row.rider for stage in sheets for row in stage})
    starters = [
        Starter(rider, rider[:-1], ("dummy",) if rider[:-1] in outside else ()) for rider in riders
    ]
    data = dump_scheme(scheme("flamme_rouge_grand_tour"))
    if outside:
        data["unscored"] = ["dummy"]
    if "gap_cap" in options:
        data["classifications"][0]["gap_cap"] = options["gap_cap"]
    return history(results, starters, read_scheme(data))


def points(now: Standings, named: Container[str] = ()) -> dict[str, int]:
    """Tour points of stages, of teams that have any or are named: those of the general
    classification come when the tour is over.
    """
    earned = {player.team: player.sources.get("stage", 0) for player in now.players}
    return {team: count for team, count in earned.items() if count or team in named}


def team_of(riders: list[str]) -> dict[str, str]:
    return {rider: rider[:-1] for rider in riders}


@kind("finish", game=GAME)
def finish(vector: Vector) -> Answer:
    outside = tuple(vector.get("outside", ()))
    found = rows(vector["rounds"], outside)
    order = [row.rider for row in found]
    net = [row.gap - row.bonus for row in found]
    got = {
        "order": order,
        "gap": [row.gap for row in found],
        "bonus": [row.bonus for row in found],
        "bunch": [row.bunch for row in found],
        "net": [seconds - min(net) for seconds in net],
        "tour_points": points(tour([vector["rounds"]], outside)[0], vector.get("tour_points", ())),
        "seats": by_better_rider(order, team_of(order)),
    }
    expect = {key: vector[key] for key in got if key in vector}
    return expect, {key: got[key] for key in expect}


@kind("tour", game=GAME)
def tours(vector: Vector) -> Answer:
    options = {key: vector[key] for key in ("gap_cap",) if key in vector}
    days = tour(vector["stages"], tuple(vector.get("outside", ())), **options)
    wanted, got = [], []
    earned: dict[str, int] = {}
    for day, expect in zip(days, vector["after"], strict=False):
        general = day.classifications["individual"].rows
        order = [row.who for row in general]
        earned = points(day, expect.get("points", ()))
        everybody = {row.who[:-1]: earned.get(row.who[:-1], 0) for row in general}
        answer = {
            "general": order,
            "seconds": {row.who: row.gap for row in general},
            "points": {team: earned[team] for team in earned},
            "next_start": start_order(everybody, order, team_of(order)),
        }
        wanted.append(expect)
        got.append({key: answer[key] for key in expect})
    last = days[-1].players
    final = {
        "final_points": {player.team: player.points for player in last},
        "final_order": [player.team for player in last],
    }
    return [wanted, {key: vector[key] for key in final if key in vector}], [
        got,
        {key: final[key] for key in final if key in vector},
    ]


@kind("carry", game=GAME)
def carry(vector: Vector) -> Answer:
    cases = vector["cases"]
    return [case[1] for case in cases], [
        carried_exhaustion(case[0], "sheriff" in case[2:]) for case in cases
    ]


@kind("lines", game=GAME)
def lines(vector: Vector) -> Answer:
    """Places at the end of rounds, and who has passed the line."""
    laid = road(ready_stages()[vector["stage"]].tiles.split())
    sprint = vector["type"] == "sprint"
    square = vector["line"]
    kind_of = (
        "sprint"
        if sprint
        else climb_category(
            laid.summits[vector["climb"]][1] if "climb" in vector else dict(laid.summits)[square]
        )
    )
    state = states.new_state(course_of(laid))
    course = msgspec.structs.replace(
        state.course, lines=(SquareLine("s1" if sprint else "p1", kind_of, square),)
    )
    state.course, state.passed = course, ((),)
    for given in vector["rounds"]:
        put(state, places(given))
        if state.line < 1:
            rounds.pass_lines(state, in_order(state))
    order = [course.names[rider] for rider in state.passed[0]]
    got: dict[str, object] = {
        "order": order,
        "points": dict(zip(order, read_table("game")["points"][kind_of], strict=False)),
    }
    if "climb" in vector:
        assert laid.summits[vector["climb"]][0] == square
    if "category" in vector:
        got["category"] = kind_of
    expect = {key: vector[key] for key in got if key in vector}
    return expect, {key: got[key] for key in expect}
