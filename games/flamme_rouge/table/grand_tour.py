"""The arithmetic between stages of a Grand Tour: exhaustion, traits, and who places first
(FR-T-022, FR-T-030 ... FR-T-034, FR-T-040).
"""

from collections.abc import Collection, Mapping, Sequence

SHERIFF = "sheriff"  # this rider returns one card more
TRAITS = {
    "professor": "Professor",
    "tashkent": "Tashkent Terror",
    "cannibal": "Cannibal",
    "badger": "Badger",
    SHERIFF: "Sheriff",
    "chrono": "Monsieur Chrono",
    "pirata": "Il Pirata",
    "campionissimo": "Campionissimo",
}  # of riders, an option: what they are called (FR-T-040)


def carried_exhaustion(cards: int, sheriff: bool = False) -> int:
    """Return the exhaustion kept for the next stage: half of it rounded up, one less with the
    Sheriff (FR-T-030, FR-T-040).
    """
    return max(0, (cards + 1) // 2 - sheriff)


def by_better_rider(order: Sequence[str], team_of: Mapping[str, str]) -> list[str]:
    """Order teams by the place of their better rider (FR-094)."""
    return list(dict.fromkeys(team_of[rider] for rider in order))


def start_order(
    points: Mapping[str, int],
    general: Sequence[str],
    team_of: Mapping[str, str],
    dummies: Collection[str] = (),
) -> list[str]:
    """Order teams for placing on the next stage: dummy teams in the order given; then the fewest
    tour points, of equal teams the one whose better rider stands lower in the general
    classification (FR-T-022, FR-T-033, FR-T-034).
    """
    standing = {team: place for place, team in enumerate(by_better_rider(general, team_of))}
    others = [team for team in points if team not in dummies]
    return [
        *dummies,
        *sorted(others, key=lambda team: (points[team], -standing.get(team, len(standing)))),
    ]
