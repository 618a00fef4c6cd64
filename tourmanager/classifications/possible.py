"""What is still possible, in words: who can still win each classification, with what, and who can
no longer win.

Where few places are left it is said exactly (`scoring.scenarios`), once for all of whom the same is
true; else what is needed at least (`scoring.margins`), said once for all. Who can win and who
cannot is proved (`scoring.bounds`); without a proof nothing is claimed.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from tourmanager.classifications.lines import first_figure
from tourmanager.classifications.reading import TourSnapshot
from tourmanager.classifications.scenario_words import ScenarioWords, short_names
from tourmanager.results.log.reading import frame_lines
from tourmanager.scoring.bounds import Bounds
from tourmanager.scoring.contests import contest_of, scenarios
from tourmanager.scoring.manager_bounds import player_chances
from tourmanager.scoring.margins import deadlines, margins
from tourmanager.scoring.needs import SHOWN, Needs, Way, by_points, by_time
from tourmanager.scoring.remaining import TourProgress
from tourmanager.scoring.result import Passage, StageResult
from tourmanager.scoring.scheme import Ranking
from tourmanager.scoring.virtual import Running
from tourmanager.scoring.words import join_with_and, ordinal
from tourmanager.tours.models import REST, Line, Stage, TourTeam
from tourmanager.web import labels
from tourmanager.web.jerseys import Mark
from tourmanager.web.templatetags.race import clock

TOP = 6  # sentences of a classification
GROUPS = 5  # of those for whom a bound is given, so many figures are shown
TOGETHER = 3  # names that stand before one figure
KEPT = 100


@dataclass(frozen=True)
class Chance:
    """What is needed, exactly: riders of whom the same is true, each with their figure now."""

    marks: Sequence[Mark]
    figure: str
    sentence: str


@dataclass(frozen=True)
class Needed:
    """Who needs as much: "Diez, Mora 4", or "18 riders 45"."""

    names: str
    figure: str


@dataclass(frozen=True)
class Bound:
    """A bound said once for many: a sentence, and what each of them needs."""

    sentence: str
    needed: Sequence[Needed]
    more: str = ""  # of those not shown


@dataclass(frozen=True)
class Section:
    """A classification: who leads, who can still win it with what, and who cannot."""

    key: str
    name: str
    colour: str
    headline: str
    chances: Sequence[Chance]
    bounds: Sequence[Bound]
    out: Sequence[str]  # who stand in it and can no longer win
    level: str  # what decides between those who end level


@dataclass(frozen=True)
class PlayerLine:
    """A player who can still win, with the points they have and end between."""

    team: TourTeam
    points: int
    least: int
    most: int


@dataclass(frozen=True)
class Possible:
    """The content of the page."""

    sections: Sequence[Section]
    manager_points: str
    players: Sequence[PlayerLine]
    headline: str
    players_out: str


_cache: dict[tuple[int, str, str], Possible] = {}


def describe_possible(race: TourSnapshot) -> Possible:
    """Make the content of the page, and keep it until the next tap: everybody who follows the race
    asks for the same.
    """
    key = (race.tour.pk, race.version, get_language() or "")
    if not race.version or key not in _cache:
        found = _possible(race)
        if not race.version:
            return found
        if len(_cache) >= KEPT:
            _cache.clear()
        _cache[key] = found
    return _cache[key]


def _possible(race: TourSnapshot) -> Possible:
    bounds = Bounds(situation_of(race))
    sections = [_section(race, bounds, ranking) for ranking in race.field.scheme.classifications]
    name = race.field.scheme.manager_points.name
    return Possible(sections, name, *_players(race, bounds))


def situation_of(race: TourSnapshot) -> TourProgress:
    """Make the tour's situation with the stages to come (1 query)."""
    pending = [
        stage for stage in race.stages if stage.state == Stage.State.PENDING and stage.kind != REST
    ]
    lines: dict[int, list[Line]] = {stage.pk: [] for stage in pending}
    for line in Line.objects.filter(stage__in=pending):
        lines[line.stage_id].append(line)
    ahead = [_to_come(race, stage, lines[stage.pk]) for stage in pending]
    return TourProgress(
        race.ended.results, race.running, ahead, race.field.starters, race.field.scheme
    )


