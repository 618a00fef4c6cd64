"""The documentation of the API is drawn by this server alone; a token made on its page records."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.factory import a_tour
from tourmanager.accounts.models import User

pytestmark = pytest.mark.browser


def test_the_documentation_is_drawn_and_tried_without_another_server(
    director_tablet: Page, director: User
) -> None:
    page, tour = director_tablet, a_tour(by=director)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/api/v1/docs")
    operation = page.locator("#operations-Read-read_tour")
    operation.get_by_role("button").first.click()
    operation.get_by_role("button", name="Try it out").click()
    operation.get_by_placeholder("slug").fill(tour.slug)
    operation.get_by_role("button", name="Execute").click()
    expect(operation.locator(".live-responses-table")).to_contain_text(tour.name)
    own = page.url.partition("/api/")[0]
    assert [url for url in asked if not url.startswith((own, "data:"))] == []


def test_a_token_is_made_used_and_revoked(
    director_phone: Page, director: User, axe: Callable[[Page], None]
) -> None:
    page, tour = director_phone, a_tour(by=director)
    page.goto("/")
    page.locator("header .menu summary").click()
    page.get_by_role("link", name="Access for programs").click()
    page.get_by_label("Name").fill("Button box")
    page.get_by_label("May record in").select_option(label=tour.name)
    page.get_by_role("button", name="Make token").click()
    found = re.search(r"tourm_[\w-]+", page.locator(".new-token").inner_text())
    assert found
    axe(page)
    headers = {"Authorization": f"Bearer {found[0]}", "Content-Type": "application/json"}
    body = {"token": "box-1", "entry": {"do": "place", "line": "s1", "rider": "a1"}}
    address = f"/api/v1/tours/{tour.slug}/stages/1/entries"
    answer = page.request.post(address, headers=headers, data=json.dumps(body))
    assert answer.status == 201
    page.goto("/account/tokens/")
    page.get_by_role("button", name="Revoke").click()
    expect(page.locator(".tokens")).to_contain_text("revoked on")
    body["token"] = "box-2"
    assert page.request.post(address, headers=headers, data=json.dumps(body)).status == 401
