"""Names are words: whatever somebody calls a tour, a team, a rider or himself, on every page it is
shown and does nothing.
"""

import itertools
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser

import msgspec
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests import hostile
from tests.factory import NOW, a_plan, a_user
from tests.hostile import BACKEND
from tests.race import log_stage, tap
from tourmanager.accounts.models import User
from tourmanager.results.sheet import entries as e
from tourmanager.riders.models import ROLES, Rider, Team, Upload
from tourmanager.tabletop.cycling_party.set_up.creation import create
from tourmanager.tabletop.cycling_party.set_up.plan import TourPlan
from tourmanager.tabletop.cycling_party.set_up.wizard import draft as drafts
from tourmanager.tabletop.cycling_party.table import entries as cp
from tourmanager.tours.models import Draft, Tour

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
EVIL = (
    "<evil onload=evil()>",
    '"><evil x="',
    "' evil='1' x='",
    "</svg></title></script><evil>",
    "<script>evil()</script>",
    "{{ 7|add:7 }}{% evil %}",
    "<!--<evil>",
    "&lt;evil&gt;&#60;evil&#62;",
    "`${evil}`\\u003cevil\\u003e",
    '" onmouseover="evil()',
    "javascript:evil()",
)


class Names:
    """A different evil one each time."""

    def __init__(self) -> None:
        self.turn = itertools.count()

    def __call__(self, longest: int = 60) -> str:
        number = next(self.turn)
        return f"{EVIL[number % len(EVIL)][: longest - 3]}{number}"


def an_evil_plan(names: Names) -> TourPlan:
    plan = a_plan(stages=2, teams=3, riders=5, name=names(80))
    for number, team in enumerate(plan.teams):
        team.name, team.short_name, team.manager = (
            "ABC"[number] + names(39),
            ("<i>", '"><', "'&{")[number],
            names(40),
        )
        team.riders = [msgspec.structs.replace(rider, name=names(60)) for rider in team.riders]
    return plan


@pytest.fixture
def names() -> Names:
    return Names()


@pytest.fixture
def director() -> User:
    return a_user("dora+<evil>", first_name=EVIL[0], last_name=EVIL[9])


@pytest.fixture
def tour(director: User, names: Names) -> Tour:
    """Raced once and being corrected, the second stage under way, a rider out, warnings standing;
    everybody level with somebody.
    """
    tour = create(an_evil_plan(names), by=director, at=NOW)
    log_stage(tour, "a1 b1 c1 0:10, a2 b2 0:20", out="c5", by=director)
    tap(tour.stages.get(number=1), e.Reopen(), by=director)
    second = tour.stages.get(number=2)
    for body in (
        e.Place("s1", "a1"),
        e.Place("s1", "b2"),
        e.Arrive(("a1", "b1")),
        e.Square(3),
        cp.Die(2),
        cp.Use("a", "bottle"),
        e.Undo(1),
    ):
        tap(second, body, by=director)
    return tour


@pytest.fixture
def finished(director: User, names: Names) -> Tour:
    tour = create(an_evil_plan(names), by=director, at=NOW)
    log_stage(tour, "a1 b1 0:10, c2 0:20", by=director)
    log_stage(tour, "b1 0:10, a2 c2 0:20", by=director)
    return tour


@pytest.fixture
def roster(names: Names) -> list[Team]:
    teams = []
    for short in ("<i>", '"><', "'&{"):
        team = Team.objects.create(
            name=names(40), short_name=short, colour="#1f6fb2", pattern="sash"
        )
        Rider.objects.bulk_create(
            Rider(team=team, number=number, name=names(60), role=role)
            for number, role in enumerate(ROLES, 1)
        )
        teams.append(team)
    return teams


@pytest.fixture
def draft(director: User, tour: Tour, names: Names) -> Draft:
    row = Draft.objects.create(owner=director, game="cycling_party", data={})
    begun = drafts.repeat_tour(tour)
    begun.name = names(80)
    drafts.write(row, begun)
    return row


def quoted(name: str) -> str:
    """Return a cell of a CSV file without its outer quotes."""
    return name.replace('"', '""')


@pytest.fixture
def upload(director: User, names: Names) -> Upload:
    client = signed_in(director)
    rows = [
        f'"{quoted(names(40))}",{number},"{quoted(names(60))}",<evil>' for number in range(1, 7)
    ]
    client.post(
        "/teams/import/",
        {
            "file": SimpleUploadedFile(
                '"><evil>.csv', ("team,number,rider,<evil>\n" + "\n".join(rows)).encode()
            )
        },
    )
    return Upload.objects.get()


def signed_in(user: User) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(user, backend=BACKEND)
    return client


