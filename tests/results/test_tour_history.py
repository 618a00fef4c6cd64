"""The history of a tour: who did what, when, in its logs and beside them; filtered and paged."""

import copy
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.factory import NOW, a_tour, a_user
from tests.race import a_raced_tour, active_stage, log_stage, say, tap
from tourmanager.accounts.models import User
from tourmanager.people.identity import add_person
from tourmanager.results.files.transfer import export, import_tour
from tourmanager.results.models import Entry
from tourmanager.results.sheet import entries as e
from tourmanager.schemes.saving import save_marks, save_rules
from tourmanager.scoring.scheme import scheme
from tourmanager.tabletop.cycling_party.set_up.road_changes import change_road, road_of
from tourmanager.tours.models import Tour
from tourmanager.tours.pages import keeping
from tourmanager.tours.pages.day_keeping import rest_after
from tourmanager.tours.pages.players import name_player
from tourmanager.tours.rules import mark_of

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"
ROW = re.compile(r"<li[^>]*>\s*<time.*?</li>", re.DOTALL)


@pytest.fixture
def dora() -> User:
    return a_user("dora")


@pytest.fixture
def otto() -> User:
    return a_user("otto")


@pytest.fixture
def tour(dora: User, otto: User) -> Tour:
    tour = a_tour(by=dora, stages=2)
    keeping.add_director(tour, otto, at=NOW, by=dora)
    return tour


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def plain(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def rows(tour: Tour, by: User, **query: object) -> list[str]:
    """The rows of the page in words, the newest first."""
    answer = signed_in(by).get(f"/tours/{tour.slug}/history/", query)
    assert answer.status_code == 200
    return [plain(row) for row in ROW.findall(answer.content.decode())]


def found(tour: Tour, by: User, words: str, **query: object) -> list[str]:
    return [row for row in rows(tour, by, **query) if words in row]


# -- what stands in it


def test_a_tap_stands_in_the_words_of_the_log_with_its_stage_and_author(tour, dora, otto):
    say(active_stage(tour), "place s1 a1", by=otto)
    row = rows(tour, dora, kind="race")[0]
    log = signed_in(dora).get(f"/tours/{tour.slug}/stages/1/log/").content.decode()
    assert "Azure 1 Anna Azure" in row
    assert "otto" in row
    assert "Stage 1" in row
    words = row.split(" otto ")[0].split(maxsplit=1)[1]
    assert words in plain(log)


def test_an_undone_entry_is_marked_and_its_undo_says_what_it_took_back(tour, dora):
    stage = active_stage(tour)
    tapped = say(stage, "place s1 a1", by=dora)
    tap(stage, e.Undo(tapped.entry.seq), by=dora)
    assert "(undone)" in rows(tour, dora, kind="race")[0]
    undo = rows(tour, dora, kind="steps")
    assert len(undo) == 1
    assert "Undone: " in undo[0]
    assert "Azure 1" in undo[0]
    tap(stage, e.Redo(tapped.entry.seq), by=dora)
    assert "(undone)" not in rows(tour, dora, kind="race")[0]


def test_settings_say_from_what_to_what(tour, dora):
    client, page = signed_in(dora), f"/tours/{tour.slug}/settings/"
    old = tour.name
    client.post(page, {"do": "rename", "name": "Autumn"})
    client.post(page, {"do": "listed", "listed": "0"})
    client.post(page, {"do": "second-person", "second_person": "1"})
    client.post(f"/tours/{tour.slug}/archive/", {"away": "1"})
    said = rows(tour, dora, kind="settings", who="dora")
    assert [row.split(maxsplit=1)[1].rpartition(" dora ")[0] for row in said] == [
        "Archived",
        "A second director confirms results",
        "Found by its link only",
        f"Renamed: “{old}” → “Autumn”",
    ]
    created = rows(tour, dora, kind="settings")[-1]
    assert "Tour created" in created


def test_what_changes_no_setting_leaves_no_row(tour, dora):
    before = len(rows(tour, dora, kind="settings"))
    keeping.change(tour, at=NOW)
    assert len(rows(tour, dora, kind="settings")) == before


def test_another_scheme_and_one_of_its_numbers_are_said(tour, dora):
    old = Tour.objects.get(pk=tour.pk).rules
    save_rules(tour, scheme("uci_stage_race"), rules_mark=mark_of(old), by=dora, at=NOW)
    row = found(tour, dora, "Scoring changed: Cycling Party Master → ", kind="settings")[0]
    assert "dora" in row


def test_directors_come_and_go_with_their_names(tour, dora, otto):
    signed_in(dora).post(
        f"/tours/{tour.slug}/settings/", {"do": "remove-director", "director": otto.pk}
    )
    said = rows(tour, dora, kind="directors")
    assert "Director removed: otto dora" in said[0]
    assert "Director added: otto dora" in said[1]


def test_the_start_list_says_who_plays_and_who_is_marked(tour, dora):
    person = add_person("Lola Diez", owner=dora, at=NOW)
    name_player(tour, tour.teams.get(letter="a"), person, by=dora, at=NOW)
    save_marks(tour, {"youth": {"a1", "b2"}}, at=NOW + timedelta(minutes=1), by=dora)
    save_marks(tour, {"youth": {"b2"}}, at=NOW + timedelta(minutes=2), by=dora)
    said = rows(tour, dora, kind="start-list")
    assert "Mark “youth” taken from Azure 1 Anna Azure dora" in said[0]
    assert "Mark “youth” given to Azure 1 Anna Azure and Brick 2 Bea Brick dora" in said[1]
    assert "Player of Azure: nobody → Lola Diez dora" in said[2]


def test_days_say_how_they_were_and_are(tour, dora):
    rest_after(tour, 1, at=NOW, by=dora)
    assert "Days of the tour: 1, 2 → 1, rest day, 2 dora" in rows(tour, dora, kind="road")[0]


def test_a_changed_road_says_which_lines_went_and_came(tour, dora):
    stage = tour.stages.get(number=2)
    road = road_of(stage)
    plan = copy.deepcopy(road.plan)
    plan.sprints[0] = 14
    assert change_road(stage, plan, seen=road.version, at=NOW, by=dora)
    row = rows(tour, dora, kind="road", stage="2")[0]
    assert "Road changed: Sprint 1 (is), km 15 → Sprint 1 (is), km 14 dora" in row


def test_confirmations_and_an_import_stand_in_it(dora, otto):
    original = a_raced_tour(stages=1, by=dora)
    tap(original.stages.get(), e.Official(), by=dora)
    tour = import_tour(export(original), by=otto, at=NOW + timedelta(days=30), name="Copy")
    assert "Stage made official" in rows(tour, otto, kind="approval")[0]
    assert "(from the file)" in rows(tour, otto, kind="approval")[0]
    assert "Tour imported from a file otto" in rows(tour, otto, kind="imports")[0]


def test_an_entry_that_somebody_made_unreadable_is_shown_as_such(tour, dora):
    say(active_stage(tour), "place s1 a1", by=dora)
    say(active_stage(tour), "place s1 b1", by=dora)
    Entry.objects.filter(seq=1).update(body="nonsense")
    assert "An entry that cannot be read" in rows(tour, dora, kind="race")[1]
    Entry.objects.filter(seq=1).update(body={"do": "place", "line": "s9", "rider": "z9"})
    assert rows(tour, dora)


def test_the_names_of_deleted_accounts_stay(tour, dora, otto):
    say(active_stage(tour), "place s1 a1", by=otto)
    signed_in(otto).post(f"/tours/{tour.slug}/settings/", {"do": "rename", "name": "By otto"})
    otto.delete()
    assert len(rows(tour, dora, who="otto")) == 2
    assert found(tour, dora, "“By otto” otto")
    assert found(tour, dora, "Director added: otto")


# -- the filter


def test_the_address_filters_by_person_stage_kind_and_day(tour, dora, otto):
    day = timedelta(days=1)
    log_stage(tour, by=dora, at=NOW)
    say(active_stage(tour), "place s1 a1", by=otto, at=NOW + day)
    say(active_stage(tour), "place s1 b1", by=dora, at=NOW + 2 * day)
    assert len(rows(tour, dora, who="otto")) == 1
    assert len(rows(tour, dora, stage="2")) == 2
    assert all("Stage 1" in row for row in rows(tour, dora, stage="1"))
    assert len(rows(tour, dora, kind="stage")) == 1
    assert len(rows(tour, dora, day=(NOW + day).date())) == 1
    assert len(rows(tour, dora, who="dora", stage="2", kind="race")) == 1
    assert rows(tour, dora, who="dora", stage="2", day=NOW.date()) == []
    every = rows(tour, dora)
    assert len(every) == Entry.objects.count() + 2  # the tour was created, otto directs it


def test_a_day_is_a_day_of_the_server(tour, dora, settings):
    settings.TIME_ZONE = "Pacific/Auckland"
    timezone.deactivate()
    late = datetime(2026, 7, 4, 12, 30, tzinfo=UTC)  # half an hour past midnight there
    say(active_stage(tour), "place s1 a1", by=dora, at=late)
    with timezone.override("Pacific/Auckland"):
        assert len(rows(tour, dora, day="2026-07-05", kind="race")) == 1
        assert rows(tour, dora, day="2026-07-04", kind="race") == []


def test_what_was_done_without_an_account_can_be_asked_for(tour, dora):
    say(active_stage(tour), "place s1 a1", by=None)
    assert len(rows(tour, dora, who="*", kind="race")) == 1
    assert "No account" in rows(tour, dora, who="*", kind="race")[0]


@pytest.mark.parametrize(
    "query",
    [
        {"day": "2026-02-30"},
        {"day": "0001-01-01"},
        {"day": "9999-12-31"},
        {"day": "20260704"},
        {"stage": "99"},
        {"stage": "x"},
        {"stage": "٣"},
        {"kind": "fly"},
        {"page": "9" * 40},
        {"page": "-1"},
        {"page": "x"},
        {"who": "x" * 1900},
        {"who__regex": "("},
    ],
)
def test_a_wrong_address_is_no_error(tour, dora, query):
    answer = signed_in(dora).get(f"/tours/{tour.slug}/history/", query)
    assert answer.status_code == 200


def test_pages_follow_each_other_without_a_gap_or_a_repetition(tour, dora):
    for number in range(70):
        stage = active_stage(tour)
        tapped = say(stage, "place s1 a1", by=dora, at=NOW + timedelta(minutes=number))
        tap(stage, e.Undo(tapped.entry.seq), by=dora, at=NOW + timedelta(minutes=number))
    for number in range(8):
        keeping.rename(tour, f"Tour no. {number}", at=NOW)
    pages = [rows(tour, dora, page=page) for page in (1, 2, 3)]
    assert [len(page) for page in pages] == [50, 50, 50]
    assert len(rows(tour, dora, page=4)) == 0 or rows(tour, dora, page=4) == pages[-1]
    total = Entry.objects.count() + 8 + 2
    assert total == 150
    page = signed_in(dora).get(f"/tours/{tour.slug}/history/", {"page": "2", "who": "dora"})
    assert "who=dora&amp;page=1" in page.content.decode()


# -- who sees it, and what it costs


def test_directors_and_staff_see_it_and_nobody_else(tour, otto):
    page = f"/tours/{tour.slug}/history/"
    assert Client().get(page).url.startswith("/account/sign-in/")
    assert signed_in(a_user("eve")).get(page).status_code == 403
    staff = signed_in(a_user("sam", is_staff=True)).get(page)
    assert staff.status_code == 200
    assert f"/tours/{tour.slug}/stages/1/log/" not in staff.content.decode()
    keeping.erase(tour, at=NOW)
    assert signed_in(otto).get(page).status_code == 404


def test_the_settings_and_the_log_lead_to_it(tour, dora):
    for page in ("settings", "stages/1/log"):
        answer = signed_in(dora).get(f"/tours/{tour.slug}/{page}/").content.decode()
        assert f'href="/tours/{tour.slug}/history/"' in answer


def queries(tour: Tour, by: User, **query: object) -> int:
    client = signed_in(by)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(f"/tours/{tour.slug}/history/", query).status_code == 200
    return len(asked)


def test_a_page_asks_the_same_number_of_queries_however_long_the_tour(dora):
    short, long = a_raced_tour(stages=1, by=dora), a_raced_tour(stages=6, teams=4, by=dora)
    for number in range(5):
        keeping.rename(long, f"Another name {number}", at=NOW)
    for tour in (short, long):
        tap(tour.stages.get(number=1), e.Reopen(), by=dora)
        tapped = tap(tour.stages.get(number=1), e.Award("Combativity", "a1"), by=dora)
        tap(tour.stages.get(number=1), e.Undo(tapped.entry.seq), by=dora)
    assert queries(long, dora) == queries(short, dora) <= 16
    assert queries(long, dora, page=3) <= 16
