"""Rows of a file into the stored roster: which of them cannot stand beside others, and what each changes."""

from tourmanager.riders import colours
from tourmanager.riders.columns import COLOUR, NUMBER, PATTERN, RIDER, ROLE, SHORT_NAME, TEAM, role_word
from tourmanager.riders.models import Pattern, Role
from tourmanager.riders.names import abbreviation, key, plain
from tourmanager.riders.rows import CHANGED, LOOKS, NEW, SAME, Change, Member, Roster, Row, Squad, in_words

NO_NAME = "The rider's name is missing."


def merged(rows: list[Row], stored: Roster) -> Roster:
    """The stored roster with the rows in it. Rows that cannot stand beside others are marked; then what it gives is of no use."""
    roster = {team: squad.copy() for team, squad in stored.items()}
    for judge in (put_in, share_roles, share_short_names):
        judge(rows, roster, stored)
        if any(row.problems for row in rows):
            break
    return roster


def put_in(rows: list[Row], roster: Roster, stored: Roster) -> None:
    """Each row into its team. Rows may repeat each other, not contradict each other."""
    said: dict[tuple[str, str], Row] = {}
    numbers: dict[tuple[str, int], Row] = {}
    for row in rows:
        row.remark = ""
        squad = roster.setdefault(row.key, Squad(row.team))
        for column in LOOKS:
            if column in row.values:
                first = said.setdefault((row.key, column), row)
                if first.values[column] != row.values[column]:
                    other = in_words(column, first.values[column])
                    row.refuse(column, f"Row {first.line} says “{other}” for the same team; a team has one {column}.")
                setattr(squad, column.replace(" ", "_"), row.values[column])
        if row.number is None:
            continue
        first = numbers.setdefault((row.key, row.number), row)
        if first is not row:
            if (first.rider, first.values) == (row.rider, row.values):
                row.remark = f"The same as row {first.line}."
            else:
                row.refuse(NUMBER, f"Row {first.line} is already number {row.number} of this team.")
            continue
        old = squad.riders.get(row.number)
        if not (row.rider or old):
            row.refuse(RIDER, NO_NAME)
        role = row.values.get(ROLE) or (old.role if old else "")
        squad.riders[row.number] = Member(row.rider or (old.name if old else ""), role)


def share_roles(rows: list[Row], roster: Roster, stored: Roster) -> None:
    """Every role at most once in a team; new riders without one get that of their number, or a free one."""
    asking = {(row.key, row.number): row for row in reversed(rows) if ROLE in row.values}  # the first of rows that repeat
    for team in {row.key: None for row in rows}:
        riders = roster[team].riders
        holders: dict[str, int] = {}
        for number in sorted(riders, key=lambda number: (found.line if (found := asking.get((team, number))) else 0, number)):
            member = riders[number]
            if not member.role:
                continue
            if (holder := holders.setdefault(member.role, number)) != number:
                text = f"{role_word(member.role)} is already number {holder}, {riders[holder].name}."
                asking[team, number].refuse(ROLE, text)
        free = [role for role in Role.values if role not in holders]
        for wanted in (True, False):  # first those whose number's role is free, then the rest
            for number, member in sorted(riders.items()):
                own = Role.values[number - 1]
                if not member.role and (own in free or not wanted):
                    role = own if own in free else free[0]
                    free.remove(role)
                    riders[number] = Member(member.name, role)


def share_short_names(rows: list[Row], roster: Roster, stored: Roster) -> None:
    """Every short name once; new teams without one, or without colour or pattern, are given them."""
    asking: dict[str, list[Row]] = {}
    for row in rows:
        asking.setdefault(row.key, [])
        if SHORT_NAME in row.values:
            asking[row.key].append(row)
    holders = {key(squad.short_name): squad.name for team, squad in roster.items() if squad.short_name and not asking.get(team)}
    claims: dict[str, str] = {}
    for team in (team for team, askers in asking.items() if askers):
        wanted, falling = key(roster[team].short_name), team
        if wanted not in holders and wanted not in claims:
            claims[wanted] = team
            continue
        holder = holders.get(wanted) or roster[claims[wanted]].name
        while falling:
            # Who is refused keeps his old short name: somebody may have counted on it, and falls with him.
            for row in asking[falling]:
                row.refuse(SHORT_NAME, f"“{roster[falling].short_name}” is already the short name of {holder}.")
            holder = roster[falling].name
            kept = key(stored[falling].short_name) if falling in stored else ""
            holders |= {kept: holder} if kept else {}
            falling = claims.pop(kept, "")
    jerseys = [colours.Jersey(squad.name, squad.colour, squad.pattern) for squad in roster.values()]
    for team in asking:
        squad = roster[team]
        if not squad.short_name:
            squad.short_name = abbreviation(squad.name, set(holders))
            holders[key(squad.short_name)] = squad.name
        if not (squad.colour and squad.pattern):
            colour, pattern = colours.unused(jerseys, Pattern.values)
            squad.colour, squad.pattern = squad.colour or colour, squad.pattern or pattern
            jerseys.append(colours.Jersey(squad.name, squad.colour, squad.pattern))


def tell(rows: list[Row], stored: Roster, roster: Roster) -> None:
    """What each row changes; what concerns the whole team is told at the first row that says it."""
    told: set[tuple[str, str]] = set()
    likely = {plain(squad.name): squad.name for squad in stored.values()}
    for row in rows:
        old, new = stored.get(row.key, Squad("")), roster[row.key]
        row.changes = []
        for what, attribute in ((TEAM, "name"), (SHORT_NAME, "short_name"), (COLOUR, "colour"), (PATTERN, "pattern")):
            says = what in row.values or not old.name
            if says and (row.key, what) not in told and getattr(old, attribute) != getattr(new, attribute):
                told.add((row.key, what))
                row.changes.append(Change(what, getattr(old, attribute), getattr(new, attribute)))
        fresh = not old.name and bool(row.changes)
        if fresh and (other := likely.get(plain(row.team))):
            row.remark = f"There is a team {other}; this would be another one."
        if row.number is not None and (row.key, str(row.number)) not in told:
            told.add((row.key, str(row.number)))
            before, after = old.riders.get(row.number), new.riders[row.number]
            fresh = fresh or before is None
            for what, was, now in ((RIDER, before.name if before else "", after.name), (ROLE, before.role if before else "", after.role)):
                if was != now:
                    row.changes.append(Change(what, was, now))
        row.status = NEW if fresh else CHANGED if row.changes else SAME
