"""The kinds of vectors that the engine of Cycling Party answers: units, moves, pacelines, whole
turns.
"""

from typing import Any

from games.cycling_party import groups, paceline
from games.cycling_party.course import course
from games.cycling_party.state import UNIT_NAMES
from tests.vectors.board import Board, course_of
from tests.vectors.kinds import Vector, kind
from tests.vectors.table_acts import carry_out

Answer = tuple[object, object]


@kind("units")
def units(vector: Vector) -> Answer:
    board = Board(vector)
    return _as_expected(vector["expect"], board, groups.units_now(board.state))


def _as_expected(expected: list[list[Any]], board: Board, found: list[groups.RoadUnit]) -> Answer:
    """Units as [kind, squares, riders], told with names or a count, whichever is expected of that
    unit.
    """
    wanted, got = [], []
    for index, unit in enumerate(found):
        like = expected[index] if index < len(expected) else [None, None, None]
        squares: object = list(unit.squares) if isinstance(like[1], list) else unit.squares[0]
        names = board.names(unit.riders)
        riders: object = len(names) if isinstance(like[2], int) else sorted(names)
        got.append([UNIT_NAMES[unit.kind], squares, riders])
    for name, squares, riders in expected:
        if name == "paceline" and isinstance(riders, list) and not board.in_speaking_order(riders):
            riders = [*riders, "not in the speaking order"]
        wanted.append([name, squares, sorted(riders) if isinstance(riders, list) else riders])
    return wanted, got


@kind("move")
def move(vector: Vector) -> Answer:
    road = course(course_of(vector, ("red", "blue")))
    wanted, got = [], []
    for case in vector["cases"]:
        start, by = case["from"], case["by"]
        match case.get("mode", "flat"):
            case "mountain":
                to = start + by
            case "bottle":
                to = start
                while by > 0:
                    by -= 2 if road.mountain[to] else 1
                    to += 1
                if by:
                    to = None
            case _:
                to = road.to[start][by]
        wanted.append(case["to"])
        got.append(to)
    return wanted, got


@kind("paceline")
def pacelines(vector: Vector) -> Answer:
    wanted, got = [], []
    for case in vector["cases"]:
        riders = list(case["throws"])
        joins: list[int | None] = [None] * len(riders)
        for rider in case.get("rouleur", ()):
            up, down = case.get("choice", {}).get(rider, (True, True))
            joins[riders.index(rider)] = paceline.UP * up + paceline.DOWN * down
        sums = [
            max(7, total) if rider in case.get("rouleur", ()) else total
            for rider, total in case["throws"].items()
        ]
        parts = paceline.chains(tuple(sums), tuple(joins))
        answer: dict[str, Any] = {
            "pace": {riders[index]: pace for pace, members, _ in parts for index in members}
        }
        if "setters" in case:
            setters = [[riders[index] for index in part[2]] for part in parts]
            answer["setters"] = [row[0] if len(row) == 1 else row for row in setters]
        wanted.append({key: case[key] for key in answer})
        got.append(answer)
    return wanted, got


@kind("turn")
def turn(vector: Vector) -> Answer:
    """Whether every act was taken, or refused where the vector says so; then what it expects of the
    board.
    """
    board = Board(vector)
    refusals = []
    for act in vector["acts"]:
        refused = carry_out(board, act)
        if bool(refused) != bool(act.get("refused")):
            refusals.append(f"{act}: {refused or 'was taken'}")
    expect = vector["expect"]
    got = {key: _look(board, key, wanted) for key, wanted in expect.items()}
    for key in ("units", "next_units"):
        if key in expect:
            now = [] if board.turn_is_over else groups.units_now(board.state)
            found = now if key == "units" else groups.units_of_next_turn(board.state, board.turn)
            expect = {**expect, key: _as_expected(expect[key], board, found)[0]}
            got[key] = _as_expected(vector["expect"][key], board, found)[1]
    for key in ("right", "crossed", "out"):
        if key in expect:
            expect = {**expect, key: sorted(expect[key])}
    return {**expect, "not as said": []}, {**got, "not as said": refusals}


def _look(board: Board, key: str, wanted: Any) -> object:
    state, names = board.state, board.state.course.names
    match key:
        case "at":
            return {rider: state.square[names.index(rider)] for rider in wanted}
        case "tokens":
            return {
                team: {token: board.tokens(team, token) for token in each}
                for team, each in wanted.items()
            }
        case "right":
            return sorted(board.names(state.right | state.earned))
        case "out":
            return sorted(names[rider] for rider in state.gone)
        case "crossed":
            over = state.course.setup.stage.length
            return sorted(
                name
                for name, square in zip(names, state.square, strict=True)
                if name and over < square < 9999
            )
    return None
