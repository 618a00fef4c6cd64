"""Render the fourth step of Start: the teams to pick from, and the line-up of each picked one."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.safestring import SafeString

from tourmanager.riders.models import ROLES, Role
from tourmanager.tabletop.cycling_party.set_up.wizard import draft_teams
from tourmanager.tabletop.cycling_party.set_up.wizard.draft import Seat, TourDraft
from tourmanager.tours.planning.plan_check import PlanProblem
from tourmanager.web.jerseys import mark
from tourmanager.web.templatetags.race import draw_jersey


def teams_context(
    draft: TourDraft, problems: Iterable[PlanProblem] | None = None, **more: Any
) -> dict[str, Any]:
    entries = draft_teams.teams_to_pick(draft, draft_teams.roster())
    picks = [seat.team for seat in draft.seats]
    team_problems = (
        list(draft_teams.problems(draft, entries)) if problems is None else list(problems)
    )
    beside = defaultdict(list)
    for problem in team_problems:
        beside[problem.where if problem.where in entries else ""].append(problem.text)
    tiles: list[dict[str, Any]] = [
        {
            "entry": entry,
            "jersey": jersey_of(entry),
            "picked": entry.key in picks,
            "lacking": entry.lacking(draft.riders),
        }
        for entry in entries.values()
    ]
    return {
        "tiles": tiles,
        "lineups": [
            lineup(draft, seat, entries[seat.team], beside[seat.team])
            for seat in draft.seats
            if draft_teams.can_ride(entries, seat.team, draft.riders)
        ],
        "general": beside[""],
        "warnings": draft_teams.warnings(draft_teams.team_plans(draft, entries)),
        "enough": sum(1 for tile in tiles if not tile["lacking"]) >= draft.players,
        "attacks": draft.mountain_attacks,
        "ready": not team_problems,
    } | more


def jersey_of(entry: draft_teams.TeamChoice) -> SafeString:
    """Draw the team's jersey without a number; its name stands beside it."""
    return draw_jersey(mark(entry, entry.key), "m")


def lineup(
    draft: TourDraft, seat: Seat, entry: draft_teams.TeamChoice, problems: Sequence[str]
) -> dict[str, Any]:
    """Return the card of one team: its player, and a rider for each role."""
    riders = entry.lineup(seat, draft.riders)
    roles = [
        {
            "name": Role(role).label,
            "rider": rider,
            "mark": mark(entry, f"{entry.key}-{counter}", counter, rider.name, role),
        }
        for role, rider, counter in zip(ROLES, riders, entry.counters(draft.riders), strict=False)
    ]
    return {
        "entry": entry,
        "jersey": jersey_of(entry),
        "seat": seat,
        "roles": roles,
        "problems": problems,
        "as_in_roster": riders == entry.by_role(draft.riders),
        "reserves": [rider for rider in entry.riders if rider not in riders],
    }
