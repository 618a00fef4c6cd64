"""Personalise in the browser's eyes: teams and riders made, changed, deleted; lists exported and
imported.
"""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.factory import a_full_roster, a_tour, a_user
from tourmanager.riders import teams
from tourmanager.riders.models import ROLES, Rider, Team, Upload
from tourmanager.riders.rosters import files, roster
from tourmanager.tours.models import TourRider, TourTeam

pytestmark = pytest.mark.django_db
HEAD = "team,short name,colour,pattern,number,rider,role\n"


@pytest.fixture
def ada(client):
    user = a_user("ada")
    client.force_login(user)
    return user


def filled(team: Team | None = None, **changes: object) -> dict[str, object]:
    """The form of a team as a browser sends it; `name3="X"` and `role3=…` fill its third number,
    `remove3=on` empties it.
    """
    data: dict[str, object] = {
        "name": "Azure",
        "short_name": "AZU",
        "colour": "#1f5fb2",
        "own_colour": "#000000",
        "pattern": "hoops",
    }
    riders = {rider.number: rider for rider in team.riders.all()} if team else {}
    if team:
        data |= {
            field: getattr(team, field) for field in ("name", "short_name", "colour", "pattern")
        }
        data |= {"seen": teams_seal(team)} | (
            {"colour": "other", "own_colour": team.colour} if team.colour != "#1f5fb2" else {}
        )
    for number, role in enumerate(ROLES, 1):
        rider = riders.get(number)
        data |= {
            f"rider{number}-name": rider.name if rider else "",
            f"rider{number}-role": rider.role if rider else role,
        }
    for key, value in changes.items():
        data[f"rider{key[-1]}-{key[:-1]}" if key[-1].isdigit() else key] = value
    return data


def teams_seal(team: Team) -> str:
    return teams.team_checksum(Team.objects.get(pk=team.pk))


def squad(team: Team) -> dict[int, tuple[str, str]]:
    return {rider.number: (rider.name, rider.role) for rider in Rider.objects.filter(team=team)}


def text(answer) -> str:
    return answer.content.decode()


# Teams by hand


@pytest.mark.rule("CP-APP-004", "CP-S-005", "CP-J-002")
def test_a_team_of_five_is_made_with_the_roles_of_the_numbers(client, ada):
    form = text(client.get(reverse("riders:team_new")))
    assert re.search(r'name="rider3-role".*?<option value="rouleur" selected>', form, re.S)
    names = {f"name{number}": f" Rider  {number} " for number in range(1, 6)}
    assert client.post(reverse("riders:team_new"), filled(**names)).status_code == 302
    team = Team.objects.get()
    assert squad(team) == {number: (f"Rider {number}", ROLES[number - 1]) for number in range(1, 6)}
    assert team.missing == []
    assert team.history.get().history_user == ada
    assert Rider.objects.first().history.get().history_user == ada


@pytest.mark.rule("CP-APP-004")
def test_riders_are_changed_removed_and_swap_roles(client, ada):
    team = a_full_roster(1, by=ada)[0]
    data = filled(team, name1="Zoë", role1="sprinter", role2="climber", remove6="on")
    assert client.post(reverse("riders:team", args=[team.pk]), data).status_code == 302
    assert squad(team)[1] == ("Zoë", "sprinter")
    assert squad(team)[2][1] == "climber"
    assert 6 not in squad(team)


