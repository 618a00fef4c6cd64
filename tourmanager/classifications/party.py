"""The Cycling Party as it would end now: one line per player, one column per source (CP-APP-025, CP-APP-026)."""

from collections.abc import Sequence
from dataclasses import dataclass

from tourmanager.classifications.lines import SOURCE_NAMES, tie
from tourmanager.classifications.reading import Race
from tourmanager.scoring.cycling_party import SOURCES
from tourmanager.scoring.tables import Player
from tourmanager.tours.models import TourTeam

COLUMNS = [(source, SOURCE_NAMES[source]) for source in SOURCES]


@dataclass(frozen=True)
class Cell:
    source: str
    name: str
    points: int


@dataclass(frozen=True)
class PartyLine:
    player: Player
    team: TourTeam
    cells: Sequence[Cell]
    tie: str
    leads: bool


def party(race: Race) -> list[PartyLine]:
    players = race.now.players
    return [
        PartyLine(
            player,
            race.field.by_letter[player.team],
            [Cell(source, name, player.sources[source]) for source, name in COLUMNS],
            tie(race, player.decided, above.team if above else ""),
            leads=race.number > 0 and player.rank == 1,
        )
        for above, player in zip((None, *players), players, strict=False)
    ]
