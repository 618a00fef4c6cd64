"""Who may what: a tour is its directors' to write and everybody's to look at who has the link;
drafts and files are their owner's.
"""

import json
import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse
from sesame.utils import get_query_string

from tests import hostile
from tests.factory import NOW, a_tour, a_user
from tests.hostile import BACKEND, Cast, fingerprint, shared_cast
from tests.race import a_raced_tour
from tourmanager.accounts.models import User
from tourmanager.results.models import Entry
from tourmanager.riders.models import Team, Upload
from tourmanager.riders.teams import team_checksum
from tourmanager.tours.models import Director, Draft, Tour
from tourmanager.tours.pages import keeping

pytestmark = pytest.mark.django_db
GOOD = "a-long-breakaway-1"
SIGN_IN = "/account/sign-in/"
TOUR_PAGES = [route for route in hostile.routes() if route.startswith("tours/<slug:slug>/")]


@pytest.fixture(scope="module")
def cast(django_db_setup: None, django_db_blocker: object) -> Iterator[Cast]:
    with shared_cast(django_db_blocker) as cast:
        yield cast


@pytest.fixture(autouse=True)
def _quick_passwords(settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def pages_of(cast: Cast, tour: Tour) -> list[str]:
    return [
        address.path.replace(cast.tours["running"].slug, tour.slug)
        for route in TOUR_PAGES
        for address in hostile.plausible(cast, route)[:1]
    ]


# -- tours


@pytest.mark.rule("CP-APP-029")
@pytest.mark.parametrize("kind", ["running", "finished", "unlisted", "archived"])
def test_a_looker_has_nothing_to_press(cast, kind):
    """On every page that opens for him: no form that writes in the tour, and no way to its
    settings, its log or a file of it.
    """
    tour, opened = cast.tours[kind], 0
    for client in (Client(), signed_in(cast.other)):
        for path in pages_of(cast, tour):
            response = client.get(path, follow=True)
            if response.status_code != 200 or SIGN_IN in str(response.redirect_chain):
                continue
            opened += 1
            page = response.content.decode()
            for form in hostile.Forms(path, page).found:
                assert (
                    form.method == "get"
                    or form.action.startswith("/account/")
                    or form.action.endswith("/duplicate/")
                ), (
                    path,
                    form.action,
                )
            assert not re.search(
                rf'href="/tours/{tour.slug}/(?:settings|export|erase|stages/\d/(?:log|end))/', page
            ), path
    assert opened > 10


def test_a_tour_by_link_only_is_found_by_its_directors_alone(cast):
    name = cast.tours["unlisted"].name
    for address in ("/", "/tours/", f"/tours/?q={name}", "/tours/?page=1"):
        assert name in signed_in(cast.director).get(address).content.decode()
        for client in (Client(), signed_in(cast.other)):
            assert f"{cast.tours['unlisted'].slug}" not in client.get(address).content.decode()
    assert Client().get(cast.tours["unlisted"].get_absolute_url(), follow=True).status_code == 200


def test_an_erased_tour_is_gone_for_everybody_and_comes_back_for_its_directors(cast):
    tour, before = cast.tours["erased"], fingerprint()
    for client in (Client(), signed_in(cast.other), signed_in(cast.director)):
        for path in pages_of(cast, tour):
            assert client.get(path).status_code in (301, 302, 404, 405), path
            if not path.endswith("/restore/"):
                assert client.post(
                    path, {"token": "token-1", "do": "rename", "name": "Mine"}
                ).status_code in (301, 302, 404, 405), path
    assert Client().post(f"/tours/{tour.slug}/restore/").status_code == 302
    assert signed_in(cast.other).post(f"/tours/{tour.slug}/restore/").status_code == 404
    assert {name: rows for name, rows in fingerprint().items() if name != "User"} == {
        name: rows for name, rows in before.items() if name != "User"
    }
    keeping.change(tour, at=NOW, erased_at=NOW)
    signed_in(cast.director).post(f"/tours/{tour.slug}/restore/")
    assert not Tour.objects.not_erased().filter(pk=tour.pk).exists(), (
        "thirty days later nobody brings it back"
    )


def test_who_was_a_director_a_moment_ago_writes_no_more(cast):
    tour, client = cast.tours["running"], signed_in(cast.director)
    keeping.add_director(tour, cast.other, at=NOW)
    page = f"/tours/{tour.slug}/stages/2/"
    forms = [
        form
        for form in hostile.forms_of(client, [hostile.Address("", page)])
        if tour.slug in form.action
    ]
    Director.objects.filter(tour=tour, user=cast.director).delete()
    before = Entry.objects.count()
    for form in forms:
        for name, value in form.buttons[:5]:
            pairs = [(key, text) for key, texts in form.fields.items() for text in texts]
            assert hostile.send(client, form.action, [*pairs, (name, value)]).status_code in (
                403,
                405,
            )
    tapped = client.post(
        f"{page}record/",
        {"entry": '{"do":"place","line":"s1","rider":"a3"}', "token": "t-1"},
        headers={"X-Tap": "1"},
    )
    assert tapped.status_code == 403
    assert Entry.objects.count() == before
    assert len(forms) > 1
    assert client.get(page).status_code == 200, "he may still look"


def test_a_file_of_a_tour_tells_of_no_account(cast):
    director = User.objects.get(pk=cast.director.pk)
    director.email, director.last_name = "dora@private.example", "Ferri"
    director.set_password(GOOD)
    director.save()
    client = signed_in(director)
    content = client.get(f"/tours/{cast.tours['running'].slug}/export/").content
    for secret in (
        "private.example",
        "Ferri",
        GOOD,
        director.password,
        client.session.session_key,
        "otto",
        "csrf",
    ):
        assert secret not in content.decode()
    assert {entry["by"] for entry in json.loads(content)["log"]} <= {"", "dora"}, (
        "who tapped is named as he signs in, and no more"
    )


# -- what belongs to one user


def test_drafts_and_uploaded_files_are_their_owners(cast):
    client, before = signed_in(cast.director), (Draft.objects.count(), Upload.objects.count())
    draft, upload = cast.foreign_draft, cast.foreign_upload
    for step in ("tour", "points", "stages", "teams"):
        assert client.get(f"/tours/new/cycling_party/{draft.pk}/{step}/").status_code == 404
        assert (
            client.post(
                f"/tours/new/cycling_party/{draft.pk}/{step}/",
                {"do": "accept", "ending": draft.data["ending"]},
            ).status_code
            == 404
        )
    assert client.post(f"/tours/new/cycling_party/delete/{draft.pk}/").status_code == 404
    shown = client.get(f"/teams/import/{upload.pk}/", follow=True).content.decode()
    assert "imported or thrown away" in shown
    client.post(f"/teams/import/{upload.pk}/", {"seal": "", "leave_out": "1"})
    client.post(f"/teams/import/{upload.pk}/discard/")
    assert (Draft.objects.count(), Upload.objects.count()) == before


def test_the_ending_of_somebodys_draft_opens_no_tour():
    """Who accepts a draft twice is led to its tour; who only knows how its address ends, and
    directs it not, is not.
    """
    tour = a_tour(by=a_user("flora"), stages=1)
    client = signed_in(a_user("eve"))
    assert (
        client.post(
            "/tours/new/cycling_party/999/teams/", {"do": "accept", "ending": tour.slug[-12:]}
        ).status_code
        == 404
    )


# -- who may sign in and write


@pytest.mark.parametrize(
    "elsewhere",
    [
        "/\t/evil.example",
        "/%09/evil.example",
        "https:///evil.example",
        "\\\\evil.example",
        "http:/evil.example",
        "//evil.example@testserver/",
        "///evil.example",
    ],
)
def test_no_spelling_leads_to_another_site(elsewhere):
    user, client = a_user("anna", password=GOOD), Client()
    for response in (
        client.post(SIGN_IN, {"username": "anna", "password": GOOD, "next": elsewhere}),
        client.get(SIGN_IN, {"next": elsewhere}),  # who is in already is led on
    ):
        assert response.status_code == 302
        assert not re.match(r"(?:[/\\]{2}|\w+:|[/\\]\s)", response["Location"]), response[
            "Location"
        ]
    user.refresh_from_db()
    client.logout()
    found = client.get(reverse("accounts:link") + get_query_string(user), {"next": elsewhere})
    assert not re.match(r"(?:[/\\]{2}|\w+:)", found.get("Location", "/"))


def test_a_session_that_somebody_planted_is_not_taken_over():
    a_user("anna", password=GOOD)
    client = Client()
    client.cookies["sessionid"] = "planted0planted0planted0planted0"
    client.post(SIGN_IN, {"username": "anna", "password": GOOD})
    first = client.cookies["sessionid"].value
    assert first != "planted0planted0planted0planted0"
    client.post("/account/sign-out/")
    client.post(SIGN_IN, {"username": "anna", "password": GOOD})
    assert client.cookies["sessionid"].value != first
    assert client.cookies["sessionid"]["httponly"]
    assert client.cookies["sessionid"]["samesite"] == "Lax"


def test_the_door_does_not_tell_who_has_an_account():
    a_user("anna", password=GOOD)
    known, unknown = (
        Client().post(SIGN_IN, {"username": name, "password": "wrong"})
        for name in ("anna", "nobody")
    )
    assert hostile.words(known) == hostile.words(unknown)


def test_guessing_locks_out_one_name_at_one_address():
    """Neither the whole club behind the same router, nor the same director at home; and a made-up
    sender gets no second try.
    """
    a_user("anna", password=GOOD)
    a_user("ben", password=GOOD)
    for guess in range(8):
        sender = {
            "X-Forwarded-For": f"10.0.0.{guess}",
            "X-Real-IP": f"10.0.0.{guess}",
            "Forwarded": f"for=10.0.0.{guess}",
        }
        last = Client().post(SIGN_IN, {"username": "anna", "password": "wrong"}, headers=sender)
    assert last.status_code == 429
    right = {"username": "anna", "password": GOOD}
    assert Client().post(SIGN_IN, right).status_code == 429
    assert Client().post(SIGN_IN, {"username": "ben", "password": GOOD}).status_code == 302
    assert Client(REMOTE_ADDR="192.0.2.7").post(SIGN_IN, right).status_code == 302


def test_a_foreign_host_leads_nobody_away(cast):
    client = signed_in(cast.director)
    for path in (
        "/",
        "/tours/new/",
        cast.tours["running"].get_absolute_url(),
        "/account/password/",
        "/nowhere/",
    ):
        response = client.get(
            path, headers={"host": "evil.example", "x-forwarded-host": "evil2.example"}
        )
        assert "evil" not in response.get("Location", "") + response.content.decode(), path
    assert (
        "evil"
        not in Client().get("/account/password/", headers={"host": "evil.example"})["Location"]
    )


def test_names_of_the_finished_race_stay_in_it():
    """Two tours with the same letters and numbers: what one's pages explain is not the other's."""
    mine, other = a_raced_tour(stages=1, seed=1), a_raced_tour(stages=1, seed=9)
    page = Client().get(f"/tours/{mine.slug}/classifications/individual/").content.decode()
    assert other.slug not in page
    assert Client().get(f"/tours/{mine.slug}/classifications/individual/z9/").status_code == 404


# -- teams


def test_outsiders_change_no_team_of_others(cast):
    """Every form on every page of Personalise, and forms made by hand: a team changes by its owner
    and by staff alone.
    """
    teams = [Team.objects.get(pk=pk) for pk in cast.teams]
    mine = [team for team in teams if team.owner == cast.director]
    assert mine
    for client, status in ((Client(), 302), (signed_in(cast.other), 403)):
        before = fingerprint(of=cast.other)
        for team in mine:
            page = client.get(f"/teams/{team.pk}/").content.decode()
            actions = [
                form.action
                for form in hostile.Forms(f"/teams/{team.pk}/", page).found
                if form.method == "post"
            ]
            assert not [
                action
                for action in actions
                if action.startswith("/teams/") and not action.endswith("/copy/")
            ]
            looks = {
                "name": "Taken",
                "short_name": "T",
                "colour": "#1f5fb2",
                "pattern": "plain",
                "seen": team_checksum(team),
            }
            for path in (f"/teams/{team.pk}/", f"/teams/{team.pk}/delete/"):
                assert client.post(path, looks).status_code == status
            assert client.post(f"/teams/{team.pk}/copy/").status_code == 302
        assert fingerprint(of=cast.other) == before
    assert Team.objects.filter(owner=cast.other).count() == 1 + len(mine), (
        "what they copied is theirs"
    )
