"""Scenarios, margins and effects of an open place, in words: "Wins if first over Pass 3, or second
and Sanz is not in the first three."
"""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.classifications.reading import TourSnapshot
from tourmanager.scoring.field import FINISH
from tourmanager.scoring.remaining import AWARDED, OpenPlaces
from tourmanager.scoring.scenarios import Clause, HasNot, Scenario
from tourmanager.scoring.tie_breaks import criterion
from tourmanager.scoring.words import join_with_and, number_word
from tourmanager.web import labels
from tourmanager.web.labels import place_word

NAMED = 3  # lines left on the stage being raced are named up to so many, else counted


def short_names(race: TourSnapshot) -> dict[str, str]:
    """Return everybody's surname where nobody else of the tour has it, else the whole name."""
    names = {rider: mark.name for rider, mark in race.marks.items()}
    surnames = [name.split()[-1] if name.split() else "" for name in names.values()]
    found = {
        rider: surname if surnames.count(surname) == 1 and surname.isalpha() else name
        for (rider, name), surname in zip(names.items(), surnames, strict=True)
    }
    return found | {letter: team.name for letter, team in race.field.by_letter.items()}


def either(names: Sequence[str]) -> str:
    """Join names of which one is meant: "Diez, Mora or Sanz"."""
    *others, last = names or ("",)
    if not others:
        return last
    return _("%(names)s or %(last)s") % {"names": ", ".join(others), "last": last}


def places_words(first: int, last: int) -> str:
    """Write a range of places: "second", "in the first three", "second or third"."""
    if first == last:
        return place_word(first)
    if first == 1:
        return _("in the first %(number)s") % {"number": number_word(last)}
    values = {"first": place_word(first), "last": place_word(last)}
    if last == first + 1:
        return _("%(first)s or %(last)s") % values
    return _("%(first)s to %(last)s") % values


