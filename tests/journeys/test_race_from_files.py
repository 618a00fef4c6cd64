"""A whole past race entered from files: chosen, looked through, accepted, and there with all its classifications."""

import re

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import DESKTOP, PHONE, TABLET
from tests.journeys.test_every_page import look
from tests.results.incoming.files import RACE, REAL
from tourmanager.tours.models import Tour


def bring(page, folder, name):
    """From the page Load to the dry run."""
    page.goto("/tours/")
    page.get_by_role("link", name="Race from results").click()
    page.get_by_label("Name of the race").fill(name)
    page.get_by_label("CSV or XLSX files").set_input_files([file for file in sorted(folder.iterdir()) if "official" not in file.name])
    page.get_by_role("button", name="Check the files").click()
    expect(page.get_by_role("heading", name=f"Before importing {name}")).to_be_visible()


@pytest.mark.parametrize(("size", "scheme"), [(TABLET, "light"), (PHONE, "dark")], ids=str)
def test_a_past_race_is_entered_from_its_files(browser_context_at, axe, director, size, scheme):
    page = browser_context_at(size, user=director, scheme=scheme).new_page()
    bring(page, RACE, "Three Lakes")
    dry_run = page.url
    look(page, [dry_run, f"{dry_run}?show=s3a", "/tours/race/"], axe, size)
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
@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (TABLET, "dark"), (DESKTOP, "light")], ids=str)
def test_a_race_of_144_riders_fits_every_screen(browser_context_at, axe, director, size, scheme):
    page = browser_context_at(size, user=director, scheme=scheme).new_page()
    page.set_default_timeout(30_000)
    bring(page, REAL, "Femmes 2022")
    look(page, [page.url], axe, size)
    page.get_by_role("button", name=re.compile("^Import 1371 rows$")).click()
    expect(page.get_by_text("1371 rows were imported into 8 stages.")).to_be_visible()
    tour = Tour.objects.get()
    keys = ("stage", "individual", "regularity", "mountain", "youth", "teams")
    pages = ["stages/1/", "stages/8/", "riders/", "classifications/", *(f"classifications/{key}/" for key in keys)]
    look(page, [tour.get_absolute_url() + each for each in pages] + ["/tours/"], axe, size)
