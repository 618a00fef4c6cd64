"""Scenarios: the places with which somebody wins a classification, exactly.

"Wins if first over Pass 3, or second and Sanz not in the first three" is a `Scenario` of two
clauses. A clause names the places of one rider and the places that rivals must not have; it holds
where all of it is true. A rider wins where one of the clauses holds; or, where that is shorter to
say, unless one does. `level` is judged after them: where a clause of it holds, somebody is level
with the rider and nothing that is known parts them yet.

To win is to be first, alone or sharing the place. With the rider's own places given, a rival's
places alone say whether that rival is ahead, and better places never do harm. So for each of the
rider's places there is one worst that each rival must have, and the clauses are these, without
those that another implies and without what follows from the rider's own place.

Only few places and few rivals are worded so (`MOST_WAYS`, `MOST_RIVALS`); else `exact` returns
None, and `needs.by_points` bounds what is needed in points.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from operator import le
from typing import Literal, NamedTuple

import msgspec

from tourmanager.scoring.remaining import OpenPlaces
from tourmanager.scoring.witness import Level

MOST_WAYS = 40  # ways in which places can fall to one rider
MOST_RIVALS = 10
MOST_CLAUSES = 4
MOST_WORDS = 8  # places named in all clauses of a sentence

State = Literal["wins", "level", "behind"]
Way = tuple[int, ...]  # a place at each event, counted from 0; the number of places for none
Bars = dict[tuple[str, int], int]  # rider and event -> the best place that they may have


class Has(msgspec.Struct, frozen=True, order=True):
    """A place needed: from `first` to `last` at one event, as they are called (1 is the first)."""

    at: int  # index of the event
    first: int
    last: int


class HasNot(msgspec.Struct, frozen=True, order=True):
    """Places that somebody must not have at one event: all open ones from `first` to `last`."""

    who: str
    at: int
    first: int
    last: int
    nothing: bool = False  # no open place that counts is left to them then


class Clause(msgspec.Struct, frozen=True, order=True):
    """The places of one rider, and those that others must not have; all of it is needed."""

    who: str
    has: tuple[Has, ...] = ()
    others: tuple[HasNot, ...] = ()

    @property
    def words(self) -> int:
        """Number of places that it names."""
        return len(self.has) + len(self.others)


class Scenario(msgspec.Struct, frozen=True):
    """When a rider wins: where one of the clauses holds; with `unless` where none of them does.

    `undecided` is the criterion that will part those who are level, "" where `level` is empty.
    """

    who: str
    unless: bool
    clauses: tuple[Clause, ...]
    level: tuple[Clause, ...] = ()
    undecided: str = ""

    @property
    def certain(self) -> bool:
        """True where the rider wins whatever happens."""
        nothing_else = self.clauses == (() if self.unless else (Clause(self.who),))
        return nothing_else and not (self.unless and self.level)


@dataclass(frozen=True)
class Contest:
    """A classification that only open places decide: `figures` of those in play, more is better."""

    figures: dict[str, int]
    events: Sequence[OpenPlaces]
    level: Level

    def options(self, who: str, at: int) -> list[int]:
        """List the places that somebody can have at an event, the best first; the number of its
        places stands for none.
        """
        event = self.events[at]
        none = len(event.worth)
        if who not in event.pool:
            return [none]
        queue = event.queue
        behind = len(queue) - 1 - queue.index(who) if who in queue else 0
        last = len(event.pool) - 1 - behind
        return [*range(event.best(who), min(last + 1, none)), *([none] if last >= none else [])]

    def ways(self, who: str) -> Iterator[Way]:
        """Yield all ways in which places can fall to somebody."""
        return product(*[self.options(who, at) for at in range(len(self.events))])

    def extreme(self, who: str, nth: int) -> Way:
        """Return the best way for somebody (0), or the worst (-1)."""
        return tuple(self.options(who, at)[nth] for at in range(len(self.events)))

    def count_ways(self, who: str) -> int:
        """Count the ways in which places can fall to somebody."""
        return prod(len(self.options(who, at)) for at in range(len(self.events)))

    def total(self, who: str, way: Way) -> int:
        """Return the figure of somebody with these places."""
        return self.figures[who] + sum(
            event.worth[place]
            for event, place in zip(self.events, way, strict=True)
            if place < len(event.worth)
        )

    def judge(self, who: str, own: Way, rival: str, other: Way) -> bool | None:
        """Return True where somebody with these places is not behind a rival with those, None where
        it is not known yet.
        """
        mine, theirs = self.total(who, own), self.total(rival, other)
        if mine != theirs:
            return mine > theirs
        more: dict[str, dict[str, int]] = {}
        for event, place, placed in zip(self.events, own, other, strict=True):
            for name in event.wins if 0 in (place, placed) else ():
                won = more.setdefault(name, {})
                first = who if place == 0 else rival
                won[first] = won.get(first, 0) + 1
        return self.level.judge(who, rival, more)

    def together(self, at: int, who: str, place: int, rival: str, other: int) -> bool:
        """Return True where both can have these places of one event."""
        event = self.events[at]
        none = len(event.worth)
        if place == other:
            return place == none
        if who in event.queue and rival in event.queue:
            return (place < other) == (event.queue.index(who) < event.queue.index(rival))
        return True


def exact(contest: Contest, who: str) -> Scenario | None:
    """Find the clauses with which somebody wins; None where they are too many to say."""
    rivals = _dangerous(contest, who)
    if len(rivals) > MOST_RIVALS or not _are_few(contest, [who, *rivals]):
        return None
    forms = [_winning(contest, who, rivals), _losing(contest, who, rivals)]
    found = [each for each in forms if each is not None]
    return min(found, key=_effort, default=None)


def state(contest: Contest, scenario: Scenario, ways: Mapping[str, Way]) -> State:
    """Judge an outcome by a scenario; `ways` are everybody's places."""

    def one_of(clauses: Sequence[Clause]) -> bool:
        return any(holds(contest, clause, ways) for clause in clauses)

    if one_of(scenario.clauses):
        return "behind" if scenario.unless else "wins"
    if one_of(scenario.level):
        return "level"
    return "wins" if scenario.unless else "behind"


