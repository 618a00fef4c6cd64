"""End stage leads to the end of the stage and on to what comes next, also where the page is just
looking what others did meanwhile.
"""

from collections.abc import Iterator
from threading import Event
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.factory import a_tour
from tests.journeys.conftest import TABLET, ContextMaker
from tests.journeys.hands import end_stage, lay_out_next
from tests.journeys.scripts import without
from tests.race import log_whole
from tourmanager.accounts.models import User
from tourmanager.results.stage_page import views
from tourmanager.tours.models import Tour

WAIT = 20
LOOK = "**/stages/1/?part=board*"


class Answer:
    """The server's answer to End stage: the stage has ended, the browser does not know it yet."""

    def __init__(self) -> None:
        self.stage_ended, self.goes_out = Event(), Event()
        self.as_ever = views._answer_ended

    def __call__(self, *args: Any) -> Any:
        self.stage_ended.set()
        assert self.goes_out.wait(WAIT)
        return self.as_ever(*args)


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch, live_server: object) -> Iterator[Answer]:
    held = Answer()
    monkeypatch.setattr(views, "_answer_ended", held)
    yield held
    held.goes_out.set()


@pytest.fixture
def tour(director: User) -> Tour:
    """All of stage 1 is logged but its end."""
    tour = a_tour(by=director, stages=2, teams=2, riders=5)
    log_whole(tour.stages.get(number=1), end="")
    return tour


@pytest.fixture
def context(browser_context_at: ContextMaker, director: User) -> BrowserContext:
    return browser_context_at(TABLET, user=director)


def end_while_the_page_looks(context: BrowserContext, tour: Tour, answer: Answer) -> Page:
    """The page has just asked how the stage stands; the director ends it; the page is told that it
    is closed.
    """
    page = context.new_page()
    looks: list[Route] = []
    page.route(LOOK, lambda route: looks.append(route))
    page.goto(f"/tours/{tour.slug}/stages/1/?line=finish")
    page.wait_for_selector(".stage.scripted")
    with page.expect_request(LOOK):
        # as when the tablet is woken
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    end_stage(page)
    assert answer.stage_ended.wait(WAIT)
    with page.expect_event("requestfinished", lambda request: request == looks[0].request):
        looks[0].continue_()
    return page


def test_a_page_that_looks_meanwhile_leads_on_all_the_same(
    context: BrowserContext, tour: Tour, answer: Answer
) -> None:
    page = end_while_the_page_looks(context, tour, answer)
    answer.goes_out.set()
    lay_out_next(page, 1)
    expect(page.get_by_role("link", name="Start logging")).to_be_visible()


def test_control_a_page_that_is_loaded_again_stays_where_it_was(
    context: BrowserContext, tour: Tour, answer: Answer
) -> None:
    without(context, "taps.js", "!leaving() && ", "")
    page = end_while_the_page_looks(context, tour, answer)
    page.wait_for_selector(".watch")  # the page of a stage that has ended
    answer.goes_out.set()
    page.wait_for_load_state("networkidle")
    assert page.url.endswith("/stages/1/?line=finish")
