"""What the page of the end of a stage shows: the podium, who takes and who loses a jersey, and what
the stage changed in the points of the players.

Everything is read from the standings before and after the stage, so a corrected stage shows the
corrected end.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.classifications.lines import ClassificationLine, stage_result, team_ranking
from tourmanager.classifications.reading import TourSnapshot
from tourmanager.classifications.stage_end.special import Special, special_of
from tourmanager.classifications.wearing import draw_leaders
from tourmanager.riders.names import surnames
from tourmanager.scoring.tables import Classification, Jersey, PlayerRow, Standings
from tourmanager.scoring.words import join_with_and
from tourmanager.tours.models import REST, Stage, TourTeam
from tourmanager.web.drawing import COLOUR_NAMES
from tourmanager.web.jerseys import Mark, mark
from tourmanager.web.templatetags.race import clock

PODIUM = 3  # places
ON_STEP = 3  # riders of a dead heat who are drawn on one step
MOST_JERSEYS = 5
LONG_PLAYER = 8  # letters of a player's name that have room beside a bar
LONG_TITLE = 22  # letters of a title beyond which it is written smaller


@dataclass(frozen=True)
class Step:
    """A step of the podium: its place, who stands on it (several after a dead heat) and when they
    came in: the winner's time, then gaps.
    """

    place: int
    marks: Sequence[Mark]
    names: str
    time: str
    said: str


@dataclass(frozen=True)
class HandOver:
    """What became of a jersey: it goes from `before` (nobody, one rider or several) to `after`.
    `margin` is the holder's figure against the next, `short` the same for a phone.
    """

    key: str  # the classification
    name: str  # of the jersey: "Red dots"
    before: Sequence[Mark]
    after: Sequence[Mark]
    stays: bool
    margin: str
    short: str

    @property
    def loser(self) -> str:
        """Return whom it is taken from, by surname: "" where nobody or several had it."""
        return surname(self.before[0]) if len(self.before) == 1 else ""

    @property
    def holders(self) -> str:
        return join_with_and([surname(each) for each in self.after])


@dataclass(frozen=True)
class Swing:
    """What the stage changed in the points of one player, and a bar for it: `base`, `won` and
    `lost` are per cent of the longest.
    """

    team: TourTeam
    row: PlayerRow
    difference: int
    base: float
    won: float
    lost: float

    @property
    def signed(self) -> str:
        """Return the difference with its sign: "+15", or with a minus."""
        sign = "\N{MINUS SIGN}" if self.difference < 0 else "+" if self.difference else "±"
        return f"{sign}{abs(self.difference)}"


@dataclass(frozen=True)
class StageEnd:
    title: str
    podium: Sequence[Step]
    jerseys: Sequence[HandOver]
    more_jerseys: int  # how many are not shown
    special: Special | None
    swings: Sequence[Swing]
    uncounted: bool  # the stage does not count in full

    @property
    def long(self) -> bool:
        """True when the title needs smaller letters."""
        return len(self.title) > LONG_TITLE

    @property
    def wordy(self) -> bool:
        """True when names of players need more room beside their bars."""
        return any(len(each.team.player) > LONG_PLAYER for each in self.swings)


def stage_end(race: TourSnapshot, stage: Stage) -> StageEnd:
    """Make the content of the page for the chosen stage, which has ended (2 queries)."""
    before = race.until_now[-2] if len(race.until_now) > 1 else None
    podium = podium_of(race)
    jerseys = [_hand_over(race, jersey, before) for jersey in race.now.jerseys]
    return StageEnd(
        _title(race, podium),
        podium,
        jerseys[:MOST_JERSEYS],
        max(0, len(jerseys) - MOST_JERSEYS),
        special_of(race, stage),
        swings_of(race, before) if race.tour.manager_points_name else [],
        race.result.counts != "all",
    )


def surname(mark: Mark) -> str:
    """Return a rider's surname; the whole name of a team, or of a rider who is named by type."""
    return surnames([mark.name])[0] if mark.number else mark.name


# -- the podium


def podium_of(race: TourSnapshot) -> list[Step]:
    """Make the steps of the first three places: of a team time trial the teams stand on them."""
    teams = team_ranking(race).lines if race.result.kind == "ttt" else ()
    lines = [line for line in teams or stage_result(race).lines if line.row.rank <= PODIUM]
    by_place = groupby(lines, key=lambda line: line.row.rank)
    return [_step(race, place, list(level)) for place, level in by_place]


