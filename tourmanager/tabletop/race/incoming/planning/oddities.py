"""Describe what looks odd in the arrivals of a stage: dead heats, places left open, better times
behind, bonuses left blank.
"""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.scoring.words import join_with_and, number_word, ordinal
from tourmanager.tabletop.race.incoming.reading.rows import ResultRow
from tourmanager.web.templatetags.race import clock

NAMED = 6  # riders or places in a warning; the others are counted


def odd_arrivals(title: str, rows: Sequence[ResultRow], kind: str) -> list[str]:
    """Return a warning for everything odd in the arrivals, which are in order of place."""
    sentences = (
        _say_shared_places(rows, kind),
        _say_open_places(rows),
        _say_better_times(rows),
        _say_blank_bonuses(rows),
    )
    return [f"{title}: {text}" for text in sentences if text]


def list_names(names: Sequence[str], most: int = NAMED) -> str:
    """Return "a, b and 3 more"."""
    more = len(names) - most
    rest = [_("%(count)s more") % {"count": more}] if more > 0 else []
    return join_with_and([*names[:most], *rest])


def _say_shared_places(rows: Sequence[ResultRow], kind: str) -> str:
    """Describe dead heats; in a team time trial the riders of a team share its place."""
    at: dict[int, list[ResultRow]] = {}
    for row in rows:
        at.setdefault(row.place, []).append(row)
    groups = [
        sharing
        for sharing in at.values()
        if len(sharing) > 1 and not (kind == "ttt" and len({row.squad for row in sharing}) == 1)
    ]
    if not groups:
        return ""
    heats = [_say_shared_place(sharing) for sharing in groups[:NAMED]]
    if (more := len(groups) - NAMED) > 0:
        heats.append(
            ngettext(
                "and %(count)s more place is shared", "and %(count)s more places are shared", more
            )
            % {"count": more}
        )
    return f"{'; '.join(heats)}."


def _say_shared_place(rows: Sequence[ResultRow]) -> str:
    return _("%(count)s riders are %(place)s, %(riders)s") % {
        "count": number_word(len(rows)) if len(rows) < 5 else len(rows),
        "place": ordinal(rows[0].place),
        "riders": list_names([row.who for row in rows]),
    }


def _say_open_places(rows: Sequence[ResultRow]) -> str:
    places_in_use = {row.place for row in rows}
    missing = [
        place for place in range(1, max(places_in_use, default=0)) if place not in places_in_use
    ]
    if not missing:
        return ""
    places = join_with_and([ordinal(place) for place in missing[:NAMED]])
    if (more := len(missing) - NAMED) > 0:
        return _("nobody is %(places)s and %(count)s more.") % {"places": places, "count": more}
    return _("nobody is %(places)s.") % {"places": places}


def _better_times(rows: Sequence[ResultRow]) -> Iterator[tuple[ResultRow, ResultRow]]:
    """Yield each rider with a better time than a rider ahead, and that rider."""
    slowest: ResultRow | None = None
    for row in rows:
        if slowest is not None and (row.time or 0) < (slowest.time or 0):
            yield row, slowest
        elif slowest is None or (row.time or 0) > (slowest.time or 0):
            slowest = row


def _say_better_times(rows: Sequence[ResultRow]) -> str:
    pairs = list(_better_times(rows))
    if not pairs:
        return ""
    row, ahead = pairs[0]
    values = {
        "rider": row.who,
        "place": ordinal(row.place),
        "ahead": ahead.who,
        "time": clock((row.time or 0) // 1000),
        "slower": clock((ahead.time or 0) // 1000),
        "count": len(pairs) - 1,
    }
    if len(pairs) == 1:
        return (
            _(
                "%(rider)s, %(place)s, has a better time than %(ahead)s ahead (%(time)s against"
                " %(slower)s)."
            )
            % values
        )
    return (
        _(
            "%(rider)s, %(place)s, has a better time than %(ahead)s ahead (%(time)s against"
            " %(slower)s), and so have %(count)s more."
        )
        % values
    )


def _say_blank_bonuses(rows: Sequence[ResultRow]) -> str:
    blank = sum(row.bonus is None for row in rows)
    if not 0 < blank < len(rows):
        return ""
    return ngettext(
        "%(count)s rider has a blank for the bonus, so the scheme says what it is. Write 0"
        " for none.",
        "%(count)s riders have a blank for the bonus, so the scheme says what it is. Write 0"
        " for none.",
        blank,
    ) % {"count": blank}
