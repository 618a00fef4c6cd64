"""Ask about figures of a stage that can hardly be right: a bonus of hours, a winner without a time,
two winners of a sprint.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tourmanager.scoring.words import join_with_and
from tourmanager.tabletop.race.incoming.planning.kind_question import exact_time
from tourmanager.tabletop.race.incoming.planning.oddities import list_names
from tourmanager.tabletop.race.incoming.questions import Questionnaire
from tourmanager.tabletop.race.incoming.reading.rows import ResultRow

NO_RACE = 30  # seconds in which nothing is won
LARGE_BONUS, LARGE_PENALTY = 60, 600
NAMED = 4


def ask_figures(
    title: str,
    name: str,
    arrivals: Sequence[ResultRow],
    questionnaire: Questionnaire,
    *,
    race: bool,
) -> None:
    """Ask about figures that can hardly be right. In a game the winner may have a time of zero."""
    if race:
        _ask_winners_time(title, name, arrivals, questionnaire)
    bonuses = [row for row in arrivals if (row.bonus or 0) > LARGE_BONUS]
    if bonuses:
        figures = [(row, row.bonus) for row in bonuses]
        questionnaire.ask(
            f"bonus-{name}",
            _("%(stage)s: a bonus of more than a minute: %(figures)s.")
            % {"stage": title, "figures": _list_figures(figures)},
        )
    penalties = [row for row in arrivals if (row.penalty or 0) > LARGE_PENALTY]
    if penalties:
        figures = [(row, row.penalty) for row in penalties]
        questionnaire.ask(
            f"penalty-{name}",
            _("%(stage)s: a penalty of more than ten minutes: %(figures)s.")
            % {"stage": title, "figures": _list_figures(figures)},
        )


def _ask_winners_time(
    title: str, name: str, arrivals: Sequence[ResultRow], questionnaire: Questionnaire
) -> None:
    if len(arrivals) < 2 or (arrivals[0].time or 0) >= 1000 * NO_RACE:
        return
    first, second = arrivals[0], arrivals[1]
    questionnaire.ask(
        f"time-{name}",
        _(
            "%(stage)s: %(winner)s, the winner, has a time of %(time)s, %(second)s behind has"
            " %(slower)s."
        )
        % {
            "stage": title,
            "winner": first.who,
            "time": exact_time(first),
            "second": second.who,
            "slower": exact_time(second),
        },
    )


def _list_figures(figures: Sequence[tuple[ResultRow, int | None]]) -> str:
    return list_names([f"{row.who} {seconds} s ({row.at})" for row, seconds in figures], NAMED)


def ask_shared_line(
    title: str,
    name: str,
    label: str,
    key: str,
    rows: Sequence[ResultRow],
    questionnaire: Questionnaire,
) -> None:
    """Ask about two riders who are first at one sprint or climb."""
    first = [row.who for row in rows if row.place == 1]
    if len(first) > 1:
        questionnaire.ask(
            f"line-{name}-{key}",
            _("%(stage)s, %(line)s: %(riders)s are both first.")
            % {"stage": title, "line": label, "riders": join_with_and(first[:NAMED])},
        )
