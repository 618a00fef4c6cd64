"""What the tests of hostile input share: a small world with everything in it, every address of the
app, every form on its pages.

Addresses come from the resolver and forms from the pages themselves, so a new page is attacked
without anybody thinking of it. A new kind of value in an address has to be named in
`Cast.plausible`, or the tests say so.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote, urlsplit

from django.apps import apps
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import URLPattern, URLResolver, get_resolver

from tests.factory import NOW, a_full_roster, a_tour, a_user
from tests.grand_tours import a_digital_stage, a_grand_tour
from tests.play.rides import a_ride, ride_on
from tests.race import a_raced_tour, log_stage, tap
from tests.tabletop.flamme_rouge.cards import a_card_ride, until
from tourmanager.accounts.models import (
    Passkey,
    RecoveryCode,
    SecondStep,
    SignIn,
    UseCount,
    User,
)
from tourmanager.api.models import Token
from tourmanager.api.tokens import make_token
from tourmanager.leagues import changing
from tourmanager.leagues.models import League, TourFacts
from tourmanager.people.identity import add_person
from tourmanager.people.models import Person
from tourmanager.play.models import Ride, RideSeat, Step
from tourmanager.results.sheet import entries as e
from tourmanager.results.stage_page.views import ANSWERED
from tourmanager.riders.models import Rider, Team, Upload
from tourmanager.tabletop.cycling_party.set_up.wizard import draft as drafts
from tourmanager.tabletop.cycling_party.table import entries as cp
from tourmanager.tabletop.flamme_rouge.designs import saving
from tourmanager.tabletop.flamme_rouge.models import Design
from tourmanager.tabletop.flamme_rouge.set_up.entered import usual_tour
from tourmanager.tabletop.race.models import ResultImport
from tourmanager.tours.models import Draft, Tour
from tourmanager.tours.pages import keeping

BACKEND = "django.contrib.auth.backends.ModelBackend"
# Whoever asks for a model's history has its manager made anew each time: asked once.
OWNED = (Draft, Upload, ResultImport, Ride, Design, Team, Team.history.model)
ACCOUNTS_OWN = (Passkey, RecoveryCode, SecondStep, Token)
RIDERS = (Rider, Rider.history.model)
GARBAGE = (
    "",
    "-1",
    "2147483648",
    "9223372036854775808",
    "1e400",
    "1.5",
    "٣",
    "NaN",
    "' OR 1=1; DROP TABLE tour;--",
    '"><script>alert(1)</script>',
    "{{ 7|add:7 }}{% debug %}",
    "\u202eevil\u200b\u2066",
    "👩‍🚒🏴‍☠️é\u0301",
    "../../etc/passwd",
    "a\r\nSet-Cookie: a=b",
    "x" * 1_900,
)
# what is refused before any page reads it
UNREADABLE = ("a\0b", "\x1b[31m", "\ud800", "\ufffe", "x" * 250_000)
IN_PATH = {
    "int": ("0", "2147483648", "9223372036854775808", "9" * 60),
    "slug": ("none", "x" * 300, "-", "import", "0"),
    "str": ("none", "{{7*7}}", "%3Cscript%3E", "..%2F..%2Fetc", "%F0%9F%9A%B4", "x" * 500),
    "path": ("none", "9223372036854775808", "_5F", "%3Cscript%3E", "1%2C2", "x" * 500),
}
UNREADABLE_IN_PATH = ("%00", "%FF%FE", "%ED%A0%80", "%1B")
INTERNALS = re.compile(
    r"Traceback|Exception|DoesNotExist|\w+Error\b|msgspec|psycopg|sqlite|django\.|\bNone\b|<object|\b(?:tours|riders|results|accounts|play)_\w+"
)


@dataclass
class Cast:
    """Everything there is. `tours` by what is special about each; the director directs all but
    `foreign`.
    """

    director: User
    other: User
    tours: dict[str, Tour] = field(default_factory=dict)
    draft: Draft | None = None
    foreign_draft: Draft | None = None
    grand_draft: Draft | None = None
    foreign_grand_draft: Draft | None = None
    foreign_team: Team | None = None
    sign_in: SignIn | None = None
    foreign_sign_in: SignIn | None = None
    passkey: Passkey | None = None
    foreign_passkey: Passkey | None = None
    token: Token | None = None
    foreign_token: Token | None = None
    upload: Upload | None = None
    foreign_upload: Upload | None = None
    incoming: ResultImport | None = None
    foreign_incoming: ResultImport | None = None
    teams: list[int] = field(default_factory=list)
    people: list[int] = field(default_factory=list)  # of the director, of somebody else
    leagues: list[League] = field(default_factory=list)  # of the director, of somebody else
    designs: list[Design] = field(default_factory=list)  # of the director, deleted, foreign
    # by what is special about each; all but `foreign` are the director's
    rides: dict[str, Ride] = field(default_factory=dict)
    forms: list["Form"] = field(
        default_factory=list, repr=False
    )  # of all the director's pages, once read

    def plausible(self, name: str, route: str) -> list[Any]:
        """Values that make sense in an address, the most ordinary one first."""
        if name == "pk":
            kind = route.partition("<")[0]
            drafts_of = {
                "cycling_party": [self.draft, self.foreign_draft],
                "flamme_rouge": [self.grand_draft, self.foreign_grand_draft],
            }
            found = {
                "drafts/": drafts_of["cycling_party"],
                "grand-tours/": drafts_of["flamme_rouge"],
                "tours/new/": drafts_of["cycling_party"],
                **{f"tours/new/{game}/": rows for game, rows in drafts_of.items()},
                "teams/import/": [self.upload, self.foreign_upload],
                "teams/": self.teams,
                "players/": self.people,
                "imports/": [self.incoming, self.foreign_incoming],
                "designs/": self.designs,
                "account/passkeys/": [self.passkey, self.foreign_passkey],
                "account/tokens/": [self.token, self.foreign_token],
                "account/sessions/": [self.sign_in, self.foreign_sign_in],
            }[kind]
            return [getattr(row, "pk", row) for row in found]
        if route.startswith("leagues/"):
            of_leagues: dict[str, list[Any]] = {
                "slug": [league.slug for league in self.leagues],
                "who": self.people[:1],
                "other": self.people[1:],
                "fmt": ["csv", "xlsx"],
            }
            return of_leagues[name]
        if route.startswith("rides/<slug:slug>/"):
            rides = self.rides.values()
            seat = self.rides["over"].seats.get(number=0)
            own: dict[str, list[Any]] = {
                "slug": [ride.slug for ride in rides],
                "key": ["CP-J-021"] if "rules/" in route else [seat.key],
                "number": [0, 1],
            }
            return own[name]
        values: dict[str, list[Any]] = {
            "slug": [tour.slug for tour in self.tours.values()],
            "number": [2, 1, 3],
            "step": [*drafts.STEPS],
            "key": [
                "individual",
                "stage",
                "mountain",
                "is",
                "regularity",
                "teams",
                "cycling_party",
            ],
            "who": ["a1", "a", "b5"],
            "fmt": ["csv", "xlsx"],
            "game": ["flamme_rouge", "cycling_party"],
            "code": ["abcgiDHqntmKOLrepJsfu", "1*2*3gMRPuu"],
            "app_label": ["tours", "riders"],
            "content_type_id": [1],
            "object_id": [1],
            "id": [1],
            "history_id": [1],
        }
        assert name in values, (
            f"tests/hostile.py does not know what a {name} in {route} may be: say so in `plausible`"
        )
        return values[name]


def a_league(name: str, cast: Cast, owner: User) -> League:
    """A league of a tour that is over, one on the road and one to come, of two divisions."""
    league = changing.create_league(name, "Club", "2026", by=owner, at=NOW)
    season = league.seasons.get()
    for kind in ("finished", "running"):
        changing.add_round(season, tour=cast.tours[kind])
        for team, person in zip(cast.tours[kind].teams.all(), cast.people, strict=False):
            team.person_id = person
            team.save(update_fields=["person"])
    changing.add_round(season, name="Grand Final")
    for number in (1, 2):
        changing.add_division(season, f"Division {number}", number - 1, 2 - number)
    changing.put_member(season, Person.objects.get(pk=cast.people[0]), season.divisions.first())
    return league


def a_cast() -> Cast:
    """Small tours: what is attacked here is every page, not its size."""
    cast = Cast(a_user("dora"), a_user("otto", first_name="Otto"))
    running = a_raced_tour(stages=3, raced=1, by=cast.director)
    stage = running.stages.get(number=2)
    for body in (
        e.Place("s1", "a1"),
        e.Place("s1", "b2"),
        e.Arrive(("a1",)),
        e.Square(3),
        cp.Die(2),
        cp.Use("a", "bottle"),
    ):
        tap(stage, body, by=cast.director)
    tap(running.stages.get(number=1), e.Reopen(), by=cast.director)
    cast.tours["running"] = running
    cast.tours["finished"] = a_raced_tour(stages=1, by=cast.director)
    for kind in ("unlisted", "archived", "erased"):
        tour = cast.tours[kind] = a_tour(by=cast.director, stages=2)
        change = {
            "unlisted": {"listed": False},
            "archived": {"archived_at": NOW},
            "erased": {"erased_at": NOW + timedelta(days=9_000)},
        }
        keeping.change(tour, at=NOW, **change[kind])
    cast.tours["foreign"] = a_tour(by=cast.other, stages=2)
    log_stage(cast.tours["foreign"])
    cast.tours["grand"] = a_grand_tour(
        "peloton-7", "firenze-milano", players=2, options={"talk": "on"}, by=cast.director
    )
    cast.teams = [team.pk for team in a_full_roster(3, by=cast.director)]
    cast.foreign_team = Team.objects.create(
        owner=cast.other, name="Foreign", short_name="FOR", colour="#1f6fb2"
    )
    cast.teams.append(cast.foreign_team.pk)
    cast.people = [
        add_person(name, owner=owner, at=NOW).pk
        for name, owner in (("Ana Ruiz", cast.director), ("Otto", cast.other))
    ]
    for owner, name in ((cast.director, "Winter"), (cast.other, "Summer")):
        cast.leagues.append(a_league(name, cast, owner))
    cast.token, cast.foreign_token = (
        make_token(user=user, name="Clock", tour=None, lasts=timedelta(days=9_000), at=NOW)[0]
        for user in (cast.director, cast.other)
    )
    cast.sign_in, cast.foreign_sign_in = map(a_sign_in, (cast.director, cast.other))
    cast.passkey, cast.foreign_passkey = map(a_passkey, (cast.director, cast.other))
    begun = drafts.repeat_tour(running)
    for owner, name in (
        (cast.director, "Two hills"),
        (cast.director, "Gone"),
        (cast.other, "Another's"),
    ):
        cast.designs.append(saving.save(owner=owner, name=name, tiles="a b K m u", at=NOW))
    saving.delete(cast.designs[1], at=NOW)
    cast.rides["cards"] = a_card_ride(
        "here here bot", by=cast.director, stage="avenue-corso-paseo", first="red", real=["red"]
    )
    until(cast.rides["cards"], phase="energy")
    cast.rides["dice"] = a_ride("here link", by=cast.director, dice="table")
    cast.rides["seating"] = a_ride("here link", by=cast.director, begun=False)
    cast.rides["over"] = ride_on(
        a_ride("link bot", by=cast.director, road={"length": 20, "type": "flat"})
    )
    cast.rides["talking"] = a_digital_stage(cast.tours["grand"], by=cast.director)
    cast.rides["foreign"] = a_ride("here here", by=cast.other)
    for owner, name in ((cast.director, "draft"), (cast.other, "foreign_draft")):
        row = Draft.objects.create(owner=owner, game="cycling_party", data={})
        drafts.write(row, begun)
        setattr(cast, name, row)
        grand = Draft.objects.create(
            owner=owner, game="flamme_rouge", data=usual_tour() | {"name": f"Giro of {owner}"}
        )
        setattr(cast, name.replace("draft", "grand_draft"), grand)
        lines = [
            [1, ["team", "number", "rider"]],
            [2, ["Zephyr", "1", "Ilse"]],
            [3, ["Azure", "x", ""]],
        ]
        setattr(
            cast,
            name.replace("draft", "upload"),
            Upload.objects.create(owner=owner, name="list.csv", lines=lines, made_at=NOW),
        )
        times = [
            [1, ["rider", "team", "time"]],
            [2, ["Ilse", "Zephyr", "1:00:00"]],
            [3, ["Noor", "Azure", "x"]],
        ]
        made = ResultImport(
            owner=owner,
            name=f"Race of {owner}",
            scheme="uci_stage_race",
            files=[["times.csv", times]],
            made_at=NOW,
        )
        made.save()
        setattr(cast, name.replace("draft", "incoming"), made)
    return cast


def a_sign_in(user: User) -> SignIn:
    """Another device on which the user is signed in."""
    Client().force_login(user, backend=BACKEND)
    return SignIn.objects.of(user)[0]


def a_passkey(user: User) -> Passkey:
    """A passkey that no device has."""
    return Passkey.objects.create(
        user=user,
        name="Phone",
        host="testserver",
        credential=f"passkey-{user.pk}",
        public_key=b"",
        sign_count=0,
        created_at=NOW,
    )


@contextmanager
def shared_cast(django_db_blocker: Any) -> Iterator[Cast]:
    """For a whole module: made once, and undone in the end. What a test does is undone after it."""
    quick = override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"])
    with django_db_blocker.unblock(), quick, transaction.atomic():
        yield a_cast()
        transaction.set_rollback(True)


# the rows of leagues that a user does not organise
NOT_THEIRS = "(SELECT league_id FROM leagues_organiser WHERE user_id = {0})"
SEASONS = f"(SELECT id FROM leagues_season WHERE league_id NOT IN {NOT_THEIRS})"
LEAGUES_OF_OTHERS = {
    "League": f"WHERE id NOT IN {NOT_THEIRS}",
    "Season": f"WHERE league_id NOT IN {NOT_THEIRS}",
    "Round": f"WHERE season_id IN {SEASONS}",
    "Division": f"WHERE season_id IN {SEASONS}",
    "Member": f"WHERE season_id IN {SEASONS}",
}


def fingerprint(*, of: User | None = None, drafts: bool = True) -> dict[str, list[Any]]:
    """All rows of our tables, or of all but drafts. With a user, without what they may change:
    their own teams, drafts and files.
    """
    found = {}
    with connection.cursor() as cursor:
        for label in ("accounts", "riders", "tours", "results", "play", "api", "leagues"):
            for model in apps.get_app_config(label).get_models():
                # wrong passwords, links and uploads are counted, also those of strangers, and
                # devices are noted when they are seen; what leagues keep of tours is computed as a
                # page asks for it
                if model in (UseCount, SignIn, TourFacts) or (model is Draft and not drafts):
                    continue
                table, his = model._meta.db_table, ""
                if of is not None:
                    his = f"WHERE owner_id <> {of.pk} OR owner_id IS NULL" if model in OWNED else ""
                    if label == "leagues":
                        his = LEAGUES_OF_OTHERS.get(model.__name__, "WHERE 1 = 0").format(of.pk)
                    if model in ACCOUNTS_OWN:
                        his = f"WHERE user_id <> {of.pk}"
                    if model in RIDERS:
                        his = (
                            f"WHERE team_id IN (SELECT id FROM {Team._meta.db_table} WHERE owner_id"
                            f" <> {of.pk})"
                        )
                    if model in (RideSeat, Step):
                        his = (
                            f"WHERE ride_id IN (SELECT id FROM {Ride._meta.db_table} WHERE owner_id"
                            f" <> {of.pk})"
                        )
                cursor.execute(f"SELECT * FROM {table} {his} ORDER BY 1")
                found[model.__name__] = cursor.fetchall()
    return found


READS = ("SELECT", "SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK TO SAVEPOINT")


@contextmanager
def writes() -> Iterator[list[str]]:
    """Collect the statements that do more than read: where there are none, every row is as it was,
    and all rows need not be read to see it.
    """
    found: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if not sql.lstrip().startswith(READS):
            found.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        yield found


# -- every address


@dataclass(frozen=True)
class Address:
    route: str
    path: str


def routes(resolver: URLResolver | None = None, prefix: str = "") -> Iterator[str]:
    """The patterns of all addresses, but for the administration's "anything else"."""
    for pattern in (resolver or get_resolver()).url_patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, route)
        elif isinstance(pattern, URLPattern) and "(?P<url>" not in route:
            yield route.replace("\\Z", "")


