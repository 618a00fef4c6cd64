"""A Grand Tour of three stages logged on a tablet with fingers only: a tap for each rider, each
square, each round and each count of cards. The page goes on by itself while the network is away.
"""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.journeys.conftest import PHONE, TABLET, ContextMaker, Taps
from tests.journeys.hands import chip, open_stage, sent
from tests.rounds import a_grand_tour, code, finish
from tourmanager.accounts.models import User
from tourmanager.results.log.reading import ended_of
from tourmanager.results.models import Entry
from tourmanager.results.publishing.verify import verify
from tourmanager.results.sheet import entries as e
from tourmanager.tabletop.flamme_rouge.table import entries as fr
from tourmanager.tours.models import Tour

DAYS = (
    "aS 4, bR 4, cS 3 / aR 2, bS 2, cR 1",
    "bR 2, cS 1 / cR 5, aS 4 / / bS 2 / aR 1",
    "aS 1, aR 1 / bS 5, bR 3, cS 3, cR 2",
)
# before each stage
PLACING: tuple[list[str], ...] = ([], ["Clover", "Brick", "Azure"], ["Azure", "Clover", "Brick"])
CARDS = {"a1": 3, "a2": 0, "b1": 5, "b2": 1, "c1": 2, "c2": 11}


@pytest.fixture
def tour(director: User) -> Tour:
    return a_grand_tour(by=director)


def past(square: int) -> str:
    return f'.past [data-square="{square}"]'


def log(counter: Taps, day: str, *, cards: bool) -> int:
    """Squares first, then who came to each; how many taps that has to take."""
    page, needed = counter.page, 0
    for turn, crossed in enumerate(day.split("/")):
        if turn:
            page.wait_for_timeout(400)  # two taps of a trembling finger would count once
            counter.tap('[data-turn="1"]')
            needed += 1
        square = 0
        for rider, number in (each.split() for each in crossed.split(",") if each.strip()):
            if int(number) != square:
                square = int(number)
                counter.tap(past(square))
                needed += 1
            counter.tap(chip(code(rider)))
            needed += 1
            if cards:
                asked = page.locator("[data-cards-of]").get_attribute("data-cards-of")
                assert asked == code(rider)
                page.wait_for_timeout(400)  # a finger that trembles would count for the next rider
                counter.tap(f'[data-cards="{CARDS[asked]}"]')
                needed += 1
    return needed


@pytest.mark.rule(
    "FR-091", "FR-120", "FR-T-002", "FR-T-003", "FR-T-004", "FR-T-020", "FR-T-030", "FR-T-033"
)
def test_three_stages_are_logged_with_a_tap_for_each_thing_they_tell(
    director_tablet: Page, taps: type[Taps], tour: Tour
) -> None:
    page = director_tablet
    page.goto(f"/tours/{tour.slug}/stages/1/")
    counter = taps(page)
    counter.reset()
    needed = 0
    for number, day in enumerate(DAYS, start=1):
        expect(page.locator(".before-order b")).to_have_text(PLACING[number - 1])
        counter.tap("text=Start logging")
        page.wait_for_selector(".stage.scripted")
        needed += 3 + log(counter, day, cards=number < 3)
        expect(page.locator("[data-missing]")).to_have_text("All have arrived")
        expect(page.locator("[data-end].primary")).to_be_visible()
        sent(page)
        counter.tap("[data-end]")
        page.wait_for_url(f"**/stages/{number}/end-of-stage/")
        counter.tap("text=Lay out stage" if number < 3 else "text=See the final result")
        page.wait_for_url(f"**/stages/{number + 1}/" if number < 3 else "**/final/")
    assert (counter.count, counter.keys) == (needed, 0)
    expect(page.locator(".winner-names")).to_contain_text("Azure")

    results = ended_of(tour).results
    assert [arrival.rider for arrival in results[0].arrivals] == [
        "a1",
        "b2",
        "c1",
        "a2",
        "b1",
        "c2",
    ]
    assert [arrival.seconds for arrival in results[1].arrivals] == [0, 0, 30, 30, 180, 250]
    assert results[0].extras["exhaustion"] == CARDS
    page.goto(f"/tours/{tour.slug}/classifications/individual/")
    rows = [" ".join(row.split()) for row in page.locator(".standings tbody tr").all_inner_texts()]
    assert [row.rpartition(" ")[2] for row in rows] == [
        "0:00",
        "+0:10",
        "+0:20",
        "+2:20",
        "+4:30",
        "+5:10",
    ]
    tour.refresh_from_db()
    assert verify(tour).problems == []


