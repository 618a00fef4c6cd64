"""Two quick taps on a button are one: what the first does is not done again, nor answered with
"that is there already".
"""

import re
import time
from threading import Event
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.factory import a_tour
from tests.journeys.conftest import TABLET
from tourmanager.tabletop.cycling_party.set_up.wizard import draft as drafts
from tourmanager.tours.models import Draft, Tour
from tourmanager.tours.pages import keeping


def slowly(monkeypatch: pytest.MonkeyPatch, what: str, does: Any) -> Event:
    """The server takes a while, as one with a slow card does: it waits for the event that is
    returned.
    """
    may_go_on = Event()

    def slow(*args: Any, **kwargs: Any) -> Any:
        assert may_go_on.wait(30)
        return does(*args, **kwargs)

    monkeypatch.setattr(what, slow)
    return may_go_on


def tap_twice(page: Page, button: str, both_made: Event) -> None:
    box = page.get_by_role("button", name=button).bounding_box()
    assert box is not None
    for _ in range(2):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        time.sleep(0.15)
    time.sleep(0.3)  # what was sent is on its way
    both_made.set()
    page.wait_for_load_state("networkidle")


@pytest.mark.parametrize("protected", [True, False], ids=["", "control"])
def test_one_draft_of_two_taps(browser_context_at, director, monkeypatch, protected):
    tour = a_tour(by=director, name="Lap of Honour")
    both_made = slowly(
        monkeypatch,
        "tourmanager.tabletop.cycling_party.set_up.wizard.views.repeat_tour",
        drafts.repeat_tour,
    )
    context = browser_context_at(TABLET, user=director)
    if not protected:
        context.route(
            "**/js/base.js", lambda route: route.fulfill(body="", content_type="text/javascript")
        )
    page = context.new_page()
    page.goto("/tours/")
    tap_twice(page, f"Duplicate {tour.name} as a new tour", both_made)
    # of two that were sent, the browser has called the first off
    expect(page).to_have_url(re.compile("/tours/new/cycling_party/"))
    time.sleep(0 if protected else 1)
    assert Draft.objects.count() == (1 if protected else 2)


def test_who_brings_a_tour_back_by_two_taps_is_not_told_that_it_is_gone(
    director_tablet, director, monkeypatch
):
    tour = a_tour(by=director)
    keeping.erase(tour, at=timezone.now())
    both_made = slowly(monkeypatch, "tourmanager.tours.pages.load.keeping.restore", keeping.restore)
    director_tablet.goto("/tours/")
    tap_twice(director_tablet, f"Bring back {tour.name}", both_made)
    director_tablet.get_by_text(f"{tour.name} is back.").wait_for()
    assert Tour.objects.not_erased().filter(pk=tour.pk).exists()


def test_a_button_may_be_pressed_again_where_the_page_is_shown_again(director_tablet, director):
    """Back, and once more: the tour is duplicated a second time, as it was asked."""
    tour = a_tour(by=director)
    for times in (1, 2):
        director_tablet.goto("/tours/")
        director_tablet.get_by_role("button", name=f"Duplicate {tour.name} as a new tour").click()
        director_tablet.wait_for_url("**/tours/new/cycling_party/*/**")
        director_tablet.go_back()
        assert Draft.objects.count() == times
    director_tablet.get_by_role("button", name=f"Duplicate {tour.name} as a new tour").click()
    director_tablet.wait_for_url("**/tours/new/cycling_party/*/**")
    assert Draft.objects.count() == 3
