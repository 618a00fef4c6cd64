"""Hold what has been entered for a Grand Tour so far, right or wrong: texts by the names of the
fields. Values in, values out.

Fields of a player are `team-0-name`, those of a stage `stage-0-source`, counted from 0; `players`
and `stages` say how many there are. What was entered for more of them stays until it is needed
again.
"""

import re
from collections.abc import Mapping
from typing import Any

from games.flamme_rouge.numbers import COLOURS
from games.flamme_rouge.stages import catalogue
from tourmanager.scoring.scheme import scheme
from tourmanager.tabletop.flamme_rouge.designs.choosing import CODE
from tourmanager.tabletop.flamme_rouge.screen.single import DRESSES
from tourmanager.tabletop.flamme_rouge.set_up.grand_tours import (
    HANDICAP,
    MOST_PLAYERS,
    MOST_STAGES,
    MUSCLE,
    PELOTON,
    SWITCHES,
    GrandTourPlan,
    GrandTourStage,
    handicap,
    mark_of,
)
from tourmanager.tours.options import chosen_option
from tourmanager.tours.planning.creation import new_ending
from tourmanager.tours.planning.plan import TeamPlan

Entered = dict[str, str]
ALONE = (
    "name",
    "version",
    "players",
    "peloton",
    "muscle",
    "classified",
    "traits",
    "exhaustion_stock",
    "gap_cap",
    "second_person",
    "talk",
)
FIELD = re.compile(
    r"team-(?:[0-9]|1[01])-(?:name|player|colour|handicap)|stage-(?:[0-9]|1[0-9]|20)-(?:source|code|breakaway)"
)
LONGEST = 300
FIRST_STAGES = ("firenze-milano", "le-col-du-ballon", "la-haute-montagne")
ON = "on"


def usual_tour() -> Entered:
    """Return three players on three stages of the base game, with the usual rules."""
    fields = {
        "version": "peloton",
        "players": "3",
        "stages": "0",
        "muscle": "0",
        "classified": ON,
        "ending": new_ending(),
    }
    fields["exhaustion_stock"] = "unlimited"
    for index, colour in enumerate(COLOURS):
        fields |= {f"team-{index}-name": colour.capitalize(), f"team-{index}-colour": colour}
    for key in FIRST_STAGES:
        fields = with_stage(fields, key)
    return fields


def merge_form(form_data: Mapping[str, str], before: Entered) -> Entered:
    """Replace what was entered by what a form has sent; a box without its tick is not sent.

    Players and stages that the form did not show stay.
    """
    own_fields = {
        name: text[:LONGEST]
        for name, text in form_data.items()
        if name in ALONE or FIELD.fullmatch(name)
    }
    rows_on_page = {name.rpartition("-")[0] for name in own_fields if "-" in name}
    rest = {
        name: text
        for name, text in before.items()
        if "-" in name and name.rpartition("-")[0] not in rows_on_page
    }
    return (
        rest
        | {"stages": before.get("stages", "0"), "ending": before.get("ending") or new_ending()}
        | own_fields
    )


def count(entered: Mapping[str, str], what: str) -> int:
    """Return how many players or stages there are."""
    text, most = entered.get(what, ""), MOST_STAGES if what == "stages" else MOST_PLAYERS
    return min(int(text), most) if text.isascii() and text.isdigit() and len(text) < 3 else 0


def with_stage(entered: Entered, source: str = "") -> Entered:
    """Add a stage at the end: that one, or the first that is not there yet."""
    number = count(entered, "stages")
    if number >= MOST_STAGES:
        return entered
    there = {entered.get(f"stage-{index}-source") for index in range(number)}
    source = source or next(
        (key for key in catalogue() if key not in there), next(iter(catalogue()))
    )
    return _put(entered, number, {"source": source}) | {"stages": str(number + 1)}


