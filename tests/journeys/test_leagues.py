"""A league in a browser: the season as a road, a row that unfolds, a player's page, and how an
organiser makes a league of their own.
"""

import re

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from tests.journeys.conftest import PHONE, TABLET
from tests.kept import kept
from tourmanager.accounts.models import User
from tourmanager.leagues.models import League
from tourmanager.people.models import Person

SIZES = [(TABLET, "light"), (PHONE, "dark")]


@pytest.fixture
def league(transactional_db: None) -> League:
    kept("whole demo", lambda: call_command("demo", verbosity=0))
    return League.objects.get()


def wider_than_the_screen(page: Page) -> int:
    return page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )


@pytest.mark.layout
@pytest.mark.parametrize(("size", "scheme"), SIZES, ids=str)
def test_every_page_of_a_league_fits_and_is_accessible(
    browser_context_at, axe, league, size, scheme
):
    director = User.objects.get(leagues=league)
    page = browser_context_at(size, user=director, scheme=scheme).new_page()
    home = league.get_absolute_url()
    ana, emma = (Person.objects.get(name=name).pk for name in ("Ana Ruiz", "Emma Kowalczyk"))
    for address in (
        "/leagues/",
        home,
        f"{home}?after=2",
        f"{home}?of=teams",
        f"{home}calendar/",
        f"{home}players/",
        f"{home}players/{ana}/",
        f"{home}players/{ana}/against/{emma}/",
        f"{home}records/",
        f"{home}settings/",
        f"{home}history/",
        "/leagues/import/",
    ):
        response = page.goto(address)
        assert response is not None
        assert response.status == 200
        axe(page)
        assert wider_than_the_screen(page) <= 0, address


def test_a_tap_on_a_round_shows_the_table_after_it_and_the_road_stays(browser_context_at, league):
    page = browser_context_at(TABLET).new_page()
    page.goto(league.get_absolute_url())
    road = page.locator("[data-season]")
    road.evaluate("each => { each.dataset.kept = 'yes' }")
    page.locator("[data-round='3']").tap()
    expect(page.get_by_role("heading", name="After round 3")).to_be_visible()
    expect(page.locator("[data-round='3']")).to_have_attribute("aria-current", "true")
    assert road.get_attribute("data-kept") == "yes"
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name="After round 4")).to_be_visible()
    page.locator("[data-round='4']").tap()
    expect(page.get_by_role("link", name="Night Criterium").first).to_be_visible()
    expect(page).to_have_url(re.compile("/tours/night-criterium-"))


def test_a_row_unfolds_and_the_one_open_before_closes(browser_context_at, league):
    page = browser_context_at(PHONE).new_page()
    page.goto(league.get_absolute_url())
    rows = page.locator("[data-who]")
    rows.nth(1).locator("summary").tap()
    expect(
        page.get_by_text("Emma is ahead: won rounds 1 and 5, Bernat only round 2.")
    ).to_be_visible()
    rows.nth(0).locator("summary").tap()
    expect(page.get_by_text("Emma is ahead:")).to_be_hidden()
    expect(rows.nth(0).get_by_role("link", name="More of Ana Ruiz")).to_be_visible()
    rows.nth(0).get_by_role("link", name="More of Ana Ruiz").tap()
    expect(page.get_by_role("heading", name="Ana Ruiz")).to_be_visible()
    page.get_by_role("button", name="tours won").tap()
    expect(page.get_by_role("link", name="Tour of the Five Valleys").last).to_be_visible()


def test_an_organiser_makes_a_league_with_a_round_and_rules(browser_context_at, league):
    director = User.objects.get(leagues=league)
    page = browser_context_at(TABLET, user=director).new_page()
    page.goto("/")
    page.get_by_role("link", name="Leagues").tap()
    page.get_by_label("Name of the league").fill("Summer Cup")
    page.get_by_label("Name of its first season").fill("2027")
    page.get_by_role("button", name="Make the league").tap()
    page.get_by_label("Tour", exact=True).select_option(label="Tour of the Red Kite")
    page.get_by_role("button", name="Add the round").tap()
    expect(page.get_by_text("Round 1 is added.")).to_be_visible()
    page.get_by_role("textbox", name="Points for places").fill("7, 5, 3, 1")
    page.get_by_role("button", name="Save the rules").tap()
    page.get_by_role("link", name="Table").tap()
    expect(page.locator("[data-who]").first).to_contain_text("Ana Ruiz")
    expect(page.locator("[data-who]").first).to_contain_text("7")
