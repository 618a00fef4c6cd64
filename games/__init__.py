"""Rules engines: games played as a conversation. Plain Python, no Django, nothing read or written but a game's own data.

An engine asks seats and chance, is answered, and ends in an outcome (`engine.Game`). Each game is a folder of one shape;
`GAMES` names them all.
"""

from games.cycling_party.rules import CyclingParty
from games.engine import Game, UnknownGame
from games.flamme_rouge.rules import FlammeRouge

GAMES: dict[str, Game] = {game.key: game for game in (CyclingParty(), FlammeRouge())}


def game(key: str) -> Game:
    try:
        return GAMES[key]
    except KeyError:
        raise UnknownGame(f"There is no game “{key[:40]}”. There are: {', '.join(GAMES)}.") from None
