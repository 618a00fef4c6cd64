"""The main job, whole: a director creates a tour from nothing, logs it on a tablet, corrects stage
1 and reads the winner.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.factory import a_full_roster
from tests.journeys.hands import (
    arrive,
    end_stage,
    fill_line,
    group_with,
    kept,
    lay_out_next,
    next_turn,
    open_line,
    see_final_result,
    sent,
    start_logging,
)
from tourmanager.results.log.reading import ended_of, field_of, standings_of
from tourmanager.results.publishing.verify import verify
from tourmanager.tours.models import Tour

pytestmark = [pytest.mark.django_db(transaction=True)]

TEAMS = ("Azure", "Brick", "Clover")
PLAYERS = ("Jo", "Mina", "Kai")


def create(page: Page) -> Tour:
    """The four steps, one stage changed on the way."""
    page.goto("/")
    page.get_by_role("link", name="Start a tour").tap()
    page.get_by_role("button", name="Set up a new tour").tap()
    page.get_by_label("Name of the tour").fill("Three Days")
    page.get_by_role("group", name="Players").get_by_role("radio", name="3").tap()
    page.get_by_text("Flat", exact=True).tap()
    for _ in range(2):
        page.get_by_role("button", name="Stages: less", include_hidden=True).tap()
    kept(page)
    page.get_by_role("button", name="Continue").tap()
    page.get_by_role("button", name="Continue").tap()
    page.get_by_role("button", name="Change stage 2").tap()
    page.get_by_label("Length in kilometres", exact=True).fill("10")
    expect(page.locator("#stages-state")).to_contain_text("Stage 2 breaks a rule")
    page.get_by_label("Length in kilometres", exact=True).fill("198")
    expect(page.locator("#stages-state")).not_to_contain_text("breaks a rule")
    page.get_by_role("button", name="Done").tap()
    page.get_by_role("button", name="Continue").tap()
    for team, player in zip(TEAMS, PLAYERS, strict=True):
        page.get_by_label(team).first.tap()
        page.locator(".lineup", has=page.get_by_role("heading", name=team)).get_by_label(
            "Player"
        ).fill(player)
    kept(page)
    page.get_by_role("button", name="Create the tour").tap()
    page.wait_for_url("**/stages/1/")
    return Tour.objects.get()


def log_lines(page: Page, tour: Tour, number: int, riders: list[str]) -> None:
    """Every sprint and pass, taken by others each time."""
    for start, line in enumerate(
        tour.stages.get(number=number).lines.exclude(category="hill").order_by("km")
    ):
        needed = {"hc": 5, "first": 4}.get(line.category, 3)
        fill_line(page, line.key, [*riders, *riders][start : start + needed])
    expect(page.locator("#stage")).to_have_attribute("data-open", "finish")


def log_stage(page: Page, tour: Tour, number: int, order: list[str]) -> None:
    """A rider alone, a paceline, and a turn later everybody else."""
    start_logging(page)
    log_lines(page, tour, number, order)
    arrive(page, order[:1], 11, 3)
    arrive(page, order[1:4], 8, 5)
    next_turn(page)
    page.locator("[data-all]").tap()
    page.locator('[data-square="6"]').tap()
    page.locator('[data-die="2"]').tap()
    end_stage(page)


@pytest.mark.rule("CP-APP-007", "CP-APP-013", "CP-APP-018", "CP-APP-019", "CP-APP-025")
def test_a_director_creates_a_three_stage_tour_logs_it_corrects_stage_1_and_reads_the_winner(
    director_tablet: Page,
) -> None:
    page = director_tablet
    a_full_roster(3, riders=5)
    tour = create(page)
    riders = [f"{letter}{number}" for number in range(1, 6) for letter in "abc"]
    orders = [riders, riders[1:] + riders[:1], riders[3:] + riders[:3]]

    for number, order in enumerate(orders, start=1):
        log_stage(page, tour, number, order)
        (lay_out_next if number < 3 else see_final_result)(page, number)
    expect(page.get_by_role("main")).to_contain_text("The winner")
    before = standings_of(field_of(tour), ended_of(tour).results)[-1]

    # The square of Azure 1, the winner of stage 1, was read wrong: he came in fourth.
    page.goto(f"/tours/{tour.slug}/stages/1/")
    page.get_by_role("button", name="Reopen to correct").tap()
    page.wait_for_selector(".stage.scripted")
    open_line(page, "finish")
    group_with(page, "a1").tap()
    page.locator('[data-square="2"]').tap()
    page.locator('[data-die="1"]').tap()
    sent(page)
    page.get_by_role("link", name="See what changes").tap()
    expect(page.locator(".consequence")).to_contain_text("Cycling Party points:")
    changed = page.get_by_role("region", name="Result of stage 1").locator("li")
    expect(changed.filter(has_text="Anna Azure")).to_contain_text("1st in 0:08 → 4th in 0:55")
    # only looked at so far
    assert standings_of(field_of(tour), ended_of(tour).results)[-1] == before
    page.get_by_role("button", name="Save").first.tap()
    expect(page.get_by_text("Stage 1 corrected.")).to_be_visible()

    after = standings_of(field_of(tour), ended_of(tour).results)[-1]
    assert after != before
    winner = after.players[0]
    page.get_by_role("link", name="Cycling Party", exact=True).tap()
    page.get_by_role("link", name="Closing page").tap()
    closing = page.get_by_role("main")
    expect(closing).to_contain_text("The winner")
    expect(closing).to_contain_text(tour.teams.get(letter=winner.team).manager)
    expect(closing).to_contain_text(f"{winner.points} Cycling Party points")
    expect(
        closing.get_by_role("region", name="Stage winners").get_by_role("row").nth(1)
    ).to_contain_text("Anna Brick")
    tour.refresh_from_db()
    assert not verify(tour).problems
