"""The tours of the demo as programs read them have the figures that their pages show."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.api.program import Program
from tourmanager.api.schemas import standings, tours
from tourmanager.classifications.reading import read_race
from tourmanager.tours.models import Tour
from tourmanager.web.templatetags.race import clock

pytestmark = pytest.mark.django_db
FIGURE = r'<td class="place">(\d+)</td>.*?/classifications/{key}/(\w+)/\?stage=\w+"[^>]*>([^<]*)<'


@pytest.fixture(scope="module")
def demo(django_db_setup: None, django_db_blocker: object) -> Iterator[list[Tour]]:
    """The tours of the demo."""
    with django_db_blocker.unblock(), transaction.atomic():
        call_command("demo", verbosity=0)
        yield list(Tour.objects.order_by("pk"))
        transaction.set_rollback(True)


def shown(page: str, key: str) -> list[tuple[str, str, str]]:
    """Rank, rider or team, and figure of each row of a page's table."""
    rows = re.findall(FIGURE.replace("{key}", key), page, re.DOTALL)
    return [(rank, who, unescape(figure)) for rank, who, figure in rows]


def as_shown(rows: list[dict], unit: str, from_best: bool = False) -> list[tuple[str, str, str]]:
    """The rows of an answer, with figures as pages write them."""
    found, above = [], None
    for row in rows:
        figure = str(row["figure"])
        if unit == "seconds":
            behind = f"{'+' if row['gap'] >= 0 else ''}{clock(row['gap'])}"
            figure = "s.t." if row["figure"] == above else behind
            if above is None:
                figure = clock(0 if from_best else row["figure"])
        above = row["figure"]
        found.append((str(row["rank"]), row["who"], figure))
    return found


def test_classifications_are_those_of_the_pages(demo):
    compared = 0
    for tour in demo:
        for asked in ("", "?stage=now"):
            answer = Program().read(f"tours/{tour.slug}/classifications{asked}")
            standings.Classifications.model_validate(answer)
            from_best = {
                ranking.key: ranking.from_best
                for ranking in read_race(tour).field.scheme.classifications
            }
            for table in answer["classifications"]:
                address = reverse("classifications:one", args=[tour.slug, table["key"]]) + asked
                page = shown(Client().get(address).content.decode(), table["key"])
                rows = as_shown(table["rows"], table["unit"], from_best[table["key"]])
                assert rows == page, (tour, table["key"], asked)
                compared += len(rows)
    assert compared > 200


def test_the_result_of_a_stage_is_that_of_its_page(demo):
    compared = paying = 0
    for tour in demo:
        for number in read_race(tour).numbers:
            asked = f"?stage={number}"
            result = Program().read(f"tours/{tour.slug}/classifications{asked}")["stage"]
            address = reverse("classifications:one", args=[tour.slug, "stage"]) + asked
            rows = shown(Client().get(address).content.decode(), "stage")
            both = as_shown(result["riders"], "seconds") + as_shown(result["teams"], "seconds")
            assert [row[:2] for row in both] == [row[:2] for row in rows], (tour, number)
            paying += any(row["points"] for row in result["riders"])
            compared += len(both)
    assert compared > 200
    assert paying > 4


def test_points_of_the_players_and_jerseys_are_those_of_the_race(demo):
    for tour in demo:
        race, program = read_race(tour), Program()
        points = program.read(f"tours/{tour.slug}/manager-points")
        standings.ManagerPoints.model_validate(points)
        expected = [(one.team, one.points, one.sources) for one in race.now.players]
        if not tour.manager_points_name:
            expected = []
        said = [(one["team"], one["points"], one["sources"]) for one in points["players"]]
        assert said == expected
        jerseys = program.read(f"tours/{tour.slug}/jerseys")
        standings.Jerseys.model_validate(jerseys)
        assert [
            (one["classification"], one["leader"], one["wearer"]) for one in jerseys["jerseys"]
        ] == [(one.key, one.leader, one.wearer) for one in race.now.jerseys]
        assert [one["after"] for one in jerseys["history"]] == race.numbers


def test_every_stage_of_the_demo_can_be_read(demo):
    raced = 0
    for tour in demo:
        answer = Program().read(f"tours/{tour.slug}")
        tours.Tour.model_validate(answer)
        assert answer["scheme"]["name"]
        assert answer["teams"][0]["riders"][0]["code"]
        for stage in answer["stages"]:
            read = Program().read(f"tours/{tour.slug}/stages/{stage['number']}")
            tours.Stage.model_validate(read)
            assert {name: read[name] for name in stage if name != "lines"} == {
                name: stage[name] for name in stage if name != "lines"
            }
            assert [line["key"] for line in read["lines"]] == [
                line["key"] for line in stage["lines"]
            ]
            if stage["state"] == "ended" and stage["kind"] != "rest":
                raced += 1
                assert read["arrivals"][0]["gap"] in (0, None)
                assert not read["problems"]
                result = read_race(tour, str(stage["number"])).result
                assert [(one["rider"], one["seconds"]) for one in read["arrivals"]] == [
                    (one.rider, one.seconds) for one in result.arrivals
                ]
                assert [[one["rider"] for one in line["passed"]] for line in read["lines"]] == [
                    list(one.riders) for one in result.passages[: len(read["lines"])]
                ]
    assert raced > 8
