"""A Grand Tour in the browser: set up on its page, one stage ridden by bots, one logged by taps,
and the classification they make.
"""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.journeys.conftest import TABLET, ContextMaker
from tests.journeys.hands import Hold, chip, end_stage, kept, lay_out_next, sent, start_logging
from tests.journeys.server import Server
from tourmanager.accounts.models import User
from tourmanager.tours.models import Stage, Tour

Serve = Callable[..., Server]
SLOW = 60_000  # a whole stage
FORM = "**/tours/new/flamme_rouge/*/"
NAME = "Giro of the Kitchen"


def set_up(page: Page) -> None:
    """Two players on three stages, the first two in another order."""
    page.goto("/tours/new/")
    page.get_by_role("button", name="Set up a Grand Tour").click()
    page.get_by_label("Name of the tour").fill("Giro of the Kitchen")
    page.get_by_label("How many").select_option("2")
    expect(page.get_by_label("Team", exact=True)).to_have_count(2)
    page.get_by_label("Player", exact=True).first.fill("Ana")
    page.get_by_role("button", name="Stage 2 earlier").click()
    expect(page.get_by_label("Stage", exact=True).first).to_have_value("le-col-du-ballon")
    page.get_by_label("With a breakaway").nth(1).check()
    kept(page)
    page.reload()  # nothing is lost
    expect(page.get_by_label("Player", exact=True).first).to_have_value("Ana")
    expect(page.get_by_label("With a breakaway").nth(1)).to_be_checked()
    page.get_by_role("button", name="Create the tour").click()
    expect(page).to_have_url(re.compile(r"/tours/giro-of-the-kitchen-\w+/stages/1/"))


def ride_with_bots(page: Page) -> None:
    page.get_by_role("link", name=re.compile("digitally", re.IGNORECASE)).first.click()
    for seat in page.get_by_label(re.compile("^(Red|Blue)$")).all():
        seat.select_option(label="Bot, rides sensibly")
    page.get_by_label("At once").check()
    page.get_by_role("button", name="Take seats").click()
    page.get_by_role("button", name="Begin the stage").click()
    expect(page.get_by_role("heading", name="The stage is over")).to_be_visible(timeout=SLOW)
    page.get_by_role("link", name="Result").first.click()
    page.get_by_role("button", name=re.compile("Record")).click()
    expect(page).to_have_url(re.compile(r"/stages/1/end-of-stage/"))
    expect(page.get_by_role("heading", name=re.compile("wins$"))).to_be_visible()


def log_by_taps(page: Page, tour: Tour) -> None:
    """Four riders in two rounds."""
    page.goto(f"/tours/{tour.slug}/stages/2/")
    start_logging(page)
    for rider, square in (("r1", 3), ("b1", 2)):
        page.locator(chip(rider)).tap()
        page.locator(f'[data-square="{square}"]').tap()
    page.locator('[data-turn="1"]').tap()
    for rider, square in (("b2", 4), ("r2", 1)):
        page.locator(chip(rider)).tap()
        page.locator(f'[data-square="{square}"]').tap()
    sent(page)
    end_stage(page)
    # nobody counted his exhaustion cards
    page.get_by_role("button", name="End stage all the same").tap()


def test_a_grand_tour_is_set_up_ridden_logged_and_classified(
    real_server: Serve, browser_context_at: ContextMaker, director: User
):
    page = browser_context_at(TABLET, user=director, url=real_server().url).new_page()
    set_up(page)
    tour = Tour.objects.get()
    ride_with_bots(page)
    assert Stage.objects.get(tour=tour, number=1).state == Stage.State.ENDED
    log_by_taps(page, tour)
    lay_out_next(page, 2)
    expect(page.get_by_role("heading", name="Who places first")).to_be_visible()
    expect(page.locator(".tile-map")).to_be_visible()  # the road, as it lies
    page.get_by_role("link", name="Classifications").tap()
    expect(page.get_by_role("heading", name="General classification")).to_be_visible()
    assert Stage.objects.get(tour=tour, number=3).state == Stage.State.ACTIVE


def new_form(page: Page) -> None:
    """Open an empty form, with its scripts: requests are held only once they are all there."""
    page.goto("/tours/new/")
    page.get_by_role("button", name="Set up a Grand Tour").click()
    expect(page).to_have_url(re.compile("/tours/new/flamme_rouge/"))
    page.wait_for_load_state()


def expect_two_teams(page: Page) -> None:
    expect(page.get_by_label("Team", exact=True)).to_have_count(2)
    expect(page.get_by_label("Name of the tour")).to_have_value(NAME)


def expect_two_teams_kept(page: Page) -> None:
    """Expect both on the page and in what the server has."""
    expect_two_teams(page)
    kept(page)
    expect_two_teams(page)
    page.reload()
    expect_two_teams(page)


def test_what_is_chosen_outlives_what_is_being_kept(
    browser_context_at: ContextMaker, director: User
):
    """The server has not answered yet that it has kept the name."""
    page = browser_context_at(TABLET, user=director).new_page()
    new_form(page)
    hold = Hold(page, FORM)
    with page.expect_request(FORM):
        page.get_by_label("Name of the tour").fill(NAME)
    page.get_by_label("How many").select_option("2")
    hold.release()
    expect_two_teams_kept(page)


def test_what_is_chosen_before_the_page_s_scripts_are_there_is_shown(
    browser_context_at: ContextMaker, director: User
):
    page = browser_context_at(TABLET, user=director).new_page()
    hold = Hold(page, re.compile(r"/js/draft\b.*\.js"))
    page.goto("/tours/new/")
    page.get_by_role("button", name="Set up a Grand Tour").click(no_wait_after=True)
    page.get_by_label("Name of the tour").fill(NAME)
    page.get_by_label("How many").select_option("2")
    assert hold.held
    hold.release()
    expect_two_teams_kept(page)


def test_what_is_typed_while_the_form_is_drawn_anew_stays(
    browser_context_at: ContextMaker, director: User
):
    page = browser_context_at(TABLET, user=director).new_page()
    new_form(page)
    hold = Hold(page, FORM)
    with page.expect_request(FORM):
        page.get_by_label("How many").select_option("2")
    page.get_by_label("Name of the tour").press_sequentially(NAME)
    hold.release()
    expect(page.get_by_label("Team", exact=True)).to_have_count(2)
    page.keyboard.type("!")  # the field is still being typed in, at its end
    expect(page.get_by_label("Name of the tour")).to_have_value(f"{NAME}!")
    page.keyboard.press("Backspace")
    expect_two_teams_kept(page)


def test_rows_that_are_being_moved_take_no_entries(
    browser_context_at: ContextMaker, director: User
):
    """What is entered in a row would come to stand in another one; elsewhere the form is open."""
    page = browser_context_at(TABLET, user=director).new_page()
    new_form(page)
    hold = Hold(page, FORM)
    with page.expect_request(FORM):
        page.get_by_role("button", name="Stage 2 earlier").click()
    expect(page.locator("[data-rows]")).to_have_js_property("inert", True)
    page.get_by_label("Name of the tour").fill(NAME)
    hold.release()
    expect(page.get_by_label("Stage", exact=True).first).to_have_value("le-col-du-ballon")
    expect(page.locator("[data-rows]")).to_have_js_property("inert", False)
    expect(page.get_by_label("Name of the tour")).to_have_value(NAME)
    kept(page)
    page.reload()
    expect(page.get_by_label("Name of the tour")).to_have_value(NAME)
    expect(page.get_by_label("Stage", exact=True).first).to_have_value("le-col-du-ballon")
