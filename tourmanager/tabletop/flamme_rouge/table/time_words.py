"""Explain a stage time of Flamme Rouge (FR-121, FR-122, FR-T-010 ... FR-T-014)."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

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
            return [Item(_("Own time, given by the jury"), clock(sheet.jury.times[who].seconds))]
        timed_riders = game_of(sheet).timed_riders()
        if who not in timed_riders:
            return []
        one, first = timed_riders[who], next(iter(timed_riders.values()))
        later = one.round - first.round
        rounds = (
            ngettext(
                "%(rounds)s round after the first arrival, %(seconds)s s each",
                "%(rounds)s rounds after the first arrival, %(seconds)s s each",
                later,
            )
            % {"rounds": later, "seconds": ROUND}
            if later
            else _("Round of the first arrival")
        )
        squares = _squares(one.front)
        if one.front > one.past:
            squares = _("%(squares)s: the front of their bunch, they came to square %(own)s") % {
                "squares": squares,
                "own": one.past,
            }
        winner = (
            _("Behind the winner: less the winner’s own")
            if one.rider == first.rider
            else _("Behind the winner: less those of the winner, %(winner)s")
            % {"winner": race.name(first.rider)}
        )
        return [
            Item(rounds, clock(ROUND * later)),
            Item(squares, clock(-SQUARE * one.front)),
            Item(winner, f"+{clock(SQUARE * first.front)}"),
        ]

    def together(self, sheet: Sheet, who: str) -> Sequence[str]:
        """Return the riders of one bunch: they crossed together."""
        timed_riders = game_of(sheet).timed_riders()
        return (
            [
                other.rider
                for other in timed_riders.values()
                if other.bunch == timed_riders[who].bunch
            ]
            if who in timed_riders
            else [who]
        )

    def notes(self, race: TourSnapshot, sheet: Sheet, who: str) -> list[str]:
        """Say who the bunch was, the bonus, and the exhaustion that was brought home."""
        notes = []
        if others := [race.name(rider) for rider in self.together(sheet, who) if rider != who]:
            notes.append(
                _(
                    "In one bunch with %(others)s:"
                    " on an unbroken row of squares all "
                    "have the time of the front."
                )
                % {"others": join_with_and(others)}
            )
        if bonus := race.counted_stage.bonus.get(who):
            notes.append(
                _("Bonus %(bonus)s s, which counts in the general classification.")
                % {"bonus": bonus}
            )
        if (cards := game_of(sheet).exhaustion.get(who)) is not None:
            notes.append(_came_in_with(cards))
        return notes

    def where(self, result: StageResult, arrival: Arrival) -> str:
        """Say round and square of an arrival, "" where the table of results had none."""
        square = extras_of(result).past.get(arrival.rider)
        return (
            _("%(turn)s, square %(square)s")
            % {"turn": FlammeRougeFrame().clock(arrival.turn), "square": square}
            if square
            else ""
        )

    @property
    def where_label(self) -> str:
        return _("Round and square")


def _squares(past: int) -> str:
    return ngettext(
        "%(squares)s square past the line, %(seconds)s s each",
        "%(squares)s squares past the line, %(seconds)s s each",
        past,
    ) % {"squares": past, "seconds": SQUARE}


def _came_in_with(cards: int) -> str:
    if not cards:
        return _("Came in with no exhaustion cards.")
    return ngettext(
        "Came in with %(cards)s exhaustion card.", "Came in with %(cards)s exhaustion cards.", cards
    ) % {"cards": cards}
