"""The Cycling Party as it would end now: one line per player, one column per source (CP-APP-025, CP-APP-026)."""

from collections.abc import Sequence
from dataclasses import dataclass

from tourmanager.classifications.lines import tie
from tourmanager.classifications.reading import Race
from tourmanager.scoring.cycling_party import sources
from tourmanager.scoring.tables import Player
from tourmanager.tours.models import TourTeam


def columns(race: Race) -> list[tuple[str, str]]:
    """Where points come from, and what that is called."""
    return [(source, race.names[source]) for source in sources(race.field.scheme)]


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
            [Cell(source, name, player.sources[source]) for source, name in columns(race)],
            tie(race, player.decided, above.team if above else ""),
            leads=race.number > 0 and player.rank == 1,
        )
        for above, player in zip((None, *players), players, strict=False)
    ]
