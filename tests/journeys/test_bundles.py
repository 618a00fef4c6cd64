"""The page of a stage with its scripts as `serve` collects them: few files, in which every tap
counts as with the sources.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Page, Route, expect

from tests.factory import a_tour
from tests.journeys.hands import chip, open_stage, sent
from tests.rounds import a_grand_tour
from tourmanager.accounts.models import User
from tourmanager.results.models import Entry
from tourmanager.tours.models import Tour
from tourmanager.web.bundles import make_small

SCRIPT = re.compile(r"/static/((?:js|tabletop)/.+\.js)$")


def read_source(name: str) -> str:
    return (Path(settings.BASE_DIR) / "static" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("make", [a_tour, a_grand_tour])
def test_taps_are_logged_with_bundled_scripts(
    director_phone: Page, director: User, make: Callable[..., Tour]
) -> None:
    asked: list[str] = []

    def serve(route: Route) -> None:
        found = SCRIPT.search(route.request.url)
        assert found
        asked.append(found.group(1))
        body = make_small(found.group(1), read_source)
        route.fulfill(body=body, content_type="text/javascript")

    page = director_phone
    page.route(SCRIPT, serve)
    tour = make(by=director)
    open_stage(page, tour)
    page.goto(f"{page.url.partition('?')[0]}?line=finish")
    page.wait_for_selector(".stage.scripted")
    page.locator(chip("a1")).first.tap()
    sent(page)
    page.locator("[data-undo]").first.tap()
    sent(page)
    expect(page.locator(chip("a1")).first).to_be_enabled()
    assert [entry.body["do"] for entry in Entry.objects.order_by("seq")] == ["arrive", "undo"]
    everywhere = {"js/theme.js", "js/base.js", "js/words.js"}
    assert set(asked) == everywhere | {"js/waiting.js", f"tabletop/{tour.game}/stage.js"}
