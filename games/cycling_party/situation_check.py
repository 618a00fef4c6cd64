"""Check that a situation can have come about. What contradicts it is yielded as facts, which
`problems.py` words for a person who copies it from a board.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from games.cycling_party.course import FURTHEST, Course, KmLine
from games.cycling_party.numbers import STRIDE
from games.cycling_party.setup import ArrivalUnit, Setup, Situation, Used
from games.cycling_party.situation import road_of, time_of
from games.cycling_party.table.arrival import LAST_SQUARE
from games.engine import Problem, Value

LATEST = 999  # no stage has more turns
KINDS = ("peloton", "paceline", "single")
STOCK = ("bottle", "sprint", "attack", "mountain_attack")


def problems(setup: Setup) -> Iterator[Problem]:
    """Yield the problems of riders; only where there are none, check the rest."""
    road, given = road_of(setup), setup.situation
    if given is None:
        return
    if not 0 <= given.turn <= LATEST:
        yield Problem("situation_turn", {"turn": given.turn})
    wrong = list(_riders(road, given)) or list(_road(road, given))
    yield from wrong
    if wrong:
        return
    yield from _arrivals(road, given)
    yield from _passages(road, given)
    yield from _stock(road, given)
    yield from _double_throws(road, given)
    yield from _next_turn(road, given)


def _riders(road: Course, given: Situation) -> Iterator[Problem]:
    """Check that every starter stands in one place, and nobody else does."""
    places = {
        "road": list(given.squares),
        "out": list(given.out),
        "in": [name for unit in given.arrivals for name in unit.squares],
    }
    placed = [name for riders in places.values() for name in riders]
    starters = {road.names[rider] for rider in road.riders(road.starters)}
    if unknown := sorted({*placed, *_names_besides_places(given)} - starters):
        yield Problem("unknown_riders", {"riders": tuple(unknown)})
    for name, count in Counter(placed).items():
        if count > 1 and name in starters:
            yield Problem("named_twice", {"rider": name, "places": _places_with(name, places)})
    if missing := sorted(starters.difference(placed)):
        yield Problem("unplaced", {"riders": tuple(missing)})


def _places_with(name: str, places: Mapping[str, list[str]]) -> tuple[str, ...]:
    return tuple(place for place, riders in places.items() if name in riders)


def _names_besides_places(given: Situation) -> set[str]:
    """Collect the riders who are named besides their place."""
    setters = [name for unit in given.arrivals for name in unit.setters]
    passed = [name for row in given.passages.values() for name in row]
    return {*setters, *passed, *given.finish, *given.moved_back, *given.descending, *given.losing}


def _road(road: Course, given: Situation) -> Iterator[Problem]:
    if not given.squares:
        yield Problem("road_empty")
    for name, square in given.squares.items():
        if not 0 <= square <= road.end:
            yield Problem("off_road", {"rider": name, "square": square, "end": road.end})


def _arrivals(road: Course, given: Situation) -> Iterator[Problem]:
    if given.arrivals and not road.master:
        yield Problem("over_at_line", {"version": road.setup.version})
        return
    wrong = [problem for unit in given.arrivals for problem in _unit(road, unit)]
    yield from wrong
    yield from _arrival_turns(given)
    if not wrong:
        yield from _finish(road, given)


def _arrival_turns(given: Situation) -> Iterator[Problem]:
    """Find turns of arrivals that contradict each other or the turn of the situation."""
    turns = [unit.turn for unit in given.arrivals]
    if not turns:
        if given.first_arrival:
            yield Problem("nobody_arrived", {"first": given.first_arrival})
        return
    if turns != sorted(turns) or turns[0]:
        yield Problem("arrival_order")
    latest = given.first_arrival + max(turns)
    if not 1 <= given.first_arrival <= latest <= given.turn:
        values = {"first": given.first_arrival, "latest": latest, "turn": given.turn}
        yield Problem("arrival_turns", values)


def _unit(road: Course, unit: ArrivalUnit) -> Iterator[Problem]:
    riders = {"riders": tuple(unit.squares)}
    if unit.kind not in KINDS:
        yield Problem("unit_kind", riders | {"kind": unit.kind[:20]})
    if not unit.squares or not all(1 <= square <= FURTHEST for square in unit.squares.values()):
        yield Problem("unit_squares", riders | {"furthest": FURTHEST})
        return
    if unit.kind == "single" and len(unit.squares) > 1:
        yield Problem("unit_single", riders)
    if not _setters_fit(unit):
        yield Problem("unit_setters", riders)
    yield from _seconds_die(road, unit)


def _setters_fit(unit: ArrivalUnit) -> bool:
    """True when a paceline has a pace-setter, and every pace-setter is of the unit."""
    named = bool(unit.setters) or unit.kind != "paceline"
    return named and set(unit.setters) <= set(unit.squares)


def _seconds_die(road: Course, unit: ArrivalUnit) -> Iterator[Problem]:
    timed = road.options.beyond_12 == "like_12" or max(unit.squares.values()) <= LAST_SQUARE
    if timed and not (unit.die and 1 <= unit.die <= 6):
        yield Problem("die_range", {"riders": tuple(unit.squares)})
    if not timed and unit.die:
        yield Problem("die_beyond", {"riders": tuple(unit.squares), "last": LAST_SQUARE})


def _finish(road: Course, given: Situation) -> Iterator[Problem]:
    separate = road.options.seconds_die == "separate"
    place = {}
    for unit in given.arrivals:
        time = 0 if separate else time_of(road, unit)
        place.update({name: (unit.turn, -square, time) for name, square in unit.squares.items()})
    if sorted(given.finish) != sorted(place):
        yield Problem("finish_names")
        return
    for before, after in zip(given.finish, given.finish[1:], strict=False):
        if place[before] > place[after]:
            yield Problem("finish_order", {"after": after, "before": before})


def _passages(road: Course, given: Situation) -> Iterator[Problem]:
    square = given.squares | {
        name: road.end + n for unit in given.arrivals for name, n in unit.squares.items()
    }
    lines = {line.key: line for line in road.lines if line.km != road.setup.stage.length}
    if unknown := sorted(set(given.passages) - set(lines)):
        yield Problem("unknown_lines", {"lines": tuple(unknown)})
    for line in lines.values():
        passed = given.passages.get(line.key, ())
        yield from _places_of(line, passed)
        yield from _early_passages(road, given, line, square)
        yield from _not_in_passage(line, passed, square)


def _places_of(line: KmLine, passed: Sequence[str]) -> Iterator[Problem]:
    where: dict[str, Value] = {"line": line.key, "km": line.km}
    if len(passed) > line.places:
        yield Problem("line_places", where | {"places": line.places, "count": len(passed)})
    if len(set(passed)) < len(passed):
        yield Problem("passed_twice", where)


def _early_passages(
    road: Course, given: Situation, line: KmLine, square: Mapping[str, int]
) -> Iterator[Problem]:
    """Find riders in a passage who stand before its line without having been moved back."""
    for name in given.passages.get(line.key, ()):
        if square.get(name, road.end) < line.past and name not in given.moved_back:
            where: dict[str, Value] = {"line": line.key, "km": line.km}
            yield Problem("passed_early", where | {"rider": name, "square": square[name]})


def _not_in_passage(
    line: KmLine, passed: Sequence[str], square: Mapping[str, int]
) -> Iterator[Problem]:
    """Find riders beyond a line that has a place open, and whom its passage does not name."""
    beyond = sorted(name for name, at in square.items() if at >= line.past and name not in passed)
    if beyond and len(passed) < line.places:
        where: dict[str, Value] = {"line": line.key, "km": line.km}
        yield Problem("not_in_passage", where | {"riders": tuple(beyond)})


def _stock(road: Course, given: Situation) -> Iterator[Problem]:
    yield from _teams(road, given.used)
    for seat, team in enumerate(road.setup.teams):
        used = given.used.get(team, Used())
        stock = (road.bottles, road.sprints, road.attacks, road.mountain_attacks[seat])
        for kind, most in zip(STOCK, stock, strict=True):
            count = getattr(used, kind)
            if not 0 <= count <= most:
                yield Problem(f"used_{kind}", {"team": team, "count": count, "most": most})


def _double_throws(road: Course, given: Situation) -> Iterator[Problem]:
    passes = {f"p{index}": climb for index, climb in enumerate(road.climbs, 1) if road.senior}
    if unknown := sorted({*given.doubles, *given.returned} - set(passes)):
        yield Problem("unknown_climbs", {"lines": tuple(unknown)})
    for key, climb in passes.items():
        made, returned = given.doubles.get(key, {}), given.returned.get(key, ())
        yield from _teams(road, (*made, *returned))
        for team, count in made.items():
            where: dict[str, Value] = {"team": team, "line": key}
            if not 0 <= count <= climb.doubles:
                yield Problem("double_count", where | {"count": count, "most": climb.doubles})
            elif count and team not in returned and _before(road, given, team, climb.start):
                yield Problem("double_early", where)


def _before(road: Course, given: Situation, team: str, square: int) -> bool:
    """True when the climber of a team of this stage rides before that square."""
    if team not in road.setup.teams:
        return False
    climber = road.names[road.setup.teams.index(team) * STRIDE]
    return given.squares.get(climber, square) < square


def _next_turn(road: Course, given: Situation) -> Iterator[Problem]:
    for name in given.descending:
        if not _may_descend(road, given.squares.get(name, 0)):
            yield Problem("no_descent", {"rider": name})
    for name in given.losing:
        if name not in given.squares or road.options.fall_loss != "next_turn":
            yield Problem("no_throw_to_lose", {"rider": name})


def _may_descend(road: Course, square: int) -> bool:
    """True on the flat just behind a pass that is no hill."""
    if not road.senior or road.mountain[square]:
        return False
    furthest = 6 if road.options.descent_landing == "any_exit" else 1
    behind = [each for each in range(max(1, square - furthest), square) if road.mountain[each]]
    return any(road.climbs[road.climb_at[each] - 1].category != "hill" for each in behind)


def _teams(road: Course, teams: Iterable[str]) -> Iterator[Problem]:
    if unknown := sorted(set(teams) - set(road.setup.teams)):
        yield Problem("unknown_teams", {"teams": tuple(unknown)})
