"""A second step: a code from an app after the password, never twice, or a recovery code, once."""

import re
from datetime import timedelta

import pyotp
import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.accounts.test_doors import GOOD, SIGN_IN, SIGN_UP, a_link, signed_in, words
from tests.accounts.test_limits import begin_again, refused
from tests.factory import a_user
from tourmanager.accounts import limits, second_step
from tourmanager.accounts.models import RecoveryCode, SecondStep, User

pytestmark = pytest.mark.django_db
PAGE, BEGIN, CANCEL, CONFIRM, TURN_OFF = (
    reverse(f"accounts:second_step{name}") for name in ("", "_begin", "_cancel", "_confirm", "_off")
)
CODE, NEW_CODES = reverse("accounts:sign_in_code"), reverse("accounts:recovery_codes")
RECOVERY = re.compile(r"<code>((?:[a-z0-9]{4}-){3}[a-z0-9]{4})</code>")


class Clock:
    """The time, as long as a test needs it to stand."""

    def __init__(self) -> None:
        self.now = timezone.now()

    def forward(self, **more: int) -> None:
        self.now += timedelta(**more)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("django.utils.timezone.now", lambda: clock.now)
    return clock


@pytest.fixture
def anna() -> User:
    return a_user("anna", password=GOOD)


@pytest.fixture
def tablet(anna: User) -> Client:
    client = Client()
    client.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    return client


def code_at(clock: Clock, *, steps: int = 0, name: str = "anna") -> str:
    """What the app shows, so many half minutes from now."""
    secret = SecondStep.objects.get(user__username=name).secret
    return pyotp.TOTP(secret).at(clock.now + timedelta(seconds=30 * steps))


def turn_on(tablet: Client, clock: Clock) -> list[str]:
    """Turn it on and return the recovery codes; the clock goes on to the next code."""
    tablet.post(BEGIN)
    answer = tablet.post(CONFIRM, {"code": code_at(clock), "password": GOOD})
    codes = RECOVERY.findall(answer.content.decode())
    assert len(set(codes)) == 10, words(answer)
    clock.forward(seconds=30)
    return codes


def enter_password(next: str = "") -> Client:
    """Another browser, in which the password was right."""
    client = Client()
    answer = client.post(SIGN_IN, {"username": "anna", "password": GOOD, "next": next})
    assert answer["Location"].startswith(CODE)
    assert not signed_in(client)
    return client


# -- turning it on


def test_it_is_turned_on_with_the_first_code_and_recovery_codes_are_shown_once(tablet, clock):
    assert "The second step is off" in words(tablet.get(PAGE))
    tablet.post(BEGIN)
    page = tablet.get(PAGE)
    secret = SecondStep.objects.get().secret
    assert "<svg" in page.content.decode()
    assert second_step.readable_secret(SecondStep.objects.get()) in words(page)
    assert secret.startswith(second_step.readable_secret(SecondStep.objects.get()).split()[0])
    codes = turn_on(tablet, clock)
    page = tablet.get(PAGE)
    assert "The second step is on since" in words(page)
    assert "You have 10 recovery codes left" in words(page)
    assert not RECOVERY.findall(page.content.decode())
    assert not any(secret in tablet.get(each).content.decode() for each in (PAGE, "/"))
    plain = {code.replace("-", "") for code in codes}
    assert not plain & set(RecoveryCode.objects.values_list("digest", flat=True))
    assert "no-store" in page["Cache-Control"]


def test_the_app_reads_account_and_secret_from_the_picture(tablet):
    tablet.post(BEGIN)
    step = SecondStep.objects.get()
    app = pyotp.parse_uri(second_step.address_for_app(step))
    assert (app.secret, app.name, app.issuer) == (step.secret, "anna", "Tour Manager")


