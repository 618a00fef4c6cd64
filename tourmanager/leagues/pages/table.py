"""The table of a league after a round: results, totals, what is in reach, who can still win."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.vary import vary_on_headers

from tourmanager.leagues import words
from tourmanager.leagues.models import Division, League
from tourmanager.leagues.pages.frame import division_of, draw_once, frame, jersey_of, season_of
from tourmanager.leagues.reading import SeasonRead, SeasonRoundRead, half_words
from tourmanager.leagues.road import draw_road
from tourmanager.scoring.league.counting import Score, half_points
from tourmanager.scoring.league.reach import Chance, chances, ways_to_win
from tourmanager.scoring.league.season import Round
from tourmanager.scoring.league.table import LeagueRow
from tourmanager.tours.planning.numbers import read_whole_number
from tourmanager.web.guard import page
from tourmanager.web.sheets import Cell, answer_sheet

COLUMNS = 6  # rounds with a column of their own
ROWS = 50  # players on a page of a long table
FEW_ROUNDS = 12  # up to here an open row lists also the rounds that were missed
WIDEST = 92  # units of the longest bar of what is in reach
PLACES_TOLD_APART = 8


@dataclass(frozen=True)
class RoundCell:
    """What a round brought somebody. `kind` is won, plain, dropped or absent."""

    number: int
    figure: str
    kind: str
    spoken: str
    address: str = ""
    weight: str = ""


@dataclass(frozen=True)
class Reach:
    """A bar: points that count, and the most that can still be added, in units of its scale."""

    solid: float
    open: float
    most: str
    can_win: bool


@dataclass(frozen=True)
class TableLine:
    row: LeagueRow
    who: str
    name: str
    jersey: SafeString | str
    total: str
    cells: Sequence[RoundCell]
    earlier: str
    fact: str
    level: bool
    sentences: Sequence[str]
    reach: Reach | None
    promoted: bool
    line_below: str  # "promotion" or "relegation" where a line parts it from the next

    @property
    def open_cells(self) -> Sequence[RoundCell]:
        """Rounds that the open row lists: in a long season, only those that were ridden."""
        if len(self.cells) <= FEW_ROUNDS:
            return self.cells
        return [cell for cell in self.cells if cell.kind != "absent"]

    @property
    def more_missed(self) -> int:
        """Count the rounds missed that the open row does not list."""
        return len(self.cells) - len(self.open_cells)


@page("leagues:table")
@vary_on_headers("HX-Request")
def table(request: HttpRequest, league: League) -> HttpResponse:
    season = season_of(request, league)
    division = division_of(request, season)
    after, query = _asked_round(request, season), _query(request)
    rows = season.table(division, after)
    shown = Paginator(rows, ROWS).get_page(request.GET.get("page"))
    pages = shown.paginator.num_pages
    context = frame(request, season, "table")
    me, may_change = context["me"], context["may_change"]

    def whole() -> dict[str, Any]:
        drawn = context | {
            "road": draw_road(season, after),
            "after": after,
            "division": division,
            "query": query,
            "page_query": f"after={after}" + (f"&{query}" if query else ""),
            "sheet_query": f"?after={after}&{query}",
            "page": shown,
            "page_with_me": _page_with(rows, me),
        }
        drawn |= the_table(season, division, after, shown)
        if season.live:
            drawn |= what_the_road_would_bring(season, division, season.live)
        return drawn

    position = division.position if division else 0
    about = (position, after, shown.number, query, me if pages > 1 else "", may_change)
    context["whole"] = draw_once(season, "leagues/_table.html", about, whole)
    return render(request, "leagues/table.html", context)


def _page_with(rows: Sequence[LeagueRow], who: str) -> int:
    """Return the number of the page on which somebody stands, 0 where they are not in the table."""
    at = next((at for at, row in enumerate(rows) if row.who == who), None)
    return 0 if at is None else at // ROWS + 1


@page("leagues:sheet")
def sheet(request: HttpRequest, league: League, fmt: str) -> HttpResponse:
    """Send the table after the round asked for: points of each round, dropped ones in brackets."""
    season = season_of(request, league)
    after = _asked_round(request, season)
    shown = [each for each in season.done if each.number <= after]
    headings = [
        _("Place"),
        _("Team") if season.of_teams else _("Player"),
        *[f"{each.number} {each.name} {each.weight}".strip() for each in shown],
        _("Total"),
        _("Rounds ridden"),
        _("Can reach"),
    ]
    rows = [
        [
            row.rank,
            season.names[row.who],
            *[_score_cell(score) for score in row.scores],
            _figure(row.halves),
            row.ridden,
            None if row.most is None else _figure(row.most),
        ]
        for row in season.table(division_of(request, season), after)
    ]
    return answer_sheet(fmt, f"{league.name} {season.season.name}", headings, rows)


def _figure(halves: int) -> int | float:
    return halves / 2 if halves % 2 else halves // 2


def _score_cell(score: Score) -> Cell:
    if not score.is_ridden:
        return None
    return _figure(score.halves) if score.counts else f"({half_words(score.halves)})"


def _asked_round(request: HttpRequest, season: SeasonRead) -> int:
    """Return the round whose table is asked for, by default the last that is over."""
    asked = read_whole_number(request.GET.get("after", ""), 999)
    numbers = [each.number for each in season.done]
    return asked if asked is not None and asked in numbers else season.latest


def _query(request: HttpRequest) -> str:
    """Return what an address keeps of season, division and teams when the round changes."""
    kept = [key for key in ("season", "division", "of") if request.GET.get(key)]
    query = request.GET.copy()
    for key in [*query]:
        if key not in kept:
            del query[key]
    return query.urlencode()


def the_table(
    season: SeasonRead, division: Division | None, after: int, shown_rows: Page[LeagueRow]
) -> dict[str, object]:
    """Return the lines of that page of the table, and what is said beside it."""
    rows = season.table(division, after)
    rounds = season.season_rounds(season.players_of(division))
    shown = [each for each in season.done if each.number <= after]
    columns = shown[-COLUMNS:]
    is_latest = after == season.latest
    left = len(season.rounds) - len(season.done)
    found = chances(rows, rounds, season.rules) if is_latest and rows else []
    lines = _lines(season, division, rows, columns, found, after, shown_rows)
    contended = is_latest and left > 0 and 0 < len(found) < len(rows)
    return {
        "lines": lines,
        "columns": columns,
        "columns_slice": f"{len(shown) - len(columns)}:",
        "folds": len(shown) > len(columns),
        "leader": season.names[rows[0].who] if rows else "",
        "leads_with": half_words(rows[0].halves) if rows else "",
        "leader_at": WIDEST * rows[0].halves / _scale(rows) if rows and _scale(rows) else 0,
        "has_reach": bool(lines and lines[0].reach),
        "best": season.rules.best,
        "contenders": words.say_contenders(len(found), len(rows)) if contended else "",
        "conditions": _conditions(season, found, rows, left) if contended else [],
        "won": season.names[found[0].who] if is_latest and len(found) == 1 and rows else "",
        "ways": _ways(season, rows, rounds, found) if is_latest and left == 1 else [],
        "nobodys": [each for each in shown if each.nobodys],
        "winning": _winning(season, shown),
        "drops": any(not score.counts and score.is_ridden for row in rows for score in row.scores),
        "relegates": any(line.line_below == "relegation" for line in lines),
        "promotes": any(line.line_below == "promotion" for line in lines),
    }


def _winning(season: SeasonRead, shown: Sequence[SeasonRoundRead]) -> str:
    """Return what a win in the latest round brought, as an example of one; "" before the first."""
    if not shown:
        return ""
    best = max((rode.points for rode in shown[-1].rode.values()), default=0)
    return half_words(half_points(season.rules, 1, best, 2))


def _scale(rows: Sequence[LeagueRow]) -> int:
    return max((row.most or 0 for row in rows), default=0)


def _lines(
    season: SeasonRead,
    division: Division | None,
    rows: Sequence[LeagueRow],
    columns: Sequence[SeasonRoundRead],
    found: Sequence[Chance],
    after: int,
    shown_rows: Page[LeagueRow],
) -> list[TableLine]:
    contenders = {chance.who for chance in found}
    is_latest = after == season.latest
    scale = _scale(rows)
    lines = []
    for at, row in enumerate(shown_rows, start=shown_rows.start_index() - 1):
        below = rows[at + 1] if at + 1 < len(rows) else None
        cells = _cells(season, row)
        shown = {each.number for each in columns}
        earlier = sum(
            score.halves for score in row.scores if score.counts and score.number not in shown
        )
        reach = None
        if is_latest and row.most is not None and not season.rules.lowest and scale:
            reach = Reach(
                WIDEST * row.halves / scale,
                WIDEST * (row.most - row.halves) / scale,
                half_words(row.most),
                row.who in contenders,
            )
        team = season.jersey_of(row.who, after)
        lines.append(
            TableLine(
                row,
                row.who,
                season.names[row.who],
                jersey_of(team),
                half_words(row.halves),
                cells,
                half_words(earlier),
                _fact(season, row, rows[at - 1] if at else None, below),
                bool(row.ridden) and (row.tie is not None or row.level_below),
                words.explain_level(season, row, below) if below and row.ridden else [],
                reach,
                promoted=_is_promoted(division, at),
                line_below=_line_below(season, division, at, len(rows)),
            )
        )
    return lines


def _cells(season: SeasonRead, row: LeagueRow) -> list[RoundCell]:
    rounds = {each.number: each for each in season.rounds}
    return [_cell(row.who, score, rounds[score.number]) for score in row.scores]


def _cell(who: str, score: Score, each: SeasonRoundRead) -> RoundCell:
    points = half_words(score.halves)
    said = {"number": score.number, "points": points}
    if not score.is_ridden:
        spoken = _("round %(number)s: not there") % said
        return RoundCell(score.number, "", "absent", spoken, weight=each.weight)
    address = each.tour.get_absolute_url() if each.tour else ""
    if each.tour and each.tour.is_finished and each.tour.scale:
        address = reverse("classifications:manager_points", args=[each.tour.slug])
    if not score.counts:
        spoken = _("round %(number)s: %(points)s points, dropped") % said
        return RoundCell(score.number, points, "dropped", spoken, address, each.weight)
    if score.place == 1:
        spoken = _("round %(number)s: won, %(points)s points") % said
        return RoundCell(score.number, points, "won", spoken, address, each.weight)
    spoken = _("round %(number)s: %(points)s points") % said
    return RoundCell(score.number, points, "plain", spoken, address, each.weight)


def _fact(
    season: SeasonRead, row: LeagueRow, above: LeagueRow | None, below: LeagueRow | None
) -> str:
    """Say the one thing that is to be known of a row."""
    if not row.ridden and not row.missing and not row.is_behind:
        return _("no round ridden yet")
    if row.ridden and row.level_below and below is not None and below.tie is not None:
        return words.say_level(row, below)
    if row.ridden and row.tie is not None and above is not None:
        return _("level with %(name)s") % {"name": season.short_name(above.who)}
    needed = {"ridden": row.ridden, "needed": season.rules.minimum}
    if row.is_behind:
        return _("%(ridden)s rounds ridden, %(needed)s were needed") % needed
    if row.missing:
        return _("%(ridden)s of %(needed)s rounds needed") % needed
    return ""


def _is_promoted(division: Division | None, at: int) -> bool:
    return division is not None and division.position > 1 and at < division.promoted


def _line_below(season: SeasonRead, division: Division | None, at: int, rows: int) -> str:
    if division is None:
        return ""
    if division.position > 1 and at + 1 == division.promoted < rows:
        return "promotion"
    is_last = division.position == len(season.divisions)
    if not is_last and division.relegated and at + 1 == rows - division.relegated > 0:
        return "relegation"
    return ""


def _conditions(
    season: SeasonRead, found: Sequence[Chance], rows: Sequence[LeagueRow], left: int
) -> list[str]:
    """Say on what condition the last of those who can still win does, and who cannot."""
    sentences = words.say_chance(season, found[-1], left)
    if len(found) < len(rows) and rows[0].most is not None:
        best_other = max(
            (row.most or 0 for row in rows if row.who not in {each.who for each in found}),
            default=0,
        )
        if best_other < rows[0].halves and not season.rules.lowest:
            sentences.append(
                ngettext(
                    "The other one cannot reach %(points)s.",
                    "The others cannot reach %(points)s.",
                    len(rows) - len(found),
                )
                % {"points": half_words(rows[0].halves)}
            )
    return sentences


def _ways(
    season: SeasonRead,
    rows: Sequence[LeagueRow],
    rounds: Sequence[Round],
    found: Sequence[Chance],
) -> list[str]:
    """Say of everybody who can still win what the last round must bring."""
    if season.rules.by == "manager_points":
        return []
    return [
        words.say_ways(
            season,
            chance.who,
            ways_to_win(chance.who, rows, rounds, season.rules, PLACES_TOLD_APART),
        )
        for chance in found
    ]


@dataclass(frozen=True)
class LiveLine:
    name: str
    jersey: SafeString | str
    gain: str
    totals: str


def what_the_road_would_bring(
    season: SeasonRead, division: Division | None, live: SeasonRoundRead
) -> dict[str, object]:
    """Return what the round on the road would bring if it ended as it stands."""
    before = {row.who: row for row in season.table(division)}
    now = season.table_now(division)
    lines = []
    riding = [row for row in now if row.who in live.rode]
    gained = {row.who: row.scores[-1].halves for row in riding}
    for row in sorted(riding, key=lambda row: (-gained[row.who], row.rank)):
        was = before[row.who].halves
        totals = (
            _("stays %(total)s") % {"total": half_words(was)}
            if was == row.halves
            else f"{half_words(was)} → {half_words(row.halves)}"
        )
        lines.append(
            LiveLine(
                season.short_name(row.who),
                jersey_of(live.rode[row.who].team),
                half_words(gained[row.who]),
                totals,
            )
        )
    racing = live.racing
    return {
        "live": live,
        "live_lines": lines,
        "passing": words.say_passing(season, [*before.values()], now),
        "live_state": _live_state(live),
        "racing": racing,
    }


def _live_state(live: SeasonRoundRead) -> str:
    """Say where the tour on the road is: "Stage 3 of 5 · 14 of 20 riders in"."""
    raced = [stage for stage in live.stages if stage.kind != "rest"]
    if live.racing is not None:
        where = _("%(stage)s of %(all)s") % {"stage": live.racing, "all": len(raced)}
        if live.facts is not None and live.facts.arrived:
            riders = _("%(arrived)s of %(all)s riders in") % {
                "arrived": live.facts.arrived,
                "all": live.facts.racing,
            }
            return f"{where} · {riders}"
        return where
    ended = sum(stage.state == "ended" for stage in raced)
    return ngettext(
        "%(ended)s of %(all)s stage ridden", "%(ended)s of %(all)s stages ridden", len(raced)
    ) % {"ended": ended, "all": len(raced)}
