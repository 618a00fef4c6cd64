"""Whatever is sent to whatever address by whomever is answered in words, and changes nothing that
it must not.
"""

import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie
from io import BytesIO
from itertools import cycle, product
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings as app
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import AsyncClient, Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import hostile
from tests.factory import a_user
from tests.hostile import (
    GARBAGE,
    UNREADABLE,
    Address,
    Cast,
    Form,
    encoded,
    faults,
    fingerprint,
    forms_of,
    send,
    shared_cast,
)
from tourmanager.results.publishing.verify import verify
from tourmanager.results.sheet.contract import TableGame
from tourmanager.results.sheet.core_entries import CORE
from tourmanager.tabletop.registry import parts
from tourmanager.tours.models import Tour

pytestmark = pytest.mark.django_db
Rows = dict[str, list[Any]]
READS_QUERY = re.compile(
    r"GET(?:\.get\(|\.getlist\(|\[)\s*\"([\w-]+)\"|\"([\w-]+)\" (?:not )?in request\.GET"
)
OURS = [route for route in hostile.routes() if not route.startswith("admin/")]
ADMIN = [route for route in hostile.routes() if route.startswith("admin/")]


@pytest.fixture(scope="module")
def cast(django_db_setup: None, django_db_blocker: object) -> Iterator[Cast]:
    with shared_cast(django_db_blocker) as cast:
        yield cast


@contextmanager
def undone() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Thousands of refusals are no news; and nobody asks what their templates were given, which
    takes long to copy.
    """
    logging.disable(logging.CRITICAL)
    monkeypatch.setattr("django.test.client.store_rendered_templates", lambda *args, **kwargs: None)
    yield
    logging.disable(logging.NOTSET)


class Person:
    """Somebody with a browser. What he does is undone after each request, and he stays
    signed in.
    """

    def __init__(self, user=None, **browser: bool) -> None:
        self.client = Client(raise_request_exception=False, **browser)
        if user:
            self.client.force_login(user, backend=hostile.BACKEND)
        self.user = user
        self.cookies = self.client.cookies.output()
        self.wrote: list[str] = []  # what the last request wrote

    @contextmanager
    def trying(self) -> Iterator[Client]:
        with undone(), hostile.writes() as self.wrote:
            yield self.client
        self.client.cookies = SimpleCookie()
        for name, value in re.findall(r"Set-Cookie: (\w+)=([^;]*)", self.cookies):
            self.client.cookies[name] = value


@pytest.fixture
def visitor(cast: Cast) -> Person:
    return Person()


@pytest.fixture
def other(cast: Cast) -> Person:
    return Person(cast.other)


@pytest.fixture
def director(cast: Cast) -> Person:
    return Person(cast.director)


def all_plausible(cast: Cast, of: list[str] = OURS) -> list[Address]:
    return [address for route in of for address in hostile.plausible(cast, route)]


class Faults:
    """Collected over many requests, told together."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.asked = 0

    def judge(self, response, said: str, *, then: bool = True) -> None:
        self.asked += 1
        self.found += [f"{said}: {fault}" for fault in faults(response)]

    def unless(self, right: bool, said: str) -> None:
        if not right:
            self.found.append(said)

    def unless_unchanged(self, person: "Person", before: Rows, said: str, **of: object) -> None:
        """The last request of that person left all rows as they were before."""
        self.unless(not person.wrote or fingerprint(**of) == before, said)

    def told(self, at_least: int) -> None:
        assert not self.found, f"{len(self.found)} faults:\n" + "\n".join(
            dict.fromkeys(self.found[:60])
        )
        assert self.asked >= at_least, "so few requests test nothing"


def test_what_a_request_wrote_is_noticed(cast: Cast, director: Person) -> None:
    """Rows are compared only where something was written."""
    tour, told, before = cast.tours["running"], Faults(), fingerprint()
    with director.trying():
        Tour.objects.get(pk=tour.pk)
    assert director.wrote == []
    with director.trying():
        Tour.objects.filter(pk=tour.pk).update(name="Another")
        told.unless_unchanged(director, before, "changed")
    assert told.found == ["changed"]


