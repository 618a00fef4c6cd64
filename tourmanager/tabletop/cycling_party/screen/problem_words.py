"""Word the facts of the engine's checks for pages, and find the field that each is about.

The engine words the same facts in English, with the names of its set-up
(`games/cycling_party/problems.py`); a page calls riders, teams and lines as its tour does.
"""

from collections.abc import Callable
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.cycling_party.problems import list_names
from games.engine import Problem, Refused, Value
from tourmanager.scoring.words import join_with_and
from tourmanager.web import labels

SENTENCES: Final[dict[str, str | Promise]] = {
    # of a set-up
    "length": gettext_lazy("A stage has %(least)s to %(most)s km, not %(length)s."),
    "type": gettext_lazy("Name the type of the stage: flat, low, medium or high."),
    "pass_range": gettext_lazy(
        "The pass %(start)s–%(end)s does not lie on the road of %(length)s km."
    ),
    "pass_overlap": gettext_lazy(
        "The passes %(before_start)s–%(before_end)s and %(start)s–%(end)s share a square."
    ),
    "pass_category": gettext_lazy("Name the category of the pass %(start)s–%(end)s."),
    "pass_length": gettext_lazy("A pass of that category has %(squares)s squares."),
    "pass_touch": gettext_lazy(
        "No flat square lies between the passes that meet on %(before_end)s and %(start)s."
    ),
    "sprint_version": gettext_lazy("Only the master version has intermediate sprints."),
    "sprint_twice": gettext_lazy("Two intermediate sprints share a square."),
    "sprint_flat": gettext_lazy(
        "The intermediate sprint on %(km)s is not on a flat square of the road."
    ),
    "team_count": gettext_lazy("%(least)s to %(most)s teams race, not %(count)s."),
    "team_names": gettext_lazy("Teams have different names of small letters, like red."),
    "rider_count": gettext_lazy("A team has 5 or 6 riders, not %(count)s."),
    "absent": gettext_lazy("%(riders)s: not a rider of these teams."),
    "mountain_attacks": gettext_lazy("Mountain attacks: one number for each team, none below 0."),
    "mountain_attacks_left": gettext_lazy(
        "Mountain attacks: no team has more left than the whole tour gives."
    ),
    # of a situation
    "situation_turn": gettext_lazy(
        "A situation stands after a completed turn, 0 being the opening, not after turn %(turn)s."
    ),
    "unknown_riders": gettext_lazy("%(riders)s: nobody of that name starts this stage."),
    "named_twice": gettext_lazy("%(rider)s is named twice: %(places)s."),
    "unplaced": gettext_lazy("%(riders)s: on the road, out or in?"),
    "road_empty": gettext_lazy("Nobody is left on the road."),
    "off_road": gettext_lazy("%(rider)s stands on km %(square)s; the road goes from 0 to %(end)s."),
    "over_at_line": gettext_lazy(
        "In the %(version)s version the stage is over when somebody has crossed the line."
    ),
    "nobody_arrived": gettext_lazy(
        "The line was crossed first in turn %(first)s, but nobody has arrived."
    ),
    "arrival_order": gettext_lazy(
        "Arrivals stand in the order of their turns, and the first is of turn 0: that in which the"
        " line was crossed first."
    ),
    "arrival_turns": gettext_lazy(
        "The line was crossed in turns %(first)s to %(latest)s; that must lie in turns 1 to"
        " %(turn)s."
    ),
    "unit_kind": gettext_lazy(
        "%(riders)s: what crosses the line is a peloton, a paceline or a single, not “%(kind)s”."
    ),
    "unit_squares": gettext_lazy("%(riders)s: the squares behind the line are 1 to %(furthest)s."),
    "unit_single": gettext_lazy("%(riders)s: a single is one rider."),
    "unit_setters": gettext_lazy(
        "%(riders)s: name the pace-setter of the paceline among its riders."
    ),
    "die_range": gettext_lazy("%(riders)s: the die of the seconds shows 1 to 6."),
    "die_beyond": gettext_lazy("%(riders)s: no die is thrown beyond square %(last)s."),
    "finish_names": gettext_lazy("The finish names everybody who has arrived, once."),
    "finish_order": gettext_lazy(
        "%(after)s came in before %(before)s, by turn, square or time; the finish says otherwise."
    ),
    "unknown_lines": gettext_lazy("%(lines)s: no line that is decided on the way."),
    "line_places": gettext_lazy("%(line)s on km %(km)s has %(places)s places, not %(count)s."),
    "passed_twice": gettext_lazy("%(line)s on km %(km)s: a rider passes a line once."),
    "passed_early": gettext_lazy(
        "%(rider)s has passed %(line)s on km %(km)s but stands on km %(square)s; tick them under"
        " “Taken back” if a fall or a broken chain took them there."
    ),
    "not_in_passage": gettext_lazy(
        "%(riders)s: past %(line)s on km %(km)s, where a place is still open, but not named there."
    ),
    "used_bottle": gettext_lazy("%(team)s has used %(count)s bottles of %(most)s."),
    "used_sprint": gettext_lazy("%(team)s has used %(count)s sprints of %(most)s."),
    "used_attack": gettext_lazy("%(team)s has used %(count)s attacks of %(most)s."),
    "used_mountain_attack": gettext_lazy(
        "%(team)s has used %(count)s mountain attacks of %(most)s."
    ),
    "unknown_teams": gettext_lazy("%(teams)s: no team of this stage."),
    "unknown_climbs": gettext_lazy("%(lines)s: no pass of this stage with double throws."),
    "double_count": gettext_lazy(
        "%(team)s has made %(count)s double throws of %(most)s on %(line)s."
    ),
    "double_early": gettext_lazy(
        "%(team)s has made a double throw on %(line)s, which its climber has not reached."
    ),
    "no_descent": gettext_lazy(
        "%(rider)s may not descend at full speed: they have to stand on the flat just behind a"
        " pass, hills excepted."
    ),
    "no_throw_to_lose": gettext_lazy("%(rider)s loses no throw of the next turn."),
}
PLACES: Final[dict[str, str | Promise]] = {
    "road": gettext_lazy("on the road"),
    "out": gettext_lazy("out"),
    "in": gettext_lazy("in"),
}
# Values that are called by names of the tour.
NAMED: Final = {"rider", "riders", "before", "after", "team", "teams"}
# Fields of the form of a situation, by the values of a fact; of several riders the first is meant.
FIELDS: Final = {
    "situation_turn": "turn",
    "named_twice": "at_{rider}",
    "unplaced": "at_{riders}",
    "off_road": "at_{rider}",
    "nobody_arrived": "clock",
    "arrival_order": "clock",
    "arrival_turns": "clock",
    "line_places": "line_{line}",
    "passed_twice": "line_{line}",
    "passed_early": "at_{rider}",
    "not_in_passage": "line_{line}",
    "used_bottle": "left_{team}_bottle",
    "used_sprint": "left_{team}_sprint",
    "used_attack": "left_{team}_attack",
    "used_mountain_attack": "left_{team}_mountain_attack",
    "double_count": "double_{line}_{team}",
    "double_early": "double_{line}_{team}",
    "no_descent": "at_{rider}",
    "no_throw_to_lose": "at_{rider}",
}


def describe(problem: Problem, name: Callable[[str], str] = str) -> str:
    """Word a problem; `name` calls riders and teams by their names."""
    values = {key: _word_value(key, value, name) for key, value in problem.values.items()}
    return str(SENTENCES[problem.code]) % values


def _word_value(key: str, value: Value, name: Callable[[str], str]) -> str:
    if key == "line":
        return labels.line(str(value))
    if isinstance(value, int) or key not in NAMED | {"places", "lines"}:
        return str(value)
    if key == "places":
        return join_with_and([str(PLACES[place]) for place in value])
    codes = (value,) if isinstance(value, str) else value
    return list_names(codes, name if key in NAMED else str) or _("An arrival of nobody")


def field_of(problem: Problem) -> str:
    """Name the field of the form that a problem is about; "" where it is about several."""
    first = {
        key: (value or ("",))[0] if isinstance(value, tuple) else value
        for key, value in problem.values.items()
    }
    return FIELDS.get(problem.code, "").format(**first)


def describe_refusal(refusal: Refused) -> str:
    """Word the engine's reasons against a setup, where it gave facts."""
    problems = getattr(refusal, "problems", ())
    return " ".join(map(describe, problems)) or str(refusal)
