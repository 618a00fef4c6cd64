"""A tour's scoring as everybody reads it and its directors change it."""

import re
from typing import Any

import msgspec
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.factory import a_tour, a_user
from tests.following import version_of
from tests.race import a_raced_tour, log_stage
from tourmanager.results.publishing.verify import verify
from tourmanager.scoring import scheme_toml
from tourmanager.scoring.scheme import scheme, scheme_keys
from tourmanager.tours.models import Tour
from tourmanager.tours.rules import rules_of

pytestmark = pytest.mark.django_db


def url(tour: Tour, page: str = "change") -> str:
    return reverse(f"schemes:{page}", args=[tour.slug])


def text_of(html: str) -> str:
    html = re.sub(r"<(script|style|svg).*?</\1>", " ", html, flags=re.S)
    return " ".join(
        re.sub(r"<[^>]+>", " ", html).replace("&#x27;", "'").replace("&quot;", '"').split()
    )


@pytest.fixture
def director():
    return a_user()


@pytest.fixture
def tour(director):
    return a_tour(by=director, stages=3)


@pytest.fixture
def client(director):
    client = Client()
    client.force_login(director, backend="django.contrib.auth.backends.ModelBackend")
    return client


class Form:
    """The form as a browser holds it: what it carries, and the fields of the open part."""

    def __init__(self, client: Client, tour: Tour, part: str = "") -> None:
        self.client, self.tour = client, tour
        self.answer = client.get(url(tour), {"part": part} if part else {})
        self.said = text_of(self.answer.content.decode())

    def fields(self) -> dict[str, Any]:
        html = self.answer.content.decode()
        form = html[
            html.index('id="scheme-form"') : html.index("</form>", html.index('id="scheme-form"'))
        ]
        found: dict[str, Any] = {}
        for tag in re.findall(r"<input[^>]*>", form):
            name, value = re.search(r'name="([^"]*)"', tag), re.search(r'value="([^"]*)"', tag)
            if name and ('type="checkbox"' not in tag or " checked" in tag):
                text = (
                    (value[1] if value else "on")
                    .replace("&quot;", '"')
                    .replace("&#x27;", "'")
                    .replace("&amp;", "&")
                )
                found.setdefault(name[1], []).append(text)
        for name, options in re.findall(
            r'<select[^>]*name="([^"]*)"[^>]*>(.*?)</select>', form, flags=re.S
        ):
            values = re.findall(r'value="([^"]*)"( selected)?', options)
            found[name] = [next((value for value, chosen in values if chosen), values[0][0])]
        return found

    def press(self, do: str, *, status: int = 200, **changes: Any) -> str:
        self.answer = self.client.post(
            url(self.tour),
            self.fields()
            | {name.replace("__", "-"): value for name, value in changes.items()}
            | {"do": do},
        )
        assert self.answer.status_code == status, self.answer.content.decode()[:3000]
        self.said = text_of(self.answer.content.decode()) if status != 302 else ""
        return self.said

    def rules(self):
        return rules_of(Tour.objects.get(pk=self.tour.pk))


def test_everybody_reads_how_a_tour_is_scored(tour):
    page = text_of(Client().get(url(tour, "scoring")).content.decode())
    assert "Scoring Cycling Party Master" in page
    assert "Mountain By points; red dots jersey Hors category 35 · 25 · 15 · 10 · 5" in page
    assert "lower total time lower sum of stage places better place on the latest stage" in page
    assert "Change the scoring" not in page


def test_nobody_else_changes_it(tour):
    assert Client().get(url(tour)).status_code == 302
    stranger = Client()
    stranger.force_login(a_user(), backend="django.contrib.auth.backends.ModelBackend")
    for page in ("change", "marks"):
        assert stranger.get(url(tour, page)).status_code == 403
        assert stranger.post(url(tour, page), {"do": "save"}).status_code == 403


@pytest.mark.parametrize("key", scheme_keys())
def test_every_scheme_that_ships_is_read_and_opens_in_all_its_parts(client, tour, key):
    Tour.objects.filter(pk=tour.pk).update(rules=msgspec.to_builtins(scheme(key)))
    assert client.get(url(tour, "scoring")).status_code == 200
    for part in [f"c-{ranking}" for ranking in scheme(key).by_key] + [
        "about",
        "bonus",
        "teams",
        "manager_points",
        "lines",
    ]:
        form = Form(client, tour, part)
        form.press("save", status=302)  # what a form brings back untouched is what it was
        assert form.rules() == scheme(key), part


