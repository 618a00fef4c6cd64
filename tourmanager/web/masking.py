"""Keep secrets out of the server's log: keys of seats' links, and sign-in links.

The addresses stay readable: `/rides/a-stage-x/join/***/`, `/account/link/?sesame=***`. The filter
is added to uvicorn's access log (`asgi.py`) and to the handler of everything else (`settings.py`).
"""

import logging
import re
from collections.abc import Mapping

MASK = "***"
SLASH, REST = r"(?:/|%2F)", r"(?:(?!%2F|%3F|%26)[^/?#&;\s\"'<>])+"
IN_PATHS = re.compile(rf"({SLASH}rides{SLASH}{REST}{SLASH}join{SLASH}){REST}", re.IGNORECASE)
IN_QUERIES = re.compile(
    rf"((?:[?&;]|%3F|%26)(?:sesame|token|key|secret|password|csrfmiddlewaretoken)(?:=|%3D)){REST}",
    re.IGNORECASE,
)
ACCESS_LOG = "uvicorn.access"


def mask_secrets(text: str) -> str:
    return IN_QUERIES.sub(rf"\1{MASK}", IN_PATHS.sub(rf"\1{MASK}", text))


def _mask_argument(value: object) -> object:
    """Mask an argument of a log line; one without a secret keeps its type."""
    text = value if isinstance(value, str) else str(value)
    masked_text = mask_secrets(text)
    return value if masked_text == text else masked_text


class MaskSecrets(logging.Filter):
    """Filter that hides secrets in the message and its arguments; no line is left out."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.msg, str):
            record.msg = mask_secrets(record.msg)
        if isinstance(record.args, Mapping):
            record.args = {name: _mask_argument(value) for name, value in record.args.items()}
        elif record.args:
            record.args = tuple(map(_mask_argument, record.args))
        return True


def mask_access_log() -> None:
    """Add the filter to uvicorn's log, once: uvicorn sets its log up before it loads the
    application.
    """
    logger = logging.getLogger(ACCESS_LOG)
    if not any(isinstance(each, MaskSecrets) for each in logger.filters):
        logger.addFilter(MaskSecrets())
