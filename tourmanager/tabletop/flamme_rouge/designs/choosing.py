"""Choose a stage: a ready one, one of the user's own, or one whose code somebody sent."""

import re
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine import BadSetup
from games.flamme_rouge import code
from games.flamme_rouge.facts import facts_of_road
from games.flamme_rouge.stages import catalogue
from tourmanager.accounts.models import User
from tourmanager.tabletop.flamme_rouge.models import Design

CODE = "code"  # the choice of a code that is typed or pasted beside it
OWN = "own-"
SETS = {
    "base": gettext_lazy("Of the game"),
    "peloton": gettext_lazy("Of Peloton"),
    "community": gettext_lazy("Extras by players, not official"),
}
LINK = re.compile(r"/designs/([^/?#\s]+)")


class Chosen(NamedTuple):
    name: str
    stage: dict[str, Any]  # as a setup has it: a key, or tiles


def stage_choices(user: User) -> list[tuple[str, Any]]:
    """Return the stages as groups of choices of a select."""
    own = [(f"{OWN}{design.pk}", design.name) for design in designs_of(user)]
    groups: list[tuple[str, Any]] = [
        (
            str(words),
            [(stage.key, stage.name) for stage in catalogue().values() if stage.set == kind],
        )
        for kind, words in SETS.items()
    ]
    return [
        *groups[:2],
        *([(_("My own stages"), own)] if own else []),
        groups[2],
        (CODE, _("A stage by its code …")),
    ]


def designs_of(user: User) -> list[Design]:
    return list(Design.objects.filter(owner=user, deleted_at=None))


def find_chosen(choice: str, text: str, user: User) -> Chosen:
    """Return the stage of a choice, or of the code that was typed. Raises BadSetup."""
    if choice == CODE:
        return by_code(text)
    if choice.startswith(OWN):
        number = choice.removeprefix(OWN)
        own = next((design for design in designs_of(user) if str(design.pk) == number), None)
        if own is None:
            raise BadSetup(_("That stage is not among yours any more."))
        return Chosen(own.name, {"tiles": own.tiles})
    if stage := catalogue().get(choice):
        return Chosen(stage.name, {"key": stage.key})
    raise BadSetup(_("Choose a stage."))


def by_code(text: str) -> Chosen:
    """Return the stage of a code, or of the link that has it. Raises BadSetup."""
    match = LINK.search(text)
    tiles = code.read_code(match[1] if match else text)
    return Chosen(name_of_tiles(tiles), {"tiles": tiles})


def name_of_tiles(tiles: str) -> str:
    """Return the name of the ready stage with these tiles, else "Stage of 74 squares"."""
    same = next((stage.name for stage in catalogue().values() if stage.tiles == tiles), "")
    return same or (_("Stage of %(length)s squares") % {"length": facts_of_road(tiles).length})
