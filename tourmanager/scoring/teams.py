"""The team ranking of each stage and the team classification: the three best times of each stage (CP-M-031, 032, 038, 039)."""

from collections.abc import Iterable, Mapping

from tourmanager.scoring.field import Counted
from tourmanager.scoring.ranking import UNPLACED, Key, Ranks, count, place, ranked, words
from tourmanager.scoring.tables import Classification, Part, Row
from tourmanager.scoring.words import CLASSIFICATION_NAMES, ordinal

COUNTED = 3  # riders of a team whose times count on a stage

OF_A_DAY = (count("lower sum of the three best times"), count("lower sum of the three places"), place("better best place"))


class Teams:
    """Sums of the teams that had three riders classified on every stage so far (CP-M-032)."""

    def __init__(self, team_of: Mapping[str, str]) -> None:
        self.team_of = team_of
        self.times: dict[str, int] = dict.fromkeys(team_of.values(), 0)
        self.parts: dict[str, tuple[Part, ...]] = {}
        # how often each team was first, second, third ... of a day, negative: more is better
        self.day_ranks: dict[str, list[int]] = {team: [0] * len(self.times) for team in self.times}
        self.chain = (
            count("lower total time"),
            count("more stage rankings won"),
            *(count(f"more {ordinal(nth)} places in stage rankings") for nth in range(2, len(self.times) + 1)),
            place("better individual place of its best rider"),
        )
        self.stages = 0

    def add(self, stage: Counted) -> tuple[Row, ...]:
        """Counts the stage and gives its team ranking."""
        riders: dict[str, list[tuple[int, int, str]]] = {team: [] for team in self.day_ranks}
        team_of = self.team_of
        for position, arrival in enumerate(stage.arrivals, 1):
            riders[team_of[arrival.rider]].append((arrival.seconds, position, arrival.rider))
        keys: dict[str, Key] = {}
        parts: dict[str, tuple[Part, ...]] = {}
        for team, arrived in riders.items():
            if len(arrived) >= COUNTED:
                arrived.sort()  # of team mates level on time, the better placed count
                times, places, _ = zip(*arrived[:COUNTED], strict=True)
                keys[team] = (sum(times), sum(places), min(places))
                parts[team] = tuple(
                    [
                        Part(stage.number, stage.labels[position - 1], time, rider, nth < COUNTED, "teams")
                        for nth, (time, position, rider) in enumerate(arrived)
                    ]
                )
        day = ranked(keys, OF_A_DAY, parts, {})
        for row in day:
            self.day_ranks[row.who][row.rank - 1] -= 1
        self.times = {team: time + keys[team][0] for team, time in self.times.items() if team in keys}
        self.parts = {team: (*self.parts.get(team, ()), *parts[team]) for team in self.times}
        self.stages += 1
        return day

    def classification(self, best: Ranks, before: Ranks) -> Classification:
        """`best` are the individual places of the best riders."""
        keys: dict[str, Key] = {}
        if self.stages:
            for team, time in self.times.items():
                keys[team] = (time, *self.day_ranks[team], best.get(team, UNPLACED))
        rows = ranked(keys, self.chain, self.parts, before)
        return Classification("teams", CLASSIFICATION_NAMES["teams"], rows, _chain_in_words(words(self.chain)))


def best_places(individual: Iterable[Row], team_of: Mapping[str, str]) -> dict[str, int]:
    """The place of the best rider of every team that has one in the individual classification."""
    best: dict[str, int] = {}
    for row in individual:
        best.setdefault(team_of[row.who], row.rank)
    return best


def _chain_in_words(chain: tuple[str, ...]) -> tuple[str, ...]:
    """Without the long tail of third, fourth, fifth places."""
    return (*chain[:2], "then more second places in stage rankings, and so on", chain[-1])
