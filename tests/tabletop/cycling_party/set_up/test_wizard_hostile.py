"""Whatever is sent to the wizard, nothing breaks: it is refused or complained of, and nothing is
created.
"""

import json

import pytest

from tests.tabletop.cycling_party.set_up.conftest import HTMX, TOUR, Setup
from tourmanager.tabletop.cycling_party.set_up.wizard import draft as drafts
from tourmanager.tours.models import Draft, Tour

pytestmark = pytest.mark.django_db
NUMBERS = [
    "2147483648",
    str(2**63),
    str(10**60),
    "-1",
    "1e3",
    "٣",
    "0x10",
    "",
    " ",
    "NaN",
    "1.5",
    "<b>",
    "\u202e1",
    "'; drop table",
]


def calm(setup: Setup, step: str, data: dict[str, object]) -> None:
    """The server answers in a page or a refusal, with and without htmx, and the draft can still be
    opened.
    """
    for headers in ({}, HTMX):
        assert setup.client.post(setup.url(step), data, headers=headers).status_code < 500
    assert setup.get(step).status_code in (200, 302)
    assert not Tour.objects.exists()


@pytest.mark.parametrize("number", NUMBERS)
def test_numbers_that_are_none(setup, number):
    do = "continue"
    calm(
        setup,
        "tour",
        {
            "do": do,
            "name": "Lap",
            "players": number,
            "riders": number,
            "stage_count": number,
            "character": number,
        },
    )
    setup.to("stages")
    calm(
        setup,
        "points",
        {"do": do, "individual": [number], "stage": [number, number], "places-is": number},
    )
    calm(
        setup,
        "stages",
        setup.open(
            1,
            do=do,
            length=number,
            start=[number] * 3,
            sprint=[number] * 5,
            category=[number] * 3,
            type=number,
        ),
    )
    calm(setup, "stages", setup.open(1, opened=number, do=do))
    for button in ("propose", "up", "down", "open", "drop-pass", "drop-sprint"):
        assert setup.keep("stages", **setup.open(1, do=f"{button}-{number}")).status_code < 500
    assert setup.get("stages", f"?stage={number}").status_code == 200


def test_a_number_that_cannot_be_read_is_complained_of_and_the_old_one_stays(setup):
    setup.to("stages")
    before = setup.draft.stages[0].plan
    response = setup.post(
        "stages",
        do="continue",
        **setup.open(
            1, length="2147483648", start=["x", *[item.start for item in before.passes][1:]]
        ),
    )
    assert response.status_code == 422
    assert "Write a whole number up to 300" in response.content.decode()
    assert setup.draft.stages[0].plan == before


@pytest.mark.parametrize(
    "name",
    [
        "x" * 81,
        "x" * 100_000,
        "\u200b",
        "🚴‍♀️" * 20,
        "<script>alert(1)</script>",
        "a\nb",
        "\u202eevil",
    ],
)
def test_strange_names(setup, name):
    calm(setup, "tour", TOUR | {"name": name})
    assert "<script>alert" not in setup.get("tour").content.decode()


@pytest.mark.parametrize("name", ["a\0b", "a\x08b"])
def test_characters_that_cannot_be_kept(setup, name):
    assert setup.post("tour", **(TOUR | {"name": name})).status_code == 400


def test_a_million_passes(setup):
    setup.to("stages")
    assert (
        setup.post(
            "stages", **setup.open(1, start=["1"] * 1000, category=["hill"] * 900)
        ).status_code
        == 400
    )
    assert setup.post("stages", **setup.open(1, start=["1"] * 10**5)).status_code in (400, 413)
    assert setup.post("stages", **setup.open(1, sprint=["1"] * 1000)).status_code == 400
    assert setup.post("points", individual=["1"] * 1000).status_code == 400
    assert len(setup.draft.stages[0].plan.passes) in (3, 4)


def test_missing_fields(setup):
    setup.to("teams")
    for step in drafts.STEPS:
        for do in ("", "continue", "back"):
            assert setup.post(step, do=do).status_code < 500
    calm(setup, "stages", {"opened": "1", "rows": "1"})
    calm(setup, "stages", {"opened": "1", "rows": "1", "start": ["5"], "category": []})


@pytest.mark.parametrize(
    "team", ["", "0", "999999", "guest-0", "guest-99", "x" * 500, str(2**70), "-1"]
)
def test_teams_that_there_are_not(setup, team):
    setup.to("teams")
    calm(setup, "teams", {"teams": 1, "team": [team, "also none"], "do": "accept"})
    calm(
        setup,
        "teams",
        {"teams": 1, "team": [team], f"rider-{team[:100]}": ["1"] * 6, "do": "accept"},
    )
    assert setup.post("teams", teams=1, team=["1"] * 500).status_code == 400


def test_riders_of_another_team(setup):
    setup.to("teams")
    azure, brick = setup.teams[:2]
    setup.keep("teams", **setup.picked(azure, brick))
    foreign = [rider.pk for rider in brick.riders.all()][:5]
    setup.post("teams", **setup.picked(azure, brick, **{f"rider-{azure.pk}": foreign}))
    setup.post("teams", do="accept", **setup.picked(azure, brick))
    names = [rider.name for rider in Tour.objects.get().teams.get(name="Azure").riders.all()]
    assert all(name.endswith("Azure") for name in names)


def test_fewer_riders_than_the_page_had(setup):
    setup.to("teams")
    team = setup.teams[0]
    setup.keep("teams", **setup.picked(team))
    line = [rider.pk for rider in team.riders.all()][:5]
    calm(
        setup, "teams", setup.picked(team, **{f"was-{team.pk}": line, f"rider-{team.pk}": line[4:]})
    )


@pytest.mark.parametrize(
    "data",
    [
        [],
        {},
        "garbage",
        12,
        {"stages": "many"},
        {"scale": {"individual": ["ten"]}},
        {"players": 2**70},
        {"stage_count": -4, "accepted": 3},
        {
            "accepted": 3,
            "name": "x",
            "stages": [{"plan": {"type": "flat", "length": 2**40, "passes": [], "sprints": []}}],
        },
        {
            "accepted": 3,
            "name": "x",
            "character": "hilly",
            "scale": {},
            "stages": [{"plan": {"type": "steep", "length": 1}}],
        },
    ],
)
def test_a_draft_that_cannot_be_read_begins_anew(setup, data):
    Draft.objects.filter(pk=setup.pk).update(data=json.loads(json.dumps(data)))
    assert setup.client.get("/tours/new/").status_code == 200
    assert setup.client.get("/").status_code == 200
    for step in drafts.STEPS:
        assert setup.get(step).status_code in (200, 302)
        assert setup.post(step, do="continue").status_code < 500


@pytest.mark.parametrize(
    "url",
    [
        "/tours/new/cycling_party/9223372036854775808/tour/",
        "/tours/new/cycling_party/999999/tour/",
        "/tours/new/cycling_party/0/teams/",
    ],
)
def test_drafts_that_there_are_not(setup, url):
    assert setup.client.get(url).status_code == 404
    assert setup.client.post(url, TOUR).status_code == 404
    assert setup.client.post(url, {"ending": "%%%%%%%%%%%%"}).status_code == 404


@pytest.mark.parametrize("step", ["", "laps", "delete2", "tour/../teams"])
def test_steps_that_there_are_not(setup, step):
    assert setup.client.get(f"/tours/new/cycling_party/{setup.pk}/{step}/").status_code == 404


def test_other_ways_of_asking(setup):
    for method in ("put", "delete", "patch"):
        assert getattr(setup.client, method)(setup.url("tour")).status_code == 405
