"""The wifi at the table goes away and comes back: every tap is there once, in its order. Each test
has its control.

A control serves the page's script with one protection taken out, and the same evening goes wrong.
"""

import time
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.factory import a_tour
from tests.journeys.conftest import TABLET, ContextMaker, sign_in
from tests.journeys.scripts import without
from tests.journeys.tapping import RECORD, logged, open_stage, tap, wait_saved
from tourmanager.accounts.models import User
from tourmanager.tours.models import Tour


@pytest.fixture
def tour(director: User) -> Tour:
    # stage 1: 5 sprints, a third category pass, two hills
    return a_tour(by=director, stages=2, teams=6, riders=6)


@pytest.fixture
def context(browser_context_at: ContextMaker, director: User) -> BrowserContext:
    return browser_context_at(TABLET, user=director)


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


LINES = [
    f"place {line} {team}{number}"
    for number, line in enumerate(["s1", "s2", "s3", "s4", "s5", "p1"], 1)
    for team in "abc"
]
FINISH = [
    "arrive a1",
    "arrive b1",
    "square 10",
    "cp.die 4",
    "turn 1",
    "arrive c1",
    "square 3",
    "cp.die 6",
]


def log_on_without_wifi(page: Page, tour: Tour, context: BrowserContext) -> None:
    """One rider with wifi, five lines and two arrivals without, and then the wifi is back."""
    open_stage(page, tour)
    tap(page, "a1")
    wait_saved(page)
    context.set_offline(True)
    tap(page, "b1", "c1")
    for number in range(2, 7):
        tap(page, f"a{number}", f"b{number}", f"c{number}")
    expect(page.locator("#stage")).to_have_attribute("data-open", "finish")
    tap(page, "a1", "b1")
    page.locator('[data-square="10"]').tap()
    page.locator('[data-die="4"]').tap()
    page.locator('[data-turn="1"]').tap()
    tap(page, "c1")
    page.locator('[data-square="3"]').tap()
    page.locator('[data-die="6"]').tap()
    expect(page.locator("[data-arrivals] .time")).to_have_text(["0:12", "1:45"])
    expect(page.locator("[data-missing]")).to_contain_text("33")


def test_a_stage_goes_on_while_the_wifi_is_away(
    page: Page, tour: Tour, context: BrowserContext
) -> None:
    log_on_without_wifi(page, tour, context)
    expect(page.locator("#sending")).to_have_text("Not sent yet (25)")
    expect(page.locator("#trouble")).to_contain_text("Keep logging")
    assert logged() == LINES[:1]
    context.set_offline(False)
    wait_saved(page)
    assert logged() == LINES + FINISH
    expect(page.locator("[data-arrivals] .time")).to_have_text(["0:12", "1:45"])


def test_control_a_page_that_forgets_what_it_could_not_send(
    page: Page, tour: Tour, context: BrowserContext
) -> None:
    without(
        context,
        "taps-sending.js",
        'view.flow = "offline";\n      return true;',
        "queue.erase(item);\n      return false;",
    )
    log_on_without_wifi(page, tour, context)
    context.set_offline(False)
    wait_saved(page)
    assert logged() != LINES + FINISH


def reload_with_unsent_taps(page: Page, tour: Tour, context: BrowserContext) -> None:
    open_stage(page, tour)
    context.route(RECORD, lambda route: route.abort())
    tap(page, "a1", "b1", "c1", "a2")
    page.close()
    again = context.new_page()
    again.goto(f"/tours/{tour.slug}/stages/1/?line=s2")
    again.wait_for_selector(".stage.scripted")
    again.wait_for_timeout(300)
    context.unroute(RECORD)
    again.locator('.rider-chip[data-rider="b2"]').tap()
    wait_saved(again)


def test_unsent_taps_outlive_the_page(page: Page, tour: Tour, context: BrowserContext) -> None:
    reload_with_unsent_taps(page, tour, context)
    assert logged() == [*LINES[:4], "place s2 b2"]


def test_control_a_page_that_keeps_them_in_memory_only(
    page: Page, tour: Tour, context: BrowserContext
) -> None:
    without(context, "taps-store.js", "localStorage.setItem(key, text);", "void [key, text];")
    reload_with_unsent_taps(page, tour, context)
    assert logged() != [*LINES[:4], "place s2 b2"]


def lose_every_second_answer(page: Page, tour: Tour, context: BrowserContext) -> None:
    """The server writes the tap down, and its answer gets lost on the way back."""
    lost = iter([True, False] * 40)

    def answer(route: Route) -> None:
        response = route.fetch()
        if next(lost):
            route.abort()
        else:
            route.fulfill(response=response)

    open_stage(page, tour)
    context.route(RECORD, answer)
    page.get_by_role("button", name="Tokens").tap()
    bottles = '.drawer [data-tokens="bottle"][data-of="{}"] .token[data-state="left"]'
    for team in "abc":
        page.locator(bottles.format(team)).last.tap()
    expect(page.locator(bottles.format("c"))).to_have_count(4)
    wait_saved(page)
    context.unroute(RECORD)


