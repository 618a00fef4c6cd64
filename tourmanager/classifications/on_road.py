"""The stage that is being raced, as far as it is logged."""

from tourmanager.results.log.reading import Ended, TourStartList, frame_of, read_entries
from tourmanager.results.log.stage_log import fold
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.scoring.virtual import Running, TurnClock, running_stage
from tourmanager.tours.models import Stage


def running_of(stage: Stage, field: TourStartList, ended: Ended) -> Running:
    """Make the running stage from its log (2 queries)."""
    sheet = sheet_of(stage, field, ended)
    last = frozenset(sheet.out) if sheet.stays_in_tour else frozenset[str]()
    at_finish = [line.key for line in sheet.frame.lines.values() if line.at_finish]
    return running_stage(
        sheet.result(),
        sheet.missing(),
        clock=_clock_of(sheet),
        at_finish=at_finish,
        last=last,
    )


def _clock_of(sheet: Sheet) -> TurnClock | None:
    """Return the clock of a stage, None in a game without one."""
    game = sheet.game
    if not game.has_clock:
        return None
    return TurnClock(sheet.turn, game.clock_seconds, game.earliest, game.times_follow)


def sheet_of(stage: Stage, field: TourStartList, ended: Ended) -> Sheet:
    """Fold the log of a stage into its sheet (2 queries): of an ended stage as it was ended."""
    log = fold(
        frame_of(stage, stage.lines.all(), field, ended),
        read_entries(stage.entries.order_by("seq")),
    )
    return log.ended or log.sheet
