"""The riders in the race, stage by stage: a result loses riders who cannot have taken part before
it is counted.

A rider who is out, or who has no arrival in an ended stage, is not classified from that
stage on: a missing time is not a time of zero. Their earlier results stand.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec

from tourmanager.scoring.result import Arrival, Passage, Penalty, StageResult, Starter
from tourmanager.scoring.scheme import Scheme

FINISH = "finish"  # stands where the key of a line would
Uncounted = Literal["", "points_only", "nothing"]


class BonusGiven(NamedTuple):
    """Seconds for a place over a line, or at the finish."""

    line: str
    name: str  # of the line, where it has one of its own
    place: int
    seconds: int


class Counted(msgspec.Struct, frozen=True):
    """A stage as it counts: only arrivals and passages of riders who were in the race."""

    result: StageResult
    passages: tuple[Passage, ...]
    arrivals: tuple[Arrival, ...]
    places: tuple[int, ...]  # one for each arrival
    bonus: dict[str, int]  # seconds given, by rider
    penalties: tuple[Penalty, ...]  # of riders and teams in the race, cancelled ones too
    on_road: tuple[str, ...]
    awards: dict[str, tuple[str, ...]]

    @property
    def number(self) -> int:
        return self.result.number

    @property
    def times_count(self) -> bool:
        """True when its times count."""
        return self.result.counts == "all"

    @property
    def points_count(self) -> bool:
        """True when its points count."""
        return self.result.counts != "nothing"

    @property
    def why_uncounted(self) -> Uncounted:
        """Key of the reason why its times do not count, "" where they do; `result.why` has the
        words.
        """
        return "" if self.times_count else "points_only" if self.points_count else "nothing"

    @property
    def winner(self) -> str | None:
        return self.arrivals[0].rider if self.arrivals and self.points_count else None

    def penalty(self, unit: str, classification: str = "") -> dict[str, int]:
        """Add up the penalties by rider or team, cancelled ones left out."""
        taken: dict[str, int] = {}
        for each in self.penalties:
            if each.unit == unit and each.classification == classification and not each.cancelled:
                taken[each.who] = taken.get(each.who, 0) + each.amount
        return taken


class Field:
    """The riders still in the race; `count` takes the ended stages in their order."""

    def __init__(self, starters: Iterable[Starter], scheme: Scheme) -> None:
        starters = list(starters)
        self.team_of = {starter.rider: starter.team for starter in starters}
        self.marked = {
            mark: frozenset(s.rider for s in starters if mark in s.marks)
            for s in starters
            for mark in s.marks
        }
        self.unscored = frozenset(
            starter.rider
            for starter in starters
            if not set(scheme.unscored).isdisjoint(starter.marks)
        )
        self.teams = tuple(
            dict.fromkeys(
                team for rider, team in self.team_of.items() if rider not in self.unscored
            )
        )
        self.riding = set(self.team_of)
        self.scheme = scheme

    def count(self, result: StageResult) -> Counted:
        """Return the stage as it counts. A rider who goes out in it keeps their place on the lines,
        but does not arrive.
        """
        arriving = self.riding.difference(result.statuses) if result.statuses else self.riding
        arrivals, places = _of_arriving(result.arrivals, arriving)
        passages = result.passages
        if len(self.riding) < len(self.team_of):
            passages = tuple([_of(passage, self.riding) for passage in passages])
        on_road = tuple([rider for rider in result.on_road if rider in arriving])
        awards = {
            name: tuple([rider for rider in riders if rider in self.riding])
            for name, riders in result.awards.items()
        }
        penalties = [
            each for each in result.penalties if each.who in arriving or each.unit == "team_seconds"
        ]
        self._take_out(result, arrivals, on_road)
        if result.kind == "ttt":
            arrivals = self._with_team_times(arrivals)
        return Counted(
            result,
            passages,
            arrivals,
            tuple(places),
            self._bonus(result, arrivals, passages),
            tuple(penalties),
            on_road,
            awards,
        )

    def _take_out(
        self, result: StageResult, arrivals: Sequence[Arrival], on_road: Sequence[str]
    ) -> None:
        """Take riders who did not finish the stage out of the race."""
        if result.counts == "all":
            self.riding = {arrival.rider for arrival in arrivals}.union(on_road)
        elif result.statuses:
            self.riding = self.riding.difference(result.statuses)

    def _bonus(
        self, result: StageResult, arrivals: Sequence[Arrival], passages: Sequence[Passage]
    ) -> dict[str, int]:
        """Add up bonus seconds: the total that the race gave a rider where there is one, else what
        the scheme gives.
        """
        given: dict[str, int] = {}
        rules = self.scheme.bonus
        if result.kind in rules.kinds:
            lines: list[tuple[Sequence[str], Sequence[int]]] = [
                ([arrival.rider for arrival in arrivals], rules.finish)
            ]
            lines += [
                (passage.riders, rules.lines[passage.category])
                for passage in passages
                if passage.category in rules.lines
            ]
            for riders, seconds in lines:
                for rider, amount in zip(self.drop_unscored(riders), seconds, strict=False):
                    given[rider] = given.get(rider, 0) + amount
        for arrival in arrivals:
            if arrival.bonus is not None:
                given[arrival.rider] = arrival.bonus
        return given

    def bonuses(self, stage: Counted, who: str) -> list[BonusGiven]:
        """List the bonuses that the scheme gave somebody, with the line or finish of each."""
        rules, found = self.scheme.bonus, []
        lines: list[tuple[str, str, Sequence[str], Sequence[int]]] = [
            (FINISH, "", [arrival.rider for arrival in stage.arrivals], rules.finish)
        ]
        lines += [
            (line.key, line.name, line.riders, rules.lines[line.category])
            for line in stage.passages
            if line.category in rules.lines
        ]
        for line, name, riders, seconds in lines:
            for place, (rider, amount) in enumerate(
                zip(self.drop_unscored(riders), seconds, strict=False), 1
            ):
                if rider == who and amount:
                    found.append(BonusGiven(line, name, place, amount))
        return found

    def riders_in(self, mark: str) -> frozenset[str]:
        """Return the riders in a classification, or in that of the riders with a mark."""
        return (
            self.marked.get(mark, frozenset()) if mark else frozenset(self.team_of)
        ) - self.unscored

    def drop_unscored(self, riders: Sequence[str]) -> Sequence[str]:
        """Drop the riders whose places do not pay."""
        return (
            [rider for rider in riders if rider not in self.unscored] if self.unscored else riders
        )

    def _with_team_times(self, arrivals: Sequence[Arrival]) -> tuple[Arrival, ...]:
        """Give riders who came in with their team, or ahead of it, the team's time; riders who were
        dropped keep their own.
        """
        times = team_times(arrivals, self.team_of, self.scheme.teams.ttt_rider)
        kept = []
        for arrival in arrivals:
            time = times.get(self.team_of[arrival.rider])
            ahead = (
                time is not None
                and arrival.seconds is not None
                and (arrival.seconds, arrival.fraction) < time
            )
            kept.append(
                msgspec.structs.replace(arrival, seconds=time[0], fraction=time[1])
                if ahead and time
                else arrival
            )
        return tuple(kept)


def close_up(places: Sequence[int], stays: Sequence[bool]) -> list[int]:
    """Return the places of those who stay: better by one for each who leaves ahead of them; shared
    places stay shared.
    """
    left = sorted(place for place, here in zip(places, stays, strict=True) if not here)
    return [
        place - bisect_left(left, place) for place, here in zip(places, stays, strict=True) if here
    ]


def team_times(
    arrivals: Sequence[Arrival], team_of: Mapping[str, str], nth: int
) -> dict[str, tuple[int, int]]:
    """Return seconds and thousandths of each team's rider number `nth`, or of its last where fewer
    came in.
    """
    times: dict[str, list[tuple[int, int]]] = {}
    for arrival in arrivals:
        if arrival.seconds is not None:
            times.setdefault(team_of[arrival.rider], []).append((arrival.seconds, arrival.fraction))
    return {team: sorted(own)[:nth][-1] for team, own in times.items()}


def _of(passage: Passage, riding: set[str]) -> Passage:
    """Drop riders who were out before from a passage; the others keep what they were paid."""
    if riding.issuperset(passage.riders):
        return passage
    kept = [(rider, at) for at, rider in enumerate(passage.riders) if rider in riding]
    paid = tuple([passage.paid[at] for _, at in kept if at < len(passage.paid)])
    return msgspec.structs.replace(passage, riders=tuple([rider for rider, _ in kept]), paid=paid)


def _of_arriving(
    arrivals: tuple[Arrival, ...], arriving: set[str]
) -> tuple[tuple[Arrival, ...], list[int]]:
    """Keep the arrivals of riders who may arrive, with the places that they close up to."""
    places = [arrival.place or position for position, arrival in enumerate(arrivals, 1)]
    if not arriving.issuperset([arrival.rider for arrival in arrivals]):
        places = close_up(places, [arrival.rider in arriving for arrival in arrivals])
        arrivals = tuple([arrival for arrival in arrivals if arrival.rider in arriving])
    return arrivals, places
