"""Actions: the answers of a manager, as a whole number (payload · 16 + kind) and as text.

pass              this time; asked again when somebody else has acted
pass unit         no more unasked action until the unit in front has moved
pass turn         no more unasked action in this turn
bottle red1       withdraw red1     throw red1  (a rider of the team in the peloton)
sprint red2 3d6   sprint red2 d20
attack red1       fall back red1    descend red1
escape            pace 9            (a flat domestique who threw 10 to 12)
join both         join up           join down         join none  (a rouleur)
plan plain        plan red4- red1++ (before the dice of a mountain unit: - falls back,
                                    ++ double throw, ! mountain attack)
give red1 5* red5 4 red2 3^ red6 2- (after them: dice; * counts 6, ^ is pulled one further,
                                    - squares of a fall-back)
"""

import re
from collections.abc import Callable

from games.cycling_party.course import NUMBERS
from games.cycling_party.numbers import STRIDE
from games.engine import Action, BadNotation

(
    PASS,
    PASS_UNIT,
    PASS_TURN,
    BOTTLE,
    SPRINT_3D6,
    SPRINT_D20,
    ATTACK,
    FALL_BACK,
    DESCEND,
    THROW,
    ESCAPE,
    NINE,
    JOIN,
    PLAN,
    GIVE,
    WITHDRAW,
) = range(16)
PASSES = (PASS, PASS_UNIT, PASS_TURN)
KIND = 15
SHIFT = 4

# The payload of a plan: bits of the numbers that fall back, then these.
MOUNTAIN_ATTACK, DOUBLE = 64, 128
# The payload of `give`: for each number six bits, four of the die and two of what is done with it;
# 0 for who is given none.
EACH = 6
PLAIN, MAGIC, PULLED, FELL_BACK = range(4)
MARKS = ("", "*", "^", "-")

WORDS: dict[str, Action] = {
    "pass": PASS,
    "pass unit": PASS_UNIT,
    "pass turn": PASS_TURN,
    "escape": ESCAPE,
    "pace 9": NINE,
    "join none": JOIN,
    "join down": 1 << SHIFT | JOIN,
    "join up": 2 << SHIFT | JOIN,
    "join both": 3 << SHIFT | JOIN,
    "plan plain": PLAN,
}
TEXTS = {action: words for words, action in WORDS.items()}
OF_A_RIDER = {
    "bottle {}": BOTTLE,
    "sprint {} 3d6": SPRINT_3D6,
    "sprint {} d20": SPRINT_D20,
    "attack {}": ATTACK,
    "fall back {}": FALL_BACK,
    "descend {}": DESCEND,
    "throw {}": THROW,
    "withdraw {}": WITHDRAW,
}
FORMS = {kind: form for form, kind in OF_A_RIDER.items()}
PATTERNS = [(re.compile(form.format(r"(\w+)")), kind) for form, kind in OF_A_RIDER.items()]
PART = re.compile(r"([a-z]+[1-6])(-|\+\+|!)")
SHARE = re.compile(r"([a-z]+[1-6]) ([1-6])([*^-]?)")


def encode_action(kind: int, rider: int) -> Action:
    return rider << SHIFT | kind


def encode_share(number: int, die: int, how: int = PLAIN) -> int:
    """Encode one number (less one), its die and its use as part of a `give` payload."""
    return (how << 4 | die) << EACH * number


def decode_shares(payload: int) -> list[tuple[int, int, int]]:
    """Decode a `give` payload into number (less one), die, and how the die is used."""
    parts = []
    for number in range(STRIDE):
        part = payload >> EACH * number & 63
        if part:
            parts.append((number, part & 15, part >> 4))
    return parts


def write_action(names: tuple[str, ...], seat: int, action: Action) -> str:
    """Write an action of this seat as text."""
    kind, payload = action & KIND, action >> SHIFT
    if action in TEXTS:
        return TEXTS[action]
    if kind in FORMS:
        return FORMS[kind].format(names[payload])
    team = names[seat * STRIDE : seat * STRIDE + STRIDE]
    if kind == GIVE:
        return "give " + " ".join(
            f"{team[number]} {die}{MARKS[how]}" for number, die, how in decode_shares(payload)
        )
    parts = [f"{team[number]}-" for number in NUMBERS[payload & 63]]
    parts += [
        f"{team[0]}{mark}"
        for bit, mark in ((MOUNTAIN_ATTACK, "!"), (DOUBLE, "++"))
        if payload & bit
    ]
    return "plan " + " ".join(parts)


def read_action(names: tuple[str, ...], seat: int, text: str) -> Action:
    """Read the action that a text means when this seat says it, legal or not; raises
    BadNotation.
    """
    if text in WORDS:
        return WORDS[text]
    for pattern, kind in PATTERNS:
        if found := pattern.fullmatch(text):
            return encode_action(kind, rider(names, found[1]))
    word, _, rest = text.partition(" ")
    if word == "plan":
        return _read_parts(names, seat, rest.split(" "), PART, _plan) << SHIFT | PLAN
    if word == "give":
        pairs = re.findall(r"\S+ \S+", rest)
        if " ".join(pairs) == rest:
            return _read_parts(names, seat, pairs, SHARE, _share) << SHIFT | GIVE
    raise BadNotation(f"“{text[:60]}” is no action of Cycling Party.")


def rider(names: tuple[str, ...], name: str) -> int:
    if name and name in names:
        return names.index(name)
    raise BadNotation(f"There is no rider “{name[:20]}” in this stage.")


def _plan(number: int, found: re.Match[str]) -> int:
    if found[2] == "-":
        return 1 << number
    if number:
        raise BadNotation("Only number 1 makes a double throw or a mountain attack.")
    return DOUBLE if found[2] == "++" else MOUNTAIN_ATTACK


def _share(number: int, found: re.Match[str]) -> int:
    return encode_share(number, int(found[2]), MARKS.index(found[3]))


def _read_parts(
    names: tuple[str, ...],
    seat: int,
    parts: list[str],
    pattern: re.Pattern[str],
    value: Callable[[int, re.Match[str]], int],
) -> int:
    """Read parts that concern a rider of the seat's team each. Raises BadNotation for a rider of
    another team, or one who is named twice for the same thing.
    """
    payload = 0
    for part in parts:
        found = pattern.fullmatch(part)
        if not found:
            raise BadNotation(f"“{part[:30]}” is no part of such an action.")
        named = rider(names, found[1])
        bits = value(named % STRIDE, found)
        if named // STRIDE != seat or payload & bits:
            raise BadNotation(f"{found[1]} is named twice, or rides for another team.")
        payload |= bits
    return payload
