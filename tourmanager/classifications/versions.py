"""Versions: texts that change whenever what a page of classifications shows changes, so that what
was kept under one can be used while it is the same.
"""

from hashlib import sha256
from typing import NamedTuple

from django.db.models import TextField
from django.db.models.functions import MD5, Cast

from tourmanager.tours.models import Tour, TourRider
from tourmanager.tours.rules import mark_of
from tourmanager.web.shelf import Shelf

MOST_VERSIONS = 2000


class EndedStage(NamedTuple):
    """An ended stage: its number, the entry that ended it, and a digest of its stored result."""

    number: int
    seq: int
    result: str


class TourVersion(NamedTuple):
    """What the pages of a tour depend on: `text` on all of it, `basis` on what the sums of every
    stage depend on.
    """

    text: str
    basis: str
    ended: tuple[EndedStage, ...]


_versions = Shelf[tuple[object, ...], TourVersion](MOST_VERSIONS)


def version_of_pages(tour: Tour, *, taps: bool = False) -> str:
    """Return a text that changes whenever one of these pages does: it depends on the results of the
    ended stages, how they stand, and the scheme (1 query; 2 where the scheme asks for marks of
    riders; none where it is kept since the tour's revision rose).

    The tour's revision would do too, but it rises with every tap of the stage being raced. With
    `taps` it is included, for pages that follow that stage.
    """
    version = version_of_tour(tour).text
    return _digest(f"{version} {tour.revision}") if taps else version


def version_of_tour(tour: Tour) -> TourVersion:
    """Return what the pages of the tour depend on (queries as for `version_of_pages`)."""
    at = (*_row_of(tour), tour.revision, tour.changed_at)
    version = _versions.find(at)
    if version is None:
        version = read_version(tour)
        _versions.put(at, version)
    return version


def _row_of(tour: Tour) -> tuple[object, ...]:
    return (tour.pk, tour.slug, tour.name, tour.state, tour.archived_at)


STAGE_COLUMNS = (
    "label",
    "state",
    "reopened",
    "approval",
    "approved_at",
    "state_imported",
    "ended_at",
)


def read_version(tour: Tour) -> TourVersion:
    """Read what the pages of the tour depend on (1 query; 2 with marks of riders)."""
    result = MD5(Cast("standing__result", TextField()))
    stages = list(
        tour.stages.order_by("number").values_list(
            "number", "standing__seq", result, *STAGE_COLUMNS
        )
    )
    basis = f"{tour.pk} {tour.game} {mark_of(tour.rules)} {_riders_with_marks(tour)}"
    ended = tuple([EndedStage(*stage[:3]) for stage in stages if stage[1] is not None])
    return TourVersion(_digest(f"{_row_of(tour)} {basis} {stages}"), _digest(basis), ended)


def version_of_figures(tour: Tour, number: int) -> str:
    """Return a text that changes whenever the figures after that stage do: it depends on the
    entries that ended it and the stages before it, and on the rules (1 query).
    """
    stages = (
        tour.stages.filter(number__lte=number)
        .order_by("number")
        .values_list("number", "standing__seq")
    )
    return _digest(
        f"{tour.pk} {list(stages)} {tour.rules} {_riders_with_marks(tour)} {tour.options}"
    )


def riders_with_marks(tour: Tour) -> list[tuple[int, list[str]]]:
    """List the riders who have marks, with their marks."""
    return [
        (pk, marks)
        for pk, marks in (
            TourRider.objects.filter(team__tour=tour).order_by("pk").values_list("pk", "marks")
        )
        if marks
    ]


def _riders_with_marks(tour: Tour) -> object:
    """Return the riders with marks where the scheme asks for them."""
    asks = tour.rules["unscored"] or any(
        ranking.get("mark") for ranking in tour.rules["classifications"]
    )
    return riders_with_marks(tour) if asks else []


def _digest(said: str) -> str:
    return sha256(said.encode()).hexdigest()[:20]
