"""The acts of a vector, carried out on a board by answering what the engine asks: everybody who is
not named passes.
"""

from collections.abc import Callable
from typing import Any

from games.chance import Draw, Seeded
from games.cycling_party import actions, groups, loop, mountain, paceline
from games.cycling_party import state as states
from games.cycling_party.numbers import STRIDE
from games.cycling_party.rules import CyclingParty
from games.engine import CHANCE, Refused
from tests.vectors.board import Board

GAME = CyclingParty()
Act = dict[str, Any]


class NotPossible(Exception):
    """The table cannot do what the act says."""


def carry_out(board: Board, act: Act) -> str:
    """Why the act was refused, with the board as it was; "" when it was taken."""
    before = GAME.copy(board.state), board.turn
    if unknown := sorted(set(act) - FIELDS):
        raise ValueError(f"an act with {', '.join(unknown)}: nobody reads that")
    try:
        ACTS[next(key for key in ACTS if key in act)](board, act)
    except (Refused, NotPossible) as refusal:
        board.state, board.turn = before
        return str(refusal) or type(refusal).__name__
    return ""


def _rider(board: Board, name: str) -> int:
    return actions.rider(board.state.course.names, name)


def _choose(board: Board, action: int) -> None:
    GAME.apply(board.state, board.state.seat, action)


def _draw(board: Board, dice: Any) -> None:
    GAME.apply(board.state, CHANCE, tuple(dice))


def _pass_until(board: Board, done: Callable[[], bool], during: tuple[int, ...]) -> None:
    """Everybody asked passes, as long as only these questions are asked in this turn."""
    turn = board.state.turn
    while not done():
        if board.state.phase not in during or board.state.turn != turn:
            raise NotPossible("The race is not there.")
        _choose(board, actions.PASS)


BEFORE_A_THROW = (states.WITHDRAWALS, states.WINDOW, states.LAST_WINDOW)


def _in_window(board: Board, action: int) -> None:
    """The manager answers so in the window that is open now."""
    _same_turn(board)
    state = board.state
    seat = (action >> actions.SHIFT) // STRIDE
    open_now = (states.WINDOW, states.LAST_WINDOW)
    _pass_until(
        board,
        lambda: state.phase in open_now and state.seat == seat and action in state.legal,
        BEFORE_A_THROW,
    )
    _choose(board, action)


def _same_turn(board: Board) -> None:
    if board.turn_is_over:
        raise NotPossible("The turn is over.")


def _bottle(board: Board, act: Act) -> None:
    rider, left = _rider(board, act["bottle"]), act.get("n", 1)
    while left > 0:
        left -= (
            2
            if board.state.course.mountain[
                min(board.state.square[rider], board.state.course.end + 1)
            ]
            else 1
        )
        if left < 0:
            raise NotPossible("Half a mountain square cannot be paid.")
        _in_window(board, actions.encode_action(actions.BOTTLE, rider))


def _sprint(board: Board, act: Act) -> None:
    kind = actions.SPRINT_D20 if "d20" in act else actions.SPRINT_3D6
    _in_window(board, actions.encode_action(kind, _rider(board, act["sprint"])))
    _draw(board, [act["d20"]] if "d20" in act else act["dice"])


def _attack(board: Board, act: Act) -> None:
    _in_window(board, actions.encode_action(actions.ATTACK, _rider(board, act["attack"])))
    _draw(board, act["dice"])


def _fall_back(board: Board, act: Act) -> None:
    _in_window(board, actions.encode_action(actions.FALL_BACK, _rider(board, act["fall_back"])))
    _draw(board, [act["die"]])


def _descend(board: Board, act: Act) -> None:
    _in_window(board, actions.encode_action(actions.DESCEND, _rider(board, act["descend"])))
    _draw(board, act["dice"])


def _withdraw(board: Board, act: Act) -> None:
    """At a table nobody minds which manager speaks first."""
    state = board.state
    if state.phase != states.WITHDRAWALS or state.turn != board.turn:
        raise NotPossible("Riders are withdrawn between two turns.")
    action = actions.encode_action(actions.WITHDRAW, _rider(board, act["withdraw"]))
    state.position = 0
    loop.ask_withdrawals(state)
    _pass_until(board, lambda: action in state.legal, (states.WITHDRAWALS,))
    _choose(board, action)


