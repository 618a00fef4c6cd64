"""What a director would have tapped of a digital stage of Flamme Rouge: line places that pay, arrivals by round and square, the exhaustion
cards everybody came with, traits (pure).
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby

import msgspec

from games.engine import ArrivalUnit, Outcome
from games.flamme_rouge.numbers import TYPES
from games.flamme_rouge.outcome import Sheet as Ridden
from tourmanager.play.bridges.telling import Telling, arrived, different_lines, different_riders, tell_lines, tell_order
from tourmanager.results import entries as e
from tourmanager.results.sheet import Sheet
from tourmanager.scoring.grand_tour import TRAITS


def told(outcome: Outcome, sheet: Sheet) -> Telling:
    ridden, traits = in_codes(outcome, sheet)
    telling = Telling(sheet)
    tell_lines(ridden, telling)
    for unit in ridden.units:
        _arrivals(unit, ridden, telling)
    tell_order(ridden, telling)
    for rider, cards in ridden.left.items():
        if telling.sheet.exhaustion.get(rider) != cards and rider in telling.sheet.order:
            telling.tell(e.Exhaustion(rider, cards))
    for rider, trait in traits.items():
        if telling.sheet.traits.get(rider) != trait:
            telling.tell(e.Trait(rider, trait))
    return telling


def differences(outcome: Outcome, sheet: Sheet) -> list[str]:
    ridden, traits = in_codes(outcome, sheet)
    return [*different_lines(ridden, sheet), *different_riders(ridden, sheet), *_different_cards(ridden, traits, sheet)]


def in_codes(outcome: Outcome, sheet: Sheet) -> tuple[Ridden, dict[str, str]]:
    """The outcome with the riders' codes of the tour, and who has which trait."""
    if not isinstance(outcome, Ridden):
        raise TypeError("not an outcome of this game")
    names = sheet.frame.names

    def code(rider: str) -> str:
        own = f"{rider[:-1]}{TYPES.index(rider[-1]) + 1}"
        return own if own in names else f"{rider[:-1]}1"

    seats = [team for team in sheet.frame.teams if team not in outcome.dummies]
    everybody = [code(f"{seat}{type_}") for seat in seats for type_ in TYPES]
    traits = {rider: trait for rider, trait in zip(everybody, outcome.traits, strict=False) if trait}
    ridden = msgspec.structs.replace(
        outcome,
        finish=tuple(msgspec.structs.replace(one, rider=code(one.rider)) for one in outcome.finish),
        units=tuple(msgspec.structs.replace(unit, squares=_renamed(unit.squares, code)) for unit in outcome.units),
        passings=tuple(msgspec.structs.replace(one, riders=tuple(map(code, one.riders))) for one in outcome.passings),
        left=_renamed(outcome.left, code),
    )
    return ridden, traits


def _renamed(counts: Mapping[str, int], code: Callable[[str], str]) -> dict[str, int]:
    return {code(rider): count for rider, count in counts.items()}


def _arrivals(unit: ArrivalUnit, ridden: Ridden, telling: Telling) -> None:
    """A bunch, square by square: the round, then who came there, from the right lane to the left."""
    riders = [rider for rider in arrived(ridden) if rider in unit.squares and rider not in telling.sheet.order]
    if riders and telling.sheet.turn != unit.turn:
        telling.tell(e.Turn(unit.turn))
    for square, together in groupby(riders, key=unit.squares.__getitem__):
        telling.tell(e.Arrive(tuple(together), square=square))


def _different_cards(ridden: Ridden, traits: Mapping[str, str], sheet: Sheet) -> Iterator[str]:
    for rider in ridden.left:
        logged, cards = sheet.exhaustion.get(rider, 0), ridden.left[rider]
        if logged != cards:
            yield f"{sheet.name(rider)} came with {logged} exhaustion cards in the log and {cards} in the digital stage."
    for rider in sorted({*traits, *sheet.traits}):
        logged_trait, trait = sheet.traits.get(rider, ""), traits.get(rider, "")
        if logged_trait != trait:
            said = [TRAITS.get(each, "no trait") for each in (logged_trait, trait)]
            yield f"{sheet.name(rider)} has {said[0]} in the log and {said[1]} in the digital stage."