def test_the_longest_name_has_a_picture_too(client):
    client.force_login(
        a_user("\U00020000" * 150), backend="django.contrib.auth.backends.ModelBackend"
    )
    client.post(BEGIN)
    assert "<svg" in client.get(PAGE).content.decode()


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"code": "000000", "password": GOOD}, "This code is wrong"),
        ({"code": "", "password": GOOD}, "required"),
        ({"password": "wrong"}, "This password is wrong."),
        ({"password": ""}, "Enter your password."),
        ({"code": "x" * 61, "password": GOOD}, "at most 60"),
    ],
)
def test_it_stays_off_where_code_or_password_is_wrong(tablet, clock, fields, said):
    tablet.post(BEGIN)
    answer = tablet.post(CONFIRM, {"code": code_at(clock)} | fields)
    assert answer.status_code == 422
    assert said in words(answer)
    assert SecondStep.objects.get().confirmed_at is None
    assert Client().post(SIGN_IN, {"username": "anna", "password": GOOD})["Location"] == "/"


def test_an_account_without_a_password_turns_it_on_with_the_code_alone(tablet, anna, clock):
    anna.set_unusable_password()
    anna.save()
    tablet.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    tablet.post(BEGIN)
    assert "Your password" not in words(tablet.get(PAGE))
    assert RECOVERY.findall(tablet.post(CONFIRM, {"code": code_at(clock)}).content.decode())


def test_beginning_again_takes_another_secret_until_it_is_on(tablet, clock):
    tablet.post(BEGIN)
    first = SecondStep.objects.get().secret
    tablet.post(CANCEL)
    assert not SecondStep.objects.exists()
    turn_on(tablet, clock)
    second = SecondStep.objects.get().secret
    assert second != first
    for address in (BEGIN, CANCEL, CONFIRM):
        assert tablet.post(address)["Location"] == PAGE
    assert SecondStep.objects.get().secret == second
    assert SecondStep.objects.get().confirmed_at


# -- signing in


def test_after_the_password_the_code_is_asked_for(tablet, clock):
    turn_on(tablet, clock)
    phone = enter_password("/teams/")
    assert "anna" in words(phone.get(CODE))
    assert phone.get("/teams/new/").status_code == 302, "not in yet"
    answer = phone.post(CODE, {"code": code_at(clock), "next": "/teams/"})
    assert answer["Location"] == "/teams/"
    assert signed_in(phone)
    assert second_step.PENDING not in phone.session
    assert phone.get(CODE)["Location"] == "/"


def test_nobody_is_sent_to_another_site_after_the_code(tablet, clock):
    turn_on(tablet, clock)
    phone = enter_password("//evil.example")
    answer = phone.post(CODE, {"code": code_at(clock), "next": "//evil.example"})
    assert answer["Location"] == "/"


def test_a_code_may_be_typed_with_a_space(tablet, clock):
    turn_on(tablet, clock)
    code = code_at(clock)
    assert enter_password().post(CODE, {"code": f" {code[:3]} {code[3:]} "}).status_code == 302


@pytest.mark.parametrize(("steps", "status"), [(-2, 422), (-1, 302), (0, 302), (1, 302), (2, 422)])
def test_the_clock_of_a_phone_may_differ_by_half_a_minute(tablet, clock, steps, status):
    turn_on(tablet, clock)
    clock.forward(minutes=5)
    answer = enter_password().post(CODE, {"code": code_at(clock, steps=steps)})
    assert answer.status_code == status


def test_no_code_is_taken_twice(tablet, clock):
    turn_on(tablet, clock)
    clock.forward(minutes=5)
    later, now, earlier = (code_at(clock, steps=steps) for steps in (1, 0, -1))
    assert enter_password().post(CODE, {"code": now}).status_code == 302
    for used in (now, earlier):
        answer = enter_password().post(CODE, {"code": used})
        assert answer.status_code == 422
        assert "was used already" in words(answer)
    assert enter_password().post(CODE, {"code": later}).status_code == 302


