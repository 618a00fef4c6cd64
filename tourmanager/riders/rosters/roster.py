"""The roster of an owner as a whole: read, exported, and changed by a plan in one go."""

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from django.db import transaction
from django.db.models import CharField, QuerySet, Value
from django.db.models.functions import Cast, Concat
from django.utils import timezone
from django.utils.translation import gettext as _
from simple_history.utils import bulk_create_with_history, bulk_update_with_history

from tourmanager.accounts.models import User
from tourmanager.riders import names
from tourmanager.riders.models import Rider, Team, Upload
from tourmanager.riders.rosters import columns, files
from tourmanager.riders.rosters.plan import RosterPlan, plan_import
from tourmanager.riders.rosters.rows import WRONG, Roster, RosterRider, Squad
from tourmanager.web.sheets import write_sheet

EXAMPLE = (
    ("Zephyr Cycling", "ZEP", "#5fb7e5", "sash", "1", "Ilse Brandt", "Climber"),
    ("Zephyr Cycling", "ZEP", "#5fb7e5", "sash", "2", "Tomás Vela", "Sprinter"),
    ("Zephyr Cycling", "ZEP", "#5fb7e5", "sash", "3", "Noor Haddad", "Rouleur"),
    ("Zephyr Cycling", "ZEP", "#5fb7e5", "sash", "4", "Piet Akkerman", "Flat domestique"),
    ("Zephyr Cycling", "ZEP", "#5fb7e5", "sash", "5", "Lucia Ferri", "Mountain domestique"),
    ("Zephyr Cycling", "ZEP", "#5fb7e5", "sash", "6", "Jonas Øster", "Lanterne rouge"),
)


class RosterPlanChanged(Exception):
    """The import would no longer do what was shown: the roster has changed in between."""


class RosterRowsWrong(Exception):
    """The file has rows in error, and nobody has agreed to leave them out."""


def stored_roster(owner: User | None) -> Roster:
    """Return the teams of one owner as they stand; with None those without an owner."""
    return {names.name_key(team.name): squad_of(team) for team in teams_of(owner)}


def teams_of(owner: User | None) -> QuerySet[Team]:
    return Team.objects.filter(owner=owner).prefetch_related("riders")


def squad_of(team: Team) -> Squad:
    riders = {rider.number: RosterRider(rider.name, rider.role) for rider in team.riders.all()}
    return Squad(team.name, team.short_name, team.colour, team.pattern, riders)


def export_teams(fmt: str, teams: QuerySet[Team]) -> bytes:
    """Write teams as a file, a row for each rider; a team without riders has a row of its own.

    The file can be imported: where two owners have given one name, the second team is named with
    its owner.
    """
    rows: list[tuple[str, ...]] = []
    names_in_use: set[str] = set()
    for team in teams.select_related("owner").prefetch_related("riders"):
        name, short_name = team.name, team.short_name
        if names.name_key(name) in names_in_use:
            name = named_with_owner(team)
        short_key = f"short {names.name_key(short_name)}"  # not shown
        if short_key in names_in_use:
            short_name = ""  # importing chooses another
        names_in_use |= {names.name_key(name), f"short {names.name_key(short_name)}"}  # not shown
        looks = (name, short_name, team.colour, team.pattern)
        rows += [
            (*looks, str(rider.number), rider.name, columns.role_word(rider.role))
            for rider in team.riders.all()
        ]
        if not team.riders.all():
            rows.append((*looks, "", "", ""))
    return write_file(rows, fmt)


