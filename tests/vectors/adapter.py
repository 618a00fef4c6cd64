"""The kinds of vectors that scoring answers."""

import ast
import operator
import re
from typing import Any

from games.cycling_party.table import arrival, lines
from games.cycling_party.table.advantages import mountain_attacks
from games.cycling_party.table.dice import Chain
from games.cycling_party.table.master import master
from tests.vectors.kinds import Vector, kind
from tourmanager.scoring.result import Arrival, Passage, StageResult, Starter
from tourmanager.scoring.scheme import scheme
from tourmanager.scoring.standings import standings
from tourmanager.scoring.tables import RankedRow, Standings
from tourmanager.tabletop.cycling_party.vocabulary import TYPES

Answer = tuple[object, object]
SCHEME, MASTER = scheme("cycling_party_master"), master()


@kind("seconds")
def seconds(vector: Vector) -> Answer:
    cases = vector["cases"]
    return [case["sec"] for case in cases], [
        arrival.stage_time(case.get("minute", 0), case["square"], case.get("die")) for case in cases
    ]


@kind("arrival")
def arrivals(vector: Vector) -> Answer:
    ties = vector.get("tie", {})
    turns = [
        arrival.ArrivalTurn(
            turn["turn"],
            tuple(_unit(unit) for unit in turn["units"]),
            {**ties, **turn.get("tie", {})},
        )
        for turn in vector["turns"]
    ]
    got = arrival.order_arrivals(turns)
    expect = vector["expect"]
    answer = {"order": [one.rider for one in got], "times": {one.rider: one.seconds for one in got}}
    return expect, {key: answer[key] for key in expect}


def _unit(unit: dict[str, Any]) -> arrival.ArrivalGroup:
    return arrival.ArrivalGroup(
        unit["unit"], unit["riders"], unit.get("die"), _names(unit.get("setter", ()))
    )


def _names(one_or_more: Any) -> tuple[str, ...]:
    return (one_or_more,) if isinstance(one_or_more, str) else tuple(one_or_more)


@kind("line")
def line(vector: Vector) -> Answer:
    scale = SCHEME.line_points[vector["line"]]
    order = lines.passage_order(
        vector["km"], [_turn_end(turn) for turn in vector["turns"]], len(scale)
    )
    return vector["expect"], [list(paid) for paid in lines.points_of_places(order, scale)]


@kind("winner")
def winner(vector: Vector) -> Answer:
    return vector["expect"], lines.stage_winner(_turn_end(vector))


def _turn_end(turn: dict[str, Any]) -> lines.TurnEnd:
    chains = tuple(
        Chain(_names(setters), frozenset(members)) for setters, members in turn.get("chains", ())
    )
    return lines.TurnEnd(turn["at"], chains, turn.get("dice", {}))


@kind("mountain_attacks")
def attacks(vector: Vector) -> Answer:
    return [attacks for _, attacks in vector["cases"]], [
        mountain_attacks(passes) for passes, _ in vector["cases"]
    ]


@kind("sum")
def sums(vector: Vector) -> Answer:
    return [result for _, result in vector["cases"]], [
        _value(ast.parse(str(sum), mode="eval").body) for sum, _ in vector["cases"]
    ]


OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Div: operator.truediv,
}


def _value(node: ast.expr) -> Any:
    match node:
        case ast.Constant(value=int() | float() as value):
            return value
        case ast.BinOp(left, operation, right):
            return OPERATORS[type(operation)](_value(left), _value(right))
        case ast.UnaryOp(ast.USub(), operand):
            return -_value(operand)
    raise ValueError(f"not a sum: {ast.unparse(node)}")


@kind("table")
def table(vector: Vector) -> Answer:
    tables: dict[str, Any] = {
        "pass_length": MASTER.pass_length,
        "sprints": MASTER.stock.sprints,
        "is_count": MASTER.sprint_count,
        "mountain": {
            category: points for category, points in SCHEME.line_points.items() if category != "is"
        },
        "is": {"any": SCHEME.line_points["is"]},
        "regularity": SCHEME.by_key["regularity"].finish,
        "double": MASTER.double_throws,
        "fallback": MASTER.fall_back,
        "weights": {
            character: [weights[type] for type in TYPES]
            for character, weights in MASTER.model.weights.items()
        },
        "cp_default": SCHEME.manager_points.points,
    }
    return vector["expect"], tables[vector["table"]]


@kind("standings")
def whole_tour(vector: Vector) -> Answer:
    results = [_stage(number, stage) for number, stage in enumerate(vector["stages"], 1)]
    riders = sorted(
        {rider for stage in vector["stages"] for rider in (*stage["order"], *stage.get("dnf", ()))}
    )
    starters = [Starter(rider, re.sub(r"\d+$", "", rider)) for rider in riders]
    now = standings(
        results,
        starters,
        SCHEME.with_manager_points({**SCHEME.manager_points.points, **vector.get("scale", {})}),
    )
    return vector["expect"], {key: _answer(now, key) for key in vector["expect"]}


def _stage(number: int, stage: dict[str, Any]) -> StageResult:
    sprints = [
        Passage(f"s{n}", "", "is", tuple(riders)) for n, riders in enumerate(stage.get("is", ()), 1)
    ]
    passes = [
        Passage(f"p{n}", "", category, tuple(riders))
        for n, (category, riders) in enumerate(stage.get("passes", ()), 1)
    ]
    arrivals = tuple(Arrival(rider, stage["times"][rider]) for rider in stage["order"])
    return StageResult(
        number,
        stage["type"],
        (*sprints, *passes),
        arrivals,
        dict.fromkeys(stage.get("dnf", ()), "dnf"),
    )


def _answer(now: Standings, key: str) -> object:
    match key:
        case "individual":
            return _names_of(now.classifications["individual"].rows)
        case "times":
            return {row.who: row.figure for row in now.classifications["individual"].rows}
        case "days":
            return [_names_of(day.teams) for day in now.days]
        case "cp":
            return {player.team: player.points for player in now.players}
    return [[row.who, row.figure] for row in now.classifications[key].rows]


def _names_of(rows: tuple[RankedRow, ...]) -> list[str]:
    return [row.who for row in rows]
