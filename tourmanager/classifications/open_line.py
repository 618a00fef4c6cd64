"""A sprint or pass of the stage being raced, for the page that logs it: what its next place would
change, in one to three sentences, the first of that classification as it stands now, what the
riders who are logged there have in it, and the line before.

"Second place matters: Swierczek would be one point from purple. Ochoteco would catch Diez on 21.
Nobody can take purple here any more."
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.classifications.lines import (
    ClassificationLine,
    ClassificationTable,
    classification,
)
from tourmanager.classifications.reading import TourSnapshot
from tourmanager.classifications.scenario_words import either, short_names
from tourmanager.results.log.reading import worn_after
from tourmanager.scoring.open_place import Climb, Effect, effects
from tourmanager.scoring.remaining import TourProgress
from tourmanager.scoring.result import Passage
from tourmanager.scoring.scheme import Ranking
from tourmanager.scoring.tables import RankedRow, Standings
from tourmanager.scoring.words import join_with_and
from tourmanager.web import labels
from tourmanager.web.drawing import LEADERS
from tourmanager.web.jerseys import Mark
from tourmanager.web.labels import place_word
from tourmanager.web.templatetags.race import clock

TOP = 3
NAMED = 3  # riders who would take the lead are named up to so many


@dataclass(frozen=True)
class FirstRider:
    """One of the first of the classification, in the jersey they wear on this stage."""

    rank: int
    name: str
    mark: Mark
    figure: str


@dataclass(frozen=True)
class LinePlace:
    """A place of the line before, with what it paid."""

    place: int
    name: str
    mark: Mark
    points: int


@dataclass(frozen=True)
class OpenLine:
    """A line, the classification that it is about, and the line before it."""

    key: str
    name: str
    place: str  # the open place and what it pays: "Fourth place, 5 points"; "" where none is open
    matters: str  # "Second place matters:", "" where it changes nothing near the lead
    sentences: Sequence[str]  # what the open place would change
    now: Sequence[FirstRider]  # the first three of the classification, virtual
    title: str  # of the first three: "Purple now"
    colour: str  # of its jersey, "" without a jersey
    jersey: Mark | None  # that jersey, for a drawing
    holds: Mapping[str, str]  # what the riders logged here have in it: "leads with 25"
    before: str  # name of the line before, "" where this is the first
    before_key: str
    places: Sequence[LinePlace]  # the first three of the line before


def describe_open_line(race: TourSnapshot, key: str) -> OpenLine | None:
    """Describe a line of the stage being raced; None where the stage has no such line, or where it
    counts in no classification.
    """
    if race.running is None:
        return None
    lines = list(race.running.result.passages)
    line = next((line for line in lines if line.key == key), None)
    if line is None:
        return None
    situation = TourProgress(
        race.ended.results, race.running, (), race.field.starters, race.field.scheme
    )
    found = effects(situation, key)
    effect = next((each for each in found if each.changes_lead), found[0] if found else None)
    counting = effect.classification if effect else _counts_in(race, line)
    if not counting:
        return None
    return _open_line(race, line, lines, race.field.scheme.by_key[counting], effect)


def _counts_in(race: TourSnapshot, line: Passage) -> str:
    """Return the key of the first classification that a line counts in, "" where there is none."""
    scheme = race.field.scheme
    paying = [each.key for each in scheme.classifications if each.lines.get(line.category)]
    if not paying and line.category in scheme.bonus.lines:
        return scheme.general.key
    return paying[0] if paying else ""


def _open_line(
    race: TourSnapshot,
    line: Passage,
    lines: Sequence[Passage],
    ranking: Ranking,
    effect: Effect | None,
) -> OpenLine:
    at = lines.index(line)
    before = lines[at - 1] if at else None
    stood = [each for each in race.course if each.after < race.number]
    marks, names = race.field.marks(worn_after(stood)), short_names(race)
    table = classification(race, ranking.key)
    matters, sentences = say_effect(race, effect) if effect else ("", [])
    return OpenLine(
        line.key,
        labels.line(line.key, line.name),
        _place(effect) if effect else "",
        matters,
        sentences,
        [
            FirstRider(each.row.rank, names[each.row.who], marks[each.row.who], each.figure)
            for each in table.lines[:TOP]
            if each.row.who in marks
        ],
        _title(ranking),
        ranking.colour,
        _leaders_jersey(ranking.colour),
        _holds(line, table, ranking, stood),
        labels.line(before.key, before.name) if before else "",
        before.key if before else "",
        _places(race, before, ranking, marks) if before else [],
    )


def _leaders_jersey(colour: str) -> Mark | None:
    """Return the mark of a leader's jersey that no rider wears, None without a colour."""
    if colour not in LEADERS:
        return None
    return Mark("", 0, "", "", "", "", LEADERS[colour], "plain", colour)


