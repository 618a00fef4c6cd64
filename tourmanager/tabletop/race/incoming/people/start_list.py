"""Make the start list of a new race from the rows of its results.

Two ways of writing name one rider when they have the same words, whatever their capitals, accents,
hyphens and order; unless one table of a stage has both, which makes them two.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tourmanager.tabletop.race.incoming.people.names import Words, pretty, pretty_team, words_of

# a rider's words, and their team's where namesakes have to be told apart
Identity = tuple[Words, Words]


@dataclass
class NewRider:
    name: str
    bib: str = ""
    marks: tuple[str, ...] = ()
    number: int = 0


@dataclass
class NewTeam:
    name: str
    riders: list[NewRider] = field(default_factory=list)


@dataclass(frozen=True)
class Mention:
    """One row that names a rider, and the table of a stage (or a file) it stands in."""

    table: str
    rider: str
    team: str
    bib: str = ""
    mark: str = ""


def start_list(mentions: Sequence[Mention]) -> list[NewTeam]:
    """Return teams and riders in the order of their first rows, without riders who have no team."""
    identify = _identities(mentions)
    teams: dict[Words, NewTeam] = {}
    riders: dict[Identity, NewRider] = {}
    for mention in mentions:
        identity = identify(mention)
        if identity in riders:
            riders[identity].bib = riders[identity].bib or mention.bib
        elif mention.team and mention.rider:
            riders[identity] = _add_rider(teams, mention)
        if identity in riders:
            _add_mark(riders[identity], mention.mark)
    new_teams = list(teams.values())
    if all(rider.bib.isdigit() for rider in riders.values()):
        new_teams.sort(key=_first_bib)
    for team in new_teams:
        _number_riders(team)
    return new_teams


def _first_bib(team: NewTeam) -> int:
    return min(int(rider.bib) for rider in team.riders)


def _add_rider(teams: dict[Words, NewTeam], mention: Mention) -> NewRider:
    rider = NewRider(pretty(mention.rider), mention.bib)
    team = teams.setdefault(words_of(mention.team), NewTeam(pretty_team(mention.team)))
    team.riders.append(rider)
    return rider


def _add_mark(rider: NewRider, mark: str) -> None:
    if mark and mark not in rider.marks:
        rider.marks = (*rider.marks, mark)


def _identities(mentions: Sequence[Mention]) -> Callable[[Mention], Identity]:
    """Return the function that tells riders apart: by the words of their names in any order, but
    for namesakes whom one table names side by side.
    """
    forms: dict[tuple[str, Words], set[Words]] = {}
    teams: dict[tuple[str, Words], set[Words]] = {}
    for mention in mentions:
        words = words_of(mention.rider)
        forms.setdefault((mention.table, tuple(sorted(words))), set()).add(words)
        if mention.team:
            teams.setdefault((mention.table, words), set()).add(words_of(mention.team))
    in_order = {key for (_, key), keys in forms.items() if len(keys) > 1}
    by_team = {words for (_, words), keys in teams.items() if len(keys) > 1}

    def identity(mention: Mention) -> Identity:
        words = words_of(mention.rider)
        any_order = tuple(sorted(words))
        return (
            words if any_order in in_order else any_order,
            words_of(mention.team) if words in by_team else (),
        )

    return identity


def _number_riders(team: NewTeam) -> None:
    """Number the riders of a team: by the last digit of the bib where all differ, else in order."""
    last = [int(rider.bib) % 10 if rider.bib.isdigit() else 0 for rider in team.riders]
    if 0 in last or len(set(last)) < len(last):
        last = list(range(1, len(team.riders) + 1))
    for rider, number in zip(team.riders, last, strict=True):
        rider.number = number
    team.riders.sort(key=lambda rider: rider.number)
