"""The stage that is being raced, as far as its log says."""

from tourmanager.results.log import fold
from tourmanager.results.reading import Ended, Field, frame_of, logged
from tourmanager.results.sheet import Sheet
from tourmanager.scoring.virtual import Running, running
from tourmanager.tours.games import RACE
from tourmanager.tours.models import Stage


def running_of(stage: Stage, field: Field, ended: Ended) -> Running:
    """The stage on the road as far as it is logged (2 queries)."""
    sheet = sheet_of(stage, field, ended)
    last = sheet.out if sheet.frame.option("descent_death", "out_of_tour") == "last_in_stage" else ()
    at_finish = [line.key for line in sheet.frame.lines.values() if line.at_finish]
    turn = None if field.tour.game == RACE else sheet.turn
    squares = sheet.frame.squares if sheet.finishing.rounds else 0
    return running(sheet.result(), sheet.missing(), turn=turn, at_finish=at_finish, last=last, squares=squares)


def sheet_of(stage: Stage, field: Field, ended: Ended) -> Sheet:
    """What its log adds up to (2 queries): of an ended stage as it was ended."""
    log = fold(frame_of(stage, stage.lines.all(), field, ended), logged(stage.entries.order_by("seq")))
    return log.ended or log.sheet
