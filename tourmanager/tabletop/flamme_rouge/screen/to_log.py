"""Write what a director would have tapped of a digital stage of Flamme Rouge.

Line places that pay, arrivals by round and square, the exhaustion cards everybody came with,
traits.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import groupby

import msgspec
from django.utils.translation import gettext as _

from games.engine import Outcome
from games.flamme_rouge.outcome import FinishBunch, FlammeRougeExtras
from games.flamme_rouge.table.grand_tour import TRAITS
from tourmanager.play.table.entry_writer import (
    EntryWriter,
    arrival_order,
    line_differences,
    rider_differences,
    write_lines,
    write_order,
)
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.tabletop.flamme_rouge.screen.riders import code_of, names_of
from tourmanager.tabletop.flamme_rouge.table import entries as fr
from tourmanager.tabletop.flamme_rouge.table.sheet import game_of

Ridden = Outcome[FlammeRougeExtras]


def to_entries(outcome: Ridden, sheet: Sheet) -> EntryWriter:
    coded_outcome, traits = in_codes(outcome, sheet)
    writer = EntryWriter(sheet)
    write_lines(coded_outcome, writer)
    for bunch in coded_outcome.extras.bunches:
        _arrivals(bunch, coded_outcome, writer)
    write_order(coded_outcome, writer)
    for rider, cards in coded_outcome.extras.left.items():
        if game_of(writer.sheet).exhaustion.get(rider) != cards and rider in writer.sheet.order:
            writer.write(fr.Exhaustion(rider, cards))
    for rider, trait in traits.items():
        if game_of(writer.sheet).traits.get(rider) != trait:
            writer.write(fr.GiveTrait(rider, trait))
    return writer


def differences(outcome: Ridden, sheet: Sheet) -> list[str]:
    coded_outcome, traits = in_codes(outcome, sheet)
    return [
        *line_differences(coded_outcome, sheet),
        *rider_differences(coded_outcome, sheet),
        *_different_cards(coded_outcome, traits, sheet),
    ]


def in_codes(outcome: Ridden, sheet: Sheet) -> tuple[Ridden, dict[str, str]]:
    """Return the outcome with the riders' codes of the tour, and who has which trait."""
    extras = outcome.extras
    code = partial(code_of, codes=sheet.frame.names)
    seats = [team for team in sheet.frame.teams if team not in extras.dummies]
    everybody = map(code, names_of(seats))
    traits = {rider: trait for rider, trait in zip(everybody, extras.traits, strict=False) if trait}
    coded_outcome = msgspec.structs.replace(
        outcome,
        finish=tuple(msgspec.structs.replace(one, rider=code(one.rider)) for one in outcome.finish),
        passings=tuple(
            msgspec.structs.replace(one, riders=tuple(map(code, one.riders)))
            for one in outcome.passings
        ),
        extras=_extras_in_codes(extras, code),
    )
    return coded_outcome, traits


def _extras_in_codes(extras: FlammeRougeExtras, code: Callable[[str], str]) -> FlammeRougeExtras:
    return msgspec.structs.replace(
        extras,
        bunches=tuple(
            msgspec.structs.replace(bunch, squares=_rename(bunch.squares, code))
            for bunch in extras.bunches
        ),
        left=_rename(extras.left, code),
    )


def _rename(counts: Mapping[str, int], code: Callable[[str], str]) -> dict[str, int]:
    return {code(rider): count for rider, count in counts.items()}


def _arrivals(bunch: FinishBunch, coded_outcome: Ridden, writer: EntryWriter) -> None:
    """Write a bunch, square by square: the round, then who came there, from the right lane to the
    left.
    """
    riders = [
        rider
        for rider in arrival_order(coded_outcome)
        if rider in bunch.squares and rider not in writer.sheet.order
    ]
    if riders and writer.sheet.turn != bunch.turn:
        writer.write(e.Turn(bunch.turn))
    for square, together in groupby(riders, key=bunch.squares.__getitem__):
        writer.write(e.Arrive(tuple(together), square=square))


def _different_cards(
    coded_outcome: Ridden, traits: Mapping[str, str], sheet: Sheet
) -> Iterator[str]:
    for rider in coded_outcome.extras.left:
        log_cards, cards = game_of(sheet).exhaustion.get(rider, 0), coded_outcome.extras.left[rider]
        if log_cards != cards:
            yield (
                _(
                    "%(rider)s came with %(logged)s exhaustion cards in the log and "
                    "%(cards)s in the digital stage."
                )
                % {"rider": sheet.name(rider), "logged": log_cards, "cards": cards}
            )
    for rider in sorted({*traits, *game_of(sheet).traits}):
        logged_trait, trait = game_of(sheet).traits.get(rider, ""), traits.get(rider, "")
        if logged_trait != trait:
            names = [TRAITS.get(each, _("no trait")) for each in (logged_trait, trait)]
            yield (
                _("%(rider)s has %(logged)s in the log and %(ridden)s in the digital stage.")
                % {"rider": sheet.name(rider), "logged": names[0], "ridden": names[1]}
            )
