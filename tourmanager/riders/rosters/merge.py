"""Merge the rows of a file into the stored roster: refuse those that contradict others, and list
what each changes.
"""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.riders import colours
from tourmanager.riders.models import Pattern, Role
from tourmanager.riders.names import abbreviation, name_key, plain_text
from tourmanager.riders.rosters.columns import (
    COLOUR,
    NUMBER,
    PATTERN,
    RIDER,
    ROLE,
    SHORT_NAME,
    TEAM,
    role_word,
)
from tourmanager.riders.rosters.rows import (
    CHANGED,
    LOOKS,
    NEW,
    SAME,
    Change,
    Roster,
    RosterRider,
    RosterRow,
    Squad,
    in_words,
)

NO_NAME: str | Promise = gettext_lazy("The rider's name is missing.")
TEAM_COLUMNS = (
    (TEAM, "name"),
    (SHORT_NAME, "short_name"),
    (COLOUR, "colour"),
    (PATTERN, "pattern"),
)


def merge_rows(rows: list[RosterRow], old_roster: Roster) -> Roster:
    """Return the stored roster with the rows in it. Rows that contradict others get a problem; then
    the roster is of no use.
    """
    roster = {team: squad.copy() for team, squad in old_roster.items()}
    for merge in (put_in, share_roles, share_short_names):
        merge(rows, roster, old_roster)
        if any(row.problems for row in rows):
            break
    return roster


def put_in(rows: list[RosterRow], roster: Roster, old_roster: Roster) -> None:
    """Put each row into its team. Rows may repeat each other, not contradict each other."""
    first_looks: dict[tuple[str, str], RosterRow] = {}
    numbers: dict[tuple[str, int], RosterRow] = {}
    for row in rows:
        row.remark = ""
        squad = roster.setdefault(row.key, Squad(row.team))
        _put_looks(row, squad, first_looks)
        if row.number is None:
            continue
        first = numbers.setdefault((row.key, row.number), row)
        if first is row:
            _put_rider(row, row.number, squad)
        elif (first.rider, first.values) == (row.rider, row.values):
            row.remark = _("The same as row %(row)s.") % {"row": first.line}
        else:
            row.refuse(
                NUMBER,
                _("Row %(row)s is already number %(number)s of this team.")
                % {"row": first.line, "number": row.number},
            )


def _put_looks(row: RosterRow, squad: Squad, first_looks: dict[tuple[str, str], RosterRow]) -> None:
    """Give the team the short name, colour and pattern of a row."""
    for column in LOOKS:
        if column not in row.values:
            continue
        first = first_looks.setdefault((row.key, column), row)
        if first.values[column] != row.values[column]:
            other = in_words(column, first.values[column])
            row.refuse(
                column,
                _("Row %(row)s says “%(value)s” for the same team; a team has one %(column)s.")
                % {"row": first.line, "value": other, "column": column},
            )
        setattr(squad, column.replace(" ", "_"), row.values[column])


def _put_rider(row: RosterRow, number: int, squad: Squad) -> None:
    old = squad.riders.get(number, RosterRider("", ""))
    if not row.rider and number not in squad.riders:
        row.refuse(RIDER, str(NO_NAME))
    squad.riders[number] = RosterRider(row.rider or old.name, row.values.get(ROLE) or old.role)


def share_roles(rows: list[RosterRow], roster: Roster, old_roster: Roster) -> None:
    """Allow every role once in a team; new riders without one get that of their number, or a free
    one.
    """
    # the first of rows that repeat
    asking = {(row.key, row.number): row for row in reversed(rows) if ROLE in row.values}
    for team in {row.key: None for row in rows}:
        riders = roster[team].riders
        of_team = {number: row for number in riders if (row := asking.get((team, number)))}
        holders = _refuse_taken_roles(riders, of_team)
        _give_free_roles(riders, [role for role in Role.values if role not in holders])


def _refuse_taken_roles(
    riders: Mapping[int, RosterRider], asking: Mapping[int, RosterRow]
) -> dict[str, int]:
    """Refuse rows whose role another rider has; return the number that holds each role."""

    def order(number: int) -> tuple[int, int]:
        return (asking[number].line if number in asking else 0, number)

    holders: dict[str, int] = {}
    for number in sorted(riders, key=order):
        role = riders[number].role
        if role and (holder := holders.setdefault(role, number)) != number:
            asking[number].refuse(
                ROLE,
                _("%(role)s is already number %(number)s, %(rider)s.")
                % {"role": role_word(role), "number": holder, "rider": riders[holder].name},
            )
    return holders


def _give_free_roles(riders: dict[int, RosterRider], free: list[str]) -> None:
    for own_only in (True, False):  # first riders whose number's role is free, then the others
        for number, rider in sorted(riders.items()):
            own = Role.values[number - 1]
            if not rider.role and (own in free or not own_only):
                role = own if own in free else free[0]
                free.remove(role)
                riders[number] = RosterRider(rider.name, role)


