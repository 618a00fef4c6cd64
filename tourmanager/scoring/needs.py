"""The fewest places with which somebody wins a classification: "first at the finish, or second
there and Sprint 5".

`least` are the ways that somebody needs to win at all, however the others fare; `sure` are the ways
that win whatever the others do. A way is minimal: with any of its places worse, or left out, it no
longer holds. Where stages are still to come, or there are too many ways to look at them all, only
the missing points are given.
"""

from collections.abc import Callable, Sequence
from itertools import product

import msgspec

from tourmanager.scoring.bounds import Bounds
from tourmanager.scoring.remaining import OpenPlaces
from tourmanager.scoring.virtual import Running
from tourmanager.scoring.witness import Answer, Level, search_win, sum_of_worth

WAYS = 150
SHOWN = 3

Way = tuple[tuple[str, int], ...]  # key of a line, "finish" or "award …", and the place there


class Needs(msgspec.Struct, frozen=True):
    # points or seconds to be made up on `rival` while they win no more; 0 where nobody is ahead
    missing: int = 0
    rival: str = ""
    least: tuple[Way, ...] = ()
    sure: tuple[Way, ...] = ()
    # whether one of the ways only makes them level with the rival; None where they
    # are not listed
    level: bool | None = None
    # whether the ways were listed: `least` of one empty way says that they need no more
    listed: bool = False


def by_points(bounds: Bounds, key: str, who: str) -> Needs:
    """Find what somebody needs in a classification by points where more is better."""
    ranking = bounds.situation.scheme.by_key[key]
    summed, events = bounds.points(ranking)
    chances = bounds.of(key)
    level = bounds.level(summed)
    figures = {
        other: each.figure
        for other, each in chances.items()
        if summed.everybody or (each.best or 0) > 0
    }
    if who not in figures:  # they cannot win a point
        return Needs()
    lows = {other: chances[other].worst or 0 for other in figures if other != who}
    rival = max(lows, key=lambda other: lows[other], default="")
    missing = max(0, lows[rival] - figures[who]) if rival else 0
    found = Needs(missing, rival if missing else "")
    ways = [] if ranking.lowest or ranking.by_group else _ways_of(bounds, events, who)
    if not ways:
        return found

    def can(way: dict[int, int | None]) -> Answer:
        return search_win(who, figures[who], figures, events, level, way)

    def sure(way: dict[int, int | None]) -> Answer:
        return "found" if _sure(who, way, figures, events, level) else "none"

    least = _minimal(ways, can)
    if least is None:
        return found
    enough = any(sum_of_worth(events, way) == missing for way in least)
    surely = _fewest_lines_first(_minimal(ways, sure) or [], events)
    return Needs(
        missing, found.rival, _fewest_lines_first(least, events), surely, enough, listed=True
    )


def _ways_of(bounds: Bounds, events: Sequence[OpenPlaces], who: str) -> list[dict[int, int | None]]:
    """List every way in which places can fall to somebody on the stage on the road, the least gain
    first; nothing where there are too many, or stages to come.
    """
    number = bounds.situation.now.result.number if bounds.situation.now else 0
    if any(event.stage != number for event in events):
        return []
    own = [at for at, event in enumerate(events) if who in event.pool]
    options = [
        [None, *range(len(events[at].worth) - 1, events[at].best(who) - 1, -1)] for at in own
    ]
    return _sorted_ways(own, options, events)


def _sorted_ways(
    own: Sequence[int], options: Sequence[Sequence[int | None]], events: Sequence[OpenPlaces]
) -> list[dict[int, int | None]]:
    if _many(options):
        return []
    return sorted(
        (dict(zip(own, way, strict=True)) for way in product(*options)),
        key=lambda way: sum_of_worth(events, way),
    )


def _many(options: Sequence[Sequence[int | None]]) -> bool:
    number = 1
    for each in options:
        number *= len(each)
    return number > WAYS


