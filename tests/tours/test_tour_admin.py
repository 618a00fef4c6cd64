"""Tours in the administration: what is done to several at once goes through the same entry points
as on the pages of the app, and leaves a history.
"""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.factory import NOW, a_tour, a_user
from tourmanager.accounts.models import User
from tourmanager.tours.models import Director, Tour, TourChange
from tourmanager.tours.pages import keeping

pytestmark = pytest.mark.django_db
LIST = "/admin/tours/tour/"


@pytest.fixture
def sam() -> User:
    return a_user("sam", is_staff=True, is_superuser=True)


@pytest.fixture
def client(sam: User) -> Client:
    client = Client()
    client.force_login(sam, backend="django.contrib.auth.backends.ModelBackend")
    return client


def act(client: Client, action: str, *tours: Tour) -> str:
    data = {"action": action, "_selected_action": [tour.pk for tour in tours]}
    return client.post(LIST, data, follow=True).content.decode()


def test_tours_are_archived_and_taken_out_together(client):
    tours = [a_tour(), a_tour()]
    keeping.change(tours[0], at=NOW, archived_at=NOW)
    assert "1 tour changed." in act(client, "archive", *tours)
    assert Tour.objects.filter(archived_at=NOW).count() == 1
    assert not Tour.objects.filter(archived_at=None).exists()
    assert "2 tours changed." in act(client, "unarchive", *tours)
    assert Tour.objects.filter(archived_at=None).count() == 2


def test_every_tour_gets_a_revision_and_a_version_with_its_author(client, sam):
    tours = [a_tour(), a_tour()]
    act(client, "erase", *tours)
    for tour in tours:
        now = Tour.objects.get(pk=tour.pk)
        assert now.erased_at is not None
        assert now.revision == tour.revision + 1
        assert now.history.first().history_user == sam
    assert "2 tours changed." in act(client, "restore", *tours)
    assert Tour.objects.not_erased().count() == 2


def test_what_cannot_be_brought_back_is_said_and_the_others_are(client):
    old, new, there = a_tour(name="Old"), a_tour(name="New"), a_tour(name="There")
    keeping.erase(old, at=timezone.now() - timedelta(days=31))
    keeping.erase(new, at=timezone.now())
    said = act(client, "restore", old, new, there)
    assert "Old was erased more than 30 days ago." in said
    assert "There is not erased." in said
    assert "1 tour changed." in said
    assert {tour.name for tour in Tour.objects.not_erased()} == {"New", "There"}


def test_who_may_only_look_has_no_actions(client, sam):
    tour = a_tour()
    User.objects.filter(pk=sam.pk).update(is_superuser=False)
    answer = client.post(LIST, {"action": "erase", "_selected_action": [tour.pk]})
    assert answer.status_code == 403
    assert Tour.objects.get().erased_at is None


def directors_form(tour: Tour, **more: object) -> dict[str, object]:
    rows = list(Director.objects.filter(tour=tour).order_by("pk"))
    prefix = "director_set"
    data: dict[str, object] = {
        "name": tour.name,
        "listed": "on",
        f"{prefix}-TOTAL_FORMS": str(len(rows) + 1),
        f"{prefix}-INITIAL_FORMS": str(len(rows)),
    }
    for place, row in enumerate(rows):
        data |= {f"{prefix}-{place}-id": row.pk, f"{prefix}-{place}-tour": tour.pk}
    data |= {f"{prefix}-{len(rows)}-tour": tour.pk, f"{prefix}-{len(rows)}-user": ""}
    for name in ("stages", "teams"):
        data |= {f"{name}-TOTAL_FORMS": "0", f"{name}-INITIAL_FORMS": "0"}
    return data | more


def test_directors_come_and_go_through_their_entry_point_and_never_the_last(client, sam):
    dora, otto = a_user("dora"), a_user("otto")
    tour = a_tour(by=dora)
    page = f"{LIST}{tour.pk}/change/"
    added = directors_form(tour, **{"director_set-1-user": otto.pk})
    assert client.post(page, added).status_code == 302
    assert set(tour.directors.all()) == {dora, otto}
    removed = directors_form(tour, **{"director_set-0-DELETE": "on"})
    assert client.post(page, removed).status_code == 302
    assert set(tour.directors.all()) == {otto}
    last = directors_form(tour, **{"director_set-0-DELETE": "on"})
    said = client.post(page, last, follow=True).content.decode()
    assert "at least one director" in said
    assert set(tour.directors.all()) == {otto}
    changes = TourChange.objects.filter(tour=tour).order_by("pk")
    assert [(each.what, each.by_name) for each in changes] == [
        ("director-added", "sam"),
        ("director-removed", "sam"),
    ]
    assert client.get("/admin/tours/tourchange/").status_code == 200
    assert client.get(f"/admin/tours/tourchange/{changes[0].pk}/change/").status_code == 200


def test_the_history_of_a_tour_names_deleted_accounts(client, sam):
    otto = a_user("otto")
    tour = a_tour(by=otto)
    editor = Client()
    editor.force_login(otto, backend="django.contrib.auth.backends.ModelBackend")
    editor.post(f"/tours/{tour.slug}/settings/", {"do": "rename", "name": "By somebody"})
    otto.delete()
    assert "otto" in client.get(f"{LIST}{tour.pk}/history/").content.decode()


def test_nobody_becomes_or_stops_being_a_director_in_the_list_of_directors(client):
    tour = a_tour(by=a_user("dora"))
    row = Director.objects.get(tour=tour)
    assert (
        client.post(f"/admin/tours/director/{row.pk}/delete/", {"post": "yes"}).status_code == 403
    )
    assert client.get("/admin/tours/director/add/").status_code == 403
    assert Director.objects.filter(pk=row.pk).exists()
