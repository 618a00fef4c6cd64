"""Read times as result lists write them, to thousandths of a second.

What cannot be a time is refused in words; a blank is no time.
"""

import re
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tourmanager.riders.names import plain_text

LONGEST = 359_999  # seconds that a stage log takes
LARGEST_PENALTY = 86_400
SAME = {
    "st",
    "s t",
    "mt",
    "m t",
    "idem",
    "id",
    "same time",
    "same",
    "meme temps",
    "mismo tiempo",
    "stesso tempo",
    "gleiche zeit",
    "z t",
    "zt",
    '"',
    "''",
    ",,",
    "„",
    "”",
    "″",
    "=",
    "〃",
}
BLANK = {"", "-", "–", "—", "--", "---"}

# what typewriters, spreadsheets and web pages make of ' " , : - and the space
_MARKS = str.maketrans(
    "\u2019\u2018\u2032\u00b4`\u201c\u201d\u2033\uff0c\uff1a\u2212\u00a0\u202f", "'''''\"\"\",:-  "
)
_COLONS = re.compile(
    r"(?:(?P<h>\d{1,3}):)?(?P<m>\d{1,4}):(?P<s>\d{1,2})(?:[.,](?P<f>\d{1,6}))?", re.ASCII
)
_WORDS = re.compile(
    r"(?:(?P<h>\d{1,3}) ?h(?:rs?|ours?|eures?)? ?:?)? ?(?:(?P<m>\d{1,4})"
    r" ?(?:'(?!')|mn|min(?:utes?)?|m|$))? ?"
    r"(?:(?P<s>\d{1,2}) ?(?:(?:''|\"|s(?:ec(?:onds?|s)?)?|$) ?(?P<f>\d{1,3})?|[.,](?P<g>\d{1,6})"
    r" ?(?:''|\"|s)?))?",
    re.ASCII,
)
_SPACES = re.compile(
    r"(?:(?P<h>\d{1,3}) )?(?P<m>\d{1,4}) (?P<s>\d{2})(?:[.,](?P<f>\d{1,6}))?", re.ASCII
)
_DOTS = re.compile(r"(?P<h>\d{1,3})\.(?P<m>\d{1,2})\.(?P<s>\d{2})(?:,(?P<f>\d{1,6}))?", re.ASCII)
_SECONDS = re.compile(r"(?P<s>\d{1,6})(?:[.,](?P<f>\d{1,6}))? ?(?:''|\"|s|sec|seconds)?", re.ASCII)


# Excel keeps a time as a fraction of a day, and shows it as a date where its format is one.
_OF_DAY = re.compile(r"0[.,](?P<digits>\d{4,})|\d(?:\.\d+)?[eE]-0?\d{1,2}", re.ASCII)
_DATED = re.compile(r"(?P<day>\d{4}-\d\d-\d\d)[ T](?P<clock>\d.*)", re.ASCII)
_DAY_ZERO = ("1899-12-30", "1899-12-31", "1900-01-00", "1900-01-01", "1904-01-01")
_PLAIN_SECONDS = re.compile(r"[-+ ]*(?P<s>\d{1,6}) ?(?:'|''|\"|s|sec|secs|seconds)?", re.ASCII)


class TimeRefused(ValueError):
    """The cell is no time; says why, and how times are written."""


@dataclass(frozen=True)
class ReadTime:
    """The time of a cell in thousandths: of its own, the `gap` behind the first, or the `same` time
    as the row above.
    """

    thousandths: int = 0
    gap: bool = False
    same: bool = False
    fraction: bool = False  # it was written with a fraction of a second
    # ":" or "." where it has two parts that may be others: 4:12, 4.12
    short: str = field(default="", compare=False)

    @property
    def seconds(self) -> int:
        return self.thousandths // 1000


def read(text: str) -> ReadTime | None:
    """Return the time of a cell, None for a blank. Raises TimeRefused."""
    bare = " ".join(text.split())
    if bare in BLANK:
        return None
    if bare.casefold() in SAME or _is_same_time(bare.casefold()):
        return ReadTime(same=True)
    bare_text = _without_date(bare, text) or plain_text(bare.translate(_MARKS))
    gap, bare_text = bare_text.startswith("+"), bare_text.lstrip("+ ")
    if _is_same_time(bare_text):
        return ReadTime(same=True)
    if (match := _OF_DAY.fullmatch(bare_text)) is not None:
        exact = len(match["digits"] or "123456789") > 8
        return _read_fraction_of_day(bare_text.replace(",", "."), gap, exact=exact)
    return _read_clock(bare_text, gap, text)


