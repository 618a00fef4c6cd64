"""A scheme while somebody changes it: like Scheme, but a number may be the text that was typed in
its place. The page carries it from tap to tap.
"""

from collections.abc import Iterator

import msgspec
from django.core.exceptions import BadRequest
from django.utils.translation import gettext as _

from tourmanager.scoring.scheme import Fault, Scheme, SchemeError, dump_scheme, vocabulary_of
from tourmanager.scoring.vocabulary import common_vocabulary
from tourmanager.tours.models import Tour
from tourmanager.tours.rules import find_unfit_lines, read_valid_scheme

LONGEST = 300_000  # characters of a scheme on a page: ten times the longest that ships

Cell = int | str
Cells = list[Cell]


class RankingDraft(msgspec.Struct):
    key: str
    name: str
    by: str
    colour: str = ""
    tie_breaks: list[str] = []
    finish: dict[str, Cells] = {}
    lines: dict[str, Cells] = {}
    mark: str = ""
    lowest: bool = False
    by_group: bool = False
    per_turn: Cell = 0
    gap_cap: Cell = 0
    from_best: bool = False


class BonusDraft(msgspec.Struct):
    finish: Cells
    lines: dict[str, Cells]
    kinds: list[str]


class TeamRulesDraft(msgspec.Struct):
    riders: Cell
    tie_breaks: list[str]
    ttt_rider: Cell
    ttt_times: Cell


class ManagerPointsDraft(msgspec.Struct):
    name: str
    title: str
    points: dict[str, Cells]
    tie_breaks: list[str]
    at_end: list[str]


class SchemeDraft(msgspec.Struct):
    key: str
    name: str
    about: str
    classifications: list[RankingDraft]
    categories: dict[str, str]
    bonus: BonusDraft
    teams: TeamRulesDraft
    manager_points: ManagerPointsDraft
    unscored: list[str]
    stand_ins: bool

    def ranking(self, key: str) -> RankingDraft | None:
        return next((ranking for ranking in self.classifications if ranking.key == key), None)


def types_of(working: SchemeDraft) -> dict[str, str]:
    """Return the types of stages that the scheme can pay for, by key: those of its game, and what
    its tables name besides.
    """
    every = common_vocabulary().types
    keys = [key for ranking in working.classifications for key in ranking.finish]
    return {
        **vocabulary_of(working.key).types,
        **{key: every[key] for key in keys if key in every},
    }


def points_at_finish(working: SchemeDraft) -> dict[str, Cells]:
    """Return what a new classification by points begins with."""
    return {key: [10, 6, 4, 2, 1] for key in types_of(working)}


def working_copy(scheme: Scheme) -> SchemeDraft:
    """Copy a scheme for changing."""
    return msgspec.convert(dump_scheme(scheme), SchemeDraft)


def read_carried(text: str) -> SchemeDraft:
    """Read the copy that a page brings back. Raises BadRequest: only somebody who does not use the
    page sends another.
    """
    if len(text) > LONGEST:
        raise BadRequest(_("So much is no scheme of a tour."))
    try:
        draft = msgspec.json.decode(text, type=SchemeDraft)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BadRequest(_("What this page sent cannot be read: open it again.")) from None
    if not 1 <= len(draft.classifications) <= 40:
        raise BadRequest(_("So many are no classifications of a tour."))
    return draft


def carry(working: SchemeDraft) -> str:
    return msgspec.json.encode(working).decode()


def to_scheme(working: SchemeDraft, tour: Tour) -> Scheme:
    """Turn what was typed into a scheme that can score the tour. Raises SchemeError with all that
    is wrong.
    """
    if unread := list(_unread(working)):
        raise SchemeError(unread)
    rules = read_valid_scheme(msgspec.to_builtins(working))
    if faults := find_unfit_lines(rules, tour):
        raise SchemeError(faults)
    return rules


def cells_of_tables(working: SchemeDraft) -> Iterator[tuple[str, Cells, int]]:
    """Yield every table of numbers with its path and the highest number it takes."""
    for nth, ranking in enumerate(working.classifications):
        for name, tables in (("finish", ranking.finish), ("lines", ranking.lines)):
            for key, table in tables.items():
                yield f"classifications[{nth}].{name}.{key}", table, 9999
    yield "bonus.finish", working.bonus.finish, 86_400
    for key, table in working.bonus.lines.items():
        yield f"bonus.lines.{key}", table, 86_400
    for key, table in working.manager_points.points.items():
        yield f"manager_points.points.{key}", table, 9999


def _unread(working: SchemeDraft) -> Iterator[Fault]:
    """Yield faults for fields that should be numbers and are not."""
    for path, table, highest in cells_of_tables(working):
        for nth, cell in enumerate(table):
            if isinstance(cell, str):
                yield _not_whole(f"{path}[{nth}]", 0, highest)
    single: list[tuple[str, Cell, int, int]] = []
    for nth, ranking in enumerate(working.classifications):
        single.append((f"classifications[{nth}].per_turn", ranking.per_turn, 0, 9999))
        single.append((f"classifications[{nth}].gap_cap", ranking.gap_cap, 0, 86_400))
    teams = working.teams
    single += [
        ("teams.riders", teams.riders, 1, 9),
        ("teams.ttt_rider", teams.ttt_rider, 1, 9),
        ("teams.ttt_times", teams.ttt_times, 1, 9),
    ]
    for path, cell, least, most in single:
        if isinstance(cell, str):
            yield _not_whole(path, least, most)


def _not_whole(path: str, least: int, most: int) -> Fault:
    text = _("write a whole number from %(least)s to %(most)s") % {"least": least, "most": most}
    return Fault(path, text)
