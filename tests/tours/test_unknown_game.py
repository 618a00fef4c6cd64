"""A tour whose game this server does not know: lists name it, everything else refuses in words."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.urls import URLPattern, get_resolver, reverse

from tests.factory import a_tour
from tourmanager.tours.checks import check_games
from tourmanager.tours.models import Draft, Tour
from tourmanager.tours.pages import keeping

WORDS = "This server does not know the game “curling”"
VALUES = {
    "number": 1,
    "key": "individual",
    "who": "a1",
    "fmt": "csv",
}


@pytest.fixture
def director(ada):
    """Return the user who is signed in; the administration is theirs too."""
    ada.is_staff = ada.is_superuser = True
    ada.save()
    return ada


@pytest.fixture
def tour(director):
    tour = a_tour(by=director, name="Bonspiel")
    Tour.objects.update(game="curling")
    tour.refresh_from_db()
    return tour


def patterns(found, before=""):
    """The addresses of the app that begin with a tour's."""
    for each in found:
        route = before + str(each.pattern)
        if isinstance(each, URLPattern):
            if route.startswith("tours/<slug:slug>/"):
                yield route
        else:
            yield from patterns(each.url_patterns, route)


ROUTES = sorted({*patterns(get_resolver().url_patterns)})


def address(route, slug):
    """Fill an address in."""
    for part in route.split("/"):
        if part.startswith("<"):
            name = part.strip("<>").rpartition(":")[2]
            route = route.replace(part, str(VALUES.get(name, slug)))
    return f"/{route}"


@pytest.mark.django_db
@pytest.mark.parametrize("route", ROUTES)
def test_every_page_of_such_a_tour_refuses_in_words(client, tour, route):
    if route.endswith("/restore/"):
        keeping.erase(tour, at=tour.created_at)
    before = Tour.objects.values().get()
    answers = [client.get(address(route, tour.slug)), client.post(address(route, tour.slug))]
    # an old address leads to one that refuses
    answers = [client.get(each.url) if each.status_code == 301 else each for each in answers]
    assert {answer.status_code for answer in answers} <= {405, 409}
    told = [answer for answer in answers if answer.status_code == 409]
    assert told
    for answer in told:
        assert WORDS in answer.content.decode()
    assert Tour.objects.values().get() == before


def test_there_are_such_pages():
    assert len(ROUTES) > 25


@pytest.mark.django_db
def test_lists_name_it(client, tour):
    for page in ("/", "/tours/", "/admin/tours/tour/"):
        shown = client.get(page).content.decode()
        assert "Bonspiel" in shown
        assert "unknown game “curling”" in shown


@pytest.mark.django_db
def test_the_administration_refuses_it(client, tour):
    page = client.get(f"/admin/tours/tour/{tour.pk}/change/")
    assert page.status_code == 409
    assert WORDS in page.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "command",
    ["standings Bonspiel", "tour_export Bonspiel", "verify Bonspiel", "rebuild Bonspiel"],
)
def test_commands_refuse_it(tour, command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError, match=WORDS):
        call_command(*command.split(), stdout=io.StringIO())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.django_db
@pytest.mark.parametrize("command", ["verify", "rebuild"])
def test_commands_for_all_tours_name_it_and_go_on(tour, command):
    a_tour(name="Lap of Honour")
    out = io.StringIO()
    with pytest.raises(CommandError):
        call_command(command, stdout=out)
    assert WORDS in out.getvalue()
    assert "OK     Lap of Honour" in out.getvalue()


@pytest.mark.django_db
def test_start_up_warns_with_its_name(tour):
    a_tour(name="Lap of Honour")
    (warning,) = check_games(databases=["default"])
    assert "“curling”. It cannot open “Bonspiel”." in warning.msg
    assert check_games() == []
    told = io.StringIO()
    call_command("check", databases=["default"], stderr=told)
    assert "Bonspiel" in told.getvalue()
    keeping.erase(tour, at=tour.created_at)
    assert check_games(databases=["default"]) == []


@pytest.mark.django_db
def test_start_up_names_drafts_of_it_too(director):
    Draft.objects.create(owner=director, game="curling", data={"name": "Half a bonspiel"})
    Draft.objects.create(owner=director, game="curling", data=[])
    Draft.objects.create(owner=director, game="cycling_party", data={"name": "Known"})
    (warning,) = check_games(databases=["default"])
    named = "a draft without a name, the draft “Half a bonspiel”."
    assert warning.msg.endswith(f"“curling”. It cannot open {named}")


@pytest.mark.django_db
def test_no_tour_of_it_can_be_begun(client, director):
    answer = client.post(reverse("tours:begin", args=["curling"]))
    assert answer.status_code == 409
    assert WORDS in answer.content.decode()


@pytest.mark.django_db
def test_a_draft_of_it_is_listed_and_can_be_thrown_away(client, director):
    draft = Draft.objects.create(owner=director, game="curling", data={"name": "Half a bonspiel"})
    for page in ("/", "/tours/new/"):
        assert "Half a bonspiel" in client.get(page).content.decode()
    assert "unknown game “curling”" in client.get("/tours/new/").content.decode()
    client.post(reverse("tours:draft_delete", args=["curling", draft.pk]))
    assert not Draft.objects.exists()
