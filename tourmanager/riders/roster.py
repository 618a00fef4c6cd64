"""The roster of the database as a whole: read, exported, and changed by a plan in one go."""

from collections.abc import Iterable
from pathlib import Path

import tablib
from django.db import transaction
from django.db.models import CharField, Value
from django.db.models.functions import Cast, Concat
from django.utils import timezone
from simple_history.utils import bulk_create_with_history, bulk_update_with_history

from tourmanager.accounts.models import User
from tourmanager.riders import columns, files, names
from tourmanager.riders.formulas import guarded
from tourmanager.riders.models import Rider, Team, Upload
from tourmanager.riders.plan import Plan, plan
from tourmanager.riders.rows import WRONG, Member, Roster, Squad

FORMATS = {"csv": "text/csv; charset=utf-8", "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}
EXAMPLE = (
    ("Zephyr Cycling", "ZEP", "#5fb7e5", "sash", "1", "Ilse Brandt", "Climber"),
    ("Zephyr Cycling", "ZEP", "#5fb7e5", "sash", "2", "Tomás Vela", "Sprinter"),
    ("Zephyr Cycling", "ZEP", "#5fb7e5", "sash", "3", "Noor Haddad", "Rouleur"),
    ("Zephyr Cycling", "ZEP", "#5fb7e5", "sash", "4", "Piet Akkerman", "Flat domestique"),
    ("Zephyr Cycling", "ZEP", "#5fb7e5", "sash", "5", "Lucia Ferri", "Mountain domestique"),
    ("Zephyr Cycling", "ZEP", "#5fb7e5", "sash", "6", "Jonas Øster", "Lanterne rouge"),
)


class PlanChanged(Exception):
    """The import would no longer do what was shown: the roster has changed in between."""


class RowsWrong(Exception):
    """The file has rows in error, and nobody has agreed to leave them out."""


def stored() -> Roster:
    """The roster as it stands."""
    return {names.key(team.name): squad(team) for team in Team.objects.prefetch_related("riders")}


def squad(team: Team) -> Squad:
    riders = {rider.number: Member(rider.name, rider.role) for rider in team.riders.all()}
    return Squad(team.name, team.short_name, team.colour, team.pattern, riders)


def export(fmt: str) -> bytes:
    """The whole roster, a row for each rider; a team without riders has a row of its own."""
    rows: list[tuple[str, ...]] = []
    for team in Team.objects.prefetch_related("riders"):
        looks = (team.name, team.short_name, team.colour, team.pattern)
        rows += [(*looks, str(rider.number), rider.name, columns.role_word(rider.role)) for rider in team.riders.all()]
        if not team.riders.all():
            rows.append((*looks, "", "", ""))
    return written(rows, fmt)


def written(rows: Iterable[tuple[str, ...]], fmt: str) -> bytes:
    """Rows as a file that a spreadsheet opens with its accents, and without running anything in it."""
    table = tablib.Dataset(headers=[column.name for column in columns.COLUMNS], title="Teams")
    for row in rows:
        table.append([guarded(cell) for cell in row])
    content: str | bytes = table.export(fmt)
    return content if isinstance(content, bytes) else content.encode("utf-8-sig")


def keep(lines: files.Lines, name: str, owner: User) -> Upload:
    """The file as it was read, until its import is decided; of each user only the last one."""
    Upload.objects.filter(owner=owner).delete()
    return Upload.objects.create(owner=owner, name=name, lines=lines, made_at=timezone.now())


def check(lines: files.Lines) -> None:
    """Raises FileRefused for lines whose headings cannot be understood, or that hold no row."""
    if not plan(lines, {}).rows:
        raise files.FileRefused("The file has headings and no rows.")


def planned(upload: Upload) -> Plan:
    return plan([(line, cells) for line, cells in upload.lines], stored())


@transaction.atomic
def carry_out(upload: Upload, *, seal: str, leave_out: bool, by: User) -> Plan:
    """Import what was shown: its `seal` is that of the plan on the page.

    Raises Upload.DoesNotExist where that has happened already, PlanChanged where the roster has changed so that the
    import would do something else, and RowsWrong where rows are in error and were not agreed to be left out.
    """
    upload = Upload.objects.select_for_update().get(pk=upload.pk)
    list(Team.objects.select_for_update())  # two imports, or an import and a change by hand, go one after the other
    todo = planned(upload)
    if todo.seal != seal:
        raise PlanChanged
    if todo.count(WRONG) and not leave_out:
        raise RowsWrong
    write(todo.roster, by=by)
    upload.delete()
    return todo


@transaction.atomic
def write(wanted: Roster, *, by: User | None) -> None:
    """Make the named teams be as wanted. Others, and riders that are not named, stay."""
    teams = {names.key(team.name): team for team in Team.objects.prefetch_related("riders")}
    known = {key: to for key, to in wanted.items() if key in teams}
    looks = [put_on(teams[key], to) for key, to in known.items() if not dressed(teams[key], to)]
    if looks:
        step_aside(looks)
        bulk_update_with_history(looks, Team, ["short_name", "colour", "pattern"], default_user=by)
    if fresh := [put_on(Team(name=to.name), to) for key, to in wanted.items() if key not in known]:
        teams |= {names.key(team.name): team for team in bulk_create_with_history(fresh, Team, default_user=by)}
    new: list[Rider] = []
    moved: list[Rider] = []
    for key, to in wanted.items():
        present = {rider.number: rider for rider in teams[key].riders.all()} if key in known else {}
        for number, member in to.riders.items():
            rider = present.get(number)
            if rider is None:
                new.append(Rider(team=teams[key], number=number, name=member.name, role=member.role))
            elif (rider.name, rider.role) != (member.name, member.role):
                rider.name, rider.role = member.name, member.role
                moved.append(rider)
    save_riders(moved, new, by=by)


def save_riders(moved: list[Rider], new: list[Rider], *, by: User | None) -> None:
    """Save riders with their history. Roles may be swapped: none may stand twice in a team at any moment."""
    if moved:
        aside = Concat(Value("~"), Cast("number", CharField()), output_field=CharField())
        Rider.objects.filter(pk__in=[rider.pk for rider in moved]).update(role=aside)
        bulk_update_with_history(moved, Rider, ["name", "role"], default_user=by)
    if new:
        bulk_create_with_history(new, Rider, default_user=by)


def step_aside(teams: list[Team]) -> None:
    """Free the short names of teams about to change: they may be swapped, and none may stand twice at any moment."""
    for place, team in enumerate(teams):
        Team.objects.filter(pk=team.pk).update(short_name=chr(0xE000 + place))  # a letter that no name can hold


def dressed(team: Team, to: Squad) -> bool:
    return (team.short_name, team.colour, team.pattern) == (to.short_name, to.colour, to.pattern)


def put_on(team: Team, to: Squad) -> Team:
    team.short_name, team.colour, team.pattern = to.short_name, to.colour, to.pattern
    return team


@transaction.atomic
def load_teams(path: str | Path) -> list[Team]:
    """The teams of a roster file, made where they are missing; those there already stay as somebody may have changed them.

    Returns them in the order of the file. Raises ValueError for a file that has a row in error.
    """
    lines = files.read(Path(path).read_bytes())
    before = stored()
    todo = plan(lines, {})
    if wrong := next((row for row in todo.rows if row.problems), None):
        raise ValueError(f"{path}, row {wrong.line}: {wrong.problems[0].text}")
    taken = {names.key(team.short_name) for team in before.values()}
    missing = {key: team for key, team in todo.roster.items() if key not in before}
    for team in missing.values():
        if names.key(team.short_name) in taken:
            team.short_name = names.abbreviation(team.name, taken | {names.key(other.short_name) for other in missing.values()})
        taken.add(names.key(team.short_name))
    write(missing, by=None)
    found = {names.key(team.name): team for team in Team.objects.prefetch_related("riders")}
    return [found[key] for key in todo.roster]
