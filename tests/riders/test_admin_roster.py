"""Teams and riders in the administration: merged, deleted, brought back, in words that staff
understand.
"""

import re

import pytest
from django.test import Client

from tests.factory import NOW, a_full_roster, a_tour, a_user
from tests.riders.test_admin import listing, page, post_team
from tests.riders.test_pages import squad
from tourmanager.accounts.models import User
from tourmanager.riders.models import Rider, Team
from tourmanager.riders.reasons import Reason, describe_reason, read_reason
from tourmanager.tours.models import Draft, Tour
from tourmanager.tours.pages import keeping

pytestmark = pytest.mark.django_db
TEAMS, RIDERS = "/admin/riders/team/", "/admin/riders/rider/"


@pytest.fixture
def ada(client: Client) -> User:
    ada = a_user("ada", is_staff=True, is_superuser=True)
    client.force_login(ada)
    return ada


@pytest.fixture
def teams(ada: User) -> tuple[Team, Team]:
    """Azure with five riders, and Azzure: one of them again, and two of its own."""
    azure = a_full_roster(1, riders=5, by=ada)[0]
    other = Team.objects.create(owner=ada, name="Azzure", short_name="AZZ", colour="#123456")
    for number, name, role in (
        (1, "ANNA  Azure", "climber"),
        (3, "Zoë", "rouleur"),
        (4, "Yara", "lanterne_rouge"),
    ):
        Rider.objects.create(team=other, number=number, name=name, role=role)
    return azure, other


def plain(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode()))


def merge(client: Client, address: str, kept, *others):
    ids = ",".join(str(row.pk) for row in (kept, *others))
    return client.post(f"{address}merge/?ids={ids}", {"kept": kept.pk, "merge": "yes"}, follow=True)


def bring_back(client: Client, address: str) -> str:
    """Press "Bring back" beside the newest deletion."""
    shown = client.get(f"{address}deleted/").content.decode()
    action = re.search(r'action="(\d+/restore/)"', shown)[1]
    return plain(client.post(f"{address}deleted/{action}", follow=True))


# Merging


def test_merging_teams_shows_first_what_moves_and_changes_nothing(client, teams):
    azure, other = teams
    a_tour(by=a_user(), teams=2, name="Spring tour")
    Team.objects.filter(pk=other.pk).update(name="Brick")
    chosen = {"action": "merge", "_selected_action": [azure.pk, other.pk]}
    answer = client.post(TEAMS, chosen, follow=True)
    said = plain(answer)
    assert "ANNA Azure of Brick is a rider of the kept team already." in said
    assert "Zoë of Brick becomes number 6, lanterne rouge." in said
    assert "Yara of Brick is deleted: the kept team has six riders." in said
    assert "Brick: Spring tour (under way)" in said
    assert "They have their own copies and do not change" in said
    assert Team.objects.count() == 2
    turned = plain(client.get(f"{TEAMS}merge/?ids={azure.pk},{other.pk}&kept={other.pk}"))
    assert "What happens when Brick (ada) is kept" in turned
    assert "Bea Azure of Azure becomes number 2, sprinter." in turned


def test_a_merge_is_taken_back_from_the_history(client, ada, teams):
    azure, other = teams
    before = squad(azure), squad(other)
    assert "Merged into Azure (ada): Azzure (ada)." in plain(merge(client, TEAMS, azure, other))
    assert list(Team.objects.all()) == [azure]
    assert squad(azure)[6] == ("Zoë", "lanterne_rouge")
    assert other.history.first().history_user == ada
    assert f"Merged into team {azure.pk}" in plain(client.get(f"{TEAMS}deleted/"))
    assert "Azzure has been brought back." in bring_back(client, TEAMS)
    assert (squad(azure), squad(other)) == before
    assert Team.objects.get(pk=other.pk).owner == ada


def test_a_history_keeps_facts_and_pages_word_them(client, teams):
    azure, other = teams
    merge(client, TEAMS, azure, other)
    moved = azure.riders.get(number=6)
    assert other.history.first().history_change_reason == f"merged-into-team:{azure.pk}"
    assert moved.history.first().history_change_reason == f"moved-from-team:{other.pk}"
    assert f"Merged from team {other.pk}" in plain(client.get(page(Rider, moved.pk, "history")))
    bring_back(client, TEAMS)
    assert Team.history.filter(id=other.pk).first().history_change_reason == "restored"
    assert "Brought back" in plain(client.get(page(Team, other.pk, "history")))


