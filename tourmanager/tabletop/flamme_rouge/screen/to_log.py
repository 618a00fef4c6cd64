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
    ridden, traits = in_codes(outcome, sheet)
    written = EntryWriter(sheet)
    write_lines(ridden, written)
    for bunch in ridden.extras.bunches:
        _arrivals(bunch, ridden, written)
    write_order(ridden, written)
    for rider, cards in ridden.extras.left.items():
        if game_of(written.sheet).exhaustion.get(rider) != cards and rider in written.sheet.order:
            written.write(fr.Exhaustion(rider, cards))
    for rider, trait in traits.items():
        if game_of(written.sheet).traits.get(rider) != trait:
            written.write(fr.GiveTrait(rider, trait))
    return written


def differences(outcome: Ridden, sheet: Sheet) -> list[str]:
    ridden, traits = in_codes(outcome, sheet)
    return [
        *line_differences(ridden, sheet),
        *rider_differences(ridden, sheet),
        *_different_cards(ridden, traits, sheet),
    ]


def in_codes(outcome: Ridden, sheet: Sheet) -> tuple[Ridden, dict[str, str]]:
    """Return the outcome with the riders' codes of the tour, and who has which trait."""
    extras = outcome.extras
    code = partial(code_of, known=sheet.frame.names)
    seats = [team for team in sheet.frame.teams if team not in extras.dummies]
    everybody = map(code, names_of(seats))
    traits = {rider: trait for rider, trait in zip(everybody, extras.traits, strict=False) if trait}
    ridden = msgspec.structs.replace(
        outcome,
        finish=tuple(msgspec.structs.replace(one, rider=code(one.rider)) for one in outcome.finish),
        passings=tuple(
            msgspec.structs.replace(one, riders=tuple(map(code, one.riders)))
            for one in outcome.passings
        ),
        extras=_extras_in_codes(extras, code),
    )
    return ridden, traits


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


def _arrivals(bunch: FinishBunch, ridden: Ridden, written: EntryWriter) -> None:
    """Write a bunch, square by square: the round, then who came there, from the right lane to the
    left.
    """
    riders = [
        rider
        for rider in arrival_order(ridden)
        if rider in bunch.squares and rider not in written.sheet.order
    ]
    if riders and written.sheet.turn != bunch.turn:
        written.write(e.Turn(bunch.turn))
    for square, together in groupby(riders, key=bunch.squares.__getitem__):
        written.write(e.Arrive(tuple(together), square=square))


def _different_cards(ridden: Ridden, traits: Mapping[str, str], sheet: Sheet) -> Iterator[str]:
    for rider in ridden.extras.left:
        logged, cards = game_of(sheet).exhaustion.get(rider, 0), ridden.extras.left[rider]
        if logged != cards:
            yield (
                _(
                    "%(rider)s came with %(logged)s exhaustion cards in the log and "
                    "%(cards)s in the digital stage."
                )
                % {"rider": sheet.name(rider), "logged": logged, "cards": cards}
            )
    for rider in sorted({*traits, *game_of(sheet).traits}):
        logged_trait, trait = game_of(sheet).traits.get(rider, ""), traits.get(rider, "")
        if logged_trait != trait:
            said = [TRAITS.get(each, "no trait") for each in (logged_trait, trait)]
            yield (
                _("%(rider)s has %(logged)s in the log and %(ridden)s in the digital stage.")
                % {"rider": sheet.name(rider), "logged": said[0], "ridden": said[1]}
            )
