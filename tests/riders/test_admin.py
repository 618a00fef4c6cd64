"""The administration: every page answers, searches bear anything, and what is recorded cannot be
changed.
"""

from datetime import timedelta

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from tests.factory import NOW, a_full_roster, a_tour, a_user
from tourmanager.accounts.models import User
from tourmanager.leagues import changing
from tourmanager.leagues.models import Division, League, Member, Organiser, Round, Season
from tourmanager.people.identity import add_person
from tourmanager.people.models import Person
from tourmanager.results.models import Entry, Standing
from tourmanager.riders.models import Rider, Team
from tourmanager.tours.models import Director, Draft, Line, Stage, Tour, TourRider, TourTeam

LEAGUES = (League, Season, Round, Division, Member)
OURS = (
    *(Team, Rider, Tour, Stage, TourTeam, TourRider, Director, Draft, Entry, Standing, User),
    *(Person, *LEAGUES),
)
GARBAGE = ("ø'\";--%_\\", "9" * 40, "2026-99-99", "\u202e\U0001f31f", "a b " * 20, "[](*+?")

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(client: Client) -> User:
    ada = a_user("ada", is_staff=True, is_superuser=True)
    client.force_login(ada)
    return ada


@pytest.fixture
def tour(ada: User) -> Tour:
    """A tour with everything that an administration can show."""
    a_full_roster(2)
    tour = a_tour(by=ada, stages=3, teams=3, riders=6)
    Draft.objects.create(owner=ada, game="cycling_party", data={"name": "Spring tour"})
    stage = tour.stages.get(number=1)
    for seq in range(1, 6):
        Entry.objects.create(
            stage=stage,
            seq=seq,
            token=f"t{seq}",
            body={"do": "place", "line": "s1", "rider": f"a{seq}"},
            by=ada,
            by_name="Ada",
            at=NOW,
            checksum="x",
        )
    Standing.objects.create(stage=stage, seq=5, result={"stage": 1}, at=NOW, version=1)
    league = changing.create_league("Spring League", "Café", "2026", by=ada, at=NOW)
    season = league.seasons.get()
    changing.add_round(season, tour=tour)
    first = changing.add_division(season, "First", 0, 1)
    changing.put_member(season, add_person("Zoë", owner=ada, at=NOW), first)
    return tour


def listing(model: type) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")  # type: ignore[attr-defined]


def page(model: type, pk: int, what: str = "change") -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{what}", args=[pk])  # type: ignore[attr-defined]


@pytest.mark.parametrize("model", OURS, ids=lambda model: model.__name__)
def test_every_list_and_every_page_opens(client, tour, model):
    assert admin.site.is_registered(model)
    answer = client.get(listing(model))
    assert answer.status_code == 200
    assert "Tour Manager" in answer.content.decode()
    for row in model.objects.all()[:2]:
        assert client.get(page(model, row.pk)).status_code == 200


@pytest.mark.parametrize("model", OURS, ids=lambda model: model.__name__)
def test_a_search_bears_anything(client, tour, model):
    for words in GARBAGE:
        assert client.get(listing(model), {"q": words}).status_code == 200


@pytest.mark.parametrize("model", OURS, ids=lambda model: model.__name__)
def test_filters_and_pages_bear_anything(client, tour, model):
    for name, value in (
        ("id__exact", "x"),
        ("nonsense", "1"),
        ("p", "zzz"),
        ("o", "99.-99"),
        ("state__exact", "zzz"),
        ("riders", "zzz"),
    ):
        assert client.get(listing(model), {name: value}, follow=True).status_code < 500
    assert client.get(page(model, 10**15)).status_code in (302, 404)


def test_a_search_finds_riders_by_their_team_and_tours_by_their_director(client, tour):
    assert "Anna Azure" in client.get(listing(Rider), {"q": "azu"}).content.decode()
    assert tour.name in client.get(listing(Tour), {"q": "ada"}).content.decode()
    assert "Spring tour" in client.get(listing(Draft), {"q": "spring"}).content.decode()