class ScenarioWords:
    """Words for the scenarios of one classification: its open `events`, and names of riders."""

    def __init__(self, race: TourSnapshot, events: Sequence[OpenPlaces]) -> None:
        self.race, self.events = race, events
        self.names = short_names(race)
        self.lines = _line_names(race)

    def sentence(self, scenario: Scenario, riders: int = 1) -> str:
        """Say when a rider wins, or each of several riders of whom the same is true."""
        if scenario.certain:
            return _("Wins whatever happens.")
        said = []
        ways = self._ways(scenario, scenario.clauses)
        if scenario.unless and scenario.clauses:
            said.append(
                ngettext("Wins unless %(ways)s.", "Each wins unless %(ways)s.", riders)
                % {"ways": ways}
            )
        elif scenario.clauses:
            said.append(
                ngettext("Wins if %(ways)s.", "Each wins if %(ways)s.", riders) % {"ways": ways}
            )
        if scenario.level:
            said.append(self._level(scenario))
        return " ".join(said)

    def _level(self, scenario: Scenario) -> str:
        """Say where being level is decided by what is not known yet."""
        values = {
            "ways": self._ways(scenario, scenario.level),
            "decided": labels.criterion(criterion(scenario.undecided), self.race.field.scheme),
        }
        if scenario.unless and not scenario.clauses:
            return _("Wins, but is level if %(ways)s; then decided by %(decided)s.") % values
        if scenario.clauses:
            return _("Otherwise level if %(ways)s; then decided by %(decided)s.") % values
        return _("At best level, if %(ways)s; then decided by %(decided)s.") % values

    def _ways(self, scenario: Scenario, clauses: Sequence[Clause]) -> str:
        """Write clauses; with one line left it is named once."""
        said: list[str] = []
        first = clauses is scenario.clauses or not scenario.clauses
        for clause in clauses:
            named = len(self.events) > 1 or (first and not said)
            said.append(self._clause(scenario, clause, named=named))
        return _(", or ").join(said)

    def _clause(self, scenario: Scenario, clause: Clause, *, named: bool) -> str:
        parts = []
        for has in clause.has:
            places = places_words(has.first, has.last)
            if self.events[has.at].key.startswith(AWARDED):
                places = _("the winner")
            where = self._where(has.at) if named else ""
            values = {"rider": self.names.get(clause.who, ""), "places": f"{places}{where}"}
            parts.append(
                values["places"]
                if clause.who == scenario.who
                else _("%(rider)s is %(places)s") % values
            )
        for (at, first, last), names in self._bars(clause.others).items():
            named_here = named and (len(self.events) > 1 or not clause.has)
            where = self._where(at) if named_here else ""
            parts.append(_say_bar(names, f"{places_words(first, last)}{where}"))
        return _(" and ").join(parts)

    def _bars(self, bars: Sequence[HasNot]) -> dict[tuple[int, int, int], list[str]]:
        """Put together the riders who must not have the same places."""
        found: dict[tuple[int, int, int], list[str]] = {}
        for bar in bars:
            event = self.events[bar.at]
            first, last = bar.first, bar.last
            if bar.nothing:  # all places that pay, also the one that the rider of the clause has
                first, last = event.first, event.first + len(event.worth) - 1
            found.setdefault((bar.at, first, last), []).append(self.names[bar.who])
        return found

    def _where(self, at: int) -> str:
        """Write where a place is won, behind it: " over Pass 3"."""
        event = self.events[at]
        where = self.place_at(event)
        return f" {where}"

    def place_at(self, event: OpenPlaces) -> str:
        """Write where a place is won: "over Pass 3", "at the finish of stage 4"."""
        name = self.name_of(event)
        if event.key.startswith(AWARDED):
            return _("of the award %(award)s") % {"award": name}
        if event.key == FINISH or event.key.startswith("s"):
            return _("at %(line)s") % {"line": name}
        return _("over %(line)s") % {"line": name}

    def name_of(self, event: OpenPlaces) -> str:
        """Name an open line or finish, with its stage where that is not the one being raced."""
        scheme = self.race.field.scheme
        name = labels.open_place(event.key, self.lines.get((event.stage, event.key), ""), scheme)
        if self.race.running is not None and event.stage == self.race.running.result.number:
            return name
        title = self.race.title(event.stage)
        return _("%(line)s of %(stage)s") % {"line": name, "stage": title[:1].lower() + title[1:]}

    def left(self) -> str:
        """Say what is left to be won: "Pass 4 and the finish", "two sprints and nine finishes"."""
        number = self.race.running.result.number if self.race.running else 0
        if len(self.events) <= NAMED and all(event.stage == number for event in self.events):
            return join_with_and([self.name_of(event) for event in self.events])
        kinds = {"sprints": 0, "passes": 0, "finishes": 0, "awards": 0}
        for event in self.events:
            kinds[_kind(event)] += 1
        counted = [
            (ngettext("%(count)s sprint", "%(count)s sprints", kinds["sprints"]), "sprints"),
            (ngettext("%(count)s pass", "%(count)s passes", kinds["passes"]), "passes"),
            (ngettext("%(count)s finish", "%(count)s finishes", kinds["finishes"]), "finishes"),
            (ngettext("%(count)s award", "%(count)s awards", kinds["awards"]), "awards"),
        ]
        return join_with_and(
            [words % {"count": _number(kinds[kind])} for words, kind in counted if kinds[kind]]
        )


def _number(count: int) -> str:
    return _("one") if count == 1 else number_word(count)


def _say_bar(names: Sequence[str], places: str) -> str:
    """Say the places that riders must not have."""
    values = {"rider": names[0], "places": places, "riders": join_with_and(names)}
    if len(names) == 1:
        return _("%(rider)s is not %(places)s") % values
    if len(names) == 2:
        return _("neither %(one)s nor %(other)s is %(places)s") % {
            "one": names[0],
            "other": names[1],
            "places": places,
        }
    return _("none of %(riders)s is %(places)s") % values


def _kind(event: OpenPlaces) -> str:
    if event.key == FINISH:
        return "finishes"
    if event.key.startswith(AWARDED):
        return "awards"
    return "sprints" if event.key.startswith("s") else "passes"


def _line_names(race: TourSnapshot) -> Mapping[tuple[int, str], str]:
    """Return the names of lines that have one of their own."""
    if race.running is None:
        return {}
    number = race.running.result.number
    return {(number, line.key): line.name for line in race.running.result.passages}