def _minimal(
    ways: Sequence[dict[int, int | None]], holds: Callable[[dict[int, int | None]], Answer]
) -> list[dict[int, int | None]] | None:
    """Return the ways that hold while none below them does; None where one of them stays
    undecided.
    """
    found: list[dict[int, int | None]] = []
    for way in ways:
        if any(_within(less, way) for less in found):
            continue
        answer = holds(way)
        if answer == "gave up":
            return None
        if answer == "found":
            found.append(way)
    return [
        way for way in found if not any(other is not way and _within(other, way) for other in found)
    ]


def _within(less: dict[int, int | None], way: dict[int, int | None]) -> bool:
    """Return True when a way has every place of another, or a better one."""
    pairs = ((place, way[at]) for at, place in less.items() if place is not None)
    return all(own is not None and own <= place for place, own in pairs)


def _fewest_lines_first(
    ways: Sequence[dict[int, int | None]], events: Sequence[OpenPlaces]
) -> tuple[Way, ...]:
    """List the ways with the fewest lines first."""
    said = [
        tuple(
            (events[at].key, events[at].first + place)
            for at, place in way.items()
            if place is not None
        )
        for way in ways
    ]
    return tuple(sorted(said, key=lambda way: (len(way), way)))


def _sure(
    who: str,
    way: dict[int, int | None],
    figures: dict[str, int],
    events: Sequence[OpenPlaces],
    level: Level,
) -> bool:
    """Return True when somebody is ahead of each rival who takes the best of the places that are
    left.
    """
    total = figures[who] + sum_of_worth(events, way)
    own: dict[str, dict[str, int]] = {}
    for at, event in enumerate(events):
        for name in event.wins if way.get(at) == 0 else ():
            own.setdefault(name, {})[who] = own.get(name, {}).get(who, 0) + 1
    for rival, figure in figures.items():
        if rival == who:
            continue
        more = {name: dict(won) for name, won in own.items()}
        for at, event in enumerate(events):
            if rival not in event.pool:
                continue
            best = event.best(rival) + (
                1 if way.get(at) is not None and way[at] == event.best(rival) else 0
            )
            figure += event.worth[best] if best < len(event.worth) else 0
            for name in event.wins if best == 0 else ():
                more.setdefault(name, {})[rival] = more.get(name, {}).get(rival, 0) + 1
        if figure > total or (figure == total and not level.judge(who, rival, more)):
            return False
    return True


def by_time(bounds: Bounds, key: str, who: str) -> Needs:
    """Find how many seconds the best of the others is ahead, and which bonuses alone would make up
    for them.

    A rider who has come in on the stage on the road can make up nothing there any more.
    """
    situation = bounds.situation
    figures = {other: each.figure for other, each in bounds.of(key).items()}
    on_road: set[str] = set()
    if situation.now:
        on_road = set(situation.now.result.on_road)
        _add_unsettled(figures, situation.now)
    peers = [other for other in figures if other != who and (other in on_road) == (who in on_road)]
    rival = min(peers, key=figures.__getitem__, default="")
    missing = max(0, figures[who] - figures[rival]) if rival else 0
    if not missing or (who not in on_road and not situation.ahead):
        return Needs(missing, rival if missing else "")
    events = [event for event in situation.bonuses() if who in event.pool and not event.queue]
    enough = _enough_bonuses(events, missing)
    return Needs(missing, rival, least=_fewest_lines_first(enough, events), listed=bool(enough))


def _add_unsettled(figures: dict[str, int], now: Running) -> None:
    """Add the times of those whose arrival is not settled yet."""
    for arrival in now.result.arrivals[now.settled :]:
        if arrival.rider in figures:
            figures[arrival.rider] += arrival.seconds or 0


def _enough_bonuses(events: Sequence[OpenPlaces], missing: int) -> list[dict[int, int | None]]:
    """List the fewest places that give more seconds than are missing."""
    options = [[None, *range(len(event.worth) - 1, -1, -1)] for event in events]
    ways = _sorted_ways(range(len(events)), options, events)
    return (
        _minimal(ways, lambda way: "found" if sum_of_worth(events, way) > missing else "none") or []
    )