def _opening(board: Board, act: Act) -> None:
    names = board.state.course.names
    starters = sum(1 << names.index(rider) for rider in act["opening"])
    dice: list[int] = []
    for rider in board.state.course.riders(starters):
        dice += act["opening"][names[rider]]
    course = board.state.course
    loop.on_opening(_with_starters(board, starters), tuple(dice))
    board.state.course = course
    if board.state.phase < states.OVER:
        loop.go_on(board.state)
    board.turn = board.state.turn


def _with_starters(board: Board, starters: int) -> states.State:
    """Only those throw whom the vector names."""
    import msgspec

    board.state.course = msgspec.structs.replace(board.state.course, starters=starters)
    return board.state


def _end_turn(board: Board, act: Act) -> None:
    """Dice of ties and seconds, which no vector of a turn names, fall as they like."""
    state, turn = board.state, board.turn
    chance = Seeded(0)
    if groups.units_now(state) and state.turn == turn:
        raise NotPossible("Riders are still to throw.")
    while state.turn == turn and state.phase != states.OVER:
        if state.seat == CHANCE and state.asked.throw:
            _draw(board, chance.draw(state.asked.throw))
        else:
            _choose(board, actions.PASS)
    board.turn += 1


def _peloton(board: Board, act: Act) -> None:
    _same_turn(board)
    state = board.state
    _pass_until(board, lambda: state.phase == states.IN_PELOTON, BEFORE_A_THROW)
    _is_the_unit(board, states.PELOTON_UNIT, act["peloton"])
    for rider, dice, *more in act.get("throws", ()):
        how = more[0] if more else {}
        action = actions.encode_action(actions.THROW, _rider(board, rider))
        _pass_until(board, lambda action=action: action in state.legal, (states.IN_PELOTON,))  # type: ignore[misc]
        _choose(board, action)
        _draw(board, [*dice, *how.get("again", ())])
        if state.phase == states.DOMESTIQUE:
            _choose(board, actions.NINE if how.get("choice") == "nine" else actions.ESCAPE)
    turn = state.turn
    while state.phase == states.IN_PELOTON and state.turn == turn:
        _choose(board, actions.PASS)
    if state.pace != act.get("pace", state.pace):
        raise NotPossible(f"The pace is {state.pace}, not {act['pace']}.")


def _is_the_unit(board: Board, kind: int, riders: Any) -> None:
    names = board.names(board.state.unit)
    if board.state.unit_kind != kind or (
        len(names) != riders if isinstance(riders, int) else sorted(names) != sorted(riders)
    ):
        raise NotPossible(
            f"In front is {states.UNIT_NAMES[board.state.unit_kind]} {', '.join(names)}."
        )


def _unit(board: Board, act: Act) -> None:
    _same_turn(board)
    UNITS[act["unit"]](board, act)


def _breakaway(board: Board, act: Act) -> None:
    _pass_until(board, lambda: board.state.phase == states.THROW_ALONE, BEFORE_A_THROW)
    _is_the_unit(board, states.BREAKAWAY, act["riders"])
    _draw(board, _dice(board, act))


def _paceline(board: Board, act: Act) -> None:
    state = board.state
    _pass_until(board, lambda: state.phase == states.THROW_PACELINE, BEFORE_A_THROW)
    _is_the_unit(board, states.PACELINE, act["riders"])
    if isinstance(act["riders"], list) and not board.in_speaking_order(act["riders"]):
        raise NotPossible(
            f"A paceline throws in the speaking order, not {', '.join(act['riders'])}."
        )
    order = state.course.in_speaking_order(state.unit, state.first)
    _draw(board, _dice(board, act))
    while state.phase == states.JOINING:
        row = paceline.rouleurs(state)
        rouleur = state.course.names[order[row[len(state.joins)]]]
        up, down = act.get("choice", {}).get(rouleur, (True, True))
        answer = paceline.distinct_answers(state.dice, tuple(row), state.joins)[
            paceline.UP * up + paceline.DOWN * down
        ]
        _choose(board, answer << actions.SHIFT | actions.JOIN)


