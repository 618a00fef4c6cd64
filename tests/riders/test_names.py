"""What riders are called where room is short."""

import pytest

from tourmanager.riders.names import surnames


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["Joost Verkuijlen", "Ann Li", "Cher"], ["Verkuijlen", "Li", "Cher"]),
        (["Jean-Baptiste de la Rochefoucauld", "van Aert"], ["de la Rochefoucauld", "van Aert"]),
        (["Anna Azure", "Bea Azure", "Cleo Brick"], ["A. Azure", "B. Azure", "Brick"]),
        (["Anna Azure", "Alma AZURE", "Bea Azure"], ["Anna Azure", "Alma AZURE", "B. Azure"]),
        (["Annemiek Van Vleuten", "Maike Van Der Duin"], ["Van Vleuten", "Van Der Duin"]),
        (["Van Damme", "Ada Van"], ["Damme", "Van"]),
        ([], []),
    ],
)
def test_last_names_that_tell_the_riders_of_a_team_apart(
    names: list[str], short: list[str]
) -> None:
    assert surnames(names) == short
