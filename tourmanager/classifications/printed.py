"""Print a tour's standings for the command line: as readable tables, or as one JSON value with
everything.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.utils.dateformat import format
from django.utils.timezone import localtime
from django.utils.translation import gettext
from rich import box
from rich.console import Console
from rich.table import Table

from tourmanager.classifications.lines import (
    ClassificationTable,
    classification,
    stage_result,
    team_ranking,
)
from tourmanager.classifications.managers import columns, manager_lines
from tourmanager.classifications.reading import TourSnapshot
from tourmanager.scoring.scheme import Scheme
from tourmanager.scoring.tables import Part, PlayerRow, RankedRow, Standings
from tourmanager.scoring.tie_breaks import UNPLACED, Figure, Tie
from tourmanager.tours.approval import Published, of_stage
from tourmanager.web import labels


def as_json(race: TourSnapshot) -> str:
    """Return everything that scoring gives as JSON, with the names behind the codes."""
    awards = {result.number: result.awards for result in race.results}
    said: dict[str, Any] = {
        "tour": {"name": race.tour.name, "state": race.tour.state, "stages": len(race.stages)},
        "published": _describe_publication(race.published),
        "stages": [
            {
                "number": stage.number,
                "name": str(stage),
                "state": stage.state,
                "published": _describe_publication(of_stage(stage)),
                "awards": awards.get(stage.number, {}),
            }
            for stage in race.stages
        ],
        "teams": {
            team.letter: {"name": team.name, "player": team.player} for team in race.field.teams
        },
        "riders": {
            code: {"name": rider.name, "number": rider.number, "team": rider.team.letter}
            for code, rider in race.field.riders.items()
        },
        "standings": _facts(race.now, race.field.scheme),
    }
    return msgspec.json.format(msgspec.json.encode(said), indent=2).decode()


def _describe_publication(published: Published | None) -> dict[str, Any] | None:
    """Describe as values whether the standings are official, since when, and when they last
    changed; None before anything has ended.
    """
    if published is None:
        return None
    said = {"state": published.approval, "since": published.since, "updated_at": published.updated}
    return said | ({"source": published.source} if published.source else {})


def _publication_sentence(published: Published | None) -> str:
    """Describe the same in a sentence: "Provisional. Updated at 4 Jul 2026, 14:00."."""
    if published is None:
        return ""
    if published.since:
        state = gettext("%(word)s since %(since)s.")
    else:
        state = gettext("%(word)s: %(why)s.") if published.why else gettext("%(word)s.")
    updated = (
        gettext("Updated at %(updated)s, %(source)s.")
        if published.source
        else gettext("Updated at %(updated)s.")
    )
    return f"{state} {updated}" % {
        "word": published.word,
        "since": _moment(published.since),
        "why": published.why,
        "updated": _moment(published.updated),
        "source": published.source,
    }


def _moment(moment: datetime | None) -> str:
    return format(localtime(moment), "j M Y, H:i") if moment else "–"


def _facts(now: Standings, scheme: Scheme) -> dict[str, Any]:
    """Collect all standings, each row with its parts."""

    def summand(part: Part) -> dict[str, Any]:
        return {
            **msgspec.to_builtins(part),
            "label": labels.part(part, scheme),
            "note": labels.note(part),
        }

    def row(one: RankedRow, parts: Sequence[Part]) -> dict[str, Any]:
        return {
            **msgspec.to_builtins(one),
            "tie": None,
            "decided": labels.tie(one.tie, scheme),
            "decided_by": tie_facts(one.tie),
            "parts": [summand(part) for part in parts],
        }

    return {
        "after": now.after,
        "classifications": {
            key: {
                "key": key,
                "name": table.name,
                "by": table.ranking.by,
                "rows": [row(one, table.parts(one.who)) for one in table.rows],
                "chain": labels.chain(table.chain, scheme),
                "criteria": [link._asdict() for link in table.chain],
            }
            for key, table in now.classifications.items()
        },
        "days": [
            {
                "stage": day.stage,
                "title": labels.stage(day.called),
                "riders": [row(one, day.paid(one.who)) for one in day.riders],
                "teams": [row(one, day.team_parts(one.who)) for one in day.teams],
            }
            for day in now.days
        ],
        "jerseys": msgspec.to_builtins(now.jerseys),
        "players": [
            {
                **_player_facts(player),
                "decided": labels.tie(player.tie, scheme),
                "parts": [[source, summand(part)] for source, part in player.parts],
            }
            for player in now.players
        ],
    }


def _player_facts(player: PlayerRow) -> dict[str, Any]:
    facts: dict[str, Any] = msgspec.to_builtins(player)
    del facts["tie"]
    return {**facts, "decided_by": tie_facts(player.tie)}


def tie_facts(tie: Tie | None) -> dict[str, Any] | None:
    """Return what decided as values: the criterion and both figures, no criterion where rows are
    level on everything, None where nothing had to decide.
    """
    if tie is None:
        return None
    criterion = tie.criterion
    return {
        "criterion": criterion._asdict() if criterion else None,
        "better": _figure_fact(tie.better),
        "worse": _figure_fact(tie.worse),
    }


def _figure_fact(figure: Figure) -> int | list[int | None] | None:
    """Return a value of a criterion, None for the place of a rider who has none."""
    if isinstance(figure, tuple):
        return [None if each >= UNPLACED else each for each in figure]
    return None if figure >= UNPLACED else figure


def print_tables(race: TourSnapshot, console: Console) -> None:
    """Print the tables one after the other."""
    console.print(f"{race.tour.name}, {race.progress}" if race.number else race.tour.name)
    if said := _publication_sentence(race.published):
        console.print(said)
    for words in race.not_counting:
        console.print(words)
    if not race.number:
        console.print(gettext("No stage has ended yet: nothing is classified."))
    else:
        for each in (
            stage_result(race),
            team_ranking(race),
            *(classification(race, key) for key in race.keys),
        ):
            console.print(_table(race, each))
        console.print(_jerseys(race))
    if race.tour.manager_points_name:
        console.print(_managers(race))


def _table(race: TourSnapshot, classified: ClassificationTable) -> Table:
    table = Table(
        title=classified.name, title_justify="left", box=box.SIMPLE_HEAD, caption_justify="left"
    )
    table.add_column("", justify="right")
    table.add_column("", justify="right")
    table.add_column(
        gettext("Team")
        if classified.lines and classified.lines[0].mark is None
        else gettext("Rider")
    )
    table.add_column(gettext("Time") if classified.by_time else gettext("Points"), justify="right")
    table.add_column("")
    for line in classified.lines:
        name = f"{line.mark.name} ({line.mark.called})" if line.mark else line.team.name
        table.add_row(str(line.row.rank), _change(line.row.change), name, line.figure, line.tie)
    if not classified.lines:
        table.add_row("", "", gettext("nobody yet"), "", "")
    return table


def _jerseys(race: TourSnapshot) -> Table:
    table = Table(
        title=gettext("Jerseys"), title_justify="left", box=box.SIMPLE_HEAD, show_header=False
    )
    for jersey in race.now.jerseys:
        leaders = jersey.shared or ((jersey.leader,) if jersey.leader else ())
        table.add_row(
            jersey.colour,
            ", ".join(race.name(who) for who in leaders) or gettext("nobody"),
            gettext("shared") if jersey.shared else "",
        )
    return table


def _managers(race: TourSnapshot) -> Table:
    title = (
        gettext("%(points)s: final classification")
        if race.is_final
        else gettext("%(points)s, if the tour stopped now")
    ) % {"points": race.tour.manager_points_title}
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for name in ("", "", gettext("Player")):
        table.add_column(name, justify="left" if name else "right")
    for name in (*(name for _, name in columns(race)), gettext("Points")):
        table.add_column(name, justify="right")
    table.add_column("")
    for line in manager_lines(race):
        who = (
            line.team.player
            if line.team.player == line.team.name
            else f"{line.team.player} ({line.team.name})"
        )
        rank = str(line.player.rank) if race.number else ""
        figures = [str(cell.points) for cell in line.cells]
        table.add_row(
            rank, _change(line.player.change), who, *figures, str(line.player.points), line.tie
        )
    return table


def _change(ranks: int | None) -> str:
    if ranks is None:
        return ""
    return f"{'▲' if ranks > 0 else '▼'}{abs(ranks)}" if ranks else "–"
