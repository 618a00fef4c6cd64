"""The closing page of a tour: who has won what."""

from collections.abc import Sequence
from dataclasses import dataclass

from tourmanager.classifications.lines import SOURCE_NAMES
from tourmanager.classifications.reading import Race
from tourmanager.scoring.records import Feat, records
from tourmanager.scoring.records import Record as Scored
from tourmanager.scoring.tables import Jersey, Player
from tourmanager.tours.models import Stage, TourTeam
from tourmanager.web.jerseys import Mark
from tourmanager.web.templatetags.race import clock

SHOWN = 3  # holders of one record


@dataclass(frozen=True)
class Winner:
    """A player with his team."""

    player: Player
    team: TourTeam


@dataclass(frozen=True)
class Worn:
    """A jersey and who has won it, drawn in it: nobody where no points were won, several where all criteria are level."""

    key: str
    name: str
    colour: str
    marks: Sequence[Mark]
    figure: str


@dataclass(frozen=True)
class StageWin:
    stage: Stage
    mark: Mark
    time: str


@dataclass(frozen=True)
class Record:
    label: str
    figure: str
    holders: Sequence[str]
    more: int  # who hold it besides


@dataclass(frozen=True)
class Closing:
    winners: Sequence[Winner]
    others: Sequence[Winner]
    jerseys: Sequence[Worn]
    teams: Sequence[TourTeam]  # the winning team, several where all criteria are level
    team_time: str
    stages: Sequence[StageWin]
    records: Sequence[Record]


def closing(race: Race) -> Closing:
    players = [Winner(player, race.field.by_letter[player.team]) for player in race.now.players]
    teams = race.now.classifications["teams"]
    return Closing(
        winners=[each for each in players if each.player.rank == 1],
        others=[each for each in players if each.player.rank > 1],
        jerseys=jerseys(race),
        teams=[race.field.by_letter[letter] for letter in teams.leaders],
        team_time=clock(teams.rows[0].figure) if teams.rows else "",
        stages=stage_wins(race),
        records=[_record(race, record) for record in records(race.ended.results, race.course, race.field.scheme)],
    )


def jerseys(race: Race) -> list[Worn]:
    """The four podiums: each leader in that classification's jersey, whatever he rides in."""
    podiums = []
    for jersey in race.now.jerseys:
        rows = race.now.classifications[jersey.key].rows
        figure = ""
        if rows:
            figure = clock(rows[0].figure) if jersey.key == "individual" else f"{rows[0].figure} points"
        podiums.append(Worn(jersey.key, SOURCE_NAMES[jersey.key], jersey.colour, holders(race, jersey), figure))
    return podiums


def holders(race: Race, jersey: Jersey) -> list[Mark]:
    """Who leads, drawn in the jersey: nobody before the first points, several where all criteria are level."""
    riders = jersey.shared or ((jersey.leader,) if jersey.leader else ())
    return [race.field.mark(rider, jersey.colour) for rider in riders]


def leaders_by_stage(race: Race) -> list[tuple[int, list[list[Mark]]]]:
    """Who led after each stage, by jersey."""
    return [(stood.after, [holders(race, jersey) for jersey in stood.jerseys]) for stood in race.course]


def stage_wins(race: Race) -> list[StageWin]:
    stages = {stage.number: stage for stage in race.stages}
    return [
        StageWin(stages[day.stage], race.field.mark(day.riders[0].who), clock(day.riders[0].figure)) for day in race.now.days if day.riders
    ]


def _record(race: Race, record: Scored) -> Record:
    holders = [_feat(race, feat) for feat in record.feats]
    return Record(record.label, _figure(record), holders[:SHOWN], max(0, len(holders) - SHOWN))


def _figure(record: Scored) -> str:
    if record.unit == "seconds":
        return clock(record.figure) if record.figure else "same time"
    if record.unit == "days":
        return f"{record.figure} {'day' if record.figure == 1 else 'days'}"
    return f"{record.figure}×"


def _feat(race: Race, feat: Feat) -> str:
    names = " before ".join(race.name(who) for who in feat.who)
    return f"{names}, stage {feat.stage}" if feat.stage else names
