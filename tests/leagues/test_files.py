"""A whole league as a file: what comes back has the same tables, on either database; what cannot be
is refused with nothing written.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tests.factory import NOW, a_user
from tests.kept import kept
from tests.leagues.test_pages import BACKEND
from tourmanager.accounts.models import User
from tourmanager.leagues import changing
from tourmanager.leagues.files import league_file
from tourmanager.leagues.files.league_file import LeagueFileRefused
from tourmanager.leagues.files.transfer import export, import_league, tours_of
from tourmanager.leagues.files.views import MOST_ROWS_HERE
from tourmanager.leagues.models import League, Member, Round
from tourmanager.people.identity import merge
from tourmanager.people.models import Person, Spelling
from tourmanager.results.log.limits import MOST_READ_AGAIN
from tourmanager.results.models import Entry
from tourmanager.results.publishing.verify import verify
from tourmanager.tours.models import Tour

pytestmark = pytest.mark.django_db
MANAGE = str(Path(__file__).parents[2] / "manage.py")


@pytest.fixture
def league() -> League:
    kept("whole demo", lambda: call_command("demo", verbosity=0))
    return League.objects.get()


def content_of(league: League) -> bytes:
    """The file of the demo's league, written once."""
    if not _content:
        _content.append(export(league))
    return _content[0]


_content: list[bytes] = []


def tables(league: League) -> dict[str, bytes]:
    """Every table of the league and of its tours, as CSV."""
    client = Client()
    home = league.get_absolute_url()
    addresses = {
        f"{season.position} {query}": f"{home}table.csv?season={season.position}&{query}"
        for season in league.seasons.all()
        for query in ("", "division=2", "after=3", "of=teams")
    }
    for number, tour in enumerate(tours_of(league)):
        keys = [each["key"] for each in tour.rules["classifications"]]
        for key in ("stage", *keys):
            addresses[f"{number} {key}"] = reverse(
                "classifications:sheet", args=[tour.slug, key, "csv"]
            )
        if tour.scale:
            addresses[f"{number} points"] = reverse(
                "classifications:points_sheet", args=[tour.slug, "csv"]
            )
    answers = {name: client.get(address) for name, address in addresses.items()}
    return {
        name: answer.getvalue() for name, answer in answers.items() if answer.status_code == 200
    }


def written(league: League) -> Any:
    """The file of a league without the times at which it was exported and imported."""
    file = json.loads(export(league))
    del file["exported_at"]
    for each in file["tours"]:
        del each["tour"]["exported_at"], each["tour"]["imports"]
    return file


def emptied() -> None:
    """Delete everything but the accounts, as on another server."""
    League.objects.all().delete()
    Tour.objects.all().delete()
    Person.objects.all().delete()


def counts() -> tuple[int, ...]:
    models = (League, Tour, Person, Spelling, Entry, Round, Member)
    return tuple(model.objects.count() for model in models)


