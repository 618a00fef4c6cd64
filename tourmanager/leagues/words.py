"""The sentences of a league: what decided between two who are level, who can still win, what the
round on the road would change.
"""

from collections.abc import Sequence
from typing import cast

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.leagues.reading import SeasonRead, half_words
from tourmanager.scoring.league.reach import Chance, Way
from tourmanager.scoring.league.season import Link
from tourmanager.scoring.league.table import ABSENT, LeagueRow, Tie
from tourmanager.scoring.words import join_with_and, number_word, ordinal

PASSING = 2  # sentences about who would go past whom, at most


def say_link(link: Link) -> str:
    """Name a link of the chain of tie-breaks, for the settings."""
    return {
        "rounds_won": _("More rounds won"),
        "best_places": _("Better places: more wins, then more second places, and so on"),
        "head_to_head": _("More often ahead of the others who are level"),
        "rounds_ridden": _("More rounds ridden"),
        "latest": _("Better in the latest round, then in the one before"),
    }[link]


def say_level(row: LeagueRow, below: LeagueRow) -> str:
    """Say in a few words what put a player ahead of the next one, who is level."""
    tie = below.tie
    if tie is None:
        return ""
    match tie.link:
        case "rounds_won":
            won, fewer = _counts(tie)
            sentence = ngettext(
                "level: %(more)s round won to %(fewer)s",
                "level: %(more)s rounds won to %(fewer)s",
                won,
            )
            return sentence % {"more": won, "fewer": fewer}
        case "rounds_ridden":
            ridden, fewer = _counts(tie)
            sentence = ngettext(
                "level: %(more)s round ridden to %(fewer)s",
                "level: %(more)s rounds ridden to %(fewer)s",
                ridden,
            )
            return sentence % {"more": ridden, "fewer": fewer}
        case "best_places":
            better, worse = _first_difference(tie)
            if worse == ABSENT:
                return _("level: one more %(place)s place") % {"place": ordinal(better)}
            return _("level: a %(better)s place to a %(worse)s") % {
                "better": ordinal(better),
                "worse": ordinal(worse),
            }
        case "head_to_head":
            return _("level: ahead head to head")
        case "latest":
            return _("level: ahead in round %(number)s") % {"number": _deciding_round(row, tie)}
    return _("level in everything")


def explain_level(season: SeasonRead, row: LeagueRow, below: LeagueRow) -> list[str]:
    """Say in sentences what put a player ahead of the next one, who is level; none where they are
    not.
    """
    tie = below.tie
    if tie is None:
        return []
    names = {"ahead": season.short_name(row.who), "other": season.short_name(below.who)}
    level = _("%(ahead)s is level with %(other)s on %(points)s points.") % {
        "ahead": season.names[row.who],
        "other": season.names[below.who],
        "points": half_words(row.halves),
    }
    return [level, _reason(row, below, tie, names)]


def _reason(row: LeagueRow, below: LeagueRow, tie: Tie, names: dict[str, str]) -> str:
    match tie.link:
        case "rounds_won":
            won = {"won": _rounds_won(row), "fewer": _rounds_won(below)}
            sentence = (
                _("%(ahead)s is ahead: won %(won)s, %(other)s only %(fewer)s.")
                if won["fewer"]
                else _("%(ahead)s is ahead: won %(won)s, %(other)s none.")
            )
            return sentence % (names | won)
        case "rounds_ridden":
            more, fewer = _counts(tie)
            sentence = _("%(ahead)s is ahead: rode %(more)s rounds, %(other)s %(fewer)s.")
            return sentence % (names | {"more": str(more), "fewer": str(fewer)})
        case "best_places":
            better, worse = _first_difference(tie)
            sentence = _(
                "%(ahead)s is ahead: comparing their places from the best on, the first that"
                " differs is %(better)s against %(worse)s."
            )
            places = {
                "better": ordinal(better),
                "worse": _("none") if worse == ABSENT else ordinal(worse),
            }
            return sentence % (names | places)
        case "head_to_head":
            return (
                _("%(ahead)s is ahead: finished before %(other)s more often where both rode.")
                % names
            )
        case "latest":
            number = {"number": str(_deciding_round(row, tie))}
            sentence = _("%(ahead)s is ahead: finished before %(other)s in round %(number)s.")
            return sentence % (names | number)
    return _("Nothing separates %(ahead)s and %(other)s: they share the place.") % names


def _counts(tie: Tie) -> tuple[int, int]:
    """Return two counts, of which more is better and which therefore stand negative."""
    return -cast(int, tie.better), -cast(int, tie.worse)


def _first_difference(tie: Tie) -> tuple[int, int]:
    return next((better, worse) for better, worse in _pairs(tie) if better != worse)


