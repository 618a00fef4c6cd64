"""The history of teams and riders: who changed which, when, from what to what."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from simple_history.utils import bulk_create_with_history

from tests.factory import a_full_roster, a_user
from tourmanager.accounts.models import User
from tourmanager.riders.merging import merge_teams
from tourmanager.riders.models import ROLES, Rider, Team
from tourmanager.riders.rosters import roster

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"
ROW = re.compile(r"<li[^>]*>\s*<time.*?</li>", re.DOTALL)
FORM = {
    "name": "Azure",
    "short_name": "AZU",
    "colour": "#1f5fb2",
    "own_colour": "#000000",
    "pattern": "hoops",
}


@pytest.fixture
def ada() -> User:
    return a_user("ada")


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def plain(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def rows(by: User, team: int | None = None, **query: object) -> list[str]:
    path = "/teams/history/" if team is None else f"/teams/{team}/history/"
    answer = signed_in(by).get(path, query)
    assert answer.status_code == 200
    return [plain(row) for row in ROW.findall(answer.content.decode())]


def made_by_hand(ada: User, **changes: str) -> Team:
    """Azure with six riders, made with the form of Personalise."""
    for number, role in enumerate(ROLES, 1):
        changes |= {f"rider{number}-name": f"Rider {number}", f"rider{number}-role": role}
    assert signed_in(ada).post("/teams/new/", FORM | changes).status_code == 302
    return Team.objects.get(name=changes.get("name", "Azure"))


def change(team: Team, by: User, **values: object) -> None:
    """Save values of a team, as somebody."""
    for name, value in values.items():
        setattr(team, name, value)
    team._history_user = by
    team.save()


def test_a_new_team_and_its_riders_stand_in_it(ada):
    made_by_hand(ada)
    said = rows(ada)
    assert len(said) == 7
    assert "Team Azure added: AZU, #1f5fb2, Hoops, ada ada · Azure · Added" in said[-1]
    assert any("Rider 2 Rider 2 (Sprinter) added ada" in row for row in said)


def test_a_change_says_from_what_to_what(ada):
    team, otto = made_by_hand(ada), a_user("otto", is_staff=True)
    change(team, otto, name="Zinc", colour="#b23a1f", owner=None)
    row = rows(ada, kind="changed")[0]
    assert "Name Azure → Zinc; colour #1f5fb2 → #b23a1f; owner ada → no owner otto" in row
    rider = team.riders.get(number=3)
    rider.name, rider._history_user = "Cleo Neu", otto
    rider.save()
    assert "Rider 3 Cleo Neu: name Rider 3 → Cleo Neu otto · Zinc" in rows(ada, kind="rider")[0]


def test_a_deleted_team_keeps_its_page_and_its_name(ada):
    team = made_by_hand(ada)
    pk = team.pk
    assert signed_in(ada).post(f"/teams/{pk}/delete/").status_code == 302
    assert "Team Azure deleted ada" in rows(ada, kind="team")[0]
    said = rows(ada, pk)
    assert len(said) == 14
    assert all("a deleted team" not in row for row in said)
    assert any("(Sprinter) taken out ada · Azure" in row for row in said)
    page = signed_in(ada).get(f"/teams/{pk}/history/").content.decode()
    assert "History of Azure" in page
    assert "This team is deleted." in page


def test_why_a_merge_deleted_a_team_is_said(ada):
    kept, other = a_full_roster(2, by=ada)
    merge_teams(kept, [other])
    assert f"(Merged into team {kept.pk})" in rows(ada, kind="team")[0]


def test_an_import_has_an_author_too(ada):
    lines = [
        (1, ["team", "number", "rider"]),
        (2, ["Clover", "1", "Ann"]),
    ]
    upload = roster.keep_upload(lines, "list.csv", ada)
    roster.carry_out(upload, seal=roster.plan_upload(upload).seal, leave_out=False, by=ada)
    assert [row.split(" · ")[0].endswith(" ada") for row in rows(ada)] == [True, True]


def test_the_names_of_deleted_accounts_stay(ada):
    team = made_by_hand(ada)
    pk = team.pk
    ada.delete()
    eve = a_user("eve")
    assert len(rows(eve, who="ada")) == 7
    assert "Team Azure added: AZU, #1f5fb2, Hoops, a deleted account ada" in rows(eve, pk)[-1]


def test_a_version_without_an_earlier_one_says_so(ada):
    team = a_full_roster(1)[0]
    rider = team.riders.get(number=1)
    rider.name = "Somebody"
    rider.save()
    assert "Rider 1 Somebody: changed; what it was before is not known" in rows(ada)[0]
    assert "No account" in rows(ada, who="*")[0]


def test_the_address_filters_by_person_kind_and_day(ada):
    azure, otto = made_by_hand(ada), a_user("otto")
    made_by_hand(otto, name="Zinc", short_name="ZIN")
    change(azure, ada, name="Azul")
    assert len(rows(ada)) == 15
    assert len(rows(ada, who="otto")) == 7
    assert len(rows(ada, kind="team")) == 3
    assert len(rows(ada, kind="rider")) == 12
    assert len(rows(ada, kind="changed")) == 1
    assert len(rows(ada, kind="new", who="ada")) == 7
    assert len(rows(ada, azure.pk)) == 8
    assert rows(ada, day="2001-01-01") == []
    today = Team.history.latest("history_date").history_date.date()
    assert len(rows(ada, day=today)) == 15


@pytest.mark.parametrize(
    "query",
    [
        {"day": "0001-01-01"},
        {"day": "x"},
        {"kind": "fly"},
        {"page": "9" * 40},
        {"page": "-1"},
        {"who": "x" * 1900},
        {"stage": "1"},
    ],
)
def test_a_wrong_address_is_no_error(ada, query):
    made_by_hand(ada)
    assert signed_in(ada).get("/teams/history/", query).status_code == 200


def test_only_who_is_signed_in_sees_who_did_what(ada):
    team = made_by_hand(ada)
    for path in ("/teams/history/", f"/teams/{team.pk}/history/"):
        assert Client().get(path).url.startswith("/account/sign-in/")
        assert signed_in(a_user()).get(path).status_code == 200
    assert signed_in(ada).get("/teams/999999/history/").status_code == 404
    for path in ("/teams/", f"/teams/{team.pk}/"):
        assert "history/" in signed_in(ada).get(path).content.decode()


def test_pages_ask_the_same_number_of_queries(ada):
    def queries() -> int:
        client = signed_in(ada)
        with CaptureQueriesContext(connection) as asked:
            assert client.get("/teams/history/").status_code == 200
        return len(asked)

    team = made_by_hand(ada)
    change(team, ada, name="Azul")
    few = queries()
    for number in range(30):
        rows_of = [Team(owner=ada, name=f"T {number}", short_name=f"{number}", colour="#123456")]
        made = bulk_create_with_history(rows_of, Team, default_user=ada)
        rider = Rider(team=made[0], number=1, name="A", role="climber")
        bulk_create_with_history([rider], Rider, default_user=ada)
        change(made[0], ada, name=f"Team {number}")
    assert queries() <= few + 1  # one for the team that a rider's version names
    assert few <= 14
    first, second = rows(ada), rows(ada, page=2)
    assert len(first) == 50
    assert len(second) == 98 - 50
