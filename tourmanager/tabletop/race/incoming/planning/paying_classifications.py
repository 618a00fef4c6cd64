"""Find the classifications to which the points of files belong."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tourmanager.scoring.scheme import Ranking, Scheme
from tourmanager.tabletop.race.incoming.questions import Questionnaire
from tourmanager.tabletop.race.incoming.reading.rows import ResultRow
from tourmanager.tabletop.race.incoming.reading.tables import ARRIVALS, CLIMBS, SPRINTS
from tourmanager.tabletop.race.vocabulary import VOCABULARY

CLIMB = "climb"
SPRINT_LINES = {*VOCABULARY.sprints, *VOCABULARY.other_sprints}
CLIMB_LINES = {*VOCABULARY.climbs, CLIMB}


@dataclass(frozen=True)
class PayingClassifications:
    """The classifications in which points of the files count: at the finish, at sprints and at
    climbs.
    """

    finish: Ranking | None
    sprints: Ranking | None
    climbs: Ranking | None

    def of_lines(self, *, climbs: bool) -> Ranking | None:
        return self.climbs if climbs else self.sprints


def find_paying(
    scheme: Scheme, rows: Sequence[ResultRow], questionnaire: Questionnaire
) -> PayingClassifications:
    """Find the classifications; where several pay for the same lines, ask which one is meant."""
    by_points = [ranking for ranking in scheme.classifications if ranking.by == "points"]
    finish = [ranking for ranking in by_points if ranking.finish]
    sprints = [ranking for ranking in by_points if SPRINT_LINES & ranking.lines.keys()]
    climbs = _paying_climbs(by_points)
    has_sprints = any(row.table == SPRINTS for row in rows)
    has_climbs = any(row.table == CLIMBS for row in rows)
    in_arrivals = any(row.table == ARRIVALS and row.points is not None for row in rows)
    at_finish = has_sprints or in_arrivals
    return PayingClassifications(
        _choose(finish, _question_key("finish", is_needed=at_finish), questionnaire),
        _choose(sprints, _question_key("sprints", is_needed=has_sprints), questionnaire),
        _choose(climbs, _question_key("climbs", is_needed=has_climbs), questionnaire),
    )


def _paying_climbs(rankings: Sequence[Ranking]) -> list[Ranking]:
    """Return those that pay climbs by category; else those that pay anything but sprints."""
    return [ranking for ranking in rankings if CLIMB_LINES & ranking.lines.keys()] or [
        ranking for ranking in rankings if ranking.lines.keys() - SPRINT_LINES
    ]


def _question_key(where: str, *, is_needed: bool) -> str:
    return f"points-{where}" if is_needed else ""


def _choose(rankings: Sequence[Ranking], key: str, questionnaire: Questionnaire) -> Ranking | None:
    """Return the classification that the answer names; without a key or an answer, the first."""
    if len(rankings) < 2 or not key:
        return next(iter(rankings), None)
    questions = {
        "points-finish": _(
            "Several classifications pay points at the finish. In which did the files' points"
            " count?"
        ),
        "points-sprints": _(
            "Several classifications pay points at sprints. In which did the files' points count?"
        ),
        "points-climbs": _(
            "Several classifications pay points at climbs. In which did the files' points count?"
        ),
    }
    choices = [(ranking.key, ranking.name) for ranking in rankings]
    answer = questionnaire.ask(key, questions[key], choices)
    return next((ranking for ranking in rankings if ranking.key == answer), rankings[0])


def other_payers(scheme: Scheme, line: str, ranking: Ranking) -> str:
    """Return the key of the classification that paid a line, if others pay for such lines too."""
    others = [
        other
        for other in scheme.classifications
        if other.by == "points" and line in other.lines and other.key != ranking.key
    ]
    return ranking.key if others else ""
