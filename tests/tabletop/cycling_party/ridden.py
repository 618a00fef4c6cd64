"""Stages of a tour ridden by bots, and the sheets that their log would be folded into, without a
database.
"""

from random import Random
from typing import Any

import msgspec

from games import game
from games.chance import Draw, Seeded, Throw
from games.cycling_party.setup import Setup
from games.cycling_party.table.advantages import stock
from games.cycling_party.table.master import master
from games.engine import Outcome
from games.replay import Recording, play
from tests.games.players import Racer, played
from tourmanager.results.sheet.frame import Frame, FrameLine
from tourmanager.results.sheet.sheet import Sheet, begin_sheet
from tourmanager.scoring.scheme import scheme
from tourmanager.tabletop.cycling_party.table.frame import CyclingPartyFrame

RULES = game("cycling_party")
TYPES = ("flat", "low", "medium", "high")
# In each type a pass of its own; the last one ends on the finish.
ROADS: tuple[dict[str, Any], ...] = (
    {"length": 60, "type": "flat", "passes": [[25, "third"]], "sprints": [15, 40]},
    {
        "length": 80,
        "type": "low",
        "passes": [[30, "second"], [50, "hill"]],
        "sprints": [15, 23, 60],
    },
    {"length": 70, "type": "medium", "passes": [[30, "first"]], "sprints": [15]},
    {"length": 90, "type": "high", "passes": [[20, "hc"], [75, "second"]], "sprints": [15]},
)


def a_setup(seats: int = 3, road: int = 0, riders: int = 5, **changes: Any) -> Setup:
    """Teams a, b, c … on one of the roads."""
    data = {
        "version": "master",
        "stage": ROADS[road],
        "teams": list("abcdef"[:seats]),
        "riders": riders,
    } | changes
    found: Setup = RULES.read_setup(data)
    return found


def outcome_of(setup: Setup, seed: str, bot: str = "racer") -> Outcome:
    """The stage ridden by such bots to its end."""
    outcome = RULES.outcome(played(RULES, setup, seed, bot).state)
    assert outcome is not None
    return outcome


class Sixes:
    """Every other throw is the best there is: riders win the right to descend, and crash."""

    def __init__(self, seed: str) -> None:
        self.seeded, self.random = Seeded(seed), Random(seed)

    def draw(self, throw: Throw) -> Draw:
        best = tuple(throw.sides)
        return best if self.random.random() < 0.5 and throw.fits(best) else self.seeded.draw(throw)


def reckless(setup: Setup, seed: str) -> Outcome:
    """A stage with many accidents."""
    recording = Recording(RULES, setup)
    play(
        recording, {seat: Racer(f"{seed}/{seat}") for seat in range(len(setup.teams))}, Sixes(seed)
    )
    outcome = RULES.outcome(recording.state)
    assert outcome is not None
    return outcome


def frame_of(setup: Setup) -> Frame:
    """What the log of that stage is read against."""
    course, stage, attacks = (
        RULES.start(setup).course,
        setup.stage,
        RULES.start(setup).course.mountain_attacks,
    )
    lines = {
        line.key: FrameLine(
            line.key,
            f"{'Sprint' if line.key[0] == 's' else 'Pass'} {line.key[1:]}",
            line.category,
            line.km,
            tuple(scheme("cycling_party_master").line_points[line.category]),
            at_finish=line.km == stage.length,
        )
        for line in sorted(course.lines, key=lambda line: line.km)
    }
    options, throws = msgspec.to_builtins(setup.options), master().double_throws
    return Frame(
        number=1,
        type=str(stage.type),
        lines=lines,
        riders=tuple(name for name in course.names if name and name not in setup.absent),
        teams=setup.teams,
        names={},
        key="cycling_party",
        game=CyclingPartyFrame(
            stock=stock(str(stage.type)),
            mountain_attacks=dict(zip(setup.teams, attacks, strict=True)),
            doubles={
                line.key: throws[line.category] for line in course.lines if line.category in throws
            },
            beyond_12=options.get("beyond_12", "zero"),
            seconds_die=options.get("seconds_die", "shared"),
        ),
        options=options,
    )


def sheet_of(setup: Setup) -> Sheet:
    return begin_sheet(frame_of(setup))
