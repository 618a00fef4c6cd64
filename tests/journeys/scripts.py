"""The page's own scripts, served with a protection taken out: for the control of what they
promise.
"""

import re
from pathlib import Path

from django.conf import settings
from playwright.sync_api import BrowserContext

SCRIPTS = Path(settings.BASE_DIR) / "static" / "js"


def without(context: BrowserContext, script: str, protection: str, instead: str) -> None:
    """Serves a script with a protection taken out."""
    text = (SCRIPTS / script).read_text()
    assert protection in text
    changed = text.replace(protection, instead)
    stem = re.escape(script.removesuffix(".js"))
    context.route(
        re.compile(rf"/js/{stem}(\.[0-9a-f]{{12}})?\.js$"),  # a server may have hashed its name
        lambda route: route.fulfill(body=changed, content_type="text/javascript"),
    )
