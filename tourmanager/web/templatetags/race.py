"""Tags and filters that draw a race: a builtin library, so no template needs to load it."""

from collections.abc import Iterable
from datetime import timedelta

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.scoring.words import ordinal
from tourmanager.web.by_language import cached_by_language
from tourmanager.web.drawing import close_jersey_svg, jersey_svg, role_words, shirt_svg
from tourmanager.web.jerseys import JerseyTeam, Mark, mark
from tourmanager.web.labels import same_time

register = template.Library()
register.filter("ordinal", ordinal)
register.filter("role_words", role_words)
register.simple_tag(same_time)


def draw_jersey(mark: Mark, size: str, *, alone: bool = False) -> SafeString:
    return mark_safe(jersey_svg(mark, size, alone))  # nosec B308 B703 - drawing.py escapes what people typed


@register.simple_tag
def jersey(mark: Mark, size: str = "m") -> SafeString:
    """Draw the rider's jersey by itself, with a label for readers who cannot see it."""
    return draw_jersey(mark, size, alone=True)


@register.simple_tag
def shirt(mark: Mark) -> SafeString:
    """Draw the jersey alone, in the size that its place on the page gives it."""
    return mark_safe(shirt_svg(mark))  # nosec B308 B703 - as above


@register.simple_tag
def team_mark(team: JerseyTeam) -> Mark:
    """Return the mark of the team itself."""
    return mark(team, "")


@register.simple_tag
def close_jersey(mark: Mark, mine: bool = False, alone: bool = True) -> SafeString:
    """Draw the jersey with its symbol, which the page has (`drawing.close_jerseys`); `mine`
    underlines it.
    """
    return mark_safe(close_jersey_svg(mark, mine, alone))  # nosec B308 B703 - as above


@register.simple_tag
def rider(mark: Mark, size: str = "s") -> SafeString:
    """Draw the jersey with the name beside it."""
    short = f"{mark.short_name} {mark.badge}".strip()
    return format_html(
        '<span class="rider">{}<span class="rider-name" title="{}">{}</span>{}</span>',
        draw_jersey(mark, size),
        ", ".join(dict.fromkeys(filter(None, (mark.name, mark.called, role_words(mark.role))))),
        mark.name,
        (
            format_html('<span class="visually-hidden"> ({})</span>', short)
            if short != mark.name
            else ""
        ),
    )


@register.filter
def clock(seconds: int | None) -> str:
    """Format a time: 12:34, or 1:02:03 from an hour on."""
    if seconds is None:
        return ""
    minutes, rest = divmod(abs(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    sign = "-" if seconds < 0 else ""
    return f"{sign}{hours}:{minutes:02}:{rest:02}" if hours else f"{sign}{minutes}:{rest:02}"


def decimals(fractions: Iterable[int]) -> int:
    """Return the digits that all these thousandths need: 2 where the finest is a hundredth."""
    return max((len(f"{fraction:03}".rstrip("0")) for fraction in fractions), default=0)


def clock_with(seconds: int | None, thousandths: int, digits: int = -1) -> str:
    """Format a time with its recorded fraction: 12:34.5, 12:34.56. `digits` is the number that the
    others beside it have.
    """
    if seconds is None:
        return ""
    places = decimals([thousandths]) if digits < 0 else digits
    return clock(seconds) + (f".{thousandths:03}"[: places + 1] if places else "")


@register.filter
def gap(seconds: int | None) -> str:
    """Format seconds behind the first: +1:23, and "s.t." for the same time."""
    if seconds is None:
        return ""
    return f"+{clock(seconds)}" if seconds else same_time()


@register.filter
@cached_by_language(1024)
def change(ranks: int | None) -> SafeString | str:
    """Draw ranks gained since the stage before: up, down or level; nothing where there was no
    rank.
    """
    if ranks is None:
        return ""
    way, arrow, words = (
        ("up", f"▲{ranks}", _("up %(ranks)s") % {"ranks": ranks})
        if ranks > 0
        else ("down", f"▼{-ranks}", _("down %(ranks)s") % {"ranks": -ranks})
    )
    if ranks == 0:
        way, arrow, words = "level", "–", _("same place")
    template = (
        '<span class="change {}"><span aria-hidden="true">{}</span><span'
        ' class="visually-hidden">{}</span></span>'
    )
    return format_html(template, way, arrow, words)


@register.filter
def in_words(length: timedelta) -> str:
    """Say a waiting time: "15 minutes"."""
    minutes = max(1, round(length.total_seconds() / 60))
    return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
