"""A whole tour as a file: what comes back is the same race; what was never raced is refused with
nothing changed.
"""

import json
import re
from datetime import UTC, datetime
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.factory import NOW, a_tour, a_user
from tests.kept import kept
from tests.race import a_raced_tour, log_stage, tap
from tourmanager.results.files.tour_file import LARGEST, TourFileRefused, read, write
from tourmanager.results.files.transfer import export, import_tour, to_tour_file
from tourmanager.results.log.reading import ended_of, field_of, read_stage, standings_of
from tourmanager.results.models import Entry, Standing
from tourmanager.results.publishing.verify import verify
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.checks import TIME_ORDER
from tourmanager.tabletop.cycling_party.table import entries as cp
from tourmanager.tours.models import Tour

pytestmark = pytest.mark.django_db
LATER = datetime(2026, 8, 1, 9, 0, tzinfo=UTC)


def standings(tour: Tour) -> Any:
    return standings_of(field_of(tour), ended_of(tour).results)


def facts(tour: Tour) -> dict[str, Any]:
    """Everything a tour is, but for its name, its address and its directors."""
    tour.refresh_from_db()
    file = to_tour_file(tour)
    fixed = datetime(2000, 1, 1, tzinfo=UTC)
    file.plan.name, file.exported_at, file.imports = "", fixed, []
    return {
        "file": write(file),
        "standings": standings(tour),
        "sheets": [read_stage(stage).log.sheet for stage in tour.stages.select_related("tour")],
        "results": list(
            Standing.objects.filter(stage__tour=tour)
            .order_by("stage__number")
            .values("seq", "result", "at")
        ),
        "stages": list(
            tour.stages.values("number", "type", "length", "state", "reopened", "ended_at")
        ),
        "game_data": tour.game_data,
        "scale": tour.scale,
    }


def brought(tour: Tour, name: str = "Copy") -> Tour:
    return import_tour(export(tour), by=None, at=LATER, name=name)


@pytest.fixture
def race_file(request, db) -> bytes:
    """The file of `mid_race`; the tour itself is raced once for all tests that only need
    the file.
    """
    if not _race_file:
        tour = request.getfixturevalue("mid_race")
        _race_file.append(export(tour))
        tour.delete()
    return _race_file[0]


_race_file: list[bytes] = []


def forged(content: bytes, change: Any) -> bytes:
    """A tour's file after somebody has worked on it by hand."""
    data = json.loads(content)
    data["plan"]["name"] = "Forged"
    change(data)
    return json.dumps(data).encode()


def refused(content: bytes) -> str:
    """Why the file is refused; nothing is there that was not there before."""
    before = (Tour.objects.count(), Entry.objects.count(), Standing.objects.count())
    with pytest.raises(TourFileRefused) as error:
        import_tour(content, by=None, at=LATER)
    assert before == (Tour.objects.count(), Entry.objects.count(), Standing.objects.count())
    said = str(error.value)
    assert not re.search(r"[`$]|Traceback|msgspec|Error\b|None", said)
    return said


@pytest.fixture
def mid_race(db) -> Tour:
    """Two of three stages raced, one corrected, one being corrected; the third begun, with a tap
    undone and one done again.
    """
    kept("mid-race", race_and_correct)
    return Tour.objects.get()


def race_and_correct() -> None:
    director = a_user("dora", first_name="Dora", last_name="Ferri")
    tour = a_raced_tour(stages=3, raced=2, teams=3, riders=5)
    first, second, third = tour.stages.order_by("number")
    rider = read_stage(first).log.sheet.lines["s1"][1]
    for body in (e.Reopen(), e.Move("s1", rider, 1), e.End((TIME_ORDER,))):
        tap(first, body, by=director)
    tap(second, e.Reopen(), by=director)
    tap(second, cp.Use("a", "bottle"), by=director)
    tap(third, e.Place("s1", "a1"), by=director)
    slip = tap(third, e.Place("s1", "b2"), by=director)
    tap(third, e.Undo(slip.entry.seq), by=director)
    tap(third, cp.Use("c", "bottle"), by=director)
    tap(third, e.Undo(slip.entry.seq + 2), by=director)
    tap(third, e.Redo(slip.entry.seq + 2), by=director)


