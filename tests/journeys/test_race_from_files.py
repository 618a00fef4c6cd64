"""A whole past race entered from files: chosen, looked through, accepted, and there with all its
classifications.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import DESKTOP, PHONE, TABLET
from tests.journeys.test_every_page import look
from tests.tabletop.race.incoming.files import RACE, REAL
from tourmanager.tours.models import Tour


def bring(page, folder, name):
    """From the page Load to the dry run."""
    page.goto("/tours/")
    page.get_by_role("link", name="Race from results").click()
    page.get_by_label("Name of the race").fill(name)
    page.get_by_label("CSV or XLSX files").set_input_files(
        [file for file in sorted(folder.iterdir()) if "official" not in file.name]
    )
    page.get_by_role("button", name="Check the files").click()
    expect(page.get_by_role("heading", name=f"Before importing {name}")).to_be_visible()


@pytest.mark.parametrize(
    ("size", "scheme"),
    [(TABLET, "light"), pytest.param(PHONE, "dark", marks=pytest.mark.layout)],
    ids=str,
)
def test_a_past_race_is_entered_from_its_files(browser_context_at, axe, director, size, scheme):
    page = browser_context_at(size, user=director, scheme=scheme).new_page()
    bring(page, RACE, "Three Lakes")
    dry_run = page.url
    look(page, [dry_run, f"{dry_run}?show=s3a", "/tours/new/race/"], axe, size)
    page.goto(dry_run)
    page.get_by_role("button", name=re.compile("^Import 111 rows$")).click()
    expect(page.get_by_text("111 rows were imported into 5 stages.")).to_be_visible()
    tour = Tour.objects.get()
    pages = [f"stages/{number}/" for number in (1, 2, 3, 5)] + [
        "stages/",
        "riders/",
        "classifications/",
        "results/?stage=3",
        "stages/3/log/",
    ]
    look(page, [tour.get_absolute_url() + each for each in pages] + ["/tours/", "/"], axe, size)


@pytest.mark.skipif(not REAL.is_dir(), reason="the folder with the real race is not here")
@pytest.mark.layout
@pytest.mark.parametrize(
    ("size", "scheme"), [(PHONE, "light"), (TABLET, "dark"), (DESKTOP, "light")], ids=str
)
def test_a_race_of_144_riders_fits_every_screen(browser_context_at, axe, director, size, scheme):
    page = browser_context_at(size, user=director, scheme=scheme).new_page()
    page.set_default_timeout(30_000)
    bring(page, REAL, "Femmes 2022")
    look(page, [page.url], axe, size)
    page.get_by_role("button", name=re.compile("^Import 1371 rows$")).click()
    expect(page.get_by_text("1371 rows were imported into 8 stages.")).to_be_visible()
    tour = Tour.objects.get()
    keys = ("stage", "individual", "regularity", "mountain", "youth", "teams")
    pages = [
        "stages/1/",
        "stages/8/",
        "riders/",
        "classifications/",
        *(f"classifications/{key}/" for key in keys),
    ]
    look(page, [tour.get_absolute_url() + each for each in pages] + ["/tours/"], axe, size)


LONG = {"team": ("Tashkent Women " * 6)[:80].strip() + "xxxxx", "rider": ("Konstantin" * 8)[:80]}
QUESTIONS = (
    f"rider,team,time\n{LONG['rider']},{LONG['team'][:80]},0:07:25\nNowak Zofia,Blue,0:07:31\nBea"
    " Luz,Blue,0:07:33\n"
)


@pytest.mark.parametrize(
    ("size", "scheme"),
    [(TABLET, "light"), pytest.param(PHONE, "dark", marks=pytest.mark.layout)],
    ids=str,
)
def test_questions_are_answered_before_the_import(
    browser_context_at, axe, director, size, scheme, tmp_path
):
    """With names of 80 characters, on every page that shows them."""
    (tmp_path / "stage-1.csv").write_text(QUESTIONS, encoding="utf-8")
    (tmp_path / "stage-2.csv").write_text(
        QUESTIONS.replace("0:07", "3:07").replace("Nowak", "Novak"), encoding="utf-8"
    )
    (tmp_path / "combativity.csv").write_text("stage,rider\n2,Bea Luz\n", encoding="utf-8")
    page = browser_context_at(size, user=director, scheme=scheme).new_page()
    bring(page, tmp_path, "Asked")
    look(page, [page.url], axe, size)
    expect(page.get_by_role("button", name=re.compile("^Import"))).to_have_count(0)
    page.get_by_label("Yes, it is Nowak Zofia").check()
    page.get_by_role("button", name="Save the answers").click()
    expect(page.get_by_text("1 question is still open.")).to_be_visible()
    page.get_by_label("Individual time trial, won in 7:25").check()
    page.get_by_role("button", name="Save the answers").click()
    page.get_by_role("button", name=re.compile("^Import 7 rows$")).click()
    tour = Tour.objects.get()
    start = tour.get_absolute_url()
    code = f"{tour.teams.first().letter}1"
    pages = ("stages/1/", "stages/2/", "riders/", "classifications/", "classifications/individual/")
    more = ("classifications/stage/?stage=2", "stages/2/jury/", f"stages/2/jury/{code}/", "stages/")
    look(page, [f"{start}{each}" for each in (*pages, *more)], axe, size)
