"""Nobody tries passwords, accounts, links or files without end; a club of thirty behind one router
notices nothing of it, and a director who is signed in goes on logging."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factory import a_tour, a_user
from tests.grand_tours import ROADS, a_digital_stage, a_grand_tour
from tests.play.rides import a_ride
from tourmanager.accounts import limits
from tourmanager.accounts.models import UseCount, User

pytestmark = pytest.mark.django_db
SIGN_IN, SIGN_UP = reverse("accounts:sign_in"), reverse("accounts:sign_up")
GOOD = "a-long-breakaway-1"
CLUB = 30


def sign_in(name: str, password: str, **more: str) -> HttpResponse:
    return Client(**more).post(SIGN_IN, {"username": name, "password": password})


def sign_up(name: str, password: str = GOOD) -> HttpResponse:
    return Client().post(SIGN_UP, {"username": name, "password1": password, "password2": password})


def refused(answer: HttpResponse) -> bool:
    """Refused in words, and with the time to wait in a form that programs read."""
    if answer.status_code != 429:
        return False
    assert b"Wait " in answer.content
    assert 0 < int(answer["Retry-After"]) <= 3 * 60 * 60
    return True


def begin_again() -> None:
    """All limits have run out."""
    UseCount.objects.update(since=timezone.now() - timedelta(hours=4))


def test_one_password_under_forty_names_is_refused_before_the_last() -> None:
    answers = [sign_in(f"nobody{number}", "Summer2026!") for number in range(40)]
    assert [answer.status_code for answer in answers[:35]] == [422] * 35
    assert all(refused(answer) for answer in answers[35:])


def test_the_right_password_does_not_help_either_until_the_time_is_over() -> None:
    a_user("anna", password=GOOD)
    for number in range(limits.WRONG_PASSWORDS.most):
        sign_in(f"nobody{number}", "wrong")
    assert refused(sign_in("anna", GOOD))
    assert sign_in("anna", GOOD, REMOTE_ADDR="203.0.113.9").status_code == 302
    begin_again()
    assert sign_in("anna", GOOD).status_code == 302


def test_accounts_are_not_made_without_end() -> None:
    answers = [sign_up(f"flood{number}").status_code for number in range(42)]
    assert answers == [302] * 40 + [429] * 2
    assert User.objects.count() == 40


def test_names_are_not_asked_for_without_end() -> None:
    """ "This user name is taken" tells who has an account."""
    a_user("anna")
    answers = [sign_up("anna").status_code for _ in range(limits.SIGN_UP_FORMS.most + 1)]
    assert answers == [422] * limits.SIGN_UP_FORMS.most + [429]


def test_a_club_behind_one_router_signs_up_signs_in_and_joins_in_one_evening() -> None:
    ride = a_ride(" ".join(["link"] * 4))
    for number in range(CLUB):
        name, client = f"member{number}", Client()
        assert sign_up(name).status_code == 302
        assert sign_in(name, "mistyped").status_code == 422
        assert client.post(SIGN_IN, {"username": name, "password": GOOD}).status_code == 302
        seat = ride.seats.get(number=number % 4)
        join = reverse("play:join", args=[ride.slug, seat.key])
        assert client.get(join).status_code == 200
        assert client.post(join, {"player": name}).status_code == 302
        file = SimpleUploadedFile(
            "teams.csv", f"team,number,rider\nTeam {number},1,Anna {number}\n".encode()
        )
        assert client.post("/teams/import/", {"file": file}).status_code == 302
    assert sign_in("member0", GOOD).status_code == 302


def test_signing_in_right_is_never_counted() -> None:
    a_user("anna", password=GOOD)
    for _ in range(limits.WRONG_PASSWORDS.most + 5):
        assert sign_in("anna", GOOD).status_code == 302


def test_guessing_links_to_seats_is_stopped_and_right_links_still_open() -> None:
    ride = a_ride("link link")
    right = reverse("play:join", args=[ride.slug, ride.seats.get(number=0).key])
    answers = [
        Client().get(reverse("play:join", args=[ride.slug, f"guess{number}"])).status_code
        for number in range(limits.WRONG_LINKS.most + 1)
    ]
    assert answers == [404] * limits.WRONG_LINKS.most + [429]
    assert Client().get(right).status_code == 200  # nobody who has a link is locked out


UPLOADS = {
    "a roster": ("/teams/import/", {}, "file"),
    "a race": ("/tours/new/race/", {"name": "Race", "scheme": "uci_stage_race"}, "tables"),
    "a tour": ("/tours/import/", {"name": "Tour"}, "file"),
    "a scheme": ("/tours/{slug}/scoring/change/", {"do": "upload"}, "file"),
}


@pytest.mark.parametrize("what", UPLOADS)
def test_files_are_not_sent_without_end(client: Client, what: str) -> None:
    path, fields, field = UPLOADS[what]
    director = a_user("anna")
    client.force_login(director)
    path = path.format(slug=a_tour(by=director).slug)

    def send() -> HttpResponse:
        return client.post(path, {**fields, field: SimpleUploadedFile("bomb.xlsx", b"PK nothing")})

    answers = {send().status_code for _ in range(limits.UPLOADS.most)}
    assert answers <= {200, 400, 413, 422}
    assert refused(send())
    other = Client()
    other.force_login(a_user("ben"))
    assert (
        other.post("/teams/import/", {"file": SimpleUploadedFile("a.csv", b"x")}).status_code != 429
    )


def test_many_accounts_at_one_address_send_no_more_files_than_a_club_does() -> None:
    answers = []
    for number in range(5):
        client = Client()
        client.force_login(a_user(f"sender{number}"))
        for _ in range(limits.UPLOADS.most):
            file = SimpleUploadedFile("bomb.xlsx", b"PK nothing")
            answers.append(client.post("/teams/import/", {"file": file}).status_code)
    assert answers.count(429) == 300 - limits.UPLOADS_FROM_ADDRESS.most


def test_a_seat_that_talks_too_much_is_told_when_to_go_on(client: Client) -> None:
    director = a_user("dora")
    client.force_login(director)
    tour = a_grand_tour(*ROADS[:2], players=2, options={"talk": "on"}, by=director)
    path = f"/rides/{a_digital_stage(tour, by=director).slug}/talk/"
    answers = [client.post(path, {"text": "So!", "token": f"t{n}", "seat": 0}) for n in range(7)]
    assert answers[-1].status_code == 429
    assert answers[-1]["Retry-After"] == "20"
    UseCount.objects.filter(limit="talk").update(count=limits.TALK_LINES.most)
    assert refused(client.post(path, {"text": "So!", "token": "more", "seat": 1}))


def test_one_person_with_one_name_cannot_lock_out_the_club() -> None:
    a_user("ben", password=GOOD)
    answers = {sign_in("anna", "wrong").status_code for _ in range(60)}
    assert answers == {422, 429}
    assert UseCount.objects.get(limit="password").count < 10
    assert sign_in("ben", GOOD).status_code == 302


def test_a_name_that_is_locked_says_when_it_opens() -> None:
    for _ in range(8):
        answer = sign_in("anna", "wrong")
    assert (answer.status_code, answer["Retry-After"]) == (429, "900")


def test_a_director_who_is_signed_in_loses_no_tap_to_any_limit(client: Client) -> None:
    director = a_user("dora", password=GOOD)
    tour = a_tour(by=director)
    assert client.post(SIGN_IN, {"username": "dora", "password": GOOD}).status_code == 302
    for each in (limits.WRONG_PASSWORDS, limits.SIGN_UPS, limits.UPLOADS_FROM_ADDRESS):
        UseCount.objects.update_or_create(
            limit=each.key, who="127.0.0.1", defaults={"since": timezone.now(), "count": 10_000}
        )
    assert refused(sign_in("dora", GOOD))
    path = reverse("results:record", args=[tour.slug, 1])
    for number in range(60):
        entry = (
            '{"do":"penalise","who":"a1","amount":1,"unit":"seconds","reason":"'
            + str(number)
            + '"}'
        )
        answer = client.post(path, {"entry": entry, "token": f"t{number}"}, headers={"X-Tap": "1"})
        assert answer.status_code == 200, number


def test_behind_a_proxy_that_is_named_everybody_has_their_own_limit(settings) -> None:
    settings.TRUSTED_PROXIES = ["127.0.0.1"]

    def guess(visitor: str, number: int) -> int:
        guess = {"username": f"nobody{number}", "password": "wrong"}
        return Client().post(SIGN_IN, guess, headers={"X-Forwarded-For": visitor}).status_code

    assert [guess("198.51.100.1", number) for number in range(36)] == [422] * 35 + [429]
    assert guess("198.51.100.2", 36) == 422


@pytest.fixture
def counted(rf) -> Callable[[str], list[int]]:
    limit = limits.Limit("test", 3, 1, "Enough of this.")

    def use(address: str, times: int = 4) -> list[int]:
        waits = []
        for _ in range(times):
            try:
                limits.use(limit, rf.get("/", REMOTE_ADDR=address))
                waits.append(0)
            except limits.TooMany as refusal:
                waits.append(refusal.wait)
        return waits

    return use


def test_addresses_are_counted_apart_and_the_count_begins_again(counted) -> None:
    assert counted("192.0.2.1")[:3] == [0, 0, 0]
    assert 0 < counted("192.0.2.1", 1)[0] <= 60
    assert counted("192.0.2.2", 1) == [0]
    UseCount.objects.update(since=timezone.now() - timedelta(seconds=61))
    assert counted("192.0.2.1", 1) == [0]


def test_a_clock_set_back_locks_nobody_out_for_long(counted) -> None:
    counted("192.0.2.1")
    UseCount.objects.update(since=timezone.now() + timedelta(days=1))
    assert counted("192.0.2.1", 1) == [0]


def test_counts_of_long_ago_are_thrown_away(counted) -> None:
    for number in range(5):
        counted(f"192.0.2.{number}", 1)
    UseCount.objects.update(since=timezone.now() - timedelta(days=2))
    counted("192.0.2.9", 1)
    assert UseCount.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_many_at_the_same_moment_no_more_get_through(rf) -> None:
    limit = limits.Limit("test", 3, 1, "Enough of this.")

    def once(number: int) -> bool:
        try:
            limits.use(limit, rf.get("/"))
        except limits.TooMany:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(once, range(16))) == 3
