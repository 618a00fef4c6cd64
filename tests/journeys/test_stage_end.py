"""End stage leads to the end of the stage: it stands at once for those who ask for no motion, moves
once for others, and on a phone a hurried second tap leads nowhere.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.factory import a_tour
from tests.journeys.conftest import PHONE, TABLET, ContextMaker
from tests.journeys.hands import end_stage, lay_out_next
from tests.race import log_whole, say
from tourmanager.accounts.models import User
from tourmanager.tours.models import Tour

MOVING = "() => document.getAnimations().map((each) => each.animationName)"
ONWARD = ".foot-onward"


@pytest.fixture
def tour(director: User) -> Tour:
    """All of stage 1 is logged but its end."""
    tour = a_tour(by=director, stages=3, teams=3, riders=5)
    log_whole(tour.stages.get(number=1), end="")
    return tour


def end_of(tour: Tour, number: int = 1) -> str:
    return f"/tours/{tour.slug}/stages/{number}/end-of-stage/"


def ended(page: Page, tour: Tour) -> Page:
    page.goto(f"/tours/{tour.slug}/stages/1/?line=finish")
    page.wait_for_selector(".stage.scripted")
    end_stage(page)
    page.wait_for_url(f"**{end_of(tour)}")
    return page


def test_from_end_stage_to_the_next_stage(director_tablet: Page, tour: Tour, axe: Any) -> None:
    page = ended(director_tablet, tour)
    expect(page.get_by_role("heading", name="Anna Azure wins")).to_be_visible()
    expect(page.locator(".stage-podium .step")).to_have_count(3)
    expect(page.get_by_role("heading", name="The jerseys tonight")).to_be_visible()
    expect(page.locator(".swing-row")).to_have_count(3)
    axe(page)
    page.get_by_role("button", name="Make official").tap()
    expect(page.get_by_text("Stage 1 is official.")).to_be_visible()
    expect(page.get_by_role("button", name="Make official")).to_have_count(0)
    lay_out_next(page, 1)
    expect(page.get_by_role("link", name="Start logging")).to_be_visible()
    page.goto(f"/tours/{tour.slug}/stages/1/")
    page.get_by_role("link", name="The end of the stage").tap()
    page.wait_for_url(f"**{end_of(tour)}")


@pytest.mark.layout
def test_where_end_stage_was_there_is_nothing_to_press(director_tablet: Page, tour: Tour) -> None:
    """The foot of the tablet: from x 260 to 504 a second tap hits paper; Lay out stands where Undo
    stood.
    """
    page = ended(director_tablet, tour)
    pressed = page.locator(".stage-end-foot").locator("a, button")
    boxes = [pressed.nth(n).bounding_box() for n in range(pressed.count())]
    assert len(boxes) == 4
    for box in boxes:
        assert box is not None
        assert box["x"] + box["width"] <= 260 or box["x"] >= 504
        assert (round(box["y"]), round(box["height"])) == (706, 54)
    hit = "document.elementsFromPoint(382, 733).some((each) => each.closest('a, button'))"
    assert page.evaluate(hit) is False


def test_nobody_who_asks_for_no_motion_sees_any(director_tablet: Page, tour: Tour) -> None:
    page = ended(director_tablet, tour)
    assert page.evaluate(MOVING) == []


def moving(browser_context_at: ContextMaker, size: Any, **more: Any) -> BrowserContext:
    context = browser_context_at(size, **more)
    context.on("page", lambda page: page.emulate_media(reduced_motion="no-preference"))
    return context


def test_it_moves_once(browser_context_at: ContextMaker, director: User, tour: Tour) -> None:
    page = moving(browser_context_at, TABLET, user=director).new_page()
    ended(page, tour)
    names = set(page.evaluate(MOVING))
    assert {"stage-end-step", "stage-end-over", "stage-end-grow"} <= names
    ends = "document.getAnimations().map((each) => each.effect.getComputedTiming().endTime)"
    longest = page.evaluate(f"Math.max(...{ends})")
    assert longest <= 1600
    page.evaluate("Promise.all(document.getAnimations().map((each) => each.finished))")
    page.reload()
    assert page.evaluate(MOVING) == []  # who looks again finds all in its place


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_on_a_phone_the_button_waits_until_the_podium_stands(
    browser_context_at: ContextMaker, director: User, tour: Tour, motion: Any
) -> None:
    page = browser_context_at(PHONE, user=director).new_page()
    page.emulate_media(reduced_motion=motion)
    # time stands still from the beginning of the page
    page.add_init_script(
        "document.addEventListener('DOMContentLoaded', () =>"
        " document.getAnimations().forEach((each) => each.pause()))"
    )
    ended(page, tour)
    box = page.locator(ONWARD).bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    wait = "document.getAnimations().find((each) => each.animationName === 'stage-end-wait')"
    page.wait_for_function(f"() => {wait}?.playState === 'paused'")
    timing = page.evaluate(f"{wait}.effect.getComputedTiming()")
    assert timing["delay"] == 1000
    page.touchscreen.tap(*middle)
    assert page.evaluate(f"getComputedStyle(document.querySelector('{ONWARD}')).pointerEvents") == (
        "none"
    )
    assert page.url.endswith(end_of(tour))
    page.evaluate(f"{wait}.finish()")
    page.touchscreen.tap(*middle)
    page.wait_for_url(f"**/tours/{tour.slug}/stages/2/")


@pytest.mark.layout
def test_a_phone_shows_all_without_scrolling_sideways(director_phone: Page, tour: Tour) -> None:
    page = ended(director_phone, tour)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    box = page.locator(ONWARD).bounding_box()
    assert box is not None
    assert (round(box["x"]), round(box["x"] + box["width"])) == (126, 382)
    expect(page.get_by_role("link", name="Result")).to_be_visible()
    page.get_by_role("button", name="Make official").scroll_into_view_if_needed()
    expect(page.get_by_role("button", name="Make official")).to_be_in_viewport()


# -- sharing


def test_a_device_with_a_sheet_of_its_own_shares(tablet: Page, tour: Tour) -> None:
    end_now(tour)
    tablet.add_init_script("navigator.share = async (what) => { globalThis.shared = what; };")
    tablet.goto(end_of(tour))
    tablet.get_by_role("button", name="Share").tap()
    assert tablet.evaluate("globalThis.shared.url").endswith(end_of(tour))
    assert tablet.evaluate("globalThis.shared.title").startswith("Anna Azure wins")


def end_now(tour: Tour) -> None:
    say(tour.stages.get(number=1), "end")


def test_other_devices_copy_the_link_and_say_so(tablet: Page, tour: Tour) -> None:
    end_now(tour)
    tablet.add_init_script(
        "Object.defineProperty(navigator, 'share', { value: undefined });"
        "Object.defineProperty(navigator, 'clipboard', { value:"
        " { writeText: async (text) => { globalThis.copied = text; } } });"
    )
    tablet.goto(end_of(tour))
    tablet.get_by_role("button", name="Share").tap()
    expect(tablet.get_by_role("status").filter(has_text="Link copied")).to_be_visible()
    assert tablet.evaluate("globalThis.copied").endswith(end_of(tour))


def test_where_nothing_may_be_copied_the_link_is_shown(tablet: Page, tour: Tour) -> None:
    end_now(tour)
    tablet.add_init_script(
        "Object.defineProperty(navigator, 'share', { value: undefined });"
        "Object.defineProperty(navigator, 'clipboard', { value: undefined });"
        "document.execCommand = () => false;"
    )
    tablet.goto(end_of(tour))
    tablet.get_by_role("button", name="Share").tap()
    expect(tablet.locator("[data-share-said]")).to_have_text(
        re.compile(f"Copy this link: http.*{re.escape(end_of(tour))}")
    )


def test_without_a_script_all_is_there_but_sharing(
    browser_context_at: ContextMaker, director: User, tour: Tour
) -> None:
    end_now(tour)
    page = browser_context_at(TABLET, user=director, javascript=False).new_page()
    page.goto(end_of(tour))
    expect(page.get_by_role("button", name="Share")).to_have_count(0)
    page.get_by_role("link", name="Lay out stage 2").tap()
    page.wait_for_url(f"**/tours/{tour.slug}/stages/2/")
