"""What a correction of a tour would change in the leagues that it is a round of."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tourmanager.classifications.reading import TourSnapshot
from tourmanager.leagues.facts import Facts, facts_of
from tourmanager.leagues.models import Division, Season
from tourmanager.leagues.reading import SeasonRead, half_words, read_season
from tourmanager.results.log.reading import Ended, TourStartList, standings_of
from tourmanager.results.publishing.changed import ChangedLine, ChangedSection
from tourmanager.scoring.result import StageResult
from tourmanager.scoring.words import ordinal
from tourmanager.web.jerseys import mark


def list_effects(
    before: TourStartList, after: TourStartList, results: Sequence[StageResult]
) -> list[ChangedSection]:
    """Describe what changes in the tables of leagues if the tour has these results."""
    seasons = Season.objects.filter(rounds__tour=before.tour).select_related("league").distinct()
    sections: list[ChangedSection] = []
    facts: Facts | None = None
    for season in seasons:
        if facts is None:
            facts = facts_with(after, results)
        sections += _of_season(season, after, facts)
    return sections


def facts_with(field: TourStartList, results: Sequence[StageResult]) -> Facts:
    """Return the facts of a tour as if its stages had ended with these results."""
    stages = list(field.tour.stages.order_by("number"))
    course = standings_of(field, results)
    ended = Ended.with_results(results)
    number = course[-1].after if course else 0
    return facts_of(TourSnapshot(field.tour, field, stages, ended, course, number))


def _of_season(season: Season, field: TourStartList, facts: Facts) -> list[ChangedSection]:
    now = read_season(season.league, season.position)
    then = read_season(season.league, season.position, changed=(field.tour, facts))
    if now is None or then is None:
        return []
    sections = []
    for division in now.own_divisions:
        if lines := _changed(now, then, division):
            title = _("%(league)s, %(season)s") % {"league": season.league, "season": season}
            if division is not None and len(now.divisions) > 1:
                title = f"{title}, {division}"
            sections.append(ChangedSection(title, lines))
    return sections


def _changed(now: SeasonRead, then: SeasonRead, division: Division | None) -> list[ChangedLine]:
    """Describe whose place or total changes, in the order of the new table."""
    before = {row.who: row for row in now.table(division)}
    lines = []
    for row in then.table(division):
        was = before.get(row.who)
        if was is None or (was.rank, was.halves) == (row.rank, row.halves):
            continue
        ranks = (
            f"{ordinal(was.rank)} → {ordinal(row.rank)}"
            if was.rank != row.rank
            else _("stays %(rank)s") % {"rank": ordinal(row.rank)}
        )
        text = ranks
        if was.halves != row.halves:
            text = _("%(ranks)s, %(before)s → %(after)s points") % {
                "ranks": ranks,
                "before": half_words(was.halves),
                "after": half_words(row.halves),
            }
        team = then.jersey_of(row.who)
        marks = (mark(team, team.letter),) if team is not None else ()
        lines.append(ChangedLine(marks, then.names[row.who], text))
    return lines
