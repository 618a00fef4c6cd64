"""What stands in the way of End stage is drawn from the log as it is now, and leaves the button in
sight.
"""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.factory import a_tour
from tests.journeys.conftest import PHONE, TABLET, ContextMaker, Size
from tests.journeys.hands import chip, open_stage, sent
from tests.race import log_whole, say
from tourmanager.accounts.models import User
from tourmanager.tours.models import Tour

SIZES = pytest.mark.parametrize("size", [TABLET, PHONE], ids=lambda size: size.name)
RIDER = "1 rider has not arrived and has no status: Clover 5."
PASS = "Pass 1: 1 of 3 riders is missing."
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
    page.locator("[data-end]").tap()
    expect(page.get_by_role("heading", name="Stage 1 cannot end yet")).to_be_visible()
    page.wait_for_selector(".stage.scripted")
    return page.locator(".ending li")


def open_from(lines: Locator, words: str) -> None:
    lines.filter(has_text=words).get_by_role("link").tap()


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
    in_sight(page, "[data-end]", "refused")
    open_from(lines, "Pass 1")
    in_sight(page, '[data-panel="p1"] li:nth-child(3)', "the place that is free")
    page.locator(chip("a3")).tap()
    sent(page)
    assert lines.all_inner_texts() == [RIDER]
    open_from(lines, "Clover 5")
    arrive_last(page)
    sent(page)
    expect(page.locator(".ending")).to_have_count(0)
    expect(page.get_by_text("has not arrived")).to_have_count(0)
    in_sight(page, "[data-end]", "ready")
    page.locator("[data-end]").tap()
    page.wait_for_url(f"**/tours/{tour.slug}/stages/2/")


def test_another_device_that_was_refused_follows(
    browser_context_at: ContextMaker, director: User, tour: Tour
) -> None:
    one, other = (browser_context_at(TABLET, user=director).new_page() for _ in range(2))
    lines, others = ask_to_end(one, tour), ask_to_end(other, tour)
    open_from(lines, "Pass 1")
    one.locator(chip("a3")).tap()
    sent(one)
    other.evaluate(LOOKED)
    expect(others).to_have_text([RIDER])
    open_from(lines, "Clover 5")
    arrive_last(one)
    sent(one)
    other.evaluate(LOOKED)
    expect(other.locator(".ending")).to_have_count(0)


def test_a_tap_that_is_not_sent_yet_counts_in_the_refusal(
    director_tablet: Page, tour: Tour
) -> None:
    page = director_tablet
    lines = ask_to_end(page, tour)
    page.context.set_offline(True)
    open_from(lines, "Pass 1")
    page.locator(chip("a3")).tap()
    expect(lines.locator("visible=true")).to_have_text([RIDER])
    page.locator("[data-undo]").tap()
    expect(lines.locator("visible=true")).to_have_text([PASS, RIDER])


def test_a_warning_that_is_left_is_accepted_below_the_others(
    director_tablet: Page, tour: Tour
) -> None:
    """Once nothing is missing, the page asks about what may be accepted, without another press of
    End stage.
    """
    page = director_tablet
    say(tour.stages.get(number=1), "move finish c4 1")
    lines = ask_to_end(page, tour)
    assert lines.count() == 3
    open_from(lines, "Pass 1")
    page.locator(chip("a3")).tap()
    open_from(lines, "Clover 5")
    arrive_last(page)
    sent(page)
    expect(page.get_by_role("heading", name="Look at this before stage 1 ends")).to_be_visible()
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text("with a better time")
    in_sight(page, ".ending .button.danger", "the way to end it")
    page.get_by_role("button", name="End stage all the same").tap()
    page.wait_for_url(f"**/tours/{tour.slug}/stages/2/")


def test_a_refusal_is_put_away(director_tablet: Page, tour: Tour) -> None:
    page = director_tablet
    open_from(ask_to_end(page, tour), "Pass 1")
    page.get_by_role("button", name="Hide").tap()
    expect(page.locator(".ending")).to_have_count(0)
    page.locator(chip("a3")).tap()
    sent(page)
    expect(page.locator(".ending")).to_have_count(0)


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
    page.locator(".warnings summary").tap()
    items = page.locator(".warnings li")
    assert items.count() == 6
    in_sight(page, ".warnings ul", "the list")
    for at in range(items.count()):
        items.nth(at).scroll_into_view_if_needed()
        in_sight(page, f".warnings li:nth-child({at + 1}) a", f"item {at + 1}")


def test_a_stage_does_not_end_by_itself_when_a_waiting_tap_was_not_counted(
    director_tablet: Page,
    director: User,
) -> None:
    """Another director fills the same line meanwhile: why the tap does not count is read first."""
    tour = a_tour(by=director, stages=2, teams=2, riders=5)
    page = director_tablet
    open_stage(page, tour)
    page.context.set_offline(True)
    page.locator(chip("a1")).tap()
    page.locator("[data-end]").tap()
    expect(page.locator("#refused")).to_contain_text("The stage ends once it is.")
    stage = tour.stages.get(number=1)
    say(stage, "place s1 b1", by=director, client="other")
    page.context.set_offline(False)
    expect(page.locator("#refused")).to_contain_text("Not counted", timeout=20_000)
    page.wait_for_timeout(1500)
    expect(page.locator("#refused")).to_contain_text("Not counted")
    expect(page.get_by_role("heading", name="Stage 1 cannot end yet")).to_have_count(0)
