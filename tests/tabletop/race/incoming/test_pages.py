"""The way through the browser: choose files, see what they say, accept; and whatever else may be
sent to these addresses.
"""

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.factory import a_tour, a_user
from tests.tabletop.race.incoming.files import of_race
from tourmanager.riders.rosters import files
from tourmanager.tabletop.race.incoming import read_uploads
from tourmanager.tabletop.race.models import ResultImport
from tourmanager.tours.models import Tour

pytestmark = pytest.mark.django_db
GOOD = b"rider,team,time\nAna Sol,Red,1:00:00\nBea Luz,Blue,+0:05\n"


@pytest.fixture
def dora(client):
    user = a_user("dora")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return user


def upload(client, *contents, name="A race", address="/tours/new/race/"):
    tables = [SimpleUploadedFile(file, content) for file, content in contents]
    return client.post(address, {"name": name, "scheme": "uci_stage_race", "tables": tables})


def text(response):
    return " ".join(response.content.decode().split())


def seal(page):
    return page.content.decode().split('name="seal" value="')[1].split('"')[0]


def test_a_whole_past_race_in_three_requests(client, dora):
    sent = upload(client, *of_race(), name="Three Lakes")
    assert sent.status_code == 302
    page = client.get(sent.url)
    assert "A race of 5 stages, 4 teams and 20 riders. Nothing is recorded yet." in text(page)
    assert not Tour.objects.exists()
    done = client.post(sent.url, {"seal": seal(page)}, follow=True)
    assert done.redirect_chain[0][0] == Tour.objects.get().get_absolute_url()
    assert "111 rows were imported into 5 stages." in text(done)
    assert "Quintela Ana" in text(client.get(f"{Tour.objects.get().get_absolute_url()}stages/1/"))


def test_pressing_the_button_twice_makes_one_race(client, dora):
    sent = upload(client, ("t.csv", GOOD))
    once = {"seal": seal(client.get(sent.url))}
    assert (
        client.post(sent.url, once).url
        == client.post(sent.url, once).url
        == Tour.objects.get().get_absolute_url()
    )
    assert client.get(sent.url).url == Tour.objects.get().get_absolute_url()


def test_the_button_says_what_is_left_out(client, dora):
    sent = upload(client, ("t.csv", GOOD + b"Cleo Mar,Blue,soon\n"))
    page = client.get(sent.url)
    assert "Import 2 rows, leave out 1 (row 4 of t.csv)" in text(page)
    assert "“soon” is no time." in text(page)
    assert "All rows of Cleo Mar are wrong. Without them this rider is not in the race." in text(
        page
    )
    refused = client.post(sent.url, {"seal": seal(page)})
    assert refused.status_code == 422
    assert not Tour.objects.exists()
    assert client.post(sent.url, {"seal": seal(page), "leave_out": "yes"}).status_code == 302


def test_rows_are_shown_a_stage_at_a_time_and_the_wrong_ones_by_themselves(client, dora):
    sent = upload(
        client,
        (
            "t.csv",
            b"stage,rider,team,time\n1,Ana Sol,Red,100\n2,Ana Sol,Red,200\n2,Bea Luz,Red,x\n",
        ),
    )
    assert text(client.get(f"{sent.url}?show=s1")).count('class="import-same"') == 1
    assert "import-same" not in text(client.get(f"{sent.url}?show=wrong"))
    assert text(client.get(f"{sent.url}?show=wrong")).count('class="import-wrong"') == 1
    assert client.get(f"{sent.url}?show=%3Cb%3E&page=99999999999999999999").status_code == 200


def test_another_seal_is_not_what_was_shown(client, dora):
    sent = upload(client, ("t.csv", GOOD))
    assert client.post(sent.url, {"seal": "x"}).status_code == 409
    assert not Tour.objects.exists()


def test_a_name_that_was_taken_meanwhile(client, dora):
    sent = upload(client, ("t.csv", GOOD), name="Étoile")
    page = client.get(sent.url)
    a_tour(name="étoile")
    refused = client.post(sent.url, {"seal": seal(page)})
    assert refused.status_code == 422
    assert "There is already a tour of this name" in text(refused)


