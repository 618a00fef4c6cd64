"""A tour's standings for the command line: as readable tables, or as one JSON value with everything."""

from typing import Any

import msgspec
from rich import box
from rich.console import Console
from rich.table import Table

from tourmanager.classifications.lines import SOURCE_NAMES, classification, stage_result, team_ranking
from tourmanager.classifications.lines import Table as Classified
from tourmanager.classifications.party import party
from tourmanager.classifications.reading import CLASSIFICATIONS, Race


def as_json(race: Race) -> str:
    """Everything that scoring gives, with the names of who is meant by the codes."""
    said: dict[str, Any] = {
        "tour": {"name": race.tour.name, "state": race.tour.state, "stages": len(race.stages)},
        "teams": {team.letter: {"name": team.name, "player": team.player} for team in race.field.teams},
        "riders": {code: {"name": rider.name, "number": rider.number, "team": code[0]} for code, rider in race.field.riders.items()},
        "standings": msgspec.to_builtins(race.now),
    }
    return msgspec.json.format(msgspec.json.encode(said), indent=2).decode()


def show(race: Race, console: Console) -> None:
    """The tables one after the other."""
    console.print(f"{race.tour.name}, after stage {race.number} of {len(race.stages)}")
    if not race.number:
        console.print("No stage has ended yet: nothing is classified, and all Cycling Party points are 0.")
    else:
        for each in (stage_result(race), team_ranking(race), *(classification(race, key) for key in CLASSIFICATIONS)):
            console.print(_table(race, each))
        console.print(_jerseys(race))
    console.print(_party(race))


def _table(race: Race, classified: Classified) -> Table:
    table = Table(title=classified.name, title_justify="left", box=box.SIMPLE_HEAD, caption_justify="left")
    table.add_column("", justify="right")
    table.add_column("", justify="right")
    table.add_column("Team" if classified.lines and classified.lines[0].mark is None else "Rider")
    table.add_column("Time" if classified.by_time else "Points", justify="right")
    table.add_column("")
    for line in classified.lines:
        name = f"{line.mark.name} ({line.mark.team} {line.mark.number})" if line.mark else line.team.name
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
    title = "Cycling Party: final classification" if race.final else "Cycling Party, were the tour to stop now"
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for name in ("", "", "Player"):
        table.add_column(name, justify="left" if name else "right")
    for name in (*SOURCE_NAMES.values(), "Points"):
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
