"""Word the reasons why a stage cannot be raced, for people who use the engine by itself.

The checks of set-ups and situations yield facts: a code of this table, and the values that its
sentence names. A page words the same facts in its own language, with the names that its tour gives
to riders, teams and lines.
"""

from collections.abc import Callable
from typing import Final

from games.engine import Problem, Value

MOST_NAMES, LONGEST_NAME = 12, 20
NOBODY = "An arrival of nobody"
PLACES: Final = {"road": "on the road", "out": "out", "in": "in"}

# A set-up; some begin with the code that the course check of a tour gives them (CP-M-046).
SETUP: Final = {
    "length": "E_LENGTH: a stage has {least} to {most} km, not {length}.",
    "type": "E_TYPE: name the type of the stage: flat, low, medium or high.",
    "pass_range": (  # nosec B105 - a pass of the road
        "E_PASS_RANGE: the pass {start}–{end} does not lie on the road of {length} km."
    ),
    "pass_overlap": (  # nosec B105
        "E_PASS_OVERLAP: the passes {before_start}–{before_end} and {start}–{end} share a square."
    ),
    "pass_category": "E_PASS_LENGTH: name the category of the pass {start}–{end}.",  # nosec B105
    "pass_length": "E_PASS_LENGTH: a pass of that category has {squares} squares.",  # nosec B105
    "pass_touch": (  # nosec B105
        "E_PASS_TOUCH: no flat square lies between the passes that meet on {before_end} and"
        " {start}."
    ),
    "sprint_version": "E_IS_COUNT: only the master version has intermediate sprints.",
    "sprint_twice": "E_IS_DUP: two intermediate sprints share a square.",
    "sprint_flat": (
        "E_IS_FLAT: the intermediate sprint on {km} is not on a flat square of the road."
    ),
    "team_count": "{least} to {most} teams race, not {count}.",
    "team_names": "Teams have different names of small letters, like red.",
    "rider_count": "A team has 5 or 6 riders, not {count}.",
    "absent": "{riders}: not a rider of these teams.",
    "mountain_attacks": "Mountain attacks: one number for each team, none below 0.",
    "mountain_attacks_left": ("Mountain attacks: no team has more left than the whole tour gives."),
}

SITUATION: Final = {
    "situation_turn": (
        "A situation stands after a completed turn, 0 being the opening, not after turn {turn}."
    ),
    "unknown_riders": "{riders}: nobody of that name starts this stage.",
    "named_twice": "{rider} is named twice: {places}.",
    "unplaced": "{riders}: on the road, out or in?",
    "road_empty": "Nobody is left on the road.",
    "off_road": "{rider} stands on km {square}; the road goes from 0 to {end}.",
    "over_at_line": (
        "In the {version} version the stage is over when somebody has crossed the line."
    ),
    "nobody_arrived": "The line was crossed first in turn {first}, but nobody has arrived.",
    "arrival_order": (
        "Arrivals stand in the order of their turns, and the first is of turn 0: that in which the"
        " line was crossed first."
    ),
    "arrival_turns": (
        "The line was crossed in turns {first} to {latest}; that must lie in turns 1 to {turn}."
    ),
    "unit_kind": (
        "{riders}: what crosses the line is a peloton, a paceline or a single, not “{kind}”."
    ),
    "unit_squares": "{riders}: the squares behind the line are 1 to {furthest}.",
    "unit_single": "{riders}: a single is one rider.",
    "unit_setters": "{riders}: name the pace-setter of the paceline among its riders.",
    "die_range": "{riders}: the die of the seconds shows 1 to 6.",
    "die_beyond": "{riders}: no die is thrown beyond square {last}.",
    "finish_names": "The finish names everybody who has arrived, once.",
    "finish_order": (
        "{after} came in before {before}, by turn, square or time; the finish says otherwise."
    ),
    "unknown_lines": "{lines}: no line that is decided on the way.",
    "line_places": "{line} on km {km} has {places} places, not {count}.",
    "passed_twice": "{line} on km {km}: a rider passes a line once.",
    "passed_early": (
        "{rider} has passed {line} on km {km} but stands on km {square}; name them under"
        " moved_back if a fall or a broken chain took them there."
    ),
    "not_in_passage": (
        "{riders}: past {line} on km {km}, where a place is still open, but not in its passage."
    ),
    "used_bottle": "{team} has used {count} bottles of {most}.",
    "used_sprint": "{team} has used {count} sprints of {most}.",
    "used_attack": "{team} has used {count} attacks of {most}.",
    "used_mountain_attack": "{team} has used {count} mountain attacks of {most}.",
    "unknown_teams": "{teams}: no team of this stage.",
    "unknown_climbs": "{lines}: no pass of this stage with double throws.",
    "double_count": "{team} has made {count} double throws of {most} on {line}.",
    "double_early": "{team} has made a double throw on {line}, which its climber has not reached.",
    "no_descent": (
        "{rider} may not descend at full speed: they have to stand on the flat just behind a pass,"
        " hills excepted."
    ),
    "no_throw_to_lose": "{rider} loses no throw of the next turn.",
}
SENTENCES: Final = SETUP | SITUATION


def describe(problem: Problem) -> str:
    """Word a problem in English, with the names of the set-up."""
    values = {key: _text(key, value) for key, value in problem.values.items()}
    return SENTENCES[problem.code].format(**values)


def _text(key: str, value: Value) -> str:
    if not isinstance(value, tuple):
        return str(value)
    if key == "places":
        return " and ".join(PLACES[place] for place in value)
    return list_names(value) or NOBODY


def list_names(names: tuple[str, ...], name: Callable[[str], str] = str) -> str:
    """List names as far as a reader would follow, each as `name` calls it."""
    more = " …" if len(names) > MOST_NAMES else ""
    return ", ".join(name(each[:LONGEST_NAME]) for each in names[:MOST_NAMES]) + more
