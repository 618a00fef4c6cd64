"""The rule beside a question or a line of a stage under way: it opens and closes, the ride
goes on.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import TABLET, ContextMaker
from tests.play.rides import a_ride
from tests.tabletop.flamme_rouge.cards import a_card_ride, until
from tourmanager.accounts.models import User
from tourmanager.play.models import Ride


@pytest.fixture(params=["cycling_party", "flamme_rouge"])
def ride(request: pytest.FixtureRequest, director: User) -> Ride:
    if request.param == "cycling_party":
        return a_ride("here bot", by=director)
    return until(a_card_ride("here bot bot", by=director), rounds=1)


def read_rule(page: Page, link: str) -> str:
    """Opens the rule behind the first such link, reads it and closes it again."""
    sheet = page.get_by_role("dialog", name="The rule")
    if "told-line" in link:
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.locator(link).first.click()
    expect(sheet).to_be_visible()
    expect(sheet.locator("p").first).to_have_text(re.compile(r"\w+ \w+ \w+"))
    text = sheet.locator("p").first.inner_text()
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
    return text


def answer(page: Page) -> None:
    before = page.locator("#ride").get_attribute("data-seq")
    page.locator(".passes button, .rider-answer, .card-answer").first.click()
    expect(page.locator("#ride")).not_to_have_attribute("data-seq", before or "")


def test_a_rule_is_read_while_the_stage_is_ridden(
    browser_context_at: ContextMaker,
    director: User,
    ride: Ride,
):
    page = browser_context_at(TABLET, user=director).new_page()
    page.goto(ride.get_absolute_url())
    expect(page.locator("#ride")).to_have_attribute("data-state", "riding")
    if page.locator(".ride-question .told-rule").count():
        assert len(read_rule(page, ".ride-question .told-rule")) > 20
    assert len(read_rule(page, ".told-line .told-rule")) > 20
    assert len(read_rule(page, ".told-line:nth-last-child(-n+5) .told-rule")) > 20
    answer(page)
    assert len(read_rule(page, ".told-line .told-rule")) > 20
    answer(page)
