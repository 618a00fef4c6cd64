"""Draw riders on a road of tiles: a jersey on its square and lane, with where it came from and what
the last round did to it.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise

import msgspec

from tourmanager.play.boards.look import Look
from tourmanager.tabletop.flamme_rouge.screen.board.last_round import CardMove, Happened, Place
from tourmanager.tabletop.flamme_rouge.tiles.ground import coord, draw_side
from tourmanager.tabletop.flamme_rouge.tiles.panels import Panel
from tourmanager.tabletop.flamme_rouge.tiles.plane import PlaneSquare, Point
from tourmanager.web import drawing

# Width of a jersey by lanes of its square, in squares, so that none touches another: where the road
# goes along the page, and where not.
UPRIGHT, TURNED = (0.0, 0.78, 0.78, 0.72), (0.0, 0.6, 0.6, 0.53)
Spots = Mapping[Place, Point]


class PanelRiders(msgspec.Struct, frozen=True):
    """Everybody who is drawn, and what is known of them."""

    look: Look
    at: Mapping[str, Place]
    mine: Collection[str]
    notes: Mapping[str, str]  # by rider: where they are and what happened to them, in words
    happened: Happened | None


class PlacedPanel(msgspec.Struct, frozen=True):
    """A panel and how far down it is drawn."""

    panel: Panel
    down: float

    def spot(self, place: Place) -> Point:
        x, y = self.panel.spot(*place)
        return x, y + self.down


def find_spot(panels: Sequence[PlacedPanel], place: Place) -> Point | None:
    """Return the point at which a place is drawn; None where it is not."""
    for each in panels:
        if each.panel.first <= place[0] <= each.panel.last:
            return each.spot(place)
    return None


def draw_riders(panels: Sequence[PlacedPanel], people: PanelRiders) -> Iterator[str]:
    """Draw the riders in the order of the look, without those who are off the panels."""
    legs = _legs(panels, people.happened) if people.happened else {}
    for rider in people.look.riders:
        place = people.at.get(rider)
        panel = next(
            (
                each.panel
                for each in panels
                if place and each.panel.first <= place[0] <= each.panel.last
            ),
            None,
        )
        if place is None or panel is None:
            continue
        square = panel.squares[place[0] - panel.first]
        wide = (UPRIGHT if square.upright else TURNED)[square.lanes] * panel.scale
        yield _rider(
            rider, place, find_spot(panels, place) or (0, 0), wide, people, legs.get(rider, "")
        )


def _rider(
    rider: str, place: Place, middle: Point, wide: float, people: PanelRiders, legs: str
) -> str:
    tall = wide * 48 / 49
    x, y = middle[0] - wide / 2, middle[1] - tall / 2
    box = f'x="{coord(x)}" y="{coord(y)}" width="{coord(wide)}" height="{coord(tall)}"'
    mine = rider in people.mine
    label = ", ".join(
        part
        for part in (drawing.jersey_label(people.look.riders[rider]), people.notes.get(rider, ""))
        if part
    )
    tired = people.happened and rider in people.happened.tired
    way = f' data-legs="{legs}"' if legs else ""
    own = ' class="ride-mine"' if mine else ""
    halo = (
        f'<circle class="ride-halo" cx="{coord(middle[0])}" cy="{coord(middle[1])}"'
        f' r="{coord(wide * 0.62)}"/>'
        if mine
        else ""
    )
    return (
        f'<g data-rider="{rider}" data-at="{place[0]}" data-lane="{place[1]}"{way}{own} role="img"'
        f' aria-label="{escape(label)}">{halo}<use href="#{drawing.close_id(rider)}"'
        f" {box}/>{_card(x + wide * 0.72, y - wide * 0.14, wide) if tired else ''}</g>"
    )


def _card(x: float, y: float, wide: float) -> str:
    """Draw the exhaustion card that came to a rider."""
    width = wide * 0.4
    return (
        f'<g class="ride-tired"><rect x="{coord(x)}" y="{coord(y)}" width="{coord(width)}"'
        f' height="{coord(width * 1.3)}" rx="2"/><path d="M{coord(x + width * 0.25)}'
        f" {coord(y + width * 0.38)}l{coord(width * 0.5)}"
        f" {coord(width * 0.54)}m0-{coord(width * 0.54)}l-{coord(width * 0.5)}"
        f' {coord(width * 0.54)}"/></g>'
    )


def _legs(panels: Sequence[PlacedPanel], happened: Happened) -> dict[str, str]:
    """Return each rider's way through the round: where they stood, and for each step the points
    they pass ("12,30|1 12,40 20,50|7 24,60").
    """
    ways: dict[str, list[str]] = {}
    step = 0
    for move in happened.moves:
        step += 1
        if move.start != move.end:
            _ride(ways, panels, step, move.rider, move.start, move.end)
    for slip in happened.slips:
        step += 1
        for rider, start, end in slip.moves:
            _ride(ways, panels, step, rider, start, end)
    return {rider: "|".join(way) for rider, way in ways.items() if len(way) > 1}


def _ride(
    ways: dict[str, list[str]],
    panels: Sequence[PlacedPanel],
    step: int,
    rider: str,
    start: Place,
    end: Place,
) -> None:
    points = [
        _point(spot)
        for square in range(start[0], end[0])
        if (spot := find_spot(panels, _on(panels, square, start[1])))
    ]
    if spot := find_spot(panels, end):
        points.append(_point(spot))
    if not points:
        return
    way = ways.setdefault(rider, [points[0]])
    way.append(" ".join([str(step), *(points[1:] or points)]))


def _on(panels: Sequence[PlacedPanel], square: int, lane: int) -> Place:
    """Return a lane of that square, as near as the square has it."""
    for each in panels:
        if each.panel.first <= square <= each.panel.last:
            return square, min(lane, each.panel.squares[square - each.panel.first].lanes - 1)
    return square, lane


def _point(point: Point) -> str:
    return f"{coord(point[0])},{coord(point[1])}"


def draw_marks(panels: Sequence[PlacedPanel], happened: Happened) -> Iterator[str]:
    """Mark on the road where riders came from, empty squares that slipstream closed, and full
    squares that stopped somebody.
    """
    for each in panels:
        panel, squares = each.panel, {square.number: square for square in each.panel.squares}
        markup = "".join(
            _draw_slip(panel, squares[slip.closed_square - 1], squares[slip.closed_square])
            for slip in happened.slips
            if slip.closed_square in squares and slip.closed_square - 1 in squares
        ) + "".join(
            _draw_block(panel, squares[move.end[0]], move.end[1])
            for move in happened.moves
            if move.blocked and move.end[0] in squares
        )
        if markup:
            yield f'<g transform="translate(0 {each.down:g})" aria-hidden="true">{markup}</g>'


def _draw_slip(panel: Panel, before: PlaneSquare, square: PlaneSquare) -> str:
    """Draw the arrow along an empty square that slipstream closed."""
    off = -square.half - 0.14
    x, y = panel.on(before.at(0.3, off))
    d = f"M{coord(x)} {coord(y)}{draw_side(panel, before, off)}{draw_side(panel, square, off)}"
    return f'<path class="ride-draft" marker-end="url(#ride-arrow)" d="{d}"/>'


def _draw_block(panel: Panel, square: PlaneSquare, lane: int) -> str:
    """Draw the line where somebody found all squares full."""
    aside = square.lane(min(lane, square.lanes - 1))
    ends = [panel.on(square.at(0.97, aside + by)) for by in (-0.34, 0.34)]
    d = "L".join(f"{coord(x)} {coord(y)}" for x, y in ends)
    return f'<path class="ride-blocked" d="M{d}"/>'


def draw_trails(panels: Sequence[PlacedPanel], happened: Happened, look: Look) -> Iterator[str]:
    """Draw a trail from where each rider started the round to where their card brought them, as far
    as it is shown.
    """
    for move in happened.moves:
        d = "".join(
            "M" + "L".join(f"{coord(x)} {coord(y)}" for x, y in points)
            for points in _runs(panels, move)
            if len(points) > 1
        )
        if d and move.rider in look.riders:
            yield f'<path class="ride-came" stroke="{look.riders[move.rider].colour}" d="{d}"/>'


def _runs(panels: Sequence[PlacedPanel], move: CardMove) -> list[list[Point]]:
    """Give the points of a trail, which ends where the road goes on in another panel."""
    squares = [
        (square, point)
        for square in range(move.start[0], move.end[0] + 1)
        if (point := find_spot(panels, _on(panels, square, move.end[1])))
    ]
    runs: list[list[Point]] = [[]]
    for (_, point), following in pairwise([*squares, (0, (0.0, 0.0))]):
        runs[-1].append(point)
        if following[0] and not _same_panel(panels, following[0]):
            runs.append([])
    return runs


def _same_panel(panels: Sequence[PlacedPanel], square: int) -> bool:
    """Return True when that square is on the panel of the one before it."""
    return any(each.panel.first < square <= each.panel.last for each in panels)