def test_files_are_their_owners_alone(client, dora):
    sent = upload(client, ("t.csv", GOOD))
    client.force_login(a_user("otto"), backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(sent.url).url == "/tours/"
    assert client.post(sent.url, {"seal": "x"}).url == "/tours/"
    assert client.post(f"{sent.url}discard/").url == "/tours/"
    assert ResultImport.objects.count() == 1


def test_strangers_sign_in_and_lookers_are_refused(client):
    tour = a_tour(by=a_user())
    assert client.get(f"/tours/{tour.slug}/results/").url.startswith("/account/sign-in/")
    assert client.get("/tours/new/race/").url.startswith("/account/sign-in/")
    client.force_login(a_user(), backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(f"/tours/{tour.slug}/results/").status_code == 403


def test_who_directs_no_more_cannot_accept(client, dora):
    tour = a_tour(by=dora)
    sent = upload(
        client, ("t.csv", b"number,time\na1,100\n"), address=f"/tours/{tour.slug}/results/?stage=1"
    )
    tour.directors.clear()
    assert client.get(sent.url).status_code == 403
    assert client.post(sent.url, {"seal": "x"}).status_code == 403


def test_a_file_may_be_thrown_away(client, dora):
    sent = upload(client, ("t.csv", GOOD))
    assert client.post(f"{sent.url}discard/").url == "/tours/new/race/"
    assert not ResultImport.objects.exists()
    assert client.get(sent.url).url == "/tours/"


def bomb():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b"0" * 30_000_000)
    return packed.getvalue()


@pytest.mark.parametrize(
    ("content", "status", "why"),
    [
        (b"", 422, "empty"),
        (b"   \n \n", 400, "The file is empty"),
        (b"\x00\x01\x02\x03" * 50, 400, "control characters"),
        (b"rider,team,time\nA\x00na,Red,100\n", 400, "control characters"),
        (b"\xff\xfe" + "rider,time\nÄna,1".encode("utf-16-le")[:-1], 400, "encoding"),
        (b"\x81\x8d\x8f,\x90", 400, "encoding"),
        (b"PK\x03\x04garbage", 400, "broken"),
        (bomb(), 413, "unpacks to far more"),
        (b"\xd0\xcf\x11\xe0" + b"x" * 100, 400, "old Excel file"),
        (b"rider,time" + b",x" * 1_000_000, 400, "more than 60 columns"),
        (b"rider,time\n" + b"a,1\n" * 6_000, 413, "more than 5000 rows"),
        (b'rider,time\n"' + b"a" * 5_000, 400, "more than 1000 characters"),
        (b"rider,rider,time\na,b,1\n", 400, "Two columns are the rider"),
        (b"hello\nworld\n", 400, "must name the columns"),
        (b"x" * 3_000_000, 413, "larger than 2 MB"),
    ],
)
def test_whatever_a_file_holds_is_refused_in_words(client, dora, content, status, why):
    refused = upload(client, ("t.csv", content))
    assert refused.status_code == status
    assert why in text(refused)
    assert not ResultImport.objects.exists()


def test_latin_letters_of_windows_are_read(client, dora):
    sent = upload(client, ("t.csv", "rider;team;time\nJosé Peña;Añil;1:00:00\n".encode("cp1252")))
    assert "José Peña" in text(client.get(sent.url))


def test_many_files_and_many_rows_are_too_much(client, dora):
    assert upload(client, *[(f"t{n}.csv", GOOD) for n in range(31)]).status_code == 413
    long = b"rider,team,time\n" + b"".join(b"R%d,T,%d\n" % (n, n) for n in range(4_500))
    assert upload(client, *[(f"stage-{n}.csv", long) for n in range(1, 4)]).status_code == 413


def test_files_that_take_too_long_to_read_together_are_refused(client, dora, monkeypatch):
    monkeypatch.setattr(read_uploads, "MOST_SECONDS", -1)
    refused = upload(client, ("stage-1.csv", GOOD), ("stage-2.csv", GOOD))
    assert refused.status_code == 413
    assert "in several goes" in text(refused)


def test_no_file_and_no_name(client, dora):
    refused = client.post("/tours/new/race/", {"scheme": "none"})
    assert refused.status_code == 422
    for why in ("Choose a file.", "The name of the race is missing.", "There is no such scheme."):
        assert why in text(refused)


def test_a_workbook_is_read_like_a_text(client, dora):
    import tablib

    table = tablib.Dataset(
        ("Ana Sol", "Red", "1:00:00"),
        ("Bea Luz", "Blue", "+0:05"),
        headers=("Rider", "Team", "Time"),
    )
    sent = upload(client, ("t.xlsx", table.export("xlsx")))
    assert "Import 2 rows" in text(client.get(sent.url))


def test_formulas_are_only_text(client, dora):
    sent = upload(
        client,
        (
            "t.csv",
            b"rider,team,time\n=HYPERLINK(1),Red,1:00:00\n<script>alert(1)</script>,Red,1:01:00\n",
        ),
    )
    page = text(client.get(sent.url))
    assert "<script>alert(1)" not in page
    assert client.post(sent.url, {"seal": seal(client.get(sent.url))}).status_code == 302


def test_the_name_of_a_file_may_be_anything(client, dora):
    sent = upload(client, ("\u202eevil\u0007<b>.csv", GOOD))
    assert client.get(sent.url).status_code == 200
    assert files.MAX_BYTES == 2 * 1024 * 1024


@pytest.mark.parametrize(
    "page",
    [
        "",
        "stages/",
        "stages/1/",
        "stages/3/",
        "riders/",
        "classifications/",
        "classifications/teams/",
        "settings/",
    ],
)
def test_every_page_of_a_race_opens(client, dora, page):
    sent = upload(client, *of_race(), name="Three Lakes")
    client.post(sent.url, {"seal": seal(client.get(sent.url))})
    tour = Tour.objects.get()
    assert client.get(f"{tour.get_absolute_url()}{page}", follow=True).status_code == 200
    client.logout()
    if page != "settings/":
        assert client.get(f"{tour.get_absolute_url()}{page}", follow=True).status_code == 200


def test_a_race_has_no_advantages(client, dora):
    sent = upload(client, ("t.csv", GOOD))
    client.post(sent.url, {"seal": seal(client.get(sent.url))})
    tour = Tour.objects.get()
    assert client.get(f"/tours/{tour.slug}/advantages/").status_code == 404


def test_a_stage_of_a_race_is_reopened_and_closed_again(client, dora):
    sent = upload(client, ("t.csv", GOOD))
    client.post(sent.url, {"seal": seal(client.get(sent.url))})
    stage = f"{Tour.objects.get().get_absolute_url()}stages/1/"
    assert "being corrected" in text(client.post(f"{stage}reopen/", {"token": "r1"}, follow=True))
    assert client.get(f"{stage}end/").status_code == 200
    assert "Reopen to correct" in text(client.post(f"{stage}end/", {"token": "e1"}, follow=True))


SHORT = b"rider,team,time\nAna Sol,Red,0:07:25\nBea Luz,Blue,0:07:31\n"


def test_a_question_is_answered_on_the_page(client, dora):
    sent = upload(client, ("t.csv", SHORT))
    page = client.get(sent.url)
    assert "1 question below has to be answered before anything is imported." in text(page)
    assert 'name="seal"' not in text(page)
    assert client.post(sent.url, {"seal": "x"}).status_code == 409
    for nothing in ({}, {"q-kind-1": "queen"}, {"q-kind-1": "\0"}, {"q-other": "itt"}):
        client.post(sent.url, {"do": "answer"} | nothing)
        assert ResultImport.objects.get().answers == {}
    assert (
        client.post(sent.url, {"do": "answer", "q-kind-1": "itt", "q-other": "x"}).url == sent.url
    )
    assert ResultImport.objects.get().answers == {"kind-1": "itt"}
    page = client.get(sent.url)
    assert 'value="itt" checked' in text(page)
    assert client.post(sent.url, {"seal": seal(page)}).status_code == 302
    assert Tour.objects.get().stages.get().kind == "itt"
    assert (
        client.post(sent.url, {"do": "answer", "q-kind-1": "road"}).url
        == Tour.objects.get().get_absolute_url()
    )


def test_what_was_answered_since_is_not_what_was_shown(client, dora):
    sent = upload(client, ("t.csv", SHORT))
    client.post(sent.url, {"do": "answer", "q-kind-1": "itt"})
    shown = seal(client.get(sent.url))
    client.post(sent.url, {"do": "answer", "q-kind-1": "road"})
    assert client.post(sent.url, {"seal": shown}).status_code == 409
    assert not Tour.objects.exists()


def test_others_cannot_answer(client, dora):
    sent = upload(client, ("t.csv", SHORT))
    client.force_login(a_user("otto"), backend="django.contrib.auth.backends.ModelBackend")
    client.post(sent.url, {"do": "answer", "q-kind-1": "itt"})
    assert ResultImport.objects.get().answers == {}


def test_files_of_before_have_no_answers(client, dora):
    sent = upload(client, ("t.csv", GOOD))
    assert ResultImport.objects.get().answers == {}
    assert client.get(sent.url).status_code == 200
