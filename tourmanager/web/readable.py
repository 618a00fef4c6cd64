"""Write values kept as JSON for people: nested lists in place of brackets and quotation marks."""

from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

DEEPEST = 12
NOTHING = SafeString("–")


def readable(value: Any, depth: int = 0) -> SafeString:
    """Return a value as HTML: mappings and lists of them as lists, short lists in one line."""
    if depth > DEEPEST:
        return SafeString("…")
    match value:
        case None | "" | []:
            return NOTHING
        case True:
            return SafeString("yes")
        case False:
            return SafeString("no")
        case dict() if not value:
            return NOTHING
        case dict():
            rows = [
                (str(key).replace("_", " "), readable(one, depth + 1)) for key, one in value.items()
            ]
            return format_html("<ul>{}</ul>", format_html_join("", "<li>{}: {}</li>", rows))
        case list() if any(isinstance(one, dict | list) for one in value):
            parts = [(readable(one, depth + 1),) for one in value]
            return format_html("<ol>{}</ol>", format_html_join("", "<li>{}</li>", parts))
        case list():
            return format_html_join(", ", "{}", ((readable(one, depth + 1),) for one in value))
    return format_html("{}", value)
