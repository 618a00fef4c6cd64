"""Taps that wait go out under the account that made them, and under no other; whoever holds the
device is told of them.
"""

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.factory import NOW, a_tour, a_user
from tests.journeys.conftest import PHONE, TABLET, ContextMaker, sign_in
from tests.journeys.hands import Hold
from tests.journeys.tapping import RECORD, logged, open_stage, tap, wait_saved
from tourmanager.accounts.models import User
from tourmanager.results.models import Entry
from tourmanager.tours.models import Director, Tour

PASSWORD = "a-long-breakaway-1"
WAITING = "[data-waiting]"


@pytest.fixture
def director(transactional_db: None) -> User:
    return User.objects.create_user(
        "dora", password=PASSWORD, first_name="Dora", last_name="Director"
    )


@pytest.fixture
def second(tour: Tour) -> User:
    second = a_user("second", first_name="Sam", last_name="Second")
    Director.objects.create(tour=tour, user=second, added_at=NOW)
    return second


@pytest.fixture
def tour(director: User) -> Tour:
    return a_tour(by=director, stages=2, teams=6, riders=6, name="Tour of the Lakes")


@pytest.fixture
def context(browser_context_at: ContextMaker, director: User) -> BrowserContext:
    return browser_context_at(TABLET, user=director)


def become(context: BrowserContext, user: User | None, url: str) -> None:
    """Somebody else signs in on this device, or nobody is signed in any more."""
    context.clear_cookies(name="sessionid")
    if user is not None:
        sign_in(context, user, url)


def leave_two_taps(context: BrowserContext, tour: Tour) -> None:
    """Dora taps twice without wifi and closes the page."""
    page = context.new_page()
    open_stage(page, tour)
    context.route(RECORD, lambda route: route.abort())
    tap(page, "a1", "b1")
    expect(page.locator("#sending")).to_have_text("Not sent yet (2)")
    page.close()
    context.unroute(RECORD)


def makers() -> list[tuple[str, str]]:
    return [(entry.body["rider"], entry.by_name) for entry in Entry.objects.order_by("seq")]


def test_taps_wait_for_the_account_that_made_them(
    context: BrowserContext, tour: Tour, director: User, second: User, live_server
) -> None:
    leave_two_taps(context, tour)
    become(context, second, live_server.url)
    page = context.new_page()
    open_stage(page, tour)
    expect(page.locator(WAITING)).to_contain_text(
        "2 taps of Dora Director wait here, not sent yet. Sign in as Dora Director to send them."
    )
    expect(page.locator("#sending")).to_have_text("Saved")
    tap(page, "c1")
    wait_saved(page)
    page.wait_for_timeout(500)
    assert makers() == [("c1", "second")]
    page.get_by_role("button", name="Switch account").tap()
    page.get_by_label("Name").or_(page.locator("[name=username]")).first.fill("dora")
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).tap()
    page.wait_for_selector(".stage.scripted")
    wait_saved(page)
    # Sam filled that line
    expect(page.locator("#refused")).to_contain_text("changed this meanwhile")
    assert makers() == [("c1", "second")]


def test_they_go_out_when_it_signs_in_again(
    context: BrowserContext, tour: Tour, director: User, second: User, live_server
) -> None:
    leave_two_taps(context, tour)
    become(context, second, live_server.url)
    page = context.new_page()
    open_stage(page, tour)
    expect(page.locator(WAITING)).to_contain_text("2 taps of Dora Director")
    become(context, director, live_server.url)
    page.reload()
    page.wait_for_selector(".stage.scripted")
    wait_saved(page)
    assert makers() == [("a1", "dora"), ("b1", "dora")]
    expect(page.locator(WAITING)).to_be_hidden()


def test_an_open_page_stops_when_another_account_signs_in(
    context: BrowserContext, tour: Tour, director: User, second: User, live_server
) -> None:
    """The cookie is the device's: another tab may change it under the page."""
    page = context.new_page()
    open_stage(page, tour)
    become(context, second, live_server.url)
    hold = Hold(context, RECORD)
    with page.expect_request(RECORD):
        tap(page, "a1", "b1")
    hold.release()
    expect(page.locator("#trouble")).to_contain_text(
        "Somebody else is signed in on this device now."
    )
    expect(page.locator("#trouble")).to_contain_text("until Dora Director signs in")
    expect(page.locator("#sending")).to_have_text("Not sent yet (2)")
    assert makers() == []
    become(context, director, live_server.url)
    page.reload()
    page.wait_for_selector(".stage.scripted")
    wait_saved(page)
    assert makers() == [("a1", "dora"), ("b1", "dora")]


