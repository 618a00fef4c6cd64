"""Retake the pictures of the README from the demo tours: `make screenshots`.

Everything happens in a database of its own that is thrown away afterwards, so the pictures come out
the same wherever they are taken.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.journeys.conftest import Size
    from tourmanager.accounts.models import User

    Scheme = Literal["light", "dark"]

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourmanager.settings")
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright keeps an event loop in this thread

IMAGES = Path(__file__).parent / "images"
LARGEST = 200_000  # bytes that a picture in the README may have
RUNNING, FINISHED, GRAND = "Coast and Cols", "Tour of the Five Valleys", "Tour of the Red Kite"


def main() -> None:
    from tests.journeys import chromium

    path = chromium.find()
    if path is None:
        sys.exit(
            "No Chromium here (on Debian: apt install chromium; elsewhere: CHROMIUM=/path/to/it)."
        )
    IMAGES.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/tours.sqlite3"
        import django

        django.setup()
        from django.core.management import call_command
        from playwright.sync_api import sync_playwright

        from docs.ridden import (
            CARDS,
            at_the_finish,
            never,
            on_the_pass,
            peloton_of_twenty,
            ridden,
            with_cards,
        )
        from tests.journeys.server import Server
        from tourmanager.accounts.models import User
        from tourmanager.tours.models import Tour
        from tourmanager.tours.table import DEMO_DIRECTOR

        rides_wanted = (
            ("flat", "flat", peloton_of_twenty),
            ("pass", "high", on_the_pass),
            ("finish", "medium", at_the_finish),
            ("over", "low", never),
        )
        call_command("migrate", verbosity=0)
        call_command("demo", verbosity=0)
        director = User.objects.get(username=DEMO_DIRECTOR)
        slugs = {name: Tour.objects.get(name=name).slug for name in (RUNNING, FINISHED, GRAND)}
        rides = {name: ridden(director, road, until).slug for name, road, until in rides_wanted}
        rides |= {
            name: with_cards(director, key, teams, until).slug for name, key, teams, until in CARDS
        }
        server = Server(Path(folder) / "server.log").start()
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=path, args=chromium.ARGUMENTS)
                Album(browser, server.url, director, slugs, rides).take()
                browser.close()
        finally:
            server.kill()
    for picture in sorted(IMAGES.glob("*.png")):
        size = picture.stat().st_size
        print(f"{picture.relative_to(IMAGES.parent.parent)}  {size // 1024} kB")
        if size > LARGEST:
            sys.exit(f"{picture.name} is too large for a page.")


class Album:
    def __init__(
        self,
        browser: "Browser",
        url: str,
        director: "User",
        slugs: dict[str, str],
        rides: dict[str, str],
    ) -> None:
        self.browser, self.url, self.director, self.rides = browser, url, director, rides
        self.running, self.finished, self.grand = (
            f"/tours/{slugs[name]}" for name in (RUNNING, FINISHED, GRAND)
        )

    @contextmanager
    def device(self, size: "Size", scheme: "Scheme" = "light") -> Iterator["Page"]:
        from tests.journeys.conftest import sign_in

        context = self.browser.new_context(
            base_url=self.url,
            viewport={"width": size.width, "height": size.height},
            has_touch=size.touch,
            is_mobile=size.mobile,
            color_scheme=scheme,
            reduced_motion="reduce",
            locale="en-GB",
        )
        sign_in(context, self.director, self.url)
        yield context.new_page()
        context.close()

    def keep(self, page: "Page", name: str) -> None:
        page.wait_for_load_state("networkidle")
        page.screenshot(path=str(IMAGES / f"{name}.png"))

    def take(self) -> None:
        from tests.journeys.conftest import PHONE, TABLET

        with self.device(TABLET) as page:
            self.at_the_table(page)
            self.setting_up(page)
            self.reading(page)
            self.riding(page)
            self.cards(page)
            self.designing(page)
        with self.device(PHONE) as page:
            self.stage(page, "p3")
            self.keep(page, "stage-phone")
            self.ride(page, "pass", "")
            self.keep(page, "ride-pass-phone")
            self.ride(page, "mountain", "")
            self.keep(page, "cards-mountain-phone")
        with self.device(TABLET, "dark") as page:
            self.stage(page, "p3")
            self.keep(page, "stage-dark")

    def stage(self, page: "Page", line: str) -> None:
        """The stage that is being raced, a line of it open."""
        page.goto(f"{self.running}/stages/3/?line={line}")
        page.wait_for_selector(".stage.scripted")

    def at_the_table(self, page: "Page") -> None:
        self.stage(page, "p3")
        self.keep(page, "stage")
        self.stage(page, "finish")
        self.keep(page, "arrivals")

    def setting_up(self, page: "Page") -> None:
        page.goto(f"{self.finished}/settings/")
        page.get_by_role("button", name="Duplicate as a new tour").tap()
        page.wait_for_url("**/tours/new/*/*/**")
        page.goto(page.url.rsplit("/", 2)[0] + "/stages/")
        page.get_by_role("button", name="Change stage 1").tap()
        page.locator(".stage-open").wait_for()
        page.mouse.wheel(0, -2000)
        self.keep(page, "start")

    def reading(self, page: "Page") -> None:
        page.goto(f"{self.finished}/classifications/")
        self.keep(page, "classifications")
        page.locator("#of-individual").locator("xpath=..").locator("tbody .figure a").nth(1).tap()
        page.locator("dialog#working h2").wait_for()
        self.keep(page, "explanation")
        page.goto(f"{self.finished}/cycling-party/")
        self.keep(page, "cycling-party")
        page.goto(f"{self.finished}/final/")
        self.keep(page, "closing")

    def ride(self, page: "Page", name: str, address: str) -> None:
        page.goto(f"/rides/{self.rides[name]}/{address}")
        page.locator("h1").first.wait_for(state="attached")

    def riding(self, page: "Page") -> None:
        page.goto("/rides/new/cycling_party/")
        self.keep(page, "ride-start")
        for name, address, picture in (
            ("flat", "", "ride-flat"),
            ("pass", "", "ride-pass"),
            ("finish", "", "ride-finish"),
            ("over", "result/", "ride-result"),
            ("over", "replay/?at=900", "ride-replay"),
        ):
            self.ride(page, name, address)
            self.keep(page, picture)

    def cards(self, page: "Page") -> None:
        for name in ("bidding", "mountain", "cobbles", "supply"):
            self.ride(page, name, "")
            self.keep(page, f"cards-{name}")
        page.goto(f"{self.grand}/classifications/")
        page.evaluate("scrollTo(0, 560)")
        self.keep(page, "grand-tour")

    def designing(self, page: "Page") -> None:
        page.goto("/designs/new/?tiles=abcgiDHqntmKOLrepJsfu")
        page.locator("#laid-5").click()
        page.evaluate("scrollTo(0, 500)")
        self.keep(page, "designer")
        page.goto("/rides/new/flamme_rouge/?stage=peloton-9&version=peloton")
        self.keep(page, "ride-start-cards")


if __name__ == "__main__":
    main()
