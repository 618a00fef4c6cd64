"""No control moves under a finger: every one stands where it stood through a whole logged stage."""

from playwright.sync_api import Page

from tests.factory import a_tour
from tests.journeys.hands import arrive, chip, next_turn, open_line, open_stage
from tourmanager.accounts.models import User

ALWAYS = ["[data-undo]", "[data-redo]", "[data-end]", ".rider-chip", "[data-mode-to]"]
AT_FINISH = ["[data-square]", "[data-die]", "[data-turn]", "[data-tray]"]


# The frame of a tablet: x, y, width and height; the same for every line.
FRAME = {
    ".road": [0, 52, 1024, 213],
    ".line-panel:not([hidden])": [8, 273, 496, 427],
    ".pad": [512, 321, 504, 379],
    ".foot": [8, 706, 496, 54],
    ".steps": [512, 706, 504, 54],
}
SIDES = ("x", "y", "width", "height")
PRESSED = 1  # pixel: a button that is pressed goes down by as much


def measure(page: Page, places: dict[str, list[float]], moved: list[str]) -> None:
    """Compare where each control stands now with where it stood at first."""
    at_finish = page.locator("#stage").get_attribute("data-open") == "finish"
    for selector in [*ALWAYS, *(AT_FINISH if at_finish else [])]:
        found = page.locator(selector).evaluate_all(
            "(all) => all.flatMap((each) => {"
            " const { x, y, width, height } = each.getBoundingClientRect();"
            " return [x, y, width, height]; })"
        )
        first = places.setdefault(selector, found)
        apart = [abs(one - other) for one, other in zip(first, found, strict=True)]
        if max(apart) > PRESSED:
            moved.append(f"{selector}: {first} {found}")


def frame_of(page: Page) -> dict[str, list[int]]:
    return {
        selector: [round(page.locator(selector).bounding_box()[side]) for side in SIDES]
        for selector in FRAME
    }


def test_sprints_and_passes_stand_in_one_frame(director_tablet: Page, director: User) -> None:
    tour = a_tour(by=director, stages=1, teams=3, riders=5)
    page = director_tablet
    open_stage(page, tour)
    assert frame_of(page) == FRAME
    open_line(page, "p1")
    assert frame_of(page) == FRAME
    for code in ("a1", "b1", "c1"):
        page.locator(chip(code)).tap()
    assert frame_of(page) == FRAME


def test_no_control_moves_while_a_stage_is_logged(director_tablet: Page, director: User) -> None:
    tour = a_tour(by=director, stages=1, teams=3, riders=5)
    page = director_tablet
    open_stage(page, tour)
    places: dict[str, list[float]] = {}
    moved: list[str] = []
    riders = [f"{team}{number}" for team in "abc" for number in range(1, 6)]
    measure(page, places, moved)
    for _ in range(30):
        if (line := page.locator("#stage").get_attribute("data-open")) == "finish":
            break
        for code in riders[:4]:
            if page.locator("#stage").get_attribute("data-open") == line:
                page.locator(chip(code)).tap()
                measure(page, places, moved)
    for index, square in enumerate((9, 7, 5)):
        if index == 2:
            next_turn(page)
            measure(page, places, moved)
        arrive(page, riders[5 * index : 5 * index + 5], square, 3)
        measure(page, places, moved)
    assert set(places) == {*ALWAYS, *AT_FINISH}
    assert moved == []