def test_a_merge_of_an_earlier_release_is_undone(client, teams):
    azure, other = teams
    before = squad(azure), squad(other)
    merge(client, TEAMS, azure, other)
    for model, reason in ((Team, "merged-into-team"), (Rider, "moved-from-team")):
        found = model.history.filter(history_change_reason__startswith=reason)
        words = "Merged into team" if model is Team else "Merged from team"
        assert found.update(history_change_reason=f"{words} {(azure, other)[model is Rider].pk}")
    assert f"Merged into team {azure.pk}" in plain(client.get(f"{TEAMS}deleted/"))
    bring_back(client, TEAMS)
    assert (squad(azure), squad(other)) == before


def test_a_merge_is_undone_in_another_language_than_it_was_made_in(client, teams, monkeypatch):
    azure, other = teams
    before = squad(azure), squad(other)
    merge(client, TEAMS, azure, other)
    monkeypatch.setattr("tourmanager.riders.reasons._", lambda text: "Zusammengelegt: %(pk)s")
    assert f"Zusammengelegt: {azure.pk}" in plain(client.get(f"{TEAMS}deleted/"))
    bring_back(client, TEAMS)
    assert (squad(azure), squad(other)) == before


@pytest.mark.parametrize(
    ("stored", "reason"),
    [
        ("merged-into-rider:7", Reason("merged-into-rider", 7)),
        ("Merged into rider 7", Reason("merged-into-rider", 7)),
        ("restored", Reason("restored")),
        ("Brought back", Reason("restored")),
        ("restored:7", None),
        ("Merged into team", None),
        ("Typed by staff", None),
        (None, None),
    ],
)
def test_a_reason_is_read_in_both_forms(stored, reason):
    assert read_reason(stored) == reason
    assert describe_reason("Typed by staff") == "Typed by staff"


def test_a_rider_changed_since_the_merge_stays(client, teams):
    azure, other = teams
    merge(client, TEAMS, azure, other)
    moved = azure.riders.get(number=6)
    moved.name = "Zoë Ångström"
    moved.save()
    bring_back(client, TEAMS)
    assert squad(azure)[6][0] == "Zoë Ångström"
    assert squad(other)[3][0] == "Zoë"


def test_riders_are_merged_and_brought_back(client, teams):
    azure, other = teams
    kept, twice = azure.riders.get(number=1), other.riders.get(number=1)
    shown = plain(client.get(f"{RIDERS}merge/?ids={kept.pk},{twice.pk}"))
    assert "ANNA Azure, number 1 of Azzure, is deleted." in shown
    assert "What happens when Anna Azure, number 1 of Azure is kept" in shown
    merge(client, RIDERS, kept, twice)
    assert not Rider.objects.filter(pk=twice.pk).exists()
    assert "Merged into rider" in plain(client.get(f"{RIDERS}deleted/"))
    Rider.objects.create(team=other, number=1, name="New", role="climber")
    bring_back(client, RIDERS)
    assert squad(other)[2] == ("ANNA  Azure", "sprinter"), "the number and role that are free"


@pytest.mark.parametrize(
    "ids", ["", "1", "1,x", "1,2,3,4,5,6,7,8,9,10,11", f"1,{'9' * 20}", "-1,2"]
)
def test_a_merge_of_nonsense_is_refused(client, teams, ids):
    assert client.get(f"{TEAMS}merge/?ids={ids}").status_code == 404
    assert client.post(f"{TEAMS}merge/?ids={ids}", {"kept": "1", "merge": "yes"}).status_code == 404
    assert Team.objects.count() == 2


def test_a_merge_sent_twice_merges_once(client, teams):
    azure, other = teams
    merge(client, TEAMS, azure, other)
    assert "have been merged already" in plain(merge(client, TEAMS, azure, other))
    assert len(squad(azure)) == 6


