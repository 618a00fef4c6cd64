"""How a template lets a part of a page ask whether it has changed."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tourmanager.web.freshness import asking

register = template.Library()


@register.simple_tag
def follow(address: str, version: str, seconds: int, also: str = "", **query: object) -> SafeString:
    """Write the attributes by which an element asks again and again; `also` when else it asks."""
    when = f"every {seconds}s" + (f", {also}" if also else "")  # not shown
    return format_html('hx-get="{}" hx-trigger="{}"', asking(address, version, **query), when)
