"""Every page of the app, as a director and as a looker see it: no accessibility fault, nothing
wider than the screen.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import Page

from games.cycling_party.numbers import stages as roads
from tests.factory import a_full_roster, a_user
from tests.journeys.conftest import DESKTOP, PHONE, TABLET, Size
from tests.kept import kept
from tests.play.rides import a_ride, ride_on
from tests.race import tap
from tests.rounds import a_grand_tour, log_rounds
from tourmanager.accounts.models import User
from tourmanager.play.models import Ride
from tourmanager.results.sheet import entries as e
from tourmanager.riders.models import Team
from tourmanager.riders.rosters.roster import load_teams
from tourmanager.tabletop.cycling_party.demo import CyclingPartyDemo
from tourmanager.tabletop.flamme_rouge.set_up.entered import usual_tour
from tourmanager.tours.models import Draft, Tour

TEAMS = Path(__file__).parents[2] / "fixtures" / "teams.csv"
NOW = datetime(2026, 7, 20, 20, 0, tzinfo=UTC)

# Beside text, a link may be as small as the text; everything else is to be hit with a finger in
# poor light.
TOO_SMALL = """
() => [...document.querySelectorAll(
  "button, a.button, input, select, [role=button], summary, .chip")]
  .filter((each) => each.checkVisibility({visibilityProperty: true, opacityProperty: true})
    && !each.closest(".visually-hidden"))
  .map((each) => [each, (each.closest("label") ?? each).getBoundingClientRect()])
  .filter(([each, box]) => box.width > 1 && box.height > 1
    && (box.width < 43.5 || box.height < 43.5))
  .map(([each, box]) => [each.tagName, (each.textContent || each.name || "").trim().slice(0, 30),
    box.width, box.height].join(" "))
