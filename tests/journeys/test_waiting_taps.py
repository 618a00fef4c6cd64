"""Taps that wait in the browser: in the order of the taps whatever the clock says, kept or truly
said to be not kept.
"""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Dialog, Page, expect

from tests.factory import a_tour
from tests.journeys.conftest import TABLET, ContextMaker
from tests.journeys.scripts import without
from tests.journeys.tapping import RECORD, logged, open_stage, tap, wait_saved
from tourmanager.accounts.models import User
from tourmanager.tours.models import Tour


@pytest.fixture
def tour(director: User) -> Tour:
    return a_tour(by=director, stages=2, teams=6, riders=6)


@pytest.fixture
def context(browser_context_at: ContextMaker, director: User) -> BrowserContext:
    return browser_context_at(TABLET, user=director)


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


# -- order

TAPPED = ["place s1 a1", "place s1 b1", "place s1 c1", "place s2 a2"]
CLOCK_BACK = "() => { const now = Date.now; Date.now = () => now() - 7200000; }"  # two hours


def log_while_the_clock_is_set_back(page: Page, tour: Tour, context: BrowserContext) -> None:
    """Two taps, the device corrects its clock, two more; the page is closed before any of them is
    sent.
    """
    open_stage(page, tour)
    context.route(RECORD, lambda route: route.abort())
    tap(page, "a1", "b1")
    page.evaluate(CLOCK_BACK)
    tap(page, "c1", "a2")
    page.close()
    context.unroute(RECORD)
    again = context.new_page()
    open_stage(again, tour)
    wait_saved(again)


def test_a_clock_set_back_changes_no_order(page: Page, tour: Tour, context: BrowserContext) -> None:
    log_while_the_clock_is_set_back(page, tour, context)
    assert logged() == TAPPED


def test_control_a_queue_that_goes_by_the_clock(
    page: Page, tour: Tour, context: BrowserContext
) -> None:
    without(
        context,
        "taps-store.js",
        "last = Math.max(last, stored, ...used) + 1;",
        "last = Date.now();",
    )
    log_while_the_clock_is_set_back(page, tour, context)
    assert logged() != TAPPED


def test_taps_of_several_tabs_keep_their_order(
    page: Page, tour: Tour, context: BrowserContext
) -> None:
    open_stage(page, tour)
    other = context.new_page()
    open_stage(other, tour)
    other.evaluate(CLOCK_BACK)
    context.route(RECORD, lambda route: route.abort())
    tap(page, "a1")
    tap(other, "b1")
    tap(page, "c1")
    other.locator('.profile-wide [data-line="s2"] .profile-board').tap()
    tap(other, "a2")
    page.close()
    other.close()
    context.unroute(RECORD)
    again = context.new_page()
    open_stage(again, tour)
    wait_saved(again)
    assert logged() == TAPPED


def test_taps_that_an_older_version_kept_are_sent_in_their_order(
    page: Page, tour: Tour, context: BrowserContext
) -> None:
    """Its keys were the clock's; its undo named an entry by number, or by token where the tap was
    not sent yet.
    """
    open_stage(page, tour)
    tap(page, "a1")
    wait_saved(page)
    old = [
        ("001700000000001-000000-tab", {"do": "place", "line": "s1", "rider": "b1"}, "old-1"),
        ("001700000000002-000001-tab", {"do": "place", "line": "s1", "rider": "d1"}, "old-2"),
        ("001700000000003-000002-tab", {"do": "undo", "token": "old-2"}, "old-3"),
        ("001700000000004-000003-tab", {"do": "undo", "seq": 1}, "old-4"),
    ]
    prefix = f"taps/{tour.slug}/1/"
    items: list[Any] = [
        [prefix + key, {"token": token, "entry": entry, "client": "tab", "base": 1}]
        for key, entry, token in old
    ]
    context.route(RECORD, lambda route: route.abort())
    page.evaluate(
        "(items) => items.forEach(([key, item]) => localStorage.setItem(key,"
        " JSON.stringify(item)))",
        items,
    )
    page.reload()
    page.wait_for_selector(".stage.scripted")
    tap(page, "c1")
    expect(page.locator("#sending")).to_contain_text("(5)")
    page.close()
    context.unroute(RECORD)
    again = context.new_page()
    open_stage(again, tour)
    wait_saved(again)
    assert logged() == [
        "place s1 a1",
        "place s1 b1",
        "place s1 d1",
        "undo 3",
        "undo 1",
        "place s1 c1",
    ]


# -- a browser that keeps nothing

FULL = """
  const write = Storage.prototype.setItem;
  Storage.prototype.setItem = function (key, value) {
    if (this === localStorage) throw new DOMException("full", "QuotaExceededError");
    write.call(this, key, value);
  };
"""
BLOCKED = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied',"
    " 'SecurityError'); } });"
)
REALLY_FULL = """
  let junk = "x".repeat(1 << 20);
  for (let n = 0; junk; ) try { localStorage.setItem("junk" + n++, junk); }
    catch { junk = junk.slice(0, junk.length >> 1); }
"""


@pytest.mark.parametrize(
    "how", [FULL, BLOCKED, REALLY_FULL], ids=["full", "blocked", "really full"]
)
def test_a_browser_that_keeps_nothing_says_so_before_a_tap_is_lost(
    page: Page, tour: Tour, context: BrowserContext, how: str
) -> None:
    context.add_init_script(how)
    open_stage(page, tour)
    expect(page.locator("#trouble")).to_contain_text("This browser cannot keep taps")
    context.set_offline(True)
    tap(page, "a1", "b1")
    expect(page.locator("#sending")).to_have_text("Not sent yet (2)")
    expect(page.locator("#trouble")).to_contain_text(
        "No connection, and this browser cannot keep taps: leave this page open"
    )
    expect(page.locator("#trouble")).not_to_contain_text("kept here")
    assert asked_on_leaving(page) == ["beforeunload"]
    context.set_offline(False)
    wait_saved(page)
    assert logged() == TAPPED[:2]
    assert asked_on_leaving(page) == []


def asked_on_leaving(page: Page) -> list[str]:
    """The questions of the browser as the page is about to be loaded again; they are answered with
    no.
    """
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", answer)
    page.evaluate("() => { setTimeout(() => location.reload()); }")
    page.wait_for_timeout(700)
    page.remove_listener("dialog", answer)
    return asked


def test_a_browser_that_keeps_them_asks_nothing_on_leaving(
    page: Page, tour: Tour, context: BrowserContext
) -> None:
    open_stage(page, tour)
    expect(page.locator("#trouble")).to_be_empty()
    context.route(RECORD, lambda route: route.abort())
    tap(page, "a1", "b1")
    expect(page.locator("#trouble")).to_contain_text("your taps are kept here")
    assert asked_on_leaving(page) == []


def test_saved_taps_give_way_to_what_is_not_sent(
    page: Page, tour: Tour, context: BrowserContext
) -> None:
    """What the server has is kept for the case of a restore; where room is short, an unsent tap is
    worth more.
    """
    open_stage(page, tour)
    tap(page, "a1", "b1", "c1")
    wait_saved(page)
    kept = "() => Object.keys(localStorage).filter((key) => key.startsWith('logged/')).length"
    assert page.evaluate(kept) == 3
    context.set_offline(True)
    page.evaluate(f"() => {{ {REALLY_FULL} }}")
    tap(page, "a2")
    expect(page.locator("#trouble")).to_contain_text("your taps are kept here")
    assert page.evaluate(kept) == 0
    context.set_offline(False)
    wait_saved(page)
    assert logged() == TAPPED
