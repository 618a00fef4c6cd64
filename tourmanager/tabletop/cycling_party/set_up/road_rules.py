"""Hand the figures of the course check to the page that draws a road, so that its script can say
what the rules forbid while something is dragged. The check itself stays with `course_check`.
"""

import json

from django.utils.text import capfirst
from django.utils.translation import gettext_lazy

from games.cycling_party.table.master import master
from tourmanager.tabletop.cycling_party.set_up.course import (
    BOX_HEXAGONS,
    RUN_OUT_HEXAGONS,
    SQUARES_PER_HEXAGON,
)
from tourmanager.tabletop.cycling_party.set_up.course_check import (
    HARDEST,
    LONGEST,
    MOST_PASSES,
    MOST_SPRINTS,
    OPENING,
    PASS_COUNTS,
    RUN_IN,
    SHORTEST,
)
from tourmanager.tabletop.cycling_party.set_up.raced import NOT_RACED, Raced
from tourmanager.tabletop.cycling_party.vocabulary import CATEGORIES, TYPE_NAMES, VOCABULARY
from tourmanager.web import labels

# places in a row that the script fills in when it adds one
INDEX, NUMBER = "__index__", "__number__"

TYPE_BRIEFS = {
    "flat": gettext_lazy("Flat"),
    "low": gettext_lazy("Low"),
    "medium": gettext_lazy("Medium"),
    "high": gettext_lazy("High"),
}


def road_rules(raced: Raced = NOT_RACED) -> dict[str, object]:
    """Return the rules of a road as `road-rules.js` reads them; lengths and places are in squares.

    `raced` is the last square that cannot be changed any more (0: none), `stays` what lies as far
    as that.
    """
    numbers = master()
    return {
        # in rising difficulty
        "lengths": {key: numbers.pass_length[key] for key in CATEGORIES},
        "climbs": {
            key: {
                "name": climb.name,
                "brief": capfirst(climb.brief),
                "height": climb.height,
                "descent": climb.descent,
            }
            for key, climb in VOCABULARY.climbs.items()
        },
        "types": TYPE_NAMES,
        "hardest": HARDEST,
        "sprintCount": numbers.sprint_count,
        "passCounts": PASS_COUNTS,
        "mostPasses": MOST_PASSES,
        "mostSprints": MOST_SPRINTS,
        "shortest": SHORTEST,
        "longest": LONGEST,
        "opening": OPENING,
        "runIn": RUN_IN,
        "hexagon": SQUARES_PER_HEXAGON,
        "runOut": RUN_OUT_HEXAGONS,
        "box": BOX_HEXAGONS,
        "raced": raced.km,
        "stays": {
            "pass": [each.start for each in raced.passes],
            "sprint": raced.sprints,
            "finish": bool(raced.whole),
            "why": raced.whole,
        },
    }


def road_context(raced: Raced = NOT_RACED) -> dict[str, object]:
    """Return what the template of the editor needs: the rules as JSON, what has been raced, the
    categories as buttons, and the rows that the script copies.
    """
    lengths = master().pass_length
    return {
        "rules": json.dumps(road_rules(raced)),
        "raced": raced,
        "first_free": raced.km + 1,
        "categories": [
            (key, capfirst(VOCABULARY.climbs[key].brief), lengths[key], VOCABULARY.climbs[key].name)
            for key in CATEGORIES
        ],
        "types": [(key, name, TYPE_BRIEFS[key]) for key, name in TYPE_NAMES.items()],
        "new_pass": _new_row("pass", "p"),
        "new_sprint": _new_row("sprint", "s"),
    }


def _new_row(kind: str, letter: str) -> dict[str, object]:
    fact = labels.line(f"{letter}{NUMBER}")
    return {
        "index": INDEX,
        "head": {"id": f"{kind}-{INDEX}-head", "fact": fact},
        "note": {"id": f"{kind}-{INDEX}"},
    }
