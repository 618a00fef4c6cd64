"""The answer to a tap comes while the mouse is down on the next button: that click counts, and
means what the button said.
"""

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.factory import a_tour
from tests.journeys.conftest import DESKTOP, ContextMaker
from tests.journeys.hands import chip, sent
from tests.race import log_whole, say
from tourmanager.accounts.models import User
from tourmanager.results.models import Entry
from tourmanager.tours.models import Tour

RECORD = "**/record/"


@pytest.fixture
def tour(director: User) -> Tour:
    return a_tour(by=director, stages=2, teams=2, riders=5)


@pytest.fixture
def context(browser_context_at: ContextMaker, director: User) -> BrowserContext:
    return browser_context_at(DESKTOP, user=director)


def press_while_the_answer_comes(
    context: BrowserContext, tour: Tour, first: str, then: str
) -> Page:
    """A click on one button; the mouse goes down on another, the answer to the first comes, the
    mouse goes up.
    """
    page = context.new_page()
    page.goto(f"/tours/{tour.slug}/stages/1/?line=finish")
    page.wait_for_selector(".stage.scripted")
    answers: list[Route] = []
    page.route(RECORD, lambda route: answers.append(route))
    with page.expect_request(RECORD):
        page.locator(first).click()
    page.locator(then).hover()
    page.mouse.down()
    answers[0].continue_()
    sent(page)
    page.unroute(RECORD)
    page.mouse.up()
    return page


def logged() -> list[str]:
    return [entry.body["do"] for entry in Entry.objects.order_by("seq")]


def test_a_square_pressed_meanwhile_counts(context: BrowserContext, tour: Tour) -> None:
    page = press_while_the_answer_comes(context, tour, chip("a1"), '[data-square="8"]')
    expect(page.locator('[data-square="8"]')).to_have_class("square chosen")
    sent(page)
    assert logged() == ["arrive", "square"]


def test_undo_pressed_meanwhile_takes_back_what_it_named(
    context: BrowserContext, director: User, tour: Tour
) -> None:
    say(tour.stages.get(number=1), "arrive a1", by=director)
    page = press_while_the_answer_comes(context, tour, '[data-square="8"]', "[data-undo]")
    expect(page.locator('[data-caption="square"]')).to_have_text("Now the square behind the line")
    sent(page)
    assert logged() == ["arrive", "square", "undo"]
    assert Entry.objects.get(seq=3).body["seq"] == 2


def test_end_stage_pressed_meanwhile_ends_it(context: BrowserContext, tour: Tour) -> None:
    stage = tour.stages.get(number=1)
    log_whole(stage, end="")
    page = press_while_the_answer_comes(context, tour, '[data-turn="1"]', "[data-end]")
    page.wait_for_url(f"**/tours/{tour.slug}/stages/1/end-of-stage/")


def test_a_board_that_waited_is_drawn_on_release(context: BrowserContext, tour: Tour) -> None:
    page = press_while_the_answer_comes(context, tour, chip("a1"), "[data-clock]")
    expect(page.locator(MEMBER)).to_have_count(1)


MEMBER = "[data-tray] .member"  # of the arrival on the table


def test_a_rider_pressed_meanwhile_is_taken_out(context: BrowserContext, tour: Tour) -> None:
    page = press_while_the_answer_comes(context, tour, chip("a1"), MEMBER)
    expect(page.locator(MEMBER)).to_have_count(0)
    sent(page)
    assert logged() == ["arrive", "remove"]
