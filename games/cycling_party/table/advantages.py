"""A team's advantages: mountain attacks for the whole tour, the others for each stage (CP-M-011,
CP-M-061).
"""

from games.cycling_party.table.master import master


def mountain_attacks(hc_passes: int, rounding: str = "up") -> int:
    """Return a team's mountain attacks of a tour: half its hors category passes, halves rounded up
    (or "down", by the option).
    """
    return hc_passes // 2 if rounding == "down" else -(-hc_passes // 2)


def stock(type: str) -> dict[str, int]:
    """Return what a team holds at the start of a stage of that type."""
    held = master().stock
    return {"bottle": held.bottles, "sprint": held.sprints[type], "attack": held.attacks}