def named_with_owner(team: Team) -> str:
    """Return the team's name and in brackets its owner's, as long as a name may be."""
    longest = Team._meta.get_field("name").max_length or 0
    whose = f" ({team.owner_name or 'no owner'})"[: longest // 2]
    return f"{team.name[: longest - len(whose)].rstrip()}{whose}"


def write_file(rows: Iterable[tuple[str, ...]], fmt: str) -> bytes:
    """Write rows as a file that a spreadsheet opens with its accents, and without running anything
    in it.
    """
    return write_sheet(fmt, [column.name for column in columns.COLUMNS], rows, "Teams")


def keep_upload(lines: files.Lines, name: str, owner: User) -> Upload:
    """Keep the file as it was read until its import is decided; of each user only the last one."""
    Upload.objects.filter(owner=owner).delete()
    return Upload.objects.create(owner=owner, name=name, lines=lines, made_at=timezone.now())


def check_lines(lines: files.Lines) -> None:
    """Raise FileRefused for lines whose headings cannot be understood, or that hold no row."""
    if not plan_import(lines, {}).rows:
        raise files.FileRefused(_("The file has headings and no rows."))


def plan_upload(upload: Upload) -> RosterPlan:
    return plan_import([(line, cells) for line, cells in upload.lines], stored_roster(upload.owner))


@transaction.atomic
def carry_out(upload: Upload, *, seal: str, leave_out: bool, by: User) -> RosterPlan:
    """Import what was shown: its `seal` is that of the plan on the page.

    Raises Upload.DoesNotExist where that has happened already, PlanChanged where the roster has
    changed so that the import would do something else, and RowsWrong where rows are in error and
    were not agreed to be left out.
    """
    upload = Upload.objects.select_for_update().get(pk=upload.pk)
    # two imports, or an import and a change by hand, go one after the other
    list(teams_of(by).select_for_update())
    todo = plan_upload(upload)
    if todo.seal != seal:
        raise RosterPlanChanged
    if todo.count(WRONG) and not leave_out:
        raise RosterRowsWrong
    write_roster(todo.roster, owner=by, by=by)
    upload.delete()
    return todo


@transaction.atomic
def write_roster(roster: Roster, *, owner: User | None, by: User | None) -> None:
    """Make the owner's named teams be as wanted. Others, and riders that are not named, stay."""
    teams = {names.name_key(team.name): team for team in teams_of(owner)}
    existing = roster.keys() & teams.keys()
    _write_looks({key: to for key, to in roster.items() if key in existing}, teams, by)
    teams |= _create_teams([to for key, to in roster.items() if key not in existing], owner, by)
    new: list[Rider] = []
    changed_riders: list[Rider] = []
    for key, to in roster.items():
        riders = teams[key].riders.all() if key in existing else ()
        present = {rider.number: rider for rider in riders}
        changed_riders += _changed_riders(present, to)
        new += _new_riders(teams[key], present, to)
    save_riders(changed_riders, new, by=by)


def _create_teams(squads: Sequence[Squad], owner: User | None, by: User | None) -> dict[str, Team]:
    """Create teams without riders; give them by the keys of their names."""
    if not squads:
        return {}
    teams = [put_on(Team(name=to.name, owner=owner), to) for to in squads]
    created = bulk_create_with_history(teams, Team, default_user=by)
    return {names.name_key(team.name): team for team in created}


def _new_riders(team: Team, present: Collection[int], to: Squad) -> list[Rider]:
    """Make the wanted riders whose numbers the team does not have."""
    return [
        Rider(team=team, number=number, name=rider.name, role=rider.role)
        for number, rider in to.riders.items()
        if number not in present
    ]


def _write_looks(roster: Roster, teams: dict[str, Team], by: User | None) -> None:
    """Save short names, colours and patterns of existing teams that differ."""
    changed_teams = [
        put_on(teams[key], to) for key, to in roster.items() if not has_look(teams[key], to)
    ]
    if changed_teams:
        step_aside(changed_teams)
        looks = ["short_name", "colour", "pattern"]
        bulk_update_with_history(changed_teams, Team, looks, default_user=by)


def _changed_riders(present: dict[int, Rider], to: Squad) -> list[Rider]:
    """Give riders the wanted name and role; return those who had others."""
    changed_riders = []
    for number, roster_rider in to.riders.items():
        rider = present.get(number)
        if rider is not None and (rider.name, rider.role) != (roster_rider.name, roster_rider.role):
            rider.name, rider.role = roster_rider.name, roster_rider.role
            changed_riders.append(rider)
    return changed_riders


def save_riders(changed_riders: list[Rider], new: list[Rider], *, by: User | None) -> None:
    """Save riders with their history. Roles may be swapped: none may stand twice in a team at any
    moment.
    """
    if changed_riders:
        aside = Concat(Value("~"), Cast("number", CharField()), output_field=CharField())
        Rider.objects.filter(pk__in=[rider.pk for rider in changed_riders]).update(role=aside)
        bulk_update_with_history(changed_riders, Rider, ["name", "role"], default_user=by)
    if new:
        bulk_create_with_history(new, Rider, default_user=by)


def step_aside(teams: list[Team]) -> None:
    """Free the short names of teams about to change: they may be swapped, and none may stand twice
    at any moment.
    """
    for place, team in enumerate(teams):
        # a letter that no name can hold
        Team.objects.filter(pk=team.pk).update(short_name=chr(0xE000 + place))


def has_look(team: Team, to: Squad) -> bool:
    return (team.short_name, team.colour, team.pattern) == (to.short_name, to.colour, to.pattern)


def put_on(team: Team, to: Squad) -> Team:
    team.short_name, team.colour, team.pattern = to.short_name, to.colour, to.pattern
    return team


@transaction.atomic
def load_teams(path: str | Path, *, owner: User | None = None) -> list[Team]:
    """Make the teams of a roster file for the owner where they are missing. Teams they have already
    stay as they are, for somebody may have changed them.

    Returns them in the order of the file. Raises ValueError for a file that has a row in error.
    """
    lines = files.read_lines(Path(path).read_bytes())
    before = stored_roster(owner)
    todo = plan_import(lines, {})
    if wrong := next((row for row in todo.rows if row.problems), None):
        raise ValueError(f"{path}, row {wrong.line}: {wrong.problems[0].text}")  # not shown
    missing = {key: team for key, team in todo.roster.items() if key not in before}
    _make_short_names_differ(
        missing.values(), {names.name_key(each.short_name) for each in before.values()}
    )
    write_roster(missing, owner=owner, by=owner)
    own_teams = {names.name_key(team.name): team for team in teams_of(owner)}
    return [own_teams[key] for key in todo.roster]


def _make_short_names_differ(teams: Collection[Squad], names_in_use: set[str]) -> None:
    """Give another short name to each team whose own is taken."""
    for team in teams:
        if names.name_key(team.short_name) in names_in_use:
            others = {names.name_key(other.short_name) for other in teams}
            team.short_name = names.abbreviation(team.name, names_in_use | others)
        names_in_use.add(names.name_key(team.short_name))
