"""The points of the players as if the tour ended now: one line per player, one column per source
(CP-APP-025, CP-APP-026).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.classifications.lines import explain_tie, takes_on_road
from tourmanager.classifications.reading import TourSnapshot
from tourmanager.scoring.manager_points import STAGE, paying_sources
from tourmanager.scoring.tables import PlayerRow
from tourmanager.scoring.words import join_with_and
from tourmanager.tours.models import Stage, TourTeam


def columns(race: TourSnapshot) -> list[tuple[str, str]]:
    """List the sources of points with their names."""
    return [(source, race.names[source]) for source in paying_sources(race.field.scheme)]


@dataclass(frozen=True)
class PointsCell:
    source: str
    name: str
    points: int


@dataclass(frozen=True)
class ManagerLine:
    player: PlayerRow
    team: TourTeam
    cells: Sequence[PointsCell]
    tie: str
    leads: bool
    ranked: bool  # whether the place is shown: not before the first point


def manager_lines(race: TourSnapshot) -> list[ManagerLine]:
    players = race.now.players
    ranked = race.number > 0 and not (race.virtual and all(not player.points for player in players))
    return [
        ManagerLine(
            player,
            race.field.by_letter[player.team],
            [PointsCell(source, name, player.sources[source]) for source, name in columns(race)],
            explain_tie(race, player.tie, above.team if above else "") if ranked else "",
            leads=ranked and player.rank == 1,
            ranked=ranked,
        )
        for above, player in zip((None, *players), players, strict=False)
    ]


def not_paid_yet(race: TourSnapshot) -> str:
    """Say why places that riders on the road share pay nothing yet; "" where all places pay."""
    if not race.virtual:
        return ""
    paying = [race.now.classifications[key] for key in _paying_now(race)]
    empty = [table.name for table in paying if takes_on_road(table) and not table.rows]
    if empty:
        return ngettext(
            "Nobody has arrived yet: %(tables)s pays nothing until then.",
            "Nobody has arrived yet: %(tables)s pay nothing until then.",
            len(empty),
        ) % {"tables": join_with_and(empty)}
    shared = [table.name for table in paying if table.unpaid]
    if shared:
        return _(
            "%(tables)s: a place that riders still on the road share pays nothing until they"
            " arrive."
        ) % {"tables": join_with_and(shared)}
    return ""


def _paying_now(race: TourSnapshot) -> list[str]:
    """Name the classifications that pay manager points while stages are still to come."""
    pending = any(stage.state == Stage.State.PENDING for stage in race.stages)
    left_out = {STAGE, *(race.field.scheme.manager_points.at_end if pending else ())}
    return [key for key in paying_sources(race.field.scheme) if key not in left_out]
