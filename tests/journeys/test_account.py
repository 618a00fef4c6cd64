"""The second step is set up and asked for, and another device is signed out, as hands do it."""

from collections.abc import Callable

import pyotp
import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import PHONE, TABLET, ContextMaker, Size
from tourmanager.accounts.models import SecondStep, User

PASSWORD = "a-long-breakaway-1"


@pytest.fixture
def director(transactional_db: None) -> User:
    return User.objects.create_user("director", password=PASSWORD)


def enter_password(page: Page, next: str) -> None:
    page.goto(f"/account/sign-in/?next={next}")
    page.get_by_label("User name").fill("director")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).tap()


def check(page: Page, axe: Callable[[Page], None], heading: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    axe(page)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    for control in page.locator("main button:visible, main input:visible").all():
        box = control.bounding_box()
        assert box
        assert box["height"] >= 43.5, control.inner_text()


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (TABLET, "dark")], ids=str)
def test_the_second_step_is_set_up_and_asked_for(
    browser_context_at: ContextMaker,
    director: User,
    axe: Callable[[Page], None],
    size: Size,
    scheme: str,
) -> None:
    page = browser_context_at(size, user=director, scheme=scheme).new_page()
    page.goto("/")
    page.locator("header .menu summary").tap()
    page.get_by_role("link", name="Second step").tap()
    check(page, axe, "Second step")
    page.get_by_role("button", name="Set up the second step").tap()
    picture = page.get_by_role("img", name="QR code for your app").locator("svg")
    expect(picture).to_be_visible()
    check(page, axe, "Second step")
    secret = page.locator(".secret").inner_text().replace(" ", "")
    page.get_by_label("Code that your app shows").fill(pyotp.TOTP(secret).now())
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Turn on the second step").tap()
    check(page, axe, "Recovery codes")
    codes = page.locator(".recovery-codes code").all_inner_texts()
    assert len(codes) == 10
    page.get_by_role("link", name="I have them").tap()
    expect(page.locator("main")).to_contain_text("You have 10 recovery codes left")
    check(page, axe, "Second step")

    page = browser_context_at(size, scheme=scheme).new_page()
    enter_password(page, "/teams/")
    check(page, axe, "Second step")
    page.get_by_label("Code that your app shows").fill("000 000")
    page.get_by_role("button", name="Sign in", exact=True).tap()
    expect(page.locator("main")).to_contain_text("This code is wrong")
    page.locator("summary", has_text="use a recovery code").tap()
    check(page, axe, "Second step")
    page.get_by_label("Recovery code").fill(codes[4])
    page.get_by_role("button", name="Sign in with a recovery code").tap()
    expect(page).to_have_url("/teams/")
    expect(page.locator("#messages")).to_contain_text("9 are left")
    assert SecondStep.objects.get().confirmed_at


def test_another_device_is_signed_out(
    browser_context_at: ContextMaker, director: User, axe: Callable[[Page], None]
) -> None:
    tablet, phone = (browser_context_at(size).new_page() for size in (TABLET, PHONE))
    for page in (tablet, phone):
        enter_password(page, "/teams/new/")
        expect(page).to_have_url("/teams/new/")
    tablet.goto("/")
    tablet.locator("header .menu summary").tap()
    tablet.get_by_role("link", name="Signed-in devices").tap()
    expect(tablet.locator(".account-rows li")).to_have_count(2)
    expect(tablet.locator(".account-rows li").first).to_contain_text("This device")
    check(tablet, axe, "Signed-in devices")
    tablet.locator(".account-rows").get_by_role("button", name="Sign out").tap()
    expect(tablet.locator("#messages")).to_contain_text("is signed out.")
    expect(tablet.locator(".account-rows li")).to_have_count(1)
    phone.reload()
    expect(phone).to_have_url("/account/sign-in/?next=/teams/new/")
