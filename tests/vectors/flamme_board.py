"""The road as a vector of Flamme Rouge draws it, put into the engine's state and read from it
again.

The top row is the leftmost lane, row 0 the right one, row = the terrain; `.` is a free lane, `#` no
lane. Places also stand as square.lane.
"""

from typing import Any

import msgspec

from games.flamme_rouge import state as states
from games.flamme_rouge.cards import ATTACK, CODES
from games.flamme_rouge.course import Course, of_road, place, square_and_lane
from games.flamme_rouge.road import Road, road, road_of_squares
from games.flamme_rouge.setup import Setup, StageSetup
from games.flamme_rouge.stages import ready_stages
from games.flamme_rouge.state import State
from games.flamme_rouge.traits import KEYS, NONE
from tests.vectors.kinds import Vector

Places = dict[str, tuple[int, int]]
LETTERS = "rbgkwp"
PLAIN = "a b u"


def code(card: Any) -> int:
    return ATTACK if card == "attack" else CODES[str(card)]


def at(text: Any) -> tuple[int, int]:
    """ "12.1": square 12, lane 1."""
    square, _, lane = str(text).partition(".")
    return int(square), int(lane or 0)


def rows(drawing: str) -> dict[str, list[str]]:
    return {line.split()[0]: line.split()[1:] for line in drawing.strip().splitlines()}


def places(given: Any, first: int = 0) -> Places:
    """Of a drawing whose first column is that square, or of a table."""
    if isinstance(given, dict):
        return {rider: at(where) for rider, where in given.items()}
    found = {}
    for lane, cells in rows(given).items():
        if lane != "=":
            found |= {
                cell: (first + column, int(lane))
                for column, cell in enumerate(cells)
                if cell not in (".", "#")
            }
    return found


def drawn_road(drawing: str) -> Road:
    cells = rows(drawing)
    lanes = [row for lane, row in cells.items() if lane != "="]
    return Road(
        "".join(cells["="]),
        tuple(sum(row[column] != "#" for row in lanes) for column in range(len(cells["="]))),
    )


def road_of(vector: Vector) -> Road:
    if "stage" in vector:
        return road(ready_stages()[vector["stage"]].tiles.split())
    return road_of_squares(vector["road"]) if "road" in vector else drawn_road(vector["before"])


def course_of(
    laid: Road, dummies: tuple[str, ...] = (), peloton: str = "", teams: tuple[str, ...] = ()
) -> Course:
    """A course on which all teams ride; `dummies` are those nobody sits for."""
    seats = teams or tuple(letter for letter in LETTERS if letter not in dummies)
    muscle = tuple(team for team in dummies if team != peloton)
    return of_road(
        Setup(
            version="peloton",
            stage=StageSetup(tiles=PLAIN),
            teams=seats,
            peloton=peloton,
            muscle=muscle,
        ),
        laid,
    )


def put(state: State, where: Places) -> None:
    """These riders on the road, and no others."""
    names = state.course.names
    state.place = [0] * len(names)
    state.road = [0] * len(state.road)
    for rider, (square, lane) in where.items():
        state.place[names.index(rider)] = place(square, lane)
        state.road[square] |= 1 << 3 - lane
    state.riders = tuple(rider for rider, at in enumerate(state.place) if at)


def now(state: State) -> Places:
    return {
        state.course.names[rider]: square_and_lane(state.place[rider]) for rider in state.riders
    }


def board(vector: Vector) -> State:
    team = vector.get("peloton_team", {}).get("team", "")
    dummies = tuple(vector.get("dummies", (team,) if team else ()))
    state = states.new_state(course_of(road_of(vector), dummies, team))
    put(state, places(vector["before"], vector.get("from", 0)))
    state.chosen = [0] * len(state.chosen)
    for rider, card in vector.get("cards", {}).items():
        state.chosen[state.course.names.index(rider)] = code(card)
    traits = {
        state.course.names.index(rider): KEYS.index(trait)
        for rider, trait in vector.get("traits", {}).items()
    }
    state.trait = tuple(traits.get(rider, NONE) for rider in range(len(state.trait)))
    if stock := vector.get("stock"):
        state.stock = (stock["S"], stock["R"])
    return state


def with_breakaway(course: Course, square: int) -> Course:
    return msgspec.structs.replace(course, breakaway=square)