def test_what_was_to_be_kept_must_be_there(client, teams):
    azure, other = teams
    for kept in ("", "999999", "x", "9" * 30):
        answer = client.post(
            f"{TEAMS}merge/?ids={azure.pk},{other.pk}", {"kept": kept, "merge": "yes"}
        )
        assert answer.status_code == 404
    assert Team.objects.count() == 2
    answer = client.post(TEAMS, {"action": "merge", "_selected_action": [azure.pk]}, follow=True)
    assert "Select two rows that are one and the same" in plain(answer)


def test_merging_and_bringing_back_ask_for_permission(teams):
    azure, other = teams
    client = Client()
    client.force_login(a_user("bea", is_staff=True))
    assert client.get(f"{TEAMS}merge/?ids={azure.pk},{other.pk}").status_code == 403
    assert client.get(f"{TEAMS}deleted/").status_code == 403
    version = other.history.first()
    other.delete()
    assert client.post(f"{TEAMS}deleted/{version.history_id + 1}/restore/").status_code == 403
    client.logout()
    assert client.get(f"{TEAMS}deleted/").status_code == 302
    assert Team.objects.count() == 1


# Deleting and bringing back


def test_deleting_a_team_names_the_tours_that_ride_with_it(client, ada):
    azure = a_full_roster(2, by=ada)[0]
    tour, erased = (
        a_tour(by=ada, teams=2, name="Spring tour"),
        a_tour(by=ada, teams=2, name="Gone tour"),
    )
    keeping.change(erased, at=NOW, erased_at=NOW)
    Draft.objects.create(owner=ada, game="cycling_party", data={"seats": [{"team": str(azure.pk)}]})
    Draft.objects.create(owner=ada, game="cycling_party", data={"seats": "nonsense"})
    one = plain(client.get(page(Team, azure.pk, "delete")))
    several = plain(
        client.post(TEAMS, {"action": "delete_selected", "_selected_action": [azure.pk]})
    )
    for said in (one, several):
        assert (
            "They have their own copies and do not change: Azure: Spring tour (under way)" in said
        )
        assert "1 tour still being set up with this team will need another team" in said
        assert "Gone tour" not in said
    assert tour.get_absolute_url() in client.get(page(Team, azure.pk, "delete")).content.decode()


def test_a_deleted_team_comes_back_with_its_riders_and_history(client, ada):
    azure = a_full_roster(1, by=ada)[0]
    before = squad(azure)
    azure.riders.get(number=6).delete()
    Rider.objects.create(team=azure, number=6, name="Newer", role="lanterne_rouge")
    before[6] = ("Newer", "lanterne_rouge")
    client.post(page(Team, azure.pk, "delete"), {"post": "yes"})
    assert not Team.objects.exists()
    assert f'href="{TEAMS}deleted/"' in client.get(TEAMS).content.decode()
    assert "6 Newer" in plain(client.get(f"{TEAMS}deleted/"))
    assert "Azure has been brought back." in bring_back(client, TEAMS)
    assert squad(azure) == before
    assert Team.objects.get().owner == ada
    assert "There are no deleted teams" in plain(client.get(f"{TEAMS}deleted/"))
    assert client.get(page(Team, azure.pk, "history")).status_code == 200


def test_a_team_comes_back_under_a_free_name(client, ada):
    azure = a_full_roster(1, by=ada)[0]
    azure.delete()
    a_full_roster(1, by=ada)
    bring_back(client, TEAMS)
    assert set(Team.objects.values_list("name", flat=True)) == {"Azure", "Azure 2"}


def test_a_team_whose_owner_is_gone_comes_back_without_one(client, ada):
    bea = a_user("bea")
    a_full_roster(1, by=bea)[0].delete()
    bea.delete()
    bring_back(client, TEAMS)
    assert Team.objects.get().owner is None


def test_a_rider_comes_back_only_where_there_is_room(client, ada):
    azure = a_full_roster(1, by=ada)[0]
    azure.riders.get(number=6).delete()
    Rider.objects.create(team=azure, number=6, name="Newer", role="lanterne_rouge")
    assert "Azure has six riders. Take one out first." in bring_back(client, RIDERS)
    azure.delete()
    assert "Newer" not in plain(client.get(f"{RIDERS}deleted/")), "their team comes back with them"