@pytest.mark.parametrize(
    "model", [Team, Tour, Entry, Director, TourRider, Stage], ids=lambda model: model.__name__
)
def test_a_longer_list_asks_no_more_of_the_database(
    client, tour, model, django_assert_max_num_queries
):
    def queries() -> int:
        with django_assert_max_num_queries(60) as asked:
            client.get(listing(model))
        return len(asked.captured_queries)

    few = queries()
    for _ in range(3):
        a_tour(by=a_user(), stages=2, teams=4)
    for place in range(3):
        Team.objects.create(name=f"T{place}", short_name=f"T{place}", colour="#123456")
    stage = tour.stages.get(number=2)
    Entry.objects.bulk_create(
        Entry(
            stage=stage,
            seq=seq,
            token=f"u{seq}",
            body={"do": "place"},
            at=NOW + timedelta(1),
            checksum="x",
        )
        for seq in range(9)
    )
    assert queries() <= few


def test_leagues_are_listed_and_organised_through_their_doors(client, tour, ada):
    league, zora = League.objects.get(), a_user("zora")
    for action, listed in (("show_by_link", False), ("show_to_everybody", True)):
        sent = {"action": action, "_selected_action": [league.pk]}
        answer = client.post(listing(League), sent, follow=True)
        assert "1 league changed." in answer.content.decode()
        league.refresh_from_db()
        assert league.listed is listed
        assert league.history.first().history_user == ada
    assert "Spring League" in client.get(listing(League), {"q": "ada"}).content.decode()
    assert "Zoë" in client.get(listing(Member), {"q": "zoe"}).content.decode()

    def send(**fields: object) -> None:
        names = ("TOTAL_FORMS", "INITIAL_FORMS", "MIN_NUM_FORMS", "MAX_NUM_FORMS")
        form = {f"organiser_set-{name}": 1000 for name in names} | {
            "organiser_set-TOTAL_FORMS": 2,
            "organiser_set-INITIAL_FORMS": 1,
            "organiser_set-MIN_NUM_FORMS": 0,
            **{f"seasons-{name}": 0 for name in names},
            "organiser_set-0-id": Organiser.objects.get(user=ada).pk,
            "organiser_set-0-league": league.pk,
            "organiser_set-1-league": league.pk,
            "name": "Changed by hand",
        }
        answer = client.post(page(League, league.pk), form | fields, follow=True)
        assert answer.status_code == 200
        told.append(answer.content.decode())

    told: list[str] = []
    send(**{"organiser_set-0-DELETE": "on"})
    assert "A league needs an organiser" in told[-1]
    assert Organiser.objects.filter(user=ada).exists()  # the last one stays
    send(**{"organiser_set-1-user": zora.pk})
    assert set(league.organisers.all()) == {ada, zora}
    league.refresh_from_db()
    assert league.name == "Spring League"


