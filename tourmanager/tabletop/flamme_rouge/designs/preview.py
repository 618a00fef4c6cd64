"""Preview a stage before it is ridden: the road as its tiles lie, its facts, and what the rules say
of it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import BadSetup
from games.flamme_rouge import design
from games.flamme_rouge import setup as setups
from games.flamme_rouge.facts import Facts, Stretch, facts_of_road
from games.flamme_rouge.setup import Setup
from tourmanager.tabletop.flamme_rouge.tiles.map import map_of
from tourmanager.tabletop.flamme_rouge.vocabulary import VOCABULARY


@dataclass(frozen=True)
class Preview:
    name: str
    drawing: SafeString
    facts: list[tuple[str, str]]  # label, words
    wrong: list[str] = field(default_factory=list)  # it cannot be ridden so
    hints: list[str] = field(default_factory=list)  # it can, and the rules would have it otherwise


def preview(name: str, setup: Setup | None, trouble: str = "") -> Preview:
    """Preview a setup for its riders; without a setup only what is wrong.

    Ready stages get no advice: their makers have decided what they are like.
    """
    try:
        tiles = setup.tiles if setup is not None else ""
    except BadSetup as refused:
        tiles, trouble = "", str(refused)
    if setup is None or not tiles:
        return Preview(name, SafeString(""), [], [trouble])
    layout = laid_out(name, tiles, setup.field.riders, setup.breakaway)
    return replace(
        layout,
        wrong=list(setups.problems(setup)),
        hints=[*setups.hints(setup), *([] if setup.stage.key else layout.hints)],
    )


def laid_out(name: str, tiles: str, riders: int, breakaway: bool = False) -> Preview:
    """Preview a row of known tiles, with what the rules say of it for that many riders."""
    if not tiles:
        return Preview(name, SafeString(""), [], [_("A stage needs tiles.")])
    lies, advice = map_of(tiles.split()), design.check_stage(tiles, riders, breakaway)
    hints = [*([lies.words] if lies.words else []), *(problem.words for problem in advice.hints)]
    return Preview(
        name,
        lies.drawing,
        list(_rows(facts_of_road(tiles))),
        [problem.words for problem in advice.errors],
        hints,
    )


def _rows(facts: Facts) -> Iterator[tuple[str, str]]:
    """Yield the facts as label and words."""
    yield _("Length"), _("%(length)s squares to the finish line") % {"length": facts.length}
    room = ngettext("room for %(count)s rider", "room for %(count)s riders", facts.room)
    yield _("Start"), room % {"count": facts.room}
    climbs = [
        f"{VOCABULARY.climbs[climb.category].name}, {_squares(climb)}" for climb in facts.climbs
    ]
    yield _("Climbs"), "; ".join(climbs) or _("none")
    for label, stretches in (
        (_("Descents"), facts.descents),
        (_("Cobbles"), facts.cobbles),
        (_("Supply zones"), facts.supply),
    ):
        if stretches:
            yield label, "; ".join(map(_squares, stretches))
    if facts.sprint is not None:
        yield _("Sprint line"), _("on square %(square)s") % {"square": facts.sprint}
    yield _("Tiles"), _("of the game and of Peloton") if facts.peloton else _("of the game")


def _squares(stretch: Stretch) -> str:
    squares = ngettext("%(count)s square", "%(count)s squares", stretch.squares)
    count = squares % {"count": stretch.squares}
    return (
        f"{count} ({stretch.first}–{stretch.last})"
        if stretch.squares > 1
        else f"{count} ({stretch.first})"
    )