def _dice(board: Board, act: Act) -> list[int]:
    """The dice of the unit's riders in speaking order, as far as they were thrown."""
    dice: list[int] = []
    members = board.names(board.state.unit)
    if strangers := sorted(
        {*act["dice"], *act.get("again", {}), *act.get("choice", {})} - set(members)
    ):
        raise NotPossible(f"{', '.join(strangers)}: not in this unit.")
    for rider in board.state.course.in_speaking_order(board.state.unit, board.state.first):
        name = board.state.course.names[rider]
        dice += act["dice"].get(name, ())
        dice += act.get("again", {}).get(name, ())
    return dice


def _mountain(board: Board, act: Act) -> None:
    state = board.state
    open_now = (states.PLANNING, states.THROW_MOUNTAIN)
    _pass_until(board, lambda: state.phase in open_now, BEFORE_A_THROW)
    _is_the_unit(board, states.MOUNTAIN, act["riders"])
    plan = sum(1 << _number(board, rider) for rider in act.get("fall_back", ()))
    plan |= actions.MOUNTAIN_ATTACK if "attack" in act else 0
    plan |= actions.DOUBLE if act.get("double") else 0
    if state.phase == states.PLANNING:
        _choose(board, plan << actions.SHIFT | actions.PLAN)
    elif plan:
        raise NotPossible("There is no plan to be made.")
    dice, payload = _thrown(board, act)
    _share(board, dice, payload)


def _number(board: Board, rider: str) -> int:
    return _rider(board, rider) % STRIDE


def _thrown(board: Board, act: Act) -> tuple[Draw, int]:
    """The dice as they are thrown, and how the act uses them."""
    names = board.names(board.state.unit)
    backs = act.get("fall_back", {})
    in_order = sorted(backs, key=lambda rider: _number(board, rider))
    dice = (
        [backs[rider][0] for rider in in_order]
        + ([act["attack"]] if "attack" in act else [])
        + list(act.get("pool", ()))
    )
    payload = sum(
        actions.encode_share(_number(board, rider), backs[rider][1], actions.FELL_BACK)
        for rider in in_order
    )
    pool = [
        name for name in names if name not in backs and not ("attack" in act and name.endswith("1"))
    ]
    assign = act.get("assign") or dict(zip(pool, act.get("pool", ()), strict=False))
    pulled = act.get("pull") or ()
    for rider in (*pulled, *assign):
        if rider not in pool:
            raise NotPossible(f"{rider} has no die of the pool.")
    if act.get("magic") and any(rider.endswith("1") for rider in pulled):
        raise NotPossible(
            "A climber who is pulled along counts no magic five: it is for his own die."
        )
    for rider in pool:
        magic = act.get("magic") and (rider.endswith("1") or len(pool) == 1)
        how = actions.PULLED if rider in pulled else actions.MAGIC if magic else actions.PLAIN
        payload |= actions.encode_share(_number(board, rider), assign.get(rider, 0), how)
    if act.get("magic") and not any(rider.endswith("1") for rider in pool):
        raise NotPossible("Only the climber counts a magic five.")
    return tuple(dice), payload


def _share(board: Board, dice: Draw, payload: int) -> None:
    state = board.state
    unit = states.team_of(state.unit, state.owner)
    holds = state.course.facts[state.at]
    if state.asked.throw is None or not state.asked.throw.fits(dice):
        raise NotPossible("These are not the dice that are thrown.")
    every = mountain.ways(unit, state.plan, dice, holds)
    if payload not in every:
        raise NotPossible("The dice cannot be used so.")
    wanted = mountain.result(every, payload, holds)
    legal, _ = mountain.choices(unit, state.plan, dice, holds)
    same = next(
        action
        for action in legal
        if mountain.result(every, action >> actions.SHIFT, holds) == wanted
    )
    _draw(board, dice)
    if len(legal) > 1:
        _choose(board, same)


FIELDS = frozenset(
    "opening peloton throws pace unit riders dice again choice pool assign double magic pull"
    " fall_back attack bottle n sprint d20 die descend withdraw end_turn refused note".split()
)
UNITS: dict[str, Callable[[Board, Act], None]] = {
    "breakaway": _breakaway,
    "paceline": _paceline,
    "mountain": _mountain,
}
ACTS: dict[str, Callable[[Board, Act], None]] = {
    "opening": _opening,
    "peloton": _peloton,
    "unit": _unit,
    "bottle": _bottle,
    "sprint": _sprint,
    "fall_back": _fall_back,
    "attack": _attack,
    "descend": _descend,
    "withdraw": _withdraw,
    "end_turn": _end_turn,
}
