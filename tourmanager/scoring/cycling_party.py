"""Cycling Party points: what the managers win by stage victories and by places in the classifications (CP-M-054 ... 057)."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from tourmanager.scoring.field import Counted
from tourmanager.scoring.ranking import UNPLACED, Ranks, count, place, ranked
from tourmanager.scoring.tables import Classification, Part, Player
from tourmanager.scoring.words import CLASSIFICATION_NAMES, ordinal

Scale = Mapping[str, Sequence[int]]  # points by place, by source

SOURCES = ("stage", *CLASSIFICATION_NAMES)
CHAIN = (count("more Cycling Party points"), count("more stage wins"), place("better placed best rider in the individual classification"))


def total_in_play(scale: Scale, stages: int) -> int:
    """All points of a tour of so many stages (CP-APP-009)."""
    return sum(sum(points) * (stages if source == "stage" else 1) for source, points in scale.items() if source in SOURCES)


class CyclingParty:
    """Points of the ended stages add up; those of the classifications are paid by the standings of the moment."""

    def __init__(self, scale: Scale, team_of: Mapping[str, str], teams: Sequence[str]) -> None:
        self.scale, self.team_of, self.teams = scale, team_of, teams
        self.stage_wins: Counter[str] = Counter()
        self.stage_parts: dict[str, tuple[Part, ...]] = {}
        self.stages = 0

    def add(self, stage: Counted) -> None:
        self.stages += 1
        if stage.arrivals:
            self.stage_wins[self.team_of[stage.arrivals[0].rider]] += 1
        for position, (arrival, amount) in enumerate(zip(stage.arrivals, self.scale.get("stage", ()), strict=False), 1):
            if amount:
                team = self.team_of[arrival.rider]
                part = Part(stage.number, stage.labels[position - 1], amount, arrival.rider, source="stage")
                self.stage_parts[team] = (*self.stage_parts.get(team, ()), part)

    def players(self, classifications: Mapping[str, Classification], after: int, best: Ranks, before: Ranks) -> tuple[Player, ...]:
        """Every team's points were the tour to stop now, most first; `best` are the individual places of the best riders."""
        parts: dict[str, list[Part]] = defaultdict(list)
        for team in self.teams:
            parts[team] += self.stage_parts.get(team, ())
        for key in SOURCES[1:]:
            points = self.scale.get(key, ())
            classification = classifications[key]
            for row in classification.rows:
                if row.rank > len(points):
                    break
                if amount := points[row.rank - 1]:
                    by_team = key == "teams"
                    label = f"{classification.name}: {ordinal(row.rank)}"
                    part = Part(after, label, amount, "" if by_team else row.who, source=key)
                    parts[row.who if by_team else self.team_of[row.who]].append(part)
        keys = {
            team: (-sum([part.amount for part in parts[team]]), -self.stage_wins[team], best.get(team, UNPLACED)) for team in self.teams
        }
        players = []
        for row in ranked(keys, CHAIN, {}, before):
            sources = dict.fromkeys(SOURCES, 0)
            for part in parts[row.who]:
                sources[part.source] += part.amount
            listed = tuple([(part.source, part) for part in parts[row.who]])
            players.append(Player(row.rank, row.who, row.figure, sources, listed, row.change, row.decided if self.stages else ""))
        return tuple(players)
