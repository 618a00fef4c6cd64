"""What the next open place of a line would change in the classifications that it counts in.

It is judged as if the stage stopped with that place given: what is logged counts, and nothing
after it (`virtual.py`). So with each rider it is known who would lead, except between riders who
are level where seconds given over the same line may still change what parts them.
"""

from collections.abc import Mapping
from functools import cached_property

import msgspec

from tourmanager.scoring.bounds import Bounds
from tourmanager.scoring.field import Counted, Field
from tourmanager.scoring.individual import ByTime
from tourmanager.scoring.points import ByPoints
from tourmanager.scoring.ranking import ranks_by_who
from tourmanager.scoring.remaining import OpenPlaces, TourProgress
from tourmanager.scoring.scenarios import Contest
from tourmanager.scoring.scheme import Ranking
from tourmanager.scoring.witness import Level, in_order

NEXT_BEST = 2  # riders behind the lead of whom it is said where the place would put them
AMONG = 5  # and they are among the first of the classification


class Climb(msgspec.Struct, frozen=True):
    """Where the place would put a rider who does not take the lead with it."""

    who: str
    figure: int  # points, or seconds where it goes by time
    gap: int  # to the lead: 0 where they are level and the chain keeps them behind
    rank: int
    before: int | None  # their rank now, None where they have none
    level_with: tuple[str, ...]  # others but the leaders on the same figure


class Effect(msgspec.Struct, frozen=True):
    """What one place would change in one classification, by the rider who gets it."""

    classification: str
    line: str
    place: int
    worth: int  # points, or seconds off the time
    leaders: tuple[str, ...]  # now: nobody, one, or several who share the place
    takes: tuple[str, ...]  # who would lead alone and do not now
    shares: tuple[str, ...]  # who would share the lead
    undecided: tuple[str, ...]  # who would be level with the lead, and it is open what parts them
    climbs: tuple[Climb, ...]  # of the others the next best, the best first
    can_take: int  # number of riders who can still have the place

    @property
    def changes_lead(self) -> bool:
        """True where the lead depends on the rider who gets the place."""
        return bool(self.takes or self.shares or self.undecided)


def effects(situation: TourProgress, line: str) -> list[Effect]:
    """Find what the next open place of a line of the running stage would change, one effect for
    each classification that it counts in; nothing where no place of it is open.
    """
    if situation.now is None or line in situation.now.at_finish:
        return []
    view = _Now(situation)
    found = []
    for ranking in situation.scheme.classifications:
        event = _next_place(situation, ranking, line)
        contest = view.contest(ranking, event) if event else None
        if contest is not None:
            found.append(_effect(view, ranking, contest))
    return found


def _next_place(situation: TourProgress, ranking: Ranking, line: str) -> OpenPlaces | None:
    """Return the next place of a line alone, as a classification counts it, or None."""
    if situation.now is None or ranking.by == "team_time" or ranking.lowest:
        return None
    events = situation.events(ranking) if ranking.by == "points" else situation.bonuses()
    number = situation.now.result.number
    for event in events:
        if (event.stage, event.key) == (number, line):
            return msgspec.structs.replace(event, worth=event.worth[:1])
    return None


class _Now:
    """The tour as it stands virtually, computed once for all classifications."""

    def __init__(self, situation: TourProgress) -> None:
        self.situation = situation

    @cached_property
    def bounds(self) -> Bounds:
        return Bounds(self.situation)

    @cached_property
    def field_and_stages(self) -> tuple[Field, list[Counted]]:
        """Riders in the race, and the stages as they count with all that is logged."""
        situation = self.situation
        field = Field(situation.starters, situation.scheme)
        results = [*situation.ended, *([situation.now.result] if situation.now else ())]
        return field, [field.count(each) for each in sorted(results, key=lambda one: one.number)]

    def rows(self, ranking: Ranking) -> Mapping[str, int]:
        """Return the ranks of a classification."""
        return ranks_by_who(self.bounds.now.classifications[ranking.key].rows)

    def contest(self, ranking: Ranking, event: OpenPlaces) -> Contest | None:
        """Return a classification with one place open; None before anybody stands in it by time."""
        field, stages = self.field_and_stages
        riding = field.riding
        if ranking.by == "time":
            return self._by_time(ranking, event)
        summed = ByPoints(ranking, self.situation.scheme, field)
        for stage in stages:
            summed.add(stage)
        wins = {
            name: {who: -count for who, count in won.items()}
            for name, won in summed.wins.items()
            if name != "general"
        }
        if "last_place" in wins:
            wins["last_place"] = {who: -place for who, place in summed.last.items()}
        general = None if self._gives_seconds(event) else self.rows(self.situation.scheme.general)
        figures = {
            who: summed.points.get(who, 0)
            for who in field.team_of
            if who in summed.members and who in riding
        }
        return Contest(figures, [event], Level(ranking.tie_breaks, wins, general))

    def _gives_seconds(self, event: OpenPlaces) -> bool:
        """Return True where the place gives seconds too: the general classification moves then."""
        return any((each.stage, each.key) == (event.stage, event.key) for each in self._bonuses)

    @cached_property
    def _bonuses(self) -> list[OpenPlaces]:
        return self.situation.bonuses()

    def _by_time(self, ranking: Ranking, event: OpenPlaces) -> Contest | None:
        field, stages = self.field_and_stages
        if not self.rows(ranking) or ranking.gap_cap:
            return None
        summed = ByTime(ranking, self.situation.scheme, field)
        for stage in stages:
            summed.add(stage)
        known = {name: in_order(summed.tie_figures(name)) for name in ranking.tie_breaks}
        figures = {who: -time for who, time in summed.time.items() if who in field.riding}
        return Contest(figures, [event], Level(ranking.tie_breaks, known))


def _effect(view: _Now, ranking: Ranking, contest: Contest) -> Effect:
    (event,) = contest.events
    before = view.rows(ranking)
    leaders = tuple(who for who, rank in before.items() if rank == 1)
    pool = [who for who in contest.figures if who in event.pool]
    takes, shares, undecided, behind = [], [], [], []
    for who in pool:
        against = [
            (contest.judge(who, (0,), rival, (1,)), contest.judge(rival, (1,), who, (0,)))
            for rival in contest.figures
            if rival != who and (contest.figures[rival] or ranking.by == "time")
        ]
        ahead = [mine for mine, _ in against]
        if False in ahead:
            behind.append(who)
        elif None in ahead:
            undecided.append(who)
        elif any(theirs for _, theirs in against):
            shares.append(who)
        elif leaders != (who,):
            takes.append(who)
    climbs = sorted(
        [
            _climb(ranking, contest, who, before)
            for who in behind
            if before.get(who, AMONG + 1) <= AMONG
        ],
        key=lambda climb: (climb.rank, climb.gap),
    )
    return Effect(
        ranking.key,
        event.key,
        event.first,
        event.worth[0],
        leaders,
        tuple(takes),
        tuple(shares),
        tuple(undecided),
        tuple(climbs[:NEXT_BEST]),
        len(pool),
    )


def _climb(ranking: Ranking, contest: Contest, who: str, before: Mapping[str, int]) -> Climb:
    """Say where the place would put a rider who is not first with it."""
    figure = contest.total(who, (0,))
    others = {rival: each for rival, each in contest.figures.items() if rival != who}
    best = max(others.values())
    ahead = [rival for rival in others if contest.judge(who, (0,), rival, (1,)) is False]
    return Climb(
        who,
        -figure if ranking.by == "time" else figure,
        best - figure,
        1 + len(ahead),
        before.get(who),
        tuple(rival for rival, each in others.items() if each == figure and each != best),
    )
