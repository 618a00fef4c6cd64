"""A passkey is added, signs in without a name or a password, and is removed; Chromium's virtual
authenticator stands for the finger.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.journeys.conftest import PHONE, TABLET, ContextMaker
from tourmanager.accounts.models import Passkey, User

PASSWORD = "a-long-breakaway-1"
Authenticator = tuple[CDPSession, str]


@pytest.fixture
def director(transactional_db: None) -> User:
    return User.objects.create_user(
        "director", password=PASSWORD, first_name="Dora", last_name="Director"
    )


def plug_in(page: Page, *, verified: bool = True) -> Authenticator:
    """Give the page's browser a security key whose owner has put their finger on it."""
    cdp = page.context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": verified,
        "automaticPresenceSimulation": True,
    }
    added = cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return cdp, str(added["authenticatorId"])


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).tap()


def open_from_menu(page: Page, link: str) -> None:
    page.goto("/")
    page.locator("header .menu summary").tap()
    page.get_by_role("link", name=link).tap()


def add_passkey(page: Page, name: str, password: str = PASSWORD) -> None:
    page.get_by_label("Name of the passkey").fill(name)
    page.get_by_label("Your password").fill(password)
    press(page, "Add passkey")


def test_a_passkey_is_added_signs_in_and_is_removed(
    director_phone: Page, axe: Callable[[Page], None]
) -> None:
    page = director_phone
    plug_in(page)
    open_from_menu(page, "Passkeys")
    expect(page.locator("[data-passkey-missing]")).to_be_hidden()
    add_passkey(page, "My phone", "wrong")
    expect(page.locator("main .warning")).to_have_text("This password is wrong.")
    axe(page)
    add_passkey(page, "My phone")
    expect(page.locator("#messages")).to_contain_text("sign in with the passkey “My phone” now")
    expect(page.locator(".account-rows")).to_contain_text("Never used")
    add_passkey(page, "Twice")
    expect(page.locator("main .warning")).to_contain_text("has a passkey for your account")
    axe(page)

    page.context.clear_cookies()
    page.goto("/account/sign-in/?next=/account/passkeys/")
    axe(page)
    press(page, "Sign in with a passkey")
    expect(page).to_have_url("/account/passkeys/")
    expect(page.locator(".account-rows")).to_contain_text("Last used")

    press(page, "Remove")
    expect(page.locator("#messages")).to_contain_text("“My phone” is removed")
    page.context.clear_cookies()
    page.goto("/account/sign-in/")
    press(page, "Sign in with a passkey")
    expect(page.locator("main .warning")).to_contain_text("is not known here")
    assert not Passkey.objects.exists()


def test_a_key_that_does_not_know_whose_finger_it_is_signs_nobody_in(
    director_tablet: Page,
) -> None:
    page = director_tablet
    cdp, key = plug_in(page)
    page.goto("/account/passkeys/")
    add_passkey(page, "Key")
    expect(page.locator(".account-rows")).to_contain_text("Key")
    page.context.clear_cookies()
    cdp.send("WebAuthn.setUserVerified", {"authenticatorId": key, "isUserVerified": False})
    page.goto("/account/sign-in/")
    press(page, "Sign in with a passkey")
    expect(page.locator("main .warning")).to_contain_text("It was cancelled")
    expect(page).to_have_url("/account/sign-in/")


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_where_the_browser_has_no_passkeys_none_is_offered(
    browser_context_at: ContextMaker, director: User, live_server, size
) -> None:
    """At an address of numbers without HTTPS, and without scripts."""
    by_number = live_server.url.replace("localhost", "127.0.0.1")
    for context in (
        browser_context_at(size, user=director, url=by_number),
        browser_context_at(size, user=director, javascript=False),
    ):
        page = context.new_page()
        page.goto("/account/passkeys/")
        expect(page.locator("[data-passkey-missing]")).to_be_visible()
        expect(page.get_by_role("button", name="Add passkey")).to_be_hidden()
        context.clear_cookies()
        page.goto("/account/sign-in/")
        expect(page.get_by_role("button", name="Sign in", exact=True)).to_be_visible()
        expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_hidden()
