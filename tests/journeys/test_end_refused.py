"""What stands in the way of End stage is drawn from the log as it is now, above a chip that counts
it, and leaves the button in sight.
"""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.factory import a_tour
from tests.journeys.conftest import PHONE, TABLET, ContextMaker, Size
from tests.journeys.hands import chip, sent
from tests.race import log_whole, say
from tourmanager.accounts.models import User
from tourmanager.tours.models import Stage, Tour

SIZES = pytest.mark.parametrize(
    "size", [TABLET, pytest.param(PHONE, marks=pytest.mark.layout)], ids=lambda size: size.name
)
RIDER = "Elin Clover is not in"
PASS = "3rd place is empty"
CHIP = "[data-missing-chip] summary"
LOOKED = "document.dispatchEvent(new Event('visibilitychange'))"  # as when the tablet is woken


@pytest.fixture
def tour(director: User) -> Tour:
    """Stage 1 lacks the third rider of a pass and the last arrival."""
    tour = a_tour(by=director, stages=2, teams=3, riders=5)
    stage = tour.stages.get(number=1)
    log_whole(stage, end="")
    say(stage, "remove finish c5")
    say(stage, "remove p1 a3")
    return tour


def ask_to_end(page: Page, tour: Tour) -> Locator:
    """Presses End stage and returns the lines of the refusal."""
    page.goto(f"/tours/{tour.slug}/stages/1/?line=finish")
    page.wait_for_selector(".stage.scripted")
    end = page.locator("[data-end]")
    (end if end.is_visible() else page.locator(CHIP)).tap()  # a phone's bar has only the chip
    expect(page.locator(".missing-sheet")).to_be_visible()
    return page.locator(".missing-sheet li b, .warning-list a")


def open_from(lines: Locator, words: str) -> None:
    lines.filter(has_text=words).tap()


def arrive_last(page: Page) -> None:
    page.locator(chip("c5")).tap()
    page.locator('[data-square="8"]').tap()
    page.locator('[data-die="2"]').tap()


def in_sight(page: Page, selector: str, why: str) -> None:
    """Wholly inside the window, and nothing lies on its middle."""
    found = page.locator(selector).evaluate(
        """(each) => {
            const box = each.getBoundingClientRect();
            const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            return {
                x: box.x, y: box.y, right: box.right, bottom: box.bottom,
                width: innerWidth, height: innerHeight, top: each.contains(top),
            };
        }"""
    )
    assert found["x"] >= 0, (why, found)
    assert found["y"] >= 0, (why, found)
    assert found["right"] <= found["width"], (why, found)
    assert found["bottom"] <= found["height"], (why, found)
    assert found["top"], (why, "covered", found)


@pytest.mark.rule("CP-APP-018")
@SIZES
def test_each_line_of_a_refusal_leaves_when_it_is_true_no_more(
    size: Size, browser_context_at: ContextMaker, director: User, tour: Tour
) -> None:
    page = browser_context_at(size, user=director).new_page()
    lines = ask_to_end(page, tour)
    assert lines.all_inner_texts() == [PASS, RIDER]
    expect(page.locator(CHIP)).to_have_text(re.compile(r"2\s*missing"))
    open_from(lines, PASS)
    in_sight(page, '[data-panel="p1"] [data-places] > li:nth-child(3)', "the place that is free")
    page.locator(chip("a3")).tap()  # what is tapped beside the sheet happens, and closes it
    expect(page.locator(".missing-sheet")).to_be_hidden()
    sent(page)
    page.locator(CHIP).tap()
    expect(lines).to_have_text([RIDER])
    open_from(lines, RIDER)
    expect(page.locator(".rider-chip.wanted")).to_have_attribute("data-rider", "c5")
    arrive_last(page)
    sent(page)
    expect(lines).to_have_count(0)
    expect(page.locator(".missing-sheet")).to_be_hidden()
    in_sight(page, "[data-end]", "ready")
    page.locator("[data-end]").tap()
    page.wait_for_url(f"**/tours/{tour.slug}/stages/1/end-of-stage/")