# -- addresses


@pytest.mark.parametrize("who", ["visitor", "other", "director"])
def test_reading_any_page_changes_nothing(cast, who, request):
    person, told, before = request.getfixturevalue(who), Faults(), fingerprint()
    for address in all_plausible(cast):
        response = person.client.get(address.path)
        told.judge(response, f"GET {address.path}")
        if (
            who != "director"
            and cast.tours["foreign"].slug not in address.path
            and response.status_code == 200
        ):
            foreign = cast.leagues[1].slug in address.path and who == "other"
            private = ("/settings/" in address.path and not foreign) or (
                "/log/" in address.path and not address.path.startswith("/rides/")
            )
            # the log of a ride that is over is anybody's
            told.unless(not private, f"{who} reads {address.path}")
    for address in [hostile.plausible(cast, route)[0] for route in OURS]:
        told.judge(
            person.client.get(address.path, headers={"HX-Request": "true"}),
            f"GET by htmx {address.path}",
        )
    assert fingerprint() == before
    told.told(200)


@pytest.mark.any_database
@pytest.mark.parametrize("who", ["visitor", "director"])
def test_no_other_method_does_anything(cast, who, request):
    """HEAD answers as GET would, the rest is refused in words."""
    person, told, before = request.getfixturevalue(who), Faults(), fingerprint()
    for route in OURS:
        path = hostile.plausible(cast, route)[0].path
        for method in ("HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"):
            with person.trying() as client:
                response = client.generic(
                    method,
                    path,
                    b"do=rename&name=x",
                    content_type="application/x-www-form-urlencoded",
                )
            if method in ("HEAD", "OPTIONS"):
                told.unless(response.status_code < 500, f"{method} {path} crashed")
            else:
                told.judge(response, f"{method} {path}")
                told.unless(
                    response.status_code >= 300, f"{method} {path} was done: {response.status_code}"
                )
            told.asked += 1
    assert fingerprint() == before
    told.told(200)


@pytest.mark.parametrize("who", ["visitor", "director"])
def test_addresses_of_nothing(cast, who, request):
    person, told, before = request.getfixturevalue(who), Faults(), fingerprint()
    for route in OURS:
        for address in hostile.garbled(cast, route):
            for method in ("GET", "POST"):
                with person.trying() as client:
                    response = client.generic(method, address.path)
                told.judge(response, f"{method} {address.path[:120]}")
                told.unless(
                    response.status_code != 200 or method == "GET",
                    f"{method} {address.path[:120]} was done",
                )
    assert fingerprint() == before
    told.told(500)


def test_nonsense_after_the_question_mark(cast, director):
    names = {name for found in read_query() for name in found if name}
    assert {"q", "page", "stage", "line", "unit", "part"} <= names
    told, before = Faults(), fingerprint()
    for route in OURS:
        path = hostile.plausible(cast, route)[0].path
        if director.client.get(path).status_code == 405:
            continue
        for value in GARBAGE[1::3]:
            query = encoded(
                [(name, value) for name in sorted(names)] + [("part", "board")]
            ).decode()
            told.judge(director.client.get(f"{path}?{query}"), f"GET {path} with {value[:30]!r}")
        for query in ("q=%00", "=", "&&&", "%", "a[]=1&a[b]=2", "stage=1&stage=2", "x" * 3000):
            told.judge(director.client.get(f"{path}?{query}"), f"GET {path}?{query[:20]}")
    assert fingerprint() == before
    told.told(250)


def read_query() -> list[tuple[str, str]]:
    """What our pages read of a query: found in the code, so that a new one is here too."""
    sources = (Path(app.BASE_DIR) / "tourmanager").rglob("*.py")
    return [
        pair
        for source in sources
        for pair in READS_QUERY.findall(source.read_text(encoding="utf-8"))
    ]


