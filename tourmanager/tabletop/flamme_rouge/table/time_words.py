"""Explain a stage time of Flamme Rouge (FR-121, FR-122, FR-T-010 ... FR-T-014)."""

from collections.abc import Sequence

from games.flamme_rouge.table.bunches import ROUND, SQUARE
from tourmanager.classifications.contract import TimeExplained
from tourmanager.classifications.reading import TourSnapshot
from tourmanager.classifications.summand import Item
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.scoring.result import Arrival, StageResult
from tourmanager.scoring.words import join_with_and
from tourmanager.tabletop.flamme_rouge.table.frame import FlammeRougeFrame, extras_of
from tourmanager.tabletop.flamme_rouge.table.sheet import game_of
from tourmanager.web.templatetags.race import clock


class FlammeRougeTimes(TimeExplained):
    def items(self, race: TourSnapshot, sheet: Sheet, who: str, seconds: int) -> Sequence[Item]:
        """Return rounds after the first, squares past the line, and what the winner had."""
        if who in sheet.jury.times:
            return [Item("Own time, given by the jury", clock(sheet.jury.times[who].seconds))]
        timed = game_of(sheet).timed_riders()
        if who not in timed:
            return []
        one, first = timed[who], next(iter(timed.values()))
        later = one.round - first.round
        rounds = (
            f"{later} round{'s' if later > 1 else ''} after the first arrival, {ROUND} s each"
            if later
            else "Round of the first arrival"
        )
        squares = f"{one.front} square{'s' if one.front > 1 else ''} past the line, {SQUARE} s each"
        if one.front > one.past:
            squares += f": the front of their bunch, they came to square {one.past}"
        winner = (
            "the winner’s own"
            if one.rider == first.rider
            else f"those of the winner, {race.name(first.rider)}"
        )
        return [
            Item(rounds, clock(ROUND * later)),
            Item(squares, clock(-SQUARE * one.front)),
            Item(f"Behind the winner: less {winner}", f"+{clock(SQUARE * first.front)}"),
        ]

    def together(self, sheet: Sheet, who: str) -> Sequence[str]:
        """Return the riders of one bunch: they crossed together."""
        timed = game_of(sheet).timed_riders()
        return (
            [other.rider for other in timed.values() if other.bunch == timed[who].bunch]
            if who in timed
            else [who]
        )

    def notes(self, race: TourSnapshot, sheet: Sheet, who: str) -> list[str]:
        """Say who the bunch was, the bonus, and the exhaustion that was brought home."""
        found = []
        if others := [race.name(rider) for rider in self.together(sheet, who) if rider != who]:
            found.append(
                f"In one bunch with {join_with_and(others)}:"
                " on an unbroken row of squares all have the time of the front."
            )
        if bonus := race.counted_stage.bonus.get(who):
            found.append(f"Bonus {bonus} s, which counts in the general classification.")
        if (cards := game_of(sheet).exhaustion.get(who)) is not None:
            found.append(
                f"Came in with {cards or 'no'} exhaustion card{'' if cards == 1 else 's'}."
            )
        return found

    def where(self, result: StageResult, arrival: Arrival) -> str:
        """Say round and square of an arrival, "" where the table of results had none."""
        square = extras_of(result).past.get(arrival.rider)
        return f"{FlammeRougeFrame().clock(arrival.turn)}, square {square}" if square else ""
