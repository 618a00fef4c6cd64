"""A stage as a code: its tiles in their order without spaces, "abcgiDHqntmKOLrepJsfu" or
"1*2*3gMRP...". The code alone is enough to ride the stage, on any server and without a database.
"""

import re

from games.engine import BadSetup
from games.flamme_rouge.road import tiles

LONGEST = 60  # letters and stars; all tiles together are 39
TILE = re.compile(r"[A-Za-z]|[0-9]\*?")
WRITTEN = re.compile(rf"(?:{TILE.pattern})+")


def write_code(text: str) -> str:
    """Make the code of tiles that have spaces between them."""
    return "".join(text.split())


def read_code(text: str) -> str:
    """Read the tiles of a code, with spaces between them; the code may have spaces too. Raises
    BadSetup.
    """
    code_text = "".join(text.split())
    if not code_text:
        raise BadSetup("A stage needs tiles.")
    if len(code_text) > LONGEST:
        raise BadSetup("That is too long to be the code of a stage.")
    if not WRITTEN.fullmatch(code_text):
        raise BadSetup(
            "That is no code of a stage. A code is made of letters and numbers of tiles, like"
            " abcgiDHqntmKOLrepJsfu."
        )
    codes = TILE.findall(code_text)
    if unknown := [code for code in codes if code not in tiles()]:
        raise BadSetup(f"There is no tile {', '.join(dict.fromkeys(unknown))}.")
    return " ".join(codes)
