"""Races of Flamme Rouge for tests: `race("red blue", S="14.0")`, then answered by texts and hands
as at a table.
"""

from collections.abc import Sequence
from typing import Any

from games.chance import Seeded
from games.engine import CHANCE, Event
from games.flamme_rouge import energy, real
from games.flamme_rouge import state as states
from games.flamme_rouge.cards import deck, list_cards
from games.flamme_rouge.course import of_road, square_and_lane
from games.flamme_rouge.road import road_of_squares
from games.flamme_rouge.rules import FlammeRouge
from games.flamme_rouge.setup import Options, Setup, StageSetup
from tests.vectors.flamme_board import at, put

GAME = FlammeRouge()
PLAIN = "60N2 5F2"
TEAMS = ("red", "blue")
SETUPS = {
    "alone": GAME.example("peloton", 1),
    "dummies": Setup(
        version="peloton",
        stage=StageSetup("peloton-8"),
        teams=TEAMS,
        peloton="black",
        muscle=("white",),
        breakaway=True,
    ),
    "traits": Setup(
        version="peloton",
        stage=StageSetup("peloton-11"),
        teams=TEAMS,
        options=Options(traits=True, stop="first"),
    ),
    "crowd": GAME.example("peloton", 8),
    "mixed": Setup(
        version="peloton",
        stage=StageSetup("peloton-8"),
        teams=("red", "blue", "green"),
        real=("red",),
        peloton="black",
        breakaway=True,
        handicap=(2, 0, 1),
        options=Options(traits=True),
    ),
}


class Race:
    """`say` answers for a seat, `deal` and `draw` for chance; `told` is what happened since."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self.told: list[Event] = []

    @property
    def names(self) -> tuple[str, ...]:
        return self.state.course.names

    @property
    def asked(self) -> list[str]:
        """Teams, or what is asked of chance."""
        throw = self.state.asked.throw
        return (
            [self.state.course.teams[seat] for seat in self.state.asked.seats]
            if throw is None
            else [throw.label]
        )

    @property
    def places(self) -> dict[str, str]:
        return {
            self.names[rider]: "{}.{}".format(*square_and_lane(self.state.place[rider]))
            for rider in self.state.riders
        }

    def legal(self, team: str) -> list[str]:
        seat = self.state.course.teams.index(team)
        return [
            GAME.write(self.state, seat, action) for action in GAME.legal_actions(self.state, seat)
        ]

    def say(self, *texts: str) -> "Race":
        """ "red draw S"."""
        for text in texts:
            team, _, action = text.partition(" ")
            seat = self.state.course.teams.index(team)
            self.told += GAME.apply(self.state, seat, GAME.read(self.state, seat, action))
        return self

    def deal(self, *hands: str) -> "Race":
        for hand in hands:
            self.draw(*list_cards(deck(hand)))
        return self

    def draw(self, *cards: int) -> "Race":
        self.told += GAME.apply(self.state, CHANCE, cards)
        return self

    def play(self, team: str, first: str, *hands: str) -> "Race":
        """ "red S 2345>5 3456>6": draws for that rider first, then plays what follows the >."""
        if f"draw {first}" in self.legal(team):
            self.say(f"{team} draw {first}")
        for hand in hands:
            cards, _, card = hand.partition(">")
            self.deal(cards).say(f"{team} play {card}")
        return self

    def begin(self) -> "Race":
        """The next round."""
        energy.begin_round(self.state)
        energy.go_on(self.state)
        return self

    def kinds(self) -> list[str]:
        return [event.kind for event in self.told]

    def pile(self, rider: str, cards: str, recycled: str = "") -> "Race":
        number = self.names.index(rider)
        self.state.pile[number], self.state.recycled[number] = deck(cards), deck(recycled)
        return self

    def finished_round(self) -> "Race":
        """This round to its end with the first legal action of everybody."""
        number, chance = self.state.round, Seeded("round")
        while self.state.round == number and not GAME.pending(self.state).over:
            if self.state.asked.throw is not None:
                self.draw(*chance.draw(self.state.asked.throw))
            else:
                seat = self.state.asked.seats[0]
                self.told += GAME.apply(self.state, seat, GAME.legal_actions(self.state, seat)[0])
        return self

    @property
    def moved(self) -> dict[str, str]:
        """Where riders stood when all had moved."""
        return {
            self.names[rider]: f"{to >> 2}.{to & 3}"
            for event in self.told
            if event.kind == "moved"
            for rider, _, to in event.moves
        }

    def finished(self, seed: str = "rest") -> Any:
        """Played on to the end with the first legal action and seeded hands."""
        chance = Seeded(seed)
        while not (pending := GAME.pending(self.state)).over:
            if pending.throw is not None:
                self.draw(*chance.draw(pending.throw))
            else:
                seat = pending.seats[0]
                self.told += GAME.apply(self.state, seat, GAME.legal_actions(self.state, seat)[0])
        return GAME.outcome(self.state)


def setup(teams: str = "red blue", stage: str = "avenue-corso-paseo", **given: Any) -> Setup:
    options = Options(
        **{
            key: given.pop(key)
            for key in ("stop", "exhaustion_stock", "dummies_score")
            if key in given
        }
    )
    return Setup(
        version="peloton",
        stage=StageSetup(stage),
        teams=tuple(teams.split()),
        options=options,
        **given,
    )


def started(teams: str = "red blue", stage: str = "avenue-corso-paseo", **given: Any) -> Race:
    """From the very beginning."""
    return Race(GAME.start(GAME.read_setup(GAME.write_setup(setup(teams, stage, **given)))))


def on_road(places: dict[str, str], road: str = PLAIN, begun: bool = True, **given: Any) -> Race:
    """Riders on a road, at the beginning of a round; `dummies` and options as in a setup."""
    dummies = (given.get("peloton", ""), *given.get("muscle", ()))
    teams = list(dict.fromkeys(rider[:-1] for rider in places if rider[:-1] not in dummies))
    stock = given.pop("stock", ())
    state = states.new_state(of_road(setup(" ".join(teams), **given), road_of_squares(road)))
    state.stock = stock or state.stock
    put(state, {rider: at(where) for rider, where in places.items()})
    real.begin(state)
    race = Race(state)
    return race.begin() if begun else race


def events(race: Race, kind: str) -> Sequence[Event]:
    return [event for event in race.told if event.kind == kind]
