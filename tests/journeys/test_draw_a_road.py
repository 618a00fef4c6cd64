"""The road of a stage is edited on its picture: climbs, sprints and the finish are pulled, land
where the rules allow it, and are sent with the form.
"""

from collections.abc import Callable

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.factory import a_full_roster
from tests.journeys.conftest import PHONE, ContextMaker
from tests.journeys.hands import kept
from tourmanager.accounts.models import User
from tourmanager.tabletop.cycling_party.set_up.plan import PassPlan, StagePlan
from tourmanager.tabletop.cycling_party.set_up.wizard import draft as drafts
from tourmanager.tabletop.cycling_party.set_up.wizard.draft import DraftStage, TourDraft
from tourmanager.tabletop.cycling_party.set_up.wizard.draft_stages import fit_to_characteristics
from tourmanager.tours.models import Draft, Tour

pytestmark = [pytest.mark.django_db(transaction=True)]

ROAD = StagePlan(
    "medium",
    129,
    [PassPlan(35, "third"), PassPlan(50, "second"), PassPlan(81, "first")],
    [15, 25, 31],
)


def open_road(page: Page, director: User, road: StagePlan = ROAD) -> None:
    """Open the step "Stages" of a tour of one stage with that road, and wait for its script."""
    draft = TourDraft(name="Drawn", players=2, stage_count=1)
    fit_to_characteristics(draft)
    draft.stages = [DraftStage(road, own=True)]
    draft.accepted = 2
    row = Draft.objects.create(
        owner=director, game="cycling_party", data=msgspec.to_builtins(draft)
    )
    page.goto(f"/tours/new/cycling_party/{row.pk}/stages/?stage=1", wait_until="load")
    page.wait_for_selector(".road-flag")


def stored() -> StagePlan:
    return drafts.read(Draft.objects.get()).stages[0].plan


def starts(page: Page) -> list[str]:
    values: list[str] = page.locator("[name=start]").evaluate_all("all => all.map(f => f.value)")
    return values


def flag(page: Page, name: str) -> Locator:
    return page.get_by_role("slider", name=name, exact=True)


def middle(thing: Locator) -> tuple[float, float]:
    thing.scroll_into_view_if_needed()
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def body(page: Page, thing: str) -> tuple[float, float]:
    """Return a point low on the slope of a climb."""
    rock = page.locator(f'.road-climb[data-thing="{thing}"] .road-rock')
    rock.scroll_into_view_if_needed()
    box = rock.bounding_box()
    assert box
    return box["x"] + 0.7 * box["width"], box["y"] + 0.9 * box["height"]


def square(page: Page) -> float:
    """Return how wide a square is drawn: from the ruler, which begins at km 0."""
    width: float = page.evaluate(
        """() => {
          const [x, end] = document.querySelector(".road-ground").getAttribute("d")
            .match(/[0-9.]+/g).map(Number).filter((_, at) => at !== 1);
          return (end - x) / Number(document.querySelector("[name=length]").value);
        }"""
    )
    return width


class Finger:
    """A finger on the glass, for what is more than a tap."""

    def __init__(self, page: Page) -> None:
        self.send = page.context.new_cdp_session(page).send

    def put(self, x: float, y: float) -> None:
        self._touch("touchStart", [{"x": x, "y": y}])

    def move(self, x: float, y: float) -> None:
        self._touch("touchMove", [{"x": x, "y": y}])

    def lift(self) -> None:
        self._touch("touchEnd", [])

    def _touch(self, kind: str, points: list[dict[str, float]]) -> None:
        self.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.mark.rule("CP-M-046", "CP-APP-010")
