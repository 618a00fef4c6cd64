"""Explain a stage time of Cycling Party: the turn's minutes, the square and its die (CP-M-024)."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tourmanager.classifications.contract import TimeExplained
from tourmanager.classifications.reading import TourSnapshot
from tourmanager.classifications.summand import Item
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.results.sheet.units import Unit
from tourmanager.scoring.words import join_with_and, ordinal
from tourmanager.tabletop.cycling_party.table.sheet import CyclingPartySheet, game_of, interval
from tourmanager.web.templatetags.race import clock


class CyclingPartyTimes(TimeExplained):
    def items(self, race: TourSnapshot, sheet: Sheet, who: str, seconds: int) -> Sequence[Item]:
        unit = sheet.unit_of(who)
        if unit is None:
            return []
        if unit.typed is not None:
            return [Item(_("Typed by the director"), clock(unit.typed))]
        turn = (
            _("First arrival's turn")
            if unit.turn == 0
            else _("%(turn)s turn after the first arrival") % {"turn": ordinal(unit.turn)}
        )
        return [
            Item(turn, clock(60 * unit.turn)),
            _square_item(game_of(sheet), unit, seconds - 60 * unit.turn),
        ]

    def notes(self, race: TourSnapshot, sheet: Sheet, who: str) -> list[str]:
        """Say what is worth knowing about the group a rider arrived in."""
        game, unit = game_of(sheet), sheet.unit_of(who)
        if unit is None:
            if who not in sheet.out:
                return []
            placed = "placed last, with the time of the last finisher"
            return [_("Out after an accident on a descent: %(placed)s.") % {"placed": placed}]
        notes = []
        if len(unit.riders) > 1:
            kind = "the peloton" if game.kind(unit) == "peloton" else "a paceline"
            notes.append(
                _("Arrived with %(kind)s of %(count)s: %(listed)s.")
                % {
                    "kind": kind,
                    "count": len(unit.riders),
                    "listed": join_with_and([race.name(rider) for rider in unit.riders]),
                }
            )
        own = unit.square_of(who)
        if unit.typed is None and own is not None and own != unit.square:
            notes.append(
                _(
                    "Stood on square %(own)s, which decides the place; the time of "
                    "the group is that of square %(square)s."
                )
                % {"own": own, "square": unit.square}
            )
        return notes


def _square_item(game: CyclingPartySheet, unit: Unit, seconds: int) -> Item:
    square = unit.square or 0
    if not game.needs_die(unit):
        return Item(
            _("Square %(square)s, beyond the last interval") % {"square": square}, clock(seconds)
        )
    die, beyond = game.die(unit), game.frame.beyond_12
    return Item(
        _("Square %(square)s (%(seconds)s seconds), die %(die)s")
        % {"square": square, "seconds": interval(square, beyond), "die": die},
        clock(seconds),
    )