def test_the_code_that_turned_it_on_signs_nobody_in(tablet, clock):
    turn_on(tablet, clock)
    assert enter_password().post(CODE, {"code": code_at(clock, steps=-1)}).status_code == 422


def test_a_recovery_code_signs_in_once(tablet, clock):
    codes = turn_on(tablet, clock)
    phone = enter_password()
    answer = phone.post(CODE, {"code": codes[0].upper(), "recover": "1"}, follow=True)
    assert "9 are left" in words(answer)
    assert signed_in(phone)
    again = enter_password().post(CODE, {"code": codes[0], "recover": "1"})
    assert again.status_code == 422
    assert "none of your recovery codes" in words(again)
    assert enter_password().post(CODE, {"code": codes[1].replace("-", " ")}).status_code == 302


def test_without_the_password_no_code_is_asked_for(client, tablet, clock):
    codes = turn_on(tablet, clock)
    for answer in (
        client.get(CODE),
        client.post(CODE, {"code": code_at(clock)}),
        client.post(CODE, {"code": codes[0], "recover": "1"}),
    ):
        assert answer.status_code == 410
        assert "Enter your name and password again" in words(answer)
    assert not signed_in(client)


def test_the_code_has_to_come_within_ten_minutes(tablet, clock):
    turn_on(tablet, clock)
    phone = enter_password()
    clock.forward(minutes=10)
    assert phone.post(CODE, {"code": code_at(clock)}).status_code == 410


def test_a_password_that_was_changed_meanwhile_counts_no_more(tablet, anna, clock):
    turn_on(tablet, clock)
    phone = enter_password()
    anna.set_password("another-road-2")
    anna.save()
    assert phone.post(CODE, {"code": code_at(clock)}).status_code == 410


def test_an_account_that_was_closed_meanwhile_is_not_opened(tablet, clock):
    turn_on(tablet, clock)
    phone = enter_password()
    User.objects.update(is_active=False)
    assert phone.post(CODE, {"code": code_at(clock)}).status_code == 410


def test_the_session_of_the_password_is_a_new_one(tablet, clock):
    """Whoever gave the browser its session beforehand does not share what it becomes."""
    turn_on(tablet, clock)
    phone = Client()
    session = phone.session
    session["x"] = 1
    session.save()
    phone.cookies["sessionid"] = session.session_key
    phone.post(SIGN_IN, {"username": "anna", "password": GOOD})
    assert phone.session.session_key != session.session_key
    assert not session.exists(session.session_key)


def test_a_one_time_link_passes(tablet, clock):
    turn_on(tablet, clock)
    phone = Client()
    phone.get(a_link(User.objects.get()))
    assert signed_in(phone)