def test_a_climb_that_may_not_lie_there_says_why_and_lands_where_the_outline_is(
    director_desktop: Page, director: User, axe: Callable[[Page], None]
) -> None:
    page = director_desktop
    open_road(page, director)
    axe(page)
    x, y = body(page, "pass-1")
    wide = square(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 5 * wide, y)
    page.mouse.move(x - 8 * wide, y)
    bubble = page.locator(".road-bubble")
    expect(bubble.locator("b")).to_have_text("Passes may not overlap.")
    expect(bubble).to_contain_text(
        "Pass 1 ends at km 42. Let go and Pass 2 starts at km 44, the first place it can."
    )
    expect(page.locator(".road-outline")).to_be_visible()
    expect(page.locator("rect.road-conflict")).to_be_visible()
    assert starts(page) == ["35", "50", "81"], "the form hears of it when it has landed"
    page.mouse.up()
    expect(bubble).to_be_hidden()
    expect(flag(page, "Pass 2")).to_have_attribute("aria-valuetext", "km 44 to 59, second category")
    kept(page)
    assert stored().passes == [PassPlan(35, "third"), PassPlan(44, "second"), PassPlan(81, "first")]

    page.get_by_label("Length in kilometres", exact=True).fill("132")
    page.get_by_role("radio", name="Low mountain").check()
    expect(page.locator("[data-road-facts]")).to_contain_text("3 of 4 sprints: add one")
    for _ in range(2):
        page.get_by_role("button", name="Undo on the road").click()
    kept(page)
    assert stored() == ROAD


def test_a_finger_pulls_a_sprint_the_foot_of_a_climb_and_the_finish(
    director_tablet: Page, director: User
) -> None:
    page = director_tablet
    open_road(page, director)
    finger, wide = Finger(page), square(page)

    def pull(at: tuple[float, float], squares: float) -> None:
        x, y = at
        finger.put(x, y)
        for share in (0.5, 1):
            finger.move(x + squares * wide * share, y)
        finger.lift()

    pull(middle(flag(page, "Sprint 1")), 4)
    expect(flag(page, "Sprint 1")).to_have_attribute("aria-valuetext", "km 19")
    pull(body(page, "pass-1"), 9)
    expect(flag(page, "Pass 2")).to_have_attribute("aria-valuetext", "km 59 to 74, second category")
    # the top stays where it is: 24 squares to km 74 begin on km 51
    pull(middle(flag(page, "Foot of Pass 2")), -9)
    expect(flag(page, "Pass 2")).to_have_attribute("aria-valuetext", "km 51 to 74, first category")
    pull(middle(flag(page, "Finish")), 7)
    expect(flag(page, "Finish")).to_have_attribute("aria-valuetext", "km 135")
    kept(page)
    assert stored() == StagePlan(
        "medium",
        135,
        [PassPlan(35, "third"), PassPlan(51, "first"), PassPlan(81, "first")],
        [19, 25, 31],
    )


def test_a_climb_without_room_stays_where_it_was(director_desktop: Page, director: User) -> None:
    page = director_desktop
    tight = StagePlan(
        "medium", 129, [PassPlan(20, "second"), PassPlan(40, "hill"), PassPlan(60, "first")], []
    )
    open_road(page, director, tight)
    page.get_by_role("slider", name="Pass 3", exact=True).focus()
    x, y = middle(flag(page, "Pass 3"))
    page.mouse.move(x, y)
    page.mouse.down()
    for squares in (10, 40):
        page.mouse.move(x - squares * square(page), y)
    expect(page.locator(".road-bubble")).to_contain_text("No room between Pass 1 and Pass 2.")
    page.mouse.up()
    expect(flag(page, "Pass 3")).to_have_attribute("aria-valuenow", "60")
    expect(page.locator("[data-road-said]")).to_have_text("No room between Pass 1 and Pass 2.")
    assert stored() == tight


def test_all_of_it_by_keys(director_desktop: Page, director: User) -> None:
    page = director_desktop
    open_road(page, director)
    flag(page, "Pass 2").focus()
    expect(page.locator("[data-road-name]")).to_have_text("Pass 2")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    expect(flag(page, "Pass 2")).to_have_attribute("aria-valuenow", "56")
    page.keyboard.press("Tab")
    expect(flag(page, "Pass 3")).to_be_focused()
    flag(page, "Pass 2").focus()
    flag(page, "Foot of Pass 2").focus()
    page.keyboard.press("ArrowRight")
    expect(flag(page, "Pass 2")).to_have_attribute("aria-valuetext", "km 64 to 71, third category")
    expect(flag(page, "Foot of Pass 2")).to_be_focused()
    flag(page, "Sprint 3").focus()
    page.keyboard.press("Delete")
    expect(flag(page, "Sprint 3")).to_have_count(0)
    expect(page.locator("[data-road-facts]")).to_contain_text("2 of 3 sprints: add one")
    page.get_by_role("button", name="+ Sprint").press("Enter")
    expect(flag(page, "Sprint 3")).to_be_focused()
    flag(page, "Finish").focus()
    page.keyboard.press("ArrowLeft")
    kept(page)
    assert stored() == StagePlan(
        "medium",
        126,
        [PassPlan(35, "third"), PassPlan(64, "third"), PassPlan(81, "first")],
        [15, 25, 33],
    )


