"""Players over many tours: one person under several spellings, who says so, and how that is
undone.
"""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factory import NOW, a_tour, a_user
from tourmanager.accounts.models import User
from tourmanager.people import finding, identity
from tourmanager.people.identity import PersonRefused
from tourmanager.people.models import Person
from tourmanager.tours.models import Tour

pytestmark = pytest.mark.django_db


@pytest.fixture
def dora() -> User:
    return a_user("dora")


def a_person(name: str, owner: User | None = None) -> Person:
    return identity.add_person(name, owner=owner, at=NOW)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


# -- who it is


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("Ana Ruiz", "same"),
        ("ANA RUÍZ", "same"),
        ("Ana", "part"),
        ("Ruiz Ana", "part"),
        ("Anna Ruiz", "similar"),
        ("Bernat Soler", ""),
        ("", ""),
    ],
)
def test_a_typed_name_suggests_who_it_may_be(typed: str, why: str) -> None:
    known = [finding.Known(1, "ana ruiz"), finding.Known(2, "chiara donati")]
    found = finding.suggest(typed, known)
    assert [(each.person, each.why) for each in found] == ([(1, why)] if why else [])


def test_the_same_name_stands_alone_among_the_suggestions() -> None:
    known = [finding.Known(1, "ana"), finding.Known(2, "ana ruiz"), finding.Known(3, "anna")]
    assert [each.person for each in finding.suggest("Ana", known)] == [1]


def test_a_search_forgives_accents_and_finds_who_was_merged(dora: User) -> None:
    ana, other = a_person("Ána Rúiz", dora), a_person("A. Ruiz-Gómez", dora)
    assert finding.find_people("ana ruiz") == [ana]
    identity.merge(ana, other)
    assert finding.find_people("GOMEZ") == [ana]
    identity.unmerge(other)
    assert finding.find_people("gomez") == [other]


def test_merges_may_follow_one_another(dora: User) -> None:
    one, two, three = (a_person(name, dora) for name in ("One", "Two", "Three"))
    identity.merge(two, three)
    identity.merge(one, two)
    assert finding.find_people("three") == [one]
    with pytest.raises(PersonRefused, match="merged meanwhile"):
        identity.merge(three, one)
    with pytest.raises(PersonRefused, match="two different"):
        identity.merge(one, one)


def test_the_name_is_no_spelling_to_remove(dora: User) -> None:
    ana = a_person("Ana", dora)
    identity.rename(ana, "Ana Ruiz")
    assert [str(each) for each in ana.spellings.all()] == ["Ana", "Ana Ruiz"]
    first, second = ana.spellings.all()
    with pytest.raises(PersonRefused, match="is their name"):
        identity.remove_spelling(ana, second.pk)
    identity.remove_spelling(ana, first.pk)
    assert ana.spellings.count() == 1


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "A\x00na", "A\u202ena"])
def test_a_name_that_is_none_is_refused(name: str, dora: User) -> None:
    with pytest.raises(PersonRefused):
        a_person(name, dora)
    answer = signed_in(dora).post(reverse("tours:people"), {"name": name})
    assert answer.status_code in (400, 422)
    assert not Person.objects.exists()


# -- the players of a tour


@pytest.fixture
def tour(dora: User) -> Tour:
    return a_tour(by=dora, stages=1, teams=2)


def test_a_director_says_who_plays_a_team(tour: Tour, dora: User) -> None:
    team = tour.teams.get(letter="a")
    team.manager = "ana"
    team.save()
    ana = a_person("Ana", dora)
    address = reverse("tours:players", args=[tour.slug])
    client = signed_in(dora)
    page = client.get(address).content.decode()
    assert "Is this Ana?" in " ".join(page.split())
    team.refresh_from_db()
    assert team.person is None  # a suggestion is never applied by itself
    before = tour.revision
    assert client.post(address, {"team": "a", "do": "is", "person": ana.pk}).status_code == 302
    team.refresh_from_db()
    tour.refresh_from_db()
    assert (team.person, tour.revision) == (ana, before + 1)
    client.post(address, {"team": "b", "do": "add", "name": "Bernat"})
    assert tour.teams.get(letter="b").person.name == "Bernat"
    client.post(address, {"team": "a", "do": "nobody"})
    assert tour.teams.get(letter="a").person is None


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"team": "z", "do": "nobody"},
        {"team": "a", "do": "is", "person": "99"},
        {"team": "a", "do": "is", "person": "x" * 40},
        {"team": "a", "do": "add", "name": ""},
        {"team": "a", "do": "fly"},
    ],
)
def test_what_cannot_be_meant_changes_nothing(tour: Tour, dora: User, sent: dict[str, str]) -> None:
    answer = signed_in(dora).post(reverse("tours:players", args=[tour.slug]), sent)
    assert answer.status_code == 422
    assert not tour.teams.exclude(person=None).exists()


