"""Film how a stage of 36 riders is logged, on a tablet and on a phone: `make film`.

Every fifth tap is a picture in `var/film/<device>/`; the number of taps of the stage is printed.
Everything happens in a database of its own that is thrown away afterwards.
"""

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourmanager.settings")
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright keeps an event loop in this thread

FILM = Path("var/film")
EVERY = 5  # taps from one picture to the next


def main() -> None:
    from tests.journeys import chromium

    path = chromium.find()
    if path is None:
        sys.exit("No Chromium here (on Debian: apt install chromium).")
    with TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/tours.sqlite3"
        import django

        django.setup()
        from django.core.management import call_command
        from playwright.sync_api import sync_playwright

        from tests.journeys.server import Server

        call_command("migrate", verbosity=0)
        server = Server(Path(folder) / "server.log").start()
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=path, args=chromium.ARGUMENTS)
                _film_all(browser, server.url)
                browser.close()
        finally:
            server.kill()


def _film_all(browser: "Browser", url: str) -> None:
    from playwright.sync_api import Locator, Page

    from tests.journeys.conftest import COUNT_TAPS, PHONE, TABLET, Taps, sign_in
    from tests.journeys.test_log_a_stage import log_long_stage, tour_with_a_long_stage
    from tourmanager.accounts.models import User

    @dataclass
    class Camera(Taps):
        """Take a picture after every fifth tap."""

        page: Page
        folder: Path
        tapped: int = field(default=0)

        def tap(self, what: str | Locator) -> None:
            super().tap(what)
            self.tapped += 1
            if self.tapped % EVERY == 0:
                self.page.screenshot(path=str(self.folder / f"{self.tapped:03}.png"))

    director = User.objects.create_user("director")
    for size in (TABLET, PHONE):
        folder = FILM / size.name
        folder.mkdir(parents=True, exist_ok=True)
        for earlier in folder.glob("*.png"):
            earlier.unlink()
        context = browser.new_context(
            base_url=url,
            viewport={"width": size.width, "height": size.height},
            has_touch=size.touch,
            is_mobile=size.mobile,
            locale="en-GB",
        )
        context.add_init_script(COUNT_TAPS)
        sign_in(context, director, url)
        camera = Camera(context.new_page(), folder)
        log_long_stage(camera, tour_with_a_long_stage(director))
        camera.page.screenshot(path=str(folder / "end.png"))
        print(f"{size.name}: {camera.count} taps, pictures in {folder}")
        context.close()


if __name__ == "__main__":
    main()
