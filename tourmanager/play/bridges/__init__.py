"""The bridges: how each game crosses between a tour's stage log and its engine (`contract.Bridge`)."""

from tourmanager.play.bridges import cycling_party, flamme_rouge
from tourmanager.play.bridges.contract import Bridge, NotDigital, NotTold, Table

__all__ = ["BRIDGES", "Bridge", "NotDigital", "NotTold", "Table", "bridge_of", "table_of"]

BRIDGES: dict[str, Bridge] = {"cycling_party": cycling_party.BRIDGE, "flamme_rouge": flamme_rouge.BRIDGE}


def bridge_of(game: str) -> Bridge:
    return BRIDGES[game]


def table_of(game: str) -> Table | None:
    """The way between screen and table; none for games that have none, or that no tour is ridden in."""
    bridge = BRIDGES.get(game)
    return bridge.table if bridge else None
