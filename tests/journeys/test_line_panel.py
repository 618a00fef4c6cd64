"""The panel of an open sprint or pass: what it asks for, and what it says the line is about."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.factory import a_tour
from tests.journeys.conftest import PHONE, ContextMaker
from tests.journeys.hands import Hold, chip, sent
from tests.race import log_stage
from tourmanager.accounts.models import User
from tourmanager.tours.models import Tour

S1 = '[data-panel="s1"] '
SAYS = f"{S1}.line-says p"


@pytest.fixture
def tour(director: User) -> Tour:
    tour = a_tour(by=director, stages=2)
    log_stage(tour, "a1 0:10, b1 0:20", lines={"s1": "a1 b1 a2"})
    return tour


def open_second_stage(page: Page, tour: Tour) -> None:
    page.goto(f"/tours/{tour.slug}/stages/2/?line=s1")
    page.wait_for_selector(".stage.scripted")


def held(page: Page, code: str) -> Locator:
    return page.locator(f'{S1}.place[data-rider="{code}"] .holds')


def test_the_open_place_is_asked_for_and_what_it_changes_is_said(
    director_tablet: Page, tour: Tour
) -> None:
    page = director_tablet
    open_second_stage(page, tour)
    expect(page.locator(f"{S1}.next .who")).to_have_text("Tap who is first")
    expect(page.locator(SAYS)).to_contain_text("First place matters:")
    page.locator(chip("b1")).tap()
    expect(page.locator(f"{S1}.next .who")).to_have_text("Tap who is second")
    expect(page.locator(SAYS)).to_contain_text("Anna Azure keeps purple, no matter who it is.")
    expect(held(page, "b1")).to_have_text(re.compile(r"^\d+ in all$"))
    expect(page.locator(f"{S1}.line-now")).to_contain_text("Purple now")
    page.goto(f"/tours/{tour.slug}/stages/2/?line=s2")
    before = page.get_by_role("link", name="The line before: Sprint 1")
    before.tap()
    expect(page.locator("#stage")).to_have_attribute("data-open", "s1")


def test_nothing_untrue_is_said_until_the_answer_is_there(
    director_tablet: Page, tour: Tour
) -> None:
    page = director_tablet
    open_second_stage(page, tour)
    expect(page.locator(SAYS)).to_be_visible()
    hold = Hold(page, "**/virtual/s1/")
    page.locator(chip("b1")).tap()
    expect(page.locator(SAYS)).to_be_hidden()
    sent(page)
    expect(page.locator(SAYS)).to_be_hidden()
    expect(page.locator(f'{S1}[aria-busy="true"]')).to_be_visible()
    hold.release()
    expect(page.locator(SAYS)).to_contain_text("Anna Azure keeps purple, no matter who it is.")
    page.context.set_offline(True)
    page.locator(chip("b2")).tap()
    expect(page.locator(SAYS)).to_be_hidden()
    page.context.set_offline(False)
    expect(page.locator(SAYS)).to_be_visible(timeout=20_000)


def test_the_menu_of_a_place_moves_no_row(director_tablet: Page, tour: Tour) -> None:
    page = director_tablet
    open_second_stage(page, tour)
    for code in ("b1", "a1"):
        page.locator(chip(code)).tap()
    sent(page)
    rows = page.locator(f"{S1}.places > li")
    places = [rows.nth(at).bounding_box() for at in range(3)]
    for code in ("b1", "a1"):
        page.locator(f'{S1}.place[data-rider="{code}"] summary').tap()
        expect(page.locator(f"{S1}.place-menu:visible")).to_have_count(1)
        assert [rows.nth(at).bounding_box() for at in range(3)] == places
        if code == "b1":
            page.locator(f"{S1}.line-head").tap()  # a tap elsewhere closes it
    page.locator(f"{S1}.place-menu:visible").get_by_role("button", name="Up").tap()
    expect(page.locator(f"{S1}.who").first).to_have_text("Anna Azure")


def test_a_phone_shows_the_sentence_and_the_first_three(
    browser_context_at: ContextMaker, director: User, tour: Tour
) -> None:
    page = browser_context_at(PHONE, user=director).new_page()
    open_second_stage(page, tour)
    expect(page.locator(SAYS)).to_be_visible()
    expect(page.locator(f"{S1}.line-now li")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
