"""Compare a race with the official tables published beside its results: count the figures that
agree, and list every one that does not.

Tables are CSV files: gc_official (after_stage, rank, rider, time_s), team_stage_official (stage,
place, team, time_s) and jerseys_official (after_stage and a column for each colour, with who wears
it).
"""

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from django.utils.translation import gettext as _

from tourmanager.results.log.reading import TourStartList, ended_of, field_of, standings_of
from tourmanager.scoring.scheme import GENERAL
from tourmanager.scoring.tables import RankedRow, Standings
from tourmanager.tabletop.race.incoming.people.finder import Person, RiderFinder
from tourmanager.tabletop.race.incoming.people.names import words_of
from tourmanager.tours.models import Tour

NAMES = {
    "gc": "gc_official.csv",
    "teams": "team_stage_official.csv",
    "jerseys": "jerseys_official.csv",
}
# columns are named after the colours of the jerseys but for these
COLOURS = {"polka_dot": "dots", "polka": "dots", "polkadot": "dots"}


@dataclass
class OfficialComparison:
    """One official table: how many of its figures agree, and a sentence for each of the others."""

    what: str
    counts: dict[str, tuple[int, int]] = field(default_factory=dict)  # "times": (109, 109)
    wrong: list[str] = field(default_factory=list)

    def count(self, what: str, *, agrees: bool, otherwise: str) -> None:
        right, of = self.counts.get(what, (0, 0))
        self.counts[what] = (right + agrees, of + 1)
        if not agrees:
            self.wrong.append(otherwise)

    def __str__(self) -> str:
        counts = ", ".join(
            _("%(right)s of %(all)s %(what)s") % {"right": right, "all": of, "what": what}
            for what, (right, of) in self.counts.items()
        )
        return f"{self.what}: {counts}"


def compare(tour: Tour, folder: Path) -> list[OfficialComparison]:
    """Compare every official table of the folder with the tour as it is scored."""
    start_list = field_of(tour)
    course = {
        standing.after: standing for standing in standings_of(start_list, ended_of(tour).results)
    }
    titles = {stage.label or str(stage.number): stage.number for stage in tour.stages.all()}
    riders = RiderFinder(
        [Person(code, rider.name, rider.team.name) for code, rider in start_list.riders.items()]
    )
    comparisons: list[OfficialComparison] = []
    for stage, rows in _group_by(_read_rows(folder / NAMES["gc"]), "after_stage"):
        standing = course.get(titles.get(stage, 0))
        comparisons.append(
            _compare_general(stage, rows, standing, riders)
            if standing
            else OfficialComparison(_name_general(stage), wrong=[_not_imported(stage)])
        )
    for stage, rows in _group_by(_read_rows(folder / NAMES["teams"]), "stage"):
        standing = course.get(titles.get(stage, 0))
        comparisons.append(
            _compare_teams(stage, rows, standing, start_list)
            if standing
            else OfficialComparison(_name_teams(stage), wrong=[_not_imported(stage)])
        )
    if jerseys := _read_rows(folder / NAMES["jerseys"]):
        comparisons.append(_compare_jerseys(jerseys, course, titles, riders))
    return comparisons


def _name_general(stage: str) -> str:
    return _("general classification after stage %(stage)s") % {"stage": stage}


def _name_teams(stage: str) -> str:
    return _("team classification of stage %(stage)s") % {"stage": stage}


def _not_imported(stage: str) -> str:
    return _("stage %(stage)s has not been imported") % {"stage": stage}


def _read_rows(file: Path) -> list[dict[str, str]]:
    if not file.is_file():
        return []
    with file.open(encoding="utf-8-sig", newline="") as lines:
        return list(csv.DictReader(lines))


def _group_by(
    rows: Iterable[dict[str, str]], column: str
) -> list[tuple[str, list[dict[str, str]]]]:
    groups: dict[str, list[dict[str, str]]] = {}
    for row in rows:
        groups.setdefault(row[column], []).append(row)
    return list(groups.items())


def _compare_general(
    stage: str, rows: Sequence[Mapping[str, str]], standing: Standings, riders: RiderFinder
) -> OfficialComparison:
    comparison = OfficialComparison(_name_general(stage))
    ours = {row.who: row for row in standing.classifications[GENERAL].rows}
    official_riders = set()
    for row in rows:
        who = riders.find(row["rider"], row.get("team", ""), "")
        mine = ours.get(who.code) if isinstance(who, Person) else None
        official_riders.add(mine.who if mine else "")
        _compare_figures(comparison, row["rider"], mine, row["time_s"], row["rank"])
    _list_unofficial(
        comparison,
        ours,
        official_riders,
        {code: person.name for code, person in riders.by_code.items()},
    )
    return comparison


def _compare_teams(
    stage: str, rows: Sequence[Mapping[str, str]], standing: Standings, start_list: TourStartList
) -> OfficialComparison:
    comparison = OfficialComparison(_name_teams(stage))
    letters = {words_of(team.name): team.letter for team in start_list.teams}
    day = next(day for day in standing.days if day.stage == standing.after)
    ours = {row.who: row for row in day.teams}
    official_teams = set()
    for row in rows:
        mine = ours.get(letters.get(words_of(row["team"]), ""))
        official_teams.add(mine.who if mine else "")
        _compare_figures(comparison, row["team"], mine, row["time_s"], row["place"])
    _list_unofficial(
        comparison, ours, official_teams, {team.letter: team.name for team in start_list.teams}
    )
    return comparison


def _compare_figures(
    comparison: OfficialComparison, name: str, mine: RankedRow | None, time: str, rank: str
) -> None:
    """Compare time and rank; what the official table leaves blank is not compared."""
    for what, official, ours in (
        ("times", time, mine and mine.figure),
        ("ranks", rank, mine and mine.rank),
    ):
        if official:
            figure = "nothing" if ours is None else ours
            comparison.count(
                what,
                agrees=str(ours) == official,
                otherwise=_("%(name)s: %(what)s %(official)s officially, here %(said)s")
                % {"name": name, "what": what[:-1], "official": official, "said": figure},
            )


def _list_unofficial(
    comparison: OfficialComparison,
    ours: Mapping[str, RankedRow],
    official: set[str],
    names: Mapping[str, str],
) -> None:
    comparison.wrong += [
        _("%(names)s: rank %(rank)s here, not in the official table")
        % {"names": names[who], "rank": row.rank}
        for who, row in ours.items()
        if who not in official
    ]


def _compare_jerseys(
    rows: Sequence[Mapping[str, str]],
    course: Mapping[int, Standings],
    titles: Mapping[str, int],
    riders: RiderFinder,
) -> OfficialComparison:
    comparison = OfficialComparison(_("jerseys"))
    for row in rows:
        stage = row["after_stage"]
        if (standing := course.get(titles.get(stage, 0))) is None:
            comparison.wrong.append(_not_imported(stage))
            continue
        wearers = {jersey.colour: jersey.wearer for jersey in standing.jerseys}
        for column, name in row.items():
            colour = COLOURS.get(column, column)
            if colour not in wearers or not name:
                continue
            who = riders.find(name, "", "")
            code = wearers[colour]
            mine = riders.by_code[code].name if code else _("nobody")
            agrees = isinstance(who, Person) and who.code == code
            comparison.count(
                "wearers",
                agrees=agrees,
                otherwise=_("%(column)s after stage %(stage)s: %(name)s, here %(mine)s")
                % {"column": column, "stage": stage, "name": name, "mine": mine},
            )
    return comparison
