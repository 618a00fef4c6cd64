"""How fast engines are, as ratios measured side by side in one run: absolute figures are of this
machine.

    python -m benchmarks cycling_party

- **engine / bare loop**: whole stages through `pending`, `legal_actions`, `apply`, with bots that
  choose at random, nothing told; against a
bare loop that races the very same stages (same dice, groups, moves, places and times: checked
before it is timed) with nobody to ask.
- **told / not told**: the same stages with their events.
- **played out**: whole stages by `playout`, in which the seats answer as `steady` does; against the
  steps and the bare loop above, and against the bare loop handed what `steady` decides in the very
  same stages (same places and times: checked before it is timed), which decides nothing itself.
- **copy / deepcopy**: of a state in the middle of a stage.
- **steady against three random bots**: how many of 400 stages it wins, with the interval that 95 of
  100 such counts would fall in.

The figures of every pair are taken in turns, stage by stage, so that what else the machine does
falls on both; each is the best of its rounds.
"""

import copy
import gc
import math
import random
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.cycling_party_bare import Script, race, script_of
from games.bots import Random, bots_by_name
from games.chance import Seeded
from games.cycling_party.course import course
from games.cycling_party.setup import TYPES, example
from games.engine import CHANCE, Game, Refused
from games.replay import play_out

ROUNDS = 5
SHARE, TOLD, COPY, WINS = 0.3, 0.5, 50, 0.4  # the budgets
PLAYED_OUT, OF_BARE, OF_SAME = 3, 0.9, 0.7
STAGES_WON = 400


def run(game: Game, stages: int = 60) -> int:
    """Prints all of it; 1 where a budget is missed. A game but Cycling Party is measured by a
    module of its own here.
    """
    if game.key != "cycling_party":
        return int(import_module(f"benchmarks.{game.key}").run(game, stages))
    console = Console()
    table = Table(
        "measured",
        "figure",
        "against",
        "figure",
        "ratio",
        "budget",
        title=f"{game.name}, master, 150 km, 6 teams of 6",
    )
    missed = False
    for kind in ("high", "flat"):
        for row in stage_rows(game, kind, stages):
            missed |= not row[-1]
            table.add_row(*row[:-1])
    row = copy_row(game)
    missed |= not row[-1]
    table.add_row(*row[:-1])
    console.print(table)
    for version in game.versions:
        won, played = wins(game, version)
        low, high = interval(won, played)
        missed |= won / played < WINS
        console.print(
            f"steady, {version}: {won} of {played} stages against three random bots,"
            f" {won / played:.0%} (95 % interval {low:.0%} to {high:.0%}; chance 25 %, budget"
            f" {WINS:.0%})"
        )
    return int(missed)


def stats(game: Game, stage: str, games: int, bot: str, as_json: bool) -> int:
    """What races of a game are like, where its module tells it."""
    if game.key == "cycling_party":
        raise Refused(f"Nothing is counted of races of {game.name}.")
    return int(import_module(f"benchmarks.{game.key}").stats(game, stage, games, bot, as_json))


def stage_rows(game: Game, kind: str, stages: int) -> list[tuple[Any, ...]]:
    road = course(example("master", 6, 6, kind))
    players = [f"{number}" for number in range(stages)]
    scripts, steps = [], 0
    for seed in players:
        one = Random(seed)
        one.unit = random.Random(seed).random
        script, state, answers = script_of(road, seed, one)
        if race(road, script, seed) != (state.square, list(state.placed), list(state.times)):
            raise RuntimeError(f"the bare loop does not race stage {seed} as the engine does")
        scripts.append(script)
        steps += answers

    def bare(seed: str, script: Script) -> None:
        race(road, script, seed)

    def engine(seed: str, _: Script) -> None:
        one = Random(seed)
        one.unit = random.Random(seed).random
        play_out(game, game.start(road.setup), dict.fromkeys(range(6), one), Seeded(seed))

    def told(seed: str, _: Script) -> None:
        unit, chance, state = random.Random(seed).random, Seeded(seed), game.start(road.setup)
        while not (pending := game.pending(state)).over:
            if pending.throw is not None:
                game.apply(state, CHANCE, chance.draw(pending.throw))
            else:
                legal = game.legal_actions(state, pending.seats[0])
                game.apply(state, pending.seats[0], legal[int(unit() * len(legal))])

    steady, begun = bots_by_name(game.bots())["steady"](""), game.start(road.setup)
    same = dict(zip(players, (script_of(road, seed, steady)[0] for seed in players), strict=True))

    def played_out(seed: str, _: Script) -> Any:
        state = game.copy(begun)
        game.playout(state, random.Random(f"tour/{seed}").random)
        return state

    def bare_of_same(seed: str, _: Script) -> Any:
        return race(road, same[seed], seed)

    for seed in players:
        state = played_out(seed, [])
        if bare_of_same(seed, []) != (state.square, list(state.placed), list(state.times)):
            raise RuntimeError(f"stage {seed} played out is not the one of the steps")
    works = [
        [partial(work, *stage) for work in (bare, engine, told, played_out, bare_of_same)]
        for stage in zip(players, scripts, strict=True)
    ]
    of_bare, of_engine, of_told, of_playout, of_same = (
        stages / sum(seconds) for seconds in zip(*(best(*stage) for stage in works), strict=True)
    )
    share, talk = of_engine / of_bare, of_told / of_engine
    return [
        (
            (
                f"{kind}: stages/s ({of_engine * steps / stages:,.0f} answers/s,"
                f" {steps / stages:,.0f} a stage)"
            ),
            f"{of_engine:,.0f}",
            "bare loop, stages/s",
            f"{of_bare:,.0f}",
            f"{share:.2f}",
            f"≥ {SHARE}",
            share >= SHARE,
        ),
        (
            f"{kind}: stages/s, told",
            f"{of_told:,.0f}",
            "not told",
            f"{of_engine:,.0f}",
            f"{talk:.2f}",
            f"≥ {TOLD}",
            talk >= TOLD,
        ),
        *(
            (
                f"{kind}: stages/s, played out",
                f"{of_playout:,.0f}",
                against,
                f"{other:,.0f}",
                f"{of_playout / other:.2f}",
                f"≥ {budget}",
                of_playout / other >= budget,
            )
            for against, other, budget in (
                ("steps, random seats", of_engine, PLAYED_OUT),
                ("bare loop, random seats", of_bare, OF_BARE),
                ("bare loop of the very same stages", of_same, OF_SAME),
            )
        ),
    ]


