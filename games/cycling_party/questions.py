"""Questions in words for everybody at the table: who is to decide or to throw what, with the
figures that matter for it.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from games.cycling_party import actions, finish, paceline
from games.cycling_party import state as states
from games.cycling_party.actions import DOUBLE, KIND, MOUNTAIN_ATTACK, SHIFT
from games.cycling_party.course import MOST, NUMBERS
from games.cycling_party.numbers import STRIDE
from games.cycling_party.state import BREAKAWAY, MOUNTAIN, PACELINE, PELOTON_UNIT, State
from games.cycling_party.words import Teller, dice, join_with_and
from games.engine import Question, Titles


class PhaseQuestion(NamedTuple):
    rule: str
    words: str
    riders: Sequence[int] = ()
    dice: Sequence[str] = ()  # whose each is


def question(state: State, titles: Titles | None = None) -> Question:
    rule, words, riders, labels = ASKS[state.phase](Teller(state, titles), state)
    return Question(
        words, rule, tuple(state.course.names[rider] for rider in riders), tuple(labels)
    )


COUNTS = (
    "no dice",
    "one die",
    "two dice",
    "three dice",
    "four dice",
    "five dice",
    "six dice",
    "seven dice",
)


def inflect_verb(count: int, word: str) -> str:
    """Inflect a verb: "throws" for one, "throw" for several."""
    return f"{word}s" if count == 1 else word


def _unit(tell: Teller, state: State, kind: int, riders: Sequence[int]) -> str:
    """Name the group that a verb follows: "the peloton of 20", "the paceline of Red 1 and 2", "Red
    1 on the mountain, km 63,".
    """
    if kind == PELOTON_UNIT:
        return f"the peloton of {len(riders)}"
    if kind == PACELINE:
        return f"the paceline of {tell.names(riders)}"
    return tell.names(riders) + (
        f" on the mountain, {tell.square(state.at)}," if kind == MOUNTAIN else ", alone,"
    )


def _over(tell: Teller, state: State) -> PhaseQuestion:
    first = state.placed[:1]
    return PhaseQuestion(
        "CP-M-060",
        f"The stage is over: {tell.name(first[0])} has won." if first else "The stage is over.",
        first,
    )


def _withdrawals(tell: Teller, state: State) -> PhaseQuestion:
    riders = [action >> SHIFT for action in state.legal if action & KIND == actions.WITHDRAW]
    return PhaseQuestion(
        "CP-J-076",
        f"Before turn {state.turn}: {tell.team(state.seat)} may take riders out of the race.",
        riders,
    )


DEEDS = {
    actions.BOTTLE: "give a bottle",
    actions.SPRINT_3D6: "sprint",
    actions.SPRINT_D20: "sprint",
    actions.ATTACK: "attack",
    actions.FALL_BACK: "let a rider fall back",
    actions.DESCEND: "descend at full speed",
}


def _window(tell: Teller, state: State) -> PhaseQuestion:
    riders = state.course.riders(state.unit)
    kinds = {action & KIND for action in state.legal}
    deeds = list(dict.fromkeys(deed for kind, deed in DEEDS.items() if kind in kinds))
    unit = _unit(tell, state, state.unit_kind, riders)
    throws = inflect_verb(len(riders) if state.unit_kind == MOUNTAIN else 1, "throw")
    return PhaseQuestion(
        "CP-D-002",
        f"Before {unit} {throws}: {tell.team(state.seat)} may {join_with_and(deeds, 'or')}.",
        riders,
    )


def _last_window(tell: Teller, state: State) -> PhaseQuestion:
    riders = [action >> SHIFT for action in state.legal if action & KIND == actions.BOTTLE]
    return PhaseQuestion(
        "CP-D-002",
        f"All have thrown. {tell.team(state.seat)} may give a bottle before turn {state.turn}"
        " ends.",
        riders,
    )


def _in_peloton(tell: Teller, state: State) -> PhaseQuestion:
    mine = [action >> SHIFT for action in state.legal if action & KIND == actions.THROW]
    whom = "one of its riders" if len(mine) > 1 else tell.name(mine[0])
    riders = state.course.riders(state.unit)
    words = (
        f"The peloton of {len(riders)} throws: {tell.team(state.seat)} may throw for {whom} or"
        f" accept the pace of {state.pace}."
    )
    return PhaseQuestion("CP-D-006", words, riders)


def _domestique(tell: Teller, state: State) -> PhaseQuestion:
    thrown = f"{dice(state.dice[:2])}, {sum(state.dice[:2])} in all"
    words = (
        f"{tell.name(state.thrower)} has thrown {thrown}: do they escape, or set the pace of the"
        " peloton at 9?"
    )
    return PhaseQuestion("CP-S-017", words, (state.thrower,))


def _joining(tell: Teller, state: State) -> PhaseQuestion:
    rouleur = state.row[paceline.rouleurs(state)[len(state.joins)]]
    thrown = [tell.figure(rider, total) for rider, total in zip(state.row, state.dice, strict=True)]
    return PhaseQuestion(
        "CP-S-014",
        f"The paceline has {join_with_and(thrown)}:"
        f" does the rouleur {tell.name(rouleur)} join others?",
        state.row,
    )


def _planning(tell: Teller, state: State) -> PhaseQuestion:
    riders = state.course.riders(state.unit)
    payload = 0
    for action in state.legal:
        payload |= action >> SHIFT
    deeds = [
        deed
        for bits, deed in (
            (MOST, "let riders fall back" if len(riders) > 1 else "let them fall back"),
            (DOUBLE, "use a double throw"),
            (MOUNTAIN_ATTACK, "make a mountain attack"),
        )
        if payload & bits
    ]
    unit = _unit(tell, state, MOUNTAIN, riders)
    return PhaseQuestion(
        "CP-D-008",
        f"Before {unit} {inflect_verb(len(riders), 'throw')}: {tell.team(state.seat)} may"
        f" {join_with_and(deeds, 'or')}.",
        riders,
    )


class Pool(NamedTuple):
    """Throws on the mountain: riders by what was declared for them, and the dice that the others
    share.
    """

    backs: list[int]
    leader: list[int]  # with the ten-sided die
    ordinary: list[int]
    dice: int


def _pool(state: State) -> Pool:
    base = state.owner * STRIDE
    backs = [base + number for number in NUMBERS[state.plan & MOST]]
    leader = [base] if state.plan & MOUNTAIN_ATTACK else []
    ordinary = [rider for rider in state.course.riders(state.unit) if rider not in backs + leader]
    return Pool(backs, leader, ordinary, len(ordinary) + bool(state.plan & DOUBLE))


def _sharing(tell: Teller, state: State) -> PhaseQuestion:
    pool, riders = _pool(state), state.course.riders(state.unit)
    thrown = list(state.dice)
    told = [f"{tell.figure(rider, thrown.pop(0))} to fall back" for rider in pool.backs]
    told += [f"{tell.figure(rider, thrown.pop(0))} on the ten-sided die" for rider in pool.leader]
    if pool.ordinary:
        told.append(f"{dice(thrown)} for {tell.names(pool.ordinary)}")
    what = "who gets what" if len(riders) > 1 else "what counts"
    words = (
        f"On the mountain, {tell.square(state.at)}: {'; '.join(told)}. {tell.team(state.seat)}"
        f" decides {what}."
    )
    return PhaseQuestion("CP-D-008", words, riders)


def _opening(tell: Teller, state: State) -> PhaseQuestion:
    riders = state.course.riders(state.course.starters)
    return PhaseQuestion(
        "CP-J-017", "Everybody throws two dice from the start.", riders, twice(tell, riders)
    )


def twice(tell: Teller, riders: Sequence[int]) -> list[str]:
    return [tell.name(rider) for rider in riders for _ in range(2)]


def _alone(tell: Teller, state: State) -> PhaseQuestion:
    riders = (state.thrower,)
    how = "whose chain broke, throws last" if state.thrower in state.broken else "alone, throws"
    return PhaseQuestion(
        "CP-J-045", f"{tell.name(state.thrower)}, {how}: two dice.", riders, twice(tell, riders)
    )


def _paceline(tell: Teller, state: State) -> PhaseQuestion:
    return PhaseQuestion(
        "CP-J-042",
        f"The paceline of {tell.names(state.row)} throws: two dice each.",
        state.row,
        twice(tell, state.row),
    )


def _peloton_throw(tell: Teller, state: State) -> PhaseQuestion:
    riders = (state.thrower,)
    words = f"{tell.name(state.thrower)} throws two dice in the peloton; the pace is {state.pace}."
    return PhaseQuestion("CP-J-035", words, riders, twice(tell, riders))


def _mountain(tell: Teller, state: State) -> PhaseQuestion:
    pool, riders = _pool(state), state.course.riders(state.unit)
    told = [f"a die for {tell.names(pool.backs)} to fall back"] if pool.backs else []
    told += [f"the ten-sided die for {tell.names(pool.leader)}"] if pool.leader else []
    if pool.ordinary:
        told.append(COUNTS[pool.dice] + (f" for {tell.names(pool.ordinary)}" if told else ""))
    labels = [f"{tell.name(rider)}, falls back" for rider in pool.backs] + [
        f"{tell.name(rider)}, ten-sided" for rider in pool.leader
    ]
    labels += [tell.names(pool.ordinary)] * (pool.dice if pool.ordinary else 0)
    words = f"{_unit(tell, state, MOUNTAIN, riders)} {inflect_verb(len(riders), 'throw')}: "
    words += join_with_and(told) if len(riders) > 1 or not pool.backs else "one die, to fall back"
    return PhaseQuestion(_mountain_rule(state, pool, len(riders)), f"{words}.", riders, labels)


def _mountain_rule(state: State, pool: Pool, riders: int) -> str:
    if pool.leader:
        return "CP-M-009"
    if state.plan & DOUBLE:
        return "CP-S-008"
    if pool.backs:
        return "CP-S-037"
    return "CP-J-055" if riders > 1 else "CP-J-052"


def _sprint(tell: Teller, state: State) -> PhaseQuestion:
    name, throw = tell.name(state.thrower), state.asked.throw
    sides = throw.sides if throw else ()
    what = "the twenty-sided die" if sides == (20,) else "three dice"
    return PhaseQuestion(
        "CP-J-058", f"{name} sprints: {what}.", (state.thrower,), [name] * len(sides)
    )


def _special(rule: str, words: str, count: int) -> "Ask":
    def asked(tell: Teller, state: State) -> PhaseQuestion:
        name = tell.name(state.thrower)
        return PhaseQuestion(rule, words.format(name), (state.thrower,), [name] * count)

    return asked


def _line_tie(tell: Teller, state: State) -> PhaseQuestion:
    return _tie(tell, state, "CP-M-016", f"past {tell.line(state.line)}")


def _finish_tie(tell: Teller, state: State) -> PhaseQuestion:
    return _tie(tell, state, "CP-M-028" if state.course.master else "CP-J-074", "at the finish")


def _tie(tell: Teller, state: State, rule: str, where: str) -> PhaseQuestion:
    riders = state.tie_riders
    words = f"{tell.names(riders)} are level {where}: a die each, the highest goes first."
    return PhaseQuestion(rule, words, riders, [tell.name(rider) for rider in riders])


def _seconds(tell: Teller, state: State) -> PhaseQuestion:
    units = finish.units_with_die(state)
    found = [(state.course.riders(unit.riders), unit) for unit in units]
    who = [
        tell.name(riders[0]) if unit.kind == BREAKAWAY else _unit(tell, state, unit.kind, riders)
        for riders, unit in found
    ]
    labels = [f"second of the arrival of {name}" for name in who]
    words = (
        "The seconds of the arrival: one die."
        if len(units) == 1
        else f"The seconds of {len(units)} arrivals: a die for each."
    )
    return PhaseQuestion(
        "CP-M-027", words, [rider for riders, _ in found for rider in riders], labels
    )


Ask = Callable[[Teller, State], PhaseQuestion]
ASKS: dict[int, Ask] = {
    states.OVER: _over,
    states.WITHDRAWALS: _withdrawals,
    states.WINDOW: _window,
    states.LAST_WINDOW: _last_window,
    states.IN_PELOTON: _in_peloton,
    states.DOMESTIQUE: _domestique,
    states.JOINING: _joining,
    states.PLANNING: _planning,
    states.SHARING: _sharing,
    states.THROW_OPENING: _opening,
    states.THROW_ALONE: _alone,
    states.THROW_PACELINE: _paceline,
    states.THROW_PELOTON: _peloton_throw,
    states.THROW_MOUNTAIN: _mountain,
    states.THROW_SPRINT: _sprint,
    states.THROW_ATTACK: _special(
        "CP-S-024", "{} attacks: four dice; two pairs break their chain.", 4
    ),
    states.THROW_FALL_BACK: _special("CP-S-036", "{} falls back: one die.", 1),
    states.THROW_DESCENT: _special(
        "CP-S-042", "{} descends at full speed: three dice; three sixes are a fatal accident.", 3
    ),
    states.THROW_LINE_TIE: _line_tie,
    states.THROW_SECONDS: _seconds,
    states.THROW_FINISH_TIE: _finish_tie,
}