class TestRoundTrip:
    def test_a_tour_comes_back_as_it_went(self, mid_race):
        copy = brought(mid_race)
        assert facts(copy) == facts(mid_race)
        assert verify(copy).problems == []
        assert copy.slug != mid_race.slug

    def test_a_finished_tour_comes_back_finished(self):
        tour = a_raced_tour(stages=2, teams=2, riders=5, seed=7)
        copy = brought(tour)
        assert copy.is_finished
        assert facts(copy) == facts(tour)

    def test_a_tour_before_its_first_tap_comes_back(self):
        tour = a_tour(stages=1)
        assert facts(brought(tour)) == facts(tour)

    def test_who_when_and_the_order_over_stages_are_kept(self, mid_race):
        copy = brought(mid_race)
        kept = ("stage__number", "seq", "by_name", "at", "token", "client", "body")
        logs = [
            list(Entry.objects.filter(stage__tour=tour).order_by("pk").values(*kept))
            for tour in (mid_race, copy)
        ]
        assert logs[0] == logs[1]
        assert "Dora" in logs[0][-1]["by_name"] or logs[0][-1]["by_name"] == "dora"

    def test_a_rider_out_by_accident_stays_out(self):
        tour = a_tour(stages=3, teams=2, riders=5)
        log_stage(tour, "a1 0:10")
        log_stage(tour, "b1 0:10", out="a3")
        log_stage(tour, "b2 0:10")
        tap(tour.stages.get(number=1), e.Reopen())
        tap(tour.stages.get(number=1), e.End((TIME_ORDER,)))
        assert facts(brought(tour)) == facts(tour)

    def test_a_correction_that_changes_the_start_of_a_later_stage_comes_back(self):
        """The rider taken out of stage 1 afterwards stands named in the log of stage 2, which began
        with him.
        """
        tour = a_tour(stages=3, teams=2, riders=5)
        log_stage(tour)
        second = tour.stages.get(number=2)
        tap(second, e.Place("s1", "b5"))
        first = tour.stages.get(number=1)
        for body in (e.Reopen(), e.Remove("finish", "b5"), e.Out("b5")):
            tap(first, body)
        lines = read_stage(first).log.sheet.lines
        for key in [key for key, riders in lines.items() if "b5" in riders]:
            tap(first, e.Remove(key, "b5"))
        tap(first, e.End((TIME_ORDER,)))
        tap(second, e.Place("s1", "b4"))
        assert facts(brought(tour)) == facts(tour)

    def test_letters_of_teams_are_those_of_the_log(self):
        tour = a_tour(stages=2, teams=3)
        # Azure and Brick have changed letters
        for old, new in (("a", "1"), ("b", "a"), ("1", "b")):
            tour.teams.filter(letter=old).update(letter=new)
        log_stage(tour, "b1 a1 0:10")
        copy = brought(tour)
        assert list(copy.teams.values_list("name", "letter")) == list(
            tour.teams.values_list("name", "letter")
        )
        assert facts(copy) == facts(tour)

    def test_writing_what_was_read_changes_no_letter(self, mid_race):
        content = export(mid_race)
        assert write(read(content)) == content

    def test_an_entry_is_a_line_of_the_file(self, mid_race):
        lines = export(mid_race).decode().splitlines()
        assert (
            sum('"token":' in line for line in lines)
            == Entry.objects.filter(stage__tour=mid_race).count()
        )


class TestBrokenFiles:
    def test_an_empty_file(self):
        assert refused(b"") == "The file is empty."
        assert refused(b" \n") == "The file is empty."

    @pytest.mark.parametrize(
        "content",
        [
            b"\x89PNG\r\n\x1a\n\x00",
            b"PK\x03\x04",
            b"name;points\nAnna;3\n",
            b"\xff\xfe{",
            b"nonsense",
            b"[[" * 9999,
        ],
    )
    def test_what_is_no_json(self, content):
        assert "no tour exported by Tour Manager" in refused(content) or "breaks off" in refused(
            content
        )

    @pytest.mark.parametrize(
        "content",
        [
            b"{}",
            b"[]",
            b"null",
            b"3",
            b'{"format": "gpx", "version": 1}',
            b'{"format": 3, "version": []}',
        ],
    )
    def test_json_of_another_kind(self, content):
        assert "no tour exported by Tour Manager" in refused(content)

    @pytest.mark.parametrize("share", [0.01, 0.3, 0.7, 0.99])
    def test_a_file_that_was_cut_off(self, race_file, share):
        assert "breaks off in the middle" in refused(race_file[: int(len(race_file) * share)])

    @pytest.mark.parametrize("twice", ['"state":', '"seq":', '"by":', '"name":'])
    def test_a_file_that_says_one_thing_twice(self, race_file, twice):
        text = race_file.decode()
        assert twice in text
        doubled = text.replace(twice, f'{twice} "other", {twice}', 1)
        assert "stands in it twice" in refused(doubled.encode())

    def test_a_file_of_a_newer_version(self, race_file):
        assert "newer Tour Manager: it is of version 7, this one reads up to 6" in refused(
            forged(race_file, lambda data: data.update(version=7))
        )

    def test_a_newer_file_may_look_quite_different(self):
        assert "newer" in refused(b'{"format": "tour-manager/tour", "version": 9, "tours": []}')

    def test_a_version_that_never_was(self, race_file):
        assert "changed" in refused(forged(race_file, lambda data: data.update(version=0)))

    def test_a_huge_file(self):
        assert "larger than 10 MB" in refused(b" " * (LARGEST + 1))

    def test_a_name_that_is_taken(self, mid_race):
        assert f"There is a tour “{mid_race.name}” here already" in refused(export(mid_race))


