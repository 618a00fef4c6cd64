"""Make a new race from files: its start list, and whether the files can become a race."""

import re
from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.riders.names import tidy_name
from tourmanager.scoring.codes import Code
from tourmanager.scoring.scheme import Scheme
from tourmanager.scoring.words import join_with_and
from tourmanager.tabletop.race.incoming.people.finder import Person
from tourmanager.tabletop.race.incoming.people.names import words_of
from tourmanager.tabletop.race.incoming.people.start_list import (
    Mention,
    NewRider,
    NewTeam,
    start_list,
)
from tourmanager.tabletop.race.incoming.planning.import_plan import ImportPlan, ImportStart
from tourmanager.tabletop.race.incoming.questions import Questionnaire
from tourmanager.tabletop.race.incoming.reading.rows import ResultRow
from tourmanager.tabletop.race.incoming.reading.tables import ARRIVALS, RIDERS
from tourmanager.tabletop.race.set_up import races
from tourmanager.tours.planning.creation import choose_codes

NAMED = 8  # riders or numbers in a message; the others are counted
MOST_TEAMS = 99
NO_MARK = "nothing"
LONGEST_KEY = 80
LONGEST_PLACE = 60  # characters of the place that `tours.races` gives of a problem


def known_marks(scheme: Scheme) -> list[str]:
    """Return the marks that riders may have: those that classifications ask for, and youth."""
    asked_for = [ranking.mark for ranking in scheme.classifications if ranking.mark]
    return list(dict.fromkeys(["youth", *asked_for, *scheme.unscored]))


def ask_marks(
    rows: Sequence[ResultRow], marks: Sequence[str], questionnaire: Questionnaire
) -> None:
    """Ask once for each unknown mark which known one it means, if any."""
    unknown: dict[str, list[ResultRow]] = {}
    for row in rows:
        if word := row.unknown_mark:
            key = f"mark-{'-'.join(words_of(word)) or word}"[:LONGEST_KEY]
            unknown.setdefault(key, []).append(row)
    choices = [*((mark, mark.capitalize()) for mark in marks), (NO_MARK, _("No mark"))]
    for key, marked_rows in unknown.items():
        answer = questionnaire.ask(key, _ask_mark(marked_rows), choices)
        for row in marked_rows:
            row.mark = "" if answer == NO_MARK else answer


def _ask_mark(rows: Sequence[ResultRow]) -> str:
    values = {"mark": rows[0].unknown_mark, "where": rows[0].at, "count": len(rows) - 1}
    if len(rows) == 1:
        return _("“%(mark)s” (%(where)s) is not a known mark. What does it mean?") % values
    return (
        _("“%(mark)s” (%(where)s and %(count)s more) is not a known mark. What does it mean?")
        % values
    )


def brings_rider(row: ResultRow) -> bool:
    """True if a row adds its rider to the start list: results do, and lists of riders with teams.

    Points alone do not, as the name may be misspelt.
    """
    return row.table == ARRIVALS or (row.table == RIDERS and bool(row.team))


def find_teams(rows: Sequence[ResultRow]) -> list[NewTeam]:
    """Return the teams and riders of the race; wrong rows add nobody."""
    mentions = [
        Mention(f"{row.file}/{row.stage}", row.rider, row.team, row.number, row.mark)
        for row in rows
        if not row.problems and brings_rider(row)
    ]
    return [team for team in start_list(mentions) if team.riders]


def persons(teams: Sequence[NewTeam]) -> list[Person]:
    """Return the riders with the codes that they get in the race."""
    return [
        Person(code, rider.name, team.name, rider.bib) for code, team, rider in _with_codes(teams)
    ]


def _with_codes(teams: Sequence[NewTeam]) -> Iterator[tuple[str, NewTeam, NewRider]]:
    letters = choose_codes([team.name for team in teams[:MOST_TEAMS]])
    for letter, team in zip(letters, teams, strict=False):
        for rider in team.riders:
            yield str(Code(letter, rider.number)), team, rider


