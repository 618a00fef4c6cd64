"""Draw the board of Cycling Party: its road, its groups, what its teams have left, who has arrived.

The game's own rules say which riders form a group: those still to throw as in the view, those who
have thrown by where they stand.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.cycling_party import setup as setups
from games.cycling_party.course import Course, course
from games.cycling_party.outcome import CyclingPartyExtras
from games.cycling_party.table.arrival import LAST_SQUARE, seconds_interval
from games.engine import Finish, Outcome
from tourmanager.play.boards.drawing import BoardDrawing, ListedRider, Pieces, RiderGroup, Words
from tourmanager.play.boards.look import Look
from tourmanager.play.boards.overview import draw_overview
from tourmanager.play.boards.people import DrawnRiders
from tourmanager.play.boards.road import (
    NARROW,
    WIDE,
    BoardRoad,
    RoadClimb,
    RoadSign,
    choose_rows,
    split_into_rows,
)
from tourmanager.play.boards.sheet import draw_sheet
from tourmanager.play.contract import ArrivalNote, Board
from tourmanager.play.log.lines import CommentaryLine
from tourmanager.scoring.vocabulary import ANY_CLIMB
from tourmanager.tabletop.cycling_party.screen.board_lists import (
    HOLDINGS,
    BoardLists,
    groups_of,
    list_arrivals,
    stock_of,
)
from tourmanager.tabletop.cycling_party.vocabulary import VOCABULARY
from tourmanager.web import labels
from tourmanager.web.by_language import cached_by_language
from tourmanager.web.drawing import close_jerseys


class CyclingPartyBoard(Board[CyclingPartyExtras]):
    words = Words(
        behind=gettext_lazy("Square"), none_used=gettext_lazy("Nobody used an advantage.")
    )
    styles = ("tabletop/cycling_party/tokens.css",)
    pieces = Pieces("tabletop/cycling_party/screen/_lists.html")

    def draw(
        self,
        view: Mapping[str, Any],
        setup: Mapping[str, Any],
        look: Look,
        mine: Collection[str] = (),
        zoom: str = "race",
        lines: Sequence[CommentaryLine] = (),
    ) -> BoardDrawing:
        # where it began changes no road
        ride_setup = setups.read_setup(
            {key: value for key, value in setup.items() if key != "situation"}
        )
        board_course, road = course(ride_setup), road_of(ride_setup)
        groups = groups_of(view, board_course, look, mine)
        people = _riders_to_draw(view, board_course, look, mine, groups)
        own = {people.at[rider] for rider in mine if rider in people.at}
        boards, strips = [], []
        for layout in (WIDE, NARROW):
            rows = choose_rows(
                list(split_into_rows(layout, road)), road, zoom, set(people.at.values()), own
            )
            boards.append(
                _safe(
                    draw_sheet(
                        layout,
                        road,
                        rows,
                        people,
                        _("The road, %(length)s km") % {"length": board_course.setup.stage.length},
                    )
                )
            )
            strips.append(draw_overview(layout, road, rows, groups))
        return BoardDrawing(
            symbols=_safe(close_jerseys((*look.teams.values(), *look.riders.values()))),
            wide=boards[0],
            narrow=boards[1],
            overview=_safe("".join(strips)),
            own=BoardLists(
                groups,
                stock_of(view, board_course, look, mine),
                list_arrivals(view, look, mine),
                tuple(ListedRider(look.riders[rider], rider in mine) for rider in view["out"]),
            ),
            pieces=self.pieces,
            zoom=zoom,
            owned=bool(mine),
        )

    def arrivals(self, outcome: Outcome[CyclingPartyExtras]) -> dict[str, ArrivalNote]:
        return {one.rider: _arrival(one, outcome) for one in outcome.finish}

    def count_used(self, outcome: Outcome[CyclingPartyExtras]) -> dict[str, dict[str, int]]:
        """Count advantages, and double throws of all passes together."""
        counts = {
            team: uses
            | {"double": sum(teams.get(team, 0) for teams in outcome.extras.doubles.values())}
            for team, uses in outcome.extras.used.items()
        }
        return {
            team: {str(HOLDINGS[kind]): count for kind, count in uses.items()}
            for team, uses in counts.items()
        }


def _arrival(one: Finish, outcome: Outcome[CyclingPartyExtras]) -> ArrivalNote:
    if one.group is None:
        return ArrivalNote(_("had an accident"))
    unit = outcome.extras.units[one.group]
    together = (
        _("%(kind)s of %(count)s") % {"kind": unit.kind, "count": len(unit.squares)}
        if len(unit.squares) > 1
        else ""
    )
    return ArrivalNote(together, unit.squares[one.rider])


def _safe(markup: str) -> SafeString:
    return mark_safe(markup)  # nosec B308 B703 - what people typed is escaped where it is set down


@cached_by_language(128)
def road_of(setup: setups.Setup) -> BoardRoad:
    """Build the road with its signs; junior and senior know no lines, so their passes are signs of
    the road alone.
    """
    board_course = course(setup)
    climbs = tuple(
        RoadClimb(
            f"P{n}",
            climb.start,
            climb.end,
            VOCABULARY.climbs[climb.category] if climb.category else ANY_CLIMB,
        )
        for n, climb in enumerate(board_course.climbs, 1)
    )
    return BoardRoad(
        board_course.setup.stage.length,
        board_course.end,
        climbs,
        tuple(sorted(_signs(board_course, climbs), key=lambda sign: sign.square)),
        _behind(board_course),
    )


def _signs(course: Course, climbs: Iterable[RoadClimb]) -> Iterator[RoadSign]:
    yield from map(_top, climbs)
    for n, km in enumerate(sorted(course.setup.stage.sprints), 1):
        yield RoadSign(km, "sprint", labels.line(f"s{n}"), f"S{n}")
    for square, words in _limits(course):
        if square > 0:
            yield RoadSign(square, "limit", words, words)
    yield RoadSign(course.end, "finish", _("Finish"), _("Finish"))


def _behind(course: Course) -> tuple[str, ...]:
    """Write the seconds at the squares behind the line; only the master version has any."""
    if not course.master:
        return ()
    seconds = [seconds_interval(square) for square in range(1, LAST_SQUARE + 1)]
    behind = tuple(f"{least}–{most}" for least, most in seconds)
    return (*behind, "0" if course.options.beyond_12 == "zero" else behind[-1])


def _top(climb: RoadClimb) -> RoadSign:
    if not climb.kind.name:
        return RoadSign(climb.end, "top", labels.line(climb.name.lower()), climb.name)
    return RoadSign(
        climb.end,
        "top",
        f"{climb.name} {climb.kind.name}",
        f"{climb.name} {climb.kind.brief}",
    )


def _limits(course: Course) -> list[tuple[int, str]]:
    """Return the last squares from which something may be done, with what it is."""
    limits = [(course.attack_until, _("last attack"))] if course.senior else []
    if course.master:
        limits += [
            (course.sprint_d20_until, _("last d20")),
            (course.sprint_3d6_until, _("last 3 dice")),
        ]
    return limits


def _names_by_length(group: RiderGroup) -> tuple[str, ...]:
    """Return the names of a group, in words that get shorter; the last says only whose turn it
    is.
    """
    count = len(group.riders) if len(group.riders) > 1 else ""
    gap = _("+%(count)s km") % {"count": group.ahead} if (group.ahead or 0) > 1 else ""
    name = "" if group.kind == "mountain" else f"{group.name} {count}".strip()
    both = f"{name}, {gap}" if name and gap else ""
    shortest = str(count) if group.kind == "peloton" else gap
    names = tuple(filter(None, (both, name, shortest)))
    return (*(f"▶ {words}" for words in names), "▶") if group.movers else names


def _notes(view: Mapping[str, Any], groups: Collection[RiderGroup]) -> dict[str, str]:
    """Describe where each rider is and what is next, for screen readers."""
    notes = {
        rider: [_("km %(km)s") % {"km": square} if square else _("at the start")]
        for rider, square in view["squares"].items()
    }
    for rider in view["rights"]:
        if rider in notes:
            notes[rider].append(_("may descend at full speed"))
    for rider in (rider for group in groups for rider in group.movers):
        notes[rider].append(_("throws next"))
    return {rider: ", ".join(words) for rider, words in notes.items()} | {
        rider: _("over the line, square %(square)s") % {"square": square}
        for rider, square in view["crossed"].items()
    }


def _riders_to_draw(
    view: Mapping[str, Any],
    course: Course,
    look: Look,
    mine: Collection[str],
    groups: Sequence[RiderGroup],
) -> DrawnRiders:
    crossed = {rider: course.end + square for rider, square in view["crossed"].items()}
    return DrawnRiders(
        look=look,
        at=view["squares"] | crossed,
        mine=frozenset(mine),
        movers=frozenset(rider for group in groups for rider in group.movers),
        downhill=frozenset(view["rights"]),
        notes=_notes(view, groups),
        groups={
            rider.mark.code: number for number, group in enumerate(groups) for rider in group.riders
        },
        names=[_names_by_length(group) for group in groups],
    )
