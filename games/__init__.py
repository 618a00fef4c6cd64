"""Rules engines: games played as a conversation. Plain Python without Django; an engine reads only
its own game's data and writes nothing.

An engine asks seats and chance, takes their answers, and ends in an outcome (`engine.Game`). Each
game is a folder of one shape; `GAMES` names them all, each under its newest rules. A stage that
began under earlier rules is continued and replayed under those: `game(key, rules_version)`.
"""

from typing import cast

from games.cycling_party.rules import CYCLING_PARTY, CYCLING_PARTY_1
from games.engine import AnyGame, UnknownEngine
from games.flamme_rouge.rules import FLAMME_ROUGE

GAMES = {game.key: game for game in (cast(AnyGame, CYCLING_PARTY), cast(AnyGame, FLAMME_ROUGE))}
# What stages that began under earlier rules are continued and replayed with.
EARLIER = (cast(AnyGame, CYCLING_PARTY_1),)
_BY_VERSION = {(game.key, game.rules_version): game for game in (*GAMES.values(), *EARLIER)}


def game(key: str, rules_version: int | None = None) -> AnyGame:
    """Return the engine of a game for its newest rules, or for that version of them. Raises
    UnknownGame."""
    newest = GAMES.get(key)
    if newest is None:
        raise UnknownEngine(f"There is no game “{key[:40]}”. There are: {', '.join(GAMES)}.")
    if rules_version is None:
        return newest
    engine = _BY_VERSION.get((key, rules_version))
    if engine is None:
        versions = sorted(version for name, version in _BY_VERSION if name == key)
        words = ", ".join(map(str, versions))
        raise UnknownEngine(
            f"{newest.name} has no rules version {rules_version}. There are: {words}."
        )
    return engine
