"""Define the house rules of Cycling Party: where the rulebook leaves room, and what may be
agreed.
"""

from django.utils.translation import gettext_lazy

from tourmanager.tours.options import Switch

SWITCHES: tuple[Switch, ...] = (
    Switch(
        "mountain_attack_rounding",
        gettext_lazy(
            "Half the number of hors-category passes gives the mountain attacks of a "
            "team. What of an odd number?"
        ),
        {"up": gettext_lazy("Round up"), "down": gettext_lazy("Round down")},
        "CP-M-011",
        "app",
    ),
    Switch(
        "beyond_12",
        gettext_lazy("What time does a rider get who lands beyond the twelfth time indicator?"),
        {
            "zero": gettext_lazy("0 seconds, without a die"),
            "like_12": gettext_lazy("The seconds of the twelfth square, with a die"),
        },
        "CP-M-025",
        "app",
    ),
    Switch(
        "seconds_die",
        gettext_lazy("Riders arrive alone on the same square. What decides who is placed first?"),
        {
            "shared": gettext_lazy("Their seconds die: the better time is placed first"),
            "separate": gettext_lazy("A die of its own, then each throws for seconds"),
        },
        "CP-M-028",
        "app",
    ),
    Switch(
        "descent_death",
        gettext_lazy("A rider throws three sixes in a full-speed descent. What happens?"),
        {
            "out_of_tour": gettext_lazy("They are out of the tour"),
            "last_in_stage": (
                gettext_lazy(
                    "They are last of the stage, in the last rider's time, and start again"
                )
            ),
        },
        "CP-M-045",
        "app",
    ),
    Switch(
        "board_limit",
        gettext_lazy("How long may the stages of a proposed tour be?"),
        {
            "on": gettext_lazy("What one box can lay: up to 150 km"),
            "off": gettext_lazy("Up to 240 km: hexagons are laid again"),
        },
        "CP-M-052",
        "app",
    ),
    Switch(
        "reopen_stage",
        gettext_lazy("May a stage that has ended be corrected?"),
        {"any": gettext_lazy("Yes, at any time"), "off": gettext_lazy("No, what has ended stands")},
        "CP-APP-019",
        "app",
    ),
    Switch(
        "line_reach",
        gettext_lazy("When has a rider passed a sprint or the top of a pass?"),
        {
            "beyond": gettext_lazy("When they are beyond the indicator's square"),
            "reach": gettext_lazy("When they are on its square or beyond"),
        },
        "CP-M-014",
        "digital",
    ),
    Switch(
        "speaking_order",
        gettext_lazy("Several managers may act at the same moment. Who is asked first?"),
        {
            "rotating": gettext_lazy("Another one each turn"),
            "fixed": gettext_lazy("Always the first seat"),
        },
        "CP-J-009",
        "digital",
    ),
    Switch(
        "finish_hexagon",
        gettext_lazy("Do the squares of the finish hexagon count?"),
        {
            "skipped": gettext_lazy(
                "No, the square after the last kilometre is the first behind the line"
            ),
            "counted": gettext_lazy("Yes, all three"),
        },
        "CP-J-070",
        "digital",
    ),
    Switch(
        "rouleur_refusal",
        gettext_lazy("Which links may a rouleur refuse in a paceline?"),
        {
            "any": gettext_lazy("Every link"),
            "only_four": gettext_lazy("Only those of exactly four; closer ones hold by themselves"),
        },
        "CP-S-015",
        "digital",
    ),
    Switch(
        "domestique_pull",
        gettext_lazy("How many team mates may the mountain domestique take along?"),
        {"one": "One", "all": gettext_lazy("All who have exactly one less")},
        "CP-S-021",
        "digital",
    ),
    Switch(
        "attack_limit",
        gettext_lazy("May a rider attack from the square of the 50 km indicator?"),
        {"inclusive": "Yes", "strict": gettext_lazy("No, only before it")},
        "CP-S-023",
        "digital",
    ),
    Switch(
        "chain_break",
        gettext_lazy("Where does a rider go on whose chain breaks?"),
        {
            "alone_last": gettext_lazy(
                "On the square of the last rider; they throw alone, after all others"
            ),
            "join_last": (
                gettext_lazy(
                    "On the square of the last rider; they throw in the unit that stands there"
                )
            ),
            "behind_last": gettext_lazy("One square behind the last rider"),
        },
        "CP-S-027",
        "digital",
    ),
    Switch(
        "fall_loss",
        gettext_lazy("A rider falls. Which throw do the riders of that square lose?"),
        {
            "this_turn": gettext_lazy("The one of this turn"),
            "next_turn": gettext_lazy("This one and the next"),
        },
        "CP-S-033",
        "digital",
    ),
    Switch(
        "descent_landing",
        gettext_lazy("Which 6 gives the right to a full-speed descent?"),
        {
            "exact": gettext_lazy("One that ends on the first flat square after the pass"),
            "any_exit": gettext_lazy("Every natural 6 that leaves the pass"),
        },
        "CP-S-040",
        "digital",
    ),
    Switch(
        "bottle_with_mountain_attack",
        gettext_lazy("May the leader be given water bottles in the turn of their mountain attack?"),
        {"allowed": "Yes", "forbidden": "No"},
        "CP-M-010",
        "digital",
    ),
)
