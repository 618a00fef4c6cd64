"""What a jersey says to those who listen."""

import pytest

from tourmanager.web.drawing import jersey_label
from tourmanager.web.jerseys import Mark


def mark(name: str, role: str, *, number: int = 0, sign: str = "", team: str = "Azure") -> Mark:
    return Mark("a4", number, name, role, team, "AZU", "#1f6fb2", "plain", sign=sign)


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        (mark("Dora Azure", "climber", number=4, sign="4"), "Azure 4, Dora Azure, climber"),
        (mark("The climber", "climber", number=4, sign="4"), "Azure 4, The climber, climber"),
        (mark("Azure Rouleur", "rouleur", sign="R"), "Azure Rouleur"),
        (mark("Tom", "rouleur", sign="R"), "Azure R, Tom, rouleur"),
        (mark("Azure 4", "climber", number=4), "Azure 4, climber"),
    ],
)
def test_a_rider_is_called_by_team_number_name_and_role_once_each(shown: Mark, said: str) -> None:
    assert jersey_label(shown) == said
