"""The words of Toy Dash's schemes: one type of stage, one kind of line, none of another game."""

from pathlib import Path

from tourmanager.scoring.vocabulary import Vocabulary

VOCABULARY = Vocabulary(
    types={"table": "table-top"},
    climbs={},
    sprints={"bell": "bell"},
    schemes=Path(__file__).parent / "schemes",
)
