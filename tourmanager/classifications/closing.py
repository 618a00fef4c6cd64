"""The closing page of a tour: the winners."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.classifications.contract import time_explanation_of
from tourmanager.classifications.lines import first_figure
from tourmanager.classifications.reading import TourSnapshot
from tourmanager.classifications.wearing import draw_leaders
from tourmanager.scoring.records import Feat, Record, records
from tourmanager.scoring.scheme import GENERAL
from tourmanager.scoring.tables import PlayerRow
from tourmanager.tours.models import Stage, TourTeam
from tourmanager.web import labels
from tourmanager.web.drawing import COLOUR_NAMES
from tourmanager.web.jerseys import Mark
from tourmanager.web.templatetags.race import clock

SHOWN = 3  # holders of one record


@dataclass(frozen=True)
class Winner:
    """A player with their team."""

    player: PlayerRow
    team: TourTeam


@dataclass(frozen=True)
class JerseyWinners:
    """A jersey, its winner drawn in it: nobody where no points were won, several where all criteria
    are level.
    """

    key: str
    name: str
    colour: str
    colour_name: str
    marks: Sequence[Mark]
    figure: str


@dataclass(frozen=True)
class BestTeams:
    """A classification of teams and its leaders: several where all criteria are level."""

    key: str
    name: str
    teams: Sequence[TourTeam]
    time: str


@dataclass(frozen=True)
class StageWin:
    stage: Stage
    mark: Mark
    time: str
    crossed: str  # where, if the game knows


@dataclass(frozen=True)
class RecordRow:
    label: str
    figure: str
    holders: Sequence[str]
    more: int  # who hold it besides


@dataclass(frozen=True)
class Closing:
    winners: Sequence[Winner]
    # who has won the general classification, where the tour has no points of the players
    riders: Sequence[Mark]
    riders_figure: str
    others: Sequence[Winner]
    jerseys: Sequence[JerseyWinners]
    teams: Sequence["BestTeams"]
    stages: Sequence[StageWin]
    records: Sequence[RecordRow]


def closing(race: TourSnapshot) -> Closing:
    rows = race.now.players if race.tour.manager_points_name else ()
    players = [Winner(player, race.field.by_letter[player.team]) for player in rows]
    found = records(race.ended.results, race.course, race.field.scheme)
    riders, figure = ([], "") if players else _winners(race)
    return Closing(
        winners=[each for each in players if each.player.rank == 1],
        riders=riders,
        riders_figure=figure,
        others=[each for each in players if each.player.rank > 1],
        jerseys=podiums(race),
        teams=best_teams(race),
        stages=stage_wins(race),
        records=[_record(race, record) for record in found],
    )


def _winners(race: TourSnapshot) -> tuple[list[Mark], str]:
    """Give the riders who won the general classification, and with which figure."""
    general = race.now.classifications[GENERAL]
    riders = [race.field.mark(rider, general.ranking.colour) for rider in general.leaders]
    return riders, first_figure(general) if riders else ""


def podiums(race: TourSnapshot) -> list[JerseyWinners]:
    """Make a podium for each jersey: each leader in that classification's jersey, even when they
    ride in another.
    """
    found = []
    for jersey in race.now.jerseys:
        figure = first_figure(race.now.classifications[jersey.key])
        found.append(
            JerseyWinners(
                jersey.key,
                race.names[jersey.key],
                jersey.colour,
                str(COLOUR_NAMES[jersey.colour]),
                draw_leaders(race, jersey),
                figure,
            )
        )
    return found


def best_teams(race: TourSnapshot) -> list[BestTeams]:
    """List the leaders of the classifications of teams, where there are any."""
    return [
        BestTeams(
            key,
            table.name,
            [race.field.by_letter[letter] for letter in table.leaders],
            clock(table.rows[0].figure),
        )
        for key, table in race.now.classifications.items()
        if table.ranking.by == "team_time" and table.rows
    ]


def stage_wins(race: TourSnapshot) -> list[StageWin]:
    stages = {stage.number: stage for stage in race.stages}
    words = time_explanation_of(race.tour.game)
    results = {result.number: result for result in race.ended.results}
    first = {
        result.number: {arrival.rider: arrival for arrival in result.arrivals}
        for result in race.ended.results
    }
    won = [(day.stage, day.riders[0]) for day in race.now.days if day.riders]
    return [
        StageWin(
            stages[stage],
            race.field.mark(row.who),
            clock(row.figure),
            words.where(results[stage], first[stage][row.who]),
        )
        for stage, row in won
    ]


def _record(race: TourSnapshot, record: Record) -> RecordRow:
    called = {result.number: result.number_or_label for result in race.ended.results}
    holders = [_feat(race, feat, called) for feat in record.feats]
    label, more = labels.record(record.key), max(0, len(holders) - SHOWN)
    return RecordRow(label, _figure(record), holders[:SHOWN], more)


def _figure(record: Record) -> str:
    if record.unit == "seconds":
        return clock(record.figure) if record.figure else _("same time")
    if record.unit == "days":
        days = ngettext("%(count)s day", "%(count)s days", record.figure)
        return days % {"count": record.figure}
    return f"{record.figure}×"


def _feat(race: TourSnapshot, feat: Feat, called: Mapping[int, str]) -> str:
    winner, *others = (race.name(who) for who in feat.who)
    if not feat.stage:
        return winner
    sentence = (
        _("%(winner)s before %(second)s, stage %(stage)s")
        if others
        else _("%(winner)s, stage %(stage)s")
    )
    second = others[0] if others else ""
    return sentence % {"winner": winner, "second": second, "stage": called[feat.stage]}
