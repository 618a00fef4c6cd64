"""The road of a stage is changed at the table, ahead of the race: what has been raced stays under
every hand, and what is logged meanwhile is heard of.
"""

import re
from collections.abc import Callable

import msgspec
import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.factory import NOW, a_plan, a_stage_plan
from tests.journeys.test_draw_a_road import Finger, body, flag, middle, square
from tests.race import say
from tourmanager.accounts.models import User
from tourmanager.tabletop.cycling_party.set_up import creation
from tourmanager.tabletop.cycling_party.set_up.creation import stage_plan_of
from tourmanager.tabletop.cycling_party.set_up.plan import StagePlan
from tourmanager.tours.models import Stage, Tour

pytestmark = [pytest.mark.django_db(transaction=True)]


def raced_to(line: str, director: User) -> Tour:
    """A medium stage of 150 km: climbs km 40–47, 55–70 and 80–103, sprints on km 15, 23 and 31."""
    plan = msgspec.structs.replace(a_plan(), name="Altered", stages=[a_stage_plan("medium")])
    tour = creation.create(plan, by=director, at=NOW)
    say(stage_of(tour), f"place {line} a1")
    return tour


def stage_of(tour: Tour) -> Stage:
    return tour.stages.get(number=1)


def stored(tour: Tour) -> StagePlan:
    return stage_plan_of(stage_of(tour))


def starts(tour: Tour) -> list[int]:
    return [each.start for each in stored(tour).passes]


def use(page: Page) -> None:
    page.get_by_role("button", name="Use this road").tap()
    page.wait_for_url("**/stages/#stage-1")
    expect(page.get_by_text("The road of stage 1 has been changed.")).to_be_visible()


def test_a_climb_ahead_of_the_race_is_pulled_and_one_that_was_raced_stays(
    director_tablet: Page, director: User, axe: Callable[[Page], None]
) -> None:
    page, tour = director_tablet, raced_to("p1", director)
    page.goto(f"/tours/{tour.slug}/stages/")
    page.get_by_role("link", name="Change the road of stage 1").tap()
    expect(flag(page, "Pass 1")).to_contain_text("raced")
    expect(flag(page, "Sprint 3")).to_contain_text("raced")
    axe(page)
    finger, wide = Finger(page), square(page)

    def pull(at: tuple[float, float], squares: float) -> None:
        x, y = at
        finger.put(x, y)
        for share in (0.5, 1):
            finger.move(x + squares * wide * share, y)
        finger.lift()

    for thing in (body(page, "pass-0"), middle(flag(page, "Sprint 1"))):
        pull(thing, -4)
    expect(flag(page, "Pass 1")).to_have_attribute("aria-valuenow", "40")
    expect(flag(page, "Sprint 1")).to_have_attribute("aria-valuenow", "15")
    expect(page.locator("[data-road-fact]")).to_contain_text("It has been raced and stays.")
    expect(page.locator("[data-road-said]")).to_have_text("Sprint 1 has been raced and stays.")
    state = page.locator("[data-road-state]")
    expect(state).to_have_text("As it is now")

    # towards the race it lands behind what was raced, with a flat square between
    pull(body(page, "pass-1"), -12)
    expect(flag(page, "Pass 2")).to_have_attribute("aria-valuenow", "49")
    pull(body(page, "pass-1"), 4)
    expect(flag(page, "Pass 2")).to_have_attribute("aria-valuenow", "53")
    expect(state).to_have_text("Changed, not used yet")
    assert starts(tour) == [40, 55, 80], "nothing is changed before the road is used"
    use(page)
    assert starts(tour) == [40, 53, 80]


def test_what_is_logged_meanwhile_is_put_back_and_the_rest_stays_as_pulled(
    director_tablet: Page, director: User
) -> None:
    page, tour = director_tablet, raced_to("p1", director)
    page.goto(f"/tours/{tour.slug}/stages/1/change-road/")
    for name in ("Pass 2", "Pass 3"):
        flag(page, name).focus()
        page.keyboard.press("Shift+ArrowRight")
    expect(flag(page, "Pass 3")).to_have_attribute("aria-valuenow", "85")
    say(stage_of(tour), "place p2 a1")
    said = page.get_by_role("alert").filter(has_text="Logged meanwhile")
    expect(said).to_have_text(
        re.compile(r"Logged meanwhile: the road is fixed to Pass 2, km 70 now\."), timeout=15_000
    )
    expect(flag(page, "Pass 2")).to_have_attribute("aria-valuenow", "55")
    expect(flag(page, "Pass 2")).to_contain_text("raced")
    expect(flag(page, "Pass 3")).to_have_attribute("aria-valuenow", "85")
    use(page)
    assert starts(tour) == [40, 55, 85]


def test_on_a_phone_the_road_is_changed_with_buttons_and_keys(
    director_phone: Page, director: User
) -> None:
    page, tour = director_phone, raced_to("p1", director)
    page.goto(f"/tours/{tour.slug}/stages/1/change-road/")
    page.wait_for_selector(".road-flag")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.touchscreen.tap(*middle(flag(page, "Pass 1")))
    expect(page.locator("[data-road-name]")).to_have_text("Pass 1")
    for button in ("Nearer to the finish", "Take out", "Hill, 3 km"):
        expect(page.get_by_role("button", name=button)).to_be_hidden()
    for key in ("ArrowRight", "Delete"):
        flag(page, "Pass 1").press(key)
        expect(page.locator("[data-road-said]")).to_have_text("Pass 1 has been raced and stays.")
    flag(page, "Pass 2").tap()
    page.get_by_role("button", name="Nearer to the finish").tap()
    page.get_by_role("button", name="Third category, 8 km").tap()
    flag(page, "Finish").tap()
    page.get_by_role("button", name="Shorter").tap()
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    page.get_by_role("link", name="Leave").tap()
    expect(page.locator("[data-road-state]")).to_have_text("Changed, not used yet")
    assert asked == ["beforeunload"]
    use(page)
    assert (starts(tour), stored(tour).length) == ([40, 56, 80], 147)
    assert [each.category for each in stored(tour).passes] == ["third", "third", "first"]


def test_a_proposal_for_a_stage_that_was_not_raced_can_be_undone(
    director_tablet: Page, director: User
) -> None:
    page, tour = director_tablet, raced_to("p1", director)
    stage_of(tour).entries.all().delete()
    page.goto(f"/tours/{tour.slug}/stages/1/change-road/")
    flag(page, "Pass 3").press("Shift+ArrowRight")
    page.get_by_role("button", name="Propose another").tap()
    expect(page.locator("[data-road][data-before]")).to_be_visible()
    page.get_by_role("button", name="Undo on the road").tap()
    expect(flag(page, "Pass 3")).to_have_attribute("aria-valuenow", "85")
    use(page)
    assert starts(tour) == [40, 55, 85]


def test_once_somebody_has_arrived_the_road_is_only_shown(
    director_tablet: Page, director: User
) -> None:
    page, tour = director_tablet, raced_to("p3", director)
    say(stage_of(tour), "arrive a1")
    page.goto(f"/tours/{tour.slug}/stages/1/change-road/")
    why = "Riders have arrived at the finish of stage 1: its road stays as it is."
    expect(page.locator(".notice")).to_have_text(why)
    flag(page, "Finish").press("ArrowRight")
    expect(page.locator("[data-road-said]")).to_have_text(why)
    for name in ("Use this road", "+ Climb", "+ Sprint"):
        expect(page.get_by_role("button", name=name)).to_be_hidden()
