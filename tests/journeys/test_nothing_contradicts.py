"""What a page says beside the places agrees with the log: while taps wait, elsewhere, at
the end.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.factory import a_tour
from tests.journeys.conftest import PHONE, TABLET, ContextMaker
from tests.journeys.hands import chip, open_line, open_stage, scroll_below_the_board, sent
from tests.race import a_raced_tour, log_whole, say
from tourmanager.accounts.models import User
from tourmanager.tours.models import Tour


@pytest.fixture
def tour(director: User) -> Tour:
    return a_tour(by=director, stages=2, teams=3, riders=5)


def sign(page: Page, key: str) -> tuple[bool, bool, str]:
    """Whether the sign of a line shows a tick, whether a pointer, and what it says."""
    link = page.locator(f'.profile-wide [data-line="{key}"]')
    words = str(link.get_attribute("aria-label")).split(", ")[-1]
    return (
        link.locator(".profile-check").is_visible(),
        link.locator(".profile-pointer").is_visible(),
        words,
    )


def test_a_sign_is_ticked_when_all_its_places_are_taken(director_tablet: Page, tour: Tour) -> None:
    """Also before the server has answered, and where lines are opened without asking it."""
    page = director_tablet
    open_stage(page, tour)
    assert sign(page, "s1") == (False, True, "open now")
    for code in ("a1", "b1"):
        page.locator(chip(code)).tap()
    open_line(page, "s2")
    assert sign(page, "s1") == (False, False, "begun")
    assert sign(page, "s2") == (False, True, "open now")
    open_line(page, "s1")
    page.context.set_offline(True)
    page.locator(chip("c1")).tap()
    assert sign(page, "s1") == (True, False, "done")
    open_line(page, "s1")
    page.locator('[data-panel="s1"] .place[data-rider="a1"] summary').tap()
    page.locator('[data-panel="s1"]').get_by_role("button", name="Take out").locator(
        "visible=true"
    ).tap()
    open_line(page, "p1")
    assert sign(page, "s1") == (False, False, "begun")
    page.context.set_offline(False)
    sent(page)
    assert sign(page, "s1") == (False, False, "begun")
    page.reload()
    page.wait_for_selector(".stage.scripted")
    assert sign(page, "s2") == (False, False, "still empty")


def test_a_pass_that_ends_on_the_finish_is_ticked_with_the_arrivals(
    director_tablet: Page, director: User
) -> None:
    tour = a_tour(by=director, stages=1, teams=2, riders=5)
    stage = tour.stages.get(number=1)
    stage.lines.filter(key="p1").update(km=stage.length)
    page = director_tablet
    page.goto(f"/tours/{tour.slug}/stages/1/?line=s1")
    page.wait_for_selector(".stage.scripted")
    assert sign(page, "p1")[::2] == (False, "still empty")
    open_line(page, "finish")
    page.context.set_offline(True)
    for code in ("a1", "b1", "a2"):
        page.locator(chip(code)).tap()
    strip = page.locator('.strip [data-line="p1"]')  # it stands for the profile at the finish
    expect(strip).to_have_class("strip-line done")
    expect(strip).to_be_visible()
    assert sign(page, "p1")[2] == "done"


def test_end_stage_is_ready_only_while_nothing_is_missing(
    director_tablet: Page, tour: Tour
) -> None:
    page = director_tablet
    log_whole(tour.stages.get(number=1), end="")
    page.goto(f"/tours/{tour.slug}/stages/1/?line=s1")
    page.wait_for_selector(".stage.scripted")
    expect(page.locator("[data-end].primary")).to_be_visible()
    page.context.set_offline(True)
    page.locator('[data-panel="s1"] .place[data-rider="a1"] summary').tap()
    page.locator('[data-panel="s1"]').get_by_role("button", name="Take out").locator(
        "visible=true"
    ).tap()
    expect(page.locator("[data-end].primary")).to_have_count(0)


def test_who_watches_sees_the_whole_page_change_when_the_stage_ends(
    browser_context_at: ContextMaker, tour: Tour
) -> None:
    """Not only the result: the list of stages, the tabs and what is virtual too."""
    stage = tour.stages.get(number=1)
    log_whole(stage, end="")
    phone = browser_context_at(PHONE).new_page()
    phone.clock.install()
    phone.goto(f"/tours/{tour.slug}/stages/1/")
    expect(phone.get_by_role("link", name="Stage 1 , being raced")).to_be_visible()
    say(stage, "end")
    phone.clock.run_for(6_000)
    expect(phone.locator(".watch-state")).to_contain_text("ended")
    expect(phone.get_by_role("link", name=re.compile("Stage 1 , ended"))).to_be_visible()
    expect(phone.get_by_role("link", name="Stage 2 , being raced")).to_be_visible()


def test_the_tabs_of_a_finished_tour_are_the_same_on_every_page(
    browser_context_at: ContextMaker, director: User
) -> None:
    tour = a_raced_tour(stages=1, by=director)
    page = browser_context_at(TABLET, user=director).new_page()
    seen = set()
    for path in (
        "final/",
        "stages/",
        "stages/1/",
        "stages/1/jury/",
        "stages/1/log/",
        "riders/",
        "classifications/",
    ):
        page.goto(f"/tours/{tour.slug}/{path}")
        seen.add(tuple(page.locator(".tabs a").all_inner_texts()))
        if path.startswith("stages/"):
            expect(page.locator(".tabs [aria-current]")).to_have_text("Stages")
    assert seen == {("Tokens", "Stages", "Riders", "Classifications", "Cycling Party", "Settings")}


def test_one_name_leads_to_the_list_of_stages(director_tablet: Page, tour: Tour) -> None:
    page = director_tablet
    page.goto(f"/tours/{tour.slug}/stages/1/?line=s1")
    leads = page.locator(f'a[href="/tours/{tour.slug}/stages/"]')
    assert {words.strip() for words in leads.all_inner_texts()} == {"Stages"}


def test_the_virtual_classifications_follow_a_tap_at_once(
    director_tablet: Page, tour: Tour
) -> None:
    page = director_tablet
    open_stage(page, tour)
    scroll_below_the_board(page)
    sprints = page.locator(".virtual-jerseys li", has_text="Intermediate sprints")
    expect(sprints).to_contain_text("nobody")
    page.locator(chip("b1")).tap()
    sent(page)
    expect(sprints).to_contain_text("5 points", timeout=4_000)