@pytest.mark.rule("CP-J-008")
def test_names_and_colours_are_data(client, ada):
    data = filled(name="Pink Panthers", colour="other", own_colour="#ABCDEF")
    assert client.post(reverse("riders:team_new"), data).status_code == 302
    assert Team.objects.get().colour == "#abcdef"


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"name": "  "}, "Give the team a name."),
        ({"name": "x" * 81}, "at most 80"),
        ({"name": "a\u202eb"}, "cannot be seen"),
        ({"name": "BRICK"}, "There is a team of this name among the teams of ada."),
        ({"short_name": "bri"}, "This is the short name of Brick, among the teams of ada."),
        ({"short_name": "AZURE"}, "Up to 4 characters."),
        ({"colour": "blue"}, "Choose one of these colours"),
        ({"colour": ""}, "Choose a colour."),
        ({"colour": "other", "own_colour": "url(x)"}, "A colour is written like"),
        ({"pattern": "dots"}, "Choose one of these patterns."),
        ({"name1": "y" * 81}, "at most 80"),
        ({"name1": "A", "role1": "boss"}, "boss"),
        ({"name1": "A", "role1": "sprinter", "name2": "B"}, "Number 1 is the sprinter already"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_saved(client, ada, wrong, says):
    Team.objects.create(owner=ada, name="Brick", short_name="BRI", colour="#c8202f")
    answer = client.post(reverse("riders:team_new"), filled(**wrong))
    assert answer.status_code == 422
    assert says in text(answer)
    assert Team.objects.count() == 1


def test_letters_beyond_english_ones_are_compared_without_case(client, ada):
    Team.objects.create(owner=ada, name="Étoile", short_name="ÉTO", colour="#c8202f")
    answer = text(client.post(reverse("riders:team_new"), filled(name="ÉTOILE", short_name="éto")))
    assert "There is a team of this name among the teams of ada." in answer


def test_emptying_a_name_asks_before_a_rider_goes(client, ada):
    team = a_full_roster(1, by=ada)[0]
    answer = client.post(reverse("riders:team", args=[team.pk]), filled(team, name2=""))
    assert answer.status_code == 422
    assert "tick “Remove” to take Bea Azure out of the team" in text(answer)


def test_two_directors_changing_one_team_do_not_overwrite_each_other_unseen(client, ada):
    team = a_full_roster(1, by=ada)[0]
    first, second = filled(team, name1="First"), filled(team, name1="Second")
    client.post(reverse("riders:team", args=[team.pk]), first)
    answer = client.post(reverse("riders:team", args=[team.pk]), second)
    assert answer.status_code == 409
    assert "Somebody else has changed this team" in text(answer)
    assert "1 First" in text(answer)
    assert squad(team)[1][0] == "First"
    second["seen"] = re.search(r'name="seen" value="(\w+)"', text(answer))[1]
    assert client.post(reverse("riders:team", args=[team.pk]), second).status_code == 302
    assert squad(team)[1][0] == "Second"


@pytest.mark.rule("CP-APP-005", "CP-APP-004")
def test_changing_and_deleting_a_team_leaves_every_created_tour_as_it_was(client, ada):
    azure, brick = a_full_roster(2, by=ada)
    a_tour(by=ada, teams=2, riders=6)
    before = list(TourTeam.objects.values_list()), list(TourRider.objects.values_list())
    client.post(
        reverse("riders:team", args=[azure.pk]),
        filled(azure, name="Zinc", short_name="ZIN", name1="Z", remove6="on"),
    )
    page = text(client.get(reverse("riders:team_delete", args=[brick.pk])))
    assert "Tours stay as they are." in page
    assert Team.objects.count() == 2, "asking does not delete"
    assert client.post(reverse("riders:team_delete", args=[brick.pk])).status_code == 302
    assert [team.name for team in Team.objects.all()] == ["Zinc"]
    assert (list(TourTeam.objects.values_list()), list(TourRider.objects.values_list())) == before


@pytest.mark.rule("CP-APP-011")
def test_the_list_says_which_teams_are_complete_and_what_others_lack(client):
    a_full_roster(1)
    few = Team.objects.create(name="Few", short_name="FEW", colour="#c8202f")
    Rider.objects.create(team=few, number=1, name="A", role="climber")
    Team.objects.create(name="None", short_name="NON", colour="#1c1c1e")
    page = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", text(client.get(reverse("riders:teams")))))
    assert "complete, 6 riders" in page
    assert "1 rider, no sprinter, no rouleur" in page
    assert "no riders yet" in page


@pytest.mark.parametrize("words", ["angstrom", "ÅNGSTRÖM zoe", "etoile", "eto"])
def test_a_search_forgives_accents_and_case(client, words):
    a_full_roster(2)
    team = Team.objects.create(name="Étoile", short_name="ÉTO", colour="#c8202f")
    Rider.objects.create(team=team, number=1, name="Zoë Ångström", role="climber")
    part = client.get(
        reverse("riders:teams"), {"q": words}, headers={"HX-Request": "true", "HX-Target": "teams"}
    )
    assert "HX-Target" in part.headers["Vary"]  # no cache gives the part for the page
    page = text(part)
    assert "Étoile" in page
    assert "Azure" not in page
    assert "<html" not in page


@pytest.mark.parametrize(
    "query",
    [
        {"q": "x" * 300},
        {"q": "%_\\'\""},
        {"page": "zzz"},
        {"page": "9" * 30},
        {"q": "\U0001f31f", "page": "-1"},
    ],
)
def test_the_list_bears_anything(client, query):
    a_full_roster(1)
    assert client.get(reverse("riders:teams"), query).status_code == 200


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"colour": "<x>", "pattern": "zzz", "team": "9" * 40},
        {"team": "-1", "name": "<b>" * 90},
        {"colour": "other", "own_colour": "#ABC"},
    ],
)
def test_the_jersey_is_drawn_whatever_stands_in_the_form(client, query):
    answer = client.get(reverse("riders:jersey"), query)
    assert answer.status_code == 200
    assert "<b>" not in text(answer)