def _to_come(race: TourSnapshot, stage: Stage, lines: Sequence[Line]) -> Running:
    framed = frame_lines(lines, race.field.scheme, stage.length)
    passages = tuple(Passage(line.key, "", line.category, ()) for line in framed.values())
    result = StageResult(stage.number, stage.type, passages, (), label=stage.label, kind=stage.kind)  # type: ignore[arg-type]  # no rest day
    return Running(
        result, at_finish=frozenset(line.key for line in framed.values() if line.at_finish)
    )


def _section(race: TourSnapshot, bounds: Bounds, ranking: Ranking) -> Section:
    chances = bounds.of(ranking.key)
    shown = [row.who for row in bounds.now.classifications[ranking.key].rows]
    left = [who for who, each in chances.items() if each.can_win is not False]
    out = [race.name(who) for who in shown if who in chances and chances[who].can_win is False]
    headline = _headline(race, bounds, ranking, left)
    if len(left) <= 1:
        return Section(ranking.key, ranking.name, ranking.colour, headline, (), (), out, "")
    exact, exact_riders = _exact(race, bounds, ranking)
    needed = _bounds(race, bounds, ranking, exact_riders)
    level = _level(race, bounds, ranking) if needed else ""
    return Section(ranking.key, ranking.name, ranking.colour, headline, exact, needed, out, level)


def _headline(race: TourSnapshot, bounds: Bounds, ranking: Ranking, left: Sequence[str]) -> str:
    """Say who leads with what, and how many can still win."""
    if not left:
        return _("Nobody can win a point any more.")
    if winner := bounds.winner(ranking.key):
        return (
            _("%(team)s has won it: nobody can be ahead of it any more.")
            % {"team": race.name(winner)}
            if ranking.by == "team_time"
            else _("%(rider)s has won it: nobody can be ahead of them any more.")
            % {"rider": race.name(winner)}
        )
    table = bounds.now.classifications[ranking.key]
    values = {"leaders": join_with_and([race.name(who) for who in table.leaders])}
    values |= {"figure": first_figure(table)}
    lead = ""
    if 0 < len(table.leaders) <= TOGETHER:
        lead = ngettext(
            "%(leaders)s leads with %(figure)s.",
            "%(leaders)s lead with %(figure)s.",
            len(table.leaders),
        )
    chances = bounds.of(ranking.key)
    proved = sum(chances[who].can_win is True for who in left)
    return f"{lead % values} {_say_undecided(ranking, proved, len(left) - proved)}".strip()


def _say_undecided(ranking: Ranking, proved: int, open_: int) -> str:
    if not open_:
        words = (
            ngettext("%(count)s team can win.", "%(count)s teams can win.", proved)
            if ranking.by == "team_time"
            else ngettext("%(count)s rider can win.", "%(count)s riders can win.", proved)
        )
        return words % {"count": proved}
    if not proved:
        return _("Not yet decided between %(undecided)s.") % {"undecided": open_}
    return _("%(proved)s can win; of %(undecided)s more it is not certain yet.") % {
        "proved": proved,
        "undecided": open_,
    }


def _exact(race: TourSnapshot, bounds: Bounds, ranking: Ranking) -> tuple[list[Chance], set[str]]:
    """Say what is needed of those for whom it can be said exactly, the first of the classification
    first; return the riders of whom it is said, too.
    """
    found = scenarios(bounds, ranking.key)
    contest = contest_of(bounds, ranking.key)
    if contest is None:
        return [], set()
    words = ScenarioWords(race, contest.events)
    groups: dict[tuple[int, str], list[str]] = {}
    for who in sorted(found, key=lambda who: -contest.figures[who]):
        sentence = words.sentence(found[who])
        groups.setdefault((contest.figures[who], sentence), []).append(who)
    exact, exact_riders = [], set()
    for (figure, _sentence), riders in list(groups.items())[:TOP]:
        exact.append(
            Chance(
                [race.marks[who] for who in riders],
                clock(-figure) if ranking.by_time else str(figure),
                words.sentence(found[riders[0]], len(riders)),
            )
        )
        exact_riders |= set(riders)
    return exact, exact_riders


