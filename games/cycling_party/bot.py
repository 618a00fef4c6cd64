"""The bot `steady`: saves its bottles and its sprint for the end, spares its best riders, never
gives ground (CP-BOT-001 ... 007).

There is a function for each question. A stronger bot is another class with `choose`, named in
`BOTS`; it may play on in copies of the state.
"""

from collections.abc import Callable, Sequence

from games.cycling_party import actions, mountain, paceline
from games.cycling_party.actions import KIND, PASS, SHIFT
from games.cycling_party.numbers import PELOTON, ROULEUR_LEAST, SPRINT_3D6_BEFORE, STRIDE
from games.cycling_party.state import (
    DOMESTIQUE,
    IN_PELOTON,
    JOINING,
    LAST_WINDOW,
    PLANNING,
    SHARING,
    WINDOW,
    State,
)
from games.engine import Action, BotMaker, Seat

CLIMBER, SPRINTER, ROULEUR, FLAT, HILL, LANTERNE = range(6)  # numbers less one
ON_THE_FLAT = (SPRINTER, ROULEUR, CLIMBER, FLAT, HILL, LANTERNE)
IN_THE_MOUNTAINS = (CLIMBER, HILL, ROULEUR, SPRINTER, FLAT, LANTERNE)
FINALE = 15  # km from which everything is thrown in
REACH = 12  # what two dice can cross
AVERAGE_SPRINT = 10
ATTACK_FROM, ATTACK_ROOM = 20, 14  # the first square to attack from, and the flat it takes
LONG_CLIMB = 8  # squares that are left where a mountain attack is made
RESERVE = 2  # bottles kept until the finale


class Steady:
    def __init__(self, seed: str) -> None:
        """Ignore the seed: this bot decides without chance."""

    def choose(self, state: State, seat: Seat, legal: Sequence[Action]) -> Action:
        answer = ANSWERS.get(state.phase)
        return answer(state, seat, legal) if answer else PASS


def ranking(state: State) -> tuple[int, ...]:
    """Return the numbers (less one) of riders, the most precious first (CP-BOT-001)."""
    return IN_THE_MOUNTAINS if state.course.setup.stage.type in ("medium", "high") else ON_THE_FLAT


def to_go(state: State, square: int) -> int:
    return state.course.end - square


def own(state: State, seat: Seat) -> list[int]:
    """Return the team's riders on the road, the most advanced first, equals by rank."""
    order = ranking(state)
    mine = [
        rider for rider in range(seat * STRIDE, seat * STRIDE + STRIDE) if state.active >> rider & 1
    ]
    return sorted(mine, key=lambda rider: (-state.square[rider], order.index(rider % STRIDE)))


def window(state: State, seat: Seat, legal: Sequence[Action]) -> Action:
    for wish in (descend, sprint, attack, bottle):
        action = wish(state, seat, legal)
        if action is not None:
            return action
    return PASS


def _legal(legal: Sequence[Action], kind: int) -> list[int]:
    """Return the riders for whom that kind of action is legal."""
    return [action >> SHIFT for action in legal if action & KIND == kind]


def descend(state: State, seat: Seat, legal: Sequence[Action]) -> Action | None:
    """Descend at full speed whenever it is legal: three dice for two, an accident once in 216."""
    riders = _legal(legal, actions.DESCEND)
    return actions.encode_action(actions.DESCEND, riders[0]) if riders else None


def sprint(state: State, seat: Seat, legal: Sequence[Action]) -> Action | None:
    """Sprint for the finish when the average throw reaches it; with sprints to spare, also on the
    way there.
    """
    riders = _legal(legal, actions.SPRINT_3D6)
    if not riders:
        return None
    rider = riders[0]
    left = to_go(state, state.square[rider])
    for_the_line = left < AVERAGE_SPRINT
    to_spare = (
        state.sprints[seat] > 1
        and left > SPRINT_3D6_BEFORE + REACH
        and bool(state.unit.bit_count() < PELOTON)
    )
    leading = rider == own(state, seat)[0]
    return (
        actions.encode_action(actions.SPRINT_3D6, rider)
        if for_the_line or (to_spare and leading)
        else None
    )


def attack(state: State, seat: Seat, legal: Sequence[Action]) -> Action | None:
    """Attack once, with the first rider of the team, when the flat ahead leaves room for it
    (CP-BOT-005).
    """
    riders = [rider for rider in _legal(legal, actions.ATTACK) if rider == own(state, seat)[0]]
    if not riders or state.square[riders[0]] < ATTACK_FROM:
        return None
    square = state.square[riders[0]]
    course = state.course
    room = course.to[square][ATTACK_ROOM] - square
    last_chance = square + REACH > course.attack_until
    return (
        actions.encode_action(actions.ATTACK, riders[0])
        if room >= ATTACK_ROOM or last_chance
        else None
    )


