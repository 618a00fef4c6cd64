"""Make the demo's Grand Tour of Flamme Rouge: three stages, ridden by bots and logged tap by tap as
at a table.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.bots import bots_by_name
from games.chance import Seeded
from games.engine import Outcome
from games.flamme_rouge.numbers import COLOURS
from games.flamme_rouge.outcome import FlammeRougeExtras
from games.flamme_rouge.rules import FlammeRouge
from games.flamme_rouge.setup import read_setup
from games.replay import Recording, play
from tourmanager.accounts.models import User
from tourmanager.play.start.from_tour import setup_of
from tourmanager.results import demo
from tourmanager.results.demo import END, PLAYERS, DemoTour
from tourmanager.results.log.reading import read_stage
from tourmanager.riders.models import Team
from tourmanager.tabletop.flamme_rouge.screen.single import DRESSES
from tourmanager.tabletop.flamme_rouge.screen.to_log import to_entries
from tourmanager.tabletop.flamme_rouge.set_up import grand_tours
from tourmanager.tabletop.flamme_rouge.set_up.forms import rules_of
from tourmanager.tabletop.flamme_rouge.set_up.grand_tours import PELOTON, GrandTourPlan
from tourmanager.tabletop.flamme_rouge.set_up.roads import stage_of
from tourmanager.tours.models import Stage, Tour
from tourmanager.tours.planning.plan import TeamPlan

SEED = "Tour of the Red Kite"  # not shown
ROADS = (
    ("firenze-milano", gettext_lazy("Firenze - Milano"), False),
    ("peloton-7", gettext_lazy("Peloton stage 7"), True),
    ("la-haute-montagne", gettext_lazy("La Haute Montagne"), False),
)
SEATS = 4
OPENING = {
    "version": "peloton",
    "teams": list(COLOURS[:6]),
    "stage": {"key": "la-classicissima"},
}


def load(director: User, now: datetime) -> Tour:
    return ride_to_the_end(plan(), SEATS, director, now)


class FlammeRougeDemo(demo.Demo):
    """The tour that the demo's league adds; the Grand Tour comes by `load`."""

    def load_rounds(
        self, teams: Sequence[Team], *, director: User, now: datetime
    ) -> dict[int, Tour]:
        opening = GrandTourPlan(
            _("Opening Sprint"),
            [stage_of(read_setup(OPENING), _("La Classicissima"))],
            [team(colour, player) for colour, player in zip(COLOURS[:6], PLAYERS, strict=True)],
            rules=rules_of(classified=False, gap_cap=0),
        )
        return {1: ride_to_the_end(opening, 6, director, now - timedelta(days=45))}


def ride_to_the_end(planned: GrandTourPlan, seats: int, director: User, now: datetime) -> Tour:
    """Make a Grand Tour whose stages bots have ridden."""
    party = DemoTour(grand_tours.create(planned, by=director, at=now), director, now)
    for number in range(1, len(planned.stages) + 1):
        party.clock = now + timedelta(days=number - 1, hours=1)
        stage = party.stage(number)
        writer = to_entries(ride_with_bots(stage, seats), read_stage(stage).log.sheet)
        party.tap_all(number, [*writer.entries, END])
    party.tour.refresh_from_db()
    return party.tour


def plan() -> GrandTourPlan:
    field = {"version": "peloton", "teams": list(COLOURS[:SEATS]), "peloton": COLOURS[SEATS]}
    stages = [
        stage_of(read_setup(field | {"stage": {"key": key}, "breakaway": breakaway}), str(name))
        for key, name, breakaway in ROADS
    ]
    teams = [team(colour, player) for colour, player in zip(COLOURS[:SEATS], PLAYERS, strict=False)]
    return GrandTourPlan(
        _("Tour of the Red Kite"),
        stages,
        [*teams, team(COLOURS[SEATS], mark=PELOTON)],
        rules=rules_of(classified=False, gap_cap=0),
    )


def team(colour: str, player: str = "", mark: str = "") -> TeamPlan:
    name = "Peloton Team" if mark else colour.capitalize()
    return TeamPlan(
        name, name[:3].upper(), *DRESSES[colour], grand_tours.riders(name, mark), player
    )


def ride_with_bots(stage: Stage, seats: int) -> Outcome[FlammeRougeExtras]:
    """Let sensible bots ride the stage; the same every time."""
    game, seed = FlammeRouge(), f"{SEED}/{stage.number}"
    recording = Recording(game, game.read_setup(setup_of(stage)))
    bots = bots_by_name(game.bots())
    play(recording, {seat: bots["steady"](f"{seed}/{seat}") for seat in range(seats)}, Seeded(seed))
    outcome = game.outcome(recording.state)
    if outcome is None:
        raise AssertionError("bots ride every stage to its end")
    return outcome