def test_another_device_that_was_refused_follows(
    browser_context_at: ContextMaker, director: User, tour: Tour
) -> None:
    one, other = (browser_context_at(TABLET, user=director).new_page() for _ in range(2))
    lines, others = ask_to_end(one, tour), ask_to_end(other, tour)
    open_from(lines, PASS)
    one.locator(chip("a3")).tap()
    sent(one)
    other.evaluate(LOOKED)
    expect(others).to_have_text([RIDER])
    one.locator(CHIP).tap()
    open_from(lines, RIDER)
    arrive_last(one)
    sent(one)
    other.evaluate(LOOKED)
    expect(other.locator(".missing-sheet")).to_be_hidden()


def test_a_tap_that_is_not_sent_yet_counts_in_the_refusal(
    director_tablet: Page, tour: Tour
) -> None:
    page = director_tablet
    lines = ask_to_end(page, tour)
    page.context.set_offline(True)
    open_from(lines, PASS)
    page.locator(chip("a3")).tap()
    expect(lines).to_have_text([RIDER])
    expect(page.locator(CHIP)).to_have_text(re.compile(r"1\s*missing"))
    page.locator("[data-undo]").tap()
    expect(lines).to_have_text([PASS, RIDER])


def test_a_warning_that_is_left_is_accepted_below_the_others(
    director_tablet: Page, tour: Tour
) -> None:
    """Once nothing is missing, End stage asks about what may be accepted."""
    page = director_tablet
    say(tour.stages.get(number=1), "move finish c4 1")
    lines = ask_to_end(page, tour)
    assert lines.count() == 3
    open_from(lines, PASS)
    page.locator(chip("a3")).tap()
    page.locator(CHIP).tap()
    open_from(lines, RIDER)
    arrive_last(page)
    sent(page)
    page.locator("[data-end]").tap()
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text("with a better time")
    in_sight(page, ".accept .button", "the way to end it")
    page.get_by_role("button", name="End stage all the same").tap()
    page.wait_for_url(f"**/tours/{tour.slug}/stages/1/end-of-stage/")


@pytest.mark.layout
@SIZES
def test_what_is_to_look_at_is_read_whole(
    size: Size, browser_context_at: ContextMaker, director: User, tour: Tour
) -> None:
    stage = tour.stages.get(number=1)
    for line in ("s1", "s2", "s3", "s4", "s5"):
        say(stage, f"remove {line} a2")
    page = browser_context_at(size, user=director).new_page()
    page.goto(f"/tours/{tour.slug}/stages/1/?line=finish")
    page.wait_for_selector(".stage.scripted")
    page.locator(CHIP).tap()
    expect(page.locator(CHIP)).to_have_text(re.compile(r"7\s*missing"))
    items = page.locator(".missing-list li")
    expect(items.locator("b")).to_have_text(["6 places are empty", RIDER])
    in_sight(page, ".missing-sheet", "the list")
    for at in range(items.count()):
        in_sight(page, f".missing-list li:nth-child({at + 1}) a", f"item {at + 1}")


def test_a_stage_does_not_end_by_itself_when_a_waiting_tap_was_not_counted(
    director_tablet: Page,
    director: User,
) -> None:
    """Another director fills the same line meanwhile: why the tap does not count is read first."""
    tour = a_tour(by=director, stages=2, teams=3, riders=5)
    stage = tour.stages.get(number=1)
    log_whole(stage, end="")
    say(stage, "remove s1 a2")
    page = director_tablet
    page.goto(f"/tours/{tour.slug}/stages/1/?line=s1")
    page.wait_for_selector(".stage.scripted")
    page.context.set_offline(True)
    page.locator(chip("a2")).tap()
    page.locator("[data-end]").tap()
    expect(page.locator("#refused")).to_contain_text("The stage ends once it is.")
    say(stage, "place s1 c5", by=director, client="other")
    page.context.set_offline(False)
    expect(page.locator("#refused")).to_contain_text("Not counted", timeout=20_000)
    page.wait_for_timeout(1500)
    expect(page.locator("#refused")).to_contain_text("Not counted")
    assert tour.stages.get(number=1).state == Stage.State.ACTIVE