class TestRoundTrip:
    def test_the_league_that_comes_back_has_the_same_tables_byte_for_byte(self, league):
        before, file, content = tables(league), written(league), content_of(league)
        assert len(before) > 40
        emptied()
        again, renamed = import_league(content, by=a_user("organiser"), at=NOW)
        assert renamed == []
        assert tables(again) == before
        assert written(again) == file
        assert [verify(tour).problems for tour in tours_of(again)] == [[]] * len(tours_of(again))

    def test_beside_the_first_its_tours_get_names_that_are_free(self, league):
        before = counts()
        again, renamed = import_league(
            content_of(league), by=a_user("organiser"), at=NOW, name="Copy"
        )
        assert again.name == "Copy"
        assert ("Coast and Cols", "Coast and Cols 2") in renamed
        assert len(renamed) == len(tours_of(league))
        assert counts()[0] == before[0] + 1
        # nobody is taken for somebody who is here
        assert set(Person.objects.filter(owner__username="organiser")).isdisjoint(
            Person.objects.filter(memberships__season__league=league)
        )

    def test_single_stages_merged_players_and_erased_tours_come_back(self, league):
        season = league.seasons.get()
        tour = season.rounds.get(number=6).tour
        changing.change_round(
            season.rounds.get(number=6),
            tour=tour,
            stage=tour.stages.get(number=2),
            name="",
            on=None,
            half_weight=3,
        )
        erased = season.rounds.get(number=1).tour
        Tour.objects.filter(pk=erased.pk).update(erased_at=NOW)
        ana = Person.objects.get(name="Ana Ruiz")
        merge(ana, Person.objects.get(name="Wiesława Brzezińska"))
        before, content = tables(league), export(league)
        emptied()
        again, _ = import_league(content, by=a_user("organiser"), at=NOW)
        assert tables(again) == before
        spellings = Spelling.objects.filter(person__name="Ana Ruiz").values_list("name", flat=True)
        assert {"A. Ruiz", "Wiesława Brzezińska"} <= set(spellings)
        assert again.seasons.get().rounds.get(number=1).name == erased.name

    def test_by_the_pages(self, league):
        client, director = Client(), User.objects.get(username="demo")
        client.force_login(director, backend=BACKEND)
        answer = client.get(reverse("leagues:export", args=[league.slug]))
        assert answer["Content-Disposition"] == 'attachment; filename="winter-league.league.json"'
        file = SimpleUploadedFile("l.json", answer.content)
        sent = client.post(reverse("leagues:import"), {"file": file, "name": "Again"}, follow=True)
        page = sent.content.decode()
        assert "“Again” was imported." in page
        assert "“Coast and Cols” → “Coast and Cols 2”" in page
        assert tables(League.objects.get(name="Again")).keys() == tables(league).keys()

    def test_on_another_server_with_sqlite_and_back_all_tables_are_the_same(
        self, league, tmp_path, capsys
    ):
        def there(*arguments: str) -> None:
            database = {"DATABASE_URL": f"sqlite:///{tmp_path / 'there.sqlite3'}"}
            run = [sys.executable, MANAGE, *arguments]
            subprocess.run(run, env=os.environ | database, check=True, capture_output=True)

        before, file, back = tables(league), tmp_path / "league.json", tmp_path / "back.json"
        call_command("league_export", league.get_absolute_url(), str(file))
        there("migrate")
        there(
            "shell",
            "-c",
            "from tourmanager.accounts.models import User; User.objects.create_user('ann')",
        )
        there("league_import", str(file), "--organiser", "ann")
        there("league_export", "Winter League", str(back))
        emptied()
        call_command("league_import", str(back), "--organiser", "demo", "--name", "Winter League")
        assert "Imported as “Winter League”: /leagues/winter-league-" in capsys.readouterr().out
        assert tables(League.objects.get()) == before
        for wrong in (
            ["league_export", "none", str(file)],
            ["league_import", "/nowhere", "--organiser", "demo"],
            ["league_import", str(file), "--organiser", "nobody"],
            ["league_import", str(tmp_path), "--organiser", "demo"],
        ):
            with pytest.raises(CommandError):
                call_command(*wrong)

    def test_who_directs_not_all_tours_gets_no_file(self, league):
        user, client = a_user("other"), Client()
        changing.add_organiser(league, user, NOW)
        client.force_login(user, backend=BACKEND)
        answer = client.get(reverse("leagues:export", args=[league.slug]), follow=True)
        assert "tours that you do not direct: " in answer.content.decode()
        assert "Content-Disposition" not in answer


def changed(content: bytes, change: Any) -> bytes:
    file = json.loads(content)
    change(file)
    return json.dumps(file).encode()


def season_of(file: Any) -> Any:
    return file["seasons"][0]


