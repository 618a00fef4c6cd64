"""Signing in and out, accounts of one's own, links that work once."""

import copy
import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from sesame.utils import get_query_string

from tests.factory import a_user
from tourmanager.accounts.models import User

pytestmark = pytest.mark.django_db
SIGN_IN, SIGN_UP, PASSWORD = (
    reverse(f"accounts:{name}") for name in ("sign_in", "sign_up", "password")
)
GOOD = "a-long-breakaway-1"


def words(response) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", response.content.decode()))


def signed_in(client: Client) -> str | None:
    return client.session.get("_auth_user_id")


def a_link(user: User) -> str:
    return reverse("accounts:link") + get_query_string(user)


def test_a_director_signs_in_and_comes_where_he_was_going(client: Client) -> None:
    a_user("anna", password=GOOD)
    response = client.post(SIGN_IN, {"username": "anna", "password": GOOD, "next": "/tours/alps/"})
    assert (response.status_code, response["Location"]) == (302, "/tours/alps/")
    assert signed_in(client)


@pytest.mark.parametrize(
    "elsewhere",
    [
        "http://evil.example/",
        "//evil.example",
        "javascript:alert(1)",
        "https:evil.example",
        "/\\evil.example",
        "teams",
        '">',
    ],
)
def test_nobody_is_sent_to_another_site(client: Client, elsewhere: str) -> None:
    user = a_user("anna", password=GOOD)
    assert (
        client.post(SIGN_IN, {"username": "anna", "password": GOOD, "next": elsewhere})["Location"]
        == "/"
    )
    client.logout()
    user.refresh_from_db()  # signing in moved the last login, on which a link is made
    assert client.get(a_link(user) + "&next=" + elsewhere)["Location"] == "/"
    client.logout()
    ben = {"username": "ben", "password1": GOOD, "password2": GOOD, "next": elsewhere}
    assert client.post(SIGN_UP, ben)["Location"] == "/"


@pytest.mark.parametrize("address", [SIGN_IN, SIGN_UP])
def test_who_is_in_already_is_not_led_round_in_circles(client: Client, address: str) -> None:
    client.force_login(a_user("anna"))
    assert client.get(address, {"next": address + "?next=" + address})["Location"] == "/"
    assert client.get(address, {"next": "/teams/"})["Location"] == "/teams/"


def test_a_wrong_password_is_said_and_opens_nothing(client: Client) -> None:
    a_user("anna", password=GOOD)
    response = client.post(SIGN_IN, {"username": "anna", "password": "wrong"})
    assert response.status_code == 422
    assert "do not fit together" in words(response)
    assert not signed_in(client)


@pytest.mark.parametrize(
    "name", ["x" * 1900, "\ufdfa" * 150], ids=["long", "long once its letters are taken apart"]
)
def test_a_name_without_end_is_a_wrong_name(client: Client, name: str) -> None:
    for _ in range(7):
        assert client.post(SIGN_IN, {"username": name, "password": "wrong"}).status_code == 422
    assert client.post(SIGN_IN, {"username": name, "password": "wrong"}).status_code == 429


def test_guessing_is_locked_out_for_a_while_in_words_but_not_for_others(client: Client) -> None:
    a_user("anna", password=GOOD)
    a_user("ben", password=GOOD)
    for _ in range(8):
        response = client.post(SIGN_IN, {"username": "anna", "password": "wrong"})
    assert response.status_code == 429
    assert "15 minutes" in words(response)
    assert client.post(SIGN_IN, {"username": "anna", "password": GOOD}).status_code == 429
    assert client.post(SIGN_IN, {"username": "ben", "password": GOOD}).status_code == 302


def test_signing_out_takes_a_button_not_a_link(client: Client) -> None:
    client.force_login(a_user())
    assert client.get(reverse("accounts:sign_out")).status_code == 405
    assert signed_in(client)
    assert client.post(reverse("accounts:sign_out"))["Location"] == "/"
    assert not signed_in(client)


