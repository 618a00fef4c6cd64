"""Read a season with all that its pages show, in a constant number of queries.

Who is ranked is a player (the number of a person), or with `of_teams` a team, known by its name.
What a round brought is taken from the facts of its tour (`facts.py`).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Literal

from django.db.models import F
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from tourmanager.leagues.facts import Facts, TeamFacts, facts_now, read_facts
from tourmanager.leagues.models import Division, League, Member, Round, Season
from tourmanager.leagues.versions import version_of_season
from tourmanager.people.finding import merged_people
from tourmanager.people.identity import follow
from tourmanager.people.models import Person
from tourmanager.riders.names import plain_text
from tourmanager.scoring.league.season import Result, SeasonRules
from tourmanager.scoring.league.season import Round as SeasonRound
from tourmanager.scoring.league.table import LeagueRow, ranks_after_each, table_after
from tourmanager.tabletop.registry import find_room
from tourmanager.tours.models import REST, Stage, Tour, TourTeam
from tourmanager.web.shelf import Shelf

State = Literal["done", "live", "to_come"]


@dataclass(frozen=True)
class Rode:
    """Somebody in a round: their team there, and the facts of it."""

    team: TourTeam
    facts: TeamFacts
    place: int
    points: int


@dataclass
class SeasonRoundRead:
    """A round with its tour. `rode` has everybody in it, also while it is on the road; `nobodys`
    counts its teams of which nobody has said who plays them.
    """

    row: Round
    state: State
    stages: Sequence[Stage]
    facts: Facts | None = None
    rode: Mapping[str, Rode] = field(default_factory=dict)
    nobodys: int = 0

    @property
    def number(self) -> int:
        return self.row.number

    @property
    def tour(self) -> Tour | None:
        return self.row.tour

    @property
    def name(self) -> str:
        if self.row.stage is not None and self.tour is not None:
            return f"{self.tour.name}, {self.row.stage}"
        return self.tour.name if self.tour else self.row.name or _("To be announced")

    @property
    def game(self) -> str:
        room = find_room(self.tour.game) if self.tour else None
        return str(room.name) if room else ""

    @property
    def date(self) -> date | None:
        if self.row.date is not None:
            return self.row.date
        return localdate(self.tour.created_at) if self.tour else None

    @property
    def length(self) -> int:
        """Number of its stages, 0 where there is no tour yet."""
        return 1 if self.row.stage else sum(stage.kind != REST for stage in self.stages)

    @property
    def weight(self) -> str:
        """Return how often it counts: "×2", "×1½"; "" for once."""
        return weight_words(self.row.half_weight)

    @property
    def racing(self) -> Stage | None:
        """Stage that is on the road."""
        return next(filter(is_racing, self.stages), None)


def weight_words(halves: int) -> str:
    return "" if halves == 2 else f"×{half_words(halves)}"


def half_words(halves: int) -> str:
    """Write half points: 7 halves are "3½"."""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


@dataclass
class SeasonRead:
    """A season as its pages show it."""

    league: League
    season: Season
    seasons: Sequence[Season]
    divisions: Sequence[Division]
    rounds: Sequence[SeasonRoundRead]
    members: Mapping[str, int | None]  # division by who is a member
    names: Mapping[str, str]
    of_teams: bool = False
    version: str = ""  # versions.version_of_season of what is read here; "" where it is not kept
    _tables: dict[tuple[int | None, int | None], tuple[LeagueRow, ...]] = field(
        default_factory=dict
    )
    _ranks: dict[int | None, list[dict[str, int]]] = field(default_factory=dict)

    @cached_property
    def rules(self) -> SeasonRules:
        return self.season.season_rules

    @cached_property
    def done(self) -> list[SeasonRoundRead]:
        return [each for each in self.rounds if each.state == "done"]

    @cached_property
    def live(self) -> SeasonRoundRead | None:
        return next((each for each in self.rounds if each.state == "live"), None)

    @property
    def next(self) -> SeasonRoundRead | None:
        """First round to come."""
        return next((each for each in self.rounds if each.state == "to_come"), None)

    @property
    def latest(self) -> int:
        """Number of the last round that is over, 0 before the first."""
        return self.done[-1].number if self.done else 0

    @cached_property
    def everybody(self) -> dict[str, int | None]:
        """Everybody of the season with their division: members, and whoever rode."""
        lowest = self.divisions[-1].pk if self.divisions else None
        found = {who: division or lowest for who, division in self.members.items()}
        for each in self.rounds:
            for who in each.rode:
                found.setdefault(who, lowest)
        return found

    def players_of(self, division: Division | None) -> list[str]:
        """Return everybody of a division, by name; without divisions everybody."""
        wanted = [
            who
            for who, own in self.everybody.items()
            if division is None or self.of_teams or own == division.pk
        ]
        return sorted(wanted, key=lambda who: plain_text(self.names[who]))

    def season_rounds(self, players: Sequence[str], *, as_if_over: int = 0) -> list[SeasonRound]:
        """Return the rounds as the arithmetic takes them: places among these players. With
        `as_if_over` the round of that number counts as it stands.
        """
        return [
            SeasonRound(
                each.number,
                self.results_of(each, players)
                if each.state == "done" or each.number == as_if_over
                else None,
                each.row.half_weight,
                self._most(each),
            )
            for each in self.rounds
        ]

    def results_of(self, each: SeasonRoundRead, players: Sequence[str]) -> dict[str, Result]:
        """Return the places of these players among themselves, and their points."""
        own = {who: each.rode[who] for who in players if who in each.rode}
        places = sorted(rode.place for rode in own.values())
        return {who: Result(places.index(rode.place) + 1, rode.points) for who, rode in own.items()}

    def _most(self, each: SeasonRoundRead) -> int | None:
        if each.facts is None:
            return None
        if each.row.stage is not None:
            return each.facts.stage_in_play
        return each.facts.in_play

    def table(self, division: Division | None, after: int | None = None) -> tuple[LeagueRow, ...]:
        """Return the table of a division after a round, by default after the last that is over."""
        after = self.latest if after is None else after
        asked = division.pk if division else None, after
        if asked not in self._tables:
            players = self.players_of(division)
            rounds = self.season_rounds(players)
            self._tables[asked] = table_after(players, rounds, self.rules, after)
        return self._tables[asked]

    def ranks(self, division: Division | None) -> list[dict[str, int]]:
        """Return the ranks of a division after each round that is over."""
        asked = division.pk if division else None
        if asked not in self._ranks:
            players = self.players_of(division)
            rounds = self.season_rounds(players)
            self._ranks[asked] = ranks_after_each(players, rounds, self.rules)
        return self._ranks[asked]

    def table_now(self, division: Division | None) -> tuple[LeagueRow, ...]:
        """Return the table as if the round on the road ended as it stands."""
        players = self.players_of(division)
        live = self.live.number if self.live else 0
        rounds = self.season_rounds(players, as_if_over=live)
        return table_after(players, rounds, self.rules)

    @property
    def own_divisions(self) -> list[Division | None]:
        """Divisions, or None alone where there are none."""
        return [*self.divisions] or [None]

    @cached_property
    def leaders(self) -> list[set[str]]:
        """Return who led a division after each round that is over."""
        ranks = [self.ranks(division) for division in self.own_divisions]
        return [
            {
                who
                for own in ranks
                for who, rank in own[at].items()
                if rank == 1 and self._has_ridden(who, each.number)
            }
            for at, each in enumerate(self.done)
        ]

    def _has_ridden(self, who: str, until: int) -> bool:
        return any(who in each.rode for each in self.done if each.number <= until)

    def jersey_of(self, who: str, after: int | None = None) -> TourTeam | None:
        """Return the team that somebody rode for last, up to a round, by default the last that is
        over; else their first later.
        """
        until = self.latest if after is None else after
        rode = self._teams_of.get(who, [])
        before = [team for number, team in rode if number <= until]
        return before[-1] if before else rode[0][1] if rode else None

    @cached_property
    def _teams_of(self) -> dict[str, list[tuple[int, TourTeam]]]:
        """Return the rounds that everybody rode, with their team in each."""
        found: dict[str, list[tuple[int, TourTeam]]] = {}
        for each in self.rounds:
            for who, rode in each.rode.items():
                found.setdefault(who, []).append((each.number, rode.team))
        return found

    def short_name(self, who: str) -> str:
        """Return the first word of a name where nobody else in the season has it."""
        return self._short_names[who]

    @cached_property
    def _short_names(self) -> dict[str, str]:
        if self.of_teams:
            return dict(self.names)
        everybody = self.everybody
        firsts = Counter(name.split()[0] for who, name in self.names.items() if who in everybody)
        return {
            who: first if firsts[first := name.split()[0]] == 1 else name
            for who, name in self.names.items()
        }


MOST_RODE = 30_000  # results of the seasons that a process keeps
_seasons = Shelf[tuple[str, bool], SeasonRead](
    MOST_RODE, lambda read: 1 + len(read.everybody) + sum(len(each.rode) for each in read.rounds)
)


def kept_season(
    league: League, number: int | None = None, *, of_teams: bool = False
) -> SeasonRead | None:
    """Return what `read_season` does, as it is kept while nothing of it changes (5 queries)."""
    seasons = list(league.seasons.all())
    season = next((each for each in seasons if number in (None, each.position)), None)
    if season is None:
        return None
    version = version_of_season(league, season, seasons)
    read = _seasons.find((version, of_teams))
    if read is None:
        read = read_season(league, season.position, of_teams=of_teams)
        if read is not None:
            read.version = version
            _seasons.put((version, of_teams), read)
    return read


def read_season(
    league: League,
    number: int | None = None,
    *,
    of_teams: bool = False,
    changed: tuple[Tour, Facts] | None = None,
) -> SeasonRead | None:
    """Read the season of that number, by default the latest; None where there is none.

    `changed` puts other facts in place of a tour's own, for what a correction would do.
    """
    seasons = list(league.seasons.all())
    season = next((each for each in seasons if number in (None, each.position)), None)
    if season is None:
        return None
    rows = list(season.rounds.select_related("tour", "stage").order_by("number"))
    tours = {row.tour.pk: row.tour for row in rows if row.tour and is_shown(row.tour)}
    stages: dict[int, list[Stage]] = {}
    rows_of_stages = Stage.objects.filter(tour__in=tours).annotate(logged=F("log_head__seq"))
    for stage in rows_of_stages.order_by("number"):
        stage.tour = tours[stage.tour_id]
        stages.setdefault(stage.tour_id, []).append(stage)
    begun = [tour for tour in tours.values() if any(map(has_begun, stages.get(tour.pk, [])))]
    facts = read_facts(begun)
    if changed is not None:
        facts[changed[0].pk] = changed[1]
    teams: dict[int, list[TourTeam]] = {}
    for team in TourTeam.objects.filter(tour__in=tours).order_by("seat"):
        teams.setdefault(team.tour_id, []).append(team)
    merged = merged_people()
    sources = season.season_rules.sources
    rounds = [
        _round(row, tours, stages, teams, facts, merged, sources, of_teams=of_teams) for row in rows
    ]
    members = {
        str(follow(pk, merged)): division
        for pk, division in Member.objects.filter(season=season).values_list(
            "person_id", "division_id"
        )
    }
    read = SeasonRead(
        league,
        season,
        seasons,
        list(season.divisions.all()),
        rounds,
        {} if of_teams else members,
        {},
        of_teams,
    )
    read.names = _names(read)
    return read


def is_shown(tour: Tour) -> bool:
    """Tell whether a tour can be read: it was not erased, and its game is known here."""
    return tour.erased_at is None and find_room(tour.game) is not None


def _round(
    row: Round,
    tours: Mapping[int, Tour],
    stages: Mapping[int, list[Stage]],
    teams: Mapping[int, list[TourTeam]],
    facts: Mapping[int, Facts],
    merged: Mapping[int, int | None],
    sources: Sequence[str],
    *,
    of_teams: bool,
) -> SeasonRoundRead:
    tour = tours.get(row.tour_id or 0)
    row.tour = tour
    if tour is None:
        row.stage = None
        return SeasonRoundRead(row, "to_come", [])
    own = stages.get(tour.pk, [])
    state = state_of(tour, next((each for each in own if each.pk == row.stage_id), None), own)
    known = facts.get(tour.pk)
    if state == "live" and row.stage_id is None and any(map(is_racing, own)):
        known = facts_now(tour)
    rode: dict[str, Rode] = {}
    nobodys = 0
    by_letter = {team.letter: team for team in known.teams} if known else {}
    for team in teams.get(tour.pk, []):
        found = by_letter.get(team.letter)
        if found is None:
            continue
        if of_teams:
            who = plain_text(team.name)
        elif team.person_id is None:
            nobodys += 1
            continue
        else:
            who = str(follow(team.person_id, merged))
        place, points = found.place, found.points
        if row.stage is not None:
            if row.stage.number not in found.stages:
                continue
            place = found.stages[row.stage.number].place
            points = found.stages[row.stage.number].points
        elif sources:
            points = sum(found.sources.get(source, 0) for source in sources)
        # who plays two teams of a tour counts with the better
        if who not in rode or place < rode[who].place:
            rode[who] = Rode(team, found, place, points)
    return SeasonRoundRead(row, state, own, known, rode, nobodys)


def has_begun(stage: Stage) -> bool:
    """Tell whether anything was logged in a stage: the first of a tour is open from the start."""
    return stage.state == Stage.State.ENDED or is_racing(stage)


def is_racing(stage: Stage) -> bool:
    """Tell whether a stage, read with what is `logged` of it, is on the road."""
    return stage.state == Stage.State.ACTIVE and bool(getattr(stage, "logged", 0))


def state_of(tour: Tour, stage: Stage | None, stages: Sequence[Stage]) -> State:
    """Tell whether a round of that tour, or of that stage of it, is over, on the road or to
    come.
    """
    if stage is not None:
        if stage.state == Stage.State.ENDED:
            return "done"
        return "live" if is_racing(stage) else "to_come"
    if tour.is_finished:
        return "done"
    return "live" if any(map(has_begun, stages)) else "to_come"


def _names(read: SeasonRead) -> dict[str, str]:
    """Return what everybody of the season is called (1 query for players)."""
    everybody = {*read.members, *(who for each in read.rounds for who in each.rode)}
    if read.of_teams:
        return {who: rode.team.name for each in read.rounds for who, rode in each.rode.items()}
    rows = Person.objects.filter(pk__in=[int(who) for who in everybody])
    return {str(pk): name for pk, name in rows.values_list("pk", "name")}