"""


def the_demo() -> None:
    director = a_user("director", first_name="Dora", last_name="Director")
    _, under_way, _ = CyclingPartyDemo().load(
        load_teams(TEAMS, owner=director), director=director, now=NOW
    )
    tap(under_way.stages.get(number=1), e.Reopen(), by=director)
    a_full_roster(1)  # a team of nobody


@pytest.fixture
def director(transactional_db: None) -> User:
    """Who directs the tours of the demo."""
    kept("demo", the_demo)
    return User.objects.get()


@pytest.fixture
def tours(director: User) -> list[Tour]:
    """The finished one, the one under way, the one just created."""
    return list(Tour.objects.order_by("-pk"))


@pytest.fixture
def draft(tours: list[Tour], client: Client, director: User) -> Draft:
    """A tour being set up, everything but the teams accepted."""
    client.force_login(director, backend="django.contrib.auth.backends.ModelBackend")
    step = client.post("/tours/new/cycling_party/").url
    fields = {
        "name": "Ring of Rivers",
        "players": 4,
        "riders": 6,
        "stage_count": 21,
        "character": "high",
    }
    for entered in (fields, {}, {}):
        step = client.post(step, {"do": "continue", **entered}).url
    assert step.endswith("/teams/")
    return Draft.objects.get()


@pytest.fixture
def rides(director: User) -> list[str]:
    """Pages of digital stages: one that is ridden, one with real dice, one that is over."""
    six = "here link bot bot bot bot"
    riding, dice = (
        a_ride(six, by=director, road=roads()["high"]),
        a_ride("here here", by=director, dice="table"),
    )
    over = ride_on(a_ride("here bot", by=director, road={"length": 30, "type": "flat"}))
    link = riding.seats.get(number=1).key
    pages = [
        riding.get_absolute_url(),
        f"{riding.get_absolute_url()}?zoom=road",
        dice.get_absolute_url(),
        over.get_absolute_url(),
    ]
    pages += [
        f"{riding.get_absolute_url()}{page}"
        for page in ("replay/", "throws/", "set-up/", "rules/CP-J-021/", f"join/{link}/")
    ]
    return [
        *pages,
        *(f"{over.get_absolute_url()}{page}" for page in ("result/", "replay/?at=40", "throws/")),
    ]


def of_riders(rides: list[str], tours: list[Tour]) -> list[str]:
    """What only those see who begin digital stages."""
    stage = f"/tours/{tours[2].slug}/stages/1/digital/"
    return [
        *rides,
        f"{rides[0]}seats/",
        "/rides/",
        "/rides/new/",
        "/rides/new/cycling_party/",
        *of_tiles(),
        stage,
        f"{stage}situation/",
    ]


def of_tiles() -> list[str]:
    code = "abcgiDHqntmKOLrepJsfu"
    return [
        "/rides/new/flamme_rouge/",
        "/designs/",
        f"/designs/new/?tiles={code}",
        f"/designs/{code}/",
    ]


def addresses(tours: list[Tour], draft: Draft | None) -> list[str]:
    finished, under_way, created = (f"/tours/{tour.slug}/" for tour in tours)
    team = Team.objects.exclude(owner=None)[0]
    another = Team.objects.get(owner=None)
    pages = ["/", "/tours/", "/teams/", f"/teams/{team.pk}/", f"/teams/{another.pk}/"]
    for tour in (finished, under_way):
        pages += [
            f"{tour}{page}"
            for page in ("classifications/", "cycling-party/", "stages/", "riders/", "advantages/")
        ]
        pages += [
            f"{tour}classifications/{key}/"
            for key in ("stage", "individual", "mountain", "is", "regularity", "teams")
        ]
    pages += [
        f"{finished}final/",
        f"{finished}stages/2/",
        f"{finished}stages/3/end-of-stage/",
        f"{under_way}stages/3/",
        f"{under_way}stages/3/?line=finish",
    ]
    pages += [
        f"{created}stages/1/",
        f"{created}classifications/",
        f"{created}cycling-party/",
        "/nowhere/",
    ]
    if draft is None:
        return [*pages, "/account/sign-in/", "/account/sign-up/"]
    pages += [
        f"{under_way}stages/1/",
        f"{under_way}stages/1/end/",
        f"{under_way}stages/3/log/",
        f"{under_way}history/",
        f"{created}stages/1/?line=s1",
    ]
    for tour in tours[:2]:
        rider = f"{tour.teams.first().letter}1"  # type: ignore[union-attr]  # a tour has teams
        pages += [f"/tours/{tour.slug}/stages/2/jury/{page}" for page in ("", f"{rider}/")]
    pages += [
        f"{created}{page}"
        for page in ("settings/", "erase/", "scoring/", "scoring/change/", "scoring/riders/")
    ]
    pages += [
        "/teams/new/",
        "/teams/import/",
        "/teams/history/",
        f"/teams/{team.pk}/history/",
        f"/teams/{team.pk}/delete/",
        "/tours/new/",
        "/tours/import/",
        "/account/password/",
        "/account/sessions/",
        "/account/second-step/",
        "/account/passkeys/",
    ]
    return [
        *pages,
        *(
            f"/tours/new/cycling_party/{draft.pk}/{step}/"
            for step in ("tour", "points", "stages", "teams")
        ),
    ]


def look(page: Page, pages: list[str], axe: Callable[[Page], None], size: Size) -> None:
    faults = []
    for address in pages:
        response = page.goto(address)
        assert response is not None
        assert response.status == (404 if address == "/nowhere/" else 200), address
        if size is not DESKTOP:  # it has the markup and the colours of the tablet
            axe(page)
        if (
            wider := page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
        ) > 0:
            faults.append(f"{address} is {wider} px wider than the {size.name}")
        faults += [f"{address} on the {size.name}: {each}" for each in page.evaluate(TOO_SMALL)]
    assert not faults, "\n".join(faults)


@pytest.mark.layout
@pytest.mark.parametrize(
    ("size", "scheme"), [(TABLET, "light"), (PHONE, "dark"), (DESKTOP, "light")], ids=str
)
def test_every_page_of_a_director(
    browser_context_at, axe, tours, draft, rides, director, size, scheme
):
    pages = [*addresses(tours, draft), *of_riders(rides, tours)]
    look(browser_context_at(size, user=director, scheme=scheme).new_page(), pages, axe, size)


@pytest.mark.layout
@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (TABLET, "dark")], ids=str)
def test_every_page_of_a_looker(browser_context_at, axe, tours, rides, size, scheme):
    look(
        browser_context_at(size, scheme=scheme).new_page(),
        [*addresses(tours, None), *rides],
        axe,
        size,
    )


def being_set_up(director: User) -> str:
    """The form of a Grand Tour: of six teams, one stage by a code that is wrong."""
    entered = usual_tour() | {
        "players": "5",
        "peloton": "on",
        "stage-0-source": "code",
        "stage-0-code": "abc?",
        "traits": "on",
    }
    draft = Draft.objects.create(owner=director, game="flamme_rouge", data=entered)
    return f"/tours/new/flamme_rouge/{draft.pk}/"


def talking(director: User) -> str:
    """A stage of a tour that has a talk box."""
    tour, client = a_grand_tour(2, 1, options={"talk": "on"}, by=director, name="Talkers"), Client()
    client.force_login(director, backend="django.contrib.auth.backends.ModelBackend")
    client.post(
        f"/tours/{tour.slug}/stages/1/digital/", {"seat_0": "here", "seat_1": "here", "pace": "0"}
    )
    page = Ride.objects.get(stage__tour=tour).get_absolute_url()
    client.post(f"{page}talk/", {"text": "I stay behind you.", "seat": 0, "token": "one"})
    return page


@pytest.mark.layout
@pytest.mark.parametrize(("size", "scheme"), [(TABLET, "light"), (PHONE, "dark")], ids=str)
def test_every_page_of_a_grand_tour(browser_context_at, axe, size, scheme, transactional_db):
    director = a_user("director")
    tour = a_grand_tour(4, marks={3: "muscle"}, options={"traits": "on"}, by=director)
    under_way, start = (
        f"/tours/{tour.slug}/",
        a_grand_tour(8, 2, crowd=True, by=director, name="Everyone for himself"),
    )
    log_rounds(
        tour,
        "aS 4, bR 4, cS 1 / aR 2, bS 2, dS 2, dR 1 / cR 3",
        "aS 3, aR 5, bS 12, bR 0",
        by=director,
    )
    log_rounds(tour, "aS 4, bR 4 / aR 2", "aS 3", by=director, end=False)
    pages = [
        f"{under_way}stages/{page}"
        for page in ("", "1/", "2/", "2/?line=finish", "2/log/", "2/jury/", "2/jury/a1/")
    ]
    pages += [
        f"{under_way}{page}" for page in ("cycling-party/", "riders/", "possible/", "settings/")
    ]
    pages += [
        f"{under_way}classifications/{page}"
        for page in ("", "stage/", "individual/", "stage/a1/", "individual/a1/")
    ]
    pages += [
        f"/tours/{start.slug}/stages/1/{line}" for line in ("", "?line=finish", "road/", "digital/")
    ]
    pages += [being_set_up(director), talking(director)]
    look(browser_context_at(size, user=director, scheme=scheme).new_page(), pages, axe, size)
    look(
        browser_context_at(size, scheme=scheme).new_page(),
        [f"{under_way}stages/{number}/" for number in (1, 2)],
        axe,
        size,
    )
