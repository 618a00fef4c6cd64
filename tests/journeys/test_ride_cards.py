"""A stage with cards in the browser: two at one device with a curtain between them, another device,
bots, and the round as it happens.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import PHONE, TABLET, ContextMaker
from tests.play.rides import where
from tests.tabletop.flamme_rouge.cards import a_card_ride, give, persons_asked, settled, until
from tourmanager.accounts.models import User
from tourmanager.play.models import Ride

SHORT = "a b d c u"  # 31 squares with one ascent
ANSWER = ".ride-answers button[name=answer]"


def opened(page: Page, ride: Ride) -> Page:
    page.goto(ride.get_absolute_url())
    page.locator(".ride-road:visible [data-rider]").first.wait_for()
    return page


def tap(page: Page, what: str) -> None:
    """An answer, until the page has heard of it."""
    before = page.locator("#ride").get_attribute("data-seq")
    page.locator(what).first.tap()
    expect(page.locator("#ride")).not_to_have_attribute("data-seq", before or "")


def turn_over(page: Page, team: str) -> None:
    """The device is handed on; who is alone on the road keeps it."""
    link, hands = (
        page.get_by_role("link", name=f"I am {team}: show my cards"),
        page.locator(".hands"),
    )
    expect(link.or_(hands)).to_be_visible()
    if link.count():
        expect(page.locator(".hand-cards, .hands")).to_have_count(0)
        link.tap()
    expect(hands).to_be_visible()


def choose(page: Page) -> None:
    """Both riders of a seat, or the one that is left: the dearest card each."""
    if page.locator(".rider-answer").count():
        tap(page, ".rider-answer")
    while page.locator(".card-answer").count():
        tap(page, "li:last-child > .card-answer")


@pytest.mark.rule("FR-046", "FR-047", "FR-111")
def test_two_at_one_device_ride_a_stage_and_see_no_cards_of_each_other(
    browser_context_at: ContextMaker, director: User
):
    ride = a_card_ride("here here bot", by=director, stage=SHORT, first="red")
    page = browser_context_at(TABLET, user=director).new_page()
    page.goto(ride.get_absolute_url())
    for team in ("Red", "Blue"):
        page.get_by_role("link", name=f"I am {team}: show my cards").tap()
        page.locator(".ride-road:visible .ride-open").first.tap(position={"x": 8, "y": 8})
        # for either of his riders
        expect(page.locator(".square-buttons .offered")).to_have_count(2)
        tap(page, ".square-buttons .offered")
        tap(page, ".ride-road:visible .ride-open")
    expect(page.locator(".ride-road:visible [data-rider]")).to_have_count(6)
    for _ in range(40):
        if settled(ride).state == Ride.State.OVER:
            break
        seat = persons_asked(ride)[0]
        turn_over(page, where(ride).game.seat_names(where(ride).state)[seat].capitalize())
        choose(page)
    expect(page.locator(".ride-round")).to_be_visible()
    expect(page.get_by_role("heading", name="The stage is over")).to_be_visible()
    assert page.locator(".ride-arrived tbody tr").count() == 6
    page.get_by_role("link", name="Look at the result").tap()
    expect(page.locator(".result-finish tbody tr")).to_have_count(6)
    expect(page.locator(".result-finish")).to_contain_text("bonus 10 s")


@pytest.mark.rule("FR-048", "FR-113")
def test_another_device_sees_its_own_hand_and_waits_with_its_card(
    browser_context_at: ContextMaker, director: User
):
    ride = a_card_ride("here link bot", by=director, first="red", stage="la-haute-montagne")
    seat = ride.seats.get(number=1)
    guest = browser_context_at(PHONE).new_page()
    guest.goto(f"/rides/{ride.slug}/join/{seat.key}/")
    guest.get_by_label("Your name").fill("Ann")
    guest.get_by_role("button", name="Take this seat").tap()
    guest.wait_for_url(f"**{ride.get_absolute_url()}")
    until(ride, phase="energy")
    opened(guest, ride)
    tap(guest, ".rider-answer")
    settled(ride)
    cards = guest.locator(".card-answer")
    expect(cards.first).to_be_visible()
    assert all(
        (box := each.bounding_box()) and box["height"] >= 48 and box["width"] >= 48
        for each in cards.all()
    )
    chosen = cards.last.get_attribute("value")
    tap(guest, "li:last-child > .card-answer")
    settled(ride)
    expect(guest.locator(".hand-chosen")).to_be_visible()
    expect(cards.first).to_be_visible()
    assert where(ride).game.view(where(ride).state, 1)["cards"]["blueS"]["chosen"] == (
        chosen or ""
    ).removeprefix("play ")
    tap(guest, "li:last-child > .card-answer")
    expect(guest.locator(".ride-waiting")).to_contain_text("Red")
    expect(guest.locator(".hand-chosen")).to_have_count(2)
    guest.get_by_text("What is left in my decks").tap()
    expect(guest.locator(".hands table")).to_be_visible()
    assert guest.evaluate("document.documentElement.scrollWidth") <= PHONE.width


def test_the_round_is_played_and_a_tap_ends_it(browser_context_at: ContextMaker, director: User):
    ride = until(a_card_ride("here bot bot", by=director), rounds=3)
    page = browser_context_at(TABLET, user=director).new_page()
    page.emulate_media(reduced_motion="no-preference")
    opened(page, ride)
    expect(page.locator(".ride-playing")).to_have_count(0)
    for _ in range(3):
        give(settled(ride))
    settled(ride)
    expect(page.locator(".ride-road.ride-playing")).to_have_count(1)
    page.locator(".ride-road:visible").tap(position={"x": 5, "y": 5})
    expect(page.locator(".ride-playing, .ride-shown, .round-now")).to_have_count(0)
    assert (
        page.evaluate(
            "document.getAnimations().filter((each) => each.effect.target.dataset?.legs).length"
        )
        == 0
    )


def test_without_motion_the_marks_alone_tell_the_round(
    browser_context_at: ContextMaker, director: User
):
    ride = until(a_card_ride("here bot bot", by=director), rounds=3)
    page = opened(browser_context_at(PHONE, user=director).new_page(), ride)
    before = page.locator(".ride-road:visible").get_attribute("data-play")
    for _ in range(3):
        give(settled(ride))
    settled(ride)
    expect(page.locator(".ride-road:visible")).not_to_have_attribute("data-play", before or "")
    assert page.locator(".ride-playing").count() == 0
    expect(page.locator(".round-row")).to_have_count(6)
    assert page.locator(".ride-came").count() > 0


@pytest.mark.layout
def test_both_faces_of_the_page_are_accessible(
    browser_context_at: ContextMaker, director: User, axe
):
    ride = until(
        a_card_ride("here bot bot", by=director, version="peloton", stage="peloton-9"), rounds=4
    )
    for size, scheme in ((TABLET, "light"), (PHONE, "dark")):
        page = opened(browser_context_at(size, scheme=scheme, user=director).new_page(), ride)
        tap(page, ".rider-answer") if page.locator(".rider-answer").count() else None
        axe(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= size.width
