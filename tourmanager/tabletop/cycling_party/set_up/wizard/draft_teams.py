"""Choose teams and riders of a draft: who can be picked, who rides in which role, what is wrong
with it (CP-APP-011).

An entry of the pool is a team of the roster, or a guest: a team of the tour that the draft repeats.
The counters of the game carry number and role; the riders are put on them, so two riders who swap
swap both.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.riders.models import ROLES, Role, Team
from tourmanager.riders.names import name_key, tidy_name
from tourmanager.tabletop.cycling_party.set_up.wizard.draft import Seat, TourDraft
from tourmanager.tours.planning import plan_check
from tourmanager.tours.planning.plan import RiderPlan, TeamPlan
from tourmanager.tours.planning.plan_check import PlanProblem


class Candidate(msgspec.Struct, frozen=True):
    key: str
    number: int
    name: str
    role: str


class TeamChoice(msgspec.Struct, frozen=True):
    """A team that may be picked; the riders are those of the roster, with six there may be a
    reserve.

    `owner` is given where another team to pick has the same name: in words, like "by Ada".
    """

    key: str
    name: str
    short_name: str
    colour: str
    pattern: str
    riders: tuple[Candidate, ...]
    guest: bool = False
    owner: str = ""

    def lacking(self, number: int) -> list[str]:
        """Return the names of the roles that nobody has: such a team cannot ride yet."""
        roles = {rider.role for rider in self.riders}
        return [Role(role).label.lower() for role in ROLES[:number] if role not in roles]

    def by_role(self, number: int) -> list[Candidate]:
        """Return the riders who have the roles in the roster, in the order of the roles."""
        return [
            next(rider for rider in self.riders if rider.role == role) for role in ROLES[:number]
        ]

    def lineup(self, seat: Seat, number: int) -> list[Candidate]:
        """Return the riders of the roles: as chosen, or as in the roster where the choice no longer
        fits the team.
        """
        by_key = {rider.key: rider for rider in self.riders}
        if len(seat.lineup) == number and all(key in by_key for key in seat.lineup):
            return [by_key[key] for key in seat.lineup]
        return self.by_role(number)

    def counters(self, number: int) -> list[int]:
        """Return the number of each role: as in the roster, or 1, 2, 3 ... where the roster's
        numbers would leave a gap.
        """
        usual = list(range(1, number + 1))
        own = [rider.number for rider in self.by_role(number)]
        return own if sorted(own) == usual else usual


def roster() -> QuerySet[Team]:
    return Team.objects.order_by("name", "pk").select_related("owner").prefetch_related("riders")


def teams_to_pick(
    draft: TourDraft, teams: Sequence[Team] | QuerySet[Team]
) -> dict[str, TeamChoice]:
    """Return all teams that may be picked, guests first."""
    guests = [
        TeamChoice(
            f"guest-{index}",
            team.name,
            team.short_name,
            team.colour,
            team.pattern,
            tuple(
                Candidate(str(rider.number), rider.number, rider.name, rider.role)
                for rider in team.riders
            ),
            guest=True,
        )
        for index, team in enumerate(draft.guests)
    ]
    count = Counter(name_key(team.name) for team in teams)
    own = [
        TeamChoice(
            str(team.pk),
            team.name,
            team.short_name,
            team.colour,
            team.pattern,
            tuple(
                Candidate(str(rider.pk), rider.number, rider.name, rider.role)
                for rider in team.riders.all()
            ),
            owner=owner_words(team) if count[name_key(team.name)] > 1 else "",
        )
        for team in teams
    ]
    return {entry.key: entry for entry in [*guests, *own]}


def owner_words(team: Team) -> str:
    if not team.owner:
        return _("without an owner")
    return _("by %(owner)s") % {"owner": team.owner_name}


def pick(draft: TourDraft, keys: Sequence[str]) -> None:
    """Pick these teams, in the order in which they were first picked; those that stay keep player
    and riders.
    """
    seats = {seat.team: seat for seat in draft.seats}
    picks = list(dict.fromkeys(keys))
    order = [key for key in seats if key in picks] + [key for key in picks if key not in seats]
    draft.seats = [seats.get(key) or Seat(key) for key in order]


def swap_roles(old: Sequence[str], new: Sequence[str]) -> list[str]:
    """Return the line-up after a rider was put into another's role: the other gets the role that
    the rider had.
    """
    result = list(new)
    for place, (before, after) in enumerate(zip(old, new, strict=False)):
        if before == after or after not in old:
            continue
        came_from = old.index(after)
        if came_from < len(result) and result[came_from] == after and came_from != place:
            result[came_from] = before
    return result


def team_plans(draft: TourDraft, entries: dict[str, TeamChoice]) -> list[TeamPlan]:
    """Return the teams as they would start, without those that no longer exist."""
    return [
        team_plan(entries[seat.team], seat, draft.riders)
        for seat in draft.seats
        if can_ride(entries, seat.team, draft.riders)
    ]


def can_ride(entries: dict[str, TeamChoice], key: str, riders: int) -> bool:
    return key in entries and not entries[key].lacking(riders)


def team_plan(entry: TeamChoice, seat: Seat, number: int) -> TeamPlan:
    riders = [
        RiderPlan(counter, rider.name, role)
        for counter, rider, role in zip(
            entry.counters(number), entry.lineup(seat, number), ROLES[:number], strict=True
        )
    ]
    return TeamPlan(
        entry.name,
        entry.short_name,
        entry.colour,
        entry.pattern,
        sorted(riders, key=lambda rider: rider.number),
        tidy_name(seat.manager),
    )


def problems(draft: TourDraft, entries: dict[str, TeamChoice]) -> Iterator[PlanProblem]:
    """Find what keeps the teams from starting; `where` is the key of an entry, or "Teams" for all
    of them.
    """
    for seat in draft.seats:
        yield from _team_problems(entries.get(seat.team), seat, draft.riders)
    if len(draft.seats) != draft.players:
        yield PlanProblem(
            ngettext(
                "%(players)s players need %(players)s teams; %(picked)s is picked.",
                "%(players)s players need %(players)s teams; %(picked)s are picked.",
                len(draft.seats),
            )
            % {"players": draft.players, "picked": len(draft.seats) or _("none")},
            _("Teams"),
        )
    own = [entries[seat.team] for seat in draft.seats if seat.team in entries]
    for name in plan_check.find_duplicates((entry.name for entry in own), str.casefold):
        yield PlanProblem(
            _("Two teams are called %(name)s. Pick one of them.") % {"name": name}, _("Teams")
        )


def _team_problems(entry: TeamChoice | None, seat: Seat, riders: int) -> Iterator[PlanProblem]:
    if entry is None:
        yield PlanProblem(
            _("A team you picked is not in the roster any more. It is left out; pick another one."),
            _("Teams"),
        )
    elif lacking := entry.lacking(riders):
        yield PlanProblem(
            _("%(team)s has no %(roles)s. Complete the team, or pick another one.")
            % {"team": entry.name, "roles": ", no ".join(lacking)},
            _("Teams"),
        )
    else:
        yield from _seat_problems(entry, seat, riders)


def _seat_problems(entry: TeamChoice, seat: Seat, number: int) -> Iterator[PlanProblem]:
    for name in plan_check.find_duplicates(
        (rider.key for rider in entry.lineup(seat, number)), str
    ):
        rider = next(rider for rider in entry.riders if rider.key == name)
        yield PlanProblem(_("%(rider)s rides in two roles.") % {"rider": rider.name}, entry.key)
    if seat.manager and (
        trouble := plan_check.name_trouble(tidy_name(seat.manager), 40, what=_("The player's name"))
    ):
        yield PlanProblem(trouble, entry.key)


def warnings(teams: Sequence[TeamPlan]) -> list[str]:
    """Say what may be confused at the table; warnings forbid nothing."""
    sentences = []
    for index, team in enumerate(teams):
        for other in teams[:index]:
            if (team.colour, team.pattern) == (other.colour, other.pattern):
                sentences.append(
                    _("%(other)s and %(team)s wear the same jersey: one cannot tell them apart.")
                    % {"other": other.name, "team": team.name}
                )
            if team.short_name.casefold() == other.short_name.casefold():
                sentences.append(
                    _("%(other)s and %(team)s have the same short name, %(short_name)s.")
                    % {"other": other.name, "team": team.name, "short_name": team.short_name}
                )
    names = [team.manager for team in teams if team.manager]
    sentences += [
        _("%(name)s plays more than one team.") % {"name": name}
        for name in plan_check.find_duplicates(names, str.casefold)
    ]
    return sentences
