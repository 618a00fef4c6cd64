"""Arrivals put right by hand: riders between two groups, into one, out of one; by taps, drags and
keys.
"""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.factory import a_tour
from tests.journeys.conftest import DESKTOP, TABLET, ContextMaker
from tests.journeys.hands import arrive, chip, group_with, next_turn, sent
from tourmanager.accounts.models import User
from tourmanager.results.log.reading import read_stage
from tourmanager.tours.models import Tour


@pytest.fixture
def tour(director: User) -> Tour:
    return a_tour(by=director, stages=2, teams=3, riders=5)


def log_three_groups(page: Page, tour: Tour) -> None:
    """Two riders on square 8, one on square 4, three a turn later."""
    page.goto(f"/tours/{tour.slug}/stages/1/?line=finish")
    page.wait_for_selector(".stage.scripted")
    arrive(page, ["a1", "b1"], 8, 2)
    arrive(page, ["c1"], 4, 3)
    next_turn(page)
    arrive(page, ["a2", "b2", "c2"], 9, 1)
    sent(page)


def groups(page: Page) -> list[str]:
    """Places, kind and time of every group."""
    rows = page.locator(".group")
    return [
        " ".join(row.locator(part).inner_text().split("\n")[0] for part in PARTS)
        for row in rows.all()
    ]


PARTS = (".group-places", ".time")


def order(tour: Tour) -> list[str]:
    return list(read_stage(tour.stages.get(number=1)).log.sheet.order)


def drag(page: Page, source: Locator, x: float, y: float) -> None:
    """With the mouse, in steps."""
    box = source.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(x, y - 20, steps=4)
    page.mouse.move(x, y, steps=4)


def test_the_arrival_logged_last_stays_in_sight(
    browser_context_at: ContextMaker, director: User, tour: Tour
) -> None:
    """With motion, as most tablets have it, and before the server answers: the list moves up by
    what is new.
    """
    page = browser_context_at(TABLET, user=director).new_page()
    page.emulate_media(reduced_motion="no-preference")
    log_three_groups(page, tour)
    arrive(page, ["a3"], 5, 4)
    arrive(page, ["b3"], 4, 4)
    sent(page)
    page.context.set_offline(True)
    arrive(page, ["c3", "a4"], 3, 4)
    expect(page.locator(".group")).to_have_count(6)
    page.wait_for_timeout(400)
    edges = page.evaluate(
        """() => {
          const list = document.querySelector("[data-arrivals]");
          return [list, list.lastElementChild].map((each) => each.getBoundingClientRect().bottom);
        }"""
    )
    assert edges[1] <= edges[0] + 1
    page.context.set_offline(False)
    sent(page)


def test_a_forgotten_first_rider_costs_two_taps(
    browser_context_at: ContextMaker, director: User, tour: Tour
) -> None:
    """The gap above the first group and the rider; then square and die as for everybody."""
    page = browser_context_at(TABLET, user=director).new_page()
    log_three_groups(page, tour)
    page.get_by_role("button", name="Put riders before place 1").tap()
    expect(page.locator(".tray-asks")).to_have_text("Who came 1st?")
    page.locator(chip("c4")).tap()
    expect(page.locator('[data-caption="square"]')).to_have_class("caption now")
    page.locator('.squares > [data-square="10"]').tap()
    page.locator('[data-die="4"]').tap()
    sent(page)
    assert order(tour) == ["c4", "a1", "b1", "c1", "a2", "b2", "c2"]
    assert groups(page) == ["1 0:12", "2–3 0:24", "4 0:43", "5–7 1:20"]


def test_a_rider_is_dragged_into_a_gap_and_into_a_group(
    browser_context_at: ContextMaker, director: User, tour: Tour
) -> None:
    page = browser_context_at(DESKTOP, user=director).new_page()
    page.goto(f"/tours/{tour.slug}/stages/1/?line=finish")
    page.wait_for_selector(".stage.scripted")
    for codes, square in ((["a1", "b1"], 8), (["c1"], 4), (["a2", "b2", "c2"], 2)):
        for code in codes:
            page.locator(chip(code)).click()
        page.locator(f'.squares > [data-square="{square}"]').click()
        page.locator('[data-die="2"]').click()
    sent(page)
    # from a group to the gap behind it
    third = group_with(page, "c2").bounding_box()
    assert third
    drag(
        page,
        page.locator('.group [data-rider="b1"]'),
        third["x"] + 200,
        third["y"] + 4,
    )
    expect(page.locator(".drop-mark span")).to_have_text("3rd, alone")
    page.mouse.up()
    expect(page.locator('[data-caption="square"]')).to_have_class("caption now")
    page.locator('.squares > [data-square="3"]').click()
    page.locator('[data-die="2"]').click()
    sent(page)
    assert order(tour) == ["a1", "c1", "b1", "a2", "b2", "c2"]
    # from the pad into a group
    joined = group_with(page, "c1").bounding_box()
    assert joined
    drag(page, page.locator(chip("a4")), joined["x"] + 300, joined["y"] + joined["height"] / 2)
    expect(page.locator(".drop-mark span")).to_have_text("joins 2, 2nd")
    page.mouse.up()
    sent(page)
    assert order(tour) == ["a1", "c1", "a4", "b1", "a2", "b2", "c2"]
    # a drag that ends beside the list changes nothing
    drag(page, page.locator('.group [data-rider="c2"]'), 700, 40)
    page.mouse.up()
    expect(page.locator(".drag-ghost")).to_have_count(0)
    assert order(tour) == ["a1", "c1", "a4", "b1", "a2", "b2", "c2"]


