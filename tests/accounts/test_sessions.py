"""An account lists the devices on which it is signed in, and signs them out."""

import importlib
from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.accounts.test_doors import GOOD, PASSWORD, SIGN_IN, a_link, signed_in, words
from tests.factory import a_user
from tourmanager.accounts import sign_ins
from tourmanager.accounts.devices import device_name
from tourmanager.accounts.models import SignIn, User
from tourmanager.web.shelf import clear_all

pytestmark = pytest.mark.django_db
SESSIONS, END_OTHERS = (reverse(f"accounts:{name}") for name in ("sessions", "end_other_sessions"))
MOZILLA = "Mozilla/5.0 "
FIREFOX = MOZILLA + "(Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPAD = (
    MOZILLA + "(iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
    " Version/18.5 Mobile/15E148 Safari/604.1"
)
AGENTS = {
    FIREFOX: "Firefox on Windows",
    IPAD: "Safari on iPad",
    MOZILLA + "(Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0"
    " Mobile Safari/537.36": "Chrome on Android",
    MOZILLA + "(Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0": "Edge on Windows",
    MOZILLA + "(iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
    " CriOS/138.0.0.0 Mobile/15E148 Safari/604.1": "Chrome on iPhone",
    MOZILLA + "(X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0": "Firefox on Linux",
    MOZILLA + "(Macintosh; Intel Mac OS X 10_15_7)": "Mac",
    "curl/8.0": "Unknown device",
    "": "Unknown device",
}


def device(user: User, agent: str = FIREFOX) -> Client:
    """A browser that signs in with the password."""
    client = Client(headers={"User-Agent": agent})
    answer = client.post(SIGN_IN, {"username": user.username, "password": GOOD})
    assert answer.status_code == 302
    return client


def seen_at(client: Client):
    return SignIn.objects.get(session_id=client.session.session_key).seen_at


@pytest.fixture
def anna() -> User:
    return a_user("anna", password=GOOD)


@pytest.mark.parametrize(("agent", "name"), AGENTS.items())
def test_a_device_has_a_readable_name(agent, name):
    assert device_name(agent) == name


def test_each_device_is_listed_with_its_name_and_this_one_is_marked(anna):
    tablet = device(anna, IPAD)
    device(anna)
    page = words(tablet.get(SESSIONS))
    assert page.index("Safari on iPad This device") < page.index("Firefox on Windows")
    assert page.count("This device") == 1
    assert page.count("Signed in ") == page.count("Last seen ") == 2
    assert words(tablet.get("/")).count("Signed-in devices") == 1


@pytest.mark.parametrize("how", ["link", "sign-up"])
def test_a_device_is_listed_however_it_signed_in(client, how):
    if how == "link":
        client.get(a_link(a_user("ben")))
    else:
        fields = {"username": "ben", "password1": GOOD, "password2": GOOD}
        client.post(reverse("accounts:sign_up"), fields)
    assert signed_in(client)
    assert words(client.get(SESSIONS)).count("This device") == 1


def test_a_device_is_signed_out_from_another_one(anna):
    tablet, phone = device(anna, IPAD), device(anna)
    other = SignIn.objects.exclude(session_id=tablet.session.session_key).get()
    answer = tablet.post(reverse("accounts:end_session", args=[other.pk]), follow=True)
    assert "Firefox on Windows is signed out." in words(answer)
    assert phone.get(SESSIONS).status_code == 302
    assert tablet.get(SESSIONS).status_code == 200
    assert SignIn.objects.count() == 1


def test_all_other_devices_are_signed_out_at_once(anna):
    tablet, *others = (device(anna) for _ in range(3))
    ben = device(a_user("ben", password=GOOD))
    answer = tablet.post(END_OTHERS, follow=True)
    assert "2 other devices are signed out." in words(answer)
    assert "Sign out all other devices" not in words(answer)
    assert [other.get(SESSIONS).status_code for other in others] == [302, 302]
    assert ben.get(SESSIONS).status_code == 200
    assert tablet.post(END_OTHERS).status_code == 302


def test_ending_this_device_signs_out(anna):
    tablet = device(anna)
    own = SignIn.objects.get()
    assert tablet.post(reverse("accounts:end_session", args=[own.pk]))["Location"] == "/"
    assert not signed_in(tablet)
    assert not SignIn.objects.exists()


def test_nobody_ends_a_device_of_another_account(anna):
    tablet, ben = device(anna), device(a_user("ben", password=GOOD))
    own = SignIn.objects.get(user=anna)
    assert ben.post(reverse("accounts:end_session", args=[own.pk])).status_code == 404
    assert "Firefox" in words(ben.get(SESSIONS))
    assert words(ben.get(SESSIONS)).count("Signed in ") == 1
    assert tablet.get(SESSIONS).status_code == 200


