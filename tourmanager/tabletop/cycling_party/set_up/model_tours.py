"""Propose model tours: a whole course from the number of stages and the character of the tour
(CP-M-047 to CP-M-053).

The same seed and inputs give the same tour, on any machine and with any version of Python: every
draw comes from `random.Random(text).random()`, the one sequence Python promises to keep, and each
stage has its own, so that proposing one again leaves the others alone. Every proposal passes the
course check.
"""

from collections.abc import Mapping, Sequence

from games.cycling_party.table.master import master
from tourmanager.tabletop.cycling_party.set_up.course_check import OPENING, RUN_IN
from tourmanager.tabletop.cycling_party.set_up.plan import PassPlan, StagePlan
from tourmanager.tabletop.cycling_party.vocabulary import CATEGORIES, TYPES
from tourmanager.tours.planning.draws import Draws

CHARACTERS = {
    "flat": "flat",
    "medium": "medium mountain",
    "high": "high mountain",
    "classic": "classic",
    "long": "long tour",
}
FEWEST, MOST, USUAL = 1, 21, 5  # stages of a tour (CP-M-048)
LETTERS = dict(zip("HTSFX", CATEGORIES, strict=True))

BOX_KM, FREE_KM = 150, 240  # the longest stage with the board limit, and without it
SHORTEST_KM = {"flat": 135, "low": 132, "medium": 126, "high": 120}
FIRST_SPRINT, SPRINT_EVERY, SPRINT_SPREAD = 15, 8, 3
AFTER_SPRINTS = 4  # the first pass starts so many squares after the last sprint
BETWEEN_PASSES = 5  # flat squares
DRAWS = 1000  # of an order of stages before a wish is given up


def allocate(stages: int, character: str) -> dict[str, int]:
    """Return how many stages there are of each type: the weights of the character, largest
    remainders first (CP-M-049).
    """
    weights = _weights(character)
    counts = {type_: stages * weights[type_] // 100 for type_ in TYPES}
    # sorted() is stable: what is level on remainder and weight stays in the order of TYPES
    neediest = sorted(TYPES, key=lambda type_: (-(stages * weights[type_] % 100), -weights[type_]))
    for type_ in neediest[: stages - sum(counts.values())]:
        counts[type_] += 1
    return counts


def propose(character: str, stages: int, seed: str, board_limit: bool = True) -> list[StagePlan]:
    """Propose a whole tour. Raises ValueError for an unknown character or a number of stages that
    is not 1–21.
    """
    if not FEWEST <= stages <= MOST:
        raise ValueError(f"a tour has {FEWEST} to {MOST} stages")  # not shown
    order = _order(allocate(stages, character), character, Draws(f"{seed}/order"))
    return [
        propose_stage(type_, character, f"{seed}/{number}", board_limit)
        for number, type_ in enumerate(order, 1)
    ]


def propose_stage(type: str, character: str, seed: str, board_limit: bool = True) -> StagePlan:
    """Propose one stage of that type. Raises ValueError for an unknown type or character."""
    if type not in TYPES:
        raise ValueError(f"there is no stage type {type!r}")  # not shown
    draws = Draws(f"{seed}/{type}")
    numbers = master()
    categories = _passes(_menu(type, character), type, draws)
    lengths = [numbers.pass_length[category] for category in categories]
    sprints = [
        FIRST_SPRINT + SPRINT_EVERY * i + draws.below(SPRINT_SPREAD)
        for i in range(numbers.sprint_count[type])
    ]
    foot = max(OPENING, sprints[-1] + AFTER_SPRINTS - 1)  # squares before the earliest first pass
    need = foot + sum(lengths) + BETWEEN_PASSES * (len(lengths) - 1) + RUN_IN
    shortest, longest = max(need, SHORTEST_KM[type]), BOX_KM if board_limit else FREE_KM
    length = 3 * (-(-shortest // 3) + draws.below(longest // 3 - -(-shortest // 3) + 1))

    spare = draws.parts(length - need, len(lengths) + 1)  # before, between and after the passes
    passes, start = [], foot + 1
    for category, squares, flat in zip(categories, lengths, spare, strict=False):
        start += flat
        passes.append(PassPlan(start, category))
        start += squares + BETWEEN_PASSES
    return StagePlan(type=type, length=length, passes=passes, sprints=sprints)


def _weights(character: str) -> Mapping[str, int]:
    try:
        return master().model.weights[character]
    except KeyError:
        raise ValueError(f"there is no tour character {character!r}") from None  # not shown


def _order(counts: Mapping[str, int], character: str, draws: Draws) -> list[str]:
    """Return the types in a random order that a tour would have; wishes that cannot be met are
    dropped in turn (CP-M-050).
    """
    types = [type_ for type_ in TYPES for _ in range(counts[type_])]

    def opens_gently(order: Sequence[str]) -> bool:
        return order[0] != "high" or set(order) == {"high"}

    def ends_flat(order: Sequence[str]) -> bool:
        return character != "long" or "flat" not in order or order[-1] == "flat"

    def breathes(order: Sequence[str]) -> bool:
        return not any(
            set(order[at : at + 4]) <= {"medium", "high"} for at in range(len(order) - 3)
        )

    for wishes in ((opens_gently, ends_flat, breathes), (opens_gently, ends_flat), (ends_flat,)):
        for _ in range(DRAWS):
            order = draws.shuffle(types)
            if all(wish(order) for wish in wishes):
                return order
    # out of reach: a thousand shuffles of at most 21 stages find a flat one for the end
    return types


def _menu(type_: str, character: str) -> list[str]:
    _weights(character)  # an unknown character is refused
    model = master().model
    # A classic has no high mountain stage of its own; a director may still ask for one.
    return (
        model.classic_menu.get(type_, model.menu[type_])
        if character == "classic"
        else model.menu[type_]
    )


def _passes(menu: list[str], type_: str, draws: Draws) -> list[str]:
    """Return an entry of the menu in a random order; in the mountains the hardest pass is last or
    last but one (CP-M-051).
    """
    categories = [LETTERS[letter] for letter in draws.choice(menu)]
    hardest = max(categories, key=CATEGORIES.index)
    while True:
        order = draws.shuffle(categories)
        if type_ not in ("medium", "high") or hardest in order[-2:]:
            return order