def without_stage(entered: Entered, index: int) -> Entered:
    number = count(entered, "stages")
    for later in range(index, number - 1):
        entered = _put(entered, later, _stage(entered, later + 1))
    return _put(entered, number - 1, {}) | {"stages": str(number - 1)}


def move_stage(entered: Entered, index: int, by: int) -> Entered:
    other = index + by
    if not 0 <= other < count(entered, "stages"):
        return entered
    here, there = _stage(entered, index), _stage(entered, other)
    return _put(_put(entered, index, there), other, here)


def _stage(entered: Entered, index: int) -> dict[str, str]:
    start = f"stage-{index}-"
    return {
        name.removeprefix(start): text for name, text in entered.items() if name.startswith(start)
    }


def _put(entered: Entered, index: int, stage: Mapping[str, str]) -> Entered:
    start = f"stage-{index}-"
    others = {name: text for name, text in entered.items() if not name.startswith(start)}
    return others | {f"{start}{name}": text for name, text in stage.items()}


def apply_button(entered: Entered, what: str) -> Entered:
    """Do what a button of the stages says: "add", "up-2", "down-0", "drop-1"."""
    word, _, text = what.partition("-")
    index = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else -1
    if word == "add":
        return with_stage(entered)
    if not 0 <= index < count(entered, "stages"):
        return entered
    match word:
        case "up":
            return move_stage(entered, index, -1)
        case "down":
            return move_stage(entered, index, 1)
        case "drop":
            return without_stage(entered, index)
    return entered


def repeat_tour(plan: GrandTourPlan, name: str) -> Entered:
    """Return what would make the same tour again, under another name."""
    fields = usual_tour() | {"name": name} | _rule_fields(plan)
    own = [team for team in plan.teams if not mark_of(team)]
    cards = handicap(plan.options.get(HANDICAP, "")) or (0,) * len(own)
    for index, team in enumerate(own):
        fields |= _team_fields(index, team, cards[index])
    for index, stage in enumerate(plan.stages):
        fields = _put(fields, index, _stage_fields(stage))
    return fields


def _rule_fields(plan: GrandTourPlan) -> Entered:
    """Give what is entered on the tour's own card."""
    marks = [mark_of(team) for team in plan.teams]
    rules = plan.rules or {}
    fields = {
        "version": chosen_option(plan.options, "version", SWITCHES),
        "players": str(marks.count("")),
        "muscle": str(marks.count(MUSCLE)),
        "exhaustion_stock": chosen_option(plan.options, "exhaustion_stock", SWITCHES),
        "gap_cap": str(_gap_cap(rules) or ""),
        "stages": str(len(plan.stages)),
    }
    switches = {
        "classified": not rules.get("unscored", scheme(plan.scheme).unscored),
        "peloton": PELOTON in marks,
        "second_person": plan.second_person,
        "traits": chosen_option(plan.options, "traits", SWITCHES) == "on",
        "talk": chosen_option(plan.options, "talk", SWITCHES) == "on",
    }
    return fields | {key: ON if on else "" for key, on in switches.items()}


def _gap_cap(rules: Mapping[str, Any]) -> int:
    """Give the largest gap of the classification by time; 0 where there is none."""
    rankings = rules.get("classifications", ())
    caps = (each.get("gap_cap", 0) for each in rankings if each.get("by") == "time")
    return next(caps, 0)


def _team_fields(index: int, team: TeamPlan, cards: int) -> Entered:
    by_dress = {dress: colour for colour, dress in DRESSES.items()}
    values = {
        "name": team.name,
        "player": team.manager,
        "colour": by_dress.get((team.colour, team.pattern), COLOURS[index]),
        "handicap": str(cards or ""),
    }
    return {f"team-{index}-{field}": text for field, text in values.items()}


def _stage_fields(stage: GrandTourStage) -> Entered:
    road = stage.road
    values = (
        {"source": road.key}
        if road.key in catalogue()
        else {"source": CODE, "code": "".join(road.tiles.split())}
    )
    return values | ({"breakaway": ON} if road.breakaway else {})