def test_a_new_password_leaves_this_device_alone_on_the_list(anna):
    tablet, phone = device(anna, IPAD), device(anna)
    before = SignIn.objects.get(session_id=tablet.session.session_key).at
    new = "another-road-2"
    fields = {"old_password": GOOD, "new_password1": new, "new_password2": new}
    assert tablet.post(PASSWORD, fields).status_code == 302
    assert [each.user_agent for each in SignIn.objects.all()] == [IPAD]
    assert SignIn.objects.get().at == before
    assert words(tablet.get(SESSIONS)).count("Signed in ") == 1
    assert phone.get(SESSIONS).status_code == 302


def test_a_new_password_set_in_the_administration_leaves_this_device_on_the_list():
    root = a_user("root", password=GOOD, is_staff=True, is_superuser=True)
    tablet, phone = device(root, IPAD), device(root)
    new = "another-road-2"
    fields = {"old_password": GOOD, "new_password1": new, "new_password2": new}
    assert tablet.post("/admin/password_change/", fields).status_code == 302
    page = words(tablet.get(SESSIONS))
    assert "Safari on iPad This device" in page
    assert page.count("Signed in ") == 1
    assert phone.get(SESSIONS).status_code == 302


def test_devices_of_an_older_password_are_not_listed(anna):
    """An administrator may set a password too."""
    device(anna)
    anna.set_password("another-road-2")
    anna.save()
    client = Client()
    client.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    assert words(client.get(SESSIONS)).count("Signed in ") == 1


def test_who_signs_out_is_not_listed_any_more(anna):
    tablet, phone = device(anna), device(anna, IPAD)
    phone.post(reverse("accounts:sign_out"))
    assert "iPad" not in words(tablet.get(SESSIONS))
    assert SignIn.objects.count() == 1


def test_signing_in_again_on_a_device_lists_it_once(anna):
    tablet = device(anna)
    tablet.get(a_link(User.objects.get()))
    assert words(tablet.get(SESSIONS)).count("Signed in ") == 1


def test_a_session_that_ran_out_is_not_listed(anna):
    tablet = device(anna)
    device(anna, IPAD)
    Session.objects.exclude(pk=tablet.session.session_key).update(expire_date=timezone.now())
    assert "iPad" not in words(tablet.get(SESSIONS))


def test_the_last_visit_is_noted_once_in_five_minutes(anna, django_assert_num_queries):
    tablet = device(anna)
    first = seen_at(tablet)
    with django_assert_num_queries(2):  # session and user
        tablet.get(reverse("accounts:password"))
    assert seen_at(tablet) == first
    SignIn.objects.update(seen_at=first - timedelta(hours=1))
    tablet.get(reverse("accounts:password"))
    assert seen_at(tablet) == first - timedelta(hours=1), "the process remembers"
    clear_all()
    tablet.get(reverse("accounts:password"))
    assert seen_at(tablet) >= first


def test_a_visit_that_another_process_noted_is_left_alone(anna):
    tablet = device(anna)
    first = seen_at(tablet)
    clear_all()
    tablet.get("/")
    assert seen_at(tablet) == first


def test_a_later_visit_is_noted(anna, monkeypatch):
    tablet = device(anna)
    later = timezone.now() + sign_ins.SEEN_EVERY
    monkeypatch.setattr(sign_ins.timezone, "now", lambda: later)
    tablet.get("/")
    assert seen_at(tablet) == later


def test_a_visit_that_cannot_be_noted_is_answered_all_the_same(anna):
    tablet = device(anna)
    clear_all()

    def refuse(execute, sql, *rest):
        if sql.startswith("UPDATE") and "sign" in sql:
            sql = "UPDATE no_such_table SET x = 1 WHERE %s = %s OR %s = %s OR %s = %s"
        return execute(sql, *rest)

    with connection.execute_wrapper(refuse):
        assert tablet.get("/").status_code == 200
    assert tablet.get("/").status_code == 200


@pytest.mark.parametrize(("status", "is_noted"), [(200, True), (204, False), (503, False)])
def test_an_open_page_without_news_is_no_visit(anna, rf, status, is_noted):
    tablet = device(anna)
    long_ago = timezone.now() - timedelta(days=1)
    SignIn.objects.update(seen_at=long_ago)
    clear_all()
    request = rf.get("/")
    request.session = tablet.session
    request.session.get("x")
    sign_ins.SeenMiddleware(lambda request: HttpResponse(status=status))(request)
    assert (seen_at(tablet) > long_ago) == is_noted


def test_a_visitor_without_an_account_is_not_noted(client):
    client.get("/")
    assert not SignIn.objects.exists()


def test_an_endless_name_of_a_browser_is_cut(anna):
    tablet = device(anna, "x" * 1_000 + "\x01")
    assert SignIn.objects.get().user_agent == "x" * 300
    assert "Unknown device" in words(tablet.get(SESSIONS))


def test_devices_that_were_signed_in_before_the_list_existed_are_on_it(anna):
    tablet = device(anna)
    Client().get("/")
    SignIn.objects.all().delete()
    migration = importlib.import_module("tourmanager.accounts.migrations.0004_fill_sign_in")
    migration.note_open_sessions(apps, None)
    assert words(tablet.get(SESSIONS)).count("This device") == 1
    assert abs(SignIn.objects.get().at - timezone.now()) < timedelta(minutes=1)
