"""What a stage time of a game of rounds is made of (FR-121, FR-122, FR-T-010 ... FR-T-014)."""

from collections.abc import Sequence

from tourmanager.classifications.reading import Race
from tourmanager.classifications.summand import Item
from tourmanager.results.finishing import ROUNDS
from tourmanager.results.sheet import Sheet
from tourmanager.results.words import listed
from tourmanager.scoring.bunches import ROUND, SQUARE
from tourmanager.web.templatetags.race import clock


def items(race: Race, sheet: Sheet, who: str) -> Sequence[Item]:
    """Rounds after the first, squares past the line, and what the winner had."""
    if who in sheet.jury.times:
        return [Item("His own time, given by the jury", clock(sheet.jury.times[who].seconds))]
    timed = ROUNDS.timed(sheet)
    if who not in timed:
        return []
    one, first = timed[who], next(iter(timed.values()))
    later = one.round - first.round
    rounds = f"{later} round{'s' if later > 1 else ''} after the first arrival, {ROUND} s each" if later else "Round of the first arrival"
    squares = f"{one.front} square{'s' if one.front > 1 else ''} past the line, {SQUARE} s each"
    if one.front > one.past:
        squares += f": the front of his bunch, he came to square {one.past}"
    winner = "the winner’s own" if one.rider == first.rider else f"those of the winner, {race.name(first.rider)}"
    return [
        Item(rounds, clock(ROUND * later)),
        Item(squares, clock(-SQUARE * one.front)),
        Item(f"Behind the winner: less {winner}", f"+{clock(SQUARE * first.front)}"),
    ]


def bunch(sheet: Sheet, who: str) -> list[str]:
    """Everybody who has one time with him, for they crossed together."""
    timed = ROUNDS.timed(sheet)
    return [other.rider for other in timed.values() if other.bunch == timed[who].bunch] if who in timed else [who]


def notes(race: Race, sheet: Sheet, who: str) -> list[str]:
    """His bunch, his bonus, and the exhaustion he brought home."""
    found = []
    if others := [race.name(rider) for rider in bunch(sheet, who) if rider != who]:
        found.append(f"In one bunch with {listed(others)}: on an unbroken row of squares all have the time of the front.")
    if bonus := race.counted.bonus.get(who):
        found.append(f"Bonus {bonus} s, which counts in the general classification.")
    if (cards := sheet.exhaustion.get(who)) is not None:
        found.append(f"Came in with {cards or 'no'} exhaustion card{'' if cards == 1 else 's'}.")
    return found
