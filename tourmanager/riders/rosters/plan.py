"""Plan the import of a roster, row by row, before anything is written. Pure: a table and a roster
in, a plan out.

A row names a team and one of its numbers; blank cells leave the stored value. Wrong rows are left
out, and the plan is that of the others: leaving one out can make another wrong (half of a swap of
roles), so they are checked again until nothing changes. Importing never deletes.
"""

import hashlib

import msgspec

from tourmanager.riders.rosters.columns import RIDER, TEAM
from tourmanager.riders.rosters.files import Lines
from tourmanager.riders.rosters.merge import NO_NAME, list_changes, merge_rows
from tourmanager.riders.rosters.rows import WRONG, Roster, RosterRow, headings, read_row


class TeamSummary(msgspec.Struct, frozen=True):
    """Effects of the import on a team that the file names."""

    key: str
    name: str
    riders: int  # after the import
    wrong: int  # rows of it that are left out
    new: bool


class RosterPlan(msgspec.Struct):
    rows: list[RosterRow]
    roster: Roster  # what it would be afterwards, of the teams the file names
    unused: list[str]  # headings that mean nothing here

    def count(self, status: str) -> int:
        return sum(row.status == status for row in self.rows)

    @property
    def seal(self) -> str:
        """Checksum of the plan: equal for two plans that do and show the same."""
        return hashlib.sha256(msgspec.json.encode((self.rows, self.roster))).hexdigest()

    def teams(self) -> list[TeamSummary]:
        wrong: dict[str, int] = {}
        names: dict[str, str] = {}
        new = {row.key for row in self.rows for change in row.changes if change.what == TEAM}
        for row in self.rows:
            if row.team:
                names.setdefault(row.key, row.team)
                wrong[row.key] = wrong.get(row.key, 0) + (row.status == WRONG)
        return [
            TeamSummary(
                team,
                name,
                len(self.roster[team].riders) if team in self.roster else 0,
                wrong[team],
                team in new,
            )
            for team, name in names.items()
        ]


def plan_import(lines: Lines, old_roster: Roster) -> RosterPlan:
    """Plan the import of a file's lines into the stored roster. Raises FileRefused where the
    headings cannot be understood.
    """
    columns, width, unused = headings(lines)
    rows = [read_row(line, cells, columns, width) for line, cells in lines[1:]]
    roster = _merge_right_rows(rows, old_roster)
    for row in rows:
        if row.problems:
            row.status = WRONG
            row.remark = ""
            name_missing(row, old_roster)
    keys = {row.key for row in rows}
    return RosterPlan(rows, {team: squad for team, squad in roster.items() if team in keys}, unused)


def _merge_right_rows(rows: list[RosterRow], old_roster: Roster) -> Roster:
    """Merge the rows without problems, until none of them gets a new one; list their changes."""
    while True:
        right = [row for row in rows if not row.problems]
        roster = merge_rows(right, old_roster)
        if all(not row.problems for row in right):
            list_changes(right, old_roster, roster)
            return roster


def name_missing(row: RosterRow, old_roster: Roster) -> None:
    """Report a missing name on a row that was left out for another reason: whether it needs one
    depends on what is stored.
    """
    is_known = row.key in old_roster and row.number in old_roster[row.key].riders
    if row.rider or not row.number or is_known:
        return
    if all(problem.column != RIDER for problem in row.problems):
        row.refuse(RIDER, str(NO_NAME))