@pytest.mark.parametrize(
    "model",
    [Entry, Standing, Stage, TourTeam, TourRider, Season, Round, Division, Member, Person],
    ids=lambda model: model.__name__,
)
def test_what_is_recorded_can_only_be_looked_at(client, tour, model):
    row = model.objects.first()
    label = model._meta.app_label, model._meta.model_name
    assert client.get(reverse("admin:{}_{}_add".format(*label))).status_code == 403
    assert client.post(page(model, row.pk), {"seq": 99, "name": "x"}).status_code == 403
    assert client.post(page(model, row.pk, "delete"), {"post": "yes"}).status_code == 403
    client.post(
        listing(model), {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    )
    assert model.objects.filter(pk=row.pk).exists()


def post_tour(client: Client, tour: Tour, **fields: object) -> int:
    forms = {
        f"{prefix}-{field}": 0
        for prefix in ("director_set", "stages", "teams")
        for field in ("TOTAL_FORMS", "INITIAL_FORMS")
    }
    return client.post(
        page(Tour, tour.pk), {"name": tour.name, "listed": "on", **forms, **fields}
    ).status_code


@pytest.mark.rule("CP-APP-005")
def test_a_tours_course_and_teams_cannot_be_changed_but_its_name_can(client, tour):
    before = (
        list(Line.objects.values_list()),
        list(TourRider.objects.values_list()),
        Tour.objects.get(pk=tour.pk).revision,
    )
    status = post_tour(
        client,
        tour,
        name="  Tour of   Hills ",
        game="race",
        game_data='{"riders_per_team": 5}',
        scale="{}",
        **{"stages-0-length": 1, "teams-0-name": "X", "state": "finished"},
    )
    assert status == 302
    now = Tour.objects.get(pk=tour.pk)
    assert (now.name, now.game, now.state) == ("Tour of Hills", "cycling_party", "active")
    assert now.game_data["riders_per_team"] == 6
    assert (list(Line.objects.values_list()), list(TourRider.objects.values_list())) == before[:2]
    assert now.revision == before[2] + 1
    assert now.history.first().history_user.username == "ada"


def test_a_tour_gets_a_second_director(client, tour):
    bea = a_user("bea")
    status = post_tour(
        client,
        tour,
        **{"director_set-TOTAL_FORMS": 2, "director_set-INITIAL_FORMS": 1}
        | {"director_set-0-id": tour.director_set.get().pk, "director_set-0-tour": tour.pk}
        | {"director_set-1-tour": tour.pk, "director_set-1-user": bea.pk},
    )
    assert status == 302
    assert {user.username for user in tour.directors.all()} == {"ada", "bea"}


def test_history_is_read_and_never_put_back(client, ada):
    team = Team.objects.create(name="Azure", short_name="AZU", colour="#1f6fb2")
    team.name = "Azzurro"
    team.save()
    old = team.history.last()
    history = client.get(page(Team, team.pk, "history")).content.decode()
    assert "Azzurro" in history
    version = reverse("admin:riders_team_simple_history", args=[team.pk, old.history_id])
    answer = client.get(version)
    assert answer.status_code == 200
    assert '<input type="submit"' not in answer.content.decode()
    assert "Revert" not in answer.content.decode()
    assert (
        client.post(
            version, {"name": "Azure", "short_name": "AZU", "colour": "#1f6fb2", "pattern": "plain"}
        ).status_code
        == 403
    )
    assert Team.objects.get().name == "Azzurro"
    for nonsense in ("x", "9" * 40, "-1"):
        assert client.get(f"/admin/riders/team/{team.pk}/history/{nonsense}/").status_code == 404
        assert client.get(f"/admin/riders/team/{nonsense}/history/").status_code in (302, 404)
    assert (
        client.get(reverse("admin:tours_tour_history", args=[a_tour(by=ada).pk])).status_code == 200
    )


def post_team(client: Client, team: Team, names: dict[int, tuple[str, str]], **fields: object):
    riders = {rider.number: rider for rider in team.riders.all()}
    data: dict[str, object] = {
        "riders-TOTAL_FORMS": len(names),
        "riders-INITIAL_FORMS": len(riders),
    }
    for place, (number, (name, role)) in enumerate(names.items()):
        data |= {
            f"riders-{place}-number": number,
            f"riders-{place}-name": name,
            f"riders-{place}-role": role,
            f"riders-{place}-team": team.pk,
        }
        if number in riders:
            data[f"riders-{place}-id"] = riders[number].pk
    looks = {
        "name": team.name,
        "short_name": team.short_name,
        "colour": team.colour,
        "pattern": team.pattern,
    }
    return client.post(page(Team, team.pk), looks | data | fields)


def test_a_team_is_changed_with_its_riders(client, ada):
    team = a_full_roster(1, riders=5)[0]
    names = {rider.number: (rider.name, rider.role) for rider in team.riders.all()}
    names[3] = ("Cléo  Azure", "rouleur")
    assert post_team(client, team, names, name=" Azure ").status_code == 302
    assert team.riders.get(number=3).name == "Cléo Azure"
    clash = names | {3: ("Cléo", "sprinter")}
    answer = post_team(client, team, clash)
    assert answer.status_code == 200
    assert "errorlist" in answer.content.decode()
    assert post_team(client, team, names, name="A\u202eB").status_code == 200


def test_strangers_are_sent_away(client):
    client.force_login(a_user("bea"))
    for model in OURS:
        assert client.get(listing(model)).status_code == 302