def test_anybody_makes_an_account_of_his_own_and_is_in(client: Client) -> None:
    response = client.post(
        SIGN_UP, {"username": "zoë", "first_name": "Zoë B.", "password1": GOOD, "password2": GOOD}
    )
    assert response.status_code == 302
    user = User.objects.get(username="zoë")
    assert (user.get_full_name(), user.is_staff, user.is_superuser) == ("Zoë B.", False, False)
    assert signed_in(client) == str(user.pk)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"username": "ANNA"}, "This user name is taken."),
        ({"username": ""}, "required"),
        ({"username": "two words"}, "valid username"),
        ({"password2": "another"}, "The two passwords differ."),
        ({"password1": "123", "password2": "123"}, "too short"),
        ({"password1": "password", "password2": "password"}, "too common"),
        ({"username": "x" * 200}, "150 characters"),
    ],
)
def test_an_account_that_cannot_be_made_says_why_where_it_is_wrong(
    client: Client, changes: dict[str, str], said: str
) -> None:
    a_user("anna")
    response = client.post(
        SIGN_UP,
        {"username": "zoe", "first_name": "", "password1": GOOD, "password2": GOOD} | changes,
    )
    assert response.status_code == 422
    assert said in words(response)
    assert 'aria-invalid="true"' in response.content.decode()
    assert User.objects.count() == 1


def test_staff_cannot_be_made_at_the_door(client: Client) -> None:
    client.post(
        SIGN_UP,
        {
            "username": "zoe",
            "password1": GOOD,
            "password2": GOOD,
            "is_staff": "1",
            "is_superuser": "1",
        },
    )
    assert not User.objects.get(username="zoe").is_staff


def test_where_accounts_are_closed_it_is_said(client: Client, settings) -> None:
    settings.SIGN_UP_OPEN = False
    for response in (
        client.get(SIGN_UP),
        client.post(SIGN_UP, {"username": "zoe", "password1": GOOD, "password2": GOOD}),
    ):
        assert response.status_code == 403
        assert "New accounts are closed" in words(response)
    assert "Make your own account" not in words(client.get(SIGN_IN))
    assert not User.objects.exists()


def test_a_link_signs_in_once(client: Client) -> None:
    link = a_link(a_user("anna"))
    assert client.get(link)["Location"] == "/"
    assert signed_in(client)
    again = Client().get(link)
    assert again.status_code == 410
    assert "does not work any more" in words(again)


def test_a_link_opened_again_by_who_is_in_does_no_harm(client: Client) -> None:
    link = a_link(a_user("anna"))
    client.get(link)
    assert client.get(link).status_code == 302


def test_a_preview_of_a_link_does_not_use_it_up(client: Client) -> None:
    link = a_link(a_user("anna"))
    assert client.head(link).status_code == 200
    assert client.get(link).status_code == 302


