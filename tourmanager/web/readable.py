"""Write values kept as JSON for people: nested lists in place of brackets and quotation marks."""

from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

DEEPEST = 12
NOTHING = SafeString("–")
YES, NO = SafeString("yes"), SafeString("no")


def readable(value: Any, depth: int = 0) -> SafeString:
    """Return a value as HTML: mappings and lists of them as lists, short lists in one line."""
    if depth > DEEPEST:
        return SafeString("…")
    match value:
        case None | "" | []:
            return NOTHING
        case bool():
            return YES if value else NO
        case dict():
            return _mapping(value, depth) if value else NOTHING
        case list():
            return _list(value, depth)
    return format_html("{}", value)


def _mapping(value: dict[Any, Any], depth: int) -> SafeString:
    rows = [(str(key).replace("_", " "), readable(one, depth + 1)) for key, one in value.items()]
    return format_html("<ul>{}</ul>", format_html_join("", "<li>{}: {}</li>", rows))


def _list(value: list[Any], depth: int) -> SafeString:
    parts = [(readable(one, depth + 1),) for one in value]
    if any(isinstance(one, dict | list) for one in value):
        return format_html("<ol>{}</ol>", format_html_join("", "<li>{}</li>", parts))
    return format_html_join(", ", "{}", parts)