CONVERTER = re.compile(r"<(?:(\w+):)?(\w+)>|\^?\(\?P<(\w+)>[^)]*\)\$?")


def parameters(route: str) -> list[tuple[str, str]]:
    """Name and kind of each variable part."""
    return [(found[2] or found[3], found[1] or "str") for found in CONVERTER.finditer(route)]


def filled(route: str, values: dict[str, Any]) -> str:
    return "/" + CONVERTER.sub(lambda found: str(values[found[2] or found[3]]), route).replace(
        "^", ""
    ).replace("$", "")


def plausible(cast: Cast, route: str) -> list[Address]:
    """The address with ordinary values, then with each other value of each part."""
    ordinary = {name: cast.plausible(name, route)[0] for name, _ in parameters(route)}
    paths = [filled(route, ordinary)]
    for name in ordinary:
        paths += [
            filled(route, ordinary | {name: value}) for value in cast.plausible(name, route)[1:]
        ]
    return [Address(route, path) for path in paths]


def garbled(cast: Cast, route: str) -> list[Address]:
    """The address with nonsense in one part at a time."""
    ordinary = {name: cast.plausible(name, route)[0] for name, _ in parameters(route)}
    values = [
        (name, value)
        for name, kind in parameters(route)
        for value in (*IN_PATH[kind], *UNREADABLE_IN_PATH)
    ]
    return [Address(route, filled(route, ordinary | {name: value})) for name, value in values]