def test_what_is_there_cannot_be_brought_back(client, ada):
    azure = a_full_roster(1, by=ada)[0]
    for number in (azure.history.first().history_id, 2**31, 2**70):
        answer = client.post(f"{TEAMS}deleted/{number}/restore/")
        assert answer.status_code in (302, 404)
    assert client.get(f"{TEAMS}deleted/1/restore/").status_code == 403
    assert Team.objects.count() == 1


# What the pages show


def test_history_and_the_page_in_the_app_are_in_reach(client, ada):
    azure = a_full_roster(1, by=ada)[0]
    tour = a_tour(by=ada)
    teams, team = (
        client.get(TEAMS).content.decode(),
        client.get(page(Team, azure.pk)).content.decode(),
    )
    assert f'href="{TEAMS}{azure.pk}/history/"' in teams
    assert f'href="{TEAMS}{azure.pk}/history/"' in team
    assert f'href="/teams/{azure.pk}/"' in teams
    assert "View on site" in team
    assert f"/tour/{tour.pk}/history/" in client.get(listing(Tour)).content.decode()
    assert f'href="{tour.get_absolute_url()}"' in client.get(page(Tour, tour.pk)).content.decode()


def test_nobody_edits_json_by_hand(client, ada):
    tour = a_tour(by=ada, options={"mountain_attack_rounding": "down"})
    draft = Draft.objects.create(
        owner=ada,
        game="cycling_party",
        data={"name": "Spring <b>tour</b>", "stages": [{"length": 150, "extra": None}]},
    )
    for row, says in ((tour, "Round down"), (draft, "length: 150")):
        shown = client.get(page(type(row), row.pk)).content.decode()
        assert says in shown
        assert "<textarea" not in shown
        assert "{&#x27;" not in shown
        for key in ("length", "league", "manager_points", "mountain_attack_rounding"):
            assert f"&quot;{key}" not in shown, "no quotation marks of JSON"
        assert "<b>tour</b>" not in shown
    assert f"/tours/{tour.slug}/scoring/" in client.get(page(Tour, tour.pk)).content.decode()


def test_a_colour_is_picked(client, ada):
    azure = a_full_roster(1, by=ada)[0]
    shown = client.get(page(Team, azure.pk)).content.decode()
    assert re.search(r'<input type="color" name="colour" value="#1f6fb2"', shown)
    names = {rider.number: (rider.name, rider.role) for rider in azure.riders.all()}
    assert post_team(client, azure, names, colour="#AABBCC").status_code == 302
    azure.refresh_from_db()
    assert azure.colour == "#aabbcc"


def test_two_riders_of_one_number_are_refused_in_our_words(client, ada):
    azure = a_full_roster(1, riders=5, by=ada)[0]
    names = {rider.number: (rider.name, rider.role) for rider in azure.riders.all()}
    prefixed = post_team(client, azure, names, **{"riders-1-number": 1, "riders-1-role": "climber"})
    said = plain(prefixed)
    assert "Anna Azure and Bea Azure have the same number: 1." in said
    assert "Anna Azure and Bea Azure have the same role: climber." in said
    assert "Anna Azure has this number already." in said
    assert "Please correct the duplicate" not in said


def test_a_team_with_too_few_riders_is_saved_with_a_warning(client, ada):
    team = Team.objects.create(owner=ada, name="Few", short_name="FEW", colour="#123456")
    said = plain(post_team(client, team, {1: ("Ann", "climber")}) and client.get(TEAMS))
    assert (
        "Few cannot start in a tour yet: it has no sprinter, no rouleur, no flat domestique, no"
        " mountain domestique." in said
    )
    names = {
        rider.number: (rider.name, rider.role)
        for rider in a_full_roster(1, riders=5)[0].riders.all()
    }
    full = Team.objects.get(name="Azure")
    post_team(client, full, names)
    assert "cannot start" not in plain(client.get(TEAMS))


def test_a_team_made_by_staff_is_theirs_unless_they_say_otherwise(client, ada):
    shown = client.get("/admin/riders/team/add/").content.decode()
    assert re.search(rf'<option value="{ada.pk}" selected>ada</option>', shown)
