"""`python -m games list | play | replay`: stages on the terminal."""

import argparse
import re
import sys
from pathlib import Path

from games import GAMES, cli
from games.engine import Refused

# Test vectors know a refusal by its code; people read the sentence after it.
CODE = re.compile(r"\bE_[A-Z_]+: ")


def main(arguments: list[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    try:
        options.run(options)
        return 0
    except (Refused, cli.NotReadable) as refusal:
        print(CODE.sub("", str(refusal)), file=sys.stderr)
        return 2
    except (KeyboardInterrupt, EOFError):
        print("\nThe stage is left.", file=sys.stderr)
        return 130
    except BrokenPipeError:
        return 0


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="python -m games", description="Stages of cycling board games on the terminal."
    )
    commands = top.add_subparsers(required=True, metavar="list | play | replay")
    commands.add_parser("list", help="the games, their versions and bots").set_defaults(
        run=cli.show_games
    )

    play = commands.add_parser("play", help="play a stage")
    play.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    play.add_argument("--version", help="version of the rules")
    play.add_argument("--seats", type=int, default=4, help="how many teams (4)")
    play.add_argument(
        "--bots",
        default="steady",
        metavar="NAMES",
        help=(
            "who plays, seat by seat with commas between, the last one all others: steady, random,"
            " human"
        ),
    )
    play.add_argument("--seed", default="1", help="the same seed gives the same stage")
    play.add_argument(
        "--dice",
        choices=("seeded", "typed"),
        default="seeded",
        help="typed: dice of a table are asked for one by one",
    )
    play.add_argument(
        "--stage", type=Path, metavar="FILE", help="the road, or a whole setup, as JSON"
    )
    play.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a part of the setup, like breakaway=true",
    )
    play.add_argument("--log", type=Path, metavar="FILE", help="write the log there")
    play.add_argument("--json", action="store_true", help="events and outcome as JSON")
    play.set_defaults(run=cli.play)

    replay = commands.add_parser("replay", help="play a log again")
    replay.add_argument("file", type=Path, metavar="FILE")
    replay.add_argument("--json", action="store_true", help="events and outcome as JSON")
    replay.set_defaults(run=cli.show_replay)

    return top


if __name__ == "__main__":
    sys.exit(main())
