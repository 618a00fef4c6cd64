"""A stage page as tests of the waiting taps use it: opened on a line, tapped, and compared with the
log.
"""

from playwright.sync_api import Page, expect

from tourmanager.results.models import Entry
from tourmanager.tours.models import Tour

RECORD = "**/record/"


def open_stage(page: Page, tour: Tour, line: str = "s1") -> None:
    page.goto(f"/tours/{tour.slug}/stages/1/?line={line}")
    page.wait_for_selector(".stage.scripted")


def tap(page: Page, *codes: str) -> None:
    for code in codes:
        page.locator(f'.rider-chip[data-rider="{code}"]').tap()


def wait_saved(page: Page) -> None:
    expect(page.locator("#sending")).to_have_attribute("data-state", "saved", timeout=30_000)


def logged() -> list[str]:
    """What stands in the log, in words like "place s1 a1"."""
    rows = []
    for entry in Entry.objects.order_by("seq"):
        body = dict(entry.body)
        rows.append(
            " ".join(
                " ".join(map(str, part)) if isinstance(part, list) else str(part)
                for part in body.values()
                if part is not None
            )
        )
    return rows
