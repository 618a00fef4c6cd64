"""What a figure is made of: its summands in groups, their sums, what decided ties, and the course of the rank."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tourmanager.classifications import working_rounds
from tourmanager.classifications.chart import rank_chart
from tourmanager.classifications.lines import DIGITS, tie
from tourmanager.classifications.on_road import sheet_of
from tourmanager.classifications.reading import Race
from tourmanager.classifications.summand import Item
from tourmanager.results.sheet import Sheet
from tourmanager.results.units import Unit
from tourmanager.results.words import interval, listed
from tourmanager.scoring.cycling_party import chain, sources
from tourmanager.scoring.tables import Part, Player, Row
from tourmanager.scoring.teams import day_chain
from tourmanager.scoring.words import number, ordinal
from tourmanager.tours.models import TourTeam
from tourmanager.web.jerseys import Mark
from tourmanager.web.templatetags.race import clock

PARTY = "cycling-party"


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
        return self.key == PARTY


def working(race: Race, key: str, who: str) -> Working:
    """How a figure came about. Raises NoFigure."""
    if who not in race.field.names:
        raise NoFigure("There is no such rider or team in this tour.")
    if race.number == 0:
        raise NoFigure("No stage has ended yet, so there is no figure to explain.")
    if key == PARTY:
        return _of_player(race, who)
    if key == "stage":
        return _of_team_day(race, who) if who in race.field.by_letter else _of_arrival(race, who)
    return _of_row(race, key, who)


def _found(race: Race, rows: Sequence[Row], who: str, missing: str) -> tuple[Row, Row | None, Row | None]:
    """The row with its neighbours."""
    for index, row in enumerate(rows):
        if row.who == who:
            return row, rows[index - 1] if index else None, rows[index + 1] if index + 1 < len(rows) else None
    raise NoFigure(f"{race.name(who)} {missing}")


def _of_row(race: Race, key: str, who: str) -> Working:
    table = race.now.classifications[key]
    by_time, parts = table.by_time, table.parts(who)
    missing = "is not in this classification" + (
        ": somebody who did not finish every stage has left it." if by_time else f" {race.moment}: no points yet."
    )
    row, above, below = _found(race, table.rows, who, missing)
    best = table.rows[0].figure if table.ranking.from_best else 0
    if table.ranking.by == "team_time":
        groups = [_team_day(race, parts, stage) for stage in dict.fromkeys(part.stage for part in parts)]
        notes = [f"The {number(race.field.scheme.teams.riders)} best times of each stage count."]
    else:
        items = [Item(part.label, _amount(part.amount, by_time), None, part.counted, part.note) for part in parts]
        if best:
            leader = "his own" if row.rank == 1 else race.name(table.rows[0].who)
            items.append(Item(f"Behind the best: less the sum of the leader, {leader}", clock(-best)))
        groups, notes = [Group("", items)], []
    stood = [{row.who: row.rank for row in standings.classifications[key].rows} for standings in race.until_now]
    return Working(
        key,
        who,
        f"{table.name} {race.moment}",
        race.field.by_letter[who.rstrip(DIGITS)],
        race.marks.get(who),
        _amount(row.figure - best, by_time),
        _place(race, row, table.rows[0], by_time=by_time),
        groups,
        notes,
        table.chain,
        rank_chart([standings.after for standings in race.until_now], [ranks.get(who) for ranks in stood], max(map(len, stood))),
        remarks=_remarks(race, row, above, below),
    )


def _of_team_day(race: Race, who: str) -> Working:
    need = race.field.scheme.teams.riders
    missing = f"is not in the team ranking of {race.at}: it takes {number(need)} riders who finish."
    row, above, below = _found(race, race.day.teams, who, missing)
    return Working(
        "stage",
        who,
        f"Team ranking of {race.at}",
        race.field.by_letter[who],
        None,
        clock(row.figure),
        _place(race, row, race.day.teams[0], by_time=True),
        [_team_day(race, race.day.team_parts(who), race.number)],
        [f"The {number(need)} best times count."],
        day_chain(race.field.scheme),
        remarks=_remarks(race, row, above, below),
    )


def _of_arrival(race: Race, who: str) -> Working:
    if who in race.result.out:
        raise NoFigure(f"{race.name(who)} left the race in {race.at} and has no time.")
    row, _, _ = _found(race, race.day.riders, who, f"has no time in {race.at}.")
    sheet = sheet_of(race.stage, race.field, race.ended)
    rounds = sheet.finishing.rounds
    groups = (
        [Group("Time", working_rounds.items(race, sheet, who), clock(row.figure))]
        if rounds
        else [Group("Time", *_time_of(sheet, who, row.figure))]
    )
    if parts := race.day.paid(who):
        paid = [
            Item(f"{race.names[part.source]}: {_short(part)}", _amount(part.amount, False), None, part.counted, part.note) for part in parts
        ]
        groups.append(Group("Points of the day", paid))
    notes = working_rounds.notes(race, sheet, who) if rounds else _notes(race, sheet, who)
    unit = sheet.unit_of(who) if sheet else None
    together = working_rounds.bunch(sheet, who) if rounds else unit.riders if unit else [who]
    if same := [other.who for other in race.day.riders if other.figure == row.figure and other.who not in together]:
        notes.append(f"Same time: {listed([race.name(other) for other in same])}.")
    return Working(
        "stage",
        who,
        race.title(race.number),
        race.field.by_letter[who.rstrip(DIGITS)],
        race.marks[who],
        clock(row.figure),
        _place(race, row, race.day.riders[0], by_time=True),
        groups,
        notes,
    )


def _of_player(race: Race, who: str) -> Working:
    player = next((player for player in race.now.players if player.team == who), None)
    if player is None:
        raise NoFigure(f"{race.tour.league_name or 'Points of the players'} are won by teams: there is no such team in this tour.")
    team = race.field.by_letter[who]
    groups = [_source(race, player, source) for source in sources(race.field.scheme)]
    stood = [{player.team: player.rank for player in standings.players} for standings in race.until_now]
    return Working(
        PARTY,
        who,
        f"{race.tour.league_title} {'at the end' if race.final else race.moment}",
        team,
        None,
        str(player.points),
        f"{ordinal(player.rank)} of {len(race.now.players)}",
        groups,
        [] if race.final else ["As it would be were the tour to stop now."],
        [link.words for link in chain(race.field.scheme)],
        rank_chart([standings.after for standings in race.until_now], [ranks.get(who) for ranks in stood], max(map(len, stood))),
        remarks=_player_remarks(race, player),
    )


def _source(race: Race, player: Player, source: str) -> Group:
    items = [
        Item(part.label if source == "stage" else part.label.rpartition(": ")[2], str(part.amount), race.marks.get(part.who))
        for of, part in player.parts
        if of == source
    ]
    return Group(race.names[source], items, str(player.sources[source]), source)


def _player_remarks(race: Race, player: Player) -> list[str]:
    players = race.now.players
    index = players.index(player)
    pairs = [(players[at], players[at - 1]) for at in (index, index + 1) if 0 < at < len(players)]
    return _said_of(race, player.team, [(one.team, tie(race, one.decided, other.team)) for one, other in pairs])


def _remarks(race: Race, row: Row, above: Row | None, below: Row | None) -> list[str]:
    """What decided against the row above and the row below, where one of them is level with it."""
    said = [(row.who, tie(race, row.decided, above.who if above else ""))]
    if below is not None:
        said.append((below.who, tie(race, below.decided, row.who)))
    return _said_of(race, row.who, said)


def _said_of(race: Race, who: str, said: Sequence[tuple[str, str]]) -> list[str]:
    return [text if of == who else f"Behind, {race.name(of)}: {text[:1].lower()}{text[1:]}" for of, text in said if text]


def _team_day(race: Race, parts: Sequence[Part], stage: int) -> Group:
    of_stage = [part for part in parts if part.stage == stage]
    items = [Item(_short(part), clock(part.amount), race.marks.get(part.who), part.counted, part.note) for part in of_stage]
    return Group(race.title(stage), items, clock(sum(part.amount for part in of_stage if part.counted)))


def _short(part: Part) -> str:
    """The label without the stage, which stands above it."""
    return re.sub(r"^Stage \w+[:, ]*", "", part.label)


def _amount(amount: int, by_time: bool) -> str:
    return clock(amount) if by_time else str(amount)


def _place(race: Race, row: Row, first: Row, *, by_time: bool) -> str:
    if row.rank == 1:
        return "1st"
    if row.gap == 0:
        return f"{ordinal(row.rank)}, level with {race.name(first.who)}"
    if not by_time:
        return f"{ordinal(row.rank)}, {-row.gap if row.gap < 0 else row.gap} behind {race.name(first.who)}"
    return f"{ordinal(row.rank)}, {clock(abs(row.gap))} {'behind' if row.gap > 0 else 'better than'} {race.name(first.who)}"


def _time_of(sheet: Sheet | None, who: str, seconds: int) -> tuple[list[Item], str]:
    """The summands of a stage time: the turn's minutes, the square and its die (CP-M-024)."""
    unit = sheet.unit_of(who) if sheet else None
    if sheet is None or unit is None:
        return [], clock(seconds)
    if unit.typed is not None:
        return [Item("Typed by the director", clock(unit.typed))], clock(seconds)
    turn = "first arrival's turn" if unit.turn == 0 else f"{ordinal(unit.turn)} turn after the first arrival"
    items = [Item(f"{turn[0].upper()}{turn[1:]}", clock(60 * unit.turn)), _square_item(sheet, unit, seconds - 60 * unit.turn)]
    return items, clock(seconds)


def _square_item(sheet: Sheet, unit: Unit, seconds: int) -> Item:
    square = unit.square or 0
    if not unit.needs_die(sheet.beyond_12):
        return Item(f"Square {square}, beyond the last interval", clock(seconds))
    return Item(f"Square {square} ({interval(square, sheet.beyond_12)} seconds), die {unit.die}", clock(seconds))


def _notes(race: Race, sheet: Sheet | None, who: str) -> list[str]:
    """What is worth knowing about the unit he arrived in."""
    unit = sheet.unit_of(who) if sheet else None
    if unit is None:
        crashed = sheet is not None and who in sheet.out
        return ["Out after an accident on a descent: placed last, with the time of the last finisher."] if crashed else []
    notes = []
    if len(unit.riders) > 1:
        kind = "the peloton" if unit.kind == "peloton" else "a paceline"
        notes.append(f"Arrived with {kind} of {len(unit.riders)}: {listed([race.name(rider) for rider in unit.riders])}.")
    own = unit.square_of(who)
    if unit.typed is None and own is not None and own != unit.square:
        notes.append(f"Stood on square {own}, which decides the place; the time of the group is that of square {unit.square}.")
    return notes