def holds(contest: Contest, clause: Clause, ways: Mapping[str, Way]) -> bool:
    """Return True where a clause is true of an outcome."""

    def place(who: str, at: int) -> int:
        return contest.events[at].first + ways[who][at]

    return all(has.first <= place(clause.who, has.at) <= has.last for has in clause.has) and all(
        not bar.first <= place(bar.who, bar.at) <= bar.last for bar in clause.others
    )


def _are_few(contest: Contest, riders: Sequence[str]) -> bool:
    """Return True where all ways can be looked at, and better places never pay less."""
    return all(
        list(event.worth) == sorted(event.worth, reverse=True) for event in contest.events
    ) and all(contest.count_ways(rider) <= MOST_WAYS for rider in riders)


def _dangerous(contest: Contest, who: str) -> list[str]:
    """List the rivals who can be ahead of somebody who is behind none of the others."""
    least = {each: contest.total(each, contest.extreme(each, -1)) for each in contest.figures}
    needed = max(least.values())
    return [
        rival
        for rival in contest.figures
        if rival != who and contest.total(rival, contest.extreme(rival, 0)) >= needed
    ]


def _winning(contest: Contest, who: str, rivals: Sequence[str]) -> Scenario | None:
    """Say when somebody wins."""

    def not_behind(own: Way, rival: str, other: Way) -> bool:
        return contest.judge(who, own, rival, other) is not False

    def ahead(own: Way, rival: str, other: Way) -> bool:
        return contest.judge(who, own, rival, other) is True

    sure = _clauses(contest, who, rivals, ahead)
    may = _clauses(contest, who, rivals, not_behind)
    return _scenario(contest, who, sure, may, unless=False)


def _losing(contest: Contest, who: str, rivals: Sequence[str]) -> Scenario | None:
    """Say when somebody does not win: one of the rivals is ahead."""
    sure: list[Clause] = []
    may: list[Clause] = []
    for rival in rivals:

        def ahead(own: Way, _: str, other: Way, rival: str = rival) -> bool:
            return contest.judge(who, other, rival, own) is False

        def not_behind(own: Way, _: str, other: Way, rival: str = rival) -> bool:
            return contest.judge(who, other, rival, own) is not True

        clearly = _clauses(contest, rival, [who], ahead)
        perhaps = _clauses(contest, rival, [who], not_behind)
        if clearly is None or perhaps is None:
            return None
        sure += clearly
        may += perhaps
    return _scenario(
        contest, who, _of_any(contest, who, sure), _of_any(contest, who, may), unless=True
    )


