"""Open every address that takes a tour, a stage or a ride for a tour of a game that nobody knew:
fresh, under way, reopened and finished, as its director and as anybody.

Addresses come from the resolver: a new page is asked without anybody thinking of it. What does not
answer 200 stands here by name, with the reason.
"""

import re
from collections.abc import Iterator

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from tests import hostile
from tests.factory import NOW, a_user
from tests.toy.set_up import SET_UP, a_plan
from tests.toy.test_toy import BACKEND, end_stage, log_stage, ride_of, ride_on, tap
from tourmanager.play.models import Ride
from tourmanager.tours.models import Tour

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

# What does not answer 200, and why.
POSTED, REFUSED = {405}, {404}
OTHERWISE = {
    **dict.fromkeys(
        (
            "tours/<slug:slug>/again/",
            "tours/<slug:slug>/archive/",
            "tours/<slug:slug>/duplicate/",
            "tours/<slug:slug>/restore/",
            "tours/<slug:slug>/stages/days/",
            "tours/<slug:slug>/stages/<int:number>/discard/",
            "tours/<slug:slug>/stages/<int:number>/jury/amend/",
            "tours/<slug:slug>/stages/<int:number>/official/",
            "tours/<slug:slug>/stages/<int:number>/record/",
            "tours/<slug:slug>/stages/<int:number>/reopen/",
            "tours/<slug:slug>/stages/<int:number>/resume/",
            "rides/<slug:slug>/again/",
            "rides/<slug:slug>/answer/",
            "rides/<slug:slug>/begin/",
            "rides/<slug:slug>/close/",
            "rides/<slug:slug>/correct/",
            "rides/<slug:slug>/dice/",
            "rides/<slug:slug>/seats/<int:number>/hand-over/",
            "rides/<slug:slug>/seats/<int:number>/leave/",
            "rides/<slug:slug>/table/",
            "rides/<slug:slug>/talk/close/",
            "rides/<slug:slug>/undo/",
        ),
        POSTED,
    ),
    "tours/<slug:slug>/stages/<int:number>/road/": REFUSED,  # of another game: tiles
    "tours/<slug:slug>/stages/<int:number>/change-road/": REFUSED,  # of another game: its editor
    "tours/<slug:slug>/classifications/cycling-party/<slug:who>/": REFUSED,  # a1 is no player
    "rides/<slug:slug>/set-up/": REFUSED,  # no way from the screen to the table
    "rides/<slug:slug>/talk/": REFUSED,  # no talk box was agreed
}
# a stage has to end before its figures are tables and explained, and a ride before its log is shown
TABLE = "tours/<slug:slug>/classifications/<slug:key>/table.<str:fmt>"
EXPLAINED = "tours/<slug:slug>/classifications/<slug:key>/<slug:who>/"
RIDE_LOG = "rides/<slug:slug>/log/"
VALUES = {
    "number": ["1", "2"],
    "key": ["individual", "points", "teams", "stage"],
    "who": ["a1"],
    "fmt": ["csv"],  # words of other games can be looked for in it
}
# figures of teams and players are explained by the team's letter
FIGURES = [
    *({"key": key, "who": "a1"} for key in ("individual", "points", "stage")),
    *({"key": key, "who": "a"} for key in ("teams", "stage", "manager-points")),
]


def routes(prefix: str) -> list[str]:
    return [route for route in hostile.routes() if route.startswith(prefix)]


def addresses(route: str, slug: str, **values: list[str]) -> Iterator[str]:
    """The address with each value of each part."""
    names = [name for name, _ in hostile.parameters(route) if name != "slug"]
    found = [{"slug": slug}]
    if route == EXPLAINED:
        names, found = [], [{"slug": slug} | figure for figure in FIGURES]
    for name in names:
        found = [each | {name: value} for each in found for value in (VALUES | values)[name]]
    for each in found:
        yield hostile.filled(route, each)


def expected(route: str, *, ended: bool) -> set[int]:
    if route in OTHERWISE:
        return OTHERWISE[route]
    if not ended and route in (TABLE, EXPLAINED, RIDE_LOG):
        return {403, 404}
    return {200}


@pytest.fixture
def director():
    return a_user("dora")


@pytest.fixture
def client(director) -> Client:
    client = Client()
    client.force_login(director, backend=BACKEND)
    return client


def a_tour_that_is(state: str, client: Client, director) -> Tour:
    tour = SET_UP.create(a_plan("Tour of the Table", ["Ant", "Bee"]), by=director, at=NOW)
    if state != "fresh":
        log_stage(client, tour, 1)
        end_stage(client, tour, 1)
        log_stage(client, tour, 2)
    if state == "reopened":
        address = reverse("results:reopen", args=[tour.slug, 1])
        client.post(address, {"token": "reopen-1"})
        tap(client, tour, 1, {"do": "toy.push", "rider": "a1"})
    if state == "finished":
        end_stage(client, tour, 2)
    tour.refresh_from_db()
    return tour