@pytest.mark.parametrize(
    "size", [TABLET, pytest.param(PHONE, marks=pytest.mark.layout)], ids=lambda size: size.name
)
def test_a_slip_is_mended_where_it_stands(
    browser_context_at: ContextMaker, director: User, tour: Tour, size: object
) -> None:
    page = browser_context_at(size, user=director).new_page()
    page.goto(f"/tours/{tour.slug}/stages/1/?line=finish")
    page.wait_for_selector(".stage.scripted")
    for rider in ("a1", "b2"):  # riders first, then their square
        page.locator(chip(rider)).tap()
    page.locator(past(3)).tap()
    page.locator(past(1)).tap()
    page.locator(chip("c1")).tap()
    sent(page)
    order = page.locator("[data-arrivals] .place")
    expect(order.nth(1)).to_contain_text("Brick R")
    order.nth(1).locator("summary").tap()
    order.nth(1).get_by_role("button", name="Up").tap()
    expect(order.nth(0)).to_contain_text("Brick R")
    sent(page)
    order.nth(2).locator("summary").tap()
    order.nth(2).get_by_role("group", name="Square").get_by_role("button", name="2").tap()
    sent(page)
    expect(order.nth(2).locator(".time")).to_have_text("s.t.")
    assert page.evaluate("document.documentElement.scrollWidth") <= size.width
    page.locator("[data-undo]").tap()
    expect(order.nth(2).locator(".time")).to_have_text("+0:20")
    sent(page)
    reading = [entry.body["do"] for entry in Entry.objects.order_by("seq")]
    assert reading == ["arrive", "arrive", "square", "arrive", "move", "square", "undo"]


def test_the_wifi_goes_away_and_nothing_is_lost(
    browser_context_at: ContextMaker, director: User, taps: type[Taps], tour: Tour
) -> None:
    context: BrowserContext = browser_context_at(TABLET, user=director)
    page = context.new_page()
    open_stage(page, tour)
    context.set_offline(True)
    log(taps(page), DAYS[0], cards=True)
    expect(page.locator("#sending")).to_have_attribute("data-state", "offline")
    times = page.locator("[data-arrivals] .time")
    told = ["0:00", "s.t.", "s.t.", "+1:20", "+1:20", "+1:20"]
    assert times.all_inner_texts() == told
    counted = page.locator("[data-arrivals] .tired span:first-child")
    assert counted.all_inner_texts() == ["3", "1", "2", "0", "5", "11"]
    context.set_offline(False)
    sent(page)
    expect(page.locator("[data-arrivals] .unsent")).to_have_count(0)
    assert times.all_inner_texts() == told
    bodies = [e.load(entry.body) for entry in Entry.objects.order_by("seq")]
    assert [body for body in bodies if not isinstance(body, fr.Exhaustion)] == finish(DAYS[0])
    assert {body.rider: body.cards for body in bodies if isinstance(body, fr.Exhaustion)} == CARDS


def test_the_keyboard_stays_on_a_number_of_cards(director_tablet: Page, tour: Tour) -> None:
    page = director_tablet
    open_stage(page, tour)
    page.locator(past(4)).tap()
    page.locator(chip("a1")).tap()
    page.locator(chip("b1")).tap()
    sent(page)
    page.locator('[data-cards="3"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-cards-of]")).to_have_attribute("data-cards-of", "b1")
    sent(page)
    expect(page.locator('[data-cards="3"]')).to_be_focused()