def riders_with_marks(todo: ImportPlan) -> list[tuple[NewRider, tuple[str, ...]]]:
    """Return riders of the start list with the marks of all rows that name them."""
    marks: dict[str, set[str]] = {}
    for row in todo.rows:
        if row.mark and row.code and not row.problems:
            marks.setdefault(row.code, set()).add(row.mark)
    return [
        (rider, tuple(sorted({*rider.marks, *marks.get(code, ())})))
        for code, _team, rider in _with_codes(todo.teams)
    ]


def ask_bibs(teams: Sequence[NewTeam], questionnaire: Questionnaire) -> None:
    """Ask about two riders with one number."""
    by_bib: dict[str, list[str]] = {}
    for team in teams:
        for rider in team.riders:
            if rider.bib:
                by_bib.setdefault(rider.bib, []).append(f"{rider.name} ({team.name})")
    twice = {bib: riders for bib, riders in by_bib.items() if len(riders) > 1}
    if not twice:
        return
    clashes = [
        _("%(riders)s have the number %(number)s")
        % {"riders": join_with_and(riders[:NAMED]), "number": bib}
        for bib, riders in list(twice.items())[:NAMED]
    ]
    if (more := len(twice) - NAMED) > 0:
        sentence = ngettext("and %(count)s more number", "and %(count)s more numbers", more)
        clashes.append(sentence % {"count": more})
    questionnaire.ask(
        "numbers", _("Riders share a number: %(riders)s.") % {"riders": "; ".join(clashes)}
    )


def ask_stages(names: Sequence[str], questionnaire: Questionnaire) -> None:
    """Ask about stages that are missing between others."""
    numbers = {int(match[0]) for name in names if (match := re.match(r"\d+", name))}
    between = range(min(numbers, default=0), max(numbers, default=0))
    missing = [str(number) for number in between if number not in numbers]
    if missing:
        text = ngettext(
            "There is no stage %(stages)s, but later stages have results. Is the race complete"
            " without?",
            "There are no stages %(stages)s, but later stages have results. Is the race complete"
            " without?",
            len(missing),
        )
        questionnaire.ask("stages", text % {"stages": join_with_and(missing)})


def warn_of_missing_riders(rows: Sequence[ResultRow]) -> list[str]:
    """Name riders who are not in the race because all their rows are wrong."""
    wrong = [row for row in rows if row.problems and row.rider and not row.code]
    names = list(dict.fromkeys(row.rider for row in wrong if row.table in (ARRIVALS, RIDERS)))
    if not names:
        return []
    listed_names = ", ".join(names[:NAMED])
    if (more := len(names) - NAMED) > 0:
        listed_names = _("%(riders)s and %(count)s more") % {"riders": listed_names, "count": more}
    text = ngettext(
        "All rows of %(riders)s are wrong. Without them this rider is not in the race.",
        "All rows of %(riders)s are wrong. Without them these riders are not in the race.",
        len(names),
    )
    return [text % {"riders": listed_names}]


def race_plan(todo: ImportPlan, name: str, scheme: str) -> races.RacePlan:
    """Return the race in the form from which `tours.races` makes it."""
    return races.RacePlan(
        name=name,
        stages=tuple(
            races.RaceStage(
                "" if stage_plan.slot.name == str(number) else stage_plan.slot.name,
                stage_plan.stage.kind or "road",
                stage_plan.stage.type,
            )
            for number, stage_plan in enumerate(todo.stages, 1)
        ),
        teams=tuple(
            races.RaceTeam(
                team.name,
                tuple(
                    races.RaceRider(rider.number, rider.name, rider.marks) for rider in team.riders
                ),
            )
            for team in todo.teams
        ),
        scheme=scheme,
    )


def refusals(todo: ImportPlan, start: ImportStart) -> list[str]:
    """Ask `tours.races` why the race could not be made; name the row if the problem is a team."""
    rows = {
        (_("Team %(name)s") % {"name": tidy_name(row.squad)})[:LONGEST_PLACE]: row
        for row in reversed(todo.rows)
        if row.squad
    }
    problems = races.problems(races.read(race_plan(todo, start.name, start.scheme.key)))
    return [
        f"{rows[problem.where].at}: {problem.text}"
        if problem.where in rows
        else f"{problem.where}: {problem.text}"
        for problem in problems
    ]