def test_the_administration_asks_for_it_too(clock):
    root = a_user("root", password=GOOD, is_staff=True, is_superuser=True)
    second_step.begin(root)
    SecondStep.objects.update(confirmed_at=clock.now)
    client = Client()
    fields = {"username": "root", "password": GOOD, "next": "/admin/"}
    client.post("/admin/login/?next=/admin/", fields)
    assert client.get("/admin/").status_code == 302
    assert client.post(SIGN_IN, fields)["Location"].startswith(CODE)
    assert client.get("/admin/").status_code == 302
    answer = client.post(CODE, {"code": code_at(clock, name="root"), "next": "/admin/"})
    assert answer["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200


def test_accounts_without_it_notice_nothing(client, clock):
    client.post(SIGN_UP, {"username": "ben", "password1": GOOD, "password2": GOOD})
    assert signed_in(client)
    assert Client().post(SIGN_IN, {"username": "ben", "password": GOOD})["Location"] == "/"


# -- guessing


def test_codes_are_not_guessed_without_end_whatever_the_address(tablet, clock):
    turn_on(tablet, clock)
    for number in range(limits.WRONG_CODES.most):
        phone = Client(REMOTE_ADDR=f"203.0.113.{number}")
        phone.post(SIGN_IN, {"username": "anna", "password": GOOD})
        assert phone.post(CODE, {"code": "000000"}).status_code == 422
    phone = enter_password()
    assert refused(phone.post(CODE, {"code": code_at(clock)}))
    assert not signed_in(phone)
    assert tablet.get(PAGE).status_code == 200, "devices that are signed in stay so"
    begin_again()
    assert phone.post(CODE, {"code": code_at(clock)}).status_code == 302


def test_guessing_at_one_account_locks_out_nobody_else(tablet, clock):
    turn_on(tablet, clock)
    ben = a_user("ben", password=GOOD)
    second_step.begin(ben)
    SecondStep.objects.filter(user=ben).update(confirmed_at=clock.now)
    phone = enter_password()
    answers = {phone.post(CODE, {"code": "000000"}).status_code for _ in range(30)}
    assert answers == {422, 429}
    other = Client()
    other.post(SIGN_IN, {"username": "ben", "password": GOOD})
    assert other.post(CODE, {"code": code_at(clock, name="ben")}).status_code == 302


def test_right_codes_are_not_counted(tablet, clock):
    turn_on(tablet, clock)
    for _ in range(limits.WRONG_CODES.most + 2):
        assert enter_password().post(CODE, {"code": code_at(clock)}).status_code == 302
        clock.forward(seconds=30)


def test_a_password_is_not_guessed_on_a_device_that_somebody_left(tablet, clock):
    tablet.post(BEGIN)
    answers = [
        tablet.post(CONFIRM, {"code": code_at(clock), "password": "wrong"}).status_code
        for _ in range(limits.WRONG_CODES.most + 1)
    ]
    assert answers == [422] * limits.WRONG_CODES.most + [429]


# -- turning it off


@pytest.mark.parametrize("with_recovery", [False, True])
def test_it_is_turned_off_with_a_code(tablet, clock, with_recovery):
    codes = turn_on(tablet, clock)
    wrong = tablet.post(TURN_OFF, {"code": "000000"})
    assert wrong.status_code == 422
    assert "This code is wrong" in words(wrong)
    code = codes[3] if with_recovery else code_at(clock)
    right = tablet.post(TURN_OFF, {"code": code}, follow=True)
    assert "The second step is off" in words(right)
    assert not SecondStep.objects.exists()
    assert not RecoveryCode.objects.exists()
    assert Client().post(SIGN_IN, {"username": "anna", "password": GOOD})["Location"] == "/"
    for address in (TURN_OFF, NEW_CODES, CONFIRM):
        assert tablet.post(address, {"code": code})["Location"] == PAGE


def test_new_recovery_codes_replace_the_older_ones(tablet, clock):
    old = turn_on(tablet, clock)
    assert tablet.post(NEW_CODES, {"code": "000000"}).status_code == 422
    answer = tablet.post(NEW_CODES, {"code": code_at(clock)})
    new = RECOVERY.findall(answer.content.decode())
    assert len(new) == 10
    assert not set(old) & set(new)
    assert enter_password().post(CODE, {"code": old[0], "recover": "1"}).status_code == 422
    assert enter_password().post(CODE, {"code": new[0], "recover": "1"}).status_code == 302


def test_who_runs_the_server_turns_it_off(tablet, clock, capsys):
    turn_on(tablet, clock)
    call_command("second_step_off", "Anna")
    assert capsys.readouterr().out == "The second step of anna is off.\n"
    assert not SecondStep.objects.exists()
    call_command("second_step_off", "anna")
    assert capsys.readouterr().out == "anna has no second step.\n"


@pytest.mark.parametrize("code", ["٣٣٣٣٣٣", "\u202e12", "👩‍🚒", "' OR 1=1", "0" * 60])
def test_a_code_that_is_none_is_wrong(tablet, clock, code):
    turn_on(tablet, clock)
    for more in ({}, {"recover": "1"}):
        assert enter_password().post(CODE, {"code": code} | more).status_code == 422