def test_the_keys_walk_the_groups_and_move_a_rider(
    browser_context_at: ContextMaker, director: User, tour: Tour
) -> None:
    page = browser_context_at(TABLET, user=director).new_page()
    log_three_groups(page, tour)
    group_with(page, "a1").focus()
    page.keyboard.press("ArrowDown")
    expect(group_with(page, "c1")).to_be_focused()
    page.keyboard.press("Alt+ArrowUp")  # the lone rider joins the group ahead
    sent(page)
    assert groups(page) == ["1–3 0:24", "4–6 1:20"]
    group_with(page, "a2").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-tray]")).to_contain_text("Changing 4–6")
    page.keyboard.press("Escape")
    expect(page.locator("[data-tray]")).to_contain_text("Who crosses next?")
    group_with(page, "a2").focus()
    page.keyboard.press("Insert")
    expect(page.locator(".tray-asks")).to_have_text("Who came 4th?")
    page.keyboard.type("b4")  # rider, square 10 by the key 0, die 6
    page.keyboard.type("06")
    sent(page)
    assert order(tour)[3] == "b4"


def test_a_whole_group_is_taken_out_by_one_tap(
    browser_context_at: ContextMaker, director: User, tour: Tour
) -> None:
    page = browser_context_at(TABLET, user=director).new_page()
    log_three_groups(page, tour)
    group_with(page, "a2").tap()
    page.locator("[data-take-out]").tap()
    sent(page)
    assert order(tour) == ["a1", "b1", "c1"]
    expect(page.locator("[data-tray]")).to_contain_text("Who crosses next?")


def tray_riders(page: Page) -> list[str | None]:
    held = page.locator(".tray [data-held]")
    return [each.get_attribute("data-held") for each in held.all()]


def test_riders_change_places_in_the_tray(
    browser_context_at: ContextMaker, director: User, tour: Tour
) -> None:
    """The first sets the pace: riders are dragged to where they belong before the square."""
    page = browser_context_at(DESKTOP, user=director).new_page()
    page.goto(f"/tours/{tour.slug}/stages/1/?line=finish")
    page.wait_for_selector(".stage.scripted")
    for code in ("a1", "b1", "c1"):
        page.locator(chip(code)).click()
    sent(page)
    first = page.locator('.tray [data-held="a1"]').bounding_box()
    assert first
    drag(page, page.locator('.tray [data-held="c1"]'), first["x"] - 2, first["y"] + 20)
    expect(page.locator(".tray.drop-target")).to_have_count(1)
    expect(page.locator(".drop-mark")).to_have_text("1st")
    page.mouse.up()
    assert tray_riders(page) == ["c1", "a1", "b1"]
    sent(page)
    assert tray_riders(page) == order(tour) == ["c1", "a1", "b1"]
    # a rider of the pad goes where they are dropped
    drag(page, page.locator(chip("a2")), first["x"] + 40, first["y"] + 20)
    page.mouse.up()
    sent(page)
    assert order(tour)[1] == "a2"
    page.locator('[data-square="5"]').click()
    page.locator('[data-die="3"]').click()
    sent(page)
    expect(page.locator("[data-undo]")).to_have_text("Undo: paceline of 4, square 5, die 3")
    assert order(tour) == ["c1", "a2", "a1", "b1"]


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_jerseys_fly_and_nothing_waits_for_them(
    browser_context_at: ContextMaker, director: User, tour: Tour, motion: str
) -> None:
    page = browser_context_at(TABLET, user=director).new_page()
    page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    page.goto(f"/tours/{tour.slug}/stages/1/?line=finish")
    page.wait_for_selector(".stage.scripted")
    page.evaluate(
        """() => {
          window.flown = 0;
          const count = (changes) => {
            for (const { addedNodes } of changes)
              for (const node of addedNodes) window.flown += node.className === "flying";
          };
          const stage = document.getElementById("stage");
          new MutationObserver(count).observe(stage, { childList: true });
        }"""
    )
    for code in ("a1", "b1"):
        page.locator(chip(code)).tap()
    page.locator('[data-square="5"]').tap()
    page.locator('[data-die="3"]').tap()
    expect(page.locator(".group")).to_have_count(1)
    expect(page.locator(".flying")).to_have_count(0)
    assert page.evaluate("window.flown") == (3 if motion == "no-preference" else 0)