def test_a_jersey_hard_to_tell_from_another_is_warned_of(client):
    Team.objects.create(name="Brick", short_name="BRI", colour="#c8202f", pattern="sash")
    at = reverse("riders:jersey")
    assert "Nearly the same jersey as Brick" in text(
        client.get(at, {"colour": "#c8202f", "pattern": "sash"})
    )
    assert "only the pattern tells them apart" in text(
        client.get(at, {"colour": "#c8202f", "pattern": "hoops"})
    )
    assert "In black and white it looks like Brick" in text(
        client.get(at, {"colour": "#1f5fb2", "pattern": "sash"})
    )
    assert "Easy to tell" in text(client.get(at, {"colour": "#f3f1ea", "pattern": "hoops"}))


@pytest.mark.parametrize("fmt", ["csv", "xlsx"])
def test_whoever_looks_may_read_and_not_write(client, fmt):
    team = a_full_roster(1)[0]
    assert "Anna Azure" in text(client.get(reverse("riders:team", args=[team.pk])))
    assert client.get(reverse("riders:export", args=[fmt])).status_code == 200
    for name, args in (
        ("team_new", []),
        ("team", [team.pk]),
        ("team_delete", [team.pk]),
        ("import", []),
    ):
        answer = client.post(reverse(f"riders:{name}", args=args), {"name": "X"})
        assert answer.status_code == 302
        assert answer.url.startswith(reverse("accounts:sign_in"))
    assert Team.objects.get().name == "Azure"


def test_addresses_that_lead_nowhere_say_so(client, ada):
    for path in ("999/", f"{'9' * 30}/", "999/delete/", "export.pdf", "example.exe"):
        assert client.get(f"/teams/{path}").status_code == 404


# Lists


def sent(client, content: bytes | str, name: str = "list.csv"):
    content = content.encode() if isinstance(content, str) else content
    return client.post(reverse("riders:import"), {"file": SimpleUploadedFile(name, content)})


def dry_run(client, content: bytes | str) -> tuple[str, str, str]:
    """Address, page and seal of the dry run of a list."""
    answer = sent(client, content)
    assert answer.status_code == 302, text(answer)
    page = text(client.get(answer.url))
    found = re.search(r'name="seal" value="(\w+)"', page)
    return answer.url, page, found[1] if found else ""


