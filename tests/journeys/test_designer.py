"""The stage designer in the browser: a stage is laid out, advised on, saved and shared; somebody
else opens the link and rides it.
"""

import re

from playwright.sync_api import Page, Route, expect

from tests.factory import a_user
from tests.journeys.conftest import PHONE, TABLET, ContextMaker
from tourmanager.accounts.models import User
from tourmanager.play.models import Ride
from tourmanager.tabletop.flamme_rouge.models import Design

STAGE = "abKmeDhtu"


def laid(page: Page) -> str:
    """The row as it lies."""
    return page.locator("[name=tiles]").input_value()


def put(page: Page, *sides: str) -> None:
    for side in sides:
        before = laid(page)
        page.locator(f"[id='put-{side}']").click()
        expect(page.locator("[name=tiles]")).not_to_have_value(before)


def test_a_stage_is_designed_shared_and_ridden_by_somebody_else(
    browser_context_at: ContextMaker, director: User
):
    page = browser_context_at(TABLET, user=director).new_page()
    page.goto("/designs/")
    page.get_by_role("link", name="A new stage").click()
    put(page, "b", "K", "m", "e", "d", "h", "t")
    assert laid(page) == "abKmedhtu"
    assert page.url.endswith("?tiles=abKmedhtu"), "a reload would keep it"
    page.locator("#laid-5").click()
    page.get_by_role("button", name="Turn over").click()
    expect(page.locator("[name=tiles]")).to_have_value(STAGE)

    road = page.locator(".designer-road")
    expect(road.locator(".road-map svg:visible")).to_be_visible()
    expect(road.get_by_text("A stage has 9 straight tiles")).to_be_visible()
    road.get_by_label("Check it for").select_option("12")
    expect(road.get_by_text("12 riders start, and the start area holds 10")).to_be_visible()

    page.get_by_role("button", name="Take out").click()
    expect(page.locator("[name=tiles]")).to_have_value(STAGE.replace("D", ""))
    page.get_by_role("button", name="Undo").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[name=tiles]")).to_have_value(STAGE)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Give the stage a name")).to_be_visible()
    page.get_by_label("Name").fill("Over the two hills")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Over the two hills is saved")).to_be_visible()
    assert Design.objects.get(owner=director).tiles == " ".join(STAGE)

    page.get_by_role("link", name="Share").click()
    link = page.get_by_label("Its link").input_value()

    guest = browser_context_at(PHONE, user=a_user()).new_page()
    guest.goto(link)
    expect(guest.locator(".road-map svg:visible")).to_be_visible()
    guest.get_by_role("link", name="Ride this stage").click()
    expect(guest.get_by_label("Its code", exact=False)).to_have_value(STAGE)
    for team in ("Blue", "Green", "Black"):
        guest.get_by_role("combobox", name=team, exact=True).select_option(
            label="Bot, rides sensibly"
        )
    guest.get_by_role("button", name="Take seats").click()
    guest.get_by_role("button", name="Begin the stage").click()
    expect(guest.locator("#ride")).to_have_attribute("data-state", "riding")
    assert Ride.objects.get().setup["stage"] == {"tiles": " ".join(STAGE)}


def test_the_page_stays_where_it_is_while_one_taps(
    browser_context_at: ContextMaker, director: User
):
    page = browser_context_at(TABLET, user=director).new_page()
    page.goto("/designs/new/?tiles=abcgiDHqntmKOLrepJsfu")
    page.locator("#put-E").focus()
    before = page.evaluate("scrollY")
    page.keyboard.press("Enter")
    expect(page.locator("[name=tiles]")).to_have_value("abcgiDHqntmKOLrEpJsfu")
    assert before > 100
    assert page.evaluate("scrollY") == before
    expect(page.locator("#put-E")).to_be_focused()


def test_quick_taps_are_all_done_and_what_is_typed_meanwhile_stays(
    browser_context_at: ContextMaker, director: User
):
    page = browser_context_at(PHONE, user=director).new_page()
    page.goto("/designs/new/")
    page.evaluate("for (const side of 'bcKmd') document.getElementById(`put-${side}`).click()")
    page.get_by_label("Name").fill("In a hurry")
    page.get_by_label("Check it for").select_option("12")
    expect(page.locator("[name=tiles]")).to_have_value("abcKmdu")
    expect(page.get_by_text("12 riders start")).to_be_visible()
    expect(page.get_by_label("Name")).to_have_value("In a hurry")


def test_a_tap_right_after_an_answer_does_not_overtake_those_that_wait(
    browser_context_at: ContextMaker, director: User
):
    page = browser_context_at(PHONE, user=director).new_page()
    page.goto("/designs/new/")
    page.evaluate(
        """() => {
          const tap = (side) => document.getElementById(`put-${side}`).click();
          document.addEventListener("htmx:afterRequest", () => tap("m"), { once: true });
          for (const side of "bcK") tap(side);
        }"""
    )
    expect(page.locator("[name=tiles]")).to_have_value("abcKmu")


def test_deleting_a_stage_is_undone(browser_context_at: ContextMaker, director: User):
    page = browser_context_at(PHONE, user=director).new_page()
    page.goto(f"/designs/{STAGE}/")
    page.get_by_label("Name among your stages").fill("Two hills")
    page.get_by_role("button", name="Keep it").click()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("link", name="Two hills")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Two hills is back")).to_be_visible()
    expect(page.get_by_role("link", name="Two hills")).to_be_visible()


def test_a_choice_is_shown_at_once_and_brings_its_box_along(
    browser_context_at: ContextMaker, director: User
):
    page = browser_context_at(TABLET, user=director).new_page()
    page.goto("/rides/new/")
    page.get_by_role("link", name=re.compile("Flamme Rouge")).click()
    shown = page.get_by_role("region", name="The stage")
    expect(shown.get_by_role("heading", name="Firenze - Milano")).to_be_visible()
    page.get_by_label("Stage", exact=True).select_option(label="Peloton stage 9")
    expect(page.get_by_label("With Peloton")).to_be_checked()
    expect(shown.get_by_text("5 squares (12–16)")).to_be_visible()
    expect(shown.locator(".warning")).to_have_count(0)


def test_a_choice_made_before_the_scripts_are_there_is_shown_too(
    browser_context_at: ContextMaker, director: User
):
    page = browser_context_at(TABLET, user=director).new_page()
    held: list[Route] = []
    page.route("**/htmx*.js", lambda route: held.append(route))
    page.goto("/rides/new/flamme_rouge/", wait_until="commit")
    page.get_by_label("Stage", exact=True).select_option(label="Peloton stage 9")
    expect(page.get_by_label("With Peloton")).not_to_be_checked()
    for each in held:
        each.continue_()
    expect(page.get_by_label("With Peloton")).to_be_checked()
