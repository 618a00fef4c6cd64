"""Explain a stage time of Cycling Party: the turn's minutes, the square and its die (CP-M-024)."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tourmanager.classifications.contract import TimeExplained
from tourmanager.classifications.reading import TourSnapshot
from tourmanager.classifications.summand import Item
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.results.sheet.units import Unit
from tourmanager.scoring.highlights import Lead
from tourmanager.scoring.words import join_with_and, ordinal
from tourmanager.tabletop.cycling_party.table.sheet import CyclingPartySheet, game_of, interval
from tourmanager.web.templatetags.race import clock

LAST_DIE = 6  # the best throw of the die that gives the second


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
            return [
                _(
                    "Out after an accident on a descent: placed last, with the time of the last"
                    " finisher."
                )
            ]
        notes = []
        if len(unit.riders) > 1:
            sentence = (
                _("Arrived with the peloton of %(count)s: %(listed)s.")
                if game.kind(unit) == "peloton"
                else _("Arrived with a paceline of %(count)s: %(listed)s.")
            )
            notes.append(
                sentence
                % {
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

    def swing_of_last_throw(self, sheet: Sheet, leader: str, rival: str) -> int:
        """Return what one other last die could have done: the worst for the leader, or the best for
        the rival. Riders of one arrival share its die.
        """
        one, other = _thrown(sheet, leader), _thrown(sheet, rival)
        if one is None or other is None or one is other:
            return 0
        dice = game_of(sheet).dice
        return max(dice[one.number] - 1, LAST_DIE - dice[other.number])

    def what_parted(self, sheet: Sheet, lead: Lead, jersey: str) -> tuple[str, str] | None:
        """Name the squares behind the line, where these alone made the gap."""
        one, other = _thrown(sheet, lead.leader), _thrown(sheet, lead.rival)
        if one is None or other is None or one.turn != other.turn or one.square == other.square:
            return None
        ahead, behind = sheet.seconds_of(lead.leader), sheet.seconds_of(lead.rival)
        if ahead is None or behind is None or behind - ahead != lead.margin:
            return None
        values = {"one": one.square, "other": other.square, "jersey": jersey}
        return (
            _(
                "Level on time this morning. Square %(one)s against square %(other)s behind the"
                " line decided the %(jersey)s."
            )
            % values,
            _(
                "Level on time this morning. Square %(one)s against square %(other)s decided the"
                " %(jersey)s."
            )
            % values,
        )


def _thrown(sheet: Sheet, rider: str) -> Unit | None:
    """Return the arrival of a rider, where a square and a die gave its time."""
    unit, game = sheet.unit_of(rider), game_of(sheet)
    if unit is None or rider in sheet.jury.times or unit.typed is not None:
        return None
    return unit if game.needs_die(unit) and game.die(unit) is not None else None


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
