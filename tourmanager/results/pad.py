"""The rider pad: every team's riders, and what a tap on each of them says with the line that is open."""

from tourmanager.results.entries import FINISH
from tourmanager.results.jerseys import Jerseys
from tourmanager.results.pieces import Chip, TeamRow
from tourmanager.results.reading import StageReading
from tourmanager.web.drawing import label


def pad(reading: StageReading, jerseys: Jerseys, line: str, of_unit: str) -> list[TeamRow]:
    """`of_unit` is what entries name where an arrival was picked."""
    sheet = reading.log.sheet
    placed = set(sheet.order) | sheet.gone.keys() if line == FINISH else set(sheet.lines[line])
    started = set(reading.frame.riders)
    rows: dict[str, list[Chip]] = {team.letter: [] for team in reading.field.teams}
    for code, rider in reading.field.riders.items():
        gone = code not in started
        chip = Chip(
            code,
            rider.number,
            label(jerseys.marks[code]),
            jerseys.said(code),
            rider.name,
            jerseys.short[code],
            jerseys.on_pad(code),
            _tap(code, line, of_unit),
            code in placed or gone,
            code in sheet.gone or gone,
        )
        rows[code[0]].append(chip)
    dummies = reading.field.dummies
    return [
        TeamRow(team.letter, team.name, team.short_name, team.colour, tuple(rows[team.letter]), dummies.get(team.letter, ""))
        for team in reading.field.teams
    ]


def _tap(code: str, line: str, of_unit: str) -> str:
    if line != FINISH:
        return f'{{"do":"place","line":"{line}","rider":"{code}"}}'
    return f'{{"do":"arrive","riders":["{code}"]{of_unit}}}'