@pytest.mark.parametrize("fmt", ["csv", "xlsx"])
@pytest.mark.rule("CP-APP-004")
def test_an_export_imported_says_nothing_new(client, ada, fmt):
    a_full_roster(3, by=ada)
    Team.objects.create(owner=ada, name="=cmd|' /C calc'!A0", short_name="'=x", colour="#123456")
    content = client.get(reverse("riders:export", args=[fmt])).content
    assert b"\n=cmd" not in content
    _, page, seal = dry_run(client, content)
    assert "There is nothing to import" in page
    assert not seal


def test_nothing_is_imported_before_it_is_confirmed_and_then_what_was_shown(client, ada):
    address, page, seal = dry_run(
        client, HEAD + "Clover,CLO,green,sash,1,Ann,Climber\nClover,,,,2,Bo,\n"
    )
    assert "2 rows would be imported" in page
    assert Team.objects.count() == 0
    assert client.post(address, {"seal": seal}).url == reverse("riders:teams")
    team = Team.objects.get()
    assert (team.short_name, team.colour, team.pattern) == ("CLO", "#1e8449", "sash")
    assert squad(team) == {1: ("Ann", "climber"), 2: ("Bo", "sprinter")}
    assert team.history.get().history_user == ada
    again = client.post(address, {"seal": seal}, follow=True)
    assert "imported or thrown away already" in text(again)
    assert Team.objects.count() == 1


def test_roles_and_short_names_are_swapped_in_one_go(client, ada):
    azure = a_full_roster(2, by=ada)[0]
    address, _, seal = dry_run(
        client, HEAD + "Azure,BRI,,,1,,sprinter\nAzure,,,,2,,climber\nBrick,AZU,,,,,\n"
    )
    assert client.post(address, {"seal": seal}).status_code == 302
    azure.refresh_from_db()
    assert azure.short_name == "BRI"
    assert (squad(azure)[1][1], squad(azure)[2][1]) == ("sprinter", "climber")
    assert azure.history.first().history_user == ada


def test_a_roster_changed_in_between_is_shown_again(client, ada):
    azure = a_full_roster(1, by=ada)[0]
    address, _, seal = dry_run(client, HEAD + "Azure,,,,1,New,\n")
    azure.riders.filter(number=1).update(name="Somebody")
    answer = client.post(address, {"seal": seal})
    assert answer.status_code == 409
    assert "teams have changed since this list was shown" in text(answer)
    assert "Somebody" in text(answer)
    assert squad(azure)[1][0] == "Somebody"
    seal = re.search(r'name="seal" value="(\w+)"', text(answer))[1]
    assert client.post(address, {"seal": seal}).status_code == 302
    assert squad(azure)[1][0] == "New"


def test_wrong_rows_are_left_out_only_when_the_director_says_so(client, ada):
    address, page, seal = dry_run(client, HEAD + "Clover,,,,1,Ann,\nClover,,,,9,Bo,\n")
    assert "1 row wrong" in page
    assert "leave out 1" in page
    assert client.post(address, {"seal": seal}).status_code == 422
    assert Team.objects.count() == 0
    assert "1 wrong row was left out" in text(
        client.post(address, {"seal": seal, "leave_out": "yes"}, follow=True)
    )
    assert squad(Team.objects.get()) == {1: ("Ann", "climber")}


def test_importing_never_deletes(client, ada):
    azure = a_full_roster(2, by=ada)[0]
    address, _, seal = dry_run(client, HEAD + "Azure,,,,1,New,\n")
    client.post(address, {"seal": seal})
    assert Team.objects.count() == 2
    assert len(squad(azure)) == 6


def test_rows_are_shown_by_kind_and_page(client, ada):
    rows = "".join(f"Team {n},,,,{n % 8},Rider {n},\n" for n in range(1, 451))
    address, page, _ = dry_run(client, HEAD + rows)
    assert "Page 1 of 3" in page
    for query in ("?show=wrong", "?show=new&page=2", "?show=zzz&page=zzz", "?show=same"):
        assert client.get(address + query).status_code == 200
    assert "no rider&#x27;s number" in text(client.get(f"{address}?show=wrong"))