def test_a_table_of_points_is_changed_place_by_place(client, tour):
    form = Form(client, tour, "c-mountain")
    form.press("place:lines/third", lines__third=["5", "3", "2"])
    form.press("no-place:lines/hc")
    assert form.rules() == scheme("cycling_party_master"), "nothing is saved before Save"
    form.press("save", status=302)
    assert form.rules().by_key["mountain"].lines["third"] == [5, 3, 2, 2]
    assert form.rules().by_key["mountain"].lines["hc"] == [35, 25, 15, 10]


def test_the_order_of_tie_breaks_is_changed_and_read(client, tour):
    form = Form(client, tour, "c-mountain")
    form.press("tie-up:general")
    form.press("tie-drop:wins_hc")
    form.press("tie-add", new__tie="line_wins")
    form.press("save", status=302)
    assert form.rules().by_key["mountain"].tie_breaks == [
        "wins_first",
        "wins_second",
        "general",
        "wins_third",
        "line_wins",
    ]
    page = text_of(client.get(url(tour, "scoring")).content.decode())
    assert (
        "more points more wins on first category passes more wins on second category passes better"
        " individual place more wins" in page
    )


def test_classifications_are_moved_added_and_taken_out(client, tour):
    form = Form(client, tour)
    assert "Mountain is before Individual now." in form.press("up:mountain")
    assert "Regularity is taken out." in form.press("remove:regularity")
    assert "Youth is added" in form.press("add", new="youth")
    form.press("keep", name="Young riders", colour="white")
    form.press("save", status=302)
    rules = form.rules()
    assert list(rules.by_key) == ["mountain", "individual", "is", "teams", "youth"]
    assert (
        rules.by_key["youth"].name,
        rules.by_key["youth"].colour,
        rules.by_key["youth"].mark,
    ) == ("Young riders", "white", "youth")
    assert "regularity" not in rules.manager_points.points


def test_the_general_classification_goes_by_points(client, tour):
    form = Form(client, tour, "c-individual")
    form.press("keep", by="points")
    assert "Flat stage" in form.said
    form.press("save", status=302)
    assert form.rules().general.by == "points"
    assert form.rules().general.finish["flat"] == [10, 6, 4, 2, 1]


def test_the_general_classification_stays(client, tour):
    form = Form(client, tour)
    form.press("remove:individual")
    assert "is taken out" not in form.said
    assert (
        client.post(
            url(tour),
            Form(client, tour, "c-individual").fields() | {"by": "team_time", "do": "keep"},
        ).status_code
        == 400
    )


def test_bonuses_teams_players_points_and_names_of_lines_are_changed(client, tour):
    form = Form(client, tour, "bonus")
    form.press("place:finish/")
    form.press("open:teams", finish=["10"])
    form.press("tie-down:places", riders="2")
    form.press("open:manager_points")
    form.press("place:points/stage", name="Club points", at_end=["teams"])
    form.press("open:lines")
    form.press("save", status=302, category__hill="fourth category")
    rules = form.rules()
    assert rules.bonus.finish == [10]
    assert (rules.teams.riders, rules.teams.tie_breaks) == (2, ["best_place", "places"])
    assert (
        rules.manager_points.name,
        rules.manager_points.points["stage"],
        rules.manager_points.at_end,
    ) == (
        "Club points",
        [5, 5],
        ["teams"],
    )
    assert rules.categories["hill"] == "fourth category"
    assert "Club points" in client.get(url(tour, "scoring")).content.decode()


def test_what_is_wrong_is_said_where_and_what_was_typed_stays(client, tour):
    form = Form(client, tour, "c-mountain")
    said = form.press("save", status=422, lines__hc=["35", "many", "-1"], name="")
    assert "Nothing is saved: this is not right yet." in said
    assert (
        "The 2nd classification: hors category, 2nd place : write a whole number from 0 to 9999"
        " classifications[1].lines.hc[1]" in said
    )
    assert "classifications[1].lines.hc[2]" in said
    assert 'value="many"' in form.answer.content.decode()
    assert form.rules() == scheme("cycling_party_master")
    said = form.press("save", status=422, lines__hc=["35"])
    assert "this is empty classifications[1].name" in said
    form.press("save", status=302, name="Climbers")
    assert form.rules().by_key["mountain"].name == "Climbers"


