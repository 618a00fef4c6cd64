"""The working of a figure: its summands in groups, their sums, what decided ties, and the course of
the rank.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from tourmanager.classifications.chart import rank_chart
from tourmanager.classifications.contract import time_explanation_of
from tourmanager.classifications.lines import explain_tie
from tourmanager.classifications.on_road import sheet_of
from tourmanager.classifications.reading import TourSnapshot
from tourmanager.classifications.summand import Item
from tourmanager.scoring.codes import team_of
from tourmanager.scoring.manager_points import paying_sources, player_criteria
from tourmanager.scoring.tables import Part, PlayerRow, RankedRow
from tourmanager.scoring.teams import day_chain
from tourmanager.scoring.words import join_with_and, number_word, ordinal
from tourmanager.tours.models import TourTeam
from tourmanager.web import labels
from tourmanager.web.jerseys import Mark
from tourmanager.web.templatetags.race import clock

MANAGER_POINTS = "manager-points"


class NoFigure(LookupError):
    """There is no such figure; the message says why, for the reader."""


@dataclass(frozen=True)
class Group:
    """Summands under a heading with their sum."""

    heading: str
    items: Sequence[Item]
    total: str = ""
    key: str = ""


@dataclass(frozen=True)
class Working:
    key: str
    who: str
    title: str  # "Individual after stage 3"
    team: TourTeam
    mark: Mark | None
    figure: str
    place: str  # "2nd, 0:25 behind Anna Azure"
    groups: Sequence[Group]
    notes: Sequence[str] = ()
    chain: Sequence[str] = ()
    chart: str = ""
    remarks: Sequence[str] = ()  # what decided where it is level

    @property
    def of_player(self) -> bool:
        return self.key == MANAGER_POINTS


def explain_figure(race: TourSnapshot, key: str, who: str) -> Working:
    """Explain how a figure came about. Raises NoFigure."""
    if who not in race.field.names:
        raise NoFigure(gettext("There is no such rider or team in this tour."))
    if race.number == 0:
        raise NoFigure(gettext("No stage has ended yet, so there is no figure to explain."))
    if key == MANAGER_POINTS:
        return _of_player(race, who)
    if key == "stage":
        return _of_team_day(race, who) if who in race.field.by_letter else _of_arrival(race, who)
    return _of_row(race, key, who)


def _row_with_neighbours(
    rows: Sequence[RankedRow], who: str, missing: str
) -> tuple[RankedRow, RankedRow | None, RankedRow | None]:
    """Find the row with its neighbours. Raises NoFigure, with that sentence, where there is no
    row.
    """
    for index, row in enumerate(rows):
        if row.who == who:
            return (
                row,
                rows[index - 1] if index else None,
                rows[index + 1] if index + 1 < len(rows) else None,
            )
    raise NoFigure(missing)


def _of_row(race: TourSnapshot, key: str, who: str) -> Working:
    table = race.now.classifications[key]
    by_time, parts = table.by_time, table.parts(who)
    if not by_time:
        missing = gettext("%(who)s is not in this classification %(moment)s: no points yet.")
    elif race.virtual and not table.rows:
        missing = gettext("%(who)s is not in this classification: nobody has arrived yet.")
    else:
        missing = gettext(
            "%(who)s is not in this classification: somebody who did not finish every stage has"
            " left it."
        )
    values = {"who": race.name(who), "moment": race.moment}
    row, above, below = _row_with_neighbours(table.rows, who, missing % values)
    best = table.rows[0].figure if table.ranking.from_best else 0
    if table.ranking.by == "team_time":
        groups = [
            _team_day(race, parts, stage) for stage in dict.fromkeys(part.stage for part in parts)
        ]
        notes = [
            gettext("The %(riders)s best times of each stage count.")
            % {"riders": number_word(race.field.scheme.teams.riders)}
        ]
    else:
        items = [
            Item(
                labels.part(part, race.field.scheme),
                _amount(part.amount, by_time),
                None,
                part.counted,
                labels.note(part),
            )
            for part in parts
        ]
        if best:
            sentence = (
                gettext("Behind the best: less the sum of the leader, their own")
                if row.rank == 1
                else gettext("Behind the best: less the sum of the leader, %(leader)s")
            )
            leader = race.name(table.rows[0].who)
            items.append(Item(sentence % {"leader": leader}, clock(-best)))
        groups, notes = [Group("", items)], []
    stood = [
        {row.who: row.rank for row in standings.classifications[key].rows}
        for standings in race.until_now
    ]
    return Working(
        key,
        who,
        gettext("%(classification)s %(moment)s")
        % {"classification": table.name, "moment": race.moment},
        race.field.by_letter[team_of(who)],
        race.marks.get(who),
        _amount(row.figure - best, by_time),
        _place(race, row, table.rows[0], by_time=by_time),
        groups,
        notes,
        labels.chain(table.chain, race.field.scheme),
        rank_chart(
            [standings.after for standings in race.until_now],
            [ranks.get(who) for ranks in stood],
            max(map(len, stood)),
        ),
        remarks=_remarks(race, row, above, below),
    )


def _of_team_day(race: TourSnapshot, who: str) -> Working:
    need = race.field.scheme.teams.riders
    missing = gettext(
        "%(who)s is not in the team ranking of %(at)s: it takes %(count)s riders who finish."
    ) % {"who": race.name(who), "at": race.at, "count": number_word(need)}
    row, above, below = _row_with_neighbours(race.day.teams, who, missing)
    return Working(
        "stage",
        who,
        gettext("Team ranking of %(at)s") % {"at": race.at},
        race.field.by_letter[who],
        None,
        clock(row.figure),
        _place(race, row, race.day.teams[0], by_time=True),
        [_team_day(race, race.day.team_parts(who), race.number)],
        [gettext("The %(count)s best times count.") % {"count": number_word(need)}],
        labels.chain(day_chain(race.field.scheme), race.field.scheme),
        remarks=_remarks(race, row, above, below),
    )


def _of_arrival(race: TourSnapshot, who: str) -> Working:
    if who in race.result.out:
        raise NoFigure(
            gettext("%(who)s left the race in %(at)s and has no time.")
            % {"who": race.name(who), "at": race.at}
        )
    missing = gettext("%(who)s has no time in %(at)s.") % {"who": race.name(who), "at": race.at}
    row, _, _ = _row_with_neighbours(race.day.riders, who, missing)
    sheet = sheet_of(race.stage, race.field, race.ended)
    words = time_explanation_of(sheet.frame.key)
    groups = [Group("Time", words.items(race, sheet, who, row.figure), clock(row.figure))]
    if parts := race.day.paid(who):
        paid = [
            Item(
                f"{race.names[part.source]}: {labels.short(part, race.field.scheme)}",
                _amount(part.amount, False),
                None,
                part.counted,
                labels.note(part),
            )
            for part in parts
        ]
        groups.append(Group(gettext("Points of the day"), paid))
    notes = words.notes(race, sheet, who)
    together = words.together(sheet, who)
    if same := [
        other.who
        for other in race.day.riders
        if other.figure == row.figure and other.who not in together
    ]:
        notes.append(
            gettext("Same time: %(listed)s.")
            % {"listed": join_with_and([race.name(other) for other in same])}
        )
    return Working(
        "stage",
        who,
        race.title(race.number),
        race.field.by_letter[team_of(who)],
        race.marks[who],
        clock(row.figure),
        _place(race, row, race.day.riders[0], by_time=True),
        groups,
        notes,
    )


def _of_player(race: TourSnapshot, who: str) -> Working:
    player = next((player for player in race.now.players if player.team == who), None)
    if player is None:
        raise NoFigure(
            gettext("%(points)s are won by teams: there is no such team in this tour.")
            % {"points": race.tour.manager_points_name or gettext("Points of the players")}
        )
    team = race.field.by_letter[who]
    groups = [_source(race, player, source) for source in paying_sources(race.field.scheme)]
    stood = [
        {player.team: player.rank for player in standings.players} for standings in race.until_now
    ]
    return Working(
        MANAGER_POINTS,
        who,
        _points_title(race),
        team,
        None,
        str(player.points),
        gettext("%(rank)s of %(count)s")
        % {"rank": ordinal(player.rank), "count": len(race.now.players)},
        groups,
        [] if race.is_final else [gettext("If the tour stopped now.")],
        labels.chain(player_criteria(race.field.scheme), race.field.scheme),
        rank_chart(
            [standings.after for standings in race.until_now],
            [ranks.get(who) for ranks in stood],
            max(map(len, stood)),
        ),
        remarks=_player_remarks(race, player),
    )


def _points_title(race: TourSnapshot) -> str:
    title = gettext("%(points)s at the end") if race.is_final else gettext("%(points)s %(moment)s")
    return title % {"points": race.tour.manager_points_title, "moment": race.moment}


def _source(race: TourSnapshot, player: PlayerRow, source: str) -> Group:
    items = [
        Item(
            ordinal(part.place) if part.kind == "rank" else labels.part(part, race.field.scheme),
            str(part.amount),
            race.marks.get(part.who),
        )
        for of, part in player.parts
        if of == source
    ]
    return Group(race.names[source], items, str(player.sources[source]), source)


def _player_remarks(race: TourSnapshot, player: PlayerRow) -> list[str]:
    players = race.now.players
    index = players.index(player)
    pairs = [(players[at], players[at - 1]) for at in (index, index + 1) if 0 < at < len(players)]
    return _said_of(
        race,
        player.team,
        [(one.team, explain_tie(race, one.tie, other.team)) for one, other in pairs],
    )


def _remarks(
    race: TourSnapshot, row: RankedRow, above: RankedRow | None, below: RankedRow | None
) -> list[str]:
    """Say what decided against the row above and the row below, where one of them is level with
    it.
    """
    said = [(row.who, explain_tie(race, row.tie, above.who if above else ""))]
    if below is not None:
        said.append((below.who, explain_tie(race, below.tie, row.who)))
    return _said_of(race, row.who, said)


def _said_of(race: TourSnapshot, who: str, said: Sequence[tuple[str, str]]) -> list[str]:
    return [
        text
        if of == who
        else gettext("Behind, %(rank)s: %(text)s%(other_text)s")
        % {"rank": race.name(of), "text": text[:1].lower(), "other_text": text[1:]}
        for of, text in said
        if text
    ]


def _team_day(race: TourSnapshot, parts: Sequence[Part], stage: int) -> Group:
    of_stage = [part for part in parts if part.stage == stage]
    items = [
        Item(
            labels.short(part, race.field.scheme),
            clock(part.amount),
            race.marks.get(part.who),
            part.counted,
            labels.note(part),
        )
        for part in of_stage
    ]
    return Group(
        race.title(stage), items, clock(sum(part.amount for part in of_stage if part.counted))
    )


def _amount(amount: int, by_time: bool) -> str:
    return clock(amount) if by_time else str(amount)


def _place(race: TourSnapshot, row: RankedRow, first: RankedRow, *, by_time: bool) -> str:
    if row.rank == 1:
        return "1st"
    if row.gap == 0:
        return gettext("%(rank)s, level with %(who)s") % {
            "rank": ordinal(row.rank),
            "who": race.name(first.who),
        }
    gap = clock(abs(row.gap)) if by_time else str(abs(row.gap))
    said = (
        gettext("%(rank)s, %(gap)s behind %(who)s")
        if row.gap > 0 or not by_time
        else gettext("%(rank)s, %(gap)s better than %(who)s")
    )
    return said % {"rank": ordinal(row.rank), "gap": gap, "who": race.name(first.who)}