def share_short_names(rows: list[RosterRow], roster: Roster, old_roster: Roster) -> None:
    """Allow every short name once; new teams without one, or without colour or pattern, are given
    them.
    """
    asking: dict[str, list[RosterRow]] = {row.key: [] for row in rows}
    for row in rows:
        if SHORT_NAME in row.values:
            asking[row.key].append(row)
    claims = _ShortNameClaims(asking, roster, old_roster)
    for team, askers in asking.items():
        if askers:
            claims.claim(team)
    _give_looks(asking, roster, claims.taken)


class _ShortNameClaims:
    """Claims of teams to short names; of two that ask for one, the first gets it. `asking` are the
    rows of each team that ask for its short name.
    """

    def __init__(
        self, asking: Mapping[str, Sequence[RosterRow]], roster: Roster, old_roster: Roster
    ) -> None:
        self.asking = asking
        self.roster = roster
        self.old_roster = old_roster
        self.claims: dict[str, str] = {}
        self.holders = {
            name_key(squad.short_name): squad.name
            for team, squad in roster.items()
            if squad.short_name and not asking.get(team)
        }

    @property
    def taken(self) -> set[str]:
        return {*self.holders, *self.claims}

    def claim(self, team: str) -> None:
        """Give a team the short name it asks for, or refuse it."""
        short_name = name_key(self.roster[team].short_name)
        if short_name in self.holders:
            self.refuse(team, self.holders[short_name])
        elif short_name in self.claims:
            self.refuse(team, self.roster[self.claims[short_name]].name)
        else:
            self.claims[short_name] = team

    def refuse(self, team: str, holder: str) -> None:
        """Refuse a team, which keeps its old short name; a team that has claimed that one is then
        refused too.
        """
        while team:
            for row in self.asking[team]:
                row.refuse(
                    SHORT_NAME,
                    _("“%(name)s” is already the short name of %(team)s.")
                    % {"name": self.roster[team].short_name, "team": holder},
                )
            holder = self.roster[team].name
            old = name_key(self.old_roster[team].short_name) if team in self.old_roster else ""
            if old:
                self.holders[old] = holder
            team = self.claims.pop(old, "")


def _give_looks(teams: Mapping[str, object], roster: Roster, names_in_use: set[str]) -> None:
    """Give teams without short name, colour or pattern those that no other team has."""
    jerseys = [
        colours.JerseyDesign(squad.name, squad.colour, squad.pattern) for squad in roster.values()
    ]
    for team in teams:
        squad = roster[team]
        if not squad.short_name:
            squad.short_name = abbreviation(squad.name, names_in_use)
            names_in_use.add(name_key(squad.short_name))
        if not (squad.colour and squad.pattern):
            colour, pattern = colours.choose_unused_look(jerseys, Pattern.values)
            squad.colour, squad.pattern = squad.colour or colour, squad.pattern or pattern
            jerseys.append(colours.JerseyDesign(squad.name, squad.colour, squad.pattern))


def list_changes(rows: list[RosterRow], old_roster: Roster, roster: Roster) -> None:
    """Set what each row changes; a change of the whole team stands at the first row that names
    it.
    """
    listed_cells: set[tuple[str, str]] = set()
    similar = {plain_text(squad.name): squad.name for squad in old_roster.values()}
    for row in rows:
        old, new = old_roster.get(row.key, Squad("")), roster[row.key]
        row.changes = _team_changes(row, old, new, listed_cells)
        is_new = not old.name and bool(row.changes)
        if is_new:
            _note_similar_team(row, similar)
        if row.number is not None and (row.key, str(row.number)) not in listed_cells:
            listed_cells.add((row.key, str(row.number)))
            row.changes += _rider_changes(old.riders.get(row.number), new.riders[row.number])
            is_new = is_new or row.number not in old.riders
        row.status = NEW if is_new else CHANGED if row.changes else SAME


def _note_similar_team(row: RosterRow, similar: Mapping[str, str]) -> None:
    if other := similar.get(plain_text(row.team)):
        row.remark = _("There is a team %(team)s; this would be another one.") % {"team": other}


def _team_changes(
    row: RosterRow, old: Squad, new: Squad, listed_cells: set[tuple[str, str]]
) -> list[Change]:
    """Return the changes of the team that no earlier row has listed."""
    changes = []
    for column, attribute in TEAM_COLUMNS:
        was, now = getattr(old, attribute), getattr(new, attribute)
        has_column = column in row.values or not old.name
        if has_column and was != now and (row.key, column) not in listed_cells:
            listed_cells.add((row.key, column))
            changes.append(Change(column, was, now))
    return changes


def _rider_changes(old: RosterRider | None, new: RosterRider) -> list[Change]:
    before = old or RosterRider("", "")
    pairs = ((RIDER, before.name, new.name), (ROLE, before.role, new.role))
    return [Change(column, was, now) for column, was, now in pairs if was != now]