def best(*works: Callable[[], None]) -> list[float]:
    """The least seconds of each, taken in turns. The garbage collector waits, as it does in short
    processes.
    """
    least = [math.inf] * len(works)
    for work in works:
        work()
    gc.collect()
    gc.disable()
    try:
        for _ in range(ROUNDS):
            for index, work in enumerate(works):
                begin = time.process_time()
                work()
                least[index] = min(least[index], time.process_time() - begin)
    finally:
        gc.enable()
    return least


def copy_row(game: Game) -> tuple[Any, ...]:
    state = game.start(example("master", 6, 6))
    chance, one = Seeded("copy"), Random("copy")
    for _ in range(400):
        pending = game.pending(state)
        if pending.throw is not None:
            game.apply(state, CHANCE, chance.draw(pending.throw), tell=False)
        else:
            seat = pending.seats[0]
            game.apply(
                state, seat, one.choose(state, seat, game.legal_actions(state, seat)), tell=False
            )

    ours, theirs = time_copies(game, state)
    return (
        "copy of a state, µs",
        f"{ours:.1f}",
        "copy.deepcopy, µs",
        f"{theirs:,.0f}",
        f"{theirs / ours:.0f}",
        f"≥ {COPY}",
        theirs / ours >= COPY,
    )


def time_copies(game: Game, state: Any) -> tuple[float, float]:
    """Microseconds of a copy by the game and of one by `copy.deepcopy`; none is kept."""

    def copies() -> None:
        for _ in range(2000):
            game.copy(state)

    def deep() -> None:
        for _ in range(20):
            lean_deepcopy(state)

    fast, slow = best(copies, deep)
    return fast / 2000 * 1e6, slow / 20 * 1e6


def lean_deepcopy(state: Any) -> Any:
    """The course is shared by both: nobody would copy that."""
    return copy.deepcopy(state, {id(state.course): state.course, id(state.asked): state.asked})


def wins(game: Game, version: str, bot: str = "steady", other: str = "random") -> tuple[int, int]:
    """Stages won of those played, on roads of all kinds, in every seat as often."""
    bots = bots_by_name(game.bots())
    won = 0
    kinds = TYPES if version != "junior" else ("junior",)
    for number in range(STAGES_WON):
        seat = number % 4
        state = game.start(example(version, 4, 6, kinds[number // 4 % len(kinds)]))
        players = {
            each: bots[bot if each == seat else other](f"{number}/{each}") for each in range(4)
        }
        play_out(game, state, players, Seeded(number))
        outcome = game.outcome(state)
        team = game.seat_names(state)[seat]
        won += (
            outcome is not None
            and outcome.winner is not None
            and outcome.winner.rstrip("0123456789") == team
        )
    return won, STAGES_WON


def interval(won: int, played: int) -> tuple[float, float]:
    """Wilson's: where the true share lies, 95 of 100 times."""
    z, share = 1.96, won / played
    middle = (share + z * z / (2 * played)) / (1 + z * z / played)
    half = (
        z
        * math.sqrt(share * (1 - share) / played + z * z / (4 * played * played))
        / (1 + z * z / played)
    )
    return max(0.0, middle - half), min(1.0, middle + half)
