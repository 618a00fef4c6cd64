"""Link the style sheets of a page: `{% style_links "tabletop/game/stage-page.css" %}`."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django import template
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tourmanager.web.bundles import IMPORTED_STYLE, resolve

register = template.Library()
LINK = '<link rel="stylesheet" href="{}">\n'  # not shown
MEDIA_LINK = '<link rel="stylesheet" href="{}" media="{}">\n'  # not shown


@register.simple_tag
def style_links(name: str) -> SafeString:
    """Link a style sheet that imports others. Collected it holds them; until then each is linked by
    itself, so that the browser asks for all at once.
    """
    if getattr(staticfiles_storage, "hashed_files", None):
        return format_html(LINK, static(name))
    return format_html_join(
        "", MEDIA_LINK, ((static(path), media) for path, media in imported_styles(name))
    )


@cache
def imported_styles(name: str) -> tuple[tuple[str, str], ...]:
    """Return the style sheets that one imports, with the screens they are for; itself where it
    imports none.
    """
    return tuple(_imported(name))


def _imported(name: str, media: str = "all") -> Iterator[tuple[str, str]]:
    found = finders.find(name)
    imports = IMPORTED_STYLE.findall(Path(found).read_text(encoding="utf-8")) if found else []
    if not imports:
        yield name, media
    for path, screens in imports:
        yield from _imported(resolve(name, path), screens or media)
