"""Measure the app and the engines.

    .venv/bin/python -m benchmarks
    .venv/bin/python -m benchmarks cycling_party
    .venv/bin/python -m benchmarks flamme_rouge --stats --stage firenze-milano --games 200 --json

Without a game everything is measured, pages and scoring too.
"""

import argparse
import sys

from benchmarks import engines
from games import GAMES, game
from games.bots import bots_by_name
from games.engine import BadSetup, Refused


def main(arguments: list[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    try:
        return measure(options) if options.game else measure_everything(options.stages)
    except Refused as refusal:
        print(refusal, file=sys.stderr)
        return 2


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="python -m benchmarks", description="How fast the app and the engines are."
    )
    top.add_argument(
        "game", metavar="GAME", nargs="?", help=f"only its engine: {', '.join(GAMES)} (all)"
    )
    top.add_argument("--stages", type=int, default=60, help="how many of each kind (60)")
    top.add_argument(
        "--stats",
        action="store_true",
        help="what races are like, instead: rounds, exhaustion, who wins (flamme_rouge)",
    )
    top.add_argument("--stage", default="", metavar="NAME", help="on which stage, with --stats")
    top.add_argument("--games", type=int, default=100, help="how many races, with --stats (100)")
    top.add_argument("--bot", default="steady", help="who rides, with --stats (steady)")
    top.add_argument("--json", action="store_true", help="figures of --stats as JSON")
    return top


def measure(options: argparse.Namespace) -> int:
    """Measure one engine, or count what its races are like. Raises Refused."""
    rules = game(options.game)
    if not options.stats:
        return engines.run(rules, options.stages)
    if options.games < 1:
        raise BadSetup("At least one race is needed.")
    if options.bot not in bots_by_name(rules.bots()):
        names = ", ".join(bots_by_name(rules.bots()))
        raise BadSetup(f"There is no bot “{options.bot[:40]}”. There are: {names}.")
    return engines.stats(rules, options.stage, options.games, options.bot, options.json)


def measure_everything(stages: int) -> int:
    # these set up Django, which engines need not
    from benchmarks import leagues, pages, rides, scoring

    return (
        pages.main()
        or leagues.main()
        or rides.main()
        or scoring.main()
        or max(engines.run(each, stages) for each in GAMES.values())
    )


if __name__ == "__main__":
    sys.exit(main())
