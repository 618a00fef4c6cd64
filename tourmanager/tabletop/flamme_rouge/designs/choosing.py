"""Which stage: one of those that are ready, one of one's own, or one whose code somebody sent."""

import re
from typing import Any, NamedTuple

from games.engine import BadSetup
from games.flamme_rouge import code
from games.flamme_rouge.facts import facts_of_road
from games.flamme_rouge.stages import catalogue
from tourmanager.accounts.models import User
from tourmanager.tabletop.flamme_rouge.models import Design

CODE = "code"  # the choice of a code that is typed or pasted beside it
OWN = "own-"
SETS = {
    "base": "Of the game",
    "peloton": "Of Peloton",
    "community": "Extras by players, not official",
}
LINK = re.compile(r"/designs/([^/?#\s]+)")


class Chosen(NamedTuple):
    name: str
    stage: dict[str, Any]  # as a setup has it: a key, or tiles


def stage_choices(user: User) -> list[tuple[str, Any]]:
    """As a select offers them, in groups."""
    own = [(f"{OWN}{design.pk}", design.name) for design in designs_of(user)]
    groups: list[tuple[str, Any]] = [
        (words, [(stage.key, stage.name) for stage in catalogue().values() if stage.set == kind])
        for kind, words in SETS.items()
    ]
    return [
        *groups[:2],
        *([("My own stages", own)] if own else []),
        groups[2],
        (CODE, "A stage by its code …"),
    ]


def designs_of(user: User) -> list[Design]:
    return list(Design.objects.filter(owner=user, deleted_at=None))


def chosen(choice: str, typed: str, user: User) -> Chosen:
    """Raises BadSetup."""
    if choice == CODE:
        return by_code(typed)
    if choice.startswith(OWN):
        number = choice.removeprefix(OWN)
        own = next((design for design in designs_of(user) if str(design.pk) == number), None)
        if own is None:
            raise BadSetup("That stage is not among yours any more.")
        return Chosen(own.name, {"tiles": own.tiles})
    if stage := catalogue().get(choice):
        return Chosen(stage.name, {"key": stage.key})
    raise BadSetup("Choose a stage.")


def by_code(typed: str) -> Chosen:
    """Of a code, or of the link that it came in. Raises BadSetup."""
    found = LINK.search(typed)
    tiles = code.read_code(found[1] if found else typed)
    return Chosen(called(tiles), {"tiles": tiles})


def called(tiles: str) -> str:
    """What a stage that nobody has named is called."""
    same = next((stage.name for stage in catalogue().values() if stage.tiles == tiles), "")
    return same or f"Stage of {facts_of_road(tiles).length} squares"
