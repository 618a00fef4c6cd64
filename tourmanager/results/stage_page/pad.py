"""Build the rider pad: every team's riders, with the entry that a tap on each records at the open
line.
"""

from tourmanager.results.log.reading import StageReading
from tourmanager.results.sheet.entries import FINISH, Place, write_for_button
from tourmanager.results.stage_page.finish import FinishPanel
from tourmanager.results.stage_page.jerseys import Jerseys
from tourmanager.results.stage_page.pieces import Chip, TeamRow
from tourmanager.web.drawing import jersey_label


def build_pad(
    reading: StageReading, jerseys: Jerseys, line: str, finish: FinishPanel
) -> list[TeamRow]:
    """Return the riders of every team, with what a tap on each says at that line."""
    sheet = reading.log.sheet
    riders_with_place = (
        set(sheet.order) | sheet.abandons.keys() if line == FINISH else set(sheet.lines[line])
    )
    starters = set(reading.frame.riders)
    rows: dict[str, list[Chip]] = {team.letter: [] for team in reading.field.teams}
    for code, rider in reading.field.riders.items():
        is_out = code not in starters
        chip = Chip(
            code,
            rider.number,
            jersey_label(jerseys.marks[code]),
            jerseys.name_in_sentence(code),
            jerseys.spoken_label(code),
            rider.name,
            jerseys.short[code],
            jerseys.on_pad(code),
            finish.tap(code) if line == FINISH else write_for_button(Place(line, code)),
            code in riders_with_place or is_out,
            code in sheet.abandons or is_out,
        )
        rows[rider.team.letter].append(chip)
    dummies = reading.field.dummies
    return [
        TeamRow(
            team.letter,
            team.name,
            team.short_name,
            reading.frame.name(team.letter),
            team.colour,
            tuple(rows[team.letter]),
            dummies.get(team.letter, ""),
        )
        for team in reading.field.teams
    ]