def _of_any(contest: Contest, who: str, clauses: Sequence[Clause]) -> list[Clause]:
    """Say once what needs no place of a rival, and drop what only holds where that does."""
    anyhow = _without_implied(
        contest,
        [msgspec.structs.replace(clause, who=who) for clause in clauses if not clause.has],
    )
    return anyhow + [
        clause
        for clause in clauses
        if clause.has and not any(_implies(contest, clause, other) for other in anyhow)
    ]


def _scenario(
    contest: Contest,
    who: str,
    sure: Sequence[Clause] | None,
    may: Sequence[Clause] | None,
    *,
    unless: bool,
) -> Scenario | None:
    """Make the scenario of clauses that hold for certain and of those that may hold; None where
    they are too many to say.
    """
    if sure is None or may is None:
        return None
    level = tuple(clause for clause in may if clause not in sure)
    undecided = contest.level.first_unknown if level else ""
    found = Scenario(who, unless, tuple(sure), level, undecided)
    too_many = len(sure) > MOST_CLAUSES or len(level) > MOST_CLAUSES
    return None if too_many or _length(found) > MOST_WORDS else found


def _length(scenario: Scenario) -> int:
    return sum(clause.words for clause in (*scenario.clauses, *scenario.level))


def _effort(scenario: Scenario) -> int:
    """Weigh how hard a scenario is to read: "unless they are not" is harder than it is short."""
    negated = sum(not clause.has for clause in scenario.clauses)
    return _length(scenario) + (3 * negated if scenario.unless else 0)


Allowed = Callable[[Way, str, Way], bool]


class _Raw(NamedTuple):
    """Places of one rider, each or a better one, and the best that others may have."""

    own: Way
    bars: Bars

    def implied_by(self, other: "_Raw") -> bool:
        """Return True where the other asks for nothing that this one does not."""
        return all(theirs >= own for theirs, own in zip(other.own, self.own, strict=True)) and all(
            self.bars.get(key, -1) >= best for key, best in other.bars.items()
        )


def _clauses(
    contest: Contest, rider: str, rivals: Sequence[str], allowed: Allowed
) -> list[Clause] | None:
    """Find the fewest clauses that hold where all rivals have places that are allowed beside the
    rider's own. Better places of the rider, and worse ones of rivals, are never less allowed.
    """
    raw = _raw_clauses(contest, rider, rivals, allowed)
    if raw is None:
        return None
    kept: list[_Raw] = []
    for each in raw:
        if not any(each.implied_by(other) for other in kept):
            kept = [other for other in kept if not other.implied_by(each)] + [each]
    said = [_say_clause(contest, rider, each, kept) for each in kept]
    possible = [clause for clause in said if _can_hold(contest, clause)]
    return sorted(
        _merged(_without_implied(contest, possible)), key=lambda clause: (not clause.has, clause)
    )


def _raw_clauses(
    contest: Contest, rider: str, rivals: Sequence[str], allowed: Allowed
) -> list[_Raw] | None:
    ways = {rival: list(contest.ways(rival)) for rival in rivals}
    found: list[_Raw] = []
    for own in contest.ways(rider):
        choices: list[list[Bars]] = []
        for rival in rivals:
            good = [way for way in ways[rival] if allowed(own, rival, way)]
            choices.append([_bars_of(contest, rival, way) for way in _minimal(good)])
            if not good:
                break
        if prod(len(choice) for choice in choices) > 2 * MOST_CLAUSES:
            return None
        found += [
            _Raw(own, {key: best for bars in choice for key, best in bars.items()})
            for choice in product(*choices)
        ]
    return found


def _minimal(ways: Sequence[Way]) -> list[Way]:
    """Return the ways that are no worse everywhere than another: all the others are worse."""
    found: list[Way] = []
    for way in ways:  # better places come first
        if not any(all(map(le, other, way)) for other in found):
            found.append(way)
    return found


def _bars_of(contest: Contest, rival: str, way: Way) -> Bars:
    """Return the places of a rival that have to be no better than these."""
    return {
        (rival, at): place for at, place in enumerate(way) if place > contest.options(rival, at)[0]
    }


