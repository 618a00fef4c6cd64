"""The page of a race's stage says the same as the jury's and the classifications."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factory import a_user
from tests.race import tap
from tests.tabletop.race.incoming.test_accepting import accept, bring
from tourmanager.classifications.reading import read_race
from tourmanager.results.sheet import entries as e

RESULTS = (
    "place,rider,team,time\n1,Ana Sol,Red,3:00:00\n2,Bea Luz,Blue,+5\n3,Cleo Mar,Blue,+5\n4,Dora"
    " Mar,Red,+9\n"
)


def rows_of(html: str) -> list[str]:
    return html.partition("<tbody>")[2].partition("</tbody>")[0].split("</tr>")[:-1]


@pytest.mark.django_db
def test_bonuses_that_the_scheme_gives_stand_on_the_stage():
    """The file has none: the scheme gives 10, 6 and 4 s, and so does the general classification."""
    dora = a_user("dora")
    race = accept(bring(("stage-1.csv", RESULTS), by=dora, name="Short"), dora)
    html = Client().get(reverse("results:stage", args=[race.slug, 1])).content.decode()
    rows = rows_of(html)
    assert [re.findall(r"(\d+) s</td>", row) for row in rows] == [["10"], ["6"], ["4"], []]


@pytest.mark.django_db
def test_places_are_those_that_count():
    """Who is disqualified has none, and the others move up, as in every classification."""
    dora = a_user("dora")
    race = accept(bring(("stage-1.csv", RESULTS), by=dora, name="Short"), dora)
    stage = race.stages.get(number=1)
    tap(stage, e.Reopen())
    first = next(
        code for code, rider in read_race(race).field.riders.items() if rider.name == "Ana Sol"
    )
    tap(stage, e.Status(first, "dsq"))
    tap(stage, e.End())
    html = Client().get(reverse("results:stage", args=[race.slug, 1])).content.decode()
    found = [re.findall(r'(?:place|figure)">([^<]+)</td>', row) for row in rows_of(html)]
    assert found == [["1", "3:00:05"], ["2", "s.t."], ["3", "+0:04"], ["–", "3:00:00"]]
    assert "disqualified" in rows_of(html)[-1]
