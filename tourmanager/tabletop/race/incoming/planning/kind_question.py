"""Ask what kind of stage it was, and whether times such as 4:12 are hours, where neither the files
nor the figures tell.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tourmanager.tabletop.race.incoming.questions import Questionnaire
from tourmanager.tabletop.race.incoming.reading.rows import ResultRow
from tourmanager.tabletop.race.incoming.reading.tables import ARRIVALS
from tourmanager.tabletop.race.set_up.stages_page import KIND_NAMES
from tourmanager.web.templatetags.race import clock

HOUR = 3600
FAST = HOUR  # seconds: no road stage is won in less, so it may be a time trial
LONG = 2 * HOUR  # seconds in which no time trial is won
NO_ROAD_STAGE = 10 * 60  # seconds that cannot be a road stage
KINDS = ("road", "itt", "ttt")


def timed_arrivals(rows: Sequence[ResultRow]) -> list[ResultRow]:
    """Return the rows with a time, the winner's first."""
    with_time = [
        row for row in rows if row.table == ARRIVALS and not row.problems and row.time is not None
    ]
    return sorted(with_time, key=lambda row: row.place)


def exact_time(row: ResultRow) -> str:
    """Write a time with its fraction of a second."""
    seconds, thousandths = divmod(row.time or 0, 1000)
    return f"{clock(seconds)}{f'.{thousandths:03}'.rstrip('0').rstrip('.')}"


@dataclass
class _WinnersTime:
    """The winner's time and the readings that it allows; one with two parts (4:12, 4.12) may be
    hours and minutes, or minutes and seconds.
    """

    arrived: list[ResultRow]

    @property
    def row(self) -> ResultRow:
        return self.arrived[0]

    @property
    def name(self) -> str:
        return self.row.who or self.row.rider

    @property
    def seconds(self) -> int:
        return (self.row.time or 0) // 1000

    @property
    def short(self) -> str:
        return self.row.short

    @property
    def as_hours(self) -> int:
        """Return the seconds of the time read as hours and minutes, 0 if it cannot be read so."""
        hours, minutes = _two_parts(self.row)
        readable = self.short and 1 <= hours <= 9 and minutes <= 59
        return HOUR * hours + 60 * minutes if readable else 0

    @property
    def as_minutes(self) -> int:
        """Return the seconds of the time read as minutes and seconds, 0 if it cannot be read so."""
        minutes, seconds = _two_parts(self.row)
        return 60 * minutes + seconds if self.short and seconds <= 59 else 0

    @property
    def written(self) -> str:
        larger, smaller = _two_parts(self.row)
        return f"{larger}{self.short}{smaller:02}" if self.short else clock(self.seconds)

    @property
    def is_ambiguous_decimal(self) -> bool:
        return self.short == "." and bool(self.as_hours or self.as_minutes)


def ask_kind(
    title: str,
    name: str,
    rows: Sequence[ResultRow],
    known_kind: str,
    questionnaire: Questionnaire,
    notes: list[str],
) -> str:
    """Return the kind of a stage of a real race, and read its times in the right unit.

    `known_kind` is the kind that a column, a name or the tour gives; if it is unknown and cannot be
    seen, it is asked. `notes` gets a sentence about times that are read otherwise than they look.
    """
    arrived = timed_arrivals(rows)
    if not arrived or arrived[0].behind or arrived[0].same:
        return known_kind
    winner = _WinnersTime(arrived)
    if _must_be_hours(winner, known_kind):
        notes.append(_say_hours(title, winner))
        _reread_times(winner, 3600)
        return known_kind
    if not _is_open(winner, known_kind):
        return known_kind
    answer = questionnaire.ask(
        f"kind-{name}", _question(title, winner), _choices(winner, known_kind)
    )
    kind, _dash, unit = answer.partition("-")
    if unit:
        _reread_times(winner, 3600 if unit == "hours" else 60)
    return kind or known_kind


def _must_be_hours(winner: _WinnersTime, known_kind: str) -> bool:
    """True if 4:12 has to be hours, because no road stage is won in minutes."""
    return (
        known_kind == "road"
        and winner.short == ":"
        and winner.as_hours > 0
        and winner.seconds < NO_ROAD_STAGE
    )


def _say_hours(title: str, winner: _WinnersTime) -> str:
    return _(
        "%(stage)s: %(written)s is read as %(hours)s (h:mm:ss), because no road stage takes"
        " %(minutes)s."
    ) % {
        "stage": title,
        "written": winner.written,
        "hours": clock(winner.as_hours),
        "minutes": clock(winner.seconds),
    }


def _is_open(winner: _WinnersTime, known_kind: str) -> bool:
    """True if the kind of stage, or the unit of its times, has to be asked."""
    if known_kind:
        return winner.is_ambiguous_decimal
    if winner.short == ":":
        return winner.seconds < FAST
    return bool(winner.short) or _looks_like_trial(winner)


def _looks_like_trial(winner: _WinnersTime) -> bool:
    """True if the stage was won fast, or within the time of a time trial with hardly two riders of
    one time.
    """
    arrived = winner.arrived
    if 2 * sum(row.fraction for row in arrived) > len(arrived):
        return False  # fractions of seconds say so already
    if winner.seconds < FAST:
        return True
    together = max(
        Counter((row.behind, row.time) for row in arrived if not row.same).values(), default=0
    )
    together += sum(row.same for row in arrived)
    return winner.seconds < LONG and len(arrived) >= 6 and together <= max(1, len(arrived) // 20)


def _question(title: str, winner: _WinnersTime) -> str:
    values = {
        "stage": title,
        "winner": winner.name,
        "written": winner.written,
        "time": clock(winner.seconds),
    }
    if winner.short or winner.seconds < FAST:
        return (
            _("%(stage)s: the winner, %(winner)s, has %(written)s. What kind of stage was it?")
            % values
        )
    return (
        _(
            "%(stage)s: hardly any riders finished together, and %(winner)s won in %(time)s. What"
            " kind of stage was it?"
        )
        % values
    )


def _choices(winner: _WinnersTime, known_kind: str) -> list[tuple[str, str]]:
    """Return the kinds that are possible, each with the readings of the winner's time."""
    choices = []
    for kind in [known_kind] if known_kind else KINDS:
        values = {
            "kind": KIND_NAMES[kind].lower().capitalize(),
            "hours": clock(winner.as_hours),
            "minutes": clock(winner.as_minutes),
            "exactly": exact_time(winner.row),
        }
        if winner.as_hours and kind == "road":
            choices.append((f"{kind}-hours", _("%(kind)s, won in %(hours)s (hours)") % values))
        if winner.as_minutes and winner.short == ".":
            choices.append(
                (f"{kind}-minutes", _("%(kind)s, won in %(minutes)s (minutes)") % values)
            )
        choices.append((kind, _("%(kind)s, won in %(exactly)s") % values))
    return choices


def _two_parts(row: ResultRow) -> tuple[int, int]:
    """Return the two parts of a time like 4:12 or 4.12."""
    thousandths = row.time or 0
    if row.short == ":":
        return divmod(thousandths // 1000, 60)
    return thousandths // 1000, thousandths % 1000 // 10


def _reread_times(winner: _WinnersTime, larger_unit: int) -> None:
    """Read times in the winner's larger unit, for all riders who would not be ahead of them."""
    least, short = winner.row.time or 0, winner.short
    for row in winner.arrived:
        if row.short == short and not row.behind and not row.same and (row.time or 0) >= least:
            larger, smaller = _two_parts(row)
            row.time = 1000 * (larger_unit * larger + larger_unit // 60 * smaller)
            row.short, row.fraction = "", False
