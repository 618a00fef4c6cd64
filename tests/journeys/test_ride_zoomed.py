"""A digital stage at 200 % zoom and in forced colours: road and choices stay in sight."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import DESKTOP, ContextMaker, Size
from tests.play.rides import a_ride
from tests.tabletop.flamme_rouge.cards import a_card_ride, until
from tourmanager.accounts.models import User
from tourmanager.play.models import Ride

ZOOMED = [Size("laptop", 720, 450, touch=False), Size("tablet", 512, 384, touch=False)]
# How much of the window the road has for itself, and how high the question is, both as parts of it.
SHARES = """() => {
  const ask = document.querySelector('.ride-ask').getBoundingClientRect();
  let road = 0, all = 0;
  for (let x = 4; x < innerWidth; x += 8) for (let y = 4; y < innerHeight; y += 8) {
    all += 1;
    road += Boolean(document.elementFromPoint(x, y)?.closest('.ride-board'));
  }
  const width = Math.min(ask.right, innerWidth) - Math.max(ask.left, 0);
  const height = Math.min(ask.bottom, innerHeight) - Math.max(ask.top, 0);
  return { road: road / all, ask: width * height / innerWidth / innerHeight };
}"""


@pytest.fixture(params=["cycling_party", "flamme_rouge"])
def ride(request: pytest.FixtureRequest, director: User) -> Ride:
    if request.param == "cycling_party":
        return a_ride("here bot bot", by=director)
    return until(a_card_ride("here bot bot", by=director), rounds=2)


def to_the_road(page: Page) -> None:
    page.locator(".ride-road:visible [data-rider]").first.evaluate(
        "each => scrollTo(0, each.getBoundingClientRect().top + scrollY - innerHeight / 3)"
    )


@pytest.mark.layout
@pytest.mark.parametrize("size", ZOOMED, ids=lambda size: size.name)
def test_the_road_stays_in_sight_beside_the_question(
    browser_context_at: ContextMaker,
    director: User,
    ride: Ride,
    size: Size,
):
    page = browser_context_at(size, user=director).new_page()
    page.goto(ride.get_absolute_url())
    page.locator(".ride-answers").wait_for()
    for look in ("as opened", "at the riders"):
        shares = page.evaluate(SHARES)
        assert shares["ask"] <= 0.45, f"{look}: the question covers {shares['ask']:.0%}"
        assert shares["road"] >= 0.25, f"{look}: the road has {shares['road']:.0%}"
        to_the_road(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= size.width
    answers = page.locator(".ride-answers button")
    answers.last.scroll_into_view_if_needed()
    expect(answers.last).to_be_in_viewport(ratio=0.9)


@pytest.mark.layout
def test_what_is_chosen_is_seen_in_forced_colours(
    browser_context_at: ContextMaker,
    director: User,
):
    ride = a_ride("here bot", by=director)
    page = browser_context_at(DESKTOP, user=director).new_page()
    page.emulate_media(forced_colors="active")
    page.goto(ride.get_absolute_url())
    look = """each => {
      const style = getComputedStyle(each);
      return [style.backgroundColor, style.borderTopColor, style.outlineStyle].join();
    }"""
    for group in (".ride-zoom .chip", ".told-head .chip"):
        chips = page.locator(group)
        looks = {chip.evaluate(look) for chip in chips.all()}
        assert chips.count() > 1
        assert len(looks) == 2, f"{group}: the chosen one looks like the others: {looks}"
