"""Teams belong to who made them: others look, pick and copy; staff may change all."""

import re
from importlib import import_module

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, connection, transaction
from django.test import Client

from tests.factory import a_full_roster, a_user
from tests.riders.test_pages import HEAD, dry_run, filled, squad, text
from tourmanager.riders.copying import free_name
from tourmanager.riders.models import Rider, Team
from tourmanager.riders.rosters import roster

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada():
    return a_user("ada", first_name="Ada", last_name="Rossi")


@pytest.fixture
def bob():
    return a_user("bob")


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def rows() -> list[object]:
    return [
        list(Team.objects.order_by("pk").values_list()),
        list(Rider.objects.order_by("pk").values_list()),
    ]


def plain(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", text(answer)))


def test_somebody_elses_team_is_neither_changed_nor_deleted_by_hand(ada, bob):
    team, before = a_full_roster(1, by=ada)[0], None
    before, client = rows(), signed_in(bob)
    for path, data in (
        (f"/teams/{team.pk}/", filled(team, name="Mine")),
        (f"/teams/{team.pk}/delete/", {}),
    ):
        answer = client.post(path, data)
        assert answer.status_code == 403, path
        assert "Azure belongs to Ada Rossi. You can copy it to your teams" in text(answer)
        assert rows() == before
    assert client.get(f"/teams/{team.pk}/delete/").status_code == 403


def test_a_team_without_an_owner_is_changed_by_staff_alone(ada):
    team = a_full_roster(1)[0]
    answer = signed_in(ada).post(f"/teams/{team.pk}/", filled(team, name="Mine"))
    assert answer.status_code == 403
    assert "staff look after it" in text(answer)
    staff = signed_in(a_user("stella", is_staff=True))
    assert "You can change it because you are staff." in text(staff.get(f"/teams/{team.pk}/"))
    assert staff.post(f"/teams/{team.pk}/", filled(team, name="Zinc")).status_code == 302
    team.refresh_from_db()
    assert (team.name, team.owner) == ("Zinc", None)
    assert staff.post(f"/teams/{team.pk}/delete/").status_code == 302
    assert not Team.objects.exists()


def test_pages_say_whose_a_team_is_and_offer_a_copy_in_place_of_changing(ada, bob):
    team = a_full_roster(1, by=ada)[0]
    mine = plain(signed_in(ada).get("/teams/"))
    assert "Your team" in mine
    assert "Copy to my teams" not in mine
    other = signed_in(bob)
    listed, page = plain(other.get("/teams/")), plain(other.get(f"/teams/{team.pk}/"))
    for said in (listed, page):
        assert "eam of Ada Rossi" in said
        assert "Copy to my teams" in said
    assert "Save team" not in page
    assert "Delete team" not in page
    assert "Copy to my teams" not in plain(Client().get("/teams/")), "a stranger signs in first"


def test_a_team_is_copied_once_however_often_the_button_is_pressed(ada, bob):
    team, client = a_full_roster(1, by=ada)[0], signed_in(bob)
    first, second = (client.post(f"/teams/{team.pk}/copy/").url for _ in range(2))
    copy = Team.objects.get(owner=bob)
    assert first == second == f"/teams/{copy.pk}/"
    assert (copy.name, copy.short_name, copy.colour, copy.pattern) == (
        team.name,
        team.short_name,
        team.colour,
        team.pattern,
    )
    assert squad(copy) == squad(team)
    assert copy.history.get().history_user == bob
    assert Rider.objects.filter(team=copy).first().history.get().history_user == bob
    assert client.post(f"/teams/{copy.pk}/", filled(copy, name1="Zoë")).status_code == 302
    assert squad(team)[1][0] == "Anna Azure"


def test_a_copy_gets_a_free_name(ada, bob):
    team = a_full_roster(1, by=ada)[0]
    Team.objects.create(owner=bob, name="AZURE", short_name="azu", colour="#123456")
    signed_in(bob).post(f"/teams/{team.pk}/copy/")
    assert set(Team.objects.filter(owner=bob).values_list("name", "short_name")) == {
        ("AZURE", "azu"),
        ("Azure 2", "AZUR"),
    }
    longest = Team._meta.get_field("name").max_length
    name = "x" * longest
    assert free_name(name, {name, f"{'x' * (longest - 2)} 2"}) == f"{'x' * (longest - 2)} 3"


def test_copying_asks_for_an_account_and_a_team(ada):
    team = a_full_roster(1, by=ada)[0]
    assert Client().post(f"/teams/{team.pk}/copy/").status_code == 302
    assert signed_in(ada).get(f"/teams/{team.pk}/copy/").status_code == 405
    assert signed_in(ada).post("/teams/999999/copy/").status_code == 404
    assert Team.objects.count() == 1


def test_two_owners_may_give_the_same_name_and_one_may_not(ada, bob):
    Team.objects.create(owner=ada, name="Étoile", short_name="ÉTO", colour="#c8202f")
    assert (
        signed_in(bob).post("/teams/new/", filled(name="ÉTOILE", short_name="éto")).status_code
        == 302
    )
    answer = signed_in(ada).post("/teams/new/", filled(name="ÉTOILE", short_name="X"))
    assert answer.status_code == 422
    assert "There is a team of this name among the teams of Ada Rossi." in text(answer)
    Team.objects.create(owner=ada, name="Brick", short_name="BRI", colour="#c8202f")
    for clash in ({"name": "BRICK", "short_name": "X"}, {"name": "X", "short_name": "bri"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Team.objects.create(owner=ada, colour="#c8202f", **clash)


def test_my_teams_come_first_and_can_be_shown_alone(ada, bob):
    a_full_roster(2, by=ada)
    Team.objects.create(owner=bob, name="Zinc", short_name="ZIN", colour="#123456")
    client = signed_in(bob)
    page = plain(client.get("/teams/"))
    assert page.index("Zinc") < page.index("Azure")
    mine = plain(client.get("/teams/", {"whose": "mine"}))
    assert "Zinc" in mine
    assert "Azure" not in mine
    assert "Azure" in plain(client.get("/teams/", {"q": "rossi"})), "a search finds the owner"
    assert "You have no teams of your own yet" in plain(
        signed_in(a_user("eve")).get("/teams/", {"whose": "mine"})
    )
    assert Client().get("/teams/", {"whose": "mine"}).status_code == 200
    assert "Azure" not in text(client.get("/teams/export.csv", {"whose": "mine"}))


def test_deleting_an_account_leaves_its_teams_to_staff(ada, bob):
    for user in (ada, bob):
        Team.objects.create(owner=user, name="Azure", short_name="AZU", colour="#123456")
    ada.delete()
    bob.delete()
    assert list(Team.objects.values_list("name", "owner")) == [("Azure", None)] * 2


# Lists


def test_an_import_changes_nobody_elses_team_and_says_so(ada, bob):
    a_full_roster(2, by=ada)
    before, client = rows(), signed_in(bob)
    address, page, seal = dry_run(
        client, HEAD + "AZURE,,,,1,New,\nBrick,,,,1,Other,\nClover,,,,1,Ann,\n"
    )
    words = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))
    assert (
        "2 rows name teams of others: Azure (Ada Rossi), Brick (Ada Rossi). Those teams stay as"
        " they are" in words
    )
    assert "Copy them to my teams first" in words
    assert words.count("Somebody else has a team of this name. It stays as it is.") == 2
    assert "Clover" not in text(client.get(address, {"show": "others"})).split("<tbody>")[-1]
    assert client.post(address, {"seal": seal}).status_code == 302
    assert sorted(Team.objects.filter(owner=bob).values_list("name", flat=True)) == [
        "AZURE",
        "Brick",
        "Clover",
    ]
    kept = [[row for row in now if row in was] for now, was in zip(rows(), before, strict=True)]
    assert kept == before


def test_an_import_changes_copies_where_one_asks_for_them(ada, bob):
    azure = a_full_roster(1, by=ada)[0]
    client = signed_in(bob)
    address, _, _ = dry_run(client, HEAD + "Azure,,,,1,New,\n")
    answer = client.post(f"{address}copy/", follow=True)
    assert "1 team is copied to your teams" in plain(answer)
    assert "Anna Azure → becomes New" in plain(answer)
    seal = re.search(r'name="seal" value="(\w+)"', text(answer))[1]
    client.post(address, {"seal": seal})
    copy = Team.objects.get(owner=bob)
    assert [name for name, _ in squad(copy).values()][:2] == ["New", "Bea Azure"]
    assert squad(azure)[1][0] == "Anna Azure"
    assert signed_in(ada).post(f"{address}copy/").status_code == 302
    assert Team.objects.count() == 2, "the list of somebody else copies nothing"


def test_an_export_of_all_teams_can_be_imported_though_two_have_one_name(ada, bob):
    for user in (ada, bob):
        team = Team.objects.create(owner=user, name="Azure", short_name="AZU", colour="#123456")
        Rider.objects.create(team=team, number=1, name=f"Rider of {user}", role="climber")
    content = roster.export_teams("csv", Team.objects.all())
    eve = signed_in(a_user("eve"))
    address, page, seal = dry_run(eve, content)
    assert "wrong" not in re.search(r'class="import-sum">(.*?)</p>', page, re.DOTALL)[1]
    eve.post(address, {"seal": seal})
    assert sorted(Team.objects.filter(owner__username="eve").values_list("name", flat=True)) == [
        "Azure",
        "Azure (bob)",
    ]


def test_a_list_kept_from_the_dry_run_is_its_owners(ada, bob):
    answer = signed_in(ada).post(
        "/teams/import/", {"file": SimpleUploadedFile("a.csv", (HEAD + "A,,,,1,B,\n").encode())}
    )
    assert signed_in(bob).post(f"{answer.url}copy/").url == "/teams/import/"


# The demo, and databases from before teams had owners


def test_the_demos_teams_belong_to_its_director(settings, ada):
    path = settings.BASE_DIR / "fixtures" / "teams.csv"
    first = roster.load_teams(path, owner=ada)
    assert {team.owner for team in first} == {ada}
    assert [team.pk for team in roster.load_teams(path, owner=ada)] == [team.pk for team in first]


def fill() -> None:
    Team.objects.update(owner=None)
    import_module("tourmanager.riders.migrations.0003_fill_team_owner").fill_owners(
        apps, connection.schema_editor()
    )


def test_teams_from_before_go_to_who_created_them(ada, bob):
    signed_in(ada).post("/teams/new/", filled(name="Azure"))
    azure = Team.objects.get()
    azure.name = "Azzurro"
    azure._history_user = bob
    azure.save()
    signed_in(bob).post("/teams/new/", filled(name="Brick", short_name="BRI"))
    Team.objects.create(name="Demo", short_name="DEM", colour="#123456")
    fill()
    owners = {team.name: team.owner for team in Team.objects.all()}
    assert owners == {
        "Azzurro": ada,
        "Brick": bob,
        "Demo": None,
    }, "who changed it later, and no one, own nothing"
    bob.delete()
    fill()
    assert set(Team.objects.values_list("owner__username", flat=True)) == {"ada"}, (
        "the only account gets all"
    )


def test_teams_from_before_go_to_staff_where_the_creators_account_is_gone(ada, bob):
    signed_in(ada).post("/teams/new/", filled(name="Azure"))
    a_user("eve")
    ada.delete()
    fill()
    assert Team.objects.get().owner is None