# -- every form


@dataclass
class Form:
    page: str
    action: str
    method: str
    fields: dict[str, list[str]]
    buttons: list[tuple[str, str]]

    @property
    def names(self) -> list[str]:
        return sorted({*self.fields, *(name for name, _ in self.buttons)} - {"csrfmiddlewaretoken"})


class Forms(HTMLParser):
    """Reads the forms off a page as a browser would fill and send them."""

    def __init__(self, page: str, html: str) -> None:
        super().__init__()
        self.page, self.found, self.by_id = page, [], {}
        self.current: Form | None = None
        self.select: list[str] | None = None  # the values of its field; the last one is its own
        self.loose: list[tuple[str, str, str]] = []
        self.feed(html)
        for owner, name, value in self.loose:  # buttons that stand before the form they belong to
            self.by_id[owner].buttons.append((name, value))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {key: value or "" for key, value in attrs}
        if tag == "form":
            action = urlsplit(at.get("action") or self.page)._replace(fragment="").geturl()
            self.current = Form(self.page, action, at.get("method", "get").lower(), {}, [])
            self.found.append(self.current)
            self.by_id[at.get("id", "")] = self.current
            return
        name, owner = at.get("name", ""), self.current
        if tag == "button" and at.get("form") and name:
            self.loose.append((at["form"], name, at.get("value", "")))
            return
        if tag == "option" and self.select:
            if "selected" in at or self.fresh:
                self.select[-1] = at.get("value", "")
            self.fresh = False
            return
        if owner is None or not name:
            return
        if tag == "button":
            owner.buttons.append((name, at.get("value", "")))
        elif tag == "select":
            self.select, self.fresh = owner.fields.setdefault(name, []), True
            self.select.append("")
        elif tag in ("input", "textarea"):
            if at.get("type") in ("radio", "checkbox") and "checked" not in at:
                return
            owner.fields.setdefault(name, []).append(at.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.current = None
        elif tag == "select":
            self.select = None


def forms_of(client: Client, addresses: list[Address]) -> list[Form]:
    """The forms on all pages that this client may see, those of one kind once for each address they
    are sent to.
    """
    found: dict[tuple[str, str, tuple[str, ...]], Form] = {}
    for address in addresses:
        response = client.get(address.path)
        if response.status_code != 200 or not response["Content-Type"].startswith("text/html"):
            continue
        for form in Forms(address.path, response.content.decode()).found:
            found.setdefault((form.method, form.action, tuple(form.names)), form)
    return list(found.values())


# -- sending and judging


def encoded(pairs: list[tuple[str, str]]) -> bytes:
    """A form's body, with half letters as a broken browser would send them."""
    return "&".join(
        "=".join(quote(text.encode("utf-8", "surrogatepass")) for text in pair) for pair in pairs
    ).encode()


def send(client: Client, path: str, pairs: list[tuple[str, str]], **headers: str) -> HttpResponse:
    response: HttpResponse = client.post(
        path, encoded(pairs), content_type="application/x-www-form-urlencoded", headers=headers
    )
    return response


def words(response: HttpResponse) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def _json_of(response: HttpResponse) -> dict[str, Any]:
    is_json = response.get("Content-Type", "").startswith("application/json")
    said = response.json() if is_json else {}
    return said if isinstance(said, dict) else {}


def faults(response: HttpResponse) -> list[str]:
    """What is wrong with an answer: it crashed, or a refusal is not a page in words, or it lacks
    what protects every page.
    """
    status, found = response.status_code, []
    if status >= 500:
        return [f"crashed with {status}"]
    if "frame-ancestors 'none'" not in response.get("Content-Security-Policy", ""):
        found.append("has no content security policy")
    if response.get("X-Frame-Options") != "DENY":
        found.append("may be framed")
    if status in (301, 302) and urlsplit(response["Location"]).netloc not in ("", "testserver"):
        found.append(f"leads away to {response['Location']}")
    if status >= 400 and ANSWERED in response:
        # the script of the stage page shows why a tap was refused
        return found if len(response.json()["refusal"]) > 15 else [f"says {status} without words"]
    if status >= 400 and "code" in (said := _json_of(response)):
        # programs that ask the API
        return found if len(said["message"]) > 15 else [*found, f"says {status} without words"]
    if status >= 400:
        if (
            not response.get("Content-Type", "").startswith("text/html")
            or len(words(response)) < 40
        ):
            return [*found, f"says {status} without words"]
        if (inside := INTERNALS.search(words(response))) is not None:
            found.append(f"says {status} and tells of its inside: {inside[0]}")
    return found
