"""An invented grand tour to measure scoring with: 21 stages, 22 teams of 8, every line and finish
filled; the same with every run.
"""

from random import Random

from tourmanager.scoring.result import Arrival, Passage, StageResult, Starter

STAGES, TEAMS, RIDERS = 21, 22, 8
LINES = ("is", "hc", "first", "second", "third")


def grand_tour(
    stages: int = STAGES, teams: int = TEAMS, size: int = RIDERS
) -> tuple[list[Starter], list[StageResult]]:
    """Bunches, so that many are level on time, and marks for one rider in five."""
    random = Random(2022)
    riders = [
        (f"{chr(97 + team)}{number}", chr(97 + team))
        for team in range(teams)
        for number in range(1, size + 1)
    ]
    starters = [
        Starter(rider, team, ("youth",) if random.random() < 0.2 else ()) for rider, team in riders
    ]
    return starters, [
        _stage(number, [rider for rider, _ in riders], random) for number in range(1, stages + 1)
    ]


def _stage(number: int, riders: list[str], random: Random) -> StageResult:
    order = random.sample(riders, len(riders))
    seconds, arrivals = 12_000, []
    for rider in order:
        seconds += random.choice((0, 0, 0, 0, 1, 2, 7))
        arrivals.append(Arrival(rider, seconds))
    passages = tuple(
        Passage(
            f"l{n}",
            f"Line {n}",
            category,
            tuple(random.sample(riders, 15 if category == "is" else 8)),
        )
        for n, category in enumerate(LINES)
    )
    return StageResult(
        number, random.choice(("flat", "low", "medium", "high")), passages, tuple(arrivals)
    )
