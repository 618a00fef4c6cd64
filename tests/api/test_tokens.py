"""A token is made on the account's page, shown once, listed, used, revoked, and expires."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.api.program import Program, refused
from tests.factory import a_tour, a_user
from tourmanager.accounts.models import User
from tourmanager.api import tokens
from tourmanager.api.models import Token
from tourmanager.tours.models import Tour

pytestmark = pytest.mark.django_db
PAGE = reverse("api:tokens")
PLACE = {"do": "place", "line": "s1", "rider": "a1"}


@pytest.fixture
def director() -> User:
    return a_user("dora")


@pytest.fixture
def tour(director) -> Tour:
    return a_tour(by=director, stages=2)


@pytest.fixture
def browser(director) -> Client:
    client = Client()
    client.force_login(director, backend="django.contrib.auth.backends.ModelBackend")
    return client


def make(browser: Client, **changes: str) -> str:
    """Make a token on the page and return its text."""
    fields = {"name": "Scoreboard", "tour": "", "days": "30"} | changes
    page = browser.post(PAGE, fields).content.decode()
    found = re.search(r"tourm_[\w-]+", page)
    assert found, page
    return found[0]


def with_token(text: str) -> Program:
    program = Program()
    program.headers = {"Authorization": f"Bearer {text}"}
    return program


def test_a_token_is_shown_once_and_stored_as_a_digest(browser, tour):
    text = make(browser)
    assert len(text) > 45
    token = Token.objects.get()
    assert text not in str(Token.objects.values())
    assert token.ending == text[-4:]
    page = browser.get(PAGE)
    assert text not in page.content.decode()
    assert "Scoreboard" in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    assert with_token(text).record(tour, 1, PLACE).status_code == 201


def test_a_token_says_what_it_is_for_and_when_it_was_used(browser, director, tour):
    other = a_tour(by=director)
    text = make(browser, tour=str(tour.pk))
    assert "never used" in browser.get(PAGE).content.decode()
    assert with_token(text).record(tour, 1, PLACE).status_code == 201
    refused(with_token(text).record(other, 1, PLACE), 403, "forbidden")
    page = browser.get(PAGE).content.decode()
    assert "never used" not in page
    assert f"records in {tour.name}" in page
    used = Token.objects.get().used_at
    with_token(text).get("tours")
    assert Token.objects.get().used_at == used, "noted once a minute"
    Token.objects.update(used_at=used - timedelta(minutes=2))
    with_token(text).get("tours")
    assert Token.objects.get().used_at > used - timedelta(minutes=1)


def test_a_revoked_token_opens_nothing(browser, tour):
    text = make(browser)
    token = Token.objects.get()
    response = browser.post(reverse("api:revoke", args=[token.pk]), follow=True)
    assert "is revoked" in response.content.decode()
    refused(with_token(text).record(tour, 1, PLACE), 401, "token_unusable")
    refused(with_token(text).get("tours"), 401, "token_unusable")
    assert "revoked on" in browser.get(PAGE).content.decode()


def test_nobody_revokes_another_ones_token(director, tour):
    token = Program(director).token
    stranger = Client()
    stranger.force_login(a_user(), backend="django.contrib.auth.backends.ModelBackend")
    assert stranger.post(reverse("api:revoke", args=[token.pk])).status_code == 404
    assert Token.objects.get().revoked_at is None
    assert "Clock" not in stranger.get(PAGE).content.decode()


def test_a_token_expires(director, tour):
    program = Program(director, lasts=timedelta(days=1))
    assert program.record(tour, 1, PLACE).status_code == 201
    Token.objects.update(expires_at=timezone.now())
    answer = program.record(tour, 1, PLACE | {"rider": "b1"})
    refused(answer, 401, "token_unusable")
    assert answer["WWW-Authenticate"].startswith("Bearer")


def test_tokens_of_a_closed_account_open_nothing(director, tour):
    program = Program(director)
    director.is_active = False
    director.save()
    refused(program.record(tour, 1, PLACE), 401, "token_unusable")


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Basic ZG9yYTp4", "Bearer x y", "Bearer tourm_é", "tourm_x", ""]
)
def test_another_header_is_no_token(header, director, tour):
    program = Program()
    program.headers = {"Authorization": header}
    refused(program.record(tour, 1, PLACE), 401, "token_unusable")


def test_a_token_is_made_for_tours_that_the_user_directs(browser):
    foreign = a_tour(by=a_user())
    answer = browser.post(PAGE, {"name": "x", "tour": str(foreign.pk), "days": "30"})
    assert answer.status_code == 422
    for fields in ({"name": "", "days": "30"}, {"name": "x" * 61, "days": "30"}, {"days": "9999"}):
        assert browser.post(PAGE, {"name": "x"} | fields).status_code == 422
    assert not Token.objects.exists()


def test_an_account_has_so_many_tokens(browser, director, monkeypatch):
    monkeypatch.setattr(tokens, "MOST", 2)
    texts = [make(browser) for _ in range(2)]
    full = browser.post(PAGE, {"name": "x", "days": "30"})
    assert full.status_code == 422
    assert "Revoke one first" in full.content.decode()
    tokens.revoke(Token.objects.first(), at=timezone.now())
    assert make(browser) not in texts
