"""Search for a way to give the open places so that one rider ends ahead of all.

`search` looks for a way to give every open place. FOUND means that there is one (it stands in
`Found.given`), NONE that every way was tried and there is none, GAVE_UP that the search grew too
large or depends on something that only times will decide.

It is enough to give the rider the best place possible wherever no order stands yet: if somebody
were ahead of the rider in a way that lets the rider win, the rider could change places with
everybody ahead, who would each move down one; the rider gains, and nobody else does, as long as no
place pays more than the one before it. Where riders are in whose order stands (`OpenPlaces.queue`)
all the rider's places are tried.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Literal

from tourmanager.scoring.remaining import OpenPlaces
from tourmanager.scoring.tie_breaks import Figure

Answer = Literal["found", "none", "gave up"]
Places = Mapping[int, int | None]  # the rider's place in each event, from 0; None for none

NODES = 4000
WAYS = 64


@dataclass
class Rivals:
    """Points that each rival may still win before they are level with the rider: `room` leaves out
    those whom nothing limits.
    """

    room: dict[str, int]
    level: "Level"


class Level:
    """Rule for two who are level: True when the rider is ahead, False when the rival is, None where
    it is not known yet.
    """

    def __init__(
        self,
        names: Sequence[str],
        wins: Mapping[str, Mapping[str, int]],
        known: Mapping[str, int] | None = None,
    ) -> None:
        self.names = names
        self.wins = wins  # criterion -> rider -> how many so far
        self.known = known  # general places, where they are settled

    @property
    def first_unknown(self) -> str:
        """Name of the first criterion whose figures are not known, "" where all are."""
        return next(
            (
                name
                for name in self.names
                if name not in self.wins and (name != "general" or self.known is None)
            ),
            "",
        )

    def judge(self, rider: str, rival: str, more: Mapping[str, Mapping[str, int]]) -> bool | None:
        for name in self.names:
            if name == "general" and self.known is not None:
                own, other = -self.known.get(rider, 10**6), -self.known.get(rival, 10**6)
            elif name in self.wins:
                won = more.get(name, {})
                own = self.wins[name].get(rider, 0) + won.get(rider, 0)
                other = self.wins[name].get(rival, 0) + won.get(rival, 0)
            else:
                return None
            if own != other:
                return own > other
        return True  # they share the place, and it is the first


def in_order(figures: Mapping[str, Figure]) -> dict[str, int]:
    """Number the figures of a criterion, of which the smaller is better, for `Level`: the better
    the higher.
    """
    order = {figure: -at for at, figure in enumerate(sorted(set(figures.values())))}
    return {who: order[figure] for who, figure in figures.items()}


@dataclass
class _Search:
    rider: str
    events: Sequence[OpenPlaces]
    places: Places
    rivals: Rivals
    strict: bool
    nodes: int = 0
    unsure: bool = False
    given: list[dict[int, str]] = field(default_factory=list)

    def run(self) -> Answer:
        for event, _ in enumerate(self.events):
            place = self.places.get(event)
            self.given.append({} if place is None else {place: self.rider})
        if self._fill(0, 0, dict(self.rivals.room)):
            return "found"
        return "gave up" if self.nodes > NODES or self.unsure else "none"

    def _fill(self, at: int, place: int, room: dict[str, int]) -> bool:
        """Give the places from this one on; return False where that fails."""
        self.nodes += 1
        if self.nodes > NODES:
            return False
        if at == len(self.events):
            return self._stands(room)
        event = self.events[at]
        if place == len(event.worth):
            return self._fill(at + 1, 0, room)
        if place in self.given[at]:
            return self._may_come_in(event, at, self.rider) and self._fill(at, place + 1, room)
        anybody = False
        for taker in self._takers(event, at, place, room):
            anybody = True
            had = room.get(taker)
            if had is not None:
                if had - event.worth[place] < (1 if self.strict else 0):
                    continue
                room[taker] = had - event.worth[place]
            self.given[at][place] = taker
            if self._fill(at, place + 1, room):
                return True
            del self.given[at][place]
            if had is not None:
                room[taker] = had
        if anybody or (self.rider in event.pool and self.rider not in self.given[at].values()):
            return False
        return self._fill(at, place + 1, room)  # nobody is left for it

    def _takers(
        self, event: OpenPlaces, at: int, place: int, room: Mapping[str, int]
    ) -> Iterator[str]:
        """Yield the riders who may take this place, those with most room first; one whom nothing
        limits is as good as all others together.
        """
        taken = self.given[at].values()
        free = [
            who
            for who in sorted(event.pool)
            if who != self.rider and who not in taken and self._may_come_in(event, at, who)
        ]
        unlimited = [who for who in free if who not in room]
        if unlimited and not event.queue:
            yield unlimited[0]
            return
        yield from sorted(free, key=lambda who: -room.get(who, 10**9))

    def _may_come_in(self, event: OpenPlaces, at: int, who: str) -> bool:
        """Return True when all who came in before this rider have their places."""
        if who not in event.queue:
            return True
        ahead = event.queue[: event.queue.index(who)]
        return all(one in self.given[at].values() for one in ahead)

    def _stands(self, room: Mapping[str, int]) -> bool:
        """Return True when the rider is ahead of those who would be level."""
        level = [who for who, left in room.items() if left == 0]
        if self.strict or not level:
            return not level
        more: dict[str, dict[str, int]] = {}
        for event, given in zip(self.events, self.given, strict=True):
            for name in event.wins if 0 in given else ():
                more.setdefault(name, {})[given[0]] = more.get(name, {}).get(given[0], 0) + 1
        for who in level:
            ahead = self.rivals.level.judge(self.rider, who, more)
            if ahead is None:
                self.unsure = True
            if not ahead:
                return False
        return True


def search_win(
    rider: str,
    figure: int,
    figures: Mapping[str, int],
    events: Sequence[OpenPlaces],
    level: Level,
    places: Places | None = None,
) -> Answer:
    """Search whether a rider can end ahead of everybody in `figures` (more is better; only riders
    in it are rivals).

    With `places` the rider has these and no others; without them the best, see above.
    """
    if any(list(event.worth) != sorted(event.worth, reverse=True) for event in events):
        return "gave up"
    answers = [
        _with(rider, figure, figures, events, level, each)
        for each in ([places] if places is not None else _best(rider, events))
    ]
    if "found" in answers:
        return "found"
    return "gave up" if "gave up" in answers or len(answers) >= WAYS else "none"


def _best(rider: str, events: Sequence[OpenPlaces]) -> list[Places]:
    """List the rider's places that have to be tried."""
    options: list[list[int | None]] = []
    for event in events:
        if rider not in event.pool:
            options.append([None])
        elif rider in event.queue:
            options.append([*range(event.best(rider), len(event.worth)), None])
        else:
            options.append([0])
    ways: list[Places] = []
    for way in product(*options):
        ways.append(dict(enumerate(way)))
        if len(ways) == WAYS:
            break
    return ways


def sum_of_worth(events: Sequence[OpenPlaces], places: Places) -> int:
    """Add up the worth of places."""
    return sum(
        event.worth[place]
        for at, event in enumerate(events)
        if (place := places.get(at)) is not None
    )


def _with(
    rider: str,
    figure: int,
    figures: Mapping[str, int],
    events: Sequence[OpenPlaces],
    level: Level,
    places: Places,
) -> Answer:
    total = figure + sum_of_worth(events, places)
    room = {who: total - other for who, other in figures.items() if who != rider}
    if any(left < 0 for left in room.values()):
        return "none"
    most = sum(event.worth[0] for event in events)
    # nothing that is left brings the others level
    room = {who: left for who, left in room.items() if left <= most}
    rivals = Rivals(room, level)
    order = sorted(range(len(events)), key=lambda at: -events[at].worth[0])
    arranged = [events[at] for at in order]
    moved = {now: places.get(at) for now, at in enumerate(order)}
    strict = _Search(rider, arranged, moved, rivals, strict=True).run()
    return (
        "found"
        if strict == "found"
        else _Search(rider, arranged, moved, rivals, strict=False).run()
    )
