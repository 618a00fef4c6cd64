"""Carry over from earlier stages of a Grand Tour: who places first, remaining exhaustion, and
traits (FR-T-030 ... FR-T-040).
"""

from collections.abc import Mapping

import msgspec

from games.flamme_rouge.table.grand_tour import SHERIFF, carried_exhaustion, start_order
from tourmanager.results.log.reading import StageReading
from tourmanager.tabletop.flamme_rouge.table.frame import extras_of
from tourmanager.tabletop.flamme_rouge.table.sheet import game_of


class Carried(msgspec.Struct, frozen=True):
    # teams as they place their riders, dummy teams first; empty before the first stage, where lots
    # are drawn
    order: tuple[str, ...]
    cards: Mapping[str, int]  # by rider: exhaustion cards to shuffle in
    traits: Mapping[str, str]  # by rider


def carried_into(reading: StageReading) -> Carried:
    """Return what the stages before that one leave to it."""
    traits = game_of(reading.log.sheet).traits
    before = [result for result in reading.ended.results if result.number < reading.stage.number]
    if not before:
        return Carried((), {}, traits)
    cards = extras_of(before[-1]).exhaustion
    return Carried(
        order=tuple(_order(reading)),
        cards={
            rider: carried_exhaustion(cards.get(rider, 0), traits.get(rider) == SHERIFF)
            for rider in reading.frame.riders
        },
        traits=traits,
    )


def _order(reading: StageReading) -> list[str]:
    standings = reading.before[-1]
    points = dict.fromkeys((team.letter for team in reading.field.teams), 0) | {
        player.team: player.points for player in standings.players
    }
    by_time = next(
        (ranking for ranking in standings.classifications.values() if ranking.by_time), None
    )
    team_of = {code: rider.team.letter for code, rider in reading.field.riders.items()}
    general = [row.who for row in by_time.rows if row.who in team_of] if by_time else []
    return start_order(points, general, team_of, list(reading.field.dummies))