def _read_clock(bare_text: str, gap: bool, text: str) -> ReadTime:
    """Read hours, minutes and seconds by the first pattern that fits. Raises TimeRefused."""
    for pattern in (_COLONS, _DOTS, _SECONDS, _SPACES, _WORDS):
        if (match := pattern.fullmatch(bare_text)) is not None and any(match.groupdict().values()):
            short = _two_part_mark(pattern, match, bare_text)
            return _read_parts(match.groupdict(), gap, text, short)
    raise TimeRefused(
        _(
            "“%(cell)s” is no time. Write it like 3:12:45, 12:34.56, 12'34'' or in seconds;"
            " +0:12 and s.t. are behind the first."
        )
        % {"cell": _short(text)}
    )


def _is_same_time(text: str) -> bool:
    return re.sub(r"[. ]+", " ", text).strip() in SAME


def _without_date(bare: str, text: str) -> str:
    """Return the clock of a time that a spreadsheet wrote as a date, "" if there is no date."""
    dated = _DATED.fullmatch(bare)
    if dated is None:
        return ""
    if dated["day"] not in _DAY_ZERO:
        raise TimeRefused(
            _("“%(cell)s” is a date. Write the time alone, like 3:12:45.") % {"cell": _short(text)}
        )
    return dated["clock"]


def _read_fraction_of_day(bare_text: str, gap: bool, *, exact: bool) -> ReadTime:
    """Read a fraction of a day; one that was rounded to few digits, to the second."""
    thousandths = round(float(bare_text) * 86_400_000)
    second = round(thousandths / 1000) * 1000
    if not exact or abs(thousandths - second) <= 1:
        thousandths = second
    return ReadTime(thousandths, gap, fraction=thousandths % 1000 != 0)


def _two_part_mark(pattern: re.Pattern[str], match: re.Match[str], bare_text: str) -> str:
    if pattern is _COLONS and match["h"] is None and match["f"] is None:
        return ":"
    if pattern is _SECONDS and re.fullmatch(r"\d{1,2}\.[0-5]\d", bare_text, re.ASCII):
        return "."
    return ""


def _read_parts(parts: dict[str, str | None], gap: bool, text: str, short: str) -> ReadTime:
    """Add hours, minutes, seconds and the fraction of a second."""
    hours, minutes, seconds = (int(parts.get(key) or 0) for key in "hms")
    if (parts.get("m") and seconds > 59) or (parts.get("h") and minutes > 59):
        raise TimeRefused(
            _("“%(cell)s” is no time: minutes and seconds go to 59.") % {"cell": _short(text)}
        )
    digits = parts.get("f") or parts.get("g") or ""
    total = 3600 * hours + 60 * minutes + seconds
    if total > LONGEST:
        raise TimeRefused(_("“%(cell)s” is longer than any stage.") % {"cell": _short(text)})
    return ReadTime(
        1000 * total + int((digits + "000")[:3]), gap, fraction=bool(digits.strip("0")), short=short
    )


def read_bonus(text: str) -> int | None:
    """Return a bonus in whole seconds, None for a blank. Raises TimeRefused.

    Results print 10', 10'' and 10\" for ten seconds. A bonus may have the sign of its effect on
    the time.
    """
    bare_text = plain_text(text.translate(_MARKS)).strip()
    seconds = _read_whole_seconds(
        bare_text, text, _("“%(cell)s” is no bonus: write whole seconds.")
    )
    if seconds is not None and seconds > LONGEST:
        raise TimeRefused(_("“%(cell)s” is too much for a bonus.") % {"cell": _short(text)})
    return seconds


def read_penalty(text: str) -> int | None:
    """Return a penalty in whole seconds, None for a blank. Raises TimeRefused.

    A penalty has no sign, and one with the mark of minutes may be meant in seconds.
    """
    bare_text = plain_text(text.translate(_MARKS)).strip()
    if bare_text.startswith("-") and bare_text not in BLANK:
        raise TimeRefused(
            _("“%(cell)s” is less than zero. Write a penalty without a sign: 20.")
            % {"cell": _short(text)}
        )
    if re.fullmatch(r"[+ ]*\d+ ?'", bare_text, re.ASCII):
        raise TimeRefused(
            _("“%(cell)s” may be seconds or minutes. Write 20 for seconds, 1:00 for a minute.")
            % {"cell": _short(text)}
        )
    seconds = _read_whole_seconds(
        bare_text, text, _("“%(cell)s” is no penalty: write whole seconds.")
    )
    if seconds is not None and seconds > LARGEST_PENALTY:
        raise TimeRefused(_("“%(cell)s” is too much for a penalty.") % {"cell": _short(text)})
    return seconds


def _read_whole_seconds(bare_text: str, text: str, refusal: str) -> int | None:
    if match := _PLAIN_SECONDS.fullmatch(bare_text):
        return int(match["s"])
    if text.strip() in BLANK:
        return None
    time = read(text.strip().translate(_MARKS).lstrip("-+ "))
    if time is not None and (time.same or time.thousandths % 1000):
        raise TimeRefused(refusal % {"cell": _short(text)})
    return time.seconds if time is not None else None


def _short(text: str) -> str:
    return text if len(text) <= 30 else f"{text[:29]}…"
