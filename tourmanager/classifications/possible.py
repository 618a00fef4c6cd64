"""What is still possible, in words: who can still win each classification, what they need for it,
and who can no longer win.

The bounds are proved (`scoring.bounds`); without a proof nothing is claimed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.classifications.reading import TourSnapshot
from tourmanager.results.log.reading import frame_lines
from tourmanager.scoring.bounds import Bounds, Prospect
from tourmanager.scoring.codes import team_of
from tourmanager.scoring.manager_bounds import player_chances
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

TOP = 8  # who can still win are shown with what they need up to here
KEPT = 100


@dataclass(frozen=True)
class Contender:
    """A rider or team who can still win: `figure` is the current one, `reach` what they can still
    have, `needs` in sentences.
    """

    mark: Mark | None
    team: TourTeam
    figure: str
    reach: str
    needs: Sequence[str]


@dataclass(frozen=True)
class Section:
    key: str
    name: str
    colour: str
    headline: str
    contenders: Sequence[Contender]
    more: int  # who can still win and are not shown
    out: Sequence[str]  # who stand in it and can no longer win
    level: str  # what decides between those who end level


@dataclass(frozen=True)
class PlayerLine:
    team: TourTeam
    points: int
    least: int
    most: int
    words: str


@dataclass(frozen=True)
class Possible:
    sections: Sequence[Section]
    manager_points: str
    players: Sequence[PlayerLine]
    headline: str


_cache: dict[tuple[int, str], Possible] = {}


def describe_possible(race: TourSnapshot) -> Possible:
    """Make the content of the page, and keep it until the next tap: everybody who follows the race
    asks for the same.
    """
    key = (race.tour.pk, race.version)
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
    players = _players(race, bounds)
    can = [line for line in players if line.words != str(OUT)]
    headline = (
        _("%(player)s can no longer be caught.") % {"player": can[0].team.player}
        if len(can) == 1 and len(players) > 1
        else ""
    )
    return Possible(sections, race.field.scheme.manager_points.name, players, headline)


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
    shown = {row.who: row.figure for row in bounds.now.classifications[ranking.key].rows}
    left = [each for each in chances.values() if each.can_win is not False]
    left.sort(
        key=lambda each: (
            each.who not in shown,
            list(shown).index(each.who) if each.who in shown else 0,
        )
    )
    out = [race.name(who) for who in shown if who in chances and chances[who].can_win is False]
    contenders = [_contender(race, bounds, ranking, each, shown) for each in left[:TOP]]
    headline = _headline(race, bounds, ranking, left, len(out))
    return Section(
        ranking.key,
        ranking.name,
        ranking.colour,
        headline,
        contenders,
        len(left) - len(contenders),
        out,
        _level(race, bounds, ranking),
    )


def _headline(
    race: TourSnapshot, bounds: Bounds, ranking: Ranking, left: Sequence[Prospect], out: int
) -> str:
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
    proved = sum(bool(each.can_win) for each in left)
    if out or proved < len(left):
        return _say_undecided(proved, len(left) - proved)
    return _of_all(ranking) % {"count": proved}


def _say_undecided(proved: int, open_: int) -> str:
    if not open_:
        return _("%(proved)s can still win it.") % {"proved": proved}
    return (
        _("%(proved)s can still win it; of %(undecided)s more it is not certain yet.")
        % {"proved": proved, "undecided": open_}
        if proved
        else _("Not yet decided between %(undecided)s.") % {"undecided": open_}
    )


def _contender(
    race: TourSnapshot, bounds: Bounds, ranking: Ranking, chance: Prospect, shown: dict[str, int]
) -> Contender:
    who = chance.who
    base = min(shown.values(), default=0) if ranking.from_best else 0
    now = shown.get(who, base)
    figure = clock(now - base) if ranking.by_time else str(now)
    reach = "" if chance.best is None or ranking.by_time else f"at best {chance.best}"
    if ranking.by_time and chance.best is not None and chance.best != now and not ranking.from_best:
        reach = f"at best {clock(chance.best)}"
    return Contender(
        race.marks.get(who),
        race.field.by_letter[team_of(who)],
        figure,
        reach,
        _words(race, bounds, ranking, who),
    )


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


def _of_all(ranking: Ranking) -> str:
    if ranking.by == "team_time":
        return _("All %(count)s teams can still win it.")
    if ranking.by_time:
        return _("All %(count)s riders can still win it.")
    return _("%(count)s riders can still win it.")


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


OUT = gettext_lazy("Can no longer win")


def _players(race: TourSnapshot, bounds: Bounds) -> list[PlayerLine]:
    chances = player_chances(bounds)
    lines = []
    for player in bounds.now.players:
        chance = chances[player.team]
        words = (
            str(OUT)
            if chance.can_win is False
            else _("Has won")
            if chance.can_win
            else _("Can still win")
        )
        lines.append(
            PlayerLine(
                race.field.by_letter[player.team], player.points, chance.least, chance.most, words
            )
        )
    return lines
