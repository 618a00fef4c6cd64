"""Passkeys: one is added on a device, signs in without a password, and counts as both steps."""

import json
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.accounts.passkey_device import UP, Device
from tests.accounts.test_doors import GOOD, SIGN_IN, signed_in, words
from tests.accounts.test_limits import refused
from tests.accounts.test_second_step import Clock, clock, turn_on  # noqa: F401
from tests.factory import a_user
from tourmanager.accounts import limits, passkeys
from tourmanager.accounts.models import Passkey, UseCount, User

pytestmark = pytest.mark.django_db
PAGE, OPTIONS, ADD, CHALLENGE, USE = (
    reverse(f"accounts:{name}")
    for name in (
        "passkeys",
        "passkey_options",
        "passkey_add",
        "passkey_challenge",
        "passkey_sign_in",
    )
)
NOT_RIGHT = "The passkey could not be checked."


def browser(user: User | None = None) -> Client:
    client = Client()
    if user:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def anna() -> User:
    return a_user("anna", password=GOOD)


@pytest.fixture
def tablet(anna: User) -> Client:
    return browser(anna)


def options(client: Client, name: str = "Phone", password: str = GOOD) -> HttpResponse:
    return client.post(OPTIONS, {"name": name, "password": password})


def add(client: Client, device: Device | None = None, name: str = "Phone") -> Device:
    device = device or Device()
    answer = device.create(options(client, name).json())
    assert client.post(ADD, {"answer": json.dumps(answer)}).status_code == 302
    return device


def use(
    device: Device, client: Client | None = None, **changes: Any
) -> tuple[Client, HttpResponse]:
    """Sign in with the device's passkey in another browser."""
    client = client or browser()
    answer = device.get(client.post(CHALLENGE).json()) | changes
    return client, client.post(USE, {"answer": json.dumps(answer), "next": "/teams/"})


def not_in(client: Client, answer: HttpResponse, said: str) -> None:
    assert answer.status_code == 422
    assert said in words(answer)
    assert not signed_in(client)


# -- adding


def test_a_passkey_is_added_named_listed_and_removed(tablet, anna):
    add(tablet, name="My <phone>")
    page = words(tablet.get(PAGE))
    assert "My &lt;phone&gt;" in page
    assert "for testserver" in page
    assert "Never used" in page
    passkey = Passkey.objects.get()
    assert passkey.user == anna
    answer = tablet.post(reverse("accounts:remove_passkey", args=[passkey.pk]), follow=True)
    assert "nobody can sign in with it any more" in words(answer)
    assert not Passkey.objects.exists()


def test_what_the_device_is_asked_for(tablet, anna):
    add(tablet)
    asked = options(tablet).json()
    assert asked["rp"] == {"name": "Tour Manager", "id": "testserver"}
    assert asked["user"]["name"] == "anna"
    assert asked["attestation"] == "none"
    assert asked["authenticatorSelection"]["residentKey"] == "required"
    assert asked["authenticatorSelection"]["userVerification"] == "required"
    assert [each["id"] for each in asked["excludeCredentials"]] == [
        Passkey.objects.get().credential
    ]
    challenge = browser().post(CHALLENGE).json()
    assert challenge["userVerification"] == "required"
    assert challenge["allowCredentials"] == [], "who has an account is not told"


@pytest.mark.parametrize(
    ("name", "password", "said"),
    [
        ("", GOOD, "Give the passkey a name."),
        ("x" * 61, GOOD, "at most 60"),
        ("Phone", "wrong", "This password is wrong."),
        ("Phone", "", "Enter your password."),
    ],
)
def test_name_and_password_are_asked_for_first(tablet, name, password, said):
    answer = options(tablet, name, password)
    assert answer.status_code == 422
    assert said in answer.json()["message"]
    assert passkeys.ADDING not in tablet.session


def test_the_password_is_not_guessed_there(tablet):
    answers = [options(tablet, password="no").status_code for _ in range(11)]
    assert answers == [422] * limits.WRONG_CODES.most + [429]


def test_an_account_without_a_password_adds_one(anna):
    anna.set_unusable_password()
    anna.save()
    add(browser(anna))
    assert Passkey.objects.count() == 1


def test_an_account_has_so_many_passkeys(tablet, monkeypatch):
    monkeypatch.setattr(passkeys, "MOST", 1)
    add(tablet)
    answer = options(tablet)
    assert answer.status_code == 422
    assert "Remove one first" in answer.json()["message"]


@pytest.mark.parametrize(
    ("fault", "value"),
    [
        ("origin", "https://evil.example"),
        ("origin", "https://testserver"),
        ("rp_id", "evil.example"),
        ("flags", UP),
        ("flags", 0),
    ],
)
def test_a_passkey_of_another_site_or_without_a_finger_is_not_added(tablet, fault, value):
    device = Device()
    setattr(device, fault, value)
    answer = device.create(options(tablet).json())
    refusal = tablet.post(ADD, {"answer": json.dumps(answer)})
    assert refusal.status_code == 422
    assert NOT_RIGHT in words(refusal)
    assert not Passkey.objects.exists()


def test_what_was_asked_is_answered_once_and_in_time(tablet, clock):  # noqa: F811
    device = Device()
    answer = {"answer": json.dumps(device.create(options(tablet).json()))}
    assert tablet.post(ADD, answer).status_code == 302
    assert "sent twice" in words(tablet.post(ADD, answer))
    late = {"answer": json.dumps(Device().create(options(tablet).json()))}
    clock.forward(minutes=5)
    assert "took too long" in words(tablet.post(ADD, late))
    assert Passkey.objects.count() == 1