def test_the_name_in_a_tour_counts_as_a_spelling_for_the_next(tour: Tour, dora: User) -> None:
    ana = a_person("Ana Ruiz", dora)
    tour.teams.filter(letter="a").update(manager="Anita", person=ana)
    other = a_tour(by=dora, stages=1, teams=2)
    other.teams.filter(letter="a").update(manager="anita")
    page = signed_in(dora).get(reverse("tours:players", args=[other.slug])).content.decode()
    assert "Is this Ana Ruiz?" in " ".join(page.split())


# -- a player's page


def test_two_players_are_merged_after_a_look_and_parted_again(tour: Tour, dora: User) -> None:
    ana, twin = a_person("Ana", dora), a_person("Anna", dora)
    tour.teams.filter(letter="b").update(person=twin)
    client = signed_in(dora)
    page = " ".join(
        client.get(f"{ana.get_absolute_url()}?other={twin.pk}").content.decode().split()
    )
    assert "<b>Anna</b> would be <b>Ana</b>" in page
    assert tour.name in page
    client.post(ana.get_absolute_url(), {"do": "merge", "which": twin.pk})
    assert tour.name in client.get(ana.get_absolute_url()).content.decode()
    assert client.get(twin.get_absolute_url()).url == ana.get_absolute_url()
    client.post(ana.get_absolute_url(), {"do": "unmerge", "which": twin.pk})
    assert tour.name not in client.get(ana.get_absolute_url()).content.decode()
    assert client.get(twin.get_absolute_url()).status_code == 200


def test_nobody_takes_in_a_player_of_somebody_else(dora: User) -> None:
    ana, theirs = a_person("Ana", dora), a_person("Anna", a_user("otto"))
    answer = signed_in(dora).post(ana.get_absolute_url(), {"do": "merge", "which": theirs.pk})
    assert answer.status_code == 422
    assert "added by somebody else" in answer.content.decode()
    theirs.refresh_from_db()
    assert theirs.merged_into is None
    answer = signed_in(dora).post(theirs.get_absolute_url(), {"do": "rename", "name": "Mine"})
    assert answer.status_code == 403


def test_tours_that_one_may_not_find_are_not_shown(tour: Tour, dora: User) -> None:
    ana = a_person("Ana", dora)
    tour.teams.filter(letter="a").update(person=ana)
    Tour.objects.update(listed=False)
    assert tour.name in signed_in(dora).get(ana.get_absolute_url()).content.decode()
    assert tour.name not in Client().get(ana.get_absolute_url()).content.decode()


def test_the_list_is_searched(dora: User) -> None:
    a_person("Ána", dora)
    a_person("Bernat", dora)
    page = Client().get(reverse("tours:people"), {"q": "ana"}).content.decode()
    assert "Ána" in page
    assert "Bernat" not in page


def test_an_account_belongs_to_one_player_at_most(dora: User) -> None:
    ana, bernat = a_person("Ana", dora), a_person("Bernat", dora)
    a_user("ana.r")
    client = signed_in(dora)
    client.post(ana.get_absolute_url(), {"do": "account", "username": " ANA.R "})
    ana.refresh_from_db()
    assert ana.account is not None
    assert ana.account.get_username() == "ana.r"
    for username, sentence in (
        ("ana.r", "That account is the one of Ana."),
        ("nobody", "Nobody here signs in as “nobody”."),
    ):
        response = client.post(bernat.get_absolute_url(), {"do": "account", "username": username})
        assert response.status_code == 422
        assert sentence in response.content.decode()
    client.post(ana.get_absolute_url(), {"do": "account", "username": ""})
    ana.refresh_from_db()
    assert ana.account is None