@pytest.mark.parametrize("state", ["fresh", "under way", "reopened", "finished"])
def test_every_page_of_a_tour_shows_it(state, client, director):
    tour = a_tour_that_is(state, client, director)
    wrong = []
    for who, reader in (("director", client), ("anybody", Client())):
        for route in routes("tours/<slug:slug>/"):
            for address in addresses(route, tour.slug):
                answer = reader.get(address, follow=True)
                if answer.status_code not in expected(route, ended=state != "fresh"):
                    wrong.append((who, address, answer.status_code))
                wrong += [(address, name) for name in missing(answer.content.decode())]
                wrong += [(address, name) for name in strange(answer.content.decode())]
    assert not wrong, "\n".join(map(str, wrong))


def test_the_page_of_a_stage_heads_its_columns_in_the_words_of_the_game(client, director):
    tour = a_tour_that_is("under way", client, director)
    page = client.get(reverse("classifications:one", args=[tour.slug, "stage"])).content.decode()
    headings = [TAGS.sub("", each).strip() for each in re.findall(r"(?s)<th .*?</th>", page)]
    assert "Turn" in headings
    assert "turn +1" in page
    assert "Teams of the day" in page


def test_the_page_of_a_classification_of_teams_shows_it(client, director):
    tour = a_tour_that_is("under way", client, director)
    page = client.get(reverse("classifications:one", args=[tour.slug, "teams"])).content.decode()
    assert page.index("Bee") < page.index("+0:10")


# What other games speak of. ("climbers" are named by a scheme of another game that may be chosen.)
STRANGE = re.compile(
    r"(?i)\b(bottles?|paceline|exhaustion|cards?|tiles?|peloton|pass(?:es)?|mountain pass|km|hors"
    r" category|low mountain|flat stage|advantages?|descent|round|squares?|is place|lanes?|hands"
    r"|accidents?|climber|sprinters?|rouleurs?|dealt|decks?|dummy|dummies)\b"
)
# where the words mean something else: a page of the browser, a form, an address
TAGS = re.compile(r"(?s)<(script|style)\b.*?</\1>|<[^>]*>")


def strange(markup: str) -> set[str]:
    """Return the words of other games that stand on a page."""
    return {found.lower() for found in STRANGE.findall(TAGS.sub(" ", markup))}


def missing(markup: str) -> list[str]:
    """Name the style sheets and scripts of a page that are not served."""
    named = re.findall(r'(?:href|src)="/static/([^"]+\.(?:css|js))"', markup)
    return [name for name in named if not finders.find(name)]


@pytest.mark.parametrize("state", ["seating", "riding", "over", "recorded"])
def test_every_page_of_a_ride_shows_it(state, client, director):
    tour = a_tour_that_is("fresh", client, director)
    ride = ride_of(client, tour, seat_1="link" if state == "seating" else "bot:steady")
    if state in ("over", "recorded"):
        ride_on(client, ride)
    if state == "recorded":
        client.post(reverse("play:review", args=[ride.slug]))
    seat = ride.seats.get(number=1)
    wrong = []
    for who, reader in (("director", client), ("anybody", Client())):
        for route in routes("rides/<slug:slug>/"):
            key = ["TOY-1"] if "rules/" in route else [seat.key]
            for address in addresses(route, ride.slug, number=["0"], key=key):
                answer = reader.get(address, follow=True)
                if answer.status_code not in expected(route, ended=state in ("over", "recorded")):
                    wrong.append((who, address, answer.status_code))
                wrong += [(address, name) for name in missing(answer.content.decode())]
                wrong += [(address, name) for name in strange(answer.content.decode())]
    assert not wrong, "\n".join(map(str, wrong))
    assert Ride.objects.count() == 1


def test_the_classifications_of_the_stage_on_the_road_show_it(client, director):
    tour = a_tour_that_is("under way", client, director)
    tap(client, tour, 2, {"do": "turn", "turn": 3})
    asked = [
        address
        for route in routes("tours/<slug:slug>/classifications/")
        if route not in OTHERWISE
        for address in addresses(route, tour.slug)
    ]
    assert len(asked) == 1 + 2 * len(VALUES["key"]) + len(FIGURES)
    for address in asked:
        answer = client.get(f"{address}?stage=now")
        assert answer.status_code == 200, address
        assert strange(answer.content.decode()) == set(), address


def test_every_list_names_it(client, director):
    ride_of(client, a_tour_that_is("fresh", client, director))
    for address in ("/", "/tours/", "/tours/new/", "/rides/", "/rides/new/"):
        answer = client.get(address)
        assert answer.status_code == 200
        assert "Toy Dash" in answer.content.decode() or "Tour of the Table" in (
            answer.content.decode()
        ), address


def test_the_administration_shows_it(client, director):
    tour = a_tour_that_is("under way", client, director)
    admin = a_user("root", is_staff=True, is_superuser=True)
    client.force_login(admin, backend=BACKEND)
    stage = tour.stages.get(number=1)
    shown = {
        "tours_tour": tour.pk,
        "tours_stage": stage.pk,
        "tours_tourteam": tour.teams.first().pk,
        "results_entry": stage.entries.first().pk,
    }
    for model, pk in shown.items():
        for page, args in (("changelist", []), ("change", [pk]), ("history", [pk])):
            answer = client.get(reverse(f"admin:{model}_{page}", args=args), follow=True)
            assert answer.status_code == 200, (model, page)
