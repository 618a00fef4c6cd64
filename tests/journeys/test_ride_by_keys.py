"""A digital stage ridden by keys: the focus stays on the question, or where somebody types."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import DESKTOP, PHONE, TABLET, ContextMaker
from tests.play.rides import a_ride, say
from tests.tabletop.flamme_rouge.cards import a_card_ride, until
from tourmanager.accounts.models import User
from tourmanager.play.models import Ride

pytestmark = pytest.mark.layout
FOCUSED_ANSWER = """() => document.activeElement.closest('.ride-answers')
  && document.activeElement.matches('button[name=answer], button[name=as_usual]')"""
ON_QUESTION = "() => document.activeElement.id === 'question'"


@pytest.fixture(params=["cycling_party", "flamme_rouge"])
def ride(request: pytest.FixtureRequest, director: User) -> Ride:
    if request.param == "cycling_party":
        return a_ride("here bot", by=director, road={"length": 100, "type": "flat"})
    return until(a_card_ride("here bot", by=director), phase="energy")


def answers_by_keys(page: Page, count: int) -> Iterator[int]:
    """Tabs to the first answer and gives it, so often; how many Tabs each took."""
    for _ in range(count):
        tabs = 0
        while not page.evaluate(FOCUSED_ANSWER):
            page.keyboard.press("Tab")
            tabs += 1
            assert tabs < 40, "no answer can be reached by Tab"
        before = page.locator("#ride").get_attribute("data-seq")
        page.keyboard.press("Enter")
        expect(page.locator("#ride")).not_to_have_attribute("data-seq", before or "")
        page.locator(".ride-answers").wait_for()
        yield tabs


def test_each_answer_is_at_most_three_tabs_away(
    browser_context_at: ContextMaker,
    director: User,
    ride: Ride,
):
    page = browser_context_at(DESKTOP, user=director).new_page()
    page.goto(ride.get_absolute_url())
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the question")).to_be_focused()
    page.keyboard.press("Enter")
    tabs = list(answers_by_keys(page, 5))
    assert max(tabs) <= 3, f"Tabs to the first answer: {tabs}"
    assert page.evaluate(ON_QUESTION)


def test_who_types_elsewhere_keeps_the_focus_when_the_ride_goes_on(
    browser_context_at: ContextMaker,
    director: User,
):
    ride = a_ride("here here", by=director)
    page = browser_context_at(DESKTOP, user=director).new_page()
    page.goto(ride.get_absolute_url())
    page.evaluate("""() => {
      const box = document.createElement('textarea');
      box.id = 'elsewhere';
      document.querySelector('main').append(box);
    }""")
    page.locator("#elsewhere").focus()
    page.keyboard.type("I am wri")
    before = page.locator("#ride").get_attribute("data-seq")
    say(ride)
    expect(page.locator("#ride")).not_to_have_attribute("data-seq", before or "")
    page.keyboard.type("ting")
    expect(page.locator("#elsewhere")).to_have_value("I am writing")
    page.locator("#elsewhere").evaluate("box => box.blur()")
    before = page.locator("#ride").get_attribute("data-seq")
    say(ride)
    expect(page.locator("#ride")).not_to_have_attribute("data-seq", before or "")
    assert page.evaluate("document.activeElement === document.body")


def test_dice_being_typed_stay_when_the_ride_is_drawn_again(
    browser_context_at: ContextMaker,
    director: User,
):
    ride = a_ride("here link", by=director, dice="table")
    page = browser_context_at(DESKTOP, user=director).new_page()
    page.goto(ride.get_absolute_url())
    page.get_by_label("Or type the rest at once").fill("3 4 6")
    seen = page.locator("#ride").get_attribute("hx-get")
    Ride.objects.filter(pk=ride.pk).update(revision=99)
    expect(page.locator("#ride")).not_to_have_attribute("hx-get", seen or "")
    page.keyboard.type(" 1")
    expect(page.get_by_label("Or type the rest at once")).to_have_value("3 4 6 1")


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=lambda size: size.name)
def test_an_answer_by_touch_does_not_scroll_the_page(
    browser_context_at: ContextMaker,
    director: User,
    size,
):
    ride = until(a_card_ride("here bot", by=director), rounds=2)
    page = browser_context_at(size, user=director).new_page()
    page.goto(ride.get_absolute_url())
    page.evaluate("scrollTo(0, 60)")
    answer = page.locator(".ride-answers button[name=answer]").first
    answer.scroll_into_view_if_needed()
    at = page.evaluate("scrollY")
    assert at > 0
    before = page.locator("#ride").get_attribute("data-seq")
    box = answer.bounding_box()
    assert box  # tapped where it is: a Locator would scroll to it
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + 10)
    expect(page.locator("#ride")).not_to_have_attribute("data-seq", before or "")
    assert page.evaluate("scrollY") == at
    assert page.evaluate(ON_QUESTION)