def test_nobody_takes_a_passkey_over(tablet):
    device = add(tablet)
    ben = browser(a_user("ben", password=GOOD))
    answer = ben.post(ADD, {"answer": json.dumps(device.create(options(ben).json()))})
    assert answer.status_code == 422
    assert "added already" in words(answer)
    own = Passkey.objects.get()
    assert own.user.username == "anna"
    assert ben.post(reverse("accounts:remove_passkey", args=[own.pk])).status_code == 404
    assert Passkey.objects.exists()


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "[::1]:8000", "192.0.2.1"])
def test_an_address_of_numbers_has_no_passkeys(anna, host):
    client = Client(headers={"Host": host})
    client.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    for answer in (options(client), Client(headers={"Host": host}).post(CHALLENGE)):
        assert answer.status_code == 422
        assert "an address with a name" in answer.json()["message"]


# -- signing in


def test_a_passkey_signs_in_without_a_name_or_a_password(tablet, anna):
    device = add(tablet)
    client, answer = use(device)
    assert answer["Location"] == "/teams/"
    assert signed_in(client) == str(anna.pk)
    assert Passkey.objects.get().used_at
    assert "Last used" in words(client.get(PAGE))
    assert client.post(USE, {"answer": "{}"})["Location"] == "/", "is in already"


def test_it_is_both_steps(tablet, clock):  # noqa: F811
    device = add(tablet)
    turn_on(tablet, clock)
    half = browser()
    half.post(SIGN_IN, {"username": "anna", "password": GOOD})
    client, answer = use(device, half)
    assert answer.status_code == 302
    assert signed_in(client)
    assert "second-step" not in client.session


def test_a_removed_passkey_and_one_of_a_closed_account_open_nothing(tablet):
    device = add(tablet)
    User.objects.update(is_active=False)
    not_in(*use(device), "not known here")
    User.objects.update(is_active=True)
    Passkey.objects.all().delete()
    not_in(*use(device), "not known here")


@pytest.mark.parametrize(
    ("fault", "value"),
    [
        ("origin", "https://evil.example"),
        ("origin", "http://testserver:8000"),
        ("rp_id", "evil.example"),
        ("flags", UP),
        ("handle", b"somebody else"),
        ("key", Device().key),
    ],
)
def test_another_key_finger_site_or_user_signs_nobody_in(tablet, fault, value):
    device = add(tablet)
    setattr(device, fault, value)
    not_in(*use(device), NOT_RIGHT)


def test_a_copied_key_is_noticed_by_its_count(tablet):
    device = add(tablet)
    device.sign_count = 7
    assert signed_in(use(device)[0])
    not_in(*use(device), NOT_RIGHT)
    device.sign_count = 8
    assert signed_in(use(device)[0])


def test_an_answer_counts_once_and_for_its_own_challenge(tablet, clock):  # noqa: F811
    device, client = add(tablet), browser()
    answer = {"answer": json.dumps(device.get(client.post(CHALLENGE).json()))}
    assert client.post(USE, answer).status_code == 302
    thief = browser()
    not_in(thief, thief.post(USE, answer), "took too long, or was sent twice")
    thief.post(CHALLENGE)
    not_in(thief, thief.post(USE, answer), NOT_RIGHT)
    late = {"answer": json.dumps(device.get(thief.post(CHALLENGE).json()))}
    clock.forward(minutes=5)
    not_in(thief, thief.post(USE, late), "took too long")


def test_a_challenge_for_adding_signs_nobody_in(tablet):
    device = add(tablet)
    answer = device.get(options(tablet).json())
    tablet.post(reverse("accounts:sign_out"))
    not_in(tablet, tablet.post(USE, {"answer": json.dumps(answer)}), "took too long")


def test_the_page_can_be_loaded_again_after_a_refusal(client):
    assert client.post(USE, {"next": "/teams/"}).status_code == 422
    page = client.get(USE)
    assert page.status_code == 200
    assert "Sign in with a passkey" in words(page)


def test_challenges_are_not_handed_out_without_end_and_successes_do_not_count(tablet):
    device = add(tablet)
    use(device)
    assert UseCount.objects.get(limit="passkey").count == 0
    UseCount.objects.filter(limit="passkey").update(count=limits.PASSKEY_SIGN_INS.most)
    assert refused(browser().post(CHALLENGE))


# -- nonsense

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=8,
)
PARTS = ("id", "rawId", "type", "response")
INNER = ("clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle")


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_forged_answer_is_refused_in_words(tablet, data):
    """Whatever stands in it, and whatever bytes its parts hold."""
    device = Device()
    device.credential = b"x"
    for client, begin, answer_of, send in (
        (tablet, lambda: options(tablet).json(), device.create, ADD),
        (visitor := browser(), lambda: visitor.post(CHALLENGE).json(), device.get, USE),
    ):
        UseCount.objects.all().delete()
        answer = answer_of(begin())
        if data.draw(st.booleans()):
            answer[data.draw(st.sampled_from(PARTS))] = data.draw(JSON)
        else:
            part = data.draw(st.sampled_from(INNER))
            answer["response"][part] = data.draw(JSON | st.text("ABCDEFgh0_-", max_size=60))
        text = json.dumps(data.draw(st.sampled_from([answer, answer, data.draw(JSON)])))
        response = client.post(send, {"answer": text})
        assert response.status_code in (302, 400, 422), text
        Passkey.objects.all().delete()


@pytest.mark.parametrize(
    "text", ["", "null", "[]", "{", '{"id": 1}', "[" * 50_000, '"' + "x" * 150_000 + '"']
)
def test_an_answer_that_is_none_is_refused(tablet, text):
    options(tablet)
    assert tablet.post(ADD, {"answer": text}).status_code == 422
    client = browser()
    client.post(CHALLENGE)
    assert client.post(USE, {"answer": text}).status_code == 422
