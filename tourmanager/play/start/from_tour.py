"""Find out which stages of a tour can be ridden digitally, and make the setup of one.

What differs from game to game is asked of its `contract.Adapter`.
"""

from typing import Any

from django.utils.translation import gettext as _

from games.engine import BadSetup
from tourmanager.play.boards.look import Look
from tourmanager.play.contract import NotDigital, find_screen, screen_of
from tourmanager.results.log.reading import StageReading, read_stage
from tourmanager.tours.models import REST, Stage

__all__ = ["NotDigital", "look_of", "setup_from", "setup_of", "why_not"]


def why_not(stage: Stage) -> str:
    """Say why this stage of a tour cannot be ridden digitally now, whatever its road; "" where it
    can.
    """
    tour = stage.tour
    if tour.erased_at is not None:
        return _("This tour was erased.")
    screen = find_screen(tour.game)
    if screen is None:
        return _(
            "This race has no board: its results are entered, no stage of it is ridden digitally."
        )
    if stage.kind == REST:
        return _("Nobody rides on a rest day.")
    if words := screen.adapter.why_not(stage):
        return words
    if stage.state == Stage.State.PENDING:
        return _("%(stage)s has not begun: end the stage before it first.") % {"stage": stage}
    if stage.state == Stage.State.ENDED:
        return _("%(stage)s has ended.") % {"stage": stage}
    return ""


def why_not_at_start(reading: StageReading) -> str:
    """Say why a stage does not begin at its start; "" where nothing of it was raced yet."""
    screen = screen_of(reading.stage.tour.game)
    if not screen.adapter.has_begun(reading.log.sheet):
        return ""
    if screen.table is None:
        return _(
            "%(stage)s was begun at the table, and goes on there: its log does "
            "not say all that a screen would have to know."
        ) % {"stage": reading.stage}
    return _(
        "%(stage)s was begun at the table: say where everybody stands, and it goes on from there."
    ) % {"stage": reading.stage}


def setup_of(stage: Stage) -> dict[str, object]:
    """Make the setup of the stage from its start (`stage.tour` has to be loaded). Raises
    NotDigital.
    """
    if words := why_not(stage):
        raise NotDigital(words)
    reading = read_stage(stage)
    if words := why_not_at_start(reading):
        raise NotDigital(words)
    return setup_from(reading)


def setup_from(reading: StageReading, situation: dict[str, Any] | None = None) -> dict[str, object]:
    """Make the setup of a stage that was read, from its start or from a situation. Raises
    NotDigital.
    """
    stage = reading.stage
    if words := why_not(stage):
        raise NotDigital(words)
    screen = screen_of(stage.tour.game)
    adapter, game = screen.adapter, screen.engine()
    try:
        return game.write_setup(game.read_setup(adapter.setup_data(reading, situation)))
    except BadSetup as refused:
        raise NotDigital(
            _("%(stage)s cannot be ridden digitally. %(refused)s")
            % {"stage": stage, "refused": adapter.describe_refusal(refused)}
        ) from None


def look_of(reading: StageReading) -> Look:
    """Return teams and riders as the stage's page draws them, leaders in their jerseys."""
    return screen_of(reading.stage.tour.game).adapter.look_of(reading)
