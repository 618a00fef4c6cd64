"""A stage after the race: the jury penalises, a second person rejects and then confirms, and later
a penalty is given back.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.factory import NOW, a_tour
from tests.journeys.conftest import PHONE, TABLET, ContextMaker
from tests.journeys.test_every_page import TOO_SMALL
from tests.race import log_stage
from tourmanager.accounts.models import User
from tourmanager.results.publishing.verify import verify
from tourmanager.tours.models import Tour
from tourmanager.tours.pages import keeping


@pytest.fixture
def second(transactional_db: None) -> User:
    return User.objects.create_user("otto", password=None, first_name="Otto", last_name="Other")


@pytest.fixture
def tour(director: User, second: User) -> Tour:
    """Two stages of 36 riders, the first ended; somebody else has to confirm it."""
    tour = a_tour(stages=2, teams=6, riders=6, by=director)
    keeping.add_director(tour, second, at=NOW)
    Tour.objects.filter(pk=tour.pk).update(second_person=True)
    log_stage(tour, "a1 b1 0:10, c1 c2 0:12, d1 0:40", out="f6", by=director)
    return tour


def sound(page: Page, axe: Callable[[Page], None]) -> None:
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
        f"{page.url} runs over the edge"
    )
    assert page.evaluate(TOO_SMALL) == [], page.url


@pytest.mark.parametrize(
    ("size", "scheme"),
    [(TABLET, "light"), pytest.param(PHONE, "dark", marks=pytest.mark.layout)],
    ids=["tablet", "phone"],
)
def test_a_penalty_a_rejection_a_confirmation_and_a_pardon(
    browser_context_at: ContextMaker,
    axe: Callable[[Page], None],
    tour: Tour,
    director: User,
    second: User,
    size,
    scheme,
) -> None:
    page = browser_context_at(size, user=director, scheme=scheme).new_page()
    other = browser_context_at(size, user=second, scheme=scheme).new_page()
    stage = f"/tours/{tour.slug}/stages/1/"

    page.goto(stage)
    expect(page.locator("#watch .published")).to_contain_text("Provisional")
    page.get_by_role("link", name="Jury").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Jury of stage 1")
    sound(page, axe)
    page.get_by_role("searchbox").fill("ANNA azure")
    page.get_by_role("button", name="Find").tap()
    expect(page.locator(".jury-table tbody tr")).to_have_count(1)
    page.get_by_role("link", name="Anna Azure").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Anna Azure")
    sound(page, axe)
    page.get_by_label("How much").fill("20")
    page.get_by_role("region", name="Penalty", exact=True).get_by_label("Reason").fill(
        "irregular feeding"
    )
    page.get_by_role("button", name="Give the penalty").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("What this changes in stage 1")
    expect(page.locator("main")).to_contain_text("0:10 → 0:30")
    sound(page, axe)
    page.get_by_role("button", name="Correct and end again").tap()
    expect(page.locator("#messages")).to_contain_text("corrected and ended again")
    expect(page.locator(".jury-five")).to_contain_text("20 s")

    page.goto(stage)
    page.get_by_role("button", name="Ask for confirmation").tap()
    expect(page.locator("#messages")).to_contain_text("waits for confirmation")
    page.get_by_role("link", name="Look and confirm").tap()
    expect(page.locator("main")).to_contain_text("somebody else has to confirm it")
    expect(page.get_by_role("button", name="Confirm: it is official")).to_have_count(0)

    other.goto(stage)
    other.get_by_role("link", name="Look and confirm").tap()
    expect(other.get_by_role("heading", level=1)).to_have_text("Confirm stage 1?")
    sound(other, axe)
    expect(other.locator("main")).to_contain_text("20 s")
    other.get_by_label("What is wrong").fill("It was bib 2 who fed")
    other.get_by_role("button", name="Reject").tap()
    expect(other.locator("#messages")).to_contain_text("was not confirmed")

    page.goto(stage)
    expect(page.locator("#watch")).to_contain_text("Not confirmed by otto: It was bib 2 who fed")
    page.get_by_role("button", name="Ask for confirmation").tap()
    expect(page.locator("#messages")).to_contain_text("waits for confirmation")
    other.goto(stage)
    other.get_by_role("link", name="Look and confirm").tap()
    expect(other.get_by_role("heading", level=1)).to_have_text("Confirm stage 1?")
    other.get_by_role("button", name="Confirm: it is official").tap()
    expect(other.locator("#watch .published")).to_contain_text("Official since")
    sound(other, axe)

    page.goto(f"{stage}jury/")
    page.get_by_text("Cancel …").tap()
    page.get_by_label("Why it is given back").fill("video seen")
    sound(page, axe)
    page.get_by_role("button", name="Cancel the penalty").tap()
    expect(page.locator("main")).to_contain_text("0:30 → 0:10")
    expect(page.locator("main")).to_contain_text("It becomes provisional again")
    page.get_by_role("button", name="Correct and end again").tap()
    expect(page.locator(".jury-penalties s").first).to_contain_text("20 s")
    expect(page.locator(".jury-penalties")).to_contain_text("Cancelled: video seen")
    page.goto(f"/tours/{tour.slug}/classifications/individual/")
    expect(page.locator(".published")).to_contain_text("Provisional")
    expect(page.locator("tbody tr").first).to_contain_text("0:10")
    assert verify(Tour.objects.get(pk=tour.pk)).problems == []