def test_a_faulty_part_that_is_shut_can_be_opened_from_the_fault(client, tour):
    form = Form(client, tour, "c-mountain")
    form.press("open:teams", lines__hc=["x"])
    form.press("save", status=422)
    assert 'value="open:c-mountain"' in form.answer.content.decode()


def test_before_it_is_saved_one_sees_what_changes(client, director):
    tour = a_tour(by=director, stages=3)
    log_stage(
        tour, "a1 0:10, b1 b2 0:20, a2 0:50, b3 1:00", lines={"p1": "a2 a3 b1", "s1": "b3 a1 b1"}
    )
    form = Form(client, tour, "c-regularity")
    said = form.press("save", finish__flat=["1", "200"])
    assert "What this changes" in said
    assert "Regularity" in said
    assert form.rules() == scheme("cycling_party_master")
    mark = re.search(r'value="(save:\w+)"', form.answer.content.decode())
    assert mark
    form.press(mark[1], status=302)
    assert form.rules().by_key["regularity"].finish["flat"] == [1, 200]
    assert verify(Tour.objects.get(pk=tour.pk)).problems == []


def test_what_was_seen_counts_for_that_scheme_only(client, director):
    tour = a_raced_tour(by=director, stages=2, raced=1)
    form = Form(client, tour, "c-is")
    form.press("save", lines__is=["9", "3", "1"])
    mark = re.search(r'value="(save:\w+)"', form.answer.content.decode())
    assert mark
    form.press("open:c-is")
    said = form.press(mark[1], lines__is=["8", "3", "1"])
    assert "What this changes" in said
    assert form.rules() == scheme("cycling_party_master")


def test_a_line_that_pays_fewer_places_forgets_nobody(client, director):
    tour = a_tour(by=director, stages=2)
    log_stage(tour, "a1 0:10, b1 b2 0:20, a2 0:50, b3 1:00", lines={"s1": "b3 a1 b1"})

    def named() -> list[str]:
        return next(
            line["riders"]
            for line in tour.stages.get(number=1).standing.result["passages"]
            if line["key"] == "s1"
        )

    for points, riders in ((["5"], ["b3"]), (["5", "3", "1"], ["b3", "a1", "b1"])):
        form = Form(client, tour, "c-is")
        form.press("save", lines__is=points)
        mark = re.search(r'value="(save:\w+)"', form.answer.content.decode())
        assert mark
        form.press(mark[1], status=302)
        assert named() == riders
        assert verify(Tour.objects.get(pk=tour.pk)).problems == []


def test_classification_pages_are_sent_anew_when_the_scheme_changes(client, director):
    tour = a_raced_tour(by=director, stages=2, raced=1)
    page = reverse("classifications:all", args=[tour.slug])
    known = version_of(client.get(page))
    before = Tour.objects.get(pk=tour.pk).revision
    assert client.get(page, known, headers={"HX-Request": "true"}).status_code == 204
    form = Form(client, tour, "c-mountain")
    form.press("save", name="Climbers")
    mark = re.search(r'value="(save:\w+)"', form.answer.content.decode())
    form.press(mark[1] if mark else "save", status=302)
    assert client.get(page, known, headers={"HX-Request": "true"}).status_code == 200
    assert Tour.objects.get(pk=tour.pk).revision == before + 1


def test_who_changed_it_is_kept(client, director, tour):
    form = Form(client, tour, "c-mountain")
    form.press("save", status=302, name="Climbers")
    assert Tour.history.filter(id=tour.pk).latest().history_user == director


def test_two_directors_do_not_overwrite_each_other_unasked(client, tour):
    mine, theirs = Form(client, tour, "c-mountain"), Form(client, tour, "c-is")
    theirs.press("save", status=302, name="Sprints")
    said = mine.press("save", status=409, name="Climbers")
    assert "Somebody else changed the scoring meanwhile." in said
    assert 'value="Climbers"' in mine.answer.content.decode()
    assert mine.rules().by_key["is"].name == "Sprints"
    mine.press("save", status=302)
    assert mine.rules().by_key["mountain"].name == "Climbers"