def _pairs(tie: Tie) -> list[tuple[int, int]]:
    """Return the figures of both, part by part."""
    better, worse = cast(tuple[int, ...], tie.better), cast(tuple[int, ...], tie.worse)
    return [*zip(better, worse, strict=True)]


def _deciding_round(row: LeagueRow, tie: Tie) -> int:
    """Return the number of the round whose places were the first to differ, from the latest on."""
    differs = [better != worse for better, worse in _pairs(tie)]
    return row.scores[len(row.scores) - 1 - differs.index(True)].number


def _rounds_won(row: LeagueRow) -> str:
    """Name the rounds that somebody won: "round 2", "rounds 1 and 5"."""
    won = [str(score.number) for score in row.scores if score.place == 1]
    if not won:
        return ""
    return ngettext("round %(won)s", "rounds %(won)s", len(won)) % {"won": join_with_and(won)}


def say_chance(season: SeasonRead, chance: Chance, left: int) -> list[str]:
    """Say in sentences on what condition somebody can still win; none where there is no simple
    one.
    """
    names = {"name": season.short_name(chance.who)}
    sentences = []
    if chance.wins and chance.wins == left:
        sentences.append(
            ngettext(
                "%(name)s must win the last round.", "%(name)s must win every round left.", left
            )
            % names
        )
    elif chance.wins:
        sentence = ngettext(
            "%(name)s must win at least %(wins)s of the %(left)s rounds left.",
            "%(name)s must win at least %(wins)s of the %(left)s rounds left.",
            chance.wins,
        )
        counts = {"wins": _count_word(chance.wins), "left": _count_word(left)}
        sentences.append(sentence % (names | counts))
    for limit in chance.limits:
        rival = {"name": season.short_name(limit.who)}
        if not limit.seconds:
            sentences.append(_("%(name)s may never be second.") % rival)
            continue
        sentence = ngettext(
            "%(name)s may be second once at most.",
            "%(name)s may be second %(times)s times at most.",
            limit.seconds,
        )
        sentences.append(sentence % (rival | {"times": _count_word(limit.seconds)}))
    return sentences


def say_contenders(found: int, everybody: int) -> str:
    """Count who can still win: "Four of eight."."""
    counts = {"found": capfirst(_count_word(found)), "all": _count_word(everybody)}
    return _("%(found)s of %(all)s.") % counts


def say_ways(season: SeasonRead, who: str, ways: Sequence[Way]) -> str:
    """Say with which places in the last round somebody wins the season."""
    name = season.short_name(who)
    if not ways:
        return _("%(name)s cannot win any more.") % {"name": name}
    if len(ways) == 1 and ways[0].place is None and not ways[0].rivals:
        return _("%(name)s has won already.") % {"name": name}
    said = [_say_way(season, way) for way in ways]
    return _("%(name)s wins with %(ways)s.") % {"name": name, "ways": "; ".join(said)}


def _say_way(season: SeasonRead, way: Way) -> str:
    if way.place is None:
        own = _("any place, even without riding")
    elif way.place == 1:
        own = _("first place")
    else:
        own = _("%(place)s place or better") % {"place": ordinal(way.place)}
    if not way.rivals:
        return own
    rivals = [
        _("%(name)s is first") % {"name": season.short_name(who)}
        if at == 1
        else _("%(name)s is %(place)s or better")
        % {"name": season.short_name(who), "place": ordinal(at)}
        for who, at in way.rivals
    ]
    unless = _("%(own)s, unless %(rivals)s")
    return unless % {"own": own, "rivals": _join_with_or(rivals)}


def _join_with_or(words: Sequence[str]) -> str:
    *others, last = words
    return (
        _("%(first)s or %(last)s") % {"first": ", ".join(others), "last": last} if others else last
    )


def say_passing(
    season: SeasonRead, before: Sequence[LeagueRow], now: Sequence[LeagueRow]
) -> list[str]:
    """Say who would go past whom if the round on the road ended as it stands."""
    ranks = {row.who: row.rank for row in before}
    rode = season.live.rode if season.live else {}
    sentences = []
    for at, row in enumerate(now):
        passed = [
            other.who for other in now[at + 1 :] if ranks.get(other.who, 0) < ranks.get(row.who, 0)
        ]
        if not passed:
            continue
        absent = [who for who in passed if who not in rode]
        names = {
            "name": season.short_name(row.who),
            "others": join_with_and([season.short_name(who) for who in passed]),
        }
        if len(passed) == len(absent):
            sentence = ngettext(
                "%(name)s goes past %(others)s, who is not riding.",
                "%(name)s goes past %(others)s, who are not riding.",
                len(passed),
            )
        else:
            sentence = _("%(name)s goes past %(others)s.")
        sentences.append(sentence % names)
    return sentences[:PASSING]


def _count_word(count: int) -> str:
    """Write a small count as a word."""
    return _("one") if count == 1 else number_word(count) if count else _("none")
