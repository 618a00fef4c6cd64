"""A browser at the table: the sizes people hold, signed in or not, and what is asked of every page.

Fixtures: `live_server` (in this process) or `real_server` (a process that can be killed);
`browser_context_at(size, …)` makes any context; `tablet`, `phone`, `desktop` are pages of somebody
who only looks, `director_tablet` and so on of the signed-in `director`. Every page fails its test
on a script error or a broken content security policy.
"""

import os
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, Request

from tests.journeys import chromium
from tests.journeys.server import Server
from tourmanager.accounts.models import User


@dataclass(frozen=True)
class Size:
    name: str
    width: int
    height: int
    touch: bool = True
    mobile: bool = False


TABLET = Size("tablet", 1024, 768)
PHONE = Size("phone", 390, 844, mobile=True)
DESKTOP = Size("desktop", 1440, 900, touch=False)
SIZES = {size.name: size for size in (TABLET, PHONE, DESKTOP)}

COUNT_TAPS = """
(() => {
  const count = (key) => sessionStorage.setItem(key, Number(sessionStorage.getItem(key) || 0) + 1);
  addEventListener("click", (event) => event.isTrusted && event.detail
    && count("counted-taps"), true);
  addEventListener("keydown", (event) => event.isTrusted && count("counted-keys"), true);
})();
"""


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    path = chromium.find()
    if path is None:
        pytest.skip("no Chromium here")
    # Playwright's event loop lives in this thread, so Django believes that each query here is made
    # in one.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    return {"executable_path": path, "args": chromium.ARGUMENTS}


@pytest.fixture
def director(transactional_db: None) -> User:
    """Somebody who may direct tours."""
    return User.objects.create_user(
        "director", password=None, first_name="Dora", last_name="Director"
    )


