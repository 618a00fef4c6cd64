"""A stage of cards ridden on, and its log as it might as well have been for all that some of its
seats know.
"""

import random
from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from django.utils.safestring import mark_safe

from games import game
from games.bots import Random
from games.engine import CHANCE
from games.flamme_rouge.actions import BID, KIND, LAY, PLAY, SHIFT, type_and_card
from games.flamme_rouge.view import face_down
from games.notation import AnswerText, draw_or_action, write_draw
from tests.play.rides import NOW, token
from tests.tabletop.flamme_rouge.cards import a_card_ride
from tourmanager.play.boards.drawing import BoardDrawing
from tourmanager.play.log import loop
from tourmanager.play.log import reading as positions
from tourmanager.play.log.position import Position
from tourmanager.play.log.reading import last_position
from tourmanager.play.models import Ride, Step
from tourmanager.play.replay import film
from tourmanager.tabletop.flamme_rouge.screen.board.board import FlammeRougeBoard

GAME = game("flamme_rouge")


class Everything(FlammeRougeBoard):
    """The board with all that it is handed printed on it: nothing of a view is left out."""

    def draw(self, view: Mapping[str, Any], *rest: Any) -> BoardDrawing:
        drawn = super().draw(view, *rest)
        return msgspec.structs.replace(
            drawn, wide=drawn.wide + mark_safe(f"<svg><text>{view}</text></svg>")
        )


def a_table(seats: str, **given: Any) -> Ride:
    """On a stage of Peloton; red begins."""
    return a_card_ride(seats, version="peloton", stage="peloton-7", first="red", **given)


def play_on(
    ride: Ride, until: str = "over", round: int = 0, answered: int = 0, seed: str = "persons"
) -> Position:
    """Persons answer at random, the last seat that is asked first, up to that phase of that round
    in which so many have answered.
    """
    players = [Random(f"{seed}/{number}") for number in range(ride.seats.count())]
    for _ in range(3000):
        at = last_position(ride)
        waiting = at.waits_for()
        view = GAME.view(at.state, None)
        if at.over or (
            view["phase"] == until and view["round"] >= round and chosen(at) >= answered
        ):
            return at
        if waiting == (CHANCE,) or ride.seats.get(number=waiting[-1]).kind == "bot":
            loop.go_on(ride, NOW)
            continue
        seat = waiting[-1]
        action = players[seat].choose(at.state, seat, GAME.legal_actions(at.state, seat))
        loop.answer(
            ride=ride,
            seat=seat,
            text=GAME.write(at.state, seat, action),
            token=token(),
            base=at.seq,
            at=NOW,
        )
    raise AssertionError("the stage came to no such moment")


def chosen(at: Position) -> int:
    """How many cards lie face down."""
    return sum(bool(face_down(at.state, rider)) for rider in range(at.state.course.humans))


def imagined(at: Position, own: Collection[int], seed: str = "imagined") -> dict[int, str]:
    """The log as it might be for all that these seats know: the texts of its steps. Whatever was
    turned up stays as it was.
    """
    for attempt in range(300):
        if found := _imagined(at, own, random.Random(f"{seed}/{attempt}")):
            return found
    raise AssertionError("no other log tells the same to these seats")


def _imagined(at: Position, own: Collection[int], rnd: random.Random) -> dict[int, str]:
    told = _played(at, own)
    free = {seq for seq, _, card in told if not card}  # cards that lie face down still
    state, texts = GAME.start(at.setup), dict[int, str]()
    for said in at.steps:
        throw = GAME.pending(state).throw
        what = draw_or_action(GAME, state, AnswerText(said.who, said.text))
        if said.who == CHANCE and throw.label.startswith("deal ") and throw.rider // 2 not in own:
            wanted = next(
                (card for seq, rider, card in told if seq > said.seq and rider == throw.rider), 0
            )
            hands = [throw.at(rnd.getrandbits(64)) for _ in range(60)]
            what = next((hand for hand in hands if not wanted or wanted in hand), None)
            if what is None:
                return {}
            texts[said.seq] = write_draw(what, throw)
        elif said.seq in free:
            alike = [
                each for each in GAME.legal_actions(state, said.who) if _same_rider(each, what)
            ]
            what = rnd.choice(alike)
            texts[said.seq] = GAME.write(state, said.who, what)
        GAME.apply(state, said.who, what, tell=False)
    return texts


def _same_rider(one: int, other: int) -> bool:
    same = one & KIND == other & KIND
    return same and (
        one & KIND != LAY or type_and_card(one >> SHIFT)[0] == type_and_card(other >> SHIFT)[0]
    )


def _played(at: Position, own: Collection[int]) -> list[tuple[int, int, int]]:
    """Of the other seats every card: the step, the rider, and the card, 0 where it still lies face
    down.
    """
    state, found = GAME.start(at.setup), []
    for said in at.steps:
        what = draw_or_action(GAME, state, AnswerText(said.who, said.text))
        if said.who >= 0 and said.who not in own and what & KIND in (PLAY, BID, LAY):
            type_, card = type_and_card(what >> SHIFT)
            rider = 2 * said.who + type_ if what & KIND == LAY else state.drawing[said.who]
            rider = state.bidders[said.who] if what & KIND == BID else rider
            found.append((said.seq, rider, card if what & KIND == LAY else what >> SHIFT))
        GAME.apply(state, said.who, what, tell=False)
    last = {rider: seq for seq, rider, _ in found}
    lies = {rider for rider in last if face_down(at.state, rider)}
    return [
        (seq, rider, 0 if rider in lies and last[rider] == seq else card)
        for seq, rider, card in found
    ]


def write_log(ride: Ride, texts: Mapping[int, str]) -> None:
    """As the disk may have it, with nothing of the log left in memory."""
    for seq, text in texts.items():
        Step.objects.filter(ride=ride, seq=seq).update(text=text)
    forget()


def forget() -> None:
    """As after a restart."""
    positions._cache.clear()
    film._films.clear()
