"""The table of who may what: it is whole, it is printed, and the running pages do as it says."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings as app
from django.db import transaction
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import get_resolver, reverse
from django.utils import timezone

from tests import hostile
from tests.factory import a_user
from tests.hostile import BACKEND, Cast, shared_cast
from tourmanager.api.tokens import make_token
from tourmanager.play.models import RideSeat
from tourmanager.web import access, guarded
from tourmanager.web.access import (
    ANYONE,
    DIRECTOR,
    HOST,
    OWNER,
    SEAT,
    SIGNED_IN,
    STAFF,
    Answer,
    Role,
)
from tourmanager.web.access_document import render_table
from tourmanager.web.guarded import ADMIN, addresses, check_guards

TABLE = access.table()
ROUTES = {name: route.replace("\\Z", "") for name, route, _ in addresses()}
DOORS = ("/account/sign-in/", "/admin/login/")


# -- the table


def test_the_printed_table_is_the_one_that_guards():
    kept = (Path(app.BASE_DIR) / "docs" / "access.md").read_text(encoding="utf-8")
    assert kept == render_table(), "run manage.py access_table"


def test_every_address_has_a_row_and_every_row_an_address():
    assert check_guards() == []
    ours = {name for name in ROUTES if not name.startswith("admin:")}
    assert ours | {ADMIN, "admin:login"} == TABLE.keys()
    assert len(ours) > 90


def test_the_administration_guards_all_of_its_pages_but_the_one_for_signing_in():
    rows = {row for name, _, row in addresses() if name.startswith("admin:")}
    assert rows == {ADMIN, "admin:login"}


@override_settings(ROOT_URLCONF="tests.web.urls")
def test_a_page_without_a_guard_is_found_when_the_app_starts():
    found = [str(error.msg) for error in check_guards()]
    assert any("/refused/" in words for words in found)
    assert not any("/tours/" in words for words in found)


def test_a_view_stands_under_its_own_row_alone(monkeypatch):
    view = get_resolver().resolve("/tours/new/").func
    monkeypatch.setattr(view, "guarded_by", "tours:load")
    words = {error.id: str(error.msg) for error in check_guards()}
    assert "/tours/new/" in words["web.E001"], "its address has no row"
    assert "tours:start" in words["web.E002"], "its row has no address"
    monkeypatch.delattr(view, "guarded_by")
    assert guarded.guarded_by(view) == ""


@pytest.mark.parametrize("name", sorted(TABLE))
def test_a_row_names_roles_that_its_subject_has(name):
    row = TABLE[name]
    for wanted in (row.look, row.send):
        assert wanted is None or wanted in row.subject.roles
    assert row.look or row.send


# -- the pages


@pytest.fixture(scope="module")
def cast(django_db_setup: None, django_db_blocker: object) -> Iterator[Cast]:
    with shared_cast(django_db_blocker) as cast:
        yield cast


@pytest.fixture(scope="module")
def visitors(cast: Cast) -> dict[Role, Client]:
    """Somebody for each role, who has no other. The host of the ride does not direct its tour."""
    host, ride = a_user("hal"), cast.rides["talking"]
    ride.owner = host
    ride.save(update_fields=["owner"])
    ride.seats.filter(number=0).update(kind=RideSeat.Kind.LINK)
    ride.seats.filter(number=1).update(kind=RideSeat.Kind.BOT)
    director = signed_in(cast.director)
    return {
        ANYONE: Client(),
        SIGNED_IN: signed_in(cast.other),
        SEAT: seated(ride.seats.get(number=0)),
        HOST: signed_in(host),
        DIRECTOR: director,
        OWNER: director,
        STAFF: signed_in(a_user("root", is_staff=True, is_superuser=True)),
    }


def signed_in(user) -> Client:
    """Somebody with a browser, and with a token for the API that is for all their tours."""
    lasts = timedelta(days=1)
    _token, text = make_token(user=user, name="all", tour=None, lasts=lasts, at=timezone.now())
    client = Client(headers={"Authorization": f"Bearer {text}"})
    client.force_login(user, backend=BACKEND)
    return client


def seated(seat: RideSeat) -> Client:
    client = Client()
    client.post(reverse("play:join", args=[seat.ride.slug, seat.key]), {"player": "Sam"})
    return client


def address(cast: Cast, name: str) -> str:
    """An address of that page, about things that the cast's director made or directs."""
    route = ROUTES["admin:index" if name == ADMIN else name]
    path = hostile.plausible(cast, route)[0].path
    if name == "flamme_rouge:stage_road":
        return path.replace(cast.tours["running"].slug, cast.tours["grand"].slug)
    if name == "tours:draft_delete":
        return path.replace("flamme_rouge", cast.draft.game)
    if name == "tours:restore":
        return path.replace(cast.tours["running"].slug, cast.tours["erased"].slug)
    if not route.startswith("rides/<slug:slug>/"):
        return path
    # a log is given out when the ride is over, and only some games have a sheet to set up from
    ride = cast.rides[{"play:log": "over", "play:set_up": "dice"}.get(name, "talking")]
    key = {"key": "FR-111" if name == "play:rule" else ride.seats.get(number=0).key}
    return hostile.filled(route, {"slug": ride.slug, "number": 0} | key)


@contextmanager
def undone() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def heard(response: HttpResponse) -> Answer:
    """What the visitor was told."""
    location = response.get("Location", "")
    if location.startswith(DOORS):
        return Answer.SIGN_IN
    return {
        401: Answer.SIGN_IN,  # to a program
        403: Answer.REFUSED,
        404: Answer.NOT_FOUND,
        405: Answer.NO_METHOD,
    }.get(response.status_code, Answer.ALLOWED)


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_pages_answer_as_the_table_says(cast, visitors, method, settings):
    settings.SIGN_UP_OPEN = True
    wrong, asked = [], 0
    for name, row in TABLE.items():
        path = address(cast, name)
        for role in row.subject.roles:
            with undone():
                cookies = visitors[role].cookies.output()
                response = visitors[role].generic(method, path)
                visitors[role].cookies.load(cookies.replace("Set-Cookie: ", ""))
            said, expected = heard(response), row.answer(method, role)
            # who uploaded nothing of the kind is led to where one uploads
            led_on = expected is Answer.NOT_FOUND and response.status_code == 302
            asked += 1
            if said is not expected and not led_on:
                wrong.append(f"{role.name} {method} {name} {path}: {said!r}, not {expected!r}")
    assert not wrong, "\n".join(wrong)
    assert asked > 280