def bottle(state: State, seat: Seat, legal: Sequence[Action]) -> Action | None:
    """Give a bottle in the finale to the first rider: after the throws of the turn, so that they
    leave no group, or to bring them within reach.
    """
    riders = _legal(legal, actions.BOTTLE)
    first = own(state, seat)[0] if riders else -1
    if first not in riders:
        return None
    left = to_go(state, state.square[first])
    if left > FINALE or state.course.mountain[state.square[first]]:
        return None
    if state.phase == LAST_WINDOW:
        wanted = left or not _somebody_is_over(state) or state.course.master
    else:
        wanted = left <= REACH and state.unit == 1 << first
    return actions.encode_action(actions.BOTTLE, first) if wanted else None


def _somebody_is_over(state: State) -> bool:
    return bool(state.crossings)


def throw_or_pass(state: State, seat: Seat, legal: Sequence[Action]) -> Action:
    """Let the lowest ranked work while the pace is low; in sight of the line let everybody try to
    get away (CP-BOT-002).
    """
    riders = _legal(legal, actions.THROW)
    order = ranking(state)
    riders.sort(key=lambda rider: -order.index(rider % STRIDE))
    front = max(state.square[rider] for rider in state.course.riders(state.unit))
    if to_go(state, front) < REACH:
        return actions.encode_action(actions.THROW, riders[0])
    workers = [rider for rider in riders if order.index(rider % STRIDE) > 1]
    if state.pace < ROULEUR_LEAST and workers:
        return actions.encode_action(actions.THROW, workers[0])
    return PASS


def escape_or_pull(state: State, seat: Seat, legal: Sequence[Action]) -> Action:
    """Pull if a better rider is in the peloton, unless the throw carries the rider over the line
    (CP-BOT-003).
    """
    order = ranking(state)
    over = to_go(state, state.square[state.thrower]) < sum(state.dice[:2])
    better = [rider for rider in state.course.riders(state.unit) if rider // STRIDE == seat]
    best = min(order.index(rider % STRIDE) for rider in better)
    return actions.NINE if best < order.index(FLAT) and not over else actions.ESCAPE


def join(state: State, seat: Seat, legal: Sequence[Action]) -> Action:
    """Choose the answer that takes the own team furthest and the others least far."""
    row = paceline.rouleurs(state)
    riders = state.row
    only_four = state.course.options.rouleur_refusal == "only_four"

    own = [rider // STRIDE == seat for rider in riders]
    return max(
        legal,
        key=lambda action: gain(state.dice, row, (*state.joins, action >> SHIFT), own, only_four),
    )


def gain(
    sums: tuple[int, ...],
    rouleurs: Sequence[int],
    answers: tuple[int, ...],
    own: Sequence[bool],
    only_four: bool,
) -> float:
    """Rate the answers of the first rouleurs of a paceline for a team; `own` is True for its
    riders. The other rouleurs are expected to join both ways.
    """
    others = (paceline.BOTH,) * (len(rouleurs) - len(answers))
    joins = paceline.joins_of(len(sums), rouleurs, (*answers, *others))
    total = 0.0
    for pace, members, _ in paceline.chains(sums, joins, only_four):
        for index in members:
            total += pace if own[index] else -pace / 4
    return total


def plan(state: State, seat: Seat, legal: Sequence[Action]) -> Action:
    """Plan no fall-back; declare a mountain attack where it can be used up, else the double throws
    one after the other (CP-BOT-004).
    """
    climb = state.course.climbs[state.course.climb_at[state.at] - 1]
    for extra in (actions.MOUNTAIN_ATTACK, actions.DOUBLE):
        action = extra << SHIFT | actions.PLAN
        long_enough = climb.end - state.at >= LONG_CLIMB
        if action in legal and (extra == actions.DOUBLE or long_enough):
            return action
    return actions.PLAN


def share(state: State, seat: Seat, legal: Sequence[Action]) -> Action:
    """Give the most squares to the highest ranked, and a natural 6 to a rider who may then
    descend.
    """
    _, moves = mountain.choices(
        state.unit >> STRIDE * seat & 63, state.plan, state.dice, state.course.facts[state.at]
    )
    order = ranking(state)
    return max(legal, key=lambda action: worth_of_squares(moves[action], order))


def worth_of_squares(moves: mountain.Moves, order: tuple[int, ...]) -> float:
    """Rate the squares that riders gain, by number (less one) and rank."""
    return sum((1.0 + 0.2 * (STRIDE - order.index(number))) * squares for number, squares in moves)


ANSWERS: dict[int, Callable[[State, Seat, Sequence[Action]], Action]] = {
    WINDOW: window,
    LAST_WINDOW: window,
    IN_PELOTON: throw_or_pass,
    DOMESTIQUE: escape_or_pull,
    JOINING: join,
    PLANNING: plan,
    SHARING: share,
}
BOTS: dict[str, BotMaker[State]] = {"steady": Steady}