def at_log(place: int, **changes: Any) -> Any:
    return lambda data: data["log"][place].update(changes)


def in_plan(**changes: Any) -> Any:
    return lambda data: data["plan"].update(changes)


FORGERIES = {  # what was done by hand: what is said about it
    "an entry is missing": (
        lambda data: data["log"].pop(3),
        "entry 4 of its log (stage 1, number 5)",
    ),
    "an entry is there twice": (
        lambda data: data["log"].insert(3, data["log"][2]),
        "should be number 4",
    ),
    "two have changed places": (
        lambda data: data["log"].insert(0, data["log"].pop(1)),
        "should be number 1",
    ),
    "a token is there twice": (
        lambda data: data["log"][4].update(token=data["log"][3]["token"]),
        "twice",
    ),
    "a rider nobody knows": (
        at_log(0, body={"do": "place", "line": "s1", "rider": "z9"}),
        "There is no rider z9",
    ),
    "a line the stage does not have": (
        at_log(0, body={"do": "place", "line": "s9", "rider": "a1"}),
        "no line s9",
    ),
    "an action that does not exist": (at_log(0, body={"do": "win"}), "entry 1 of the log"),
    "an action with too much": (
        at_log(0, body={"do": "turn", "turn": 0, "more": 1}),
        "entry 1 of the log",
    ),
    "no body": (lambda data: data["log"][0].pop("body"), "entry 1 of the log lacks “body”"),
    "a body of another kind": (at_log(2, body="place s1 a1"), "entry 3 of the log (body)"),
    "a number as text": (
        at_log(2, seq="3"),
        "entry 3 of the log (seq) should be a whole number, but is text",
    ),
    "a huge number": (at_log(2, seq=10**30), "entry 3 of the log"),
    "a huge rider count": (in_plan(riders_per_team=10**40), "A team has 5 or 6 riders"),
    "a huge time": (
        at_log(0, body={"do": "time", "seconds": 2**31, "unit": 1}),
        "entry 1 of the log",
    ),
    "a stage that does not exist": (at_log(-1, stage=9), "no stage 9"),
    "a stage beyond any tour": (at_log(-1, stage=10**9), "of the log (stage)"),
    "a stage before its turn": (at_log(0, stage=3, seq=1), "has not begun"),
    "a time that is none": (at_log(0, at="yesterday"), "entry 1 of the log (at)"),
    "a time without a zone": (at_log(0, at="2026-07-01T20:00:00"), "entry 1 of the log (at)"),
    "a time out of all calendars": (at_log(0, at="9999-12-31T23:59:59-14:00"), "Its time is none"),
    "a tour created before all calendars": (
        lambda data: data.update(created_at="0001-01-01T00:00:00+14:00"),
        "created is none",
    ),
    "a NUL in a name": (at_log(0, by="Do\0ra"), "entry 1 of the log (by)"),
    "a NUL in a token": (at_log(0, token="\0"), "entry 1 of the log (token)"),
    "an endless token": (at_log(0, token="x" * 65), "entry 1 of the log (token)"),
    "an empty token": (at_log(0, token=""), "entry 1 of the log (token)"),
    "an undo of the future": (at_log(0, body={"do": "undo", "seq": 40}), "undone already"),
    "an end too early": (at_log(3, body={"do": "end"}), "number 4) cannot have been recorded"),
    "entries after the end": (
        lambda data: data["stages"][1].update(reopened=False),
        "ended, open or to come",
    ),
    "a stage that calls itself ended": (
        lambda data: data["stages"][2].update(state="ended"),
        "ended, open or to come",
    ),
    "a tour that calls itself finished": (
        lambda data: data.update(state="finished"),
        "ended, open or to come",
    ),
    "a state there is not": (lambda data: data.update(state="won"), "ended, open or to come"),
    "no log at all": (lambda data: data.pop("log"), "lacks “log”"),
    "an empty log": (lambda data: data.update(log=[]), "ended, open or to come"),
    "a log that is a word": (
        lambda data: data.update(log="long"),
        "“log” should be a list, but is text",
    ),
    "a letter too few": (lambda data: data["letters"].pop(), "letter of its own"),
    "a letter twice": (lambda data: data.update(letters=["a", "a", "b"]), "letter of its own"),
    "a team of two letters": (lambda data: data.update(letters=["aa", "b", "c"]), "one letter"),
    "a game there is not": (lambda data: data.update(game="chess"), "no game “chess”"),
    "a tour that calls itself a race": (lambda data: data.update(game="race"), "no line s1"),
    "a letter that is a digit": (lambda data: data.update(letters=["1", "2", "3"]), "letters"),
    "a team too few": (lambda data: data["plan"]["teams"].pop(), "letter of its own"),
    "no teams": (in_plan(teams=[]), "2 to 6 teams"),
    "a rider too few": (
        lambda data: data["plan"]["teams"][0]["riders"].pop(),
        "4 riders, but each team has 5",
    ),
    "a NUL in a mark": (
        lambda data: data["plan"]["teams"][0]["riders"][0].update(marks=["\0"]),
        "The mark of a rider",
    ),
    "a NUL in a reason": (
        at_log(0, body={"do": "counts", "counts": "points", "reason": "\0"}),
        "cannot be written",
    ),
    "a name without end": (
        lambda data: data["plan"]["teams"][0].update(name="x" * 1000),
        "too long",
    ),
    "a NUL in a rider": (
        lambda data: data["plan"]["teams"][0]["riders"][0].update(name="An\0na"),
        "cannot be written",
    ),
    "a colour that is code": (
        lambda data: data["plan"]["teams"][0].update(colour="url(javascript:1)"),
        "colour",
    ),
    "stages without end": (
        lambda data: data["plan"]["stages"].extend(data["plan"]["stages"] * 10),
        "1 to 21 stages",
    ),
    "a stage of no length": (lambda data: data["plan"]["stages"][0].update(length=-5), "Stage 1"),
    "a pass beyond the finish": (
        lambda data: data["plan"]["stages"][0]["passes"][0].update(start=500),
        "Stage 1",
    ),
    "another course than was raced": (
        lambda data: data["plan"]["stages"][0]["sprints"].pop(),
        "Stage 1",
    ),
    "a scale that rises": (lambda data: data["plan"]["scale"].update(stage=[1, 5]), "place 2"),
    "an option there is not": (in_plan(options={"gravity": "off"}), "gravity"),
    "a scheme there is not": (in_plan(scheme="../../etc/passwd"), "no scoring scheme"),
    "a plan that is a number": (
        lambda data: data.update(plan=5),
        "“plan” should be a group of values, but is a whole number",
    ),
}