# -- forms


def filled_in(form: Form, **changes: str) -> list[tuple[str, str]]:
    values = {name: list(found) for name, found in form.fields.items()} | dict(
        form.buttons[:1] and [(form.buttons[0][0], [form.buttons[0][1]])]
    )
    values |= {name: [value] for name, value in changes.items()}
    return [(name, value) for name, found in values.items() for value in found]


def posted(forms: list[Form]) -> list[Form]:
    return [form for form in forms if form.method == "post"]


@pytest.fixture
def directors_forms(cast: Cast, director: Person) -> list[Form]:
    """Return the forms that the director's pages send; the pages are read once for all tests."""
    cast.forms = cast.forms or posted(forms_of(director.client, all_plausible(cast)))
    assert len(cast.forms) > 30
    return cast.forms


@pytest.mark.any_database
def test_a_form_of_a_director_does_nothing_for_anybody_else(cast, directors_forms, other, visitor):
    """Every form on every page of the director, sent as it stands, with each of its buttons, by
    somebody who is not.
    """
    told = Faults()
    others, all_of_it = fingerprint(of=cast.other), fingerprint()
    for form in directors_forms:
        for name, value in kinds_of(form.buttons) or [("", "")]:
            for who, person, before in (("other", other, others), ("visitor", visitor, all_of_it)):
                with person.trying() as client:
                    response = send(
                        client, form.action, filled_in(form, **({name: value} if name else {}))
                    )
                    told.judge(response, f"{who} {form.action} {value[:40]}")
                    told.unless_unchanged(
                        person,
                        before,
                        f"{who} changed something by {form.action} {value}",
                        of=cast.other if who == "other" else None,
                    )
                    refused = response.status_code in (
                        302,
                        307,
                        403,
                        404,
                    ) or form.action.startswith(
                        (
                            "/teams/",
                            "/players/",
                            "/leagues/",
                            "/leagues/",
                            "/account/",
                            "/tours/import/",
                            "/tours/new/race/",
                            "/designs/new/",
                        )
                    )
                    # whoever has the link of a seat may take it; that of this ride is over
                    refused |= "/join/" in form.action
                    told.unless(refused, f"{who} {form.action} {value}: {response.status_code}")
    told.told(100)