class Reader(HTMLParser):
    """Reads a page as a browser would, and notes what should not be there."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.said: list[str] = []
        self.within = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.within = tag
        if tag == "evil" or (tag == "script" and not dict(attrs).get("src")):
            self.found.append(f"<{tag}>")
        for name, value in attrs:
            if name.startswith("on") or "evil" in name or name in ("style", "srcdoc"):
                self.found.append(f"<{tag} {name}>")
            if name in ("href", "src", "action", "formaction") and re.match(
                r"\s*(javascript|data|vbscript):", value or "", re.IGNORECASE
            ):
                self.found.append(f"<{tag} {name}={value!r}>")
            if (value or "").startswith(('{"', "[")) and (
                name.startswith("data-") or name in ("value", "hx-headers", "hx-vals")
            ):
                try:
                    json.loads(value or "")
                except ValueError:
                    if name != "value":
                        self.found.append(f"<{tag} {name}> is no JSON")
            self.said.append(value or "")

    def handle_comment(self, data: str) -> None:
        if "evil" in data:
            self.found.append("<!--")

    def handle_data(self, data: str) -> None:
        if self.within == "script" and data.strip():
            self.found.append("a script in the page")
        self.said.append(data)

    def handle_endtag(self, tag: str) -> None:
        self.within = ""


def addresses(
    tour: Tour, finished: Tour, draft: Draft, upload: Upload, roster: list[Team]
) -> Iterator[str]:
    yield from (
        "/",
        "/tours/",
        "/tours/?q=<evil>",
        "/tours/new/",
        "/tours/import/",
        "/teams/",
        '/teams/?q="><evil>',
        "/teams/new/",
        "/teams/import/",
    )
    yield from (
        "/account/password/",
        '/account/sign-in/?next="><evil>',
        '/account/sign-up/?next="><evil>',
        '/nowhere/"><evil>/',
    )
    yield f"/teams/import/{upload.pk}/"
    evil = "&pattern=<evil>&own_colour=%22/><evil>"
    yield f"/teams/jersey/?name=<evil>&short_name=<evil>&colour=%22><evil>{evil}"
    for team in roster:
        yield from (f"/teams/{team.pk}/", f"/teams/{team.pk}/delete/")
    yield from (f"/tours/new/cycling_party/{draft.pk}/{step}/" for step in drafts.STEPS)
    for each in (tour, finished):
        base = f"/tours/{each.slug}/"
        yield from (
            base + page
            for page in (
                "stages/",
                "riders/",
                "riders/?q=<evil>",
                "settings/",
                "erase/",
                "advantages/",
                "cycling-party/",
                "final/",
            )
        )
        yield from (
            f"{base}stages/{number}/{page}"
            for number in (1, 2)
            for page in ("", "log/", "end/", "?line=s1", "?line=finish&unit=1", "?line=<evil>")
        )
        yield f"{base}classifications/"
        for key in ("stage", "individual", "mountain", "is", "regularity", "teams"):
            yield from (
                f"{base}classifications/{key}/",
                *(f"{base}classifications/{key}/{who}/" for who in ("a1", "a")),
            )
        yield from (f"{base}classifications/cycling_party/{who}/?of=<evil>" for who in "abc")


def test_a_name_is_shown_and_does_nothing(director, tour, finished, draft, upload, roster):
    told, shown = [], set()
    for client, ways in (
        (signed_in(director), ({}, {"HX-Request": "true"})),
        (Client(raise_request_exception=False), ({},)),
    ):
        for address in addresses(tour, finished, draft, upload, roster):
            for headers in ways:
                response = client.get(address, headers=headers)
                assert response.status_code < 500, address
                if response.status_code in (204, 302, 304, 405):
                    continue
                page = Reader(response.content.decode())
                told += [f"{address} has {fault}" for fault in page.found]
                words = " ".join(page.said)
                shown |= {evil for evil in EVIL if evil[:20] in words}
    assert not told, "\n".join(dict.fromkeys(told))
    assert shown == set(EVIL), "every one of them is shown somewhere, as it was typed"


def test_the_administration_shows_them_as_words_too(tour, finished, draft, upload, roster):
    client, told = signed_in(a_user("root", is_staff=True, is_superuser=True)), []
    pages = [
        f"/admin/{model}/"
        for model in (
            "riders/team",
            "riders/rider",
            "tours/tour",
            "tours/draft",
            "results/entry",
            "results/standing",
            "accounts/user",
        )
    ]
    pages += [
        f"/admin/riders/team/{roster[0].pk}/{page}/" for page in ("change", "history", "delete")
    ]
    pages += [f"/admin/tours/tour/{tour.pk}/{page}/" for page in ("change", "history", "delete")]
    opened = 0
    for page in pages:
        response = client.get(page)
        assert response.status_code in (200, 403, 404), page
        opened += response.status_code == 200
        told += [
            f"{page} has {fault}"
            for fault in Reader(response.content.decode()).found
            if "<evil" in fault or "evil>" in fault or "onmouseover" in fault
        ]
    assert opened > 8
    assert not told


def test_refusals_that_quote_what_was_sent_quote_words(director, tour, draft, roster):
    client, told = signed_in(director), []
    pages = [
        f"/tours/{tour.slug}/settings/",
        f"/tours/new/cycling_party/{draft.pk}/tour/",
        f"/tours/new/cycling_party/{draft.pk}/teams/",
        "/teams/new/",
        f"/teams/{roster[0].pk}/",
    ]
    pages += [
        "/account/sign-in/",
        "/account/password/",
        "/tours/import/",
        f"/tours/{tour.slug}/erase/",
    ]
    for page in pages:
        for form in hostile.forms_of(client, [hostile.Address("", page)]):
            for evil in EVIL[::3] if form.method == "post" else ():
                response = hostile.send(
                    client,
                    form.action,
                    [(name, evil) for name in form.names if name != "do"]
                    + [("do", "rename"), ("do", "add-director")],
                )
                if response.status_code >= 400:
                    told += [
                        f"{form.action} has {fault}"
                        for fault in Reader(response.content.decode()).found
                    ]
    client = Client()
    for evil in EVIL:
        told += Reader(
            client.post(
                "/account/sign-in/", {"username": evil, "password": evil, "next": evil}
            ).content.decode()
        ).found
        told += Reader(
            client.get(
                "/nowhere/", headers={"referer": f"http://testserver/{evil}"}
            ).content.decode()
        ).found
    assert not told, "\n".join(dict.fromkeys(told))
