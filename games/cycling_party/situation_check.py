"""Check that a situation can have come about, in words for a person who copies it from a board."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from games.cycling_party.course import FURTHEST, Course, KmLine
from games.cycling_party.numbers import STRIDE
from games.cycling_party.setup import ArrivalUnit, Setup, Situation, Used
from games.cycling_party.situation import road_of, time_of
from games.cycling_party.table.arrival import LAST_SQUARE

LATEST = 999  # no stage has more turns
KINDS = ("peloton", "paceline", "single")
STOCK = {
    "bottle": "bottles",
    "sprint": "sprints",
    "attack": "attacks",
    "mountain_attack": "mountain attacks",
}


def problems(setup: Setup) -> Iterator[str]:
    """Yield the problems of riders; only where there are none, check the rest."""
    road, given = road_of(setup), setup.situation
    if given is None:
        return
    if not 0 <= given.turn <= LATEST:
        yield (
            "A situation stands after a completed turn, 0 being the opening, not after turn"
            f" {given.turn}."
        )
    wrong = list(_riders(road, given)) or list(_road(road, given))
    yield from wrong
    if wrong:
        return
    yield from _arrivals(road, given)
    yield from _passages(road, given)
    yield from _stock(road, given)
    yield from _double_throws(road, given)
    yield from _next_turn(road, given)


def _riders(road: Course, given: Situation) -> Iterator[str]:
    """Check that every starter stands in one place, and nobody else does."""
    places = {
        "on the road": list(given.squares),
        "out": list(given.out),
        "in": [name for unit in given.arrivals for name in unit.squares],
    }
    placed = [name for riders in places.values() for name in riders]
    starters = {road.names[rider] for rider in road.riders(road.starters)}
    if unknown := sorted({*placed, *_names_besides_places(given)} - starters):
        yield f"{_listed(unknown)}: nobody of that name starts this stage."
    for name, count in Counter(placed).items():
        if count > 1 and name in starters:
            yield f"{name} is named twice: {' and '.join(_places_with(name, places))}."
    if missing := sorted(starters.difference(placed)):
        yield f"{_listed(missing)}: on the road, out or in?"


def _places_with(name: str, places: Mapping[str, list[str]]) -> list[str]:
    return [place for place, riders in places.items() if name in riders]


def _names_besides_places(given: Situation) -> set[str]:
    """Collect the riders who are named besides their place."""
    setters = [name for unit in given.arrivals for name in unit.setters]
    passed = [name for row in given.passages.values() for name in row]
    return {*setters, *passed, *given.finish, *given.moved_back, *given.descending, *given.losing}


def _road(road: Course, given: Situation) -> Iterator[str]:
    if not given.squares:
        yield "Nobody is left on the road."
    for name, square in given.squares.items():
        if not 0 <= square <= road.end:
            yield f"{name} stands on km {square}; the road goes from 0 to {road.end}."


def _arrivals(road: Course, given: Situation) -> Iterator[str]:
    if given.arrivals and not road.master:
        yield (
            f"In the {road.setup.version} version the stage is over when somebody has crossed the"
            " line."
        )
        return
    wrong = [problem for unit in given.arrivals for problem in _unit(road, unit)]
    yield from wrong
    yield from _arrival_turns(given)
    if not wrong:
        yield from _finish(road, given)


def _arrival_turns(given: Situation) -> Iterator[str]:
    """Find turns of arrivals that contradict each other or the turn of the situation."""
    turns = [unit.turn for unit in given.arrivals]
    if not turns:
        if given.first_arrival:
            yield (
                f"The line was crossed first in turn {given.first_arrival}, but nobody has arrived."
            )
        return
    if turns != sorted(turns) or turns[0]:
        yield (
            "Arrivals stand in the order of their turns, and the first is of turn 0: that in which"
            " the line was crossed first."
        )
    latest = given.first_arrival + max(turns)
    if not 1 <= given.first_arrival <= latest <= given.turn:
        yield (
            f"The line was crossed in turns {given.first_arrival} to {latest}; that must lie in"
            f" turns 1 to {given.turn}."
        )


def _unit(road: Course, unit: ArrivalUnit) -> Iterator[str]:
    riders = _listed(list(unit.squares)) or "An arrival of nobody"
    if unit.kind not in KINDS:
        yield (
            f"{riders}: what crosses the line is a peloton, a paceline or a single, not"
            f" “{unit.kind[:20]}”."
        )
    if not unit.squares or not all(1 <= square <= FURTHEST for square in unit.squares.values()):
        yield f"{riders}: the squares behind the line are 1 to {FURTHEST}."
        return
    if unit.kind == "single" and len(unit.squares) > 1:
        yield f"{riders}: a single is one rider."
    if not _setters_fit(unit):
        yield f"{riders}: name the pace-setter of the paceline among its riders."
    yield from _seconds_die(road, unit, riders)


def _setters_fit(unit: ArrivalUnit) -> bool:
    """True when a paceline has a pace-setter, and every pace-setter is of the unit."""
    named = bool(unit.setters) or unit.kind != "paceline"
    return named and set(unit.setters) <= set(unit.squares)


def _seconds_die(road: Course, unit: ArrivalUnit, riders: str) -> Iterator[str]:
    timed = road.options.beyond_12 == "like_12" or max(unit.squares.values()) <= LAST_SQUARE
    if timed and not (unit.die and 1 <= unit.die <= 6):
        yield f"{riders}: the die of the seconds shows 1 to 6."
    if not timed and unit.die:
        yield f"{riders}: no die is thrown beyond square {LAST_SQUARE}."


def _finish(road: Course, given: Situation) -> Iterator[str]:
    separate = road.options.seconds_die == "separate"
    place = {}
    for unit in given.arrivals:
        time = 0 if separate else time_of(road, unit)
        place.update({name: (unit.turn, -square, time) for name, square in unit.squares.items()})
    if sorted(given.finish) != sorted(place):
        yield "The finish names everybody who has arrived, once."
        return
    for before, after in zip(given.finish, given.finish[1:], strict=False):
        if place[before] > place[after]:
            yield (
                f"{after} came in before {before}, by turn, square or time; the finish says"
                " otherwise."
            )


def _passages(road: Course, given: Situation) -> Iterator[str]:
    square = given.squares | {
        name: road.end + n for unit in given.arrivals for name, n in unit.squares.items()
    }
    lines = {line.key: line for line in road.lines if line.km != road.setup.stage.length}
    if unknown := sorted(set(given.passages) - set(lines)):
        yield f"{_listed(unknown)}: no line that is decided on the way."
    for line in lines.values():
        passed = given.passages.get(line.key, ())
        yield from _places_of(line, passed)
        yield from _early_passages(road, given, line, square)
        yield from _not_in_passage(line, passed, square)


def _places_of(line: KmLine, passed: Sequence[str]) -> Iterator[str]:
    if len(passed) > line.places:
        yield f"{line.key} on km {line.km} has {line.places} places, not {len(passed)}."
    if len(set(passed)) < len(passed):
        yield f"{line.key} on km {line.km}: a rider passes a line once."


def _early_passages(
    road: Course, given: Situation, line: KmLine, square: Mapping[str, int]
) -> Iterator[str]:
    """Find riders in a passage who stand before its line without having been moved back."""
    for name in given.passages.get(line.key, ()):
        if square.get(name, road.end) < line.past and name not in given.moved_back:
            yield (
                f"{name} has passed {line.key} on km {line.km} but stands on km {square[name]}; "
                "name them under moved_back if a fall or a broken chain took them there."
            )


def _not_in_passage(
    line: KmLine, passed: Sequence[str], square: Mapping[str, int]
) -> Iterator[str]:
    """Find riders beyond a line that has a place open, and whom its passage does not name."""
    beyond = sorted(name for name, at in square.items() if at >= line.past and name not in passed)
    if beyond and len(passed) < line.places:
        yield (
            f"{_listed(beyond)}: past {line.key} on km {line.km}, where a place is still open, but"
            " not in its passage."
        )


def _stock(road: Course, given: Situation) -> Iterator[str]:
    yield from _teams(road, given.used)
    for seat, team in enumerate(road.setup.teams):
        used = given.used.get(team, Used())
        stock = (road.bottles, road.sprints, road.attacks, road.mountain_attacks[seat])
        for (key, word), most in zip(STOCK.items(), stock, strict=True):
            count = getattr(used, key)
            if not 0 <= count <= most:
                yield f"{team} has used {count} {word} of {most}."


def _double_throws(road: Course, given: Situation) -> Iterator[str]:
    passes = {f"p{index}": climb for index, climb in enumerate(road.climbs, 1) if road.senior}
    if unknown := sorted({*given.doubles, *given.returned} - set(passes)):
        yield f"{_listed(unknown)}: no pass of this stage with double throws."
    for key, climb in passes.items():
        made, returned = given.doubles.get(key, {}), given.returned.get(key, ())
        yield from _teams(road, (*made, *returned))
        for team, count in made.items():
            if not 0 <= count <= climb.doubles:
                yield f"{team} has made {count} double throws of {climb.doubles} on {key}."
            elif count and team not in returned and _before(road, given, team, climb.start):
                yield f"{team} has made a double throw on {key}, which its climber has not reached."


def _before(road: Course, given: Situation, team: str, square: int) -> bool:
    """True when the climber of a team of this stage rides before that square."""
    if team not in road.setup.teams:
        return False
    climber = road.names[road.setup.teams.index(team) * STRIDE]
    return given.squares.get(climber, square) < square


def _next_turn(road: Course, given: Situation) -> Iterator[str]:
    for name in given.descending:
        if not _may_descend(road, given.squares.get(name, 0)):
            yield (
                f"{name} may not descend at full speed: they have to stand on the flat just behind"
                " a pass, hills excepted."
            )
    for name in given.losing:
        if name not in given.squares or road.options.fall_loss != "next_turn":
            yield f"{name} loses no throw of the next turn."


def _may_descend(road: Course, square: int) -> bool:
    """True on the flat just behind a pass that is no hill."""
    if not road.senior or road.mountain[square]:
        return False
    furthest = 6 if road.options.descent_landing == "any_exit" else 1
    behind = [each for each in range(max(1, square - furthest), square) if road.mountain[each]]
    return any(road.climbs[road.climb_at[each] - 1].category != "hill" for each in behind)


def _teams(road: Course, teams: Iterable[str]) -> Iterator[str]:
    if unknown := sorted(set(teams) - set(road.setup.teams)):
        yield f"{_listed(unknown)}: no team of this stage."


def _listed(names: list[str]) -> str:
    """List names as far as a reader would follow."""
    return ", ".join(name[:20] for name in names[:12]) + (" …" if len(names) > 12 else "")
