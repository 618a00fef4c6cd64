"""What a team has left of its mountain attacks: they are for the whole tour, and lost with the
leader (CP-M-011, CP-M-045).
"""

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from games import game
from games.engine import BadSetup
from tests.classifications.test_pages import text_of
from tests.factory import NOW, a_plan, a_stage_plan
from tests.race import active_stage, log_whole, say
from tests.results.road import a_log
from tourmanager.play.contract import screen_of
from tourmanager.play.start.from_tour import look_of, setup_of
from tourmanager.results.log.reading import read_stage
from tourmanager.results.sheet.jury import EntryRefused
from tourmanager.tabletop.cycling_party.set_up import creation
from tourmanager.tabletop.cycling_party.table.sheet import game_of
from tourmanager.tours.models import Tour

pytestmark = pytest.mark.django_db
GAME = game("cycling_party")


@pytest.fixture
def tour() -> Tour:
    """Two high stages: one mountain attack for each team."""
    plan = msgspec.structs.replace(a_plan(), stages=[a_stage_plan("high")] * 2)
    found = creation.create(plan, by=None, at=NOW)
    assert found.game_data["mountain_attacks"] == 1
    return found


LOST = "Azure: unused mountain attacks are lost, as Azure 1 is out of the race."


def advantages_page(tour: Tour) -> str:
    address = reverse("cycling_party:advantages", args=[tour.slug])
    return Client().get(address).content.decode()


def left_in(tour: Tour) -> list[str]:
    """Mountain attacks of every team, as the page of tokens says them."""
    html = advantages_page(tour)
    rows = html.partition("<tbody>")[2].partition("</tbody>")[0].split("</tr>")[:-1]
    return [" ".join(text_of(row).split()[-3:]) for row in rows]


def left_in_ride(tour: Tour) -> list[tuple[int, int | None]]:
    """The same beside the board of the active stage, begun as a digital one."""
    stage = active_stage(tour)
    setup = setup_of(stage)
    state = GAME.start(GAME.read_setup(setup))
    drawing = screen_of("cycling_party").board.draw(
        GAME.view(state, None), setup, look_of(read_stage(stage))
    )
    stock = drawing.own.stock
    at = stock.names.index("Mountain attacks")
    return [(team.holdings[at].left, team.holdings[at].at_start) for team in stock.teams]


@pytest.mark.rule("CP-M-011", "CP-APP-021")
def test_after_one_was_used_the_next_stage_says_what_the_tour_had(tour: Tour) -> None:
    say(active_stage(tour), "use a mountain_attack")
    assert left_in(tour) == ["0 of 1", "1 of 1"]
    log_whole(active_stage(tour))
    assert left_in(tour) == ["0 of 1", "1 of 1"]
    assert left_in_ride(tour) == [(0, 1), (1, 1)]


@pytest.mark.rule("CP-M-045")
def test_they_are_lost_with_the_leader_at_once_and_in_later_stages(tour: Tour) -> None:
    stage = active_stage(tour)
    say(stage, "out a1")
    assert left_in(tour) == ["0 of 1", "1 of 1"]
    assert LOST in advantages_page(tour)
    with pytest.raises(
        EntryRefused, match="Azure 1 is out of the race, so the mountain attacks of Azure are lost"
    ):
        say(stage, "use a mountain_attack")
    say(stage, "back a1")
    assert left_in(tour) == ["1 of 1", "1 of 1"]
    assert LOST not in advantages_page(tour)
    say(stage, "use a mountain_attack")
    say(stage, "out a1")
    assert LOST not in advantages_page(tour), "it was used"
    say(stage, "back a1")
    say(stage, "give_back a mountain_attack")
    say(stage, "out a1")
    say(stage, "out b2")
    log_whole(stage)
    assert left_in(tour) == ["0 of 1", "1 of 1"]
    assert left_in_ride(tour) == [(0, 1), (1, 1)]
    with pytest.raises(EntryRefused, match="the mountain attacks of Azure are lost"):
        say(active_stage(tour), "use a mountain_attack")


@pytest.mark.rule("CP-M-009")
def test_where_there_is_no_hors_category_pass_no_token_can_be_spent(tour: Tour) -> None:
    """One that was logged before still counts, and can be taken back."""
    stage = active_stage(tour)
    say(stage, "use a mountain_attack")
    reason = "Mountain attacks: only on a hors-category pass."
    assert reason not in advantages_page(tour)
    stage.lines.filter(category="hc").update(category="first")
    assert reason in advantages_page(tour)
    assert 'data-state="barred"' in advantages_page(tour)
    stage = active_stage(tour)
    with pytest.raises(EntryRefused, match="only on a hors-category pass"):
        say(stage, "use b mountain_attack")
    assert left_in(tour) == ["0 of 1", "1 of 1"]
    say(stage, "give_back a mountain_attack")
    assert left_in(tour) == ["1 of 1", "1 of 1"]


@pytest.mark.rule("CP-M-045")
def test_by_the_option_the_crashed_leader_loses_none(tour: Tour) -> None:
    tour.options = {"descent_death": "last_in_stage"}
    tour.save()
    say(active_stage(tour), "out a1")
    assert left_in(tour) == ["1 of 1", "1 of 1"]
    log_whole(active_stage(tour))
    assert left_in(tour) == ["1 of 1", "1 of 1"]
    assert left_in_ride(tour) == [(1, 1), (1, 1)]


@pytest.mark.rule("CP-M-045")
def test_a_log_that_has_an_attack_after_the_accident_keeps_it(tour: Tour) -> None:
    """Earlier releases took such entries."""
    frame = read_stage(active_stage(tour)).frame
    sheet = a_log(frame, ["out a1", "use a mountain_attack"]).sheet
    assert game_of(sheet).used["a"] == {"mountain_attack": 1}
    assert game_of(sheet).count_left("a", "mountain_attack") == 0


def test_no_team_has_more_left_than_the_whole_tour_gives() -> None:
    setup = GAME.write_setup(GAME.example("master", 2)) | {
        "mountain_attacks": [1, 2],
        "tour_mountain_attacks": 2,
    }
    assert GAME.write_setup(GAME.read_setup(setup)) == setup
    for whole in (1, -1, 101):
        with pytest.raises(BadSetup, match="no team has more left than the whole tour gives"):
            GAME.read_setup(setup | {"tour_mountain_attacks": whole})
