"""All classifications after each of 21 stages for 176 riders, against a fixed scheme written by
hand (`floor.py`), in one run.

    .venv/bin/python -m benchmarks.scoring

The budget: 15 ms in all, and at most five times the floor.
"""

import gc
import os
import time
from collections.abc import Callable

import django
from rich.console import Console
from rich.table import Table

from benchmarks import floor
from benchmarks.grand_tour import grand_tour
from tourmanager.scoring.scheme import scheme, scheme_keys
from tourmanager.scoring.standings import history

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourmanager.settings")
django.setup()  # the games say which schemes there are

BUDGET_MS, BUDGET_RATIO, RUNS = 15, 5, 40


def quickest(*asked: Callable[[], object]) -> list[float]:
    """Milliseconds of the quickest run of each, asked in turn so that all see the same machine."""
    best = [float("inf")] * len(asked)
    for _ in range(RUNS):
        for nth, ask in enumerate(asked):
            gc.collect()
            start = time.perf_counter()
            ask()
            best[nth] = min(best[nth], 1000 * (time.perf_counter() - start))
    return best


def main() -> int:
    starters, results = grand_tour()
    schemes = [scheme(key) for key in scheme_keys()]
    by_hand, *ours = quickest(
        lambda: floor.history(results, starters),
        *[lambda rules=rules: history(results, starters, rules) for rules in schemes],
    )
    table = Table(title="All classifications after each of 21 stages, 176 riders")
    for heading in ("scheme", "ms", "times the floor"):
        table.add_column(heading, justify="left" if heading == "scheme" else "right")
    table.add_row("one fixed scheme, by hand", f"{by_hand:.1f}", "1.0")
    for rules, took in zip(schemes, ours, strict=True):
        table.add_row(rules.name, f"{took:.1f}", f"{took / by_hand:.1f}")
    Console().print(table)
    uci = ours[scheme_keys().index("uci_stage_race")]
    kept = uci <= BUDGET_MS and uci <= BUDGET_RATIO * by_hand
    print(
        f"budget: {BUDGET_MS} ms and {BUDGET_RATIO} times the floor:"
        f" {'kept' if kept else 'NOT kept'}"
    )
    return 0 if kept else 1


if __name__ == "__main__":
    raise SystemExit(main())