@pytest.mark.parametrize(("forge", "said"), FORGERIES.values(), ids=FORGERIES)
def test_a_file_changed_by_hand_is_refused(race_file, forge, said):
    assert said in refused(forged(race_file, forge))


def test_a_log_of_endless_undoing_is_refused():
    tour = a_tour(stages=1)

    def forge(data: Any) -> None:
        bodies = [{"do": "use", "team": "a", "advantage": "bottle"}] + [
            {"do": ("undo", "redo")[n % 2], "seq": 1} for n in range(3200)
        ]
        data["log"] = [
            {"stage": 1, "seq": seq, "token": f"t{seq}", "at": NOW.isoformat(), "body": body}
            for seq, body in enumerate(bodies, start=1)
        ]

    assert "so much was undone, redone and corrected" in refused(forged(export(tour), forge))


ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=20),
    st.just([]),
    st.just({}),
)


def spoiled(content: bytes, data: st.DataObject) -> None:
    """Anything in a file becomes anything else: the file is refused in words, or makes a sound
    tour.
    """
    tree = json.loads(content)
    tree["plan"]["name"] = "Forged"
    spot: Any = tree
    path = []
    while isinstance(spot, dict | list) and spot and (not path or data.draw(st.integers(0, 5))):
        key = data.draw(
            st.sampled_from(sorted(spot) if isinstance(spot, dict) else range(len(spot)))
        )
        path.append((spot, key))
        spot = spot[key]
    holder, key = path[-1]
    holder[key] = data.draw(ANYTHING)
    tour = None
    try:
        tour = import_tour(json.dumps(tree).encode(), by=None, at=LATER)
    except TourFileRefused as error:
        problems = error.problems
    if tour is None:
        assert all(problem.strip() for problem in problems)
    else:
        assert verify(tour).problems == []
        tour.delete()


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None
)
@given(data=st.data())
def test_whatever_is_changed_in_a_file_it_is_refused_in_words_or_makes_a_sound_tour(
    race_file, data
):
    spoiled(race_file, data)


