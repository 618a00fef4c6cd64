"""Legal actions as a page offers them: the words of a button, and what follows where the rules fix
it.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from games.cycling_party import actions, mountain, paceline
from games.cycling_party.actions import (
    DOUBLE,
    FELL_BACK,
    KIND,
    MAGIC,
    MOUNTAIN_ATTACK,
    PULLED,
    SHIFT,
    decode_shares,
    write_action,
)
from games.cycling_party.course import MOST, NUMBERS
from games.cycling_party.numbers import PACE, STRIDE
from games.cycling_party.peloton import FLAT_DOMESTIQUE
from games.cycling_party.questions import COUNTS, inflect_verb
from games.cycling_party.state import IN_PELOTON, WITHDRAWALS, State, team_of
from games.cycling_party.words import Teller
from games.engine import Action, Choice, Seat, Titles

Parts = tuple[tuple[str, str], ...]


class AnswerWords(NamedTuple):
    words: str
    then: str
    rule: str
    parts: Parts = ()


def choices(state: State, seat: Seat, titles: Titles | None = None) -> Sequence[Choice]:
    """Put the legal actions of that seat in words, in their order; none for a seat that is not
    asked.
    """
    if seat != state.seat:
        return ()
    tell, names = Teller(state, titles), state.course.names
    found = []
    for action in state.legal:
        kind, payload = action & KIND, action >> SHIFT
        words, then, rule, parts = OFFERS[kind](tell, state, payload)
        short = SHORT.get(kind, "")
        found.append(
            Choice(
                write_action(names, seat, action),
                words,
                then,
                rule,
                names[payload] if short else "",
                short,
                action == actions.PLAN,
                parts,
            )
        )
    return found


# What is about one rider, in short.
SHORT = {
    actions.BOTTLE: "Bottle",
    actions.SPRINT_3D6: "Sprint, three dice",
    actions.SPRINT_D20: "Sprint, d20",
    actions.ATTACK: "Attack",
    actions.FALL_BACK: "Fall back",
    actions.DESCEND: "Descend at full speed",
    actions.THROW: "Throw",
    actions.WITHDRAW: "Take out",
}


def count_left(count: int) -> str:
    return f"{count or 'none'} left"


def _pass(tell: Teller, state: State, _: int) -> AnswerWords:
    if state.phase == WITHDRAWALS:
        return AnswerWords("Take nobody out", "", "CP-J-076")
    if state.phase == IN_PELOTON:
        return AnswerWords(
            f"Accept the pace of {state.pace}", "asked again after another throw", "CP-D-006"
        )
    return AnswerWords("Nothing now", "asked again when somebody else has acted", "CP-D-002")


def _pass_unit(tell: Teller, state: State, _: int) -> AnswerWords:
    return AnswerWords("Nothing more until this group has moved", "", "CP-D-011")


def _pass_turn(tell: Teller, state: State, _: int) -> AnswerWords:
    return AnswerWords("Nothing more this turn", "", "CP-D-011")


def _bottle(tell: Teller, state: State, rider: int) -> AnswerWords:
    course, square = state.course, state.square[rider]
    price, to = (2 if course.mountain[square] else 1), square + 1
    descends = state.almost >> rider & 1 and to <= course.end and not course.mountain[to]
    right = "; they may descend at full speed in the next turn" if descends else ""
    words = f"{'Bottle' if price == 1 else 'Two bottles'} for {tell.name(rider)}"
    return AnswerWords(
        words,
        f"to {tell.square(to)}; {count_left(state.bottles[rider // STRIDE] - price)}{right}",
        "CP-J-063",
    )


def _sprint_3d6(tell: Teller, state: State, rider: int) -> AnswerWords:
    after = count_left(state.sprints[rider // STRIDE] - 1)
    return AnswerWords(
        f"{tell.name(rider)} sprints with three dice",
        f"their sum instead of a normal throw; {after} after it",
        "CP-J-058",
    )


def _sprint_d20(tell: Teller, state: State, rider: int) -> AnswerWords:
    after = count_left(state.sprints[rider // STRIDE] - 1)
    return AnswerWords(
        f"{tell.name(rider)} sprints with the twenty-sided die",
        f"1 to 20 instead of a normal throw; {after} after it",
        "CP-J-058",
    )


def _attack(tell: Teller, state: State, rider: int) -> AnswerWords:
    after = count_left(state.attacks[rider // STRIDE] - 1)
    then = (
        "four dice, their sum; two pairs, 2 times in 27, break their chain and put them last;"
        f" {after} after it"
    )
    return AnswerWords(f"{tell.name(rider)} attacks", then, "CP-S-024")


def _fall_back(tell: Teller, state: State, rider: int) -> AnswerWords:
    return AnswerWords(f"{tell.name(rider)} falls back", "one die instead of two", "CP-S-036")


def _descend(tell: Teller, state: State, rider: int) -> AnswerWords:
    then = "three dice, their sum; three sixes are a fatal accident, 1 in 216"
    return AnswerWords(f"{tell.name(rider)} descends at full speed", then, "CP-S-042")


def _throw(tell: Teller, state: State, rider: int) -> AnswerWords:
    pace, most = state.pace, PACE[-1]
    raised = (
        "no sum raises the pace"
        if pace == most
        else f"{pace + 1}{f' to {most} raise' if pace + 1 < most else ' raises'} the pace"
    )
    if state.course.senior and rider % STRIDE == FLAT_DOMESTIQUE:
        return AnswerWords(
            f"Throw for {tell.name(rider)}",
            f"{raised}; 10 to 12: they escape or set it at 9; 2: puncture",
            "CP-S-017",
        )
    return AnswerWords(
        f"Throw for {tell.name(rider)}",
        f"{raised}; 10 to 12: they escape; 2 to 4: puncture",
        "CP-J-035",
    )


def _escape(tell: Teller, state: State, _: int) -> AnswerWords:
    total = sum(state.dice[:2])
    to = state.course.to[state.square[state.thrower]][total]
    return AnswerWords(
        f"{tell.name(state.thrower)} escapes with {total}", f"to {tell.square(to)}", "CP-S-017"
    )


def _nine(tell: Teller, state: State, _: int) -> AnswerWords:
    to = state.course.to[state.square[state.thrower]][PACE[-1]]
    return AnswerWords(
        "Set the pace at 9",
        f"they stay in the peloton, which moves 9: they move to {tell.square(to)}",
        "CP-S-017",
    )


JOINS = ("joins nobody", "joins downward", "joins upward", "joins upward and downward")


def _join(tell: Teller, state: State, answer: int) -> AnswerWords:
    """Offer an answer of a rouleur. What follows is named where no rouleur behind can change it."""
    row = paceline.rouleurs(state)
    only_four = state.course.options.rouleur_refusal == "only_four"
    later = [state.row[index] for index in row[len(state.joins) + 1 :]]
    results = {
        paceline.chains(
            state.dice,
            paceline.joins_of(len(state.row), row, (*state.joins, answer, *others)),
            only_four,
        )
        for others in product(range(4), repeat=len(later))
    }
    words = f"{tell.name(state.row[row[len(state.joins)]])} {JOINS[answer]}"
    if len(results) > 1:
        return AnswerWords(words, f"what follows hangs on {tell.names(later)}, too", "CP-S-014")
    square = state.square[state.row[0]]
    told = []
    for pace, members, _ in results.pop():
        riders = [state.row[index] for index in members]
        told.append(
            f"{tell.names(riders)} {inflect_verb(len(riders), 'move')} {pace}, to"
            f" {tell.square(state.course.to[square][pace])}"
        )
    return AnswerWords(words, "; ".join(told), "CP-S-014")


def _plan(tell: Teller, state: State, plan: int) -> AnswerWords:
    base, mine = state.owner * STRIDE, NUMBERS[team_of(state.unit, state.owner)]
    parts = _plan_parts(tell, base, mine, plan)
    if not plan:
        then = COUNTS[len(mine)] + (", shared out afterwards" if len(mine) > 1 else "")
        return AnswerWords("Throw as usual", then, "CP-J-052", parts)
    declared = list(_declarations(tell, state, base, plan))
    rule = "CP-M-009" if plan & MOUNTAIN_ATTACK else "CP-S-008" if plan & DOUBLE else "CP-S-037"
    words, then = ("; ".join(column) for column in zip(*declared, strict=True))
    return AnswerWords(words, then, rule, parts)


def _plan_parts(tell: Teller, base: int, mine: Sequence[int], plan: int) -> Parts:
    """Say of each rider what the plan has them do."""
    does = dict.fromkeys(NUMBERS[plan & MOST], "falls back")
    if plan & DOUBLE:
        does[0] = "double throw"
    if plan & MOUNTAIN_ATTACK:
        does[0] = "mountain attack"
    return tuple((tell.name(base + number), does.get(number, "plain throw")) for number in mine)


def _declarations(tell: Teller, state: State, base: int, plan: int) -> Iterator[tuple[str, str]]:
    """Say what the plan declares, with what follows from it."""
    if plan & DOUBLE:
        yield (
            f"Double throw for {tell.name(base)}",
            (
                "one die more to choose from;"
                f" {count_left(state.doubles[state.owner] - 1)} on this pass"
            ),
        )
    if plan & MOUNTAIN_ATTACK:
        yield (
            f"Mountain attack of {tell.name(base)}",
            f"the ten-sided die for them; {count_left(state.mountain_attacks[state.owner] - 1)}",
        )
    if back := [base + number for number in NUMBERS[plan & MOST]]:
        yield (
            f"{tell.names(back)} {inflect_verb(len(back), 'fall')} back",
            "a 1 or 2 moves 1, a 3 moves 1 or 2, a 4 moves 2, a 5 moves 2 or 3, a 6 moves 3",
        )


HOW = {MAGIC: ("counts 6", "CP-S-007"), PULLED: ("taken along", "CP-S-019")}


def _give(tell: Teller, state: State, payload: int) -> AnswerWords:
    base, square, facts = state.owner * STRIDE, state.at, state.course.facts[state.at]
    _, every = mountain.choices(team_of(state.unit, state.owner), state.plan, state.dice, facts)
    moves = every[payload << SHIFT | actions.GIVE]
    given = {number: (die, how) for number, die, how in decode_shares(payload)}
    rule, words, parts = "CP-J-055", [], []
    for number, squares in moves:
        die, how = given.get(number, (squares, -1))
        if how < 0:
            text = f"{die} on the ten-sided die"
        elif how == FELL_BACK:
            text, rule = f"falls back, {die}", "CP-S-037"
        elif how in HOW:
            said, rule = HOW[how]
            text = f"{die}, {said}"
        else:
            text = str(die)
        words.append(tell.figure(base + number, text))
        parts.append((tell.name(base + number), f"{text}, to {tell.square(square + squares)}"))
    then = tell.landing((base + number, square + squares) for number, squares in moves)
    if mountain.six_gives_right(state.course, square) and (
        sixes := mountain.natural_sixes(payload)
    ):
        then += (
            f"; {tell.names(base + number for number in sixes)} may descend at full speed in the"
            " next turn"
        )
    return AnswerWords("; ".join(words), then, rule, tuple(parts))


def _withdraw(tell: Teller, state: State, rider: int) -> AnswerWords:
    return AnswerWords(
        f"Take {tell.name(rider)} out of the race", "they do not come back", "CP-J-076"
    )


# By the kind of the action.
OFFERS: tuple[Callable[[Teller, State, Action], AnswerWords], ...] = (
    _pass,
    _pass_unit,
    _pass_turn,
    _bottle,
    _sprint_3d6,
    _sprint_d20,
    _attack,
    _fall_back,
    _descend,
    _throw,
    _escape,
    _nine,
    _join,
    _plan,
    _give,
    _withdraw,
)
