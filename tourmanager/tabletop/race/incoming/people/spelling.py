"""Ask about names that may be one rider's, spelt in two ways: a misspelt name would add a rider who
never started.

In a new race these are riders who appear in a later table only, where another of nearly that name
is missing; in an existing tour, riders whom nobody knows.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from django.utils.translation import gettext as _

from tourmanager.tabletop.race.incoming.people.finder import Person, RiderFinder
from tourmanager.tabletop.race.incoming.people.names import Words, words_of
from tourmanager.tabletop.race.incoming.questions import Questionnaire
from tourmanager.tabletop.race.incoming.reading.rows import ResultRow
from tourmanager.tabletop.race.incoming.reading.tables import ARRIVALS

ALIKE = 0.8  # of 1, for the letters of two names
ALIKE_IN_TEAM = 0.7
MOST_LATE = 60  # late riders that are compared; more are not misspelt
MOST_NAMES = 600  # names that they are compared with
LONGEST_KEY = 80
SAME, OTHER = "same", "other"


@dataclass
class NamedRider:
    """A rider of the tables as far as names tell: how they are written, where they appear."""

    name: str
    team: Words
    bib: str
    tables: set[str] = field(default_factory=set)
    first: ResultRow | None = None

    @property
    def letters(self) -> str:
        return "".join(sorted(words_of(self.name)))[:100]

    @property
    def first_row(self) -> str:
        return self.first.at if self.first else ""


def ask_spelling(
    rows: Sequence[ResultRow], order: Sequence[str], questionnaire: Questionnaire
) -> None:
    """Ask about names that differ by a slip; those of one rider get the name that came first.

    `order` are the tables of results in the order of their stages.
    """
    riders = _named_riders(rows)
    late = (
        [rider for rider in riders.values() if order[0] not in rider.tables]
        if len(order) > 1
        else []
    )
    if not late or len(late) > MOST_LATE or len(riders) > MOST_NAMES:
        return
    for rider in late:
        other = _most_similar(rider, riders.values())
        if other is not None and len(rider.tables) > len(other.tables):
            _ask_whether_same(rows, slip=other, right=rider, questionnaire=questionnaire)
        elif other is not None:
            _ask_whether_same(rows, slip=rider, right=other, questionnaire=questionnaire)


def _most_similar(rider: NamedRider, riders: Iterable[NamedRider]) -> NamedRider | None:
    """Return the rider of the most similar name among those who are in none of the same tables."""
    like = _Likeness(rider)
    near = [
        other
        for other in riders
        if other is not rider and not other.tables & rider.tables and like.is_near(other)
    ]
    return max(near, key=lambda other: (len(other.tables), like(other)), default=None)


def _ask_whether_same(
    rows: Sequence[ResultRow], *, slip: NamedRider, right: NamedRider, questionnaire: Questionnaire
) -> None:
    names = {"slip": slip.name, "where": slip.first_row, "name": right.name}
    answer = questionnaire.ask(
        question_key(slip.name),
        _("%(slip)s (%(where)s) appears where %(name)s is missing. Is this %(name)s?") % names,
        ((SAME, _("Yes, it is %(name)s") % names), (OTHER, _("No, they are two riders"))),
    )
    if answer == SAME:
        rename(rows, slip.name, right.name)


def question_key(name: str) -> str:
    """Return the key of the question about a name."""
    return f"name-{'-'.join(words_of(name))}"[:LONGEST_KEY]


def rename(rows: Sequence[ResultRow], slip: str, name: str) -> None:
    """Write the right name into all rows that have the misspelt one."""
    words = tuple(sorted(words_of(slip)))
    for row in rows:
        if row.rider and tuple(sorted(words_of(row.rider))) == words:
            _note_spelling(row)
            row.rider = name


def _note_spelling(row: ResultRow) -> None:
    row.notes.append(_("“%(name)s” in the file") % {"name": row.rider})


def _named_riders(rows: Sequence[ResultRow]) -> dict[Words, NamedRider]:
    riders: dict[Words, NamedRider] = {}
    for row in rows:
        if row.table == ARRIVALS and row.rider and not row.problems:
            words = tuple(sorted(words_of(row.rider)))
            rider = riders.setdefault(
                words, NamedRider(row.rider, words_of(row.team), row.number, first=row)
            )
            rider.tables.add(table_key(row))
    return riders


def table_key(row: ResultRow) -> str:
    """Return what tells tables of results apart: file and stage."""
    return f"{row.file}/{row.stage}"


class _Likeness:
    """Compare one rider with others. Preparing the comparison takes longer than comparing."""

    def __init__(self, rider: NamedRider) -> None:
        self.rider = rider
        self.matcher = SequenceMatcher(None, "", rider.letters)

    def __call__(self, other: NamedRider) -> float:
        """Return the likeness from 0 to 1; 0 if it is too little to matter."""
        self.matcher.set_seq1(other.letters)
        if min(self.matcher.real_quick_ratio(), self.matcher.quick_ratio()) < ALIKE_IN_TEAM:
            return 0
        return self.matcher.ratio()

    def is_near(self, other: NamedRider) -> bool:
        """True if the names are alike, or the team and the bib number are the same."""
        rider = self.rider
        in_team = bool(rider.team) and rider.team == other.team
        if rider.bib and rider.bib == other.bib and in_team:
            return True
        return self(other) >= (ALIKE_IN_TEAM if in_team else ALIKE)


def ask_who(row: ResultRow, riders: RiderFinder, questionnaire: Questionnaire) -> Person | None:
    """Return the rider of nearly that name if the user confirmed it."""
    near = riders.near(row.rider) if row.rider else None
    if near is None:
        return None
    names = {"rider": row.rider, "where": row.at, "name": near.name}
    answer = questionnaire.ask(
        question_key(row.rider),
        _("%(rider)s (%(where)s) is not in this race. Did you mean %(name)s?") % names,
        ((SAME, _("Yes, it is %(name)s") % names), (OTHER, _("No, leave the row out"))),
        is_needed=False,
    )
    if answer != SAME:
        return None
    _note_spelling(row)
    return near
