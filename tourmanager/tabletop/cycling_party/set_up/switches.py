"""Define the house rules of Cycling Party: where the rulebook leaves room, and what may be
agreed.
"""

from collections.abc import Mapping

from tourmanager.tours import options
from tourmanager.tours.options import Switch

SWITCHES: tuple[Switch, ...] = (
    Switch(
        "mountain_attack_rounding",
        "Half the number of hors-category passes gives the mountain attacks of a team. What of an"
        " odd number?",
        {"up": "Round up", "down": "Round down"},
        "CP-M-011",
        "app",
    ),
    Switch(
        "beyond_12",
        "What time does a rider get who lands beyond the twelfth time indicator?",
        {
            "zero": "0 seconds, without a die",
            "like_12": "The seconds of the twelfth square, with a die",
        },
        "CP-M-025",
        "app",
    ),
    Switch(
        "seconds_die",
        "Riders arrive alone on the same square. What decides who is placed first?",
        {
            "shared": "Their seconds die: the better time is placed first",
            "separate": "A die of its own, then each throws for seconds",
        },
        "CP-M-028",
        "app",
    ),
    Switch(
        "descent_death",
        "A rider throws three sixes in a full-speed descent. What happens?",
        {
            "out_of_tour": "They are out of the tour",
            "last_in_stage": (
                "They are last of the stage, in the last rider's time, and start again"
            ),
        },
        "CP-M-045",
        "app",
    ),
    Switch(
        "board_limit",
        "How long may the stages of a proposed tour be?",
        {
            "on": "What one box can lay: up to 150 km",
            "off": "Up to 240 km: hexagons are laid again",
        },
        "CP-M-052",
        "app",
    ),
    Switch(
        "reopen_stage",
        "May a stage that has ended be corrected?",
        {"any": "Yes, at any time", "off": "No, what has ended stands"},
        "CP-APP-019",
        "app",
    ),
    Switch(
        "line_reach",
        "When has a rider passed a sprint or the top of a pass?",
        {
            "beyond": "When they are beyond the indicator's square",
            "reach": "When they are on its square or beyond",
        },
        "CP-M-014",
        "digital",
    ),
    Switch(
        "speaking_order",
        "Several managers may act at the same moment. Who is asked first?",
        {"rotating": "Another one each turn", "fixed": "Always the first seat"},
        "CP-J-009",
        "digital",
    ),
    Switch(
        "finish_hexagon",
        "Do the squares of the finish hexagon count?",
        {
            "skipped": "No, the square after the last kilometre is the first behind the line",
            "counted": "Yes, all three",
        },
        "CP-J-070",
        "digital",
    ),
    Switch(
        "rouleur_refusal",
        "Which links may a rouleur refuse in a paceline?",
        {
            "any": "Every link",
            "only_four": "Only those of exactly four; closer ones hold by themselves",
        },
        "CP-S-015",
        "digital",
    ),
    Switch(
        "domestique_pull",
        "How many team mates may the mountain domestique take along?",
        {"one": "One", "all": "All who have exactly one less"},
        "CP-S-021",
        "digital",
    ),
    Switch(
        "attack_limit",
        "May a rider attack from the square of the 50 km indicator?",
        {"inclusive": "Yes", "strict": "No, only before it"},
        "CP-S-023",
        "digital",
    ),
    Switch(
        "chain_break",
        "Where does a rider go on whose chain breaks?",
        {
            "alone_last": "On the square of the last rider; they throw alone, after all others",
            "join_last": (
                "On the square of the last rider; they throw in the unit that stands there"
            ),
            "behind_last": "One square behind the last rider",
        },
        "CP-S-027",
        "digital",
    ),
    Switch(
        "fall_loss",
        "A rider falls. Which throw do the riders of that square lose?",
        {"this_turn": "The one of this turn", "next_turn": "This one and the next"},
        "CP-S-033",
        "digital",
    ),
    Switch(
        "descent_landing",
        "Which 6 gives the right to a full-speed descent?",
        {
            "exact": "One that ends on the first flat square after the pass",
            "any_exit": "Every natural 6 that leaves the pass",
        },
        "CP-S-040",
        "digital",
    ),
    Switch(
        "bottle_with_mountain_attack",
        "May the leader be given water bottles in the turn of their mountain attack?",
        {"allowed": "Yes", "forbidden": "No"},
        "CP-M-010",
        "digital",
    ),
)


def chosen_option(agreed: Mapping[str, str], key: str) -> str:
    """Return what was agreed for the switch: the default where nothing was."""
    return options.chosen_option(agreed, key, SWITCHES)


def differing(agreed: Mapping[str, str]) -> dict[str, str]:
    """Return only what differs from the default, as a tour stores it."""
    return options.differing(agreed, SWITCHES)


def problems(agreed: Mapping[str, str]) -> dict[str, str]:
    """Say what is wrong with house rules that came from a form or a file, by switch."""
    return options.problems(agreed, SWITCHES)
