"""Load: the list of tours, what a director does with one, and a tour's settings."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from tests.factory import a_full_roster, a_tour, a_user
from tests.race import a_raced_tour
from tourmanager.accounts.models import User
from tourmanager.results.publishing.verify import verify
from tourmanager.riders.models import Team
from tourmanager.tabletop.cycling_party.set_up.creation import plan_of
from tourmanager.tabletop.cycling_party.set_up.wizard.draft import read
from tourmanager.tours.models import Draft, Stage, Tour
from tourmanager.tours.pages import keeping
from tourmanager.tours.planning import drafts

pytestmark = pytest.mark.django_db


def text(response: object) -> str:
    return response.content.decode()  # type: ignore[attr-defined]


@pytest.fixture
def tour(ada: User) -> Tour:
    return a_tour(by=ada, name="Tour d'Été", stages=3)


@pytest.fixture
def stranger() -> Client:
    return Client()


@pytest.fixture
def eve() -> Client:
    """Signed in, and director of nothing."""
    client = Client()
    client.force_login(a_user("eve"), backend="django.contrib.auth.backends.ModelBackend")
    return client


def url(tour: Tour, word: str = "") -> str:
    return f"/tours/{tour.slug}/{word}/" if word else f"/tours/{tour.slug}/"


@pytest.mark.rule("CP-APP-001")
def test_the_main_menu_leads_to_start_load_and_personalise(stranger):
    a_full_roster(2)
    page = text(stranger.get("/"))
    for address in ("/tours/new/", "/tours/", "/teams/"):
        assert f'href="{address}"' in page


@pytest.mark.rule("CP-APP-004")
def test_on_first_use_the_menu_sends_one_to_personalise(stranger):
    page = text(stranger.get("/"))
    assert "There are no teams yet" in page
    assert "Start a tour" not in page


@pytest.mark.rule("CP-APP-002", "CP-APP-003")
def test_load_lists_the_tours_with_where_they_stand(client, tour):
    Stage.objects.filter(tour=tour, number=1).update(state="ended")
    page = text(client.get("/tours/"))
    assert "Tour d&#x27;Été" in page
    assert "Under way" in page
    assert "1 of 3 stages ended" in page
    assert "Running" not in page


@pytest.mark.rule("CP-APP-002")
def test_a_running_tour_opens_on_its_active_stage(client, tour):
    Stage.objects.filter(tour=tour, number=1).update(state="ended")
    Stage.objects.filter(tour=tour, number=2).update(state="active")
    assert client.get(url(tour)).url == f"/tours/{tour.slug}/stages/2/"


@pytest.mark.rule("CP-APP-002")
def test_a_finished_tour_opens_on_its_cycling_party_points(client, tour):
    Tour.objects.filter(pk=tour.pk).update(state="finished")
    assert client.get(url(tour)).url == f"/tours/{tour.slug}/manager-points/"
    assert "Finished" in text(client.get("/tours/"))


@pytest.mark.parametrize("words", ["ete", "ÉTÉ", "tour ete", "d'été"])
def test_search_knows_neither_accents_nor_capitals(client, tour, words):
    a_tour(name="Winter")
    page = text(client.get("/tours/", {"q": words}))
    part = client.get("/tours/", {"q": words}, headers={"HX-Request": "true"})
    assert "<html" not in text(part)
    assert "HX-Request" in part.headers["Vary"]  # no cache gives the part for the page
    assert "Tour d&#x27;Été" in page
    assert "Winter" not in page


def test_search_that_finds_nothing_says_so(client, tour):
    assert "No tour is called “zzz”" in text(client.get("/tours/", {"q": "zzz"}))
    assert client.get("/tours/", {"q": "%_\\", "page": "-3", "archived": "x"}).status_code == 200
    assert client.get("/tours/", {"page": str(10**30)}).status_code == 200


@pytest.mark.rule("CP-APP-029", "CP-M-003")
def test_whoever_is_not_signed_in_sees_listed_tours_and_may_look(stranger, tour):
    page = text(stranger.get("/tours/"))
    assert "Tour d&#x27;Été" in page
    for word in ("Duplicate", "Archive</button>", "Erase"):
        assert word not in page
    assert stranger.get(url(tour)).status_code == 302


def test_a_tour_by_link_only_is_found_by_its_directors_alone(client, stranger, eve, tour):
    client.post(url(tour, "settings"), {"do": "listed", "listed": "0"})
    assert "Été" in text(client.get("/tours/"))
    assert "Été" not in text(stranger.get("/tours/"))
    assert "Été" not in text(eve.get("/tours/"))
    assert stranger.get(url(tour)).status_code == 302  # but the link is enough


@pytest.mark.rule("CP-APP-029")
@pytest.mark.parametrize("word", ["archive", "erase", "settings", "restore"])
def test_only_its_directors_change_a_tour(stranger, eve, tour, word):
    data = {"name": tour.name, "do": "rename", "away": "1"}
    assert stranger.post(url(tour, word), data).url.startswith("/account/")
    assert eve.post(url(tour, word), data).status_code in (403, 404)
    now = Tour.objects.get(pk=tour.pk)
    assert (now.erased_at, now.archived_at, now.name) == (None, None, tour.name)


@pytest.mark.parametrize("word", ["archive", "duplicate", "restore"])
def test_nothing_is_changed_by_following_a_link(client, tour, word):
    assert client.get(url(tour, word)).status_code == 405


def test_a_tour_is_archived_and_taken_out_again(client, tour):
    client.post(url(tour, "archive"), {"away": "1"})
    assert "is in the archive" in text(client.get("/tours/"))
    assert "Été" not in text(client.get("/tours/"))
    assert "Take out" in text(client.get("/tours/", {"archived": "1"}))
    client.post(url(tour, "archive"), {"away": "0"})
    assert Tour.objects.get().archived_at is None


@pytest.mark.rule("CP-APP-002", "CP-M-058")
def test_erasing_asks_for_the_name(client, tour):
    for name in ("", "Tour", "tour d'ete"):
        assert client.post(url(tour, "erase"), {"name": name}).status_code == 422
    assert client.get("/tours/").status_code == 200
    assert Tour.objects.not_erased().exists()
    client.post(url(tour, "erase"), {"name": " tour d'été "})
    assert not Tour.objects.not_erased().exists()
    for word in ("", "settings", "erase"):
        assert client.get(url(tour, word)).status_code == 404
    assert client.post(url(tour, "archive")).status_code == 404


def test_an_erased_tour_is_brought_back_within_thirty_days(client, eve, tour):
    keeping.erase(tour, at=timezone.now() - timedelta(days=29))
    assert "can be brought back until" in text(client.get("/tours/"))
    assert "brought back" not in text(eve.get("/tours/"))
    assert eve.post(url(tour, "restore")).status_code == 404
    client.post(url(tour, "restore"))
    assert Tour.objects.not_erased().get().name == "Tour d'Été"


@pytest.mark.parametrize(
    ("ago", "left"),
    [
        (timedelta(minutes=1), "30 days left"),
        (timedelta(days=28, hours=23), "2 days left"),
        (timedelta(days=29, hours=1), "1 day left"),
    ],
)
def test_the_list_of_erased_tours_counts_the_days_and_is_led_to(client, tour, ago, left):
    assert "#erased" not in text(client.get("/tours/"))
    keeping.erase(tour, at=timezone.now() - ago)
    page = text(client.get("/tours/"))
    assert left in " ".join(page.split())
    assert 'href="#erased"' in page
    assert 'id="erased"' in page
    assert f'action="/tours/{tour.slug}/restore/"' in page


def test_staff_restore_a_tour_whose_directors_are_gone(client, ada, tour):
    sam = Client()
    user = a_user("sam", is_staff=True)
    sam.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    keeping.erase(tour, at=timezone.now())
    assert "directed by ada" in text(sam.get("/tours/"))
    ada.delete()
    assert tour.name.replace("'", "&#x27;") in text(sam.get("/tours/"))
    assert "is back" in text(sam.post(url(tour, "restore"), follow=True))
    assert Tour.objects.not_erased().get() == tour
    assert tour.history.first().history_user_name == "sam"


def test_what_was_logged_in_an_erased_tour_comes_back_with_it(client, ada):
    tour = a_raced_tour(stages=2, raced=1, by=ada)
    page = f"/tours/{tour.slug}/classifications/"
    before = client.get(page).content
    client.post(url(tour, "erase"), {"name": tour.name})
    assert client.get(page).status_code == 404
    client.post(url(tour, "restore"))
    now = client.get(page)
    assert now.status_code == 200
    assert before.count(b"<tr") == now.content.count(b"<tr")
    assert verify(Tour.objects.get(pk=tour.pk)).problems == []


def test_an_erased_tour_whose_name_was_taken_comes_back_under_another(client, tour):
    keeping.erase(tour, at=timezone.now())
    a_tour(name="TOUR D'ÉTÉ")
    client.post(url(tour, "restore"))
    assert Tour.objects.get(pk=tour.pk).name == "Tour d'Été (2)"


def test_after_thirty_days_it_is_gone_for_good(client, tour):
    kept = a_tour(name="Kept")
    keeping.erase(tour, at=timezone.now() - timedelta(days=31))
    assert "brought back" not in text(client.get("/tours/"))
    response = client.post(url(tour, "restore"), follow=True)
    assert "more than 30 days ago" in text(response)
    out = StringIO()
    call_command("purge_erased", stdout=out)
    assert out.getvalue() == "1 erased tour deleted for good.\n"
    assert list(Tour.objects.all()) == [kept]
    assert not Tour.history.filter(id=tour.pk).exists()


def test_purging_spares_what_may_still_be_brought_back(tour):
    keeping.erase(tour, at=timezone.now() - timedelta(days=29))
    call_command("purge_erased", stdout=StringIO())
    assert Tour.objects.filter(pk=tour.pk).exists()


@pytest.mark.rule("CP-APP-005", "CP-APP-002")
def test_a_duplicate_is_a_draft_with_the_teams_of_the_tour_even_when_they_are_gone(client, tour):
    Team.objects.all().delete()
    response = client.post(url(tour, "duplicate"))
    row = Draft.objects.get()
    assert response.url == f"/tours/new/cycling_party/{row.pk}/tour/"
    draft = read(row)
    assert (draft.name, draft.step) == ("Tour d'Été (2)", "teams")
    base = f"/tours/new/cycling_party/{row.pk}/"
    page = client.get(base + "teams/")
    assert "as in Tour d&#x27;Été" in text(page)
    response = client.post(
        base + "teams/", {"teams": "1", "team": ["guest-0", "guest-1"], "do": "accept"}
    )
    again = Tour.objects.exclude(pk=tour.pk).get()
    assert response.url == again.get_absolute_url()
    first, second = plan_of(tour), plan_of(again)
    second.name = first.name
    assert second == first


def test_everybody_who_is_signed_in_may_run_a_tour_of_somebody_else_again(eve, tour):
    assert eve.post(url(tour, "duplicate")).status_code == 302
    assert Draft.objects.get().owner.username == "eve"


def test_nobody_piles_up_drafts(client, ada, tour):
    Draft.objects.bulk_create(
        Draft(owner=ada, game="cycling_party", data={}) for _ in range(drafts.MOST_DRAFTS)
    )
    assert "Throw one away" in text(client.post(url(tour, "duplicate"), follow=True))
    assert Draft.objects.count() == drafts.MOST_DRAFTS


def test_a_name_that_only_the_database_takes_for_another_is_taken(client, tour):
    """PostgreSQL knows a small İ, Python and SQLite do not; where both may stand, both stand."""
    a_tour(name="İstanbul")
    response = client.post(url(tour, "settings"), {"do": "rename", "name": "istanbul"})
    assert response.status_code in (302, 422)
    keeping.erase(Tour.objects.get(name="İstanbul"), at=timezone.now())
    a_tour(name="istanbul (2)" if response.status_code == 302 else "istanbul")
    keeping.restore(Tour.objects.get(name="İstanbul"), at=timezone.now())
    assert Tour.objects.not_erased().count() == 3


def test_a_renamed_tour_keeps_its_address(client, tour):
    client.post(url(tour, "settings"), {"do": "rename", "name": " Autumn  "})
    now = Tour.objects.get()
    assert (now.name, now.slug) == ("Autumn", tour.slug)
    assert now.revision > tour.revision
    assert now.history.first().name == "Autumn"


@pytest.mark.parametrize("name", ["", "x" * 81, "WINTER"])
def test_a_name_that_cannot_be_is_refused(client, tour, name):
    a_tour(name="Winter")
    assert client.post(url(tour, "settings"), {"do": "rename", "name": name}).status_code == 422
    assert Tour.objects.get(pk=tour.pk).name == "Tour d'Été"


def test_a_tour_may_change_the_capitals_of_its_own_name(client, tour):
    client.post(url(tour, "settings"), {"do": "rename", "name": "TOUR D'ÉTÉ"})
    assert Tour.objects.get().name == "TOUR D'ÉTÉ"


def test_the_link_is_shared_as_text_and_as_a_code(client, tour):
    page = text(client.get(url(tour, "settings")))
    assert f"http://testserver/tours/{tour.slug}/" in page
    assert "QR code" in page


@pytest.mark.parametrize(
    ("host", "address", "shared"),
    [
        ("127.0.0.1:8000", "192.168.1.20", "192.168.1.20:8000"),
        ("localhost", "192.168.1.20", "192.168.1.20"),
        ("localhost:8000", None, "localhost:8000"),
        ("tours.example", "192.168.1.20", "tours.example"),
    ],
)
def test_the_link_leads_phones_to_the_machine_that_serves(
    client, tour, monkeypatch, host, address, shared
):
    monkeypatch.setattr("tourmanager.tours.table.network_address", lambda: address)
    assert f"http://{shared}/tours/{tour.slug}/" in text(
        client.get(url(tour, "settings"), headers={"host": host})
    )


def test_a_host_longer_than_any_code_can_hold_is_no_crash(client, tour):
    assert client.get(url(tour, "settings"), headers={"host": "a" * 3000}).status_code == 200


@pytest.mark.rule("CP-APP-029")
def test_directors_come_and_go_but_never_the_last(client, ada, tour):
    a_user("Bob")
    settings = url(tour, "settings")
    assert client.post(settings, {"do": "remove-director", "director": ada.pk}).status_code == 422
    assert client.post(settings, {"do": "add-director", "username": "nobody"}).status_code == 422
    client.post(settings, {"do": "add-director", "username": "bob"})
    assert client.post(settings, {"do": "add-director", "username": "bob"}).status_code == 422
    assert [user.username for user in tour.directors.order_by("username")] == ["Bob", "ada"]
    response = client.post(settings, {"do": "remove-director", "director": ada.pk}, follow=True)
    assert response.status_code == 200, "who takes himself out still sees the tour"
    assert [user.username for user in tour.directors.all()] == ["Bob"]
    assert client.get(settings).status_code == 403


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"do": "explode"},
        {"do": "remove-director", "director": str(2**70)},
        {"do": "remove-director"},
        {"do": "add-director"},
    ],
)
def test_settings_that_there_are_not(client, tour, data):
    assert client.post(url(tour, "settings"), data).status_code == 422


@pytest.mark.parametrize("slug", ["nothing-here", "x" * 300, "new2"])
def test_tours_that_there_are_not(client, slug):
    assert client.get(f"/tours/{slug}/").status_code == 404


def test_the_list_asks_the_same_number_of_questions_however_many_tours(
    client, ada, django_assert_max_num_queries
):
    for number in range(12):
        a_tour(by=ada if number % 2 else None, stages=1 + number)
    with django_assert_max_num_queries(5):
        client.get("/tours/")
    with django_assert_max_num_queries(6):
        client.get("/tours/", {"q": "tour"})
