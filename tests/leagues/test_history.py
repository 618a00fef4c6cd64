"""Who changed what in a league: every door leaves a line, which only organisers read."""

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.factory import NOW, a_tour, a_user
from tests.leagues.test_pages import BACKEND, looked_at, signed_in
from tourmanager.accounts.models import User
from tourmanager.leagues import changing
from tourmanager.leagues.models import League
from tourmanager.people.identity import add_person
from tourmanager.scoring.league.season import SeasonRules

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return a_user("ada")


@pytest.fixture
def league(ada: User) -> League:
    return changing.create_league("Spring League", "Café", "2026", by=ada, at=NOW)


def history(league: League, user: User, **query: str) -> str:
    address = reverse("leagues:history", args=[league.slug], query=query)
    return looked_at(address, signed_in(user))


def test_every_change_is_told_with_what_it_was_before(league, ada):
    season, zora = league.seasons.get(), a_user("zora")
    tour, zoe = a_tour(stages=2, by=ada, name="Azure Loop"), add_person("Zoë", owner=ada, at=NOW)
    row = changing.add_round(season, name="Opening")
    changing.change_round(row, tour=tour, stage=None, name="Opening", on=NOW.date(), half_weight=4)
    first = changing.add_division(season, "First", 0, 1)
    second = changing.add_division(season, "Second", 1, 0)
    changing.change_division(second, "Second class", 2, 0)
    changing.put_member(season, zoe, first)
    changing.put_member(season, zoe, second)
    changing.remove_division(first)
    changing.set_rules(season, SeasonRules(table=(9, 4), best=3))
    changing.add_organiser(league, zora, NOW)
    changing.remove_organiser(league, zora)
    changing.rename(league, "Summer League", "Café", listed=False)
    changing.remove_member(season, zoe)
    changing.remove_round(row)
    told = history(league, ada)
    for words in (
        "Season 2026 added: name 2026, what counts points for places",
        "Round 1 added: number 1, tour none, name Opening, counts ×1",
        "Round 1: tour none → Azure Loop; date → 4 July 2026; counts ×1 → ×2",
        "Division Second added: name Second, promoted 1, relegated 0",
        "Division Second class: name Second → Second class; promoted 1 → 2",
        "Player Zoë added: division First",
        "Player Zoë: division First → Second class",
        "Division First removed",
        "points for places 10, 8, 6, 5, 4, 3, 2, 1 → 9, 4; best rounds all → 3",
        "Organiser zora added",
        "Organiser zora removed",
        "The league: name Spring League → Summer League; found by everybody yes → no",
        "Player Zoë removed",
        "Round 1 removed",
    ):
        assert words in told, words


def test_it_says_who_did_it_and_is_filtered(league, ada):
    client = Client()
    client.force_login(ada, backend=BACKEND)
    settings = reverse("leagues:settings", args=[league.slug])
    sent = {"do": "add-division", "division-name": "First", "division-promoted": 0}
    client.post(settings, sent | {"division-relegated": 1})
    assert "Division First added" in history(league, ada, who="ada", kind="division")
    assert "Season 2026" not in history(league, ada, kind="division").split("the newest first")[1]
    assert "Nothing in the history" in history(league, ada, kind="deleted")
    assert "Nothing in the history" in history(league, ada, who="nobody-known")
    assert "Division First added" in history(league, ada, kind="new")
    for wrong in ({"day": "x"}, {"page": "-3"}, {"kind": "\u202e"}, {"who": "é" * 999}):
        assert history(league, ada, **wrong)


def test_only_organisers_read_it(league, client):
    address = reverse("leagues:history", args=[league.slug])
    assert client.get(address).status_code == 302
    assert signed_in(a_user("other")).get(address).status_code == 403


def test_a_long_history_asks_no_more_of_the_database(league, ada, django_assert_max_num_queries):
    def asked() -> int:
        with django_assert_max_num_queries(60) as captured:
            history(league, ada)
        return len(captured.captured_queries)

    season = league.seasons.get()
    changing.put_member(season, add_person("A", owner=ada, at=NOW), None)
    changing.add_round(season, name="One")
    changing.add_division(season, "First", 0, 0)
    before = asked()
    for number in range(30):
        changing.put_member(season, add_person(f"P{number}", owner=ada, at=NOW), None)
        changing.add_round(season, tour=a_tour(stages=1, by=ada))
    assert asked() <= before


def test_commands_leave_lines_without_an_account(league, ada, tmp_path):
    call_command("league_export", league.slug, str(tmp_path / "l.json"))
    call_command("league_import", str(tmp_path / "l.json"), "--organiser", "ada")
    again = League.objects.exclude(pk=league.pk).get()
    assert "No account" in history(again, ada)
