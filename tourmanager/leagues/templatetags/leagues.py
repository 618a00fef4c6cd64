"""Tags for the pages of leagues."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tourmanager.leagues.pages import frame
from tourmanager.tours.models import TourTeam

register = template.Library()


@register.simple_tag
def jersey_of(team: TourTeam | None, size: str = "m") -> SafeString | str:
    """Draw the jersey of a team."""
    return frame.jersey_of(team, size)


@register.simple_tag
def rank_change(change: int | None) -> SafeString | str:
    """Write how many places somebody moved since the round before; negative is up."""
    if change is None:
        return ""
    if not change:
        return format_html('<span aria-hidden="true">{}</span>', "–")
    sign, said = ("▲", _("up %(places)s")) if change < 0 else ("▼", _("down %(places)s"))
    return format_html(
        '<span class="{}" aria-hidden="true">{}{}</span><span class="visually-hidden">{}</span>',
        "up" if change < 0 else "down",
        sign,
        abs(change),
        said % {"places": abs(change)},
    )