def test_another_scheme_and_the_standard_one(client, tour):
    answer = client.post(url(tour), {"do": "use", "shipped": "uci_stage_race"})
    assert "This is UCI stage race as it ships. Nothing is saved yet." in text_of(
        answer.content.decode()
    )
    form = Form(client, tour)
    form.answer = answer
    form.press("save", status=302)
    assert (form.rules(), Tour.objects.get(pk=tour.pk).scheme) == (
        scheme("uci_stage_race"),
        "uci_stage_race",
    )
    form = Form(client, tour, "c-mountain")
    form.press("save", status=302, name="Climbers")
    form = Form(client, tour)
    form.press("standard")
    form.press("save", status=302)
    assert form.rules() == scheme("uci_stage_race")


def test_a_file_is_saved_changed_and_read_again(client, tour):
    answer = client.get(url(tour, "file"))
    assert answer["Content-Disposition"].endswith('.scoring.toml"')
    text = answer.content.decode().replace('name = "Mountain"', 'name = "Climbers"')
    form = Form(client, tour)
    form.answer = client.post(
        url(tour), {"do": "upload", "file": SimpleUploadedFile("a.toml", text.encode())}
    )
    assert form.answer.status_code == 200
    form.press("save", status=302)
    assert form.rules().by_key["mountain"].name == "Climbers"


def test_a_faulty_file_is_refused_with_the_path(client, tour):
    text = scheme_toml.write_toml(scheme("cycling_party_master")).replace(
        'colour = "dots"', 'colour = "tartan"'
    )
    answer = client.post(
        url(tour), {"do": "upload", "file": SimpleUploadedFile("a.toml", text.encode())}
    )
    assert answer.status_code == 422
    assert 'classifications[1].colour : "tartan" is no colour of a jersey' in text_of(
        answer.content.decode()
    )
    assert "choose one first" in text_of(client.post(url(tour), {"do": "upload"}).content.decode())


def test_a_scheme_that_lacks_a_line_of_the_tour_is_refused(client, director):
    tour = a_tour(by=director, stages=1)
    tour.stages.get().lines.filter(key="s1").update(category="bonus")
    Tour.objects.filter(pk=tour.pk).update(rules=msgspec.to_builtins(scheme("uci_stage_race")))
    form = Form(client, tour)
    form.answer = client.post(url(tour), {"do": "use", "shipped": "cycling_party_master"})
    assert 'the name of "bonus" is missing: Stage 1 has such a line categories' in form.press(
        "save", status=422
    )


def test_marked_riders_have_a_classification_of_their_own(client, director):
    tour = a_raced_tour(by=director, stages=2, raced=1)
    form = Form(client, tour)
    form.press("add", new="youth")
    form.press("save")
    mark = re.search(r'value="(save:\w+)"', form.answer.content.decode())
    form.press(mark[1] if mark else "save", status=302)
    page = reverse("classifications:one", args=[tour.slug, "youth"])
    known = version_of(client.get(page))
    assert "Nobody stands in it yet." in client.get(page).content.decode()
    assert client.post(url(tour, "marks"), {"mark-youth": ["a2", "b3", "zz9"]}).status_code == 302
    assert client.get(page, known, headers={"HX-Request": "true"}).status_code == 200
    assert [line.row.who for line in client.get(page).context["table"].lines] in (
        ["a2", "b3"],
        ["b3", "a2"],
    )
    client.post(url(tour, "marks"), {})
    assert "Nobody stands in it yet." in client.get(page).content.decode()


@pytest.mark.parametrize(
    "data",
    [
        {"scheme": "{", "do": "save"},
        {"scheme": "[" * 100_000, "do": "save"},
        {"scheme": "x" * 400_000},
        {"scheme": '{"classifications": []}', "do": "up:individual"},
    ],
)
def test_a_form_that_no_page_has_sent_is_refused(client, tour, data):
    assert client.post(url(tour), data).status_code == 400


@pytest.mark.parametrize(
    "do",
    [
        "place:finish/evil",
        "no-table:x",
        "tie-up:x",
        "open:c-nothing",
        "remove:x",
        "up:",
        "add",
        "tie-add",
        "save:zz",
        ":",
    ],
)
def test_a_button_that_no_page_has_does_nothing(client, tour, do):
    form = Form(client, tour, "c-mountain")
    fields = form.fields() | {"do": do, "new": "x", "new-tie": "x"}
    assert client.post(url(tour), fields).status_code in (200, 302)
    assert form.rules() == scheme("cycling_party_master")
