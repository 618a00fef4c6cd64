"""Draw the road on the stage page: the profile with a sign for each line, which tells its distance
and opens it.

Most taps do not change it, so a drawing is cached until what it shows changes.
"""

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tourmanager.results.sheet.entries import FINISH
from tourmanager.results.stage_page.board import StageBoard
from tourmanager.results.stage_page.pieces import LineView
from tourmanager.tours.models import Stage
from tourmanager.tours.profile.layout import ProfileLine
from tourmanager.tours.templatetags.profile import profile

KEPT = 500
_cache: dict[tuple[object, ...], SafeString] = {}


def draw_road(stage: Stage, board: StageBoard, size: str = "strip") -> SafeString:
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
    key = (size, stage.length, stage.kind_of_road, signs, get_language())
    if key not in _cache:
        if len(_cache) >= KEPT:
            _cache.clear()
        _cache[key] = render_to_string("tours/_profile.html", profile(stage, signs, size))
    return _cache[key]


def _signs(board: StageBoard, length: int, *, links: bool, open_too: bool) -> list[ProfileLine]:
    stage = board.reading.stage
    page, measure = stage.get_absolute_url(), stage.measure
    climbs = stage.climbs
    signs = []
    for view in board.lines:
        line = board.frame.lines[view.key]
        signs.append(
            ProfileLine(
                view.key,
                view.label,
                view.short,
                line.category,
                line.start,
                line.km,
                _line_state(view, links=links, open_too=open_too),
                f"{page}?line={view.key}" if links and view.needed else "",
                "",
                measure,
                climbs.get(line.category),
            )
        )
    signs.append(
        ProfileLine(
            FINISH,
            _("Finish"),
            _("Finish"),
            FINISH,
            None,
            length,
            _finish_state(board, links=links),
            f"{page}?line={FINISH}" if links else "",
            "",
            measure,
        )
    )
    return signs


def _line_state(view: LineView, *, links: bool, open_too: bool) -> str:
    """Say how far a line is: "open" while it is the next one, "part", "done", …"""
    if view.state == "unpaid":
        return ""
    if view.state != "open":
        return view.state
    if view.filled >= view.needed and not (links and open_too):
        return "done"
    if open_too:
        return "open"
    return "part" if view.filled else "empty"


def _finish_state(board: StageBoard, *, links: bool) -> str:
    is_done = board.finish_state == "open" and not board.finish.missing and not links
    return "done" if is_done else board.finish_state