BOTTLES = ["cp.use a bottle", "cp.use b bottle", "cp.use c bottle"]


def test_what_was_sent_twice_counts_once(page: Page, tour: Tour, context: BrowserContext) -> None:
    lose_every_second_answer(page, tour, context)
    assert logged() == BOTTLES


def test_control_a_new_token_for_every_try(page: Page, tour: Tour, context: BrowserContext) -> None:
    without(
        context,
        "taps-sending.js",
        "token: item.token,\n      client",
        "token: String(Math.random()),\n      client",
    )
    lose_every_second_answer(page, tour, context)
    assert logged() != BOTTLES
    assert len(logged()) > 3


def test_two_tabs_send_the_same_taps_once(page: Page, tour: Tour, context: BrowserContext) -> None:
    open_stage(page, tour)
    context.route(RECORD, lambda route: route.abort())
    tap(page, "a1", "b1", "c1", "a2")
    other = context.new_page()
    open_stage(other, tour)
    expect(other.locator("#sending")).to_contain_text("(4)")
    context.unroute(RECORD)
    wait_saved(page)
    wait_saved(other)
    assert logged() == LINES[:4]


def test_a_server_in_trouble_loses_nothing(page: Page, tour: Tour, context: BrowserContext) -> None:
    open_stage(page, tour)
    context.route(RECORD, lambda route: route.fulfill(status=503, body="busy"))
    tap(page, "a1", "b1")
    expect(page.locator("#trouble")).to_contain_text("The server has a problem")
    context.unroute(RECORD)
    page.get_by_role("button", name="Send now").tap()
    wait_saved(page)
    assert logged() == LINES[:2]


def test_signed_out_meanwhile_the_taps_wait(
    page: Page, tour: Tour, context: BrowserContext, director: User, live_server: Callable
) -> None:
    open_stage(page, tour)
    cookies = [cookie for cookie in context.cookies() if cookie["name"] != "sessionid"]
    context.clear_cookies()
    context.add_cookies(cookies)
    tap(page, "a1", "b1")
    expect(page.locator("#trouble")).to_contain_text("Sign in again")
    assert logged() == []
    sign_in(context, director, live_server.url)
    page.reload()
    wait_saved(page)
    assert logged() == LINES[:2]


def test_a_refused_tap_says_so_until_it_is_read(
    page: Page, tour: Tour, context: BrowserContext
) -> None:
    """Another director fills the line while this one is away."""
    open_stage(page, tour)
    context.set_offline(True)
    tap(page, "d1")
    context.set_offline(False)
    wait_saved(page)
    other = context.new_page()
    open_stage(other, tour)
    context.route(RECORD, lambda route: route.abort())
    tap(page, "e1")
    context.unroute(RECORD)
    context.route(
        RECORD,
        lambda route: (
            route.abort() if "e1" in (route.request.post_data or "") else route.continue_()
        ),
    )
    tap(other, "f1")
    expect(other.locator('[data-panel="s1"]')).to_contain_text("Anna Fuchsia")
    context.unroute(RECORD)
    wait_saved(page)
    wait_saved(other)
    told = page.locator("#refused").inner_text() + other.locator("#refused").inner_text()
    assert logged() in (
        ["place s1 d1", "place s1 e1", "place s1 f1"],
        ["place s1 d1", "place s1 f1"],
        ["place s1 d1", "place s1 e1"],
    )
    if len(logged()) == 2:
        assert "Not counted" in told
        assert "changed this meanwhile" in told


def test_undo_takes_back_what_was_not_sent(page: Page, tour: Tour, context: BrowserContext) -> None:
    open_stage(page, tour)
    context.set_offline(True)
    tap(page, "a1", "b1")
    page.locator("[data-undo]").tap()
    tap(page, "c1")
    expect(page.locator('[data-panel="s1"] .place[data-rider] .who')).to_have_text(
        ["Anna Azure", "Anna Clover"]
    )
    context.set_offline(False)
    wait_saved(page)
    assert [row for row in logged() if not row.startswith("undo")][:1] == ["place s1 a1"]
    expect(page.locator('[data-panel="s1"] .place[data-rider] .who')).to_have_text(
        ["Anna Azure", "Anna Clover"]
    )


def test_a_busy_server_is_asked_again_when_it_said(
    page: Page, tour: Tour, context: BrowserContext
) -> None:
    """503 with Retry-After, as when the database is away, and 429: the taps keep their order, and
    nothing is sent before its time.
    """
    tried: list[float] = []

    def answer(route: Route) -> None:
        tried.append(time.monotonic())
        if len(tried) < 3:
            route.fulfill(
                status=(503, 429)[len(tried) - 1], headers={"Retry-After": "2"}, body="later"
            )
        else:
            route.continue_()

    open_stage(page, tour)
    context.route(RECORD, answer)
    tap(page, "a1", "b1", "c1")
    expect(page.locator("#trouble")).to_contain_text("The server has a problem")
    wait_saved(page)
    assert logged() == LINES[:3]
    assert [later - earlier >= 1.9 for earlier, later in pairwise(tried[:3])] == [True, True]
