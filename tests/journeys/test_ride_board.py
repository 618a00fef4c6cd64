"""The board of a digital stage under the fingers: riders slide to where they go, the zoom is
chosen, the overview scrolls.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import PHONE, TABLET, ContextMaker
from tests.play.rides import a_ride, answers, say
from tourmanager.accounts.models import User
from tourmanager.play.models import Ride

pytestmark = pytest.mark.layout
ROAD = {
    "length": 150,
    "type": "high",
    "passes": [[38, "second"], [62, "first"], [95, "hc"]],
    "sprints": [15, 23, 31],
}
SLIDES = "() => document.getAnimations().filter((each) => each.effect.target.dataset?.rider).length"
# The most that ever slid at once: a slide is over sooner than a test looks.
COUNT = f"""() => {{
  const look = () => {{ window.most = Math.max(window.most ?? 0, ({SLIDES})());
    requestAnimationFrame(look); }};
  look();
}}"""


@pytest.fixture
def ride(director: User) -> Ride:
    return a_ride("here bot bot bot", by=director, road=ROAD)


def opened(page: Page, ride: Ride, motion: str = "no-preference") -> Page:
    page.emulate_media(reduced_motion=motion)
    page.goto(ride.get_absolute_url())
    page.locator(".ride-road:visible [data-rider]").first.wait_for()
    page.evaluate(COUNT)
    return page


def ride_on(page: Page, ride: Ride) -> None:
    """Answers are given until riders have moved and the page has drawn it."""
    for _ in range(4):
        ride.refresh_from_db()
        say(ride, "pass turn" if "pass turn" in answers(ride) else "")
    expect(page.locator(".ride-moved:visible").first).to_be_visible()


def test_riders_slide_to_where_they_went_and_it_is_said_how_far(director_tablet: Page, ride: Ride):
    page = opened(director_tablet, ride)
    ride_on(page, ride)
    assert page.evaluate("window.most") > 0
    expect(page.locator(".ride-moved")).to_have_count(0, timeout=15_000)
    expect(page.locator(".ride-trail")).to_have_count(0, timeout=15_000)


def test_nothing_slides_where_motion_is_switched_off_and_that_is_remembered(
    director_tablet: Page, ride: Ride
):
    page = opened(director_tablet, ride)
    page.get_by_text("Motion", exact=True).click()
    page.reload()
    expect(page.get_by_role("checkbox", name="Motion")).not_to_be_checked()
    page.evaluate(COUNT)
    ride_on(page, ride)
    assert page.evaluate("window.most") == 0


def test_nothing_slides_for_who_wants_no_motion(director_tablet: Page, ride: Ride):
    page = opened(director_tablet, ride, "reduce")
    expect(page.get_by_text("Motion", exact=True)).to_be_hidden()
    ride_on(page, ride)
    assert page.evaluate("window.most") == 0


def test_the_zoom_is_chosen_by_finger_and_by_key_and_stays(director_tablet: Page, ride: Ride):
    page, board = opened(director_tablet, ride), director_tablet.locator(".road-board")
    rows = page.locator(".ride-wide .ride-row")
    page.get_by_text("Whole road").tap()
    expect(board).to_have_attribute("data-zoom", "road")
    expect(rows).to_have_count(12)
    page.keyboard.press("ArrowLeft")
    expect(board).to_have_attribute("data-zoom", "mine")
    page.keyboard.press("z")
    expect(board).to_have_attribute("data-zoom", "road")
    ride_on(page, ride)
    expect(board).to_have_attribute("data-zoom", "road")


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_the_overview_leads_to_its_kilometre(
    browser_context_at: ContextMaker, ride: Ride, director: User, size
):
    page = opened(browser_context_at(size, user=director).new_page(), ride, "reduce")
    page.get_by_text("Whole road").tap()
    page.locator(".road-board[data-zoom=road]").wait_for()  # drawn anew
    overview = page.locator(".ride-overview:visible")
    box = overview.bounding_box()
    assert box
    overview.tap(position={"x": box["width"] * 0.8, "y": box["height"] * 0.6})
    row = page.locator(".ride-road:visible .ride-row[data-first='121']")
    expect(row).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= size.width


def test_both_faces_of_the_page_are_accessible(browser_context_at: ContextMaker, ride: Ride, axe):
    for size, scheme in ((TABLET, "light"), (PHONE, "dark")):
        page = opened(browser_context_at(size, scheme=scheme).new_page(), ride)
        axe(page)
