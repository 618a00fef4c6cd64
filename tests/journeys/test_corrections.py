"""After a stage: a discarded correction comes back by one tap, and a second person is told that a
stage waits for their word.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.factory import NOW, a_tour, a_user
from tests.journeys.conftest import PHONE, ContextMaker
from tests.journeys.hands import group_with, open_line, sent
from tests.race import log_whole, tap
from tourmanager.accounts.models import User
from tourmanager.results.log.reading import read_stage
from tourmanager.results.publishing.verify import verify
from tourmanager.results.sheet import entries as e
from tourmanager.tours.models import Stage, Tour
from tourmanager.tours.pages import keeping


@pytest.fixture
def tour(director: User) -> Tour:
    """Stage 1 of two has ended."""
    tour = a_tour(by=director, stages=2, teams=2, riders=5)
    log_whole(tour.stages.get(number=1))
    return tour


def test_a_page_notices_that_its_stage_was_ended_and_reopened_elsewhere(
    director_tablet: Page, director: User, tour: Tour
) -> None:
    page, stage = director_tablet, tour.stages.get(number=2)
    page.clock.install()
    page.goto(f"/tours/{tour.slug}/stages/2/?line=s1")
    page.wait_for_selector(".stage.scripted")
    log_whole(stage)
    tap(stage, e.Reopen(), by=director)
    page.clock.run_for(6_000)
    expect(page.get_by_text("correcting stage 2:")).to_be_visible()
    expect(page.get_by_role("link", name="See what changes")).to_be_visible()


def test_a_discarded_correction_comes_back_by_one_tap(
    director_tablet: Page, tour: Tour, axe: Any
) -> None:
    page, stage = director_tablet, tour.stages.get(number=1)
    page.goto(f"/tours/{tour.slug}/stages/1/")
    page.get_by_role("button", name="Reopen to correct").tap()
    page.wait_for_selector(".stage.scripted")
    open_line(page, "finish")
    group_with(page, "a1").tap()
    page.locator('[data-square="2"]').tap()
    sent(page)
    corrected = read_stage(stage).log.sheet.order
    page.get_by_role("button", name="Discard the correction").tap()
    discarded = page.get_by_text("Correction discarded. Stage 1 is as it was when it ended.")
    expect(discarded).to_be_visible()
    assert read_stage(stage).log.sheet.order != corrected
    axe(page)
    page.get_by_role("button", name="Undo", exact=True).tap()
    page.wait_for_selector(".stage.scripted")
    expect(page.get_by_text("correcting stage 1:")).to_be_visible()
    assert read_stage(stage).log.sheet.order == corrected
    page.get_by_role("button", name="Discard the correction").tap()
    expect(discarded).to_be_visible()
    page.get_by_role("button", name="Make official").tap()
    expect(page.get_by_text("Stage 1 is official.")).to_be_visible()
    expect(discarded).to_have_count(0)  # something else has changed the stage
    assert verify(tour).problems == []


def test_the_second_person_is_told_and_one_tap_leads_there(
    browser_context_at: ContextMaker, director: User, tour: Tour, axe: Any
) -> None:
    second = a_user("second", first_name="Otto", last_name="Other")
    keeping.add_director(tour, second, at=NOW)
    Tour.objects.filter(pk=tour.pk).update(second_person=True)
    stage = tour.stages.get(number=1)
    page = browser_context_at(PHONE, user=second).new_page()
    page.goto("/")
    expect(page.get_by_text("waits for your word")).to_have_count(0)
    tap(stage, e.Official(ask=True), by=director)
    page.reload()
    expect(page.get_by_text(f"Stage 1 of {tour.name} waits for your word.")).to_be_visible()
    axe(page)
    page.get_by_role("link", name="Look and confirm").tap()
    page.wait_for_url(f"**/tours/{tour.slug}/stages/1/confirm/")
    page.goto(f"/tours/{tour.slug}/classifications/")
    axe(page)
    page.get_by_role("link", name="Stage 1 waits for your word").tap()
    page.wait_for_url(f"**/tours/{tour.slug}/stages/1/confirm/")
    page.get_by_role("button", name="Confirm").tap()
    expect(page.get_by_text("Stage 1 is official.")).to_be_visible()
    expect(page.get_by_text("waits for your word")).to_have_count(0)
    assert Stage.objects.get(pk=stage.pk).approval == Stage.Approval.OFFICIAL
