"""The special traits of riders in a tour, an option (FR-T-040): their names and the numbers that
they change for good.
"""

from collections.abc import Iterator, Sequence

from games.flamme_rouge.table.grand_tour import TRAITS

NONE, PROFESSOR, TASHKENT, CANNIBAL, BADGER, SHERIFF, CHRONO, PIRATA, CAMPIONISSIMO = range(9)
KEYS = ("", *TRAITS)
NAMES = ("", *TRAITS.values())
MARKS = dict(enumerate(KEYS))
FASTER = (CANNIBAL, BADGER)  # asked after the reveal
DRAWN = 2  # cards that each seat draws
MOST_SEATS = (len(KEYS) - 1) // DRAWN
LIMIT, HIGH_LIMIT = 5, 6  # squares on an ascent (FR-059)
CHRONO_WORTH = 3


def problems(traits: Sequence[str], riders: int) -> Iterator[str]:
    """Yield the reasons why these cannot be the traits of the riders."""
    if not traits:
        return
    keys = [trait for trait in traits if trait]
    if len(traits) != riders or not set(keys) <= set(KEYS) or len(set(keys)) < len(keys):
        yield (
            f"Traits: one word for each of {riders} riders, empty or one of {', '.join(KEYS[1:])},"
            " none of them twice."
        )
    elif any(traits[rider] and traits[rider + 1] for rider in range(0, riders, 2)):
        yield "A team has one trait."