def test_a_list_is_seen_only_by_whoever_brought_it_and_can_be_thrown_away(client, ada):
    address, _, seal = dry_run(client, HEAD + "Clover,,,,1,Ann,\n")
    client.force_login(a_user("bea"))
    assert client.get(address).status_code == 302
    assert client.post(address, {"seal": seal}).status_code == 302
    client.post(f"{address}discard/")
    assert Upload.objects.count() == 1
    assert Team.objects.count() == 0
    client.force_login(ada)
    assert client.post(f"{address}discard/").status_code == 302
    assert Upload.objects.count() == 0


@pytest.mark.parametrize(
    ("content", "status", "says"),
    [
        (b"", 422, "The file is empty."),
        (b"team,number,rider\n", 400, "no rows"),
        (b"hello world", 400, "The first row must name the columns"),
        (b"team,number,rider\nA,1,B\0\n", 400, "control characters"),
        (b"PK\x03\x04 broken", 400, "broken"),
        (bytes(range(1, 256)) * 40, 400, "neither CSV nor XLSX"),
        (b"x" * (files.MAX_BYTES + 1), 413, "larger than 2 MB"),
    ],
)
def test_files_that_cannot_be_read_are_refused_on_the_page(client, ada, content, status, says):
    answer = sent(client, content, "a.xlsx")
    assert answer.status_code == status
    assert says in text(answer)
    assert Upload.objects.count() == 0


def test_no_file_at_all_is_said(client, ada):
    assert "Choose a file." in text(client.post(reverse("riders:import")))


@pytest.mark.parametrize("fmt", ["csv", "xlsx"])
def test_the_example_can_be_imported(client, ada, fmt):
    content = client.get(reverse("riders:example", args=[fmt]))
    assert "attachment" in content["Content-Disposition"]
    address, page, seal = dry_run(client, content.content)
    assert "6 rows would be imported" in page
    client.post(address, {"seal": seal})
    assert Team.objects.get().missing == []


def test_a_long_list_asks_little_of_the_database(client, ada, django_assert_max_num_queries):
    rows = "".join(f"Team {n // 6},,,,{n % 6 + 1},Rider {n},\n" for n in range(600))
    address, _, seal = dry_run(client, HEAD + rows)
    with django_assert_max_num_queries(30):
        assert client.post(address, {"seal": seal}).status_code == 302
    with django_assert_max_num_queries(10):
        assert client.get(reverse("riders:teams")).status_code == 200
    assert Rider.objects.count() == 600


# The demo's teams


@pytest.mark.rule("CP-J-001", "CP-J-002", "CP-S-005")
def test_the_demo_has_eight_complete_teams_told_apart_even_in_grey(settings):
    found = roster.load_teams(settings.BASE_DIR / "fixtures" / "teams.csv")
    assert len(found) >= 8
    for team in found:
        assert [rider.role for rider in team.riders.all()] == list(ROLES)
    assert [teams.lookalikes(team) for team in found] == [[]] * len(found)
    assert len({team.pattern for team in found}) == 8


def test_loading_the_demo_again_changes_nothing_not_even_what_somebody_changed(settings):
    path = settings.BASE_DIR / "fixtures" / "teams.csv"
    first = roster.load_teams(path)
    Rider.objects.filter(team=first[0], number=1).update(name="Changed")
    first[1].delete()
    second = roster.load_teams(path)
    assert [team.name for team in second] == [team.name for team in first]
    assert squad(first[0])[1][0] == "Changed"
    assert Rider.objects.count() == 6 * len(first)


def test_the_demo_finds_another_short_name_where_one_is_taken(settings):
    Team.objects.create(name="Mine", short_name="ros", colour="#123456")
    assert len(roster.load_teams(settings.BASE_DIR / "fixtures" / "teams.csv")) >= 8
