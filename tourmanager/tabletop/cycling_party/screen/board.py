"""The board of Cycling Party: its road, its groups, what its teams have left, who has arrived.

Which riders form a group is asked of the game's own rules: those still to throw as the view says,
those who have thrown as they stand.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from games.cycling_party import setup as setups
from games.cycling_party.course import Course, course
from games.cycling_party.outcome import CyclingPartyExtras
from games.cycling_party.table.arrival import LAST_SQUARE, seconds_interval
from games.engine import Finish, Outcome
from tourmanager.play.boards.drawing import Drawing, Group, Pieces, Rider
from tourmanager.play.boards.look import Look
from tourmanager.play.boards.overview import overview
from tourmanager.play.boards.people import People
from tourmanager.play.boards.road import NARROW, WIDE, Climb, Road, Sign, chosen, rows
from tourmanager.play.boards.sheet import sheet
from tourmanager.play.contract import Arrival, Board
from tourmanager.play.log.lines import Line
from tourmanager.scoring.words import CATEGORY_NAMES
from tourmanager.tabletop.cycling_party.screen.board_lists import Lists, arrived, groups_of, stock
from tourmanager.tabletop.cycling_party.table.entries import ADVANTAGE_NAMES
from tourmanager.tours.profile import BRIEF
from tourmanager.web.drawing import close_jerseys

USED = {"bottle": "bottle", "double": "double throw"}  # shorter than the names of advantages


class CyclingPartyBoard(Board):
    pieces = Pieces("tabletop/cycling_party/screen/_lists.html")

    def draw(
        self,
        view: Mapping[str, Any],
        setup: Mapping[str, Any],
        look: Look,
        mine: Collection[str] = (),
        zoom: str = "race",
        lines: Sequence[Line] = (),
    ) -> Drawing:
        # where it began changes no road
        given = setups.read_setup(
            {key: value for key, value in setup.items() if key != "situation"}
        )
        laid, road = course(given), road_of(given)
        groups = groups_of(view, laid, look, mine)
        at = view["squares"] | {
            rider: laid.end + square for rider, square in view["crossed"].items()
        }
        people = People(
            look=look,
            at=at,
            mine=frozenset(mine),
            movers=frozenset(rider for group in groups for rider in group.movers),
            downhill=frozenset(view["rights"]),
            notes=_notes(view, groups),
            groups={
                rider.mark.code: number
                for number, group in enumerate(groups)
                for rider in group.riders
            },
            names=[_called(group) for group in groups],
        )
        own = {at[rider] for rider in mine if rider in at}
        boards, strips = [], []
        for layout in (WIDE, NARROW):
            shown = chosen(list(rows(layout, road)), road, zoom, set(at.values()), own)
            boards.append(
                _safe(sheet(layout, road, shown, people, f"The road, {laid.setup.stage.length} km"))
            )
            strips.append(overview(layout, road, shown, groups))
        return Drawing(
            symbols=_safe(close_jerseys((*look.teams.values(), *look.riders.values()))),
            wide=boards[0],
            narrow=boards[1],
            overview=_safe("".join(strips)),
            own=Lists(
                groups,
                stock(view, laid, look, mine),
                arrived(view, look, mine),
                tuple(Rider(look.riders[rider], rider in mine) for rider in view["out"]),
            ),
            pieces=self.pieces,
            zoom=zoom,
            owned=bool(mine),
        )

    def arrivals(self, outcome: Outcome[CyclingPartyExtras]) -> dict[str, Arrival]:
        return {one.rider: _arrival(one, outcome) for one in outcome.finish}

    def used(self, outcome: Outcome[CyclingPartyExtras]) -> dict[str, dict[str, int]]:
        """Count advantages, and double throws of all passes together."""
        counts = {
            team: used
            | {"double": sum(teams.get(team, 0) for teams in outcome.extras.doubles.values())}
            for team, used in outcome.extras.used.items()
        }
        return {
            team: {
                f"{USED.get(kind) or ADVANTAGE_NAMES[kind]}s".capitalize(): count
                for kind, count in used.items()
            }
            for team, used in counts.items()
        }


def _arrival(one: Finish, outcome: Outcome[CyclingPartyExtras]) -> Arrival:
    if one.group is None:
        return Arrival("had an accident")
    unit = outcome.extras.units[one.group]
    together = f"{unit.kind} of {len(unit.squares)}" if len(unit.squares) > 1 else ""
    return Arrival(together, unit.squares[one.rider])


def _safe(markup: str) -> SafeString:
    return mark_safe(markup)  # nosec B308 B703 - what people typed is escaped where it is set down


@lru_cache(maxsize=128)
def road_of(given: setups.Setup) -> Road:
    """The road with its signs; junior and senior know no lines, so their passes are signs of the
    road alone.
    """
    laid = course(given)
    climbs = tuple(
        Climb(f"P{n}", climb.start, climb.end, climb.category)
        for n, climb in enumerate(laid.climbs, 1)
    )
    signs = [_top(climb) for climb in climbs]
    signs += [
        Sign(km, "sprint", f"Sprint {n}", f"S{n}")
        for n, km in enumerate(sorted(laid.setup.stage.sprints), 1)
    ]
    signs += [Sign(square, "limit", words, words) for square, words in _limits(laid) if square > 0]
    signs.append(Sign(laid.end, "finish", "Finish", "Finish"))
    seconds = (
        [seconds_interval(square) for square in range(1, LAST_SQUARE + 1)] if laid.master else []
    )
    behind = tuple(f"{least}–{most}" for least, most in seconds)
    beyond = ("0",) if laid.options.beyond_12 == "zero" else behind[-1:]
    return Road(
        laid.setup.stage.length,
        laid.end,
        climbs,
        tuple(sorted(signs, key=lambda sign: sign.square)),
        (*behind, *beyond) if behind else (),
    )


def _top(climb: Climb) -> Sign:
    if not climb.category:
        return Sign(climb.end, "top", f"Pass {climb.name[1:]}", climb.name)
    return Sign(
        climb.end,
        "top",
        f"{climb.name} {CATEGORY_NAMES[climb.category]}",
        f"{climb.name} {BRIEF[climb.category]}",
    )


def _limits(laid: Course) -> list[tuple[int, str]]:
    """The last squares from which something may be done."""
    limits = [(laid.attack_until, "last attack")] if laid.senior else []
    if laid.master:
        limits += [(laid.sprint_d20_until, "last d20"), (laid.sprint_3d6_until, "last 3 dice")]
    return limits


def _called(group: Group) -> tuple[str, ...]:
    """What stands above a group, in words that get shorter; the last that is left is whose turn it
    is.
    """
    size = f" {len(group.riders)}" if len(group.riders) > 1 else ""
    gap = f"+{group.ahead} km" if group.ahead and group.ahead > 1 else ""
    name = "" if group.kind == "mountain" else f"{group.name}{size}"
    shortest = size.strip() if group.kind == "peloton" else gap
    said = [words for words in (f"{name}, {gap}" if name and gap else "", name, shortest) if words]
    return (*(f"▶ {words}" for words in said), "▶") if group.movers else tuple(said)


def _notes(view: Mapping[str, Any], groups: Collection[Group]) -> dict[str, str]:
    """Where each rider is and what is next, for those who do not see it."""
    notes = {}
    for rider, square in view["squares"].items():
        notes[rider] = f"km {square}" if square else "at the start"
    for rider in view["rights"]:
        if rider in notes:
            notes[rider] += ", may descend at full speed"
    for rider in (rider for group in groups for rider in group.movers):
        notes[rider] += ", throws next"
    return notes | {
        rider: f"over the line, square {square}" for rider, square in view["crossed"].items()
    }
