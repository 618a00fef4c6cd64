"""Where the browser is. `python -m tests.journeys.chromium` says whether browser tests can run."""

import os
import shutil
import sys

# The headless shell is the same browser without windows and pages of its own: tests take half of
# the time.
HEADLESS_SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
NAMES = (
    *HEADLESS_SHELLS,
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
# It runs in containers and as root, and talks to nobody but the app.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find() -> str | None:
    """The path of a Chromium; CHROMIUM names one elsewhere."""
    if named := os.environ.get("CHROMIUM"):
        return shutil.which(named)
    return next((path for name in NAMES if (path := shutil.which(name))), None)


if __name__ == "__main__":
    if find() is None:
        sys.exit(
            "Browser tests SKIPPED: no Chromium here (on Debian: apt install chromium; elsewhere:"
            " CHROMIUM=/path/to/it)."
        )