def kinds_of(buttons: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Of the sixty chips of a pad, and of the tiles of a box, one is enough."""
    return list(
        {(name, value.partition(" ")[0][:16]): (name, value) for name, value in buttons}.values()
    )


@pytest.mark.any_database
def test_every_form_needs_its_token(cast, directors_forms):
    """Another site cannot send them in the director's name."""
    strict = Person(cast.director, enforce_csrf_checks=True)
    told, before = Faults(), fingerprint()
    for form in directors_forms:
        told.unless(
            "csrfmiddlewaretoken" in form.fields,
            f"the form of {form.action} on {form.page} has no token",
        )
    for action in {form.action for form in directors_forms} | {
        hostile.plausible(cast, route)[0].path for route in OURS
    }:
        with strict.trying() as client:
            response = client.post(
                action, {"do": "erase", "token": "abc"}, headers={"origin": "https://evil.example"}
            )
        told.judge(response, f"POST {action}")
        told.unless(
            # the API reads no cookie: there the director is nobody
            response.status_code in ((401, 405) if "/api/" in action else (403, 405)),
            f"POST {action} without a token: {response.status_code}",
        )
    assert fingerprint() == before
    told.told(50)


def test_forms_filled_with_nonsense_change_nothing_they_refuse(cast, director, directors_forms):
    """All fields at once, one at a time, none, twice. Only a draft keeps what is right in it, and
    says what is not.
    """
    told, before = Faults(), fingerprint(drafts=False)

    def attack(form: Form, pairs: list[tuple[str, str]], said: str) -> None:
        with director.trying() as client:
            response = send(client, form.action, pairs)
            told.judge(response, f"{form.action} {said}")
            if response.status_code >= 400:
                words = f"{form.action} {said}: refused, and something changed"
                told.unless_unchanged(director, before, words, drafts=False)

    turn = cycle(GARBAGE)
    for form in one_of_each(directors_forms):
        for value in (*GARBAGE[::5], UNREADABLE[len(form.names) % len(UNREADABLE)]):
            attack(form, [(name, value) for name in form.names], f"all {value[:30]!r}")
        for name in form.names:
            value = next(turn)
            attack(form, filled_in(form, **{name: value}), f"{name}={value[:30]!r}")
            attack(form, [pair for pair in filled_in(form) if pair[0] != name], f"without {name}")
            attack(
                form,
                [*filled_in(form), (name, next(turn)), (name, next(turn))],
                f"{name} three times",
            )
    told.told(400)


def one_of_each(forms: list[Form]) -> list[Form]:
    """One form for each kind of address and fields: the tours differ, the view does not."""
    kinds = {}
    for form in forms:
        kinds.setdefault(
            (
                re.sub(r"/tours/[\w-]{5,}/", "/tours/x/", re.sub(r"\d+", "0", form.action)),
                tuple(form.names),
            ),
            form,
        )
    return list(kinds.values())


def test_the_doors_take_nonsense_from_strangers(cast, visitor):
    told, before = Faults(), fingerprint()
    forms = posted(forms_of(visitor.client, all_plausible(cast)))
    assert {"/account/sign-in/", "/account/sign-up/"} <= {form.action for form in forms}
    for form in one_of_each(forms):
        for value in (*GARBAGE[1::2], *UNREADABLE):
            for names in (form.names, *([name] for name in form.names if name != "next")):
                with visitor.trying() as client:
                    response = send(
                        client, form.action, filled_in(form) + [(name, value) for name in names]
                    )
                    told.judge(response, f"{form.action} {value[:20]!r}")
                    told.unless_unchanged(
                        visitor, before, f"{form.action} {value[:20]!r} changed something"
                    )
    told.told(100)


# -- bodies that are no forms

JSON = (
    b"[" * 50_000,
    b'{"a":' * 20_000,
    b"NaN",
    b'{"entry": null, "token": [], "name": {}}',
    b"\xff\xfe\x00",
    b'"\\ud800"',
    b"",
)
CHARSETS = (
    "base64",
    "rot13",
    "hex",
    "idna",
    "punycode",
    "undefined",
    "utf-16",
    "utf-7",
    "unicode_escape",
    "cp037",
    "no-such",
    "x" * 500,
)
BROKEN = (  # body, content type
    (b"nonsense", "multipart/form-data; boundary="),
    (b"nonsense", "multipart/form-data"),
    (b"--x\r\nContent-Disposition: form-data; name=", "multipart/form-data; boundary=\xe9"),
    (
        (
            b'--x\r\nContent-Disposition: form-data; name="file";'
            b' filename="a"\r\nContent-Transfer-Encoding: base64\r\n\r\n!\r\n--x--'
        ),
        "multipart/form-data; boundary=x",
    ),
    (b"--x\r\n" + b"A: b\r\n" * 5_000 + b"\r\n\r\n--x--", "multipart/form-data; boundary=x"),
    (
        (
            b'--x\r\nContent-Disposition: form-data; name="file";'
            b" filename*=utf-8''%00%ED%A0%80\r\n\r\na\r\n--x--\r\n"
        ),
        "multipart/form-data; boundary=x",
    ),
    (
        b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>",
        "application/xml",
    ),
    (b"do=erase&name=x", "text/plain"),
    (b"do=erase&name=x", "no type"),
    (b"do=erase&name=x", "application/x-www-form-urlencoded; charset=utf-16"),
)


@pytest.mark.any_database
def test_bodies_that_are_no_forms(cast, director):
    told, before = Faults(), fingerprint(drafts=False)
    bodies = [(body, "application/json") for body in JSON] + list(BROKEN)
    for route in OURS:
        path = hostile.plausible(cast, route)[0].path
        with director.trying() as client:
            if client.post(path, "", content_type="text/plain").status_code == 405:
                continue
        for body, content_type in bodies:
            with director.trying() as client:
                response = client.generic("POST", path, body, content_type=content_type)
                told.judge(response, f"POST {path} {content_type[:40]} {body[:20]!r}")
                if response.status_code >= 400:
                    words = f"POST {path} {content_type[:40]} was refused, and changed something"
                    told.unless_unchanged(director, before, words, drafts=False)
    told.told(300)


def test_letters_in_an_encoding_that_is_none(cast):
    """As the server asks it, which reads a request's encoding before anything of ours is there."""
    told = Faults()
    part = b'--x\r\nContent-Disposition: form-data; name="username"\r\n\r\nabc\r\n--x--\r\n'
    kinds = (
        ("application/x-www-form-urlencoded", b"username=a"),
        ("multipart/form-data; boundary=x", part),
        ("text/plain", b"a"),
    )
    client = AsyncClient(raise_request_exception=False)

    @async_to_sync
    async def ask(*args: object, **kwargs: object):
        return await client.generic(*args, **kwargs)

    for charset in CHARSETS:
        for path, (kind, body), method in product(
            ("/account/sign-in/", "/tours/?q=%41"), kinds, ("GET", "POST")
        ):
            response = ask(method, path, body, content_type=f"{kind}; charset={charset}")
            told.judge(response, f"{method} {path} {kind} in {charset[:20]}")
            told.unless(
                response.status_code == 400,
                f"{method} {path} {kind} in {charset[:20]}: {response.status_code}",
            )
    told.told(100)


def a_bomb() -> bytes:
    """A spreadsheet of a few kilobytes that unpacks to thirty megabytes."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b"<workbook/>")
        archive.writestr("xl/worksheets/sheet1.xml", bytes(30_000_000))
    return out.getvalue()


FILES = (
    a_bomb(),
    b"",
    b"\x00" * 5_000,
    bytes(range(256)) * 40,
    b"PK\x03\x04" + bytes(range(256)) * 20,
    b"\xd0\xcf\x11\xe0" + b"x" * 600,
    b"%PDF-1.7",
    b"GIF89a",
    b"team,number,rider\n" + b"Azure,1,x\n" * 6_000,
    b"team;number\n\xed\xa0\x80;1",
    "team,number\nA\ud800,1".encode("utf-16", "surrogatepass"),
    b'team\n"' + b"x" * 5_000,
    b"[" * 100_000,
    b'{"format":"tour-manager/tour","version":' + b"9" * 20_000 + b"}",
    b'{"format":"tour-manager/tour","version":1,"plan":NaN}',
    b'{"format":"tour-manager/tour","version":1}',
)


def test_files_that_are_none(cast, director):
    """Sent wherever a page asks for a file, and named as they please."""
    told, before = Faults(), fingerprint()
    names = (
        "list.csv",
        "a.xlsx",
        "tour.json",
        "../../etc/passwd",
        "x" * 300 + ".csv",
        "\u202egpj.exe",
        "a\0b.csv",
        "<script>.csv",
        "0",
    )
    for path in ("/teams/import/", "/tours/import/"):
        for content in FILES:
            for name in (names[len(content) % len(names)], names[0]):
                with director.trying() as client:
                    response = client.post(path, {"file": SimpleUploadedFile(name, content)})
                    told.judge(response, f"{path} {name[:20]!r} {content[:20]!r}")
                    told.unless(response.status_code >= 400, f"{path} took {content[:20]!r}")
                    told.unless_unchanged(
                        director, before, f"{path} kept something of {content[:20]!r}"
                    )
    told.told(50)


# -- taps

SCRAPS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(
        ["a1", "b2", "s1", "p1", "finish", "peloton", "bottle", "z9", "A1", "a0", "s99", "a1\n"]
    ),
)
VALUES = st.recursive(
    SCRAPS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)
KINDS = [*CORE, *(kind for game in parts(TableGame).values() for kind in game.entries)]
TAGS = [str(body.__struct_config__.tag) for body in KINDS]
FIELDS = sorted({name for body in KINDS for name in body.__struct_fields__})
PROPER = {
    "line": st.sampled_from(["s1", "s2", "p1", "finish"]),
    "rider": st.sampled_from(["a1", "a2", "b1", "b5"]),
    "riders": st.lists(st.sampled_from(["a1", "a2", "b1", "b2", "b5"]), min_size=1, max_size=6),
    "team": st.sampled_from("ab"),
    "advantage": st.sampled_from(["bottle", "sprint", "attack", "mountain_attack", "rocket"]),
    "kind": st.sampled_from(["paceline", "peloton"]),
    "accepted": st.lists(st.sampled_from(["time_order", "all"]), max_size=2),
}
NEAR = st.fixed_dictionaries(
    {"do": st.sampled_from(TAGS)},
    optional={name: PROPER.get(name, st.integers(0, 40)) for name in FIELDS},
)
WRONG = st.fixed_dictionaries(
    {"do": st.sampled_from([*TAGS, "fly", ""]) | SCRAPS}, optional=dict.fromkeys(FIELDS, VALUES)
)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    entries=st.lists(NEAR | WRONG | VALUES, min_size=1, max_size=3),
    number=st.sampled_from([1, 2, 3]),
    script=st.booleans(),
)
def test_whatever_is_tapped_the_log_stays_whole(cast, director, entries, number, script):
    """Stage 1 is being corrected, stage 2 is raced, stage 3 is to come."""
    tour = cast.tours["running"]
    with director.trying() as client:
        for place, entry in enumerate(entries):
            before = fingerprint()
            fields = [
                ("entry", json.dumps(entry)),
                ("token", f"token-{place}"),
                ("line", "s1"),
                ("client", "one"),
            ]
            response = send(
                client,
                f"/tours/{tour.slug}/stages/{number}/record/",
                fields,
                **({"X-Tap": "1"} if script else {}),
            )
            assert not faults(response)
            if response.status_code >= 400:
                assert fingerprint() == before
        assert verify(tour).problems == []
        assert client.get(f"/tours/{tour.slug}/stages/{number}/").status_code == 200
        assert client.get(f"/tours/{tour.slug}/classifications/").status_code == 200


# -- the administration


def test_the_administration_is_for_staff(cast, director):
    told, before = Faults(), fingerprint()
    for address in all_plausible(cast, ADMIN):
        for method in ("GET", "POST"):
            with director.trying() as client:
                response = client.generic(
                    method,
                    address.path,
                    b"username=x&password=y",
                    content_type="application/x-www-form-urlencoded",
                )
            told.judge(response, f"{method} {address.path}")
            login = (
                "/admin/login/" in address.path
                or "/admin/logout/" in address.path
                or "jsi18n" in address.path
            )
            told.unless(
                response.status_code in (302, 403, 404, 405) or login,
                f"{method} {address.path}: {response.status_code}",
            )
    assert fingerprint() == before
    told.told(60)


def test_staff_may_mistype_addresses(cast):
    person, told = Person(a_user("root", is_staff=True, is_superuser=True)), Faults()
    queries = (
        "q=%27%22%3C",
        "id__exact=9223372036854775808",
        "o=99.-99&p=99999",
        "_facets=True&e=1",
        "_popup=1&_to_field=password",
    )
    for route in ADMIN:
        if "logout" in route:
            continue
        ordinary, *_ = hostile.plausible(cast, route)
        for address in [ordinary, *hostile.garbled(cast, route)[1::3]]:
            told.judge(person.client.get(address.path, follow=True), f"GET {address.path[:100]}")
        for query in () if hostile.parameters(route) else queries:
            told.judge(
                person.client.get(f"{ordinary.path}?{query}", follow=True),
                f"GET {ordinary.path}?{query}",
            )
    told.told(150)
