"""Tour files and schemes of the version before are read, and what comes of them is the same."""

import gzip
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tourmanager.classifications.printed import as_json
from tourmanager.classifications.reading import read_race as read_tour
from tourmanager.results.files import tour_file
from tourmanager.results.files.transfer import export, import_tour
from tourmanager.results.publishing.verify import verify
from tourmanager.scoring import scheme_toml
from tourmanager.scoring.scheme import SchemeError, dump_scheme, read_scheme, read_toml
from tourmanager.tours.models import Tour
from tourmanager.tours.rules import read_file, rules_of

HERE = Path(__file__).parent
FILES = sorted((HERE / "files").glob("*-v*.json.gz"))
LATER = datetime(2026, 8, 1, 9, 0, tzinfo=UTC)
KEPT: dict[str, Any] = json.loads(gzip.decompress((HERE / "standings.json.gz").read_bytes()))


def kept_standings(beginning: str) -> Any:
    """The standings that the version before gave of the tour with this address."""
    return next(
        kept["standings"] for slug, kept in KEPT.items() if slug.startswith(f"{beginning}-")
    )


ADDED = {"called", "kind", "place", "line", "name", "category", "times", "why", "reason"}


# facts that stand beside words today: of a summand, of what decided a tie, of a chain
BESIDE = {"counted": ADDED, "decided": {"decided_by"}, "chain": {"criteria"}}


def as_before(value: Any) -> Any:
    """The standings without the facts that stand beside words today."""
    if isinstance(value, list):
        return [as_before(each) for each in value]
    if not isinstance(value, dict):
        return value
    new = {key for words, facts in BESIDE.items() if words in value for key in facts}
    return {key: as_before(each) for key, each in value.items() if key not in new}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("file", "slug", "name", "title"),
    [
        ("tour.json", "club-tour", "Club points", "Club points"),
        ("race.json", "three-lakes", "", ""),
    ],
)
def test_a_tour_file_of_the_version_before_gives_the_same_standings(file, slug, name, title):
    content = (HERE / file).read_bytes()
    assert b'"league"' in content
    tour = import_tour(content, by=None, at=LATER, name="Copy")
    assert "league" not in tour.rules
    assert (tour.manager_points_name, tour.manager_points_title) == (name, title)
    assert as_before(json.loads(as_json(read_tour(tour)))["standings"]) == kept_standings(slug)
    assert b"league" not in export(tour)
    assert json.loads(export(tour))["version"] == tour_file.VERSION


def test_a_scheme_file_of_the_version_before_is_read_and_written_with_the_new_name():
    text = (HERE / "scheme.toml").read_bytes()
    found = read_file(text)
    assert found.manager_points.name == "Club points"
    assert found.manager_points.points["stage"] == [5, 3, 1]
    assert found.manager_points.at_end == ["individual"]
    written = scheme_toml.write_toml(found)
    assert "league" not in written
    assert read_toml(written) == found


@pytest.mark.parametrize(
    ("old", "name", "title"),
    [
        ({"name": "Cycling Party points"}, "Cycling Party points", "Cycling Party"),
        ({"name": "Tour points"}, "Tour points", ""),
        ({}, "League points", ""),
    ],
)
def test_the_title_of_the_page_is_what_it_was(old, name, title):
    data = dump_scheme(read_file((HERE / "scheme.toml").read_bytes()))
    data["league"] = old
    del data["manager_points"]
    points = read_scheme(data).manager_points
    assert (points.name, points.title) == (name, title)


def test_both_names_at_once_are_refused():
    data = dump_scheme(read_file((HERE / "scheme.toml").read_bytes()))
    data["league"] = {"name": "x"}
    with pytest.raises(SchemeError, match="league"):
        read_scheme(data)


@pytest.mark.django_db
def test_rules_that_a_tour_was_given_stand_in_it():
    tour = import_tour((HERE / "tour.json").read_bytes(), by=None, at=LATER, name="Copy")
    assert rules_of(tour).manager_points.points == {
        "stage": [5, 3, 1],
        "individual": [10, 6],
        "teams": [4],
    }


@pytest.mark.django_db
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_files_of_every_version_are_read_proved_and_written_again(file: Path) -> None:
    tour = import_tour(gzip.decompress(file.read_bytes()), by=None, at=LATER)
    assert verify(tour).problems == []
    again = import_tour(export(tour), by=None, at=LATER, name="Once more")
    assert verify(again).problems == []
    assert Tour.objects.count() == 2
