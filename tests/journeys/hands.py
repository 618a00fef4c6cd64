"""What hands do at the table, by finger: the gestures that several journeys share."""

import re
from collections.abc import Sequence

from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from tourmanager.tours.models import Tour


class Hold:
    """Hold what a page asks for until `release`: what is done before comes before the answer."""

    def __init__(self, page: Page | BrowserContext, url: str | re.Pattern[str]) -> None:
        self.held: list[Route] = []
        self.holding = True
        page.route(url, self._asked)

    def _asked(self, route: Route) -> None:
        if self.holding:
            self.held.append(route)
        else:
            route.continue_()

    def release(self) -> None:
        self.holding = False
        for route in self.held:
            route.continue_()


def chip(code: str) -> str:
    """A rider on the pad."""
    return f'.rider-chip[data-rider="{code}"]'


def sent(page: Page) -> None:
    """Waits until the stage page says that every tap is saved."""
    expect(page.locator("#sending")).to_have_attribute("data-state", "saved", timeout=20_000)


def kept(page: Page) -> None:
    """Waits until a draft says that what was entered is saved."""
    expect(page.locator("#saved")).to_have_text("Saved")


def open_stage(page: Page, tour: Tour, number: int = 1) -> None:
    page.goto(f"/tours/{tour.slug}/stages/{number}/")
    start_logging(page)


def start_logging(page: Page) -> None:
    page.get_by_role("link", name="Start logging").tap()
    page.wait_for_selector(".stage.scripted")


def scroll_below_the_board(page: Page) -> None:
    """What stands there comes when it is scrolled to."""
    page.locator(".stage.scripted").wait_for()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")


def open_line(page: Page, key: str) -> None:
    """Its sign on the profile, or on the strip that stands for it at the finish."""
    signs = f'.profile-wide [data-line="{key}"] .profile-board, .strip [data-line="{key}"]'
    page.locator(signs).locator("visible=true").first.tap()


def fill_line(page: Page, key: str, codes: Sequence[str]) -> None:
    """Riders as they cross; the page offers the line by itself."""
    expect(page.locator("#stage")).to_have_attribute("data-open", key)
    for code in codes:
        page.locator(chip(code)).tap()


def arrive(page: Page, codes: Sequence[str], square: int, die: int) -> None:
    """One arrival: its riders, the square of its front, the last die."""
    for code in codes:
        page.locator(chip(code)).tap()
    page.locator(f'[data-square="{square}"]').tap()
    page.locator(f'[data-die="{die}"]').tap()


def group_with(page: Page, code: str) -> Locator:
    """The group of the arrivals that a rider came in."""
    return page.locator(".group").filter(has=page.locator(f'[data-rider="{code}"]'))


def next_turn(page: Page) -> None:
    page.locator('[data-turn="1"]').tap()


def end_stage(page: Page) -> None:
    """Once the server has said that nothing is missing."""
    expect(page.locator("[data-end].primary")).to_be_visible(timeout=20_000)
    sent(page)
    page.locator("[data-end]").tap()


def lay_out_next(page: Page, ended: int) -> None:
    """From the end of that stage to the next one."""
    page.wait_for_url(f"**/stages/{ended}/end-of-stage/")
    page.get_by_role("link", name=f"Lay out stage {ended + 1}").tap()
    page.wait_for_url(f"**/stages/{ended + 1}/")


def see_final_result(page: Page, ended: int) -> None:
    """From the end of the last stage to the closing page."""
    page.wait_for_url(f"**/stages/{ended}/end-of-stage/")
    page.get_by_role("link", name="See the final result").tap()
    page.wait_for_url("**/final/")
