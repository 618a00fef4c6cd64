"""The stage page for those who zoom in, who choose their own colours, and who listen to it."""

import re

import msgspec
import pytest
from django.test import Client
from playwright.sync_api import Locator, Page, expect

from tests.factory import NOW, a_plan, a_stage_plan, a_tour
from tests.journeys.conftest import PHONE, TABLET, ContextMaker, Size
from tests.journeys.hands import chip, group_with, open_stage, scroll_below_the_board, sent
from tests.race import log_stage
from tourmanager.accounts.models import User
from tourmanager.play.models import Ride
from tourmanager.results.log.reading import read_stage
from tourmanager.tabletop.cycling_party.set_up import creation
from tourmanager.tabletop.cycling_party.table.sheet import game_of
from tourmanager.tours.models import Tour

ZOOMED = [Size("tablet-200", 512, 384, touch=False), Size("desktop-200", 720, 450, touch=False)]
# The middle of an element is inside the window, and nothing lies on it.
UNCOVERED = """(each) => {
    const box = each.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return x > 0 && y > 0 && x < innerWidth && y < innerHeight
      && each.contains(document.elementFromPoint(x, y));
}"""


@pytest.fixture
def tour(director: User) -> Tour:
    return a_tour(by=director, stages=2, teams=3, riders=5)


def uncovered(found: Locator) -> list[bool]:
    return [each.evaluate(UNCOVERED) for each in found.all()]


@pytest.mark.layout
@pytest.mark.parametrize("size", ZOOMED, ids=lambda size: size.name)
def test_at_200_percent_the_places_stand_beside_the_pad(
    size: Size, browser_context_at: ContextMaker, director: User, tour: Tour
) -> None:
    page = browser_context_at(size, user=director).new_page()
    page.goto(f"/tours/{tour.slug}/stages/1/?line=s1")
    page.wait_for_selector(".stage.scripted")
    page.locator(chip("a1")).click()
    page.locator(chip("b1")).click()
    sent(page)
    assert uncovered(page.locator('[data-panel="s1"] .place')) == [True, True, True]
    assert uncovered(page.locator('.rider-chip[data-rider^="a"]')) == [True] * 5
    assert uncovered(page.locator("[data-undo]")) == [True]
    letters = page.locator(".pad-label kbd")
    assert letters.all_inner_texts() == ["a", "b", "c"]
    assert letters.nth(0).bounding_box()["width"] > 0
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.layout
@pytest.mark.parametrize("size", ZOOMED, ids=lambda size: size.name)
def test_at_200_percent_a_refusal_and_the_button_are_in_reach(
    size: Size, browser_context_at: ContextMaker, director: User, tour: Tour
) -> None:
    page = browser_context_at(size, user=director).new_page()
    page.goto(f"/tours/{tour.slug}/stages/1/?line=s1")
    page.wait_for_selector(".stage.scripted")
    page.locator("[data-end]").click()
    expect(page.locator(".missing-sheet")).to_be_visible()
    assert uncovered(page.locator(".missing-list li:first-child a")) == [True]
    assert uncovered(page.locator("[data-end]")) == [True]


def styles(found: Locator) -> list[tuple[str, str]]:
    read = "(each) => [getComputedStyle(each).backgroundColor, getComputedStyle(each).color]"
    return [tuple(each.evaluate(read)) for each in found.all()]


def told_apart(chosen: Locator, others: Locator) -> None:
    expect(chosen.first).to_be_visible()
    assert others.count()
    assert not set(styles(chosen)) & set(styles(others)), (styles(chosen), styles(others))


@pytest.mark.layout
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_in_forced_colours_what_is_chosen_is_seen(
    scheme: str, browser_context_at: ContextMaker, director: User
) -> None:
    tour = a_tour(by=director, stages=3, teams=3, riders=5)
    log_stage(tour, "a1 b1 0:10")
    page = browser_context_at(TABLET, user=director, scheme=scheme).new_page()
    page.emulate_media(forced_colors="active")
    page.goto(f"/tours/{tour.slug}/stages/2/?line=finish")
    page.wait_for_selector(".stage.scripted")
    told_apart(
        page.locator('.tabs [aria-current="page"]'), page.locator(".tabs a:not([aria-current])")
    )
    for name in ("Riders", "Tokens", "Accident"):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.locator('.mode[aria-pressed="true"]')).to_have_text(name)
        told_apart(
            page.locator('.mode[aria-pressed="true"]'), page.locator('.mode[aria-pressed="false"]')
        )
    page.get_by_role("button", name="Riders", exact=True).click()
    for code in ("a1", "a2"):
        page.locator(chip(code)).tap()
    page.locator('[data-square="3"]').tap()
    page.locator('[data-die="4"]').tap()
    sent(page)
    group_with(page, "a2").tap()
    told_apart(
        page.locator('.kind[aria-pressed="true"]'), page.locator('.kind[aria-pressed="false"]')
    )
    told_apart(page.locator(".square.chosen"), page.locator(".squares > .square:not(.chosen)"))
    told_apart(page.locator(".die.chosen"), page.locator(".die:not(.chosen)"))
    told_apart(
        page.locator(".stage-link[aria-current]"), page.locator(".stage-link:not([aria-current])")
    )
    page.goto(f"/tours/{tour.slug}/classifications/mountain/")
    told_apart(page.locator(".chip[aria-current]"), page.locator(".chip:not([aria-current])"))


