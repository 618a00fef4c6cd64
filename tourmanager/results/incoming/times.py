"""Times as result lists write them, read to thousandths of a second. What cannot be meant is refused in words; a blank is no time."""

import re
from dataclasses import dataclass

from tourmanager.riders.names import plain

LONGEST = 359_999  # seconds; what a stage log takes
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
_MARKS = str.maketrans("\u2019\u2018\u2032\u00b4`\u201c\u201d\u2033\uff0c\uff1a\u2212\u00a0\u202f", "'''''\"\"\",:-  ")
_COLONS = re.compile(r"(?:(?P<h>\d{1,3}):)?(?P<m>\d{1,4}):(?P<s>\d{1,2})(?:[.,](?P<f>\d{1,6}))?", re.ASCII)
_WORDS = re.compile(
    r"(?:(?P<h>\d{1,3}) ?h(?:rs?|ours?|eures?)? ?:?)? ?(?:(?P<m>\d{1,4}) ?(?:'(?!')|mn|min(?:utes?)?|m|$))? ?"
    r"(?:(?P<s>\d{1,2}) ?(?:(?:''|\"|s(?:ec(?:onds?|s)?)?|$) ?(?P<f>\d{1,3})?|[.,](?P<g>\d{1,6}) ?(?:''|\"|s)?))?",
    re.ASCII,
)
_SPACES = re.compile(r"(?:(?P<h>\d{1,3}) )?(?P<m>\d{1,4}) (?P<s>\d{2})(?:[.,](?P<f>\d{1,6}))?", re.ASCII)
_SECONDS = re.compile(r"(?P<s>\d{1,6})(?:[.,](?P<f>\d{1,6}))? ?(?:''|\"|s|sec|seconds)?", re.ASCII)


class TimeRefused(ValueError):
    """The cell is no time; says why, and how times are written."""


@dataclass(frozen=True)
class Given:
    """What a cell says: so many thousandths, the `gap` behind the first, or the `same` time as the row above."""

    thousandths: int = 0
    gap: bool = False
    same: bool = False
    fraction: bool = False  # it was written with a fraction of a second

    @property
    def seconds(self) -> int:
        return self.thousandths // 1000


def read(text: str) -> Given | None:
    """The time of a cell; None for a blank. Raises TimeRefused."""
    bare = " ".join(text.split())
    if bare in BLANK:
        return None
    if bare.casefold() in SAME or re.sub(r"[. ]+", " ", bare.casefold()).strip() in SAME:
        return Given(same=True)
    written = plain(bare.translate(_MARKS))
    gap = written.startswith("+")
    if re.sub(r"[. ]+", " ", written.lstrip("+ ")).strip() in SAME:
        return Given(same=True)
    written = written.lstrip("+ ")
    for pattern in (_COLONS, _SECONDS, _SPACES, _WORDS):
        if (found := pattern.fullmatch(written)) is not None and any(found.groupdict().values()):
            return _given(found.groupdict(), gap, text)
    raise TimeRefused(
        f"“{_short(text)}” is no time. Write it like 3:12:45, 12:34.56, 12'34'' or in seconds; +0:12 and s.t. are behind the first."
    )


def _given(parts: dict[str, str | None], gap: bool, text: str) -> Given:
    hours, minutes, seconds = (int(parts.get(key) or 0) for key in "hms")
    if (parts.get("m") and seconds > 59) or (parts.get("h") and minutes > 59):
        raise TimeRefused(f"“{_short(text)}” is no time: minutes and seconds go to 59.")
    digits = parts.get("f") or parts.get("g") or ""
    total = 3600 * hours + 60 * minutes + seconds
    if total > LONGEST:
        raise TimeRefused(f"“{_short(text)}” is longer than any stage.")
    return Given(1000 * total + int((digits + "000")[:3]), gap, fraction=bool(digits.strip("0")))


def read_seconds(text: str, what: str) -> int | None:
    """A bonus or a penalty in whole seconds, whichever way it is written; None for a blank. Raises TimeRefused."""
    given = read(text.strip().translate(_MARKS).lstrip("-+ ") if text.strip() not in BLANK else "")
    if given is None:
        return None
    if given.same or given.thousandths % 1000:
        raise TimeRefused(f"“{_short(text)}” is no {what}: write whole seconds.")
    return given.seconds


def _short(text: str) -> str:
    return text if len(text) <= 30 else f"{text[:29]}…"
