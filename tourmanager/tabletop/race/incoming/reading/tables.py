"""Recognise what kind of table a file or a sheet is, by its columns, its headings and its name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.riders.names import plain_text
from tourmanager.riders.rosters.columns import shorten
from tourmanager.riders.rosters.files import FileRefused, Lines
from tourmanager.tabletop.race.incoming.reading import columns as c
from tourmanager.tabletop.race.incoming.reading.headings import Headings, heading_rows
from tourmanager.tabletop.race.incoming.reading.vocabulary import AWARDS, KINDS, RANKINGS, normalise
from tourmanager.tabletop.race.models import SHEET

ARRIVALS, SPRINTS, CLIMBS, RIDERS = "arrivals", "sprints", "climbs", "riders"
AWARDED, UNUSED = "awards", "unused"
KIND_WORDS: dict[str, str | Promise] = {
    ARRIVALS: gettext_lazy("results of stages"),
    SPRINTS: gettext_lazy("points and sprints"),
    CLIMBS: gettext_lazy("mountains"),
    RIDERS: gettext_lazy("riders"),
    AWARDED: gettext_lazy("awards to riders"),
    UNUSED: gettext_lazy("not read"),
}
HEADINGS_TOLD = 8  # unknown headings that a refusal repeats

_CLIMBS = re.compile(
    r"mountain|climb|montagne|montana|montagna|kom|qom|gpm|grimpeur|escalador|scalator|bergwert|\bberg|pois|polka|puerto|\bcols?\b|\bcotes?\b"
)
_SPRINTS = re.compile(r"points?\b|sprint|punt|regularity|regularidad|vert\b|green|meta volante")
_YOUTH = re.compile(
    r"youth|young|jeune|joven|giovan|nachwuchs|jongeren|white|blanc|\bu ?2[35]\b|best young"
)
_STAGE = re.compile(r"(?:stage|etape|etapa|tappa|etappe|rit)\s*0*(\d{1,2}\s?[abc]?)\b")
_SHEET = re.compile(r"(?:[a-z]{1,8} ?)?0*(\d{1,2} ?[abc]?)")
_PROLOGUE = re.compile(r"\bprolog(?:ue|o)?\b")
_AWARDS = re.compile(
    "|".join([r"\bcombativ", r"\bcombatif", r"\baggressiv", r"\bawards? to riders\b", *AWARDS])
)
_STANDINGS = re.compile(r"\b(?:gc|general|generale|overall|standings|gesamt\w*)\b")


def _trial_pattern(kind: str) -> re.Pattern[str]:
    words = sorted(
        (word for word, meaning in KINDS.items() if meaning == kind and len(word) > 2),
        key=len,
        reverse=True,
    )
    return re.compile(rf"\b(?:{'|'.join(words)})\b")


# the team time trial first: "team time trial" contains "time trial"
_TRIALS = {"ttt": _trial_pattern("ttt"), "itt": _trial_pattern("itt")}


@dataclass
class ResultTable:
    """A file or a sheet as a table: its kind, the position of each column, and its rows without
    the headings.
    """

    name: str
    kind: str
    columns: dict[int, str]
    width: int
    lines: Lines
    stage: str = ""  # named by the file or its title, where it has no column for it
    stage_kind: str = ""  # "itt" or "ttt", named in the same way
    mark: str = ""  # of a list of riders
    marks_youth: bool = False  # the heading of its column of marks is youth
    names_kind: bool = True  # the file itself says that its points are for sprints
    mixed: bool = False  # each row says for itself which kind of table it belongs to
    unused: list[str] = field(default_factory=list)

    def has(self, column: str) -> bool:
        return column in self.columns.values()


def table(name: str, lines: Lines) -> ResultTable:
    """Read the headings of a table and recognise its kind.

    Raises FileRefused if the headings cannot be understood, or such a table cannot be imported.
    """
    parts = heading_rows(lines)
    columns, unused = _find_columns(parts.headings)
    has = set(columns.values())
    titles = _titles(name, parts.title)
    all_titles = " ".join(titles)
    _check_columns(has, unused)
    mixed = c.CLASSIFICATION in has and _is_mixed(has, columns, parts.lines)
    lines_in_headings = [c.line_in_heading(text) for text in parts.headings]
    kind, names_kind = _recognise_kind(has, all_titles, lines_in_headings, mixed=mixed)
    stage = "" if c.STAGE in has else _stage_in_titles(titles)
    if kind == ARRIVALS and not stage and c.STAGE not in has:
        _refuse_standings(titles)
    return ResultTable(
        name=name,
        kind=kind,
        columns=columns,
        width=len(parts.headings),
        lines=parts.lines,
        stage=stage,
        stage_kind="" if c.STAGE in has else _trial_in_titles(all_titles),
        mark="youth" if kind == RIDERS and _YOUTH.search(all_titles) else "",
        marks_youth=_marks_youth(columns, parts),
        names_kind=names_kind,
        mixed=mixed,
        unused=unused,
    )


def _titles(name: str, title: str) -> list[str]:
    """Return the names of the sheet and the file and the title, in words that can be compared."""
    file, _separator, sheet = name.partition(SHEET)
    return [normalise(sheet), normalise(file.rpartition(".")[0] or file), normalise(title)]


def _marks_youth(columns: dict[int, str], headings: Headings) -> bool:
    return any(
        column == c.MARK and _YOUTH.search(plain_text(headings.headings[at])) is not None
        for at, column in columns.items()
    )


def _trial_in_titles(titles: str) -> str:
    return next((kind for kind, pattern in _TRIALS.items() if pattern.search(titles)), "")


def _stage_in_titles(titles: Sequence[str]) -> str:
    """Return the stage that the name of the sheet, the name of the file or the title gives; the
    whole name of a sheet may be 3a.
    """
    if titles[0] and (match := _SHEET.fullmatch(titles[0])):
        return match[1].replace(" ", "")
    for text in titles:
        if match := _STAGE.search(text):
            return match[1].replace(" ", "")
        if _PROLOGUE.search(text):
            return "0"
    return ""


def _find_columns(headings: Sequence[str]) -> tuple[dict[int, str], list[str]]:
    """Return the columns by position, and the headings that name none."""
    columns: dict[int, str] = {}
    unused = []
    for at, text in enumerate(headings):
        column = c.heading(text)
        if column is None and text.strip():
            unused.append(shorten(text.strip()))
        if column is None or column == c.IGNORED:
            continue
        if column in columns.values():
            first = next(
                headings[other] for other, other_column in columns.items() if other_column == column
            )
            raise FileRefused(
                _(
                    "Two columns are the %(column)s: “%(first)s” and “%(second)s”. Leave one of"
                    " them out."
                )
                % {"column": column, "first": shorten(first), "second": shorten(text)}
            )
        columns[at] = column
    return columns, unused


_NO_STANDINGS = gettext_lazy(
    "This is a classification after a stage, not the results of a stage. Classifications are"
    " computed here from the results."
)


def _refuse_standings(titles: Sequence[str]) -> None:
    if _STANDINGS.search(f"{titles[0]} {titles[1]}"):
        raise FileRefused(str(_NO_STANDINGS))


def _check_columns(has: set[str], unused: Sequence[str]) -> None:
    """Raise FileRefused unless the columns are those of results."""
    if not has and unused:
        raise FileRefused(
            _(
                "One of the first rows must name the columns: rider, place, time and so on. It"
                " says: %(headings)s."
            )
            % {"headings": ", ".join(unused[:HEADINGS_TOLD])}
        )
    if not has:
        raise FileRefused(
            _("One of the first rows must name the columns: rider, place, time and so on.")
        )
    if c.AFTER in has:
        raise FileRefused(str(_NO_STANDINGS))
    if has & {c.RIDER, c.NUMBER}:
        return
    if c.TEAM in has:
        raise FileRefused(
            _(
                "There is no column for the rider, by name or number. The times of teams are"
                " computed here from those of their riders."
            )
        )
    raise FileRefused(_("There is no column for the rider, by name or number."))


def _is_mixed(has: set[str], columns: dict[int, str], lines: Lines) -> bool:
    """True if rows of several kinds stand in one table: it has times, or rows that say they are
    results of a stage.
    """
    if has & {c.TIME, c.GAP}:
        return True
    at = next(at for at, column in columns.items() if column == c.CLASSIFICATION)
    rankings = {RANKINGS.get(normalise(cells[at])) for _, cells in lines if at < len(cells)}
    return bool(rankings & {ARRIVALS, UNUSED} or (AWARDED in rankings and len(rankings) > 1))


def _recognise_kind(
    has: set[str], titles: str, lines_in_headings: Sequence[str], *, mixed: bool
) -> tuple[str, bool]:
    """Return the kind of a table, and whether the file itself names it."""
    if mixed or has & {c.TIME, c.GAP}:
        return ARRIVALS, True
    by_rank = has & {c.POINTS, c.PLACE, c.STATUS}
    if _AWARDS.search(titles) or (c.CLASSIFICATION in has and not by_rank):
        return AWARDED, True
    if c.POINTS in has:
        each_row_says = c.CLASSIFICATION in has
        return (SPRINTS, True) if each_row_says else _kind_of_points(titles, lines_in_headings)
    return (ARRIVALS if by_rank else RIDERS), True


def _kind_of_points(titles: str, lines_in_headings: Sequence[str]) -> tuple[str, bool]:
    """Return whether a table of points is of climbs or sprints, and whether the file says so."""
    headings = " ".join(lines_in_headings)
    everything = " ".join([titles, *lines_in_headings])
    of_sprints = _SPRINTS.search(headings) and not _CLIMBS.search(headings)
    if _CLIMBS.search(everything) and not of_sprints:
        return CLIMBS, True
    return SPRINTS, bool(_SPRINTS.search(everything))


def ranking_of(text: str) -> str:
    """Return the kind of table that a row belongs to by its ranking type, "" if it is unknown."""
    if ranking := RANKINGS.get(normalise(text)):
        return ranking
    words = plain_text(text)
    for kind, pattern in ((CLIMBS, _CLIMBS), (AWARDED, _AWARDS), (SPRINTS, _SPRINTS)):
        if pattern.search(words):
            return kind
    return ""
