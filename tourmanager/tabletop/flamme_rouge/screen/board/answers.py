"""Arrange the answers as on the table: cards, squares of the start area, riders, traits."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.flamme_rouge.traits import KEYS, NAMES
from tourmanager.play.boards.look import Look
from tourmanager.tabletop.flamme_rouge.screen.board.words import EFFECTS, Face, face
from tourmanager.web.jerseys import Mark

CARDS, TABLE, SQUARES, RIDERS, TRAITS = (
    ("play", "bid"),
    ("lay",),
    ("place", "pick"),
    ("draw", "bidwith"),
    ("keep",),
)


class AnswerButton(msgspec.Struct, frozen=True):
    text: str
    words: str
    then: str
    key: str
    short: str = ""


class Card(msgspec.Struct, frozen=True):
    answer: AnswerButton
    face: Face
    count: int  # how many of it there are in the hand


class AnswerLine(msgspec.Struct, frozen=True):
    """A rider with what can be done with them, or a trait with whom it may be for."""

    mark: Mark | None
    name: str
    words: str
    answers: tuple[tuple[str, AnswerButton], ...] = ()  # what is written on the button
    cards: tuple[Card, ...] = ()


class AnswerPanel(msgspec.Struct, frozen=True):
    kind: str  # cards, table, squares, riders, traits, words
    rider: Mark | None = None  # whose cards they are
    cards: tuple[Card, ...] = ()
    lines: tuple[AnswerLine, ...] = ()
    others: tuple[AnswerButton, ...] = ()  # what else may be answered
    bid: bool = False


def arrange_answers(view: Mapping[str, Any], look: Look, options: Sequence[Any]) -> AnswerPanel:
    """Arrange options, which have `choice` and `key`."""
    verbs = {option.choice.text.split()[0] for option in options}
    if verbs & {*CARDS}:
        return _cards(view, look, options)
    if verbs & {*TABLE}:
        return _table(look, options)
    if verbs & {*SQUARES}:
        return AnswerPanel("squares", lines=_squares(look, options))
    if verbs & {*RIDERS}:
        return AnswerPanel("riders", lines=_riders(view, look, options))
    if verbs & {*TRAITS}:
        return AnswerPanel("traits", lines=_traits(look, options))
    return AnswerPanel("words", others=tuple(_answer(option) for option in options))


def _answer(option: Any) -> AnswerButton:
    return AnswerButton(
        option.choice.text, option.choice.words, option.choice.then, option.key, option.choice.short
    )


def _cards(view: Mapping[str, Any], look: Look, options: Sequence[Any]) -> AnswerPanel:
    rider = next(option.choice.rider for option in options)
    hand = view["cards"].get(rider, {}).get("hand", "")
    cards, others = [], []
    for option in options:
        word, mark = option.choice.text.split()
        if word in CARDS:
            cards.append(Card(_answer(option), face(mark), max(1, hand.count(mark))))
        else:
            trait = AnswerButton(
                option.choice.text,
                option.choice.words,
                EFFECTS.get(mark, option.choice.then),
                option.key,
            )
            others.append(trait)
    return AnswerPanel(
        "cards", look.riders.get(rider), tuple(cards), others=tuple(others), bid=bool(view["bid"])
    )


def _table(look: Look, options: Sequence[Any]) -> AnswerPanel:
    """Arrange cards that lie on the table and are typed: rider by rider all that are possible."""
    on_table = [option for option in options if option.choice.text.split()[0] in TABLE]
    lines = [
        AnswerLine(
            look.riders.get(rider),
            look.riders[rider].name if rider in look.riders else "",
            _("has laid face down"),
            cards=tuple(
                Card(_answer(each), face(each.choice.text.split()[-1]), 1)
                for each in on_table
                if each.choice.rider == rider
            ),
        )
        for rider in dict.fromkeys(option.choice.rider for option in on_table)
    ]
    return AnswerPanel(
        "table",
        lines=tuple(lines),
        others=tuple(_answer(option) for option in options if option not in on_table),
    )


def _squares(look: Look, options: Sequence[Any]) -> tuple[AnswerLine, ...]:
    """Return for each rider the squares where they may start, the foremost first."""
    riders = dict.fromkeys(option.choice.rider for option in options)
    return tuple(
        AnswerLine(
            look.riders.get(rider),
            look.riders[rider].name if rider in look.riders else "",
            _("on square"),
            tuple(
                (option.choice.text.split()[-1], _answer(option))
                for option in options
                if option.choice.rider == rider
            ),
        )
        for rider in riders
    )


def _riders(view: Mapping[str, Any], look: Look, options: Sequence[Any]) -> tuple[AnswerLine, ...]:
    lines = []
    for option in options:
        rider = option.choice.rider
        cards = view["cards"].get(rider, {})
        sentence = (
            _("square %(square)s, %(hidden)s cards face down, %(recycled)s recycled")
            if rider in view["squares"]
            else _("%(hidden)s cards face down, %(recycled)s recycled")
        )
        words = sentence % {
            "square": view["squares"].get(rider),
            "hidden": cards.get("pile_size", 0),
            "recycled": cards.get("recycled_size", 0),
        }
        lines.append(
            AnswerLine(
                look.riders.get(rider),
                option.choice.words,
                words,
                ((option.choice.words, _answer(option)),),
            )
        )
    return tuple(lines)


def _traits(look: Look, options: Sequence[Any]) -> tuple[AnswerLine, ...]:
    """Return for each trait what it does, and whom it may be for."""
    keys = dict.fromkeys(option.choice.text.split()[1] for option in options)
    return tuple(
        AnswerLine(
            None,
            NAMES[KEYS.index(key)],
            str(EFFECTS.get(key, "")),
            tuple(
                (
                    _("For the Sprinteur")
                    if option.choice.text.endswith("S")
                    else _("For the Rouleur"),
                    _answer(option),
                )
                for option in options
                if option.choice.text.split()[1] == key
            ),
        )
        for key in keys
    )
