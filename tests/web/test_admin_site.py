"""The administration as a whole: hand-written addresses never fail, and sections are named in plain
words.
"""

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.db import models
from django.test import Client

from tests.factory import NOW, a_full_roster, a_tour, a_user
from tourmanager.results.models import Entry, Standing
from tourmanager.tours.models import Draft

pytestmark = pytest.mark.django_db
BIG = "9" * 40
DATES = (
    "year=99999",
    "year=0",
    "year=-1",
    "month=13",
    "day=0",
    "gte=99999-99-99",
    "week=99",
    "range=1,2",
)
NUMBERS = (
    "=2147483648",
    f"={BIG}",
    "=-1",
    "=x",
    "in=1,x",
    f"gt={BIG}",
    "range=1",
    "isnull=perhaps",
)
TEXTS = ("regex=(", "iregex=[", "in=", "isnull=2", "contains=%25_%5C", "=\U0001f31f")
FAMILIES: tuple[tuple[type[models.Field], tuple[str, ...]], ...] = (
    (models.DateField, DATES),
    (models.IntegerField, NUMBERS),
    (models.ForeignKey, (*NUMBERS, "name__regex=(", "nonsense__year=0")),
    (models.JSONField, ("has_key=x", "contains={", "=[", "a__b__gt=1", "regex=(")),
    (models.BooleanField, ("=perhaps", "exact=2", "isnull=x")),
    (models.CharField, TEXTS),
    (models.TextField, TEXTS),
)
WHOLE = (
    "o=99.-99",
    "p=-1",
    f"p={BIG}",
    "all=x",
    "e=1",
    "q=%5B(*%2B%3F",
    "_facets=1",
    "_to_field=secret",
    f"pk={BIG}",
    "q=a%00b",
    "p=%00",
    "p=99999999999999999999",
    "o=1.1.1.-1.x",
    "nonsense__regex=(",
    "x__y=z",
    "%00=1",
    "pk__in=x,1",
)


@pytest.fixture
def client(client: Client) -> Client:
    ada = a_user("ada", is_staff=True, is_superuser=True)
    a_full_roster(2, by=ada)
    tour = a_tour(by=ada, stages=1)
    Draft.objects.create(owner=ada, game="cycling_party", data={"name": "Spring tour"})
    stage = tour.stages.get()
    Entry.objects.create(
        stage=stage, seq=1, token="t", body={"do": "place"}, by=ada, at=NOW, checksum="x"
    )
    Standing.objects.create(stage=stage, seq=1, result={}, at=NOW, version=1)
    client.force_login(ada, backend="django.contrib.auth.backends.ModelBackend")
    return client


def queries(model: type[models.Model]) -> Iterator[str]:
    """Look-ups that no list can answer, for each field of a model."""
    yield from WHOLE
    for field in model._meta.concrete_fields:
        asked = next((asked for kind, asked in FAMILIES if isinstance(field, kind)), ())
        for look_up in asked:
            name, _, value = look_up.partition("=")
            yield f"{field.name}{f'__{name}' if name else ''}={value}"


@pytest.mark.parametrize("model", admin.site._registry, ids=lambda model: model._meta.label)
def test_no_list_fails_whatever_its_address_asks(client, model):
    address = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
    client.raise_request_exception = False
    for query in queries(model):
        answer = client.get(f"{address}?{query}")
        assert answer.status_code in (200, 302, 400, 403, 404), query
        if answer.status_code == 302 and "e=1" in answer.url:
            assert client.get(answer.url).status_code == 200, "the way out leads somewhere"


@pytest.mark.parametrize("model", admin.site._registry, ids=lambda model: model._meta.label)
def test_no_page_of_a_row_fails_whatever_its_address_names(client, model):
    address = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
    client.raise_request_exception = False
    for key in ("0", "-1", BIG, "x", "%00", "_5F_00", "1,2", "٣", "%F0%9F%8C%9F"):
        for page in ("", "change/", "history/", "delete/", f"history/{key}/"):
            answer = client.get(f"{address}{key}/{page}", follow=True)
            assert answer.status_code in (200, 400, 403, 404), f"{key}/{page}"


@pytest.mark.parametrize(
    "address",
    [
        "tours/tour/?changed_at__year=99999",
        "accounts/user/?last_login__year=99999",
        "tours/draft/?created_at__year=99999",
        "tours/draft/?created_at__year=0",
        "tours/draft/?created_at__year=-1",
    ],
)
def test_a_year_that_no_calendar_has_shows_the_whole_list_and_says_so(client, address):
    client.raise_request_exception = False
    answer = client.get(f"/admin/{address}")
    assert (answer.status_code, answer.get("Location")) == (
        302,
        f"/admin/{address.split('?')[0]}?e=1",
    )
    assert "cannot be looked up" in client.get(answer.url).content.decode()


def test_an_action_sent_to_such_an_address_does_nothing(client):
    client.raise_request_exception = False
    data = {
        "action": "delete_selected",
        "_selected_action": [Draft.objects.get().pk],
        "post": "yes",
    }
    assert client.post("/admin/tours/draft/?created_at__year=99999", data).status_code in (302, 400)
    assert Draft.objects.count() == 1


def test_a_fault_of_ours_is_not_hidden(client, monkeypatch):
    def broken(*args: object, **kwargs: object) -> None:
        raise ValueError("ours")

    monkeypatch.setattr("tourmanager.tours.admin.TourAdmin.get_queryset", broken)
    client.raise_request_exception = False
    assert client.get("/admin/tours/tour/").status_code == 500
    assert client.get("/admin/tours/tour/?q=x", follow=True).status_code == 500


def test_sections_are_named_in_plain_words(client):
    page = client.get("/admin/").content.decode()
    assert "Axes" not in page
    assert "AXES" not in page
    assert "Sign-in attempts" in page