def _place(effect: Effect) -> str:
    """Name the open place with its worth: "Fourth place, 5 points"."""
    place, worth = capfirst(place_word(effect.place)), effect.worth
    if not worth:
        return _("%(place)s place") % {"place": place}
    words = ngettext("%(place)s place, %(worth)s point", "%(place)s place, %(worth)s points", worth)
    return words % {"place": place, "worth": worth}


def _title(ranking: Ranking) -> str:
    """Name a classification as it stands now, by its jersey where it has one."""
    name = capfirst(_jersey(ranking)) if ranking.colour else ranking.name
    return _("%(name)s now") % {"name": name}


def _holds(
    line: Passage, table: ClassificationTable, ranking: Ranking, stood: Sequence[Standings]
) -> dict[str, str]:
    """Say for each rider logged at a line what they have in the classification."""
    led = _leaders(stood[-1].classifications[ranking.key].rows) if stood else []
    leading = _leaders([each.row for each in table.lines])
    return {
        each.row.who: _hold(each, ranking, leading, led)
        for each in table.lines
        if each.row.who in line.riders
    }


def _leaders(rows: Sequence[RankedRow]) -> list[str]:
    return [row.who for row in rows if row.rank == 1]


def _hold(
    line: ClassificationLine, ranking: Ranking, leading: Sequence[str], led: Sequence[str]
) -> str:
    """Say what a rider has: "leads with 25", "81, takes dots", "39 in all". `led` are those who led
    after the last ended stage.
    """
    values = {"figure": line.figure, "jersey": _jersey(ranking)}
    who = line.row.who
    if who not in leading:
        return line.figure if ranking.by_time else _("%(figure)s in all") % values
    if len(leading) > 1:
        return _("%(figure)s, shares the lead") % values
    if led and who not in led:
        return _("%(figure)s, takes %(jersey)s") % values
    return _("leads with %(figure)s") % values


def _places(
    race: TourSnapshot, line: Passage, ranking: Ranking, marks: Mapping[str, Mark]
) -> list[LinePlace]:
    """List the first of a line with what it paid them: in this classification, or in any."""
    scheme, names = race.field.scheme, short_names(race)
    pays = line.paid or ranking.lines.get(line.category) or scheme.line_points[line.category]
    riders = [rider for rider in line.riders if rider in marks]
    return [
        LinePlace(place, names[rider], marks[rider], points)
        for place, (rider, points) in enumerate(zip(riders[:TOP], pays, strict=False), 1)
    ]


def say_effect(race: TourSnapshot, effect: Effect) -> tuple[str, list[str]]:
    """Say what the open place of a line would change in a classification: that it matters, "" where
    it does not, and the sentences that follow.
    """
    names = short_names(race)
    ranking = race.field.scheme.by_key[effect.classification]
    said = _lead_changes(names, ranking, effect)
    matters = bool(said)
    if not matters:
        near = _near(effect)
        if near is not None:
            said.append(_near_words(names, ranking, effect, near))
        climbs = [climb for climb in effect.climbs if near is None or _moves(climb, near)]
        matters = near is not None
        said += [_climb(names, ranking, climb) for climb in climbs[:1]]
        said.append(_no_change(names, ranking, effect, near=near is not None))
    if not matters:
        return "", said
    return _("%(place)s place matters:") % {"place": capfirst(place_word(effect.place))}, said


def _jersey(ranking: Ranking) -> str:
    """Name the jersey of a classification by its colour: "purple", "dots"."""
    colours = {
        "yellow": _("yellow"),
        "green": _("green"),
        "dots": _("dots"),
        "white": _("white"),
        "purple": _("purple"),
        "pink": _("pink"),
        "blue": _("blue"),
        "red": _("red"),
        "orange": _("orange"),
    }
    if ranking.colour:
        return colours.get(ranking.colour, ranking.colour)
    return _("the lead in %(classification)s") % {"classification": ranking.name}