def test_of_two_who_open_a_link_at_once_one_gets_in(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = a_user("anna")
    link = a_link(user)
    stale = User.objects.get(pk=user.pk)  # both have read the user before either signs in
    monkeypatch.setattr(
        "tourmanager.accounts.views.LinkBackend.authenticate",
        lambda *args, **kwargs: copy.copy(stale),
    )
    first, second = client.get(link), Client().get(link)
    assert (first.status_code, second.status_code) == (302, 410)


@pytest.mark.parametrize(
    "query", ["", "?sesame=", "?sesame=nonsense", "?sesame=" + "A" * 1000, "?sesame=%F0%9F%9A%B4"]
)
def test_a_link_that_is_none_is_explained(client: Client, query: str) -> None:
    assert client.get(reverse("accounts:link") + query).status_code == 410


def test_an_old_link_and_one_of_a_closed_account_do_not_work(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = a_user("anna")
    link = a_link(user)
    User.objects.update(is_active=False)
    assert client.get(link).status_code == 410
    User.objects.update(is_active=True)
    monkeypatch.setattr("sesame.settings.MAX_AGE", -1)
    assert client.get(link).status_code == 410


def test_stale_links_lock_nobody_out(client: Client) -> None:
    a_user("anna", password=GOOD)
    for _ in range(12):
        client.get(reverse("accounts:link") + "?sesame=nonsense")
    assert client.post(SIGN_IN, {"username": "anna", "password": GOOD}).status_code == 302
    assert Client().get(a_link(User.objects.get())).status_code == 302


def test_a_new_password_takes_the_old_one_and_signs_other_devices_out(client: Client) -> None:
    user = a_user("anna", password=GOOD)
    tablet, phone = Client(), Client()
    tablet.force_login(user)
    phone.force_login(user)
    wrong = tablet.post(
        PASSWORD,
        {
            "old_password": "no",
            "new_password1": "another-road-2",
            "new_password2": "another-road-2",
        },
    )
    assert wrong.status_code == 422
    right = tablet.post(
        PASSWORD,
        {
            "old_password": GOOD,
            "new_password1": "another-road-2",
            "new_password2": "another-road-2",
        },
    )
    assert right.status_code == 302
    assert tablet.get(PASSWORD).status_code == 200
    assert phone.get(PASSWORD).status_code == 302


def test_who_came_by_link_and_has_no_password_chooses_one(client: Client) -> None:
    user = a_user("anna")
    user.set_unusable_password()
    user.save()
    client.force_login(user)
    assert "Choose a password" in words(client.get(PASSWORD))
    assert client.post(PASSWORD, {"new_password1": GOOD, "new_password2": GOOD}).status_code == 302
    user.refresh_from_db()
    assert user.check_password(GOOD)


def test_the_password_page_asks_strangers_to_sign_in(client: Client) -> None:
    assert client.get(PASSWORD)["Location"] == f"{SIGN_IN}?next={PASSWORD}"


class TestSignInLink:
    def said(self, *args: str, **options: str) -> str:
        out = StringIO()
        call_command("sign_in_link", *args, stdout=out, **options)
        return out.getvalue().strip()

    def test_prints_a_link_that_works(self, client: Client) -> None:
        user = a_user("anna")
        a_user("ben")
        link = self.said("Anna", base="https://tours.example/", next="/tours/")
        assert link.startswith("https://tours.example/account/link/?sesame=")
        assert client.get(link.removeprefix("https://tours.example"))["Location"] == "/tours/"
        assert signed_in(client) == str(user.pk)

    def test_needs_no_name_where_there_is_one_user(self) -> None:
        a_user("anna")
        assert self.said().startswith("http://127.0.0.1:8000/account/link/?sesame=")

    def test_makes_nobody(self) -> None:
        with pytest.raises(CommandError, match="no user yet"):
            self.said()
        a_user("anna")
        a_user("ben")
        with pytest.raises(CommandError, match="Say who"):
            self.said()
        with pytest.raises(CommandError, match="no active user carl"):
            self.said("carl")
        assert User.objects.count() == 2


def test_the_administration_is_entered_by_the_one_sign_in_page(client: Client) -> None:
    """So that a second step is asked for there too."""
    a_user("root", password=GOOD, is_staff=True, is_superuser=True)
    door = client.get("/admin/accounts/user/?q=x", follow=True)
    assert door.redirect_chain[-1][0].startswith(SIGN_IN)
    back = {"username": "root", "password": GOOD, "next": "/admin/accounts/user/?q=x"}
    assert client.post("/admin/login/", back).status_code == 405
    assert not signed_in(client)
    assert client.post(SIGN_IN, back)["Location"] == "/admin/accounts/user/?q=x"
    assert client.get("/admin/login/", follow=True).redirect_chain[-1][0] == "/admin/"


def test_who_may_not_open_the_administration_is_told_so(client: Client) -> None:
    client.force_login(a_user("anna"))
    page = client.get("/admin/", follow=True)
    assert page.status_code == 403
    assert "this account may not open the administration" in words(page)


def test_the_administration_finds_and_filters_users(client: Client) -> None:
    client.force_login(a_user("root", is_staff=True, is_superuser=True))
    User.objects.create(username="anna", first_name="Anna Bergmann", last_login=timezone.now())
    page = client.get(reverse("admin:accounts_user_changelist"), {"q": "Bergmann"})
    assert "Anna Bergmann" in words(page)
    assert (
        client.get(reverse("admin:accounts_user_changelist"), {"is_staff__exact": "1"}).status_code
        == 200
    )
    assert (
        client.get(
            reverse("admin:accounts_user_change", args=[User.objects.get(username="anna").pk])
        ).status_code
        == 200
    )
    assert client.get(reverse("admin:accounts_user_add")).status_code == 200
