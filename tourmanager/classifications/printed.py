"""A tour's standings for the command line: as readable tables, or as one JSON value with everything."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.utils.dateformat import format
from django.utils.timezone import localtime
from rich import box
from rich.console import Console
from rich.table import Table

from tourmanager.classifications.lines import Table as Classified
from tourmanager.classifications.lines import classification, stage_result, team_ranking
from tourmanager.classifications.party import columns, party
from tourmanager.classifications.reading import Race
from tourmanager.scoring.tables import Part, Row, Standings
from tourmanager.tours.approval import Published, of_stage


def as_json(race: Race) -> str:
    """Everything that scoring gives, with the names of who is meant by the codes."""
    said: dict[str, Any] = {
        "tour": {"name": race.tour.name, "state": race.tour.state, "stages": len(race.stages)},
        "published": _published(race.published),
        "stages": [
            {"number": stage.number, "name": str(stage), "state": stage.state, "published": _published(of_stage(stage))}
            for stage in race.stages
        ],
        "teams": {team.letter: {"name": team.name, "player": team.player} for team in race.field.teams},
        "riders": {code: {"name": rider.name, "number": rider.number, "team": code[0]} for code, rider in race.field.riders.items()},
        "standings": _facts(race.now),
    }
    return msgspec.json.format(msgspec.json.encode(said), indent=2).decode()


def _published(published: Published | None) -> dict[str, Any] | None:
    """Whether it is official, since when, and when it was last changed; None before anything has ended."""
    if published is None:
        return None
    return {"state": published.approval, "since": published.since, "updated_at": published.updated}


def _said(published: Published | None) -> str:
    """The same in a sentence: "Provisional. Updated at 4 Jul 2026, 14:00."."""
    if published is None:
        return ""
    since = f" since {_moment(published.since)}" if published.since else f": {published.why}" if published.why else ""
    return f"{published.word}{since}. Updated at {_moment(published.updated)}."


def _moment(moment: datetime | None) -> str:
    return format(localtime(moment), "j M Y, H:i") if moment else "–"


def _facts(now: Standings) -> dict[str, Any]:
    """Everything that stands in them, each row with what it was summed from."""

    def row(one: Row, parts: Sequence[Part]) -> dict[str, Any]:
        return {**msgspec.to_builtins(one), "tie": None, "decided": one.decided, "parts": msgspec.to_builtins(parts)}

    return {
        "after": now.after,
        "classifications": {
            key: {
                "key": key,
                "name": table.name,
                "by": table.ranking.by,
                "rows": [row(one, table.parts(one.who)) for one in table.rows],
                "chain": list(table.chain),
            }
            for key, table in now.classifications.items()
        },
        "days": [
            {
                "stage": day.stage,
                "title": day.title,
                "riders": [row(one, day.paid(one.who)) for one in day.riders],
                "teams": [row(one, day.team_parts(one.who)) for one in day.teams],
            }
            for day in now.days
        ],
        "jerseys": msgspec.to_builtins(now.jerseys),
        "players": msgspec.to_builtins(now.players),
    }


def show(race: Race, console: Console) -> None:
    """The tables one after the other."""
    console.print(f"{race.tour.name}, {race.raced}" if race.number else race.tour.name)
    if said := _said(race.published):
        console.print(said)
    for words in race.not_counting:
        console.print(words)
    if not race.number:
        console.print("No stage has ended yet: nothing is classified.")
    else:
        for each in (stage_result(race), team_ranking(race), *(classification(race, key) for key in race.keys)):
            console.print(_table(race, each))
        console.print(_jerseys(race))
    if race.tour.league_name:
        console.print(_party(race))


def _table(race: Race, classified: Classified) -> Table:
    table = Table(title=classified.name, title_justify="left", box=box.SIMPLE_HEAD, caption_justify="left")
    table.add_column("", justify="right")
    table.add_column("", justify="right")
    table.add_column("Team" if classified.lines and classified.lines[0].mark is None else "Rider")
    table.add_column("Time" if classified.by_time else "Points", justify="right")
    table.add_column("")
    for line in classified.lines:
        name = f"{line.mark.name} ({line.mark.called})" if line.mark else line.team.name
        table.add_row(str(line.row.rank), _change(line.row.change), name, line.figure, line.tie)
    if not classified.lines:
        table.add_row("", "", "nobody yet", "", "")
    return table


def _jerseys(race: Race) -> Table:
    table = Table(title="Jerseys", title_justify="left", box=box.SIMPLE_HEAD, show_header=False)
    for jersey in race.now.jerseys:
        leaders = jersey.shared or ((jersey.leader,) if jersey.leader else ())
        table.add_row(jersey.colour, ", ".join(race.name(who) for who in leaders) or "nobody", "shared" if jersey.shared else "")
    return table


def _party(race: Race) -> Table:
    title = f"{race.tour.league_title}{': final classification' if race.final else ', were the tour to stop now'}"
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for name in ("", "", "Player"):
        table.add_column(name, justify="left" if name else "right")
    for name in (*(name for _, name in columns(race)), "Points"):
        table.add_column(name, justify="right")
    table.add_column("")
    for line in party(race):
        who = line.team.player if line.team.player == line.team.name else f"{line.team.player} ({line.team.name})"
        rank = str(line.player.rank) if race.number else ""
        figures = [str(cell.points) for cell in line.cells]
        table.add_row(rank, _change(line.player.change), who, *figures, str(line.player.points), line.tie)
    return table


def _change(ranks: int | None) -> str:
    if ranks is None:
        return ""
    return f"{'▲' if ranks > 0 else '▼'}{abs(ranks)}" if ranks else "–"
