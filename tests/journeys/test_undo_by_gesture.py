"""Undo takes back what the hand did: a whole arrival once it is complete, one rider at a time
before; whether the server knows it already or not.
"""

import pytest
from playwright.sync_api import APIResponse, BrowserContext, Page, Route, expect

from tests.factory import a_tour
from tests.journeys.conftest import TABLET, ContextMaker
from tests.journeys.hands import arrive, chip, sent
from tests.journeys.tapping import RECORD, logged
from tourmanager.accounts.models import User
from tourmanager.results.log.reading import read_stage
from tourmanager.tours.models import Tour

GROUP = "Undo: paceline of 2, square 8, die 2"


@pytest.fixture
def tour(director: User) -> Tour:
    return a_tour(by=director, stages=2, teams=3, riders=5)


@pytest.fixture
def context(browser_context_at: ContextMaker, director: User) -> BrowserContext:
    return browser_context_at(TABLET, user=director)


@pytest.fixture
def page(context: BrowserContext, tour: Tour) -> Page:
    page = context.new_page()
    page.goto(f"/tours/{tour.slug}/stages/1/?line=finish")
    page.wait_for_selector(".stage.scripted")
    return page


def press_undo(page: Page) -> None:
    page.wait_for_timeout(200)  # two taps within 150 ms are a finger that trembles
    page.locator("[data-undo]").tap()


def order(tour: Tour) -> list[str]:
    return list(read_stage(tour.stages.get(number=1)).log.sheet.order)


def test_a_group_is_undone_and_redone_as_one_step(page: Page, tour: Tour) -> None:
    undo = page.locator("[data-undo]")
    arrive(page, ["a1", "b1"], 8, 2)
    sent(page)
    expect(undo).to_have_text(GROUP)
    page.locator(chip("c1")).tap()
    expect(undo).to_contain_text("across the finish")
    press_undo(page)
    expect(undo).to_have_text(GROUP)
    press_undo(page)
    sent(page)
    assert order(tour) == []
    expect(undo).to_have_text("Nothing to undo")
    page.locator("[data-redo]").tap()
    sent(page)
    assert order(tour) == ["a1", "b1"]
    expect(undo).to_have_text(GROUP)


def test_before_the_die_it_is_one_tap_at_a_time(page: Page, tour: Tour) -> None:
    page.locator(chip("a1")).tap()
    page.locator(chip("b1")).tap()
    page.locator('[data-square="8"]').tap()
    sent(page)
    for left in (["a1", "b1"], ["a1"], []):
        press_undo(page)
        sent(page)
        assert order(tour) == left


def test_without_the_network_a_group_leaves_the_queue_as_one(
    page: Page, tour: Tour, context: BrowserContext
) -> None:
    arrive(page, ["c1"], 9, 1)
    sent(page)
    context.set_offline(True)
    arrive(page, ["a1", "b1"], 8, 2)
    expect(page.locator("[data-undo]")).to_have_text(GROUP)
    press_undo(page)
    expect(page.locator("[data-undo]")).to_contain_text("square 9, die 1")
    expect(page.locator(".group")).to_have_count(1)
    press_undo(page)
    context.set_offline(False)
    sent(page)
    assert order(tour) == []


def test_a_group_of_which_a_part_was_sent_is_undone_whole(
    page: Page, tour: Tour, context: BrowserContext
) -> None:
    """The answer to the square is lost: it may be saved. All four are undone by name."""
    page.locator(chip("a1")).tap()
    page.locator(chip("b1")).tap()
    sent(page)

    def lose_the_answer(route: Route) -> None:
        if not lost:
            lost.append(route.fetch())
        route.abort()

    lost: list[APIResponse] = []

    context.route(RECORD, lose_the_answer)
    with page.expect_event("requestfailed"):
        page.locator('[data-square="8"]').tap()
    page.locator('[data-die="2"]').tap()
    expect(page.locator("[data-undo]")).to_have_text(GROUP)
    press_undo(page)
    context.unroute(RECORD)
    sent(page)
    expect(page.locator("[data-undo]")).to_have_text("Nothing to undo")
    assert logged()[:3] == ["arrive a1", "arrive b1", "square 8"]
    assert order(tour) == []