def _say_clause(contest: Contest, rider: str, raw: _Raw, kept: Sequence[_Raw]) -> Clause:
    """Name places instead of bounds: exactly the place where a clause that asks for less covers the
    better ones, and no place of a rival that nobody can have beside the rider's.
    """
    lows = []
    for at, place in enumerate(raw.own):
        options = contest.options(rider, at)
        exactly = place != options[-1] and _covered(contest, rider, raw, at, kept)
        lows.append(place if exactly else options[0])
    others = []
    for (rival, at), best in raw.bars.items():
        beside = [place for place in contest.options(rider, at) if lows[at] <= place <= raw.own[at]]
        barred = [
            place
            for place in contest.options(rival, at)
            if place < best
            and any(contest.together(at, rider, own, rival, place) for own in beside)
        ]
        if barred:
            event = contest.events[at]
            others.append(
                HasNot(
                    rival,
                    at,
                    event.first + barred[0],
                    event.first + barred[-1],
                    best >= len(event.worth),
                )
            )
    has = [
        Has(at, contest.events[at].first + lows[at], contest.events[at].first + place)
        for at, place in enumerate(raw.own)
        if place != contest.options(rider, at)[-1] or lows[at] != contest.options(rider, at)[0]
    ]
    return Clause(rider, tuple(has), tuple(sorted(others)))


def _covered(contest: Contest, rider: str, raw: _Raw, at: int, kept: Sequence[_Raw]) -> bool:
    """Return True where the rider's better places at an event are said by another clause."""
    options = contest.options(rider, at)
    index = options.index(raw.own[at])
    if index == 0:
        return True
    better = _Raw((*raw.own[:at], options[index - 1], *raw.own[at + 1 :]), raw.bars)
    return any(better.implied_by(other) for other in kept if other is not raw)


def _can_hold(contest: Contest, clause: Clause) -> bool:
    """Return False where there are too few riders for the places that nobody named may have."""
    for at, event in enumerate(contest.events):
        if event.queue:
            continue
        low = {bar.who: bar.last + 1 for bar in clause.others if bar.at == at}
        own = [has.first for has in clause.has if has.at == at]
        low[clause.who] = max(own, default=event.first)
        lows = [low.get(who, event.first) for who in event.pool]
        for place in range(min(len(event.worth), len(event.pool))):
            if sum(each <= event.first + place for each in lows) <= place:
                return False
    return True


def _without_implied(contest: Contest, clauses: Sequence[Clause]) -> list[Clause]:
    """Drop clauses that only hold where another does."""
    left = list(dict.fromkeys(clauses))
    for clause in list(left):
        if any(other != clause and _implies(contest, clause, other) for other in left):
            left.remove(clause)
    return left


def _implies(contest: Contest, clause: Clause, other: Clause) -> bool:
    """Return True where one clause of a rider never holds without the other."""
    own = {has.at: has for has in clause.has}
    for has in other.has:
        mine = own.get(has.at)
        if mine is None or mine.first < has.first or mine.last > has.last:
            return False
    return all(
        _is_barred(contest, clause, bar.who, bar.at, place)
        for bar in other.others
        for place in range(bar.first, bar.last + 1)
    )


def _is_barred(contest: Contest, clause: Clause, rival: str, at: int, place: int) -> bool:
    """Return True where a rival cannot have a place, as it is called, with a clause being true."""
    if any(
        (bar.who, bar.at) == (rival, at) and bar.first <= place <= bar.last for bar in clause.others
    ):
        return True
    first = contest.events[at].first
    own = next((has for has in clause.has if has.at == at), None)
    beside = [
        option
        for option in contest.options(clause.who, at)
        if own is None or own.first <= first + option <= own.last
    ]
    return place - first not in contest.options(rival, at) or not any(
        contest.together(at, clause.who, option, rival, place - first) for option in beside
    )


def _merged(clauses: Sequence[Clause]) -> list[Clause]:
    """Join clauses that differ in one place, of neighbouring places: "in the first two"."""
    left = sorted(set(clauses))
    for one in left:
        for other in left:
            if joined := _joined(one, other):
                return _merged([each for each in left if each not in (one, other)] + [joined])
    return left


def _joined(one: Clause, other: Clause) -> Clause | None:
    if one is other or (one.who, one.others) != (other.who, other.others):
        return None
    if [has.at for has in one.has] != [has.at for has in other.has]:
        return None
    differ = [
        nth for nth, pair in enumerate(zip(one.has, other.has, strict=True)) if len(set(pair)) > 1
    ]
    if len(differ) != 1:
        return None
    (nth,) = differ
    first, then = sorted((one.has[nth], other.has[nth]))
    if then.first > first.last + 1:
        return None
    whole = Has(first.at, first.first, max(first.last, then.last))
    return msgspec.structs.replace(one, has=(*one.has[:nth], whole, *one.has[nth + 1 :]))