@pytest.mark.layout
def test_in_forced_colours_the_open_line_of_a_phone_is_seen(
    browser_context_at: ContextMaker, director: User, tour: Tour
) -> None:
    page = browser_context_at(PHONE, user=director).new_page()
    page.emulate_media(forced_colors="active")
    page.goto(f"/tours/{tour.slug}/stages/1/?line=s2")
    page.wait_for_selector(".stage.scripted")
    told_apart(
        page.locator(".strip-line[aria-current]"), page.locator(".strip-line:not([aria-current])")
    )


def test_a_rider_is_heard_with_team_number_name_and_role(director_tablet: Page, tour: Tour) -> None:
    """The pad, the places at a line and the arrivals; the keys that name the rider are said with
    the button.
    """
    page = director_tablet
    open_stage(page, tour)
    expect(
        page.get_by_role("button", name="Brick 4, Dora Brick, flat domestique", exact=True)
    ).to_have_attribute("title", "Keys: b 4")
    page.locator(chip("b4")).tap()
    unsent = page.locator('[data-panel="s1"] .place[data-rider="b4"] summary')
    heard = "1 Brick 4, flat domestique Dora Brick"
    assert said(unsent).startswith(heard)  # drawn by the script
    sent(page)
    page.reload()
    page.goto(f"/tours/{tour.slug}/stages/1/?line=s1")
    assert said(unsent).startswith(heard)  # drawn by the server
    page.goto(f"/tours/{tour.slug}/stages/1/?line=finish")
    page.wait_for_selector(".stage.scripted")
    page.locator(chip("b4")).tap()
    page.locator('[data-square="8"]').tap()
    page.locator('[data-die="2"]').tap()
    row = group_with(page, "b4")
    expect(row.get_by_role("img", name="Brick 4, flat domestique")).to_be_visible()
    expect(row).to_have_accessible_name(re.compile("^1 ?alone .*Dora Brick.* 0:24 ?winner$"))


def said(row: Locator) -> str:
    """What a screen reader says of a row: its texts, with the names of its drawings."""
    read = """(row) => [...row.querySelectorAll(":scope > *")]
        .filter((each) => !each.querySelector("svg"))
        .map((each) => each.getAttribute("aria-label") || each.textContent)"""
    return " ".join(" ".join(row.evaluate(read)).split())


def lines_of(text: Locator) -> int:
    """On how many lines a text is written."""
    read = """(each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
    }"""
    return int(text.evaluate(read))


@pytest.mark.layout
@pytest.mark.parametrize("size", [TABLET, PHONE], ids=lambda size: size.name)
def test_short_words_are_not_broken(
    size: Size, browser_context_at: ContextMaker, director: User
) -> None:
    """The finish, and the teams at the double throws of a high pass."""
    plan = msgspec.structs.replace(a_plan(teams=3, riders=5), stages=[a_stage_plan("high")])
    tour = creation.create(plan, by=director, at=NOW)
    names = ("KAR", "ROS", "NEV")  # with broad letters
    for team, name in zip(tour.teams.order_by("seat"), names, strict=True):
        team.short_name = name
        team.save()
    stage = tour.stages.get(number=1)
    page = browser_context_at(size, user=director).new_page()
    page.goto(f"/tours/{tour.slug}/stages/{stage.number}/?line=finish")
    page.wait_for_selector(".stage.scripted")
    title = ".strip-line[aria-current] b" if size is PHONE else ".finish-head h2"
    assert lines_of(page.locator(title)) == 1
    key = next(
        key for key, count in game_of(read_stage(stage).log.sheet).frame.doubles.items() if count
    )
    page.goto(f"/tours/{tour.slug}/stages/{stage.number}/?line={key}")
    page.wait_for_selector(".stage.scripted")
    names = page.locator(f'[data-panel="{key}"] .double b')
    assert [lines_of(names.nth(at)) for at in range(names.count())] == [1] * names.count()
    assert names.count()


@pytest.mark.layout
def test_rides_that_were_closed_push_no_button_out_of_sight(
    browser_context_at: ContextMaker, director: User, tour: Tour
) -> None:
    """They stand above what is read before the stage, and below the board that fills the window."""
    stage = tour.stages.get(number=1)
    seats = {
        "seat_0": "here",
        "seat_1": "bot:steady",
        "seat_2": "bot:steady",
        "dice": "app",
        "pace": "0",
    }
    client = Client()
    client.force_login(director, backend="django.contrib.auth.backends.ModelBackend")
    client.post(f"{stage.get_absolute_url()}digital/", seats)
    ride = Ride.objects.get()
    for step in ("begin", "close"):
        client.post(f"{ride.get_absolute_url()}{step}/")
    page = browser_context_at(TABLET, user=director).new_page()
    page.goto(stage.get_absolute_url())
    expect(page.get_by_text("closed without a result")).to_be_in_viewport()
    page.get_by_role("link", name="Start logging").tap()
    page.wait_for_selector(".stage.scripted")
    scroll_below_the_board(page)
    expect(page.get_by_text("closed without a result")).to_have_count(1)
    page.evaluate("scrollTo(0, 0)")
    for button in ("[data-end]", "[data-undo]", "#sending"):
        expect(page.locator(button)).to_be_in_viewport(ratio=1)