def _lead_changes(names: dict[str, str], ranking: Ranking, effect: Effect) -> list[str]:
    """Say who would lead with the place and does not now; nothing where nobody would."""
    values = {
        "jersey": _jersey(ranking),
        "leader": join_with_and([names[who] for who in effect.leaders]),
    }
    said = []
    if takes := effect.takes:
        riders = {"riders": either([names[who] for who in takes]), "count": len(takes)}
        if len(takes) == effect.can_take and len(takes) > NAMED:
            said.append(_("Any rider would take %(jersey)s with it.") % values)
        elif len(takes) > NAMED:
            said.append(_("%(count)s riders would take %(jersey)s with it.") % (values | riders))
        else:
            said.append(_("%(riders)s would take %(jersey)s.") % (values | riders))
    for riders_level, words in (
        (effect.shares, _("%(riders)s would share the lead, level on everything.")),
        (effect.undecided, _("%(riders)s would be level with the lead; what decides is open.")),
    ):
        if riders_level:
            several = len(riders_level) > NAMED
            who = (
                _("%(count)s riders") % {"count": len(riders_level)}
                if several
                else either([names[who] for who in riders_level])
            )
            said.append(words % {"riders": who})
    changing = len(effect.takes) + len(effect.shares) + len(effect.undecided)
    if said and len(effect.leaders) == 1 and changing < effect.can_take:
        said.append(_("With anybody else %(leader)s keeps %(jersey)s.") % values)
    return said


def _near(effect: Effect) -> Climb | None:
    """Return who would be nearest to the lead, where one more such place would make up for it."""
    near = min(effect.climbs, key=lambda climb: climb.gap, default=None)
    return near if near is not None and near.gap <= effect.worth else None


def _moves(climb: Climb, near: Climb) -> bool:
    """Return True for a rider behind the nearest who would catch or pass somebody."""
    up = climb.before is None or climb.rank < climb.before
    return climb is not near and (up or len(climb.level_with) == 1)


def _near_words(names: dict[str, str], ranking: Ranking, effect: Effect, climb: Climb) -> str:
    """Say how near to the lead the place would bring a rider."""
    values = {
        "rider": names[climb.who],
        "leader": join_with_and([names[who] for who in effect.leaders]),
        "jersey": _jersey(ranking),
        "gap": climb.gap,
    }
    if not climb.gap:
        return _("%(rider)s would be level with %(leader)s, who stays ahead.") % values
    if ranking.by_time:
        return _("%(rider)s would be %(gap)s s from %(jersey)s.") % values
    if climb.gap == 1:
        return _("%(rider)s would be one point from %(jersey)s.") % values
    return _("%(rider)s would be %(gap)s points from %(jersey)s.") % values


def _climb(names: dict[str, str], ranking: Ranking, climb: Climb) -> str:
    """Say where the place would put a rider who stays behind the lead."""
    values = {
        "rider": names[climb.who],
        "figure": clock(climb.figure) if ranking.by_time else climb.figure,
        "other": join_with_and([names[who] for who in climb.level_with]),
        "rank": place_word(climb.rank),
    }
    if len(climb.level_with) == 1:
        return _("%(rider)s would catch %(other)s on %(figure)s.") % values
    if climb.before is not None and climb.rank < climb.before:
        return _("%(rider)s to %(figure)s, up to %(rank)s.") % values
    return _("%(rider)s to %(figure)s, still %(rank)s.") % values


def _no_change(names: dict[str, str], ranking: Ranking, effect: Effect, *, near: bool) -> str:
    """Say that the place changes nothing in the lead."""
    values = {
        "jersey": _jersey(ranking),
        "leader": join_with_and([names[who] for who in effect.leaders]),
    }
    if not effect.leaders:
        return _("Nobody takes %(jersey)s with it.") % values
    if near:
        return _("Nobody can take %(jersey)s here any more.") % values
    return (
        ngettext(
            "%(leader)s keeps %(jersey)s, no matter who it is.",
            "%(leader)s keep the lead together, no matter who it is.",
            len(effect.leaders),
        )
        % values
    )
