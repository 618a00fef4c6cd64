"""What was special about a stage: the first that is true of six things, as facts.

Standings in, facts out. The words stand in `classifications.stage_end.special`. The general and
the other classifications with a jersey are looked at in order of priority.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import msgspec

from tourmanager.scoring.result import Passage, StageResult, Starter
from tourmanager.scoring.scheme import Ranking, Scheme
from tourmanager.scoring.standings import standings
from tourmanager.scoring.tables import Classification, Standings

GROUP = 10  # riders whom somebody who arrives alone beats to be worth a line


class Lead(msgspec.Struct, frozen=True):
    """A jersey with one leader and one next rider. `margin` is seconds or points, 0 where a
    tie-break decides.
    """

    key: str  # the classification
    colour: str
    leader: str
    rival: str
    margin: int
    by_time: bool


class LastThrow(msgspec.Struct, frozen=True):
    """Another last throw of one of the two would have turned the lead."""

    lead: Lead


class Parted(msgspec.Struct, frozen=True):
    """Leader and rival had the same figure before the stage; the rival led, or both did."""

    lead: Lead


class LastLine(msgspec.Struct, frozen=True):
    """The last line of the stage that pays for this jersey took the lead from `before`."""

    key: str
    colour: str
    leader: str
    before: str
    line: str  # "p3"
    name: str  # of the line, where it has one of its own


class Combined(msgspec.Struct, frozen=True):
    """The winner of the stage leads with these jerseys too."""

    rider: str
    colours: tuple[str, ...]


class Alone(msgspec.Struct, frozen=True):
    """The winner arrived alone, `seconds` before a group of `riders`."""

    rider: str
    seconds: int
    riders: int


class OnePoint(msgspec.Struct, frozen=True):
    """The jersey stays with its leader by one point."""

    lead: Lead


Highlight = LastThrow | Parted | LastLine | Combined | Alone | OnePoint
# seconds by which another last throw of the leader or the rival could have changed their gap
SwingOfThrow = Callable[[str, str], int]


def no_throw(leader: str, rival: str) -> int:
    """Return 0: the game has no last throw."""
    return 0


@dataclass(frozen=True)
class StageContext:
    """A stage with the standings before and after it; `results` end with it."""

    now: Standings
    before: Standings | None
    results: Sequence[StageResult]
    starters: Sequence[Starter]
    scheme: Scheme
    swing: SwingOfThrow = no_throw

    @property
    def stage(self) -> StageResult:
        return self.results[-1]

    def leads(self) -> Iterator[Lead]:
        """Yield the jerseys that one rider leads and somebody else could have."""
        for jersey in self.now.jerseys:
            if lead := lead_of(self.now.classifications[jersey.key]):
                yield lead

    def table_before(self, key: str) -> Classification | None:
        return self.before.classifications[key] if self.before else None


def find_highlight(context: StageContext) -> Highlight | None:
    """Return the first thing that was special about the stage, None where nothing was."""
    if context.stage.counts == "nothing":
        return None
    found: Iterator[Highlight] = (
        each
        for find in (last_throws, partings, last_lines, combinations, lone_arrivals, one_points)
        for each in find(context)
    )
    return next(found, None)


def lead_of(table: Classification) -> Lead | None:
    """Return who leads a classification and by how much; None where nobody or several lead, or
    nobody is next.
    """
    if len(table.leaders) != 1 or len(table.rows) < 2:
        return None
    first, second = table.rows[:2]
    margin = abs(second.figure - first.figure)
    colour = table.ranking.colour
    return Lead(table.key, colour, first.who, second.who, margin, table.by_time)


def last_throws(context: StageContext) -> Iterator[LastThrow]:
    """Find jerseys by time that another last throw would have turned."""
    if context.stage.counts != "all":
        return  # its times decide nothing
    for lead in context.leads():
        if lead.by_time and 0 < lead.margin < context.swing(lead.leader, lead.rival):
            yield LastThrow(lead)


def partings(context: StageContext) -> Iterator[Parted]:
    """Find jerseys that go to a rider who was level before the stage with who led then."""
    for lead in context.leads():
        table = context.table_before(lead.key)
        if table is None or not lead.margin:
            continue
        figures = {row.who: row.figure for row in table.rows}
        pair = {lead.leader, lead.rival}
        led = pair & set(table.leaders)
        if (
            led
            and led != {lead.leader}
            and pair <= figures.keys()
            and len({figures[who] for who in pair}) == 1
        ):
            yield Parted(lead)


def last_lines(context: StageContext) -> Iterator[LastLine]:
    """Find jerseys that changed at the last line which pays for them, before the finish."""
    for lead in context.leads():
        ranking = context.scheme.by_key[lead.key]
        line = _last_line(ranking, context.stage)
        if line is None or lead.leader not in line.riders:
            continue
        led = _leaders_without(context, line, lead.key)
        if len(led) == 1 and led != (lead.leader,):
            yield LastLine(lead.key, lead.colour, lead.leader, led[0], line.key, line.name)


def _last_line(ranking: Ranking, stage: StageResult) -> Passage | None:
    """Return the last line that pays for a classification, where the finish does not."""
    if ranking.by != "points" or ranking.finish_table(stage.type, stage.kind):
        return None
    if stage.finish_paid.get(ranking.key):
        return None
    paying = [
        passage
        for passage in stage.passages
        if passage.riders
        and passage.category in ranking.lines
        and passage.classification in ("", ranking.key)
    ]
    return paying[-1] if paying else None


def _leaders_without(context: StageContext, line: Passage, key: str) -> tuple[str, ...]:
    """Return who would lead a classification if nobody had crossed that line."""
    passages = tuple(passage for passage in context.stage.passages if passage is not line)
    stage = msgspec.structs.replace(context.stage, passages=passages)
    results = [*context.results[:-1], stage]
    stood = standings(results, context.starters, context.scheme, over=False)
    return stood.classifications[key].leaders


def combinations(context: StageContext) -> Iterator[Combined]:
    """Find the winner of the stage in the lead of jerseys too."""
    winner = _winner(context)
    colours = tuple(jersey.colour for jersey in context.now.jerseys if jersey.leader == winner)
    if winner and colours:
        yield Combined(winner, colours)


def _winner(context: StageContext) -> str:
    """Return the only winner; "" where several are, or a team is."""
    rows = context.now.days[-1].riders if context.stage.kind != "ttt" else ()
    first = [row.who for row in rows if row.rank == 1]
    return first[0] if len(first) == 1 else ""


def lone_arrivals(context: StageContext) -> Iterator[Alone]:
    """Find a winner who arrived alone before a group of ten or more."""
    winner = _winner(context)
    if not winner or context.stage.kind != "road":
        return
    times = [row.figure for row in context.now.days[-1].riders]
    if len(times) > 1 and times[0] < times[1] and (riders := times.count(times[1])) >= GROUP:
        yield Alone(winner, times[1] - times[0], riders)


def one_points(context: StageContext) -> Iterator[OnePoint]:
    """Find jerseys by points that stay with their leader by one point."""
    for lead in context.leads():
        table = context.table_before(lead.key)
        kept = table is not None and table.leaders == (lead.leader,)
        if kept and not lead.by_time and lead.margin == 1:
            yield OnePoint(lead)
