"""A phone follows a stage while the director taps it: virtual standings, what is still possible,
who wears what.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.factory import a_tour
from tests.journeys.conftest import PHONE, TABLET, ContextMaker, Size
from tests.journeys.hands import scroll_below_the_board
from tests.journeys.test_every_page import TOO_SMALL
from tests.race import a_raced_tour, active_stage, log_stage, say
from tourmanager.accounts.models import User
from tourmanager.tours.models import Tour

PAGES = (
    "classifications/?stage=now",
    "classifications/individual/?stage=now",
    "classifications/stage/?stage=now",
    "classifications/individual/a2/?stage=now",
    "classifications/is/a2/?stage=now",
    "manager-points/?stage=now",
    "jerseys/",
    "jerseys/?stage=now",
    "possible/",
)


@pytest.fixture
def on_road(transactional_db: None, director: User) -> Tour:
    """The last of three stages of 24 riders is on the road, two sprints are logged and a group has
    arrived.
    """
    tour = a_raced_tour(stages=3, raced=2, teams=4, riders=6, by=director)
    stage = active_stage(tour)
    for words in (
        "place s1 b1",
        "place s1 a2",
        "place s1 c3",
        "place s2 d1",
        "arrive b1 c2",
        "square 9",
        "die 3",
    ):
        say(stage, words)
    return tour


def test_a_phone_follows_the_stage_while_it_is_tapped(
    phone: Page, director_tablet: Page, transactional_db: None, director: User
) -> None:
    tour = a_tour(stages=2, by=director)
    log_stage(tour, "a1 0:10, b1 0:20", lines={"s1": "b1 a1 b2"})
    phone.goto(f"/tours/{tour.slug}/stages/2/")
    expect(phone.locator("#virtual .virtual-first li").first).to_contain_text("AZU 1")
    phone.get_by_role("link", name="What is still possible").tap()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("stage 2 on the road: virtual")
    sprints = phone.locator("section", has=phone.locator("#chance-is"))
    expect(sprints).to_contain_text("can win.")
    stage = active_stage(tour)
    for line in ("s1", "s2", "s3"):
        for rider in ("a1", "a2", "a3"):
            say(stage, f"place {line} {rider}")
    expect(sprints).to_contain_text("Anna Azure has won it", timeout=15_000)
    director_tablet.goto(f"/tours/{tour.slug}/stages/2/?line=finish")
    scroll_below_the_board(director_tablet)
    expect(director_tablet.locator("#virtual")).to_contain_text("Virtual")


@pytest.mark.layout
@pytest.mark.parametrize("size", [TABLET, PHONE], ids=lambda size: size.name)
def test_pages_of_the_road_read_well(
    browser_context_at: ContextMaker,
    axe_by_day_and_night: Callable[[Page], None],
    on_road: Tour,
    size: Size,
) -> None:
    page = browser_context_at(size).new_page()
    for path in (*PAGES, "stages/3/"):
        page.goto(f"/tours/{on_road.slug}/{path}")
        if path == "stages/3/":
            expect(page.locator("#virtual-title")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
            f"{path} runs over the edge"
        )
        assert page.evaluate(TOO_SMALL) == [], path
        axe_by_day_and_night(page)