@pytest.mark.rule("CP-APP-010")
def test_a_stage_is_drawn_from_nothing_on_a_phone_and_the_tour_created(
    browser_context_at: ContextMaker, director: User
) -> None:
    page = browser_context_at(PHONE, user=director).new_page()
    a_full_roster(2)
    open_road(page, director, StagePlan("medium", 129))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    facts = page.locator("[data-road-facts]")
    expect(facts).to_contain_text("0 of 3 sprints: add 3")
    wide = square(page)

    def tap(km: float) -> None:
        board = page.locator("[data-road-board]")
        board.scroll_into_view_if_needed()
        box = board.bounding_box()
        assert box
        page.touchscreen.tap(box["x"] + 10 + km * wide, box["y"] + 200)

    for km in (15, 23, 31):
        page.get_by_role("button", name="+ Sprint").tap()
        tap(km)
    for begins, ends in ((40, 46), (60, 74), (90, 112)):
        page.get_by_role("button", name="+ Climb").tap()
        tap(begins - 0.5)
        expect(page.locator("[data-road-fact]")).to_have_text(
            f"It begins on km {begins}. Tap where it ends."
        )
        tap(ends - 0.5)
    expect(facts).to_contain_text("Three sprints on the flat")
    expect(facts).to_contain_text("Three passes")
    # what a finger cannot do so finely, the buttons do
    page.get_by_role("button", name="Nearer to the start").tap()
    page.get_by_role("button", name="Hill, 3 km").tap()
    page.get_by_role("button", name="First category, 24 km").tap()
    kept(page)
    assert stored() == StagePlan(
        "medium",
        129,
        [PassPlan(40, "third"), PassPlan(60, "second"), PassPlan(89, "first")],
        [15, 23, 31],
    )
    page.get_by_role("button", name="Continue").tap()
    page.wait_for_url("**/teams/")
    for team in ("Azure", "Brick"):
        page.get_by_label(team).first.tap()
        expect(page.get_by_role("heading", name=team)).to_be_visible()
    kept(page)
    page.get_by_role("button", name="Create the tour").tap()
    page.wait_for_url("**/stages/1/")
    lines = Tour.objects.get().stages.get(number=1).lines.order_by("km")
    assert [(line.key, line.km) for line in lines] == [
        ("s1", 15),
        ("s2", 23),
        ("s3", 31),
        ("p1", 47),
        ("p2", 75),
        ("p3", 112),
    ]


def test_a_climb_is_pulled_out_of_its_button(director_desktop: Page, director: User) -> None:
    page = director_desktop
    open_road(page, director)
    button = page.get_by_role("button", name="+ Climb")
    x, y = middle(button)
    box = page.locator("[data-road-board]").bounding_box()
    assert box
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 60)
    page.mouse.move(box["x"] + 24 + 114.5 * square(page), box["y"] + 200)
    expect(page.locator(".road-climb.road-held")).to_be_visible()
    page.mouse.up()
    expect(flag(page, "Pass 4")).to_have_attribute(
        "aria-valuetext", "km 111 to 118, third category"
    )
    expect(button).to_be_hidden()
    page.mouse.move(*middle(page.get_by_role("button", name="+ Sprint")))
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + 200)
    page.mouse.move(box["x"] + 60, box["y"] - 200)
    page.mouse.up()
    expect(page.get_by_role("slider", name="Sprint")).to_have_count(3)
    kept(page)
    assert stored().passes[3] == PassPlan(111, "third")