class TestCommands:
    def test_out_and_in_again(self, mid_race, tmp_path):
        director = a_user("rosa")
        file = tmp_path / "tour.json"
        call_command("tour_export", mid_race.name, output=str(file), stderr=StringIO())
        out = StringIO()
        call_command("tour_import", str(file), name="Second home", director="rosa", stdout=out)
        copy = Tour.objects.get(name="Second home")
        assert standings(copy) == standings(mid_race)
        assert list(copy.directors.all()) == [director]
        assert copy.get_absolute_url() in out.getvalue()

    def test_what_is_printed_is_the_file(self, mid_race):
        out = StringIO()
        call_command("tour_export", mid_race.slug, stdout=out)
        assert read(out.getvalue().encode()).plan.name == mid_race.name

    def test_a_name_clash_says_how_to_name_it(self, mid_race, tmp_path):
        file = tmp_path / "tour.json"
        file.write_bytes(export(mid_race))
        with pytest.raises(CommandError, match=r"Nothing was imported[\s\S]*--name"):
            call_command("tour_import", str(file))

    def test_a_tour_a_file_and_a_director_that_do_not_exist(self, tmp_path):
        for arguments in (
            ("tour_export", "Nowhere"),
            ("tour_import", str(tmp_path / "none")),
            ("tour_import", str(tmp_path)),
        ):
            with pytest.raises(CommandError, match=r"no tour|cannot be read"):
                call_command(*arguments)
        with pytest.raises(CommandError, match="no account"):
            call_command("tour_import", "-", director="nobody")

    def test_a_folder_that_cannot_be_written(self, mid_race, tmp_path):
        with pytest.raises(CommandError, match="cannot be written"):
            call_command(
                "tour_export", mid_race.name, output=str(tmp_path / "no" / "such" / "file")
            )


class TestInTheBrowser:
    def upload(self, client, content: bytes, name: str = "", file: str = "tour.json") -> Any:
        from django.core.files.uploadedfile import SimpleUploadedFile

        return client.post(
            reverse("results:import"), {"file": SimpleUploadedFile(file, content), "name": name}
        )

    def test_a_director_takes_it_out_and_brings_it_back(self, client, mid_race):
        director = a_user("rosa")
        mid_race.directors.add(director, through_defaults={"added_at": NOW})
        client.force_login(director)
        answer = client.get(reverse("results:export", args=[mid_race.slug]))
        assert answer["Content-Disposition"].startswith("attachment")
        assert self.upload(client, answer.content, "By browser").status_code == 302
        copy = Tour.objects.get(name="By browser")
        assert standings(copy) == standings(mid_race)
        assert list(copy.directors.all()) == [director]

    def test_only_its_directors_take_a_tour_out(self, client, mid_race):
        address = reverse("results:export", args=[mid_race.slug])
        assert client.get(address).status_code == 302
        client.force_login(a_user())
        assert client.get(address).status_code == 403
        assert client.get(reverse("results:export", args=["nowhere"])).status_code == 404

    def test_strangers_sign_in_before_they_import(self, client):
        assert reverse("accounts:sign_in") in client.get(reverse("results:import"))["Location"]
        assert self.upload(client, b"{}").status_code == 302

    def test_the_form_says_what_is_wrong(self, client, mid_race):
        client.force_login(a_user())
        for content, said in (
            (b"", "empty"),
            (b"GIF89a", "no tour exported"),
            (export(mid_race)[:900], "breaks off"),
            (export(mid_race), "already"),
            (b" " * (LARGEST + 1), "larger than 10 MB"),
        ):
            answer = self.upload(client, content)
            assert answer.status_code == 400
            assert said in answer.content.decode()
        assert client.post(reverse("results:import"), {}).status_code == 400
        assert Tour.objects.count() == 1

    def test_names_and_file_names_of_every_kind(self, client, mid_race):
        client.force_login(a_user())
        assert self.upload(client, export(mid_race), "x" * 500).status_code == 400
        assert self.upload(client, export(mid_race), "\x00").status_code == 400
        # its own name, which is taken
        assert self.upload(client, export(mid_race), "  ").status_code == 400
        assert (
            self.upload(
                client, export(mid_race), "Läufe & <Lächeln>", file="../../ü;é.json"
            ).status_code
            == 302
        )
        assert Tour.objects.filter(name="Läufe & <Lächeln>").exists()
