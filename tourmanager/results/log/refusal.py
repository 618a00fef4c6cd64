"""Say why a stage cannot end: shown after End stage was pressed, and updated with every tap."""

import msgspec

from tourmanager.results.stage_page.board import StageBoard
from tourmanager.results.stage_page.pieces import Trouble


class Refusal(msgspec.Struct, frozen=True):
    """The problems that keep a stage from ending. `acceptable`: they are warnings alone, with the
    codes in `accepted`.
    """

    lines: list[Trouble]
    acceptable: bool
    accepted: list[str]


def refusal_of(board: StageBoard) -> Refusal | None:
    """Return why the stage cannot end now, or None. A correction's warnings are left to its
    preview."""
    found = [] if board.complete and board.reading.stage.reopened else board.problems
    if not found:
        return None
    accepted = sorted({problem.code for problem in found if problem.warning})
    return Refusal(board.troubles(found), board.complete, accepted)
