"""How long a tap and each page of a long tour take, in server time, and how many queries.

21 stages, 6 teams of 6, the last stage half logged. Figures are of this machine; the ratio is to
the health of the same server: the smallest page it serves (signed in, one query for the session and
one for the user).

    make bench
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
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.urls import reverse  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

from tests.factory import a_tour, a_user  # noqa: E402
from tests.race import log_whole  # noqa: E402
from tourmanager.results.sheet.entries import Arrive, Place, Square, write  # noqa: E402
from tourmanager.tabletop.cycling_party.table.entries import Die, Use  # noqa: E402
from tourmanager.tours.models import Tour  # noqa: E402

BUDGET_MS = 60  # p95 of a tap
RUNS = 60


def timed(ask: Callable[[], object], runs: int, warm: bool = True) -> list[float]:
    """Milliseconds of each run, sorted; `warm` asks once before."""
    if warm:
        ask()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        ask()
        times.append(1000 * (time.perf_counter() - start))
    return sorted(times)


def queries(ask: Callable[[], object]) -> int:
    """Queries without BEGIN, COMMIT and savepoints."""
    with CaptureQueriesContext(connection) as captured:
        ask()
    return sum(
        query["sql"].split()[0] in ("SELECT", "INSERT", "UPDATE", "DELETE")
        for query in captured.captured_queries
    )


def long_tour(director: object) -> Tour:
    tour = a_tour(stages=21, teams=6, riders=6, by=director, name="Long tour")
    for number in range(1, 21):
        log_whole(tour.stages.get(number=number))
    return tour


def main() -> int:
    call_command("migrate", verbosity=0)
    Tour.objects.all().delete()
    director = a_user(f"bench{time.time_ns()}")
    client = Client()
    client.force_login(director, backend="django.contrib.auth.backends.ModelBackend")
    tour = long_tour(director)
    print("a tour of 20 ended stages is logged")
    record = reverse("results:record", args=[tour.slug, 21])
    riders = [f"{team}{number}" for team in "abcdef" for number in range(1, 7)]
    taps = [
        (Place(line, rider), line)
        for line in ("s1", "s2", "s3", "s4", "s5")
        for rider in riders[:3]
    ]
    for n, rider in enumerate(riders):
        taps += [
            (Arrive((rider,)), "finish"),
            (Square(1 + n % 12), "finish"),
            (Die(1 + n % 6), "finish"),
        ]
    taps += [(Use(team, "bottle"), "finish") for team in "abcdef"]
    sent = iter(enumerate(taps))

    def tap() -> None:
        n, (body, line) = next(sent)
        fields = {
            "entry": write(body),
            "token": f"benchmark-{n}",
            "client": "benchmark",
            "base": "0",
            "line": line,
        }
        answer = client.post(record, fields, headers={"X-Tap": "1"})
        assert answer.status_code == 200, (answer.status_code, answer.content[-500:])

    empty = statistics.median(timed(lambda: client.get(reverse("accounts:password")), RUNS))
    table = Table(
        "page",
        "median ms",
        "p95 ms",
        "× smallest page",
        "queries",
        title=f"{connection.vendor}: 21 stages, 36 riders",
    )

    def row(name: str, times: list[float], count: int) -> float:
        p95 = times[int(len(times) * 0.95)]
        table.add_row(
            name,
            f"{statistics.median(times):.1f}",
            f"{p95:.1f}",
            f"{statistics.median(times) / empty:.1f}",
            str(count),
        )
        return p95

    count = queries(tap)
    times = timed(tap, len(taps) - 3)
    worst = row("a tap (record and answer)", times, count)
    pages = {
        "stage page": reverse("results:stage", args=[tour.slug, 21]),
        "an ended stage": reverse("results:stage", args=[tour.slug, 3]),
        "stages": reverse("tours:stages", args=[tour.slug]),
        "riders": reverse("results:riders", args=[tour.slug]),
        "advantages": reverse("cycling_party:advantages", args=[tour.slug]),
        "classifications": reverse("classifications:all", args=[tour.slug]),
        "individual classification": reverse("classifications:one", args=[tour.slug, "individual"]),
        "why a figure": reverse("classifications:explain", args=[tour.slug, "individual", "a1"]),
        "Cycling Party": reverse("classifications:manager_points", args=[tour.slug]),
        "Load": reverse("tours:load"),
        "main menu": reverse("tours:menu"),
        "teams": reverse("riders:teams"),
    }
    for name, address in pages.items():

        def page(address: str = address) -> None:
            answer = client.get(address)
            assert answer.status_code == 200, (address, answer.status_code)

        row(name, timed(page, 20), queries(page))
    Console().print(table)
    print(f"a tap at p95: {worst:.0f} ms of {BUDGET_MS} ms")
    return 0 if worst <= BUDGET_MS else 1
