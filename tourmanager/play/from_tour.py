"""Which stages of a tour can be ridden digitally, and the setup of one; what differs from game to game stands in `bridges/`."""

from typing import Any

from games import game as game_of
from games.engine import BadSetup
from tourmanager.play.bridges import BRIDGES, NotDigital, bridge_of
from tourmanager.play.look import Look
from tourmanager.results.reading import StageReading, read_stage
from tourmanager.tours.models import REST, Stage

__all__ = ["NotDigital", "look_of", "setup_from", "setup_of", "why_not"]


def why_not(stage: Stage) -> str:
    """Why this stage of a tour cannot be ridden digitally now, whatever its road; "" where it can."""
    tour = stage.tour
    if tour.erased_at is not None:
        return "This tour was erased."
    if tour.game not in BRIDGES:
        return "This race has no board: its results are entered, no stage of it is ridden digitally."
    if stage.kind == REST:
        return "Nobody rides on a rest day."
    if words := bridge_of(tour.game).why_not(stage):
        return words
    if stage.state == Stage.State.PENDING:
        return f"{stage} has not begun: end the stage before it first."
    if stage.state == Stage.State.ENDED:
        return f"{stage} has ended."
    return ""


def begun(reading: StageReading) -> str:
    """Why a stage does not begin at its start, in words; "" where nothing of it was raced yet."""
    bridge = bridge_of(reading.stage.tour.game)
    if not bridge.begun(reading.log.sheet):
        return ""
    if bridge.table is None:
        return f"{reading.stage} was begun at the table, and goes on there: its log says nothing of the cards everybody holds."
    return f"{reading.stage} was begun at the table: say where everybody stands, and it goes on from there."


def setup_of(stage: Stage) -> dict[str, object]:
    """The setup of the stage from its start (`stage.tour` has to be loaded). Raises NotDigital."""
    if words := why_not(stage):
        raise NotDigital(words)
    reading = read_stage(stage)
    if words := begun(reading):
        raise NotDigital(words)
    return setup_from(reading)


def setup_from(reading: StageReading, situation: dict[str, Any] | None = None) -> dict[str, object]:
    """The setup of a stage that was read, from its start or from a situation. Raises NotDigital."""
    stage = reading.stage
    if words := why_not(stage):
        raise NotDigital(words)
    bridge, game = bridge_of(stage.tour.game), game_of(stage.tour.game)
    try:
        return game.write_setup(game.read_setup(bridge.data_of(reading, situation)))
    except BadSetup as refused:
        raise NotDigital(f"{stage} cannot be ridden digitally. {bridge.in_words(str(refused))}") from None


def look_of(reading: StageReading) -> Look:
    """Teams and riders as the stage's page draws them, leaders in their jerseys."""
    return bridge_of(reading.stage.tour.game).look_of(reading)