def _step(race: TourSnapshot, place: int, level: Sequence[ClassificationLine]) -> Step:
    marks = [
        race.field.mark(line.row.who)
        if line.mark
        else mark(line.team, line.team.letter, name=line.team.name)
        for line in level
    ]
    names = [surname(each) for each in marks[:ON_STEP]]
    if more := len(marks) - ON_STEP if len(marks) > ON_STEP else 0:
        names.append(_("%(count)s more") % {"count": more})
    return Step(place, marks[:ON_STEP], join_with_and(names), level[0].figure, level[0].said)


def _title(race: TourSnapshot, podium: Sequence[Step]) -> str:
    """Say who won: in full where it is one rider or team."""
    if not podium:
        return _("%(stage)s is over") % {"stage": race.stage}
    winners = podium[0]
    if len(winners.marks) == 1:
        return _("%(rider)s wins") % {"rider": winners.marks[0].name}
    return _("%(riders)s share the win") % {"riders": winners.names}


# -- the jerseys


def _hand_over(race: TourSnapshot, jersey: Jersey, before: Standings | None) -> HandOver:
    table = race.now.classifications[jersey.key]
    held = before.classifications[jersey.key].leaders if before else ()
    margin, short = describe_margin(table)
    return HandOver(
        jersey.key,
        str(COLOUR_NAMES[jersey.colour]),
        [race.field.mark(rider) for rider in held],
        draw_leaders(race, jersey),
        bool(held) and held == table.leaders,
        margin,
        short,
    )


def describe_margin(table: Classification) -> tuple[str, str]:
    """Say the leader's figure against the next one's, and the same in short: "9 seconds", "9 s";
    "81 to 74", "81–74". Empty where nobody or several lead.
    """
    if len(table.leaders) != 1:
        return "", ""
    if len(table.rows) == 1:
        figure = table.rows[0].figure
        words = clock(figure) if table.by_time else _count_points(figure)
        return words, words
    first, second = table.rows[:2]
    if not table.by_time:
        values = {"first": first.figure, "second": second.figure}
        return _("%(first)s to %(second)s") % values, f"{first.figure}–{second.figure}"
    gap = second.figure - first.figure
    if not gap:
        return _("same time"), _("s.t.")
    if gap >= 60:
        return clock(gap), clock(gap)
    words = ngettext("%(count)s second", "%(count)s seconds", gap) % {"count": gap}
    return words, _("%(count)s s") % {"count": gap}


def _count_points(points: int) -> str:
    return ngettext("%(count)s point", "%(count)s points", points) % {"count": points}


# -- the points of the players


def swings_of(race: TourSnapshot, before: Standings | None) -> list[Swing]:
    """List what the stage changed for each player, best first, on one scale for all."""
    had = {player.team: player.points for player in before.players} if before else {}
    players = race.now.players
    most = max([1, *had.values(), *(player.points for player in players)])
    return [
        _swing(race.field.by_letter[player.team], player, had.get(player.team, 0), most)
        for player in players
    ]


def _swing(team: TourTeam, player: PlayerRow, had: int, most: int) -> Swing:
    won = player.points - had
    per_cent = 100 / most
    return Swing(
        team,
        player,
        won,
        base=round(per_cent * max(0, min(had, player.points)), 1),
        won=round(per_cent * max(0, won), 1),
        lost=round(per_cent * max(0, -won), 1),
    )


# -- what comes next


@dataclass(frozen=True)
class Onward:
    """Where the red button leads, and what it says; `live` where a hand is needed there now."""

    address: str
    words: str
    live: bool


def onward_of(race: TourSnapshot, *, directed: bool, on_table: bool) -> Onward | None:
    """Return what follows the chosen stage: the next one, or the end of the tour; None where
    neither is there yet. `on_table` says that stages of its game are laid out.
    """
    slug = race.tour.slug
    following = next(
        (each for each in race.stages if each.number > race.number and each.kind != REST), None
    )
    if following is None:
        address = reverse("classifications:final", args=[slug])
        words = _("See the final result")
        return Onward(address, words, live=directed) if race.tour.is_finished else None
    called = {"number": following.label or following.number}
    if following.state == Stage.State.ENDED:
        address = reverse("classifications:stage_end", args=[slug, following.number])
        return Onward(address, _("The end of stage %(number)s") % called, live=False)
    words = _("Lay out stage %(number)s") if directed and on_table else _("To stage %(number)s")
    return Onward(reverse("results:stage", args=[slug, following.number]), words % called, directed)
