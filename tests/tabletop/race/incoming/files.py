"""Tables as text, and dry runs of them: `dry("times.csv: rider,team,time | Ana,Red,1:00 |
Bea,Red,+5")`.
"""

from pathlib import Path

from tourmanager.riders.rosters import files
from tourmanager.scoring.scheme import scheme
from tourmanager.tabletop.race.incoming.planning.import_plan import ImportPlan, ImportStart
from tourmanager.tabletop.race.incoming.planning.make_plan import plan
from tourmanager.tabletop.race.incoming.reading import columns
from tourmanager.tabletop.race.incoming.reading.tables import ResultTable, table

RACE = Path(__file__).parents[4] / "fixtures" / "race"
REAL = Path(__file__).parents[5] / "shared" / "data" / "tdff-2022"


def a_table(text: str) -> ResultTable:
    """ "name.csv: heading,heading | cell,cell | …" """
    name, _, rows = text.partition(": ")
    return table(
        name,
        files.read_lines(
            "\n".join(row.strip() for row in rows.split("|")).encode(), columns.heading
        ),
    )


def dry(*texts: str, start: ImportStart | None = None) -> ImportPlan:
    """What the tables would do to a new race, unless a start is given."""
    return plan([a_table(text) for text in texts], start or ImportStart(scheme("uci_stage_race")))


def problems(found: ImportPlan) -> list[str]:
    """What is wrong, row by row: "3 time: …"."""
    return [
        f"{row.line} {problem.column}: {problem.text}"
        for row in found.wrong
        for problem in row.problems
    ]


def of_race() -> list[tuple[str, bytes]]:
    """The files of the invented race, without its official tables."""
    return [
        (file.name, file.read_bytes())
        for file in sorted(RACE.iterdir())
        if "official" not in file.name
    ]
