"""Who leads which classification, and who rides with its white counter (CP-M-042, CP-M-043)."""

from collections.abc import Mapping

from tourmanager.scoring.tables import Classification, Jersey

COLOURS = {"individual": "yellow", "mountain": "dots", "is": "purple", "regularity": "green"}  # in order of priority


def jerseys(classifications: Mapping[str, Classification]) -> tuple[Jersey, ...]:
    """All four, in order of priority. Nobody wears a colour whose first rank is empty or shared.

    A rider who leads several rides in the first of his colours; the other podiums show him too and their counters stay off.
    """
    worn: list[Jersey] = []
    for key, colour in COLOURS.items():
        leaders = classifications[key].leaders
        leader = leaders[0] if len(leaders) == 1 else None
        wearer = None if any(jersey.wearer == leader for jersey in worn) else leader
        worn.append(Jersey(key, colour, leader, wearer, leaders if len(leaders) > 1 else ()))
    return tuple(worn)
