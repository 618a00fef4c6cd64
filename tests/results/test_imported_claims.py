"""Who did what and when in an imported tour is what the file says.

Pages, commands and files say so.
"""

import json
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command

from tests.factory import a_tour, a_user
from tests.race import a_raced_tour, say, tap
from tourmanager.results.files.tour_file import TourFileRefused
from tourmanager.results.files.transfer import export, import_tour
from tourmanager.results.models import Entry
from tourmanager.results.publishing.verify import verify
from tourmanager.results.sheet import entries as e
from tourmanager.tours.models import Tour
from tourmanager.tours.planning.imports import source_words

pytestmark = pytest.mark.django_db
AUGUST = datetime(2026, 8, 1, 7, 0, tzinfo=UTC)
SAID = "according to the file imported by Rosa on 1 August 2026, 07:00"
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def rosa():
    return a_user("Rosa")


@pytest.fixture
def copy(rosa) -> Tour:
    """A tour of two ended stages, the first official, from a file in which somebody changed an
    author and a time by hand.
    """
    tour = a_raced_tour(stages=2, by=a_user("Dora"))
    tap(tour.stages.get(number=1), e.Official(), by=a_user("Dora2"))
    data = json.loads(export(tour))
    data["log"][0] |= {"by": "The Queen", "at": "2031-01-01T00:00:00Z"}
    return import_tour(json.dumps(data).encode(), by=rosa, at=AUGUST, name="Copy")


def text(response) -> str:
    return " ".join(response.content.decode().split())


@pytest.fixture
def rosas(client, rosa):
    client.force_login(rosa, backend=BACKEND)
    return client


def test_the_log_says_which_steps_are_claims_of_a_file(rosas, copy, rosa):
    stage = copy.stages.get(number=1)
    last = stage.entries.count()
    tap(stage, e.Reopen(), by=rosa)
    page = text(rosas.get(f"{stage.get_absolute_url()}log/"))
    assert f"Steps 1 to {last} stand here {SAID}." in page
    assert page.count("(from the file)") == last
    assert "The Queen <small>(from the file)</small>" in page
    assert "Rosa <small>(from the file)" not in page


def test_pages_say_who_calls_a_stage_official(rosas, copy):
    for address in ("stages/1/", "classifications/?stage=1", "stages/1/jury/"):
        page = text(rosas.get(f"{copy.get_absolute_url()}{address}", follow=True))
        assert "Official" in page, address
        assert SAID in page, address


def test_what_is_said_here_afterwards_is_not_the_files(rosas, copy, rosa):
    stage = copy.stages.get(number=2)
    assert SAID in text(rosas.get(stage.get_absolute_url()))
    tap(stage, e.Official(), by=rosa)
    assert SAID not in text(rosas.get(stage.get_absolute_url()))
    assert verify(copy).problems == []


def test_a_stage_ended_again_here_is_no_claim_of_the_file(rosas, copy):
    stage = copy.stages.get(number=1)
    say(stage, "reopen")
    say(stage, "end TIME_ORDER_WARNING")
    assert SAID not in text(rosas.get(stage.get_absolute_url()))
    assert verify(copy).problems == []


def test_standings_for_programs_say_it_too(copy):
    out = StringIO()
    call_command("standings", copy.slug, json=True, stdout=out)
    assert json.loads(out.getvalue())["stages"][0]["published"]["source"] == SAID
    out = StringIO()
    call_command("standings", copy.slug, stage="1", stdout=out)
    assert SAID in out.getvalue()


def test_a_second_file_keeps_the_mark_of_the_first(copy, rosa):
    tap(copy.stages.get(number=2), e.Official(), by=rosa)
    zoe = a_user("Zoe")
    again = import_tour(export(copy), by=zoe, at=AUGUST + timedelta(days=2), name="Again")
    first, second = again.stages.order_by("number")
    assert (
        source_words(again, first.state_imported)
        == "according to the file imported by Zoe on 3 August 2026, 07:00, which came from a file"
        " imported by Rosa on 1 August 2026, 07:00"
    )
    assert (
        source_words(again, second.state_imported)
        == "according to the file imported by Zoe on 3 August 2026, 07:00"
    )
    assert set(Entry.objects.filter(stage__tour=again).values_list("imported", flat=True)) == {1, 2}
    assert json.loads(export(again))["imports"] == [
        {
            "by": "Rosa",
            "at": "2026-08-01T07:00:00Z",
            "entries": Entry.objects.filter(stage__tour=copy).count() - 1,
        },
        {
            "by": "Zoe",
            "at": "2026-08-03T07:00:00Z",
            "entries": Entry.objects.filter(stage__tour=copy).count(),
        },
    ]
    assert verify(again).problems == []


def test_a_tour_that_was_not_imported_claims_nothing(rosas, rosa):
    tour = a_raced_tour(stages=1, by=rosa)
    assert "according to" not in text(rosas.get(tour.stages.get().get_absolute_url()))
    assert "imports" in json.loads(export(tour))


@pytest.mark.parametrize(
    "imports",
    [
        [
            {"by": "X", "at": "2026-08-01T07:00:00Z", "entries": 5},
            {"by": "Y", "at": "2026-08-01T07:00:00Z", "entries": 3},
        ],
        [{"by": "X", "at": "9999-08-01T07:00:00Z", "entries": 5}],
        [{"by": "X", "at": "2026-08-01T07:00:00Z", "entries": -1}],
        [{"by": "X", "at": "2026-08-01T07:00:00Z", "entries": 2**63}],
        [{"by": "X\u0000", "at": "2026-08-01T07:00:00Z", "entries": 1}],
        [{"by": "X", "at": "2026-08-01T07:00:00Z", "entries": 1}] * 99,
        [{"by": "X", "at": "2026-08-01T07:00:00Z", "entries": 1}] * 100,
        "X",
    ],
)
def test_imports_that_cannot_be_are_refused_in_words(imports):
    data = json.loads(export(a_tour()))
    data["plan"]["name"], data["imports"] = "Forged", imports
    with pytest.raises(TourFileRefused):
        import_tour(json.dumps(data).encode(), by=None, at=AUGUST)
