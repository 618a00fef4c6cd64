"""Draw the road on the stage page: the profile with a sign for each line, which tells its distance
and opens it.

Most taps do not change it, so a drawing is cached until what it shows changes.
"""

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from tourmanager.results.sheet.entries import FINISH
from tourmanager.results.stage_page.board import Board
from tourmanager.tours.models import Stage
from tourmanager.tours.profile.layout import ProfileLine
from tourmanager.tours.templatetags.profile import profile

KEPT = 500
_drawn: dict[tuple[object, ...], SafeString] = {}


def draw_road(stage: Stage, board: Board, size: str = "strip") -> SafeString:
    """Draw the profile as markup. Signs are links for users who log the stage."""
    logging = stage.tour.directed and (stage.state == Stage.State.ACTIVE or stage.reopened)
    signs = tuple(
        _signs(
            board,
            stage.length,
            links=bool(logging),
            open_too=stage.state == Stage.State.ACTIVE or stage.reopened,
        )
    )
    key = (size, stage.length, stage.kind_of_road, signs)
    if key not in _drawn:
        if len(_drawn) >= KEPT:
            _drawn.clear()
        _drawn[key] = render_to_string("tours/_profile.html", profile(stage, signs, size))
    return _drawn[key]


def _signs(board: Board, length: int, *, links: bool, open_too: bool) -> list[ProfileLine]:
    signs = []
    stage = board.reading.stage
    page, measure = stage.get_absolute_url(), stage.measure
    for view in board.lines:
        state = {
            "hill": "",
            "open": "open" if open_too else "part" if view.filled else "empty",
        }.get(view.state, view.state)
        if view.state == "open" and (not links or not open_too) and view.filled >= view.needed:
            state = "done"
        line = board.frame.lines[view.key]
        href = f"{page}?line={view.key}" if links and view.needed else ""
        signs.append(
            ProfileLine(
                view.key,
                view.label,
                view.short,
                line.category,
                line.start,
                line.km,
                state,
                href,
                "",
                measure,
            )
        )
    state = board.finish_state
    if state == "open" and not board.finish.missing and not links:
        state = "done"
    signs.append(
        ProfileLine(
            FINISH,
            "Finish",
            "Finish",
            FINISH,
            None,
            length,
            state,
            f"{page}?line={FINISH}" if links else "",
            "",
            measure,
        )
    )
    return signs
