"""Jerseys of the database's teams, as pages draw them."""

from django.utils.safestring import SafeString

from tourmanager.riders.models import ROLES, Pattern, Team
from tourmanager.web.jerseys import mark
from tourmanager.web.templatetags.race import draw_jersey


def team_jersey(team: Team, size: str = "l") -> SafeString:
    """Draw the jersey of the team's number 1."""
    return draw_jersey(mark(team, "1", 1), size)


def squad_jerseys(team: Team) -> list[SafeString]:
    """Draw the six numbers with the marks of their usual roles, to show how the team looks
    together.
    """
    return [
        draw_jersey(mark(team, str(number), number, role=role), "m")
        for number, role in enumerate(ROLES, start=1)
    ]


def pattern_jerseys(colour: str) -> dict[str, SafeString]:
    """Draw the jersey in every pattern, in one colour."""
    return {
        pattern: team_jersey(Team(colour=colour, pattern=pattern), "m")
        for pattern in Pattern.values
    }
