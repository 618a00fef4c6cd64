"""Read single cells of result lists: stages, places, statuses, points, numbers and marks.

Each reader raises CellRefused, in words for the user, where a cell cannot be understood.
"""

import re
from collections.abc import Collection, Mapping
from typing import cast

from django.utils.translation import gettext as _

from tourmanager.riders.rosters.columns import CellRefused, shorten
from tourmanager.tabletop.race.incoming.reading.times import BLANK
from tourmanager.tabletop.race.incoming.reading.vocabulary import (
    NO,
    STATUSES,
    YES,
    YOUTH,
    Status,
    normalise,
)

_PROLOGUE = re.compile(r"p|prolog(?:ue|o)?")
_STAGE = re.compile(
    r"(?:[a-z]{3,}|st|s|e)?(?:no?|nr)?0*(?P<number>\d{1,2})(?P<part>[a-d]?)"
    r"(?P<kind>itt|ttt|clm)?",
    re.ASCII,
)
_PLACE = re.compile(r"0*([1-9]\d{0,2})(?:[.,]0*|st|nd|rd|th|e|er|o|a|º|°|ª)?", re.ASCII)
_POINTS = re.compile(r"\+?(\d{1,4})(?:[.,]0+)?(?: ?(?:pts?|points?)\.?)?", re.ASCII)
_NUMBER = re.compile(r"([a-z]{0,2})0*([1-9]\d{0,3})(?:[.,]0+)?", re.ASCII)


def read_word(text: str, meanings: Mapping[str, str], refusal: str) -> str:
    """Return what a word means; refuse another word with a sentence that has a place for it."""
    if (meaning := meanings.get(normalise(text))) is None:
        raise CellRefused(refusal % {"cell": shorten(text)})
    return meaning


def read_stage(text: str) -> tuple[str, str]:
    """Return a stage and its kind, where the cell gives it.

    "Stage 03a" is 3a, "Stage 4 (ITT)" is 4 and a time trial, a prologue is stage 0.
    """
    # a spreadsheet writes 3 as 3.0
    word = normalise(re.sub(r"[.,]0+$", "", text.strip())).replace(" ", "")
    if _PROLOGUE.fullmatch(word):
        return "0", "itt"
    if match := _STAGE.fullmatch(word):
        kind = match["kind"] or ""
        return f"{match['number']}{match['part']}", "itt" if kind == "clm" else kind
    raise CellRefused(_("“%(cell)s” is no stage: write 1, 2, 3a …") % {"cell": shorten(text)})


def read_place(text: str) -> int:
    """Return the place of a cell, 0 for a blank."""
    if match := _PLACE.fullmatch(text.strip().casefold()):
        return int(match[1])
    if text.strip() in BLANK:
        return 0
    raise CellRefused(
        _("“%(cell)s” is neither a place nor a status (DNF, OTL, DSQ, DNS).")
        % {"cell": shorten(text)}
    )


def read_status(text: str) -> Status:
    """Return the status of a cell, "" for a blank."""
    if text.strip() in BLANK:
        return ""
    refusal = _("“%(cell)s” is no status: write DNF, OTL, DSQ or DNS, or nothing.")
    return cast(Status, read_word(text, STATUSES, refusal))


def read_points(text: str) -> int | None:
    """Return the points of a cell, None for a blank."""
    if text.strip() in BLANK:
        return None
    if match := _POINTS.fullmatch(text.strip().casefold()):
        return int(match[1])
    raise CellRefused(
        _("“%(cell)s” are no points: whole numbers from 0 to 9999.") % {"cell": shorten(text)}
    )


def read_number(text: str) -> str:
    """Return a bib number or a rider's code without leading zeros."""
    if match := _NUMBER.fullmatch(text.strip().casefold()):
        return f"{match[1]}{match[2]}"
    raise CellRefused(_("“%(cell)s” is no rider's number.") % {"cell": shorten(text)})


def read_mark(
    text: str, marks: Collection[str], *, usual: str = "", marks_youth: bool = False
) -> str | None:
    """Return the mark that a cell gives: `usual` for a blank, "" for none, None if it is unknown.

    Known are `marks` and youth; `marks_youth` if the heading is youth, so that yes and no say it.
    """
    if not text:
        return usual
    word = normalise(text)
    by_word = {normalise(mark): mark for mark in marks}
    if word in by_word:
        return by_word[word]
    if word in NO:
        return ""
    return "youth" if word in YOUTH or (marks_youth and word in YES) else None