def sign_in(context: BrowserContext, user: User, url: str) -> None:
    """Puts the user's session into the browser, as if he had signed in."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    assert session.session_key
    context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": session.session_key, "url": url}]
    )


def watch(page: Page, faults: list[str]) -> None:
    """Notes what a page must never do."""
    page.on("pageerror", lambda error: faults.append(f"script error on {page.url}: {error}"))

    def said(message: Any) -> None:
        # a connection that is lost, and a form that is refused: both are said on the page
        expected = (
            "Failed to load resource",
            "net::ERR",
            "htmx:sendError",
            "htmx:sendAbort",
            "htmx:afterRequest",
            "Code 422",
            "Code 409",
        )
        if message.type == "error" and not any(words in message.text for words in expected):
            faults.append(f"console on {page.url}: {message.text}")

    page.on("console", said)


def wait_for_answers(context: BrowserContext, asked: Set[Request]) -> None:
    """Let the server answer what pages just asked: on PostgreSQL a request that still reads would
    lock what the end of the test empties.
    """
    for _ in range(60):
        if not asked or not context.pages:
            return
        context.pages[0].wait_for_timeout(50)


ContextMaker = Callable[..., BrowserContext]


@pytest.fixture
def browser_context_at(
    browser: Browser, transactional_db: None, request: pytest.FixtureRequest
) -> Iterator[ContextMaker]:
    """`browser_context_at(TABLET, user=director, scheme="dark", url=server.url, javascript=False)`:
    another device.

    Without `url` its pages open on the live server.
    """
    contexts: list[BrowserContext] = []
    asked: set[Request] = set()  # that have no answer yet
    faults: list[str] = []

    def make(
        size: Size = DESKTOP,
        *,
        user: User | None = None,
        scheme: Literal["light", "dark"] = "light",
        url: str | None = None,
        javascript: bool = True,
    ) -> BrowserContext:
        url = url or request.getfixturevalue("live_server").url
        context = browser.new_context(
            base_url=url,
            viewport={"width": size.width, "height": size.height},
            has_touch=size.touch,
            is_mobile=size.mobile,
            device_scale_factor=2 if size.mobile else 1,
            color_scheme=scheme,
            java_script_enabled=javascript,
            reduced_motion="reduce",
            locale="en-GB",
        )
        context.set_default_timeout(30_000)  # a loaded machine is slow, not wrong
        context.set_default_navigation_timeout(30_000)  # a server of its own may be just starting
        context.add_init_script(COUNT_TAPS)
        context.on("page", lambda page: watch(page, faults))
        context.on("request", lambda request: asked.add(request))
        context.on("requestfinished", lambda request: asked.discard(request))
        context.on("requestfailed", lambda request: asked.discard(request))
        if user is not None:
            sign_in(context, user, url)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        wait_for_answers(context, asked)
        context.close()
    assert not faults, "\n".join(faults)


@pytest.fixture
def tablet(browser_context_at: ContextMaker) -> Page:
    return browser_context_at(TABLET).new_page()


@pytest.fixture
def phone(browser_context_at: ContextMaker) -> Page:
    return browser_context_at(PHONE).new_page()


@pytest.fixture
def desktop(browser_context_at: ContextMaker) -> Page:
    return browser_context_at(DESKTOP).new_page()


@pytest.fixture
def director_tablet(browser_context_at: ContextMaker, director: User) -> Page:
    return browser_context_at(TABLET, user=director).new_page()


@pytest.fixture
def director_phone(browser_context_at: ContextMaker, director: User) -> Page:
    return browser_context_at(PHONE, user=director).new_page()


@pytest.fixture
def director_desktop(browser_context_at: ContextMaker, director: User) -> Page:
    return browser_context_at(DESKTOP, user=director).new_page()


COLOUR_RULES = ["color-contrast", "link-in-text-block"]  # of axe


def axe_check(page: Page, rules: list[str] | None = None) -> None:
    found = Axe().run(
        page, options={"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
    )
    assert found.violations_count == 0, f"{page.url}\n{found.generate_report()}"


@pytest.fixture(scope="session")
def axe(pytestconfig: pytest.Config) -> Callable[[Page], None]:
    """`axe(page)`: the page has no accessibility fault that a program can find.

    Axe asks no database: with `--database-only` the pages are opened all the same, and it is left
    out.
    """
    return (lambda page: None) if pytestconfig.getoption("--database-only") else axe_check


@pytest.fixture(scope="session")
def axe_by_day_and_night(pytestconfig: pytest.Config) -> Callable[[Page], None]:
    """The same in both colour schemes. They differ in the values of `light-dark()` alone, so at
    night only colours are looked at again.
    """

    def check(page: Page) -> None:
        if pytestconfig.getoption("--database-only"):
            return
        axe_check(page)
        page.emulate_media(color_scheme="dark")
        axe_check(page, COLOUR_RULES)
        page.emulate_media(color_scheme="light")

    return check


@dataclass
class Taps:
    """Counts what hands do on a page: real taps and clicks, and real keys, over all page loads of
    the tab.
    """

    page: Page

    def reset(self) -> None:
        self.page.evaluate(
            "() => ['taps', 'keys'].forEach((what) => sessionStorage.removeItem('counted-' + what))"
        )

    @property
    def count(self) -> int:
        return self._counted("taps")

    @property
    def keys(self) -> int:
        return self._counted("keys")

    def tap(self, what: str | Locator) -> None:
        """One finger on it, once."""
        (self.page.locator(what) if isinstance(what, str) else what).tap()

    def _counted(self, what: str) -> int:
        read = "(what) => Number(sessionStorage.getItem('counted-' + what) || 0)"
        try:
            return int(self.page.evaluate(read, what))
        except Error:  # the last tap was just leading to another page
            self.page.wait_for_load_state()
            return int(self.page.evaluate(read, what))


@pytest.fixture(scope="session")
def taps() -> type[Taps]:
    """`counter = taps(page)`; later `counter.count` and `counter.keys`."""
    return Taps


@pytest.fixture
def real_server(transactional_db: None, tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """`server = real_server()`; `server.url`, `server.kill()`, `server.start()`; it works on the
    test's own database.
    """
    servers: list[Server] = []

    def serve(app: str | None = None, env: dict[str, str] | None = None) -> Server:
        server = Server(
            tmp_path / f"server-{len(servers)}.log", **({"app": app} if app else {}), env=env
        )
        servers.append(server)
        return server.start()

    yield serve
    for server in servers:
        server.kill()
