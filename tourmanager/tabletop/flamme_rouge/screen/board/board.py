"""Draw the board of Flamme Rouge: the visible stretches of the road, the riders on them, and the
lists beside.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine import Outcome
from games.flamme_rouge import setup as setups
from games.flamme_rouge.course import Course, course
from games.flamme_rouge.outcome import FlammeRougeExtras
from tourmanager.play.boards import road as strips
from tourmanager.play.boards.drawing import BoardDrawing, Pieces, Words
from tourmanager.play.boards.look import Look
from tourmanager.play.boards.overview import draw_overview
from tourmanager.play.boards.sheet import BREAK
from tourmanager.play.contract import ArrivalNote, Board
from tourmanager.play.log.lines import CommentaryLine
from tourmanager.scoring.vocabulary import ANY_CLIMB
from tourmanager.tabletop.flamme_rouge.screen.board.answers import AnswerPanel, arrange_answers
from tourmanager.tabletop.flamme_rouge.screen.board.last_round import last_round
from tourmanager.tabletop.flamme_rouge.screen.board.lists import arrivals, lists_of
from tourmanager.tabletop.flamme_rouge.screen.board.people import (
    PanelRiders,
    PlacedPanel,
    draw_marks,
    draw_riders,
    draw_trails,
)
from tourmanager.tabletop.flamme_rouge.tiles.ground import TileSign, draw_ground, shape
from tourmanager.tabletop.flamme_rouge.tiles.map import with_signs
from tourmanager.tabletop.flamme_rouge.tiles.panels import (
    NARROW,
    WHOLE_NARROW,
    WHOLE_WIDE,
    WIDE,
    Panel,
    PanelLayout,
    lay_out_panels,
    merge_stretches,
)
from tourmanager.tabletop.flamme_rouge.vocabulary import VOCABULARY
from tourmanager.web.by_language import cached_by_language
from tourmanager.web.drawing import close_jerseys

LAYOUTS = ((WIDE, WHOLE_WIDE, strips.WIDE), (NARROW, WHOLE_NARROW, strips.NARROW))
BEHIND, AHEAD, FAR = 1, 3, 7  # squares shown around a rider, and in front of the leading one
AS_LARGE = 0.88
ARROW = (
    '<svg class="jersey-symbols" width="0" height="0" aria-hidden="true"><defs><marker'
    ' id="ride-arrow" viewBox="0 0 8 8" refX="5" refY="4" markerWidth="3.500" markerHeight="3.500"'
    ' orient="auto"><path class="ride-arrow" d="M0 0l8 4-8 4z"/></marker></defs></svg>'
)


class FlammeRougeBoard(Board[FlammeRougeExtras]):
    quiet = frozenset({"draws", "dealt", "chosen", "revealed"})
    words = Words(
        turn="round",
        unit="square",
        climb="Climb",
        no_seat=gettext_lazy("a dummy team, ridden by its cards"),
        behind=gettext_lazy("Square"),
    )
    styles = ("tabletop/flamme_rouge/tiles.css", "tabletop/flamme_rouge/cards.css")
    scripts = ("tabletop/flamme_rouge/round.js",)
    pieces = Pieces(
        "tabletop/flamme_rouge/screen/_lists.html",
        "tabletop/flamme_rouge/screen/_answers.html",
        "tabletop/flamme_rouge/screen/_hands.html",
    )

    def draw(
        self,
        view: Mapping[str, Any],
        setup: Mapping[str, Any],
        look: Look,
        mine: Collection[str] = (),
        zoom: str = "race",
        lines: Sequence[CommentaryLine] = (),
    ) -> BoardDrawing:
        board_course = course(_setup_of(setup))
        happened = last_round(lines)
        lists = lists_of(view, board_course, look, mine, lines, happened)
        places = {rider: (at[0], at[1]) for rider, at in view["places"].items()}
        home = (
            {rider: place for rider, place in happened.places().items() if rider in happened.home}
            if happened
            else {}
        )
        people = PanelRiders(look, home | places, frozenset(mine), lists.notes, happened)
        codes = tuple(view["tiles"].split())
        open_squares = {
            int(text.split()[2]) for text in view["legal"] if text.startswith(("place ", "pick "))
        }
        boards, above = [], []
        for near, whole, strip in LAYOUTS:
            layout = whole if zoom == "road" else near
            panels = list(_place_panels(_chosen(codes, people, board_course, zoom, layout)))
            boards.append(_safe(_sheet(panels, layout, board_course, people, open_squares)))
            above.append(
                draw_overview(
                    strip,
                    strip_of(board_course),
                    [each.panel for each in panels],
                    lists.groups,
                    "squares",
                )
            )
        return BoardDrawing(
            symbols=_safe(close_jerseys((*look.teams.values(), *look.riders.values())) + ARROW),
            wide=boards[0],
            narrow=boards[1],
            overview=_safe("".join(above)),
            own=lists,
            pieces=self.pieces,
            zoom=zoom,
            owned=bool(mine),
        )

    def answers(self, view: Mapping[str, Any], look: Look, options: Sequence[Any]) -> AnswerPanel:
        return arrange_answers(view, look, options)

    def ranking(self, outcome: Outcome[FlammeRougeExtras]) -> tuple[str, ...]:
        """Return the teams in order; nothing where a team has one rider, whose place says it
        already.
        """
        seats = outcome.extras.seats
        return seats if len(seats) < len(outcome.finish) else ()

    def arrivals(self, outcome: Outcome[FlammeRougeExtras]) -> dict[str, ArrivalNote]:
        return arrivals(outcome)


def _safe(markup: str) -> SafeString:
    return mark_safe(markup)  # nosec B308 B703 - what people typed is escaped where it is set down


def _setup_of(setup: Mapping[str, Any]) -> setups.Setup:
    """Return the setup without its situation, which changes no road."""
    return setups.read_setup({key: value for key, value in setup.items() if key != "situation"})


@cached_by_language(128)
def signs_of(course: Course) -> tuple[TileSign, ...]:
    return with_signs(course.road, [(line.square, line.category) for line in course.lines])


@cached_by_language(128)
def strip_of(course: Course) -> strips.BoardRoad:
    """Return the road as the strip above the board shows it."""
    ascents = zip(
        course.road.stretches("A"),
        [line for line in course.lines if line.category != "sprint"],
        strict=False,
    )
    climbs = tuple(
        strips.RoadClimb(
            line.key.upper(), first, last, VOCABULARY.climbs.get(line.category, ANY_CLIMB)
        )
        for (first, last), line in ascents
    )
    return strips.BoardRoad(course.finish, course.finish, climbs, (), ())


def _chosen(
    codes: tuple[str, ...], people: PanelRiders, course: Course, zoom: str, layout: PanelLayout
) -> list[Panel]:
    """Return the panels that a zoom shows; also where riders started the last round, as long as
    nothing gets much smaller by it.
    """
    end = course.squares - 1
    if zoom == "road":
        return lay_out_panels(codes, [(0, end)], layout)
    at = _squares_of(people, mine=zoom == "mine")
    stretches = _around(at, course)
    shorter = lay_out_panels(codes, merge_stretches(stretches, end), layout)
    if people.happened is None:
        return shorter
    stretches += [
        (move.start[0], move.end[0]) for move in people.happened.moves if move.rider in at
    ]
    longer = lay_out_panels(codes, merge_stretches(stretches, end), layout)
    smallest = [min(panel.scale for panel in each) for each in (longer, shorter)]
    return (
        longer if len(longer) <= len(shorter) and smallest[0] >= AS_LARGE * smallest[1] else shorter
    )


def _squares_of(people: PanelRiders, *, mine: bool) -> dict[str, int]:
    """Give the square of every rider, or of mine where some of them are on the road."""
    own = {rider: place[0] for rider, place in people.at.items() if rider in people.mine}
    return own if mine and own else {rider: place[0] for rider, place in people.at.items()}


def _around(at: Mapping[str, int], course: Course) -> list[tuple[int, int]]:
    """List the parts of the road around these riders: further ahead of the first of them, and all
    of the start area while one stands there.
    """
    stretches = [(square - BEHIND, square + AHEAD) for square in at.values()]
    if at:
        stretches.append((max(at.values()), max(at.values()) + FAR))
    if not at or any(square in course.starts for square in at.values()):
        stretches.append((0, course.starts[0] + 2))
    return stretches


def _place_panels(panels: Sequence[Panel]) -> Iterator[PlacedPanel]:
    down = 2.0
    for before, panel in pairwise([None, *panels]):
        if panel is None:
            continue
        if panel.first > (before.last + 1 if before else 0):
            down += BREAK
        yield PlacedPanel(panel, down)
        down += panel.height + 8


def _sheet(
    panels: Sequence[PlacedPanel],
    layout: PanelLayout,
    course: Course,
    people: PanelRiders,
    open_squares: Collection[int],
) -> str:
    """Draw the board as an <svg>. Open squares may be tapped by players who place a rider."""
    body, happened, following = "", people.happened, 0
    for each in panels:
        if left_out := each.panel.first - following:
            body += (
                f'<text class="ride-break" x="{layout.width // 2}" y="{each.down - 10:g}">·  ·  · '
                f" {_squares(left_out)}  ·  ·  ·</text>"
            )
        body += _panel(each, layout, course, open_squares)
        following = each.panel.last + 1
    if happened:
        body += "".join(draw_trails(panels, happened, people.look))
    body += "".join(draw_riders(panels, people))
    if happened:
        body += "".join(draw_marks(panels, happened))
    high = panels[-1].down + panels[-1].panel.height + 4
    title = _("The road, %(finish)s from start to finish") % {
        "finish": _squares(course.finish - course.starts[0] - 1)
    }
    play_data = (
        f' data-play="{happened.seq}" data-moves="{len(happened.moves)}"'
        f' data-slips="{len(happened.slips)}"'
        if happened
        else ""
    )
    return (
        f'<svg class="ride-road ride-{layout.name} tile-road" viewBox="0 0 {layout.width}'
        f' {high:.0f}"{play_data} role="group" aria-label="{escape(title)}">{body}</svg>'
    )


def _panel(
    each: PlacedPanel, layout: PanelLayout, course: Course, open_squares: Collection[int]
) -> str:
    """Draw the road of one panel, and over it its open squares."""
    panel, down = each.panel, f'transform="translate(0 {each.down:g})"'
    name = (
        f'id="road-{layout.name}-{panel.first}" class="ride-row"'
        f' data-first="{panel.first}" data-last="{panel.last}"'
    )
    markup = f'<g {name} {down} aria-hidden="true">{draw_ground(panel, signs_of(course))}</g>'
    for square in panel.squares:
        if square.number in open_squares:
            markup += (
                f'<path class="ride-open" data-square="{square.number}" {down}'
                f' d="{shape(panel, square)}"/>'
            )
    return markup


def _squares(count: int) -> str:
    return ngettext("%(count)s square", "%(count)s squares", count) % {"count": count}
