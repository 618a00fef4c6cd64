"""Show the page of a stage's log: who did what, and when; and which of it comes from imported
files.
"""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render

from tourmanager.results.log.reading import StageReading, read_stage
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.words import riders_named, say
from tourmanager.tours.models import Stage
from tourmanager.tours.planning.imports import source_words
from tourmanager.web.guard import page

MOST_JERSEYS = 6  # drawn in one row


@page("results:history")
def history(request: HttpRequest, stage: Stage) -> HttpResponseBase:
    """Show the log of a stage to its directors: who did what, and when."""
    reading = read_stage(stage)
    context = {
        "tour": stage.tour,
        "stage": stage,
        "tab": "stage",
        "rows": _rows(reading),
        "imported": _list_imports(reading),
    }
    return render(request, "results/history.html", context)


def _rows(reading: StageReading) -> list[dict[str, Any]]:
    """Return the entries as rows, the last first."""
    bodies = {entry.seq: e.load(entry.body) for entry in reading.entries}
    return [
        {
            "seq": entry.seq,
            "at": entry.at,
            "who": entry.by_name,
            "marks": [
                reading.field.mark_of(who) for who in riders_named(bodies[entry.seq])[:MOST_JERSEYS]
            ],
            "words": say(bodies[entry.seq], reading.frame_in_full, bodies),
            "undone": entry.seq in reading.log.voided,
            "imported": entry.imported,
        }
        for entry in reversed(reading.entries)
    ]


def _list_imports(reading: StageReading) -> list[dict[str, str | int]]:
    """List which steps came from which file."""
    steps: dict[int, list[int]] = {}
    for entry in reading.entries:
        if entry.imported:
            steps.setdefault(entry.imported, []).append(entry.seq)
    return [
        {
            "first": seqs[0],
            "last": seqs[-1],
            "count": len(seqs),
            "source": source_words(reading.stage.tour, number),
        }
        for number, seqs in steps.items()
    ]
