"""`python -m benchmarks`: everything that is measured."""

import sys

from benchmarks import engines, pages, rides, scoring
from games import GAMES

sys.exit(pages.main() or rides.main() or scoring.main() or max(engines.run(game) for game in GAMES.values()))