def test_a_notice_waits_for_the_finger_that_is_down(
    context: BrowserContext, tour: Tour, second: User, live_server
) -> None:
    """A page that is drawn anew would take the tap from it; the notice itself pushes nothing."""
    page = context.new_page()
    open_stage(page, tour)
    become(context, second, live_server.url)
    hold = Hold(context, RECORD)
    with page.expect_request(RECORD):
        tap(page, "a1")
    fingers = context.new_cdp_session(page)
    box = page.locator('.rider-chip[data-rider="b1"]').bounding_box()
    assert box
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    hold.release()
    expect(page.locator("#sending")).to_have_text("Not sent yet (1)")
    expect(page.locator("#trouble")).to_be_empty(timeout=1)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#sending")).to_have_text("Not sent yet (2)")
    expect(page.locator("#trouble")).to_contain_text(
        "Somebody else is signed in on this device now."
    )
    after = page.locator('.rider-chip[data-rider="b1"]').bounding_box()
    assert after
    assert after == box


def test_an_open_page_without_taps_says_so_too(
    context: BrowserContext, tour: Tour, second: User, live_server
) -> None:
    page = context.new_page()
    open_stage(page, tour)
    become(context, second, live_server.url)
    expect(page.locator("#trouble")).to_contain_text("Somebody else is signed in", timeout=8000)


def test_discarding_asks_first(
    context: BrowserContext, tour: Tour, second: User, live_server
) -> None:
    leave_two_taps(context, tour)
    become(context, second, live_server.url)
    page = context.new_page()
    open_stage(page, tour)
    page.get_by_role("button", name="Discard", exact=True).tap()
    expect(page.locator(WAITING)).to_contain_text("Discard 2 taps of Dora Director for good?")
    page.get_by_role("button", name="Keep").tap()
    expect(page.locator(WAITING)).to_contain_text("Sign in as Dora Director")
    page.get_by_role("button", name="Discard", exact=True).tap()
    page.get_by_role("button", name="Discard 2 taps").tap()
    expect(page.locator(WAITING)).to_be_hidden()
    page.reload()
    page.wait_for_selector(".stage.scripted")
    expect(page.locator(WAITING)).to_be_hidden()
    assert logged() == []


def test_one_s_own_unsent_taps_are_thrown_away_after_a_question(
    context: BrowserContext, tour: Tour, live_server
) -> None:
    page = context.new_page()
    open_stage(page, tour)
    become(context, None, live_server.url)
    tap(page, "a1", "b1")
    expect(page.locator("#trouble")).to_contain_text("Sign in again as Dora Director")
    page.get_by_role("button", name="Discard them").tap()
    page.get_by_role("button", name="Keep").tap()
    expect(page.locator("#sending")).to_have_text("Not sent yet (2)")
    page.get_by_role("button", name="Discard them").tap()
    page.get_by_role("button", name="Discard 2 unsent taps").tap()
    expect(page.locator("#sending")).to_have_text("Saved")


@pytest.mark.parametrize("where", ["/", "/tours/"])
def test_the_front_page_and_load_say_that_taps_wait(
    context: BrowserContext, tour: Tour, director: User, second: User, live_server, axe, where: str
) -> None:
    page = context.new_page()
    page.goto(where)
    expect(page.locator(WAITING)).to_be_hidden()
    leave_two_taps(context, tour)
    told = page.locator(WAITING)
    for who, how in (
        (second, "Sign in as Dora Director to send them."),
        (None, "Sign in as Dora Director to send them."),
    ):
        become(context, who, live_server.url)
        page.goto(where)
        expect(told).to_contain_text(
            "2 taps of Dora Director wait on this device, for Tour of the Lakes, Stage 1, not sent"
            f" yet. {how}"
        )
        axe(page)
    become(context, director, live_server.url)
    page.goto(where)
    expect(told).to_contain_text("Open the stage to send them.")
    told.get_by_role("link", name="Open the stage").tap()
    page.wait_for_selector(".stage.scripted")
    wait_saved(page)
    assert makers() == [("a1", "dora"), ("b1", "dora")]
    page.goto(where)
    expect(told).to_be_hidden()


def test_who_only_watches_the_stage_is_told_too(
    context: BrowserContext, tour: Tour, live_server, axe
) -> None:
    leave_two_taps(context, tour)
    become(context, a_user("stranger"), live_server.url)
    page = context.new_page()
    page.goto(f"/tours/{tour.slug}/stages/1/")
    expect(page.locator(WAITING)).to_contain_text(
        "2 taps of Dora Director wait here, not sent yet."
    )
    axe(page)


def test_on_a_phone_the_notice_fits(
    browser_context_at: ContextMaker, tour: Tour, director: User, second: User, live_server
) -> None:
    context = browser_context_at(PHONE, user=director)
    leave_two_taps(context, tour)
    become(context, second, live_server.url)
    page = context.new_page()
    for where in ("/", "/tours/", f"/tours/{tour.slug}/stages/1/?line=s1"):
        page.goto(where)
        expect(page.locator(WAITING)).to_be_visible()
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
