"""Log a stage of Toy Dash with the fingers and ride the next one, in a real browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.factory import NOW
from tests.journeys.conftest import (  # noqa: F401 - pytest finds fixtures by their names
    ContextMaker,
    axe,
    browser_context_at,
    browser_type_launch_args,
    director,
    director_tablet,
)
from tests.journeys.hands import chip, lay_out_next, sent
from tests.toy.set_up import SET_UP, a_plan
from tests.toy.table import ToyFinish
from tourmanager.accounts.models import User
from tourmanager.play.models import Ride
from tourmanager.results.models import Entry
from tourmanager.results.publishing.verify import verify
from tourmanager.results.stage_page.finish import FinishPanel
from tourmanager.tours.models import Tour


@pytest.fixture
def tour(director: User) -> Tour:  # noqa: F811
    return SET_UP.create(a_plan("Tour of the Table", ["Ant", "Bee"]), by=director, at=NOW)


def test_a_stage_is_logged_and_the_next_one_ridden(
    director_tablet: Page,  # noqa: F811
    tour: Tour,
    axe,  # noqa: F811
) -> None:
    page = director_tablet
    page.goto(f"/tours/{tour.slug}/stages/1/")
    axe(page)
    page.locator("text=Start logging").tap()
    page.wait_for_selector(".stage.scripted")
    page.locator(chip("b1")).tap()  # at the bell
    expect(page.locator('[data-panel="finish"]')).to_be_visible()
    page.locator("text=Bee 1 pushes").tap()
    expect(page.locator("text=Bee 1 pushes, 1 so far")).to_be_visible()
    page.locator(chip("b1")).tap()
    page.locator('[data-turn="1"]').tap()
    expect(page.locator("[data-clock]")).to_have_text("turn +1")
    page.locator(chip("a1")).tap()
    expect(page.locator("[data-missing]")).to_have_text("All have arrived")
    sent(page)
    axe(page)
    page.locator("[data-end].primary").tap()
    lay_out_next(page, 1)
    assert [entry.body["do"] for entry in Entry.objects.order_by("seq")] == [
        "place",
        "toy.push",
        "arrive",
        "turn",
        "arrive",
        "end",
    ]
    page.locator("text=Ride it digitally").tap()
    page.locator("text=Take seats").tap()
    page.locator("text=Begin the stage").tap()
    answer, over = page.locator("button[value=roll]"), page.locator("#ride[data-state=over]")
    for _ in range(20):
        expect(answer.or_(over).first).to_be_attached()
        if over.count():
            break
        before = page.locator("#ride").get_attribute("data-seq")
        answer.first.tap()
        expect(page.locator("#ride")).not_to_have_attribute("data-seq", before or "")
    axe(page)
    page.goto(f"/rides/{Ride.objects.get().slug}/result/")
    page.locator("text=Record and end the stage").tap()
    page.wait_for_url("**/stages/2/end-of-stage/")
    axe(page)
    tour.refresh_from_db()
    assert tour.is_finished
    assert verify(tour).problems == []


# a game whose riders arrive in the order of the taps: the core's finish, which has no clock
WITHOUT_CLOCK = """
import { start } from "/static/js/taps.js";
import { Game } from "/static/js/taps-game.js";
start(new Game(), {
  entryOf: () => null,
  entryOfDigit: () => null,
  drawTeams() {},
  drawFinish() {},
});
"""


def test_a_game_without_a_clock_is_logged_by_taps(
    director_tablet: Page,  # noqa: F811
    tour: Tour,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ToyFinish, "template", FinishPanel.template)
    page = director_tablet
    page.route(
        "**/toy/stage*.js",
        lambda route: route.fulfill(content_type="text/javascript", body=WITHOUT_CLOCK),
    )
    page.goto(f"/tours/{tour.slug}/stages/1/?line=finish")
    page.wait_for_selector(".stage.scripted")
    page.keyboard.press("+")
    expect(page.locator(".refusal")).to_contain_text("This game has no clock.")
    page.locator(chip("b1")).tap()
    page.locator(chip("a1")).tap()
    expect(page.locator("[data-missing]")).to_have_text("All have arrived")
    sent(page)
    assert [entry.body["do"] for entry in Entry.objects.order_by("seq")] == ["arrive", "arrive"]