def _bounds(
    race: TourSnapshot, bounds: Bounds, ranking: Ranking, exact_riders: Collection[str]
) -> list[Bound]:
    """Say once for all others what they need at least."""
    needed = [each for each in margins(bounds, ranking.key) if each.who not in exact_riders]
    found = []
    for rival in dict.fromkeys(each.rival for each in needed if each.rival):
        of_rival = {each.who: each.missing for each in needed if each.rival == rival}
        found.append(_bound_of_rival(race, bounds, ranking, rival, of_rival))
    if due := deadlines(bounds, ranking.key):
        if due.latest:
            words = _("%(rider)s is in. To be level with them, be in by:")
            sentence = words % {"rider": short_names(race)[due.leader]}
            found.append(_bound(race, sentence, due.latest, by_time=True, largest_first=True))
        else:
            words = _("%(rider)s is in, ahead of all who are still on the road.")
            found.append(Bound(words % {"rider": short_names(race)[due.leader]}, ()))
    return found


def _bound_of_rival(
    race: TourSnapshot, bounds: Bounds, ranking: Ranking, rival: str, missing: Mapping[str, int]
) -> Bound:
    """Say how much those who have to make up something on one rival need."""
    names = short_names(race)
    if ranking.by != "points":
        last = bounds.situation.now is not None and not bounds.situation.times_ahead
        words = (
            _("To make up on %(rival)s on this stage:")
            if last
            else _("To make up on %(rival)s, as it stands:")
        )
        return _bound(race, words % {"rival": names[rival]}, missing, by_time=True)
    _summed, events = bounds.points(ranking)
    values = {"rival": names[rival], "left": ScenarioWords(race, events).left()}
    if len(missing) > 1:
        words = (
            _("At least this many points fewer than %(rival)s, from %(left)s:")
            if ranking.lowest
            else _("At least this many points more than %(rival)s, from %(left)s:")
        )
        return _bound(race, words % values, missing, by_time=False)
    ((who, points),) = missing.items()
    words = (
        ngettext(
            "%(rider)s needs at least %(points)s point fewer than %(rival)s from %(left)s.",
            "%(rider)s needs at least %(points)s points fewer than %(rival)s from %(left)s.",
            points,
        )
        if ranking.lowest
        else ngettext(
            "%(rider)s needs at least %(points)s point more than %(rival)s from %(left)s.",
            "%(rider)s needs at least %(points)s points more than %(rival)s from %(left)s.",
            points,
        )
    )
    return Bound(words % {**values, "rider": names[who], "points": points}, ())


def _bound(
    race: TourSnapshot,
    sentence: str,
    figures: Mapping[str, int],
    *,
    by_time: bool,
    largest_first: bool = False,
) -> Bound:
    """Put those together who need as much."""
    names = short_names(race)
    groups: dict[int, list[str]] = {}
    for who in sorted(figures, key=lambda who: figures[who], reverse=largest_first):
        groups.setdefault(figures[who], []).append(names[who])
    shown = list(groups.items())
    rest = shown[GROUPS:] if len(shown) > GROUPS + 1 else []
    needed = [
        Needed(_together(who), clock(figure) if by_time else str(figure))
        for figure, who in shown[: len(shown) - len(rest)]
    ]
    if not rest:
        return Bound(sentence, needed)
    last = clock(rest[-1][0]) if by_time else str(rest[-1][0])
    count = sum(len(who) for _figure, who in rest)
    words = (
        ngettext("%(count)s more %(figure)s", "%(count)s more down to %(figure)s", count)
        if largest_first
        else ngettext("%(count)s more %(figure)s", "%(count)s more up to %(figure)s", count)
    )
    values = {"count": count, "figure": last}
    return Bound(sentence, needed, words % values)


def _together(names: Sequence[str]) -> str:
    if len(names) <= TOGETHER:
        return ", ".join(names)
    return _("%(count)s riders") % {"count": len(names)}


def needs_of(race: TourSnapshot, key: str, who: str) -> list[str]:
    """Say what one rider or team needs to win, or that they no longer can: for the page that
    explains their figure.
    """
    if key not in race.keys:
        return []
    bounds = Bounds(situation_of(race))
    chance = bounds.of(key).get(who)
    if chance is None:
        return []
    if chance.can_win is False:
        return [
            (
                _("Can no longer win it; %(rank)s place is the best that may still be reached.")
                % {"rank": ordinal(chance.rank)}
            )
        ]
    if (found := scenarios(bounds, key).get(who)) and (contest := contest_of(bounds, key)):
        return [ScenarioWords(race, contest.events).sentence(found)]
    return _words(race, bounds, race.field.scheme.by_key[key], who)


