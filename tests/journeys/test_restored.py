"""The database is restored from an older backup while pages are open: they say so, keep their taps
and offer to send them again.

Restoring is played here by deleting the end of the log, which both databases do in the same way;
`tests/backups` holds the commands.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import BrowserContext, Page, expect

from tests.factory import NOW, a_tour, a_user
from tests.journeys.conftest import TABLET, ContextMaker
from tests.journeys.server import Server
from tests.journeys.tapping import RECORD, logged, open_stage, tap, wait_saved
from tests.race import say
from tourmanager.accounts.models import User
from tourmanager.backups.models import Epoch, current_epoch
from tourmanager.results.models import Entry
from tourmanager.tours.models import Director, Tour

SIX = [
    f"place {line} {team}{number}" for number, line in enumerate(["s1", "s2"], 1) for team in "abc"
]


@pytest.fixture
def tour(director: User) -> Tour:
    return a_tour(by=director, stages=2, teams=6, riders=6)


@pytest.fixture
def context(browser_context_at: ContextMaker, director: User) -> BrowserContext:
    return browser_context_at(TABLET, user=director)


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


def log_six(page: Page, tour: Tour) -> None:
    open_stage(page, tour)
    tap(page, "a1", "b1", "c1")
    expect(page.locator("#stage")).to_have_attribute("data-open", "s2")
    tap(page, "a2", "b2", "c2")
    wait_saved(page)
    assert logged() == SIX


def restore(tour: Tour, entries: int, by_command: bool = True) -> None:
    """The database as it was after so many entries; without the command, as when somebody copies
    the file back.
    """
    before = Tour.objects.get(pk=tour.pk).revision - Entry.objects.filter(seq__gt=entries).count()
    Entry.objects.filter(seq__gt=entries).delete()
    Tour.objects.filter(pk=tour.pk).update(revision=before)
    if by_command:
        current_epoch()
        Epoch.objects.update(name=f"restored-to-{entries}")


def second_director(tour: Tour) -> User:
    second = a_user("second", first_name="Sam", last_name="Second")
    Director.objects.create(tour=tour, user=second, added_at=NOW)
    return second


@pytest.mark.parametrize(
    "by_command", [True, False], ids=["restored by command", "file copied back"]
)
def test_taps_that_a_restore_lost_are_sent_again(page: Page, tour: Tour, by_command: bool) -> None:
    log_six(page, tour)
    tokens = list(Entry.objects.order_by("seq").values_list("token", flat=True))
    restore(tour, 2, by_command)
    expect(page.locator("#restored")).to_contain_text(
        "4 taps that were saved from this device are missing there", timeout=8000
    )
    expect(page.locator("#restored")).to_contain_text("restored from an older backup")
    expect(page.locator("#sending")).not_to_have_text("Saved")
    assert logged() == SIX[:2]
    page.get_by_role("button", name="Send them again").tap()
    wait_saved(page)
    assert logged() == SIX
    assert list(Entry.objects.order_by("seq").values_list("token", flat=True)) == tokens
    expect(page.locator("#restored")).to_be_empty()


def test_a_tap_after_the_restore_waits_for_the_decision(page: Page, tour: Tour) -> None:
    """It is not written behind a log that lacks what was tapped before it."""
    log_six(page, tour)
    restore(tour, 4)
    page.locator('.profile-wide [data-line="s3"] .profile-board').tap()
    tap(page, "a3")
    expect(page.locator("#restored")).to_contain_text("2 taps")
    tap(page, "b3")
    expect(page.locator("#sending")).to_have_text("Not sent yet (2)")
    assert logged() == SIX[:4]
    page.get_by_role("button", name="Send them again").tap()
    wait_saved(page)
    assert logged() == [*SIX, "place s3 a3", "place s3 b3"]


@pytest.mark.parametrize(
    "by_command", [True, False], ids=["restored by command", "file copied back"]
)
def test_a_page_opened_after_the_restore_offers_it_too(
    page: Page, tour: Tour, context: BrowserContext, by_command: bool
) -> None:
    log_six(page, tour)
    page.close()
    restore(tour, 5, by_command)
    again = context.new_page()
    open_stage(again, tour)
    expect(again.locator("#restored")).to_contain_text(
        "1 tap that was saved from this device is missing there", timeout=8000
    )
    again.get_by_role("button", name="Send them again").tap()
    wait_saved(again)
    assert logged() == SIX


def test_who_leaves_them_out_is_asked_first_and_not_again(page: Page, tour: Tour) -> None:
    log_six(page, tour)
    restore(tour, 4)
    page.get_by_role("button", name="Leave them out").tap(timeout=8000)
    expect(page.locator("#restored")).to_contain_text("Leave out 2 taps?")
    page.get_by_role("button", name="Keep").tap()
    expect(page.locator("#restored")).to_contain_text("2 taps that were saved")
    page.get_by_role("button", name="Leave them out").tap()
    page.get_by_role("button", name="Leave out", exact=True).tap()
    wait_saved(page)
    page.reload()
    page.wait_for_selector(".stage.scripted")
    page.wait_for_timeout(6000)
    expect(page.locator("#restored")).to_be_empty()
    assert logged() == SIX[:4]


def test_a_page_that_misses_nothing_of_its_own_still_says_so(
    page: Page, tour: Tour, browser_context_at: ContextMaker, director: User
) -> None:
    """What another device tapped is gone, and that device may be switched off."""
    stage = tour.stages.get(number=1)
    open_stage(page, tour)
    tap(page, "a1")
    wait_saved(page)
    say(stage, "place s1 b1", by=director)
    expect(page.locator('[data-panel="s1"]')).to_contain_text("Anna Brick", timeout=8000)
    restore(tour, 1)
    expect(page.locator("#restored")).to_contain_text(
        "The server was restored from a backup", timeout=8000
    )
    expect(page.locator('[data-panel="s1"]')).not_to_contain_text("Anna Brick")
    page.get_by_role("button", name="OK", exact=True).tap()
    tap(page, "c1")
    wait_saved(page)
    assert logged() == ["place s1 a1", "place s1 c1"]


def test_an_answer_about_a_line_from_before_the_restore_is_not_kept(
    page: Page, tour: Tour, director: User
) -> None:
    """It was asked for in the very state that the restore brings back, and read one tap later."""
    panel, held = page.locator('[data-panel="s1"]'), []
    open_stage(page, tour)
    expect(panel.locator("[data-about]")).to_have_attribute("aria-busy", "false")
    page.route("**/virtual/s1/", lambda route: route.continue_() if held else held.append(route))
    tap(page, "a1")
    wait_saved(page)
    say(tour.stages.get(number=1), "place s1 b1", by=director)
    expect(panel.locator(".places")).to_contain_text("Anna Brick", timeout=8000)
    answer = held[0].fetch()
    assert "Anna Brick" in answer.text()
    restore(tour, 1, by_command=False)
    expect(page.locator("#restored")).to_contain_text("The server was restored", timeout=8000)
    held[0].fulfill(response=answer)
    expect(panel.locator("[data-about]")).to_have_attribute("aria-busy", "false")
    expect(panel).not_to_contain_text("Anna Brick")


@pytest.mark.parametrize(
    "by_command", [True, False], ids=["restored by command", "file copied back"]
)
def test_a_waiting_undo_strikes_nobody_else_s_entry(
    page: Page, tour: Tour, context: BrowserContext, by_command: bool
) -> None:
    """The undo of entry 3 waits; the restored log gets another entry 3 from another device."""
    open_stage(page, tour)
    tap(page, "a1", "b1", "c1")
    wait_saved(page)
    context.route(RECORD, lambda route: route.abort())
    page.locator("[data-undo]").tap()
    expect(page.locator("#sending")).to_have_text("Not sent yet (1)")
    restore(tour, 2, by_command)
    say(tour.stages.get(number=1), "place s1 f1", by=second_director(tour))
    context.unroute(RECORD)
    page.get_by_role("button", name="Send now").tap()
    expect(page.locator("#restored")).to_contain_text("1 tap")
    page.get_by_role("button", name="Send them again").tap()
    wait_saved(page)
    expect(page.locator("#refused")).to_contain_text("Not counted: Clover 1, 3rd at Sprint 1.")
    expect(page.locator('[data-panel="s1"]')).to_contain_text("Anna Fuchsia")
    assert logged() == ["place s1 a1", "place s1 b1", "place s1 f1"]


def test_a_waiting_undo_follows_the_tap_that_is_sent_again(
    page: Page, tour: Tour, context: BrowserContext
) -> None:
    """Another device wrote on another line: the tap has another number now, and its undo
    finds it.
    """
    open_stage(page, tour)
    tap(page, "a1", "b1", "c1")
    wait_saved(page)
    context.route(RECORD, lambda route: route.abort())
    page.locator("[data-undo]").tap()
    restore(tour, 2)
    say(tour.stages.get(number=1), "use f bottle", by=second_director(tour))
    context.unroute(RECORD)
    page.get_by_role("button", name="Send now").tap()
    page.get_by_role("button", name="Send them again").tap()
    wait_saved(page)
    assert logged() == ["place s1 a1", "place s1 b1", "cp.use f bottle", "place s1 c1", "undo 4"]
    expect(page.locator("#refused")).to_be_empty()


def test_a_stage_that_the_backup_has_not_reached_keeps_its_taps(page: Page, tour: Tour) -> None:
    log_six(page, tour)
    restore(tour, 2)
    tour.stages.filter(number=1).update(state="pending")
    expect(page.locator("#restored")).to_contain_text("Stage 1 is not open now", timeout=8000)
    tour.stages.filter(number=1).update(state="active")
    page.get_by_role("link", name="Load the page again").tap()
    page.goto(f"/tours/{tour.slug}/stages/1/?line=s1")
    page.get_by_role("button", name="Send them again").tap(timeout=8000)
    wait_saved(page)
    assert logged() == SIX


def test_a_restore_by_command_under_a_running_server(
    real_server: Callable[..., Server],
    browser_context_at: ContextMaker,
    director: User,
    tour: Tour,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The commands themselves, on either database, while a page is open."""
    monkeypatch.setattr("tourmanager.backups.keeping.FOLDER", str(tmp_path))
    server = real_server()
    page = browser_context_at(TABLET, user=director, url=server.url).new_page()
    open_stage(page, tour)
    tap(page, "a1", "b1")
    wait_saved(page)
    call_command("backup", str(tmp_path / "evening"))
    tap(page, "c1")
    wait_saved(page)
    tap(page, "a2", "b2")
    wait_saved(page)
    call_command("restore", str(tmp_path / "evening"))
    expect(page.locator("#restored")).to_contain_text(
        "3 taps that were saved from this device are missing there", timeout=10_000
    )
    page.get_by_role("button", name="Send them again").tap()
    wait_saved(page)
    assert logged() == SIX[:5]
    call_command("verify", tour.slug)
