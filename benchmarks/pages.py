"""How long a tap and the pages of a tour take, against the floors of `page_floors.py`: the least
that such a page can do in the same process, asked in turn with it. Times are of the processor.

    .venv/bin/python -m benchmarks.pages
"""

import os
import statistics
import tempfile
import time
from collections.abc import Callable

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourmanager.settings")
if "DATABASE_URL" not in os.environ:
    os.environ["DATABASE_URL"] = f"sqlite:///{tempfile.mkdtemp()}/bench.sqlite3"

import django  # after the environment is set

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client, override_settings  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.urls import reverse  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

from benchmarks.races import a_long_race, end_again  # noqa: E402
from tests.factory import a_tour, a_user  # noqa: E402
from tests.race import log_whole, say  # noqa: E402
from tourmanager.accounts.models import User  # noqa: E402
from tourmanager.classifications import courses, parts, versions  # noqa: E402
from tourmanager.results.sheet.entries import (  # noqa: E402
    Arrive,
    EntryBody,
    Place,
    Square,
    Undo,
    write,
)
from tourmanager.tabletop.cycling_party.table.entries import Die, GiveBack, Use  # noqa: E402
from tourmanager.tours.models import Tour  # noqa: E402

BACKEND = "django.contrib.auth.backends.ModelBackend"
TAP = 2.5  # times the floor, at any point of a stage
GROWTH = 1.10  # from 100 to 1,000 entries in the log
ANSWER = 12_000  # bytes of an answer at the end of a stage
QUERIES = 7  # of a tap, without BEGIN and COMMIT
UNCHANGED = 1.5  # times a page that asks the database once; of a stage, that reads who asks and it
# teams, riders of each, stages, and how often an empty page a page may take
RACES = ((6, 6, 20, 15), (22, 8, 21, 60))
ENTRIES = 1000
RUNS = 30


def took(ask: Callable[[], object]) -> float:
    """Milliseconds of the processor."""
    start = time.process_time()
    ask()
    return 1000 * (time.process_time() - start)


def in_turn(
    *asked: Callable[[], object], before: Callable[[], object] = list, runs: int = RUNS
) -> list[float]:
    """The median milliseconds of each, asked in turn so that all see the same machine; what comes
    `before` each turn is not measured.
    """
    times = []
    for _run in range(runs + 1):
        before()
        times.append([took(ask) for ask in asked])
    return [statistics.median(each) for each in zip(*times[1:], strict=True)]


def queries(ask: Callable[[], object]) -> int:
    """Queries without BEGIN, COMMIT and savepoints."""
    with CaptureQueriesContext(connection) as captured:
        ask()
    return sum(
        query["sql"].split()[0] in ("SELECT", "INSERT", "UPDATE", "DELETE")
        for query in captured.captured_queries
    )


class Tapping:
    """A stage that is logged tap by tap, with a tap at its floor after each."""

    def __init__(self, director: User, client: Client) -> None:
        self.client = client
        self.tour = a_tour(stages=4, teams=6, riders=6, by=director, name=f"Taps {time.time_ns()}")
        for number in (1, 2):
            log_whole(self.tour.stages.get(number=number))
        self.times: list[tuple[float, float]] = []
        self.size = 0

    def tap(self, body: EntryBody, line: str = "finish") -> None:
        fields = {
            "entry": write(body),
            "token": f"tap-{len(self.times)}",
            "client": "benchmark",
            "base": "0",
            "line": line,
        }
        answer = self.client.post(
            reverse("results:record", args=[self.tour.slug, 3]), fields, headers={"X-Tap": "1"}
        )
        assert answer.status_code == 200, (answer.status_code, answer.content[-500:])
        self.size = len(answer.content)

    def floor(self) -> None:
        token = str(len(self.times) + 1)
        assert self.client.post(f"/floor/{self.tour.slug}/4/", {"token": token}).status_code == 200

    def go(self, body: EntryBody, line: str = "finish") -> None:
        self.times.append((took(lambda: self.tap(body, line)), took(self.floor)))

    def use(self) -> None:
        """Two taps that leave the stage as it was, whatever is logged already."""
        self.go(Use("a", "bottle"))
        self.go(GiveBack("a", "bottle"))

    def ratio(self) -> float:
        """How often the floor the last taps took."""
        ours, floors = zip(*self.times[-RUNS:], strict=True)
        return statistics.median(ours) / statistics.median(floors)