def _words(race: TourSnapshot, bounds: Bounds, ranking: Ranking, who: str) -> list[str]:
    if bounds.winner(ranking.key) == who:
        return [_("Has won it already.")]
    if ranking.by == "points":
        return [] if ranking.lowest else _points_words(race, by_points(bounds, ranking.key, who))
    if ranking.by == "team_time" and bounds.situation.now and not bounds.situation.times_ahead:
        return []  # while some of a team are in and others not there is no one gap
    needs = by_time(bounds, ranking.key, who)
    if not needs.rival:
        return []
    what = _("Has %(missing)s to make up on %(rival)s") % {
        "missing": clock(needs.missing),
        "rival": race.name(needs.rival),
    }
    if not needs.listed:
        return [f"{what}."]
    return [
        (
            _("%(what)s: %(missing)s s on the line; or %(way)s, if %(rival)s gets no bonus.")
            % {
                "what": what,
                "missing": needs.missing,
                "way": _ways(race, needs.least),
                "rival": race.name(needs.rival),
            }
        )
    ]


def _level(race: TourSnapshot, bounds: Bounds, ranking: Ranking) -> str:
    """Say once for all what decides between riders who end level."""
    links = bounds.now.classifications[ranking.key].chain[1:]
    first, *others = labels.chain(links, race.field.scheme) or ("",)
    if not first:
        return _("Who end level share the place.")
    if others:
        return _("Between those who end level: %(first)s; then %(then)s.") % {
            "first": first,
            "then": others[0],
        }
    return _("Between those who end level: %(first)s.") % {"first": first}


def _points_words(race: TourSnapshot, needs: Needs) -> list[str]:
    said = []
    if needs.listed:
        if needs.least == ((),):
            said.append(_("Needs nothing more if the others win little."))
        elif len(needs.least) <= SHOWN:
            said.append(_("Needs at least: %(way)s.") % {"way": _ways(race, needs.least)})
        else:
            said.append(
                _("Needs at least %(missing)s more than %(rival)s.")
                % {"missing": _amount(needs.missing), "rival": race.name(needs.rival)}
            )
        if needs.missing:
            said.append(
                _("Being level is enough then.") if needs.level else _("Being level is not enough.")
            )
        if needs.sure == ((),):
            said.append(_("Wins whatever happens."))
        elif 0 < len(needs.sure) <= SHOWN and needs.sure != needs.least:
            said.append(_("Sure of it with %(way)s.") % {"way": _ways(race, needs.sure)})
    elif needs.missing:
        said.append(
            _("Needs at least %(missing)s more than %(rival)s.")
            % {"missing": _amount(needs.missing), "rival": race.name(needs.rival)}
        )
    return said


def _amount(points: int) -> str:
    return f"{points} {'point' if points == 1 else 'points'}"


def _ways(race: TourSnapshot, ways: Sequence[Way]) -> str:
    """Word ways: "1st at the finish; or 2nd at the finish and 1st at Sprint 5"."""
    passages = race.running.result.passages if race.running else ()
    names, scheme = {passage.key: passage.name for passage in passages}, race.field.scheme
    return "; or ".join(
        join_with_and(
            [
                _("%(place)s at %(key)s")
                % {
                    "place": ordinal(place),
                    "key": labels.open_place(key, names.get(key, ""), scheme),
                }
                for key, place in way
            ]
        )
        for way in ways[:SHOWN]
    )


def _players(race: TourSnapshot, bounds: Bounds) -> tuple[list[PlayerLine], str, str]:
    """Return the players who can still win, how many they are, and who is out."""
    chances = player_chances(bounds)
    teams = race.field.by_letter
    rows = bounds.now.players
    lines = [
        PlayerLine(teams[row.team], row.points, chances[row.team].least, chances[row.team].most)
        for row in rows
        if chances[row.team].can_win is not False
    ]
    out = [teams[row.team].player for row in rows if chances[row.team].can_win is False]
    headline = ""
    if len(lines) == 1 and out:
        headline = _("%(player)s can no longer be caught.") % {"player": lines[0].team.player}
    elif len(lines) > 1:
        words = ngettext("%(count)s player can win.", "%(count)s players can win.", len(lines))
        headline = words % {"count": len(lines)}
    words = ngettext("%(players)s can no longer win.", "%(players)s can no longer win.", len(out))
    return lines, headline, words % {"players": join_with_and(out)} if out else ""