HOSTILE = {
    "empty": (lambda _: b" ", "The file is empty."),
    "no JSON": (lambda _: b"PK\x03\x04" + bytes(1000), "cannot be read as JSON"),
    "half": (lambda content: content[: len(content) // 2], "breaks off in the middle"),
    "another encoding": (lambda content: content.decode().encode("utf-16"), "cannot be read as"),
    "a list": (lambda _: b"[]", "does not say that it is one"),
    "a tour": (
        lambda content: json.dumps(json.loads(content)["tours"][0]["tour"]).encode(),
        "file of a tour",
    ),
    "deep": (lambda _: b'{"x":' + b"[" * 100_000, "cannot be read as JSON"),
    "deep inside": (
        lambda content: content.replace(
            b'"people": [', b'"x": ' + b"[" * 5000 + b"]" * 5000 + b', "people": [', 1
        ),
        "cannot be read as JSON",
    ),
    "a key twice": (
        lambda content: content.replace(b'"club":', b'"club": "x", "club":', 1),
        "stands in it twice",
    ),
    "newer": (
        lambda content: changed(content, lambda file: file.update(version=9)),
        "of version 9",
    ),
    "version 0": (
        lambda content: changed(content, lambda file: file.update(version=0)),
        "never was such a version",
    ),
    "huge version": (
        lambda content: changed(content, lambda file: file.update(version=10**30)),
        "of version 100000000000",
    ),
    "NUL": (
        lambda content: changed(content, lambda file: file.update(name="a\0b")),
        "its beginning",
    ),
    "surrogate": (
        lambda content: content.replace(b'"club": "', b'"club": "\\ud800', 1),
        "cannot be read as JSON",
    ),
    "person not there": (
        lambda content: changed(
            content, lambda file: season_of(file)["members"][0].update(person=4000)
        ),
        "not in it",
    ),
    "negative person": (
        lambda content: changed(
            content, lambda file: season_of(file)["members"][0].update(person=-1)
        ),
        "(season 1, member 1)",
    ),
    "division not there": (
        lambda content: changed(
            content, lambda file: season_of(file)["members"][0].update(division=8)
        ),
        "not in it",
    ),
    "tour not there": (
        lambda content: changed(
            content, lambda file: season_of(file)["rounds"][0].update(tour=900)
        ),
        "not in it",
    ),
    "stage not there": (
        lambda content: changed(
            content, lambda file: season_of(file)["rounds"][0].update(stage=44)
        ),
        "not in it",
    ),
    "a tour twice in a season": (
        lambda content: changed(
            content,
            lambda file: season_of(file)["rounds"][1].update(
                tour=season_of(file)["rounds"][0]["tour"]
            ),
        ),
        "is a round of this season already",
    ),
    "round without anything": (
        lambda content: changed(
            content, lambda file: season_of(file)["rounds"].append({"half_weight": 2})
        ),
        "The file was changed: Choose a tour",
    ),
    "huge weight": (
        lambda content: changed(
            content, lambda file: season_of(file)["rounds"][0].update(half_weight=10**9)
        ),
        "(season 1, round 1)",
    ),
    "negative points": (
        lambda content: changed(
            content, lambda file: season_of(file)["rules"].update(table=[5, -3])
        ),
        "The file was changed: Points for a place",
    ),
    "letter not there": (
        lambda content: changed(content, lambda file: file["tours"][0]["players"].update(z=0)),
        "not in it",
    ),
    "tour is none": (
        lambda content: changed(content, lambda file: file["tours"][0].update(tour=[1])),
        "Tour 1 of the file",
    ),
    "tour was changed": (
        lambda content: changed(content, lambda file: file["tours"][1]["tour"]["log"].pop(3)),
        "Tour 2 of the file, “",
    ),
    "no season": (
        lambda content: changed(content, lambda file: file.update(seasons=[])),
        "cannot be right",
    ),
    "a million people": (
        lambda content: content.replace(
            b'"people": [', b'"people": [' + b'{"name":"A"},' * 1_000_000, 1
        ),
        "cannot be right",
    ),
    "blank name": (
        lambda content: changed(content, lambda file: season_of(file).update(name="  ")),
        "cannot be right",
    ),
    "spellings without end": (
        lambda content: changed(
            content,
            lambda file: file.update(
                people=[
                    {"name": f"P{number}", "spellings": [f"{number} {one}" for one in range(50)]}
                    for number in range(5000)
                ]
            ),
        ),
        "more than 3000 players, spellings",
    ),
    "members without end": (
        lambda content: changed(
            content,
            lambda file: file.update(
                seasons=[season_of(file) | {"members": [{"person": 0}] * 5000}] * 90
            ),
        ),
        "more than 3000 players, spellings",
    ),
    "before time": (
        lambda content: changed(
            content, lambda file: file.update(created_at="0001-01-01T00:00:00+14:00")
        ),
        "the league was made is none",
    ),
}


class TestHostile:
    @pytest.mark.parametrize("kind", HOSTILE)
    def test_a_file_that_cannot_be_is_refused_and_nothing_written(self, league, kind):
        forge, words = HOSTILE[kind]
        before, by = counts(), a_user("organiser")
        with pytest.raises(LeagueFileRefused, match=re.escape(words)):
            import_league(forge(content_of(league)), by=by, at=NOW, most_rows=MOST_ROWS_HERE)
        assert counts() == before

    def test_logs_that_are_read_again_without_end_are_refused(self, league, monkeypatch):
        monkeypatch.setattr("tourmanager.leagues.files.transfer.MOST_READ_AGAIN", 100)
        assert MOST_READ_AGAIN > 100
        with pytest.raises(LeagueFileRefused, match="too long to read"):
            import_league(content_of(league), by=a_user("organiser"), at=NOW)

    def test_a_file_that_is_too_large_is_refused(self, client, monkeypatch):
        with pytest.raises(LeagueFileRefused, match="the most that is read"):
            league_file.read(b" " * (league_file.LARGEST + 1))
        monkeypatch.setattr("tourmanager.leagues.files.views.LARGEST_HERE", 10)
        client.force_login(a_user("organiser"), backend=BACKEND)
        answer = client.post(
            reverse("leagues:import"), {"file": SimpleUploadedFile("l.json", b"{" * 11)}
        )
        assert answer.status_code == 400
        assert "league_import" in answer.content.decode()

    def test_names_in_a_file_are_shown_as_text(self, league):
        attack = "<script>x</script>=1+1"
        content = content_of(league)
        forged = changed(
            content,
            lambda file: (
                file.update(name=attack, club=attack),
                file["people"][0].update(name=attack),
                season_of(file).update(name=attack),
                season_of(file)["divisions"][0].update(name=attack),
                season_of(file)["rounds"][8].update(name=attack),
            ),
        )
        again, _ = import_league(forged, by=a_user("organiser"), at=NOW)
        client = Client()
        client.force_login(User.objects.get(username="organiser"), backend=BACKEND)
        home = again.get_absolute_url()
        for page in ("", "calendar/", "players/", "records/", "settings/", "?of=teams"):
            html = client.get(home + page).content.decode()
            assert "<script>x" not in html, page
            assert "&lt;script&gt;x" in html, page
        assert b"\n1,=" not in client.get(f"{home}table.csv").getvalue()
