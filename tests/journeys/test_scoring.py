"""A director changes how his tour is scored: by hand on a tablet, and everybody sees the chain that
decides now.
"""

import os
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tests.factory import a_tour
from tests.journeys.conftest import PHONE, TABLET, ContextMaker, Size
from tests.journeys.test_every_page import TOO_SMALL
from tests.race import a_raced_tour, log_stage
from tourmanager.accounts.models import User
from tourmanager.scoring.scheme import COLOURS, dump_scheme, scheme, scheme_keys
from tourmanager.tours.models import Tour

PICTURES = os.environ.get("PICTURES")  # a folder, for whoever wants to look


def seen(page: Page, name: str, axe: Callable[[Page], None]) -> None:
    """Nothing wider than the screen, nothing too small for a finger, no accessibility fault."""
    axe(page)
    assert (
        page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        <= 0
    ), name
    assert page.evaluate(TOO_SMALL) == [], name
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


def test_a_tie_order_and_a_table_of_points_are_changed(
    browser_context_at: ContextMaker, director: User
) -> None:
    tour = a_tour(by=director, stages=3)
    log_stage(
        tour, "a1 0:10, b1 b2 0:20, a2 0:50, b3 1:00", lines={"p1": "b1 a1 a2", "s1": "b3 a1 b1"}
    )
    page = browser_context_at(TABLET, user=director).new_page()
    page.goto(f"/tours/{tour.slug}/settings/")
    page.get_by_role("link", name="Scoring", exact=True).click()
    page.get_by_role("link", name="Change the scoring").click()
    page.get_by_role("button", name="Change Intermediate sprints").click()
    page.get_by_role("button", name="Earlier: better individual place").click()
    chain = page.locator(".scheme-ties li .scheme-tie")
    expect(chain).to_have_text(
        ["More points", "Better individual place", "More intermediate sprints won"]
    )
    page.get_by_label("Intermediate sprint, 1st").fill("1")
    page.get_by_label("Intermediate sprint, 2nd").fill("7")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name="What this changes")).to_be_in_viewport()
    page.get_by_role("button", name="Save it so").click()
    expect(page.get_by_text("The scoring is saved.")).to_be_visible()
    page.goto(f"/tours/{tour.slug}/classifications/is/")
    expect(page.locator(".chain li")).to_have_text(
        ["more points", "better individual place", "more intermediate sprints won"]
    )
    # second at most sprints, which pays most now
    expect(page.locator("tbody tr").first).to_contain_text("Anna Brick")


@pytest.mark.layout
@pytest.mark.parametrize("size", [TABLET, PHONE], ids=lambda size: size.name)
def test_the_pages_of_scoring_fit_and_are_accessible(
    browser_context_at: ContextMaker,
    director: User,
    axe_by_day_and_night: Callable[[Page], None],
    size: Size,
) -> None:
    tour = a_raced_tour(by=director, stages=2, raced=1, teams=2)
    axe = axe_by_day_and_night
    page = browser_context_at(size, user=director).new_page()
    for key in scheme_keys():
        Tour.objects.filter(pk=tour.pk).update(rules=dump_scheme(scheme(key)))
        page.goto(f"/tours/{tour.slug}/scoring/")
        seen(page, f"{size.name}-{key}", axe)
    Tour.objects.filter(pk=tour.pk).update(rules=dump_scheme(scheme("uci_stage_race")))
    for part in (
        "",
        "c-individual",
        "c-regularity",
        "c-teams",
        "bonus",
        "teams",
        "manager_points",
        "lines",
        "about",
    ):
        page.goto(f"/tours/{tour.slug}/scoring/change/?part={part}")
        seen(page, f"{size.name}-change-{part}", axe)
    page.goto(f"/tours/{tour.slug}/scoring/change/?part=c-regularity")
    page.get_by_label("Flat stage, 2nd").fill("")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Nothing is saved: this is not right yet.")).to_be_in_viewport()
    seen(page, f"{size.name}-faults", axe)
    page.get_by_label("Flat stage, 2nd").fill("90")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name="What this changes")).to_be_visible()
    seen(page, f"{size.name}-told", axe)
    page.goto(f"/tours/{tour.slug}/scoring/riders/")
    seen(page, f"{size.name}-marks", axe)


@pytest.mark.layout
@pytest.mark.parametrize(
    ("size", "look"),
    [(PHONE, "dark"), (TABLET, "light")],
    ids=lambda value: getattr(value, "name", value),
)
def test_a_tour_may_have_a_jersey_of_every_colour(
    browser_context_at: ContextMaker, axe: Callable[[Page], None], size: Size, look: str
) -> None:
    tour = a_raced_tour(stages=2, raced=1, teams=4)
    rules = dump_scheme(scheme("cycling_party_master"))
    rest = [colour for colour in COLOURS if colour not in ("yellow", "dots", "purple", "green")]
    for colour in rest:
        rules["classifications"].append(
            rules["classifications"][3]
            | {"key": colour, "name": f"The {colour} one", "colour": colour}
        )
    Tour.objects.filter(pk=tour.pk).update(rules=msgspec.to_builtins(rules))
    page = browser_context_at(size, scheme=look).new_page()
    for address in (
        "classifications/",
        "classifications/pink/",
        "classifications/stage/",
        "cycling-party/",
        "stages/2/",
    ):
        page.goto(f"/tours/{tour.slug}/{address}")
        seen(page, f"{size.name}-{look}-colours-{address.strip('/').replace('/', '-')}", axe)
