"""Ride stages of Flamme Rouge in the browser."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy

from games.flamme_rouge.outcome import FlammeRougeExtras
from games.flamme_rouge.rules import FlammeRouge
from games.flamme_rouge.setup import Setup
from games.flamme_rouge.state import State
from tourmanager.accounts.models import User
from tourmanager.play.contract import Chance, HiddenWords, Screen, TableWords, Tool
from tourmanager.tabletop.flamme_rouge import demo
from tourmanager.tabletop.flamme_rouge.screen.adapter import FlammeRougeAdapter
from tourmanager.tabletop.flamme_rouge.screen.board.board import FlammeRougeBoard
from tourmanager.tabletop.flamme_rouge.screen.single import FlammeRougeForm
from tourmanager.tours.models import Tour

CARDS = Chance(
    "cards",
    "deal",
    gettext_lazy("Cards are turned …"),
    "layers",
    gettext_lazy("You turn real cards and tap what they show."),
)
HANDS = HiddenWords(
    open=gettext_lazy("I am %(who)s: show my cards"),
    goes_along=gettext_lazy("Your cards go with the seat."),
    handing_over=gettext_lazy(
        "In this game hands are secret: a seat is handed over only if its player agrees on their "
        "own device, or after a bot has played that hand."
    ),
    if_silent=gettext_lazy(
        "If nobody answers, the host can give the seat to a bot. You can take it once the bot has "
        "played that hand."
    ),
    sealed=gettext_lazy(
        "Sealed: the bot plays the cards that %(who)s was dealt. A person may take the seat once "
        "they have been turned up."
    ),
    sealed_for_you=gettext_lazy(
        "This seat is sealed: the bot plays the cards that %(who)s was dealt. You can take the "
        "seat once they have been turned up. This page will tell you."
    ),
    sealed_refusal=gettext_lazy(
        "This seat is sealed: the bot plays the cards that %(who)s was dealt. A person may take "
        "the seat once they have been turned up; %(who)s may come back earlier, on the same device."
    ),
    sealed_note=gettext_lazy(
        "The cards that %(who)s was dealt stay sealed until the bot has played them."
    ),
)
REAL_CARDS = TableWords(
    beside=gettext_lazy("%(who)s, with real cards"),
    of_seat=gettext_lazy("Plays with real cards and types what is laid."),
    to_player=gettext_lazy("You play with your own cards on the table and type what you lay."),
    app_draws=gettext_lazy(
        "The app deals the cards of this game. Players with real cards type what they lay."
    ),
    type_again=gettext_lazy("Type the last card of %(team)s again"),
    typed_again=gettext_lazy("A card of %(team)s was typed wrong: it is typed again."),
    too_late=gettext_lazy(
        "Only the card that was typed last can be typed again, as long as the next ones have not "
        "been turned up."
    ),
)


class FlammeRougeScreen(Screen[State, Setup, FlammeRougeExtras]):
    engines = (FlammeRouge(),)
    chance = CARDS
    hidden_words = HANDS
    table_words = REAL_CARDS
    adapter = FlammeRougeAdapter()
    board = FlammeRougeBoard()
    table = None  # nobody can lay hands and piles of a screen on a table
    single = FlammeRougeForm
    tools = (Tool(gettext_lazy("Stage designer"), "route", "flamme_rouge:designs"),)

    def teams_at_table(self, setup: Mapping[str, Any]) -> tuple[str, ...]:
        """Return teams with real cards on the table."""
        return tuple(setup.get("real", ()))

    def load_demo(self, director: User, now: datetime) -> Tour:
        return demo.load(director, now)