def taps(director: User, client: Client) -> bool:
    """Log a stage to its end and on to 1,000 entries; return whether all budgets were kept."""
    stage = Tapping(director, client)
    riders = [f"{team}{number}" for team in "abcdef" for number in range(1, 7)]
    table = Table("after", "times the floor", "ms", "bytes", title="A tap, 36 riders")

    def row(name: str) -> float:
        ratio, last = stage.ratio(), [ours for ours, _ in stage.times[-RUNS:]]
        table.add_row(name, f"{ratio:.2f}", f"{statistics.median(last):.1f}", str(stage.size))
        return ratio

    for line in ("s1", "s2", "s3"):
        for rider in riders[:3]:
            stage.go(Place(line, rider), line)
    found = []
    for n, rider in enumerate(riders):
        for body in (Arrive((rider,)), Square(1 + n % 12), Die(1 + n % 6)):
            stage.go(body)
        if n in (9, 19, 35):
            found.append(row(f"{len(stage.times)} entries"))
    answer = stage.size
    while len(stage.times) < ENTRIES:
        stage.use()
    late = row(f"{len(stage.times)} entries")
    for n in range(RUNS):
        stage.go(Undo(ENTRIES - n))
    row("undone, of 1,000 entries")
    asked = queries(lambda: stage.tap(Use("b", "bottle")))
    Console().print(table)
    return all(
        [
            judge("a tap", max(*found, late), TAP, "times the floor"),
            judge("growth of a tap to 1,000 entries", late / found[-1], GROWTH, "times"),
            judge("answer to a tap at the end of a stage", answer, ANSWER, "bytes"),
            judge("queries of a tap", asked, QUERIES, ""),
        ]
    )


def polls(director: User, client: Client) -> bool:
    """Measure the page of a stage that asks for news and gets none, by who asks."""
    tour = a_tour(stages=2, teams=6, riders=6, by=director, name=f"Polls {time.time_ns()}")
    say(tour.stages.get(number=1), "place s1 a1")
    address, floor = reverse("results:stage", args=[tour.slug, 1]), f"/floor/{tour.slug}/1/"
    kept = []
    for who, asks in (("nobody", Client()), ("a director", client)):
        seen = str(asks.get(address, {"part": "board"}).json()["seen"])

        def unchanged(asks: Client = asks, seen: str = seen) -> None:
            answer = asks.get(address, {"part": "board", "seen": seen})
            assert answer.status_code == 204

        def least(asks: Client = asks) -> None:
            assert asks.get(floor).status_code == 204

        ours, floors = in_turn(unchanged, least, runs=2 * RUNS)
        words = f"a stage that did not change, asked by {who}"
        kept.append(judge(words, ours / floors, UNCHANGED, "times who asks and the stage"))
    return all(kept)


def judge(what: str, figure: float, budget: float, unit: str) -> bool:
    """Print whether a budget was kept."""
    kept = figure <= budget
    print(f"{what}: {figure:.4g} of {budget:g} {unit}: {'kept' if kept else 'NOT kept'}")
    return kept


def forget() -> None:
    """Forget what is kept of classifications: the next page is as after a restart."""
    for shelf in (parts._parts, courses._summed, versions._versions):
        shelf.clear()


def classifications(director: User) -> bool:
    """Measure classification pages as followers see them; return whether all budgets were kept."""
    columns = ("page", "first × empty", "ms", "again ×", "after a restart ×", "unchanged × poll")
    table = Table(*columns, "kB")
    kept = []
    for teams, riders, stages, budget in RACES:
        tour = a_long_race(f"{teams} {time.time_ns()}", stages, teams, riders, director)
        for key in ("general", "stage", ""):
            words = f"{key or 'all'}, {teams * riders} riders, {stages} stages"
            first, unchanged = _measure(tour, director, key, words, table)
            kept.append((f"{words}: first", first, budget, "times an empty page"))
            kept.append((f"{words}: unchanged", unchanged, UNCHANGED, "times a poll"))
    Console().print(table)
    judged = [judge(*each) for each in kept]
    return all(judged)


def _measure(tour: Tour, director: User, key: str, words: str, table: Table) -> tuple[float, float]:
    """Measure a page first after a stage ended, again, after a restart, and while it is the same;
    return the first and the last.
    """
    client, floor = Client(), Client()
    address = (
        reverse("classifications:one", args=[tour.slug, _first(tour) if key == "general" else key])
        if key
        else reverse("classifications:all", args=[tour.slug])
    )

    def page() -> None:
        assert client.get(address).status_code == 200

    def empty() -> None:
        floor.get("/floor/")

    def restarted() -> None:
        forget()
        page()

    def unchanged() -> None:
        answer = client.get(address, {"seen": version}, headers={"HX-Request": "true"})
        assert answer.status_code == 204

    page()
    first, nothing = in_turn(page, empty, before=lambda: end_again(tour, director), runs=10)
    again, empty_again = in_turn(page, empty)
    cold, empty_cold = in_turn(restarted, empty, runs=5)
    version = versions.version_of_pages(Tour.objects.get(pk=tour.pk))
    client.force_login(director, backend=BACKEND)  # the answer is the same for everybody
    same, poll = in_turn(unchanged, lambda: floor.get(f"/floor/{tour.slug}/"))
    times = (f"{first / nothing:.1f}", f"{first:.1f}", f"{again / empty_again:.1f}")
    more = (f"{cold / empty_cold:.0f}", f"{same / poll:.2f}")
    table.add_row(words, *times, *more, f"{len(client.get(address).content) / 1000:.0f}")
    return first / nothing, same / poll


def _first(tour: Tour) -> str:
    return str(tour.rules["classifications"][0]["key"])


def main() -> int:
    call_command("migrate", verbosity=0)
    director = a_user(f"bench{time.time_ns()}")
    client = Client()
    client.force_login(director, backend=BACKEND)
    with override_settings(ROOT_URLCONF="benchmarks.page_floors"):
        kept = [taps(director, client), polls(director, client), classifications(director)]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    raise SystemExit(main())
