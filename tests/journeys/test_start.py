"""A tour is set up on a tablet, from an empty draft to the first stage; and what is entered is
never lost on the way.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.factory import a_full_roster, a_tour
from tests.journeys.conftest import PHONE, TABLET
from tests.journeys.hands import kept
from tourmanager.accounts.models import User
from tourmanager.tabletop.cycling_party.set_up.wizard import draft as drafts
from tourmanager.tours.models import Draft, Tour

pytestmark = [pytest.mark.django_db(transaction=True)]


def draft() -> drafts.TourDraft:
    return drafts.read(Draft.objects.get())


@pytest.mark.rule(
    "CP-APP-007", "CP-APP-008", "CP-APP-009", "CP-APP-010", "CP-APP-011", "CP-APP-012"
)
def test_a_tour_is_started_from_nothing_on_a_tablet(
    director_tablet: Page, axe: Callable[[Page], None]
) -> None:
    page = director_tablet
    a_full_roster(4)
    page.goto("/tours/new/")
    page.get_by_role("button", name="Set up a new tour").tap()

    page.get_by_label("Name of the tour").fill("Lap of Honour")
    page.get_by_role("group", name="Players").get_by_role("radio", name="3").tap()
    page.get_by_role("button", name="Stages: less", include_hidden=True).tap()
    page.get_by_role("button", name="Stages: less", include_hidden=True).tap()
    page.get_by_text("High mountain", exact=True).tap()
    kept(page)
    axe(page)
    page.get_by_role("button", name="Continue").tap()

    page.get_by_role("button", name="Individual, 1st: more", include_hidden=True).tap()
    expect(page.locator("#grand-total")).to_contain_text("161")
    page.get_by_role("button", name="Teams: points for one place more").tap()
    expect(page.get_by_label("Teams, 5th", exact=True)).to_have_value("1")
    expect(page.locator("#grand-total")).to_contain_text("162")
    axe(page)
    page.get_by_role("button", name="Continue").tap()

    page.get_by_role("button", name="Change stage 2").tap()
    length = page.get_by_label("Length in kilometres", exact=True)
    length.fill("168")
    expect(page.locator("#stage-seen")).to_contain_text("60 hexagons")
    expect(length).to_be_focused()  # the answer came beside the field, not over it
    page.get_by_text("All of it in figures").tap()
    start = page.get_by_label("Pass 2: first kilometre", exact=True)
    usual = start.input_value()
    start.fill(page.get_by_label("Pass 1: first kilometre", exact=True).input_value())
    expect(page.locator("#stages-state")).to_contain_text("Stage 2 breaks a rule")
    expect(page.locator("#stage-2")).to_contain_text("overlaps")
    page.get_by_role("button", name="Continue").tap()
    expect(page.locator("#stages-state")).to_contain_text("Stage 2 breaks a rule")
    axe(page)
    page.locator("#start-pass-1").fill(usual)
    expect(page.locator("#stages-state")).not_to_contain_text("breaks a rule")
    page.get_by_role("button", name="Stage 2 earlier").tap()
    expect(page.locator(".stage-open h2")).to_have_text("Stage 1")
    page.get_by_role("button", name="Done").tap()
    page.get_by_role("button", name="Propose stage 3 again").tap()
    expect(page.get_by_text("Stage 3 has been proposed again.")).to_be_visible()
    page.get_by_role("button", name="Undo").tap()
    page.get_by_role("button", name="Continue").tap()

    for team in ("Azure", "Brick", "Clover"):
        page.get_by_label(team).first.tap()
        expect(page.get_by_role("heading", name=team)).to_be_visible()
    page.locator(".lineup").nth(0).get_by_label("Player").fill("Jo")
    kept(page)
    page.get_by_text("Riders and roles").first.tap()
    page.get_by_label("Climber, the leader").first.select_option(label="Bea Azure")
    expect(
        page.get_by_role("combobox", name="Sprinter").first.locator("option:checked")
    ).to_have_text("Anna Azure")
    axe(page)
    page.get_by_role("button", name="Create the tour").tap()
    page.wait_for_url("**/tours/lap-of-honour-*/stages/1/")

    tour = Tour.objects.get()
    assert (tour.stages.count(), tour.stages.get(number=1).length, tour.teams.count()) == (
        3,
        168,
        3,
    )
    assert (tour.scale["individual"][0], tour.scale["teams"][-1]) == (21, 1)
    azure = tour.teams.get(name="Azure")
    assert (
        azure.manager,
        azure.riders.get(role="climber").name,
        azure.riders.get(role="sprinter").name,
    ) == (
        "Jo",
        "Bea Azure",
        "Anna Azure",
    )


@pytest.mark.rule("CP-APP-008")
def test_a_draft_goes_on_on_another_device(browser_context_at, director: User) -> None:
    a_full_roster(2)
    tablet = browser_context_at(TABLET, user=director).new_page()
    tablet.goto("/tours/new/")
    tablet.get_by_role("button", name="Set up a new tour").tap()
    tablet.get_by_label("Name of the tour").fill("Half a tour")
    kept(tablet)
    tablet.close()
    phone = browser_context_at(PHONE, user=director).new_page()
    phone.goto("/tours/new/")
    phone.get_by_role("link", name="Half a tour", exact=True).tap()
    expect(phone.get_by_label("Name of the tour")).to_have_value("Half a tour")


@pytest.mark.rule("CP-APP-008")
def test_leaving_at_once_loses_nothing(director_tablet: Page) -> None:
    page = director_tablet
    a_full_roster(2)
    page.goto("/tours/new/")
    page.get_by_role("button", name="Set up a new tour").tap()
    page.wait_for_url("**/tours/new/cycling_party/*/tour/", wait_until="load")
    page.get_by_label("Name of the tour").fill("Typed and gone")
    leave_and_find(page, "Typed and gone")


def leave_and_find(page: Page, draft: str) -> None:
    page.get_by_role("link", name="Leave").tap()
    page.wait_for_url("**/tours/new/")
    link = page.get_by_role("link", name=draft, exact=True)
    for _ in range(20):  # it is sent while the page goes away, so the next page may be there first
        if link.count():
            break
        page.wait_for_timeout(100)
        page.reload()
    expect(link).to_be_visible()


@pytest.mark.rule("CP-APP-008")
def test_leaving_while_the_draft_is_on_its_way_loses_nothing(director_tablet: Page) -> None:
    page = director_tablet
    a_full_roster(2)
    page.goto("/tours/new/")
    page.get_by_role("button", name="Set up a new tour").tap()
    page.wait_for_url("**/tours/new/cycling_party/*/tour/", wait_until="load")
    never_answered = []

    def swallow_the_first(route: Route) -> None:
        if never_answered or route.request.method != "POST":
            route.continue_()
        else:
            never_answered.append(route)

    page.route("**/tours/new/cycling_party/*/tour/", swallow_the_first)
    with page.expect_request(lambda request: request.method == "POST"):
        page.get_by_label("Name of the tour").fill("On its way")
    leave_and_find(page, "On its way")


@pytest.mark.rule("CP-APP-008")
def test_without_wifi_the_draft_says_so_and_sends_later(director_tablet: Page) -> None:
    page = director_tablet
    a_full_roster(2)
    page.goto("/tours/new/")
    page.get_by_role("button", name="Set up a new tour").tap()
    page.wait_for_url("**/tours/new/cycling_party/*/tour/", wait_until="load")
    page.context.set_offline(True)
    page.get_by_label("Name of the tour").fill("In the tunnel")
    expect(page.locator("#saved")).to_contain_text("Not saved yet")
    page.context.set_offline(False)
    kept(page)
    assert draft().name == "In the tunnel"


def test_the_steps_work_without_a_script(browser_context_at, director: User) -> None:
    a_full_roster(2)
    page = browser_context_at(TABLET, user=director, javascript=False).new_page()
    page.goto("/tours/new/")
    page.get_by_role("button", name="Set up a new tour").click()
    page.get_by_label("Name of the tour").fill("By hand")
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Individual: points for one place more").click()
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Change stage 1").click()
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Azure").first.check()
    page.get_by_label("Brick").first.check()
    page.get_by_role("button", name="Create the tour").click()
    page.wait_for_url("**/tours/by-hand-*/stages/1/")


@pytest.mark.layout
def test_load_and_settings_have_no_fault_that_a_program_finds(
    director_tablet: Page, director: User, axe: Callable[[Page], None]
) -> None:
    page = director_tablet
    tour = a_tour(by=director, name="Été")
    a_tour(name="Winter")
    a_full_roster(2)
    for url in (
        "/tours/",
        "/tours/new/",
        f"/tours/{tour.slug}/settings/",
        f"/tours/{tour.slug}/erase/",
    ):
        page.goto(url)
        axe(page)
    page.goto("/tours/")
    page.get_by_label("Search by name").fill("ete")
    expect(page.get_by_role("link", name="Winter", exact=True)).to_have_count(0)
    expect(page.get_by_role("link", name="Été", exact=True)).to_be_visible()
